//! Errors in reading or making a p-table.

use thiserror::Error;

use super::flaw::Flaw;
use super::import::ImportError;

/// The reason why bytes or values are not a valid p-table. Messages contain row numbers and keys of the p-table, but no
/// counts or keys of the data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PtableError {
    /// A published file is not a valid p-table.
    #[error(transparent)]
    File(#[from] ImportError),
    /// The values given to a constructor are invalid, or a well-formed stored table has invalid content.
    #[error("p-table: {0}")]
    Table(#[from] Flaw),
    /// The bytes of a stored table are malformed.
    #[error("stored p-table, byte {offset}: {flaw}")]
    Stored {
        /// First byte of the wrong field, counted from the start of the file.
        offset: usize,
        /// The error in this field.
        flaw: Flaw,
    },
}
