//! Collects the cells of a cube in memory, because WebAssembly has no temporary files.

use std::path::{Path, PathBuf};

use super::{Failure, Reported};
use crate::base::threads;
use crate::build::collect::Collected;
use crate::input::{self, Progress};
use crate::spec::CubeSpec;

/// Reads records and cells.
pub(super) fn collect(
    spec: &CubeSpec,
    (records, cells): (&[PathBuf], &[PathBuf]),
    memory: Option<u64>,
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Collected, Failure> {
    if memory.is_some() {
        return Err(Failure::wrong(
            "--memory: only the native program has temporary files; expected no --memory, or cargo install cellveil",
        ));
    }
    let collected = input::collect_on_disk(spec, records, cells, threads::number(), None, progress);
    collected.map_err(|problems| Failure::of_problems(&problems, Reported::text))
}
