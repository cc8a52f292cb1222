//! A study as text for a terminal, and as markdown for docs/studies.

use std::fmt::Write as _;

use super::{Part, Row, Study, Verdict};

/// Widest line of text, tables aside.
const TEXT: usize = 100;
/// Widest line of markdown, tables aside.
const MARKDOWN: usize = 120;

/// What stands for a figure that is not there.
const NONE: &str = "–";

/// All verdicts.
const VERDICTS: [Verdict; 4] = [Verdict::Equal, Verdict::SameOrder, Verdict::Different, Verdict::Missing];

impl Verdict {
    /// As a report has it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::SameOrder => "same order, same direction",
            Self::Different => "different",
            Self::Missing => "missing",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Equal => "as printed, or within the error of the paper's own simulation at the level stated",
            Self::SameOrder => {
                "other data: what the paper claims of this row, as an order or as the direction of a change, is so here as well"
            }
            Self::Different => "neither; a note says why",
            Self::Missing => "a method that this version does not have",
        }
    }
}

impl Study {
    /// How many rows have each verdict, and how many claims hold, in a line.
    pub fn summary(&self) -> String {
        let rows = || self.parts.iter().flat_map(|part| &part.rows);
        let mut out: Vec<String> = Vec::new();
        for verdict in VERDICTS {
            let many = rows().filter(|row| row.verdict == verdict).count();
            if many > 0 {
                out.push(format!("{many} {}", verdict.words()));
            }
        }
        let claims: Vec<bool> = self.parts.iter().flat_map(|part| &part.claims).map(|claim| claim.holds).collect();
        let hold = claims.iter().filter(|holds| **holds).count();
        format!("{} rows: {}. {hold} of {} claims hold.", rows().count(), out.join("; "), claims.len())
    }
}

/// Studies for a terminal. What the verdicts mean is said once, at the end.
pub fn text(studies: &[Study]) -> String {
    let mut out = String::new();
    for study in studies {
        let _ = writeln!(out, "{}\n", study.name);
        wrapped(&mut out, "  ", study.paper, TEXT);
        wrapped(&mut out, "  ", &format!("Data: {}", study.data), TEXT);
        wrapped(&mut out, "  ", &study.summary(), TEXT);
        for part in &study.parts {
            let _ = writeln!(out, "\n  {}\n", part.title);
            columns(&mut out, part);
            for claim in &part.claims {
                let holds = if claim.holds { "holds" } else { "does not hold" };
                wrapped(&mut out, "    ", &format!("{holds}: {}", claim.text), TEXT);
            }
            part.notes.iter().for_each(|note| wrapped(&mut out, "    ", &format!("note: {note}"), TEXT));
        }
        out.push('\n');
    }
    out += "Each pair of figures is the paper's and ours.\n";
    VERDICTS.iter().for_each(|verdict| {
        wrapped(&mut out, "  ", &format!("{}: {}", verdict.words(), verdict.meaning()), TEXT);
    });
    out
}

/// Studies as markdown, each as its file in docs/studies is; what the verdicts mean is said once, in the first.
pub fn markdown(studies: &[Study]) -> String {
    let mut out = String::new();
    for (at, study) in studies.iter().enumerate() {
        let _ = writeln!(out, "{}# {}\n", if at > 0 { "\n" } else { "" }, study.name);
        wrapped(&mut out, "", &format!("{}.", study.paper.trim_end_matches('.')), MARKDOWN);
        let file = format!("`cellveil study {0} --format markdown --output docs/studies/{0}.md`", study.name);
        wrapped(&mut out, "\n", &format!("Written by {file}."), MARKDOWN);
        wrapped(&mut out, "\n", &study.data, MARKDOWN);
        wrapped(&mut out, "\n", &study.summary(), MARKDOWN);
        if at == 0 {
            out += "\n| verdict | meaning |\n|---|---|\n";
            VERDICTS.iter().for_each(|verdict| {
                let _ = writeln!(out, "| {} | {} |", verdict.words(), verdict.meaning());
            });
        }
        for part in &study.parts {
            let _ = writeln!(out, "\n## {}", part.title);
            table(&mut out, part);
            let items = part.claims.iter().map(|claim| {
                (format!("- {}: {}", if claim.holds { "holds" } else { "does not hold" }, claim.text), "Claims")
            });
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

/// The figures of a row, the paper's and ours for each head.
fn pairs(row: &Row, heads: usize) -> impl Iterator<Item = [&str; 2]> {
    (0..heads).map(move |at| {
        [&row.paper, &row.ours].map(|figures| figures.get(at).and_then(Option::as_deref).unwrap_or(NONE))
    })
}

/// The rows of a part as a markdown table; nothing where there is none.
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

/// The rows of a part in columns; nothing where there is none.
fn columns(out: &mut String, part: &Part) {
    if part.rows.is_empty() {
        return;
    }
    let mut lines = vec![vec![String::new()]];
    lines[0].extend(part.heads.iter().cloned());
    lines[0].push("verdict".into());
    for row in &part.rows {
        let mut line = vec![row.label.clone()];
        line.extend(pairs(row, part.heads.len()).map(|[paper, ours]| format!("{paper} | {ours}")));
        line.push(row.verdict.words().into());
        lines.push(line);
    }
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    for line in &lines {
        let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "    {}", cells.join("   ").trim_end());
    }
    out.push('\n');
}

/// Adds a paragraph with an indent, and further spaces for the lines after the first. An indent may begin with an empty line.
fn wrapped(out: &mut String, indent: &str, paragraph: &str, width: usize) {
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

/// Whether markdown takes a line that begins with a word for something else than more of the paragraph.
fn opens_list(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    let numbered = number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit());
    matches!(word, "-" | "+" | "*" | "=") || word.starts_with(['#', '>', '|']) || numbered
}

#[cfg(test)]
mod tests {
    use super::super::Claim;
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
            rows: vec![Row::new("a", &["1", ""], &["2", "3"], Verdict::Different), Row::missing("b", &["4", "5"])],
            claims: vec![Claim::new("One.", true), Claim::new("Two.", false)],
            notes: vec!["Three.".into()],
        };
        let study = Study { name: "s", paper: "P", data: "D.".into(), parts: vec![part] };
        assert_eq!(study.summary(), "2 rows: 1 different; 1 missing. 1 of 2 claims hold.");
        let found = markdown(std::slice::from_ref(&study));
        let table = "| | share: paper | ours | mean: paper | ours | verdict |\n|---|--:|--:|--:|--:|---|\n\
                     | a | 1 | 2 | – | 3 | different |\n| b | 4 | – | 5 | – | missing |\n";
        assert!(found.starts_with("# s\n\nP.\n") && found.contains(table), "{found}");
        let under = "\nClaims:\n\n- holds: One.\n- does not hold: Two.\n\nNotes:\n\n- Three.\n";
        assert!(found.ends_with(under), "{found}");
        let found = text(&[study.clone(), study]);
        let table =
            "        share   mean    verdict\n    a   1 | 2   – | 3   different\n    b   4 | –   5 | –   missing\n";
        assert!(found.contains(table), "{found}");
        assert_eq!(found.matches("a method that this version does not have").count(), 1);
    }
}
