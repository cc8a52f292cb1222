//! `cellveil study`: computes the figures of the source papers again.

use std::path::PathBuf;

use super::{Failure, print, table};
use crate::base::{Quoted, did_you_mean};
use crate::study::{NAMES, report, run as study};

/// Compute the figures of a source paper again, and compare them with the printed figures.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Name of the paper: abs-2005, shlomo-2007, scad-2011, shlomo-2015, ons-2024, or all
    #[arg(value_name = "NAME")]
    name: String,
    /// Format of the figures; in JSON, one study is an object and all studies are a list
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let all = arguments.name == "all";
    let names = if all { NAMES.to_vec() } else { vec![arguments.name.as_str()] };
    let mut studies = Vec::new();
    for name in names {
        let unknown = || {
            Failure::wrong(format!(
                "{} is not a study; expected one of {}, all{}",
                Quoted(name),
                NAMES.join(", "),
                did_you_mean(name, NAMES)
            ))
        };
        studies.push(study(name)?.ok_or_else(unknown)?);
    }
    let text = match arguments.format {
        Format::Text => report::text(&studies),
        Format::Markdown => report::markdown(&studies),
        Format::Json => {
            let written = match studies.as_slice() {
                [one] if !all => serde_json::to_string_pretty(one),
                several => serde_json::to_string_pretty(several),
            };
            written.map_err(|error| Failure::wrong(error.to_string()))? + "\n"
        }
    };
    arguments.output.as_deref().map_or_else(|| print(&text), |path| table::write(path, &text))
}
