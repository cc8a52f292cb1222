//! Judges what the steps before tabulation leave of the true data in a preprotected cube.

use super::collect::Changes;
use crate::cube::{Data, Release};
use crate::spec::CubeSpec;

/// Lines for the publisher: what each step did, DR1 and the true uniques of the finest cells.
pub fn report(changes: &Changes) -> Vec<String> {
    let mut lines: Vec<String> = changes.steps.iter().map(|step| step.line()).collect();
    let share = |share: Option<f64>| share.map_or("none".to_owned(), |share| format!("{share:.3}"));
    lines.push(format!(
        "finest cells: DR1 {} (records in cells of 1 or 2 that no step has changed), true uniques left {}",
        share(changes.dr1()),
        share(changes.uniques_share())
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
    let mut beyond = Vec::new();
    if dr1 > limits.dr1 {
        beyond.push(format!("DR1 is {dr1:.3}, and the limit audit.dr1 is {}", limits.dr1));
    }
    if uniques > limits.true_uniques {
        let limit = limits.true_uniques;
        beyond.push(format!("{uniques:.3} of the true uniques are left, and the limit audit.true_uniques is {limit}"));
    }
    let expected = "expected stronger steps, fewer dimensions, or release = \"sealed\"";
    (!beyond.is_empty()).then(|| format!("{}; {expected}", beyond.join(", and ")))
}
