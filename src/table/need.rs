//! Defines a file that the caller must load before a query can be answered.

/// A file that a plan reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// Path inside the cube.
    pub path: String,
    /// Length in bytes.
    pub bytes: u64,
}
