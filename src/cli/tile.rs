//! `cellveil tile`: builds a cube from records or cells.

use std::cell::RefCell;
use std::io::Read;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use super::delivery::Member;
use super::info::{refused_text, view_text};
use super::outputs::{files_of, refuse_input_within};
use super::passphrase::PassphraseOption;
use super::repeated::given_twice;
use super::{Failure, Reported, delivery, empty_cells, folder, note, on_disk, one_line, passphrase, print, protected};
use crate::base::{Quoted, did_you_mean, threads};
use crate::build::collect::Cells;
use crate::build::{
    BuiltFile, InParts, Lengths, Verdict, Weakness, build_collected, first_layer, in_parts, verdict, weaknesses,
};
use crate::cube::encrypted::encrypt;
use crate::cube::{Audience, Cube, CubeFile, Release, TOO_MANY};
use crate::host::{self, Bar, fs};
use crate::input::{self, Progress};
use crate::protect::MethodSpec;
use crate::ptable::design::{READY, Ready};
use crate::ptable::export::Format;
use crate::spec::{CubeSpec, MethodSpec as DeclaredMethod, SpecErrors, bytes};
use crate::table::Error;
use crate::table::{Caller, Store};

/// Build a cube of static files from records or cells.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Specification of the cube, a TOML file, or a delivery, which names the specifications and files of several cubes
    #[arg(value_name = "SPEC")]
    spec: PathBuf,
    /// Folder for the cube; a delivery writes a folder in it for each cube
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// File with one record per row: CSV, CSV.gz or Parquet (may be repeated)
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// File with one cell per row: dimension columns, count and key; or a folder of Parquet files (may be repeated)
    #[arg(long, value_name = "FILE")]
    cells: Vec<PathBuf>,
    /// Folder or file with the protected views of a sealed cube, which an engine has written (see sql --protect)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["records", "cells"])]
    views: Option<PathBuf>,
    /// Environment variable with a passphrase. The command encrypts the cube, which must be keyed and for a kiosk
    #[arg(long = "passphrase-env", value_name = "VAR")]
    passphrase: Option<String>,
    /// Use at most N threads; the files are the same for every N [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Memory for cells; more cells move to temporary files. SIZE is like 500MB or 8GB [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "views")]
    memory: Option<u64>,
    /// Replace an existing cube
    #[arg(long)]
    force: bool,
}

/// Reads the value of `--memory`.
fn size(text: &str) -> Result<u64, String> {
    bytes(text)
        .filter(|bytes| *bytes >= LEAST_MEMORY)
        .ok_or_else(|| "expected 1MB or more, like 500MB or 8GB".to_owned())
}

/// Less memory would move cells too often.
const LEAST_MEMORY: u64 = 1_000_000;

