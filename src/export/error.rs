//! Why a table cannot be written in a format.

use thiserror::Error;

use crate::base::Quoted;

/// Why a table has no file in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There is no such format.
    #[error("format {}: there is no such format; expected one of {known}", Quoted(name))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names of all formats.
        known: String,
    },
    /// A spreadsheet has so many rows and columns and no more.
    #[error(
        "the table has {rows} rows and {columns} columns with its headings; expected at most 1048576 rows and 16384 columns, which \
         XLSX allows"
    )]
    TooLarge {
        /// With the header.
        rows: usize,
        /// With those of the codes and labels.
        columns: usize,
    },
    /// What JavaScript handed over is no table.
    #[error("the table to be written: {0}")]
    Shape(String),
    /// The writer of a format refuses.
    #[error("the table cannot be written as {format}: {problem}")]
    Writer {
        /// Its name.
        format: &'static str,
        /// What the writer says.
        problem: String,
    },
}

impl ExportError {
    /// For programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "bad-query",
            Self::TooLarge { .. } => "too-large",
            Self::Shape(_) | Self::Writer { .. } => "bad-table",
        }
    }
}
