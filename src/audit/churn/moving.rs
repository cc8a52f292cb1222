//! Tests of persons with several new answers, and of persons who exchange an answer.

use super::tests::{SURVEY, claims, compare, people, sample, truth};
use super::*;
use crate::audit::sample::Sample;

/// Gives a person new answers.
fn answer(sample: &mut Sample, person: usize, sizes: &[usize], dimensions: &[usize]) {
    for &at in dimensions {
        let answer = &mut sample.records[person].0[at];
        *answer = (*answer + 1) % sizes[at];
    }
}

/// Right claims, all claims, and how many examples say that a record changed.
fn found(dimensions: &[usize], seeds: std::ops::RangeInclusive<u64>) -> (u64, u64, u64) {
    let (mut right, mut all, mut named) = (0, 0, 0);
    for seed in seeds {
        let before = sample(&SURVEY, &people(seed)[..2000]);
        let mut after = before.clone();
        answer(&mut after, 77, &SURVEY, dimensions);
        let finding = compare(&after, &before);
        let (of, claimed) = claims(&finding);
        (right, all) = (right + of, all + claimed);
        assert_eq!(of == 0, finding.passes(), "{finding:?}");
        let Some(example) = finding.example else { continue };
        let (now, before) = (&after.records[77].0, &before.records[77].0);
        let names = |record: &[usize], of: &[usize]| {
            of.iter().map(|&at| format!("{at} = {}", record[at])).collect::<Vec<_>>().join(", ")
        };
        let every: Vec<usize> = (0..SURVEY.len()).collect();
        let is_it = |now: &[usize], before: &[usize], word: &str| {
            let text = format!("a changed record: {}; {word}: {} with", names(now, &every), names(before, dimensions));
            example.published.starts_with(&text)
        };
        let other = "in the other release";
        named += u64::from(is_it(now, before, "before") || is_it(now, before, other) || is_it(before, now, other));
    }
    (right, all, named)
}

#[test]
fn a_person_with_two_new_answers_is_found() {
    let (right, all, named) = found(&[5, 9], 1..=6);
    assert!(right == 6 && all == 6 && named == 6, "{named} of {right} of {all}");
}

#[test]
fn a_person_with_three_new_answers_is_found() {
    let (right, all, named) = found(&[1, 5, 9], 1..=6);
    assert!(right == 6 && all == 6 && named == 6, "{named} of {right} of {all}");
}

/// The names of all views of up to three dimensions.
fn triples(dimensions: usize) -> Vec<String> {
    let mut views = vec![String::new()];
    for a in 0..dimensions {
        views.push(a.to_string());
        for b in a + 1..dimensions {
            views.push(format!("{a} {b}"));
            views.extend((b + 1..dimensions).map(|c| format!("{a} {b} {c}")));
        }
    }
    views
}

/// Compares all tables of up to three dimensions.
fn compare_triples(new: &Sample, before: &Sample) -> Finding {
    let views = triples(new.dimensions.len());
    let views: Vec<&str> = views.iter().map(String::as_str).collect();
    let old = OldRelease::of_evidence(&before.evidence(&views));
    churn(&new.evidence(&views), &old, &truth(new), Some(&truth(before)))
}

/// Two persons exchange an answer in six cases. In tables of three dimensions, both records follow. Tables of two dimensions do not show
/// which of the two has which other answers.
#[test]
fn two_persons_who_exchange_an_answer_are_found() {
    let sizes = &SURVEY[1..9];
    for seed in 1..=6 {
        let people: Vec<_> = people(seed).into_iter().map(|(codes, key)| (codes[1..9].to_vec(), key)).collect();
        let before = sample(sizes, &people[..2000]);
        let mut after = before.clone();
        let one = &before.records[77].0;
        let differs = |other: &usize| before.records[*other].0.iter().zip(one).all(|(a, b)| a != b);
        let other = (78..2000).find(differs).expect("two persons who differ in all answers");
        after.records[77].0[0] = before.records[other].0[0];
        after.records[other].0[0] = one[0];
        let finding = compare_triples(&after, &before);
        assert_eq!(claims(&finding), (2, 2), "{finding:?}");
        let example = finding.example.expect("an example").published;
        let record = |at: usize, of: &Sample| {
            let names: Vec<String> =
                of.records[at].0.iter().enumerate().map(|(at, code)| format!("{at} = {code}")).collect();
            names.join(", ")
        };
        let is_it = |at| example.starts_with(&format!("a changed record: {}; before: 0 = ", record(at, &after)));
        assert!(is_it(77) || is_it(other), "{example}");
        let pairs = compare(&after, &before);
        assert!(pairs.is_tested() && claims(&pairs) == (0, 0), "{pairs:?}");
    }
}

/// Three persons came, and two went. The search does not take two of them for one person with other answers.
#[test]
fn persons_who_came_and_went_are_not_one_person() {
    for seed in 1..=3 {
        let people = people(seed);
        let finding = compare(&sample(&SURVEY, &people[2..2003]), &sample(&SURVEY, &people[..2000]));
        assert_eq!(claims(&finding), (5, 5), "{finding:?}");
    }
}

