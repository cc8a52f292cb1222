//! Defines the errors of records and cells. No message quotes a key, an identifier or a count.

use std::fmt;

use thiserror::Error;

use super::codes::{COUNTED, LISTED, MOST_FOUND};
use crate::base::{Problem, Quoted};
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
        let (file, column) = (self.file.to_owned(), column.to_owned());
        CellLocation { file, row: self.row, line: self.line, column, and_further: false }
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
    /// Whether further rows have the same problem.
    pub and_further: bool,
}

impl fmt::Display for CellLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, row {}", self.file, self.row)?;
        if let Some(line) = self.line {
            write!(out, " (line {line})")?;
        }
        if self.and_further {
            out.write_str(" and further rows")?;
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
    #[error(
        "{0}: the code is empty; expected a code in every row, or missing = {{ values = [\"\"], ... }} in the dimension"
    )]
    EmptyCode(Box<CellLocation>),
    /// The code is `_T`, which is reserved for totals.
    #[error("{0}: the code is \"_T\", which is reserved for totals; expected another code")]
    ReservedCode(Box<CellLocation>),
    /// A column has unknown codes that are not reported one by one.
    #[error("column {}: {} further unknown values; expected none", Quoted(.column), number(*.further))]
    FurtherUnknown {
        /// The name of the column.
        column: String,
        /// The number of different values.
        further: usize,
    },
    /// The value of a column with `cut` is not a number.
    #[error(
        "{at}: {} is not a number; expected one like 12 or 12.5 because of cut (a decimal comma only with semicolons or \
         tabs), or missing = {{ values = [{}], ... }} in the dimension", Quoted(.found), Quoted(.found))]
    NotNumber {
        /// The place of the value.
        at: Box<CellLocation>,
        /// The value, cut short if it is long.
        found: String,
    },
    /// The value of a column with `cut` is below the first interval.
    #[error(
        "{at}: {} is below the first number of cut; expected {first} or more, or missing = {{ values = [{}], ... }} in the \
         dimension", Quoted(.found), Quoted(.found))]
    BelowCut {
        /// The place of the value.
        at: Box<CellLocation>,
        /// The value, cut short if it is long.
        found: String,
        /// The first bound.
        first: String,
    },
    /// A column without declared codes has too many different values.
    #[error(
        "{0}: more than {MOST_FOUND} different values; expected declared codes, cut for a numeric column, or no dimension of \
         this column"
    )]
    TooManyFound(Box<CellLocation>),
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
    /// A cell is in two rows of a folder that an engine has written.
    #[error("{file}, row {row}: this cell is in the folder already; expected each cell once, in the parts of one job")]
    RepeatedCell {
        /// The part.
        file: String,
        /// Number of the data row, from 1.
        row: u64,
    },
    /// A cell is in two rows of a folder that an engine has written. The rows are not known any more.
    #[error("{0}: two rows have the same cell; expected each cell once, in the parts of one job")]
    RepeatedInFolder(String),
    /// The counts add up to more than 2^52. The row is not known any more.
    #[error("the counts add up to more than 2^52; expected a smaller population")]
    AllCounts,
    /// A temporary file cannot be written or read.
    #[error("temporary files: {0}; expected room for all cells in the folder that TMPDIR names, or a larger --memory")]
    Temporary(String),
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

/// The number of further values, of which not all are counted.
fn number(further: usize) -> String {
    if further + LISTED >= COUNTED { format!("more than {COUNTED}") } else { further.to_string() }
}

