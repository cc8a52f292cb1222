//! The errors of a conversion, and the changes that a conversion makes.

use std::fmt;

use thiserror::Error;

use super::super::{MAX_KEYS, PtableError, ROW_CYCLE};

/// The error if the noises of a row cannot have mean zero with the requested number of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no division of the keys among its noises has mean zero; expected a multiple of {multiple}")]
pub struct NoMeanZero {
    /// Mean zero is possible only with multiples of this number of keys.
    pub multiple: u64,
}

/// The reason why a table cannot be converted to the other shape.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The number of keys is out of range.
    #[error("{0} keys; expected 2 to {MAX_KEYS}", MAX_KEYS = MAX_KEYS)]
    Keys(u32),
    /// The requested number of keys differs from the number of keys of the dense table.
    #[error("the table has {0} keys; expected no other number of keys")]
    OwnKeys(u32),
    /// A number of keys is given, but an interval table stays an interval table.
    #[error("a number of keys is given, but intervals have none; expected it only for a dense result")]
    NoKeys,
    /// The number of keys is not a power of two, so intervals are not exact.
    #[error("the table has {0} keys; expected a power of two, so that intervals are exact")]
    NoPowerOfTwo(u32),
    /// The last rows, which larger counts use in turn, are not all equal.
    #[error(
        "row {row} differs from row {last}; expected the last {ROW_CYCLE} rows to be equal: larger counts use them in turn, but use only \
         the last row of an interval table",
        ROW_CYCLE = ROW_CYCLE
    )]
    Differs {
        /// The first of these rows that differs from the last row.
        row: u32,
        /// The last row.
        last: u32,
    },
    /// A bound is not a whole number of keys, even with [`MAX_KEYS`] keys.
    #[error(
        "an interval of row {row} ends at {upper}/2^32, between two of {MAX_KEYS} keys; expected a number of keys to redraw such rows \
         with",
        MAX_KEYS = MAX_KEYS
    )]
    TooFine {
        /// The row.
        row: u32,
        /// The bound, in units of 2^-32.
        upper: u64,
    },
    /// A row cannot be redrawn with the requested number of keys.
    #[error("row {row} with {keys} keys: {error}")]
    Row {
        /// The row.
        row: u32,
        /// The number of keys.
        keys: u32,
        /// The reason.
        #[source]
        error: NoMeanZero,
    },
    /// The result is not a valid p-table.
    #[error("{0}")]
    Table(#[source] PtableError),
}

impl ConvertError {
    /// Whether the number of keys is the reason for the error.
    pub fn is_of_keys(&self) -> bool {
        matches!(self, Self::Keys(_) | Self::OwnKeys(_) | Self::NoKeys | Self::Row { .. })
    }
}

/// A change that a conversion makes, or may make, to the noise of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Cells look up their noise in another way.
    Lookup {
        /// The number of keys of the dense table.
        keys: u32,
    },
    /// Rows are redrawn, because they are not exact with the requested number of keys.
    Redrawn {
        /// The number of redrawn rows.
        rows: u32,
        /// The number of keys.
        keys: u32,
        /// The largest change of a probability.
        most: f64,
        /// The largest change of a variance.
        variance: f64,
    },
    /// Row 0 of the resulting dense table adds records.
    RowZeroUsed {
        /// The noise at key 0.
        noise: i32,
    },
    /// Row 0 of the resulting interval table adds records.
    RowZeroLeft {
        /// The noise of the dense table at key 0.
        noise: i32,
    },
    /// The dense table does not have the number of rows that the ONS package expects.
    Rows(u32),
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lookup { keys } => write!(
                out,
                "intervals are looked up by cell key / M, keys by cell key mod {keys}: cells keep their noise under modulus {keys}; under \
                 another modulus they have other noise of the same distribution"
            ),
            Self::Redrawn { rows, keys, most, variance } => {
                let (rows, are) = if *rows == 1 { ("1 row".to_owned(), "is") } else { (format!("{rows} rows"), "are") };
                write!(
                    out,
                    "{rows} {are} not exact with {keys} keys and {are} redrawn with the same mean: variances change by up to {variance:.2e}, \
                     probabilities by up to {most:.2e}"
                )
            }
            Self::RowZeroUsed { noise } => write!(
                out,
                "row 0 adds records: a dense table gives every empty cell the noise of key 0, {noise}, unless the method has zeros = \
                 \"category-keys\"; intervals use row 0 only with that setting"
            ),
            Self::RowZeroLeft { noise } => write!(
                out,
                "row 0 adds records: intervals use it only if the method has zeros = \"category-keys\"; without that setting the dense \
                 table gave every empty cell the noise of key 0, {noise}"
            ),
            Self::Rows(rows) => write!(
                out,
                "{rows} rows: the ONS package needs 750 for the same noise, because it uses rows 501 to 750 for larger counts"
            ),
        }
    }
}
