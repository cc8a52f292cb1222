//! PRAM, the post-randomisation method: the value of a variable changes at random, with the probabilities of a Markov
//! matrix (Wooton and Fraser 2005, pages 18 and 19; Gouweleeuw, Kooiman, Willenborg and De Wolf 1998).

mod matrix;

use thiserror::Error;

use super::draw::{Draws, below};
use super::impossible::Impossible;
use super::records::Records;
use super::share::{Share, happens};
use crate::dimension::Dimension;

pub use matrix::{Block, Transition};

/// The largest number of categories of a given matrix.
pub const MOST_CATEGORIES: usize = 1000;

/// A step of PRAM.
///
/// # Guarantee
/// A unit of category i moves to category j with the probability p_ij of the matrix, independently of all other units.
/// With `Moves::ToOthers`, and with an invariant matrix, the expected number of units of each category is its number
/// before. Units whose move would make an impossible combination stay; their number is reported.
///
/// # Caller must ensure
/// All records of a unit have the same code of the variable.
#[derive(Debug, Clone, PartialEq)]
pub struct Pram {
    /// The dimension whose codes change.
    pub variable: usize,
    /// The level whose groups are the categories. Without a level, the categories are the codes. A unit that moves to
    /// another group gets one of its codes, with probabilities in proportion to the codes' numbers of units.
    pub level: Option<usize>,
    /// The column of unit identifiers, or `None` if each record moves by itself.
    pub unit: Option<usize>,
    /// Units move only within a group of this level. `None` is the whole dataset.
    pub within: Option<usize>,
    /// The probabilities.
    pub moves: Moves,
}

/// The probabilities of PRAM.
#[derive(Debug, Clone, PartialEq)]
pub enum Moves {
    /// From category i to each other category with probability p·x_min / ((m − 1)·x_i), where x_i is the number of units
    /// of category i, x_min the smallest of these numbers and m the number of categories with units (page 19).
    ToOthers(Share),
    /// The probabilities of a matrix with a row for each category.
    Matrix {
        /// The rows. Each adds up to 1.
        rows: Vec<Vec<f64>>,
        /// Whether the matrix is first made invariant for the numbers of units.
        invariant: bool,
    },
}

impl Moves {
    /// Whether the matrix depends on the sizes of the categories.
    pub fn depend_on_sizes(&self) -> bool {
        matches!(self, Self::ToOthers(_) | Self::Matrix { invariant: true, .. })
    }
}

/// What PRAM did.
#[derive(Debug, Clone, PartialEq)]
pub struct PramReport {
    /// The number of units.
    pub units: u64,
    /// The number of units that moved.
    pub units_moved: u64,
    /// The number of units that stayed because of structural zeros.
    pub impossible: u64,
    /// The number of records.
    pub records: u64,
    /// The number of records that moved.
    pub moved: u64,
    /// The matrix.
    pub transition: Transition,
}

/// Why PRAM cannot use a matrix.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PramError {
    /// The matrix has another number of rows than the variable has categories.
    #[error("the matrix has {rows} rows; expected {categories}, one for each category")]
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of categories.
        categories: usize,
    },
    /// The matrix cannot be made invariant.
    #[error("the matrix cannot be made invariant: {0}")]
    Invariant(String),
}

/// Changes the categories of units.
pub(super) fn pram(
    records: &mut Records,
    step: &Pram,
    draws: &Draws,
    dimensions: &[Dimension],
    impossible: &Impossible,
) -> Result<PramReport, PramError> {
    let units = records.units(step.unit);
    let dimension = &dimensions[step.variable];
    let code_of = |unit: usize| records.code(step.variable, units.first(unit));
    let mut in_code = vec![0_u64; dimension.codes.len()];
    (0..units.len()).for_each(|unit| in_code[code_of(unit) as usize] += 1);
    let categories = Categories::new(dimension, step.level, step.within, &in_code);
    let transition = Transition::new(&categories, &step.moves)?;
    let impossible = impossible.about(&[step.variable]);
    let mut report = PramReport {
        units: units.len() as u64,
        units_moved: 0,
        impossible: 0,
        records: records.len() as u64,
        moved: 0,
        transition,
    };
    let mut changes = Vec::new();
    for unit in 0..units.len() {
        let code = code_of(unit);
        let from = categories.of_code[code as usize];
        let drawn = draws.of(units.ticket(unit));
        let to = match &step.moves {
            Moves::ToOthers(share) => categories.to_other(from, *share, drawn),
            Moves::Matrix { .. } => report.transition.drawn(from, drawn[0]),
        };
        if to == from {
            continue;
        }
        let new = categories.code_in(to, &in_code, drawn[2]);
        if units.members(unit).any(|record| impossible.covers(records, record, &[(step.variable, new)])) {
            report.impossible += 1;
            continue;
        }
        report.units_moved += 1;
        changes.extend(units.members(unit).map(|record| (record, new)));
    }
    report.moved = changes.len() as u64;
    records.set_codes(step.variable, changes.into_iter());
    Ok(report)
}

