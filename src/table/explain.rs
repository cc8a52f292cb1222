//! What is asked of a published value, and why there is no answer.

use thiserror::Error;

use super::store::Need;
use crate::json::{Node, Value};
use crate::protect::{Explanation, MOST_CAUSES};

/// The largest value that is explained: no value is larger.
const MOST_VALUE: u64 = 1 << 53;

/// A value to be explained.
#[derive(Debug, Clone, PartialEq)]
pub struct Explain {
    /// As it is published; none where it is suppressed.
    pub value: Option<u64>,
    /// Its position in the table of the query, row-major; where it is absent, the value is taken for that of one cell.
    pub cell: Option<u64>,
    /// The probability that the interval of counts has at least, 0.9 unless given.
    pub level: f64,
    /// Whether the true counts of the table's inner cells are the prior, instead of all counts alike.
    pub table_prior: bool,
}

/// What has to be loaded first, or what the value says.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Files to load.
    Missing(Vec<Need>),
    /// The explanation.
    Explained(Explanation),
}

/// Why a value is not explained.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The publisher of the cube does not want it.
    #[error(
        "explain: the publisher of this cube switched explanations off; expected a cube with [publish] explain = true"
    )]
    SwitchedOff,
    /// A sealed cube has no rows to read backwards.
    #[error("explain: this sealed cube was published without explanations; expected one with [publish] explain = true")]
    NotMade,
    /// A cell of the table that is not one protected count.
    #[error("explain: this value is {what}; expected the value of one protected count")]
    NotOneCount {
        /// What it is.
        what: &'static str,
    },
    /// No cell of the table has that position.
    #[error("explain.cell: the table has {cells} cells; expected the position of one of them")]
    NoCell {
        /// How many there are.
        cells: usize,
    },
    /// A level that a sealed cube's explanations do not have.
    #[error("explain.level: the explanations of this sealed cube were made for {level}; expected this level")]
    Level {
        /// The one there is.
        level: String,
    },
    /// The truth behind the table, where it was not asked for.
    #[error("explain.prior: the table's own frequencies are true counts; expected reveal to be asked for as well")]
    PriorUnasked,
    /// The truth behind a table that is not there.
    #[error("explain.prior: the files of this cube hold protected values only; expected \"flat\"")]
    NoTruth,
    /// Nothing is published like this.
    #[error("explain.value: no count{of_table} is published like this by the method; expected a value of its tables")]
    Never {
        /// Of the table, where its counts are the prior.
        of_table: &'static str,
    },
    /// More counts than are looked at.
    #[error(
        "explain.value: more than {MOST_CAUSES} counts can be behind this; expected a value that fewer can be behind"
    )]
    TooMany,
}

impl ExplainError {
    /// A stable identifier for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SwitchedOff | Self::NotMade => "not-explained",
            Self::NotOneCount { .. } => "not-one-count",
            Self::NoCell { .. } | Self::Level { .. } => "bad-query",
            Self::PriorUnasked | Self::NoTruth => "reveal-refused",
            Self::Never { .. } => "never-published",
            Self::TooMany => "too-many-counts",
        }
    }

    /// Whether the question is understood and refused, rather than wrong.
    pub fn is_refusal(&self) -> bool {
        !matches!(self, Self::NoCell { .. } | Self::Level { .. } | Self::Never { .. })
    }
}

/// Reads what is to be explained.
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
    // A value has to be there; null is how a table says that there is none.
    if explain.cell.is_none()
        && value.is_none()
        && !matches!(node.value(), Value::Object(all) if all.iter().any(|(name, _)| name == "value"))
    {
        return Err(node.wrong("an object with a value, null where it is suppressed"));
    }
    Ok(explain)
}
