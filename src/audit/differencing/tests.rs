use super::*;
use crate::audit::testing::{HASH, S05, S19, World, dimension, town};

fn figure(finding: &Finding, name: &str) -> f64 {
    finding.figures.iter().find(|(found, _)| *found == name).expect("a figure").1.value()
}

/// Noise of −1, 0 and 1 has probabilities 1/4, 1/2 and 1/4. The difference of two such noises is −2, −1, 0, 1 and 2
/// with probabilities 1/16, 4/16, 6/16, 4/16 and 1/16.
#[test]
fn posteriors_by_hand() {
    let world = World::new(vec![dimension("a", 2, &[])], &[20, 1], 1);
    let mut evidence = world.publish(1, HASH, Some(S19));
    let mut likeliest = |whole, part, consistent| {
        (evidence.views[0].values, evidence.views[1].values) = (vec![whole], vec![part, 1]);
        super::likeliest(&Candidates::new(&evidence.compiled), whole, part, consistent)
    };
    for (whole, part, consistent, expected) in [
        (12, 10, false, Some((2, 6.0 / 16.0))),
        // A difference of 0 is impossible, because the same cell would have the same value.
        (12, 10, true, Some((2, 6.0 / 15.0))),
        (11, 10, true, Some((1, 6.0 / 11.0))),
        // Either both values belong to one cell, or the counts differ by 1 or 2.
        (10, 10, true, Some((0, 1.0 / (1.0 + 4.0 / 16.0 + 1.0 / 16.0)))),
        (10, 10, false, Some((0, 6.0 / 11.0))),
        // The part has the largest noise and the whole the smallest. Only a difference of 1 is possible.
        (9, 10, true, Some((1, 1.0))),
        (8, 10, true, None),
        (7, 10, true, None),
    ] {
        let found = likeliest(whole, part, consistent);
        let near = match (found, expected) {
            (Some(found), Some(expected)) => found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-6,
            (found, expected) => found == expected,
        };
        assert!(near, "{whole} and {part}: {found:?}, expected {expected:?}");
    }
}

#[test]
fn a_planted_difference_is_told() {
    let world = World::new(vec![dimension("a", 2, &[])], &[20, 1], 1);
    let mut evidence = world.publish(1, HASH, Some(S19));
    (evidence.views[0].values, evidence.views[1].values) = (vec![20], vec![21, 0]);
    let finding = differencing(&evidence);
    assert_eq!(finding.figures[0].1, Figure::Share { of: 1, all: 1 });
    assert!(!finding.passes());
    let example = finding.example.expect("a pair");
    assert_eq!(example.published, "the whole population: published 20; a = 0 in view a: published 21");
    assert_eq!(example.truth, "the counts are 21 and 20; the difference of 1 has a posterior probability of 1.00");
}

#[test]
fn a_sound_cube_passes_and_exact_values_do_not() {
    // The population is small, so that many pairs differ by one or two persons.
    for seed in 0..5 {
        let sound = differencing(&town(1000, seed).publish(2, HASH, Some(S05)));
        assert!(sound.passes() && figure(&sound, "pairs that differ by 1 or 2 persons") > 3.0, "{sound:?}");
    }
    let exact = differencing(&town(300, 1).publish(3, r#"{ "kind": "none" }"#, None));
    assert_eq!((exact.passes(), figure(&exact, "right claims about differences")), (false, 1.0));
    assert_eq!(figure(&exact, "largest posterior probability"), 1.0);
}
