//! Reads records with several threads. The result does not depend on their number.
//!
//! There are no errors here. If anything is wrong, [`collect`] returns `None`. The caller then reads the records again
//! with one thread, which names the first rows of all problems.

mod csv;
mod dictionary;
mod hybrid;
mod parquet;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use ::parquet::errors::ParquetError;

use super::guard::decode;
use super::{Column, Format, Progress, open};
use crate::build::Disk;
use crate::build::collect::{Collected, SharedCollector, Worker};
use crate::host::fs::Metadata;
use crate::key::check::KeyTally;
use crate::spec::CubeSpec;

/// Maximum number of threads that read. Each of them needs up to 40 MB for the tests of keys.
const MOST: usize = 16;

/// Collects the records of all files. `None` if the records need one thread, or if there is a problem.
pub(super) fn collect(
    spec: &CubeSpec,
    records: &[PathBuf],
    threads: usize,
    disk: Option<&Disk<'_>>,
    progress: &mut dyn FnMut(&Path, Progress),
) -> Option<Collected> {
    let threads = threads.min(MOST);
    let mut shared = SharedCollector::new(spec, disk)?;
    shared.expect(records.iter().filter_map(|path| rows(path)).fold(0, u64::saturating_add));
    let dimensions = spec.dimensions.iter().map(|dimension| dimension.cut.is_some());
    let columns = spec.record_columns().ok()?.into_iter().zip(dimensions.chain(std::iter::repeat(false)));
    let columns: Vec<Column<'_>> = columns.map(|(name, has_fractions)| Column { name, has_fractions }).collect();
    let mut workers: Vec<Worker<'_, '_>> = (0..threads).map(|number| shared.worker(number)).collect();
    for path in records {
        let (file, format) = open(path, "").ok()?;
        // Another file cannot be opened once more by each thread.
        file.metadata().ok().filter(Metadata::is_file)?;
        let progress = &mut |now| progress(path, now);
        match format {
            Format::Csv { gzip } => csv::read(file, gzip, &columns, progress, &mut workers)?,
            Format::Parquet => parquet::read(path, &columns, progress, &mut workers)?,
        }
    }
    let tallies: Vec<KeyTally> = workers.into_iter().map(Worker::finish).collect();
    shared.finish(tallies.into_iter())
}

/// The number of rows of a file, or a number that they probably exceed. `None` if nothing is known before reading.
fn rows(path: &Path) -> Option<u64> {
    let (file, format) = open(path, "").ok()?;
    let bytes = file.metadata().ok().filter(Metadata::is_file)?.len();
    match format {
        Format::Csv { gzip: true } => None,
        Format::Csv { gzip: false } => csv::rows(file, bytes),
        Format::Parquet => parquet::rows(path),
    }
}

/// Where a thread reports what it has read: rows, and units of the progress.
type Report = Sender<(u64, u64)>;

/// Runs a reader in each worker's thread, until all have ended. If one fails, `stop` tells the others to end.
fn in_threads(
    workers: &mut [Worker<'_, '_>],
    total: u64,
    progress: &mut dyn FnMut(Progress),
    read: impl Fn(&mut Worker<'_, '_>, &AtomicBool, &Report) -> Option<()> + Sync,
) -> Option<()> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for worker in workers {
            let (report, stop, read) = (sender.clone(), &stop, &read);
            scope.spawn(move || {
                if read(worker, stop, &report).is_none() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
        }
        drop(sender);
        let mut now = Progress { rows: 0, done: 0, total };
        for (rows, done) in receiver {
            (now.rows, now.done) = (now.rows + rows, now.done + done);
            progress(now);
        }
    });
    (!stop.into_inner()).then_some(())
}

/// The position of each column. `None` if a column is not there once.
fn positions(columns: &[Column<'_>], names: &[impl AsRef<str>]) -> Option<Vec<usize>> {
    let position = |column: &Column<'_>| {
        let mut found = (0..names.len()).filter(|at| names[*at].as_ref() == column.name);
        found.next().filter(|_| found.next().is_none())
    };
    columns.iter().map(position).collect()
}

/// Runs a step of the Parquet crate. Errors and panics are `None`.
fn guarded<T>(step: impl FnOnce() -> Result<T, ParquetError>) -> Option<T> {
    decode(String::new, step).ok()?.ok()
}