/// An answer changes within a group of codes. Tables of the groups keep their values.
#[test]
fn an_answer_within_a_group_is_found() {
    for seed in 1..=4 {
        let people: Vec<_> = people(seed).into_iter().map(|(codes, key)| (codes[1..8].to_vec(), key)).collect();
        let mut before = sample(&SURVEY[1..8], &people[..2000]);
        before.level(0, "half", &[0, 0, 0, 1, 1, 1]);
        let mut after = before.clone();
        let one = &mut after.records[77].0;
        (one[0], one[4]) = (one[0] / 3 * 3 + (one[0] + 1) % 3, (one[4] + 1) % SURVEY[5]);
        let mut views: Vec<String> = (0..7).map(|at| at.to_string()).collect();
        views.extend((1..7).flat_map(|at| [format!("0 {at}"), format!("0:half {at}")]));
        views.extend((1..7).flat_map(|a| (a + 1..7).map(move |b| format!("{a} {b}"))));
        let views: Vec<&str> = views.iter().map(String::as_str).collect();
        let old = OldRelease::of_evidence(&before.evidence(&views));
        let finding = churn(&after.evidence(&views), &old, &truth(&after), Some(&truth(&before)));
        assert_eq!(claims(&finding), (1, 1), "{finding:?}");
        let example = finding.example.expect("an example").published;
        let old = &before.records[77].0;
        let end = format!("before: 0 = {}, 4 = {} with", old[0], old[4]);
        assert!(example.contains(&end), "{example}");
    }
}

/// With few tables, the values show old and new record in twelve cases, but in one of them not which is older.
#[test]
fn an_order_that_noise_hides_is_left_out() {
    let mut without_order = 0;
    for seed in 1..=12 {
        let people: Vec<_> = people(seed).into_iter().map(|(codes, key)| (codes[..5].to_vec(), key)).collect();
        let before = sample(&SURVEY[..5], &people[..2000]);
        let mut after = before.clone();
        answer(&mut after, 77, &SURVEY, &[1, 2]);
        let finding = compare(&after, &before);
        assert_eq!(claims(&finding), (1, 1), "{finding:?}");
        let example = finding.example.expect("an example").published;
        let has_order = example.contains("; before: 1 = ");
        assert!(has_order || example.contains("; in the other release: 1 = "), "{example}");
        without_order += u64::from(!has_order);
    }
    assert_eq!(without_order, 1);
}

/// A claim without an order is right in both orders, if the truth has both records.
#[test]
fn a_claim_without_an_order_names_two_records() {
    let records = |counts: [u64; 2]| -> Records {
        [vec![0, 0], vec![1, 1]].into_iter().zip(counts.map(|count| (count, 10 * count))).collect()
    };
    let (old, new) = (vec![0, 0], vec![1, 1]);
    let one = Move { kind: Kind::Changed, record: new.clone(), before: old.clone() };
    let opposite = one.reverse();
    let right = |one: &Move, is_ordered: bool, now: [u64; 2], then: Option<[u64; 2]>| {
        let claim = Claim { one, chance: 1.0, is_ordered };
        score(&claim, &Scoring { now: records(now), then: then.map(records), original: None }).expect("a truth").0
    };
    let (now, then) = ([4, 3], Some([5, 2]));
    assert!(right(&one, true, now, then) && right(&one, false, now, then));
    // All counts of both records changed in this example, so the order does not show in the counts alone.
    assert!(right(&opposite, false, [0, 3], Some([1, 2])) && !right(&opposite, true, [0, 3], Some([1, 2])));
    assert!(!right(&one, false, [5, 3], then), "the old record has the same count and key");
    assert!(right(&one, false, [0, 1], None) && !right(&one, false, [0, 0], None));
}

/// Nothing changed, or everybody has a new key. No record follows.
#[test]
fn sound_twins_have_no_claims() {
    for seed in 1..=3 {
        let before = sample(&SURVEY, &people(seed)[..2000]);
        let twin = compare(&before, &before);
        assert!(twin.passes() && twin.is_tested() && claims(&twin) == (0, 0), "{twin:?}");
        let mut after = before.clone();
        after.records.iter_mut().zip(people(seed + 100)).for_each(|(record, (_, key))| record.1 = key);
        let keys = compare(&after, &before);
        assert!(claims(&keys) == (0, 0) && keys.untested().is_some_and(|why| why.contains("keys, salt or method")));
        // The attack itself claims nothing either.
        let (evidence, old) = (after.pairs(), OldRelease::of_evidence(&before.pairs()));
        let space = Space::new(&evidence, &old);
        let finding = claim(&evidence, &old, &space, space.differing(), &truth(&after), Some(&truth(&before)));
        assert!(claims(&finding) == (0, 0) && finding.says.contains("hide each other"), "{finding:?}");
    }
}

/// A search that reaches its limit of work says so.
#[test]
fn a_search_has_a_limit_of_work() {
    let people = people(1);
    let (before, after) = (sample(&SURVEY, &people[..2000]), sample(&SURVEY, &people[..2002]));
    let (evidence, old) = (after.pairs(), OldRelease::of_evidence(&before.pairs()));
    let space = Space::new(&evidence, &old);
    let candidates = Candidates::new(&evidence.compiled);
    let explain = |limit| explain(&mut Model::new(&space, &candidates, &candidates), limit);
    let (moves, is_complete) = explain(WORK);
    assert!(moves.len() == 2 && is_complete);
    // The first look at all cells uses this limit up.
    assert_eq!(explain(1), (Vec::new(), false));
    let text = |is_complete| says(&space, &Tally { is_complete, ..Tally::new() });
    assert!(text(false).contains("limit of work") && !text(true).contains("limit of work"));
}