impl Arguments {
    fn passphrase(&self) -> Result<Option<String>, Failure> {
        PassphraseOption { variable: self.passphrase.clone() }.read()
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(most) = arguments.threads {
        threads::limit(most);
    }
    if let Some(members) = delivery::read(&arguments.spec)? {
        return run_delivery(arguments, &members);
    }
    if arguments.records.is_empty() && arguments.cells.is_empty() && arguments.views.is_none() {
        return Err(Failure::wrong("no input; expected --records FILE or --cells FILE, or --views DIR"));
    }
    let passphrase = arguments.passphrase()?;
    folder::check_out(&arguments.out, arguments.force)?;
    let mut read: Vec<PathBuf> = [&arguments.records[..], &arguments.cells, &files_of(&arguments.spec)].concat();
    read.extend(arguments.views.clone());
    refuse_input_within(&arguments.out, read.iter().map(PathBuf::as_path))?;
    let made = match &arguments.views {
        None => {
            let files = (&arguments.records[..], &arguments.cells[..]);
            make(&arguments.spec, files, passphrase.as_deref(), arguments.memory)?
        }
        Some(_) if passphrase.is_some() => {
            let problem = "--passphrase-env encrypts keyed cubes, and --views makes a sealed one; expected one of them";
            return Err(Failure::wrong(problem));
        }
        Some(views) => {
            let spec = specification(&arguments.spec)?;
            let files = protected::files(&spec, &arguments.spec, views)?;
            finish(spec, &arguments.spec, files, Vec::new(), None)?
        }
    };
    folder::write(&arguments.out, arguments.force, &made.files)?;
    made.report(&arguments.out)
}

/// Builds all cubes of a delivery, and writes all of them or none. One cube after another is in memory.
fn run_delivery(arguments: &Arguments, members: &[Member]) -> Result<(), Failure> {
    let Arguments { spec, out, records, cells, force, views, memory, .. } = arguments;
    let passphrase = arguments.passphrase()?;
    delivery::refuse_views(views.as_deref())?;
    delivery::refuse_files(spec, &[&records[..], cells].concat())?;
    delivery::check_out(out, *force)?;
    let named = |member: &Member| [&member.records[..], &member.cells, &files_of(&member.spec)].concat();
    let read: Vec<PathBuf> = members.iter().flat_map(named).chain([spec.clone()]).collect();
    refuse_input_within(out, read.iter().map(PathBuf::as_path))?;
    delivery::refuse_equal_ids(members)?;
    let mut all = Vec::new();
    folder::write_new(out, &|| delivery::check_out(out, *force), |new| {
        for Member { spec, records, cells } in members {
            let mut made = make(spec, (records, cells), passphrase.as_deref(), *memory)?;
            folder::write_files(&new.join(&made.id), &made.files).map_err(|error| folder::not_written(out, &error))?;
            made.files = Vec::new();
            all.push(made);
        }
        Ok(())
    })?;
    all.iter().try_for_each(|made| made.report(&out.join(&made.id)))
}

/// A cube that is built, and what its publisher should know.
struct Made {
    id: String,
    files: Vec<BuiltFile>,
    notes: Vec<String>,
    text: String,
    size: String,
}

impl Made {
    /// Prints what the publisher should know about the cube, once the cube is in its folder.
    fn report(&self, place: &Path) -> Result<(), Failure> {
        self.notes.iter().for_each(note);
        print(&format!("{}{}: {}\n", self.text, place.display(), self.size))
    }
}

/// Builds the files of a cube, encrypted if there is a passphrase.
fn make(
    spec_path: &Path,
    (records, cells): (&[PathBuf], &[PathBuf]),
    passphrase: Option<&str>,
    memory: Option<u64>,
) -> Result<Made, Failure> {
    let spec = match passphrase {
        Some(_) => specification_to_encrypt(spec_path)?,
        None => specification(spec_path)?,
    };
    let weak = match passphrase {
        Some(passphrase) => passphrase::judge(passphrase, &spec.about).map_err(|error| error.at("--passphrase-env"))?,
        None => None,
    };
    if memory.is_some() && !spec.pretabular.steps.is_empty() {
        return Err(Failure::wrong(
            "--memory: steps before tabulation keep all records in memory; expected no --memory, or a specification without \
             [[pretabular]]",
        ));
    }
    let mut bar: Option<(PathBuf, Bar)> = None;
    let mut progress = |path: &Path, progress: Progress| {
        if bar.as_ref().is_none_or(|(current, _)| current != path) {
            bar = Some((path.to_owned(), Bar::new(format!("Reading {}", path.display()))));
        }
        if let Some((_, bar)) = &bar {
            bar.set(progress.done, progress.total);
        }
    };
    let collected = on_disk::with_disk(memory, |disk| {
        input::collect_on_disk(&spec, records, cells, threads::number(), disk, &mut progress)
    })?;
    drop(bar);
    let collected = collected.map_err(|problems| Failure::of_problems(&problems, Reported::text))?;
    let cells = collected.head();
    judge(&spec, cells, records).map_err(|error| error.at(spec_path.display()))?;
    let changes = cells.changes.as_ref().map(first_layer::report).unwrap_or_default();
    if let Some(problem) = first_layer::beyond_limits(&spec, cells.changes.as_ref()) {
        changes.iter().for_each(note);
        return Err(Failure::wrong(problem).at(spec_path.display()));
    }
    if let Some(warning) = no_method(&spec) {
        note(format!("warning: {warning}"));
    }
    let bar = Bar::new("Writing tiles".into());
    let ptable = |name: &str| read_ptable(&beside(spec_path, name), name);
    let files = build_collected(&spec, &collected, &ptable, &mut |done, total| bar.set(done, total))
        .map_err(|error| Failure::about(spec_path.display(), &error))?;
    drop(bar);
    finish(spec, spec_path, files, [changes, weak.into_iter().collect()].concat(), passphrase)
}

/// Describes a cube, and brings its files into their last form. `more` are notes for the publisher.
fn finish(
    spec: CubeSpec,
    spec_path: &Path,
    files: Vec<BuiltFile>,
    more: Vec<String>,
    passphrase: Option<&str>,
) -> Result<Made, Failure> {
    let about = |error: &Error| Failure::about(spec_path.display(), error);
    let mut notes = empty_cells::expectations(&files).map_err(|error| about(&error))?;
    notes.extend(more);
    notes.extend(shown_noise(&spec));
    notes.extend(table_methods(&files).map_err(|error| about(&error))?);
    let text = if spec.about.release == Release::Sealed {
        sealed(&files).map_err(|error| about(&error))?
    } else if spec.publish.views.is_some() {
        views(&spec, &files).map_err(|error| about(&error))?
    } else {
        String::new()
    };
    let files = match passphrase {
        Some(passphrase) => encrypt::<Failure>(&files, passphrase, &mut |bytes| {
            host::random(bytes).map_err(|error| {
                Failure::wrong(format!("random numbers: {}; expected the system's generator", folder::plain(&error)))
            })
        })?,
        None => {
            let InParts { files, unsorted } = in_parts(files, Lengths::PUBLISHED, spec.publish.encoding)
                .map_err(|error| Failure::about(spec_path.display(), &error))?;
            notes.extend(unsorted.iter().map(|name| unsorted_codes(name)));
            files
        }
    };
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let size = format!("{} files, {bytes} bytes", files.len());
    Ok(Made { id: spec.about.id, files, notes, text, size })
}

/// Tells that a page loads all codes of a long dimension before its first table.
fn unsorted_codes(dimension: &str) -> String {
    format!(
        "dimension {}: its codes do not ascend, so cube.json holds them all and every page loads them; expected codes in \
         the order of their bytes",
        Quoted(dimension)
    )
}

/// Returns a note about the cost of each method that looks at the whole table.
fn table_methods(files: &[BuiltFile]) -> Result<Vec<String>, Error> {
    let Some((_, manifest)) = files.last() else { return Ok(Vec::new()) };
    let store = Store::open_decrypted(manifest, Caller::CommandLine)?;
    let methods = store.methods().iter().filter(|method| method.looks_at_table());
    let note = |method: &Arc<MethodSpec>| {
        let name = Quoted(&method.name);
        let sealed = match (store.cube().is_sealed(), method.protects_together()) {
            (false, _) => "publish a fixed set of tables, and not a table builder",
            (true, true) => "all published views are protected together",
            (true, false) => "each published view has its own totals, which may differ from the totals of other views",
        };
        format!("method {name} looks at the whole table, so a cell may have another value in another table; {sealed}")
    };
    Ok(methods.map(note).collect())
}

/// How the files of a specification's cube will be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stored {
    Plain,
    Encrypted,
}

