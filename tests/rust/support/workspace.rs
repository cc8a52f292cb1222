//! A temporary folder for one test, in which the program runs.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicU32, Ordering};

use super::program;

/// Exit status of a refused query.
pub const REFUSED: i32 = 1;
/// Exit status for wrong usage or input, or a damaged cube.
pub const WRONG: i32 = 2;

/// Counts and keys that occur only in the test data. No message may contain them.
pub const TRUTHS: [&str; 6] = ["73192", "58317", "915734021", "640128557", "2718281", "3141592"];

/// A new folder. Dropping the value removes the folder.
pub struct Workspace(PathBuf);

impl Workspace {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("test-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Returns the text of a file.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Copies a file of the repository into the folder.
    pub fn copy(&self, from: &str, name: &str) {
        fs::copy(program::repository(from), self.path(name)).unwrap();
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Runs a command that may succeed or fail.
    pub fn command(&self, arguments: &[&str]) -> Output {
        program::run(&self.0, arguments)
    }

    /// Runs a command and returns exit status, standard output and standard error.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        program::texts(self.command(arguments))
    }

    /// Runs a command that must succeed, and returns its standard output.
    pub fn done(&self, arguments: &[&str]) -> String {
        program::succeed(&self.0, arguments).0
    }

    /// Runs a command that must fail with the status and one line that contains all `parts`. The folder must not
    /// change.
    pub fn fails(&self, status: i32, arguments: &[&str], parts: &[&str]) -> String {
        let message = self.fails_with(status, arguments, parts);
        assert_eq!(message.matches('\n').count(), 1, "one line from {arguments:?} -> {message}");
        message
    }

    /// Runs a command that must fail with the status and a line for each problem. The lines together contain all `parts`.
    /// The folder must not change.
    pub fn fails_with(&self, status: i32, arguments: &[&str], parts: &[&str]) -> String {
        let before = self.snapshot();
        let output = self.command(arguments);
        let message = String::from_utf8(output.stderr).expect("a message in UTF-8");
        let about = format!("{arguments:?} -> {message}");
        assert_eq!(output.status.code(), Some(status), "exit status of {about}");
        assert!(output.stdout.is_empty(), "standard output of {about}");
        assert!(message.ends_with('\n'), "whole lines from {about}");
        assert!(!message.contains("panicked") && !message.contains("RUST_BACKTRACE"), "{about}");
        let expectation = ["expected", " is not a ", "see cellveil --help", "more problem"];
        for line in message.lines() {
            assert!(line.starts_with("cellveil: "), "{about}");
            assert!(expectation.iter().any(|words| line.contains(words)), "what was expected: {about}");
        }
        assert!(!message.chars().any(|c| c.is_control() && c != '\n'), "control characters in {about}");
        for part in parts {
            assert!(message.contains(part), "{part:?} is not said by {about}");
        }
        for truth in TRUTHS {
            assert!(!message.contains(truth), "{truth} is a figure of the data: {about}");
        }
        assert!(before == self.snapshot(), "files were changed by {about}");
        message
    }

    /// Returns every file below the folder with its contents.
    pub fn snapshot(&self) -> Vec<(PathBuf, Option<Vec<u8>>)> {
        let mut found = Vec::new();
        walk(&self.0, &mut found);
        found.sort();
        found
    }
}

fn walk(folder: &Path, found: &mut Vec<(PathBuf, Option<Vec<u8>>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.push((path.clone(), None));
            walk(&path, found);
        } else {
            let content = fs::read(&path).unwrap();
            found.push((path, Some(content)));
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the files of a folder whose names have an ending.
pub fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension() == Some(OsStr::new(ending)));
    files.sort();
    files
}
