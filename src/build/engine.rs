//! Protected views from an engine: what the engine may do, and the values that it has written.
//!
//! For a sealed cube, an engine can also protect the views: it counts the records, rolls them up to each published view,
//! and joins the cells with the rows of the method. It then writes only protected values. A sealed cube depends on
//! nothing else, so its files are those of a cube from records.

use std::collections::HashMap;

use thiserror::Error;

use super::coarsen::Columns;
use super::collect::{Cells, Collector};
use super::error::Error;
use super::files::BuiltFile;
use super::methods;
use super::sealed::{self, most_frequent};
use super::slices::FutureManifest;
use super::views::Finest;
use crate::base::Quoted;
use crate::cube::{PublishedViews, Release, combinations};
use crate::dimension::{AxisRef, axis_name};
use crate::protect::{Rest, RowTable, Status, sealed_values};
use crate::spec::CubeSpec;

/// The column with the protected value of a cell.
pub const VALUE: &str = "cellveil_value";
/// The column with the number of rows that the engine has written, the same in each row.
pub const ROWS: &str = "cellveil_rows";
/// The column with the sum of the values that the engine has written, the same in each row.
pub const SUM: &str = "cellveil_sum";
/// The column with the job's digest and, if the method hashes, a check of the salt: `digest` or `digest-check`.
pub const JOB: &str = "cellveil_job";

/// Most entries of a method's rows in a statement.
const MOST_ENTRIES: usize = 1 << 18;

/// A part of a specification that no engine can carry out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {reason}")]
pub struct Beyond {
    /// The field of the specification.
    pub place: String,
    /// The problem, and the expected value.
    pub reason: String,
}

