//! Errors in a published p-table file, and the places of the errors.

use std::fmt;

use thiserror::Error;

use crate::base::Quoted;
use crate::ptable::Flaw;

/// The headers that [`Ptable::parse`](crate::ptable::Ptable::parse) accepts.
const HEADERS: &str = "`pcv,ckey,pvalue`, `cell_value,cell_key,perturbation`, \
                       `i,j,p,v,p_int_lb,p_int_ub,type` or `i;j;p;v;p_int_ub`";

/// A published file that is not a valid p-table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {flaw}")]
pub struct ImportError {
    /// The file, line and column.
    pub place: Place,
    /// The error at this place.
    pub flaw: ImportFlaw,
}

/// A place in a published file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name, as the caller gave it.
    pub name: Box<str>,
    /// The line, from 1; absent if the error concerns the whole file.
    pub line: Option<u64>,
    /// The column's name; absent if the error concerns a whole line or the whole file.
    pub column: Option<&'static str>,
}

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

/// An error in a published file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportFlaw {
    /// The table that the file describes is invalid.
    #[error(transparent)]
    Table(#[from] Flaw),
    /// The file has no header line.
    #[error("the file is empty; expected the header {HEADERS}", HEADERS = HEADERS)]
    Empty,
    /// The bytes of the file are not UTF-8.
    #[error("not UTF-8 text; expected a CSV file that is not compressed")]
    NotText,
    /// The header belongs to no known format.
    #[error("unknown header {}; expected {HEADERS}", Quoted(.0), HEADERS = HEADERS)]
    Header(Box<str>),
    /// A line has too few or too many fields.
    #[error("{found} fields; expected {expected}, as in the header")]
    FieldCount {
        /// The number of fields in the line.
        found: usize,
        /// The number of fields in the header.
        expected: usize,
    },
    /// A field is not a whole number in the range of its column.
    #[error("{} is not {expected}", Quoted(value))]
    NotWhole {
        /// The text of the field.
        value: Box<str>,
        /// The kind of number and its range.
        expected: &'static str,
    },
    /// A field is not a probability or a bound.
    #[error("{} is not a decimal number from 0 to 1 with at most 25 significant digits", Quoted(.0))]
    NotProbability(Box<str>),
    /// The file is a p-table for magnitudes.
    #[error("type is {}, so this p-table is for magnitudes; expected \"all\", a p-table for counts", Quoted(.0))]
    Type(Box<str>),
    /// The rows of an interval table have a gap or are out of order.
    #[error("row {row} is out of place; expected row {expected}: rows run upwards from 0 without a gap")]
    RowOrder {
        /// The row found.
        row: u32,
        /// The row expected in this place.
        expected: u32,
    },
    /// The first interval of a row does not start at 0.
    #[error("the first interval of row {row} starts at {lower}; expected 0")]
    Start {
        /// The row.
        row: u32,
        /// The first lower bound of the row.
        lower: Box<str>,
    },
    /// An interval does not start at the end of the previous interval.
    #[error("an interval of row {row} starts at {lower}; expected {previous}, the end of the interval before")]
    Gap {
        /// The row.
        row: u32,
        /// The lower bound.
        lower: Box<str>,
        /// The upper bound of the previous interval.
        previous: Box<str>,
    },
    /// A probability is not the width of its interval.
    #[error("the probability is {p}; expected the width of its interval, {lower} to {upper}, within 0.000001")]
    Width {
        /// The probability.
        p: Box<str>,
        /// The lower bound.
        lower: Box<str>,
        /// The upper bound.
        upper: Box<str>,
    },
    /// The probabilities of a row do not add up to 1.
    #[error("the probabilities of row {row} add up to {sum}; expected 1, within 0.000001")]
    Sum {
        /// The row.
        row: u32,
        /// The sum of the probabilities.
        sum: Box<str>,
    },
    /// The result of an interval is not the row plus the noise.
    #[error("the result is {result}; expected {}: row {row} plus noise {noise}", i64::from(*row) + i64::from(*noise))]
    Result {
        /// The row, `i`.
        row: u32,
        /// The noise, `v`.
        noise: i32,
        /// The result, `j`.
        result: Box<str>,
    },
    /// The first key of a range is larger than the last key.
    #[error("key range {} runs backwards; expected the smaller key first", Quoted(.0))]
    KeyRange(Box<str>),
    /// A combination of row and key occurs twice.
    #[error("row {row} repeats key {key}; expected each key once")]
    Duplicate {
        /// The row.
        row: u32,
        /// The key, an index of the p-table.
        key: u32,
    },
    /// A row of a dense table is missing.
    #[error("row {row} is missing; expected every row up to {last}")]
    MissingRow {
        /// The row.
        row: u32,
        /// The last row.
        last: u32,
    },
    /// A row has no noise for a key, although other rows have one.
    #[error("row {row} has no key {key}; expected every key from 0 to {last}, as in other rows")]
    MissingKey {
        /// The row.
        row: u32,
        /// The key, an index of the p-table.
        key: u32,
        /// The last key.
        last: u32,
    },
}

/// Shortens a field for a message. If quotes do not match, a whole line can become one field.
pub(super) fn quoted(value: &str) -> Box<str> {
    const MAX_CHARS: usize = 40;
    match value.char_indices().nth(MAX_CHARS) {
        None => value.into(),
        Some((end, _)) => format!("{}…", &value[..end]).into(),
    }
}
