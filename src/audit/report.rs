//! Writes the report of an audit: JSON for programs, Markdown to read, and HTML to print and sign.

mod html;
mod json;
mod markdown;
mod verdict;
mod words;

use super::{Finding, Scored};
use crate::cube::{Cube, Release};
use crate::table::ReceiptHash;
pub(super) use json::{figure_json, finding_json, number, original_json};
pub(super) use words::{figure_words, limit_of, line};

/// The caveat in every report.
pub const CAVEAT: &str = "An audit bounds the risk from below. Every risk that the audit finds exists. Other risks may \
                          exist too. A passed audit does not prove that a cube is safe, and does not replace \
                          judgement.";

/// All findings about a cube.
#[derive(Debug, Clone)]
pub struct Report {
    /// The cube's id.
    pub cube: String,
    /// The release class of the cube.
    pub class: Release,
    /// The cube's method in words, from [`MethodSpec::text`](crate::protect::MethodSpec::text).
    pub method: String,
    /// The names of the published views, from [`Evidence::view_names`](super::Evidence::view_names).
    pub views: Vec<String>,
    /// The seed of the attacks, if they draw random numbers.
    pub seed: Option<u64>,
    /// The findings, in the order of the attacks.
    pub findings: Vec<Finding>,
    /// The attacks that did not run, each with the input that is missing.
    pub not_run: Vec<(&'static str, &'static str)>,
    /// Whether the publisher says that there is no earlier release. Then composition and churn are not missing.
    pub is_first_release: bool,
    /// Whether the keyed cube has no records, so that no attack can find anything.
    pub is_empty: bool,
    /// Limits of the specification that replace defaults. Names have `_` for `-`.
    pub limits: Vec<(String, f64)>,
    /// The unchanged records that score the claims, if records were changed before they were counted.
    pub original: Option<Scored>,
    /// The digests of the audited files, for the person who signs.
    pub digests: Digests,
}

/// The digests that identify what was audited. Only the HTML report shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Digests {
    /// The digest at the end of the audited cube's manifest, if the digest discloses nothing.
    pub cube: Option<String>,
    /// The keyed hash of this digest, as in receipts of version 2. The digest of a small cube with confidential true counts
    /// would disclose them to whoever tries all possible cubes.
    pub cube_keyed: Option<String>,
    /// The SHA-256 of the specification's file.
    pub specification: Option<String>,
}

impl Digests {
    /// The digest of a cube, in the form that its receipts have. A confidential keyed cube with a short salt has none.
    pub fn of(cube: &Cube) -> Self {
        match ReceiptHash::of(cube) {
            Ok(hash @ ReceiptHash::Open) => Self { cube: Some(hash.apply(&cube.digest)), ..Self::default() },
            Ok(hash @ ReceiptHash::Keyed(_)) => Self { cube_keyed: Some(hash.apply(&cube.digest)), ..Self::default() },
            Err(_) => Self::default(),
        }
    }
}

impl Report {
    /// Sets limits of the specification. Their names are the names of the findings with `_` for `-`.
    #[must_use]
    pub fn with_limits(mut self, limits: &[(String, f64)]) -> Self {
        set_limits(&mut self.findings, limits);
        self.limits = limits.to_vec();
        self
    }

    /// Whether the specification sets the limit of a finding.
    fn is_limit_set(&self, finding: &Finding) -> bool {
        let key = finding.name.replace('-', "_");
        self.limits.iter().any(|(name, _)| *name == key)
    }
}

