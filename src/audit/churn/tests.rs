use super::*;
use crate::audit::sample::Sample;
use crate::base::SplitMix;

/// Numbers of codes of 15 dimensions, as in a survey of persons.
pub(super) const SURVEY: [usize; 15] = [2, 6, 4, 3, 2, 5, 3, 4, 2, 6, 3, 2, 4, 5, 3];

/// Persons whose answers depend on each other: every answer repeats an earlier one in half of all cases.
fn survey(sizes: &[usize], persons: usize, seed: u64) -> Vec<(Vec<usize>, u64)> {
    let mut random = SplitMix(seed);
    let person = |_| {
        let mut codes: Vec<usize> = Vec::new();
        for (at, &size) in sizes.iter().enumerate() {
            let code = random.below(size).min(random.below(size));
            let repeats = at > 0 && random.below(2) == 0;
            codes.push(if repeats { codes[random.below(at)] % size } else { code });
        }
        (codes, random.next() >> 32)
    };
    (0..persons).map(person).collect()
}

pub(super) fn sample(sizes: &[usize], records: &[(Vec<usize>, u64)]) -> Sample {
    Sample { records: records.to_vec(), ..Sample::empty(sizes) }
}

pub(super) fn truth(sample: &Sample) -> Truth {
    let mut cells: BTreeMap<Vec<u32>, (u64, u64)> = BTreeMap::new();
    for (codes, key) in &sample.records {
        let cell = cells.entry(codes.iter().map(|&code| code as u32).collect()).or_default();
        *cell = (cell.0 + 1, sample.keys.combine(cell.1, *key));
    }
    Truth::new(cells.into_iter().map(|(codes, (count, key))| (codes, count, key)).collect(), sample.keys)
}

pub(super) fn compare(new: &Sample, before: &Sample) -> Finding {
    churn(&new.pairs(), &OldRelease::of_evidence(&before.pairs()), &truth(new), Some(&truth(before)))
}

/// Right claims and all claims.
pub(super) fn claims(finding: &Finding) -> (u64, u64) {
    match (finding.figures[0].1, finding.figures[1].1) {
        (Figure::Count(right), Figure::Count(claims)) => (right, claims),
        other => panic!("{other:?}"),
    }
}

pub(super) fn people(seed: u64) -> Vec<(Vec<usize>, u64)> {
    survey(&SURVEY, 2300, seed)
}

/// Five records more among 2,000 persons, in all tables of up to two of 15 dimensions.
#[test]
fn five_new_records_are_found() {
    let (mut found, mut all) = (0, 0);
    for seed in 1..=4 {
        let people = people(seed);
        let (before, after) = (sample(&SURVEY, &people[..2000]), sample(&SURVEY, &people[..2005]));
        let finding = compare(&after, &before);
        let (right, claims) = claims(&finding);
        assert!(right >= 3 && !finding.passes() && finding.is_tested(), "{seed}: {finding:?}");
        assert!(finding.figures[4].1.value() < 1e-3, "hardly any random record would be right: {finding:?}");
        let example = finding.example.as_ref().expect("an example");
        assert!(example.published.starts_with("a new record: 0 = ") && example.published.contains(", 14 = "));
        (found, all) = (found + right, all + claims);
        // Without the earlier truth, a claim is right if there is such a record.
        let alone = churn(&after.pairs(), &OldRelease::of_evidence(&before.pairs()), &truth(&after), None);
        assert!(claims_of(&alone) >= claims_of(&finding));
    }
    // At least nine claims of ten are right.
    assert!(10 * found >= 9 * all && found >= 16, "{found} of {all}");
}

fn claims_of(finding: &Finding) -> u64 {
    claims(finding).0
}

#[test]
fn removed_records_are_found() {
    let people = people(1);
    let (before, after) = (sample(&SURVEY, &people[..2000]), sample(&SURVEY, &people[5..2000]));
    let finding = compare(&after, &before);
    assert!(claims(&finding).0 >= 3, "{finding:?}");
    // Without the earlier truth, these claims cannot be scored, so they count as right.
    let alone = churn(&after.pairs(), &OldRelease::of_evidence(&before.pairs()), &truth(&after), None);
    assert_eq!((claims(&alone).0, alone.figures[3].1), (claims(&finding).1, Figure::Count(claims(&finding).1)));
    assert_eq!(alone.figures[2].1, Figure::Share { of: 0, all: 0 });
}

/// One answer of one person is corrected. Without the correction nothing follows.
#[test]
fn a_correction_of_one_record_is_found() {
    let (mut found, mut all) = (0, 0);
    for seed in 1..=5 {
        let people = people(seed);
        let before = sample(&SURVEY, &people[..2000]);
        let mut after = before.clone();
        let answer = &mut after.records[77].0[5];
        *answer = (*answer + 1) % SURVEY[5];
        let finding = compare(&after, &before);
        let (right, claims) = claims(&finding);
        (found, all) = (found + right, all + claims);
        assert_eq!(right == 1, !finding.passes());
        if right == 1 {
            let example = finding.example.as_ref().expect("an example");
            assert!(example.published.starts_with("a changed record: 0 = "), "{example:?}");
            assert!(example.published.contains("; before: 5 = "), "{example:?}");
        }
        let twin = compare(&before.clone(), &before);
        assert!(twin.passes() && twin.is_tested() && claims_of(&twin) == 0, "{twin:?}");
    }
    assert!(found >= 3 && all - found <= 1, "{found} of {all}");
}

