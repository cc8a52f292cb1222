//! What a plan reads of one view.

use super::sealed::ViewContribution;

/// What a plan reads of a view.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Position of the view in [`Cube::views`](crate::cube::Cube::views).
    pub view: usize,
    /// Positions of the slices to read.
    pub slices: Vec<usize>,
    /// Cells in them; 0 in a sealed cube, where nothing is chosen by it.
    pub cells: usize,
    /// What the view has of a table, in a sealed cube.
    pub(super) share: Option<ViewContribution>,
}
