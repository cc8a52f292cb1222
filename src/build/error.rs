//! Defines the errors of building a cube: in its specification, in its data, or in the cube itself.

use thiserror::Error;

use super::collect::CollectError;
use crate::cube::ManifestError;
use crate::ptable::PtableError;
use crate::spec::SpecError;
use crate::table::{self, Fault, QueryError};
use crate::tile::TileError;

/// Why a cube cannot be built. A message names the problem, its place and the expected input. No message quotes a true
/// count or a key.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The new cube, one of its methods or a p-table is invalid.
    #[error(transparent)]
    Table(#[from] table::Error),
    /// The specification is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The records or cells are invalid.
    #[error(transparent)]
    Collect(#[from] CollectError),
}

impl Error {
    /// A stable identifier of the error for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Table(error) => error.code(),
            Self::Spec(_) => "bad-specification",
            Self::Collect(_) => "bad-data",
        }
    }

    /// The kind of the error: a refused query, or wrong input.
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
