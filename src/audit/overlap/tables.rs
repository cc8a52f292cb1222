//! Published tables whose axes group the codes of the truth, from this cube and from other cubes of the same people.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::belongs::are_possible;
use super::super::lines::strides;
use super::super::{Evidence, OldRelease, Original, Published, Truth};
use crate::dimension::{AxisRef, Dimension, Text};
use crate::protect::Status;
use crate::table::{Error, Store};

/// If at least this share of values follows from the present method, keys and salt, both cubes have the same draws.
const SAME_DRAWS: f64 = 0.9;
/// The group of a code that the other cube does not have.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// A grouping of a dimension's own codes.
#[derive(Debug, Clone)]
pub(super) struct Grouping {
    pub dimension: usize,
    /// The group of each code, or [`OUTSIDE`].
    pub of: Vec<u32>,
    /// The name of each group, with the name of its dimension.
    pub names: Vec<String>,
}

impl Grouping {
    /// Whether two groupings have the same groups in the same order.
    pub fn is_same(&self, other: &Self) -> bool {
        self.dimension == other.dimension && self.of == other.of
    }
}

/// All cells of a view. The last axis varies fastest.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub axes: Vec<Rc<Grouping>>,
    pub strides: Vec<usize>,
    pub counts: Vec<u64>,
    pub keys: Vec<u64>,
    pub original: Option<Original>,
    pub values: Vec<i64>,
    pub status: Vec<Status>,
}

impl Table {
    /// Count and key of a cell, as claims are scored.
    pub fn records(&self, cell: usize) -> (u64, u64) {
        match &self.original {
            Some(Original { counts, keys }) => (counts[cell], keys[cell]),
            None => (self.counts[cell], self.keys[cell]),
        }
    }
}

/// Another sealed cube of the same people.
#[derive(Debug)]
pub struct Other {
    /// The name of the cube in reports.
    pub name: String,
    pub(super) tables: Vec<Table>,
    /// Why the cube cannot be compared, if so.
    pub(super) problem: Option<&'static str>,
    /// Views with dimensions or codes that the truth does not have.
    pub(super) skipped: usize,
    /// The views with the same axes as this cube, for `composition`.
    pub release: OldRelease,
}

/// Why a cube cannot be about the same people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotTheSame {
    /// The records are of another unit.
    Unit,
    /// No view has only dimensions and codes of the truth.
    Dimensions,
    /// Many values are impossible for the true counts.
    People,
}

impl NotTheSame {
    /// Returns the problem in words.
    pub fn problem(self) -> &'static str {
        match self {
            Self::Unit => "another unit",
            Self::Dimensions => "no view has dimensions and codes of this cube",
            Self::People => "its values are impossible for these records",
        }
    }

    /// Returns what was expected.
    pub fn expected(self) -> &'static str {
        match self {
            Self::Unit | Self::People => "a cube of the same people",
            Self::Dimensions => "the same dimension names, with codes of the true counts or of one of their levels",
        }
    }
}

