//! Each attack finds a planted fault and passes a sound twin.

use super::*;
use crate::audit::sample::{Sample, next};
use crate::audit::{Figure, Finding};
use crate::base::SplitMix;

const NONE: &str = r#"{ "kind": "none" }"#;

fn finest(sample: &Sample) -> Vec<(Vec<u32>, u64, u64)> {
    let cell = |(codes, key): &(Vec<usize>, u64)| (codes.iter().map(|&code| code as u32).collect(), 1, *key);
    sample.records.iter().map(cell).collect()
}

/// A town of 3,000 persons with many small cells.
fn town() -> Sample {
    Sample::drawn(&[12, 9, 7, 5], 3000, 5).method(NONE, "")
}

/// The same town after `share` of 100 persons took the code of dimension 0 from another person.
fn swapped(sample: &Sample, share: u64) -> Sample {
    let (mut changed, mut state) = (sample.clone(), 17);
    let many = sample.records.len() as u64;
    for at in 0..sample.records.len() {
        if next(&mut state) % 100 < share {
            let other = (next(&mut state) % many) as usize;
            let code = changed.records[at].0[0];
            changed.records[at].0[0] = std::mem::replace(&mut changed.records[other].0[0], code);
        }
    }
    changed
}

/// The published tables of `changed`, scored against the records of `original`, and both sets of finest cells.
fn evidence(changed: &Sample, original: &Sample) -> (Evidence, Truth) {
    let truth = Truth::new(finest(changed), changed.keys);
    let truth = truth.with_original(Truth::new(finest(original), original.keys));
    let views = ["", "0", "1", "2", "3", "0 1", "0 2", "0 3", "1 2", "1 3", "2 3", "0 1 2", "0 1 3", "0 2 3", "1 2 3"];
    let mut evidence = changed.evidence(&views);
    evidence.score_against(&truth);
    (evidence, truth)
}

fn share(finding: &Finding, at: usize) -> f64 {
    finding.figures[at].1.value()
}

/// Without changes, every claim is right. With more swapping, fewer are, but tables without dimension 0 stay true.
#[test]
fn swapping_lowers_the_share_of_true_small_cells() {
    let town = town();
    let shares: Vec<f64> = [0, 5, 20, 60]
        .map(|percent| {
            let (evidence, truth) = evidence(&swapped(&town, percent), &town);
            let (small, kept) = (small_cells(&evidence), kept_tables(&evidence));
            let uniques = true_uniques(&evidence.dimensions, &FinestCells::new(&truth));
            assert_eq!((small.passes(), uniques.passes(), kept.passes()), (false, percent == 60, false), "{percent}");
            // The table of all other dimensions is kept, and no table with dimension 0.
            let name = if percent == 0 { "0 × 1 × 2" } else { "1 × 2 × 3" };
            assert!(
                kept.says.contains(name) && !(percent > 0 && kept.says.contains("is 0")),
                "{percent}: {}",
                kept.says
            );
            share(&uniques, 0)
        })
        .to_vec();
    assert!(shares[0] == 1.0 && shares.is_sorted_by(|a, b| a > b), "{shares:?}");
}

/// The sound twin: random rounding of the finest cells to base 5. No 1 or 2 is published in any table.
#[test]
fn rounded_cells_pass() {
    let town = Sample::drawn(&[4, 3, 3], 4000, 5).method(NONE, "");
    let (mut random, mut rounded) = (SplitMix(3), Sample::empty(&[4, 3, 3]).method(NONE, ""));
    let mut counts = std::collections::BTreeMap::<Vec<usize>, u64>::new();
    town.records.iter().for_each(|(codes, _)| *counts.entry(codes.clone()).or_default() += 1);
    for (codes, count) in counts {
        let up = u64::from(random.next() % 5 < count % 5);
        rounded = rounded.add(&codes, ((count / 5 + up) * 5) as usize);
    }
    let truth = Truth::new(finest(&rounded), rounded.keys);
    let truth = truth.with_original(Truth::new(finest(&town), town.keys));
    let mut evidence = rounded.evidence(&["", "0", "1", "2", "0 1", "0 2", "1 2", "0 1 2"]);
    evidence.score_against(&truth);
    for finding in [small_cells(&evidence), kept_tables(&evidence), profiles(&evidence), equality(&evidence)] {
        assert!(finding.passes(), "{finding:?}");
    }
    let uniques = true_uniques(&evidence.dimensions, &FinestCells::new(&truth));
    assert_eq!(uniques.figures[1].1, Figure::Share { of: 0, all: 0 });
    assert!(small_cells(&evidence).example.is_none());
}

