//! The answer to a query for an explanation: the explanation, or why there is none.

use std::fmt;

use super::need::Need;
use crate::protect::Explanation;

/// The files to load first, or the explanation.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Files to load.
    Missing(Vec<Need>),
    /// The explanation.
    Explained(Explanation),
}

/// Why a value has no explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExplainError {
    /// The cube's publisher has switched explanations off.
    SwitchedOff,
    /// The sealed cube has no explanations, and no rows of its method.
    NotMade,
    /// The cell is a sum of several protected cells.
    Blocks,
    /// The cell is a total that is the sum of the values shown.
    Total,
    /// The cell may be a large, unprotected area.
    Large,
    /// The table has no such cell.
    NoCell,
    /// The explanations of a sealed cube have another level.
    Level,
    /// The prior needs true counts, which the query does not reveal or the cube does not hold.
    NoTruth,
    /// No count of the prior is published with this value.
    Never,
    /// Too many counts can be behind the value.
    TooMany,
}

/// The code and message of each error, in order.
const WORDS: [(&str, &str); 10] = [
    (
        "not-explained",
        "explain: the publisher of this cube switched explanations off; expected a cube with [publish] explain = true",
    ),
    (
        "not-explained",
        "explain: this sealed cube was published without explanations; expected one with [publish] explain = true",
    ),
    ("not-one-count", "explain: the value is the sum of several protected ones; expected that of one protected count"),
    ("not-one-count", "explain: the value is a total, the sum of those shown; expected that of one protected count"),
    (
        "not-one-count",
        "explain: the value may be of a large area, shown as it is; expected that of one protected count",
    ),
    ("bad-query", "explain.cell: the table has no such cell; expected the position of one of its values"),
    ("bad-query", "explain.level: this sealed cube has explanations of another level; expected 0.9, or none given"),
    (
        "reveal-refused",
        "explain.prior: the table's own frequencies are true counts; expected reveal to be asked for as well, or \"flat\"",
    ),
    (
        "never-published",
        "explain.value: the method publishes no count, or none of the table, like this; expected a value of its tables",
    ),
    ("too-many-counts", "explain.value: more than 2097152 counts can be behind this; expected a value of fewer"),
];

impl ExplainError {
    /// A stable identifier for programs.
    pub fn code(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// Whether the cube refuses a valid question.
    pub fn is_refusal(self) -> bool {
        !matches!(self, Self::NoCell | Self::Level | Self::Never)
    }
}

impl fmt::Display for ExplainError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(WORDS[*self as usize].1)
    }
}

impl std::error::Error for ExplainError {}