impl Other {
    /// Reads another sealed cube. Its true counts come from the present truth, whose records are of the unit `unit`. All files
    /// of the cube must be loaded.
    ///
    /// # Errors
    /// Fails if a file is not loaded. The inner error says why the cube cannot be about the same people.
    pub fn of_sealed(
        name: &str,
        sealed: &Store,
        unit: &Text,
        evidence: &Evidence,
        truth: &Truth,
    ) -> Result<Result<Self, NotTheSame>, Error> {
        let cube = sealed.cube();
        if cube.about.unit != *unit {
            return Ok(Err(NotTheSame::Unit));
        }
        let (mut tables, mut skipped) = (Vec::new(), 0);
        for view in &cube.views {
            let axes =
                view.axes.iter().map(|&axis| grouping(&cube.dimensions, axis, &evidence.dimensions).map(Rc::new));
            let Some(axes) = axes.collect::<Option<Vec<Rc<Grouping>>>>() else {
                skipped += 1;
                continue;
            };
            let (grid, published) = sealed.cells_of(&view.axes, None)?;
            let strides = strides(&grid.sizes);
            let place = |codes: &[u32]| {
                let group = |(axis, stride): (&Rc<Grouping>, &usize)| match axis.of[codes[axis.dimension] as usize] {
                    OUTSIDE => None,
                    group => Some(group as usize * stride),
                };
                axes.iter().zip(&strides).map(group).sum::<Option<usize>>()
            };
            let records = |truth: &Truth| {
                let (mut counts, mut keys) = (vec![0; published.values.len()], vec![0; published.values.len()]);
                for (cell, (count, key)) in truth.sums(place) {
                    (counts[cell], keys[cell]) = (count, key);
                }
                Original { counts, keys }
            };
            let Original { counts, keys } = records(truth);
            let original = truth.has_original().then(|| records(truth.scoring()));
            let (values, status) = (published.values, published.status);
            tables.push(Table { axes, strides, counts, keys, original, values, status });
        }
        if tables.iter().all(|table| table.axes.is_empty()) {
            return Ok(Err(NotTheSame::Dimensions));
        }
        let reach = cube.sealed_properties.map(|properties| properties.largest_change);
        let release = OldRelease::of_sealed(sealed, None, &evidence.dimensions)?;
        let of_table = |table: &Table| {
            let values = table.values.iter().zip(&table.status).zip(&table.counts);
            values.map(|((&value, &status), &count)| (value, status, count)).collect::<Vec<_>>()
        };
        if !are_possible(tables.iter().flat_map(of_table), reach) {
            return Ok(Err(NotTheSame::People));
        }
        let (mut cells, mut same) = (0_u64, 0_u64);
        for table in &tables {
            let expected = evidence.compiled.protect(&table.counts, &table.keys);
            for cell in (0..table.counts.len()).filter(|&cell| table.counts[cell] > 0) {
                if table.status[cell] == Status::Shown && expected.status[cell] == Status::Shown {
                    cells += 1;
                    same += u64::from(table.values[cell] == expected.values[cell]);
                }
            }
        }
        let problem = ((same as f64) < SAME_DRAWS * cells as f64)
            .then_some("its values do not follow from the keys, salt and method of this cube");
        Ok(Ok(Self { name: name.to_owned(), tables, problem, skipped, release }))
    }
}

/// The tables of a cube's own views.
pub(super) fn own(evidence: &Evidence) -> Vec<Table> {
    let mut groupings: BTreeMap<AxisRef, Rc<Grouping>> = BTreeMap::new();
    let mut grouping = |&axis: &AxisRef| {
        Rc::clone(groupings.entry(axis).or_insert_with(|| Rc::new(own_grouping(&evidence.dimensions, axis))))
    };
    let table = |view: &Published| Table {
        axes: view.axes.iter().map(&mut grouping).collect(),
        strides: strides(&view.sizes),
        counts: view.counts.clone(),
        keys: view.keys.clone(),
        original: view.original.clone(),
        values: view.values.clone(),
        status: view.status.clone(),
    };
    evidence.views.iter().map(table).collect()
}

fn own_grouping(dimensions: &[Dimension], axis: AxisRef) -> Grouping {
    let dimension = &dimensions[axis.dimension];
    let of = (0..dimension.codes.len() as u32).map(|code| dimension.group_of(axis.level, code)).collect();
    Grouping { dimension: axis.dimension, of, names: names(dimension, axis.level) }
}

fn names(dimension: &Dimension, level: Option<usize>) -> Vec<String> {
    dimension.codes_at(level).iter().map(|(code, _)| format!("{} = {code}", dimension.name)).collect()
}

/// Finds the codes of the truth in an axis of another cube. The codes of the other cube must all be codes of the truth,
/// or must all be groups of one level of the truth. Returns `None` if the dimension or a code is missing.
fn grouping(theirs: &[Dimension], axis: AxisRef, ours: &[Dimension]) -> Option<Grouping> {
    let their = &theirs[axis.dimension];
    let dimension = ours.iter().position(|dimension| dimension.name == their.name)?;
    let our = &ours[dimension];
    let levels = std::iter::once(None).chain((0..our.levels.len()).map(Some));
    let level = levels.into_iter().find(|&level| {
        let codes = our.codes_at(level);
        their.codes.iter().all(|(code, _)| codes.position(code).is_some())
    })?;
    let code_of = |code: u32| their.codes.position(our.codes_at(level).code(our.group_of(level, code)));
    let of =
        (0..our.codes.len() as u32).map(|code| code_of(code).map_or(OUTSIDE, |code| their.group_of(axis.level, code)));
    Some(Grouping { dimension, of: of.collect(), names: names(their, axis.level) })
}
