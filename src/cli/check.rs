//! `cellveil check`: prints what `cellveil tile` would refuse or warn of, and writes nothing.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::delivery::Member;
use super::{Failure, Reported, delivery, empty_cells, one_line, print, protected, tile};
use crate::base::{Problem, Problems, Quoted, Severity, and_more};
use crate::build::{BuiltFile, Verdict, build, first_layer, verdict, weaknesses};
use crate::cube::{Audience, Data, Release};
use crate::input;
use crate::protect::{MethodSpec, Parameters};
use crate::ptable::Ptable;
use crate::spec::CubeSpec;

/// Check a specification and its data as tile does, and write nothing.
///
/// Without data, the check covers the specification, its salt, its secret and its methods. All problems are printed together, up
/// to twenty of the specification and twenty of the data.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Specification of the cube, a TOML file, or a delivery of several cubes
    #[arg(value_name = "SPEC")]
    spec: PathBuf,
    /// File with one record per row: CSV, CSV.gz or Parquet (may be repeated)
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// File with one cell per row: dimension columns, count and key; or a folder of Parquet files (may be repeated)
    #[arg(long, value_name = "FILE")]
    cells: Vec<PathBuf>,
    /// Folder or file with the protected views of a sealed cube, which an engine has written (see sql --protect)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["records", "cells"])]
    views: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One line for each problem
    Text,
    /// The problems with their places, for programs
    Json,
}

/// The findings of a check, in the order of the steps of `tile`.
#[derive(Debug, Default, Serialize)]
struct Findings {
    problems: Vec<Problem>,
    /// The number of errors, with those that are not listed.
    errors: usize,
    warnings: usize,
}

impl Findings {
    fn add(&mut self, mut problem: Problem) {
        match problem.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        problem.message = one_line(&problem.message);
        self.problems.push(problem);
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>) {
        self.add(Problem::error(code, message));
    }

    fn warning(&mut self, code: &'static str, message: impl Into<String>) {
        self.add(Problem { severity: Severity::Warning, ..Problem::error(code, message) });
    }

    fn note(&mut self, message: impl Into<String>) {
        self.add(Problem { severity: Severity::Note, ..Problem::error("note", message) });
    }

    /// Adds all problems of a list, and the number of those that are not listed.
    fn all<E>(&mut self, problems: &Problems<E>, convert: impl Fn(&E) -> Problem) {
        problems.list().iter().for_each(|problem| self.add(convert(problem)));
        if problems.more() > 0 {
            self.error("more-problems", and_more(problems.more()));
            self.errors += problems.more() - 1;
        }
    }

    /// Completes the dimension and the column of each problem that has only one of them.
    fn complete(&mut self, spec: &CubeSpec) {
        for problem in &mut self.problems {
            let of = spec.dimensions.iter().find(|dimension| match (&problem.dimension, &problem.column) {
                (Some(name), None) => dimension.name == *name,
                (None, Some(column)) => dimension.column == *column && !dimension.marks_changes,
                _ => false,
            });
            if let Some(dimension) = of {
                problem.dimension = Some(dimension.name.clone());
                problem.column = Some(dimension.column.clone()).filter(|_| !dimension.marks_changes);
            }
        }
    }

    /// The numbers of errors and warnings, in words.
    fn numbers(&self) -> String {
        format!("{}, {}", many(self.errors, "error"), many(self.warnings, "warning"))
    }

