//! Errors of records and cells. No message quotes a key, an identifier or a count.

use std::fmt;

use thiserror::Error;

use crate::base::Quoted;
use crate::key::derive::DeriveError;

/// Where a row comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLocation<'a> {
    /// The file as the user named it.
    pub file: &'a str,
    /// Number of the data row, from 1.
    pub row: u64,
    /// Number of the line, from 1, in files that have lines.
    pub line: Option<u64>,
}

impl RowLocation<'_> {
    /// The place of a value in this row.
    pub fn column(&self, column: &str) -> CellLocation {
        CellLocation { file: self.file.to_owned(), row: self.row, line: self.line, column: column.to_owned() }
    }
}

/// Where a value comes from: a [`RowLocation`] with a column, owned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellLocation {
    /// The file as the user named it.
    pub file: String,
    /// Number of the data row, from 1.
    pub row: u64,
    /// Number of the line, from 1, in files that have lines.
    pub line: Option<u64>,
    /// The column's name.
    pub column: String,
}

impl fmt::Display for CellLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, row {}", self.file, self.row)?;
        if let Some(line) = self.line {
            write!(out, " (line {line})")?;
        }
        write!(out, ", column {}", Quoted(&self.column))
    }
}

/// Why records or cells cannot become a cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CollectError {
    /// A code that the specification does not declare.
    #[error("{at}: unknown code {code}; expected {expected}", code = Quoted(.code))]
    UnknownCode {
        /// Where.
        at: Box<CellLocation>,
        /// The code, cut short if it is long.
        code: String,
        /// Some of the declared codes.
        expected: String,
    },
    /// A code that is empty or null.
    #[error("{0}: the code is empty; expected a code in every row")]
    EmptyCode(Box<CellLocation>),
    /// The code that is reserved for totals.
    #[error("{0}: the code is \"_T\", which is reserved for totals; expected another code")]
    ReservedCode(Box<CellLocation>),
    /// A key that is empty or null.
    #[error("{0}: the key is missing; expected a key in every row")]
    MissingKey(Box<CellLocation>),
    /// A key that is not a whole number.
    #[error("{0}: the key is not a whole number; expected one from 0 to below the modulus")]
    KeyNumber(Box<CellLocation>),
    /// A key that is M or more.
    #[error("{at}: the key is not below the modulus; expected one from 0 to below {modulus}")]
    KeyRange {
        /// Where.
        at: Box<CellLocation>,
        /// The modulus M.
        modulus: u64,
    },
    /// An identifier that gives no key.
    #[error("{at}: {reason}")]
    Derive {
        /// Where.
        at: Box<CellLocation>,
        /// What is wrong with the identifier.
        reason: DeriveError,
    },
    /// A count that is not a whole number from 0.
    #[error("{0}: the count is not valid; expected a whole number from 0 to 2^52")]
    Count(Box<CellLocation>),
    /// Counts that add up to more than can be exact in a page.
    #[error("{0}: the counts up to here add up to more than 2^52; expected a smaller population")]
    Population(Box<CellLocation>),
    /// A combination of codes that the specification calls impossible.
    #[error(
        "{file}, row {row}: the codes {codes} are together a structural zero; expected no record with this combination"
    )]
    StructuralZero {
        /// The file as the user named it.
        file: String,
        /// Number of the data row, from 1.
        row: u64,
        /// Dimensions and codes of the rule that the row breaks.
        codes: String,
    },
    /// Records, but nothing in the specification about their keys.
    #[error("key: neither column nor derive is given; expected one of them to read records")]
    NoKeySource,
    /// More distinct cells or codes than can be numbered.
    #[error("the data have more than 2^32 - 2 distinct {0}; expected fewer")]
    TooMany(&'static str),
    /// A code found in the data that no group of a level holds.
    #[error(
        "dimension {dimension}: level {level}: code {code}, found in the data, is in no group; expected each code \
         in exactly one group", dimension = Quoted(dimension), level = Quoted(level), code = Quoted(code))]
    Ungrouped {
        /// The dimension.
        dimension: String,
        /// Its level.
        level: String,
        /// The code.
        code: String,
    },
    /// A list of codes with one that the data do not have.
    #[error("{at}: dimension {dimension}: code {code} is not in the data; expected a code found there", dimension = Quoted(.dimension), code = Quoted(.code))]
    AbsentCode {
        /// The table of the specification.
        at: &'static str,
        /// The dimension, whose codes are found in the data.
        dimension: String,
        /// The code.
        code: String,
    },
    /// A dimension whose codes are to be found in the data, and no data.
    #[error("dimension {0:?}: no codes are declared and the data have none; expected codes or at least one row")]
    NoCodes(String),
}
