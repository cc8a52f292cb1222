//! Defines a reading: the slices that a plan reads from one view.

use super::sealed::ViewContribution;

/// The slices that a plan reads from a view.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Position of the view in [`Cube::views`](crate::cube::Cube::views).
    pub view: usize,
    /// Positions of the slices to read.
    pub slices: Vec<usize>,
    /// Cells in the slices. 0 in a sealed cube, which does not choose views by size.
    pub cells: usize,
    /// The view's part of the table, in a sealed cube.
    pub(super) share: Option<ViewContribution>,
}
