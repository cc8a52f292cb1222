use super::*;
use crate::audit::sample::{SOUND, Sample};
use crate::audit::testing::{HASH, S05, World, dimension};

/// A person alone in code 1 of the first dimension, with the record 1, 1, 0. All other persons have code 0 there.
fn alone() -> Sample {
    let others = [(0, 0, 3), (1, 0, 2), (0, 1, 4), (1, 1, 3)];
    let sample = Sample::empty(&[2, 2, 2]).method(r#"{ "kind": "none" }"#, "");
    others.into_iter().fold(sample.add(&[1, 1, 0], 1), |sample, (b, c, records)| sample.add(&[0, b, c], records))
}

/// All tables of two.
const PAIRS: [&str; 7] = ["", "0", "1", "2", "0 1", "0 2", "1 2"];

fn figures(evidence: &Evidence) -> [Figure; 5] {
    let finding = profiles(evidence);
    std::array::from_fn(|at| finding.figures[at].1)
}

#[test]
fn the_record_of_a_person_alone_in_a_cell() {
    let evidence = alone().evidence(&PAIRS);
    let finding = profiles(&evidence);
    assert!(!finding.passes());
    let share = |of, all| Figure::Share { of, all };
    // The most frequent codes of the other variables are 0 and 1, so both baselines are wrong.
    assert_eq!(figures(&evidence), [Figure::Count(1), share(1, 1), share(1, 1), Figure::Count(0), Figure::Count(0)]);
    let example = finding.example.expect("an example");
    let expected = "0 = 1 in view 0: published 1: everybody has the record 0 = 1, 1 = 1, 2 = 0";
    assert_eq!(
        (example.published.as_str(), example.truth.as_str()),
        (expected, "the cell has 1 persons with this record")
    );
}

#[test]
fn two_tables_are_necessary() {
    // One table with the person's cell gives no record with more variables than the table.
    let evidence = alone().evidence(&["", "0", "1", "2", "0 1"]);
    assert_eq!(
        figures(&evidence)[..3],
        [Figure::Count(0), Figure::Share { of: 0, all: 0 }, Figure::Share { of: 0, all: 0 }]
    );
    assert!(profiles(&evidence).passes());
}

/// The values are counts, so a cell of two persons is no base. With another method, one person can have the value.
#[test]
fn a_base_has_a_value_that_one_person_can_have() {
    let two = alone().add(&[1, 1, 0], 1);
    assert_eq!(figures(&two.evidence(&PAIRS))[0], Figure::Count(0));
    let ptable = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,2,1,1,1\n2,2,1,0,1\n3,3,1,0,1\n";
    let evidence = two.method(SOUND, ptable).evidence(&PAIRS);
    assert_eq!(figures(&evidence)[..2], [Figure::Count(2), Figure::Share { of: 1, all: 1 }]);
}

#[test]
fn a_person_with_two_bases_is_counted_once() {
    // Code 2 of the second dimension is a second base of the same person.
    let sample = Sample::empty(&[2, 3, 2]).method(r#"{ "kind": "none" }"#, "");
    let evidence = sample.add(&[1, 2, 0], 1).add(&[0, 0, 0], 3).add(&[0, 1, 1], 3).add(&[0, 0, 1], 2).evidence(&PAIRS);
    let claims = Search::new(&evidence, &variables(&evidence));
    let bases: Vec<usize> = claims.claims.values().map(|claim| claim.bases.len()).collect();
    assert_eq!((figures(&evidence)[0], bases.contains(&2)), (Figure::Count(1), true));
}

/// Two persons differ in both other variables, but the published values show one of them only.
#[test]
fn wrong_claims_are_not_made() {
    let mut evidence = alone().add(&[1, 0, 1], 1).evidence(&PAIRS);
    let [one, with_b, with_c] = [1, 4, 5];
    evidence.views[one].values = vec![12, 1];
    evidence.views[with_b].values[2..].copy_from_slice(&[0, 1]);
    evidence.views[with_c].values[2..].copy_from_slice(&[1, 0]);
    let search = Search::new(&evidence, &variables(&evidence));
    let wrong = search.claims.get(&vec![Some(1), Some(1), Some(0)]).expect("the planted record");
    assert!(!wrong.is_right && search.accepted().is_empty());
    assert!(profiles(&evidence).passes());
}

/// A rule blocks a part, which may have records. A suppressed part may be empty, so it hides nothing.
#[test]
fn a_blocked_part_prevents_the_claim_and_is_named() {
    let mut evidence = alone().evidence(&PAIRS);
    evidence.views[4].status[2] = Status::Suppressed;
    assert_eq!(figures(&evidence)[0], Figure::Count(1));
    evidence.views[4].status[2] = Status::Blocked;
    assert_eq!(figures(&evidence)[0], Figure::Count(0));
    assert_eq!(profiles(&evidence).untested(), Some("1 of 1 cells have a blocked part, which prevents the claim"));
}

/// The codes of a level are a base too, and the table with the finer codes splits them.
#[test]
fn a_group_of_a_level_is_a_base() {
    let mut sample = Sample::empty(&[4, 2, 2]).method(r#"{ "kind": "none" }"#, "").add(&[3, 1, 0], 1);
    for code in 0..2 {
        sample =
            [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().fold(sample, |sample, (b, c)| sample.add(&[code, b, c], 2));
    }
    sample.level(0, "half", &[0, 0, 1, 1]);
    let evidence = sample.evidence(&["", "0", "1", "2", "0:half", "0:half 1", "0:half 2"]);
    assert_eq!(figures(&evidence)[..2], [Figure::Count(1), Figure::Share { of: 1, all: 1 }]);
    let example = profiles(&evidence).example.expect("an example").published;
    assert!(example.ends_with("the record 0 = 3, 1 = 1, 2 = 0"), "{example}");
}

/// Six variables of thousands of persons: tables of three give records, tables of two give none.
#[test]
fn tables_of_three_give_records_and_tables_of_two_give_none() {
    let (mut right, mut claims) = (0, 0);
    for seed in 0..4 {
        let sizes = [16, 12, 4, 3, 2, 2];
        let dimensions = sizes.iter().enumerate().map(|(at, &size)| dimension(&format!("d{at}"), size, &[])).collect();
        let world = World::random(dimensions, 4000, seed);
        let [planted, sound] = [3, 2].map(|most| profiles(&world.publish(most, HASH, Some(S05))));
        assert!(!planted.passes() && planted.is_tested(), "{seed}: {planted:?}");
        assert!(sound.passes() && sound.is_tested(), "{seed}: {sound:?}");
        let Figure::Share { of, all } = planted.figures[1].1 else { panic!("{planted:?}") };
        (right, claims) = (right + of, claims + all);
        let Figure::Count(by_chance) = planted.figures[4].1 else { panic!("{planted:?}") };
        assert!(by_chance < of, "{seed}: {planted:?}");
    }
    assert!(right >= 10 && 10 * right >= 6 * claims, "{right} of {claims}");
}
