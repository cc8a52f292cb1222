//! Table 3 of Shlomo, Antal and Elliot (2015), invariant matrices, and `cellveil matrix`.

mod commands;

use std::fs;
use std::path::PathBuf;

use cellveil::protect::Probability;
use cellveil::protect::invariance::{Matrix, MatrixError, TOLERANCE, check, invariant};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::support::program::repository;

pub const PRINTED: &str = "shlomo-2015-table-3.csv";
pub const FRACTIONS: &str = "shlomo-2015-table-3-fractions.csv";
pub const SPREAD: &str = "shlomo-2015-table-1-spread.csv";
pub const CAP: usize = 10;

pub fn data(file: &str) -> PathBuf {
    repository("tests/data/matrix").join(file)
}

fn rows(file: &str) -> Vec<Vec<f64>> {
    let text = fs::read_to_string(data(file)).unwrap();
    let value = |field: &str| field.parse().unwrap_or_else(|_| Probability::parse(field).unwrap().value());
    text.lines().map(|line| line.split(',').map(value).collect()).collect()
}

fn matrix(file: &str) -> Matrix {
    Matrix::new(rows(file), CAP).unwrap()
}

#[test]
fn table_3_as_printed_is_neither_stochastic_nor_unbiased_nor_invariant() {
    let report = check(&matrix(PRINTED), Some(&rows(SPREAD)[0])).unwrap();
    assert!(!report.is_row_stochastic() && !report.is_unbiased());
    assert_eq!(report.is_invariant(), Some(false));
    assert!(!report.can_be_invariant());
    for (at, sum) in report.sums.iter().enumerate() {
        let expected = if at < 3 { 1.0 } else { 1.0002 };
        assert!((sum - expected).abs() < 1e-12, "row of {}: {sum}", report.matrix.position(at));
    }
}

#[test]
fn table_3_with_sixtieths_is_stochastic_but_neither_unbiased_nor_invariant() {
    let report = check(&matrix(FRACTIONS), Some(&rows(SPREAD)[0])).unwrap();
    assert!(report.is_row_stochastic() && !report.is_unbiased());
    assert_eq!(report.is_invariant(), Some(false));
    let sixtieths = [0, 75, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, -14, -21];
    for (at, bias) in report.biases.iter().enumerate() {
        let expected = if at == 2 { 0.625 } else { f64::from(sixtieths[at]) / 60.0 };
        assert!((bias - expected).abs() < 1e-12, "row of {}: {bias}", report.matrix.position(at));
    }
}

/// Table 1 has 4,028 cells of 1, and half of them stay. An eighth of the 2,112 cells of 2 and at most a sixtieth of the
/// 2,964 cells of 3 to 5 become 1. This gives at most 2,327.4, for any distribution of the 2,964 cells.
#[test]
fn table_3_is_not_invariant_for_the_hypercube_of_table_1() {
    for spread in [[2964.0, 0.0, 0.0], [0.0, 2964.0, 0.0], [0.0, 0.0, 2964.0], [988.0; 3]] {
        let mut cells = rows(SPREAD).remove(0);
        cells[3..6].copy_from_slice(&spread);
        let report = check(&matrix(FRACTIONS), Some(&cells)).unwrap();
        assert!(report.invariance.unwrap().after[1] <= 2014.0 + 264.0 + 49.4 + 1e-9);
    }
}

/// Zeros never move. All other counts can reach each other, so they have one stationary distribution. In it, 1 and 2
/// are less frequent than any count from 3 to 10, unlike in a real table of people.
#[test]
fn table_3_is_invariant_for_its_closed_class() {
    let report = check(&matrix(FRACTIONS), None).unwrap();
    assert!(report.can_be_invariant());
    let [zeros, others] = report.classes.as_slice() else { panic!("{:?}", report.classes) };
    assert_eq!((zeros.positions.as_slice(), others.positions.len()), (&[0][..], 15));
    assert!(others.shares[..2].iter().all(|rare| others.shares[2..10].iter().all(|share| rare < share)));
    let cells: Vec<f64> = std::iter::once(1.0).chain(others.shares.iter().copied()).collect();
    assert_eq!(check(&matrix(FRACTIONS), Some(&cells)).unwrap().is_invariant(), Some(true));
}

#[test]
fn table_3_can_be_made_invariant() {
    let cells = rows(SPREAD).remove(0);
    let result = invariant(&matrix(FRACTIONS), &cells, 0.0).unwrap().rounded().matrix();
    let report = check(&result, Some(&cells)).unwrap();
    assert_eq!(report.is_invariant(), Some(true));
    assert!(!report.is_unbiased());
    let given = report.invariance.unwrap();
    assert!(given.change.abs() < 1e-4 && given.drawn_deviation < TOLERANCE && given.drawn_change.abs() < 1e-2);
    // Zeros still never move.
    assert_eq!(result.rows()[0][0], 1.0);
    assert!(result.rows()[1..].iter().all(|row| row[0] == 0.0));
}

