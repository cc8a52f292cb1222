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
use crate::build::collect::{Collected, Part, Shape, SharedCollector, Worker};
use crate::host::fs::Metadata;
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
    let columns = (&*Column::of_file(spec, spec.record_columns().ok()?), Shape::of(spec));
    let mut workers: Vec<Worker<'_, '_>> = (0..threads).map(|number| shared.worker(number)).collect();
    for path in records {
        let (file, format) = open(path, "").ok()?;
        // Another file cannot be opened once more by each thread.
        file.metadata().ok().filter(Metadata::is_file)?;
        let progress = &mut |now| progress(path, now);
        match format {
            Format::Csv { gzip } => csv::read(file, gzip, columns, progress, &mut workers)?,
            Format::Parquet => parquet::read(path, columns, progress, &mut workers)?,
        }
    }
    let parts: Vec<Part> = workers.into_iter().map(Worker::finish).collect();
    shared.finish(parts)
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Without this test, one thread could read all records, and every test of the results would pass.
    #[test]
    fn several_threads_read_records_for_steps() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"region,sex,age,key,household\n").unwrap();
        for row in 0..2000_u64 {
            let (region, sex, age) = (row / 3 % 7, row % 2, row * row % 11);
            writeln!(file, "R{region},{sex},{age},{},h{}", row * 2_654_435_761 % (1 << 32), row / 3).unwrap();
        }
        let records = [file.path().to_owned()];
        let spec = |release: &str, key: &str, more: &str| {
            let text = format!(
                "[cube]\nid = \"people\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n\
                 release = \"{release}\"\n[key]\n{key}\nsalt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n\
                 [[dimension]]\nname = \"region\"\n[[dimension]]\nname = \"sex\"\n[[dimension]]\nname = \"age\"\n{more}"
            );
            CubeSpec::parse(&text, &|_| Err("no such file".to_owned()), &|_| None).unwrap()
        };
        let of_units =
            "[[pretabular]]\nkind = \"pram\"\nvariable = \"region\"\nunit = \"household\"\nmove = 0.4\nseed = \"01\"\n";
        let of_records = "[[dimension]]\nname = \"changed\"\nfrom = \"pretabular\"\n[[pretabular]]\nkind = \"swap\"\n\
                          variable = \"region\"\nrate = 0.1\nstrata = [\"sex\", \"age\"]\nseed = \"02\"\n";
        let of_cells =
            "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }\nseed = \"03\"\n";
        let (why, column) = ("[publish]\nwhy = \"a test\"\n", "column = \"key\"");
        for spec in [
            spec("keyed", column, ""),
            spec("keyed", column, of_units),
            spec("preprotected", column, &format!("{of_records}{of_cells}{why}")),
            spec("preprotected", "", &format!("{of_records}{why}")),
            spec("preprotected", column, &format!("{of_cells}{why}")),
            spec("preprotected", "", &format!("{of_cells}{why}")),
        ] {
            let one = crate::input::collect_with(&spec, &records, &[], 1, &mut |_, _| ()).unwrap();
            let Some(Collected::InMemory(several)) = collect(&spec, &records, 3, None, &mut |_, _| ()) else {
                panic!("one thread has to read the records of {:?}", spec.pretabular);
            };
            assert_eq!(*several, one);
        }
    }
}
