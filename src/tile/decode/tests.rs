//! Tests of `src/tile/FORMAT.md`: the worked example, invalid bytes, and laws over random sections.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use crate::tile::{Encoding, encode};

const PACKED: [u8; 19] = [
    0x43, 0x56, 0x54, // CVT
    0x01, // version
    0x01, // sections
    0x02, // cells
    0x02, 0x02, 0x03, // dimensions and their codes
    0x02, 0x00, 0x01, // measures: count, key
    0x08, // key width
    0x00, // packed
    0x04, // length
    0x02, // coordinates of dimension 0
    0x02, // coordinates of dimension 1
    0x03, // count width
    0x06, // counts minus 1
];
const MODELLED: [u8; 5] = [0x64, 0x67, 0xC6, 0xC2, 0xD3];
const KEYS: [u8; 2] = [200, 13];

fn example() -> Section {
    Section {
        cardinalities: vec![2, 3],
        coordinates: vec![Column::U8(vec![0, 1]), Column::U8(vec![2, 0])],
        counts: Column::U8(vec![7, 1]),
        keys: Some(Column::U8(vec![200, 13])),
    }
}

fn packed() -> Vec<u8> {
    [PACKED.as_slice(), &KEYS].concat()
}

fn modelled() -> Vec<u8> {
    [&PACKED[..13], &[1, 5], &MODELLED, &KEYS].concat()
}

#[test]
fn the_worked_example_is_read_and_written() {
    for (bytes, encoding) in [(packed(), Encoding::Packed), (modelled(), Encoding::Modelled)] {
        assert_eq!(encode(&[example()], 8, Some(encoding)).unwrap(), bytes);
        assert_eq!(decode(&bytes).unwrap(), [example()]);
    }
}

const PROTECTED: [u8; 13] = [
    0x43, 0x56, 0x54, // CVT
    0x01, // version
    0x01, // sections
    0x02, // cells
    0x02, 0x02, 0x03, // dimensions and their codes
    0x01, 0x02, // measures: protected value
    0x00, // packed
    0x04, // length
];

#[test]
fn the_worked_example_without_keys_is_read_and_written() {
    let packed = [&PROTECTED[..], &[0x02, 0x02, 0x04, 0x0B]].concat();
    let section = Section { counts: Column::U8(vec![12, 1]), keys: None, ..example() };
    assert_eq!(encode(std::slice::from_ref(&section), 1, Some(Encoding::Packed)).unwrap(), packed);
    assert_eq!(decode(&packed).unwrap(), [section]);
}

#[test]
fn a_modelled_section_without_keys_is_limited() {
    // A header with 2^20 + 1 cells and 2^20 + 1 codes, each as the varint 81 80 40. A model codes these cells in few
    // bytes.
    let header = [&PROTECTED[..5], &[0x81, 0x80, 0x40, 0x01, 0x81, 0x80, 0x40, 0x01, 0x02]].concat();
    let with = |encoding: u8| decode(&[&header[..], &[encoding, 4, 0, 0, 0, 0]].concat()).unwrap_err().to_string();
    assert!(with(1).contains("at most 2^20 in a modelled section without keys"), "{}", with(1));
    assert!(with(0).contains("the coordinates of a section"), "{}", with(0));
}

/// The worked example with some bytes replaced.
fn changed(changes: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = packed();
    changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
    bytes
}

#[test]
fn errors_name_the_wrong_field() {
    let cases: &[(Vec<u8>, &str)] = &[
        (vec![], "43 56 54"),
        (changed(&[(0, 0x44)]), "43 56 54"),
        (changed(&[(3, 2)]), "version 2 is newer"),
        (changed(&[(3, 0)]), "version in the tile is 0"),
        (changed(&[(4, 0)]), "number of sections"),
        (changed(&[(5, 3)]), "the keys of a section"), // a third cell has no key
        (changed(&[(6, 65)]), "number of dimensions"),
        (changed(&[(7, 0)]), "number of codes"),
        (changed(&[(9, 3)]), "measure number 3 is unknown"),
        (changed(&[(11, 2)]), "measure number 2 is unknown"),
        (changed(&[(9, 1)]), "measure number 0 is unknown"), // a count without a key
        (changed(&[(12, 54)]), "width of keys"),
        (changed(&[(12, 0)]), "width of keys"),
        (changed(&[(13, 2)]), "encoding number 2 is unknown"),
        (changed(&[(14, 3)]), "counts"),         // the counts' last byte is cut off
        (changed(&[(15, 0x00)]), "cells"),       // (0, 2), (0, 0): not ascending
        (changed(&[(16, 0x12)]), "coordinates"), // padding bits are set
        (changed(&[(16, 0x03)]), "coordinates"), // code 3, but only codes 0 to 2 exist
        (changed(&[(17, 54)]), "width of counts"),
        (changed(&[(17, 4), (18, 0x06)]), "counts"), // wider than needed
        ([packed(), vec![0]].concat(), "1 bytes follow"),
    ];
    let wrong =
        |(bytes, expected): &&(Vec<u8>, &str)| !decode(bytes).is_err_and(|error| error.to_string().contains(expected));
    let wrong: Vec<_> = cases.iter().filter(wrong).map(|(bytes, expected)| (decode(bytes), expected)).collect();
    assert!(wrong.is_empty(), "not as expected: {wrong:#?}");
}

