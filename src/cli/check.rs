//! `cellveil check`: prints what `cellveil tile` would refuse or warn of, and writes nothing.

use std::path::PathBuf;

use super::{Failure, empty_cells, one_line, print, tile};
use crate::base::Quoted;
use crate::build::collect::Cells;
use crate::build::{Verdict, build, first_layer, verdict, weaknesses};
use crate::input;
use crate::protect::{MethodSpec, Parameters};
use crate::spec::CubeSpec;

/// Check a specification and its data as tile does, and write nothing.
///
/// Without data, the check covers the specification, its salt and its secret.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Specification of the cube, a TOML file
    #[arg(value_name = "SPEC")]
    spec: PathBuf,
    /// File with one record per row: CSV, CSV.gz or Parquet (may be repeated)
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// File with one cell per row: dimension columns, count and key (may be repeated)
    #[arg(long, value_name = "FILE")]
    cells: Vec<PathBuf>,
}

/// The lines of a check, in the order of the steps of `tile`.
#[derive(Default)]
struct Lines {
    text: String,
    errors: usize,
    warnings: usize,
}

impl Lines {
    fn error(&mut self, message: &str) {
        self.errors += 1;
        self.text += &format!("error: {}\n", one_line(message));
    }

    fn warning(&mut self, message: &str) {
        self.warnings += 1;
        self.text += &format!("warning: {}\n", one_line(message));
    }

    fn note(&mut self, message: &str) {
        self.text += &format!("note: {}\n", one_line(message));
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut lines = Lines::default();
    match tile::specification(&arguments.spec) {
        Err(failure) => lines.error(&failure.message),
        Ok(spec) => check(arguments, &spec, &mut lines),
    }
    let many = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let (errors, warnings) = (many(lines.errors, "error"), many(lines.warnings, "warning"));
    let place = arguments.spec.display();
    print(&format!("{}{place}: {errors}, {warnings}\n", lines.text))?;
    match lines.errors {
        0 => Ok(()),
        _ => Err(Failure::wrong(format!("{place}: {errors}; expected none"))),
    }
}

/// Runs the steps of `tile` after the specification. A step that fails does not stop the others, unless they need its
/// result.
fn check(arguments: &Arguments, spec: &CubeSpec, lines: &mut Lines) {
    let cells = match arguments.records.is_empty() && arguments.cells.is_empty() {
        true => None,
        false => match input::collect(spec, &arguments.records, &arguments.cells, &mut |_, _| ()) {
            Ok(cells) => Some(cells),
            Err(error) => {
                lines.error(&Failure::from(error).message);
                None
            }
        },
    };
    match weaknesses(spec, cells.as_ref()) {
        Err(error) => lines.error(&Failure::from(error).message),
        Ok(found) => found.iter().for_each(|weakness| {
            let text = tile::weakness_text(weakness, &arguments.records);
            match verdict(spec, &found) {
                Verdict::Refused => lines.error(&text),
                Verdict::Accepted(reason) => {
                    lines.note(&format!("{text}; accepted in key.weak_keys: {}", Quoted(reason)));
                }
                Verdict::Warning | Verdict::Sound => lines.warning(&text),
            }
        }),
    }
    for method in &spec.methods {
        let text = serde_json::Value::Object(method.parameters.clone()).to_string();
        let read = Parameters::from_json(&text).map_err(|error| error.to_string());
        let read = read.and_then(|given| MethodSpec::new(&method.name, &given).map_err(|error| error.to_string()));
        // With cells, the build reports a wrong method.
        if let (Err(error), None) = (read, &cells) {
            lines.error(&error);
        }
    }
    if let Some(warning) = tile::no_method(spec) {
        lines.warning(warning);
    }
    let changes = cells.as_ref().and_then(|cells| cells.changes.as_ref());
    changes.map(first_layer::report).iter().flatten().for_each(|line| lines.note(line));
    if let Some(text) = tile::shown_noise(spec) {
        lines.note(&text);
    }
    if let Some(problem) = changes.and_then(|changes| first_layer::beyond_limits(spec, Some(changes))) {
        lines.error(&problem);
    }
    if let Some(cells) = &cells {
        files(arguments, spec, cells, lines);
    }
}

/// Builds the cube's files in memory.
fn files(arguments: &Arguments, spec: &CubeSpec, cells: &Cells, lines: &mut Lines) {
    let ptable = |name: &str| tile::read_ptable(&tile::beside(&arguments.spec, name), name);
    let built = build(spec, cells, &ptable, &mut |_, _| ());
    let expectations = built.map_err(Failure::from).and_then(|files| Ok(empty_cells::expectations(&files)?));
    match expectations {
        Err(failure) => lines.error(&failure.message),
        Ok(expectations) => expectations.iter().for_each(|line| match line.strip_prefix("warning: ") {
            Some(warning) => lines.warning(warning),
            None => lines.note(line),
        }),
    }
}