    fn lines(&self) -> String {
        let line = |problem: &Problem| {
            let kind = match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            format!("{kind}: {}\n", problem.message)
        };
        self.problems.iter().map(line).collect()
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(members) = delivery::read(&arguments.spec)? else {
        let findings = check(arguments);
        report(arguments, &findings)?;
        return failed(&arguments.spec, &findings);
    };
    run_delivery(arguments, &members)
}

/// Checks all cubes of a delivery. A cube with errors does not stop the others.
fn run_delivery(arguments: &Arguments, members: &[Member]) -> Result<(), Failure> {
    let Arguments { spec: place, records, cells, views, format } = arguments;
    delivery::refuse_views(views.as_deref())?;
    delivery::refuse_files(place, &[&records[..], cells].concat())?;
    let (mut all, mut wrong) = (Findings::default(), 0);
    for Member { spec, records, cells } in members {
        let one = Arguments {
            spec: spec.clone(),
            records: records.clone(),
            cells: cells.clone(),
            views: None,
            format: *format,
        };
        let findings = check(&one);
        wrong += usize::from(findings.errors > 0);
        if *format == Form::Text {
            report(&one, &findings)?;
        }
        all.errors += findings.errors;
        all.warnings += findings.warnings;
        all.problems.extend(findings.problems);
    }
    if *format == Form::Json {
        report(arguments, &all)?;
    }
    delivery::refuse_equal_ids(members)?;
    match wrong {
        0 => Ok(()),
        wrong => {
            let all = members.len();
            Err(Failure::wrong(format!("{}: {wrong} of {all} cubes have errors; expected none", place.display())))
        }
    }
}

/// Prints the findings in the form that the caller asked for.
fn report(arguments: &Arguments, findings: &Findings) -> Result<(), Failure> {
    match arguments.format {
        Form::Text => print(&format!("{}{}: {}\n", findings.lines(), arguments.spec.display(), findings.numbers())),
        Form::Json => {
            let json = serde_json::to_string_pretty(findings).expect("problems are texts and numbers");
            print(&format!("{json}\n"))
        }
    }
}

fn failed(place: &Path, findings: &Findings) -> Result<(), Failure> {
    match findings.errors {
        0 => Ok(()),
        errors => Err(Failure::wrong(format!("{}: {}; expected none", place.display(), many(errors, "error")))),
    }
}

fn many(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// Runs the steps of `tile`. A step that fails does not stop the others, unless they need its result.
fn check(arguments: &Arguments) -> Findings {
    let mut findings = Findings::default();
    let file = arguments.spec.display().to_string();
    let (spec, problems) = match tile::specification_partly(&arguments.spec, tile::Stored::Encrypted) {
        Ok((spec, problems, _)) => (spec, problems),
        Err(failure) => {
            findings.add(Problem { file: Some(file), ..Problem::error("unreadable-file", failure.message) });
            return findings;
        }
    };
    findings.all(&problems, |problem| problem.problem(&file));
    let Some(mut spec) = spec else { return findings };
    // Without a source of keys, the rest of each record can still be checked.
    if let (false, Err(error)) = (arguments.records.is_empty(), spec.record_columns()) {
        findings.add(error.problem(&file));
        spec.about.release = Release::Preprotected;
    }
    if findings.errors > 0 {
        let problems = input::problems(&spec, &arguments.records, &arguments.cells, &mut |_, _| ());
        findings.all(&problems, input::Error::problem);
        methods(arguments, &spec, &mut findings);
    } else {
        sound(arguments, &spec, &mut findings);
    }
    findings.complete(&spec);
    findings
}

/// Checks the data of a specification without errors, and the cube that they give.
fn sound(arguments: &Arguments, spec: &CubeSpec, findings: &mut Findings) {
    let cells = match arguments.records.is_empty() && arguments.cells.is_empty() {
        true => None,
        false => match input::collect(spec, &arguments.records, &arguments.cells, &mut |_, _| ()) {
            Ok(cells) => Some(cells),
            Err(problems) => {
                findings.all(&problems, input::Error::problem);
                None
            }
        },
    };
    match weaknesses(spec, cells.as_ref()) {
        Err(error) => findings.error(error.code(), error.text()),
        Ok(found) => found.iter().for_each(|weakness| {
            let text = tile::weakness_text(weakness, &arguments.records);
            match verdict(spec, &found) {
                Verdict::Refused => findings.error("weak-keys", text),
                Verdict::Accepted(reason) => {
                    findings.note(format!("{text}; accepted in key.weak_keys: {}", Quoted(reason)));
                }
                Verdict::Warning | Verdict::Sound => findings.warning("weak-keys", text),
            }
        }),
    }
    // With cells or views, the build reports a wrong method.
    if cells.is_none() && arguments.views.is_none() {
        methods(arguments, spec, findings);
    }
    if let Some(warning) = tile::no_method(spec) {
        findings.warning("no-method", warning);
    }
    let changes = cells.as_ref().and_then(|cells| cells.changes.as_ref());
    changes.map(first_layer::report).into_iter().flatten().for_each(|line| findings.note(line));
    let CubeSpec { about, .. } = spec;
    if (about.data, about.audience, about.release) == (Data::Confidential, Audience::Kiosk, Release::Keyed) {
        findings.note("the cube has true counts for a kiosk; expected cellveil tile --passphrase-env VAR, which encrypts the cube");
    }
    if let Some(text) = tile::shown_noise(spec) {
        findings.note(text);
    }
    if let Some(problem) = changes.and_then(|changes| first_layer::beyond_limits(spec, Some(changes))) {
        findings.error("beyond-limits", problem);
    }
    if let Some(cells) = &cells {
        let ptable = |name: &str| tile::read_ptable(&tile::beside(&arguments.spec, name), name);
        let built = build(spec, cells, &ptable, &mut |_, _| ());
        files(built.map_err(|error| (error.code(), error.text())), findings);
    }
    if let Some(views) = &arguments.views {
        let built = protected::checked(spec, &arguments.spec, views);
        if built.is_ok() {
            findings.note(protected::UNCHECKED);
        }
        files(built.map_err(|failure| ("wrong-views", failure.message)), findings);
    }
}

/// Checks the parameters of all methods, and their p-tables.
fn methods(arguments: &Arguments, spec: &CubeSpec, findings: &mut Findings) {
    for method in &spec.methods {
        let text = serde_json::Value::Object(method.parameters.clone()).to_string();
        let read = Parameters::from_json(&text).map_err(|error| error.to_string());
        let read = read.and_then(|given| MethodSpec::new(&method.name, &given).map_err(|error| error.to_string()));
        let checked = read.and_then(|method| {
            let Some(name) = method.ptable() else { return Ok(()) };
            let bytes = tile::read_ptable(&tile::beside(&arguments.spec, name), name)?;
            Ptable::parse(&bytes, name).map(|_| ()).map_err(|error| error.to_string())
        });
        if let Err(error) = checked {
            let place = Some(format!("method.{}", method.name));
            findings.add(Problem { place, ..Problem::error("wrong-method", error) });
        }
    }
}

/// Reports which views the cube lacks and what its files tell about empty cells, or why there are no files.
fn files(built: Result<Vec<BuiltFile>, (&'static str, String)>, findings: &mut Findings) {
    let notes = built.and_then(|files| {
        let both = tile::omitted(&files).and_then(|omitted| Ok((omitted, empty_cells::expectations(&files)?)));
        both.map_err(|error| (error.code(), Reported::text(&error)))
    });
    match notes {
        Err((code, message)) => findings.error(code, message),
        Ok((omitted, expectations)) => {
            omitted.into_iter().for_each(|warning| findings.warning("view-omitted", warning));
            expectations.iter().for_each(|line| match line.strip_prefix("warning: ") {
                Some(warning) => findings.warning("empty-cells", warning),
                None => findings.note(line),
            });
        }
    }
}
