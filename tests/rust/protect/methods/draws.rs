//! The noise of a million random keys for each method, compared with the rows and with independent draws.

use cellveil::ptable::Ptable;

use super::analytic::{Weights, table_3};
use super::engine::{Engine, context, dense_ptable, interval_ptable, matrix_json, md5_draw, sha256_draw};
use super::rows::tally;
use super::statistics::{DRAWN_LEVEL, Random, chi_square};

/// Number of keys for each count.
const KEYS: usize = 1_000_000;
/// Number of keys of each count with an independent computation of the draw.
const HASHED: usize = 20_000;

/// The source of a method's random numbers.
#[derive(Clone, Copy)]
enum Draw {
    /// The keys below 2^32 themselves. A dense p-table has its own order of keys.
    Key,
    Sha256(&'static str),
    Md5,
}

struct Case {
    json: String,
    ptable: Option<Ptable>,
    draw: Draw,
    counts: &'static [u64],
}

fn cases() -> Vec<Case> {
    let case = |json: &str, draw, counts| Case { json: json.to_owned(), ptable: None, draw, counts };
    let rounding = Draw::Sha256("random-rounding");
    let small = Draw::Sha256("small-cell");
    let by_table = |json: &str, ptable, draw, counts| Case { ptable: Some(ptable), ..case(json, draw, counts) };
    vec![
        case(r#"{"kind":"random-rounding","base":3}"#, rounding, &[1, 5]),
        case(r#"{"kind":"random-rounding","base":5,"below":10}"#, rounding, &[3, 9]),
        case(r#"{"kind":"random-rounding","base":5,"hash":"md5"}"#, Draw::Md5, &[4, 1002]),
        case(r#"{"kind":"small-cell","x":2}"#, small, &[1, 2, 3, 17, 1000, 1001]),
        case(r#"{"kind":"small-cell","x":2.5}"#, small, &[10]),
        case(r#"{"kind":"small-cell","x":8}"#, small, &[8, 100]),
        case(&matrix_json(10, &table_3()), Draw::Sha256("transition-matrix"), &[1, 4, 10, 13, 77]),
        by_table(r#"{"kind":"cell-key","ptable":"p"}"#, interval_ptable(), Draw::Key, &[1, 2, 3, 50]),
        by_table(
            r#"{"kind":"cell-key","ptable":"p","lookup":"hash"}"#,
            interval_ptable(),
            Draw::Sha256("cell-key"),
            &[1, 3, 50],
        ),
        by_table(r#"{"kind":"cell-key","ptable":"p"}"#, dense_ptable(256), Draw::Key, &[1, 250, 777]),
    ]
}

/// Moves a hundredth of all draws from the largest entry of the row to its second largest.
fn off_by_one_percent(row: &[(i64, u64)]) -> Weights {
    let mut order: Vec<usize> = (0..row.len()).collect();
    order.sort_by_key(|&at| row[at].1);
    let (from, to) = (order[row.len() - 1], order[row.len() - 2]);
    let whole: u64 = row.iter().map(|(_, weight)| weight).sum();
    // A hundredth of few draws is less than one draw, so all weights are multiplied by 100.
    let mut wrong: Weights = row.iter().map(|(noise, weight)| (*noise, 100 * weight)).collect();
    wrong[from].1 -= whole;
    wrong[to].1 += whole;
    wrong
}

#[test]
fn million_keys_follow_the_rows() {
    let cases = cases();
    let tests: usize = cases.iter().map(|case| case.counts.len()).sum();
    let level = DRAWN_LEVEL / tests as f64;
    let mut random = Random(20_050_617);
    for case in cases {
        let rows = Engine::with(&case.json, context(), case.ptable.as_ref());
        for &count in case.counts {
            let keys: Vec<u64> = (0..KEYS).map(|_| random.below(1 << 32)).collect();
            let values = rows.protect(&vec![count; KEYS], &keys);
            let noises: Vec<i64> = values.iter().map(|value| value - count as i64).collect();
            let (found, (row, _)) = (tally(noises.iter().copied()), rows.row(count));

            let p = chi_square(&found, &row);
            println!("{} count {count}: p = {p}", &case.json[..40.min(case.json.len())]);
            assert!(p > level, "{}, count {count}: p = {p}", case.json);
            // The same test must detect a wrong row.
            let p = chi_square(&found, &off_by_one_percent(&row));
            assert!(p < level, "{}, count {count}: 1 % off goes unnoticed, p = {p}", case.json);

            let number = |key: u64| match (case.draw, &case.ptable) {
                (Draw::Key, Some(Ptable::Dense(_))) => None,
                (Draw::Key, _) => Some(key as u32),
                (Draw::Sha256(kind), _) => Some(sha256_draw(kind, &[], key, count)),
                (Draw::Md5, _) => Some(md5_draw(key)),
            };
            for (&key, &noise) in keys.iter().zip(&noises).take(HASHED) {
                let Some(draw) = number(key) else { continue };
                let expected = pick(&row, draw, case.json.contains("rounding"));
                assert_eq!(noise, expected, "{}, count {count}, key {key}", case.json);
            }
        }
    }
}

/// Returns the outcome of a draw: the first in ascending order whose cumulative weight exceeds the draw. Rounding goes
/// up if the draw is below the weight of rounding up, which is last.
fn pick(row: &[(i64, u64)], draw: u32, rounding: bool) -> i64 {
    if rounding && row.len() == 2 {
        return row[usize::from(u64::from(draw) < row[1].1)].0;
    }
    let mut sum = 0;
    let reached = row.iter().find(|(_, weight)| {
        sum += weight;
        sum > draw.into()
    });
    reached.expect("the weights add up to 2^32").0
}

#[test]
fn salt_and_kind_enter_the_hash() {
    for salt in [&b"salt"[..], &[0, 255, 7]] {
        let context = cellveil::protect::KeyContext { salt, ..context() };
        for (json, kind) in [
            (r#"{"kind":"random-rounding","base":10}"#.to_owned(), "random-rounding"),
            (r#"{"kind":"small-cell","x":4}"#.to_owned(), "small-cell"),
            (matrix_json(10, &table_3()), "transition-matrix"),
        ] {
            let rows = Engine::with(&json, context, None);
            for count in [3, 7, 12] {
                let (row, _) = rows.row(count);
                // Keys above 2^32 are hashed with all eight bytes, like counts.
                for key in (0..500).chain([u64::from(u32::MAX), (1 << 53) - 1]) {
                    let expected = pick(&row, sha256_draw(kind, salt, key, count), kind == "random-rounding");
                    assert_eq!(rows.value(count, key) - count as i64, expected, "{kind}, count {count}, key {key}");
                }
            }
        }
    }
    // MD5 uses no salt: AlDarmaki and Hodge 2011, section 6.2.
    let json = r#"{"kind":"random-rounding","base":10,"hash":"md5"}"#;
    let salted = cellveil::protect::KeyContext { salt: b"salt", ..context() };
    let keys: Vec<u64> = (0..1000).collect();
    let counts = vec![7; keys.len()];
    assert_eq!(Engine::with(json, salted, None).protect(&counts, &keys), Engine::new(json).protect(&counts, &keys));
}
