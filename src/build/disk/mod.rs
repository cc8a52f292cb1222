//! Cells that do not fit into memory, in temporary files.
//!
//! A collector with a [`Disk`] moves its cells to a file whenever they take too much memory. These cells are a *run*. Two
//! runs may have the same cell. In a run, the cells have the collector's provisional numbers of codes, and the hash of the
//! cell chooses one of [`PARTS`] parts. After all rows, [`Runs::sorted`] takes one part of all runs after another, gives the
//! cells their final codes, combines equal cells and sorts them. It then merges the sorted parts into one file, which
//! [`StoredCells`] reads in blocks.

mod row;
mod runs;
mod stored;

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::collect::CollectError;

pub(in crate::build) use runs::{Runs, Sorted, Source, number_of};
pub use stored::StoredCells;

/// A file that only this process reads and writes.
pub trait Temporary: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> Temporary for T {}

/// Room on disk for cells.
pub struct Disk<'a> {
    /// The bytes of memory that cells may take before they move to the disk.
    pub memory: u64,
    /// Makes an empty temporary file.
    pub create: &'a (dyn Fn() -> io::Result<Box<dyn Temporary>> + Sync),
    /// Receives the progress of the sorting, out of a total.
    pub sorting: &'a (dyn Fn(u64, u64) + Sync),
}

/// The number of parts of a run.
const PARTS: usize = 256;

fn wrong(error: &io::Error) -> CollectError {
    CollectError::Temporary(error.kind().to_string())
}

/// The error after a thread has panicked while it held the lock of a file.
fn lost() -> CollectError {
    CollectError::Temporary("another thread has failed".to_owned())
}

/// Reads the bytes at a place of a file.
fn read_at(file: &mut Box<dyn Temporary>, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}
