//! Bayes' rule in fractions, over tables of Pr(value | count) that are independent of the rows' distributions.

use std::collections::BTreeMap;

use cellveil::protect::{CompiledMethod, Explanation, Status, Unexplained};
use num_rational::Ratio;
use num_traits::{One, Zero};

use super::{dense, ptable, rows};

type Exact = Ratio<i128>;
/// For each count, the probabilities of the published values. `None` means suppressed.
type Chances = Vec<BTreeMap<Option<u64>, Exact>>;

const LEVELS: [(f64, i128, i128); 4] = [(0.9, 9, 10), (0.5, 1, 2), (0.99, 99, 100), (1.0, 1, 1)];

/// Computes the probabilities with the engine by trying every key once.
fn over_keys(rows: &CompiledMethod, keys: u64, counts: u64) -> Chances {
    let (all, none) = ((0..keys).collect::<Vec<u64>>(), vec![0; keys as usize]);
    let of = |count: u64| {
        let cells =
            rows.protect(&vec![count; keys as usize], if count == 0 && !rows.category_keys() { &none } else { &all });
        let mut found = BTreeMap::new();
        for (&value, &status) in cells.values.iter().zip(&cells.status) {
            let result = (status == Status::Shown).then(|| u64::try_from(value).unwrap());
            *found.entry(result).or_insert_with(Exact::zero) += Exact::new(1, keys.into());
        }
        found
    };
    (0..counts).map(of).collect()
}

/// Builds the probabilities of a method that suppresses no value.
fn shown(counts: u64, of: impl Fn(u64) -> Vec<(u64, Exact)>) -> Chances {
    let table = |count: u64| {
        let mut found = BTreeMap::new();
        for (value, chance) in of(count).into_iter().filter(|(_, chance)| !chance.is_zero()) {
            *found.entry(Some(value)).or_insert_with(Exact::zero) += chance;
        }
        found
    };
    (0..counts).map(table).collect()
}

/// Compares the explanation of one value with a search through all intervals. The table must contain all counts that
/// can have the value.
fn compare(rows: &CompiledMethod, chances: &Chances, value: Option<u64>, prior: Option<&[u64]>, what: &str) {
    let weight = |count: usize| {
        let cells = prior.map_or(1, |prior| prior.get(count).copied().unwrap_or(0));
        chances[count].get(&value).copied().unwrap_or_else(Exact::zero) * Exact::from(i128::from(cells))
    };
    let weights: Vec<Exact> = (0..chances.len()).map(weight).collect();
    let sum: Exact = weights.iter().sum();
    for (level, above, below) in LEVELS {
        let causes = rows.causes(value).map(|causes| (*causes.start() as usize, *causes.end() as usize));
        let part = prior.zip(causes.ok()).map(|(prior, (first, last))| {
            (first..=last).map(|count| prior.get(count).copied().unwrap_or(0)).collect::<Vec<u64>>()
        });
        let found = match rows.explain(value, level, part.as_deref()) {
            Ok(found) => found,
            Err(why) => {
                assert_eq!((why, sum), (Unexplained::Never, Exact::zero()), "{what}: {value:?}");
                return;
            }
        };
        assert!(!sum.is_zero(), "{what}: {value:?} is never published");
        let possible: Vec<usize> = (0..weights.len()).filter(|&count| !weights[count].is_zero()).collect();
        let ends = (possible[0] as u64, possible[possible.len() - 1] as u64);
        assert_eq!((found.least, found.most), ends, "{what}: {value:?}");
        let posterior: Vec<Exact> = weights.iter().map(|weight| weight / sum).collect();
        let likeliest = (0..posterior.len()).rev().max_by_key(|&count| posterior[count]).unwrap();
        assert_eq!(found.likeliest, likeliest as u64, "{what}: {value:?}");
        close(found.likeliest_probability, posterior[likeliest], what);
        if prior.is_none() {
            let listed = rows.distribution_of(value, level).unwrap();
            assert_eq!(listed.explanation, found, "{what}: {value:?}");
            for (count, chance) in (found.least..).zip(&listed.probabilities) {
                close(chance * listed.evidence, weights[count as usize], what);
            }
        }
        // The search prefers the shortest interval, then the likeliest, then the lowest.
        let mut best: Option<(usize, Exact, usize)> = None;
        for low in possible[0]..=possible[possible.len() - 1] {
            let mut held = Exact::zero();
            for (high, chance) in posterior.iter().enumerate().skip(low) {
                held += chance;
                if held >= Exact::new(above, below) {
                    let length = high - low;
                    if best.is_none_or(|(shortest, most, _)| (length, -held) < (shortest, -most)) {
                        best = Some((length, held, low));
                    }
                    break;
                }
            }
        }
        let (length, held, low) = best.unwrap();
        assert_eq!((found.low, found.high), (low as u64, (low + length) as u64), "{what}: {value:?} at {level}");
        close(found.probability, held, what);
        let same: Explanation =
            Explanation { value, level, prior: if part.is_some() { "table" } else { "flat" }, ..found.clone() };
        assert_eq!(found, same);
    }
}

