//! What a method that looks at the whole table reports besides the values.

use serde::Serialize;

/// What a method that looks at the whole table reports besides the values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Adjustment {
    /// Number of decimals of the values. A value of 1234 with 3 decimals is 1.234.
    pub decimals: u32,
    /// Number of cells that moved further than to the two nearest multiples of the base.
    pub jumps: u64,
    /// The mean and the largest change by the fit to the totals, beyond the noise.
    pub change: Option<(f64, f64)>,
    /// Whether the table was too large to compute the intervals of its suppressed counts.
    pub intervals_unchecked: bool,
}

impl Adjustment {
    /// Number of decimals of the values.
    pub fn decimals(self) -> u32 {
        self.decimals
    }
}
