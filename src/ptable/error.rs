//! What can be wrong with a p-table, and where.

#[cfg(feature = "full")]
use std::fmt;

use thiserror::Error;

use super::{MAX_NOISE, ROW_CYCLE};
#[cfg(feature = "full")]
use crate::base::Quoted;

/// The headers that [`super::Ptable::parse`] knows.
#[cfg(feature = "full")]
const HEADERS: &str = "`pcv,ckey,pvalue`, `cell_value,cell_key,perturbation`, \
                       `i,j,p,v,p_int_lb,p_int_ub,type` or `i;j;p;v;p_int_ub`";

/// Why something is not a valid p-table. Row numbers and keys in messages are those of the p-table, never of data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PtableError {
    /// A published file.
    #[cfg(feature = "full")]
    #[error("{place}: {flaw}")]
    File {
        /// The file, line and column.
        place: Place,
        /// What is wrong there.
        flaw: Flaw,
    },
    /// Values given to a constructor, or a stored table of the right form with wrong content.
    #[error("p-table: {0}")]
    Table(Flaw),
    /// The binary form.
    #[error("stored p-table, byte {offset}: {flaw}")]
    Stored {
        /// Where the field in question starts, from the first byte.
        offset: usize,
        /// What is wrong there.
        flaw: Flaw,
    },
}

impl PtableError {
    /// What is wrong, wherever it is.
    pub fn flaw(&self) -> &Flaw {
        match self {
            #[cfg(feature = "full")]
            Self::File { flaw, .. } => flaw,
            Self::Stored { flaw, .. } | Self::Table(flaw) => flaw,
        }
    }
}

impl From<Flaw> for PtableError {
    fn from(flaw: Flaw) -> Self {
        Self::Table(flaw)
    }
}

/// A place in a published file.
#[cfg(feature = "full")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name as the caller gave it.
    pub name: Box<str>,
    /// The line, from 1; absent where the file as a whole is meant.
    pub line: Option<u64>,
    /// The column's name.
    pub column: Option<&'static str>,
}

#[cfg(feature = "full")]
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        Ok(())
    }
}

