//! Tests which findings the unchanged records score, and that all others stay as they are.

use super::*;
use crate::audit::consistency::same_records;
use crate::audit::sample::Sample;
use crate::audit::{
    Figure, Finding, Finest, OldRelease, attacks, certain_zeros, composition, consistency, equality, exact_totals,
    hidden_elsewhere, hidden_presence, overlap, profiles, record_keys,
};
use crate::protect::Status;

const NONE: &str = r#"{ "kind": "none" }"#;

/// The finest cells of a sample, one for each record.
fn truth(sample: &Sample) -> Truth {
    let cell = |(codes, key): &(Vec<usize>, u64)| (codes.iter().map(|&code| code as u32).collect(), 1, *key);
    Truth::new(sample.records.iter().map(cell).collect(), sample.keys)
}

/// Swaps the codes of a dimension between the records at two positions.
fn swap(sample: &mut Sample, dimension: usize, one: usize, other: usize) {
    let code = sample.records[one].0[dimension];
    sample.records[one].0[dimension] = std::mem::replace(&mut sample.records[other].0[dimension], code);
}

/// A sample with all records swapped in pairs, as far apart as possible.
fn swapped(sample: &Sample) -> Sample {
    let mut changed = sample.clone();
    let many = sample.records.len();
    (0..many / 2).for_each(|at| swap(&mut changed, 0, at, many - 1 - at));
    changed
}

/// All views of up to two dimensions of a small town, and some of three.
fn town(method: Option<&str>) -> (Sample, Vec<&'static str>) {
    let sample = Sample::drawn(&[8, 6, 2, 2], 260, 3);
    let sample = method.into_iter().fold(sample, |sample, method| sample.method(method, ""));
    let views = ["", "0", "1", "2", "3", "0 1", "0 2", "0 3", "1 2", "1 3", "2 3", "0 1 2", "0 2 3"];
    (sample, views.to_vec())
}

/// The evidence about `changed`, scored against the unchanged records of `original`.
fn evidence(changed: &Sample, views: &[&str], original: &Sample) -> Evidence {
    let mut evidence = changed.evidence(views);
    evidence.score_against(&truth(changed).with_original(truth(original)));
    evidence
}

/// All findings about published cells.
fn findings(evidence: &Evidence, changed: &Sample) -> Vec<Finding> {
    let (counts, keys) = changed.finest();
    attacks(evidence, Finest { counts: &counts, keys: &keys }, &[], 1, &mut |_| {})
}

fn find<'a>(findings: &'a [Finding], name: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.name == name).expect("a finding")
}

/// The sound twin of all attacks: if no record was changed, every finding is as before.
#[test]
fn the_same_records_score_as_before() {
    for method in [Some(NONE), None] {
        let (sample, views) = town(method);
        let before = findings(&sample.evidence(&views), &sample);
        assert_eq!(findings(&evidence(&sample, &views, &sample), &sample), before);
    }
}

/// All records were swapped in pairs. Claims are right less often. Tests of values and of keys do not change. Further tests
/// below have a case of each other attack.
#[test]
fn unchanged_records_score_claims_and_nothing_else() {
    let scored_without_noise =
        ["reconstruction", "posterior", "equality", "averaging", "differencing", "largest-noise", "certain-zeros"];
    let scored_with_noise = ["posterior", "equality"];
    for (method, scored) in [(Some(NONE), &scored_without_noise[..]), (None, &scored_with_noise)] {
        let (original, views) = town(method);
        let changed = swapped(&original);
        let before = findings(&changed.evidence(&views), &changed);
        let after = findings(&evidence(&changed, &views, &original), &changed);
        for name in scored {
            let (before, after) = (find(&before, name), find(&after, name));
            let (own, scored) = (before.figures[0].1.value(), after.figures[0].1.value());
            assert!(scored < own, "{name}: {before:?} {after:?}");
        }
        for name in ["record-keys", "key-algebra", "near-zero-keys", "impossible-values", "exact-totals", "consistency"]
        {
            assert_eq!(find(&before, name), find(&after, name));
        }
        // The share of values with the largest noise describes the method.
        let largest = |findings: &[Finding]| find(findings, "largest-noise").figures[1].1;
        assert_eq!(largest(&before), largest(&after));
    }
}

/// All ten records of code 0 are published with code 1. One of them was swapped in: the claim is wrong. If both records of
/// the pair have code 1, the swap does not show, and the claim is right.
#[test]
fn a_swapped_record_makes_a_claim_wrong() {
    let views = ["", "0", "1", "0 1"];
    let published = Sample::empty(&[3, 2]).add(&[0, 1], 10).add(&[1, 0], 9).add(&[1, 1], 8).method(NONE, "");
    let right = |original: &Sample| equality(&evidence(&published, &views, original)).figures[2].1;
    let mut unseen = published.clone();
    swap(&mut unseen, 0, 0, 20); // both have code 1 of the second dimension
    assert_eq!(right(&unseen), Figure::Share { of: 2, all: 2 });
    let mut seen = published.clone();
    swap(&mut seen, 0, 0, 12); // a record of code 0 of the second dimension
    assert_eq!(right(&seen), Figure::Share { of: 0, all: 2 });
}

/// The cell of codes 2 and 0 is published as 0. A record was swapped out of it, so it is not empty.
#[test]
fn a_record_that_was_swapped_out_makes_a_zero_wrong() {
    let views = ["", "0", "1", "0 1"];
    let published = Sample::empty(&[3, 2]).add(&[0, 0], 10).add(&[1, 1], 9).add(&[2, 1], 8).method(NONE, "");
    let zeros = |original: &Sample| certain_zeros(&evidence(&published, &views, original)).figures[0].1;
    assert_eq!(zeros(&published), Figure::Share { of: 3, all: 3 });
    let mut original = published.clone();
    swap(&mut original, 0, 0, 20);
    // The cells of codes 2 and 0, and of 0 and 1, have a record each.
    assert_eq!(zeros(&original), Figure::Share { of: 1, all: 1 });
}

