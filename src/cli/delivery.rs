//! Finds the cubes that a delivery names, and checks that they may stand together.

use std::path::{Path, PathBuf};

use super::folder::{is_new, wrong_out};
use super::tile::{Stored, beside, specification_and_files};
use super::{Failure, folder};
use crate::base::Quoted;
use crate::cube::MANIFEST;
use crate::host::{self, fs};
use crate::spec::Delivery;

/// A cube of a delivery, with the paths of its files.
pub(super) struct Member {
    pub spec: PathBuf,
    pub records: Vec<PathBuf>,
    pub cells: Vec<PathBuf>,
}

/// Reads a file that is a delivery. `None` is the specification of one cube, or a file that its reader will refuse.
pub(super) fn read(path: &Path) -> Result<Option<Vec<Member>>, Failure> {
    let Ok(text) = fs::read_to_string(path) else { return Ok(None) };
    let delivery = Delivery::parse(&text)
        .map_err(|problems| Failure::of_problems(&problems, |problem| format!("{}: {problem}", path.display())))?;
    let Some(delivery) = delivery else { return Ok(None) };
    let paths = |names: &[String]| names.iter().map(|name| beside(path, name)).collect();
    let members = delivery.cubes.iter().map(|cube| Member {
        spec: beside(path, &cube.spec),
        records: paths(&cube.records),
        cells: paths(&cube.cells),
    });
    Ok(Some(members.collect()))
}

/// Refuses files on the command line, because the delivery names the files of each cube.
pub(super) fn refuse_files(delivery: &Path, given: &[PathBuf]) -> Result<(), Failure> {
    match given.first() {
        None => Ok(()),
        Some(file) => Err(Failure::wrong(format!(
            "{}: the delivery names the files of each cube; expected no --records and no --cells, found {}",
            delivery.display(),
            file.display()
        ))),
    }
}

/// Refuses the protected views of one cube.
pub(super) fn refuse_views(views: Option<&Path>) -> Result<(), Failure> {
    match views {
        None => Ok(()),
        Some(_) => Err(Failure::wrong("--views: a delivery has several cubes; expected the specification of one cube")),
    }
}

/// Refuses two cubes with one id, because a cube's id is the name of its folder. Specifications that cannot be read have
/// no id, and another check reports them.
pub(super) fn refuse_equal_ids(members: &[Member]) -> Result<(), Failure> {
    let mut known: Vec<(String, &Path)> = Vec::new();
    for Member { spec: path, .. } in members {
        let Ok((spec, _)) = specification_and_files(path, Stored::Encrypted) else { continue };
        if let Some((id, other)) = known.iter().find(|(id, _)| *id == spec.about.id) {
            let (path, other) = (path.display(), other.display());
            let problem = format!("the id {} is that of {other} too", Quoted(id));
            return Err(Failure::wrong(format!(
                "{path}: {problem}; expected another id for each cube of the delivery"
            )));
        }
        known.push((spec.about.id, path));
    }
    Ok(())
}

/// Checks that the cubes of a delivery may be written to a folder. The folder must be absent or empty, or `force` must be
/// set for a folder that holds only folders of cubes.
pub(super) fn check_out(out: &Path, force: bool) -> Result<(), Failure> {
    let wrong = |problem: &str, expected: &str| Err(wrong_out(out, problem, expected));
    if is_new(out)? {
        return Ok(());
    }
    let Ok(entries) = fs::read_dir(out) else { return wrong("is not a folder", "a folder, or a new name") };
    let mut found =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(|error| {
            Failure::wrong(format!("--out {}: {}; expected to read the folder", out.display(), folder::plain(&error)))
        })?;
    found.sort();
    if let Some(other) = found.iter().find(|path| !host::is_file(&path.join(MANIFEST))) {
        let name = other.file_name().unwrap_or_default().to_string_lossy();
        let problem = format!("holds {}, which is not the folder of a cube", Quoted(&name));
        return wrong(&problem, "an empty folder, or a new name");
    }
    match force || found.is_empty() {
        true => found.iter().try_for_each(|cube| folder::check_out(cube, true)),
        false => wrong("holds cubes already", "--force to replace all of them, or another folder"),
    }
}
