//! A file that a page must fetch before a query can be answered.

/// A file that a plan reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// Path inside the cube.
    pub path: String,
    /// Length.
    pub bytes: u64,
}
