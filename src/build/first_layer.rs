//! Judges what the steps before tabulation leave of the true data in a preprotected cube.

use super::collect::Changes;
use crate::cube::{Data, Release};
use crate::microdata::StepReport;
use crate::spec::CubeSpec;

/// The fewest rare cells whose share counts.
const FEWEST: u64 = 20;

/// Lines for the publisher: what each step did, DR1 and the true uniques of the finest cells.
pub fn report(changes: &Changes) -> Vec<String> {
    let mut lines: Vec<String> = changes.steps.iter().map(|step| step.line()).collect();
    let share = |share: Option<f64>, otherwise: &str| share.map_or(otherwise.to_owned(), |share| format!("{share:.3}"));
    lines.push(format!(
        "finest cells: DR1 {} (records in cells of 1 or 2 that no step has changed); true small cells {} (cells of 1 or 2 \
         whose count is true); true uniques left {}; real cells {} (of the shown cells with at most 2 unchanged records, \
         those that are not empty)",
        share(changes.dr1(), "absent, because no cell shows 1 or 2"),
        share(changes.true_share(), "absent"),
        share(changes.uniques_share(), "absent"),
        share(changes.real_share(), "absent")
    ));
    lines
}

/// Why the steps do not protect a preprotected cube of confidential data. `None` for other cubes, and within the limits.
///
/// Whoever reads the files of such a cube has its counts, so the steps protect alone.
pub fn beyond_limits(spec: &CubeSpec, changes: Option<&Changes>) -> Option<String> {
    if spec.about.release != Release::Preprotected || spec.about.data != Data::Confidential {
        return None;
    }
    let limits = spec.first_layer;
    let dr1 = changes.and_then(Changes::dr1).unwrap_or(0.0);
    let uniques = changes.and_then(Changes::uniques_share).unwrap_or(0.0);
    let truth = changes.and_then(Changes::true_share).unwrap_or(0.0);
    let real = changes.and_then(Changes::real_share).unwrap_or(0.0);
    let mut beyond = Vec::new();
    let is_idle = |changes: &Changes| changes.steps.iter().all(StepReport::is_idle);
    if changes.is_some_and(is_idle) {
        beyond.push("no step changes anything".to_owned());
    }
    if dr1 > limits.dr1 {
        beyond.push(format!("DR1 is {dr1:.3} (limit audit.dr1: {})", limits.dr1));
    }
    // DR1 follows the records. A cell is also true if others took the places of those who moved.
    if truth > limits.small_cells {
        beyond.push(format!("true small cells: {truth:.3} (limit audit.small_cells: {})", limits.small_cells));
    }
    if uniques > limits.true_uniques {
        beyond.push(format!("true uniques left: {uniques:.3} (limit audit.true_uniques: {})", limits.true_uniques));
    }
    // Noise changes counts and fills no empty cell: then every shown cell is the record of somebody.
    if real > limits.real_cells && changes.is_some_and(|changes| changes.rare_shown >= FEWEST) {
        beyond.push(format!("real cells: {real:.3} (limit audit.real_cells: {})", limits.real_cells));
    }
    let expected = "expected stronger steps, fewer dimensions, or release = \"sealed\"";
    (!beyond.is_empty()).then(|| format!("{}; {expected}", beyond.join("; ")))
}
