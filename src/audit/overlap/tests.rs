use super::*;
use crate::audit::Outcome;
use crate::audit::sample::Sample;

/// Persons by area, age in bands of five years (0 to 7) and work. Few persons are of code 3. Levels `a` and `b` cut
/// before and after code 3.
fn town(persons: usize, between: usize, seed: u64) -> Sample {
    let mut sample = Sample::drawn(&[6, 8, 5, 4], persons, seed);
    let mut left = 0;
    sample.records.retain(|(codes, _)| {
        left += usize::from(codes[1] == 3);
        codes[1] != 3 || left <= between
    });
    sample.level(1, "a", &[0, 0, 0, 1, 1, 1, 2, 2]);
    sample.level(1, "b", &[0, 0, 0, 0, 1, 1, 2, 2]);
    sample
}

const CROSSING: [&str; 8] = ["1:a", "1:b", "0 1:a", "0 1:b", "0 1:a 2", "0 1:b 2", "1:a 2 3", "1:b 2 3"];

fn shares(finding: &Finding) -> Vec<(u64, u64)> {
    let share = |(_, figure): &(&str, Figure)| match *figure {
        Figure::Share { of, all } => (of, all),
        Figure::Count(count) => (count, 0),
        Figure::Number(_) => (0, 0),
    };
    finding.figures.iter().map(share).collect()
}

/// Few persons are between the two levels. Without one of the levels, or with nested levels, there is no such group.
#[test]
fn crossing_levels_disclose_the_few_between() {
    for seed in 1..=3 {
        for (persons, between) in [(1000, 20), (3000, 60)] {
            let sample = town(persons, between, seed);
            let finding = overlap(&sample.evidence(&CROSSING), &[]);
            let [first, nobody, few, _, pairs] = shares(&finding)[..] else { panic!("{finding:?}") };
            assert!(!finding.passes() && finding.is_tested() && pairs.0 > 50, "{finding:?}");
            assert!(first.0 <= nobody.0 + few.0 && first.1 <= pairs.0, "{finding:?}");
            // At least two claims of three are right.
            assert!(3 * (nobody.0 + few.0) >= 2 * (nobody.1 + few.1), "{finding:?}");
            for views in [&["0 1:a", "0 1:a 2", "1:a 2 3"][..], &["0 1", "0 1:a", "0 1:b", "1:a"]] {
                let twin = overlap(&sample.evidence(views), &[]);
                assert!(twin.outcome() == Outcome::NothingAtRisk && twin.figures[4].1 == Figure::Count(0), "{twin:?}");
            }
            let mut nested = sample.clone();
            nested.level(1, "c", &[0, 0, 0, 1, 1, 1, 1, 1]);
            let twin = overlap(&nested.evidence(&["1:a", "1:c", "0 1:a", "0 1:c", "0 1:a 2", "0 1:c 2"]), &[]);
            assert!(twin.outcome() == Outcome::NothingAtRisk && twin.figures[4].1 == Figure::Count(0), "{twin:?}");
        }
    }
}

/// Nobody is of code 3, so the distribution of differences alone makes every right claim. The values disclose nothing more.
#[test]
fn claims_of_the_baseline_are_no_disclosure() {
    for seed in 1..=3 {
        // Forty areas of about the same size.
        let mut sample = Sample::drawn(&[40, 8, 5, 4], 8000, seed);
        sample.records.retain(|(codes, _)| codes[1] != 3);
        (0..).zip(&mut sample.records).for_each(|(at, (codes, _))| codes[0] = at % 40);
        sample.level(1, "a", &[0, 0, 0, 1, 1, 1, 2, 2]);
        sample.level(1, "b", &[0, 0, 0, 0, 1, 1, 2, 2]);
        let finding = overlap(&sample.evidence(&["0 1:a", "0 1:b"]), &[]);
        let [first, nobody, _, alone, _] = shares(&finding)[..] else { panic!("{finding:?}") };
        // The values alone make most claims, and nearly all of them are claims of the baseline.
        assert!(nobody.0 > 60 && alone.0 > 60 && 20 * first.0 <= nobody.0, "{finding:?}");
        assert!(finding.passes() && finding.is_tested(), "{finding:?}");
        // With some persons of code 3, the values disclose who has nobody between.
        let twin = overlap(&town(3000, 60, seed).evidence(&CROSSING), &[]);
        assert!(!twin.passes() && twin.example.is_some(), "{twin:?}");
    }
}

/// Many persons between the levels leave few right claims.
#[test]
fn many_persons_between_are_no_small_group() {
    let finding = overlap(&town(8000, 8000, 1).evidence(&["1:a", "1:b", "0 1:a", "0 1:b"]), &[]);
    assert!(finding.passes() && finding.figures[4].1.value() > 10.0, "{finding:?}");
}

/// The values of both groups are 23. Of many equal pairs, some are equal by chance.
#[test]
fn probabilities_by_hand() {
    let sample = Sample::empty(&[1]).method(r#"{ "kind": "none" }"#, "");
    let evidence = sample.evidence(&["0"]);
    let candidates = Candidates::new(&evidence.compiled);
    // Without noise, each difference is certain.
    let values = Values::from([((23, 23), 3), ((23, 25), 1)]);
    let prior = Prior::new(&values, &candidates, true, true);
    assert_eq!(prior.chances(23, 23, &candidates)[0], 1.0);
    assert_eq!(prior.few(&prior.chances(23, 25, &candidates)), 1.0);
    // Classes: the same records, 1 and 2 persons, each with 0.1 pairs beforehand.
    assert_eq!(prior.classes, [(1, 1), (2, 2)]);
    assert!((prior.shares[0] - 3.1 / 4.3).abs() < 1e-9, "{:?}", prior.shares);
    // Crossing groups of the same number may be other people.
    let crossing = Prior::new(&values, &candidates, false, true);
    assert!(crossing.chances(23, 23, &candidates)[0] < 1.0);
}
