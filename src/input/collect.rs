//! Combines files of records and of cells into the cells of a cube.

use std::path::{Path, PathBuf};

use super::{Column, Error, InputError, Progress, Rows, read_rows};
use crate::base::{Distinct, Problems, threads};
use crate::build::collect::{Cells, CollectError, Collector, FileForm, RowLocation};
use crate::spec::CubeSpec;

/// Reads all files of records and of cells, and combines them into the cells of a cube.
///
/// Several threads read records. Cells, and records for steps before tabulation, take one thread. `progress` receives the
/// current file and the progress in this file.
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
    #[cfg(not(target_arch = "wasm32"))]
    if threads > 1
        && cells.is_empty()
        && let Some(cells) = super::parallel::collect(spec, records, threads, progress)
    {
        return Ok(cells);
    }
    // One thread also names the problems that several threads have found.
    #[cfg(target_arch = "wasm32")]
    let _ = threads;
    let mut rows = RowsOfCube::new(spec).map_err(Error::from)?;
    match rows.read_all(records, cells, progress) {
        Ok(()) if rows.problems.is_empty() => {
            rows.collector.finish_all().map_err(|problems| sorted(problems.map(Error::from), records, cells))
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
    match RowsOfCube::new(spec) {
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
}

impl<'a> RowsOfCube<'a> {
    fn new(spec: &'a CubeSpec) -> Result<Self, CollectError> {
        let collector = Collector::gathering(spec)?;
        let problems = Distinct::default();
        Ok(Self { spec, collector, problems, dimensions: spec.columns(), is_of_records: true })
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
            let columns = columns?;
            let dimensions = self.spec.dimensions.iter().filter(|dimension| !dimension.marks_changes);
            let has_fractions = dimensions.map(|dimension| dimension.cut.is_some()).chain(std::iter::repeat(false));
            let columns: Vec<Column<'_>> = columns
                .into_iter()
                .zip(has_fractions)
                .map(|(name, has_fractions)| Column { name, has_fractions })
                .collect();
            for path in files {
                match read_rows(path, &columns, &mut |now| progress(path, now), self) {
                    Ok(_) => {}
                    Err(Error::Input(error)) => self.problems.add(error.key(), error, |_| ()),
                    Err(error) => return Err(error),
                }
            }
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
        (file.and_then(|file| names.iter().position(|name| name == file)).unwrap_or(names.len()), row)
    });
    all.shorten();
    all
}
