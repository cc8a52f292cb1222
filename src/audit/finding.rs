//! What an attack found, in a form that a report can show and a limit can judge.

use serde::Serialize;

/// The result of one attack.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Names the attack, and its limit in a specification: `reconstruction`, `key-algebra`.
    pub name: &'static str,
    /// What was tried and what came out, in one or two sentences for the person who signs the release.
    pub says: String,
    /// Figures with their names, the one that the limit is about first.
    pub figures: Vec<(&'static str, Figure)>,
    /// The largest value of the first figure with which the release passes.
    pub limit: f64,
    /// Where it can be seen.
    pub example: Option<Example>,
    /// What to change in the specification.
    pub remedy: &'static str,
}

/// A number with what it is a number of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// So many of something.
    Count(u64),
    /// So many of so many; a limit is about the quotient.
    Share {
        /// How many.
        of: u64,
        /// Of how many.
        all: u64,
    },
    /// A measure of another kind: a probability, a standard deviation.
    Number(f64),
}

/// A query that shows a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Example {
    /// What to ask, and what is then published.
    pub published: String,
    /// What is behind it, for a report that may say so.
    pub truth: String,
}

impl Figure {
    /// The number that a limit is compared with; 0 of nothing is 0.
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
    /// Whether there was anything to try it on.
    pub fn is_tested(&self) -> bool {
        !matches!(self.figures.first(), Some((_, Figure::Share { all: 0, .. })))
    }

    /// Whether the first figure is within the limit.
    pub fn passes(&self) -> bool {
        self.figures.first().is_none_or(|(_, figure)| figure.value() <= self.limit)
    }
}