/// What is wrong with a p-table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// No header line.
    #[cfg(feature = "full")]
    #[error("the file is empty; expected the header {HEADERS}", HEADERS = HEADERS)]
    Empty,
    /// A header and nothing below it.
    #[error("there is nothing below the header; expected the rows of a p-table")]
    NoRows,
    /// Bytes that are not UTF-8.
    #[cfg(feature = "full")]
    #[error("this is not UTF-8 text; expected a CSV file (inflated, if it was compressed)")]
    NotText,
    /// A header of no known format.
    #[cfg(feature = "full")]
    #[error("unknown header {}; expected {HEADERS}", Quoted(.0), HEADERS = HEADERS)]
    Header(Box<str>),
    /// A line with too few or too many fields.
    #[cfg(feature = "full")]
    #[error("{found} fields; expected {expected}, as in the header")]
    FieldCount {
        /// Fields of the line.
        found: usize,
        /// Fields of the header.
        expected: usize,
    },
    /// Not a whole number in the range that the column has.
    #[cfg(feature = "full")]
    #[error("{} is not {expected}", Quoted(value))]
    NotWhole {
        /// The field.
        value: Box<str>,
        /// The kind of number and its range.
        expected: &'static str,
    },
    /// Not a probability or a bound.
    #[cfg(feature = "full")]
    #[error("{} is not a decimal number from 0 to 1 with at most 25 significant digits", Quoted(.0))]
    NotProbability(Box<str>),
    /// A p-table for magnitudes.
    #[cfg(feature = "full")]
    #[error("type is {}, so this is a p-table for magnitudes; expected \"all\", a p-table for counts", Quoted(.0))]
    Type(Box<str>),
    /// Rows of an interval table with a gap or out of order.
    #[cfg(feature = "full")]
    #[error("row {row} is out of place; expected row {expected}: rows run upwards from 0 without a gap")]
    RowOrder {
        /// The row found.
        row: u32,
        /// The row that should be there.
        expected: u32,
    },
    /// The first interval of a row does not start at 0.
    #[cfg(feature = "full")]
    #[error("the first interval of row {row} starts at {lower}; expected 0")]
    Start {
        /// The row.
        row: u32,
        /// Its first lower bound.
        lower: Box<str>,
    },
    /// An interval does not start where the one before ends.
    #[cfg(feature = "full")]
    #[error("an interval of row {row} starts at {lower}; expected {previous}, where the one before ends")]
    Gap {
        /// The row.
        row: u32,
        /// The lower bound.
        lower: Box<str>,
        /// The upper bound before it.
        previous: Box<str>,
    },
    /// Upper bounds that decrease.
    #[error("an interval of row {row} ends at {upper}; expected at least {previous}, where the one before ends")]
    Decreasing {
        /// The row.
        row: u32,
        /// The upper bound.
        upper: Box<str>,
        /// The upper bound before it.
        previous: Box<str>,
    },
    /// A probability that is not the width of its interval.
    #[cfg(feature = "full")]
    #[error("the probability is {p}, the interval from {lower} to {upper}; expected its width, within 0.000001")]
    Width {
        /// The probability.
        p: Box<str>,
        /// The lower bound.
        lower: Box<str>,
        /// The upper bound.
        upper: Box<str>,
    },
    /// Probabilities of a row that do not add up.
    #[cfg(feature = "full")]
    #[error("the probabilities of row {row} add up to {sum}; expected 1, within 0.000001")]
    Sum {
        /// The row.
        row: u32,
        /// Their sum.
        sum: Box<str>,
    },
    /// The last interval of a row does not end at 1.
    #[error("the last interval of row {row} ends at {upper}; expected 1")]
    End {
        /// The row.
        row: u32,
        /// Its last upper bound.
        upper: Box<str>,
    },
    /// The target is not the row plus the noise.
    #[cfg(feature = "full")]
    #[error("the result is {result}; expected row {row} with noise {noise}, which is {}", i64::from(*row) + i64::from(*noise))]
    Result {
        /// The row, `i`.
        row: u32,
        /// The noise, `v`.
        noise: i32,
        /// The target, `j`.
        result: Box<str>,
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
    /// A key range that runs backwards.
    #[cfg(feature = "full")]
    #[error("key range {} runs backwards; expected the smaller key first", Quoted(.0))]
    KeyRange(Box<str>),
    /// A row and key given twice.
    #[cfg(feature = "full")]
    #[error("row {row} has key {key} twice; expected once")]
    Duplicate {
        /// The row.
        row: u32,
        /// The key, an index of the p-table.
        key: u32,
    },
    /// A row of a dense table that is missing.
    #[cfg(feature = "full")]
    #[error("row {row} is missing; expected every row up to {last}")]
    MissingRow {
        /// The row.
        row: u32,
        /// The last row.
        last: u32,
    },
    /// A key that some rows have and this one lacks.
    #[cfg(feature = "full")]
    #[error("row {row} has no key {key}; expected every key from 0 to {last}, as in other rows")]
    MissingKey {
        /// The row.
        row: u32,
        /// The key, an index of the p-table.
        key: u32,
        /// The last key.
        last: u32,
    },
    /// A row without intervals.
    #[error("row {0} has no interval; expected at least one")]
    EmptyRow(u32),
    /// A table with row 0 only.
    #[error("there is no row above 0; expected rows for counts too")]
    OnlyRowZero,
    /// A dense table with too few rows.
    #[error(
        "{0} rows; expected {ROW_CYCLE} or more, because larger counts use the last {ROW_CYCLE} rows in turn",
        ROW_CYCLE = ROW_CYCLE
    )]
    TooFewRows(u32),
    /// The noises of a dense table do not fill its rows.
    #[error("{noises} noises do not make full rows of {keys} keys")]
    Shape {
        /// The noises given.
        noises: usize,
        /// The keys of a row.
        keys: u32,
    },
    /// One of the limits of this module.
    #[error("too many {what}; expected at most {limit}")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// Not the magic number.
    #[error("this is not a stored p-table; expected it to begin with the letters CVPT")]
    Magic,
    /// A newer version of the form.
    #[error("format version {0}; this software reads version 1, so a newer one is needed for this cube")]
    Version(u8),
    /// A shape that version 1 does not have.
    #[error("shape {0}; expected 1 (interval) or 2 (dense)")]
    Shapeless(u8),
    /// Too few or too many bytes.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// The length.
        found: u64,
        /// The length that the header asks for.
        expected: u64,
    },
    /// A field of the header outside its range.
    #[error("{field} is {value}; expected {expected}")]
    Field {
        /// The field's name in `FORMAT.md`.
        field: &'static str,
        /// Its value.
        value: u64,
        /// What it can be.
        expected: &'static str,
    },
    /// Unused bits that are not zero.
    #[error("unused bits are set; expected zeros")]
    Padding,
}

/// A value as a message quotes it: whole files in one field must not fill a screen.
#[cfg(feature = "full")]
pub(super) fn quoted(value: &str) -> Box<str> {
    const MOST: usize = 40;
    match value.char_indices().nth(MOST) {
        None => value.into(),
        Some((end, _)) => format!("{}…", &value[..end]).into(),
    }
}
