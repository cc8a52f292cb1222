//! The page with the lessons. It has no cube: each lesson invents its people, with the core of synthetic people and the
//! core that builds cubes.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::json;

use super::template::Parts;
use super::{Arguments, LANGUAGE, write};
use crate::base::Quoted;
use crate::cli::site::pages::Archive;
use crate::cli::{Failure, one_line, print};

/// The title of the page, if the publisher gives none.
const TITLE: &str = "Lessons in statistical disclosure control";
/// The names of the lessons in the archive, as JSON.
const NAMES: &str = "bundle/lessons.json";
/// The cores of the lessons: their names in the page and in the package.
const CORES: [(&str, &str); 4] = [
    ("tables", "cellveil_tables"),
    ("people", "cellveil_people"),
    ("make", "cellveil_make"),
    ("workshop", "cellveil_workshop"),
];

/// Writes the page.
pub(super) fn run(arguments: &Arguments, archive: &Archive) -> Result<(), Failure> {
    check(arguments)?;
    let names: Vec<String> = serde_json::from_slice(archive.file(NAMES)?).map_err(|_| {
        Failure::wrong(format!("the archive's {NAMES} is no list of names; expected pages of this version of cellveil"))
    })?;
    let lesson = arguments.lesson.as_deref().unwrap_or_default();
    if !lesson.is_empty() && !names.iter().any(|name| name == lesson) {
        return Err(Failure::wrong(format!(
            "--lesson {}: no such lesson; expected one of {}",
            Quoted(lesson),
            names.join(", ")
        )));
    }
    let cores = CORES.iter().map(|(name, file)| {
        let bytes = archive.file(&format!("cellveil/{file}_bg.wasm"))?;
        Ok((*name, deflated(bytes)?))
    });
    let cores = cores.collect::<Result<Vec<_>, Failure>>()?;
    let cores: Vec<_> = cores.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let title = arguments.title.as_deref().unwrap_or(TITLE);
    let query = json!({ "lesson": lesson });
    let parts = Parts { title, language: LANGUAGE, query: &query, cores: &cores, files: &[] };
    let size = write(arguments, archive, &parts)?;
    print(&(one_line(&format!("{}: {size} bytes, with {} lessons", arguments.out.display(), names.len())) + "\n"))
}

/// Refuses arguments that have no meaning without a cube. Only the title of the page can change.
fn check(arguments: &Arguments) -> Result<(), Failure> {
    let query = &arguments.query;
    let stray = [
        ("CUBE", arguments.cube.is_some()),
        ("--language", arguments.language.is_some()),
        ("--audience", arguments.audience.is_some()),
        ("a query", query.has_rows() || query.needs_rows() || query.is_for_tables()),
    ];
    match stray.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((what, _)) => Err(Failure::wrong(format!(
            "{what} with --page lesson; expected --lesson and --title only: the lessons are in English, and invent their people"
        ))),
    }
}

/// Compresses a core. Every machine gives the same bytes, because the compression is pure Rust.
fn deflated(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let done = encoder.write_all(bytes).and_then(|()| encoder.finish());
    done.map_err(|error| Failure::wrong(error.to_string()))
}
