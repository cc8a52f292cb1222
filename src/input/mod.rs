//! Reads files of records and cells (CSV, CSV.gz and Parquet), and passes the required columns on row by row.

mod collect;
mod column;
mod columns;
mod counted;
mod csv;
mod error;
mod guard;
pub mod keyed;
#[cfg(not(target_arch = "wasm32"))]
mod parallel;
mod parquet;
mod parts;
#[cfg(feature = "cli")]
mod views;

use std::io::{Read, Seek};
use std::marker::PhantomData;
use std::path::Path;

use crate::base::{FOREIGN_HEAD, did_you_mean, foreign};
use crate::build::collect::RowLocation;
use crate::host::fs::File;
use crate::spec::CubeSpec;

pub use collect::{collect, collect_on_disk, collect_with, problems};
pub use columns::{Columns, FoundColumn, columns};
pub use error::{Error, InputError};
#[cfg(feature = "cli")]
pub use views::{ViewsError, views};

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

/// A column that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column<'a> {
    /// The column's name.
    pub name: &'a str,
    /// Whether the column may hold numbers with a fraction.
    pub has_fractions: bool,
}

impl<'a> Column<'a> {
    /// A column of codes, keys or counts.
    pub fn of_codes(name: &'a str) -> Self {
        Self { name, has_fractions: false }
    }

    /// The columns of a file of records or of cells, by their names: those of the dimensions come first.
    fn of_file(spec: &CubeSpec, names: Vec<&'a str>) -> Vec<Self> {
        let dimensions = spec.dimensions.iter().filter(|dimension| !dimension.marks_changes);
        let has_fractions = dimensions.map(|dimension| dimension.cut.is_some()).chain(std::iter::repeat(false));
        names.into_iter().zip(has_fractions).map(|(name, has_fractions)| Self { name, has_fractions }).collect()
    }
}

/// Receives the rows of files.
pub trait Rows {
    /// The error that ends the reading of a file.
    type Error: From<InputError>;

    /// Begins a file. `separator` is that of its columns. `lacks` lists the positions of the columns that the file lacks;
    /// their values are empty. Each of them has been passed to [`wrong`](Self::wrong).
    fn begin(&mut self, separator: Option<u8>, lacks: &[usize]) {
        let _ = (separator, lacks);
    }

    /// Takes a row: its place, and its values in the order of the columns.
    ///
    /// # Errors
    /// An error ends the reading of the file.
    fn row(&mut self, place: RowLocation<'_>, values: &[&str]) -> Result<(), Self::Error>;

    /// Takes an error of the header or of a row. After `Ok`, the next row is read.
    ///
    /// # Errors
    /// An error ends the reading of the file.
    fn wrong(&mut self, error: InputError) -> Result<(), Self::Error> {
        Err(error.into())
    }
}

/// A function that takes rows, and stops at the first error.
struct Function<F, E>(F, PhantomData<E>);

impl<E: From<InputError>, F: FnMut(RowLocation<'_>, &[&str]) -> Result<(), E>> Rows for Function<F, E> {
    type Error = E;

    fn row(&mut self, place: RowLocation<'_>, values: &[&str]) -> Result<(), E> {
        self.0(place, values)
    }
}

/// Reads the named columns of a file. For each row, calls `row` with the row's place and its values in the order of
/// `columns`.
///
/// The first bytes determine the format. CSV follows RFC 4180, in UTF-8 with a header row, and with commas, semicolons
/// or tabs between the columns. Parquet columns may hold text, dates, whole numbers, floating-point numbers without a
/// fraction, and booleans (`true`, `false`). A null becomes an empty value. Returns the number of rows.
///
/// # Errors
/// Fails with an error of the file, or with the first error of the callback.
pub fn read<E: From<InputError>>(
    path: &Path,
    columns: &[&str],
    progress: &mut dyn FnMut(Progress),
    row: impl FnMut(RowLocation<'_>, &[&str]) -> Result<(), E>,
) -> Result<u64, E> {
    let columns: Vec<Column<'_>> = columns.iter().map(|name| Column::of_codes(name)).collect();
    read_rows(path, &columns, progress, &mut Function(row, PhantomData))
}

/// Reads columns of a file as [`read`] does, and passes rows and errors to `rows`.
///
/// # Errors
/// Fails if the file cannot be read further, or with an error of `rows`.
pub fn read_rows<R: Rows>(
    path: &Path,
    columns: &[Column<'_>],
    progress: &mut dyn FnMut(Progress),
    rows: &mut R,
) -> Result<u64, R::Error> {
    let name = path.display().to_string();
    let (file, format) = open(path, &name)?;
    match format {
        Format::Csv { gzip } => csv::read(file, gzip, &name, columns, progress, rows),
        Format::Parquet => parquet::read(file, &name, columns, progress, rows),
    }
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
    let mut magic = Vec::with_capacity(FOREIGN_HEAD);
    (&mut file).take(FOREIGN_HEAD as u64).read_to_end(&mut magic).map_err(failed)?;
    file.rewind().map_err(failed)?;
    let wrong = |found: &str, expected| InputError::Format { file: name.to_owned(), found: found.to_owned(), expected };
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase()).unwrap_or_default();
    match magic.as_slice() {
        [b'P', b'A', b'R', b'1', ..] => Ok((file, Format::Parquet)),
        [b'P', b'A', b'R', b'E', ..] => Err(wrong("is an encrypted Parquet file", "one that is not encrypted")),
        [0x1f, 0x8b, ..] => Ok((file, Format::Csv { gzip: true })),
        magic => match foreign(magic) {
            Some((found, expected)) => Err(wrong(found, expected)),
            None if extension == "parquet" => {
                Err(wrong("does not begin like a Parquet file", "a Parquet file, as its name says"))
            }
            None if extension == "gz" => Err(wrong("does not begin like a gzip file", "a gzip file, as its name says")),
            None => Ok((file, Format::Csv { gzip: false })),
        },
    }
}

/// The longest list of a file's columns in a message.
const MOST_LISTED: usize = 40;

/// The position of each named column among the file's columns. A column that is not there once is passed to `rows`.
fn find_columns<R: Rows>(
    file: &str,
    wanted: &[Column<'_>],
    columns: &[impl AsRef<str>],
    separator: Option<u8>,
    rows: &mut R,
) -> Result<Vec<Option<usize>>, R::Error> {
    let mut found = Vec::with_capacity(wanted.len());
    for column in wanted {
        let column = column.name;
        let mut positions = (0..columns.len()).filter(|index| columns[*index].as_ref() == column);
        let (file, column) = (file.to_owned(), column.to_owned());
        found.push(match (positions.next(), positions.next()) {
            (Some(position), None) => Some(position),
            (Some(_), Some(_)) => {
                rows.wrong(InputError::RepeatedColumn { file, column })?;
                None
            }
            (None, _) => {
                let near = did_you_mean(&column, columns.iter().map(AsRef::as_ref));
                let listed = columns.iter().take(MOST_LISTED).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
                let more = columns.len().saturating_sub(MOST_LISTED);
                let more = if more == 0 { String::new() } else { format!(" and {more} more") };
                rows.wrong(InputError::MissingColumn { file, column, columns: listed + &more + &near })?;
                None
            }
        });
    }
    let lacks: Vec<usize> = (0..found.len()).filter(|at| found[*at].is_none()).collect();
    rows.begin(separator, &lacks);
    Ok(found)
}
