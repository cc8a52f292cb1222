//! Writes the report as Markdown, for people.

use super::words::{class_word, figure_words, limit_words, line};
use super::{CAVEAT, Report};
use crate::audit::Finding;

impl Report {
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
        let untested: Vec<String> = self.untested().iter().map(|(name, why)| format!("- {name}: {why}\n")).collect();
        if !untested.is_empty() {
            text += &format!("**Not tested.** The verdict does not cover these attacks:\n\n{}\n", untested.concat());
        }
        text += &format!("{CAVEAT}\n\n");
        text += &format!("- Release class: {}\n- Method: {}\n", class_word(&self.class), self.method);
        text += &format!("- Views: {}\n", self.views.join("; "));
        if let Some(seed) = self.seed {
            text += &format!("- Seed: {seed}\n");
        }
        for finding in self.worst_first() {
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
        let limit = limit_words(finding);
        let origin = if self.is_limit_set(finding) { "set in `[audit]`" } else { "the default" };
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
