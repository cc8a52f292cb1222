//! The error of opening a cube and querying it.

use thiserror::Error;

use crate::cube::ManifestError;
use crate::key::KeyError;
use crate::ptable::PtableError;
use crate::table::QueryError;
use crate::tile::TileError;

/// The kind of an error, which decides the exit status of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The cube refuses a valid query (exit status 1).
    Refused,
    /// Wrong usage or input, or a damaged cube (exit status 2).
    Input,
}

/// Why a cube or a query fails. Messages say what, where and what was expected. They never quote a true count or a key.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A modulus, or a way to combine keys.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A p-table.
    #[error(transparent)]
    Ptable(#[from] PtableError),
    /// The manifest of a cube.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Cells that cannot be written as a tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// One of the files that a manifest lists.
    #[error("{path}: {problem}")]
    File {
        /// Path inside the cube.
        path: String,
        /// The file's problem.
        problem: Box<FileError>,
    },
}

/// The problem of one of a cube's files.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// Not part of the cube.
    #[error("not a file of this cube; expected a path that cube.json lists")]
    Unlisted,
    /// Cut short, or another file.
    #[error(
        "{found} bytes long; expected {expected} as cube.json says: the file is cut short, or belongs to another cube"
    )]
    Length {
        /// Bytes found.
        found: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// Changed, or another file.
    #[error(
        "does not have the SHA-256 that cube.json says; expected the file as it was built: it is damaged, or belongs to another cube"
    )]
    Hash,
    /// The file is intact, but its builder made it wrong.
    #[error("its {what} are not those of the cube; expected what cube.json says")]
    Contents {
        /// The wrong part.
        what: &'static str,
    },
    /// The bytes of a tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// The bytes of a p-table.
    #[error(transparent)]
    Ptable(#[from] PtableError),
}

impl Error {
    /// A stable identifier for programs: the `code` of JavaScript errors.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Key(_) => "bad-key",
            Self::Ptable(_) => "bad-ptable",
            Self::Manifest(ManifestError::Newer(_)) => "newer-version",
            Self::Manifest(_) => "damaged-manifest",
            Self::Query(error) => error.code(),
            Self::File { problem, .. } if matches!(**problem, FileError::Tile(TileError::Newer(_))) => "newer-version",
            Self::Tile(_) | Self::File { .. } => "damaged-file",
        }
    }

    /// Whether the query was refused or the input is wrong.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Query(error) if error.is_refusal() => Fault::Refused,
            _ => Fault::Input,
        }
    }
}
