//! Finds units at risk: units with a record in a small cell of one of the given tables.

use super::super::records::{Records, Units};
use super::super::strata::{of_records, sizes};
use crate::dimension::{AxisRef, Dimension};

/// For each unit, whether one of its records is in a cell with at most `small` records. The tables count the records
/// after the earlier steps.
pub(super) fn at_risk(
    records: &Records,
    units: Units<'_>,
    tables: &[Vec<AxisRef>],
    small: u64,
    dimensions: &[Dimension],
) -> Vec<bool> {
    let mut risky = vec![false; units.len()];
    for axes in tables {
        let cells = of_records(records, axes, dimensions);
        let counts = sizes(&cells);
        for (unit, risky) in risky.iter_mut().enumerate() {
            *risky |= units.members(unit).any(|record| counts[cells[record] as usize] <= small);
        }
    }
    risky
}
