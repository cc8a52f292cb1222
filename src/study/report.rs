//! Writes studies as text for a terminal, and as Markdown for the documentation.

use std::fmt::Write as _;

use super::{Claim, Part, Row, Study, Verdict};

/// Maximum length of a line of text outside tables.
const TEXT: usize = 100;
/// Maximum length of a line of Markdown outside tables.
pub(super) const MARKDOWN: usize = 120;

/// Printed in place of a missing figure.
const NONE: &str = "–";

impl Verdict {
    /// Returns the verdict's name in reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::SameOrder => "same order, same direction",
            Self::Different => "different",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::NotShown => "not shown",
        }
    }

    /// Returns the verdict's meaning as a phrase.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Equal => {
                "equal to the printed figures, or within the error of the paper's simulation at the stated level; a \
                 note names rows that are equal by construction"
            }
            Self::SameOrder => {
                "the data differ, but the row has the order or direction of change that the paper claims; if the paper \
                 has only a chart, its text states the order"
            }
            Self::Different => "neither equal nor the same order; a note gives the reason",
            Self::Missing => "this version does not have the method",
            Self::Extra => "an additional row; the paper has no figure to compare",
            Self::NotShown => "our data cannot show the figure; a note gives the reason",
        }
    }
}

impl Claim {
    /// Returns the result of the claim, in the words of reports.
    pub fn words(&self) -> &'static str {
        match self.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "cannot be shown here",
        }
    }
}

impl Study {
    /// Summarises a study in one line: the numbers of rows, of rows with a printed figure, of rows by verdict, and of
    /// claims that hold.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let verdicts = Verdict::ALL.into_iter().filter(|&verdict| counts.of(verdict) > 0);
        let verdicts: Vec<String> =
            verdicts.map(|verdict| format!("{} {}", counts.of(verdict), verdict.words())).collect();
        let printed = if counts.printed == counts.rows { "all".to_owned() } else { counts.printed.to_string() };
        let not_shown =
            if counts.not_shown > 0 { format!(", {} cannot be shown here", counts.not_shown) } else { String::new() };
        format!(
            "{} rows, {printed} of them with a printed figure: {}. {} of {} claims hold{not_shown}.",
            counts.rows,
            verdicts.join("; "),
            counts.hold,
            counts.claims
        )
    }
}

/// Writes studies as text for a terminal. The first study explains the verdicts.
pub fn text(studies: &[Study]) -> String {
    let mut out = String::new();
    for (at, study) in studies.iter().enumerate() {
        let _ = writeln!(out, "{}\n", study.name);
        wrapped(&mut out, "  ", study.paper, TEXT);
        wrapped(&mut out, "  ", &format!("Data: {}", study.data), TEXT);
        wrapped(&mut out, "  ", &study.summary(), TEXT);
        if at == 0 {
            out += "\n  Figures are: paper | ours. – is a missing figure. Verdicts:\n";
            Verdict::ALL.iter().for_each(|verdict| {
                wrapped(&mut out, "    ", &format!("{}: {}", verdict.words(), verdict.meaning()), TEXT);
            });
        }
        for part in &study.parts {
            let _ = writeln!(out, "\n  {}\n", part.title);
            columns(&mut out, part);
            for claim in &part.claims {
                wrapped(&mut out, "    ", &format!("{}: {}", claim.words(), claim.text), TEXT);
            }
            part.notes.iter().for_each(|note| wrapped(&mut out, "    ", &format!("note: {note}"), TEXT));
        }
        out.push('\n');
    }
    out
}

