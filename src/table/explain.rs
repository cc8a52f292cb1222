//! The explanation of a published value, or why it has none.

use std::fmt;

use super::need::Need;
use crate::protect::Explanation;

/// What has to be loaded first, or what the value says.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Files to load.
    Missing(Vec<Need>),
    /// The explanation.
    Explained(Explanation),
}

/// Why a value is not explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExplainError {
    /// The publisher of the cube does not want it.
    SwitchedOff,
    /// A sealed cube has no rows to read backwards, and this one no explanations.
    NotMade,
    /// The cell is several protected ones, added up.
    Blocks,
    /// The cell is a total that is the sum of the values shown.
    Total,
    /// The cell may be a large area, which is shown as it is.
    Large,
    /// The table has no such cell.
    NoCell,
    /// The explanations of a sealed cube have another level.
    Level,
    /// The truth behind the table, where it was not asked for, or is not there.
    NoTruth,
    /// Nothing is published like this, by any count, or by a count of the table where these are the prior.
    Never,
    /// More counts than are looked at can be behind it.
    TooMany,
}

/// For each error, in order, its code and what it says.
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

    /// Whether the question is understood and refused, rather than wrong.
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
