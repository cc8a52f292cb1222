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

/// What became of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The first figure exceeds the limit.
    Exceeds,
    /// The first figure is within the limit, and the attack tested its cases.
    Within,
    /// Hidden cells or a missing input kept the attack from testing its cases.
    NotTested,
    /// No case of the kind exists: the first figure is 0 of 0. This is a result, not a missing test.
    NothingAtRisk,
}

impl Outcome {
    /// The outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exceeds => "exceeds its limit",
            Self::Within => "within its limit",
            Self::NotTested => "not tested",
            Self::NothingAtRisk => "nothing at risk",
        }
    }
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
    /// How the attacker reaches the claim. Only for a report that may disclose true counts, because a right claim
    /// discloses a true count.
    pub steps: Vec<Step>,
}

/// A step of an attacker: the cells that the attacker looks at, and what follows from their values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// One or two sentences.
    pub says: String,
    /// The published cells that the attacker looks at.
    pub cells: Vec<StepCell>,
}

/// A published cell of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StepCell {
    /// The axes of the cell's view, such as `age:band`.
    pub axes: Vec<String>,
    /// The cell's code on each axis.
    pub codes: Vec<String>,
    /// The published value, or `None` for a hidden value.
    pub value: Option<i64>,
}

impl Step {
    /// A step without cells.
    pub fn new(says: impl Into<String>) -> Self {
        Self { says: says.into(), cells: Vec::new() }
    }

    /// Adds the cells of the step.
    pub fn with(mut self, cells: impl IntoIterator<Item = StepCell>) -> Self {
        self.cells.extend(cells);
        self
    }
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
    /// The result of the finding. A finding over its limit is a result, even if a part of its cases was not tested.
    pub fn outcome(&self) -> Outcome {
        match (&self.blocked, self.figures.first()) {
            _ if !self.passes() => Outcome::Exceeds,
            (Some(_), _) => Outcome::NotTested,
            (None, Some((_, Figure::Share { all: 0, .. }))) => Outcome::NothingAtRisk,
            (None, _) => Outcome::Within,
        }
    }

    /// Why the finding was not tested, or not for all its cases.
    pub fn untested(&self) -> Option<&str> {
        self.blocked.as_deref()
    }

    /// Joins findings of one attack on several releases or cubes, each with the name of the release or cube. The result
    /// is the finding with the largest first figure, and names the findings that were not tested, with the reasons.
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

    /// Whether the attack tested cases: its first figure is a result.
    pub fn is_tested(&self) -> bool {
        matches!(self.outcome(), Outcome::Exceeds | Outcome::Within)
    }

    /// Whether the first figure is within the limit.
    pub fn passes(&self) -> bool {
        self.figures.first().is_none_or(|(_, figure)| figure.value() <= self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(figure: Figure, blocked: Option<&str>) -> Finding {
        Finding {
            name: "equality",
            says: String::new(),
            figures: vec![("first", figure)],
            limit: 0.1,
            blocked: blocked.map(str::to_owned),
            example: None,
            remedy: "",
        }
    }

    /// "Nothing at risk" counts as a result. A test that hidden cells block does not.
    #[test]
    fn outcomes_of_findings() {
        let share = |of, all| Figure::Share { of, all };
        for (figure, blocked, outcome, is_tested) in [
            (share(1, 50), None, Outcome::Within, true),
            (share(9, 50), None, Outcome::Exceeds, true),
            (share(0, 0), None, Outcome::NothingAtRisk, false),
            (Figure::Count(0), None, Outcome::Within, true),
            (share(1, 50), Some("cells are hidden"), Outcome::NotTested, false),
            (share(0, 0), Some("cells are hidden"), Outcome::NotTested, false),
            (share(9, 50), Some("cells are hidden"), Outcome::Exceeds, true),
        ] {
            let finding = finding(figure, blocked);
            assert_eq!((finding.outcome(), finding.is_tested()), (outcome, is_tested), "{finding:?}");
            assert_eq!(finding.untested(), blocked);
        }
    }

    /// Of several comparisons, one that found no case gives no reason.
    #[test]
    fn reasons_are_those_of_blocked_comparisons() {
        let named = |all: &[(&str, Figure, Option<&str>)]| {
            let named = all.iter().map(|&(name, figure, blocked)| (name.to_owned(), finding(figure, blocked)));
            Finding::worst(named.collect()).expect("a finding")
        };
        let (none, some) = (Figure::Share { of: 0, all: 0 }, Figure::Share { of: 1, all: 50 });
        let found = named(&[("a", none, None), ("b", some, None)]);
        assert_eq!((found.outcome(), found.untested()), (Outcome::Within, None));
        let found = named(&[("a", none, Some("other people")), ("b", some, None)]);
        assert_eq!((found.outcome(), found.untested()), (Outcome::NotTested, Some("a: other people")));
    }
}
