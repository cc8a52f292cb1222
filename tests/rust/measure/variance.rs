//! Variances of noise in cells, margins and the grand total: printed bounds, hand computation, and many drawn tables.

use cellveil::measure::utility::{NoiseVariance, TotalNoise};
use cellveil::measure::{Choices, Context, measure};
use cellveil::protect::CompiledMethod;

use super::{Table, assert_close, rows};
use crate::support::random::mmix;

/// Three rows and four columns.
const COUNTS: [u64; 12] = [1, 0, 2, 5, 7, 3, 0, 1, 12, 30, 2, 9];

fn variance(method: &CompiledMethod, sizes: &[usize], rows: usize, totals: TotalNoise<'_>) -> NoiseVariance {
    let table = Table { rows, ..Table::shown(sizes, &COUNTS, &COUNTS.map(|count| count as i64)) };
    let context = Context { method: Some(method), totals: Some(totals), ..Context::default() };
    measure(&table.cells(), &context, &Choices::default()).utility.variance.unwrap()
}

fn own() -> TotalNoise<'static> {
    TotalNoise::Own { rows: &[8, 11, 53], columns: &[20, 33, 4, 15], total: 72 }
}

/// ABS 1352.0.55.072, pages 8 and 9: the variance is 2n up to x, and 2x above. A total has the sum of the variances of
/// its cells, or 2x if it has noise of its own.
#[test]
fn small_cells_have_the_variances_of_the_paper() {
    let method = rows(r#"{ "kind": "small-cell", "x": 2 }"#);
    // Two empty cells, two of one record, and eight of two or more.
    let all = 2.0 * 2.0 + 8.0 * 4.0;
    let sum = variance(&method, &[3, 4], 1, TotalNoise::Sum);
    for (found, expected) in
        [(Some(sum.cell), all / 12.0), (sum.row_total, all / 3.0), (sum.column_total, all / 4.0), (sum.total, all)]
    {
        assert!((found.unwrap() - expected).abs() < 1e-6, "{found:?} is not {expected}");
    }
    assert!(sum.total.unwrap() <= 2.0 * 2.0 * 12.0, "at most 2xk");
    let own = variance(&method, &[3, 4], 1, own());
    assert_eq!(own.cell, sum.cell);
    for of in [own.row_total, own.column_total, own.total] {
        assert!((of.unwrap() - 4.0).abs() < 1e-6, "2x, for every total above x");
    }
}

#[test]
fn tables_without_margins_have_the_grand_total_only() {
    let method = rows(r#"{ "kind": "random-rounding", "base": 3 }"#);
    for (sizes, rows) in [(&[12][..], 1), (&[3, 4], 2), (&[3, 4], 0)] {
        let found = variance(&method, sizes, rows, TotalNoise::Sum);
        // Each of the six counts that are no multiple of 3 has the variance 2 (page 14).
        assert_eq!((found.row_total, found.column_total), (None, None));
        assert!((found.total.unwrap() - 12.0).abs() < 1e-6 && (found.cell - 1.0).abs() < 1e-6);
    }
    let unknown = variance(&method, &[3, 4], 1, TotalNoise::Unknown);
    assert_eq!((unknown.row_total, unknown.column_total, unknown.total), (None, None, None));
    assert!(unknown.cell > 0.0);
    let table = Table::shown(&[3, 4], &COUNTS, &COUNTS.map(|count| count as i64));
    let joint = Context { method: Some(&method), ..Context::default() };
    assert_eq!(measure(&table.cells(), &joint, &Choices::default()).utility.variance, None, "a table method");
}

#[test]
fn methods_without_randomness_have_no_variance() {
    for json in [r#"{ "kind": "none" }"#, r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#] {
        for totals in [own(), TotalNoise::Sum] {
            let found = variance(&rows(json), &[3, 4], 1, totals);
            let zero = Some(0.0);
            assert_eq!(
                (found.cell, found.row_total, found.column_total, found.total),
                (0.0, zero, zero, zero),
                "{json}"
            );
        }
    }
}

/// Protects the table with 40,000 sets of random keys. The sample variance of a figure has a relative standard error of
/// at most 2 %, because its kurtosis is below 17, so 8 % is a test of level 10^-4 for each figure. The seed is fixed.
#[test]
fn variances_are_those_of_many_drawn_tables() {
    const DRAWS: usize = 40_000;
    for json in [
        r#"{ "kind": "small-cell", "x": 2 }"#,
        r#"{ "kind": "small-cell", "x": 3, "deviations": [[-1, "3/4"], [3, "1/4"]] }"#,
        r#"{ "kind": "random-rounding", "base": 5 }"#,
        r#"{ "kind": "cell-key", "ptable": "s05_ptable.csv", "threshold": 5, "lookup": "hash" }"#,
    ] {
        let method = rows(json);
        let mut random = mmix(72, 32);
        let (mut cells, mut sums) = (vec![Vec::new(); 12], vec![Vec::new(); 8]);
        let (mut own_total, mut keys) = (Vec::new(), [0; 12]);
        for _ in 0..DRAWS {
            keys.iter_mut().for_each(|key| *key = random());
            let protected = method.protect(&COUNTS, &keys);
            let shown =
                |at: usize| if protected.status[at].word().is_empty() { protected.values[at] as f64 } else { 0.0 };
            (0..12).for_each(|at| cells[at].push(protected.values[at] as f64));
            (0..3).for_each(|row| sums[row].push((0..4).map(|column| shown(4 * row + column)).sum()));
            (0..4).for_each(|column| sums[3 + column].push((0..3).map(|row| shown(4 * row + column)).sum()));
            sums[7].push((0..12).map(shown).sum());
            own_total.push(method.protect(&[72], &keys[..1]).values[0] as f64);
        }
        let mean = |all: &[Vec<f64>]| all.iter().map(|values| sample_variance(values)).sum::<f64>() / all.len() as f64;
        let sum = variance(&method, &[3, 4], 1, TotalNoise::Sum);
        let own = variance(&method, &[3, 4], 1, own());
        for (found, sample) in [
            (sum.cell, mean(&cells)),
            (sum.row_total.unwrap(), mean(&sums[..3])),
            (sum.column_total.unwrap(), mean(&sums[3..7])),
            (sum.total.unwrap(), mean(&sums[7..])),
            (own.total.unwrap(), sample_variance(&own_total)),
        ] {
            assert!((sample / found - 1.0).abs() < 0.08, "{json}: {found}, in the sample {sample}");
        }
    }
}

fn sample_variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (values.len() - 1) as f64
}

/// ABS 1352.0.55.072, page 10: empirical probabilities of 10,000 samples, printed with two decimals. The standard error is
/// at most 0.005, so each printed figure is within 0.02.
#[test]
fn small_differences_have_the_probabilities_of_the_paper() {
    for (count, x, one, one_or_two) in [
        (1, 2, 0.0, 0.0),
        (2, 2, 0.0, 0.0),
        (3, 2, 0.18, 0.28),
        (4, 2, 0.14, 0.28),
        (5, 2, 0.14, 0.28),
        (5, 4, 0.12, 0.18),
        (7, 6, 0.10, 0.15),
        (20, 2, 0.15, 0.28),
        (20, 4, 0.10, 0.20),
        (20, 6, 0.08, 0.16),
        (100, 2, 0.15, 0.29),
        (100, 4, 0.10, 0.20),
        (100, 6, 0.09, 0.17),
        (1000, 2, 0.15, 0.29),
        (1000, 4, 0.11, 0.21),
        (1000, 6, 0.09, 0.16),
    ] {
        let method = rows(&format!(r#"{{ "kind": "small-cell", "x": {x} }}"#));
        let table = Table::shown(&[2], &[count, 0], &[count as i64, 0]);
        let context = Context { method: Some(&method), totals: Some(TotalNoise::Sum), ..Context::default() };
        let found = measure(&table.cells(), &context, &Choices::default()).risk.small_counts.unwrap();
        let (first, both) = (found.difference_one.unwrap(), found.difference_one_or_two.unwrap());
        if (count, x) == (20, 2) {
            assert_eq!(
                (format!("{first:.3}"), format!("{both:.3}")),
                ("0.149".into(), "0.285".into()),
                "as documented"
            );
        }
        assert!((first - one).abs() <= 0.02 && (both - one_or_two).abs() <= 0.02, "{count}, {x}: {first}, {both}");
    }
}

#[test]
fn unchanged_small_counts_are_a_mean_over_cells() {
    let table = Table::shown(&[4], &[1, 2, 2, 9], &[1, 2, 2, 9]);
    let small = |json: &str| {
        let method = rows(json);
        let context = Context { method: Some(&method), totals: Some(TotalNoise::Sum), ..Context::default() };
        measure(&table.cells(), &context, &Choices::default()).risk.small_counts.unwrap().unchanged.unwrap()
    };
    // With x = 1, a count of 1 always changes. Neither of two records deviates with probability 1/4, and no other sum
    // of two deviations is 0.
    assert!((small(r#"{ "kind": "small-cell", "x": 1 }"#) - (0.0 + 2.0 * 0.25) / 3.0).abs() < 1e-9);
    assert_eq!(small(r#"{ "kind": "small-cell", "x": 2 }"#), 0.0);
    assert_eq!(small(r#"{ "kind": "none" }"#), 1.0);
    assert_eq!(small(r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#), 0.0);
}

/// A suppressed cell adds 0 to a sum. So the sum has more variance than the noise alone.
#[test]
fn suppression_counts_in_sums() {
    // This p-table never gives the values 1 and 2, so a smaller threshold would suppress zeros only.
    let plain = rows(r#"{ "kind": "cell-key", "ptable": "s05_ptable.csv" }"#);
    let hiding = rows(r#"{ "kind": "cell-key", "ptable": "s05_ptable.csv", "threshold": 5 }"#);
    let of = |method| variance(method, &[3, 4], 1, TotalNoise::Sum);
    assert_close(of(&plain).cell, of(&hiding).cell);
    assert_close(of(&plain).total.unwrap(), 12.0 * of(&plain).cell);
    assert!((of(&plain).total.unwrap() - of(&hiding).total.unwrap()).abs() > 0.1);
}