/// The planted fault: noise fills no empty cell. Moved records leave cells in which nobody was.
#[test]
fn real_cells_are_those_with_somebody() {
    let town = town();
    let (evidence, truth) = evidence(&swapped(&town, 60), &town);
    let found = real_cells(&evidence.dimensions, &FinestCells::new(&truth));
    assert!(found.passes() && share(&found, 0) > 0.4, "{found:?}");
    let mut rounded = town.clone();
    rounded.records.extend(town.records.clone());
    let truth = Truth::new(finest(&rounded), town.keys).with_original(Truth::new(finest(&town), town.keys));
    let found = real_cells(&evidence.dimensions, &FinestCells::new(&truth));
    assert!(!found.passes() && share(&found, 0) == 1.0, "{found:?}");
    // With few rare cells, chance decides.
    let few = Sample::empty(&[2, 2]).add(&[0, 0], 1).add(&[1, 1], 50);
    let truth = Truth::new(finest(&few), few.keys).with_original(Truth::new(finest(&few), few.keys));
    let found = real_cells(&evidence.dimensions[..2], &FinestCells::new(&truth));
    assert!(found.passes() && !found.is_tested(), "{found:?}");
}

/// Tables with many wrong small cells do not hide a table that no step has changed.
#[test]
fn the_worst_table_counts() {
    let town = town();
    let (evidence, _) = evidence(&swapped(&town, 60), &town);
    let found = small_cells(&evidence);
    assert!(!found.passes() && found.says.ends_with("The worst table: 1 × 2 × 3."), "{}", found.says);
    assert!(share(&found, 2) < 0.7, "{found:?}");
}

/// A wrong count is not true, even if it is near. A cell of 1 is true if another person took the place.
#[test]
fn cells_are_true_by_their_counts() {
    let original = Sample::empty(&[2, 2]).add(&[0, 0], 1).add(&[0, 1], 2).add(&[1, 0], 30).add(&[1, 1], 1);
    let changed =
        Sample::empty(&[2, 2]).add(&[0, 0], 2).add(&[0, 1], 1).add(&[1, 0], 30).add(&[1, 1], 1).method(NONE, "");
    let truth = Truth::new(finest(&changed), changed.keys);
    let truth = truth.with_original(Truth::new(finest(&original), original.keys));
    let mut evidence = changed.evidence(&["0 1"]);
    evidence.score_against(&truth);
    let found = small_cells(&evidence);
    assert_eq!(found.figures[1].1, Figure::Share { of: 1, all: 3 });
    assert_eq!(found.figures[3].1, Figure::Share { of: 1, all: 2 });
    assert_eq!(found.example.unwrap().truth, "the count is 1");
    let uniques = true_uniques(&evidence.dimensions, &FinestCells::new(&truth));
    assert_eq!(uniques.figures[0].1, Figure::Share { of: 1, all: 2 });
}

/// Keys of the records fail, and so does a listed zero. Drawn keys pass, also with 256 keys.
#[test]
fn keys_of_records_are_found() {
    for modulus in [1 << 32, 256] {
        let town = town().modulus(modulus, crate::key::Combine::Sum);
        let changed = swapped(&town, 10);
        let mut state = 91;
        let mut drawn = finest(&changed);
        // One key for each cell, so that all records of a cell have one key together.
        let mut seen = std::collections::BTreeSet::new();
        for (codes, _, key) in &mut drawn {
            *key = if seen.insert(codes.clone()) { next(&mut state) % modulus } else { 0 };
        }
        let original = || Truth::new(finest(&town), town.keys);
        let sound = Truth::new(drawn, changed.keys).with_original(original());
        let planted = Truth::new(finest(&changed), changed.keys).with_original(original());
        assert!(
            cell_keys(&FinestCells::new(&sound), [town.keys; 2], 0).passes(),
            "{:?}",
            cell_keys(&FinestCells::new(&sound), [town.keys; 2], 0)
        );
        assert_eq!(share(&cell_keys(&FinestCells::new(&sound), [town.keys; 2], 3), 0), 1.0);
        let found = cell_keys(&FinestCells::new(&planted), [town.keys; 2], 0);
        assert!(!found.passes() && found.says.contains("keys of the unchanged cells"), "{found:?}");
    }
}