#[test]
fn sizes_beyond_the_bytes_are_errors_before_memory_is_allocated() {
    // The header gives 2^26 cells, as the varint 80 80 80 20, but the tile has only a few bytes.
    let mut bytes = packed();
    bytes.splice(5..6, [0x80, 0x80, 0x80, 0x20]);
    assert!(decode(&bytes).is_err());
    bytes[8] = 0x21; // 2^26 + 2^21
    assert_eq!(
        decode(&bytes).unwrap_err(),
        TileError::Limit { what: "number of cells", found: (1 << 26) + (1 << 21), expected: "at most 2^26" }
    );
}

#[test]
fn every_cut_and_every_flipped_bit_is_an_error_or_another_valid_tile() {
    for bytes in [packed(), modelled()] {
        for len in 0..bytes.len() {
            assert!(decode(&bytes[..len]).is_err(), "cut at {len}");
        }
        for at in 0..bytes.len() * 8 {
            let mut bytes = bytes.clone();
            bytes[at / 8] ^= 1 << (at % 8);
            if let Ok(sections) = decode(&bytes) {
                let bits = if sections[0].keys.is_some() { bytes[12].into() } else { 1 };
                assert!(encode(&sections, bits, None).is_ok(), "bit {at}: accepted, but not valid");
            }
        }
    }
}

prop_compose! {
    /// Random sections with up to four dimensions, up to 39 cells, and counts of all sizes.
    fn sections()(cardinalities in prop::collection::vec(1u32..9, 0..5), key_bits in 1u32..=53)(
        cells in prop::collection::btree_map(
            cardinalities.iter().map(|&codes| 0..codes).collect::<Vec<_>>(),
            (0u32..53, any::<u64>(), any::<u64>()),
            0..40,
        ),
        cardinalities in Just(cardinalities),
        key_bits in Just(key_bits),
        keyed in prop::bool::weighted(0.7),
    ) -> (Section, u32) {
        let column = |d: usize| {
            let mut column = Column::with_capacity(64 - u64::from(cardinalities[d] - 1).leading_zeros(), cells.len());
            cells.keys().for_each(|codes| column.push(codes[d].into()));
            column
        };
        let coordinates = (0..cardinalities.len()).map(column).collect();
        let counts: Vec<u64> = cells.values().map(|&(bits, count, _)| (count >> (63 - bits)).clamp(1, 1 << 53)).collect();
        let mut keys = Column::with_capacity(key_bits, cells.len());
        cells.values().for_each(|&(_, _, key)| keys.push(key & ((1 << key_bits) - 1)));
        (Section { counts: Column::from_values(&counts), cardinalities, coordinates, keys: keyed.then_some(keys) }, key_bits)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// Law: a section that is written and read back is unchanged, in either encoding, alone or with other sections.
    #[test]
    fn reading_undoes_writing((section, key_bits) in sections(), copies in 1usize..4) {
        for encoding in [Encoding::Packed, Encoding::Modelled] {
            let sections = vec![section.clone(); copies];
            let bytes = encode(&sections, key_bits, Some(encoding)).unwrap();
            prop_assert_eq!(decode(&bytes).unwrap(), sections);
        }
    }

    /// Law: a valid tile with some bytes replaced is an error or another valid tile.
    #[test]
    fn reading_anything_ends((section, key_bits) in sections(), noise in prop::collection::vec(any::<(u16, u8)>(), 1..8)) {
        for encoding in [Encoding::Packed, Encoding::Modelled] {
            let mut bytes = encode(std::slice::from_ref(&section), key_bits, Some(encoding)).unwrap();
            for &(at, byte) in &noise {
                let at = usize::from(at) % bytes.len();
                bytes[at] = byte;
            }
            if let Ok(sections) = decode(&bytes) {
                prop_assert!(encode(&sections, 53, None).is_ok());
            }
        }
    }
}
