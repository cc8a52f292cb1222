//! Fixes the number of moves in a whole table instead of leaving it to chance (Shlomo, Antal and Elliot 2015, section 3.3,
//! after the procedure of section 3.2). This is a table method on the rows of a cell method.
//!
//! The cells that share a row are put in order of their draws, and take the row's outcomes by systematic sampling: of n
//! cells, the one at position i takes the outcome at (i + v) / n of the row's distribution, where v is a hash of the draws
//! of all of them. Cells with the same draw, count and key are one: nothing tells them apart.
//!
//! # Guarantee
//! The number of cells that make each move differs by less than 1 from its expectation: an interval of length p holds
//! ⌊np⌋ or ⌈np⌉ of n points at distances of 1/n. Over the hashes, each cell's own distribution is that of its row: the
//! order is uniform, and so is (i + v) / n for a uniform i and v. That holds for a single cell as well, so that a table of
//! one cell tells no more than any. The same cells in the same table have the same values.
//!
//! # Caller must ensure
//! That it is understood that a cell's value depends on the table around it: the same cell may differ between tables, so
//! repeated requests can be averaged.

use super::compiled::{CompiledMethod, Draw, Protected};
use crate::base::order::sort_positions;

impl CompiledMethod {
    /// Gives the listed non-empty cells of a table values with fixed numbers of moves.
    pub(crate) fn fix_changes(&self, counts: &[u64], keys: &[u64], cells: &[usize], protected: &mut Protected) {
        let Draw::Hash(hash) = &self.draw else { return };
        let drawn = |at: u32| {
            let cell = cells[at as usize];
            (self.row(counts[cell]), self.draw(counts[cell], keys[cell]), counts[cell], keys[cell])
        };
        let drawn: Vec<(usize, u64, u64, u64)> = (0..cells.len() as u32).map(drawn).collect();
        let mut order: Vec<u32> = (0..cells.len() as u32).collect();
        sort_positions(&mut order, &|a, b| drawn[a as usize].cmp(&drawn[b as usize]));
        let mut rest = order.as_slice();
        while let Some(&first) = rest.first() {
            let row = |at: u32| drawn[at as usize].0;
            let (same_row, others) = rest.split_at(rest.partition_point(|&at| row(at) == row(first)));
            rest = others;
            // The position of each distinct cell, and the sum of their draws.
            let (mut units, mut sum) = (0u64, 0u64);
            let mut unit_of = Vec::with_capacity(same_row.len());
            for (number, &at) in same_row.iter().enumerate() {
                if number == 0 || drawn[at as usize] != drawn[same_row[number - 1] as usize] {
                    units += 1;
                    sum += drawn[at as usize].1; // 32 bits each, of at most 10^7 cells
                }
                unit_of.push(units - 1);
            }
            let start = u64::from(hash.draw(sum, units));
            let (outcomes, draws) = self.distribution(counts[cells[first as usize]]);
            let (mut outcome, mut bound) = (0, outcomes[0].1);
            for (&at, unit) in same_row.iter().zip(unit_of) {
                // (unit + start / 2^32) / units of all draws, which are 2^32: positions only rise.
                let position = ((unit << 32) + start) / units;
                while bound <= position && bound < draws {
                    outcome += 1;
                    bound += outcomes[outcome].1;
                }
                let cell = cells[at as usize];
                protected.values[cell] = counts[cell] as i64 + outcomes[outcome].0;
                protected.status[cell] = self.status(counts[cell], protected.values[cell]);
            }
        }
    }
}
