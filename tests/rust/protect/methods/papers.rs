//! Figures that the papers print, compared with exact fractions and with the engine's rows.

use std::collections::BTreeMap;

use super::analytic::{Exact, float, fraction, random_rounding, small_cell};
use super::engine::Engine;
use super::statistics::{PAPER_LEVEL, Random, binomial, chi_square, mean_0};

/// A distribution for each count. The count 0 never changes.
type Rows<'a> = &'a dyn Fn(u64) -> Exact;

/// Runs a check with exact rows of the small-cell method, and then with the engine's rows.
fn with_small_cells(x: u64, check: impl Fn(Rows<'_>)) {
    let rows = Engine::new(&format!(r#"{{"kind":"small-cell","x":{x}}}"#));
    check(&|count| if count == 0 { Exact::certain(0) } else { small_cell(count, 1000 * x) });
    check(&|count| rows.exact(count));
}

/// Returns the probability that counts n and n − 1, changed independently, are shown with a difference.
fn shown(rows: Rows<'_>, n: u64, difference: i64) -> f64 {
    float(&rows(n).shown_difference(n as i64, &rows(n - 1), n as i64 - 1, difference))
}

#[test]
fn true_difference_of_1_is_seldom_published() {
    // Exact figures, to the given digits. Wooton and Fraser (2005), page 10, simulated them.
    let cases = [
        (1, 2, 0.0, 0.0),
        (2, 2, 0.0, 0.0),
        (3, 2, 0.181_070, 0.279_835),
        (4, 2, 0.143_350, 0.276_905),
        (20, 6, 0.081_981, 0.162_226),
    ];
    for (n, x, one, one_or_two) in cases {
        with_small_cells(x, |rows| {
            assert!((shown(rows, n, 1) - one).abs() < 1e-6, "n = {n}, x = {x}: {}", shown(rows, n, 1));
            let both = shown(rows, n, 1) + shown(rows, n, 2);
            assert!((both - one_or_two).abs() < 1e-6, "n = {n}, x = {x}: {both}");
        });
    }
    let row = |n| small_cell(n, 2000);
    assert_eq!(row(3).shown_difference(3, &row(2), 2, 1), fraction(44, 243));
    with_small_cells(2, |rows| {
        assert!((shown(rows, 5, 0) - 0.132_353).abs() < 1e-6, "{}", shown(rows, 5, 0));
        assert!((shown(rows, 5, 1) - 0.143_477).abs() < 1e-6, "{}", shown(rows, 5, 1));
    });
}

#[test]
fn printed_table_of_differences_is_within_its_simulation_error() {
    // Wooton and Fraser (2005), page 10: n, x, and the percentages of P(1) and P(1 or 2). They come from 10,000 draws
    // and are rounded to two decimals.
    let printed = [
        (1, 2, 0, 0),
        (2, 2, 0, 0),
        (3, 2, 18, 28),
        (4, 2, 14, 28),
        (5, 2, 14, 28),
        (5, 4, 12, 18),
        (7, 6, 10, 15),
        (20, 2, 15, 28),
        (20, 4, 10, 20),
        (20, 6, 8, 16),
        (100, 2, 15, 29),
        (100, 4, 10, 20),
        (100, 6, 9, 17),
        (1000, 2, 15, 29),
        (1000, 4, 11, 21),
        (1000, 6, 9, 16),
    ];
    let level = PAPER_LEVEL / (2 * printed.len()) as f64;
    for (n, x, one, one_or_two) in printed {
        with_small_cells(x, |rows| {
            let first = shown(rows, n, 1);
            for (percent, probability) in [(one, first), (one_or_two, first + shown(rows, n, 2))] {
                // Of 10,000 draws, 100 p − 50 to 100 p + 50 round to p percent.
                let (least, most) = ((100 * percent as u64).saturating_sub(50), 100 * percent as u64 + 50);
                let p = binomial(10_000, probability, least, most);
                println!("{n} {x} {percent} {probability} {p}");
                assert!(p > level, "n = {n}, x = {x}: {percent} % printed, {probability} exact, p = {p}");
            }
        });
    }
}

#[test]
fn printed_distribution_of_a_difference_is_within_its_simulation_error() {
    // Wooton and Fraser (2005), page 11: the shown differences for counts 5 and 4 with x = 2, in 10,000 draws. The text
    // of the paper has 411 for -8 and a row 41. The printed shares 0.0011 and 0.0005, and the sum of 10,000, show that
    // these are a frequency of 11 and the row of 11. The first row, 9, is -9. A difference without a row never
    // occurred.
    let printed = [
        (-9, 4),
        (-8, 11),
        (-7, 26),
        (-6, 80),
        (-5, 146),
        (-4, 296),
        (-3, 521),
        (-2, 777),
        (-1, 1145),
        (0, 1302),
        (1, 1411),
        (2, 1434),
        (3, 1030),
        (4, 766),
        (5, 512),
        (6, 304),
        (7, 148),
        (8, 55),
        (9, 20),
        (10, 5),
        (11, 5),
        (13, 2),
    ];
    assert_eq!(printed.iter().map(|(_, frequency)| frequency).sum::<u64>(), 10_000);
    let frequencies = BTreeMap::from(printed);
    // The differences range from 0 − 12 to 15 − 0.
    let differences = -12..=15;
    let level = PAPER_LEVEL / differences.clone().count() as f64;
    with_small_cells(2, |rows| {
        let mut weights = Vec::new();
        for difference in differences.clone() {
            let probability = shown(rows, 5, difference);
            let frequency = frequencies.get(&difference).copied().unwrap_or(0);
            let p = binomial(10_000, probability, frequency, frequency);
            println!("{difference} {frequency} {probability} {p}");
            assert!(p > level, "{difference}: {frequency} of 10,000 printed, {probability} exact, p = {p}");
            if difference == -8 {
                assert!(binomial(10_000, probability, 411, 411) < level, "411 is a misprint");
            }
            weights.push((difference, (probability * 2_f64.powi(60)) as u64));
        }
        weights.retain(|(_, weight)| *weight > 0);
        let p = chi_square(&printed, &weights);
        println!("all {p}");
        assert!(p > PAPER_LEVEL, "the whole distribution: p = {p}");
    });
}

/// Returns the expected information gain on a count from its published value (Wooton and Fraser 2005, page 15). The
/// counts 0 to 5 are equally likely. The gain is `(H(X) − H(X|Y)) / H(X)` with logarithms to base 6, so H(X) = 1.
fn information_gain(rows: Rows<'_>) -> f64 {
    let mut joint = BTreeMap::<i64, Vec<f64>>::new();
    for count in 0..=5 {
        let row = rows(count);
        for (noise, _) in &row.shares {
            let probability = float(&row.probability(*noise)) / 6.0;
            joint.entry(count as i64 + noise).or_default().push(probability);
        }
    }
    let entropy = |shares: &[f64]| {
        let whole: f64 = shares.iter().sum();
        shares.iter().filter(|share| **share > 0.0).map(|share| -share * (share / whole).log(6.0)).sum::<f64>()
    };
    1.0 - joint.values().map(|shares| entropy(shares)).sum::<f64>()
}

#[test]
fn information_gains_match_the_paper() {
    // Page 16 prints ~17 % for rounding to base 5 and ~33 % for the small-cell method with x = 2, both simulated. It
    // also has ~17 % and ~34 % for a prior that "decreases slightly". These cannot be checked, because the prior is not
    // legible.
    let check = |name: &str, rows: Rows<'_>, percent: f64| {
        let found = 100.0 * information_gain(rows);
        assert!((found - percent).abs() < 0.0005, "{name}: {found} %, not {percent} %");
    };
    for (base, percent) in [(5, 16.855), (3, 32.765)] {
        let rows = Engine::new(&format!(r#"{{"kind":"random-rounding","base":{base}}}"#));
        check("rounding", &|count| random_rounding(count, base, None), percent);
        check("rounding by the engine", &|count| rows.exact(count), percent);
    }
    with_small_cells(2, |rows| check("small-cell", rows, 32.633));
    // The gain is 0 if the value is always 0, and 1 if the value is the count.
    assert!(information_gain(&|count| Exact::certain(-(count as i64))).abs() < 1e-12);
    assert!((information_gain(&|_| Exact::certain(0)) - 1.0).abs() < 1e-12);
}

/// Table 1 of AlDarmaki and Hodge (2011): residual modulo 5, trials, mean adjustment.
const TABLE_1: [(u64, u64, f64); 5] =
    [(0, 1989, 0.0), (1, 2111, -0.03126), (2, 1983, 0.039838), (3, 1918, 0.031803), (4, 2023, -0.06524)];

#[test]
fn printed_trials_of_abu_dhabi_are_within_their_error() {
    let level = PAPER_LEVEL / TABLE_1.len() as f64;
    let mut sum = 0.0;
    for (residual, trials, mean) in TABLE_1 {
        let p = mean_0(trials, (residual * (5 - residual)) as f64, mean);
        println!("{residual} {p}");
        assert!(p > level, "residual {residual}: mean {mean} in {trials} trials, p = {p}");
        // The adjustments are −r and 5 − r, so their mean gives the number of upward roundings. That number is whole
        // and binomial.
        let up = (mean + residual as f64) * trials as f64 / 5.0;
        assert!((up - up.round()).abs() < 0.01, "residual {residual}: {up} times up");
        let p = binomial(trials, residual as f64 / 5.0, up.round() as u64, up.round() as u64);
        assert!(p > level, "residual {residual}: {up} of {trials} times up, p = {p}");
        sum += mean * trials as f64;
    }
    assert!((sum / 10_024.0 - -0.00579).abs() < 0.00001, "the mean of all is printed as -0.00579, not {sum} / 10024");
}

#[test]
fn repeated_trials_of_abu_dhabi_are_within_their_error() {
    // As in section 6.2: 10,024 cells with a random number of records, whose keys are sums of five-digit numbers. A
    // cell here has 1 to 2,000 records instead of up to two million. The level of 1 % is divided among 5 residuals. The
    // seed is 2011.
    let rows = Engine::new(r#"{"kind":"random-rounding","base":5,"hash":"md5"}"#);
    let mut random = Random(2011);
    let (mut counts, mut keys) = (Vec::new(), Vec::new());
    for _ in 0..10_024 {
        let records = 1 + random.below(2000);
        counts.push(records);
        keys.push((0..records).map(|_| random.below(100_000)).sum());
    }
    let shown = rows.protect(&counts, &keys);
    let mut trials = [0_u64; 5];
    let mut adjustments = [0_i64; 5];
    for (&count, &value) in counts.iter().zip(&shown) {
        assert!(value % 5 == 0 && (value - count as i64).abs() < 5, "{count} became {value}");
        trials[(count % 5) as usize] += 1;
        adjustments[(count % 5) as usize] += value - count as i64;
    }
    for residual in 0..5 {
        let mean = adjustments[residual] as f64 / trials[residual] as f64;
        let p = mean_0(trials[residual], (residual * (5 - residual)) as f64, mean);
        println!("{residual} {mean} {p}");
        assert!(p > PAPER_LEVEL / 5.0, "residual {residual}: mean {mean} in {} trials, p = {p}", trials[residual]);
    }
}

#[test]
fn hashes_match_the_worked_examples() {
    // MD5("200") is 0.211985. A count is rounded up if its residual exceeds 0.211985 · base.
    for (base, first) in [(5, 2), (10, 3), (20, 5), (100, 22), (1000, 212)] {
        let rows = Engine::new(&format!(r#"{{"kind":"random-rounding","base":{base},"hash":"md5"}}"#));
        for residual in 0..base {
            let expected = if residual >= first { 4 * base } else { 3 * base };
            assert_eq!(rows.value(3 * base + residual, 200), expected as i64, "base {base}, residual {residual}");
        }
    }
    // SHA-256 of key 200 and count 4 is 0.235957. So 4 is rounded up to base b if 0.235957 b < 4 mod b, which holds for
    // b up to 16.
    for base in 2..=100 {
        let rows = Engine::new(&format!(r#"{{"kind":"random-rounding","base":{base}}}"#));
        let up = 235_957 * base < 1_000_000 * (4 % base);
        let expected = 4 / base * base + if up { base } else { 0 };
        assert_eq!(rows.value(4, 200), expected as i64, "base {base}");
        assert_eq!(up, matches!(base, 3 | 5..=16), "base {base}");
    }
}
