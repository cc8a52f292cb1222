//! `cellveil study` without the studies, which only the native program has.

use super::Failure;

/// Compute the figures of a source paper again, or measure attacks or the risk R on known data.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(super) struct Arguments {
    #[arg(value_name = "NAME", trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<String>,
}

pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    Err(Failure::wrong(
        "study: only the native program has the studies; expected another command, or cargo install cellveil",
    ))
}
