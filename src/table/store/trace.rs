//! Traces a value: the cell's records with their keys, the cell key, the draw, the row of the method, and the noise.

use serde::Serialize;

use super::Store;
use super::explain::check_cell;
use crate::cube::Data;
use crate::key::Combine;
use crate::protect::{RowTrace, Totals};
use crate::table::QueryError;
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::explain::ExplainError;
use crate::table::need::Need;
use crate::table::query::Query;
use crate::table::reading::Reading;
use crate::table::selection::DROPPED;

/// The largest number of groups of records that a trace lists.
const MOST_MEMBERS: usize = 200;

/// A trace, or the files to load first.
#[derive(Debug, Clone, PartialEq)]
pub enum Traced {
    /// The files to load before the query can be answered.
    Missing(Vec<Need>),
    /// The trace.
    Trace(Trace),
}

/// The way from the records of a cell to its published value. A trace has true counts and keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// Records with equal codes in the finest view: one line for each combination of codes. At most 200.
    pub members: Vec<Member>,
    /// The number of further combinations, which are not listed.
    pub more: u64,
    /// The true count of the cell.
    pub count: u64,
    /// The cell key: the combined keys of all members.
    pub key: u64,
    /// The modulus of keys.
    pub modulus: u64,
    /// `sum` or `xor`.
    pub combine: &'static str,
    /// How the row of the count gives the noise; `None` for an empty cell that stays empty.
    pub row: Option<RowTrace>,
    /// The noise, before any threshold.
    pub noise: i64,
    /// The published value; `None` if it is suppressed or blocked.
    pub value: Option<u64>,
    /// The word for a missing value; empty for a shown value.
    pub status: &'static str,
}

/// Records that have the same codes in all dimensions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Member {
    /// The position of the code in each dimension, in the order of the cube's dimensions.
    pub codes: Vec<u32>,
    /// The number of records.
    pub count: u64,
    /// Their combined key. For a single record, this is its record key.
    pub key: u64,
}

impl Store {
    /// Traces the value of a cell, or lists the files to load first. `query.explain.cell` is the cell's position.
    ///
    /// # Errors
    /// Fails on a sealed cube, on a cube of confidential data, for a method that looks at the whole table, and for a value that is
    /// a sum of several protected counts.
    pub fn trace(&mut self, mut query: Query) -> Result<Traced, Error> {
        let refused = |error: ExplainError| Error::from(QueryError::from(error));
        let cell = query.explain.take().and_then(|ask| ask.cell).ok_or_else(|| refused(ExplainError::NoCell))?;
        // A trace has the keys of single records, so even an internal cube of confidential data gives none.
        if self.cube.about.data == Data::Confidential && !self.cube.is_sealed() {
            return Err(QueryError::RevealNotAllowed.into());
        }
        query = self.offered(&query)?.into_owned();
        query.reveal = true;
        let plan = self.plan_as_it_is(&query)?;
        if plan.method.looks_at_table() {
            return Err(refused(ExplainError::WholeTable));
        }
        check_cell(&plan.layout, &plan.method, Some(cell)).map_err(refused)?;
        let view = &self.cube.views[0];
        let read = plan.readings.first().filter(|reading| reading.view == 0);
        let slices = read.map_or_else(|| (0..view.slices.len()).collect(), |reading| reading.slices.clone());
        let mut missing = self.missing(&plan);
        for &slice in &slices {
            let file = &self.cube.files[view.slices[slice].file];
            let is_needed =
                !self.tiles.has(view.slices[slice].file) && missing.iter().all(|need| need.path != file.path);
            if is_needed {
                missing.push(Need { path: file.path.clone(), bytes: file.bytes });
            }
        }
        if !missing.is_empty() {
            return Ok(Traced::Missing(missing));
        }
        let table = self.table(&plan, true, None)?;
        let Some(revealed) = &table.revealed else { return Err(refused(ExplainError::NoTruth)) };
        let cell = cell as usize; // `check_cell` has compared it with the number of cells
        let (count, key) = (revealed.counts[cell], revealed.keys[cell]);
        let at = self.compile(plan.method())?;
        let row = self.compiled[at].1.trace(count, key);
        let reading = Reading { view: 0, slices, cells: 0, share: None };
        let (members, more) = self.members(&reading, &plan.layout, &plan.layout.classes(cell, plan.method.totals))?;
        Ok(Traced::Trace(Trace {
            members,
            more,
            count,
            key,
            modulus: self.cube.keys.modulus().get(),
            combine: match self.cube.keys.operation() {
                Combine::Sum => "sum",
                Combine::Xor => "xor",
            },
            row,
            noise: revealed.noise[cell],
            value: table.value(cell).map(|value| value as u64),
            status: table.status()[cell].word(),
        }))
    }

    /// The records of the finest view whose classes are in these sets, one for each axis.
    fn members(&self, reading: &Reading, layout: &Layout, sets: &[Vec<u32>]) -> Result<(Vec<Member>, u64), Error> {
        let view = &self.cube.views[0];
        let (mut members, mut more) = (Vec::new(), 0);
        for section in self.sections(reading)? {
            let mut runs = section.codes();
            for (count, key) in section.counts_and_keys() {
                let of_view = runs.next().unwrap_or_default();
                let mut codes = vec![0; self.cube.dimensions.len()];
                view.axes.iter().zip(of_view).for_each(|(axis, code)| codes[axis.dimension] = code);
                let is_member = layout.selections().enumerate().all(|(at, selection)| {
                    let class = selection.class_of[codes[selection.dimension] as usize];
                    class != DROPPED && sets.get(at).is_none_or(|set| set.contains(&class))
                });
                if count == 0 || !is_member {
                    continue;
                }
                if members.len() < MOST_MEMBERS {
                    members.push(Member { codes, count, key: self.cube.keys.combine(0, key) });
                } else {
                    more += 1;
                }
            }
        }
        Ok((members, more))
    }
}

impl Layout {
    /// The classes of a cell's place on each axis. The cell is a position in the table's values.
    fn classes(&self, cell: usize, totals: Totals) -> Vec<Vec<u32>> {
        let mut rest = cell;
        let mut classes: Vec<Vec<u32>> = self.axes[..self.shown]
            .iter()
            .rev()
            .map(|axis| {
                let sets = axis.sets(self.totals, totals);
                let places = axis.places.len() + usize::from(self.totals);
                let place = rest % places;
                rest /= places;
                sets.get(place).cloned().unwrap_or_default()
            })
            .collect();
        classes.reverse();
        classes
    }
}
