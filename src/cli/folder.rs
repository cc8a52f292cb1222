//! Reads and writes folders that hold a cube. Files are read on demand. A new cube is written completely or not at all.

use std::io;
use std::path::{Path, PathBuf};

use super::Failure;
use super::passphrase::PassphraseOption;
use crate::base::Quoted;
use crate::build::BuiltFile;
use crate::cube::MANIFEST;
use crate::cube::encrypted::{Encrypted, EncryptedError, Unlocked, is_encrypted};
use crate::host::{self, fs};
use crate::table::{Caller, Need, Plan, Store};

/// Folders within a cube's folder.
const CUBE_FOLDERS: [&str; 4] = ["tiles", "ptables", "parts", "files"];

/// A cube in a folder.
pub(super) struct Folder {
    pub path: PathBuf,
    pub store: Store,
    /// The key, if the cube is encrypted.
    unlocked: Option<Unlocked>,
}

impl Folder {
    /// Opens a cube that is not encrypted: reads and checks its manifest.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let manifest = read(path, MANIFEST)?;
        refuse_encrypted(path, &manifest)?;
        Self::from_bytes(path, &manifest, None)
    }

    /// Opens a cube. An encrypted cube needs a passphrase, and a plain cube refuses one.
    pub(super) fn open_with(path: &Path, passphrase: &PassphraseOption) -> Result<Self, Failure> {
        let passphrase = passphrase.read()?;
        let manifest = read(path, MANIFEST)?;
        if passphrase.is_some() && !is_encrypted(&manifest) {
            let problem = "the cube is not encrypted, or its cube.json is damaged; expected the command without --passphrase-env, or \
                           the file as it was written";
            return Err(Failure::wrong(format!("{}: {problem}", path.display())));
        }
        Self::from_bytes(path, &manifest, passphrase.as_deref())
    }

    /// Opens a cube from the bytes of its `cube.json`. The passphrase is for an encrypted cube.
    pub(super) fn from_bytes(path: &Path, manifest: &[u8], passphrase: Option<&str>) -> Result<Self, Failure> {
        let (inside, unlocked) = match passphrase.filter(|_| is_encrypted(manifest)) {
            Some(passphrase) => {
                let (inside, unlocked) = unlock(path, manifest, passphrase)?;
                (Some(inside), Some(unlocked))
            }
            None => (None, None),
        };
        let store = match &inside {
            Some(inside) => Store::open_decrypted(inside, Caller::CommandLine),
            None => Store::open_in_parts(manifest, Caller::CommandLine),
        };
        let store = store.map_err(|error| Failure::about(path.display(), &error))?;
        if let Some(unlocked) = &unlocked {
            unlocked.check(store.cube()).map_err(|error| Failure::about(path.display(), &error))?;
        }
        let mut folder = Self { path: path.to_owned(), store, unlocked };
        folder.load_parts()?;
        Ok(folder)
    }

    /// Loads all parts of the manifest that are in files of their own, except indexes: only a search reads them.
    pub(super) fn load_parts(&mut self) -> Result<(), Failure> {
        self.load_rounds(Store::unloaded)
    }

    /// Loads the indexes, and fails if an index has other words than the codes.
    pub(super) fn load_indexes(&mut self) -> Result<(), Failure> {
        self.load_rounds(Store::unloaded_indexes)?;
        let Some(dimension) = self.store.wrong_index() else { return Ok(()) };
        let problem = format!("cube.json: the index of {} has other words than its codes", Quoted(dimension));
        Err(Failure::wrong(format!("{}: {problem}; expected the files as they were built", self.path.display())))
    }

    /// Loads files until no more are to be loaded. A file may list further files.
    fn load_rounds(&mut self, waiting: impl Fn(&Store) -> Vec<Need>) -> Result<(), Failure> {
        loop {
            let needs = waiting(&self.store);
            if needs.is_empty() {
                return Ok(());
            }
            needs.iter().try_for_each(|need| self.load(&need.path))?;
        }
    }

    /// A cube that is not encrypted, and that is open already.
    pub(super) fn of(path: &Path, store: Store) -> Self {
        Self { path: path.to_owned(), store, unlocked: None }
    }

    /// Whether the cube is encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.unlocked.is_some()
    }

    /// The path in the folder of one of the cube's files. An encrypted cube stores each file under another name.
    pub(super) fn stored(&self, file: &str) -> Result<String, Failure> {
        let Some(unlocked) = &self.unlocked else { return Ok(file.to_owned()) };
        unlocked.stored(file).map_err(|error| Failure::about(self.path.display(), &error))
    }

    /// The paths in the folder of all files except `cube.json`.
    pub(super) fn all_stored(&self) -> Vec<String> {
        match &self.unlocked {
            Some(unlocked) => unlocked.paths().collect(),
            None => self.store.cube().files.iter().map(|file| file.path.clone()).collect(),
        }
    }

    /// Loads one of the cube's files.
    pub(super) fn load(&mut self, file: &str) -> Result<(), Failure> {
        self.load_stored(file).map(|_| ())
    }

    /// Loads one of the cube's files, and returns its bytes as they are in the folder.
    pub(super) fn load_stored(&mut self, file: &str) -> Result<Vec<u8>, Failure> {
        let bytes = read(&self.path, &self.stored(file)?)?;
        let plain = self.unlocked.as_ref().map(|unlocked| unlocked.open(file, &bytes)).transpose();
        let plain = plain.map_err(|error| Failure::about(self.path.display(), &error))?;
        let loaded = self.store.load(file, plain.as_deref().unwrap_or(&bytes));
        loaded.map_err(|error| Failure::about(self.path.display(), &error))?;
        Ok(bytes)
    }

    /// Loads all files of the cube.
    pub(super) fn load_everything(&mut self) -> Result<(), Failure> {
        self.store.keep_at_most(usize::MAX);
        let paths: Vec<String> = self.store.cube().files.iter().map(|file| file.path.clone()).collect();
        paths.iter().try_for_each(|path| self.load(path))
    }

    /// Loads the files that a plan needs.
    pub(super) fn load_all(&mut self, plan: &Plan) -> Result<(), Failure> {
        self.store.missing(plan).iter().try_for_each(|need| self.load(&need.path))
    }
}

