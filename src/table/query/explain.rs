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
    /// Several values to explain together, in place of one value. `None` in this list is a suppressed cell. The values
    /// are those of cells of one protected count.
    pub values: Option<Vec<Option<u64>>>,
    /// Minimum probability of the interval of counts. Defaults to 0.9.
    pub level: f64,
    /// Asks for the trace of the cell in place of an explanation: its records, keys, draw and noise.
    pub trace: bool,
    /// Selects the prior. `true` selects the true counts of the table's inner cells, `false` a flat prior.
    pub table_prior: bool,
}

pub(super) fn read(node: &Node<'_>) -> Result<Explain, String> {
    let mut fields = node.fields()?;
    let [value, values, cell, level, prior, trace] =
        ["value", "values", "cell", "level", "prior", "trace"].map(|name| fields.maybe(name));
    fields.end()?;
    let mut explain = Explain { value: None, values: None, cell: None, level: 0.9, trace: false, table_prior: false };
    if let Some(node) = value {
        explain.value = published(&node)?;
    }
    if let Some(node) = values {
        explain.values = Some(node.list_of(published)?);
        if let Some((node, name)) = [(value, "value"), (cell, "cell"), (prior, "prior")]
            .iter()
            .find_map(|(node, name)| Some((node.as_ref()?, name)))
        {
            return Err(node.wrong(&["no ", name, " beside values"].concat()));
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
    if let Some(node) = trace {
        explain.trace = node.bool()?;
        if explain.trace {
            // A trace begins with the records of a cell, so it needs the cell and no value.
            return if explain.cell.is_some() { Ok(explain) } else { Err(node.wrong("true only beside a cell")) };
        }
    }
    // The field `value` is required, even if `cell` is given. `null` is the value of a suppressed cell.
    if value.is_none()
        && values.is_none()
        && !matches!(node.value(), Value::Object(all) if all.iter().any(|(name, _)| name == "value"))
    {
        return Err("explain.value is missing; expected a published value, or null where it is suppressed".to_owned());
    }
    Ok(explain)
}

fn published(node: &Node<'_>) -> Result<Option<u64>, String> {
    match node.value() {
        Value::Null => Ok(None),
        Value::Whole(value @ ..=MOST_VALUE) => Ok(Some(*value)),
        _ => Err(node.wrong("a published value, a whole number from 0, or null where it is suppressed")),
    }
}
