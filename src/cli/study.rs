//! `cellveil study`: computes the figures of the source papers again.

use std::path::PathBuf;

use clap::builder::PossibleValue;

use super::{Failure, print, table};
use crate::base::{Quoted, did_you_mean};
use crate::study::attacks::Part;
use crate::study::{NAMES, attacks, report, run as study};

/// The name of the page about attacks.
const ATTACKS: &str = "attacks";

/// Compute the figures of a source paper again, or measure the attacks of the audit on known data.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Name of the paper: abs-2005, shlomo-2007, scad-2011, shlomo-2015, ons-2024, or all; or attacks
    #[arg(value_name = "NAME")]
    name: String,
    /// Format of the figures, text by default; in JSON, one study is an object and all studies are a list. The attacks are
    /// always in Markdown
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// With the name attacks: the only part to compute
    #[arg(long, value_name = "PART")]
    part: Option<Part>,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl clap::ValueEnum for Part {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let write = |text: &str| arguments.output.as_deref().map_or_else(|| print(text), |path| table::write(path, text));
    if arguments.name == ATTACKS {
        if matches!(arguments.format, Some(Format::Text | Format::Json)) {
            return Err(Failure::wrong("--format: the attacks are written in markdown only".to_owned()));
        }
        return write(&arguments.part.map_or_else(attacks::page, Part::text));
    }
    if arguments.part.is_some() {
        return Err(Failure::wrong(format!("--part: only the name {ATTACKS} has parts")));
    }
    let all = arguments.name == "all";
    let names = if all { NAMES.to_vec() } else { vec![arguments.name.as_str()] };
    let mut studies = Vec::new();
    for name in names {
        let unknown = || {
            Failure::wrong(format!(
                "{} is not a study; expected one of {}, all, {ATTACKS}{}",
                Quoted(name),
                NAMES.join(", "),
                did_you_mean(name, NAMES)
            ))
        };
        studies.push(study(name)?.ok_or_else(unknown)?);
    }
    let text = match arguments.format.unwrap_or(Format::Text) {
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
    write(&text)
}
