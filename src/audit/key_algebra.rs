//! Key algebra: if the key itself selects the noise, the noises of a total and its parts are related.
//!
//! **The adversary** has two published values that count the same records, except that one includes one person more.
//! Cell keys are sums of record keys. So with `lookup = "key"`, the larger cell's u is the smaller cell's u plus the
//! person's own u, modulo 1. A person whose key k is near 0 modulo M hardly changes u. Then both values have the same
//! noise, and their difference discloses the person as if there were no noise.
//!
//! **Formula.** The key x of the other records is uniform from 0 to M − 1. Then agreement(k) = P(noise at n of x =
//! noise at n + 1 of x + k), averaged over the counts n of one period of the rows of large counts. Independent draws
//! agree with Σp². A person is exposed if agreement(k) ≥ 0.9 and independent draws agree less often. Cell keys that
//! combine by XOR get the same test.
//!
//! With `lookup = "hash"`, and in all methods that hash key and count, the noises are not related. MD5 hashes the key
//! without the count, so a key of exactly 0 leaves the draw unchanged. But the count still changes the rounding.
//!
//! **What it cannot find**: persons whom several keys expose together (a household whose keys happen to cancel), and
//! more than one step of differencing.

use std::collections::BTreeMap;

use super::chance::{LEVEL, binomial_tail};
use super::{Evidence, Figure, Finding};
use crate::key::Combine;

/// Two noises count as shared if they agree at least this often.
const EXPOSED: f64 = 0.9;
/// `EXPOSED` as a whole number: at most one key in this number gives different noise.
const ONE_DIFFERS_IN: u64 = 10;
/// Default limit of the share of exposed persons. `lookup = "hash"` exposes nobody. With `lookup = "key"`, usual
/// p-tables expose one or two persons in a hundred, because their intervals of u are wide.
const LIMIT: f64 = 0.001;
/// Maximum number of keys for which the share of exposed persons is measured.
const POINTS: u64 = 1 << 16;
/// Maximum number of row steps to examine. A p-table with many keys is measured for a few counts only.
const STEPS: u64 = 1 << 28;

/// The counts and keys of a keyed cube's non-empty cells at the finest codes.
#[derive(Debug, Clone, Copy)]
pub struct Finest<'a> {
    /// True counts.
    pub counts: &'a [u64],
    /// Cell keys.
    pub keys: &'a [u64],
}

impl Finest<'_> {
    /// Returns the keys of cells with one record. Such a cell key is the record's own key.
    pub(super) fn of_one(self) -> impl Iterator<Item = u64> {
        self.counts.iter().zip(self.keys).filter(|&(&count, _)| count == 1).map(|(_, &key)| key)
    }
}

/// One row of the p-table: each noise with the first key after its interval, in ascending order of the keys.
type Steps = Vec<(u64, i64)>;

/// Pairs of rows for neighbouring large counts.
struct Neighbours {
    /// The rows of n and n + 1.
    pairs: Vec<(Steps, Steps)>,
    /// The period of the keys.
    draws: u64,
    combine: Combine,
}

impl Neighbours {
    /// Returns `None` if the key does not select the noise directly.
    fn new(evidence: &Evidence) -> Option<Self> {
        let (own, period) = evidence.compiled.repeats();
        let row = |count| evidence.compiled.by_key(count);
        let first = row(own + 1)?;
        let draws = first.last()?.0;
        let cost = (first.len() as u64 * draws.min(POINTS)).max(1);
        let taken = (STEPS / cost).clamp(1, period);
        let counts = (0..taken).map(|at| own + 1 + at * period / taken);
        let pairs = counts.map(|count| Some((row(count)?, row(count + 1)?))).collect::<Option<_>>()?;
        Some(Self { pairs, draws, combine: evidence.keys.operation() })
    }

    /// Returns the probability that two independent draws agree.
    fn independent(&self) -> f64 {
        let weights = |row: &[(u64, i64)]| {
            let (mut weights, mut before) = (BTreeMap::new(), 0);
            for &(bound, noise) in row {
                *weights.entry(noise).or_insert(0.0) += (bound - before) as f64 / self.draws as f64;
                before = bound;
            }
            weights
        };
        let agree = |(a, b): &(Steps, Steps)| {
            let b = weights(b);
            weights(a).iter().map(|(noise, p)| p * b.get(noise).unwrap_or(&0.0)).sum::<f64>()
        };
        self.pairs.iter().map(agree).sum::<f64>() / self.pairs.len() as f64
    }

