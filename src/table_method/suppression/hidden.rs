//! The hidden cells of a table.

use super::lines::Lines;

/// The hidden cells of a table.
#[derive(Debug, Clone)]
pub(super) struct Hidden<'a> {
    pub lines: &'a Lines,
    /// The least count of a hidden published cell that the rule allows: 0 if the rule hides zeros, otherwise 1.
    floor: u64,
    /// For each cell, whether it may be hidden.
    may_hide: Vec<bool>,
    /// For each cell, whether no table publishes it. Such a cell is always hidden and may be empty.
    is_unpublished: Vec<bool>,
    is_hidden: Vec<bool>,
    /// The hidden cells of each sum, in ascending order.
    of_sums: Vec<Vec<u32>>,
}

impl<'a> Hidden<'a> {
    /// A table without hidden cells.
    pub fn new(lines: &'a Lines, floor: u64, may_hide: Vec<bool>) -> Self {
        let of_sums = vec![Vec::new(); lines.number_of_sums()];
        let none = vec![false; lines.len()];
        Self { lines, floor, may_hide, is_unpublished: none.clone(), is_hidden: none, of_sums }
    }

    /// Hides a cell that no table publishes.
    pub fn set_unpublished(&mut self, cell: u32) {
        self.is_unpublished[cell as usize] = true;
        self.set(cell, true);
    }

    /// Whether a table publishes a cell, shown or hidden.
    pub fn is_published(&self, cell: u32) -> bool {
        !self.is_unpublished[cell as usize]
    }

    /// The least count of a cell that an outsider expects if the cell is hidden.
    pub fn floor(&self, cell: u32) -> u64 {
        if self.is_published(cell) { self.floor } else { 0 }
    }

    /// A table with hidden cells, by the cells' positions in the system.
    ///
    /// # Panics
    /// Panics if there is not one flag for each cell.
    pub fn with(lines: &'a Lines, floor: u64, flags: &[bool]) -> Self {
        assert_eq!(flags.len(), lines.len(), "a flag for each cell");
        let mut hidden = Self::new(lines, floor, vec![true; lines.len()]);
        (0u32..).zip(&lines.positions).for_each(|(cell, &at)| hidden.set(cell, flags[at as usize]));
        hidden
    }

    /// Whether a cell is hidden.
    pub fn contains(&self, cell: u32) -> bool {
        self.is_hidden[cell as usize]
    }

    /// Hides or shows a cell.
    pub fn set(&mut self, cell: u32, is_hidden: bool) {
        if std::mem::replace(&mut self.is_hidden[cell as usize], is_hidden) == is_hidden {
            return;
        }
        for &sum in self.lines.sums(cell) {
            let cells = &mut self.of_sums[sum as usize];
            match cells.binary_search(&cell) {
                Ok(at) if !is_hidden => {
                    cells.remove(at);
                }
                Err(at) if is_hidden => cells.insert(at, cell),
                _ => {}
            }
        }
    }

    /// The hidden cells of a sum.
    pub fn of_sum(&self, sum: u32) -> &[u32] {
        &self.of_sums[sum as usize]
    }

    /// The hidden cells of a sum with their signs: −1 for the total, 1 for the parts.
    pub fn terms(&self, sum: u32) -> impl Iterator<Item = (u32, i64)> {
        let whole = self.lines.cells(sum)[0];
        self.of_sum(sum).iter().map(move |&cell| (cell, if cell == whole { -1 } else { 1 }))
    }

    /// The distance of a cell's count from the floor.
    pub fn slack(&self, cell: u32) -> u64 {
        self.lines.counts[cell as usize].saturating_sub(self.floor(cell))
    }

    /// Whether a shown cell may be hidden too. Empty cells stay shown if the rule never hides zeros.
    pub fn is_candidate(&self, cell: u32) -> bool {
        !self.contains(cell) && self.may_hide[cell as usize]
    }
}
