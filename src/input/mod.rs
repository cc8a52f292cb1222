//! Reads files of records and cells (CSV, CSV.gz and Parquet), and passes the required columns on row by row.

mod column;
mod csv;
mod error;
mod guard;
mod parquet;

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use crate::build::collect::{Cells, Collector, RowLocation};
use crate::spec::CubeSpec;

pub use error::{Error, InputError};

/// Progress of reading a file, in bytes for CSV and in rows for Parquet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Data rows read so far.
    pub rows: u64,
    /// Bytes or rows read so far.
    pub done: u64,
    /// Bytes or rows in the file.
    pub total: u64,
}

/// Rows between two reports of progress; also the size of a batch of Parquet rows.
const BATCH: usize = 8192;

/// Reads the named columns of a file. For each row, calls `row` with the row's place and its values in the order of
/// `columns`.
///
/// The first bytes determine the format. CSV follows RFC 4180, in UTF-8 with a header row. Parquet columns may hold
/// text, whole numbers, floating-point numbers without a fraction, and booleans (`true`, `false`). A null becomes an
/// empty value. Returns the number of rows.
///
/// # Errors
/// Fails with an error of the file, or with the first error of the callback.
pub fn read<E: From<InputError>>(
    path: &Path,
    columns: &[&str],
    progress: &mut dyn FnMut(Progress),
    row: impl FnMut(RowLocation<'_>, &[&str]) -> Result<(), E>,
) -> Result<u64, E> {
    let name = path.display().to_string();
    let (file, format) = open(path, &name)?;
    match format {
        Format::Csv { gzip } => csv::read(file, gzip, &name, columns, progress, row),
        Format::Parquet => parquet::read(file, &name, columns, progress, row),
    }
}

/// Reads all files of records and of cells, and combines them into the cells of a cube.
///
/// `progress` receives the current file and the progress in this file.
///
/// # Errors
/// Fails with the first error of a file or a row.
pub fn collect(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    progress: &mut dyn FnMut(&Path, Progress),
) -> Result<Cells, Error> {
    let mut collector = Collector::new(spec)?;
    let dimensions = spec.columns();
    let units = dimensions + usize::from(spec.key.source.is_some());
    if !records.is_empty() {
        let columns = spec.record_columns()?;
        for path in records {
            read(path, &columns, &mut |now| progress(path, now), |place, values| {
                let key = spec.key.source.is_some().then(|| values[dimensions]);
                Ok::<(), Error>(collector.add_record_of_units(&values[..dimensions], key, &values[units..], place)?)
            })?;
        }
    }
    if !cells.is_empty() {
        let columns = spec.cell_columns()?;
        for path in cells {
            read(path, &columns, &mut |now| progress(path, now), |place, values| {
                let (count, key) = (values[dimensions], values[dimensions + 1]);
                Ok::<(), Error>(collector.add_cell(&values[..dimensions], count, key, place)?)
            })?;
        }
    }
    Ok(collector.finish()?)
}

enum Format {
    Csv { gzip: bool },
    Parquet,
}

fn open(path: &Path, name: &str) -> Result<(File, Format), InputError> {
    let failed = |error: std::io::Error| InputError::Open { file: name.to_owned(), reason: error.to_string() };
    let mut file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(InputError::Open { file: name.to_owned(), reason: "is a folder".to_owned() });
    }
    let mut magic = Vec::with_capacity(4);
    (&mut file).take(4).read_to_end(&mut magic).map_err(failed)?;
    file.rewind().map_err(failed)?;
    let wrong = |found: &str, expected| InputError::Format { file: name.to_owned(), found: found.to_owned(), expected };
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase()).unwrap_or_default();
    match magic.as_slice() {
        b"PAR1" => Ok((file, Format::Parquet)),
        b"PARE" => Err(wrong("is an encrypted Parquet file", "one that is not encrypted")),
        [0x1f, 0x8b, ..] => Ok((file, Format::Csv { gzip: true })),
        _ if extension == "parquet" => {
            Err(wrong("does not begin like a Parquet file", "a Parquet file, as its name says"))
        }
        _ if extension == "gz" => Err(wrong("does not begin like a gzip file", "a gzip file, as its name says")),
        b"PK\x03\x04" => Err(wrong("is a zip file or a workbook", "a CSV, CSV.gz or Parquet file")),
        [0x28, 0xb5, 0x2f, 0xfd] => Err(wrong("is a zstd file", "a CSV, CSV.gz or Parquet file")),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Err(wrong("is text in UTF-16", "UTF-8")),
        _ => Ok((file, Format::Csv { gzip: false })),
    }
}

/// The position of each named column among the file's columns.
fn find_columns(file: &str, wanted: &[&str], columns: &[impl AsRef<str>]) -> Result<Vec<usize>, InputError> {
    let position = |column: &&str| {
        let mut positions = (0..columns.len()).filter(|index| columns[*index].as_ref() == *column);
        match (positions.next(), positions.next()) {
            (Some(position), None) => Ok(position),
            (Some(_), Some(_)) => {
                Err(InputError::RepeatedColumn { file: file.to_owned(), column: (*column).to_owned() })
            }
            (None, _) => Err(InputError::MissingColumn {
                file: file.to_owned(),
                column: (*column).to_owned(),
                columns: columns.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", "),
            }),
        }
    };
    wanted.iter().map(position).collect()
}
