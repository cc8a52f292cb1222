//! Errors of a file of records or cells, and of the cells read from the file.

use thiserror::Error;

use crate::base::Quoted;
use crate::build;
use crate::build::collect::{CellLocation, CollectError};
use crate::spec::SpecError;
use crate::table::Fault;

/// An error while files are read and combined into the cells of a cube.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of a file of records or cells.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An error of the records or cells themselves, or of their specification.
    #[error(transparent)]
    Build(#[from] build::Error),
}

impl Error {
    /// A stable identifier for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Input(_) => "bad-input",
            Self::Build(error) => error.code(),
        }
    }

    /// The kind of fault: a refused query or wrong input.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Input(_) => Fault::Input,
            Self::Build(error) => error.fault(),
        }
    }
}

impl From<CollectError> for Error {
    fn from(error: CollectError) -> Self {
        Self::Build(error.into())
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Self {
        Self::Build(error.into())
    }
}

/// The reason why a file cannot be read. Messages never quote a value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InputError {
    /// The file cannot be opened.
    #[error("{file}: {reason}; expected a CSV, CSV.gz or Parquet file that can be read")]
    Open {
        /// The file as the user named it.
        file: String,
        /// The operating system's message.
        reason: String,
    },
    /// The content does not match the format in the file's name, or the format is not supported.
    #[error("{file}: {found}; expected {expected}")]
    Format {
        /// The file as the user named it.
        file: String,
        /// The actual content.
        found: String,
        /// The expected content.
        expected: &'static str,
    },
    /// The file ends too early.
    #[error("{file}: ends too early, after row {row}; expected a complete {format} file")]
    Truncated {
        /// The file as the user named it.
        file: String,
        /// Number of the last complete data row.
        row: u64,
        /// The format of the file.
        format: &'static str,
    },
    /// The file cannot be read or decoded any further.
    #[error("{file}: cannot be read after row {row} ({reason}); expected {expected}")]
    Damaged {
        /// The file as the user named it.
        file: String,
        /// Number of the last complete data row.
        row: u64,
        /// The decoder's message.
        reason: String,
        /// The expected state of the file.
        expected: &'static str,
    },
    /// A column is missing.
    #[error("{file}: no column {column}; expected it among its columns {columns}", column = Quoted(.column))]
    MissingColumn {
        /// The file as the user named it.
        file: String,
        /// The required column.
        column: String,
        /// All columns of the file.
        columns: String,
    },
    /// A required column appears twice.
    #[error("{file}: column {column} is given twice; expected it once", column = Quoted(.column))]
    RepeatedColumn {
        /// The file as the user named it.
        file: String,
        /// The repeated column.
        column: String,
    },
    /// A column has a type that cannot hold codes.
    #[error("{file}: column {column} holds {found}; expected text or whole numbers", column = Quoted(.column))]
    ColumnType {
        /// The file as the user named it.
        file: String,
        /// The column's name.
        column: String,
        /// The column's content.
        found: String,
    },
    /// A row has more or fewer fields than the header.
    #[error("{file}, row {row} (line {line}): {found} fields; expected {expected} as in the header")]
    Ragged {
        /// The file as the user named it.
        file: String,
        /// Number of the data row.
        row: u64,
        /// Number of the line.
        line: u64,
        /// The number of fields in the row.
        found: u64,
        /// The number of fields in the header.
        expected: u64,
    },
    /// A value has bytes that are not UTF-8.
    #[error("{0}: bytes that are not UTF-8; expected UTF-8 text")]
    Utf8(Box<CellLocation>),
    /// A floating-point number has a fraction or is beyond 2^53.
    #[error("{0}: not a whole number; expected a whole number up to 2^53 or text")]
    Fraction(Box<CellLocation>),
}
