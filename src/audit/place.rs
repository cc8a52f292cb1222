//! A published cell in the words of a query.

use super::Evidence;
use crate::cube::axis_name;
use crate::protect::Status;

/// What to ask for a cell, and what is then published: `region = 0, age = 5 in view region × age: published 3`.
pub(super) fn words(evidence: &Evidence, view: usize, cell: usize) -> String {
    let published = &evidence.views[view];
    let shown = match published.status[cell] {
        Status::Shown => published.values[cell].to_string(),
        hidden => hidden.word().to_owned(),
    };
    let (mut rest, mut codes, mut axes) = (cell, Vec::new(), Vec::new());
    for (&axis, &size) in published.axes.iter().zip(&published.sizes).rev() {
        let name = axis_name(&evidence.dimensions, axis);
        let code = evidence.dimensions[axis.dimension].codes_at(axis.level).code((rest % size) as u32);
        codes.insert(0, format!("{name} = {code}"));
        axes.insert(0, name);
        rest /= size;
    }
    if axes.is_empty() {
        return format!("the whole population: published {shown}");
    }
    format!("{} in view {}: published {shown}", codes.join(", "), axes.join(" × "))
}
