//! No primary cell is derivable from what is shown.

use cellveil::table_method::suppression::{self, intervals};
use cellveil::table_method::{Suppression, System, TableMethodError};

use super::outsider::{Knowledge, derivable, exact};
use super::systems::{Axis, inner, random_pair, random_table, table};
use super::{hide, rule};
use crate::table_method::tables::numbers;

/// A rule that varies with the seed.
fn varied(seed: u64) -> Suppression {
    let mut rule = rule([3, 4, 5, 11][seed as usize % 4]);
    rule.protect_zeros = seed % 7 == 3;
    rule.certain = seed % 7 == 5;
    rule.interval = (seed % 5 == 2).then_some(1000);
    rule
}

/// Checks that no hidden primary cell is a combination of shown cells, or exact by linear programs. Returns whether the
/// table has a primary cell.
fn check(seed: u64, system: &System, rule: &Suppression) -> bool {
    let pattern = hide(system, rule).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let derivable = derivable(system, &pattern.hidden);
    assert_eq!(suppression::derivable(system, &pattern.hidden).as_ref(), Some(&derivable), "seed {seed}");
    let floor = u64::from(!rule.protect_zeros && !rule.certain);
    // Linear programs take most of the time, so they run for some of the small tables.
    let intervals = intervals(system, &pattern.hidden, floor, system.len() <= 64 && seed % 4 < 2);
    let mut primary = 0;
    for cell in 0..system.len() {
        let count = system.counts()[cell];
        let is_small = if count == 0 { rule.protect_zeros } else { count < rule.threshold };
        assert!(!is_small || pattern.hidden[cell], "seed {seed}, cell {cell}: a small cell is shown");
        if is_small {
            primary += 1;
            assert!(!derivable[cell], "seed {seed}, cell {cell}: a combination of shown cells");
            let interval = intervals[cell];
            assert!(interval.least <= count && interval.most.is_none_or(|most| count <= most), "seed {seed}");
            let width = interval.most.map_or(u64::MAX, |most| most - interval.least);
            let wanted = rule.interval.map_or(1, |share| (u64::from(share) * count).div_ceil(1000)).max(1);
            assert!(width >= wanted, "seed {seed}, cell {cell}: an interval of {width}, expected {wanted}");
        }
    }
    assert!(pattern.elimination_checked, "seed {seed}");
    assert_eq!(pattern.intervals_checked, pattern.primary <= 500, "seed {seed}");
    let hidden = pattern.hidden.iter().filter(|hidden| **hidden).count() as u64;
    assert_eq!(pattern.primary + pattern.secondary, hidden, "seed {seed}");
    if !rule.certain {
        assert_eq!(pattern.primary, primary, "seed {seed}");
    }
    primary > 0
}

/// 2,000 tables in two tests, which run at the same time.
#[track_caller]
fn check_tables(seeds: std::ops::Range<u64>) {
    let with_primary = seeds.filter(|&seed| check(seed, &random_table(seed), &varied(seed))).count();
    assert!(with_primary > 800, "{with_primary}");
}

#[test]
fn no_primary_cell_of_1000_tables_is_derivable() {
    check_tables(0..1000);
}

#[test]
fn no_primary_cell_of_1000_further_tables_is_derivable() {
    check_tables(1000..2000);
}

/// Random patterns, safe or not: the elimination modulo a prime agrees with the one over the rationals.
#[test]
fn both_eliminations_agree_on_random_patterns() {
    let mut derived = [0u32; 2];
    for seed in 0..500 {
        let (system, mut random) = (random_table(seed), numbers(seed));
        let share = 4 + random(6);
        let hidden: Vec<bool> = (0..system.len()).map(|_| random(10) < share).collect();
        let ours = suppression::derivable(&system, &hidden).unwrap();
        assert_eq!(ours, derivable(&system, &hidden), "seed {seed}");
        hidden.iter().zip(ours).filter(|(hidden, _)| **hidden).for_each(|(_, derived_)| {
            derived[usize::from(derived_)] += 1;
        });
    }
    assert!(derived.iter().all(|&cells| cells > 2000), "{derived:?}");
}

#[test]
fn no_primary_cell_of_200_linked_pairs_is_derivable() {
    let with_primary = (0..200).filter(|&seed| check(seed, &random_pair(seed), &varied(seed))).count();
    assert!(with_primary > 150, "{with_primary}");
}

/// Lists all tables that an outsider cannot exclude. The bound `cap` excludes some tables that they must include, so
/// the test is stricter than the guarantee.
#[test]
fn tiny_tables_have_a_second_table_for_each_primary_cell() {
    let (mut listed, mut refused, mut hidden) = (0, 0, 0);
    for seed in 0..1500 {
        let mut random = numbers(seed);
        let axes = [Axis::flat(2 + random(2) as usize), Axis::flat(2 + random(2) as usize)];
        let counts: Vec<u64> = inner(axes[0].codes * axes[1].codes, &mut random).iter().map(|&x| x.min(6)).collect();
        let system = if seed % 4 == 0 { random_tiny_pair(seed) } else { table(&axes, &counts) };
        let threshold = 2 + seed % 4;
        let mut rule = rule(threshold);
        rule.protect_zeros = seed % 3 == 1;
        let pattern = match hide(&system, &rule) {
            Ok(pattern) => pattern,
            Err(error) => {
                // A table with records in one cell only: the rule and the threshold 2 give the count away.
                assert_eq!(error, TableMethodError::Unprotected, "seed {seed}");
                assert!(threshold == 2 && !rule.protect_zeros, "seed {seed}: {:?}", system.counts());
                refused += 1;
                continue;
            }
        };
        let floor = u64::from(!rule.protect_zeros);
        let cap = system.counts().iter().copied().max().unwrap_or(0) * 2 + 1;
        let Some(exact) = exact(&system, &pattern.hidden, Knowledge { floor, threshold }, cap) else { continue };
        listed += 1;
        for (cell, (&count, &known)) in system.counts().iter().zip(&exact).enumerate() {
            let is_primary = if count == 0 { rule.protect_zeros } else { count < threshold };
            if is_primary {
                hidden += 1;
                assert!(!known, "seed {seed}, cell {cell}: {:?} {:?}", system.counts(), pattern.hidden);
            }
        }
    }
    assert!(listed > 700 && hidden > 3000 && refused < 60, "{listed} {hidden} {refused}");
}

/// Two tables with two codes on each axis, of few records.
fn random_tiny_pair(seed: u64) -> System {
    let mut random = numbers(seed ^ 0x77);
    let [[a, b], [c, d]] = [[random(5), random(5)], [random(5), random(5)]];
    let (row, other) = (a + b, c + d);
    let (first, second) = (random(row + 1), random(other + 1));
    // Rows of A: two codes of B, two codes of C, the total.
    let counts = [
        [a, b, first, row - first, row],
        [c, d, second, other - second, other],
        [a + c, b + d, first + second, row + other - first - second, row + other],
    ];
    let at = |row: u32, place: u32| row * 5 + place;
    let mut sums: Vec<(u32, Vec<u32>)> = Vec::new();
    for row in 0..3 {
        sums.push((at(row, 4), vec![at(row, 0), at(row, 1)]));
        sums.push((at(row, 4), vec![at(row, 2), at(row, 3)]));
    }
    sums.extend((0..5).map(|place| (at(2, place), vec![at(0, place), at(1, place)])));
    System::new(counts.concat(), (0..15).collect(), sums)
}
