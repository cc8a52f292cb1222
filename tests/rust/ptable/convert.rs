//! Laws of conversion between intervals and keys: both p-tables give every cell the same noise.

use cellveil::key::{Combine, KeyGroup, Modulus};
use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
use cellveil::ptable::convert::{Converted, Note, convert};
use cellveil::ptable::export::{Format, Shape};
use cellveil::ptable::{DenseTable, Entry, IntervalTable, Lookup, ONE, Ptable};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};

use super::drawn::{CONFIG_CASES, intervals, keyed};

fn law<S: Strategy>(seed: u64, strategy: S, check: impl Fn(S::Value) -> TestCaseResult) {
    let config =
        Config { cases: CONFIG_CASES, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&strategy, check).unwrap_or_else(|error| panic!("{error}"));
}

/// Returns the values that the engine publishes for each count with each key below the modulus.
fn published(table: &Ptable, modulus: u32, zeros: &str, counts: std::ops::Range<u64>) -> Vec<i64> {
    let json = format!(r#"{{ "kind": "cell-key", "ptable": "p", "zeros": "{zeros}" }}"#);
    let method = MethodSpec::new("m", &Parameters::from_json(&json).unwrap()).unwrap();
    let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(u64::from(modulus)).unwrap()).unwrap();
    let rows = compile(&method, KeyContext { keys, uniform: true, salt: b"" }, Some(table)).unwrap();
    let cells = counts.flat_map(|count| (0..u64::from(modulus)).map(move |key| (count, key)));
    let (counts, keys): (Vec<u64>, Vec<u64>) = cells.unzip();
    rows.protect(&counts, &keys).values
}

/// The table with adjacent entries of equal noise merged.
fn merged(table: &Ptable) -> Ptable {
    let Ptable::Interval(table) = table else { panic!("intervals") };
    let row = |row: &[Entry]| row.chunk_by(|a, b| a.noise == b.noise).map(|run| run[run.len() - 1]).collect::<Vec<_>>();
    let mut rows: Vec<Vec<Entry>> = table.rows().map(row).collect();
    while rows.len() > 2 && rows[rows.len() - 1] == rows[rows.len() - 2] {
        rows.pop();
    }
    IntervalTable::new(&rows).unwrap().into()
}

fn adds(table: &Ptable) -> bool {
    table.first_row() == 0 && table.noise(0, Lookup::Even).sum() != 0
}

#[test]
fn exact_intervals_keep_the_noise_of_every_key_and_come_back() {
    law(1, keyed(1..10), |(keys, table)| {
        let dense = convert(&table, Shape::Dense, Some(keys)).unwrap();
        prop_assert_eq!(published(&dense.table, keys, "none", 1..1100), published(&table, keys, "none", 1..1100));
        if adds(&table) {
            let zeros = "category-keys";
            prop_assert_eq!(published(&dense.table, keys, zeros, 0..3), published(&table, keys, zeros, 0..3));
        } else {
            prop_assert_eq!(dense.table.first_row(), 1);
        }
        prop_assert_eq!(convert(&dense.table, Shape::Interval, None).unwrap().table, merged(&table));
        // The default number of keys is at least 256. More keys give the same noise in smaller steps.
        let more = convert(&table, Shape::Dense, None).unwrap().table;
        let Ptable::Dense(chosen) = &more else { panic!("dense") };
        prop_assert_eq!(chosen.keys(), 256.max(keys));
        prop_assert_eq!(convert(&more, Shape::Interval, None).unwrap().table, merged(&table));
        Ok(())
    });
}

