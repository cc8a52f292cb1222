//! The `cellveil` command; everything it does is in the crate's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cellveil::cli::run(std::env::args_os())
}
