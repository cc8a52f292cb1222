//! A new file that is written in parts. The file appears under its name only when it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Failure, folder};
use crate::host::fs::{self, File};
use crate::host::{exists, is_dir, is_file};

/// Size of the buffer before the file, in bytes.
const BUFFER: usize = 1 << 18;

/// A file that is being written.
pub(super) struct Stream<'a> {
    flag: &'static str,
    path: &'a Path,
    /// The target after links are resolved.
    real: PathBuf,
    file: BufWriter<File>,
    /// The temporary file beside the target; `None` for a pipe or device. Drop removes the file unless it was renamed.
    new: Option<PathBuf>,
}

impl<'a> Stream<'a> {
    /// Begins a file. An existing file is refused unless `force` is set.
    pub(super) fn create(flag: &'static str, path: &'a Path, force: bool) -> Result<Self, Failure> {
        let failed = |error: io::Error| failed(flag, path, &error);
        let real = real(path);
        if is_dir(&real) {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        if is_file(&real) && !force {
            let expected = "expected a new name, or --force to replace the file";
            return Err(Failure::wrong(format!("{flag} {}: exists already; {expected}", path.display())));
        }
        let (new, file) = if is_file(&real) || !exists(&real) {
            let (new, file) = folder::fresh(&real, "new", |path| File::create_new(path)).map_err(failed)?;
            (Some(new), file)
        } else {
            (None, File::options().write(true).open(&real).map_err(failed)?)
        };
        let stream = Self { flag, path, real, file: BufWriter::with_capacity(BUFFER, file), new };
        if let Ok(before) = fs::metadata(&stream.real).map(|before| before.permissions())
            && stream.new.is_some()
        {
            // No additional users can read the file that replaces an old one.
            stream.file.get_ref().set_permissions(before).map_err(failed)?;
        }
        Ok(stream)
    }

    /// Lets only those read the new file who can read another file, of which it is a copy.
    pub(super) fn as_private_as(&self, other: &Path) -> Result<(), Failure> {
        let Ok(metadata) = fs::metadata(other) else { return Ok(()) };
        if self.new.is_none() || is_file(&self.real) {
            return Ok(());
        }
        self.file.get_ref().set_permissions(metadata.permissions()).map_err(|error| self.failed(&error))
    }

    /// Moves the complete file to its name.
    pub(super) fn place(mut self) -> Result<(), Failure> {
        let flushed = self.file.flush();
        let placed = flushed.and_then(|()| self.new.as_ref().map_or(Ok(()), |new| fs::rename(new, &self.real)));
        placed.map_err(|error| self.failed(&error))?;
        self.new = None;
        Ok(())
    }

    /// The failure of a write to this file.
    pub(super) fn failed(&self, error: &io::Error) -> Failure {
        failed(self.flag, self.path, error)
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // Try to remove the temporary file. An error is ignored.
        self.new.iter().for_each(|new| drop(fs::remove_file(new)));
    }
}

fn failed(flag: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::wrong(format!("{flag} {}: {}; expected to write there", path.display(), folder::plain(error)))
}

/// Returns a path without links. The file itself may be absent.
pub(super) fn real(path: &Path) -> PathBuf {
    let beside = || {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(parent).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}
