//! Errors in p-tables from any source.

use thiserror::Error;

use super::{MAX_NOISE, ROW_CYCLE};

/// An error in a p-table from any source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The table has no rows.
    #[error("there are no rows; expected the rows of a p-table below the header")]
    NoRows,
    /// The upper bounds of a row decrease.
    #[error("an interval of row {row} ends at {upper}; expected at least {previous}, the end of the interval before")]
    Decreasing {
        /// The row.
        row: u32,
        /// The upper bound that is too small.
        upper: Box<str>,
        /// The previous upper bound.
        previous: Box<str>,
    },
    /// The last interval of a row does not end at 1.
    #[error("the last interval of row {row} ends at {upper}; expected 1")]
    End {
        /// The row.
        row: u32,
        /// The last upper bound of the row.
        upper: Box<str>,
    },
    /// A noise makes a count negative.
    #[error("noise {noise} in row {row} makes the result negative; expected {} or more", -i64::from(*row))]
    NegativeResult {
        /// The row.
        row: u32,
        /// The noise.
        noise: i32,
    },
    /// A noise is beyond [`MAX_NOISE`].
    #[error("noise {0} is too large; expected a whole number from -{MAX_NOISE} to {MAX_NOISE}", MAX_NOISE = MAX_NOISE)]
    Noise(i64),
    /// A row has no intervals.
    #[error("row {0} has no interval; expected at least one")]
    EmptyRow(u32),
    /// The table has only row 0.
    #[error("only row 0 is given; expected at least one row above it")]
    OnlyRowZero,
    /// A dense table has too few rows.
    #[error(
        "{0} rows; expected {ROW_CYCLE} or more, because larger counts use the last {ROW_CYCLE} rows in turn",
        ROW_CYCLE = ROW_CYCLE
    )]
    TooFewRows(u32),
    /// The noises of a dense table do not fill its rows.
    #[error("{noises} noises do not fill rows of {keys} keys; expected one noise for each row and key")]
    Shape {
        /// The number of noise values in the table.
        noises: usize,
        /// The number of keys of a row.
        keys: u32,
    },
    /// The table exceeds a limit of this module.
    #[error("too many {what}; expected at most {limit}")]
    Limit {
        /// The kind of item that exceeds the limit, such as `rows`.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The bytes do not start with the magic number.
    #[error("not a stored p-table; expected the letters CVPT at the start")]
    Magic,
    /// The version of the format is not 1.
    #[error("format version {0}; expected version 1: this cube needs newer software")]
    Version(u8),
    /// The shape is unknown in version 1.
    #[error("shape {0}; expected 1 (interval) or 2 (dense)")]
    UnknownShape(u8),
    /// The number of bytes is wrong.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// The number of bytes found.
        found: u64,
        /// The number of bytes that follows from the header.
        expected: u64,
    },
    /// A header field is outside its range.
    #[error("{field} is {value}; expected {expected}")]
    Field {
        /// The field's name in `FORMAT.md`.
        field: &'static str,
        /// The value found.
        value: u64,
        /// The allowed values.
        expected: &'static str,
    },
    /// Unused bits are not zero.
    #[error("unused bits are set; expected zeros")]
    Padding,
}
