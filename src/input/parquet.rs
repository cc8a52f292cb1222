//! Reads Parquet one row group at a time, each column as text in batches.

use std::fs::File;

use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, SerializedFileReader};

use super::column::{ColumnBatch, Problem};
use super::guard::{Panicked, decode};
use super::{BATCH, InputError, Progress, RowLocation, find_columns};

pub(super) fn read<E: From<InputError>>(
    file: File,
    name: &str,
    columns: &[&str],
    progress: &mut dyn FnMut(Progress),
    mut row: impl FnMut(RowLocation<'_>, &[&str]) -> Result<(), E>,
) -> Result<u64, E> {
    let source = Source { name, columns };
    let reader = source.decoded(0, || SerializedFileReader::new(file))?;
    let metadata = reader.metadata().file_metadata();
    let total = u64::try_from(metadata.num_rows()).unwrap_or(0);
    let schema = metadata.schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().parts().join(".")).collect();
    let leaves = find_columns(name, columns, &names)?;
    let mut count = 0;
    for group in 0..reader.num_row_groups() {
        let (mut batches, mut left) = source.open_group(&reader, group, &leaves, count)?;
        while left > 0 {
            let size = left.min(BATCH);
            for (batch, column) in batches.iter_mut().zip(columns) {
                source.fill(batch, size, column, count)?;
            }
            let mut values: Vec<&str> = vec![""; batches.len()];
            for index in 0..size {
                for (value, batch) in values.iter_mut().zip(&batches) {
                    *value = batch.value(index);
                }
                count += 1;
                row(RowLocation { file: name, row: count, line: None }, &values)?;
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
    columns: &'a [&'a str],
}

impl Source<'_> {
    /// Opens the required columns of a row group. Returns the columns and the number of rows.
    fn open_group(
        &self,
        reader: &SerializedFileReader<File>,
        group: usize,
        leaves: &[usize],
        row: u64,
    ) -> Result<(Vec<ColumnBatch>, usize), InputError> {
        let group = self.decoded(row, || reader.get_row_group(group))?;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(|_| self.damaged(row, "a negative size"))?;
        let schema = group.metadata().schema_descr();
        let open = |(leaf, column): (&usize, &&str)| {
            let reader = self.decoded(row, || group.get_column_reader(*leaf))?;
            ColumnBatch::new(&schema.column(*leaf), reader).map_err(|found| InputError::ColumnType {
                file: self.name.to_owned(),
                column: (*column).to_owned(),
                found,
            })
        };
        Ok((leaves.iter().zip(self.columns).map(open).collect::<Result<_, _>>()?, rows))
    }

    /// Reads the next rows of a column, after `row` rows of the file.
    fn fill(&self, batch: &mut ColumnBatch, size: usize, column: &str, row: u64) -> Result<(), InputError> {
        let filled = decode(|| batch.fill(size)).map_err(|Panicked| self.damaged(row, PANICKED))?;
        filled.map_err(|(index, problem)| {
            let at = RowLocation { file: self.name, row: row + index as u64 + 1, line: None }.column(column);
            match problem {
                Problem::Utf8 => InputError::Utf8(Box::new(at)),
                Problem::Fraction => InputError::Fraction(Box::new(at)),
                Problem::Short => self.truncated(row),
                Problem::Decode(error) => self.undecodable(row, &error),
            }
        })
    }

    /// Runs a step of the decoder, and converts its errors.
    fn decoded<T>(&self, row: u64, step: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, InputError> {
        let result = decode(step).map_err(|Panicked| self.damaged(row, PANICKED))?;
        result.map_err(|error| self.undecodable(row, &error))
    }

    fn undecodable(&self, row: u64, error: &ParquetError) -> InputError {
        match error {
            ParquetError::EOF(_) | ParquetError::NeedMoreData(_) | ParquetError::NeedMoreDataRange(_) => {
                self.truncated(row)
            }
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

const PANICKED: &str = "its pages contradict each other";
