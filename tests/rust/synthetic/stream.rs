//! The stream of households: the same for the same seed, and the same from the beginning for every size.

use cellveil::cube::sha256_hex;
use cellveil::synthetic::{
    Areas, COLUMNS, Character, MAX_HOUSEHOLDS, MAX_IN_MEMORY, MAX_SEED, Request, SyntheticError, Value, specification,
    values,
};

use super::{csv, population};

/// SHA-256 of the records and of the specification of 300 households with the seed 7. `tests/js/people.test.js` has the
/// same digests for the wasm.
const RECORDS: &str = "f180faf4a7944ff88f06bdc910a455858747a70adde922365ae88470e92083ac";
const SPECIFICATION: &str = "ad92506e5a1e476bca0129456090984cdf56a86c17902f85141b26732061fd6e";

#[test]
fn known_answer() {
    let text = csv(300, 7);
    let specification = specification(Request::new(300, 7).unwrap());
    assert_eq!([sha256_hex(text.as_bytes()), sha256_hex(specification.as_bytes())], [RECORDS, SPECIFICATION]);
}

/// **A smaller population is the beginning of a larger one**, record keys included.
#[test]
fn smaller_populations_begin_larger_ones() {
    for seed in [0, 7, MAX_SEED] {
        let large = csv(3000, seed);
        for households in [1, 2, 124, 125, 126, 2999] {
            assert!(large.starts_with(&csv(households, seed)), "{households} households, seed {seed}");
        }
        assert_eq!(csv(3000, seed), large);
    }
}

/// **Another seed gives other people**: areas, answers and keys.
#[test]
fn seeds_differ() {
    let (one, other) = (population(2000, 7), population(2000, 8));
    let characters = |seed| -> Vec<Character> {
        Areas::new(Request::new(1, seed).unwrap()).take(100).map(|area| area.character).collect()
    };
    assert_ne!(characters(7), characters(8));
    let keys = one.iter().flat_map(|household| &household.persons).map(|person| person.record_key);
    let others: std::collections::HashSet<u32> =
        other.iter().flat_map(|household| &household.persons).map(|person| person.record_key).collect();
    assert!(keys.filter(|key| others.contains(key)).count() < 3);
    let same = one.iter().zip(&other).filter(|(one, other)| one.persons.len() == other.persons.len()).count();
    assert!(same < 1000, "{same}");
}

/// **Keys are uniform.** Chi-square of 256 classes of the first byte and of the last byte, at the level 0.001: 330.5 with
/// 255 degrees of freedom. Even numbers, as a planted fault, are far above.
#[test]
fn keys_are_uniform() {
    let chi_square = |bytes: &mut dyn Iterator<Item = u8>| {
        let mut times = [0.0; 256];
        bytes.for_each(|byte| times[usize::from(byte)] += 1.0);
        let expected = times.iter().sum::<f64>() / 256.0;
        times.iter().map(|times: &f64| (times - expected).powi(2) / expected).sum::<f64>()
    };
    let people = population(20_000, 11);
    let keys = || people.iter().flat_map(|household| &household.persons).map(|person| person.record_key);
    assert!(chi_square(&mut keys().map(|key| (key >> 24) as u8)) < 330.5);
    assert!(chi_square(&mut keys().map(|key| key as u8)) < 330.5);
    assert!(chi_square(&mut keys().map(|key| key as u8 & 0xfe)) > 330.5);
}

/// Areas have about 125 households and districts about 40 areas. Means of 4,000 areas: the standard error of an area's
/// size is 0.7, and that of a district's number of areas 0.5, so the bounds are four or more errors away.
#[test]
fn areas_have_their_sizes_and_resemble_their_neighbours() {
    let areas: Vec<_> = Areas::new(Request::new(1, 5).unwrap()).take(4000).collect();
    let mean = areas.iter().map(|area| f64::from(area.households)).sum::<f64>() / 4000.0;
    assert!((122.0..128.0).contains(&mean), "{mean}");
    let smallest = areas.iter().map(|area| area.households).min().unwrap();
    let largest = areas.iter().map(|area| area.households).max().unwrap();
    assert!(smallest < 75 && largest > 250, "{smallest} to {largest}");
    let per_district = 4000.0 / f64::from(areas.last().unwrap().district_number);
    assert!((37.0..43.0).contains(&per_district), "{per_district}");
    let alike = |step: usize| {
        let pairs = areas.iter().zip(&areas[step..]);
        pairs.filter(|(one, other)| one.character == other.character).count() as f64 / (4000 - step) as f64
    };
    // Neighbours are alike more often than areas of another district.
    assert!(alike(1) > 0.65 && alike(400) < 0.4, "{} {}", alike(1), alike(400));
    assert!(areas.windows(2).all(|pair| pair[0].code < pair[1].code));
}

/// The last area of a population has the households that are left.
#[test]
fn households_fill_the_areas_in_their_order() {
    let request = Request::new(1000, 3).unwrap();
    let areas: Vec<_> = Areas::settled(request).collect();
    let people = population(1000, 3);
    let lived_in = |code: &str| people.iter().filter(|household| &*household.area.code == code).count() as u32;
    let (last, others) = areas.split_last().unwrap();
    assert!(others.iter().all(|area| lived_in(&area.code) == area.households));
    assert!((1..=last.households).contains(&lived_in(&last.code)));
}

#[test]
fn numbers_outside_the_limits_are_refused() {
    let households = |found, most| Err(SyntheticError::Households { found, most });
    for (found, expected) in [
        (Request::new(0, 1).map(|_| ()), households(0, MAX_HOUSEHOLDS)),
        (Request::new(MAX_HOUSEHOLDS, MAX_SEED).map(|_| ()), Ok(())),
        (Request::new(MAX_HOUSEHOLDS + 1, 1).map(|_| ()), households(MAX_HOUSEHOLDS + 1, MAX_HOUSEHOLDS)),
        (Request::new(u64::MAX, 1).map(|_| ()), households(u64::MAX, MAX_HOUSEHOLDS)),
        (Request::new(1, MAX_SEED + 1).map(|_| ()), Err(SyntheticError::Seed(MAX_SEED + 1))),
        (Request::in_memory(MAX_IN_MEMORY, 0).map(|_| ()), Ok(())),
        (Request::in_memory(MAX_IN_MEMORY + 1, 0).map(|_| ()), households(MAX_IN_MEMORY + 1, MAX_IN_MEMORY)),
    ] {
        assert_eq!(found, expected);
    }
    let message = Request::new(0, 1).unwrap_err().to_string();
    assert_eq!(message, "households is 0; expected a whole number from 1 to 100000000");
}

/// No value needs quotes in CSV, and the name of the column of keys tells that they are seeded.
#[test]
fn values_are_plain() {
    assert_eq!(COLUMNS.last(), Some(&"record_key_seeded"));
    for household in population(500, 9) {
        for at in 0..household.persons.len() {
            for value in values(&household, at) {
                let Value::Code(code) = value else { continue };
                assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{code}");
            }
        }
    }
}
