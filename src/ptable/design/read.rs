//! Reads the parameters of a design from JSON. Errors name the field.

use super::{Design, PerRow, Shape};
use crate::base::json::{Node, Value};

/// Reads the fields. [`Design`] checks their ranges.
pub(super) fn design(text: &str) -> Result<Design, String> {
    let value = Value::parse(text.as_bytes())?;
    let mut fields = Node::root(&value).fields()?;
    let design = Design {
        max_change: fields.get("maxChange", Node::small),
        variance: fields.get("variance", real),
        blocked: fields.get_or_default("blocked", Node::small),
        stay: fields.get_or_default("stay", stay),
        monotone: fields.get_or_default("monotone", |node| monotone(node).map(Some)).unwrap_or(PerRow::All(false)),
        step: fields.get_or_default("step", |node| node.small().map(Some)).unwrap_or(1),
        shape: fields.get_or_default("shape", shape),
        nearest: fields.get_or_default("nearest", Node::bool),
    };
    fields.end()?;
    Ok(design)
}

fn real(node: &Node<'_>) -> Result<f64, String> {
    match node.value() {
        Value::Whole(number) => Ok(*number as f64),
        Value::Other(number) => Ok(*number),
        _ => Err(node.wrong("a number")),
    }
}

fn stay(node: &Node<'_>) -> Result<Option<PerRow<Option<f64>>>, String> {
    let one = |node: &Node<'_>| if node.is_null() { Ok(None) } else { real(node).map(Some) };
    match node.value() {
        Value::Null => Ok(None),
        Value::Array(_) => node.list_of(one).map(|rows| Some(PerRow::Rows(rows))),
        _ => one(node).map(|stay| Some(PerRow::All(stay))),
    }
}

fn monotone(node: &Node<'_>) -> Result<PerRow<bool>, String> {
    match node.value() {
        Value::Array(_) => node.list_of(Node::bool).map(PerRow::Rows),
        _ => node.bool().map(PerRow::All),
    }
}

fn shape(node: &Node<'_>) -> Result<Shape, String> {
    match node.str()? {
        "entropy" => Ok(Shape::Entropy),
        "laplace" => Ok(Shape::Laplace),
        _ => Err(node.wrong("\"entropy\" or \"laplace\"")),
    }
}
