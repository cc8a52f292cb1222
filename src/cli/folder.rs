//! Folders that hold a cube: read file by file, written all at once or not at all.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::Failure;
use crate::cube::MANIFEST;
use crate::cube::build::BuiltFile;
use crate::table::{Caller, Plan, Store};

/// A cube in a folder.
pub(super) struct Folder {
    path: PathBuf,
    pub store: Store,
}

impl Folder {
    /// Reads and checks the manifest.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let manifest = read(path, MANIFEST)?;
        let store =
            Store::open(&manifest, Caller::CommandLine).map_err(|error| Failure::about(path.display(), &error))?;
        Ok(Self { path: path.to_owned(), store })
    }

    /// Loads one of the cube's files.
    pub(super) fn load(&mut self, file: &str) -> Result<(), Failure> {
        let bytes = read(&self.path, file)?;
        self.store.load(file, &bytes).map_err(|error| Failure::about(self.path.display(), &error))
    }

    /// Loads what a plan needs.
    pub(super) fn load_all(&mut self, plan: &Plan) -> Result<(), Failure> {
        self.store.missing(plan).iter().try_for_each(|need| self.load(&need.path))
    }
}

fn read(folder: &Path, file: &str) -> Result<Vec<u8>, Failure> {
    let path = folder.join(file);
    fs::read(&path).map_err(|error| {
        let expected = if file == MANIFEST { "the folder of a cube" } else { "a file that cube.json lists" };
        Failure::wrong(format!("{}: {}; expected {expected}", path.display(), plain(&error)))
    })
}

/// An error of the system without its number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Whether a cube may be written to a folder: it is not there, it is empty, or it holds a cube and `force` is given.
pub(super) fn check_out(out: &Path, force: bool) -> Result<(), Failure> {
    if !out.exists() {
        return Ok(());
    }
    let wrong = |problem: &str, expected: &str| {
        Err(Failure::wrong(format!("--out {}: {problem}; expected {expected}", out.display())))
    };
    let Ok(mut entries) = fs::read_dir(out) else { return wrong("is not a folder", "a folder, or a new name") };
    let foreign = |entry: &fs::DirEntry| ![MANIFEST, "tiles", "ptables"].iter().any(|ours| entry.file_name() == *ours);
    match (entries.next().is_none(), out.join(MANIFEST).is_file(), force) {
        (true, ..) => Ok(()),
        (_, true, true) => match fs::read_dir(out).ok().and_then(|mut all| all.find_map(|e| e.ok().filter(foreign))) {
            None => Ok(()),
            Some(entry) => {
                let name = entry.file_name();
                let problem = format!("holds {:?} beside the cube", name.to_string_lossy());
                wrong(&problem, "a folder with nothing else in it, as all of it is replaced")
            }
        },
        (_, true, false) => wrong("holds a cube already", "--force to replace it, or another folder"),
        (_, false, _) => wrong("holds files that are not a cube", "an empty folder, or a new name"),
    }
}

/// Writes all files of a cube beside `out`, then puts them in its place.
pub(super) fn write(out: &Path, files: &[BuiltFile]) -> Result<(), Failure> {
    let name = out.file_name().map_or_else(|| "cube".into(), |name| name.to_string_lossy().into_owned());
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = |what: &str| parent.join(format!(".{name}.{what}-{}", std::process::id()));
    let (new, old) = (beside("new"), beside("old"));
    let written = write_files(&new, files).and_then(|()| {
        if out.exists() {
            fs::rename(out, &old)?;
        }
        fs::rename(&new, out).inspect_err(|_| {
            // The old cube goes back; if even that fails it is still there under its other name.
            let _ = fs::rename(&old, out);
        })
    });
    // Left-overs of a failed attempt, or the cube that was replaced; neither is worth failing for.
    let _ = fs::remove_dir_all(&new);
    if written.is_ok() {
        let _ = fs::remove_dir_all(&old);
    }
    written
        .map_err(|error| Failure::wrong(format!("--out {}: {}; expected to write there", out.display(), plain(&error))))
}

fn write_files(folder: &Path, files: &[BuiltFile]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}
