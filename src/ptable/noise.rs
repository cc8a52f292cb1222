//! The noise distribution of a row, for tables of either shape.

use super::{ONE, Ptable};

/// The noises of one row and their probabilities, in whole units of 1 / [`total`](Self::total).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noise {
    /// Each noise that occurs, in ascending order, with its number of units (at least 1).
    weights: Vec<(i32, u64)>,
    total: u64,
}

/// The numbers by which cells look up their entry in a row. The probability of an entry is the share of these numbers
/// that select it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// A uniform number in [0, 1). The probability of an interval is its width. All keys of a dense table have the same
    /// probability.
    Even,
    /// A cell key from 0 to K − 1, divided by K. The probability of an interval is the share of keys that fall in the
    /// interval. A dense table always uses its own number of keys.
    Keys(u32),
}

impl Noise {
    /// Makes a distribution from pairs of a noise and its units, in any order. A noise may occur more than once.
    pub fn new(entries: impl IntoIterator<Item = (i32, u64)>) -> Self {
        let mut weights: Vec<(i32, u64)> = entries.into_iter().filter(|entry| entry.1 > 0).collect();
        weights.sort_unstable_by_key(|entry| entry.0);
        weights.dedup_by(|next, last| {
            let same = next.0 == last.0;
            if same {
                last.1 += next.1;
            }
            same
        });
        let total = weights.iter().map(|entry| entry.1).sum();
        Self { weights, total }
    }

    /// Each noise that occurs, in ascending order, with its probability in units of 1 / [`total`](Self::total).
    pub fn weights(&self) -> &[(i32, u64)] {
        &self.weights
    }

    /// The sum of all units: 2^32 for intervals, otherwise the number of keys.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The units of one noise; 0 if the noise does not occur.
    pub fn weight(&self, noise: i32) -> u64 {
        self.weights.binary_search_by_key(&noise, |entry| entry.0).map_or(0, |at| self.weights[at].1)
    }

    /// The sum of each noise times its units. The exact mean, in records, is this sum divided by
    /// [`total`](Self::total).
    pub fn sum(&self) -> i128 {
        self.weights.iter().map(|&(noise, weight)| i128::from(noise) * i128::from(weight)).sum()
    }

    /// The sum of each squared noise times its units. If the mean is zero, this sum is exactly the variance times
    /// [`total`](Self::total).
    pub fn squares(&self) -> u128 {
        self.weights.iter().map(|&(noise, weight)| u128::from(noise.unsigned_abs()).pow(2) * u128::from(weight)).sum()
    }

    /// Mean noise, in records.
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.total as f64
    }

    /// Variance of the noise, in squared records.
    pub fn variance(&self) -> f64 {
        // Both terms are below 2^62 · 2^32, so only the division rounds.
        let (sum, squares, total) = (self.sum(), self.squares() as i128, i128::from(self.total));
        (squares * total - sum * sum) as f64 / (total as f64 * total as f64)
    }
}

impl Ptable {
    /// The number of the last row. Larger counts use this row (intervals) or the last rows in turn (dense).
    pub fn last_row(&self) -> u32 {
        match self {
            Self::Interval(table) => table.last_row(),
            Self::Dense(table) => table.last_row(),
        }
    }

    /// The first row: 0, or 1 if a dense table has no row for empty cells.
    pub fn first_row(&self) -> u32 {
        match self {
            Self::Interval(_) => 0,
            Self::Dense(table) => table.first_row(),
        }
    }

    /// The row that a count uses; `None` for an empty cell if the table has no row 0.
    pub fn row_for(&self, count: u64) -> Option<u32> {
        match self {
            Self::Interval(table) => Some(table.row_for(count)),
            Self::Dense(table) => table.row_for(count),
        }
    }

    /// The noise distribution of a row.
    ///
    /// ```
    /// use cellveil::ptable::{Entry, IntervalTable, Lookup, ONE, Ptable};
    /// let third = vec![Entry { upper: ONE / 3, noise: -1 }, Entry { upper: ONE, noise: 1 }];
    /// let table = Ptable::from(IntervalTable::new(&[vec![Entry { upper: ONE, noise: 0 }], third])?);
    /// let noise = table.noise(1, Lookup::Even);
    /// assert_eq!(noise.weight(-1), ONE / 3);
    /// // Of 256 keys, 0 to 85 are below a third. Rounding bounds to keys makes the mean biased.
    /// let noise = table.noise(1, Lookup::Keys(256));
    /// assert_eq!((noise.weight(-1), noise.total()), (86, 256));
    /// # Ok::<(), cellveil::ptable::PtableError>(())
    /// ```
    ///
    /// # Panics
    /// If the row is not from [`first_row`](Self::first_row) to [`last_row`](Self::last_row).
    pub fn noise(&self, row: u32, lookup: Lookup) -> Noise {
        match self {
            Self::Interval(table) => {
                // As in the engine, a key k is below a bound if k / K < upper / 2^32. So ⌈upper · K / 2^32⌉ keys are
                // below the bound.
                let bound = |upper: u64| match lookup {
                    Lookup::Even => upper,
                    Lookup::Keys(keys) => (u128::from(upper) * u128::from(keys)).div_ceil(u128::from(ONE)) as u64,
                };
                let mut lower = 0;
                Noise::new(table.row(row).iter().map(|entry| {
                    let weight = bound(entry.upper) - lower;
                    lower += weight;
                    (entry.noise, weight)
                }))
            }
            Self::Dense(table) => {
                let row = table.row(row).expect("a row of the table");
                Noise::new(row.iter().map(|&noise| (noise.into(), 1)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_exact() {
        let noise = Noise::new([(2, 1), (-1, 3), (0, 0), (2, 1), (-1, 1)]);
        assert_eq!(noise.weights(), [(-1, 4), (2, 2)]);
        assert_eq!((noise.total(), noise.sum(), noise.squares()), (6, 0, 12));
        assert_eq!((noise.mean(), noise.variance()), (0.0, 2.0));
        let biased = Noise::new([(0, 1), (4, 1)]);
        assert_eq!((biased.mean(), biased.variance(), biased.weight(4), biased.weight(3)), (2.0, 4.0, 1, 0));
    }
}
