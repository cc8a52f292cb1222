//! The model of all exports: a protected table with what has to be known to read it.

use super::shorthand::{Shorthand, shorthand};
use crate::base::json::Value;
use crate::protect::Status;
use crate::table::{FilterWords, Heading};

mod read;
#[cfg(feature = "cli")]
mod table;

/// A table as it is published: values and statuses, never a true count or a key; labels in one language.
#[derive(Debug, Clone)]
pub struct Published {
    /// Rows, then columns.
    pub headings: Vec<Heading>,
    /// Row-major over the headings; 0 where there is none.
    pub(super) values: Vec<i64>,
    pub(super) status: Vec<Status>,
    /// The population that the table is about.
    pub filters: Vec<FilterWords>,
    /// How sets of codes were answered, as JSON-stat has it; none where the question has no such sets.
    pub(super) areas: Option<Value>,
    /// How the values were protected.
    pub method: MethodWords,
    /// Where they come from.
    pub cube: CubeWords,
    /// The text of the receipt that goes with the table's CSV.
    pub receipt: String,
    /// The language of the cube's title, as a BCP 47 tag; none where the cube does not say, and nothing was asked for.
    pub language: Option<String>,
    /// What the CSV file is called, for formats that describe it.
    pub csv: String,
}

/// A method, for readers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MethodWords {
    /// In the cube.
    pub name: String,
    /// Such as `cell-key`.
    pub kind: String,
    /// What it does.
    pub text: String,
}

/// What a cube says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CubeWords {
    /// Names the cube in receipts.
    pub id: String,
    /// SHA-256 at the end of its manifest: its version.
    pub digest: String,
    /// For readers.
    pub title: String,
    /// What a record is.
    pub unit: String,
    /// Who made the data.
    pub source: Option<String>,
    /// Terms of use.
    pub licence: Option<String>,
    /// What time the data are about.
    pub period: Option<String>,
    /// Whom to ask.
    pub contact: Option<String>,
    /// What else a reader should know.
    pub notes: Vec<String>,
}

impl Published {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a cell, where it has one.
    ///
    /// # Panics
    /// When `cell` is not below [`len`](Self::len).
    pub fn value(&self, cell: usize) -> Option<i64> {
        (self.status[cell] == Status::Shown).then(|| self.values[cell])
    }

    /// Why a cell has no value.
    pub fn status(&self) -> &[Status] {
        &self.status
    }

    /// Number of places of each axis.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.headings.iter().map(|heading| heading.codes.len()).collect()
    }

    /// How many of the headings are rows: they come first.
    pub(super) fn rows(&self) -> usize {
        self.headings.iter().take_while(|heading| heading.axis == ROW).count()
    }

    pub(super) fn shorthand(&self) -> [Shorthand; 2] {
        shorthand(self.language.as_deref())
    }
}

/// On which side of a table a heading stands.
const ROW: &str = "row";
const COLUMN: &str = "column";