/// Why an engine cannot protect the views of a specification.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No engine can do what the specification says.
    #[error(transparent)]
    Beyond(#[from] Beyond),
    /// The method or a view is invalid.
    #[error(transparent)]
    Build(#[from] Error),
}

/// What an engine has to do to protect the published views of a sealed cube.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The cells of no records. They have the dimensions with their codes.
    pub empty: Cells,
    /// The published views.
    pub views: Vec<Vec<AxisRef>>,
    /// The sets of axes that have no view, each with the reason.
    pub refused: Vec<(Vec<AxisRef>, &'static str)>,
    /// The axes of all views, in ascending order.
    pub axes: Vec<AxisRef>,
    /// The rows of the method.
    pub rows: RowTable,
    /// The kind of the method. The method's hash contains it.
    pub kind: String,
}

impl Plan {
    /// Plans the work of an engine. `ptable` reads the p-table file that a method names.
    ///
    /// # Errors
    /// [`Beyond`] names what an engine cannot do. Fails also if the method or a view is invalid.
    pub fn new(spec: &CubeSpec, ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<Self, PlanError> {
        if let Some(beyond) = beyond(spec) {
            return Err(beyond.into());
        }
        let empty = Collector::new(spec).and_then(Collector::finish).map_err(Error::from)?;
        let PublishedViews { views, refused } = spec.publish.views_of(&empty.dimensions, true).map_err(Error::from)?;
        let mut axes: Vec<AxisRef> = views.iter().flatten().copied().collect();
        axes.sort_unstable();
        axes.dedup();
        let declared = &spec.methods[0]; // a sealed cube has exactly one method
        let beyond =
            |reason: &str| Beyond { place: format!("method {}", Quoted(&declared.name)), reason: reason.to_owned() };
        let read = methods::read(spec, declared, ptable)?;
        let (compiled, method) = (read.compile(spec)?, &read.spec);
        if method.looks_at_table() || method.depends_on_table() {
            return Err(beyond("looks at a whole table, which statements cannot do; expected a cell method, or cellveil tile --records").into());
        }
        let Some(rows) = compiled.row_table() else {
            return Err(beyond("changes empty cells, which an engine does not list; expected a method that keeps zeros, or cellveil tile --records").into());
        };
        if rows.entries.len() > MOST_ENTRIES {
            return Err(beyond(&format!("has more than {MOST_ENTRIES} entries in its rows; expected a smaller base or p-table, or cellveil tile --records")).into());
        }
        let kind = declared.parameters.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default().to_owned();
        Ok(Self { empty, views, refused, axes, rows, kind })
    }

    /// The name of an axis: the column with its codes.
    pub fn column(&self, axis: AxisRef) -> String {
        axis_name(&self.empty.dimensions, axis)
    }

    /// Whether an empty cell is suppressed, and not shown as 0.
    pub fn suppresses_zeros(&self) -> bool {
        self.rows.least_count > 0 || self.rows.threshold > 0
    }
}

/// The refusal of steps before tabulation.
pub(super) const STEPS: &str = "steps before tabulation change records, which the statements cannot do; expected no [[pretabular]], or \
                                cellveil tile --records";

/// Whether steps before tabulation change the records.
pub(super) fn has_steps(spec: &CubeSpec) -> bool {
    !spec.pretabular.steps.is_empty() || spec.dimensions.iter().any(|dimension| dimension.marks_changes)
}

/// What no engine can do, as far as the specification tells.
fn beyond(spec: &CubeSpec) -> Option<Beyond> {
    let at = |place: &str, reason: &str| Some(Beyond { place: place.to_owned(), reason: reason.to_owned() });
    let or_records = "cellveil tile --records";
    if spec.about.release != Release::Sealed {
        return at(
            "cube.release",
            "only sealed cubes have published views; expected release = \"sealed\", or cellveil sql without --protect",
        );
    }
    if has_steps(spec) {
        return at("pretabular", STEPS);
    }
    if spec.rules.is_some() {
        return at(
            "rules",
            &format!(
                "limits look at the true counts of a whole view, which statements cannot do; expected no [rules], or {or_records}"
            ),
        );
    }
    if spec.publish.measures {
        return at(
            "publish.measures",
            &format!("measures need the true counts of a whole view; expected false, or {or_records}"),
        );
    }
    None
}

/// A row of an engine's views that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WrongRow {
    /// A text is no code of its axis.
    #[error("column {}: not a code of the specification; expected one of its {codes} codes", Quoted(.column))]
    Code {
        /// The column of the axis.
        column: String,
        /// The number of codes.
        codes: usize,
    },
    /// A row has no code, and no published view is the total alone.
    #[error("no codes; expected codes in the columns of a published view")]
    NoCodes,
    /// The columns with codes are not those of a published view.
    #[error("codes in the columns {0}, which are not those of a published view; expected codes for one view")]
    View(String),
    /// The value is no whole number, or too large.
    #[error("column {VALUE}: not a protected value; expected a whole number from 0 to 2^53")]
    Value,
    /// An earlier row has the same cell.
    #[error("a duplicate cell; expected one row for each cell")]
    Duplicate,
}

/// The protected views of an engine, read row by row.
#[derive(Debug)]
pub struct EngineViews<'a> {
    plan: &'a Plan,
    /// The position of each view among the published views, by the positions of its axes among all axes.
    views: HashMap<Vec<usize>, usize>,
    /// For each view, its cells so far: the position of the cell among all combinations, and its value.
    cells: Vec<HashMap<u64, u64>>,
    /// The number of rows.
    rows: u64,
    /// The sum of the values.
    sum: u64,
}

impl<'a> EngineViews<'a> {
    /// No rows yet.
    pub fn new(plan: &'a Plan) -> Self {
        let places = |view: &Vec<AxisRef>| view.iter().filter_map(|axis| plan.axes.binary_search(axis).ok()).collect();
        let views = plan.views.iter().enumerate().map(|(at, view)| (places(view), at)).collect();
        Self { plan, views, cells: vec![HashMap::new(); plan.views.len()], rows: 0, sum: 0 }
    }

