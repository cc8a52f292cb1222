//! Reads the part of a query that requests an explanation.

use crate::base::json::{Node, Value};

/// The largest value that can be published.
const MOST_VALUE: u64 = 1 << 53;

/// The value to explain, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Explain {
    /// The published value, or `None` for a suppressed cell.
    pub value: Option<u64>,
    /// The row-major position of the value's cell in the query's table. Without a position, the value is explained as
    /// the value of a single cell.
    pub cell: Option<u64>,
    /// Minimum probability of the interval of counts. Defaults to 0.9.
    pub level: f64,
    /// Selects the prior. `true` selects the true counts of the table's inner cells, `false` a flat prior.
    pub table_prior: bool,
}

pub(super) fn read(node: &Node<'_>) -> Result<Explain, String> {
    let mut fields = node.fields()?;
    let [value, cell, level, prior] = ["value", "cell", "level", "prior"].map(|name| fields.maybe(name));
    fields.end()?;
    let mut explain = Explain { value: None, cell: None, level: 0.9, table_prior: false };
    if let Some(node) = value {
        match node.value() {
            Value::Whole(value @ ..=MOST_VALUE) => explain.value = Some(*value),
            _ => return Err(node.wrong("a published value, a whole number from 0, or null where it is suppressed")),
        }
    }
    if let Some(node) = cell {
        explain.cell = Some(node.number()?);
    }
    if let Some(node) = level {
        explain.level = match *node.value() {
            Value::Whole(1) => 1.0,
            Value::Other(level) if level > 0.0 && level < 1.0 => level,
            _ => return Err(node.wrong("a probability above 0, such as 0.9")),
        };
    }
    if let Some(node) = prior {
        explain.table_prior = match node.as_str() {
            Some("flat") => false,
            Some("table") => true,
            _ => return Err(node.wrong("\"flat\" or \"table\"")),
        };
    }
    // The field `value` is required, even if `cell` is given. `null` is the value of a suppressed cell.
    if value.is_none() && !matches!(node.value(), Value::Object(all) if all.iter().any(|(name, _)| name == "value")) {
        return Err("explain.value is missing; expected a published value, or null where it is suppressed".to_owned());
    }
    Ok(explain)
}
