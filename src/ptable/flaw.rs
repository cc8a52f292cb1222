//! What can be wrong with a p-table, wherever it came from.

use thiserror::Error;

use super::{MAX_NOISE, ROW_CYCLE};

/// What is wrong with a p-table, wherever it came from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A table without rows.
    #[error("there are no rows; expected the rows of a p-table below the header")]
    NoRows,
    /// Upper bounds that decrease.
    #[error("an interval of row {row} ends at {upper}; expected at least {previous}, the end of the interval before")]
    Decreasing {
        /// The row.
        row: u32,
        /// The upper bound.
        upper: Box<str>,
        /// The upper bound before it.
        previous: Box<str>,
    },
    /// The last interval of a row does not end at 1.
    #[error("the last interval of row {row} ends at {upper}; expected 1")]
    End {
        /// The row.
        row: u32,
        /// Its last upper bound.
        upper: Box<str>,
    },
    /// Noise that makes a count negative.
    #[error("noise {noise} in row {row} makes the result negative; expected {} or more", -i64::from(*row))]
    NegativeResult {
        /// The row.
        row: u32,
        /// The noise.
        noise: i32,
    },
    /// Noise beyond [`MAX_NOISE`].
    #[error("noise {0} is too large; expected a whole number from -{MAX_NOISE} to {MAX_NOISE}", MAX_NOISE = MAX_NOISE)]
    Noise(i64),
    /// A row without intervals.
    #[error("row {0} has no interval; expected at least one")]
    EmptyRow(u32),
    /// A table with row 0 only.
    #[error("only row 0 is given; expected at least one row above it")]
    OnlyRowZero,
    /// A dense table with too few rows.
    #[error(
        "{0} rows; expected {ROW_CYCLE} or more, because larger counts use the last {ROW_CYCLE} rows in turn",
        ROW_CYCLE = ROW_CYCLE
    )]
    TooFewRows(u32),
    /// The noises of a dense table do not fill its rows.
    #[error("{noises} noises do not fill rows of {keys} keys; expected one noise for each row and key")]
    Shape {
        /// The noises given.
        noises: usize,
        /// The keys of a row.
        keys: u32,
    },
    /// A table beyond one of the limits of this module.
    #[error("too many {what}; expected at most {limit}")]
    Limit {
        /// The items that are too many.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// Another magic number.
    #[error("not a stored p-table; expected the letters CVPT at the start")]
    Magic,
    /// A newer version of the format.
    #[error("format version {0}; expected version 1: this cube needs newer software")]
    Version(u8),
    /// A shape that version 1 does not have.
    #[error("shape {0}; expected 1 (interval) or 2 (dense)")]
    UnknownShape(u8),
    /// Too few or too many bytes.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// The length.
        found: u64,
        /// The length that the header gives.
        expected: u64,
    },
    /// A header field outside its range.
    #[error("{field} is {value}; expected {expected}")]
    Field {
        /// The field's name in `FORMAT.md`.
        field: &'static str,
        /// Its value.
        value: u64,
        /// The values that it can have.
        expected: &'static str,
    },
    /// Unused bits that are not zero.
    #[error("unused bits are set; expected zeros")]
    Padding,
}
