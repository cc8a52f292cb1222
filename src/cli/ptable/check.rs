//! `cellveil ptable check`: describes the effect of a p-table in words and figures.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::super::figures::{grouped, short};
use super::super::{Failure, one_line, print};
use crate::ptable::check::{Check, CheckError, USUAL_LEVEL, check};
use crate::ptable::export::Shape;

/// Maximum number of lines of a table in the text report. The JSON report contains all lines.
const MOST_LINES: usize = 40;

/// Describe a p-table: bias, variance and entropy of its rows, and what each published value discloses.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// P-table, in any format
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of keys for the lookup in intervals [default: 256]
    #[arg(long, value_name = "K")]
    keys: Option<u32>,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Form,
    /// Minimum probability of each interval of counts, above 0 and up to 1
    #[arg(long, value_name = "P", default_value_t = USUAL_LEVEL)]
    level: f64,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Form {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let table = super::read(&arguments.file)?;
    let found = check(&table, arguments.keys, arguments.level).map_err(|error| {
        let flag = if matches!(error, CheckError::Level(_)) { "--level" } else { "--keys" };
        Failure::wrong(format!("{flag}: {error}"))
    })?;
    match arguments.format {
        Form::Text => print(&text(&arguments.file.display().to_string(), &found)),
        Form::Json => {
            let json = serde_json::to_string_pretty(&found);
            print(&(json.map_err(|error| Failure::wrong(format!("the report: {error}; expected to write it")))? + "\n"))
        }
    }
}

fn text(name: &str, found: &Check) -> String {
    let mut text = head(name, found);
    for verdict in &found.verdicts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}  {}", if verdict.fine { "ok  " } else { "look" }, verdict.says);
    }
    text += "\nRows (entropy in bits; gaps: noise that never occurs, between smaller and larger noise)\n";
    text += &rows(found);
    if found.repeats.period > 1 {
        let (from, period) = (found.repeats.from, found.repeats.period);
        let _ = writeln!(text, "and so on: from count {from} on, noise repeats every {period} counts");
    }
    if !found.values.is_empty() {
        text += "\nValues (every count as likely beforehand; gaps: impossible counts between likely ones)\n";
        text += &values(found);
        let period = match found.repeats.period {
            1 => "with larger values the counts behind them move along".into(),
            period => format!("every {period} values, with the counts moved along"),
        };
        let _ = writeln!(text, "and so on: {period}");
    }
    text
}

fn head(name: &str, found: &Check) -> String {
    let shape = match (found.shape, found.keys) {
        (Shape::Dense, Some(keys)) => format!("dense, {} keys", grouped(keys.into())),
        (shape, _) => shape.to_string(),
    };
    format!(
        "{}: {shape}, rows {} to {}, {} of them distinct, noise from {} to {}\n\n",
        one_line(name),
        found.first_row,
        grouped(found.last_row.into()),
        grouped(found.distinct_rows.into()),
        found.smallest,
        found.largest,
    )
}

fn rows(found: &Check) -> String {
    let mut heading =
        ["row", "noise", "mean", "variance", "stays", "entropy", "gaps", "blocked"].map(String::from).to_vec();
    heading.extend(found.lookup_keys.map(|keys| format!("mean, {keys} keys")));
    let mut lines = vec![heading];
    lines.extend(found.rows.iter().map(|row| {
        let larger = if found.repeats.period == 1 && row.last == found.last_row { "+" } else { "" };
        let rows = match row.first == row.last || !larger.is_empty() {
            true => format!("{}{larger}", row.first),
            false => format!("{}-{}", row.first, row.last),
        };
        let mut line = vec![
            rows,
            span(row.smallest, row.largest),
            short(row.mean),
            short(row.variance),
            short(row.stays),
            short(row.entropy),
            runs(&row.gaps),
            runs(&row.blocked),
        ];
        line.extend(row.with_keys.map(|with| short(with.mean)));
        line
    }));
    aligned(&lines)
}

fn values(found: &Check) -> String {
    let interval = format!("{} %", short(found.level * 100.0));
    let mut lines: Vec<Vec<String>> =
        vec![["value", "counts", "number", "likeliest", "probability", &interval, "gaps"].map(String::from).into()];
    lines.extend(found.values.iter().map(|value| {
        vec![
            value.value.to_string(),
            span(value.low, value.high),
            value.number.to_string(),
            value.likeliest.to_string(),
            short(value.probability),
            span(value.shortest.low, value.shortest.high),
            if value.gaps == 0 { "-".into() } else { value.gaps.to_string() },
        ]
    }));
    aligned(&lines)
}

fn span<N: std::fmt::Display + PartialEq>(first: N, last: N) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

fn runs(runs: &[(i32, i32)]) -> String {
    match runs {
        [] => "-".into(),
        runs => runs.iter().map(|&(first, last)| span(first, last)).collect::<Vec<_>>().join(", "),
    }
}

/// Aligns columns to the right. The first line is the header. After the header, at most [`MOST_LINES`] lines are
/// written.
fn aligned(lines: &[Vec<String>]) -> String {
    let shown = &lines[..lines.len().min(MOST_LINES + 1)];
    let width = |column: usize| shown.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for line in shown {
        let fields = line.iter().zip(&widths).map(|(field, &width)| format!("{field:>width$}"));
        let _ = writeln!(text, "  {}", fields.collect::<Vec<_>>().join("  "));
    }
    if shown.len() < lines.len() {
        let _ = writeln!(
            text,
            "  .. and {} more lines, which --format json has",
            grouped((lines.len() - shown.len()) as u128)
        );
    }
    text
}
