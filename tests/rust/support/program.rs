//! Runs the program `cellveil`, and finds files of the repository.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the repository.
pub const REPOSITORY: &str = env!("CARGO_MANIFEST_DIR");

/// The executable of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_cellveil");

/// Returns the path of a file or folder of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(REPOSITORY).join(path)
}

/// Runs the program in a folder.
pub fn run(folder: impl AsRef<Path>, arguments: &[impl AsRef<OsStr>]) -> Output {
    Command::new(PROGRAM).current_dir(folder).args(arguments).output().unwrap()
}

/// Returns exit status, standard output and standard error of a run.
pub fn texts(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs the program, which must succeed. Returns standard output and standard error.
pub fn succeed(folder: impl AsRef<Path>, arguments: &[&str]) -> (String, String) {
    let (status, output, error) = texts(run(folder, arguments));
    assert_eq!(status, 0, "{arguments:?}: {error}");
    (output, error)
}
