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
        eprintln!("{seed} {of} {claimed} {:?}", finding.example);
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

/// Two persons exchange an answer. In tables of three dimensions, both records follow.
#[test]
fn two_persons_who_exchange_an_answer_are_found() {
    let sizes = &SURVEY[1..9];
    for seed in 1..=6 {
        let people: Vec<_> = people(seed).into_iter().map(|(codes, key)| (codes[1..9].to_vec(), key)).collect();
        let before = sample(sizes, &people[..2000]);
        let mut after = before.clone();
        let one = &before.records[77].0;
        let other = (78..2000).find(|&at| before.records[at].0.iter().zip(one).all(|(a, b)| a != b));
        let other = other.unwrap_or_else(|| {
            (78..2000)
                .max_by_key(|&at| before.records[at].0.iter().zip(one).filter(|(a, b)| a != b).count())
                .expect("some")
        });
        after.records[77].0[0] = before.records[other].0[0];
        after.records[other].0[0] = one[0];
        let finding = compare_triples(&after, &before);
        eprintln!("triples {seed} {one:?} {:?}: {:?} {:?}", before.records[other].0, claims(&finding), finding.example);
        let finding = compare(&after, &before);
        eprintln!("pairs {seed}: {:?} {:?}", claims(&finding), finding.example);
    }
}