/// Writes studies as Markdown, one section per study. The first study explains the verdicts.
pub fn markdown(studies: &[Study]) -> String {
    let mut out = String::new();
    for (at, study) in studies.iter().enumerate() {
        let _ = writeln!(out, "{}# {}\n", if at > 0 { "\n" } else { "" }, study.name);
        wrapped(&mut out, "", &format!("{}.", study.paper.trim_end_matches('.')), MARKDOWN);
        let file = format!("`cellveil study {0} --format markdown --output docs/evidence/studies/{0}.md`", study.name);
        wrapped(&mut out, "\n", &format!("Written by {file}."), MARKDOWN);
        wrapped(&mut out, "\n", &study.data, MARKDOWN);
        wrapped(&mut out, "\n", &study.summary(), MARKDOWN);
        if at == 0 {
            out += "\n| verdict | meaning |\n|---|---|\n";
            Verdict::ALL.iter().for_each(|verdict| {
                let _ = writeln!(out, "| {} | {} |", verdict.words(), verdict.meaning());
            });
        }
        for part in &study.parts {
            let _ = writeln!(out, "\n## {}", part.title);
            table(&mut out, part);
            let items = part.claims.iter().map(|claim| (format!("- {}: {}", claim.words(), claim.text), "Claims"));
            let items = items.chain(part.notes.iter().map(|note| (format!("- {note}"), "Notes")));
            let mut under = "";
            for (item, title) in items {
                if under != title {
                    let _ = writeln!(out, "\n{title}:\n");
                    under = title;
                }
                wrapped(&mut out, "", &item, MARKDOWN);
            }
        }
    }
    out
}

/// Returns the two figures of a row under each heading: the paper's figure and our figure.
fn pairs(row: &Row, heads: usize) -> impl Iterator<Item = [&str; 2]> {
    (0..heads).map(move |at| {
        [&row.paper, &row.ours].map(|figures| figures.get(at).and_then(Option::as_deref).unwrap_or(NONE))
    })
}

/// Writes the rows of a part as a Markdown table. Writes nothing if there are no rows.
fn table(out: &mut String, part: &Part) {
    if part.rows.is_empty() {
        return;
    }
    out.push_str("\n| |");
    part.heads.iter().for_each(|head| *out += &format!(" {head}: paper | ours |"));
    *out += &format!(" verdict |\n|---|{}---|\n", "--:|--:|".repeat(part.heads.len()));
    for row in &part.rows {
        *out += &format!("| {} |", row.label);
        pairs(row, part.heads.len()).for_each(|[paper, ours]| *out += &format!(" {paper} | {ours} |"));
        *out += &format!(" {} |\n", row.verdict.words());
    }
}

/// Writes the rows of a part in columns, or nothing if there are no rows. Each heading has two columns: "paper" and
/// "ours".
fn columns(out: &mut String, part: &Part) {
    if part.rows.is_empty() {
        return;
    }
    let length = |text: &str| text.chars().count();
    let mut widths = vec![["paper", "ours"].map(length); part.heads.len()];
    for row in &part.rows {
        for (widths, pair) in widths.iter_mut().zip(pairs(row, part.heads.len())) {
            *widths = [0, 1].map(|at: usize| widths[at].max(length(pair[at])));
        }
    }
    let pair =
        |(&[paper, ours], figures): (&[usize; 2], [&str; 2])| format!("{:>paper$} | {:>ours$}", figures[0], figures[1]);
    let line = |label: &str, pairs: Vec<String>, verdict: &str| {
        [vec![label.to_owned()], pairs, vec![verdict.to_owned()]].concat()
    };
    let names = widths.iter().map(|widths| pair((widths, ["paper", "ours"]))).collect();
    let mut lines = vec![line("", part.heads.clone(), ""), line("", names, "verdict")];
    for row in &part.rows {
        let pairs = widths.iter().zip(pairs(row, part.heads.len())).map(pair).collect();
        lines.push(line(&row.label, pairs, row.verdict.words()));
    }
    let width = |at: usize| lines.iter().map(|line| length(&line[at])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    for line in &lines {
        let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "    {}", cells.join("   ").trim_end());
    }
    out.push('\n');
}

