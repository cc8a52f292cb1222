//! Tests whether a keyed cube has the true counts of a sealed cube.

use super::{Evidence, same_axes};
use crate::cube::Cube;
use crate::protect::Status;

/// If more than this share of values is impossible for the true counts, the values are about other records.
pub(super) const OTHER_RECORDS: f64 = 0.125;

/// Whether a keyed cube has all dimensions, codes and levels of a sealed cube's views.
pub fn belongs(truth: &Cube, sealed: &Cube) -> bool {
    sealed.views.iter().all(|view| same_axes(&sealed.dimensions, &view.axes, &truth.dimensions).is_some())
}

/// Whether the values of a sealed cube are possible for the true counts of the evidence, up to an eighth of the values.
pub fn fits(evidence: &Evidence, sealed: &Cube) -> bool {
    let cells = evidence.views.iter().flat_map(|view| {
        let values = view.values.iter().zip(&view.status).zip(&view.counts);
        values.map(|((&value, &status), &count)| (value, status, count))
    });
    are_possible(cells, sealed.sealed_properties.map(|properties| properties.largest_change))
}

/// Whether values are within the largest change of their counts, up to an eighth of the values. Only shown cells with
/// people count. Without a largest change, every value is possible.
pub(super) fn are_possible(cells: impl Iterator<Item = (i64, Status, u64)>, largest_change: Option<u64>) -> bool {
    let Some(reach) = largest_change else { return true };
    let (mut all, mut impossible) = (0_u64, 0_u64);
    for (value, _, count) in cells.filter(|&(_, status, count)| status == Status::Shown && count > 0) {
        all += 1;
        impossible += u64::from(value.abs_diff(count as i64) > reach);
    }
    impossible as f64 <= OTHER_RECORDS * all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_eighth_may_be_impossible() {
        let values = |far: usize| (0..16).map(move |at| (if at < far { 16 } else { 15 }, Status::Shown, 10));
        assert!(are_possible(values(2), Some(5)) && !are_possible(values(3), Some(5)));
        assert!(are_possible(values(16), None) && are_possible(values(16), Some(6)));
        // Empty and hidden cells do not count.
        let hidden = [(90, Status::Suppressed, 10), (90, Status::Shown, 0)].into_iter().cycle().take(40);
        assert!(are_possible(values(2).chain(hidden), Some(5)));
    }
}
