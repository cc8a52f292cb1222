use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{DenseTable, Entry, Flaw, IntervalTable, ONE, Ptable, PtableError};

/// The first worked example of FORMAT.md.
#[rustfmt::skip]
const INTERVAL: [u8; 30] = [
    0x43, 0x56, 0x50, 0x54, // CVPT
    0x01,                   // version 1
    0x01,                   // interval
    0x00,                   // (no row zero flag)
    0x01,                   // noise width
    0x02, 0x00, 0x00, 0x00, // rows
    0x02, 0x00, 0x00, 0x00, // the longest row has 2 entries
    0xFF, 0xFF,             // least noise −1
    0x00, 0x00,             // reserved
    0x03, 0x00, 0x00, 0x00, // 3 entries
    0x02,                   // lengths minus 1
    0x05,                   // noises minus −1
    0x00, 0x00, 0x00, 0x40, // bound 0.25
];

fn interval() -> Ptable {
    let zero = vec![Entry { upper: ONE, noise: 0 }];
    let one = vec![Entry { upper: ONE / 4, noise: -1 }, Entry { upper: ONE, noise: 0 }];
    IntervalTable::new(&[zero, one]).unwrap().into()
}

/// The second worked example of FORMAT.md.
fn dense_bytes() -> Vec<u8> {
    #[rustfmt::skip]
    let mut bytes = vec![
        0x43, 0x56, 0x50, 0x54, // CVPT
        0x01,                   // version 1
        0x02,                   // dense
        0x00,                   // rows start at 1
        0x03,                   // noise width
        0xFA, 0x00, 0x00, 0x00, // 250 rows
        0x02, 0x00, 0x00, 0x00, // 2 keys
        0xFE, 0xFF,             // least noise −2
        0x00, 0x00,             // reserved
        0x02, 0x00, 0x00, 0x00, // 2 distinct rows
        0xFE,                   // indices: 0, then ones
    ];
    bytes.extend([0xFF; 30]);
    bytes.extend([
        0x03, // the last two indices, 6 bits unused
        0x1A, 0x08, // noises minus −2
    ]);
    bytes
}

fn dense() -> Ptable {
    let mut noises = vec![0, 1];
    noises.extend([-2, 2].repeat(249));
    DenseTable::new(2, false, noises).unwrap().into()
}

#[test]
fn the_worked_examples_hold() {
    assert_eq!(interval().encode(), INTERVAL);
    assert_eq!(Ptable::decode(&INTERVAL), Ok(interval()));
    assert_eq!(dense().encode(), dense_bytes());
    assert_eq!(Ptable::decode(&dense_bytes()), Ok(dense()));
}

