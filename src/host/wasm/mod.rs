//! WebAssembly has no operating system. JavaScript passes a machine for each call: Node's, or that of a page.

mod bar;
mod ending;
mod error;
pub mod fs;
mod node;
mod page;

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use bar::Bar;
pub use ending::{after_risk, before_risk, ended, risk_came_true};
pub use node::{NodeHost, in_node};
pub use page::{Given, in_page};

use fs::Kind;

/// Standard output or standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// How a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Read,
    /// Write to an existing file or device.
    Write,
    /// Write to an empty file, new or old.
    Create,
    /// Write to a file that must be new.
    CreateNew,
}

/// What is known about a file without reading it.
#[derive(Debug, Clone, Copy)]
struct About {
    kind: Kind,
    length: u64,
    /// The permissions in the form of the system.
    mode: u32,
}

/// What the command line needs from a machine. Open files have numbers.
trait Machine {
    fn open(&self, path: &str, mode: Mode) -> io::Result<u32>;
    fn read(&self, file: u32, position: u64, buffer: &mut [u8]) -> io::Result<usize>;
    fn write(&self, file: u32, bytes: &[u8]) -> io::Result<usize>;
    fn close(&self, file: u32);
    fn about_open(&self, file: u32) -> io::Result<About>;
    fn set_mode(&self, file: u32, mode: u32) -> io::Result<()>;
    /// `follow`: whether a link stands for the file to which it leads.
    fn about(&self, path: &str, follow: bool) -> io::Result<About>;
    fn list(&self, path: &str) -> io::Result<Vec<String>>;
    fn create_dir(&self, path: &str) -> io::Result<()>;
    fn remove_file(&self, path: &str) -> io::Result<()>;
    fn remove_dir(&self, path: &str) -> io::Result<()>;
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    fn real(&self, path: &str) -> io::Result<String>;
    fn absolute(&self, path: &str) -> io::Result<String>;
    fn variable(&self, name: &str) -> Option<String>;
    /// The file with the pages of a site, if the machine has the package.
    fn pages(&self) -> Option<String> {
        None
    }
    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()>;
    fn is_terminal(&self, stream: Stream) -> bool;
    fn process_id(&self) -> u32;
    fn progress(&self, message: &str, done: u64, total: u64);
}

thread_local! {
    static MACHINE: RefCell<Option<Rc<dyn Machine>>> = const { RefCell::new(None) };
}

/// Runs `work` on a machine.
fn on<T>(machine: Rc<dyn Machine>, work: impl FnOnce() -> T) -> T {
    ending::begin();
    MACHINE.with(|current| current.replace(Some(machine)));
    let result = work();
    MACHINE.with(|current| current.replace(None));
    result
}

fn machine() -> io::Result<Rc<dyn Machine>> {
    MACHINE.with(|current| current.borrow().clone()).ok_or_else(|| io::ErrorKind::Unsupported.into())
}

fn text(path: &Path) -> io::Result<&str> {
    let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "the path is not Unicode");
    path.to_str().ok_or_else(wrong)
}

/// An environment variable, if it is set.
pub fn variable(name: &str) -> Option<String> {
    machine().ok()?.variable(name)
}

/// The archive of pages in the package, if the machine has the package.
pub fn pages() -> Option<Cow<'static, [u8]>> {
    fs::read(machine().ok()?.pages()?).ok().map(Cow::Owned)
}

/// Standard output.
pub fn stdout() -> impl Write {
    Printer(Stream::Out)
}

/// Standard error.
pub fn stderr() -> impl Write {
    Printer(Stream::Err)
}

/// Whether standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    machine().is_ok_and(|machine| machine.is_terminal(Stream::Out))
}

/// The number of this process, which makes names of temporary files unique.
pub fn process_id() -> u32 {
    machine().map_or(0, |machine| machine.process_id())
}

/// Fills bytes with numbers that nobody can predict.
///
/// # Errors
/// Fails if JavaScript has no Web Crypto API.
pub fn random(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(|error| io::Error::other(error.to_string()))
}

/// A path from the root. Links stay as they are.
///
/// # Errors
/// Fails for an empty path.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    machine()?.absolute(text(path)?).map(PathBuf::from)
}

/// Whether a path leads to a file, a folder or a device.
pub fn exists(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}

/// Whether a path leads to a regular file.
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file())
}

/// Whether a path leads to a folder.
pub fn is_dir(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_dir())
}

struct Printer(Stream);

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        machine()?.print(self.0, bytes)?;
        Ok(bytes.len())
    }

    /// Collects a line before it is printed, so that one line is one write.
    fn write_fmt(&mut self, arguments: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(arguments.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
