//! Writes the report as JSON, for programs.

use serde_json::{Map, Value, json};

use super::{CAVEAT, Report};
use crate::audit::{Figure, Finding, Scored};

impl Report {
    /// Writes the report as JSON, ending in a line break. The true counts of examples appear only with `reveal`.
    ///
    /// | field | value |
    /// |---|---|
    /// | `audit` | 1, the version of this form |
    /// | `cube`, `release`, `method`, `views`, `seed` | as in [`Report`]; `seed` may be null |
    /// | `passes` | whether all findings are within their limits, and the audit tested something |
    /// | `verdict`, `exceeded` | the verdict in one sentence; names of the findings that exceed their limits |
    /// | `untested` | names of the attacks that hidden cells or missing inputs blocked: they show nothing |
    /// | `reasons` | for each name in `untested`: why |
    /// | `nothing_at_risk` | names of the findings of which no case exists |
    /// | `first_release` | whether the publisher says that there is no earlier release |
    /// | `original` | null, or the unchanged records that score claims: `cube`, and `warning` or null |
    /// | `limits` | the limits of the specification, by name |
    /// | `findings` | a list in attack order: `name`, `passes`, `says`, `figures`, `limit`, `example`, `remedy` |
    /// | `figures` | a list: `name`, `value`, and for a share `of` and `all`; the limit applies to the first `value` |
    /// | `example` | null, or `published` and, with `reveal`, `truth` and `steps` |
    /// | `steps` | a list of `says` and `cells`; a cell has `axes`, `codes` and `value`, null if hidden |
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
            "verdict": format!("{}: {}", self.word(), self.sentence()),
            "exceeded": self.exceeding(),
            "untested": self.untested().iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            "reasons": self.untested().iter().map(|(name, why)| ((*name).to_owned(), json!(why))).collect::<Map<_, _>>(),
            "nothing_at_risk": self.nothing_at_risk(),
            "first_release": self.is_first_release,
            "original": original_json(self),
            "limits": limits,
            "findings": self.findings.iter().map(|finding| finding_json(finding, reveal)).collect::<Vec<_>>(),
            "caveat": CAVEAT,
        });
        format!("{value:#}\n")
    }
}

/// The unchanged records that score the claims, or null.
pub(in crate::audit) fn original_json(report: &Report) -> Value {
    let object = |scored: &Scored| json!({ "cube": scored.cube, "warning": scored.warning });
    report.original.as_ref().map_or(Value::Null, object)
}

/// A finding as JSON.
pub(in crate::audit) fn finding_json(finding: &Finding, reveal: bool) -> Value {
    let example = finding.example.as_ref().map(|example| {
        let mut value = json!({ "published": example.published });
        if reveal {
            value["truth"] = json!(example.truth);
            value["steps"] = json!(example.steps);
        }
        value
    });
    let figure = |(name, figure): &(&str, Figure)| {
        let mut fields = Map::from_iter([("name".to_owned(), json!(name))]);
        fields.extend(figure_json(*figure));
        Value::Object(fields)
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

/// The value of a figure, and the numerator and denominator of a share.
pub(in crate::audit) fn figure_json(figure: Figure) -> Map<String, Value> {
    let value = match figure {
        Figure::Count(count) => json!(count),
        _ => number(figure.value()),
    };
    let mut fields = Map::from_iter([("value".to_owned(), value)]);
    if let Figure::Share { of, all } = figure {
        fields.extend([("of".to_owned(), json!(of)), ("all".to_owned(), json!(all))]);
    }
    fields
}

/// Rounds a number to six significant digits. Further digits depend on rounding errors.
pub(in crate::audit) fn number(value: f64) -> Value {
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    if rounded.fract() == 0.0 && rounded.abs() < 1e15 { json!(rounded as i64) } else { json!(rounded) }
}
