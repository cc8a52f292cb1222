//! The `cellveil` command. Its code is in the module `cli` of the crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    cellveil::cli::run(std::env::args_os())
}
