//! Replaces the XLSX writer in builds without XLSX.

use super::{ExportError, Published};

/// Whether this build can write XLSX.
pub(super) const IS_BUILT: bool = false;

/// Returns the error of an unknown format.
pub(super) fn to_xlsx(_: &Published) -> Result<Vec<u8>, ExportError> {
    Err(ExportError::Unknown { name: "xlsx".to_owned(), known: "the formats of this build".to_owned() })
}
