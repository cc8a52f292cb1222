//! The risk R after record swapping: figures by hand, and the product of two dense matrices.

use cellveil::measure::{Cells, Changed, Choices, Context, Divisor, Measures, Swapping, measure};
use cellveil::protect::{CompiledMethod, Status};

use super::naive::{entropy, published};
use super::{assert_close, rows};

const NONE: &str = r#"{ "kind": "none" }"#;

/// Measures a table of changed records. A value of `None` is suppressed.
fn measured(
    original: &[u64],
    changed: &[u64],
    shown: &[Option<i64>],
    method: &CompiledMethod,
    moved: Option<f64>,
    divisor: Divisor,
) -> Measures {
    let values: Vec<i64> = shown.iter().map(|value| value.unwrap_or(0)).collect();
    let status: Vec<Status> =
        shown.iter().map(|value| if value.is_some() { Status::Shown } else { Status::Suppressed }).collect();
    let sizes = [original.len()];
    let cells = Cells { sizes: &sizes, rows: 1, counts: original, values: &values, status: &status, decimals: 0 };
    let context =
        Context { method: Some(method), changed: Some(Changed { counts: changed, moved }), ..Context::default() };
    measure(&cells, &context, &Choices { divisor, ..Choices::default() })
}

fn shown(values: &[i64]) -> Vec<Option<i64>> {
    values.iter().copied().map(Some).collect()
}

/// Two empty cells and two cells of 3; three of ten records moved, so L = 3, the diagonal is 0.7 and all else is 0.1.
///
/// A cell shown as 0: 2·3·0.1 = 0.6 records in 2·0.7 + 2·0.1 = 1.6 cells, 0.375 each. A cell shown as 3: 2·3·0.7 = 4.2
/// records in 1.6 cells, 2.625 each. Shares of the 6 records: 1/16 and 7/16, twice each. Entropy term:
/// 1 − (2/16·ln 16 + 14/16·ln(16/7))/ln 4 = 0.2282177, and 0.7 of this is 0.1597524.
///
/// The realised number of cells is 2: 0.3 and 2.1 records, with the shares 1/16 and 7/16 too.
#[test]
fn risk_after_swapping_by_hand() {
    let counts = [0, 3, 0, 3];
    for divisor in [Divisor::Expected, Divisor::Realised] {
        let found = measured(&counts, &counts, &shown(&[0, 3, 0, 3]), &rows(NONE), Some(0.3), divisor);
        let (before, after) = (found.risk.before.unwrap(), found.risk.after.unwrap());
        let entropy = 1.0 - (2.0 / 16.0 * 16_f64.ln() + 14.0 / 16.0 * (16.0 / 7_f64).ln()) / 4_f64.ln();
        assert!((entropy - 0.228_217_7).abs() < 1e-7, "{entropy}");
        assert_close(after.terms.entropy_small, 0.7 * entropy);
        assert_close(after.terms.entropy, 0.7 * entropy);
        assert_eq!((after.terms.zeros, after.terms.size), (before.terms.zeros, before.terms.size));
        // The swap did not change this table, and R still falls: section 5.2 of the paper, output Table 3.
        assert!(after.r < before.r && found.risk.not_raised == Some(true));
    }
}

/// The product of the swapping matrix and the matrix of a method, as dense lists, and R from it. Returns the entropy terms
/// of small and of larger expected counts.
fn dense(
    original: &[u64],
    changed: &[u64],
    shown: &[Option<i64>],
    method: &CompiledMethod,
    moved: f64,
    [small, large]: [std::ops::RangeInclusive<u64>; 2],
) -> [f64; 2] {
    let largest = *original.iter().chain(changed).max().unwrap();
    let swap = |from: u64, to: u64| if from == to { 1.0 - moved } else { moved / largest as f64 };
    let chance = |from: u64, value: Option<i64>| -> f64 {
        (0..=largest).map(|to| swap(from, to) * published(method, to).get(&value).copied().unwrap_or(0.0)).sum()
    };
    let expected = |value: Option<i64>| {
        let sum = |weight: &dyn Fn(u64) -> f64| -> f64 {
            original.iter().map(|&count| weight(count) * chance(count, value)).sum()
        };
        sum(&|count| count as f64) / sum(&|_| 1.0)
    };
    let all: Vec<f64> = shown.iter().map(|&value| expected(value)).collect();
    let of = |keep: &dyn Fn(f64) -> bool| entropy(all.iter().copied().filter(|&value| keep(value)).collect());
    // A count above L keeps its value with the diagonal of the swapping matrix.
    let unchanged = |count: u64| match count {
        count if count <= largest => chance(count, Some(count as i64)),
        count => (1.0 - moved) * published(method, count).get(&Some(count as i64)).copied().unwrap_or(0.0),
    };
    let mean = |counts: std::ops::RangeInclusive<u64>| {
        counts.clone().map(unchanged).sum::<f64>() / (counts.end() - counts.start() + 1) as f64
    };
    [of(&|value| value <= 6.0) * mean(small), of(&|value| value > 6.0) * mean(large)]
}