#[test]
fn keys_that_are_intervals_come_back() {
    law(2, (keyed(0..9), 250_u32..1000), |((keys, table), rows)| {
        let Ptable::Interval(intervals) = &table else { panic!("intervals") };
        let rows = rows.max(intervals.last_row() + 249);
        let noise = |row: u32, key: u64| {
            let entries = intervals.row(row.min(intervals.last_row()));
            let found = entries.iter().find(|entry| key * (ONE / u64::from(keys)) < entry.upper);
            found.unwrap().noise as i16
        };
        let first = u32::from(!adds(&table));
        let noises = (first..=rows).flat_map(|row| (0..u64::from(keys)).map(move |key| noise(row, key))).collect();
        let dense = Ptable::from(DenseTable::new(keys, first == 0, noises).unwrap());
        let back = convert(&dense, Shape::Interval, None).unwrap().table;
        prop_assert_eq!(&back, &merged(&table));
        if keys == 1 {
            // A dense p-table cannot be converted to one key.
            return Ok(());
        }
        prop_assert_eq!(published(&back, keys, "none", 1..1100), published(&dense, keys, "none", 1..1100));
        let again = convert(&back, Shape::Dense, Some(keys)).unwrap().table;
        prop_assert_eq!(again.last_row(), 750.max(back.last_row() + 249));
        prop_assert_eq!(published(&again, keys, "none", 0..1100), published(&dense, keys, "none", 0..1100));
        Ok(())
    });
}

#[test]
fn the_shape_a_table_has_is_kept() {
    law(3, intervals(), |table| {
        prop_assert_eq!(convert(&table, Shape::Interval, None).unwrap(), Converted { table, notes: vec![] });
        Ok(())
    });
    let dense = Ptable::from(DenseTable::new(3, true, vec![0; 3 * 751]).unwrap());
    for keys in [None, Some(3)] {
        let same = Converted { table: dense.clone(), notes: vec![] };
        assert_eq!(convert(&dense, Shape::Dense, keys), Ok(same));
    }
    let short = Ptable::from(DenseTable::new(3, false, vec![0; 750]).unwrap());
    assert_eq!(convert(&short, Shape::Dense, None).unwrap().notes, [Note::Rows(250)]);
}

/// Returns a table of the given row and a row of noise 0 or 1 with equal probabilities.
fn with(row: &[(u64, i32)]) -> Ptable {
    let entries = |row: &[(u64, i32)]| row.iter().map(|&(upper, noise)| Entry { upper, noise }).collect::<Vec<_>>();
    IntervalTable::new(&[entries(&[(ONE, 0)]), entries(row), entries(&[(ONE / 2, 0), (ONE, 1)])]).unwrap().into()
}

#[test]
fn tables_without_the_other_shape_are_errors() {
    let third = with(&[(ONE / 3, -1), (ONE, 1)]);
    let halves = with(&[(ONE / 2, -1), (ONE, 1)]);
    let long = IntervalTable::new(&vec![[Entry { upper: ONE / 2, noise: 0 }, Entry { upper: ONE, noise: 1 }]; 9]);
    let long = Ptable::from(long.unwrap());
    let dense = |keys: u32, changed: Option<usize>| {
        let mut noises = vec![0; 300 * keys as usize];
        changed.into_iter().for_each(|at| noises[at] = 1);
        Ptable::from(DenseTable::new(keys, false, noises).unwrap())
    };
    for (table, shape, keys, expected) in [
        (
            &third,
            Shape::Dense,
            None,
            "an interval of row 1 ends at 1431655765/2^32, between two of 65536 keys; expected",
        ),
        (&halves, Shape::Dense, Some(1), "1 keys; expected 2 to 65536"),
        (&halves, Shape::Dense, Some(65_537), "65537 keys; expected 2 to 65536"),
        (&long, Shape::Dense, Some(65_536), "p-table: too many noises (rows times keys); expected at most 16777216"),
        (
            &halves,
            Shape::Interval,
            Some(256),
            "a number of keys is given, but intervals have none; expected it only for",
        ),
        (&dense(2, None), Shape::Dense, Some(4), "the table has 2 keys; expected no other number of keys"),
        (&dense(2, None), Shape::Interval, Some(4), "the table has 2 keys; expected no other number of keys"),
        (
            &dense(3, None),
            Shape::Interval,
            None,
            "the table has 3 keys; expected a power of two, so that intervals are",
        ),
        (&dense(2, Some(2 * 99)), Shape::Interval, None, "row 100 differs from row 300; expected the last 250 rows"),
        (&dense(2, Some(2 * 299)), Shape::Interval, None, "row 51 differs from row 300; expected the last 250 rows"),
    ] {
        let result = convert(table, shape, keys).map_or_else(|error| error.to_string(), |_| "done".into());
        assert!(result.starts_with(expected), "{result}");
    }
    // The table has 50 different rows, and 250 equal rows.
    assert_eq!(convert(&dense(2, Some(2 * 49)), Shape::Interval, None).unwrap().table.last_row(), 51);
}

