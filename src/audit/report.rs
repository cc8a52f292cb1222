//! Writes the report of an audit: JSON for programs, Markdown for the person who signs the release.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Figure, Finding};
use crate::cube::Release;

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
    /// Limits of the specification that replace defaults. Names have `_` for `-`.
    pub limits: Vec<(String, f64)>,
}

impl Report {
    /// Sets limits of the specification. Their names are the names of the findings with `_` for `-`.
    #[must_use]
    pub fn with_limits(mut self, limits: &[(String, f64)]) -> Self {
        for finding in &mut self.findings {
            let key = finding.name.replace('-', "_");
            if let Some((_, limit)) = limits.iter().find(|(name, _)| *name == key) {
                finding.limit = *limit;
            }
        }
        self.limits = limits.to_vec();
        self
    }

    /// Whether every finding is within its limit.
    pub fn passes(&self) -> bool {
        self.findings.iter().all(Finding::passes)
    }

    /// Returns the names of the findings that exceed their limits.
    pub fn exceeding(&self) -> Vec<&'static str> {
        self.findings.iter().filter(|finding| !finding.passes()).map(|finding| finding.name).collect()
    }

    /// Returns the names of the findings that had nothing to test.
    pub fn untested(&self) -> Vec<&'static str> {
        self.findings.iter().filter(|finding| !finding.is_tested()).map(|finding| finding.name).collect()
    }

    /// Writes the report as JSON, ending in a line break. The true counts of examples appear only with `reveal`.
    ///
    /// | field | value |
    /// |---|---|
    /// | `audit` | 1, the version of this form |
    /// | `cube`, `release`, `method`, `views`, `seed` | as in [`Report`]; `seed` may be null |
    /// | `passes`, `exceeded` | the verdict; names of the findings that exceed their limits |
    /// | `untested` | names of the findings that had nothing to test: a share of 0 of 0 passes but proves nothing |
    /// | `limits` | the limits of the specification, by name |
    /// | `findings` | a list in attack order: `name`, `passes`, `says`, `figures`, `limit`, `example`, `remedy` |
    /// | `figures` | a list: `name`, `value`, and for a share `of` and `all`; the limit applies to the first `value` |
    /// | `example` | null, or `published` and, with `reveal`, `truth` |
    /// | `caveat` | a warning that an audit proves nothing |
    ///
    /// Numbers that are not whole have six significant digits.
    pub fn to_json(&self, reveal: bool) -> String {
        let limits: Map<String, Value> =
            self.limits.iter().map(|(name, limit)| (name.clone(), number(*limit))).collect();
        let value = json!({
            "audit": 1,
            "cube": self.cube,
            "release": self.class,
            "method": self.method,
            "views": self.views,
            "seed": self.seed,
            "passes": self.passes(),
            "exceeded": self.exceeding(),
            "untested": self.untested(),
            "limits": limits,
            "findings": self.findings.iter().map(|finding| finding_json(finding, reveal)).collect::<Vec<_>>(),
            "caveat": CAVEAT,
        });
        format!("{value:#}\n")
    }

    /// Writes the report as Markdown: the verdict, then the findings, those above their limits first. The true counts
    /// of examples appear only with `reveal`.
    pub fn to_markdown(&self, reveal: bool) -> String {
        let (exceeding, all) = (self.exceeding(), self.findings.len());
        let word = if exceeding.is_empty() { "PASS" } else { "FAIL" };
        let mut text = format!("# Audit of {}: {word}\n\n", self.cube);
        text += &match exceeding.len() {
            0 => format!("**PASS**: all {all} findings are within their limits.\n\n"),
            few => format!("**FAIL**: {few} of {all} findings exceed their limits: {}.\n\n", exceeding.join(", ")),
        };
        let untested = self.untested();
        if !untested.is_empty() {
            text += &format!(
                "**Not tested**: {}. These findings had no case to test. They pass, but show nothing.\n\n",
                untested.join(", ")
            );
        }
        text += &format!("{CAVEAT}\n\n");
        text += &format!("- Release class: {}\n- Method: {}\n", word_of(&self.class), self.method);
        text += &format!("- Views: {}\n", self.views.join("; "));
        if let Some(seed) = self.seed {
            text += &format!("- Seed: {seed}\n");
        }
        let (failed, passed): (Vec<_>, Vec<_>) = self.findings.iter().partition(|finding| !finding.passes());
        for finding in failed.into_iter().chain(passed) {
            self.section(&mut text, finding, reveal);
        }
        text
    }

    fn section(&self, text: &mut String, finding: &Finding, reveal: bool) {
        let verdict = if finding.passes() { "within its limit" } else { "exceeds its limit" };
        *text += &format!("\n## {}: {verdict}\n\n{}\n\n| figure | |\n|---|---|\n", finding.name, finding.says);
        for (name, figure) in &finding.figures {
            *text += &format!("| {name} | {} |\n", figure_words(*figure));
        }
        let limit = match finding.figures.first() {
            Some((_, Figure::Share { .. })) => percent(finding.limit),
            _ => digits(finding.limit),
        };
        let key = finding.name.replace('-', "_");
        let origin = if self.limits.iter().any(|(name, _)| *name == key) { "set in `[audit]`" } else { "the default" };
        *text += &format!("\nLimit of the first figure: {limit} ({origin}).\n");
        if let Some(example) = &finding.example {
            // Codes may contain any text. The indent makes a code block, so Markdown in a code has no effect.
            *text += &format!("\nExample:\n\n    {}\n", line(&example.published));
            if reveal {
                *text += &format!("    truth: {}\n", line(&example.truth));
            }
        }
        *text += &format!("\nRemedy: {}\n", finding.remedy);
    }
}