    /// Whether a person with this record key is exposed.
    fn exposes(&self, key: u64) -> bool {
        let most = self.draws * self.pairs.len() as u64 / ONE_DIFFERS_IN; // at most 2^53 keys and 250 rows
        let key = key % self.draws;
        let mut differ = 0;
        self.pairs.iter().all(|(rest, all)| {
            differ += match self.combine {
                Combine::Sum => differing(rest, all, key, self.draws, most),
                Combine::Xor => differing_xor(rest, all, key, 0, self.draws.trailing_zeros()),
            };
            differ <= most
        })
    }

    /// Returns the share of exposed persons for uniform keys, measured at equally spaced keys.
    fn share(&self) -> f64 {
        let points = self.draws.min(POINTS);
        let middle = |at: u64| ((u128::from(at) * 2 + 1) * u128::from(self.draws) / (2 * u128::from(points))) as u64;
        (0..points).filter(|&at| self.exposes(middle(at))).count() as f64 / points as f64
    }
}

/// Returns the number of the interval that contains a key.
fn step(row: &[(u64, i64)], key: u64) -> usize {
    row.partition_point(|&(bound, _)| bound <= key)
}

/// Counts the keys x from 0 to `draws` − 1 for which one row at x differs from the other at x + `key`. Stops above
/// `most`.
fn differing(one: &[(u64, i64)], other: &[(u64, i64)], key: u64, draws: u64, most: u64) -> u64 {
    let (mut at, mut first, mut second, mut differ) = (0, 0, step(other, key), 0);
    while at < draws && differ <= most {
        let shifted = (at + key) % draws;
        let next = (one[first].0 - at).min(other[second].0 - shifted);
        if one[first].1 != other[second].1 {
            differ += next;
        }
        at += next;
        first += usize::from(one[first].0 == at);
        second = if shifted + next == other[second].0 { (second + 1) % other.len() } else { second };
    }
    differ
}

/// Counts the keys x for which the rows differ at x and x XOR `key`, among the 2^`bits` keys from `from` on.
fn differing_xor(one: &[(u64, i64)], other: &[(u64, i64)], key: u64, from: u64, bits: u32) -> u64 {
    let size = 1 << bits;
    let to = (from ^ key) & !(size - 1);
    let (first, second) = (step(one, from), step(other, to));
    if one[first].0 >= from + size && other[second].0 >= to + size {
        return if one[first].1 == other[second].1 { 0 } else { size };
    }
    let half = size / 2;
    differing_xor(one, other, key, from, bits - 1) + differing_xor(one, other, key, from + half, bits - 1)
}

/// Measures the share of persons whose key exposes them to differencing.
pub fn key_algebra(evidence: &Evidence, finest: Finest<'_>) -> Finding {
    let (shown, mut found, mut share, mut independent) = (finest.of_one().count() as u64, 0, 0.0, 0.0);
    let rows = Neighbours::new(evidence);
    if let Some(rows) = &rows {
        independent = rows.independent();
        // If independent draws agree just as often, keys add no risk.
        if independent < EXPOSED {
            share = rows.share();
            let mut known = BTreeMap::new();
            let mut exposes = |key: u64| *known.entry(key % rows.draws).or_insert_with(|| rows.exposes(key));
            found = finest.of_one().filter(|&key| exposes(key)).count() as u64;
        }
    }
    let says = if rows.is_some() && independent >= EXPOSED {
        "Nearly all cells have the same noise, even with independent keys. So sums of keys disclose no more.".into()
    } else if rows.is_none() {
        "No key selects the noise of a cell directly: the method hashes the key, or draws no noise. So the noise of a \
         total is independent of the noise of its parts."
            .into()
    } else {
        format!(
            "Record keys combine to the key of a cell, and this key selects the noise. A person whose key is near 0 \
             hardly ever changes the noise. So the difference of two values discloses this person. About {:.1} % of \
             all persons have such a key.",
            100.0 * share,
        )
    };
    Finding {
        name: "key-algebra",
        says,
        figures: vec![
            ("share of exposed persons, expected", Figure::Number(share)),
            ("exposed persons alone in their cell", Figure::Share { of: found, all: shown }),
            ("exposed persons alone in their cell, expected", Figure::Number(share * shown as f64)),
            ("probability that independent noises agree", Figure::Number(independent)),
        ],
        limit: LIMIT,
        blocked: None,
        example: None,
        remedy: "Use an interval p-table with lookup = \"hash\", and a modulus of 2^32 or more.",
    }
}

