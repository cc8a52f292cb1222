use super::*;
use crate::audit::sample::{D5, SOUND, Sample};

/// With the truth of the earlier release, a large batch of changes does not look like a second draw, and a new salt does.
#[test]
fn the_earlier_truth_tells_changes_from_draws() {
    let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
    let mut year = sample.clone();
    year.records.drain(..200);
    let mut before = OldRelease::of_evidence(&sample.pairs());
    assert!(!composition(&year.pairs(), &before).passes() || !composition(&year.pairs(), &before).is_tested());
    for (old, view) in before.views.iter_mut().zip(&sample.pairs().views) {
        old.records = Some(view.counts.iter().copied().zip(view.keys.iter().copied()).collect());
    }
    let finding = composition(&year.pairs(), &before);
    assert!(finding.passes() && finding.is_tested(), "{finding:?}");
    // A few cells of two dimensions still count the same records. Under another salt, their values differ.
    let salted = Sample { salt: vec![8; 16], ..year };
    assert!(!composition(&salted.pairs(), &before).passes());
}

#[test]
fn the_same_release_again_passes() {
    let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
    let finding = composition(&sample.pairs(), &OldRelease::of_evidence(&sample.pairs()));
    assert!(finding.passes() && finding.figures[0].1 == Figure::Share { of: 0, all: 110 }, "{finding:?}");
}