/// Draws rows as weights, many of them 0, and frequencies, some of them 0.
fn drawn() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<f64>, f64)> {
    let weight = || prop_oneof![2 => Just(0u32), 3 => 1..1000u32];
    (2..12usize).prop_flat_map(move |size| {
        let row = proptest::collection::vec(weight(), size);
        let cells = proptest::collection::vec(prop_oneof![1 => Just(0u32), 4 => 1..300_000u32], size);
        (proptest::collection::vec(row, size), cells, 0..100u8).prop_map(|(weights, mut cells, stay)| {
            cells[0] += 1;
            let row = |(at, mut row): (usize, Vec<u32>)| {
                row[at] += u32::from(row.iter().all(|&weight| weight == 0));
                let sum: u32 = row.iter().sum();
                row.iter().map(|&weight| f64::from(weight) / f64::from(sum)).collect()
            };
            let rows = weights.into_iter().enumerate().map(row).collect();
            (rows, cells.into_iter().map(f64::from).collect(), f64::from(stay) / 100.0)
        })
    })
}

#[test]
fn two_draws_keep_any_frequencies() {
    let config = Config { cases: 500, rng_seed: RngSeed::Fixed(2008), failure_persistence: None, ..Config::default() };
    let law = |(rows, cells, stay): (Vec<Vec<f64>>, Vec<f64>, f64)| {
        let given = Matrix::new(rows, 1).unwrap();
        let rounded = invariant(&given, &cells, stay).unwrap().rounded();
        let tail = |entry: &String| entry.split_once('.').map_or("", |(_, tail)| tail).to_owned();
        for row in rounded.text() {
            let units = |entry: &String| format!("{}{:0<12}", &entry[..1], tail(entry)).parse::<u64>().unwrap();
            prop_assert_eq!(row.iter().map(units).sum::<u64>(), 1_000_000_000_000);
        }
        let result = rounded.matrix();
        let report = check(&result, Some(&cells)).unwrap();
        prop_assert_eq!(report.is_invariant(), Some(true));
        prop_assert!(report.invariance.unwrap().change.abs() < 1e-9 * cells.iter().sum::<f64>() * cells.len() as f64);
        for (at, &frequency) in cells.iter().enumerate() {
            if frequency == 0.0 {
                let same = result.rows()[at].iter().zip(&given.rows()[at]).all(|(a, b)| (a - b).abs() < 1e-10);
                prop_assert!(same, "the row of {} is another", given.position(at));
            } else {
                prop_assert!(result.rows()[at][at] >= stay);
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&drawn(), law).unwrap_or_else(|error| panic!("{error}"));
}

/// A matrix keeps the shares of its closed classes. They are the limit of many draws.
#[test]
fn any_matrix_keeps_the_shares_of_its_classes() {
    let config = Config { cases: 300, rng_seed: RngSeed::Fixed(1985), failure_persistence: None, ..Config::default() };
    let law = |(rows, _, _): (Vec<Vec<f64>>, Vec<f64>, f64)| {
        let size = rows.len();
        let given = Matrix::new(rows, 1).unwrap();
        let classes = check(&given, None).unwrap().classes;
        prop_assert_eq!(classes.iter().map(|class| class.positions.len()).sum::<usize>(), size);
        prop_assert!(classes.iter().any(|class| class.is_closed()));
        for class in classes.iter().filter(|class| class.is_closed()) {
            let mut cells = vec![0.0; size];
            class.positions.iter().zip(&class.shares).for_each(|(&at, &share)| cells[at] = share);
            prop_assert!(class.shares.iter().all(|&share| share > 0.0));
            prop_assert_eq!(check(&given, Some(&cells)).unwrap().is_invariant(), Some(true));
        }
        Ok(())
    };
    TestRunner::new(config).run(&drawn(), law).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn invalid_matrices_and_frequencies_are_refused() {
    let identity = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    assert_eq!(Matrix::new(identity.clone(), 2), Err(MatrixError::Size { rows: 2, cap: 2 }));
    let given = Matrix::new(identity, 0).unwrap();
    assert_eq!(check(&given, Some(&[0.0, 0.0])), Err(MatrixError::NoCells));
    assert_eq!(invariant(&given, &[1.0, 1.0], 1.0), Err(MatrixError::Stay(1.0)));
    for cells in [&[1.0][..], &[1.0, 2.0, 3.0], &[-1.0, 2.0], &[1.0, f64::NAN], &[f64::INFINITY, 1.0]] {
        assert!(check(&given, Some(cells)).is_err(), "{cells:?}");
        assert!(invariant(&given, cells, 0.0).is_err(), "{cells:?}");
    }
}