#[test]
fn only_rows_that_are_not_exact_are_redrawn() {
    // A row with mean 0 and variance 4/5, converted to probabilities of a quarter.
    let fifth = [(2 * (ONE / 5), -1), (3 * (ONE / 5) + 1, 0), (ONE, 1)];
    let rows = [vec![(ONE, 0)], fifth.to_vec(), vec![(ONE / 4, 1), (ONE / 2, -1), (ONE, 0)]];
    let entries = rows.map(|row| row.into_iter().map(|(upper, noise)| Entry { upper, noise }).collect::<Vec<_>>());
    let table = Ptable::from(IntervalTable::new(&entries).unwrap());
    let converted = convert(&table, Shape::Dense, Some(4)).unwrap();
    let Ptable::Dense(dense) = &converted.table else { panic!("dense") };
    // One key each for −1 and 1 gives variance 1/2. Two keys each give variance 1, which is nearer to 4/5.
    assert_eq!(dense.row(1), Some(&[-1, -1, 1, 1][..]));
    assert_eq!((dense.row(2), dense.row(750)), (Some(&[1, -1, 0, 0][..]), dense.row(2)));
    let notes: Vec<String> = converted.notes.iter().map(Note::to_string).collect();
    assert!(notes[0].starts_with("intervals are looked up by cell key / M, keys by cell key mod 4: "), "{notes:?}");
    assert_eq!(
        notes[1],
        "1 row is not exact with 4 keys and is redrawn with the same mean: variances change by up to 2.00e-1, \
         probabilities by up to 2.00e-1"
    );
    assert_eq!(notes.len(), 2);
    // Noises −1 and 2 only have mean 0 with thirds.
    let thirds = with(&[(2 * (ONE / 3) + 1, -1), (ONE, 2)]);
    let error = convert(&thirds, Shape::Dense, Some(256)).unwrap_err().to_string();
    assert_eq!(
        error,
        "row 1 with 256 keys: no division of the keys among its noises has mean zero; expected a multiple of 3"
    );
    let Ptable::Dense(dense) = convert(&thirds, Shape::Dense, Some(6)).unwrap().table else { panic!("dense") };
    assert_eq!(dense.row(1), Some(&[-1, -1, -1, -1, 2, 2][..]));
}

#[test]
fn a_row_zero_that_adds_is_reported() {
    let adding = [
        vec![Entry { upper: ONE / 2, noise: 2 }, Entry { upper: ONE, noise: 0 }],
        vec![Entry { upper: ONE, noise: 0 }],
    ];
    let table = Ptable::from(IntervalTable::new(&adding).unwrap());
    let dense = convert(&table, Shape::Dense, None).unwrap();
    assert_eq!(dense.notes, [Note::Lookup { keys: 256 }, Note::RowZeroUsed { noise: 2 }]);
    // As the note states, every empty cell gets the noise of key 0.
    assert_eq!(published(&dense.table, 256, "none", 0..1), [2; 256]);
    assert_eq!(published(&table, 256, "none", 0..1), [0; 256]);
    let back = convert(&dense.table, Shape::Interval, None).unwrap();
    assert_eq!(back.notes, [Note::Lookup { keys: 256 }, Note::RowZeroLeft { noise: 2 }]);
    assert_eq!(back.table, table);
}

#[test]
fn many_keys_leave_room_for_fewer_rows() {
    let fine = with(&[(3, -1), (ONE, 0)]);
    assert!(convert(&fine, Shape::Dense, None).is_err());
    let step = |keys: u64| with(&[(ONE / keys, -1), (ONE, 0)]);
    for (keys, rows) in [(16_384, 750), (32_768, 251)] {
        let converted = convert(&step(keys), Shape::Dense, None).unwrap();
        let Ptable::Dense(dense) = &converted.table else { panic!("dense") };
        assert_eq!((u64::from(dense.keys()), dense.last_row()), (keys, rows));
        assert_eq!(converted.notes.contains(&Note::Rows(rows)), rows != 750);
        assert!(
            converted
                .table
                .to_text(Format::Cantabular)
                .unwrap()
                .starts_with("cell_value,cell_key,perturbation\n1,0,-1\n1,1-")
        );
    }
}