/// Sets limits by the names of findings, with `_` for `-`.
pub(super) fn set_limits(findings: &mut [Finding], limits: &[(String, f64)]) {
    for finding in findings {
        let key = finding.name.replace('-', "_");
        if let Some((_, limit)) = limits.iter().find(|(name, _)| *name == key) {
            finding.limit = *limit;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::audit::{Example, Figure};

    fn report() -> Report {
        let finding = |name, figure, limit, example| Finding {
            name,
            says: format!("The result of {name}."),
            figures: vec![("first", figure), ("second", Figure::Number(1.0 / 3.0))],
            limit,
            blocked: None,
            example,
            remedy: "Use another specification.",
        };
        let example = Example {
            published: "a = | *b*\nc: published 3".into(),
            truth: "the count is 41".into(),
            steps: Vec::new(),
        };
        Report {
            cube: "demo".into(),
            class: Release::Sealed,
            method: "Each count is changed.".into(),
            views: vec!["the whole population".into(), "a × b".into()],
            is_first_release: false,
            is_empty: false,
            seed: Some(7),
            findings: vec![
                finding("equality", Figure::Share { of: 1, all: 50 }, 0.05, None),
                finding("key-algebra", Figure::Count(2), 1.5, Some(example)),
            ],
            not_run: vec![("composition", "no earlier release is given; use --against OLD")],
            limits: Vec::new(),
            original: None,
            digests: Digests::default(),
        }
    }

    #[test]
    fn markdown_has_the_verdict_first_and_the_truth_on_request() {
        let text = report().to_markdown(false);
        let expected = "# Audit of demo: FAIL\n\n**FAIL**: 1 of 2 tested findings exceed their limits: key-algebra.\n\n\
             **Not tested.** The verdict does not cover these attacks:\n\n\
             - composition: no earlier release is given; use --against OLD\n\nAn audit bounds";
        assert!(text.starts_with(expected), "{text}");
        let section = "\n## key-algebra: exceeds its limit\n\nThe result of key-algebra.\n\n| figure | |\n|---|---|\n\
                       | first | 2 |\n| second | 0.3333 |\n\nLimit of the first figure: 1.5 (the default).\n\n\
                       Example:\n\n    a = | *b* c: published 3\n\n\
                       Remedy: Use another specification.\n\n## equality: within its limit\n";
        assert!(text.contains(section), "{text}");
        assert!(
            text.contains("| first | 1 of 50 (2 %) |")
                && text.contains("Limit of the first figure: 5 % (the default).")
        );
        let about = "- Release class: sealed\n- Method: Each count is changed.\n- Views: the whole population; a × b\n\
                     - Seed: 7\n";
        assert!(text.contains(about) && !text.contains("41"));
        assert!(report().to_markdown(true).contains("    a = | *b* c: published 3\n    truth: the count is 41\n"));
    }

    #[test]
    fn limits_of_the_specification_replace_the_default_ones() {
        let report = report().with_limits(&[("key_algebra".into(), 2.0), ("equality".into(), 0.01)]);
        assert_eq!((report.passes(), report.exceeding()), (false, vec!["equality"]));
        assert!(report.to_markdown(false).contains("Limit of the first figure: 1 % (set in `[audit]`)."));
        let report = report.with_limits(&[("key_algebra".into(), 2.0), ("equality".into(), 0.02)]);
        assert!(report.passes());
        let expected = "# Audit of demo: PASS\n\n**PASS**: all 2 tested findings are within their limits.\n";
        assert!(report.to_markdown(false).starts_with(expected));
    }

    #[test]
    fn json_has_stable_fields() {
        let value: Value = serde_json::from_str(&report().to_json(false)).expect("JSON");
        let fields: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
        let expected = [
            "audit",
            "cube",
            "release",
            "method",
            "views",
            "seed",
            "passes",
            "verdict",
            "exceeded",
            "untested",
            "reasons",
            "nothing_at_risk",
            "first_release",
            "original",
            "limits",
            "findings",
            "caveat",
        ];
        assert_eq!(fields, expected);
        assert_eq!(value["release"], "sealed");
        assert_eq!(value["exceeded"], json!(["key-algebra"]));
        let found = &value["findings"];
        assert_eq!(found[0]["figures"][0], json!({ "name": "first", "value": 0.02, "of": 1, "all": 50 }));
        assert_eq!(found[0]["figures"][1], json!({ "name": "second", "value": 0.333333 }));
        assert_eq!((&found[0]["example"], &found[0]["limit"]), (&Value::Null, &json!(0.05)));
        assert_eq!(found[1]["example"], json!({ "published": "a = | *b*\nc: published 3" }));
        let revealed: Value = serde_json::from_str(&report().to_json(true)).expect("JSON");
        assert_eq!(revealed["findings"][1]["example"]["truth"], "the count is 41");
    }
}
