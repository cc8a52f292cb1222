//! The hypercube and the four output tables, under each method.

use super::method;
use super::reading::Chances;
use super::swap::swapped;
use crate::measure::Multiplier;
use crate::study::data::{self, Grid, HYPERCUBE, Way};
use crate::study::method::{controlled, semi_controlled};

/// Axes of each output table, and the axis and place that select its population (section 5.1). Place 9 is the tenth age
/// band.
const OUTPUT: [(&[usize], (usize, usize)); 4] =
    [(&[2, 5, 4], (0, 0)), (&[1, 2, 6], (0, 1)), (&[3, 4, 5], (1, 0)), (&[0, 4, 5], (2, 9))];

/// Share of persons whose region stays: a twentieth is selected, and as many partners move.
const STAY: f64 = 0.9;

/// Number of hypercube cells in a region.
const REGION: usize = 122_850;

/// The stage at which a method is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The method protects the hypercube. Protected cells are then added up.
    Input,
    /// The method protects the cells of the output table.
    Output,
}

/// How the values of a table are drawn.
enum Draw {
    /// Semi-controlled rounding: the cells of a region or a table add up to their rounded total.
    SemiControlled,
    /// The numbers of moves of a region or a table are fixed.
    FixedMoves,
    /// Each cell for itself.
    ByCell,
    /// Records swap before they are counted.
    Swap,
}

/// A method of the comparison, and the values that it publishes.
#[derive(Debug)]
pub(super) struct Method {
    /// The method's name in reports.
    pub label: &'static str,
    pub stage: Stage,
    pub chances: Chances,
    /// The multipliers of section 5.2.
    pub multiplier: Multiplier,
    /// Values of the hypercube's cells. `None` for a method that protects output tables.
    pub hypercube: Option<Vec<i64>>,
    /// Values of the four output tables.
    pub tables: [Vec<i64>; 4],
}

/// The data of all parts of the study.
#[derive(Debug)]
pub(super) struct Comparison {
    pub hypercube: Grid,
    pub tables: [Grid; 4],
    /// The methods, at the positions of the constants below.
    pub methods: Vec<Method>,
}

/// Semi-controlled random rounding of the hypercube.
pub(super) const RR: usize = 0;
/// Stochastic perturbation of the hypercube by Table 3.
pub(super) const SP: usize = 1;
/// Semi-controlled random rounding of the output tables.
pub(super) const RRP: usize = 2;
/// Stochastic perturbation of the hypercube by an invariant matrix.
pub(super) const SP_INVARIANT: usize = 3;
/// Random rounding of the hypercube and of the output tables, independent for each cell.
pub(super) const RR_BY_CELL: usize = 4;
pub(super) const RRP_BY_CELL: usize = 5;
/// Record swapping between the regions.
pub(super) const RS: usize = 6;

impl Comparison {
    /// Makes and protects every table.
    pub fn new() -> Self {
        let hypercube = data::hypercube();
        let ways = OUTPUT.map(|(axes, only)| Way::new(&HYPERCUBE, axes, Some(only)));
        let tables = [0, 1, 2, 3].map(|at: usize| ways[at].table(&hypercube));
        let (third, quarters) =
            (Multiplier { small: 1.0 / 3.0, large: 1.0 / 3.0 }, Multiplier { small: 0.75, large: 0.9 });
        let rounding = "Semi-controlled random rounding";
        let alone = "Random rounding, each cell independently (not in the paper)";
        let printed = "Stochastic perturbation";
        let invariant = "Stochastic perturbation, matrix made invariant (not in the paper)";
        let rows = |rows| Chances::Method(Box::new(rows));
        let invariant_rows = method::invariant_stochastic(&hypercube.counts);
        let tenth = Multiplier { small: STAY, large: STAY };
        let methods = [
            (rounding, Stage::Input, rows(method::rounding()), third, Draw::SemiControlled),
            (printed, Stage::Input, rows(method::stochastic()), quarters, Draw::FixedMoves),
            (rounding, Stage::Output, rows(method::rounding()), third, Draw::SemiControlled),
            (invariant, Stage::Input, rows(invariant_rows), quarters, Draw::FixedMoves),
            (alone, Stage::Input, rows(method::rounding()), third, Draw::ByCell),
            (alone, Stage::Output, rows(method::rounding()), third, Draw::ByCell),
            ("Record swapping", Stage::Input, Chances::Swapping(STAY), tenth, Draw::Swap),
        ];
        let methods = methods.into_iter().map(|(label, stage, chances, multiplier, draw)| {
            let values = |grid: &Grid, set: usize| {
                let sets: Vec<_> = (0..grid.counts.len() / set).map(|at| at * set..(at + 1) * set).collect();
                let protect = |controls: bool| match (chances.method(), controls) {
                    (Some(rows), true) => controlled(rows, &grid.counts, &grid.keys, &sets).values,
                    (Some(rows), false) => rows.protect(&grid.counts, &grid.keys).values,
                    (None, _) => swapped(grid),
                };
                match draw {
                    Draw::SemiControlled => semi_controlled(method::NAME, 3, &grid.counts, &grid.keys, &sets),
                    Draw::FixedMoves => protect(true),
                    Draw::ByCell | Draw::Swap => protect(false),
                }
            };
            let inner = (stage == Stage::Input).then(|| values(&hypercube, REGION));
            let published = [0, 1, 2, 3].map(|at: usize| match &inner {
                Some(inner) => ways[at].add(inner),
                None => values(&tables[at], tables[at].counts.len()),
            });
            Method { label, stage, multiplier, hypercube: inner, tables: published, chances: chances.clone() }
        });
        let methods = methods.collect();
        Self { tables, methods, hypercube }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_to_multiples_of_3_and_adds_up_to_the_rounded_totals_of_regions() {
        let comparison = Comparison::new();
        let rounded = comparison.methods[RR].hypercube.as_ref().unwrap();
        assert!(rounded.iter().all(|value| value % 3 == 0));
        for region in [0..REGION, REGION..2 * REGION] {
            let before: u64 = comparison.hypercube.counts[region.clone()].iter().sum();
            let after: i64 = rounded[region].iter().sum();
            // The cells of a region add up to the region's rounded total.
            assert!((before as i64 - after).abs() < 3, "{before} {after}");
        }
    }
}
