//! The error of building a cube, from its specification, its data or the cube itself.

use thiserror::Error;

use super::collect::CollectError;
use crate::cube::ManifestError;
use crate::ptable::PtableError;
use crate::spec::SpecError;
use crate::table::{self, Fault, QueryError};
use crate::tile::TileError;

/// Why a cube cannot be made. Messages say what, where and what was expected, and never quote a true count or a key.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The new cube, its methods or its p-tables.
    #[error(transparent)]
    Table(#[from] table::Error),
    /// The specification.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The records or cells.
    #[error(transparent)]
    Collect(#[from] CollectError),
}

impl Error {
    /// A stable identifier for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Table(error) => error.code(),
            Self::Spec(_) => "bad-specification",
            Self::Collect(_) => "bad-data",
        }
    }

    /// Whether a query was refused or the input is wrong.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Table(error) => error.fault(),
            Self::Spec(_) | Self::Collect(_) => Fault::Input,
        }
    }
}

impl From<ManifestError> for Error {
    fn from(error: ManifestError) -> Self {
        Self::Table(error.into())
    }
}

impl From<PtableError> for Error {
    fn from(error: PtableError) -> Self {
        Self::Table(error.into())
    }
}

impl From<QueryError> for Error {
    fn from(error: QueryError) -> Self {
        Self::Table(error.into())
    }
}

impl From<TileError> for Error {
    fn from(error: TileError) -> Self {
        Self::Table(error.into())
    }
}
