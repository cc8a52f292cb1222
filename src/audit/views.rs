//! Finds views that the specification does not publish. Such a view was never reviewed.

use super::{Evidence, Example, Figure, Finding, view_name};
use crate::dimension::AxisRef;

/// Compares the cube's views with the views that the specification publishes.
pub fn views(evidence: &Evidence, allowed: &[Vec<AxisRef>]) -> Finding {
    let is_allowed = |axes: &[AxisRef]| {
        allowed.iter().any(|view| view.len() == axes.len() && axes.iter().all(|axis| view.contains(axis)))
    };
    let more: Vec<String> = evidence
        .views
        .iter()
        .filter(|view| !is_allowed(&view.axes))
        .map(|view| view_name(&evidence.dimensions, &view.axes))
        .collect();
    Finding {
        name: "views",
        says: match more.len() {
            0 => format!("The specification publishes all {} views of the cube.", evidence.views.len()),
            many => {
                format!("The specification does not publish {many} of the {} views of the cube.", evidence.views.len())
            }
        },
        figures: vec![("views outside the specification", Figure::Count(more.len() as u64))],
        limit: 0.0,
        blocked: None,
        example: more.first().map(|name| Example {
            published: format!("view {name}"),
            truth: String::new(),
            steps: Vec::new(),
        }),
        remedy: "Build the cube again from this specification. Or list the view in `views` of [publish], and audit it.",
    }
}