/// Reads a specification, with the files and environment variables that it names.
pub(super) fn specification(path: &Path) -> Result<CubeSpec, Failure> {
    specification_and_files(path, Stored::Plain).map(|(spec, _)| spec)
}

/// Reads the specification of a cube that will be encrypted.
fn specification_to_encrypt(path: &Path) -> Result<CubeSpec, Failure> {
    let (spec, _) = specification_and_files(path, Stored::Encrypted)?;
    if (spec.about.audience, spec.about.release) != (Audience::Kiosk, Release::Keyed) {
        return Err(Failure::wrong(format!(
            "{}: --passphrase-env encrypts keyed cubes for kiosks; expected audience = \"kiosk\" and release = \"keyed\"",
            path.display()
        )));
    }
    Ok(spec)
}

/// Reads a specification, and lists the files that were read for it.
pub(super) fn specification_and_files(path: &Path, stored: Stored) -> Result<(CubeSpec, Vec<PathBuf>), Failure> {
    let (spec, problems, files) = specification_partly(path, stored)?;
    match spec {
        Some(spec) if problems.is_empty() => Ok((spec, files)),
        _ => Err(Failure::of_problems(&problems, |problem| format!("{}: {problem}", path.display()))),
    }
}

/// The readable parts of a specification, its problems, and the files that the reader opened.
type PartlyRead = (Option<CubeSpec>, SpecErrors, Vec<PathBuf>);

