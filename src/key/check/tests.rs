//! Planted faults of record keys, each with a sound twin.

use super::*;
use crate::key::derive::{Deriver, Secret};

/// Returns the next number of a fixed series (SplitMix).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn modulus(values: u64) -> Modulus {
    Modulus::try_from(values).unwrap()
}

/// Tests keys of records, each with the number of its cell.
fn faults(values: u64, records: impl IntoIterator<Item = (u64, u32)>) -> Vec<KeyFault> {
    let mut tally = KeyTally::new(modulus(values), None);
    let mut sizes = std::collections::HashMap::new();
    for (key, cell) in records {
        let before: &mut u64 = sizes.entry(cell).or_default();
        tally.add(key, None, cell, *before);
        *before += 1;
    }
    tally.faults()
}

/// Records in 40 cells, with keys from `key`.
fn keyed(values: u64, records: u64, mut key: impl FnMut(u64) -> u64) -> Vec<KeyFault> {
    faults(values, (0..records).map(|at| (key(at), (at % 40) as u32)))
}

const MODULI: [u64; 6] = [256, 1000, 65_536, 1_000_003, 1 << 32, 1 << 53];

/// The sound twin of every planted fault: even keys, few and many, of small and large moduli.
#[test]
fn even_keys_pass() {
    for seed in 0..20 {
        for values in MODULI {
            for records in [0, 1, 2, 3, 5, 10, 30, 100, 1000, 20_000] {
                let mut state = seed * 1000 + records;
                let mut key = |_| ((u128::from(next(&mut state)) * u128::from(values)) >> 64) as u64;
                assert_eq!(keyed(values, records, &mut key), [], "{seed} {values} {records}");
            }
        }
    }
}

/// More records than the sample holds, and than the modulus has keys.
#[test]
fn many_even_keys_pass() {
    for values in [256, 1_000_003, 1 << 32, 1 << 53] {
        let mut state = values;
        assert_eq!(keyed(values, 2_500_000, |_| next(&mut state) % values), [], "{values}");
    }
}

#[test]
fn constant_key_is_found() {
    for values in MODULI {
        for records in [10, 100, 100_000] {
            assert_eq!(keyed(values, records, |_| 200), [KeyFault::Constant], "{values} {records}");
        }
    }
}

#[test]
fn serial_numbers_are_found() {
    for values in [1 << 20, 1 << 32, 1 << 53] {
        for records in [20, 200, 3000, 200_000] {
            let found = keyed(values, records, |at| at + 1);
            assert!(found.contains(&KeyFault::Range), "{values} {records}: {found:?}");
        }
        // From the middle of the range, and with large steps.
        let found = keyed(values, 200, |at| values / 2 + at - 100);
        assert!(found.contains(&KeyFault::Neighbours), "{values}: {found:?}");
        let found = keyed(values, 200, |at| at * (values / 200) + 7);
        assert!(found.contains(&KeyFault::Step), "{values}: {found:?}");
    }
    // Nearly all keys of the modulus.
    assert!(keyed(65_536, 60_000, |at| at + 1).contains(&KeyFault::Range));
    // More serial numbers than the sample holds.
    let found = keyed(1 << 32, 1_200_000, |at| 3_000_000_000 + at);
    assert!(found.contains(&KeyFault::Range) && found.contains(&KeyFault::Neighbours), "{found:?}");
}

#[test]
fn few_distinct_keys_are_found() {
    for values in MODULI {
        for records in [30, 1000, 200_000] {
            let mut state = 1;
            let keys = [values / 3, values / 5 * 4];
            let found = keyed(values, records, |_| keys[next(&mut state) as usize % 2]);
            assert_eq!(found, [KeyFault::Few], "{values} {records}");
        }
    }
}

/// Weights between 80 and 1200, like those of a survey.
#[test]
fn survey_weights_are_found() {
    for values in [1 << 16, 1 << 32, 1 << 53] {
        let mut state = 3;
        let found =
            keyed(values, 500, |_| 80 + next(&mut state) % 300 + next(&mut state) % 300 + next(&mut state) % 520);
        assert!(found.contains(&KeyFault::Range), "{values}: {found:?}");
    }
}

/// Seconds since 1970 of the interviews of one year.
#[test]
fn timestamps_are_found() {
    let mut state = 4;
    let found = keyed(1 << 32, 300, |_| 1_700_000_000 + next(&mut state) % 31_536_000);
    assert_eq!(found, [KeyFault::Range]);
}

#[test]
fn rounded_numbers_are_found() {
    let mut state = 5;
    let found = keyed(1 << 32, 300, |_| next(&mut state) % (1 << 32) / 100 * 100);
    assert_eq!(found, [KeyFault::Remainders, KeyFault::Step]);
    // All but a few end in 0.
    let found = keyed(1 << 32, 300, |at| {
        let key = next(&mut state) % (1 << 32);
        if at % 10 == 0 { key } else { key / 10 * 10 }
    });
    assert_eq!(found, [KeyFault::Remainders]);
}