/// Records of a large batch hide each other. Without the earlier truth, the values do not even show that the keys stayed.
#[test]
fn a_large_batch_hides_its_records() {
    let people = people(1);
    let (before, after) = (sample(&SURVEY, &people[..2000]), sample(&SURVEY, &people));
    let finding = compare(&after, &before);
    assert!(finding.passes() && !finding.is_tested(), "{finding:?}");
    let (evidence, mut release) = (after.pairs(), OldRelease::of_evidence(&before.pairs()));
    for (old, view) in release.views.iter_mut().zip(before.pairs().views) {
        old.records = Some(view.counts.into_iter().zip(view.keys).collect());
    }
    let finding = churn(&evidence, &release, &truth(&after), Some(&truth(&before)));
    assert!(finding.passes() && finding.is_tested() && claims(&finding).1 == 0, "{finding:?}");
    assert!(finding.says.contains("further changes hide each other"), "{finding:?}");
}

#[test]
fn releases_that_cannot_be_compared_are_not_tested() {
    let people = people(1);
    let (before, after) = (sample(&SURVEY, &people[..2000]), sample(&SURVEY, &people[..2005]));
    let salted = Sample { salt: vec![8; 16], ..after.clone() };
    let finding = compare(&salted, &before);
    assert!(
        finding.passes() && finding.untested().is_some_and(|why| why.contains("keys, salt or method")),
        "{finding:?}"
    );
    // Views of one dimension alone do not show which codes belong together.
    let views = ["0", "1", "2"];
    let finding =
        churn(&before.evidence(&views), &OldRelease::of_evidence(&before.evidence(&views)), &truth(&before), None);
    assert!(finding.untested().is_some_and(|why| why.contains("join two or more dimensions")), "{finding:?}");
}

/// A dimension that is published at a level only counts with this level's codes.
#[test]
fn levels_are_the_codes_of_a_record() {
    let people = people(2);
    let short = |many: &[(Vec<usize>, u64)]| {
        let records: Vec<_> = many.iter().map(|(codes, key)| (codes[1..7].to_vec(), *key)).collect();
        let mut sample = sample(&SURVEY[1..7], &records);
        sample.level(0, "half", &[0, 0, 0, 1, 1, 1]);
        sample
    };
    let (before, after) = (short(&people[..2000]), short(&people[..2001]));
    let names = ["0:half", "1", "2", "3", "4", "5"];
    let mut views: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    for (at, one) in names.iter().enumerate() {
        views.extend(names[at + 1..].iter().map(|other| format!("{one} {other}")));
    }
    let views: Vec<&str> = views.iter().map(String::as_str).collect();
    let finding = churn(
        &after.evidence(&views),
        &OldRelease::of_evidence(&before.evidence(&views)),
        &truth(&after),
        Some(&truth(&before)),
    );
    assert_eq!(claims(&finding), (1, 1), "{finding:?}");
    let half = people[2000].0[1] / 3;
    let example = finding.example.expect("an example");
    assert!(example.published.starts_with(&format!("a new record: 0 = {half}, 1 = ")), "{example:?}");
}

/// Prints how many records of a batch are claimed, by the size of the batch and the number of dimensions:
/// `--ignored --nocapture figures_of_batches`.
#[test]
#[ignore = "prints figures"]
fn figures_of_batches() {
    for dimensions in [4, 8, 15] {
        let sizes = &SURVEY[..dimensions];
        for batch in [0, 1, 2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300] {
            let (mut right, mut all, mut differ) = (0, 0, 0.0);
            let seeds = 4;
            for seed in 1..=seeds {
                let people: Vec<_> =
                    people(seed).into_iter().map(|(codes, key)| (codes[..dimensions].to_vec(), key)).collect();
                let (before, after) = (sample(sizes, &people[..2000]), sample(sizes, &people[..2000 + batch]));
                let (evidence, release) = (after.pairs(), OldRelease::of_evidence(&before.pairs()));
                let space = Space::new(&evidence, &release);
                let truths = (truth(&after), truth(&before));
                let finding = claim(&evidence, &release, &space, space.differing(), &truths.0, Some(&truths.1));
                let (found, claimed) = claims(&finding);
                (right, all) = (right + found, all + claimed);
                differ += space.differing().value() / seeds as f64;
            }
            println!(
                "{dimensions} dimensions, {batch} new records of 2,000: {:.0} % of cells differ; {right} of {all} claims right, \
                 of {} records",
                100.0 * differ,
                batch as u64 * seeds
            );
        }
    }
}

/// Five records are new. With other answers among the unchanged records, no claim of them is right.
#[test]
fn claims_must_be_true_of_unchanged_records() {
    let people = people(1);
    let (before, after) = (sample(&SURVEY, &people[..2000]), sample(&SURVEY, &people[..2005]));
    let old = OldRelease::of_evidence(&before.pairs());
    let found = |original: &Sample| {
        claims(&churn(&after.pairs(), &old, &truth(&after).with_original(truth(original)), Some(&truth(&before))))
    };
    let own = claims(&compare(&after, &before));
    assert!(own.0 >= 3, "the fault is there: {own:?}");
    assert_eq!(found(&after), own);
    let mut changed = after.clone();
    for (codes, _) in &mut changed.records[2000..] {
        codes[1] = (codes[1] + 1) % SURVEY[1];
    }
    assert_eq!(found(&changed), (0, own.1));
}
