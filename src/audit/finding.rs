//! Defines a finding: the result of an attack, with figures, a limit and a remedy.

use serde::Serialize;

/// The result of one attack.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The attack's name, such as `reconstruction` or `key-algebra`. A specification uses this name for the limit.
    pub name: &'static str,
    /// A few sentences about the attack and its result, for the person who signs the release.
    pub says: String,
    /// Figures with their names. The limit applies to the first figure.
    pub figures: Vec<(&'static str, Figure)>,
    /// Maximum value of the first figure with which the release passes.
    pub limit: f64,
    /// A published case that shows the finding.
    pub example: Option<Example>,
    /// The change to the specification that lowers the first figure.
    pub remedy: &'static str,
}

/// A figure of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number.
    Count(u64),
    /// A share. The limit applies to the quotient.
    Share {
        /// Numerator.
        of: u64,
        /// Denominator.
        all: u64,
    },
    /// Another kind of figure, such as a probability or a standard deviation.
    Number(f64),
}

/// A published case that shows a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Example {
    /// The published case, usually a cell and its value.
    pub published: String,
    /// The true counts, for a report that may disclose them.
    pub truth: String,
}

impl Figure {
    /// Returns the number to compare with a limit. A share of 0 of 0 is 0.
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
    /// Whether the attack had anything to test: false if the denominator of the first figure is 0.
    pub fn is_tested(&self) -> bool {
        !matches!(self.figures.first(), Some((_, Figure::Share { all: 0, .. })))
    }

    /// Whether the first figure is within the limit.
    pub fn passes(&self) -> bool {
        self.figures.first().is_none_or(|(_, figure)| figure.value() <= self.limit)
    }
}
