//! Reads Parquet one row group at a time, each column as text in batches.

use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, SerializedFileReader};

use super::column::{ColumnBatch, Fault, Problem};
use super::guard::{Panicked, decode};
use super::{BATCH, Column, InputError, Progress, RowLocation, Rows, find_columns};
use crate::host::fs::File;

pub(super) fn read<R: Rows>(
    file: File,
    name: &str,
    columns: &[Column<'_>],
    progress: &mut dyn FnMut(Progress),
    to: &mut R,
) -> Result<u64, R::Error> {
    let source = Source { name, columns };
    let reader = source.decoded(0, || SerializedFileReader::new(file))?;
    let metadata = reader.metadata().file_metadata();
    let total = u64::try_from(metadata.num_rows()).unwrap_or(0);
    let schema = metadata.schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().parts().join(".")).collect();
    let mut leaves = find_columns(name, columns, &names, None, to)?;
    let mut count = 0;
    for group in 0..reader.num_row_groups() {
        let (mut batches, mut left) = source.open_group(&reader, group, &mut leaves, count, to)?;
        while left > 0 {
            let size = left.min(BATCH);
            for batch in batches.iter_mut().flatten() {
                source.fill(batch, size, count)?;
            }
            let has_faults = batches.iter().flatten().any(|batch| !batch.faults().is_empty());
            let mut values: Vec<&str> = vec![""; batches.len()];
            for index in 0..size {
                for (value, batch) in values.iter_mut().zip(&batches) {
                    *value = batch.as_ref().map_or("", |batch| batch.value(index));
                }
                count += 1;
                let place = RowLocation { file: name, row: count, line: None };
                let mut is_sound = true;
                if has_faults {
                    for (batch, column) in batches.iter().zip(columns) {
                        let faults = batch.as_ref().map_or(&[][..], ColumnBatch::faults);
                        if let Some((_, fault)) = faults.iter().find(|(at, _)| *at == index) {
                            is_sound = false;
                            let at = Box::new(place.column(column.name));
                            to.wrong(match fault {
                                Fault::Utf8 => InputError::Utf8(at),
                                Fault::Fraction => InputError::Fraction(at),
                                Fault::Date => InputError::Date(at),
                            })?;
                        }
                    }
                }
                if is_sound {
                    to.row(place, &values)?;
                }
            }
            progress(Progress { rows: count, done: count, total });
            left -= size;
        }
    }
    Ok(count)
}

/// The file's name and the required columns.
struct Source<'a> {
    name: &'a str,
    columns: &'a [Column<'a>],
}

impl Source<'_> {
    /// Opens the required columns of a row group. Returns the columns and the number of rows. A column with another type
    /// is passed to `to`, and is missing from then on.
    fn open_group<R: Rows>(
        &self,
        reader: &SerializedFileReader<File>,
        group: usize,
        leaves: &mut [Option<usize>],
        row: u64,
        to: &mut R,
    ) -> Result<(Vec<Option<ColumnBatch>>, usize), R::Error> {
        let group = self.decoded(row, || reader.get_row_group(group))?;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(|_| self.damaged(row, "a negative size"))?;
        let schema = group.metadata().schema_descr();
        let mut batches = Vec::with_capacity(leaves.len());
        let mut has_lost = false;
        for (leaf, column) in leaves.iter_mut().zip(self.columns) {
            let Some(at) = *leaf else {
                batches.push(None);
                continue;
            };
            let reader = self.decoded(row, || group.get_column_reader(at))?;
            match ColumnBatch::new(&schema.column(at), reader, column.has_fractions) {
                Ok(batch) => batches.push(Some(batch)),
                Err(found) => {
                    let (file, column) = (self.name.to_owned(), column.name.to_owned());
                    to.wrong(InputError::ColumnType { file, column, found })?;
                    (*leaf, has_lost) = (None, true);
                    batches.push(None);
                }
            }
        }
        if has_lost {
            let lacks: Vec<usize> = (0..leaves.len()).filter(|at| leaves[*at].is_none()).collect();
            to.begin(None, &lacks);
        }
        Ok((batches, rows))
    }

    /// Reads the next rows of a column, after `row` rows of the file.
    fn fill(&self, batch: &mut ColumnBatch, size: usize, row: u64) -> Result<(), InputError> {
        let message = || self.damaged(row, PANICKED).to_string();
        let filled = decode(message, || batch.fill(size)).map_err(|Panicked| self.damaged(row, PANICKED))?;
        filled.map_err(|problem| match problem {
            Problem::Short => self.truncated(row),
            Problem::Decode(error) => self.undecodable(row, &error),
        })
    }

    /// Runs a step of the decoder, and converts its errors.
    fn decoded<T>(&self, row: u64, step: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, InputError> {
        let message = || self.damaged(row, PANICKED).to_string();
        let result = decode(message, step).map_err(|Panicked| self.damaged(row, PANICKED))?;
        result.map_err(|error| self.undecodable(row, &error))
    }

    fn undecodable(&self, row: u64, error: &ParquetError) -> InputError {
        match error {
            ParquetError::EOF(_) | ParquetError::NeedMoreData(_) | ParquetError::NeedMoreDataRange(_) => {
                self.truncated(row)
            }
            ParquetError::General(reason) if reason == NO_ZSTD => InputError::Format {
                file: self.name.to_owned(),
                found: "is compressed with zstd, which only the native program reads".to_owned(),
                expected: "another compression such as snappy or gzip, or the native program",
            },
            other => self.damaged(row, &other.to_string().replace('\n', " ")),
        }
    }

    fn truncated(&self, row: u64) -> InputError {
        InputError::Truncated { file: self.name.to_owned(), row, format: "Parquet" }
    }

    fn damaged(&self, row: u64, reason: &str) -> InputError {
        let expected = "a complete Parquet file that is not damaged";
        InputError::Damaged { file: self.name.to_owned(), row, reason: reason.to_owned(), expected }
    }
}

/// The message of the Parquet crate in WebAssembly, where no C compiler has compiled zstd.
const NO_ZSTD: &str = "Disabled feature at compile time: zstd";
const PANICKED: &str = "its pages contradict each other";
