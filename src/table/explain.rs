//! Defines the answer to a query for an explanation, and the errors for a value without an explanation.

use std::fmt;

use super::need::Need;
use crate::protect::{Distribution, Explanation};

/// The explanation, or the files to load first.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The files to load before the query can be answered.
    Missing(Vec<Need>),
    /// The explanation.
    Explained(Explanation),
    /// The explanations of several values.
    Distributions(Distributions),
}

/// The explanations of several values. From [`end`](Self::end) on, explanations repeat, so a value `v` of `end` or more
/// stands here as the smaller value `v - k * period` that is below `end`. All counts of its explanation are then smaller
/// by `k * period`.
#[derive(Debug, Clone, PartialEq)]
pub struct Distributions {
    /// The value from which explanations repeat.
    pub end: u64,
    /// Distance after which the explanations repeat.
    pub period: u64,
    /// The explanations, by ascending value. A value that no count can have is missing, and so is a value that too many
    /// counts can have.
    pub values: Vec<Distribution>,
    /// The explanation of a suppressed cell, if it was requested and if the method suppresses cells.
    pub suppressed: Option<Distribution>,
}

impl Distributions {
    /// All numbers in one list, for JavaScript: `end`, `period`, then for each value: the value (-1 for a suppressed cell),
    /// `low`, `high`, `probability`, `least`, `most`, `likeliest`, `likeliest_probability`, `evidence`, the number of
    /// listed probabilities, and these probabilities. A list takes less code than objects.
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![self.end as f64, self.period as f64];
        for Distribution { explanation: of, evidence, probabilities } in self.suppressed.iter().chain(&self.values) {
            numbers.push(of.value.map_or(-1.0, |value| value as f64));
            numbers.extend([of.low as f64, of.high as f64, of.probability, of.least as f64, of.most as f64]);
            numbers.extend([of.likeliest as f64, of.likeliest_probability, *evidence, probabilities.len() as f64]);
            numbers.extend(probabilities);
        }
        numbers
    }
}

/// The value below `end` that has the explanation of `value`, apart from whole periods.
pub(super) fn smaller(value: u64, end: u64, period: u64) -> u64 {
    match value.checked_sub(end) {
        Some(beyond) => value - (beyond / period + 1) * period,
        None => value,
    }
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
