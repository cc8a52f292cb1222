//! Writes the report as Markdown, for people.

use super::verdict::FIRST_RELEASE;
use super::words::{class_word, figure_words, limit_words, line};
use super::{CAVEAT, Report};
use crate::audit::Finding;

impl Report {
    /// Writes the report as Markdown: the verdict, then the findings, those above their limits first. The true counts
    /// of examples appear only with `reveal`.
    pub fn to_markdown(&self, reveal: bool) -> String {
        let word = self.word();
        let mut text = format!("# Audit of {}: {word}\n\n**{word}**: {}\n\n", self.cube, self.sentence());
        text += &self.coverage();
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

    /// What the verdict does not cover, and the findings with nothing at risk. Each paragraph ends in an empty line.
    pub(in crate::audit) fn coverage(&self) -> String {
        let mut text = String::new();
        let untested: Vec<String> = self.untested().iter().map(|(name, why)| format!("- {name}: {why}\n")).collect();
        if !untested.is_empty() {
            text += &format!("**Not tested.** The verdict does not cover these attacks:\n\n{}\n", untested.concat());
        }
        let set = self.findings.iter().filter(|finding| self.is_limit_set(finding));
        let set: Vec<String> = set.map(|finding| format!("{} {}", finding.name, limit_words(finding))).collect();
        if !set.is_empty() {
            text += &format!("**Limits set by the specification.** {}.\n\n", set.join(", "));
        }
        let not_needed = self.not_needed();
        if !not_needed.is_empty() {
            text += &format!("**No earlier release.** {}: {FIRST_RELEASE}.\n\n", not_needed.join(", "));
        }
        text += &self.scored_by();
        let nothing = self.nothing_at_risk();
        if !nothing.is_empty() {
            text += &format!("**Nothing at risk.** No case of this kind exists for: {}.\n\n", nothing.join(", "));
        }
        text
    }

    /// The unchanged records that score the claims, and a warning. Each paragraph ends in an empty line.
    pub(in crate::audit) fn scored_by(&self) -> String {
        let Some(scored) = &self.original else { return String::new() };
        let warning = scored.warning.map(|warning| format!("**Warning.** {warning}\n\n")).unwrap_or_default();
        format!("**Unchanged records.** {}\n\n{warning}", scored.sentence())
    }

    fn section(&self, text: &mut String, finding: &Finding, reveal: bool) {
        let verdict = finding.outcome().words();
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
