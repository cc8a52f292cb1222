//! Noise added to the counts.

use crate::measure::{Cells, ratio};

/// The total noise Σ |G − F|. Source: ONS 2024, section 5.
pub fn total_noise(f: &[f64], g: &[f64]) -> f64 {
    f.iter().zip(g).map(|(f, g)| (g - f).abs()).sum()
}

/// The share of the filled cells whose count is not published: the published value is another number or is missing.
/// `None` if all cells are empty. Source: ONS 2024, section 5.
pub fn changed_share(cells: &Cells<'_>) -> Option<f64> {
    let (mut changed, mut all) = (0.0, 0.0);
    for (at, _) in cells.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        all += 1.0;
        changed += f64::from(!cells.is_unchanged(at));
    }
    ratio(changed, all)
}