/// Refuses an encrypted cube, for a command without `--passphrase-env`.
pub(super) fn refuse_encrypted(path: &Path, manifest: &[u8]) -> Result<(), Failure> {
    if !is_encrypted(manifest) {
        return Ok(());
    }
    let problem = "the cube is encrypted, and this command takes no passphrase; expected the cube that cellveil tile writes \
                   without --passphrase-env";
    Err(Failure::wrong(format!("{}: {problem}", path.display())))
}

/// Opens an encrypted cube, and returns the manifest inside.
fn unlock(path: &Path, document: &[u8], passphrase: &str) -> Result<(Vec<u8>, Unlocked), Failure> {
    let about = |error: EncryptedError| Failure::about(path.display(), &error);
    let encrypted = Encrypted::from_bytes(document).map_err(about)?;
    let index = read(path, &encrypted.index())?;
    let unlocked = encrypted.unlock(passphrase, &index).map_err(about)?;
    let stored = read(path, &unlocked.stored(MANIFEST).map_err(about)?)?;
    let inside = unlocked.open(MANIFEST, &stored).map_err(about)?;
    Ok((inside, unlocked))
}

/// What a cube's folder holds. A web server would deliver files outside the manifest too.
pub(super) struct Contents {
    /// The sorted paths of all files.
    pub files: Vec<String>,
    /// The sorted paths of links that lead out of the folder, to a folder, or to nothing. Nobody follows these links.
    pub links: Vec<String>,
}

/// Lists all files in a cube's folder.
pub(super) fn contents(cube: &Path) -> Result<Contents, Failure> {
    let inside = fs::canonicalize(cube).map_err(|error| unreadable(cube, &error))?;
    let is_file_inside =
        |path: &Path| fs::canonicalize(path).is_ok_and(|real| real.starts_with(&inside) && host::is_file(&real));
    let (mut files, mut links, mut folders) = (Vec::new(), Vec::new(), vec![cube.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))? {
            let entry = entry.map_err(|error| unreadable(&folder, &error))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(|error| unreadable(&path, &error))?;
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            let inside = path.strip_prefix(cube).unwrap_or(&path);
            let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
            if kind.is_symlink() && !is_file_inside(&path) { links.push(name) } else { files.push(name) }
        }
    }
    files.sort();
    links.sort();
    Ok(Contents { files, links })
}

/// Whether a file is a part of the cube in a folder. Both paths are absolute and without links.
pub(super) fn is_of_cube(cube: &Path, file: &Path) -> bool {
    let Ok(inside) = file.strip_prefix(cube) else { return false };
    host::is_file(&cube.join(MANIFEST))
        && (inside == Path::new(MANIFEST) || CUBE_FOLDERS.iter().any(|folder| inside.starts_with(folder)))
}

/// Reads files of a cube's folder.
pub(super) fn everything(cube: &Path, files: Vec<String>) -> Result<Vec<BuiltFile>, Failure> {
    let read = |path: String| {
        let whole = cube.join(&path);
        fs::read(&whole).map(|bytes| (path, bytes)).map_err(|error| unreadable(&whole, &error))
    };
    files.into_iter().map(read).collect()
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::wrong(format!("{}: {}; expected to read the cube's folder", path.display(), plain(error)))
}

pub(super) fn read(folder: &Path, file: &str) -> Result<Vec<u8>, Failure> {
    let path = folder.join(file);
    fs::read(&path).map_err(|error| {
        let expected = if file == MANIFEST { "the folder of a cube" } else { "a file that cube.json lists" };
        Failure::wrong(format!("{}: {}; expected {expected}", path.display(), plain(&error)))
    })
}

