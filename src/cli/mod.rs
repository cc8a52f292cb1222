//! The command line: one file a subcommand. Each reads its arguments, asks the core and writes what it answers.

mod audit;
mod empty_cells;
mod figures;
mod folder;
mod frequencies;
mod info;
mod list;
mod map;
mod matrix;
mod measure;
mod methods;
mod progress;
mod ptable;
mod study;
mod table;
mod tile;
mod verify;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::{Error, Fault};
use crate::table::QueryError;

/// Exit status of a query that is refused.
const REFUSED: u8 = 1;
/// Exit status of wrong usage or input, or a damaged cube.
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
    Tile(tile::Arguments),
    Table(table::Arguments),
    Info(info::Arguments),
    Map(map::Arguments),
    Matrix(matrix::Arguments),
    Measure(measure::Arguments),
    Methods(methods::Arguments),
    Ptable(ptable::Arguments),
    Study(study::Arguments),
    Verify(verify::Arguments),
}

/// Why a command ends without having done its work: the one line it says.
#[derive(Debug)]
struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    fn wrong(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: WRONG }
    }

    /// An error with the file or folder that it is about.
    fn about(place: impl std::fmt::Display, error: &Error) -> Self {
        Self { message: format!("{place}: {}", said(error)), status: Self::from_status(error) }
    }

    fn from_status(error: &Error) -> u8 {
        match error.fault() {
            Fault::Refused => REFUSED,
            Fault::Input => WRONG,
        }
    }
}

/// What an error says; a refusal with the table that passes as it is asked for here.
fn said(error: &Error) -> String {
    match error {
        Error::Query(QueryError::Rule(refusal)) => refusal.on_command_line(),
        error => error.to_string(),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { status: Self::from_status(&error), message: said(&error) }
    }
}

/// Runs the command and returns its exit status: 0 done, 1 refused, 2 wrong usage or input or a damaged cube.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match Arguments::try_parse_from(arguments) {
        Ok(Arguments { command }) => match command {
            Command::Audit(arguments) => audit::run(&arguments),
            Command::Tile(arguments) => tile::run(&arguments),
            Command::Table(arguments) => table::run(&arguments),
            Command::Info(arguments) => info::run(&arguments),
            Command::Map(arguments) => map::run(&arguments),
            Command::Matrix(arguments) => matrix::run(&arguments),
            Command::Measure(arguments) => measure::run(&arguments),
            Command::Methods(arguments) => methods::run(&arguments),
            Command::Ptable(arguments) => ptable::run(&arguments),
            Command::Study(arguments) => study::run(&arguments),
            Command::Verify(arguments) => verify::run(&arguments),
        },
        Err(error) if !error.use_stderr() => print(&error.to_string()),
        Err(error) => Err(usage(&error)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { message, status }) => {
            eprintln!("cellveil: {}", one_line(&message));
            ExitCode::from(status)
        }
    }
}

/// A message as one line, whatever names and values from files are in it: they must not steer the terminal.
fn one_line(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Wrong usage in one line: the parser's first paragraph and where to read more.
fn usage(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let said = paragraph.trim_start_matches("error: ").trim_end_matches('.');
    Failure::wrong(format!("{said}; see cellveil --help"))
}

/// Says something beside the result, on standard error; nobody has to listen.
fn note(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "cellveil: {line}");
}

/// Writes to standard output. A reader that has gone away (`| head`) is no failure.
fn print(contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(contents.as_ref()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::wrong(format!("standard output: {}; expected to write there", folder::plain(&error))))
        }
        _ => Ok(()),
    }
}
