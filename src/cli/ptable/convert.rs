//! `cellveil ptable convert`: writes a p-table in another file format, and converts between intervals and a dense table
//! if the format requires this.

use std::path::PathBuf;

use super::super::outputs::refuse_input;
use super::super::{Failure, print, table};
use crate::ptable::convert::{ConvertError, convert};
use crate::ptable::export::Format;

/// Write a p-table in another format, and list the differences.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// P-table, of any format
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format to write: ptable, ons, cantabular or tau-argus
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Number of keys of a dense table made from intervals [default: the smallest number, at least 256, with an exact
    /// result]
    #[arg(long, value_name = "K")]
    keys: Option<u32>,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    refuse_input("--output", arguments.output.as_deref(), [arguments.file.as_path()])?;
    let read = super::read(&arguments.file)?;
    let converted =
        convert(&read, arguments.format.shape(), arguments.keys).map_err(|error| arguments.wrong(&error))?;
    let text = converted.table.to_text(arguments.format).map_err(|error| Failure::wrong(error.to_string()))?;
    match &arguments.output {
        None => print(&text)?,
        Some(path) => table::write(path, &text)?,
    }
    converted.notes.iter().for_each(super::super::note);
    Ok(())
}

impl Arguments {
    fn wrong(&self, error: &ConvertError) -> Failure {
        let file = self.file.display();
        let hint = if matches!(error, ConvertError::TooFine { .. }) { " (--keys)" } else { "" };
        if error.is_of_keys() {
            return Failure::wrong(format!("--keys: {file}: {error}"));
        }
        Failure::wrong(format!("{file}: {error}{hint}"))
    }
}
