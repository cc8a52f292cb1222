//! Defines a selection: the retained codes of a dimension and their classes.

/// Marks a code in [`Selection::class_of`] as dropped: records with the code do not count.
pub(super) const DROPPED: u32 = u32::MAX;

/// The use of one dimension in a query. Each code is in one of `classes` classes, or a filter drops it.
#[derive(Debug, Clone)]
pub(super) struct Selection {
    pub dimension: usize,
    /// The class of each code, or [`DROPPED`].
    pub class_of: Vec<u32>,
    pub classes: usize,
}

impl Selection {
    /// Whether all records are in one class.
    pub fn is_everything(&self) -> bool {
        self.class_of.iter().all(|&class| class == 0)
    }
}