#[test]
fn damaged_bytes_are_an_error_or_another_table() {
    // The rows of `distinct` all differ, so its encoded form has no indices. The noises of `constant` take no bits.
    let distinct = DenseTable::new(1, true, (0..251).collect()).unwrap().into();
    let constant = DenseTable::new(3, true, vec![0; 753]).unwrap().into();
    // Change only single bits of `constant`. After larger changes, its few bytes could describe a huge table, which is
    // slow to decode.
    let every: Vec<u8> = (1..=0xFF).collect();
    let bits: Vec<u8> = (0..8).map(|bit| 1 << bit).collect();
    for (table, flips) in [(interval(), &every), (dense(), &every), (distinct, &every), (constant, &bits)] {
        let bytes = table.encode();
        assert_eq!(Ptable::decode(&bytes).as_ref(), Ok(&table));
        for cut in 0..bytes.len() {
            assert!(Ptable::decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        for more in [0, 1, 0xFF] {
            let longer = [&bytes[..], &[more]].concat();
            assert!(Ptable::decode(&longer).is_err());
        }
        let mut damaged = bytes.clone();
        for at in 0..bytes.len() {
            for flip in flips {
                damaged[at] = bytes[at] ^ flip;
                // The decoder must not panic. Every `Ptable` is valid, so the result needs no check.
                let _ = Ptable::decode(&damaged);
            }
            damaged[at] = bytes[at];
        }
    }
}

#[test]
fn errors_name_the_flaw_and_its_byte() {
    let interval = |at: usize, value: &[u8]| changed(&INTERVAL, at, value);
    let dense = |at: usize, value: &[u8]| changed(&dense_bytes(), at, value);
    for (bytes, message) in [
        (vec![], "byte 0: not a stored p-table; expected the letters CVPT at the start"),
        (b"CVPT".to_vec(), "byte 0: 4 bytes; expected 24"),
        (b"CVPT\x02".to_vec(), "byte 4: format version 2; expected version 1: this cube needs newer software"),
        (INTERVAL[..23].to_vec(), "byte 0: 23 bytes; expected 24"),
        (INTERVAL[..29].to_vec(), "byte 0: 29 bytes; expected 30"),
        (interval(5, &[3]), "byte 5: shape 3; expected 1 (interval) or 2 (dense)"),
        (interval(6, &[1]), "byte 6: row zero is 1; expected 0, or 1 in a dense table"),
        (interval(7, &[17]), "byte 7: noise width is 17; expected 0 to 16"),
        (interval(8, &[0]), "byte 8: rows is 0; expected 1 to 100001"),
        (interval(8, &[0xFF; 4]), "byte 8: rows is 4294967295; expected 1 to 100001"),
        (interval(12, &[0]), "byte 12: columns is 0; expected 1 to the number of entries"),
        (interval(18, &[1]), "byte 18: reserved is 1; expected 0"),
        (interval(20, &[1]), "byte 20: stored is 1; expected an entry a row or more, at most 4194304"),
        (interval(24, &[0x00]), "byte 20: stored is 3; expected the sum of the rows' lengths"),
        (interval(24, &[0x03]), "byte 20: stored is 3; expected the sum of the rows' lengths"),
        (interval(24, &[0x06]), "byte 24: unused bits are set; expected zeros"),
        (interval(25, &[0x0D]), "byte 25: unused bits are set; expected zeros"),
        (dense(12, &[0]), "byte 12: columns is 0; expected 1 to 65536 keys"),
        (dense(12, &[0, 0, 1, 0]), "byte 0: 58 bytes; expected 49208"),
        (dense(12, &[1, 0, 1, 0]), "byte 12: columns is 65537; expected 1 to 65536 keys"),
        (dense(8, &[0, 1, 1]), "byte 0: 58 bytes; expected 8250"),
        (dense(20, &[0]), "byte 20: stored is 0; expected 1 to the number of rows"),
        (dense(55, &[0x83]), "byte 55: unused bits are set; expected zeros"),
    ] {
        let error = Ptable::decode(&bytes).unwrap_err();
        assert!(matches!(error, PtableError::Stored { .. }), "{error}");
        assert_eq!(error.to_string(), format!("stored p-table, {message}"));
    }
    // Well-formed bytes of invalid tables.
    for (bytes, flaw) in [
        (interval(16, &[0xFE, 0xFF]), Flaw::NegativeResult { row: 0, noise: -1 }),
        (dense(16, &[0xF0, 0xFF]), Flaw::NegativeResult { row: 1, noise: -14 }),
        (dense(16, &[0xFF, 0x7F]), Flaw::Noise(32_769)),
        (interval(16, &[0xFF, 0x7F]), Flaw::Noise(32_768)),
        (dense(8, &[0xF9]), Flaw::TooFewRows(249)),
    ] {
        let mut bytes = bytes;
        if bytes[8] == 0xF9 {
            // With 249 rows, the last byte of the indices has 7 unused bits.
            bytes[55] = 0x01;
        }
        assert_eq!(Ptable::decode(&bytes), Err(PtableError::Table(flaw)));
    }
}

fn changed(bytes: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + value.len()].copy_from_slice(value);
    bytes
}

fn any_interval() -> impl Strategy<Value = Ptable> {
    let bounds = prop::collection::btree_set(1..ONE, 0..12);
    let row = (bounds, prop::collection::vec(any::<i16>(), 13));
    prop::collection::vec(row, 2..30).prop_map(|rows| {
        let rows: Vec<Vec<Entry>> = (0i32..)
            .zip(rows)
            .map(|(row, (bounds, noises))| {
                let noises = noises.into_iter().map(|noise| i32::from(noise).max(-row));
                bounds.into_iter().chain([ONE]).zip(noises).map(|(upper, noise)| Entry { upper, noise }).collect()
            })
            .collect();
        IntervalTable::new(&rows).unwrap().into()
    })
}

fn any_dense() -> impl Strategy<Value = Ptable> {
    // Tables with few or many different rows, narrow or wide noise, with or without row 0.
    let shape = (1u32..20, 251u32..400, any::<bool>(), 1u32..400, 0i16..=i16::MAX);
    shape.prop_flat_map(|(keys, rows, row_zero, period, most)| {
        prop::collection::vec(0..=most, (keys * rows) as usize).prop_map(move |mut noises| {
            let period = (period * keys) as usize;
            for at in period..noises.len() {
                noises[at] = noises[at - period];
            }
            DenseTable::new(keys, row_zero, noises).unwrap().into()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Law: decode(encode(x)) = x.
    #[test]
    fn decoding_undoes_encoding(table in prop_oneof![any_interval(), any_dense()]) {
        prop_assert_eq!(Ptable::decode(&table.encode()), Ok(table));
    }

    /// Law: the decoder never panics, and accepted bytes give a valid table.
    #[test]
    fn any_bytes_are_an_error_or_a_table(mut bytes in prop::collection::vec(any::<u8>(), 0..80), headed: bool) {
        if headed && bytes.len() > 20 {
            bytes[..5].copy_from_slice(b"CVPT\x01");
            bytes[5] %= 3;
            bytes[9..12].fill(0);
            bytes[13..16].fill(0);
        }
        if let Ok(table) = Ptable::decode(&bytes) {
            prop_assert_eq!(Ptable::decode(&table.encode()), Ok(table));
        }
    }
}
