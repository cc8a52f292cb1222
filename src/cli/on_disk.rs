//! Gives a command temporary files for `--memory`.

use std::sync::Mutex;

use super::Failure;
use crate::build::{Disk, Temporary};
use crate::host::{self, Bar};

/// Runs work that may move cells to temporary files, once the cells take more than `memory` bytes.
pub(super) fn with_disk<T>(memory: Option<u64>, work: impl FnOnce(Option<&Disk<'_>>) -> T) -> Result<T, Failure> {
    let bar: Mutex<Option<Bar>> = Mutex::new(None);
    let sorting = |done, total| {
        // Without a lock, the bar stands still.
        if let Ok(mut bar) = bar.lock() {
            bar.get_or_insert_with(|| Bar::new("Sorting cells".into())).set(done, total);
        }
    };
    let create = || host::temporary().map(|file| Box::new(file) as Box<dyn Temporary>);
    let disk = memory.map(|memory| Disk { memory, create: &create, sorting: &sorting });
    Ok(work(disk.as_ref()))
}
