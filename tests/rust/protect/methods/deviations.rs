//! Other distributions of a record's deviation (Wooton and Fraser 2005, page 7): the rows compared with a convolution
//! record by record, in exact fractions, and refused distributions.

use cellveil::protect::{LAST_ROW, MethodSpec, Parameters};
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::analytic::{Exact, ONE, float};
use super::engine::Engine;

/// Deviations in JSON, and the same deviations with numerators of the denominator.
type Case = (&'static str, &'static [(i64, u64)], u64);

const CASES: [Case; 5] = [
    (r#"[[-1, "2/3"], [2, "1/3"]]"#, &[(-1, 2), (2, 1)], 3),
    (r#"[[1, 0.5], [-1, 0.5]]"#, &[(-1, 1), (1, 1)], 2),
    (r#"[[-1, "3/4"], [3, "1/4"]]"#, &[(-1, 3), (3, 1)], 4),
    (r#"[[-1, "7/12"], [1, "1/4"], [2, "1/6"]]"#, &[(-1, 7), (1, 3), (2, 2)], 12),
    (r#"[[-1, 0.9], [4, 0.05], [10, "7/100"]]"#, &[], 0), // adds up to 1.02
];

/// The row of a count, record by record. A record deviates with probability min(1, x/n).
fn convolution(shares: &[(i64, u64)], whole: u64, count: u64, thousandths: u64) -> Exact {
    let all = 1000 * count;
    let deviates = thousandths.min(all);
    // Position i is the noise i − records so far.
    let mut row = vec![BigUint::one()];
    for _ in 0..count {
        let most = shares.iter().map(|share| share.0 + 1).max().unwrap() as usize;
        let mut next = vec![BigUint::zero(); row.len() + most.max(1)];
        for (at, chance) in row.iter().enumerate() {
            next[at + 1] += chance * ((all - deviates) * whole);
            for &(deviation, share) in shares {
                next[at + (deviation + 1) as usize] += chance * (deviates * share);
            }
        }
        row = next;
    }
    Exact::new((-(count as i64)..).zip(row))
}

#[test]
fn rows_match_the_convolution_of_any_deviations() {
    for (json, shares, whole) in &CASES[..4] {
        for (x, thousandths) in [("2", 2000), ("0.5", 500), ("3.25", 3250), ("8", 8000)] {
            let rows = Engine::new(&format!(r#"{{"kind":"small-cell","x":{x},"deviations":{json}}}"#));
            assert_eq!(rows.weights(0), [(0, ONE)], "empty cells stay empty");
            for count in (1..=40).chain([75, 120]) {
                let exact = convolution(shares, *whole, count, thousandths);
                assert_eq!(rows.weights(count), exact.weights(), "{json}, x = {x}, count {count}");
            }
        }
    }
}

/// The mean is 0 and the variance s² min(n, x) within the rounding to 2^-32, in the last row and in the limit too.
#[test]
fn means_and_variances_are_those_of_the_deviations() {
    for (json, shares, whole) in &CASES[..4] {
        let of_one =
            shares.iter().map(|(deviation, share)| (deviation * deviation) as f64 * *share as f64).sum::<f64>();
        for (x, most) in [("2", 2.0_f64), ("50", 50.0)] {
            let rows = Engine::new(&format!(r#"{{"kind":"small-cell","x":{x},"deviations":{json}}}"#));
            for count in [1, 2, 3, 49, 50, 51, 500, u64::from(LAST_ROW), u64::from(LAST_ROW) + 1] {
                let exact = rows.exact(count);
                let variance = of_one / *whole as f64 * most.min(count as f64);
                assert!(float(&exact.mean()).abs() < 1e-5, "{json}, x = {x}, count {count}");
                let found = float(&exact.second_moment());
                assert!((found / variance - 1.0).abs() < 1e-5, "{json}, x = {x}, count {count}: {found}");
            }
        }
    }
}

#[test]
fn the_paper_s_deviations_are_the_default() {
    let rows = |more: &str| Engine::new(&format!(r#"{{"kind":"small-cell","x":2.5{more}}}"#));
    let (default, written) = (rows(""), rows(r#", "deviations": [[2, "2/6"], [-1, "1073741824/1610612736"]]"#));
    for count in 0..=u64::from(LAST_ROW) + 1 {
        assert_eq!(default.weights(count), written.weights(count), "count {count}");
    }
}

fn problem(more: &str) -> Option<String> {
    let given = Parameters::from_json(&format!(r#"{{"kind":"small-cell","x":2,{more}}}"#)).unwrap();
    MethodSpec::new("m", &given).err().map(|error| error.to_string())
}

#[test]
fn wrong_deviations_are_refused() {
    for (deviations, expected) in [
        ("3", "not a list"),
        ("[]", "do not add up to 1"),
        ("[3]", "an item that is no pair"),
        ("[[-1]]", "an item that is no pair"),
        ("[[-1, 0.5, 1], [1, 0.5]]", "an item that is no pair"),
        (r#"[[-2, "1/3"], [1, "2/3"]]"#, "another deviation"),
        (r#"[[-1, "11/12"], [11, "1/12"]]"#, "another deviation"),
        (r#"[[-1, 0.25], [0, 0.5], [1, 0.25]]"#, "another deviation"),
        (r#"[["-1", 0.5], [1, 0.5]]"#, "another deviation"),
        (r#"[[1.5, 0.5], [-1, 0.5]]"#, "another deviation"),
        (r#"[[1, 0.25], [-1, 0.5], [1, 0.25]]"#, "1 twice"),
        (r#"[[-1, 0], [1, 1]]"#, "a probability other than a text like"),
        (r#"[[-1, -0.5], [1, 0.5]]"#, "a probability other than a text like"),
        (r#"[[-1, "0/2"], [1, "2/2"]]"#, "a probability other than a text like"),
        (r#"[[-1, "half"], [1, 0.5]]"#, "a probability other than a text like"),
        (r#"[[-1, 0.33333333333], [1, 0.5]]"#, "a probability other than a text like"),
        (r#"[[-1, "1/3"], [1, "1/3"]]"#, "do not add up to 1"),
        (CASES[4].0, "do not add up to 1"),
        (r#"[[-1, 0.6667], [2, 0.3333]]"#, "mean is not 0"),
        (r#"[[-1, "1/3"], [2, "2/3"]]"#, "mean is not 0"),
        (r#"[[-1, 1]]"#, "mean is not 0"),
        (r#"[[-1, "1/65537"], [1, "1/65539"], [2, "1/65543"]]"#, "no common denominator below 2^32"),
    ] {
        let found = problem(&format!(r#""deviations": {deviations}"#)).unwrap_or_default();
        let start = "method \"m\": deviations is ";
        assert!(found.starts_with(start) && found.contains(expected), "{deviations}: {found:?}");
        assert!(found.contains("; expected a list of pairs: a deviation of -1 or 1 to 10, and"), "{found}");
    }
}

#[test]
fn limits_of_the_variance_need_sums() {
    let found = problem(r#""total_variance": 100"#).unwrap();
    assert!(found.contains("total_variance needs totals = \"sum\""), "{found}");
    assert_eq!(problem(r#""total_variance": 100, "totals": "sum""#), None);
    let found = problem(r#""total_variance": 0, "totals": "sum""#).unwrap();
    assert!(found.contains("total_variance is 0; expected a whole number from 1"), "{found}");
}
