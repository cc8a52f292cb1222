//! Writes a suggestion as Markdown, to read, and as JSON, for programs.

use serde_json::{Value, json};

use super::{Restriction, Suggestion, VariableShare};
use crate::audit::report::{CAVEAT, figure_json, figure_words, finding_json, limit_of, line, number, original_json};
use crate::audit::{Finding, Report};

/// The choice depends on the truth. The publisher must know this.
const CHOICE: &str = "The search looks at the truth, so the choice itself tells something. It chooses variables, levels \
                      and the largest size of their tables. Such a limit may leave a single table of a size. Then the \
                      choice tells more. Prefer reasons that do not come from the data: separate variables that follow \
                      from each other (never_together), and leave out what nobody needs.";
/// What the search leaves alone.
const UNTRIED: &str = "The search did not try other methods, p-tables, codes or never_together.";

impl Suggestion {
    /// Writes the suggestion as Markdown. `section` is the `[publish]` section of the suggested choice.
    pub fn to_markdown(&self, section: &str) -> String {
        let word = match (&self.suggested, self.passes_already()) {
            (_, true) => "the requested views pass",
            (Some(_), false) => "other views pass",
            (None, _) => "no views pass",
        };
        let mut text = format!("# Suggestion for {}: {word}\n\n", line(&self.requested.cube));
        text += &verdict(&self.requested);
        if self.suggested.is_none() {
            text += &self.requested.scored_by();
        }
        if let Some((_, report)) = &self.suggested {
            text += match self.passes_already() {
                true => "The requested section can stay as it is:\n",
                false => "With this section all findings are within their limits:\n",
            };
            text += &format!("\n```toml\n{section}```\n\n");
            text += &report.coverage();
        } else if self.requested.is_empty {
            text += "Audit the section with the records of the release.\n\n";
        } else if self.variables.is_empty() {
            text += "Fewer views do not help, because the audit also fails if only the total is published. The \
                     report of the audit has the remedies.\n\n";
        } else {
            text += "The search found no section that passes. Use a method with larger noise, or coarser codes. The report \
                     of the audit has the remedies.\n\n";
        }
        text += &format!("{CHOICE} {UNTRIED}\n\n{CAVEAT}\n");
        if self.passes_already() {
            return text;
        }
        text += "\n## What fails\n\n| finding | figure | | limit |\n|---|---|---|---|\n";
        self.requested.findings.iter().filter(|finding| !finding.passes()).for_each(|finding| row(&mut text, finding));
        self.variables_in_words(&mut text);
        if let Some((_, report)) = &self.suggested {
            self.left_out(&mut text);
            text += "\n## Findings with this section\n\n| finding | figure | | limit |\n|---|---|---|---|\n";
            report.findings.iter().for_each(|finding| row(&mut text, finding));
        }
        text
    }

    fn variables_in_words(&self, text: &mut String) {
        if self.variables.is_empty() {
            return;
        }
        *text += "\n## Variables that cause the failure\n\nThe search tried tables of 1 dimension first, then larger tables. \
                  For each number of dimensions, the first variable has the largest part. The figure is for the \
                  tables of this size that contain the variable, together with the smaller tables.\n\n\
                  | variable | dimensions | finding | figure | limit |\n|---|---|---|---|---|\n";
        for VariableShare { variable, size, finding, figure, limit } in &self.variables {
            let (limit, figure) = (limit_of(Some(*figure), *limit), figure_words(*figure));
            *text += &format!("| {variable} | {size} | {finding} | {figure} | {limit} |\n");
        }
    }

