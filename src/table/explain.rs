//! Defines the answer to a query for an explanation, and the errors for a value without an explanation.

use std::fmt;

use super::need::Need;
use crate::protect::Explanation;

/// The explanation, or the files to load first.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The files to load before the query can be answered.
    Missing(Vec<Need>),
    /// The explanation.
    Explained(Explanation),
}

/// Why a value has no explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExplainError {
    /// The publisher of the cube has switched explanations off.
    SwitchedOff,
    /// The sealed cube was published without explanations. Without its method's rows, no explanation can be computed.
    NotMade,
    /// The value is a sum of several protected cells.
    Blocks,
    /// The value is a total: the sum of the shown values.
    Total,
    /// The value may belong to a large area, which is shown unprotected.
    Large,
    /// The table has no cell at this position.
    NoCell,
    /// The query has one probability level, but the explanations of the sealed cube have another.
    Level,
    /// The prior needs true counts, but the query does not reveal them or the cube does not have them.
    NoTruth,
    /// The method publishes no count of the prior as this value.
    Never,
    /// Too many counts can be published as this value.
    TooMany,
    /// The method looks at the whole table, so the value does not depend on one count.
    WholeTable,
}

/// The code and message of each error, in the order of [`ExplainError`].
const WORDS: [(&str, &str); 11] = [
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
    (
        "whole-table",
        "explain: the method looks at the whole table, so one count does not explain the figure; expected a cell method",
    ),
];

impl ExplainError {
    /// A stable identifier of the error for programs.
    pub fn code(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// Whether the error is the refusal of a valid query.
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
