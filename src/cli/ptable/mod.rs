//! `cellveil ptable`: commands for perturbation tables.

mod check;
mod convert;
mod design;
mod explain;
mod offset;

use std::path::Path;

use super::{Failure, tile};
use crate::ptable::Ptable;

/// Work on perturbation tables.
#[derive(Debug, clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = false)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Arguments),
    Convert(convert::Arguments),
    Design(design::Arguments),
    Explain(explain::Arguments),
    Offset(offset::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Design(arguments) => design::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Offset(arguments) => offset::run(arguments),
    }
}

/// Reads a p-table in any format. The file may be compressed.
fn read(file: &Path) -> Result<Ptable, Failure> {
    let bytes = tile::read_plain(file).map_err(Failure::wrong)?;
    Ok(Ptable::parse(&bytes, &file.display().to_string())?)
}