    fn left_out(&self, text: &mut String) {
        *text +=
            "\n## What the section leaves out\n\n| dimensions | requested views | suggested views |\n|---|---|---|\n";
        for (size, (requested, suggested)) in self.sizes.iter().enumerate() {
            *text += &format!("| {size} | {requested} | {suggested} |\n");
        }
        for (size, (requested, _)) in self.sizes.iter().enumerate().filter(|(_, sizes)| sizes.1 == 1 && sizes.0 > 1) {
            *text += &format!(
                "\nOf the {requested} requested tables of {size} dimensions, a single table remains. So the choice tells \
                 that this table passes, and that others do not.\n"
            );
        }
        *text += "\n";
        for Restriction { variable, most, requested } in &self.restrictions {
            *text += &match most {
                0 => format!("- {variable}: not published\n"),
                1 => format!("- {variable}: only its own table, not tables of up to {requested} dimensions\n"),
                most => format!("- {variable}: tables of up to {most} dimensions, not {requested}\n"),
            };
        }
    }

    /// Writes the suggestion as JSON, ending in a line break.
    ///
    /// | field | value |
    /// |---|---|
    /// | `suggest` | 1, the version of this form |
    /// | `cube`, `seed` | as in the report of the audit |
    /// | `original` | as in the report of the audit |
    /// | `passes`, `exceeded` | the verdict about the requested views, and the names of the findings over their limits |
    /// | `section` | the `[publish]` section as TOML, or null if the search found none |
    /// | `variables` | a list, worst first: `variable`, `dimensions`, `finding`, `figure`, `limit` |
    /// | `restrictions` | a list: `variable`, `dimensions` (0: not published), `requested` |
    /// | `sizes` | a list: `dimensions`, `requested` and `suggested` numbers of views |
    /// | `requested`, `suggested` | lists of findings as in the report; `suggested` may be null |
    /// | `untested`, `nothing_at_risk` | as in the report, with the suggested section |
    /// | `choice`, `caveat` | warnings that the choice itself discloses something, and that an audit proves nothing |
    pub fn to_json(&self, section: &str) -> String {
        let findings = |report: &Report| -> Vec<Value> {
            report.findings.iter().map(|finding| finding_json(finding, false)).collect()
        };
        let variable = |share: &VariableShare| {
            json!({
                "variable": share.variable,
                "dimensions": share.size,
                "finding": share.finding,
                "figure": figure_json(share.figure),
                "limit": number(share.limit),
            })
        };
        let restriction =
            |one: &Restriction| json!({ "variable": one.variable, "dimensions": one.most, "requested": one.requested });
        let size = |(size, (requested, suggested)): (usize, &(usize, usize))| json!({ "dimensions": size, "requested": requested, "suggested": suggested });
        let suggested = self.suggested.as_ref().map(|(_, report)| report);
        let untested = |report: &Report| report.untested().iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let value = json!({
            "suggest": 1,
            "cube": self.requested.cube,
            "seed": self.requested.seed,
            "original": original_json(&self.requested),
            "passes": self.passes_already(),
            "exceeded": self.requested.exceeding(),
            "section": suggested.map(|_| section),
            "variables": self.variables.iter().map(variable).collect::<Vec<_>>(),
            "restrictions": self.restrictions.iter().map(restriction).collect::<Vec<_>>(),
            "sizes": self.sizes.iter().enumerate().map(size).collect::<Vec<_>>(),
            "requested": findings(&self.requested),
            "suggested": suggested.map(findings),
            "untested": suggested.map(untested),
            "nothing_at_risk": suggested.map(Report::nothing_at_risk),
            "choice": format!("{CHOICE} {UNTRIED}"),
            "caveat": CAVEAT,
        });
        format!("{value:#}\n")
    }
}

fn verdict(requested: &Report) -> String {
    match requested.passes() {
        true => "The requested views pass the audit.\n\n".to_owned(),
        false => format!("The requested views fail the audit: {}\n\n", requested.sentence()),
    }
}

fn row(text: &mut String, finding: &Finding) {
    let Some((name, figure)) = finding.figures.first() else { return };
    let limit = limit_of(Some(*figure), finding.limit);
    *text += &format!("| {} | {name} | {} | {limit} |\n", finding.name, figure_words(*figure));
}
