//! `cellveil trace`: follows the records of a cell to its published value.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::folder::Folder;
use super::table::{hand_out, method, own_ptable};
use super::{Failure, list};
use crate::base::json;
use crate::cube::Cube;
use crate::table::{Explain, Query, Trace, Traced};

/// Follow the records of a cell, with their keys, to the draw, the noise and the published value.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    /// The cell: a code of a dimension or level (may be repeated; a dimension that is not named counts all its codes)
    #[arg(long, value_name = "D=code", required = true)]
    cell: Vec<String>,
    /// Count only records with one of these codes (may be repeated; every filter must match)
    #[arg(long, value_name = "D=code,..")]
    filter: Vec<String>,
    /// A method of the cube by name, or a method as a JSON object
    #[arg(long, value_name = "NAME|JSON")]
    method: Option<String>,
    /// Format of the trace
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Json,
    Text,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut cube = Folder::open(&arguments.cube)?;
    let query = query(arguments)?;
    own_ptable(&mut cube, &query)?;
    let trace = loop {
        match cube.store.trace(query.clone())? {
            Traced::Missing(files) => files.iter().try_for_each(|need| cube.load(&need.path))?,
            Traced::Trace(trace) => break trace,
        }
    };
    let text = match arguments.format {
        Format::Json => json::to_text(&trace) + "\n",
        Format::Text => lines(&trace, cube.store.cube()),
    };
    hand_out(arguments.output.as_deref(), &text)
}

/// The query of a table with one cell. Filters of one code restrict the population like the cell itself.
fn query(arguments: &Arguments) -> Result<Query, Failure> {
    let mut query = Query { totals: false, ..Query::default() };
    for text in &arguments.cell {
        let (axis, codes) = list::named("--cell", text)?;
        let [code] = &codes[..] else {
            return Err(Failure::wrong(format!("--cell {text}: {} codes; expected one code", codes.len())));
        };
        query.rows.push(axis.to_owned());
        query.filter.push((axis.to_owned(), vec![code.clone()]));
    }
    for text in &arguments.filter {
        let (axis, codes) = list::named("--filter", text)?;
        query.filter.push((axis.to_owned(), codes));
    }
    query.method = arguments.method.as_deref().map(|given| method("--method", given)).transpose()?;
    query.explain =
        Some(Explain { value: None, cell: Some(0), values: None, level: 0.9, trace: true, table_prior: false });
    Ok(query)
}

/// Writes each step on lines of its own. Codes stand as they are: the JSON is for programs.
fn lines(trace: &Trace, cube: &Cube) -> String {
    let mut text = String::new();
    let names: Vec<&str> = cube.dimensions.iter().map(|dimension| dimension.name.as_str()).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "records  key  {}", names.join(" "));
    for member in &trace.members {
        let codes = cube.dimensions.iter().zip(&member.codes);
        let codes: Vec<&str> = codes.map(|(dimension, code)| dimension.codes.code(*code)).collect();
        let _ = writeln!(text, "{}  {}  {}", member.count, member.key, codes.join(" "));
    }
    if trace.more > 0 {
        let _ = writeln!(text, "and {} more combinations of codes", trace.more);
    }
    let _ = writeln!(text, "count {}", trace.count);
    let _ = writeln!(text, "cell key {}: the {} of the keys, modulo {}", trace.key, trace.combine, trace.modulus);
    if let Some(row) = &trace.row {
        let source = match row.source {
            "key" => "the cell key",
            "hash" => "a hash of key, count and salt",
            _ => "the MD5 hash of the key's digits",
        };
        let _ = writeln!(text, "draw {} of {}: {source}", row.draw, row.draws);
        let mut is_found = false;
        for entry in &row.entries {
            let is_chosen = !is_found && row.draw < entry.until;
            is_found |= is_chosen;
            let mark = if is_chosen { "  <- the draw" } else { "" };
            let _ = writeln!(text, "  noise {:+} for draws below {}{mark}", entry.noise, entry.until);
        }
    }
    let _ = writeln!(text, "noise {:+}", trace.noise);
    let _ = match trace.value {
        Some(value) => writeln!(text, "published {value}"),
        None => writeln!(text, "published: {}", trace.status),
    };
    text
}
