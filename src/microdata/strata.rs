//! Numbers the strata of units: units of one stratum have the same control variables.

use std::collections::HashMap;

use super::records::{Records, Units};
use crate::dimension::{AxisRef, Dimension};

/// For each record, one number for its categories on several axes. Two records have the same number exactly if they
/// agree on all axes.
pub(super) fn of_records(records: &Records, axes: &[AxisRef], dimensions: &[Dimension]) -> Vec<u32> {
    let mut numbers = vec![0_u32; records.len()];
    for axis in axes {
        let dimension = &dimensions[axis.dimension];
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        for (record, number) in numbers.iter_mut().enumerate() {
            let category = dimension.group_of(axis.level, records.code(axis.dimension, record));
            let next = known.len() as u32;
            *number = *known.entry((*number, category)).or_insert(next);
        }
    }
    numbers
}

/// For each unit, the number of its stratum. Units of one stratum have as many records of each combination of
/// categories, and so also the same number of records.
pub(super) fn of_units(records: &Records, units: Units<'_>, axes: &[AxisRef], dimensions: &[Dimension]) -> Vec<u32> {
    let of_records = of_records(records, axes, dimensions);
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut numbers = Vec::with_capacity(units.len());
    let mut own = Vec::new();
    for unit in 0..units.len() {
        own.clear();
        own.extend(units.members(unit).map(|record| of_records[record]));
        own.sort_unstable();
        let next = known.len() as u32;
        let number = known.get(&own).copied().unwrap_or(next);
        if number == next {
            known.insert(own.clone(), number);
        }
        numbers.push(number);
    }
    in_fixed_order(&mut numbers, known.len(), units);
    numbers
}

/// Orders the strata by their smallest ticket, so that the order of the records does not matter.
fn in_fixed_order(numbers: &mut [u32], strata: usize, units: Units<'_>) {
    let mut smallest = vec![(u128::MAX, 0_u32); strata];
    for (unit, &number) in numbers.iter().enumerate() {
        let first = &mut smallest[number as usize];
        *first = (units.ticket(unit).min(first.0), number);
    }
    smallest.sort_unstable();
    let mut place = vec![0; strata];
    for (at, (_, number)) in (0..).zip(smallest) {
        place[number as usize] = at;
    }
    numbers.iter_mut().for_each(|number| *number = place[*number as usize]);
}

/// The records, counted by their numbers.
pub(super) fn sizes(numbers: &[u32]) -> Vec<u64> {
    let most = numbers.iter().max().map_or(0, |&most| most as usize + 1);
    let mut sizes = vec![0; most];
    numbers.iter().for_each(|&number| sizes[number as usize] += 1);
    sizes
}
