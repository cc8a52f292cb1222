//! The part of [`std::fs`] that the command line uses, on the machine that JavaScript passes.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::reader::{ChunkReader, Length};

use super::{About, Mode, machine, text};

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A link that is not followed.
    Link,
    /// A pipe or a device.
    Other,
}

/// What is known about a file without reading it.
#[derive(Debug, Clone)]
pub struct Metadata(About);

/// Who may read and write a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permissions(u32);

/// The kind of an entry of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileType(Kind);

impl FileType {
    /// Whether the entry is a folder.
    pub fn is_dir(&self) -> bool {
        self.0 == Kind::Folder
    }

    /// Whether the entry is a regular file.
    pub fn is_file(&self) -> bool {
        self.0 == Kind::File
    }

    /// Whether the entry is a link.
    pub fn is_symlink(&self) -> bool {
        self.0 == Kind::Link
    }
}

impl Metadata {
    /// Whether the path leads to a folder.
    pub fn is_dir(&self) -> bool {
        self.0.kind == Kind::Folder
    }

    /// Whether the path leads to a regular file.
    pub fn is_file(&self) -> bool {
        self.0.kind == Kind::File
    }

    /// Bytes of the file.
    #[expect(clippy::len_without_is_empty, reason = "the standard library has no such method either")]
    pub fn len(&self) -> u64 {
        self.0.length
    }

    /// Who may read and write the file.
    pub fn permissions(&self) -> Permissions {
        Permissions(self.0.mode)
    }
}

/// An entry of a folder.
#[derive(Debug)]
pub struct DirEntry {
    folder: PathBuf,
    name: String,
}

impl DirEntry {
    /// The folder's path and the entry's name.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// The entry's name.
    pub fn file_name(&self) -> OsString {
        (&self.name).into()
    }

    /// The entry's kind. A link is not followed.
    pub fn file_type(&self) -> io::Result<FileType> {
        Ok(FileType(machine()?.about(text(&self.path())?, false)?.kind))
    }
}

/// How to open a file.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    write: bool,
    create: bool,
}

impl OpenOptions {
    /// Makes options that allow nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the file may be read. Every file can be.
    pub fn read(&mut self, _read: bool) -> &mut Self {
        self
    }

    /// Whether to write to the file.
    pub fn write(&mut self, write: bool) -> &mut Self {
        self.write = write;
        self
    }

    /// Whether to make a file that is missing. An old file loses its contents.
    pub fn create(&mut self, create: bool) -> &mut Self {
        self.create = create;
        self
    }

    /// Opens a file.
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        let mode = match (self.write, self.create) {
            (true, true) => Mode::Create,
            (true, false) => Mode::Write,
            (false, _) => Mode::Read,
        };
        File::with(path.as_ref(), mode)
    }
}

/// An open file. Reads have a position, so that a large file never has to be in memory.
#[derive(Debug)]
pub struct File {
    handle: Arc<Handle>,
    position: u64,
}

/// The number of an open file, which is closed with the last owner.
#[derive(Debug)]
struct Handle(u32);

impl Drop for Handle {
    fn drop(&mut self) {
        if let Ok(machine) = machine() {
            machine.close(self.0);
        }
    }
}

