//! The unchanged records: the truth that scores claims if records were changed before they were counted.
//!
//! Swapping, PRAM and weights change records before tabulation. Attackers do not see that, so every attack reasons from
//! the published values as before. But a claim about persons is right only if it is true of the unchanged records. Tests
//! of the values and of the keys still use the changed records, because the method protected these counts
//! (docs/reference/audit.md lists each finding).

use super::{Evidence, Published, Truth};
use crate::cube::{Cube, NotTheOriginal, Release};
use crate::dimension::AxisRef;
use crate::table::{Error, Store};

/// Counts and keys of the unchanged records in the cells of a view.
#[derive(Debug, Clone)]
pub struct Original {
    /// True counts of the unchanged records.
    pub counts: Vec<u64>,
    /// Cell keys of the unchanged records.
    pub keys: Vec<u64>,
}

/// What the report says about the unchanged records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// The id of their cube.
    pub cube: String,
    /// Why the records may be of other people, if so.
    pub warning: Option<&'static str>,
}

/// The warning if the numbers of records differ.
const OTHER_NUMBER: &str = "The numbers of records differ. Weights, deviations and noise explain this. Otherwise the \
                            cube is of other people, and the scores mean nothing.";
/// The warning if the keys of all records together differ.
const OTHER_KEYS: &str = "The record keys differ. Either keys were drawn again, or the cube is of other people, and the \
                          scores mean nothing.";

/// The warning if all tables of two variables differ.
const OTHER_TABLES: &str = "All tables of two variables differ. Either the steps changed nearly all variables, or the cube is \
                            of other people, and the scores mean nothing.";

/// Whether some table of two variables is equal, as swapping and PRAM of a few variables leave it. True also for steps
/// that change the number of records, and for a cube of one variable.
///
/// # Errors
/// Fails if the steps that the cube states cannot have made its counts from these records. Swapping keeps all tables of
/// single variables, and PRAM changes one variable.
fn likeness(changed: &Cube, truth: &Truth, unchanged: &Truth) -> Result<bool, NotTheOriginal> {
    let kinds: Vec<&str> =
        changed.pretabular.iter().flat_map(|part| &part.steps).map(|step| step.kind.as_str()).collect();
    if kinds.is_empty() || kinds.iter().any(|kind| !matches!(*kind, "swap" | "pram")) {
        return Ok(true);
    }
    if truth.total().0 != unchanged.total().0 {
        return Err(NotTheOriginal::Number);
    }
    let dimensions = &changed.dimensions;
    let axis = |dimension| AxisRef { dimension, level: None };
    let is_equal = |axes: &[AxisRef]| truth.view(dimensions, axes).counts == unchanged.view(dimensions, axes).counts;
    let other = (0..dimensions.len()).filter(|&dimension| !is_equal(&[axis(dimension)])).count();
    if other > kinds.iter().filter(|kind| **kind == "pram").count() {
        return Err(NotTheOriginal::Tables);
    }
    let mut pairs = (0..dimensions.len()).flat_map(|a| (0..a).map(move |b| [axis(b), axis(a)]));
    Ok(dimensions.len() < 2 || pairs.any(|pair| is_equal(&pair)))
}

impl Published {
    /// The counts that score claims: those of the unchanged records, if they are known.
    pub fn scoring_counts(&self) -> &[u64] {
        self.original.as_ref().map_or(&self.counts, |original| &original.counts)
    }

    /// The keys that belong to [`scoring_counts`](Self::scoring_counts).
    pub fn scoring_keys(&self) -> &[u64] {
        self.original.as_ref().map_or(&self.keys, |original| &original.keys)
    }
}

impl Evidence {
    /// Scores all claims against the unchanged records of the truth. The published values stay as they are.
    pub fn score_against(&mut self, truth: &Truth) {
        let Self { dimensions, views, .. } = self;
        for view in views {
            let cells = truth.scoring().view(dimensions, &view.axes);
            debug_assert_eq!(cells.sizes, view.sizes, "the truth has the codes of the evidence");
            view.original = Some(Original { counts: cells.counts, keys: cells.keys });
        }
    }
}

impl Scored {
    /// Reads the unchanged records from their keyed cube, and adds them to the truth. `changed` is the cube of the changed
    /// records, and `truth` has its cells. All files of the cube must be loaded.
    ///
    /// # Errors
    /// Fails if a file is not loaded. The inner error says why the cube cannot have the unchanged records.
    pub fn read(
        original: &Store,
        changed: &Cube,
        truth: Truth,
    ) -> Result<Result<(Self, Truth), NotTheOriginal>, Error> {
        let cube = original.cube();
        if let Err(reason) = cube.check_original_of(changed) {
            return Ok(Err(reason));
        }
        let Some(unchanged) = Truth::of_keyed(original, &changed.dimensions)? else {
            return Ok(Err(NotTheOriginal::Dimensions));
        };
        let is_like = match likeness(changed, &truth, &unchanged) {
            Ok(is_like) => is_like,
            Err(reason) => return Ok(Err(reason)),
        };
        // A preprotected cube has keys of its own.
        let has_record_keys = changed.about.release == Release::Keyed && truth.keys() == unchanged.keys();
        let warning = match (truth.total(), unchanged.total()) {
            (now, before) if now.0 != before.0 => Some(OTHER_NUMBER),
            (now, before) if has_record_keys && now.1 != before.1 => Some(OTHER_KEYS),
            _ if !is_like => Some(OTHER_TABLES),
            _ => None,
        };
        Ok(Ok((Self { cube: cube.about.id.clone(), warning }, truth.with_original(unchanged))))
    }

    /// What the report says, as one sentence.
    pub fn sentence(&self) -> String {
        format!("Claims are right only if they are true of the unchanged records, those of the cube {}.", self.cube)
    }
}

#[cfg(test)]
mod tests;
