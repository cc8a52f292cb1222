//! Collects the cells of a cube, with temporary files if `--memory` is given.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::{Failure, Reported};
use crate::base::threads;
use crate::build::collect::Collected;
use crate::build::{Disk, Temporary};
use crate::host::{self, Bar};
use crate::input::{self, Progress};
use crate::spec::CubeSpec;

/// Reads records and cells. If the cells take more than `memory` bytes, they move to temporary files.
pub(super) fn collect(
    spec: &CubeSpec,
    (records, cells): (&[PathBuf], &[PathBuf]),
    memory: Option<u64>,
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Collected, Failure> {
    if memory.is_some() && !spec.pretabular.steps.is_empty() {
        return Err(Failure::wrong(
            "--memory: steps before tabulation keep all records in memory; expected no --memory, or a specification without \
             [[pretabular]]",
        ));
    }
    let bar: Mutex<Option<Bar>> = Mutex::new(None);
    let sorting = |done, total| {
        // Without a lock, the bar stands still.
        if let Ok(mut bar) = bar.lock() {
            bar.get_or_insert_with(|| Bar::new("Sorting cells".into())).set(done, total);
        }
    };
    let create = || host::temporary().map(|file| Box::new(file) as Box<dyn Temporary>);
    let disk = memory.map(|memory| Disk { memory, create: &create, sorting: &sorting });
    let collected = input::collect_on_disk(spec, records, cells, threads::number(), disk.as_ref(), progress);
    collected.map_err(|problems| Failure::of_problems(&problems, Reported::text))
}
