//! Markdown of the page: paragraphs, tables and figures.

use std::fmt::Write as _;

use crate::audit::{Figure, Finding};
use crate::study::report::{MARKDOWN, wrapped};
use crate::study::rows::{decimals, grouped};

/// Appends a paragraph and an empty line.
pub(super) fn paragraph(text: &mut String, of: &str) {
    wrapped(text, "", of, MARKDOWN);
    text.push('\n');
}

/// Appends a table and an empty line. The first `left` columns are words, the others are figures.
pub(super) fn table(text: &mut String, heads: &[&str], left: usize, rows: &[Vec<String>]) {
    let _ = writeln!(text, "| {} |", heads.join(" | "));
    let _ = writeln!(text, "|{}{}", "---|".repeat(left), "--:|".repeat(heads.len() - left));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text.push('\n');
}

/// A share as a percentage. A share of 0 cases is a dash.
pub(super) fn percent(figure: Figure) -> String {
    match figure {
        Figure::Share { all: 0, .. } => "–".into(),
        figure => decimals(100.0 * figure.value(), 1) + " %",
    }
}

/// The first figure of a finding, bold if it exceeds the limit.
pub(super) fn first(finding: &Finding) -> String {
    let Some(&(_, figure)) = finding.figures.first() else { return String::new() };
    let text = match figure {
        Figure::Count(count) => grouped(count),
        Figure::Share { .. } => percent(figure),
        Figure::Number(number) => decimals(number, 3),
    };
    if finding.passes() { text } else { format!("**{text}**") }
}

/// The names of the findings that exceed their limits, or "passes".
pub(super) fn verdict(findings: &[Finding]) -> String {
    let failed: Vec<&str> = findings.iter().filter(|finding| !finding.passes()).map(|finding| finding.name).collect();
    if failed.is_empty() { "passes".into() } else { failed.join(", ") }
}

/// The finding of this name.
pub(super) fn of<'a>(findings: &'a [Finding], name: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.name == name).expect("an attack of the audit")
}