fn finding_json(finding: &Finding, reveal: bool) -> Value {
    let example = finding.example.as_ref().map(|example| {
        let mut value = json!({ "published": example.published });
        if reveal {
            value["truth"] = json!(example.truth);
        }
        value
    });
    let figure = |(name, figure): &(&str, Figure)| match *figure {
        Figure::Share { of, all } => json!({ "name": name, "value": number(figure.value()), "of": of, "all": all }),
        Figure::Count(count) => json!({ "name": name, "value": count }),
        Figure::Number(value) => json!({ "name": name, "value": number(value) }),
    };
    json!({
        "name": finding.name,
        "passes": finding.passes(),
        "says": finding.says,
        "figures": finding.figures.iter().map(figure).collect::<Vec<_>>(),
        "limit": number(finding.limit),
        "example": example,
        "remedy": finding.remedy,
    })
}

/// Rounds a number to six significant digits. Further digits depend on rounding errors.
fn number(value: f64) -> Value {
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    if rounded.fract() == 0.0 && rounded.abs() < 1e15 { json!(rounded as i64) } else { json!(rounded) }
}

/// Formats a number with at most four significant digits.
fn digits(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{:.0}", value + 0.0); // adding 0 turns −0 into 0
    }
    if !(1e-3..1e6).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let decimals = (3 - value.abs().log10().floor() as i32).max(0) as usize;
    trimmed(format!("{value:.decimals$}"))
}

fn percent(share: f64) -> String {
    format!("{} %", trimmed(format!("{:.2}", share * 100.0)))
}

fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn figure_words(figure: Figure) -> String {
    match figure {
        Figure::Count(count) => count.to_string(),
        Figure::Share { all: 0, .. } => "0 of 0".into(),
        Figure::Share { of, all } => format!("{of} of {all} ({})", percent(figure.value())),
        Figure::Number(value) => digits(value),
    }
}

/// Returns the name of a release class in a specification.
fn word_of(class: &impl Serialize) -> String {
    serde_json::to_value(class).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Replaces line breaks and control characters with spaces.
fn line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Example;

    fn report() -> Report {
        let finding = |name, figure, limit, example| Finding {
            name,
            says: format!("The result of {name}."),
            figures: vec![("first", figure), ("second", Figure::Number(1.0 / 3.0))],
            limit,
            example,
            remedy: "Use another specification.",
        };
        let example = Example { published: "a = | *b*\nc: published 3".into(), truth: "the count is 41".into() };
        Report {
            cube: "demo".into(),
            class: Release::Sealed,
            method: "Each count is changed.".into(),
            views: vec!["the whole population".into(), "a × b".into()],
            seed: Some(7),
            findings: vec![
                finding("equality", Figure::Share { of: 1, all: 50 }, 0.05, None),
                finding("key-algebra", Figure::Count(2), 1.5, Some(example)),
            ],
            limits: Vec::new(),
        }
    }

    #[test]
    fn markdown_has_the_verdict_first_and_the_truth_on_request() {
        let text = report().to_markdown(false);
        let expected =
            "# Audit of demo: FAIL\n\n**FAIL**: 1 of 2 findings exceed their limits: key-algebra.\n\nAn audit bounds";
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
        let expected = "# Audit of demo: PASS\n\n**PASS**: all 2 findings are within their limits.\n";
        assert!(report.to_markdown(false).starts_with(expected));
    }

    #[test]
    fn json_has_stable_fields() {
        let value: Value = serde_json::from_str(&report().to_json(false)).expect("JSON");
        let fields: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
        let expected = [
            "audit", "cube", "release", "method", "views", "seed", "passes", "exceeded", "untested", "limits",
            "findings", "caveat",
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

    #[test]
    fn numbers_in_words() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (12.0, "12"),
            (0.05, "0.05"),
            (1234.56, "1235"),
            (2.5e-9, "2.50e-9"),
            (0.123456, "0.1235"),
        ];
        for (value, words) in cases {
            assert_eq!(digits(value), words);
        }
        assert_eq!(figure_words(Figure::Share { of: 1, all: 3 }), "1 of 3 (33.33 %)");
        assert_eq!(figure_words(Figure::Share { of: 0, all: 0 }), "0 of 0");
    }
}
