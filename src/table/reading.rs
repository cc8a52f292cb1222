//! Defines a reading: the slices that a plan reads from one view.

use super::sealed::ViewContribution;

/// The slices that a plan reads from a view.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Position of the view in [`Cube::views`](crate::cube::Cube::views).
    pub view: usize,
    /// Positions of the slices to read.
    pub slices: Vec<usize>,
    /// Number of cells in the slices. It is 0 in a sealed cube, where the size does not decide between views.
    pub cells: usize,
    /// In a sealed cube, the part of the table that the view holds.
    pub(super) share: Option<ViewContribution>,
}
