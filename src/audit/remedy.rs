//! Remedies that depend on the method: a cube without a p-table cannot use another p-table.

use super::{Caller, Finding};
use crate::protect::{MethodKind, MethodSpec};

/// The keys, the salt or the method of an audit are not those of the build.
pub(super) const OTHER_DRAWS: &str = "Repeat the audit with the keyed cube, the salt and the method of the build. If they \
                                      are those of the build, build the sealed cube again, and change no value \
                                      afterwards.";

/// Names the inputs of a remedy as the caller gives them.
pub(super) fn for_caller(finding: &mut Finding, caller: Caller) {
    if finding.remedy == OTHER_DRAWS {
        finding.remedy = match caller {
            Caller::CommandLine | Caller::Suggestion => {
                "Repeat the audit with the keyed cube and the specification of the build (--truth, --spec). If they are \
                 those of the build, build the sealed cube again, and change no value afterwards."
            }
            Caller::JavaScript => {
                "Repeat the audit with the keyed cube and the specification of the build (truth, and from the \
                 specification salt and method). If they are those of the build, build the sealed cube again, and change \
                 no value afterwards."
            }
        };
    }
}

/// Returns the remedy "fewer views or larger noise", in the words of the method.
pub(super) fn fewer_views_or_more_noise(method: &MethodSpec) -> &'static str {
    match method.kind {
        MethodKind::CellKey { .. } => {
            "Publish fewer views (lower publish.max_dimensions, or add publish.never_together) or coarser codes, or use a \
             p-table with a larger variance."
        }
        MethodKind::RandomRounding { .. } | MethodKind::ThresholdRounding { .. } => {
            "Publish fewer views (lower publish.max_dimensions, or add publish.never_together) or coarser codes, or \
             round to a larger base."
        }
        MethodKind::SmallCell { .. } => {
            "Publish fewer views (lower publish.max_dimensions, or add publish.never_together) or coarser codes, or use a \
             larger x."
        }
        MethodKind::TransitionMatrix { .. } => {
            "Publish fewer views (lower publish.max_dimensions, or add publish.never_together) or coarser codes, or use a \
             matrix that moves more counts."
        }
        MethodKind::Table(_) => {
            "Publish fewer views (lower publish.max_dimensions, or add publish.never_together) or coarser codes, or use a \
             larger base or threshold."
        }
        MethodKind::None => "Use a method that changes counts: kind = \"none\" publishes the true counts.",
    }
}

/// Returns the remedy for values whose possible counts have a gap.
pub(super) fn no_gaps(method: &MethodSpec) -> &'static str {
    match method.kind {
        MethodKind::CellKey { .. } => {
            "Use a p-table in which every noise between the smallest and the largest has a positive probability. \
             `cellveil ptable check` names the rows with gaps."
        }
        MethodKind::TransitionMatrix { .. } => {
            "Use a matrix in which every position between the smallest and the largest of a row has a positive \
             probability."
        }
        _ => "Use other parameters or another method, so that the possible counts of each value have no gap.",
    }
}

/// Returns the remedy for certain zeros: a zero must also be possible for other counts.
pub(super) fn uncertain_zeros(method: &MethodSpec) -> &'static str {
    match method.kind {
        MethodKind::CellKey { .. } => {
            "Use noise that can turn a small count into 0, or zeros = \"category-keys\" with a p-table that has a row \
             0. Category keys do not hide who is present: the other values of a line disclose most added values."
        }
        _ => "Use a method that can turn a small count into 0, such as random rounding or a cell-key p-table.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protect::Parameters;

    /// No remedy names a part that the method does not have.
    #[test]
    fn remedies_fit_the_method() {
        let all: [fn(&MethodSpec) -> &'static str; 3] = [fewer_views_or_more_noise, no_gaps, uncertain_zeros];
        for (json, word) in [
            (r#"{ "kind": "cell-key", "ptable": "p" }"#, "larger variance"),
            (r#"{ "kind": "random-rounding", "base": 5 }"#, "larger base"),
            (r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, "larger base"),
            (r#"{ "kind": "small-cell", "x": 2 }"#, "larger x"),
            (r#"{ "kind": "transition-matrix", "matrix": [[1, 0], [0.5, 0.5]], "cap": 1 }"#, "a matrix"),
            (r#"{ "kind": "none" }"#, "changes counts"),
        ] {
            let method = MethodSpec::new("m", &Parameters::from_json(json).expect("JSON")).expect("a method");
            assert!(fewer_views_or_more_noise(&method).contains(word), "{json}");
            let wants_ptable = |remedy: &fn(&MethodSpec) -> &'static str| remedy(&method).contains("p-table with");
            assert_eq!(all.iter().any(wants_ptable), method.ptable().is_some(), "{json}");
        }
    }
}
