//! Record keys: do they look like independent even draws?
//!
//! **The adversary** knows how weak keys are made: one key for all, serial numbers, weights, a hash of the answers. Then
//! the adversary computes cell keys, and with them the noise.
//!
//! **Formula.** The key of a cell with one record is the record's key. Sums of uniform keys are uniform, so the keys of
//! all finest cells should be distinct and uniform too. Both sets get the tests of [`check`](crate::key::check):
//! repeats
//! against the birthday bound, intervals, remainders, steps and neighbours. Each set has a level of 10^-9.
//!
//! **What it cannot find**: faults of records that share a cell with others, because a cell has one key only. Under XOR,
//! two equal keys cancel to 0. `cellveil tile` tests the keys of all records, and refuses confidential data whose keys
//! fail.

use super::{Evidence, Figure, Finding, Finest};
use crate::key::Combine;
use crate::key::check::{KeyFault, KeyTally};

/// Tests the keys of single records and the keys of cells.
pub fn record_keys(evidence: &Evidence, finest: Finest<'_>) -> Finding {
    let tally = |keys: &mut dyn Iterator<Item = u64>| {
        let mut tally = KeyTally::new(evidence.keys.modulus(), None);
        // Each key belongs to a cell of its own, so no key repeats within a cell.
        (0..).zip(keys).for_each(|(cell, key)| tally.add(key, None, cell, 0));
        tally.faults()
    };
    let alone = finest.of_one().count() as u64;
    let mut faults = tally(&mut finest.of_one());
    for fault in tally(&mut finest.keys.iter().copied()) {
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    let texts: Vec<String> = faults.iter().map(KeyFault::to_string).collect();
    let found = match texts.as_slice() {
        [] => "The keys are distinct and even, as far as these cells show.".to_owned(),
        texts => format!("The keys fail: {}.", texts.join(", ")),
    };
    let cancel = match evidence.keys.operation() {
        Combine::Xor => " Under XOR, two equal keys cancel and leave no trace.",
        Combine::Sum => "",
    };
    Finding {
        name: "record-keys",
        says: format!(
            "The audit tested the record keys of persons alone in their finest cell, and the keys of all finest cells. \
             {found} The audit cannot see the keys of records that share a cell.{cancel} The command `cellveil tile` tests \
             the keys of all records."
        ),
        figures: vec![
            ("failed checks of keys", Figure::Count(faults.len() as u64)),
            ("record keys tested", Figure::Count(alone)),
            ("cell keys tested", Figure::Count(finest.keys.len() as u64)),
        ],
        limit: 0.0,
        blocked: (alone == 0).then(|| "no finest cell has exactly one record, so no record key is visible".to_owned()),
        example: None,
        remedy: "Draw new record keys, independently and uniformly from 0 to the modulus minus 1. Draw them before you \
                 publish anything with the present keys.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::{Sample, next};

    fn finding(sample: &Sample) -> Finding {
        let (counts, keys) = sample.finest();
        record_keys(&sample.pairs(), Finest { counts: &counts, keys: &keys })
    }

    /// Replaces the keys of a sound sample. `key` gets the number of the record and its codes.
    fn planted(combine: Combine, mut key: impl FnMut(u64, &[usize]) -> u64) -> Finding {
        let mut sample = Sample::drawn(&[10, 12, 20], 3000, 1).modulus(1 << 32, combine);
        (0..).zip(&mut sample.records).for_each(|(at, (codes, own))| *own = key(at, codes));
        finding(&sample)
    }

    #[test]
    fn sound_keys_pass() {
        for (seed, combine) in [(1, Combine::Sum), (2, Combine::Xor), (3, Combine::Sum)] {
            let found = finding(&Sample::drawn(&[10, 12, 20], 3000, seed).modulus(1 << 32, combine));
            assert!(found.passes() && found.is_tested(), "{found:?}");
        }
    }

    #[test]
    fn planted_keys_are_found() {
        let (mut state, mut household) = (5, 0);
        let mut random = || next(&mut state) % (1 << 32);
        for combine in [Combine::Sum, Combine::Xor] {
            let faults = [
                ("constant key", planted(combine, |_, _| 3_141_592_653)),
                ("1..n", planted(combine, |at, _| at + 1)),
                ("few distinct keys", planted(combine, |at, _| [900_000_017, 3_000_000_019][at as usize % 2])),
                ("survey weights", planted(combine, |_, _| 80 + random() % 900)),
                (
                    "household keys",
                    planted(combine, |at, _| {
                        if at % 3 == 0 {
                            household = random();
                        }
                        household
                    }),
                ),
            ];
            for (name, found) in faults {
                assert!(!found.passes() && found.says.contains("The keys fail: "), "{name} {combine:?}: {found:?}");
            }
        }
    }

    /// Under XOR, cells with two records of the same answers have the key 0. Sums of equal keys look random: only `tile`
    /// finds them.
    #[test]
    fn hashes_of_the_answers_are_found_under_xor() {
        let hash = |_: u64, codes: &[usize]| {
            let mut state = codes.iter().fold(1, |state, &code| state * 100 + code as u64);
            next(&mut state) % (1 << 32)
        };
        assert!(!planted(Combine::Xor, hash).passes());
        assert!(planted(Combine::Sum, hash).says.contains("cannot see the keys of records that share a cell"));
    }

    #[test]
    fn cube_without_single_records_is_not_tested() {
        let found = finding(&Sample::empty(&[2]).add(&[0], 5).add(&[1], 7));
        assert_eq!((found.passes(), found.is_tested()), (true, false));
    }
}
