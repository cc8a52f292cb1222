//! Lists the names of all findings. A name in a limit has `_` for `-`.

use super::run::AuditError;
use crate::base::Quoted;

/// The names of all findings, in the order of the report. Not every report has all of them.
pub const FINDINGS: &[&str] = &[
    "leak-test",
    "views",
    "rebuild",
    "record-keys",
    "reconstruction",
    "posterior",
    "hidden-presence",
    "profiles",
    "equality",
    "key-algebra",
    "near-zero-keys",
    "averaging",
    "differencing",
    "overlap",
    "largest-noise",
    "impossible-values",
    "certain-zeros",
    "exact-totals",
    "consistency",
    "hidden-elsewhere",
    "composition",
    "churn",
];

/// The names of the findings that only a preprotected cube has. Its other findings are `profiles` and `equality`.
pub const FIRST_LAYER_FINDINGS: &[&str] = &["small-cells", "kept-tables", "true-uniques", "real-cells", "cell-keys"];

/// Refuses limits for names that no finding has.
pub(super) fn check_limits(limits: &[(String, f64)]) -> Result<(), AuditError> {
    let names = FINDINGS.iter().chain(FIRST_LAYER_FINDINGS);
    let is_known = |limit: &str| names.clone().any(|name| name.replace('-', "_") == limit);
    match limits.iter().find(|(limit, _)| !is_known(limit)) {
        Some((limit, _)) => {
            Err(AuditError::Choice(format!("limits: {}; expected the name of a finding", Quoted(limit))))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;
    use crate::audit::{Caller, Finest, Report, attacks, hidden_elsewhere};
    use crate::cube::Release;
    use crate::protect::Status;

    /// The attacks that run, and the attacks that a report lists as not run, are all findings.
    #[test]
    fn every_finding_has_its_name_in_the_list() {
        let sample = Sample::drawn(&[3, 4], 300, 1);
        let (mut evidence, (counts, keys)) = (sample.pairs(), sample.finest());
        let finest = Finest { counts: &counts, keys: &keys };
        let mut report = Report::about("sample", Release::Keyed, 1);
        report.findings = attacks(&evidence, finest, &[], 1, &mut |_| {});
        assert!(hidden_elsewhere(&evidence).is_none());
        evidence.views[1].status[0] = Status::Blocked;
        report.findings.extend(hidden_elsewhere(&evidence));
        let report = report.with_not_run(Caller::CommandLine);
        let ran = report.findings.iter().map(|finding| finding.name);
        let mut names: Vec<&str> = ran.chain(report.not_run.iter().map(|(name, _)| *name)).collect();
        let mut listed = FINDINGS.to_vec();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(names, listed);
    }

    #[test]
    fn limits_need_the_name_of_a_finding() {
        let check = |name: &str| check_limits(&[("equality".to_owned(), 0.1), (name.to_owned(), 0.1)]);
        assert_eq!(check("hidden_elsewhere"), Ok(()));
        for unknown in ["nothing", "hidden-elsewhere", ""] {
            let error = check(unknown).expect_err("an unknown name");
            assert_eq!(error.to_string(), format!("limits: \"{unknown}\"; expected the name of a finding"));
            assert_eq!(error.code(), "bad-audit");
        }
    }
}
