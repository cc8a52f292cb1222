//! Permanent deviations of records (Wooton and Fraser 2005, technique 2, page 7, and technique 6, page 27).

use super::distribution::Distribution;
use super::draw::{Draws, below};
use super::records::Records;
use super::share::{Share, happens};

/// A step that adds a permanent deviation for each record to its finest cell.
///
/// # Guarantee
/// A record of a cell with n records deviates with probability min(1, x/n). The mean of each deviation is 0. No
/// deviation is below −1, so no count becomes negative. The random number of a record never changes, so the same records
/// have the same deviations in every cube with this seed.
#[derive(Debug, Clone, PartialEq)]
pub struct Deviations {
    /// The expected number of deviations in a cell.
    pub x: Share,
    /// The deviations, with mean 0.
    pub distribution: Distribution,
}

/// Returns the sum of the deviations in each cell. `cell_of` has the cell of each record, or `None` if the record counts
/// in no cell. `counts` has the number of records that each cell counts.
pub(crate) fn deviate(
    records: &Records,
    step: &Deviations,
    draws: &Draws,
    cell_of: &[Option<u32>],
    counts: &[u64],
) -> Vec<i64> {
    let mut sums = vec![0; counts.len()];
    for (record, cell) in cell_of.iter().enumerate() {
        let Some(cell) = *cell else { continue };
        let [first, second, ..] = draws.of(records.ticket(record));
        let size = u128::from(counts[cell as usize]) * u128::from(step.x.denominator());
        if happens(first, step.x.numerator().into(), size) {
            let place = below(second, step.distribution.whole());
            sums[cell as usize] += i64::from(step.distribution.at(place));
        }
    }
    sums
}
