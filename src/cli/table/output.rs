//! Writes a table to standard output or to a file. A file is complete or absent.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::{Failure, folder, print};
use crate::host::{exists, fs, is_dir, is_file};

pub(in crate::cli) fn hand_out(output: Option<&Path>, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    match output {
        None => print(contents),
        Some(path) => write(path, contents),
    }
}

/// Writes a temporary file and renames it, so that the result is complete or absent. Pipes and devices are written
/// directly.
pub(in crate::cli) fn write(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    write_to("--output", path, contents)
}

/// Writes the file of another argument as [`write`] does.
pub(in crate::cli) fn write_to(
    flag: &'static str,
    path: &Path,
    contents: &(impl AsRef<[u8]> + ?Sized),
) -> Result<(), Failure> {
    New::beside(flag, path, contents.as_ref())?.place()
}

/// A file that is being written.
pub(super) struct New<'a> {
    flag: &'static str,
    path: &'a Path,
    bytes: &'a [u8],
    /// Path of the target file, after links are resolved.
    real: PathBuf,
    /// Path of the temporary file beside the target. `None` for a pipe or device, which is written directly. If the
    /// file was not renamed to the target, `drop` removes it.
    new: Option<PathBuf>,
}

impl<'a> New<'a> {
    pub(super) fn beside(flag: &'static str, path: &'a Path, bytes: &'a [u8]) -> Result<Self, Failure> {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut written = Self { flag, path, bytes, real, new: None };
        if is_dir(&written.real) {
            return Err(written.failed(&io::ErrorKind::IsADirectory.into()));
        }
        if is_replaced(&written.real) {
            let (new, mut file) = beside(&written.real).map_err(|error| written.failed(&error))?;
            written.new = Some(new);
            file.write_all(bytes).map_err(|error| written.failed(&error))?;
        }
        Ok(written)
    }

    pub(super) fn place(mut self) -> Result<(), Failure> {
        let placed = match &self.new {
            Some(new) => fs::rename(new, &self.real),
            None => fs::write(&self.real, self.bytes),
        };
        placed.map_err(|error| self.failed(&error))?;
        self.new = None;
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> Failure {
        not_written(self.flag, self.path, error)
    }
}

fn not_written(flag: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::wrong(format!("{flag} {}: {}; expected to write there", path.display(), folder::plain(error)))
}

/// Whether a new file takes the place of a path. Pipes and devices are written directly.
fn is_replaced(real: &Path) -> bool {
    is_file(real) || !exists(real)
}

/// Creates a temporary file beside a path. The file gets the permissions of an old file, so that no additional users can
/// read it.
fn beside(real: &Path) -> io::Result<(PathBuf, fs::File)> {
    let (new, file) = folder::fresh(real, "new", |path| fs::File::create_new(path))?;
    if let Ok(before) = fs::metadata(real)
        && let Err(error) = file.set_permissions(before.permissions())
    {
        let _ = fs::remove_file(&new); // the first error is the one to report
        return Err(error);
    }
    Ok((new, file))
}

/// An output that is written part after part: standard output, or a file that is complete or absent.
pub(super) struct Streamed<'a> {
    flag: &'static str,
    path: Option<&'a Path>,
    real: PathBuf,
    file: Option<fs::File>,
    /// Path of the temporary file, which Drop removes unless it was renamed.
    new: Option<PathBuf>,
}

impl<'a> Streamed<'a> {
    pub(super) fn open(flag: &'static str, path: Option<&'a Path>) -> Result<Self, Failure> {
        let mut streamed = Self { flag, path, real: PathBuf::new(), file: None, new: None };
        let Some(path) = path else { return Ok(streamed) };
        streamed.real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let opened = if is_dir(&streamed.real) {
            Err(io::ErrorKind::IsADirectory.into())
        } else if is_replaced(&streamed.real) {
            beside(&streamed.real).map(|(new, file)| (Some(new), file))
        } else {
            fs::File::create(&streamed.real).map(|file| (None, file))
        };
        let (new, file) = opened.map_err(|error| not_written(flag, path, &error))?;
        (streamed.new, streamed.file) = (new, Some(file));
        Ok(streamed)
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match (&mut self.file, self.path) {
            (Some(file), Some(path)) => file.write_all(bytes).map_err(|error| not_written(self.flag, path, &error)),
            _ => print(bytes),
        }
    }

    pub(super) fn place(mut self) -> Result<(), Failure> {
        self.file = None;
        if let (Some(new), Some(path)) = (&self.new, self.path) {
            fs::rename(new, &self.real).map_err(|error| not_written(self.flag, path, &error))?;
        }
        self.new = None;
        Ok(())
    }
}

impl Drop for Streamed<'_> {
    fn drop(&mut self) {
        self.file = None;
        // Try to remove the temporary file. An error is ignored.
        self.new.iter().for_each(|new| drop(fs::remove_file(new)));
    }
}

impl Drop for New<'_> {
    fn drop(&mut self) {
        // Try to remove the temporary file. An error is ignored.
        self.new.iter().for_each(|new| drop(fs::remove_file(new)));
    }
}