/// Returns the text of a system error, without its number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// The failure of a command that cannot write to the folder of `--out`.
pub(super) fn wrong_out(out: &Path, problem: &str, expected: &str) -> Failure {
    Failure::wrong(format!("--out {}: {problem}; expected {expected}", out.display()))
}

/// Whether `--out` names a folder that does not exist yet.
pub(super) fn is_new(out: &Path) -> Result<bool, Failure> {
    if out.file_name().is_none() {
        let expected = "the folder's own name, because --out replaces the whole folder";
        return Err(wrong_out(out, "does not name a folder", expected));
    }
    Ok(!host::exists(out))
}

/// Checks that a cube may be written to a folder. The folder must be absent or empty, or `force` must be set for an old
/// cube.
pub(super) fn check_out(out: &Path, force: bool) -> Result<(), Failure> {
    let wrong = |problem: &str, expected: &str| Err(wrong_out(out, problem, expected));
    if is_new(out)? {
        return Ok(());
    }
    let Ok(mut entries) = fs::read_dir(out) else { return wrong("is not a folder", "a folder, or a new name") };
    let ours = |name: &std::ffi::OsStr| name == MANIFEST || CUBE_FOLDERS.iter().any(|folder| name == *folder);
    // Systems list a folder in different orders, and the message names the first entry.
    let foreign = |all: fs::ReadDir| all.flatten().map(|entry| entry.file_name()).filter(|name| !ours(name)).min();
    match (entries.next().is_none(), host::is_file(&out.join(MANIFEST)), force) {
        (true, ..) => Ok(()),
        (_, true, true) => match fs::read_dir(out).ok().and_then(foreign) {
            None => Ok(()),
            Some(name) => {
                let problem = format!("holds {} beside the cube", Quoted(&name.to_string_lossy()));
                wrong(&problem, "a folder that contains only the cube, because --out replaces the whole folder")
            }
        },
        (_, true, false) => wrong("holds a cube already", "--force to replace it, or another folder"),
        (_, false, _) => wrong("holds files that are not a cube", "an empty folder, or a new name"),
    }
}

/// Writes all files of a cube to a new folder, then moves it to `out`.
pub(super) fn write(out: &Path, force: bool, files: &[BuiltFile]) -> Result<(), Failure> {
    let fill = |new: &Path| write_files(new, files).map_err(|error| not_written(out, &error));
    write_new(out, &|| check_out(out, force), fill)
}

/// Lets `fill` write to a new folder beside `out`, then moves the folder to `out`. The work may take a long time, so
/// `check` looks at `out` again.
pub(super) fn write_new(
    out: &Path,
    check: &dyn Fn() -> Result<(), Failure>,
    fill: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |error: io::Error| not_written(out, &error);
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    let (new, ()) = fresh(out, "new", |path| fs::create_dir(path)).map_err(failed)?;
    let placed = fill(&new).and_then(|()| {
        check()?;
        place(&new, out).map_err(failed)
    });
    if placed.is_err() {
        // Report the first error. A failed cleanup matters less.
        let _ = fs::remove_dir_all(&new);
    }
    placed
}

pub(super) fn not_written(out: &Path, error: &io::Error) -> Failure {
    Failure::wrong(format!("--out {}: {}; expected to write there", out.display(), plain(error)))
}

/// Moves a new folder to `out`, which may be an old folder that the caller has checked, an empty folder or absent.
fn place(new: &Path, out: &Path) -> io::Result<()> {
    if !host::exists(out) {
        return fs::rename(new, out);
    }
    if fs::read_dir(out)?.next().is_none() {
        fs::remove_dir(out)?; // removes only an empty folder
        return fs::rename(new, out);
    }
    let (old, ()) = fresh(out, "old", |path| fs::create_dir(path))?;
    // `fresh` reserves an unused name. Its folder is removed, because some systems cannot move a folder onto an empty
    // folder.
    fs::remove_dir(&old)?;
    fs::rename(out, &old)?;
    fs::rename(new, out).inspect_err(|_| {
        // Restore the old folder. If this fails too, the old folder remains under its temporary name.
        let _ = fs::rename(&old, out);
    })?;
    // The new folder is in place, so remaining files of the old folder are not an error.
    let _ = fs::remove_dir_all(&old);
    Ok(())
}

/// Creates a file or folder beside `path`, under an unused hidden name.
pub(super) fn fresh<T>(path: &Path, what: &str, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut attempt = 0;
    loop {
        let beside = path.with_file_name(format!(".{name}.{what}-{}-{attempt}", host::process_id()));
        match make(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            made => return made.map(|made| (beside, made)),
        }
    }
}

pub(super) fn write_files(folder: &Path, files: &[BuiltFile]) -> io::Result<()> {
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}
