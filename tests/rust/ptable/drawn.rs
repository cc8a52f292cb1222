//! Random p-tables for the laws of conversion and of text.

use proptest::prelude::*;

use cellveil::ptable::{DenseTable, Entry, IntervalTable, MAX_NOISE, ONE, Ptable};

/// Number of p-tables for each law.
pub(super) const CONFIG_CASES: u32 = 48;

/// Builds a row of intervals. Its bounds are multiples of 1 / `steps`, and its noise is at least minus the row.
fn row(number: usize, raw: &[(u64, i32)], steps: u64) -> Vec<Entry> {
    let mut cuts: Vec<u64> = raw.iter().map(|(cut, _)| (cut % steps + 1) * (ONE / steps)).collect();
    cuts.sort_unstable();
    if let Some(last) = cuts.last_mut() {
        *last = ONE;
    }
    cuts.into_iter().zip(raw).map(|(upper, &(_, noise))| Entry { upper, noise: noise.max(-(number as i32)) }).collect()
}

fn table(raw: &[Vec<(u64, i32)>], steps: u64, row_zero: bool) -> Ptable {
    let mut rows: Vec<Vec<Entry>> = raw.iter().enumerate().map(|(number, raw)| row(number, raw, steps)).collect();
    if !row_zero {
        rows[0] = vec![Entry { upper: ONE, noise: 0 }];
    }
    IntervalTable::new(&rows).expect("rows that fill [0, 1)").into()
}

fn raw(noise: impl Strategy<Value = i32> + Clone) -> impl Strategy<Value = Vec<Vec<(u64, i32)>>> {
    prop::collection::vec(prop::collection::vec((any::<u64>(), noise), 1..9), 2..9)
}

/// Draws interval tables with arbitrary bounds and noise.
pub(super) fn intervals() -> impl Strategy<Value = Ptable> {
    let noise = prop_oneof![3 => -4..5, 1 => -MAX_NOISE..=MAX_NOISE];
    (raw(noise.boxed()), any::<bool>()).prop_map(|(raw, row_zero)| table(&raw, ONE, row_zero))
}

/// Draws interval tables with a number of keys, a power of two with an exponent in the range. The table is exact with
/// these keys. It is inexact with half as many.
pub(super) fn keyed(exponents: std::ops::Range<u32>) -> impl Strategy<Value = (u32, Ptable)> {
    (raw((-3..4).boxed()), exponents, any::<bool>()).prop_map(|(mut raw, exponent, row_zero)| {
        let keys = 1 << exponent;
        if keys > 1 {
            raw[1].splice(.., [(0, 1), (0, 0)]);
        }
        (keys, table(&raw, keys.into(), row_zero))
    })
}

/// Draws dense tables.
pub(super) fn dense() -> impl Strategy<Value = Ptable> {
    let noise: BoxedStrategy<i32> = prop_oneof![5 => -1..2, 1 => -6..7, 1 => -MAX_NOISE..=MAX_NOISE].boxed();
    (1_u32..9, 250_usize..270, any::<bool>()).prop_flat_map(move |(keys, rows, row_zero)| {
        let noises = prop::collection::vec(noise.clone(), (rows + usize::from(row_zero)) * keys as usize);
        noises.prop_map(move |noises| {
            let row = |at: usize| (at / keys as usize + usize::from(!row_zero)) as i32;
            let noises = noises.iter().enumerate().map(|(at, &noise)| noise.max(-row(at)) as i16).collect();
            DenseTable::new(keys, row_zero, noises).expect("full rows").into()
        })
    })
}
