//! The errors of opening a cube and querying it.

use thiserror::Error;

use crate::base::FULL;
use crate::cube::{ManifestError, NEWEST_OF_FULL};
use crate::key::KeyError;
use crate::ptable::PtableError;
use crate::table::QueryError;
use crate::tile::TileError;

/// The kind of an error, which determines the exit status of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The cube refuses a valid query (exit status 1).
    Refused,
    /// Wrong usage or input, or a damaged cube (exit status 2).
    Input,
}

/// Why a cube or a query fails. A message names the problem, its place and the expected input. No message quotes a
/// true count or a key.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A modulus or a way to combine keys is invalid.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A p-table is invalid.
    #[error(transparent)]
    Ptable(#[from] PtableError),
    /// The manifest of a cube is invalid.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A query fails.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Some cells cannot be written as a tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// One of the files that the manifest lists is invalid.
    #[error("{path}: {problem}")]
    File {
        /// Path inside the cube.
        path: String,
        /// Why the file is invalid.
        problem: Box<FileError>,
    },
}

/// Why a file of a cube is invalid.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The manifest does not list the file.
    #[error("not a file of this cube; expected a path that cube.json lists")]
    Unlisted,
    /// The file has the wrong length. It is cut short, or belongs to another cube.
    #[error(
        "{found} bytes long; expected {expected} as cube.json says: the file is cut short, or belongs to another cube"
    )]
    Length {
        /// Length found, in bytes.
        found: u64,
        /// Length expected, in bytes.
        expected: u64,
    },
    /// The file has the wrong SHA-256. It is damaged, or belongs to another cube.
    #[error(
        "does not match its SHA-256 in cube.json; expected the file as it was built: it is damaged, or belongs to another cube"
    )]
    Hash,
    /// The SHA-256 is right, but the contents contradict the manifest. The builder made a mistake.
    #[error("its {what} are not those of the cube; expected what cube.json says")]
    Contents {
        /// The part that contradicts the manifest.
        what: &'static str,
    },
    /// The bytes are not a valid tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// The bytes are not a valid p-table.
    #[error(transparent)]
    Ptable(#[from] PtableError),
}

impl Error {
    /// A stable identifier of the error for programs. JavaScript errors have it as `code`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Key(_) => "bad-key",
            Self::Ptable(_) => "bad-ptable",
            // Only a build with the feature `full` reads a manifest in parts.
            Self::Manifest(ManifestError::Newer(newer)) if !FULL && *newer <= NEWEST_OF_FULL.into() => {
                QueryError::NeedsFull.code()
            }
            Self::Manifest(ManifestError::Newer(_)) => "newer-version",
            Self::Manifest(ManifestError::Encrypted) => "encrypted",
            Self::Manifest(_) => "damaged-manifest",
            Self::Query(error) => error.code(),
            Self::File { problem, .. } if matches!(**problem, FileError::Tile(TileError::Newer(_))) => "newer-version",
            Self::Tile(_) | Self::File { .. } => "damaged-file",
        }
    }

    /// The kind of the error: a refused query, or wrong input.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Query(error) if error.is_refusal() => Fault::Refused,
            _ => Fault::Input,
        }
    }
}
