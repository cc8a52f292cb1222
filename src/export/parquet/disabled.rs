//! Replaces the Parquet writer in builds without Parquet.

use super::{ExportError, Published};

/// Whether this build can write Parquet.
pub(super) const IS_BUILT: bool = false;

/// Returns the error of an unknown format.
pub(super) fn to_parquet(_: &Published) -> Result<Vec<u8>, ExportError> {
    Err(ExportError::Unknown { name: "parquet".to_owned(), known: "the formats of this build".to_owned() })
}
