//! Errors of a file of records or cells, and of the cells read from the file.

use thiserror::Error;

use crate::base::{Problem, Quoted};
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
    #[error("{file}: column {column} holds {found}; expected text, dates or whole numbers", column = Quoted(.column))]
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
    /// A date is before the year 0 or after the year 9999.
    #[error("{0}: not a date with a year of four digits; expected one from 0000 to 9999")]
    Date(Box<CellLocation>),
    /// A floating-point number has a fraction or is beyond 2^53.
    #[error("{0}: not a whole number; expected a whole number up to 2^53 or text, or cut in the dimension")]
    Fraction(Box<CellLocation>),
}

impl Error {
    /// The file and the row of the error, if it has them.
    pub(super) fn file_and_row(&self) -> (Option<&str>, u64) {
        match self {
            Self::Input(error) => (Some(error.file()), error.row().unwrap_or(0)),
            Self::Build(build::Error::Collect(
                CollectError::StructuralZero { file, row, .. } | CollectError::RepeatedCell { file, row },
            )) => (Some(file), *row),
            Self::Build(build::Error::Collect(error)) => match error.location() {
                Some(at) => (Some(&at.file), at.row),
                None => (None, 0),
            },
            Self::Build(_) => (None, 0),
        }
    }

    /// The error for programs.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Input(error) => error.problem(),
            Self::Build(build::Error::Collect(error)) => error.problem(),
            Self::Build(error) => Problem::error(error.code(), error.to_string()),
        }
    }
}

impl InputError {
    /// A stable identifier of the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Open { .. } => "unreadable-file",
            Self::Format { .. } => "wrong-format",
            Self::Truncated { .. } => "cut-file",
            Self::Damaged { .. } => "damaged-file",
            Self::MissingColumn { .. } => "missing-column",
            Self::RepeatedColumn { .. } => "repeated-column",
            Self::ColumnType { .. } => "column-type",
            Self::Ragged { .. } => "ragged-row",
            Self::Utf8(_) => "not-utf8",
            Self::Fraction(_) => "not-a-whole-number",
            Self::Date(_) => "wrong-date",
        }
    }

    /// The file as the user named it.
    pub fn file(&self) -> &str {
        match self {
            Self::Open { file, .. }
            | Self::Format { file, .. }
            | Self::Truncated { file, .. }
            | Self::Damaged { file, .. }
            | Self::MissingColumn { file, .. }
            | Self::RepeatedColumn { file, .. }
            | Self::ColumnType { file, .. }
            | Self::Ragged { file, .. } => file,
            Self::Utf8(at) | Self::Fraction(at) | Self::Date(at) => &at.file,
        }
    }

    /// Number of the data row, from 1.
    fn row(&self) -> Option<u64> {
        match self {
            Self::Ragged { row, .. } | Self::Truncated { row, .. } | Self::Damaged { row, .. } => Some(*row),
            Self::Utf8(at) | Self::Fraction(at) | Self::Date(at) => Some(at.row),
            _ => None,
        }
    }

    fn column(&self) -> Option<&str> {
        match self {
            Self::MissingColumn { column, .. }
            | Self::RepeatedColumn { column, .. }
            | Self::ColumnType { column, .. } => Some(column),
            Self::Utf8(at) | Self::Fraction(at) | Self::Date(at) => Some(&at.column),
            _ => None,
        }
    }

    /// Two errors with the same key are one problem. The key does not depend on the row.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Ragged { file, found, .. } => format!("{} {file} {found}", self.code()),
            error => format!("{} {} {}", error.code(), error.file(), error.column().unwrap_or_default()),
        }
    }

    /// Notes that further rows have the same problem.
    pub(super) fn mark_further(&mut self) {
        if let Self::Utf8(at) | Self::Fraction(at) | Self::Date(at) = self {
            at.and_further = true;
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::Open { .. } => "Name a CSV, CSV.gz or Parquet file that can be read.",
            Self::Format { .. } => "Convert the file to CSV (UTF-8) or Parquet.",
            Self::Truncated { .. } | Self::Damaged { .. } => "Copy the file again from its source.",
            Self::MissingColumn { .. } => "Correct column in the specification, or the header of the file.",
            Self::RepeatedColumn { .. } => "Rename one of the columns.",
            Self::ColumnType { .. } => "Convert the column to text or whole numbers.",
            Self::Ragged { .. } => "Put quotes around values that contain the separator, or complete the row.",
            Self::Utf8(_) => "Save the file as UTF-8.",
            Self::Fraction(_) => "Add cut to the dimension, or round the numbers.",
            Self::Date(_) => "Correct the date.",
        }
    }

    /// The error for programs.
    pub fn problem(&self) -> Problem {
        let line = match self {
            Self::Ragged { line, .. } => Some(*line),
            Self::Utf8(at) | Self::Fraction(at) | Self::Date(at) => at.line,
            _ => None,
        };
        Problem {
            file: Some(self.file().to_owned()),
            column: self.column().map(str::to_owned),
            row: self.row(),
            line,
            remedy: Some(self.remedy().to_owned()),
            ..Problem::error(self.code(), self.to_string())
        }
    }
}
