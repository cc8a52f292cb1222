//! Why a p-table cannot be read or made.

use thiserror::Error;

use super::flaw::Flaw;
use super::import::ImportError;

/// Why bytes or values are not a valid p-table. Row numbers and keys in messages belong to the p-table, never to data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PtableError {
    /// A published file.
    #[error(transparent)]
    File(#[from] ImportError),
    /// Values given to a constructor, or a well-formed stored table with invalid content.
    #[error("p-table: {0}")]
    Table(#[from] Flaw),
    /// The binary form.
    #[error("stored p-table, byte {offset}: {flaw}")]
    Stored {
        /// First byte of the wrong field, counted from the start of the file.
        offset: usize,
        /// What is wrong there.
        flaw: Flaw,
    },
}