fn close(found: f64, exact: Exact, what: &str) {
    let exact = *exact.numer() as f64 / *exact.denom() as f64;
    assert!((found - exact).abs() < 1e-12, "{what}: {found} is not {exact}");
}

/// Compares the values in the range and the suppressed value, with a flat prior and with another prior.
fn all(rows: &CompiledMethod, chances: &Chances, values: std::ops::Range<u64>, what: &str) {
    let cells: Vec<u64> = (0..chances.len() as u64).map(|count| [900, 0, 7, 31, 12, 5][count as usize % 6]).collect();
    for value in values.map(Some).chain([None]) {
        compare(rows, chances, value, None, what);
        compare(rows, chances, value, Some(&cells), what);
    }
}

#[test]
fn interval_tables_by_key_match_bayes() {
    for name in ["cellkey_d5.csv", "cellkey_d8.csv", "s05_modified_t02_seed5467.csv"] {
        let table = ptable(name);
        for threshold in [0, 4, 10] {
            for (zeros, keys) in [("none", 256), ("category-keys", 256), ("none", 1000)] {
                let json =
                    format!(r#"{{ "kind": "cell-key", "ptable": "p", "threshold": {threshold}, "zeros": "{zeros}" }}"#);
                let rows = rows(&json, keys, Some(&table));
                all(&rows, &over_keys(&rows, keys, 60), 0..45, &format!("{name} {json} of {keys} keys"));
            }
        }
    }
}

#[test]
fn dense_tables_repeat_after_250_rows() {
    for (row_zero, zeros, threshold) in [(false, "none", 0), (true, "none", 3), (true, "category-keys", 0)] {
        let table = dense(8, row_zero);
        let json = format!(r#"{{ "kind": "cell-key", "ptable": "p", "threshold": {threshold}, "zeros": "{zeros}" }}"#);
        // An entry of the p-table covers 8 of the 64 keys. An empty cell without a row keeps its value with all 64
        // keys.
        let rows = rows(&json, 64, Some(&table));
        let chances = over_keys(&rows, 64, 1100);
        all(&rows, &chances, 0..20, &json);
        for value in (250..275).chain(505..515).chain([760, 1010]) {
            compare(&rows, &chances, Some(value), None, &json);
        }
        let (near, far) =
            (rows.explain(Some(400), 0.9, None).unwrap(), rows.explain(Some(400 + 250_000), 0.9, None).unwrap());
        assert_eq!((near.low + 250_000, near.probability), (far.low, far.probability));
    }
}

/// Returns 2^-32.
fn unit() -> Exact {
    Exact::new(1, 1 << 32)
}

#[test]
fn interval_tables_by_hash_match_bayes() {
    let table = ptable("cellkey_d5.csv");
    let rows = rows(
        r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash", "zeros": "category-keys" }"#,
        1 << 32,
        Some(&table),
    );
    let cellveil::ptable::Ptable::Interval(intervals) = &table else { panic!("it has intervals") };
    let chances = shown(40, |count| {
        let row = intervals.row(count.min(intervals.last_row().into()) as u32);
        let lower = [0].into_iter().chain(row.iter().map(|entry| entry.upper));
        let width = |(entry, lower): (&cellveil::ptable::Entry, u64)| {
            ((count as i64 + i64::from(entry.noise)) as u64, unit() * Exact::from(i128::from(entry.upper - lower)))
        };
        row.iter().zip(lower).map(width).collect()
    });
    all(&rows, &chances, 0..30, "by hash");
}

#[test]
fn random_rounding_matches_bayes() {
    for (base, below) in [(3u64, None), (5, None), (10, None), (7, Some(15)), (2, Some(2))] {
        let more = below.map_or(String::new(), |below: u64| format!(r#", "below": {below}"#));
        let rows = rows(&format!(r#"{{ "kind": "random-rounding", "base": {base}{more} }}"#), 1 << 32, None);
        let chances = shown(60, |count| {
            let rest = count % base;
            if rest == 0 || below.is_some_and(|below| count >= below) {
                return vec![(count, Exact::one())];
            }
            // The number of the 2^32 draws with u · base < rest.
            let up = unit()
                * Exact::from(
                    (i128::from(rest) << 32).div_euclid(base.into()) + i128::from(!(rest << 32).is_multiple_of(base)),
                );
            vec![(count - rest, Exact::one() - up), (count - rest + base, up)]
        });
        all(&rows, &chances, 0..40, &format!("base {base}, below {below:?}"));
    }
}

#[test]
fn threshold_rounding_matches_bayes_with_suppression() {
    for (threshold, base) in [(10u64, 5u64), (0, 10), (3, 4), (7, 7)] {
        let rows = rows(
            &format!(r#"{{ "kind": "threshold-rounding", "threshold": {threshold}, "base": {base} }}"#),
            1 << 32,
            None,
        );
        let chances: Chances = (0..80u64)
            .map(|count| {
                let nearest = (2 * count + base) / (2 * base) * base;
                BTreeMap::from([((count >= threshold).then_some(nearest), Exact::one())])
            })
            .collect();
        all(&rows, &chances, 0..60, &format!("threshold {threshold}, base {base}"));
    }
    let rows = rows(r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, 1 << 32, None);
    let hidden = rows.explain(None, 0.9, None).unwrap();
    assert_eq!((hidden.least, hidden.most, hidden.low, hidden.high), (0, 9, 0, 8));
    // Only the counts 10, 11 and 12 are published as 10. The counts 8 and 9 are suppressed.
    let ten = rows.explain(Some(10), 0.9, None).unwrap();
    assert_eq!((ten.least, ten.most, ten.likeliest), (10, 12, 10));
    assert_eq!(rows.explain(Some(5), 0.9, None), Err(Unexplained::Never));
}

#[test]
fn true_counts_explain_themselves() {
    let rows = rows(r#"{ "kind": "none" }"#, 1 << 32, None);
    for value in [0, 1, 12, 1 << 40] {
        let found = rows.explain(Some(value), 0.9, None).unwrap();
        assert_eq!((found.least, found.low, found.high, found.most), (value, value, value, value));
        assert_eq!((found.probability, found.likeliest, found.likeliest_probability), (1.0, value, 1.0));
    }
    assert_eq!(rows.explain(None, 0.9, None), Err(Unexplained::Never));
    assert_eq!(rows.explain(Some(1 << 53), 0.9, None), Err(Unexplained::Never), "no count is so large");
}

/// K of n records deviate. Each adds 2 with probability 1/3, else −1 (ABS 2005, technique 2, with x = 2). The rows
/// round these probabilities to 2^-32; here they are exact.
#[test]
fn small_cell_matches_bayes() {
    let rows = rows(r#"{ "kind": "small-cell", "x": 2 }"#, 1 << 32, None);
    let choose = |n: u64, k: u64| (0..k).fold(1f64, |product, i| product * (n - i) as f64 / (i + 1) as f64);
    let chance = |n: u64, v: u64| {
        let q = (2.0 / n as f64).min(1.0);
        let some = |k: u64| choose(n, k) * q.powi(k as i32) * (1.0 - q).powi((n - k) as i32);
        // The value `n + 3j − k` equals v.
        let up = |k: u64, j: u64| choose(k, j) * 2f64.powi((k - j) as i32) / 3f64.powi(k as i32);
        let pairs = (0..=n).flat_map(|k| (0..=k).map(move |j| (k, j)));
        pairs.filter(|&(k, j)| n + 3 * j == v + k).map(|(k, j)| some(k) * up(k, j)).sum::<f64>()
    };
    for value in [0u64, 3, 4, 9, 20] {
        let weights: Vec<f64> =
            (0..60).map(|n| if n == 0 { f64::from(u8::from(value == 0)) } else { chance(n, value) }).collect();
        let sum: f64 = weights.iter().sum();
        let found = rows.explain(Some(value), 0.9, None).unwrap();
        let held: f64 = weights[found.low as usize..=found.high as usize].iter().sum::<f64>() / sum;
        assert!((found.probability - held).abs() < 1e-7, "{value}: {found:?} holds {held}");
        assert!((found.likeliest_probability - weights[found.likeliest as usize] / sum).abs() < 1e-7);
        let likeliest = weights.iter().copied().fold(0.0, f64::max) / sum;
        assert!((found.likeliest_probability - likeliest).abs() < 1e-7);
    }
    // All three records of a count of 3 deviate. The value 3 comes from two deviations of −1 and one of +2. The values
    // 1 and 2 are impossible.
    assert_eq!(rows.explain(Some(1), 0.9, None).unwrap().least, 3);
}

#[test]
fn transition_matrices_match_bayes() {
    // The cap is 1, with two residuals. The residual is (n − 1) mod 2, so 2, 4, … share a position, and 3, 5, … share
    // the other.
    let matrix = r#"[["1/2", "1/2", 0, 0], ["1/4", "3/4", 0, 0], [0, 0, "1/2", "1/2"], [0, 0, "1/4", "3/4"]]"#;
    for control in ["none", "total"] {
        let json = format!(
            r#"{{ "kind": "transition-matrix", "cap": 1, "zeros": "category-keys", "control": "{control}", "matrix": {matrix} }}"#
        );
        let rows = rows(&json, 1 << 32, None);
        let part = |numerator| Exact::new(numerator, 4);
        let chances = shown(30, |count| match count {
            0 => vec![(0, part(2)), (1, part(2))],
            1 => vec![(0, part(1)), (1, part(3))],
            // The residuals 1 and 2 are `(n − 1) mod 2 + 1`.
            odd if (odd - 1).is_multiple_of(2) => vec![(odd, part(2)), (odd + 1, part(2))],
            even => vec![(even - 1, part(1)), (even, part(3))],
        });
        all(&rows, &chances, 0..20, &json);
    }
}

#[test]
fn too_many_counts_are_refused() {
    let rows = rows(r#"{ "kind": "threshold-rounding", "threshold": 4000000, "base": 5 }"#, 1 << 32, None);
    assert_eq!(rows.explain(None, 0.9, None), Err(Unexplained::TooMany));
    assert!(rows.explain(Some(4_000_000), 0.9, None).is_ok());
    let largest = super::rows(r#"{ "kind": "random-rounding", "base": 1000000 }"#, 1 << 32, None);
    let found = largest.explain(Some(3_000_000), 0.9, None).unwrap();
    assert_eq!((found.least, found.most), (2_000_001, 3_999_999));
    assert!(largest.explain(Some(u64::MAX), 0.9, None).is_err());
}
