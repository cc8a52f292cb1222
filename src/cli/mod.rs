//! The command line, with one file for each subcommand. A subcommand reads its arguments, calls the core and writes the
//! result.

mod audit;
mod bundle;
mod check;
mod delivery;
mod empty_cells;
mod figures;
mod folder;
mod frequencies;
mod info;
mod init;
mod keys;
mod list;
mod map;
mod matrix;
mod measure;
mod methods;
#[cfg(not(target_arch = "wasm32"))]
mod on_disk;
#[path = "on_disk/absent.rs"]
#[cfg(target_arch = "wasm32")]
mod on_disk;
mod original;
mod outputs;
mod passphrase;
mod prerender;
#[cfg(feature = "cli")]
mod protected;
#[path = "protected/disabled.rs"]
#[cfg(not(feature = "cli"))]
mod protected;
mod ptable;
mod repeated;
mod site;
#[cfg(feature = "cli")]
mod sql;
#[path = "sql/disabled.rs"]
#[cfg(not(feature = "cli"))]
mod sql;
mod stream;
#[cfg(feature = "cli")]
mod study;
#[path = "study/disabled.rs"]
#[cfg(not(feature = "cli"))]
mod study;
mod synthesize;
mod table;
mod tile;
mod trace;
mod verify;
mod with_table;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Write};

use clap::{Parser, Subcommand};

use crate::base::{Problems, and_more};
use crate::cube::encrypted::EncryptedError;
use crate::key::KeyError;
use crate::ptable::PtableError;
use crate::spec::SpecError;
use crate::synthetic::SyntheticError;
use crate::table::{Fault, QueryError};
use crate::{build, host, input};

/// Exit status of a refused query.
const REFUSED: u8 = 1;
/// Exit status of wrong usage, wrong input or a damaged cube.
const WRONG: u8 = 2;

#[derive(Debug, Parser)]
#[command(name = "cellveil", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Audit(audit::Arguments),
    Bundle(bundle::Arguments),
    Check(check::Arguments),
    Tile(tile::Arguments),
    Table(table::Arguments),
    Info(info::Arguments),
    Init(init::Arguments),
    Keys(keys::Arguments),
    Map(map::Arguments),
    Matrix(matrix::Arguments),
    Measure(measure::Arguments),
    Methods(methods::Arguments),
    Prerender(prerender::Arguments),
    Ptable(ptable::Arguments),
    Site(site::Arguments),
    Sql(sql::Arguments),
    Study(study::Arguments),
    Synthesize(synthesize::Arguments),
    Trace(trace::Arguments),
    Verify(verify::Arguments),
}

/// The reason for a failed command, as one line, and the exit status.
#[derive(Debug)]
struct Failure {
    message: String,
    /// Further lines: the other problems of a specification or of data.
    further: Vec<String>,
    status: u8,
}

impl Failure {
    fn wrong(message: impl Into<String>) -> Self {
        Self::of_status(message, WRONG)
    }

    fn of_status(message: impl Into<String>, status: u8) -> Self {
        Self { message: message.into(), further: Vec::new(), status }
    }

    /// Makes a failure from problems, one line each. `text` describes a problem.
    fn of_problems<E>(problems: &Problems<E>, text: impl Fn(&E) -> String) -> Self {
        let mut lines = problems.list().iter().map(text);
        let message = lines.next().unwrap_or_default();
        let more = (problems.more() > 0).then(|| and_more(problems.more()));
        Self { message, further: lines.chain(more).collect(), status: WRONG }
    }

    /// Adds the name of the file or folder to the front of the message.
    fn at(self, place: impl Display) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }

    /// Makes a failure from an error. The message begins with the name of the file or folder.
    fn about(place: impl Display, error: &impl Reported) -> Self {
        Self::of_status(format!("{place}: {}", error.text()), status(error.fault()))
    }
}

