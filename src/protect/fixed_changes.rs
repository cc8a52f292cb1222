//! Fixes the number of moves in a whole table instead of leaving it to chance (Shlomo, Antal and Elliot 2015, section
//! 3.3, after the procedure of section 3.2). This table method uses the rows of a cell method.
//!
//! Cells that share a row are sorted by their draws and get the row's outcomes by systematic sampling. Of n cells, cell
//! i gets the outcome at position `(i + v) / n` of the row's cumulative distribution. Here v is a hash of all n draws.
//! Cells with equal draw, count and key are treated as one cell, because they cannot be distinguished.
//!
//! # Guarantee
//! The number of cells with each move differs from its expectation by less than 1: an interval of length p contains
//! ⌊np⌋ or ⌈np⌉ of n points at distances of 1/n. Over all hashes, each cell has the distribution of its row: i and v
//! are uniform, so (i + v) / n is uniform too. This also holds for a table of one cell, so such a table discloses no
//! more than other tables. The same cells in the same table have the same values.
//!
//! # Caller must ensure
//! Publishers accept that a value depends on the whole table. The same cell may differ between tables, so averages over
//! repeated queries come near the true count.

use super::compiled::{CompiledMethod, Draw, Protected};
use crate::base::order::sort_positions;

impl CompiledMethod {
    /// Draws new values for the listed non-empty cells of a table, with fixed numbers of moves.
    pub(crate) fn fix_changes(&self, counts: &[u64], keys: &[u64], cells: &[usize], protected: &mut Protected) {
        let Draw::Hash(hash) = &self.draw else { return };
        let [own_counts, own_keys] =
            [counts, keys].map(|all| cells.iter().map(|&cell| all[cell]).collect::<Vec<u64>>());
        let mut draws = vec![0; cells.len()];
        hash.draw_all(&own_keys, &own_counts, &mut draws);
        let drawn = draws.into_iter().zip(own_counts).zip(own_keys);
        let drawn: Vec<(usize, u32, u64, u64)> =
            drawn.map(|((draw, count), key)| (self.row(count), draw, count, key)).collect();
        let mut order: Vec<u32> = (0..cells.len() as u32).collect();
        sort_positions(&mut order, &|a, b| drawn[a as usize].cmp(&drawn[b as usize]));
        let mut rest = order.as_slice();
        while let Some(&first) = rest.first() {
            let row = |at: u32| drawn[at as usize].0;
            let (same_row, others) = rest.split_at(rest.partition_point(|&at| row(at) == row(first)));
            rest = others;
            // Number the distinct cells, and add up their draws.
            let (mut units, mut sum) = (0u64, 0u64);
            let mut unit_of = Vec::with_capacity(same_row.len());
            for (number, &at) in same_row.iter().enumerate() {
                if number == 0 || drawn[at as usize] != drawn[same_row[number - 1] as usize] {
                    units += 1;
                    sum += u64::from(drawn[at as usize].1); // no overflow: at most 10^7 draws of 32 bits
                }
                unit_of.push(units - 1);
            }
            let start = u64::from(hash.draw(sum, units));
            let (outcomes, draws) = self.distribution(counts[cells[first as usize]]);
            let (mut outcome, mut bound) = (0, outcomes[0].1);
            for (&at, unit) in same_row.iter().zip(unit_of) {
                // The position is `(unit + start / 2^32) / units`, scaled to 2^32 draws. Positions never decrease, so
                // one pass is enough.
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
