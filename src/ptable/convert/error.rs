//! Why a table cannot be converted, and what is not the same when it is.

use std::fmt;

use thiserror::Error;

use super::super::{MAX_KEYS, PtableError, ROW_CYCLE};

/// Keys that the noises of a row cannot share with mean zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("their noises cannot share them with mean zero; expected a multiple of {multiple}")]
pub struct NoMeanZero {
    /// What the number of keys would have to be a multiple of.
    pub multiple: u64,
}

/// Why a table cannot have the other shape.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// A number of keys out of range.
    #[error("{0} keys; expected 2 to {MAX_KEYS}", MAX_KEYS = MAX_KEYS)]
    Keys(u32),
    /// A number of keys for a table that has its own.
    #[error("the table has {0} keys of its own; expected no other number")]
    OwnKeys(u32),
    /// A number of keys for a table of intervals that stays one.
    #[error("a number of keys is given, and intervals have none; expected it only where they become a dense table")]
    NoKeys,
    /// Keys that are no intervals with bounds of 32 bits.
    #[error("the table has {0} keys; expected a power of two, so that intervals are exact")]
    NoPowerOfTwo(u32),
    /// Rows in turn that differ.
    #[error(
        "row {row} is not the same as row {last}; expected the last {ROW_CYCLE} rows to be equal, because larger counts use them in \
         turn, and of an interval table the last row alone",
        ROW_CYCLE = ROW_CYCLE
    )]
    Differs {
        /// The first of the last rows that differs.
        row: u32,
        /// The last row.
        last: u32,
    },
    /// A bound that no number of keys has.
    #[error(
        "an interval of row {row} ends at {upper}/2^32, between two of {MAX_KEYS} keys; expected a number of keys, for which such rows \
         are drawn up anew",
        MAX_KEYS = MAX_KEYS
    )]
    TooFine {
        /// The row.
        row: u32,
        /// The bound, in units of 2^-32.
        upper: u64,
    },
    /// A row that cannot be drawn up anew.
    #[error("row {row} with {keys} keys: {error}")]
    Row {
        /// The row.
        row: u32,
        /// The number of keys.
        keys: u32,
        /// Why.
        #[source]
        error: NoMeanZero,
    },
    /// What results is no p-table.
    #[error("{0}")]
    Table(#[source] PtableError),
}

impl ConvertError {
    /// Whether the number of keys is at fault.
    pub fn is_of_keys(&self) -> bool {
        matches!(self, Self::Keys(_) | Self::OwnKeys(_) | Self::NoKeys | Self::Row { .. })
    }
}

/// Something that is not the same after a conversion, or may not be. Its text says what.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Where cells look.
    Lookup {
        /// The number of keys of the dense table.
        keys: u32,
    },
    /// Rows that are not exact.
    Redrawn {
        /// How many.
        rows: u32,
        /// The number of keys.
        keys: u32,
        /// The largest change of a probability.
        most: f64,
        /// The largest change of a variance.
        variance: f64,
    },
    /// A row 0 that adds records, of what is now a dense table.
    RowZeroUsed {
        /// The noise at key 0.
        noise: i32,
    },
    /// A row 0 that adds records, of what is now an interval table.
    RowZeroLeft {
        /// The noise that it had at key 0.
        noise: i32,
    },
    /// A dense table that the rule of the ONS package does not suit.
    Rows(u32),
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lookup { keys } => write!(
                out,
                "intervals are found by cell key / M, keys by cell key mod {keys}: cells have the noise that they had under modulus \
                 {keys} alone, and under another one noise of the same distribution"
            ),
            Self::Redrawn { rows, keys, most, variance } => {
                let (rows, are) = if *rows == 1 { ("1 row".to_owned(), "is") } else { (format!("{rows} rows"), "are") };
                write!(
                    out,
                    "{rows} {are} not exact with {keys} keys and {are} drawn up anew with the same mean: variances change by up to {variance:.2e}, \
                     probabilities by up to {most:.2e}"
                )
            }
            Self::RowZeroUsed { noise } => write!(
                out,
                "row 0 adds records: a dense table uses it with key 0, noise {noise}, for every empty cell, unless the method has zeros = \
                 \"category-keys\"; intervals did so with that alone"
            ),
            Self::RowZeroLeft { noise } => write!(
                out,
                "row 0 adds records: intervals use it only where the method has zeros = \"category-keys\"; the dense table used it with \
                 key 0, noise {noise}, for every empty cell without that"
            ),
            Self::Rows(rows) => write!(
                out,
                "{rows} rows: the ONS package, which uses rows 501 to 750 for larger counts, needs 750 for the same noise"
            ),
        }
    }
}