/// Reads a specification as far as possible, and lists the files that were read for it.
pub(super) fn specification_partly(path: &Path, stored: Stored) -> Result<PartlyRead, Failure> {
    let files = RefCell::new(Vec::new());
    let text = fs::read_to_string(path).map_err(|error| {
        let expected = "expected a specification in TOML";
        Failure::wrong(format!("{}: {}; {expected}", path.display(), folder::plain(&error)))
    })?;
    let resolve = |name: &str| {
        files.borrow_mut().push(beside(path, name));
        read_plain(&beside(path, name))
    };
    let environment = |name: &str| host::variable(name);
    let parse = match stored {
        Stored::Plain => CubeSpec::parse_partly,
        Stored::Encrypted => CubeSpec::parse_to_encrypt,
    };
    let (spec, problems) = parse(&text, &resolve, &environment);
    Ok((spec, problems, files.into_inner()))
}

/// Returns the path of a file that a specification names.
pub(super) fn beside(specification: &Path, name: &str) -> PathBuf {
    specification.parent().unwrap_or(Path::new("")).join(name)
}

/// Lists the views of a cube, one per line, and their total size.
fn views(spec: &CubeSpec, files: &[BuiltFile]) -> Result<String, Error> {
    let Some((_, manifest)) = files.last() else { return Ok(String::new()) };
    let cube = Cube::from_decrypted(manifest)?;
    let mut text: String =
        cube.views.iter().map(|view| format!("view {}\n", one_line(&view_text(&cube, view)))).collect();
    let is_tile = |file: &&CubeFile| file.path.starts_with("tiles/");
    let bytes: u64 = cube.files.iter().filter(is_tile).map(|file| file.bytes).sum();
    let budget = spec.publish.budget.map_or(String::new(), |budget| format!(" of at most {budget}"));
    let coarser = match cube.views.len() - 1 {
        1 => "1 coarser view".to_owned(),
        number => format!("{number} coarser views"),
    };
    text += &format!("{coarser}; all tiles together take {bytes} bytes{budget}\n");
    Ok(text)
}

/// Warns of each set of axes that the specification publishes and that has too many combinations.
pub(super) fn omitted(files: &[BuiltFile]) -> Result<Vec<String>, Error> {
    let Some((_, manifest)) = files.last() else { return Ok(Vec::new()) };
    let cube = Cube::from_decrypted(manifest)?;
    let omitted = cube.refused.iter().filter(|refused| refused.reason == TOO_MANY);
    Ok(omitted.map(|refused| omission(&refused_text(&cube, refused))).collect())
}

/// The warning for a set of axes with too many combinations.
pub(super) fn omission(refused: &str) -> String {
    format!(
        "{refused}, so no view with them is published; expected fewer axes, coarser levels, or publish.never_together"
    )
}

