//! The cubes of a site, with their names in its addresses.

use std::path::{Path, PathBuf};

use super::Failure;
use super::settings::Given;
use crate::base::Quoted;
use crate::cli::folder::{Folder, plain, read};
use crate::cli::passphrase::PassphraseOption;
use crate::cube::MANIFEST;
use crate::host::{self, fs};

/// A cube of a site.
pub(super) struct SiteCube {
    /// The name of the cube's folder, which addresses of pages contain.
    pub name: String,
    pub folder: Folder,
    /// The bytes of `cube.json` that were checked.
    pub manifest: Vec<u8>,
    /// The publisher's settings of maps and areas.
    pub settings: Option<Given>,
}

/// Opens the cubes in the given folders. A folder without `cube.json` stands for the cubes in the folders directly in it.
pub(super) fn open(given: &[PathBuf], passphrase: &PassphraseOption) -> Result<Vec<SiteCube>, Failure> {
    let passphrase = passphrase.read()?;
    let mut cubes: Vec<SiteCube> = Vec::new();
    for place in given {
        for path in folders(place)? {
            let cube = open_one(&path, passphrase.as_deref())?;
            if let Some(other) = cubes.iter().find(|other| other.name.eq_ignore_ascii_case(&cube.name)) {
                return Err(Failure::wrong(format!(
                    "{}: its folder has the name of {}; expected folders of different names, because addresses contain \
                     them",
                    path.display(),
                    other.folder.path.display()
                )));
            }
            cubes.push(cube);
        }
    }
    Ok(cubes)
}

fn open_one(path: &Path, passphrase: Option<&str>) -> Result<SiteCube, Failure> {
    let manifest = read(path, MANIFEST)?;
    let folder = Folder::from_bytes(path, &manifest, passphrase)?;
    // The name of a path such as `.` or `town/..` is that of the folder it leads to.
    let real = fs::canonicalize(path).ok();
    let name = real.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_plain) {
        return Err(Failure::wrong(format!(
            "{}: the folder's name is {}; expected letters, digits, points, - and _, because addresses contain it",
            path.display(),
            Quoted(&name)
        )));
    }
    Ok(SiteCube { name, folder, manifest, settings: None })
}

/// The folders of cubes at or directly below a folder, sorted.
fn folders(place: &Path) -> Result<Vec<PathBuf>, Failure> {
    if host::is_file(&place.join(MANIFEST)) {
        return Ok(vec![place.to_owned()]);
    }
    let wrong = |problem: &str| {
        let expected = "the folder of a cube, or a folder with folders of cubes";
        Failure::wrong(format!("{}: {problem}; expected {expected}", place.display()))
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(place).map_err(|error| wrong(&plain(&error)))? {
        let path = entry.map_err(|error| wrong(&plain(&error)))?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !is_hidden && host::is_file(&path.join(MANIFEST)) {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() { Err(wrong("no cube.json in it or in a folder of it")) } else { Ok(found) }
}
