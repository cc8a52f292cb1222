//! Parquet, row group by row group, each column turned into text batch by batch.

use std::fs::File;

use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};

use super::column::{ColumnBatch, Problem};
use super::{BATCH, InputError, Place, Progress, find_columns};

pub(super) fn read<E: From<InputError>>(
    file: File,
    name: &str,
    columns: &[&str],
    progress: &mut dyn FnMut(Progress),
    mut row: impl FnMut(Place<'_>, &[&str]) -> Result<(), E>,
) -> Result<u64, E> {
    let damaged = |row: u64, error: &ParquetError| damage(name, row, error);
    let reader = SerializedFileReader::new(file).map_err(|error| damaged(0, &error))?;
    let metadata = reader.metadata().file_metadata();
    let schema = metadata.schema_descr();
    let total = u64::try_from(metadata.num_rows()).unwrap_or(0);
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().parts().join(".")).collect();
    let leaves = find_columns(name, columns, &names)?;
    let mut count = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|error| damaged(count, &error))?;
        let mut batches = open(name, count, &*group, &leaves)?;
        let mut left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        while left > 0 {
            let size = left.min(BATCH);
            for (batch, column) in batches.iter_mut().zip(columns) {
                batch.fill(size).map_err(|(index, problem)| {
                    let place = Place { file: name, row: count + index as u64 + 1, line: None };
                    match problem {
                        Problem::Utf8 => InputError::Utf8(Box::new(place.column(column))),
                        Problem::Fraction => InputError::Fraction(Box::new(place.column(column))),
                        Problem::Short => {
                            InputError::Truncated { file: name.to_owned(), row: count, format: "Parquet" }
                        }
                        Problem::Decode(error) => damaged(count, &error),
                    }
                })?;
            }
            let mut values: Vec<&str> = vec![""; batches.len()];
            for index in 0..size {
                for (value, batch) in values.iter_mut().zip(&batches) {
                    *value = batch.value(index);
                }
                count += 1;
                row(Place { file: name, row: count, line: None }, &values)?;
            }
            progress(Progress { rows: count, done: count, total });
            left -= size;
        }
    }
    Ok(count)
}

fn open(name: &str, row: u64, group: &dyn RowGroupReader, leaves: &[usize]) -> Result<Vec<ColumnBatch>, InputError> {
    let open = |leaf: &usize| {
        let column = group.metadata().schema_descr().column(*leaf);
        let reader = group.get_column_reader(*leaf).map_err(|error| damage(name, row, &error))?;
        ColumnBatch::new(&column, reader).map_err(|found| InputError::ColumnType {
            file: name.to_owned(),
            column: column.path().parts().join("."),
            found,
        })
    };
    leaves.iter().map(open).collect()
}

fn damage(name: &str, row: u64, error: &ParquetError) -> InputError {
    if let ParquetError::EOF(_) | ParquetError::NeedMoreData(_) | ParquetError::NeedMoreDataRange(_) = error {
        return InputError::Truncated { file: name.to_owned(), row, format: "Parquet" };
    }
    let reason = error.to_string().replace('\n', " ");
    let expected = "a complete Parquet file that is not damaged";
    InputError::Damaged { file: name.to_owned(), row, reason, expected }
}
