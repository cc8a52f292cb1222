//! Describes cells in words, for the examples of findings.

use super::{Evidence, Published, StepCell};
use crate::dimension::axis_name;
use crate::protect::Status;

/// Joins the names of a view's axes: `region × age`.
pub(super) fn view(evidence: &Evidence, view: &Published) -> String {
    let names: Vec<String> = view.axes.iter().map(|&axis| axis_name(&evidence.dimensions, axis)).collect();
    if names.is_empty() { "the whole population".into() } else { names.join(" × ") }
}

/// Describes a cell and its published value: `region = 0, age = 5 in view region × age: published 3`.
pub(super) fn cell(evidence: &Evidence, published: &Published, cell: usize) -> String {
    let StepCell { axes, codes, .. } = step_cell(evidence, published, cell);
    let codes: Vec<String> = axes.iter().zip(&codes).map(|(axis, code)| format!("{axis} = {code}")).collect();
    let place = if codes.is_empty() { String::new() } else { format!("{} in view ", codes.join(", ")) };
    format!("{place}{}: {}", view(evidence, published), value(published.values[cell], published.status[cell]))
}

/// A cell with its codes and its published value, for the steps of an attack.
pub(super) fn step_cell(evidence: &Evidence, published: &Published, cell: usize) -> StepCell {
    let mut rest = cell;
    let (mut axes, mut codes) = (Vec::new(), Vec::new());
    for (&axis, &size) in published.axes.iter().zip(&published.sizes).rev() {
        axes.push(axis_name(&evidence.dimensions, axis));
        codes.push(evidence.dimensions[axis.dimension].codes_at(axis.level).code((rest % size) as u32).to_owned());
        rest /= size;
    }
    axes.reverse();
    codes.reverse();
    let value = (published.status[cell] == Status::Shown).then_some(published.values[cell]);
    StepCell { axes, codes, value }
}

/// Describes a value, or its status if the value is hidden.
pub(super) fn value(value: i64, status: Status) -> String {
    match status {
        Status::Shown => format!("published {value}"),
        hidden => hidden.word().to_owned(),
    }
}
