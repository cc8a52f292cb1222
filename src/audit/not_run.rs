//! Lists the attacks that did not run because an input is missing, in the words of the caller.

use super::{Report, remedy};
use crate::cube::Release;

/// Who runs an audit. The reasons why an attack did not run name inputs as this caller gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// `cellveil audit`.
    CommandLine,
    /// The search for views that pass, `cellveil audit --suggest`.
    Suggestion,
    /// `audit` of `cellveil/audit.js`.
    JavaScript,
}

/// The attacks that need a further input besides the published cells and the truth.
const NAMES: [&str; 5] = ["leak-test", "rebuild", "views", "composition", "churn"];

/// What the audit of a preprotected cube leaves out. Nothing that the caller could give changes that.
const OF_PREPROTECTED: [(&str, &str); 6] = [
    ("posterior", "attackers who reason about the steps are not tested: every count is read as it is"),
    ("leak-test", "searches sealed cubes only"),
    ("rebuild", "needs the records: build the cube again with `cellveil tile`, and compare the files"),
    ("overlap", "compares sealed cubes only"),
    ("composition", "compares sealed releases only"),
    ("churn", "compares sealed releases only"),
];

impl Report {
    /// Lists the attacks on files and on earlier releases that did not run, each with the missing input. Also rewrites
    /// remedies, so that they name inputs as the caller gives them.
    #[must_use]
    pub fn with_not_run(mut self, caller: Caller) -> Self {
        self.findings.iter_mut().for_each(|finding| remedy::for_caller(finding, caller));
        let ran = |name: &str| self.findings.iter().any(|finding| finding.name == name);
        let is_sealed = self.class == Release::Sealed;
        let is_needed = |name: &&str| !(self.is_first_release && of_releases(name));
        if self.class == Release::Preprotected {
            self.not_run = OF_PREPROTECTED.into_iter().filter(|(name, _)| is_needed(name)).collect();
            return self;
        }
        let missing = NAMES.into_iter().filter(|name| !ran(name)).filter(is_needed);
        self.not_run = missing.map(|name| (name, reason(name, is_sealed, caller))).collect();
        self
    }

    /// Whether the caller could give the input that an attack needs.
    pub(super) fn can_be_given(&self, name: &str) -> bool {
        match self.class {
            Release::Sealed => true,
            Release::Keyed => of_releases(name),
            Release::Preprotected => false,
        }
    }

    /// Names the attacks that compare releases and did not run, because the publisher says that this release is the first.
    pub(super) fn not_needed(&self) -> Vec<&'static str> {
        let is_not_needed =
            |name: &&str| of_releases(name) && !self.findings.iter().any(|finding| finding.name == *name);
        NAMES.into_iter().filter(|_| self.is_first_release).filter(is_not_needed).collect()
    }
}

/// Whether an attack compares releases.
fn of_releases(name: &str) -> bool {
    matches!(name, "composition" | "churn")
}

/// Returns the input that an attack needs. The audited cube is sealed or keyed.
fn reason(name: &str, is_sealed: bool, caller: Caller) -> &'static str {
    use Caller::{CommandLine, JavaScript, Suggestion};
    match (name, caller) {
        ("composition" | "churn", CommandLine) => "needs an earlier release (--against)",
        ("composition" | "churn", Suggestion) => "needs an earlier release; audit the suggested section with --against",
        ("composition" | "churn", JavaScript) => "needs an earlier release (against)",
        ("rebuild", JavaScript) => "only the command line builds the sealed cube again (cellveil audit --spec)",
        (_, CommandLine | Suggestion) if !is_sealed => "the cube is keyed; audit the sealed cube",
        (_, JavaScript) if !is_sealed => "the cube is keyed; audit the sealed cube (sealed)",
        (_, JavaScript) => "needs the views that may be published (publish)",
        (_, CommandLine | Suggestion) => "needs the specification of the sealed cube (--spec)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Finding;

    fn reasons(class: Release, caller: Caller) -> Vec<&'static str> {
        let report = Report::about("sample", class, 1).with_not_run(caller);
        assert_eq!(report.not_run.iter().map(|(name, _)| *name).collect::<Vec<_>>(), NAMES);
        report.not_run.into_iter().map(|(_, why)| why).collect()
    }

    /// Options of the command line start with two dashes. JavaScript has names in an object, and one reference to the command.
    #[test]
    fn reasons_name_inputs_of_the_caller_only() {
        for class in [Release::Keyed, Release::Sealed] {
            for why in reasons(class, Caller::JavaScript) {
                assert!(!why.contains("--") || why.contains("only the command line"), "{why}");
                let is_named = ["(sealed)", "(publish)", "(against)"].iter().any(|name| why.ends_with(name));
                assert!(is_named || why.contains("only the command line"), "{why}");
            }
            for why in reasons(class, Caller::CommandLine) {
                assert!(why.contains("(--") || why == "the cube is keyed; audit the sealed cube", "{why}");
            }
        }
        // The search refuses --against, and takes no sealed cube.
        let found = reasons(Release::Keyed, Caller::Suggestion);
        assert_eq!(found[..3], ["the cube is keyed; audit the sealed cube"; 3]);
        assert!(found[3..].iter().all(|why| why.ends_with("audit the suggested section with --against")), "{found:?}");
    }

    /// A keyed cube lacks the sealed cube, whatever the specification. A sealed cube lacks the specification.
    #[test]
    fn reasons_name_what_is_missing() {
        let [keyed, sealed] = [Release::Keyed, Release::Sealed].map(|class| reasons(class, Caller::CommandLine));
        assert_eq!(keyed[1], "the cube is keyed; audit the sealed cube");
        assert_eq!(sealed[1], "needs the specification of the sealed cube (--spec)");
        assert_eq!((keyed[3], sealed[4]), (sealed[3], keyed[4]));
    }

    /// A remedy that needs other inputs names them as the caller gives them.
    #[test]
    fn remedies_name_inputs_of_the_caller_only() {
        let remedy = |caller| {
            let finding = Finding {
                name: "exact-totals",
                says: String::new(),
                figures: Vec::new(),
                limit: 0.0,
                blocked: None,
                example: None,
                remedy: remedy::OTHER_DRAWS,
            };
            let mut report = Report::about("sample", Release::Sealed, 1);
            report.findings.push(finding);
            report.with_not_run(caller).findings[0].remedy
        };
        assert!(remedy(Caller::CommandLine).contains("(--truth, --spec)"));
        let own = remedy(Caller::JavaScript);
        assert!(own.contains("(truth, ") && own.contains("salt and method)") && !own.contains("--"), "{own}");
    }
}