/// Tests whether too many record keys are near 0, because keys were chosen or were not drawn uniformly.
///
/// A key is near 0 if its distance from 0 is at most M / 2^6, M / 2^8, and so on down to 0 itself. With a dense p-table
/// of K keys, distances modulo K are tested too. Each test computes a binomial tail, at a level of 10^-6 over all
/// tests. The attack uses only the keys of persons alone in their finest cell. The test applies to every method,
/// because a hash gives equal keys equal numbers. The default limit is 0: chance fails one sound cube in a million.
pub fn near_zero_keys(evidence: &Evidence, finest: Finest<'_>) -> Finding {
    let modulus = evidence.keys.modulus().get();
    let mut moduli = vec![modulus];
    moduli.extend(Neighbours::new(evidence).map(|rows| rows.draws).filter(|&draws| draws != modulus));
    let mut tests = Vec::new();
    for modulus in moduli {
        tests.extend((6..=52).step_by(2).map(|bits| (modulus, modulus >> bits)).take_while(|&(_, width)| width > 0));
        tests.push((modulus, 0));
    }
    let level = LEVEL / tests.len() as f64;
    let keys: Vec<u64> = finest.of_one().collect();
    let shown = keys.len() as u64;
    let near = |(modulus, width): (u64, u64)| {
        let is_near = |key: u64| match evidence.keys.operation() {
            Combine::Sum => key.min(modulus - key) <= width,
            Combine::Xor => key <= width,
        };
        let found = keys.iter().filter(|&&key| is_near(key % modulus)).count() as u64;
        let those = if evidence.keys.operation() == Combine::Sum { 2 * width + 1 } else { width + 1 };
        let share = (those as f64 / modulus as f64).min(1.0);
        (binomial_tail(shown, share, found), modulus, width, found, share * shown as f64)
    };
    let least = tests.into_iter().map(near).min_by(|a, b| a.0.total_cmp(&b.0));
    let (chance, modulus, width, found, expected) = least.unwrap_or((1.0, modulus, 0, 0, 0.0));
    let excess = if chance < level { found - expected as u64 } else { 0 };
    let says = if excess > 0 {
        format!(
            "The audit tested the {shown} record keys of persons alone in their finest cell. {found} keys are within \
             {width} of 0 modulo {modulus}. Uniform keys would give {expected:.1}. So the keys are not uniform."
        )
    } else {
        format!(
            "The audit tested the {shown} record keys of persons alone in their finest cell. The number of keys near 0 \
             agrees with uniform keys."
        )
    };
    Finding {
        name: "near-zero-keys",
        says,
        figures: vec![
            ("keys near 0 beyond chance", Figure::Count(excess)),
            ("keys near 0", Figure::Share { of: found, all: shown }),
            ("keys near 0, expected", Figure::Number(expected)),
            ("probability of this many keys near 0", Figure::Number(chance)),
        ],
        limit: 0.0,
        blocked: None,
        example: None,
        remedy: "Draw new record keys, independently and uniformly from 0 to the modulus minus 1. Draw them before you \
                 publish anything with the present keys.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::{D5, Sample};

    const KEY: &str = r#"{ "kind": "cell-key", "ptable": "p" }"#;
    /// Noise −1, 0 and 1 on a quarter, a half and a quarter of the keys.
    const THREE: &str = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,0,0.25,-1,0.25\n1,1,0.5,0,0.75\n1,2,0.25,1,1\n";

    fn findings(sample: &Sample) -> (Finding, Finding) {
        let (counts, keys) = sample.finest();
        let finest = Finest { counts: &counts, keys: &keys };
        let evidence = sample.pairs();
        (key_algebra(&evidence, finest), near_zero_keys(&evidence, finest))
    }

    /// A shift by k of M = 1000 moves three bounds (at 0, 250 and 750), each by k keys. So 1 − 3k / 1000 of the keys
    /// agree: at least 0.9 up to k = 33, on both sides of 0. Independent draws agree with 1/16 + 1/4 + 1/16 = 3/8.
    #[test]
    fn agreement_by_hand() {
        let sample = Sample::drawn(&[2], 10, 1).modulus(1000, Combine::Sum).method(KEY, THREE);
        let rows = Neighbours::new(&sample.pairs()).expect("keys select");
        let row = &rows.pairs[0].0;
        for key in [0, 1, 33, 34, 100] {
            assert_eq!(differing(row, row, key, 1000, 1000), 3 * key, "{key}");
            assert_eq!(differing(row, row, (1000 - key) % 1000, 1000, 1000), 3 * key, "{key}");
        }
        assert!(rows.exposes(33) && !rows.exposes(34) && rows.exposes(967) && !rows.exposes(966));
        assert!((rows.share() - 67.0 / 1000.0).abs() < 1e-12);
        assert!((rows.independent() - 0.375).abs() < 1e-12);
    }

    /// XOR under M = 16, with bounds at 4 and 12. Blocks of four keys keep their noise, so k < 4 always agrees. A k of
    /// 4 or more mixes the blocks.
    #[test]
    fn agreement_of_xor_by_counting() {
        let sample = Sample::drawn(&[2], 10, 1).modulus(16, Combine::Xor).method(KEY, THREE);
        let rows = Neighbours::new(&sample.pairs()).expect("keys select");
        let row = &rows.pairs[0].0;
        let noise = |key: u64| row[step(row, key)].1;
        for key in 0..16 {
            let counted = (0..16).filter(|&x| noise(x) != noise(x ^ key)).count() as u64;
            assert_eq!(differing_xor(row, row, key, 0, 4), counted);
            assert_eq!(rows.exposes(key), key < 4, "{key}");
        }
    }

    /// The last of ten keys has another noise. A shift by 1 moves two keys, and 0.82 of independent draws agree.
    #[test]
    fn noise_that_is_nearly_always_the_same_is_tied_to_nothing() {
        let rare = |p: f64| {
            format!("i,j,p,v,p_int_ub\n0,0,1,0,1\n1,1,{p},0,{p}\n1,2,{},1,1\n", ((1.0 - p) * 100.0).round() / 100.0)
        };
        let sample = Sample::drawn(&[2], 10, 1).modulus(10, Combine::Sum);
        let rows = Neighbours::new(&sample.clone().method(KEY, &rare(0.9)).pairs()).expect("keys select");
        assert!(rows.exposes(0) && !rows.exposes(1) && (rows.independent() - 0.82).abs() < 1e-12);
        let sample = sample.modulus(100, Combine::Sum).method(KEY, &rare(0.98));
        assert_eq!(findings(&sample).0.figures[0].1.value(), 0.0);
    }

    #[test]
    fn a_hash_ties_nothing_and_a_key_does() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        let (hashed, even) = findings(&sample);
        assert!(hashed.passes() && even.passes());
        assert_eq!(hashed.figures[0].1, Figure::Number(0.0));
        let (keyed, _) = findings(&sample.clone().method(KEY, D5));
        // The p-table has about twelve bounds, so 0.1 / 12 of the keys on either side of 0 are exposed.
        assert!(!keyed.passes() && (0.014..0.022).contains(&keyed.figures[0].1.value()), "{keyed:?}");
        let (deterministic, _) =
            findings(&sample.method(r#"{ "kind": "threshold-rounding", "threshold": 0, "base": 5 }"#, ""));
        assert!(deterministic.passes());
    }

    #[test]
    fn planted_keys_are_found() {
        for (seed, combine) in [(1, Combine::Sum), (2, Combine::Xor), (3, Combine::Sum)] {
            let sample = Sample::drawn(&[10, 12, 20], 3000, seed).modulus(1 << 32, combine);
            assert!(findings(&sample).1.passes());
            let mut planted = sample;
            planted.records.iter_mut().step_by(50).for_each(|(_, key)| *key %= 1000);
            let (_, found) = findings(&planted);
            assert!(!found.passes() && found.name == "near-zero-keys", "{found:?}");
        }
    }
    /// Multiples of the 256 keys of a dense p-table are not near 0 modulo 2^32, but they leave the noise unchanged.
    #[test]
    fn keys_near_0_of_a_dense_ptable() {
        let entry = |row: usize, key: usize| format!("{row},{key},{}", (key / 16 + row) % 3);
        let lines: Vec<String> = (1..=250).flat_map(|row| (0..256).map(move |key| entry(row, key))).collect();
        let ptable = format!("pcv,ckey,pvalue\n{}\n", lines.join("\n"));
        let mut sample = Sample::drawn(&[10, 12, 20], 3000, 1).method(KEY, &ptable);
        assert!(findings(&sample).1.passes());
        sample.records.iter_mut().step_by(30).for_each(|(_, key)| *key -= *key % 256);
        let (_, found) = findings(&sample);
        assert!(!found.passes() && found.says.contains("within 0 of 0 modulo 256"), "{found:?}");
    }
}
