//! The hidden cells of a table.

use super::lines::Lines;

/// The hidden cells of a table.
#[derive(Debug, Clone)]
pub(super) struct Hidden<'a> {
    pub lines: &'a Lines,
    /// The least count of a hidden cell that the rule allows: 0 if the rule hides zeros, otherwise 1.
    pub floor: u64,
    is_hidden: Vec<bool>,
}

impl<'a> Hidden<'a> {
    /// A table without hidden cells.
    pub fn new(lines: &'a Lines, floor: u64) -> Self {
        Self { lines, floor, is_hidden: vec![false; lines.len()] }
    }

    /// Whether a cell is hidden.
    pub fn contains(&self, cell: u32) -> bool {
        self.is_hidden[cell as usize]
    }

    /// For each cell, whether it is hidden.
    pub fn flags(&self) -> &[bool] {
        &self.is_hidden
    }

    /// Hides or shows a cell.
    pub fn set(&mut self, cell: u32, is_hidden: bool) {
        self.is_hidden[cell as usize] = is_hidden;
    }

    /// The distance of a cell's count from the floor.
    pub fn slack(&self, cell: u32) -> u64 {
        self.lines.counts[cell as usize].saturating_sub(self.floor)
    }

    /// Whether a shown cell may be hidden too. Empty cells stay shown if the rule never hides zeros.
    pub fn is_candidate(&self, cell: u32) -> bool {
        !self.contains(cell) && self.lines.counts[cell as usize] >= self.floor
    }
}
