//! The sums of a system, in an order that does not depend on positions.

use super::super::System;

/// Cells in the order of their count and key, and the sums that contain each cell. Cells with the same count and key
/// keep the order of their positions.
#[derive(Debug)]
pub(super) struct Lines {
    /// The true count of each cell.
    pub counts: Vec<u64>,
    /// The position of each cell in the system.
    pub positions: Vec<u32>,
    /// Start of each sum in `cells`, then the end of the last sum.
    starts: Vec<u32>,
    cells: Vec<u32>,
    /// Start of each cell in `sums`, then the end of the last cell.
    sum_starts: Vec<u32>,
    sums: Vec<u32>,
    /// The sign of the cell in each of `sums`.
    signs: Vec<i8>,
}

impl Lines {
    /// Sorts the cells and the sums of a system.
    pub fn new(system: &System) -> Self {
        let mut positions: Vec<u32> = (0..system.len() as u32).collect();
        positions.sort_by_key(|&at| (system.counts()[at as usize], system.keys()[at as usize], at));
        let mut rank = vec![0; system.len()];
        (0..).zip(&positions).for_each(|(at, &position)| rank[position as usize] = at);
        let mut lists: Vec<Vec<u32>> = system
            .sums()
            .map(|(whole, parts)| {
                let mut cells: Vec<u32> = parts.iter().map(|&part| rank[part as usize]).collect();
                cells.sort_unstable();
                cells.insert(0, rank[whole as usize]);
                cells
            })
            .collect();
        lists.sort_unstable();
        let (mut starts, mut cells) = (vec![0], Vec::new());
        let mut sum_starts = vec![0u32; system.len() + 1];
        for list in &lists {
            list.iter().for_each(|&cell| sum_starts[cell as usize + 1] += 1);
            cells.extend_from_slice(list);
            starts.push(cells.len() as u32);
        }
        (0..system.len()).for_each(|at| sum_starts[at + 1] += sum_starts[at]);
        let mut next = sum_starts.clone();
        let (mut sums, mut signs) = (vec![0; cells.len()], vec![0; cells.len()]);
        for (sum, list) in lists.iter().enumerate() {
            for (at, &cell) in list.iter().enumerate() {
                sums[next[cell as usize] as usize] = sum as u32;
                signs[next[cell as usize] as usize] = if at == 0 { -1 } else { 1 };
                next[cell as usize] += 1;
            }
        }
        let counts = positions.iter().map(|&at| system.counts()[at as usize]).collect();
        Self { counts, positions, starts, cells, sum_starts, sums, signs }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Number of sums.
    pub fn number_of_sums(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a sum: the total first, then the parts.
    pub fn cells(&self, sum: u32) -> &[u32] {
        &self.cells[self.starts[sum as usize] as usize..self.starts[sum as usize + 1] as usize]
    }

    /// The cells of a sum with their signs: −1 for the total, 1 for the parts.
    pub fn terms(&self, sum: u32) -> impl Iterator<Item = (u32, i64)> {
        self.cells(sum).iter().enumerate().map(|(at, &cell)| (cell, if at == 0 { -1 } else { 1 }))
    }

    /// The sums that contain a cell, as a part or as the total.
    pub fn sums(&self, cell: u32) -> &[u32] {
        &self.sums[self.sum_starts[cell as usize] as usize..self.sum_starts[cell as usize + 1] as usize]
    }

    /// The sums that contain a cell, with the cell's sign: −1 as the total, 1 as a part.
    pub fn signs(&self, cell: u32) -> impl Iterator<Item = (u32, i64)> {
        let range = self.sum_starts[cell as usize] as usize..self.sum_starts[cell as usize + 1] as usize;
        self.sums[range.clone()].iter().zip(&self.signs[range]).map(|(&sum, &sign)| (sum, i64::from(sign)))
    }
}
