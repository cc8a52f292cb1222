//! The rounded measures that a public cube may disclose about a table.

use super::Measures;

/// Smallest number of cells of a table with disclosed measures: in a smaller table, two decimals of a share reveal a
/// count.
pub const LEAST_CELLS: u64 = 100;

/// Disclosed measures by their path in [`Measures`] as JSON, each with whether a larger value is worse.
pub(crate) const PUBLISHED_FIGURES: [(&[&str], bool); 4] = [
    (&["risk", "before", "r"], true),
    (&["risk", "after", "r"], true),
    (&["utility", "hellinger_utility"], false),
    (&["utility", "hellinger_proportions"], true),
];

impl Measures {
    /// R before and after protection, the Hellinger utility and the Hellinger distance of proportions. Each is rounded
    /// to two decimals, to the worse side. A missing measure is `None`, and so is the result for fewer than
    /// [`LEAST_CELLS`] cells. These values still depend on the true table: the publisher decides whether to publish
    /// them.
    ///
    /// Counts and shares of cells are not disclosed: a share times the number of cells is a count.
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
            // A utility falls below 0 where the published total is far above the true one.
            *coarse = exact.map(|exact| (round(exact * 100.0) / 100.0).clamp(0.0, 1.0));
        }
        Some(coarse)
    }
}