impl CollectError {
    /// A stable identifier of the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownCode { .. } => "unknown-code",
            Self::FurtherUnknown { .. } => "further-unknown-codes",
            Self::EmptyCode(_) => "empty-code",
            Self::ReservedCode(_) => "reserved-code",
            Self::NotNumber { .. } => "not-a-number",
            Self::BelowCut { .. } => "below-cut",
            Self::TooManyFound(_) => "too-many-codes",
            Self::MissingUnit(_) => "missing-unit",
            Self::UnitVaries { .. } => "unit-varies",
            Self::NeedsRecords(_) => "needs-records",
            Self::Step { .. } => "pretabular",
            Self::MissingKey(_) => "missing-key",
            Self::KeyNumber(_) => "key-not-a-number",
            Self::KeyRange { .. } => "key-range",
            Self::Derive { .. } => "wrong-identifier",
            Self::Count(_) => "wrong-count",
            Self::Population(_) | Self::AllCounts => "population",
            Self::StructuralZero { .. } => "structural-zero",
            Self::RepeatedCell { .. } | Self::RepeatedInFolder(_) => "repeated-cell",
            Self::Temporary(_) => "temporary-files",
            Self::NoKeySource => "no-key-source",
            Self::TooMany(_) => "too-many",
            Self::Ungrouped { .. } => "ungrouped-code",
            Self::AbsentCode { .. } => "absent-code",
            Self::NoCodes(_) => "no-codes",
        }
    }

    /// The place of the value in the data, if the error has one.
    pub fn location(&self) -> Option<&CellLocation> {
        match self {
            Self::UnknownCode { at, .. }
            | Self::EmptyCode(at)
            | Self::ReservedCode(at)
            | Self::NotNumber { at, .. }
            | Self::BelowCut { at, .. }
            | Self::TooManyFound(at)
            | Self::MissingUnit(at)
            | Self::UnitVaries { at, .. }
            | Self::MissingKey(at)
            | Self::KeyNumber(at)
            | Self::KeyRange { at, .. }
            | Self::Derive { at, .. }
            | Self::Count(at)
            | Self::Population(at) => Some(at),
            _ => None,
        }
    }

    /// Two errors with the same key are one problem. The key does not depend on the row.
    pub(super) fn key(&self) -> String {
        match self {
            Self::UnknownCode { at, code, .. } => format!("{} {code}", at.column),
            Self::NotNumber { at, found } | Self::BelowCut { at, found, .. } => format!("{} {found}", at.column),
            Self::StructuralZero { codes, .. } => codes.clone(),
            Self::RepeatedCell { file, .. } => format!("{} {file}", self.code()),
            error => match error.location() {
                Some(at) => format!("{} {} {}", error.code(), at.file, at.column),
                None => error.to_string(),
            },
        }
    }

    /// Notes that further rows have the same problem. How often an unknown code occurs is not told.
    pub(super) fn mark_further(&mut self) {
        match self {
            Self::EmptyCode(at)
            | Self::ReservedCode(at)
            | Self::TooManyFound(at)
            | Self::MissingUnit(at)
            | Self::UnitVaries { at, .. }
            | Self::MissingKey(at)
            | Self::KeyNumber(at)
            | Self::KeyRange { at, .. }
            | Self::Derive { at, .. }
            | Self::Count(at) => at.and_further = true,
            _ => {}
        }
    }

    /// What to do.
    fn remedy(&self) -> &'static str {
        match self {
            Self::UnknownCode { .. } | Self::FurtherUnknown { .. } => {
                "Add the code to the dimension's codes, list it in missing, or correct the data."
            }
            Self::EmptyCode(_) => "List the empty value in missing, or fill in a code.",
            Self::ReservedCode(_) => "Use another code than _T.",
            Self::NotNumber { .. } => "List the value in missing, or correct the number.",
            Self::BelowCut { .. } => "List the value in missing, or begin cut with a lower number.",
            Self::TooManyFound(_) => "Declare codes, cut the numbers into intervals, or leave the column out.",
            Self::MissingUnit(_) => "Give each record the identifier of its unit.",
            Self::UnitVaries { .. } => "Give all records of a unit the same code.",
            Self::NeedsRecords(_) => "Give files of records.",
            Self::Step { .. } => "Correct the step before tabulation.",
            Self::MissingKey(_) | Self::KeyNumber(_) | Self::KeyRange { .. } => {
                "Give every record a whole number from 0 to below the modulus as its key."
            }
            Self::Derive { .. } => "Correct the identifier.",
            Self::Count(_) | Self::Population(_) | Self::AllCounts => "Correct the count.",
            Self::StructuralZero { .. } => "Correct the record, or change structural_zeros.",
            Self::RepeatedCell { .. } | Self::RepeatedInFolder(_) => "Give a folder with the parts of one job only.",
            Self::Temporary(_) => "Make room on the disk, or give more memory.",
            Self::NoKeySource => "Add column or derive to [key].",
            Self::TooMany(_) => "Use fewer or coarser dimensions.",
            Self::Ungrouped { .. } => "Add the code to one group of the level.",
            Self::AbsentCode { .. } => "Declare the dimension's codes, or remove the code.",
            Self::NoCodes(_) => "Declare codes, or give records.",
        }
    }

    /// The error for programs.
    pub fn problem(&self) -> Problem {
        let at = self.location();
        let (file, row, column) = match self {
            Self::StructuralZero { file, row, .. } | Self::RepeatedCell { file, row } => (Some(file), Some(*row), None),
            Self::RepeatedInFolder(folder) => (Some(folder), None, None),
            Self::FurtherUnknown { column, .. } => (None, None, Some(column)),
            _ => (at.map(|at| &at.file), at.map(|at| at.row), at.map(|at| &at.column)),
        };
        let dimension = match self {
            Self::Ungrouped { dimension, .. } | Self::AbsentCode { dimension, .. } | Self::NoCodes(dimension) => {
                Some(dimension.clone())
            }
            _ => None,
        };
        Problem {
            file: file.cloned(),
            dimension,
            column: column.cloned(),
            row,
            line: at.and_then(|at| at.line),
            remedy: Some(self.remedy().to_owned()),
            ..Problem::error(self.code(), self.to_string())
        }
    }
}
