//! Defines the errors of records and cells. No message quotes a key, an identifier or a count.

use std::fmt;

use thiserror::Error;

use crate::base::Quoted;
use crate::key::derive::DeriveError;

/// The place of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLocation<'a> {
    /// The file name that the user gave.
    pub file: &'a str,
    /// Number of the data row, from 1.
    pub row: u64,
    /// Number of the line, from 1. `None` for a file without lines.
    pub line: Option<u64>,
}

impl RowLocation<'_> {
    /// The place of a value in this row.
    pub fn column(&self, column: &str) -> CellLocation {
        CellLocation { file: self.file.to_owned(), row: self.row, line: self.line, column: column.to_owned() }
    }
}

/// The place of a value: file, row, line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellLocation {
    /// The file name that the user gave.
    pub file: String,
    /// Number of the data row, from 1.
    pub row: u64,
    /// Number of the line, from 1. `None` for a file without lines.
    pub line: Option<u64>,
    /// The name of the column.
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
    /// The specification does not declare the code.
    #[error("{at}: unknown code {code}; expected {expected}", code = Quoted(.code))]
    UnknownCode {
        /// The place of the code.
        at: Box<CellLocation>,
        /// The code, cut short if it is long.
        code: String,
        /// Some of the declared codes.
        expected: String,
    },
    /// The code is empty or null.
    #[error("{0}: the code is empty; expected a code in every row")]
    EmptyCode(Box<CellLocation>),
    /// The code is `_T`, which is reserved for totals.
    #[error("{0}: the code is \"_T\", which is reserved for totals; expected another code")]
    ReservedCode(Box<CellLocation>),
    /// The identifier of a unit is empty or null.
    #[error("{0}: the identifier of the unit is missing; expected one in every row")]
    MissingUnit(Box<CellLocation>),
    /// Two records of a unit have different codes of a variable that a step changes for the whole unit.
    #[error(
        "{at}: the code differs from that of an earlier record with the same {unit}; expected one code for all records of \
         a unit, because a step changes it for the whole unit", unit = Quoted(unit))]
    UnitVaries {
        /// The place of the code.
        at: Box<CellLocation>,
        /// The column of the unit's identifier.
        unit: String,
    },
    /// A file of cells is given for steps that change records.
    #[error("pretabular: {0}; expected files of records")]
    NeedsRecords(&'static str),
    /// A step before tabulation cannot be applied.
    #[error("pretabular[{at}]: {reason}")]
    Step {
        /// The position of the step, from 1.
        at: usize,
        /// The problem, and the expected content.
        reason: String,
    },
    /// The key is empty or null.
    #[error("{0}: the key is missing; expected a key in every row")]
    MissingKey(Box<CellLocation>),
    /// The key is not a whole number.
    #[error("{0}: the key is not a whole number; expected one from 0 to below the modulus")]
    KeyNumber(Box<CellLocation>),
    /// The key is not below the modulus M.
    #[error("{at}: the key is not below the modulus; expected one from 0 to below {modulus}")]
    KeyRange {
        /// The place of the key.
        at: Box<CellLocation>,
        /// The modulus M.
        modulus: u64,
    },
    /// No key can be derived from the identifier.
    #[error("{at}: {reason}")]
    Derive {
        /// The place of the identifier.
        at: Box<CellLocation>,
        /// Why the identifier gives no key.
        reason: DeriveError,
    },
    /// The count is not a whole number from 0 to 2^52.
    #[error("{0}: the count is not valid; expected a whole number from 0 to 2^52")]
    Count(Box<CellLocation>),
    /// The counts add up to more than 2^52. Up to this limit, values with noise are exact in JavaScript.
    #[error("{0}: the counts up to here add up to more than 2^52; expected a smaller population")]
    Population(Box<CellLocation>),
    /// A record has a combination of codes that cannot exist according to the specification.
    #[error(
        "{file}, row {row}: the codes {codes} are together a structural zero; expected no record with this combination"
    )]
    StructuralZero {
        /// The file name that the user gave.
        file: String,
        /// Number of the data row, from 1.
        row: u64,
        /// Dimensions and codes of the structural zero.
        codes: String,
    },
    /// The specification has no source of keys, which records need.
    #[error("key: neither column nor derive is given; expected one of them to read records")]
    NoKeySource,
    /// The data have more distinct cells or codes than can be numbered.
    #[error("the data have more than 2^32 - 2 distinct {0}; expected fewer")]
    TooMany(&'static str),
    /// A code in the data is in no group of a level.
    #[error(
        "dimension {dimension}: level {level}: code {code}, found in the data, is in no group; expected each code \
         in exactly one group", dimension = Quoted(dimension), level = Quoted(level), code = Quoted(code))]
    Ungrouped {
        /// The name of the dimension.
        dimension: String,
        /// The name of the level.
        level: String,
        /// The code.
        code: String,
    },
    /// The specification lists a code that the data do not have.
    #[error("{at}: dimension {dimension}: code {code} is not in the data; expected a code found there", dimension = Quoted(.dimension), code = Quoted(.code))]
    AbsentCode {
        /// The table of the specification that lists the code.
        at: &'static str,
        /// The name of the dimension. Its codes are found in the data.
        dimension: String,
        /// The code.
        code: String,
    },
    /// The specification declares no codes for a dimension, and the data have no rows.
    #[error("dimension {}: no codes are declared and the data have none; expected codes or at least one row", Quoted(.0))]
    NoCodes(String),
}
