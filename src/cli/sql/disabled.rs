//! `cellveil sql` without the statements, which only the native program has.

use super::Failure;

/// Print the SQL statements with which an engine turns records into cells.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(super) struct Arguments {
    #[arg(value_name = "SPEC", trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<String>,
}

pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    Err(Failure::wrong(
        "sql: only the native program writes statements; expected another command, or cargo install cellveil",
    ))
}
