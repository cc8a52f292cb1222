//! Refuses `--memory`, because WebAssembly has no temporary files.

use super::Failure;
use crate::build::Disk;

/// Runs work that keeps all cells in memory.
pub(super) fn with_disk<T>(memory: Option<u64>, work: impl FnOnce(Option<&Disk<'_>>) -> T) -> Result<T, Failure> {
    match memory {
        None => Ok(work(None)),
        Some(_) => Err(Failure::wrong(
            "--memory: only the native program has temporary files; expected no --memory, or cargo install cellveil",
        )),
    }
}