/// Appends a wrapped paragraph. Later lines may have a deeper indent. `indent` may begin with an empty line.
pub(super) fn wrapped(out: &mut String, indent: &str, paragraph: &str, width: usize) {
    let unbroken = indent.trim_start_matches('\n');
    out.push_str(&indent[..indent.len() - unbroken.len()]);
    let hanging = if unbroken.is_empty() && !paragraph.starts_with("- ") { "" } else { "  " };
    let mut line = String::from(unbroken);
    for word in paragraph.split(' ') {
        let fits = line.chars().count() + 1 + word.chars().count() <= width;
        if line.trim().is_empty() {
            line += word;
        } else if fits || opens_list(word) {
            line = line + " " + word;
        } else {
            let _ = writeln!(out, "{line}");
            line = format!("{unbroken}{hanging}{word}");
        }
    }
    let _ = writeln!(out, "{line}");
}

/// Whether a line that begins with this word starts a list, heading, quote or table in Markdown.
fn opens_list(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    let numbered = number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit());
    matches!(word, "-" | "+" | "*" | "=") || word.starts_with(['#', '>', '|']) || numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_none_begins_a_list() {
        let mut out = String::new();
        wrapped(&mut out, "\n", "aaaa bbbb - cccc 12. dddd", 9);
        assert_eq!(out, "\naaaa bbbb -\ncccc 12.\ndddd\n");
        out.clear();
        wrapped(&mut out, "", "- aaaa bbbb cccc", 9);
        assert_eq!(out, "- aaaa\n  bbbb\n  cccc\n");
        out.clear();
        wrapped(&mut out, "    ", "aaaa bbbb (2) cccc", 9);
        assert_eq!(out, "    aaaa\n      bbbb\n      (2)\n      cccc\n");
    }

    #[test]
    fn a_study_in_both_forms() {
        let part = Part {
            title: "Table 1".into(),
            heads: vec!["share".into(), "mean".into()],
            rows: vec![
                Row::new("a", &["1", ""], &["200,000", "3"], Verdict::Different),
                Row::new("b", &["4", "5"], &["", ""], Verdict::Missing),
                Row::new("c", &[""; 2], &["6", "7"], Verdict::Extra),
                Row::new("d", &[""; 2], &[""; 2], Verdict::NotShown),
            ],
            claims: vec![Claim::new("One.", true), Claim::new("Two.", false), Claim::new("Three.", None)],
            notes: vec!["Four.".into()],
        };
        let mut study = Study { name: "s", paper: "P", data: "D.".into(), parts: vec![part] };
        assert_eq!(
            study.summary(),
            "4 rows, 2 of them with a printed figure: 1 different; 1 missing; 1 extra; 1 not shown. 1 of 3 claims \
             hold, 1 cannot be shown here."
        );
        let found = markdown(std::slice::from_ref(&study));
        let table = "| | share: paper | ours | mean: paper | ours | verdict |\n|---|--:|--:|--:|--:|---|\n\
                     | a | 1 | 200,000 | – | 3 | different |\n| b | 4 | – | 5 | – | missing |\n\
                     | c | – | 6 | – | 7 | extra |\n| d | – | – | – | – | not shown |\n";
        assert!(found.starts_with("# s\n\nP.\n") && found.contains(table), "{found}");
        let under = "\nClaims:\n\n- holds: One.\n- does not hold: Two.\n- cannot be shown here: Three.\n\n\
                     Notes:\n\n- Four.\n";
        assert!(found.ends_with(under), "{found}");
        let found = text(&[study.clone(), study.clone()]);
        let table = [
            "        share             mean",
            "        paper |    ours   paper | ours   verdict",
            "    a       1 | 200,000       – |    3   different",
            "    b       4 |       –       5 |    –   missing",
            "    c       – |       6       – |    7   extra",
            "    d       – |       –       – |    –   not shown\n",
        ];
        assert!(found.contains(&table.join("\n")), "{found}");
        // The meanings appear once, before any figure.
        let meaning = "this version does not have the method";
        assert_eq!(found.matches(meaning).count(), 1);
        assert!(found.find(meaning) < found.find("Table 1"), "{found}");
        study.parts[0].rows.truncate(2);
        study.parts[0].claims.truncate(2);
        let all = "2 rows, all of them with a printed figure: 1 different; 1 missing. 1 of 2 claims hold.";
        assert_eq!(study.summary(), all);
    }
}
