//! Defines a finding: the result of an attack, with figures, a limit and a remedy.

use serde::Serialize;

/// The result of one attack.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Names the attack, and its limit in a specification: `reconstruction`, `key-algebra`.
    pub name: &'static str,
    /// The attack and its result, in one or two sentences for the person who signs the release.
    pub says: String,
    /// Figures with their names. The limit applies to the first.
    pub figures: Vec<(&'static str, Figure)>,
    /// Largest value of the first figure with which the release passes.
    pub limit: f64,
    /// A query that shows the finding.
    pub example: Option<Example>,
    /// The change of the specification that helps.
    pub remedy: &'static str,
}

/// A figure of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number.
    Count(u64),
    /// A share. A limit applies to the quotient.
    Share {
        /// Numerator.
        of: u64,
        /// Denominator.
        all: u64,
    },
    /// A measure of another kind: a probability, a standard deviation.
    Number(f64),
}

/// A query that shows a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Example {
    /// The query, and its published values.
    pub published: String,
    /// The true counts, for a report that may disclose them.
    pub truth: String,
}

impl Figure {
    /// The number to compare with a limit; 0 of 0 counts as 0.
    pub fn value(self) -> f64 {
        match self {
            Self::Count(count) => count as f64,
            Self::Share { all: 0, .. } => 0.0,
            Self::Share { of, all } => of as f64 / all as f64,
            Self::Number(number) => number,
        }
    }
}

impl Finding {
    /// Whether the attack had anything to test.
    pub fn is_tested(&self) -> bool {
        !matches!(self.figures.first(), Some((_, Figure::Share { all: 0, .. })))
    }

    /// Whether the first figure is within the limit.
    pub fn passes(&self) -> bool {
        self.figures.first().is_none_or(|(_, figure)| figure.value() <= self.limit)
    }
}