/// Three pairs of records were swapped by hand between the cells. Larger counts of the diagonal end at 9 for base 3, 11
/// for base 5, and 7 for the method `none`. With a threshold of 4, they end at 9 too.
#[test]
fn risk_is_that_of_the_dense_product() {
    let original = [0, 0, 1, 2, 3, 3, 7, 9, 14];
    let changed = [0, 1, 0, 3, 3, 2, 8, 8, 14];
    let (all, nine) = (shown(&[0, 1, 0, 3, 3, 2, 8, 8, 14]), shown(&[0, 0, 0, 3, 3, 3, 9, 9, 15]));
    let five = shown(&[0, 0, 0, 5, 5, 0, 10, 5, 15]);
    let threshold: Vec<Option<i64>> = nine.iter().map(|value| value.filter(|&value| value >= 4)).collect();
    for (method, shown, large) in [
        (NONE, &all, 7..=7),
        (r#"{ "kind": "random-rounding", "base": 3 }"#, &nine, 7..=9),
        (r#"{ "kind": "random-rounding", "base": 5 }"#, &five, 7..=11),
        (r#"{ "kind": "threshold-rounding", "threshold": 4, "base": 3 }"#, &threshold, 7..=9),
    ] {
        let rows = rows(method);
        for moved in [0.05, 0.1, 0.5, 1.0] {
            let found = measured(&original, &changed, shown, &rows, Some(moved), Divisor::Expected).risk.after.unwrap();
            let [small, big] = dense(&original, &changed, shown, &rows, moved, [1..=6, large.clone()]);
            let close = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
            assert!(close(found.terms.entropy_small, small), "{method} {moved}: {found:?}, {small}");
            assert!(close(found.terms.entropy_large, big), "{method} {moved}: {found:?}, {big}");
        }
    }
}

/// Without moved records, R is that of the method alone, to the last bit. Without the share, R is not known.
#[test]
fn risk_needs_the_share_of_moved_records() {
    let counts = [0, 0, 1, 2, 3, 3, 7, 9, 14];
    let method = rows(r#"{ "kind": "random-rounding", "base": 3 }"#);
    let values = shown(&[0, 0, 0, 3, 3, 3, 9, 9, 15]);
    let risk = |moved| measured(&counts, &counts, &values, &method, moved, Divisor::Expected).risk;
    let plain: Vec<i64> = values.iter().copied().flatten().collect();
    let own = super::Table::shown(&[9], &counts, &plain).measures(Some(&method), &Choices::default()).risk;
    assert_eq!(risk(Some(0.0)).after, own.after);
    assert_eq!((risk(None).after, risk(None).before), (None, own.before));
    assert_eq!((risk(None).rows_after, risk(None).not_raised), (None, None));
    assert_eq!(Swapping::new(-0.1, 3), None);
    assert_eq!(Swapping::new(f64::NAN, 3), None);
}

/// A table of a huge count is as cheap as a small one: no matrix of L × L counts is built.
#[test]
fn large_counts_are_cheap() {
    let counts = [0, 1, 5_000_000_000_000];
    for method in [NONE, r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#] {
        let shown = [None, None, Some(5_000_000_000_000)];
        let found = measured(&counts, &counts, &shown, &rows(method), Some(0.1), Divisor::Expected);
        assert!(found.risk.after.unwrap().r.is_finite());
    }
}

/// Measures of the method alone describe the counts that the method protected.
#[test]
fn measures_of_the_method_use_the_changed_counts() {
    let (original, changed) = ([0, 4, 9, 2], [1, 3, 7, 3]);
    let method = rows(r#"{ "kind": "random-rounding", "base": 3 }"#);
    let values = [0, 3, 9, 3];
    let found = measured(&original, &changed, &shown(&values), &method, Some(0.1), Divisor::Expected);
    let own = super::Table::shown(&[4], &changed, &values).measures(Some(&method), &Choices::default());
    assert_eq!(found.utility.information_gain, own.utility.information_gain);
    assert_eq!(found.table.population, Some(15));
    assert_close(found.utility.total_noise, 2.0);
    assert_close(own.utility.total_noise, 3.0);
}
