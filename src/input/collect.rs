//! Combines files of records and of cells into the cells of a cube.

use std::path::{Path, PathBuf};

use super::parts::{Parts, Tally};
use super::{Column, Error, InputError, Progress, Rows, columns, read_rows};
use crate::base::{Distinct, Problems, threads};
use crate::build::Disk;
use crate::build::collect::{Cells, CollectError, Collected, Collector, FileForm, RECORDS, RowLocation};
use crate::spec::CubeSpec;

/// Reads all files of records and of cells, and combines them into the cells of a cube.
///
/// Several threads read records. Cells take one thread. A folder among `cells`
/// has the Parquet files that an engine has written. Within a folder each cell is in one row. If the folder has the column
/// `cellveil_records`, its counts add up to this number of records.
///
/// `progress` receives the current file and the progress in this file.
///
/// # Errors
/// Fails with the problems of all files and rows.
pub fn collect(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Cells, Problems<Error>> {
    collect_with(spec, records, cells, threads::number(), progress)
}

/// Does the same as [`collect_with`]. With a disk, cells move to temporary files if they take too much memory. Steps before
/// tabulation keep all cells in memory.
///
/// # Errors
/// Fails in the same cases as [`collect`], and if the disk has no room.
pub fn collect_on_disk(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    threads: usize,
    disk: Option<&Disk<'_>>,
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Collected, Problems<Error>> {
    collected(spec, records, cells, (threads, disk), progress)
}

/// Does the same as [`collect`] with a number of threads. The result does not depend on this number.
///
/// # Errors
/// Fails with the problems of all files and rows.
pub fn collect_with(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    threads: usize,
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Cells, Problems<Error>> {
    match collected(spec, records, cells, (threads, None), progress)? {
        Collected::InMemory(cells) => Ok(*cells),
        Collected::OnDisk(_) => unreachable!("there is no disk"),
    }
}

fn collected(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    (threads, disk): (usize, Option<&Disk<'_>>),
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Collected, Problems<Error>> {
    #[cfg(not(target_arch = "wasm32"))]
    if threads > 1
        && cells.is_empty()
        && let Some(collected) = super::parallel::collect(spec, records, threads, disk, progress)
    {
        return Ok(collected);
    }
    // One thread also names the problems that several threads have found.
    #[cfg(target_arch = "wasm32")]
    let _ = threads;
    let mut rows = RowsOfCube::new(spec, disk).map_err(Error::from)?;
    match rows.read_all(records, cells, progress) {
        Ok(()) if rows.problems.is_empty() => {
            rows.collector.finish_collected().map_err(|problems| sorted(problems.map(Error::from), records, cells))
        }
        end => Err(rows.into_problems(end.err(), records, cells)),
    }
}

/// Reads all files, and returns the problems of files and rows. The specification may be
/// [incomplete](CubeSpec::parse_partly).
pub fn problems(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    progress: &mut dyn FnMut(&Path, Progress),
) -> Problems<Error> {
    match RowsOfCube::new(spec, None) {
        Ok(mut rows) => {
            let end = rows.read_all(records, cells, progress);
            rows.into_problems(end.err(), records, cells)
        }
        Err(error) => Error::from(error).into(),
    }
}

/// The rows of a cube's files, and the problems of the files.
struct RowsOfCube<'a> {
    spec: &'a CubeSpec,
    collector: Collector<'a>,
    problems: Distinct<InputError>,
    /// The number of columns of dimensions.
    dimensions: usize,
    is_of_records: bool,
    /// The sum of the counts, within a folder with the number of records.
    tally: Option<Tally>,
}

impl<'a> RowsOfCube<'a> {
    fn new(spec: &'a CubeSpec, disk: Option<&'a Disk<'a>>) -> Result<Self, CollectError> {
        let collector = Collector::gathering(spec)?;
        let collector = match disk {
            Some(disk) => collector.on_disk(disk),
            None => collector,
        };
        let problems = Distinct::default();
        Ok(Self { spec, collector, problems, dimensions: spec.columns(), is_of_records: true, tally: None })
    }

    /// Reads all files. An error ends the reading.
    fn read_all(
        &mut self,
        records: &[PathBuf],
        cells: &[PathBuf],
        progress: &mut dyn FnMut(&Path, Progress),
    ) -> Result<(), Error> {
        for (files, is_of_records) in
            [(records, true), (cells, false)].into_iter().filter(|(files, _)| !files.is_empty())
        {
            self.is_of_records = is_of_records;
            let columns = if is_of_records { self.spec.record_columns() } else { self.spec.cell_columns() };
            let columns = Column::of_file(self.spec, columns?);
            for path in files {
                match if is_of_records { Ok(None) } else { Parts::of(path) } {
                    Ok(None) => self.read_file(path, &columns, progress)?,
                    Ok(Some(parts)) => self.read_parts(path, &parts, &columns, progress)?,
                    Err(error) => self.problems.add(error.key(), error, |_| ()),
                }
            }
        }
        Ok(())
    }

    /// Reads a file. An error that concerns only the file is a problem.
    fn read_file(
        &mut self,
        path: &Path,
        columns: &[Column<'_>],
        progress: &mut dyn FnMut(&Path, Progress),
    ) -> Result<(), Error> {
        match read_rows(path, columns, &mut |now| progress(path, now), self) {
            Err(Error::Input(error)) => self.problems.add(error.key(), error, |_| ()),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        Ok(())
    }

    /// Reads the parts of a folder.
    fn read_parts(
        &mut self,
        folder: &Path,
        parts: &Parts,
        wanted: &[Column<'_>],
        progress: &mut dyn FnMut(&Path, Progress),
    ) -> Result<(), Error> {
        let wrong = |path: &Path, found: &str, expected| InputError::Format {
            file: path.display().to_string(),
            found: found.to_owned(),
            expected,
        };
        let mut first: Option<Vec<String>> = None;
        self.collector.begin_folder(folder.display().to_string());
        for part in &parts.files {
            let names = match columns(part) {
                Ok(columns) => columns.list.into_iter().map(|column| column.name).collect::<Vec<_>>(),
                Err(error) => {
                    self.problems.add(error.key(), error, |_| ());
                    continue;
                }
            };
            let mut sorted = names.clone();
            sorted.sort();
            if first.get_or_insert_with(|| sorted.clone()) != &sorted {
                let found = "has other columns than the first part of its folder";
                let error = wrong(part, found, "all parts of one job, and no others");
                self.problems.add(error.key(), error, |_| ());
                continue;
            }
            let has_records = names.iter().any(|name| name == RECORDS);
            if !has_records && parts.lacks_success {
                let found = "has parts of Spark without _SUCCESS, so the job may not have ended";
                let error = wrong(folder, found, "the whole folder of a job that has ended");
                self.problems.add(error.key(), error, |_| ());
                break;
            }
            if has_records {
                self.tally.get_or_insert_default();
                let wanted: Vec<Column<'_>> = wanted.iter().copied().chain([Column::of_codes(RECORDS)]).collect();
                self.read_file(part, &wanted, progress)?;
            } else {
                self.read_file(part, wanted, progress)?;
            }
        }
        self.collector.end_folder();
        // Other problems explain a wrong sum.
        let tally = self.tally.take().filter(|_| self.problems.is_empty() && !self.collector.has_problems());
        if let Some(error) = tally.and_then(|tally| tally.problem(folder)) {
            self.problems.add(error.key(), error, |_| ());
        }
        Ok(())
    }

    /// All problems, with the one that ended the reading.
    fn into_problems(mut self, end: Option<Error>, records: &[PathBuf], cells: &[PathBuf]) -> Problems<Error> {
        // Up to twenty of each kind are listed. The first twenty of all are listed again after sorting.
        let mut all = self.problems.into_problems().map(Error::from);
        all.append_all(self.collector.problems().map(Error::from));
        end.map(Problems::from).into_iter().for_each(|end| all.append_all(end));
        sorted(all, records, cells)
    }
}

impl Rows for RowsOfCube<'_> {
    type Error = Error;

    fn begin(&mut self, separator: Option<u8>, lacks: &[usize]) {
        let (lacks, others): (Vec<usize>, Vec<usize>) = lacks.iter().partition(|at| **at < self.dimensions);
        self.collector.begin(FileForm {
            // With commas between the columns, a comma within a number is more likely a mistake.
            has_decimal_comma: matches!(separator, Some(b';' | b'\t')),
            lacks,
            lacks_others: !others.is_empty(),
        });
    }

    fn row(&mut self, place: RowLocation<'_>, values: &[&str]) -> Result<(), Error> {
        let (codes, others) = values.split_at(self.dimensions);
        if !self.is_of_records {
            if let (Some(tally), Some(records)) = (&mut self.tally, others.get(2)) {
                tally.add(others[0], records);
            }
            return Ok(self.collector.add_cell(codes, others[0], others[1], place)?);
        }
        let (key, units) = match self.spec.key.source {
            Some(_) => (Some(others[0]), &others[1..]),
            None => (None, others),
        };
        Ok(self.collector.add_record_of_units(codes, key, units, place)?)
    }

    fn wrong(&mut self, error: InputError) -> Result<(), Error> {
        self.problems.add(error.key(), error, InputError::mark_further);
        Ok(())
    }
}

/// All problems in the order of files and rows. Problems of all rows together are last.
fn sorted(mut all: Problems<Error>, records: &[PathBuf], cells: &[PathBuf]) -> Problems<Error> {
    let names: Vec<String> = records.iter().chain(cells).map(|path| path.display().to_string()).collect();
    all.sort_by_key(|error| {
        let (file, row) = error.file_and_row();
        // A part belongs to its folder.
        let is_of = |file: &str, name: &String| name == file || Path::new(file).starts_with(name);
        let at = file.and_then(|file| names.iter().position(|name| is_of(file, name))).unwrap_or(names.len());
        (at, file.unwrap_or_default().to_owned(), row)
    });
    all.shorten();
    all
}
