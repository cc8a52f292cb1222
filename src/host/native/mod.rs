//! The operating system, by the standard library.

mod bar;
mod pages;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

pub use std::fs;

pub use bar::Bar;
pub use pages::{carry_pages, pages};

/// The arguments of the program. The first is the program's own name.
pub fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

/// An environment variable, if it is set and is Unicode.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Standard output.
pub fn stdout() -> impl Write {
    io::stdout()
}

/// Standard error.
pub fn stderr() -> impl Write {
    io::stderr()
}

/// Whether standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The number of this process, which makes names of temporary files unique.
pub fn process_id() -> u32 {
    std::process::id()
}

/// Fills bytes with numbers that nobody can predict.
///
/// # Errors
/// Fails if the system has no source of randomness.
pub fn random(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(io::Error::other)
}

/// An empty temporary file without a name, in the folder that `TMPDIR` names or in the system's own. The system removes it
/// when the process ends.
///
/// # Errors
/// Fails if the folder is not there or cannot be written.
pub fn temporary() -> io::Result<fs::File> {
    tempfile::tempfile()
}

/// A path from the root. Links stay as they are.
///
/// # Errors
/// Fails for an empty path, or if the current folder cannot be read.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    std::path::absolute(path)
}

/// Whether a path leads to a file, a folder or a device.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a path leads to a regular file.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether a path leads to a folder.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir()
}

/// Announces a step of a decoder that may panic on damaged bytes. Natively nothing happens, because the panic becomes
/// an error.
pub fn before_risk(_message: impl FnOnce() -> String) {}

/// Announces that the step has ended.
pub fn after_risk() {}

/// Announces that the step panicked.
pub fn risk_came_true() {}