    /// The number of rows so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The sum of the values so far.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Adds a row: the codes of all axes, empty where the view does not have the axis, and the value.
    ///
    /// # Errors
    /// [`WrongRow`] if the row is no cell of a published view, or has the cell of an earlier row.
    pub fn add(&mut self, codes: &[&str], value: &str) -> Result<(), WrongRow> {
        let dimensions = &self.plan.empty.dimensions;
        let places: Vec<usize> = (0..codes.len()).filter(|&at| !codes[at].is_empty()).collect();
        let Some(&view) = self.views.get(&places) else {
            let names: Vec<String> =
                places.iter().map(|&at| Quoted(&self.plan.column(self.plan.axes[at])).to_string()).collect();
            return Err(if names.is_empty() { WrongRow::NoCodes } else { WrongRow::View(names.join(", ")) });
        };
        let mut place = 0;
        for &at in &places {
            let axis = self.plan.axes[at];
            let list = dimensions[axis.dimension].codes_at(axis.level);
            let code = list
                .position(codes[at])
                .ok_or_else(|| WrongRow::Code { column: self.plan.column(axis), codes: list.len() })?;
            place = place * list.len() as u64 + u64::from(code);
        }
        let number = value.bytes().all(|byte| byte.is_ascii_digit()).then(|| value.parse().ok()).flatten();
        let number = number.filter(|number| *number <= crate::key::MAX_MODULUS).ok_or(WrongRow::Value)?;
        self.rows += 1;
        self.sum = self.sum.saturating_add(number);
        match self.cells[view].insert(place, number) {
            Some(_) => Err(WrongRow::Duplicate),
            None => Ok(()),
        }
    }

    /// The cells of a published view for its tiles, and the state of all other cells.
    pub(super) fn view(&self, axes: &[AxisRef]) -> (Columns<'static>, Rest) {
        let dimensions = &self.plan.empty.dimensions;
        let at = self.plan.views.iter().position(|view| view == axes).expect("a published view");
        let cells = &self.cells[at];
        let all = combinations(dimensions, axes);
        let shown_zeros = cells.values().filter(|value| **value == 0).count() as u64;
        let others = all - cells.len() as u64;
        let tally = if self.plan.suppresses_zeros() { [shown_zeros, others, 0] } else { [shown_zeros + others, 0, 0] };
        let rest = most_frequent(&tally.map(|cells| cells as usize));
        let state = if self.plan.suppresses_zeros() { Status::Suppressed } else { Status::Shown };
        let number = |value: Option<u64>| {
            let (value, status) = value.map_or((0, state), |value| (value as i64, Status::Shown));
            sealed_values::number(value, status, rest).expect("a value is not negative")
        };
        let mut places: Vec<u64> = if number(None) > 0 { (0..all).collect() } else { cells.keys().copied().collect() };
        places.retain(|place| number(cells.get(place).copied()) > 0);
        places.sort_unstable();
        let counts = places.iter().map(|place| number(cells.get(place).copied())).collect::<Vec<_>>();
        let mut coordinates = vec![Vec::new(); axes.len()];
        for (axis, column) in axes.iter().zip(&mut coordinates).rev() {
            let codes = dimensions[axis.dimension].codes_at(axis.level).len() as u64;
            *column = places.iter().map(|place| (place % codes) as u32).collect();
            places.iter_mut().for_each(|place| *place /= codes);
        }
        let columns = Columns {
            axes: axes.to_vec(),
            coordinates: coordinates.into(),
            counts: counts.into(),
            keys: Vec::new().into(),
        };
        (columns, rest)
    }
}

/// Builds all files of a sealed cube from the protected views of an engine. The manifest comes last.
///
/// # Errors
/// Fails if the tiles exceed the budget of the specification.
pub fn build(
    spec: &CubeSpec,
    views: &EngineViews<'_>,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    let (cells, view) = (Finest::InMemory(&views.plan.empty), |axes: &[AxisRef]| views.view(axes));
    sealed::build(spec, cells, Some(&view), FutureManifest::InParts, ptable, progress)
}
