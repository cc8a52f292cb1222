//! Describes cells in words, for the examples of findings.

use super::{Evidence, Published};
use crate::dimension::axis_name;
use crate::protect::Status;

/// Joins the names of a view's axes: `region × age`.
pub(super) fn view(evidence: &Evidence, view: &Published) -> String {
    let names: Vec<String> = view.axes.iter().map(|&axis| axis_name(&evidence.dimensions, axis)).collect();
    if names.is_empty() { "the whole population".into() } else { names.join(" × ") }
}

/// Describes a cell and its published value: `region = 0, age = 5 in view region × age: published 3`.
pub(super) fn cell(evidence: &Evidence, published: &Published, cell: usize) -> String {
    let mut rest = cell;
    let mut codes = Vec::with_capacity(published.axes.len());
    for (&axis, &size) in published.axes.iter().zip(&published.sizes).rev() {
        let code = evidence.dimensions[axis.dimension].codes_at(axis.level).code((rest % size) as u32);
        codes.push(format!("{} = {code}", axis_name(&evidence.dimensions, axis)));
        rest /= size;
    }
    codes.reverse();
    let place = if codes.is_empty() { String::new() } else { format!("{} in view ", codes.join(", ")) };
    format!("{place}{}: {}", view(evidence, published), value(published.values[cell], published.status[cell]))
}

/// Describes a value, or its status if the value is hidden.
pub(super) fn value(value: i64, status: Status) -> String {
    match status {
        Status::Shown => format!("published {value}"),
        hidden => hidden.word().to_owned(),
    }
}
