//! The rounded measures that a public cube may disclose about a table.

use super::Measures;

/// Minimum number of cells of a table with disclosed measures. In a smaller table, a share with two decimals discloses
/// a count.
pub const LEAST_CELLS: u64 = 100;

/// The disclosed measures: the path of each measure in the JSON of [`Measures`], and whether a larger value is worse.
pub(crate) const PUBLISHED_FIGURES: [(&[&str], bool); 4] = [
    (&["risk", "before", "r"], true),
    (&["risk", "after", "r"], true),
    (&["utility", "hellinger_utility"], false),
    (&["utility", "hellinger_proportions"], true),
];

impl Measures {
    /// R before and after protection, the Hellinger utility and the Hellinger distance of proportions. Each measure is
    /// rounded to two decimals, towards the worse value. A missing measure is `None`. The whole result is `None` for
    /// fewer than [`LEAST_CELLS`] cells. The values still depend on the true table, so the publisher decides whether to
    /// publish them.
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
            // A utility can fall below 0 if the published total is larger than the true total.
            *coarse = exact.map(|exact| (round(exact * 100.0) / 100.0).clamp(0.0, 1.0));
        }
        Some(coarse)
    }
}
