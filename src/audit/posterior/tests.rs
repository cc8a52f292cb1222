use std::collections::BTreeMap;

use super::*;
use crate::audit::bounds::Bounds;
use crate::audit::candidates::Candidates;
use crate::audit::equations::Equations;
use crate::audit::hidden_presence;
use crate::audit::sample::Sample;
use crate::audit::testing::{HASH, S05, World, dimension, town};
use crate::base::SplitMix;
use crate::dimension::Dimension;
use crate::protect::Status;

/// Persons of four kinds. Their kind determines how likely each answer to a question with the codes no and yes is.
fn survey(areas: usize, questions: usize, persons: usize, seed: u64) -> World {
    let question = |at| dimension(&format!("question{at}"), 2, &[]);
    let dimensions: Vec<Dimension> =
        [dimension("area", areas, &[])].into_iter().chain((0..questions).map(question)).collect();
    let mut random = SplitMix(seed);
    let mut cells: BTreeMap<Vec<u32>, (u64, u64)> = BTreeMap::new();
    for _ in 0..persons {
        let kind = random.below(4);
        let mut codes = vec![random.below(areas) as u32];
        codes.extend((0..questions).map(|at| u32::from(random.below(1000) < [2, 15, 60, 400][(kind + at) % 4])));
        let cell = cells.entry(codes).or_default();
        *cell = (cell.0 + 1, (cell.1 + random.below(1 << 32) as u64) % (1 << 32));
    }
    let mut world = World::new(dimensions, &[], seed);
    world.cells = cells.into_iter().map(|(codes, (count, key))| (codes, count, key)).collect();
    world
}

/// On a single line the beliefs are exact. The test enumerates all counts of the line.
#[test]
fn beliefs_of_one_line_are_exact() {
    let samples = [
        Sample::empty(&[2]).add(&[1], 2),
        Sample::empty(&[3]).add(&[0], 1).add(&[1], 3).add(&[2], 2),
        Sample::empty(&[3]).add(&[2], 4),
        Sample::empty(&[4]).add(&[0], 2).add(&[3], 1),
    ];
    for (number, sample) in samples.into_iter().enumerate() {
        let evidence = sample.evidence(&["", "0"]);
        let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(&evidence));
        let priors = Priors::new(&evidence, &candidates);
        let bounds = Bounds::of_values(&evidence, &candidates);
        let system = System { evidence: &evidence, candidates, lines, bounds };
        let found = belief::of_lines(&system, &priors);
        let candidates = &system.candidates;
        let values = &evidence.views[1].values;
        let total = evidence.views[0].values[0];
        let chance = |count: i64, value: i64| candidates.likelihood(count as u64, value, Status::Shown);
        let mut weights = vec![BTreeMap::<i64, f64>::new(); values.len() + 1];
        for number in 0..17_usize.pow(values.len() as u32) {
            let counts: Vec<i64> = (0..values.len()).map(|at| (number / 17_usize.pow(at as u32) % 17) as i64).collect();
            let sum: i64 = counts.iter().sum();
            let mut weight = chance(sum, total);
            let with_records: Vec<usize> = (0..counts.len()).filter(|&at| counts[at] > 0).collect();
            for (at, &count) in counts.iter().enumerate() {
                weight *= chance(count, values[at]) * priors.chance(1, count);
            }
            if let [only] = with_records[..] {
                weight *= if values[only] == total && weight > 0.0 { 1.0 / chance(sum, total) } else { 0.0 };
            }
            for (cell, count) in [sum].into_iter().chain(counts).enumerate() {
                *weights[cell].entry(count).or_default() += weight;
            }
        }
        for (cell, weights) in weights.iter().enumerate() {
            let sum: f64 = weights.values().sum();
            for (&count, weight) in weights {
                let (found, expected) = (found.within(cell, count..=count), weight / sum);
                assert!(
                    (found - expected).abs() < 1e-4,
                    "{number}: cell {cell}, count {count}: {found}, not {expected}"
                );
            }
        }
    }
}

/// Many questions with two codes in tables of three disclose small counts. A town with longer code lists in tables of
/// two does not.
#[test]
fn yes_and_no_questions_fail_and_a_sound_town_passes() {
    let planted = survey(6, 9, 3000, 1).publish(3, HASH, Some(S05));
    let finding = posterior(&planted);
    assert!(!finding.passes(), "{finding:#?}");
    let share = |at: usize| finding.figures[at].1.value();
    assert!(share(2) >= 0.9 && share(1) > 2.0 * share(3).max(share(4)), "beyond the baselines: {finding:#?}");
    let hidden = hidden_presence(&planted);
    assert!(!hidden.passes() && hidden.figures[2].1 == Figure::Count(0), "{hidden:#?}");
    for seed in 0..5 {
        let finding = posterior(&town(3000, seed).publish(2, HASH, Some(S05)));
        assert!(finding.passes(), "{finding:#?}");
        // Many hidden cells, in lines with many parts.
        let dimensions = vec![dimension("a", 30, &[]), dimension("b", 20, &[]), dimension("c", 25, &[])];
        let hidden = hidden_presence(&World::random(dimensions, 3000, seed).publish(2, HASH, Some(S05)));
        let Figure::Share { all, .. } = hidden.figures[1].1 else { panic!("a share") };
        assert!(hidden.passes() && all > 100, "{hidden:#?}");
    }
}

/// The total and its first part have different values, so the second part has records.
#[test]
fn a_total_that_differs_from_its_part_proves_presence_in_the_other() {
    let sample = Sample::empty(&[2]).add(&[0], 40).add(&[1], 1);
    let mut evidence = sample.method(r#"{ "kind": "random-rounding", "base": 3 }"#, "").evidence(&["", "0"]);
    evidence.views[1].values = vec![39, 0];
    evidence.views[0].values = vec![42];
    let finding = hidden_presence(&evidence);
    assert_eq!(finding.figures[0].1, Figure::Share { of: 1, all: 1 });
    // With equal values, the other part may be empty.
    evidence.views[0].values = vec![39];
    assert_eq!(hidden_presence(&evidence).figures[0].1, Figure::Share { of: 0, all: 1 });
}

/// The attacker claims the most probable cells, as long as 90 % of the claims are right.
#[test]
fn claims_end_where_too_many_are_wrong() {
    let claims = |chances: &[(f64, bool)]| {
        let mut ranking = Ranking::default();
        chances.iter().for_each(|&(chance, is_so)| ranking.count(is_so, chance));
        let Claims { cells, claims, right, .. } = ranking.claims();
        (cells, claims, right)
    };
    let right = [(0.8, true); 9];
    assert_eq!(claims(&[&right[..], &[(0.5, false)]].concat()), (9, 10, 9));
    assert_eq!(claims(&[&right[..], &[(0.9, false)]].concat()), (9, 10, 9));
    assert_eq!(claims(&[&right[..], &[(0.5, false), (0.4, false)]].concat()), (9, 10, 9));
    // Cells with the same probability are claimed together or not at all.
    assert_eq!(claims(&[(0.5, true), (0.5, false)]), (1, 0, 0));
    assert_eq!(claims(&[(0.04, true)]), (1, 0, 0));
}
