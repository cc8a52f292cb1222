//! The model of all exports: a protected table with what has to be known to read it.

use thiserror::Error;

use super::shorthand::{Shorthand, shorthand};
#[cfg(feature = "xlsx")]
use super::xlsx;
use super::{csvw, json_stat, px, sdmx_csv};
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

/// Why a table has no file in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There is no such format.
    #[error("format {}: there is no such format; expected one of {}", crate::base::Quoted(.0), names())]
    Unknown(String),
    /// A spreadsheet has so many rows and columns and no more.
    #[error(
        "the table has {rows} rows and {columns} columns with its headings; expected at most 1048576 rows and 16384 columns, which \
         XLSX allows"
    )]
    TooLarge {
        /// With the header.
        rows: usize,
        /// With those of the codes and labels.
        columns: usize,
    },
    /// What JavaScript handed over is no table.
    #[error("the table to be written: {0}")]
    Shape(String),
    /// The writer of a format refuses.
    #[error("the table cannot be written as {format}: {problem}")]
    Writer {
        /// Its name.
        format: &'static str,
        /// What the writer says.
        problem: String,
    },
}

impl ExportError {
    /// For programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown(_) => "bad-query",
            Self::TooLarge { .. } => "too-large",
            Self::Shape(_) | Self::Writer { .. } => "bad-table",
        }
    }
}

/// A format that is written from [`Published`]. CSV, the contract, is [`to_csv`](super::to_csv).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON-stat 2.0.
    JsonStat,
    /// W3C's metadata for the table's CSV.
    Csvw,
    /// SDMX-CSV 2.0.
    SdmxCsv,
    /// PC-Axis.
    Px,
    /// Office Open XML.
    #[cfg(feature = "xlsx")]
    Xlsx,
    /// Apache Parquet; on the command line only.
    #[cfg(feature = "cli")]
    Parquet,
}

impl Format {
    /// Every format, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self::JsonStat,
        Self::Csvw,
        Self::SdmxCsv,
        Self::Px,
        #[cfg(feature = "xlsx")]
        Self::Xlsx,
        #[cfg(feature = "cli")]
        Self::Parquet,
    ];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonStat => "json-stat",
            Self::Csvw => "csvw",
            Self::SdmxCsv => "sdmx-csv",
            Self::Px => "px",
            #[cfg(feature = "xlsx")]
            Self::Xlsx => "xlsx",
            #[cfg(feature = "cli")]
            Self::Parquet => "parquet",
        }
    }

    /// Whether a terminal cannot show it.
    pub fn is_binary(self) -> bool {
        match self {
            #[cfg(feature = "xlsx")]
            Self::Xlsx => true,
            #[cfg(feature = "cli")]
            Self::Parquet => true,
            _ => false,
        }
    }
}

impl std::str::FromStr for Format {
    type Err = ExportError;

    fn from_str(name: &str) -> Result<Self, ExportError> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
            .ok_or_else(|| ExportError::Unknown(name.to_owned()))
    }
}

fn names() -> String {
    Format::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

impl Published {
    /// The bytes of a file: the same ones for the same table, on every machine.
    ///
    /// # Errors
    /// A table that the format has no room for.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        match format {
            Format::JsonStat => Ok(json_stat::to_json_stat(self).into_bytes()),
            Format::Csvw => Ok(csvw::to_csvw(self).into_bytes()),
            Format::SdmxCsv => Ok(sdmx_csv::to_sdmx_csv(self).into_bytes()),
            Format::Px => Ok(px::to_px(self).into_bytes()),
            #[cfg(feature = "xlsx")]
            Format::Xlsx => xlsx::to_xlsx(self),
            #[cfg(feature = "cli")]
            Format::Parquet => super::parquet::to_parquet(self),
        }
    }

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
