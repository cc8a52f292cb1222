//! The verdict of a report: which findings were tested, and what the verdict does not cover.

use super::Report;
use crate::audit::{Finding, Outcome};

/// Why composition and churn are not missing.
pub(super) const FIRST_RELEASE: &str = "first release, says the publisher";

impl Report {
    /// Whether the audit passes: every finding is within its limit, and at least one was tested. A cube without records
    /// does not pass, because no attack can find anything in it.
    pub fn passes(&self) -> bool {
        self.exceeding().is_empty() && self.tested() > 0 && !self.is_empty
    }

    /// Returns the names of the findings that exceed their limits.
    pub fn exceeding(&self) -> Vec<&'static str> {
        self.named(Outcome::Exceeds)
    }

    /// Returns the names of the findings with nothing at risk: no case of their kind exists.
    pub fn nothing_at_risk(&self) -> Vec<&'static str> {
        self.named(Outcome::NothingAtRisk)
    }

    /// Returns what was not tested, with the reasons: attacks that hidden cells or missing inputs blocked, and attacks that
    /// did not run.
    pub fn untested(&self) -> Vec<(&'static str, &str)> {
        let blocked = self.findings.iter().filter_map(|finding| Some((finding.name, finding.untested()?)));
        blocked.chain(self.not_run.iter().copied()).collect()
    }

    /// Returns the names of what was not tested although it could be: blocked findings, and attacks whose missing input
    /// the caller could give. The sealed cube does not exist yet while a keyed cube is audited.
    pub fn missing(&self) -> Vec<&'static str> {
        let is_blocked = |name| self.findings.iter().any(|finding| finding.name == name);
        let is_missing = |name| is_blocked(name) || self.can_be_given(name);
        self.untested().into_iter().map(|(name, _)| name).filter(|name| is_missing(*name)).collect()
    }

    /// The verdict in one word, for headings.
    pub(super) fn word(&self) -> &'static str {
        if self.passes() { "PASS" } else { "FAIL" }
    }

    /// The sentence after the word of the verdict.
    pub(in crate::audit) fn sentence(&self) -> String {
        let (exceeding, tested) = (self.exceeding(), self.tested());
        let findings = match (exceeding.len(), tested) {
            (0, 0) => "no finding was tested.".to_owned(),
            (0, 1) => "the only tested finding is within its limit.".to_owned(),
            (0, _) => format!("all {tested} tested findings are within their limits."),
            (few, _) => format!("{few} of {tested} tested findings exceed their limits: {}.", exceeding.join(", ")),
        };
        let empty = "the cube has no records, so no attack can find anything.";
        match (self.is_empty, exceeding.is_empty()) {
            (true, true) => empty.to_owned(),
            (true, false) => format!("{empty} {findings}"),
            (false, _) => findings,
        }
    }

    /// The number of tested findings.
    fn tested(&self) -> usize {
        self.findings.iter().filter(|finding| finding.is_tested()).count()
    }

    fn named(&self, outcome: Outcome) -> Vec<&'static str> {
        self.findings.iter().filter(|finding| finding.outcome() == outcome).map(|finding| finding.name).collect()
    }

    /// Returns the findings, with the findings above their limits first.
    pub(super) fn worst_first(&self) -> impl Iterator<Item = &Finding> {
        let (failed, passed): (Vec<_>, Vec<_>) = self.findings.iter().partition(|finding| !finding.passes());
        failed.into_iter().chain(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Caller, Figure};
    use crate::cube::Release;

    /// A report with one finding of each outcome.
    fn report(release: Release) -> Report {
        let share = |of, all| Figure::Share { of, all };
        let finding = |name, figure, blocked: Option<&str>| Finding {
            name,
            says: String::new(),
            figures: vec![("first", figure)],
            limit: 0.1,
            blocked: blocked.map(str::to_owned),
            example: None,
            remedy: "",
        };
        let mut report = Report::about("sample", release, 1);
        report.findings = vec![
            finding("posterior", share(1, 50), None),
            finding("equality", share(0, 9), Some("cells are hidden")),
            finding("hidden-presence", share(0, 0), None),
            finding("differencing", share(0, 0), None),
        ];
        report
    }

    #[test]
    fn verdict_counts_tested_findings_only() {
        let mut report = report(Release::Keyed);
        assert_eq!(report.sentence(), "the only tested finding is within its limit.");
        assert_eq!(report.nothing_at_risk(), ["hidden-presence", "differencing"]);
        assert_eq!(report.untested(), [("equality", "cells are hidden")]);
        let text = report.to_markdown(false);
        let top = "# Audit of sample: PASS\n\n**PASS**: the only tested finding is within its limit.\n\n\
                   **Not tested.** The verdict does not cover these attacks:\n\n- equality: cells are hidden\n\n\
                   **Nothing at risk.** No case of this kind exists for: hidden-presence, differencing.\n\nAn audit";
        assert!(text.starts_with(top), "{text}");
        for heading in ["equality: not tested", "posterior: within its limit", "differencing: nothing at risk"] {
            assert!(text.contains(&format!("\n## {heading}\n")), "{text}");
        }
        let page = report.to_html(false);
        assert!(page.contains("<p>No case of this kind exists for: hidden-presence, differencing.</p>"), "{page}");
        assert!(page.contains("<td class=\"none\">nothing at risk</td>"));
        report.findings[0].limit = 0.0;
        assert_eq!((report.word(), report.exceeding()), ("FAIL", vec!["posterior"]));
        assert_eq!(report.sentence(), "1 of 1 tested findings exceed their limits: posterior.");
        report.findings.remove(0);
        assert_eq!((report.word(), report.sentence().as_str()), ("FAIL", "no finding was tested."));
    }

    /// The sealed cube does not exist before the release. An earlier release is missing, unless this one is the first.
    #[test]
    fn missing_is_what_the_caller_could_give() {
        let with = |release, is_first_release| {
            let report = Report { is_first_release, ..report(release) };
            report.with_not_run(Caller::CommandLine)
        };
        assert_eq!(with(Release::Keyed, false).missing(), ["equality", "composition", "churn"]);
        assert_eq!(with(Release::Keyed, true).missing(), ["equality"]);
        assert_eq!(with(Release::Sealed, true).missing(), ["equality", "leak-test", "rebuild", "views"]);
        let text = with(Release::Keyed, true).to_markdown(false);
        assert!(
            text.contains("\n**No earlier release.** composition, churn: first release, says the publisher.\n"),
            "{text}"
        );
        let page = with(Release::Keyed, true).to_html(false);
        assert!(page.contains("<p>composition, churn: first release, says the publisher.</p>"), "{page}");
        assert!(!with(Release::Keyed, false).to_markdown(false).contains(FIRST_RELEASE));
    }

    #[test]
    fn cube_without_records_does_not_pass() {
        let report = Report { is_empty: true, ..report(Release::Keyed) };
        assert!(!report.passes() && report.exceeding().is_empty());
        let expected =
            "# Audit of sample: FAIL\n\n**FAIL**: the cube has no records, so no attack can find anything.\n\n";
        assert!(report.to_markdown(false).starts_with(expected));
    }
}
