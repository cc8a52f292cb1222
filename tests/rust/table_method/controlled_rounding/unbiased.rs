//! The mean of (rounded − true) of one-way and two-way tables is 0 for each cell, totals included.

use cellveil::table_method::{System, controlled_rounding};

use super::{Axis, Random, flat, system, with_keys};

/// Draws of each table.
const DRAWS: i64 = 4000;
/// Largest sum of changes in standard deviations. A cell of a sound method is above with a probability of 6e-7. The
/// test reads fewer than 200 cells, so the test's level is 0.0002. The seeds are fixed.
const MOST: f64 = 5.0;

/// The cells whose mean change is not 0. Each value is one of two multiples. So a sum of changes with mean 0 has the
/// variance DRAWS · r · (base − r) of residual r.
fn biased(counts: &[u64], base: u64, sums: &[i64]) -> Vec<usize> {
    let is_biased = |&cell: &usize| {
        let residual = counts[cell] % base;
        let deviation = ((DRAWS as u64 * residual * (base - residual)) as f64).sqrt();
        sums[cell].abs() as f64 > MOST * deviation
    };
    (0..counts.len()).filter(is_biased).collect()
}

/// Sums of changes over random keys and salts.
fn changes(axes: &[Axis], counts: &[u64], random: &mut Random, round: impl Fn(&System, &[u8]) -> Vec<i64>) -> Vec<i64> {
    let mut sums = Vec::new();
    for draw in 0..DRAWS {
        let system = system(axes, &with_keys(counts, random));
        let values = round(&system, &draw.to_le_bytes());
        sums.resize(values.len(), 0);
        sums.iter_mut().zip(values).zip(system.counts()).for_each(|((sum, value), &c)| *sum += value - c as i64);
    }
    sums
}

#[test]
fn means_are_zero() {
    let mut random = Random(11);
    let tables: [(&[usize], &[u64], u32); 6] = [
        (&[6], &[1, 2, 3, 4, 0, 9], 5),
        (&[2, 2], &[1, 1, 1, 1], 3),
        (&[3, 4], &[1, 0, 2, 7, 0, 0, 5, 1, 3, 4, 1, 1], 3),
        (&[4, 4], &[0, 9, 2, 7, 1, 3, 0, 5, 4, 0, 0, 0, 8, 1, 6, 2], 10),
        (&[2, 1, 7], &[1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 2], 5),
        (&[5, 5], &[1; 25], 5),
    ];
    for (sizes, counts, base) in tables {
        let axes: Vec<Axis> = sizes.iter().map(|&size| flat(size)).collect();
        let cells = system(&axes, &with_keys(counts, &mut random));
        let rounded = |system: &System, salt: &[u8]| controlled_rounding(system, base, salt).unwrap().values;
        let sums = changes(&axes, counts, &mut random, rounded);
        assert!(biased(cells.counts(), base.into(), &sums).is_empty(), "{sizes:?} {sums:?}");
    }
}

/// The check finds a method that prefers one of two ends: one cell rounds down in one draw of five.
#[test]
fn planted_bias_is_found() {
    let axes = [flat(3), flat(3)];
    let counts = [1, 0, 2, 7, 0, 0, 5, 1, 4];
    let rounded = |system: &System, salt: &[u8]| {
        let mut values = controlled_rounding(system, 5, salt).unwrap().values;
        if salt[0].is_multiple_of(5) {
            values[0] = 0;
        }
        values
    };
    let sums = changes(&axes, &counts, &mut Random(12), rounded);
    assert_eq!(biased(&[1], 5, &sums[..1]), vec![0usize]);
}

/// Different keys and different salts give different roundings.
#[test]
fn keys_and_salt_decide() {
    let mut random = Random(13);
    let axes = [flat(5), flat(6)];
    let counts = [2; 30];
    let one = system(&axes, &with_keys(&counts, &mut random));
    let other = system(&axes, &with_keys(&counts, &mut random));
    let values = |system: &System, salt: &[u8]| controlled_rounding(system, 5, salt).unwrap().values;
    assert_ne!(values(&one, b"a"), values(&one, b"b"));
    assert_ne!(values(&one, b"a"), values(&other, b"a"));
}
