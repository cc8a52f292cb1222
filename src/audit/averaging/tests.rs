use super::*;
use crate::audit::testing::{HASH, S05, S19, World, dimension, town};

fn figure(finding: &Finding, name: &str) -> f64 {
    finding.figures.iter().find(|(found, _)| *found == name).expect("a figure").1.value()
}

/// With a variance of 0.5, a cell's value has weight 2, and each sum of two parts has weight 1. The total is
/// (2 · 27 + 24 + 26) / 4 = 26 with variance 1/4. So the estimate is right, although the value alone is wrong.
#[test]
fn two_by_two_by_hand() {
    let world = World::new(vec![dimension("a", 2, &[]), dimension("b", 2, &[])], &[5, 6, 7, 8], 1);
    let mut evidence = world.publish(2, HASH, Some(S19));
    for (view, values) in evidence.views.iter_mut().zip([&[27][..], &[10, 14], &[12, 14], &[4, 5, 7, 8]]) {
        view.values = values.to_vec();
    }
    let finding = averaging(&evidence);
    // The true counts are 26; 11, 15; 12, 14; 5, 6, 7, 8. The estimates of the rows are (20 + 9) / 3 and (28 + 15) / 3.
    // The estimates of the columns, (24 + 11) / 3 and (28 + 13) / 3, stay right. The last two cells also stay right.
    assert_eq!(figure(&finding, "right counts after averaging"), 5.0 / 9.0);
    assert_eq!(figure(&finding, "right counts from the value alone"), 4.0 / 9.0);
    assert_eq!(figure(&finding, "smallest standard deviation of an average"), 0.5);
    let example = finding.example.expect("the total");
    assert_eq!(example.published, "the whole population: published 27");
    assert_eq!(example.truth, "the count is 26; the average of 3 estimates is 26, with a standard deviation of 0.50");
}

/// A sum with a hidden part gives no estimate. A single part gives no second estimate.
#[test]
fn only_what_is_shown_and_other_noise_counts() {
    let world = World::new(vec![dimension("a", 2, &[]), dimension("b", 1, &[])], &[5, 20], 1);
    let hidden = HASH.replace('}', r#", "threshold": 10 }"#);
    let finding = averaging(&world.publish(2, &hidden, Some(S19)));
    // The total and the code of 20 appear twice each. Their own values are their only estimates.
    assert_eq!(figure(&finding, "smallest standard deviation of an average"), 0.5f64.sqrt());
}

#[test]
fn a_sound_cube_passes_and_narrow_noise_does_not() {
    for seed in 0..5 {
        let sound = averaging(&town(3000, seed).publish(2, HASH, Some(S05)));
        assert!(
            sound.passes() && figure(&sound, "right and nearly certain counts after averaging") == 0.0,
            "{sound:?}"
        );
        let narrow = averaging(&town(10_000, seed).publish(3, HASH, Some(S19)));
        assert!(!narrow.passes() && figure(&narrow, "gain from averaging") > 0.0, "{narrow:?}");
    }
    let exact = averaging(&town(300, 1).publish(2, r#"{ "kind": "none" }"#, None));
    assert_eq!(figure(&exact, "right and nearly certain counts after averaging"), 1.0);
    assert_eq!(figure(&exact, "smallest standard deviation of an average"), 0.0);
}
