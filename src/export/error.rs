//! Errors of the table exports.

use thiserror::Error;

use crate::base::Quoted;

/// The reason why a table cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The format is unknown.
    #[error("format {}: there is no such format; expected one of {known}", Quoted(name))]
    Unknown {
        /// Name of the format, from the user.
        name: String,
        /// Names of all formats.
        known: String,
    },
    /// The table has more rows or columns than a spreadsheet allows.
    #[error(
        "the table has {rows} rows and {columns} columns with its headings; expected at most 1048576 rows and 16384 columns, which \
         XLSX allows"
    )]
    TooLarge {
        /// Number of rows, with the header.
        rows: usize,
        /// Number of columns, including columns for codes and labels.
        columns: usize,
    },
    /// JavaScript supplied an invalid table.
    #[error("the table to be written: {0}")]
    Shape(String),
    /// JavaScript supplied an invalid workbook.
    #[error("the workbook to be written: {0}")]
    Workbook(String),
    /// A sheet of a workbook has more rows or columns than a spreadsheet allows.
    #[error(
        "the workbook to be written: sheets[{sheet}] has {rows} rows and {columns} columns; expected at most 1048576 rows and 16384 \
         columns, which XLSX allows"
    )]
    SheetTooLarge {
        /// Index of the sheet, from 0.
        sheet: usize,
        /// Number of rows.
        rows: usize,
        /// Number of cells of the longest row.
        columns: usize,
    },
    /// The writer of a format failed.
    #[error("the table cannot be written as {format}: {problem}")]
    Writer {
        /// Name of the format.
        format: &'static str,
        /// Message of the writer.
        problem: String,
    },
}

impl ExportError {
    /// Stable error code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "bad-query",
            Self::TooLarge { .. } | Self::SheetTooLarge { .. } => "too-large",
            Self::Shape(_) | Self::Workbook(_) | Self::Writer { .. } => "bad-table",
        }
    }
}
