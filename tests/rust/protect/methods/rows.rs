//! The engine's rows compared with the exact distributions, in units of 2^-32.

use cellveil::protect::{LAST_ROW, Status};
use cellveil::ptable::Ptable;
use num_traits::One;

use super::analytic::{
    Exact, ONE, Weights, float, fractions, nearest, random_rounding, random_rounding_weights, small_cell,
    small_cell_limit, table_3, transition,
};
use super::engine::{Engine, INTERVALS, dense_noise, dense_ptable, interval_ptable, matrix_json, under};
use super::statistics::Random;

/// The largest count.
const MOST: u64 = 1 << 53;

fn small_cells(x: &str, thousandths: u64, counts: impl IntoIterator<Item = u64>) {
    let rows = Engine::new(&format!(r#"{{"kind":"small-cell","x":{x}}}"#));
    assert_eq!(rows.weights(0), [(0, ONE)], "x = {x}: empty cells stay empty");
    let last = u64::from(LAST_ROW);
    for count in counts.into_iter().filter(|count| *count <= last) {
        assert_eq!(rows.weights(count), small_cell(count, thousandths).weights(), "x = {x}, count {count}");
    }
    assert_eq!(rows.weights(last), small_cell(last, thousandths).weights(), "x = {x}, the last row, {last}");
    let limit = small_cell_limit(thousandths).weights();
    for count in [last + 1, last + 2, 1_000_000, MOST] {
        assert_eq!(rows.weights(count), limit, "x = {x}, count {count}");
    }
}

/// Returns all counts up to 100, then some counts from each range up to 1,000.
fn sample() -> impl Iterator<Item = u64> {
    (1..=100).chain((107..=1000).step_by(31)).chain([128, 256, 512, 999, 1000])
}

#[test]
fn small_cell_rows_match_the_convolution() {
    for x in 1..=8 {
        small_cells(&x.to_string(), 1000 * x, sample());
    }
}

#[test]
fn small_cell_rows_of_2_match_the_convolution_at_every_count() {
    // The paper chooses x = 2 (page 11).
    small_cells("2", 2000, 1..=1000);
}

#[test]
fn small_cell_rows_of_decimals_match_the_convolution() {
    for (x, thousandths) in [("2.5", 2500), ("0.5", 500), ("1.234", 1234), ("3.999", 3999), ("12.125", 12_125)] {
        small_cells(x, thousandths, sample());
    }
    small_cells("0.001", 1, 1..=100);
    small_cells("50", 50_000, (1..=120).chain([1000]));
}

#[test]
fn ties_are_rounded_up() {
    // If 3n / x and similar ratios are powers of two, a probability can be exactly halfway between two units. With x =
    // 6 and 16 records, a deviation is −1, 0 or 2 with probabilities 2/8, 5/8 and 1/8. The noise −11 is eleven
    // deviations of −1, or thirteen of −1 and one of 2: `(C(16, 11) · 2^11 · 5^5 + 16! / (13! 2!) · 2^13 · 5^2) / 2^48
    // = 28299264000 / 2^48 = 431812.5 / 2^32`.
    let weight = |noise: i64, row: Weights| row.into_iter().find(|(at, _)| *at == noise).unwrap().1;
    assert_eq!(weight(-11, small_cell(16, 6000).weights()), 431_813);
    // All rows for counts up to 128, and for any x, with such a tie: x in thousandths, count.
    for (thousandths, count) in [
        (1875, 10),
        (4125, 11),
        (4500, 12),
        (5625, 10),
        (5625, 15),
        (6000, 16),
        (6375, 17),
        (9375, 10),
        (12_750, 17),
        (13_500, 18),
        (15_750, 21),
        (16_500, 22),
        (17_250, 23),
        (18_000, 24),
        (18_750, 25),
        (20_250, 27),
        (21_750, 29),
        (23_250, 31),
        (24_000, 32),
        (24_750, 33),
    ] {
        let row = small_cell(count, thousandths);
        let ties = row.shares.iter().filter(|(_, share)| (share << 33_u32) % (&row.whole * 2_u32) == row.whole).count();
        assert!(ties > 0, "x = {thousandths}/1000, count {count}");
        let x = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        let rows = Engine::new(&format!(r#"{{"kind":"small-cell","x":{x}}}"#));
        assert_eq!(rows.weights(count), row.weights(), "x = {x}, count {count}");
    }
}

#[test]
fn small_cell_rows_reach_far_enough() {
    // The total variation distance between the last row and the limit is below 0.0003 for every x.
    let last = u64::from(LAST_ROW);
    for thousandths in [1, 10, 100, 300, 500, 900, 1000, 1500, 2000, 4000, 8000, 20_000, 50_000] {
        let distance = float(&small_cell(last, thousandths).total_variation(&small_cell_limit(thousandths)));
        println!("x = {thousandths}/1000: {last} rows, step {distance:.7}");
        assert!(distance < 0.0003, "x = {thousandths}/1000: {distance} after {last} rows");
    }
}

#[test]
fn rounding_rows_go_up_as_often_as_the_residual_says() {
    for base in (2..=20).chain([100, 997, 1_000_000]) {
        for below in [None, Some(2), Some(5), Some(12)] {
            let field = below.map_or_else(String::new, |below| format!(r#","below":{below}"#));
            let rows = Engine::new(&format!(r#"{{"kind":"random-rounding","base":{base}{field}}}"#));
            let md5 = Engine::new(&format!(r#"{{"kind":"random-rounding","base":{base},"hash":"md5"{field}}}"#));
            for count in (0..=100).chain([base - 1, base, base + 1, 7 * base + base / 2, MOST - 1, MOST]) {
                let expected = random_rounding_weights(count, base, below);
                assert_eq!(rows.weights(count), expected, "base {base}, below {below:?}, count {count}");
                assert_eq!(md5.weights(count), expected, "base {base}, below {below:?}, count {count}, MD5");
                // The draw has only 32 bits, which changes a probability by less than one unit of 2^-32.
                let exact = random_rounding(count, base, below);
                for (noise, weight) in expected {
                    let off = weight as f64 - float(&exact.probability(noise)) * ONE as f64;
                    assert!(off.abs() < 1.0, "base {base}, count {count}: {off} units");
                }
            }
        }
    }
}

#[test]
fn threshold_rounding_is_certain() {
    for (threshold, base) in (2..=20).flat_map(|base| [0, 1, 5, 10, 11, 37].map(|threshold| (threshold, base))) {
        let rows = Engine::with(
            &format!(r#"{{"kind":"threshold-rounding","threshold":{threshold},"base":{base}}}"#),
            under(256),
            None,
        );
        let counts: Vec<u64> = (0..=100).chain([1_000_003, MOST - 1, MOST]).collect();
        for key in [0, 255] {
            let cells = rows.cells(&counts, &vec![key; counts.len()]);
            for ((&count, value), status) in counts.iter().zip(cells.values).zip(cells.status) {
                let place = format!("threshold {threshold}, base {base}, count {count}");
                assert_eq!(status, if count < threshold { Status::Suppressed } else { Status::Shown }, "{place}");
                if status == Status::Shown {
                    assert_eq!(value, count as i64 + nearest(count, base), "{place}");
                    let (row, draws) = rows.row(count);
                    assert_eq!(row, [(nearest(count, base), draws)], "{place}");
                }
            }
        }
    }
}

#[test]
fn rule_of_10_and_5_has_the_documented_figures() {
    // ONS 2024, section 1: counts below ten are suppressed, and the others are rounded to the nearest five. Base 4 has
    // ties, which are rounded up.
    let rows = Engine::new(r#"{"kind":"threshold-rounding","threshold":10,"base":5}"#);
    for (count, value) in [(10, 10), (11, 10), (12, 10), (13, 15), (14, 15), (15, 15), (17, 15), (18, 20), (1002, 1000)]
    {
        assert_eq!(rows.value(count, 7), value, "count {count}");
    }
    let rows = Engine::new(r#"{"kind":"threshold-rounding","threshold":0,"base":4}"#);
    for (count, value) in [(0, 0), (1, 0), (2, 4), (3, 4), (5, 4), (6, 8), (10, 12)] {
        assert_eq!(rows.value(count, 7), value, "count {count}");
    }
}

#[test]
fn rows_match_table_3() {
    let texts = table_3();
    let exact = fractions(&texts);
    let json = matrix_json(10, &texts);
    // The same matrix, with numbers for the printed probabilities that are exact.
    let numbers = json.replace(r#""9/10""#, "0.9").replace(r#""1/2""#, "0.5").replace(r#""1/8""#, "0.125");
    assert_ne!(numbers, json);
    for json in [json, numbers] {
        let rows = Engine::new(&json);
        for count in (0..=60).chain([1_000_000, MOST - 3, MOST - 2, MOST - 1, MOST]) {
            assert_eq!(rows.weights(count), transition(count, 10, &exact).weights(), "count {count}");
        }
    }
    // Counts above the cap, by hand: 11 has residual 1. 15 has residual 5, whose row in Table 3 only moves down.
    let rows = Engine::new(&matrix_json(10, &texts));
    let noises = |count: u64| rows.weights(count).iter().map(|(noise, _)| *noise).collect::<Vec<_>>();
    for (count, first, last) in
        [(3, -2, 4), (4, -3, 3), (5, -3, 3), (11, -3, 3), (12, -3, 3), (13, -4, 2), (14, -5, 1), (15, -6, 0)]
    {
        assert_eq!(noises(count), (first..=last).collect::<Vec<_>>(), "count {count}");
        assert_eq!(noises(count + 5 * u64::from(count > 10)), noises(count), "count {count}");
    }
}

#[test]
fn rows_match_other_matrices() {
    // Probabilities of thirds leave a remainder after rounding. The cap is not a multiple of the base, and there are no
    // residuals.
    let thirds = vec![vec!["1", "0", "0"], vec!["1/3", "1/3", "1/3"], vec!["1/7", "2/7", "4/7"]];
    let cycle = vec![
        vec!["1", "0", "0", "0", "0", "0"],
        vec!["1/2", "1/2", "0", "0", "0", "0"],
        vec!["0", "1/3", "1/3", "1/3", "0", "0"],
        vec!["0", "0", "1/9", "7/9", "1/9", "0"],
        vec!["0", "0", "0", "3/11", "5/11", "3/11"],
        vec!["0", "0", "0", "0", "1/1000", "999/1000"],
    ];
    for (cap, texts) in [(2, &thirds), (1, &thirds), (3, &cycle), (5, &cycle), (4, &cycle)] {
        let (rows, exact) = (Engine::new(&matrix_json(cap, texts)), fractions(texts));
        for count in (0..=40).chain([MOST - 1, MOST]) {
            assert_eq!(rows.weights(count), transition(count, cap, &exact).weights(), "cap {cap}, count {count}");
        }
    }
    assert!(transition(7, 2, &fractions(&thirds)).probability(0).is_one());
}

/// Counts how often each number occurs.
pub fn tally(noises: impl IntoIterator<Item = i64>) -> Weights {
    let mut found = std::collections::BTreeMap::<i64, u64>::new();
    for noise in noises {
        *found.entry(noise).or_default() += 1;
    }
    found.into_iter().collect()
}

#[test]
fn rows_of_ptables_match_all_keys() {
    // The number of keys is so small that the test can look up every key.
    let check = |ptable: &Ptable, modulus: u64, counts: &[u64], noise: &dyn Fn(u64, u64) -> i64| {
        let rows = Engine::with(r#"{"kind":"cell-key","ptable":"p"}"#, under(modulus), Some(ptable));
        for &count in counts {
            let place = format!("modulus {modulus}, count {count}");
            let keys: Vec<u64> = (0..modulus).collect();
            let expected: Vec<i64> = keys.iter().map(|&key| noise(count, key)).collect();
            let values = rows.protect(&vec![count; keys.len()], &keys);
            assert_eq!(values.iter().map(|value| value - count as i64).collect::<Vec<_>>(), expected, "{place}");
            let (row, draws) = rows.row(count);
            let scaled: Weights = row.iter().map(|(noise, weight)| (*noise, weight * (modulus / draws))).collect();
            assert_eq!((scaled, modulus % draws), (tally(expected), 0), "{place}");
        }
    };
    // Returns the first entry with u below its bound, where u is key / modulus.
    let by_interval = |count: u64, key: u64, modulus: u64| {
        let below = |bound: u64| u128::from(key) << 32 < u128::from(bound) * u128::from(modulus);
        INTERVALS[count.min(3) as usize - 1].iter().find(|(_, bound)| below(*bound)).unwrap().0
    };
    for modulus in [2, 3, 7, 256, 1000, 65_536, 100_003] {
        check(&interval_ptable(), modulus, &[1, 2, 3, 4, 1000], &|count, key| by_interval(count, key, modulus));
    }
    // Counts above the last row use row ((n − 1) mod 250) + P − 249, where P = 250.
    for modulus in [8, 64, 1000] {
        let noise = |count: u64, key: u64| dense_noise((count - 1) % 250 + 1, key % 8);
        check(&dense_ptable(8), modulus, &[1, 2, 3, 249, 250, 251, 500, 501, 777], &noise);
    }
}

#[test]
fn rows_of_ptables_match_their_files() {
    // With 2^32 keys, or with a hash, the rows have the distribution in the file.
    for lookup in ["key", "hash"] {
        let json = format!(r#"{{"kind":"cell-key","ptable":"p","lookup":"{lookup}"}}"#);
        let rows = Engine::with(&json, under(1 << 32), Some(&interval_ptable()));
        assert_eq!(rows.weights(0), [(0, ONE)]);
        for count in [1, 2, 3, 4, 1000, MOST] {
            let [a, b, c] = INTERVALS[count.min(3) as usize - 1];
            assert_eq!(rows.weights(count), [a, (b.0, b.1 - a.1), (c.0, c.1 - b.1)], "lookup {lookup}, count {count}");
        }
    }
}

#[test]
fn weights_round_to_the_nearest_and_add_up() {
    // By hand: 2^32 / 3 is 1431655765.33. Twice that is 2863311530.67, which is rounded up. The remainder is 0.
    assert_eq!(small_cell(1, 2000).weights(), [(-1, 1_431_655_765 * 2 + 1), (2, 1_431_655_765)]);
    // 2^32 / 7 is 613566756.57. Seven weights rounded up exceed the sum by 3, which is subtracted from the first of the
    // equal weights.
    let sevenths = Exact::new((0..7).map(|noise| (noise, 1_u32.into())));
    let weights: Vec<u64> = sevenths.weights().into_iter().map(|(_, weight)| weight).collect();
    assert_eq!(weights, [613_566_754, 613_566_757, 613_566_757, 613_566_757, 613_566_757, 613_566_757, 613_566_757]);
}

/// Noises and upper bounds of three rows.
const ROWS: [[(i64, f64); 3]; 3] =
    [[(-1, 0.5), (1, 0.75), (2, 1.0)], [(-1, 0.25), (0, 0.75), (1, 1.0)], [(-1, 0.1), (0, 0.8), (1, 1.0)]];

/// Returns the text of a p-table that repeats [`ROWS`] up to a count.
fn repeated(last: usize) -> String {
    let mut file = "i;j;p;v;p_int_ub\n0;0;1;0;1\n".to_owned();
    for count in 1..=last {
        let mut lower = 0.0;
        for (noise, upper) in ROWS[count % 3] {
            file += &format!("{count};{};{:.2};{noise};{upper}\n", count as i64 + noise, upper - lower);
            lower = upper;
        }
    }
    file
}

/// The engine has a guide for the first thousand rows of a p-table.
const GUIDED: usize = 1000;

/// If a p-table has rows without a guide, the engine uses another loop for all of its rows.
#[test]
fn rows_with_and_without_a_guide_give_the_same_values() {
    let mut random = Random(25);
    for modulus in [1 << 32, 1 << 40, 1_000_003, 256, 100] {
        let [few, many] = [GUIDED, 5 * GUIDED].map(|last| {
            let ptable = Ptable::parse(repeated(last).as_bytes(), "repeated.csv").unwrap();
            Engine::with(r#"{"kind":"cell-key","ptable":"repeated.csv"}"#, under(modulus), Some(&ptable))
        });
        for count in [0, 1, 2, 3, 500, GUIDED as u64] {
            let bounds = [0.1, 0.25, 0.5, 0.75, 0.8].map(|share| (share * modulus as f64) as u64);
            let mut keys: Vec<u64> = bounds.iter().flat_map(|bound| bound.saturating_sub(2)..=bound + 2).collect();
            keys.extend([0, 1, modulus - 1]);
            keys.extend((0..1000).map(|_| random.below(modulus)));
            let counts = vec![count; keys.len()];
            let values = few.protect(&counts, &keys);
            assert_eq!(values, many.protect(&counts, &keys), "count {count}, modulus {modulus}");
            // A higher count has an equal row, but no guide. So equal keys give it the same noise.
            if count > 0 {
                let higher = count + 3 * GUIDED as u64;
                let noise: Vec<i64> =
                    many.protect(&vec![higher; keys.len()], &keys).iter().map(|value| value - higher as i64).collect();
                let expected: Vec<i64> = values.iter().map(|value| value - count as i64).collect();
                assert_eq!(noise, expected, "count {higher}, modulus {modulus}");
            }
        }
    }
}
