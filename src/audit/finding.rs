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
    /// Why the attack could not test most of its cases, for example because their cells are suppressed.
    pub blocked: Option<String>,
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
    /// Why the finding tested nothing: the reason in `blocked`, or a first figure whose denominator is 0.
    pub fn untested(&self) -> Option<&str> {
        match self.figures.first() {
            Some((_, Figure::Share { all: 0, .. })) => {
                Some(self.blocked.as_deref().unwrap_or("there was nothing to test"))
            }
            _ => self.blocked.as_deref(),
        }
    }

    /// Joins findings of one attack on several releases or cubes, each with its name: the finding with the largest first
    /// figure, and the reasons why others were not tested.
    pub fn worst(named: Vec<(String, Self)>) -> Option<Self> {
        let many = named.len() > 1;
        let reason = |(name, finding): &(String, Self)| finding.untested().map(|reason| format!("{name}: {reason}"));
        let reasons: Vec<String> = named.iter().filter_map(reason).collect();
        let first = |finding: &Self| finding.figures.first().map_or(0.0, |(_, figure)| figure.value());
        // Of equal figures, the first tested one.
        let best = |a: &(String, Self), b: &(String, Self)| {
            first(&a.1).total_cmp(&first(&b.1)).then(a.1.is_tested().cmp(&b.1.is_tested()))
        };
        let (name, mut finding) = named.into_iter().rev().max_by(best)?;
        if many {
            finding.says = format!("The worst comparison is that with {name}. {}", finding.says);
            finding.blocked = (!reasons.is_empty()).then(|| reasons.join("; "));
        }
        Some(finding)
    }

    /// Whether the attack tested anything.
    pub fn is_tested(&self) -> bool {
        self.untested().is_none()
    }

    /// Whether the first figure is within the limit.
    pub fn passes(&self) -> bool {
        self.figures.first().is_none_or(|(_, figure)| figure.value() <= self.limit)
    }
}