/// The categories of a variable, with their numbers of units.
struct Categories {
    /// The category of each code.
    of_code: Vec<u32>,
    /// The codes of each category.
    codes: Vec<Vec<u32>>,
    /// The texts of the categories.
    names: Vec<String>,
    /// The number of units of each category.
    units: Vec<u64>,
    /// For each category, the number of its group in `groups`.
    group: Vec<usize>,
    /// The categories with units of each group, ascending.
    groups: Vec<Vec<u32>>,
    /// The smallest number of units of a category of each group.
    smallest: Vec<u64>,
}

impl Categories {
    fn new(dimension: &Dimension, level: Option<usize>, within: Option<usize>, in_code: &[u64]) -> Self {
        let list = dimension.codes_at(level);
        let of_code: Vec<u32> = (0..in_code.len() as u32).map(|code| dimension.group_of(level, code)).collect();
        let mut codes = vec![Vec::new(); list.len()];
        let mut units = vec![0_u64; list.len()];
        let mut group = vec![0; list.len()];
        for (code, &category) in (0..).zip(&of_code) {
            codes[category as usize].push(code);
            units[category as usize] += in_code[code as usize];
            group[category as usize] = within.map_or(0, |within| dimension.group_of(Some(within), code) as usize);
        }
        let mut groups = vec![Vec::new(); group.iter().max().map_or(1, |most| most + 1)];
        for category in (0..list.len()).filter(|&category| units[category] > 0) {
            groups[group[category]].push(category as u32);
        }
        let units_of = |&category: &u32| units[category as usize];
        let smallest = groups.iter().map(|group| group.iter().map(units_of).min().unwrap_or(0)).collect();
        let names = list.iter().map(|(code, _)| code.to_owned()).collect();
        Self { of_code, codes, names, units, group, groups, smallest }
    }

    /// The categories with units that units of a category can move to, and the smallest number of units among them.
    fn reach(&self, category: u32) -> (&[u32], u64) {
        let group = self.group[category as usize];
        (&self.groups[group], self.smallest[group])
    }

    /// Draws a category by the paper's rule.
    fn to_other(&self, from: u32, share: Share, drawn: [u64; 4]) -> u32 {
        let (group, smallest) = self.reach(from);
        let numerator = u128::from(share.numerator()) * u128::from(smallest);
        let denominator = u128::from(share.denominator()) * u128::from(self.units[from as usize]);
        if group.len() < 2 || !happens(drawn[0], numerator, denominator) {
            return from;
        }
        let other = below(drawn[1], group.len() as u64 - 1) as usize;
        let own = group.partition_point(|&category| category < from);
        group[other + usize::from(other >= own)]
    }

    /// Draws a code of a category, in proportion to the codes' numbers of units. If no code has units, all codes have the
    /// same probability.
    fn code_in(&self, category: u32, in_code: &[u64], draw: u64) -> u32 {
        let codes = &self.codes[category as usize];
        match self.units[category as usize] {
            0 => codes[below(draw, codes.len() as u64) as usize],
            units => {
                let mut place = below(draw, units);
                let found = codes.iter().find(|&&code| {
                    let here = place < in_code[code as usize];
                    place = place.saturating_sub(in_code[code as usize]);
                    here
                });
                found.copied().unwrap_or(codes[0])
            }
        }
    }
}
