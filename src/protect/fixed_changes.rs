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

impl Rows {
    /// Gives the listed cells of a table, all with a count of at least 1 or a row 0, values with fixed numbers of moves.
    pub(crate) fn fix_changes(&self, counts: &[u64], keys: &[u64], cells: &[usize], protected: &mut Protected) {
        let mut order: Vec<(usize, u64, usize)> =
            cells.iter().map(|&cell| (self.row(counts[cell]), self.draw(counts[cell], keys[cell]), cell)).collect();
        // Cells with the same draw have the same records, or differ by chance: then their places decide.
        order.sort_unstable();
        for same_row in order.chunk_by(|a, b| a.0 == b.0) {
            let (outcomes, draws) = self.distribution(counts[same_row[0].2]);
            let numbers = whole_numbers(&outcomes, draws, same_row.len() as u64);
            let noises = outcomes.iter().zip(numbers).flat_map(|(&(noise, _), number)| (0..number).map(move |_| noise));
            for (&(_, _, cell), noise) in same_row.iter().zip(noises) {
                protected.values[cell] = counts[cell] as i64 + noise;
                protected.status[cell] = self.status(counts[cell], protected.values[cell]);
            }
        }
    }
}

/// How many of `cells` take each outcome: the whole part of what is expected, and one more for those with the largest
/// rest, the first of equals, until all cells have one.
fn whole_numbers(outcomes: &[(i64, u64)], draws: u64, cells: u64) -> Vec<u64> {
    // At most 10^7 cells times 2^53 draws.
    let expected = |&(_, weight): &(i64, u64)| u128::from(weight) * u128::from(cells);
    let mut numbers: Vec<u64> = outcomes.iter().map(|outcome| (expected(outcome) / u128::from(draws)) as u64).collect();
    let mut by_rest: Vec<usize> = (0..outcomes.len()).collect();
    by_rest.sort_by_key(|&at| std::cmp::Reverse(expected(&outcomes[at]) % u128::from(draws)));
    let left = cells - numbers.iter().sum::<u64>();
    by_rest.iter().take(left as usize).for_each(|&at| numbers[at] += 1);
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
