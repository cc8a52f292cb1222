//! `cellveil ptable`: perturbation tables.

mod explain;
mod offset;

use super::Failure;

/// Work on perturbation tables.
#[derive(Debug, clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = false)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Explain(explain::Arguments),
    Offset(offset::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Explain(arguments) => explain::run(arguments),
        Command::Offset(arguments) => offset::run(arguments),
    }
}