/// No single interval shows the small deviations of these keys: χ² finds their sum.
#[test]
fn slightly_uneven_keys_are_found() {
    let mut state = 6;
    let mut key = |_| {
        let key = next(&mut state) % (1 << 32);
        // Every second narrow interval loses a tenth of its keys.
        if (key >> 22).is_multiple_of(2) && next(&mut state).is_multiple_of(10) {
            next(&mut state) % (1 << 32)
        } else {
            key
        }
    };
    assert_eq!(keyed(1 << 32, 300_000, &mut key), [KeyFault::Range]);
}

/// All persons of a household have one key. The twin is `even_keys_pass`.
#[test]
fn household_keys_are_found() {
    for (values, households) in [(1 << 32, 12), (1 << 32, 1000), (1 << 53, 500_000)] {
        let mut state = 7;
        let mut key = 0;
        let found = keyed(values, 3 * households, |at| {
            if at % 3 == 0 {
                key = next(&mut state) % values;
            }
            key
        });
        assert_eq!(found, [KeyFault::Repeated], "{values} {households}");
    }
}

#[test]
fn hashes_of_the_answers_are_found() {
    let mut state = 8;
    for (cells, records) in [(40, 400), (1000, 3000), (500_000, 2_000_000)] {
        let answers: Vec<u32> = (0..records).map(|_| (next(&mut state) % cells) as u32).collect();
        let hashed = |cell: &u32| (next(&mut (u64::from(*cell) << 7)) % (1 << 32), *cell);
        let found = faults(1 << 32, answers.iter().map(hashed));
        assert_eq!(found, [KeyFault::Answers], "{cells}");
        // The sound twin has the same cells and even keys.
        assert_eq!(faults(1 << 32, answers.iter().map(|&cell| (next(&mut state) % (1 << 32), cell))), []);
    }
}

/// Identifiers of records give sound keys. An identifier with few values does not.
#[test]
fn derivation_from_few_identifiers_is_found() {
    let hmac = Derivation::Hmac(Secret::new(b"a secret of the tests".to_vec()));
    let judge = |rule: &Derivation, identifiers: &mut dyn Iterator<Item = String>| {
        let (deriver, mut tally) = (Deriver::new(rule, modulus(1 << 32)), KeyTally::new(modulus(1 << 32), Some(rule)));
        for identifier in identifiers {
            let (key, hash) = deriver.key_and_hash(&identifier).unwrap();
            tally.add(key, Some(hash), 0, 0);
        }
        tally.faults()
    };
    assert_eq!(judge(&hmac, &mut (0..5000).map(|at| format!("person {at}"))), []);
    let two = judge(&hmac, &mut (0..5000).map(|at| ["yes", "no"][at % 2].to_owned()));
    assert_eq!(two, [KeyFault::Identifiers]);
    // One identifier occurs twice.
    let twice = judge(&hmac, &mut (0..5000).map(|at| format!("person {}", at.max(1))));
    assert_eq!(twice, [KeyFault::Identifiers]);
    // The last digits of 100,000 serial identifiers fill their 10^5 values evenly. Few identifiers do not.
    let digits = Derivation::Digits(5);
    assert_eq!(judge(&digits, &mut (0..100_000).map(|at| format!("AD-{:07}", 3_200_000 + at))), []);
    let small = judge(&digits, &mut (0..400).map(|at| format!("AD-{at:07}")));
    assert_eq!(small, [KeyFault::Range]);
}

/// False alarms are rare: of 2,000 small files of even keys, none is refused.
#[test]
fn no_small_file_is_refused_by_chance() {
    let mut state = 9;
    for _ in 0..2000 {
        let records = 2 + next(&mut state) % 40;
        let found = keyed(1 << 32, records, |_| next(&mut state) % (1 << 32));
        assert_eq!(found, []);
    }
}

/// Several threads take parts of the records. Together they find the same faults, and keep the same sample.
#[test]
fn merged_tallies_are_one_tally() {
    let keys: [fn(u64) -> u64; 5] = [
        |at| at / 3,
        |at| at % 30,
        |at| at * 1024 % (1 << 32),
        |_| 5,
        |at| {
            let mut state = at;
            next(&mut state) % (1 << 32)
        },
    ];
    for key in keys {
        let empty = KeyTally::new(modulus(1 << 32), None);
        let (mut whole, mut parts) = (empty.clone(), [empty.clone(), empty.clone(), empty.clone()]);
        for at in 0..30_000 {
            let (cell, before) = ((at / 3 % 400) as u32, at / 1200);
            whole.add(key(at), None, cell, before);
            parts[(at * at % 7 % 3) as usize].add(key(at), None, cell, before);
        }
        let mut merged = empty;
        parts.iter().for_each(|part| merged.merge(part));
        assert_eq!(merged.faults(), whole.faults());
        assert_eq!(merged.pairs, whole.pairs);
        assert_eq!(format!("{:?}", merged.evenness), format!("{:?}", whole.evenness));
    }
}
