//! Refuses to write a result over an input of the same command.

use std::path::{Path, PathBuf};

use super::folder::is_of_cube;
use super::{Failure, tile};
use crate::host::fs::canonicalize;
use crate::host::is_file;

/// Refuses an output that is one of the inputs. An input may be the folder of a cube: its manifest, tiles and p-tables
/// are inputs. Links are resolved. An output that does not exist is no input.
pub(super) fn refuse_input<'a>(
    flag: &str,
    output: Option<&Path>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let Some(output) = output else { return Ok(()) };
    let Some(real) = canonicalize(output).ok().filter(|real| is_file(real)) else { return Ok(()) };
    let is_read = |input: &Path| canonicalize(input).is_ok_and(|input| input == real || is_of_cube(&input, &real));
    match inputs.into_iter().find(|input| is_read(input)) {
        None => Ok(()),
        Some(input) => Err(Failure::wrong(format!(
            "{flag} {}: an input of this command ({}); expected another file",
            output.display(),
            input.display()
        ))),
    }
}

/// Refuses a folder for a new cube that has an input in it, because the new cube replaces the whole folder.
pub(super) fn refuse_input_within<'a>(out: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    let Ok(real) = canonicalize(out) else { return Ok(()) };
    let is_within = |input: &Path| canonicalize(input).is_ok_and(|input| input.starts_with(&real));
    match inputs.into_iter().find(|input| is_within(input)) {
        None => Ok(()),
        Some(input) => Err(Failure::wrong(format!(
            "--out {}: it has the input {}; expected another folder, because --out replaces the whole folder",
            out.display(),
            input.display()
        ))),
    }
}

/// Whether a new file or folder would be within a folder. Links are resolved.
pub(super) fn is_new_within(output: &Path, folder: &Path) -> bool {
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(parent) = canonicalize(parent) else { return false };
    canonicalize(folder).is_ok_and(|folder| parent.starts_with(folder))
}

/// Lists a specification and the files that it names: other specifications, code lists and p-tables.
pub(super) fn files_of(specification: &Path) -> Vec<PathBuf> {
    let mut files = vec![specification.to_owned()];
    if let Ok((spec, named)) = tile::specification_and_files(specification, tile::Stored::Encrypted) {
        let ptables = spec.methods.iter().filter_map(|method| method.parameters.get("ptable")?.as_str());
        files.extend(named);
        files.extend(ptables.map(|name| tile::beside(specification, name)));
    }
    files
}

/// The p-table file that a method in JSON names.
pub(super) fn ptable_of(method: Option<&str>) -> Option<PathBuf> {
    let method: serde_json::Value = serde_json::from_str(method?).ok()?;
    method.get("ptable")?.as_str().map(PathBuf::from)
}