/// The two parts of a group have noise, and one part is published as 0. The values prove that it has records.
#[test]
fn a_proof_of_presence_needs_unchanged_records() {
    let (sample, views) = town(None);
    let figure = |original: &Sample| match hidden_presence(&evidence(&sample, &views, original)).figures[1].1 {
        Figure::Share { of, all } => (of, all),
        other => panic!("{other:?}"),
    };
    let (own, _) = figure(&sample);
    let mut nobody = sample.clone();
    nobody.records.clear();
    assert!(own > 0, "the fault is there");
    assert_eq!(figure(&nobody), (0, 0), "no unchanged record is in any cell");
    let (right, _) = figure(&swapped(&sample));
    assert!(right < own, "{right} {own}");
}

/// One person is alone in a cell, and each further table gives the person's code. A swap changes one of these codes.
#[test]
fn a_profile_of_a_swapped_person_is_wrong() {
    let views = ["", "0", "1", "2", "3", "0 1", "0 2", "0 3", "1 2", "1 3", "2 3"];
    let published = Sample::empty(&[3, 3, 3, 3])
        .add(&[0, 0, 0, 0], 20)
        .add(&[1, 1, 1, 1], 20)
        .add(&[2, 1, 0, 1], 1)
        .method(NONE, "");
    let persons = |original: &Sample| profiles(&evidence(&published, &views, original)).figures[0].1;
    assert_eq!(persons(&published), Figure::Count(1));
    let mut original = published.clone();
    swap(&mut original, 1, 40, 0);
    assert_eq!(persons(&original), Figure::Count(0));
}

/// Levels that cross have few persons between them. The unchanged records have other persons there.
#[test]
fn persons_between_groups_are_unchanged_records() {
    let mut sample = Sample::drawn(&[6, 8, 5, 4], 1000, 1);
    let mut left = 0;
    sample.records.retain(|(codes, _)| {
        left += usize::from(codes[1] == 3);
        codes[1] != 3 || left <= 20
    });
    sample.level(1, "a", &[0, 0, 0, 1, 1, 1, 2, 2]);
    sample.level(1, "b", &[0, 0, 0, 0, 1, 1, 2, 2]);
    let views = ["1:a", "1:b", "0 1:a", "0 1:b", "0 1:a 2", "0 1:b 2", "1:a 2 3", "1:b 2 3"];
    let own = overlap(&sample.evidence(&views), &[]);
    assert_eq!(overlap(&evidence(&sample, &views, &sample), &[]), own);
    assert!(!own.passes(), "the fault is there: {own:?}");
    // Every record without code 3 has code 3 among the unchanged records, so nobody is between no groups.
    let mut original = sample.clone();
    original.records.iter_mut().for_each(|(codes, _)| codes[1] = if codes[1] == 3 { 0 } else { 3 });
    let scored = overlap(&evidence(&sample, &views, &original), &[]);
    assert!(scored.figures[0].1.value() < own.figures[0].1.value() / 2.0, "{scored:?} {own:?}");
}

/// A published value is not that of the method. The tests of the build find it, whatever the unchanged records are, and
/// pass the sound twin although most values are impossible for the unchanged records.
#[test]
fn tests_of_the_build_use_the_changed_records() {
    let changed = Sample::drawn(&[30, 40, 6], 150, 1);
    let mut original = changed.clone();
    original.records.iter_mut().for_each(|(codes, _)| codes[0] = (codes[0] + 7) % 30);
    let views = ["", "0", "1", "0 1"];
    let mut sound = evidence(&changed, &views, &original);
    assert!(exact_totals(&sound).passes() && consistency(&sound).passes() && hidden_elsewhere(&sound).is_none());
    let mut pair = None;
    same_records(&sound, |lines, cell, only, _| pair = Some((lines.total_view, cell, lines.part_view, only)));
    let (total, cell, part, only) = pair.expect("a total with one part");
    let mut blocked = changed.evidence(&views);
    blocked.views[total].status[cell] = Status::Blocked;
    let expected = hidden_elsewhere(&blocked);
    blocked.score_against(&truth(&changed).with_original(truth(&original)));
    assert_eq!(hidden_elsewhere(&blocked), expected);
    sound.views[part].values[only] += 1;
    assert!(!exact_totals(&sound).passes() && !consistency(&sound).passes());
}

/// Faulty keys are those of the cube whose keys draw the noise. A second draw is found by the changed records too.
#[test]
fn keys_and_second_draws_are_those_of_the_changed_records() {
    let sound = Sample::drawn(&[10, 12, 20], 3000, 1);
    let mut faulty = sound.clone();
    faulty.records.iter_mut().for_each(|(_, key)| *key = 77);
    let passes = |changed: &Sample, original: &Sample| {
        let (counts, keys) = changed.finest();
        let evidence = evidence(changed, &["", "0"], original);
        record_keys(&evidence, Finest { counts: &counts, keys: &keys }).passes()
    };
    assert!(passes(&sound, &faulty) && !passes(&faulty, &sound));
    let old = OldRelease::of_evidence(&sound.pairs());
    let salted = Sample { salt: vec![8; 16], ..sound.clone() };
    for changed in [&sound, &salted] {
        let mut scored = changed.pairs();
        scored.score_against(&truth(changed).with_original(truth(&faulty)));
        assert_eq!(composition(&scored, &old), composition(&changed.pairs(), &old));
    }
    assert!(!composition(&salted.pairs(), &old).passes() && composition(&sound.pairs(), &old).passes());
}