#[test]
fn a_new_salt_is_found() {
    for (method, ptable) in [(SOUND, D5), (r#"{ "kind": "random-rounding", "base": 5 }"#, "")] {
        for seed in 0..5 {
            let sample = Sample::drawn(&[4, 8, 5], 3000, seed).method(method, ptable);
            let salted = Sample { salt: vec![8; 16], ..sample.clone() };
            let finding = composition(&salted.pairs(), &OldRelease::of_evidence(&sample.pairs()));
            assert_eq!((finding.passes(), finding.name), (false, "composition"));
            assert_eq!(finding.figures[4].1, Figure::Count(0));
            assert!(finding.figures[5].1.value() < 0.3, "{finding:?}");
        }
    }
}

/// A tenth of the persons left and the same number arrived. The others keep their keys.
#[test]
fn a_new_year_is_told_apart() {
    for seed in 0..5 {
        let sample = Sample::drawn(&[4, 8, 5], 3000, seed);
        let mut year = sample.clone();
        let newcomers = Sample::drawn(&[4, 8, 5], 350, seed + 100).records;
        year.records.drain(..300);
        year.records.extend(newcomers);
        let finding = composition(&year.pairs(), &OldRelease::of_evidence(&sample.pairs()));
        assert!(finding.passes() && finding.example.is_none(), "{finding:?}");
        assert!(!finding.is_tested() && finding.says.contains("the data differ"), "{finding:?}");
    }
}

/// The value 3 leaves the counts 1 to 8, and the value 13 leaves 8 to 18. Only the count 8 can have both values,
/// with noise −5 and 5.
#[test]
fn a_count_that_only_both_values_give_away() {
    let sample = Sample::empty(&[1]).add(&[0], 8).method(SOUND, D5);
    let (mut evidence, mut before) = (sample.evidence(&["0"]), OldRelease::of_evidence(&sample.evidence(&["0"])));
    let candidates = Candidates::new(&evidence.compiled);
    assert_eq!((candidates.set(3).most, candidates.set(13).least), (8, 8));
    evidence.views[0].values[0] = 3;
    before.views[0].values[0] = 13;
    let finding = composition(&evidence, &before);
    assert_eq!(finding.figures[1].1, Figure::Share { of: 1, all: 1 });
    assert_eq!(finding.figures[2].1, Figure::Share { of: 0, all: 1 });
    let example = finding.example.expect("an example");
    assert_eq!(example.published, "0 = 0 in view 0: published 3 now, and 13 before");
    assert_eq!(example.truth, "the count is 8");
}

#[test]
fn axes_may_have_another_order() {
    let sample = Sample::drawn(&[3, 4, 5], 900, 1);
    let finding = composition(&sample.evidence(&["0 1 2"]), &OldRelease::of_evidence(&sample.evidence(&["2 0 1"])));
    let with_people = sample.finest().0.len() as u64;
    assert_eq!(finding.figures[3].1, Figure::Share { of: 0, all: with_people });
    assert!(with_people > 50);
}

#[test]
fn two_methods_give_two_values() {
    let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
    let other = sample.clone().method(r#"{ "kind": "random-rounding", "base": 3 }"#, "");
    assert!(!composition_of_methods(&sample.pairs(), &other.pairs()).passes());
    let threshold = r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash", "threshold": 20 }"#;
    assert!(composition_of_methods(&sample.pairs(), &sample.clone().method(threshold, D5).pairs()).passes());
}

/// Records that move from one code to another change few cells. The other cells have their old values again. Under
/// a new salt, they have a second value.
#[test]
fn corrections_neither_hide_a_new_salt_nor_look_like_one() {
    for moved in [3, 20, 60] {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        let mut corrected = sample.clone();
        corrected.records.iter_mut().filter(|(codes, _)| codes[0] == 0).take(moved).for_each(|(codes, _)| codes[0] = 1);
        let finding = composition(&corrected.pairs(), &OldRelease::of_evidence(&sample.pairs()));
        assert!(
            finding.passes() && finding.is_tested() && finding.says.contains("were retained"),
            "{moved}: {finding:?}"
        );
        let salted = Sample { salt: vec![8; 16], ..corrected };
        let finding = composition(&salted.pairs(), &OldRelease::of_evidence(&sample.pairs()));
        // If many records move between two codes, an eighth of all counts change. Then the finding is not tested.
        assert_eq!(
            (finding.passes(), finding.is_tested()),
            if moved < 60 { (false, true) } else { (true, false) },
            "{finding:?}"
        );
    }
}

/// Adds the truth to an earlier release of a sample's pairs.
fn with_truth(sample: &Sample) -> OldRelease {
    let mut before = OldRelease::of_evidence(&sample.pairs());
    for (old, view) in before.views.iter_mut().zip(&sample.pairs().views) {
        old.records = Some(view.counts.iter().copied().zip(view.keys.iter().copied()).collect());
    }
    before
}

/// New keys give the same counts second values. With the earlier truth, the finding fails as without.
#[test]
fn keys_drawn_again_are_found_with_the_earlier_truth() {
    for seed in 1..=3 {
        let sample = Sample::drawn(&[4, 8, 5], 3000, seed);
        let others = Sample::drawn(&[4, 8, 5], 3000, seed + 50);
        for redrawn in [3000, 1500, 40] {
            let mut rekeyed = sample.clone();
            let keys = others.records.iter().map(|(_, key)| *key).take(redrawn);
            rekeyed.records.iter_mut().zip(keys).for_each(|((_, own), key)| *own = key);
            let finding = composition(&rekeyed.pairs(), &with_truth(&sample));
            assert!(
                !finding.passes() && finding.says.contains("record keys were drawn again"),
                "{redrawn}: {finding:?}"
            );
            assert!(finding.example.is_some() && finding.figures[0].1.value() > 0.1, "{finding:?}");
        }
        let finding = composition(&sample.pairs(), &with_truth(&sample));
        assert!(finding.passes() && finding.is_tested(), "{finding:?}");
    }
}

/// A share of the persons left, and as many others came.
fn year(sample: &Sample, share: usize) -> Sample {
    let mut year = sample.clone();
    let changed = year.records.len() * share / 100;
    year.records.drain(..changed);
    year.records.extend(Sample::drawn(&[4, 8, 5], changed, 77).records);
    year
}

/// Few changes leave cells with the same records, which show the salt. If no cell has the same records, nothing is shown.
#[test]
fn retained_values_need_cells_with_the_same_records() {
    let sample = Sample::drawn(&[4, 8, 5], 3000, 2);
    for (share, is_tested) in [(1, true), (30, false), (100, false)] {
        let next = year(&sample, share);
        let finding = composition(&next.pairs(), &with_truth(&sample));
        assert_eq!((finding.passes(), finding.is_tested()), (true, is_tested), "{share}: {finding:?}");
        if is_tested {
            assert!(finding.says.contains("So keys, salt and method were retained"), "{finding:?}");
        } else {
            let why = finding.untested().expect("a reason");
            assert!(
                why.contains("have the same records in both releases") || why.contains("has the same records"),
                "{why}"
            );
            assert!(!finding.says.contains("were retained"), "{finding:?}");
        }
        // With another salt, such a release never passes as tested.
        let salted = Sample { salt: vec![8; 16], ..next };
        let finding = composition(&salted.pairs(), &with_truth(&sample));
        assert!(!(finding.passes() && finding.is_tested()), "{share}: {finding:?}");
        assert_eq!(finding.passes(), share > 1, "{share}: {finding:?}");
    }
}

/// Without the earlier truth, values of other people agree as independent draws do.
#[test]
fn other_people_show_nothing() {
    for seed in 1..=3 {
        let (sample, others) = (Sample::drawn(&[4, 8, 5], 3000, seed), Sample::drawn(&[4, 8, 5], 3000, seed + 30));
        let finding = composition(&sample.pairs(), &OldRelease::of_evidence(&others.pairs()));
        let why = finding.untested().expect("a reason");
        assert!(finding.passes() && why.contains("nothing can be concluded"), "{finding:?}");
        assert_eq!(not_retained(&sample.pairs(), &OldRelease::of_evidence(&others.pairs())).as_deref(), Some(why));
        let twin = composition(&sample.pairs(), &OldRelease::of_evidence(&sample.pairs()));
        assert!(twin.passes() && twin.is_tested());
    }
}
