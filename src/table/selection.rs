//! Which codes of a dimension count, and which of them a table tells apart.

/// In [`Selection::class_of`]: the records of this code do not count.
pub(super) const DROPPED: u32 = u32::MAX;

/// What a query needs of one dimension: every code either dropped by a filter or in one of `classes` classes.
#[derive(Debug, Clone)]
pub(super) struct Selection {
    pub dimension: usize,
    /// For each code of the dimension its class, or [`DROPPED`].
    pub class_of: Vec<u32>,
    pub classes: usize,
}

impl Selection {
    /// Whether all records are in one class: nothing to tell apart.
    pub fn is_everything(&self) -> bool {
        self.class_of.iter().all(|&class| class == 0)
    }
}
