//! Moves whose number is fixed for a whole table instead of left to chance (Shlomo, Antal and Elliot 2015, section 3.3,
//! after the procedure of section 3.2): a table method, on the rows of a cell method.
//!
//! Of the cells that share a row, as many take each outcome as the row's probabilities expect, rounded to whole cells: the
//! cells are put in order of their draws, and the outcomes handed out in ascending order, without replacement.
//!
//! # Guarantee
//! The number of cells that make each move differs by less than 1 from its expectation. The same cells in the same table
//! have the same values.
//!
//! # Caller must ensure
//! That it is understood that a cell's value depends on the table around it: the same cell may differ between tables, so
//! repeated requests can be averaged.

use super::rows::{Protected, Rows};
use crate::order::sort_positions;

impl Rows {
    /// Gives the listed cells of a table, all with a count of at least 1 or a row 0, values with fixed numbers of moves.
    pub(crate) fn fix_changes(&self, counts: &[u64], keys: &[u64], cells: &[usize], protected: &mut Protected) {
        let drawn: Vec<(usize, u64)> =
            cells.iter().map(|&cell| (self.row(counts[cell]), self.draw(counts[cell], keys[cell]))).collect();
        let mut order: Vec<u32> = (0..cells.len() as u32).collect();
        // Cells with the same draw have the same records, or differ by chance: then their places decide.
        sort_positions(&mut order, &|a, b| (drawn[a as usize], a).cmp(&(drawn[b as usize], b)));
        let mut rest = order.as_slice();
        while let Some(&first) = rest.first() {
            let row = |at: u32| drawn[at as usize].0;
            let (same_row, others) = rest.split_at(rest.partition_point(|&at| row(at) == row(first)));
            rest = others;
            let (outcomes, draws) = self.distribution(counts[cells[first as usize]]);
            let mut next = same_row.iter();
            for ((noise, _), number) in outcomes.iter().zip(whole_numbers(&outcomes, draws, same_row.len() as u64)) {
                for &at in next.by_ref().take(number as usize) {
                    let cell = cells[at as usize];
                    protected.values[cell] = counts[cell] as i64 + noise;
                    protected.status[cell] = self.status(counts[cell], protected.values[cell]);
                }
            }
        }
    }
}

/// How many of `cells` take each outcome: the whole part of what is expected, and one more for those with the largest
/// rest, the first of equals, until all cells have one.
fn whole_numbers(outcomes: &[(i64, u64)], draws: u64, cells: u64) -> Vec<u64> {
    // Draws are hashes, 2^32 of them, and cells at most 10^7: no product overflows.
    let mut numbers: Vec<u64> = outcomes.iter().map(|(_, weight)| weight * cells / draws).collect();
    let mut rests: Vec<u64> = outcomes.iter().map(|(_, weight)| weight * cells % draws).collect();
    for _ in numbers.iter().sum::<u64>()..cells {
        let largest = (0..rests.len()).rev().max_by_key(|&at| rests[at]).unwrap_or(0);
        numbers[largest] += 1;
        rests[largest] = 0;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::whole_numbers;

    #[test]
    fn the_largest_rests_get_the_cells_that_are_left() {
        let outcomes = [(-1, 1), (0, 2), (1, 1)];
        assert_eq!(whole_numbers(&outcomes, 4, 8), [2, 4, 2]);
        assert_eq!(whole_numbers(&outcomes, 4, 5), [1, 3, 1]); // 1.25, 2.5, 1.25
        assert_eq!(whole_numbers(&outcomes, 4, 3), [1, 1, 1]); // 0.75, 1.5, 0.75
        assert_eq!(whole_numbers(&outcomes, 4, 0), [0, 0, 0]);
    }
}