impl File {
    /// Opens a file for reading.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::with(path.as_ref(), Mode::Read)
    }

    /// Opens an empty file for writing. An old file loses its contents.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::with(path.as_ref(), Mode::Create)
    }

    /// Opens a new file for writing.
    pub fn create_new(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::with(path.as_ref(), Mode::CreateNew)
    }

    /// The options of [`File::open`].
    pub fn options() -> OpenOptions {
        OpenOptions::new()
    }

    /// What is known about the file.
    pub fn metadata(&self) -> io::Result<Metadata> {
        machine()?.about_open(self.handle.0).map(Metadata)
    }

    /// Sets who may read and write the file.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        machine()?.set_mode(self.handle.0, permissions.0)
    }

    fn with(path: &Path, mode: Mode) -> io::Result<Self> {
        let handle = machine()?.open(text(path)?, mode)?;
        Ok(Self { handle: Arc::new(Handle(handle)), position: 0 })
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = machine()?.read(self.handle.0, self.position, buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        machine()?.write(self.handle.0, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (start, offset) = match to {
            SeekFrom::Start(position) => (position, 0),
            SeekFrom::Current(offset) => (self.position, offset),
            SeekFrom::End(offset) => (self.metadata()?.len(), offset),
        };
        let before = || io::Error::new(ErrorKind::InvalidInput, "invalid seek to a negative position");
        self.position = start.checked_add_signed(offset).ok_or_else(before)?;
        Ok(self.position)
    }
}

impl Length for File {
    fn len(&self) -> u64 {
        self.metadata().map_or(0, |about| about.len())
    }
}

impl ChunkReader for File {
    type T = io::BufReader<Self>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(io::BufReader::new(Self { handle: Arc::clone(&self.handle), position: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let from = Self { handle: Arc::clone(&self.handle), position: start };
        let mut buffer = Vec::with_capacity(length);
        let read = from.take(length as u64).read_to_end(&mut buffer)?;
        if read != length {
            return Err(ParquetError::EOF(format!("Expected to read {length} bytes, read only {read}")));
        }
        Ok(buffer.into())
    }
}

/// Reads a whole file.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).map_err(|_| ErrorKind::OutOfMemory)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| ErrorKind::OutOfMemory)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a whole file as text.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    let wrong = |_| io::Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(read(path)?).map_err(wrong)
}

/// Writes a whole file.
pub fn write(path: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> io::Result<()> {
    File::create(path)?.write_all(contents.as_ref())
}

/// Copies a file, and returns its size.
pub fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<u64> {
    io::copy(&mut File::open(from)?, &mut File::create(to)?)
}

/// What is known about a file. Links are followed.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    machine()?.about(text(path.as_ref())?, true).map(Metadata)
}

/// The entries of a folder.
pub fn read_dir(path: impl AsRef<Path>) -> io::Result<ReadDir> {
    let folder = path.as_ref().to_owned();
    let names = machine()?.list(text(&folder)?)?.into_iter();
    Ok(ReadDir { folder, names })
}

/// The entries of a folder, one after the other.
#[derive(Debug)]
pub struct ReadDir {
    folder: PathBuf,
    names: std::vec::IntoIter<String>,
}

impl Iterator for ReadDir {
    type Item = io::Result<DirEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.names.next()?;
        Some(Ok(DirEntry { folder: self.folder.clone(), name }))
    }
}

/// The path from the root, without links.
pub fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    machine()?.real(text(path.as_ref())?).map(PathBuf::from)
}

/// Makes a folder.
pub fn create_dir(path: impl AsRef<Path>) -> io::Result<()> {
    machine()?.create_dir(text(path.as_ref())?)
}

/// Makes a folder, and those above it that are missing.
pub fn create_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    if path.as_os_str().is_empty() || super::is_dir(path) {
        return Ok(());
    }
    match (create_dir(path), path.parent()) {
        (Err(error), Some(parent)) if error.kind() == ErrorKind::NotFound => {
            create_dir_all(parent)?;
            create_dir(path)
        }
        (Err(_), _) if super::is_dir(path) => Ok(()),
        (made, _) => made,
    }
}

/// Removes a file.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    machine()?.remove_file(text(path.as_ref())?)
}

/// Removes an empty folder.
pub fn remove_dir(path: impl AsRef<Path>) -> io::Result<()> {
    machine()?.remove_dir(text(path.as_ref())?)
}

/// Removes a folder with everything in it. Links are removed, and not followed.
pub fn remove_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    for entry in read_dir(&path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() { remove_dir_all(entry.path())? } else { remove_file(entry.path())? }
    }
    remove_dir(path)
}

/// Moves a file or folder, and replaces an old file.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    machine()?.rename(text(from.as_ref())?, text(to.as_ref())?)
}