/// Describes the views and limits of a sealed cube.
fn sealed(files: &[BuiltFile]) -> Result<String, Error> {
    let Some((_, manifest)) = files.last() else { return Ok(String::new()) };
    let cube = Cube::from_decrypted(manifest)?;
    let refused: String = cube
        .refused
        .iter()
        .map(|refused| format!("not published: {}\n", one_line(&refused_text(&cube, refused))))
        .collect();
    let most = cube.views.iter().map(|view| view.axes.len()).max().unwrap_or(0);
    let store = Store::open(manifest, Caller::CommandLine)?;
    let methods = store.methods();
    let consistent = if methods.iter().all(|method| store.properties(method).consistent_totals) {
        "the same records have one value in all of them"
    } else if methods.iter().all(|method| method.protects_together()) {
        "a cell is shown in all of them or in none"
    } else {
        "the same records may have several values in them: the method is not consistent"
    };
    Ok(format!("{refused}{} views of up to {most} dimensions, protected; {consistent}\n", cube.views.len()))
}

/// Judges keys, salt and secret. Weak ones are an error for confidential data and a warning for other data.
pub(super) fn judge(spec: &CubeSpec, cells: &Cells, records: &[PathBuf]) -> Result<(), Failure> {
    let found = weaknesses(spec, Some(cells))?;
    let text = |weakness| weakness_text(weakness, records);
    match verdict(spec, &found) {
        Verdict::Sound => {}
        Verdict::Refused => {
            return Err(Failure::wrong(found.iter().map(text).collect::<Vec<_>>().join("; and ")));
        }
        Verdict::Warning => found.iter().for_each(|weakness| note(format!("warning: {}", text(weakness)))),
        // New data can have new faults, so the publisher sees each of them. Salt and secret are beside the reason.
        Verdict::Accepted(reason) => {
            for weakness in found.iter().filter(|weakness| weakness.is_of_data()) {
                note(format!("note: {}; accepted in key.weak_keys: {}", text(weakness), Quoted(reason)));
            }
        }
    }
    Ok(())
}

/// Describes a weakness. If record keys repeat because a file of records is given twice, the text says so.
pub(super) fn weakness_text(weakness: &Weakness, records: &[PathBuf]) -> String {
    let repeats = weakness.repeats_record_keys().then(|| given_twice(records)).flatten();
    repeats.unwrap_or_else(|| weakness.to_string())
}

/// Warns about a cube without a method, which is allowed but probably a mistake.
pub(super) fn no_method(spec: &CubeSpec) -> Option<&'static str> {
    let warning = "the specification has no [method.NAME]: each query of this cube must name a method";
    spec.methods.is_empty().then_some(warning)
}

/// Returns a note if a preprotected cube has a method that changes the figures of its tables.
pub(super) fn shown_noise(spec: &CubeSpec) -> Option<String> {
    let is_none = |method: &DeclaredMethod| method.parameters.get("kind").is_some_and(|kind| kind == "none");
    let first = spec.methods.iter().find(|method| !is_none(method))?;
    (spec.about.release == Release::Preprotected).then(|| {
        format!(
            "method {} changes the figures on the screen, and the files hold counts without it; use kind = \"none\" if tables \
             must add up",
            Quoted(&first.name)
        )
    })
}

/// Reads the p-table that a method names: a file, or a ready-made p-table if there is no such file.
pub(super) fn read_ptable(path: &Path, name: &str) -> Result<Vec<u8>, String> {
    if !host::exists(path)
        && let Some(table) = Ready::table(name)
    {
        return table.to_text(Format::Ptable).map(String::into_bytes).map_err(|error| error.to_string());
    }
    read_plain(path).map_err(|error| {
        let names = READY.map(|ready| ready.name);
        match did_you_mean(name, names) {
            near if near.is_empty() => error,
            near => format!("{error}, or a ready-made table: {}{near}", names.join(", ")),
        }
    })
}

/// Reads a file's bytes, decompressed if the file is gzip.
pub(super) fn read_plain(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = fs::read(path)
        .map_err(|error| format!("{}: {}; expected a file that can be read", path.display(), folder::plain(&error)))?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    MultiGzDecoder::new(bytes.as_slice())
        .read_to_end(&mut plain)
        .map_err(|error| format!("{}: {}; expected sound gzip", path.display(), folder::plain(&error)))?;
    Ok(plain)
}
