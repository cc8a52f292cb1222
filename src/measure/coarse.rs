//! What a public cube may say of a table's risk and utility.

use super::Measures;

/// Fewest cells of a table of which it is said: in a small table, two decimals of a share are a count.
pub const LEAST_CELLS: u64 = 100;

/// The figures that are said, by where they are in [`Measures`] as JSON, and whether a larger one is worse.
pub(crate) const PUBLISHED_FIGURES: [(&[&str], bool); 4] = [
    (&["risk", "before", "r"], true),
    (&["risk", "after", "r"], true),
    (&["utility", "hellinger_utility"], false),
    (&["utility", "hellinger_proportions"], true),
];

impl Measures {
    /// R before and after protection, and the Hellinger distance of proportions and as utility, to two decimals, rounded to the
    /// worse side; none where there is none, or the table has fewer than [`LEAST_CELLS`] cells. They come from the truth all the same:
    /// whether they are published is for the publisher to decide.
    ///
    /// What counts something, or is a share of cells, is not among them: times the number of cells it would be a count.
    pub fn coarse(&self) -> Option<[Option<f64>; PUBLISHED_FIGURES.len()]> {
        if self.table.cells < LEAST_CELLS {
            return None;
        }
        let exact = [
            self.risk.before.map(|risk| risk.r),
            self.risk.after.map(|risk| risk.r),
            self.utility.hellinger_utility,
            self.utility.hellinger_proportions,
        ];
        let mut coarse = [None; PUBLISHED_FIGURES.len()];
        for ((coarse, exact), (_, larger_is_worse)) in coarse.iter_mut().zip(exact).zip(PUBLISHED_FIGURES) {
            let round = if larger_is_worse { f64::ceil } else { f64::floor };
            // A utility may be below 0 where far more is published than there is.
            *coarse = exact.map(|exact| (round(exact * 100.0) / 100.0).clamp(0.0, 1.0));
        }
        Some(coarse)
    }
}
