//! Writes p-tables as text, in the four formats that [`Ptable::parse`] reads. Other packages use these formats.

mod dense;
mod interval;

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::Ptable;
use crate::base::Quoted;

/// The two shapes of p-tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Rows that divide \[0, 1) into intervals.
    Interval,
    /// One noise for each row and key.
    Dense,
}

impl Shape {
    /// `interval` or `dense`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Interval => "interval",
            Self::Dense => "dense",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A published file format.
///
/// ```
/// use cellveil::ptable::export::{Format, Shape};
/// let format: Format = "tau-argus".parse()?;
/// assert_eq!((format, format.shape()), (Format::TauArgus, Shape::Interval));
/// # Ok::<(), cellveil::ptable::export::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `i,j,p,v,p_int_lb,p_int_ub,type`, the format of R `ptable`.
    Ptable,
    /// `pcv,ckey,pvalue`, the format of the ONS package.
    Ons,
    /// `cell_value,cell_key,perturbation`, the format of Cantabular
    /// (<https://docs.cantabular.com/latest/data-loading-guide/perturbation.html>).
    Cantabular,
    /// `i;j;p;v;p_int_ub`, which `pt_export` of R `ptable` writes for τ-ARGUS.
    TauArgus,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Ptable, Self::Ons, Self::Cantabular, Self::TauArgus];

    /// The name of the format, which [`FromStr`] accepts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ptable => "ptable",
            Self::Ons => "ons",
            Self::Cantabular => "cantabular",
            Self::TauArgus => "tau-argus",
        }
    }

    /// The shape of tables in this format.
    pub fn shape(self) -> Shape {
        match self {
            Self::Ptable | Self::TauArgus => Shape::Interval,
            Self::Ons | Self::Cantabular => Shape::Dense,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The reason why a table cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// No format has this name.
    #[error("{} is not a p-table format; expected ptable, ons, cantabular or tau-argus", Quoted(.0))]
    Unknown(Box<str>),
    /// The format is for tables of the other shape.
    #[error("format {format} holds {0} tables, but this table is {found}; expected a table converted to {0}", format.shape())]
    Shape {
        /// The requested format.
        format: Format,
        /// The shape of the table.
        found: Shape,
    },
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| FormatError::Unknown(name.into()))
    }
}

impl Ptable {
    /// The shape of the table.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Interval(_) => Shape::Interval,
            Self::Dense(_) => Shape::Dense,
        }
    }

    /// Writes the table as text. [`Ptable::parse`] reads an equal table from this text. Bounds and probabilities have
    /// ten decimals.
    ///
    /// ```
    /// use cellveil::ptable::export::Format;
    /// use cellveil::ptable::{DenseTable, Ptable};
    /// let table = Ptable::from(DenseTable::new(4, false, [0, 0, 0, 1].repeat(250))?);
    /// let text = table.to_text(Format::Cantabular)?;
    /// assert!(text.starts_with("cell_value,cell_key,perturbation\n1,0-2,0\n1,3,1\n2,0-2,0\n"));
    /// assert_eq!(Ptable::parse(text.as_bytes(), "table.csv")?, table);
    /// assert!(table.to_text(Format::Ptable).is_err()); // needs a conversion
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FormatError::Shape`] if the format has another shape. In this case, [`convert`](super::convert::convert) the
    /// table first.
    pub fn to_text(&self, format: Format) -> Result<String, FormatError> {
        match (self, format) {
            (Self::Interval(table), Format::Ptable) => Ok(table.to_csv()),
            (Self::Interval(table), Format::TauArgus) => Ok(interval::tau_argus(table)),
            (Self::Dense(table), Format::Ons) => Ok(dense::ons(table)),
            (Self::Dense(table), Format::Cantabular) => Ok(dense::cantabular(table)),
            _ => Err(FormatError::Shape { format, found: self.shape() }),
        }
    }
}
