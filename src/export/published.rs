//! The model of all exports: a protected table and the information that readers need.

use super::shorthand::{Shorthand, shorthand};
use crate::base::decimal;
use crate::base::json::Value;
use crate::protect::Status;
use crate::table::{FilterWords, Heading};

mod read;
#[cfg(feature = "make")]
mod table;

/// Largest number of decimals of the values.
pub(super) const MOST_DECIMALS: u32 = 6;

/// A published table: values and statuses, without true counts and keys. Labels are in one language.
#[derive(Debug, Clone)]
pub struct Published {
    /// Headings of the rows, then of the columns.
    pub headings: Vec<Heading>,
    /// Values in row-major order of the headings, in units of 10^-`decimals`; 0 for a missing value.
    pub(super) values: Vec<i64>,
    /// Number of decimals of the values, at most [`MOST_DECIMALS`].
    pub(super) decimals: u32,
    pub(super) status: Vec<Status>,
    /// Filters that define the table's population.
    pub filters: Vec<FilterWords>,
    /// How custom areas were built, in the form of JSON-stat; `None` if the query has no custom areas.
    pub(super) areas: Option<Value>,
    /// The method that protects the values.
    pub method: MethodWords,
    /// The cube that the table comes from.
    pub cube: CubeWords,
    /// Text of the receipt for the table's CSV; `None` if the cube has no receipts.
    pub receipt: Option<String>,
    /// Language of the cube's title, as a BCP 47 tag; `None` if neither the cube nor the user names a language.
    pub language: Option<String>,
    /// Name of the CSV file, for formats that describe the CSV.
    pub csv: String,
}

/// A method, in words for readers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MethodWords {
    /// Name of the method in the cube.
    pub name: String,
    /// Kind of the method, such as `cell-key`.
    pub kind: String,
    /// Description of the method.
    pub text: String,
}

/// The description of a cube for readers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CubeWords {
    /// Identifier of the cube in receipts.
    pub id: String,
    /// The digest in the receipt, which identifies the cube's version; `None` if the cube has no receipts.
    pub digest: Option<String>,
    /// Title of the cube, for readers.
    pub title: String,
    /// The unit that one record describes, such as persons.
    pub unit: String,
    /// Publisher of the data.
    pub source: Option<String>,
    /// Terms of use.
    pub licence: Option<String>,
    /// Period that the data describe.
    pub period: Option<String>,
    /// Contact for questions.
    pub contact: Option<String>,
    /// Further notes for readers.
    pub notes: Vec<String>,
}

impl Published {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the table has no cells.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a cell as text with its decimals, or `None` for a missing value.
    pub(super) fn text(&self, cell: usize) -> Option<String> {
        self.value(cell).map(|value| decimal(value, self.decimals))
    }

    /// The value of a cell in units of 10^-`decimals`, or `None` for a missing value.
    ///
    /// # Panics
    /// Panics if `cell` is not below [`len`](Self::len).
    pub fn value(&self, cell: usize) -> Option<i64> {
        (self.status[cell] == Status::Shown).then(|| self.values[cell])
    }

    /// The status of each cell. A status explains why a value is missing.
    pub fn status(&self) -> &[Status] {
        &self.status
    }

    /// Number of places of each axis.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.headings.iter().map(|heading| heading.codes.len()).collect()
    }

    /// Number of row headings. Row headings come before column headings.
    pub(super) fn rows(&self) -> usize {
        self.headings.iter().take_while(|heading| heading.axis == ROW).count()
    }

    pub(super) fn shorthand(&self) -> [Shorthand; 2] {
        shorthand(self.language.as_deref())
    }
}

/// The values of `axis` in a heading: the heading belongs to the rows or to the columns.
const ROW: &str = "row";
const COLUMN: &str = "column";