impl<E: Reported> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::of_status(error.text(), status(error.fault()))
    }
}

fn status(fault: Fault) -> u8 {
    match fault {
        Fault::Refused => REFUSED,
        Fault::Input => WRONG,
    }
}

/// A library error in the form that the command line reports.
trait Reported: Display {
    fn text(&self) -> String {
        self.to_string()
    }

    fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// A refusal also suggests the nearest permitted table, as arguments of this command.
impl Reported for crate::table::Error {
    fn text(&self) -> String {
        match self {
            Self::Query(QueryError::Rule(refusal)) => refusal.on_command_line(),
            error => error.to_string(),
        }
    }

    fn fault(&self) -> Fault {
        self.fault()
    }
}

impl Reported for build::Error {
    fn text(&self) -> String {
        match self {
            Self::Table(error) => error.text(),
            error => error.to_string(),
        }
    }

    fn fault(&self) -> Fault {
        self.fault()
    }
}

impl Reported for input::Error {
    fn text(&self) -> String {
        match self {
            Self::Build(error) => error.text(),
            error => error.to_string(),
        }
    }

    fn fault(&self) -> Fault {
        self.fault()
    }
}

impl Reported for EncryptedError {}
impl Reported for KeyError {}
impl Reported for PtableError {}
impl Reported for SpecError {}
impl Reported for SyntheticError {}

/// Runs the command and returns its exit status: 0 for success, 1 for a refusal, 2 for wrong usage, wrong input or a
/// damaged cube.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let result = match Arguments::try_parse_from(arguments) {
        Ok(Arguments { command }) => match command {
            Command::Audit(arguments) => audit::run(&arguments),
            Command::Bundle(arguments) => bundle::run(&arguments),
            Command::Check(arguments) => check::run(&arguments),
            Command::Tile(arguments) => tile::run(&arguments),
            Command::Table(arguments) => table::run(&arguments),
            Command::Info(arguments) => info::run(&arguments),
            Command::Init(arguments) => init::run(&arguments),
            Command::Keys(arguments) => keys::run(&arguments),
            Command::Map(arguments) => map::run(&arguments),
            Command::Matrix(arguments) => matrix::run(&arguments),
            Command::Measure(arguments) => measure::run(&arguments),
            Command::Methods(arguments) => methods::run(&arguments),
            Command::Prerender(arguments) => prerender::run(&arguments),
            Command::Ptable(arguments) => ptable::run(&arguments),
            Command::Site(arguments) => site::run(&arguments),
            Command::Sql(arguments) => sql::run(&arguments),
            Command::Study(arguments) => study::run(&arguments),
            Command::Synthesize(arguments) => synthesize::run(&arguments),
            Command::Trace(arguments) => trace::run(&arguments),
            Command::Verify(arguments) => verify::run(&arguments),
        },
        Err(error) if !error.use_stderr() => print(&error.to_string()),
        Err(error) => Err(usage(&error)),
    };
    match result {
        Ok(()) => 0,
        Err(Failure { message, further, status }) => {
            std::iter::once(&message).chain(&further).for_each(|line| note(one_line(line)));
            status
        }
    }
}

/// Makes a message one line without control characters. Names and values from files must not control the terminal.
fn one_line(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Reports wrong usage in one line: the first paragraph of the parser's message, and a pointer to the help.
fn usage(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let message = paragraph.trim_start_matches("error: ").trim_end_matches('.');
    Failure::wrong(format!("{message}; see cellveil --help"))
}

/// Writes a note to standard error. A failed write is ignored.
fn note(line: impl Display) {
    let _ = writeln!(host::stderr(), "cellveil: {line}");
}

/// Writes to standard output. A closed pipe (`| head`) is not an error.
fn print(contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    match host::stdout().write_all(contents.as_ref()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::wrong(format!("standard output: {}; expected to write there", folder::plain(&error))))
        }
        _ => Ok(()),
    }
}
