//! Consistency: the same set of records has two values.
//!
//! **The adversary** knows or guesses that two published cells count the same records, for example from `equality` or
//! from a level with a single non-empty code. In a consistent method both cells have the same value, so a comparison
//! gives no second draw. If the values differ, the values are separate draws. The mean of m draws has 1/m of the
//! variance.
//!
//! **Formula.** A pair is a total and its only non-empty part, along an axis or within a group of a level, by the true
//! counts. A pair differs if the values differ, or if the method suppresses only one of them. If a rule of publication
//! blocks one of the cells, the method gave no second value: [`hidden_elsewhere`](super::hidden_elsewhere()) examines
//! these pairs.
//!
//! **What it cannot find**: values that differ only between releases (`composition`). Every method also lets an
//! adversary average the sums of different partitions of the same people (`averaging`).

use super::lines::Lines;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::Status;

/// Counts pairs of cells with the same records and different values. The default limit is 0, because a consistent
/// method has no such pair in any data.
pub fn consistency(evidence: &Evidence) -> Finding {
    let (mut pairs, mut differ, mut blocked) = (0, 0, 0);
    let mut example = None;
    same_records(evidence, |lines, cell, only, _| {
        let (total, part) = (lines.total, lines.part);
        if total.status[cell] == Status::Blocked || part.status[only] == Status::Blocked {
            blocked += 1;
            return;
        }
        pairs += 1;
        let value = (total.status[cell] == Status::Shown).then_some(total.values[cell]);
        if value == (part.status[only] == Status::Shown).then_some(part.values[only]) {
            return;
        }
        differ += 1;
        example.get_or_insert_with(|| Example {
            published: format!("{}; {}", words::cell(evidence, total, cell), words::cell(evidence, part, only)),
            truth: format!("both cells count the same {} records", total.counts[cell]),
            steps: Vec::new(),
        });
    });
    let mut says = format!(
        "The same records must have the same value in all views. Otherwise an attacker can average their values. Of \
         {pairs} pairs of cells with the same records, {differ} have different values."
    );
    if blocked > 0 {
        says += &format!(" In {blocked} further pairs a rule blocks a cell, so there is nothing to compare.");
    }
    Finding {
        name: "consistency",
        says,
        figures: vec![("pairs with different values", Figure::Share { of: differ, all: pairs })],
        limit: 0.0,
        blocked: None,
        example,
        remedy: match evidence.is_consistent() {
            true => {
                "Build the sealed cube again with one method, salt and set of keys for all views, and change no value \
                 afterwards. The method itself gives the same records the same value."
            }
            false => {
                "Use one consistent method for all views. Do not use control = \"total\", and do not round each table \
                 separately."
            }
        },
    }
}

/// Calls `visit` for every total with one non-empty part, which counts the same records: the two views, the total's
/// cell, the part's cell, and the cells of all parts.
pub(super) fn same_records(evidence: &Evidence, mut visit: impl FnMut(&Lines<'_>, usize, usize, &[usize])) {
    for lines in Lines::all(evidence) {
        lines.each(|cell, parts| {
            let mut with_people = parts.iter().filter(|&&at| lines.part.counts[at] > 0);
            if let (Some(&only), None) = (with_people.next(), with_people.next()) {
                visit(&lines, cell, only, parts);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::{D5, Sample, next};

    /// Makes a sample with many codes and few persons, so that many totals have a single part.
    fn sparse(seed: u64) -> Sample {
        let mut sample = Sample::drawn(&[30, 40, 6], 150, seed);
        sample.level(0, "ten", &std::array::from_fn::<u32, 30, _>(|code| code as u32 / 3));
        sample
    }

    const VIEWS: [&str; 6] = ["", "0", "0:ten", "1", "0 1", "0:ten 1"];

    #[test]
    fn consistent_methods_pass() {
        for (method, ptable) in [
            (crate::audit::sample::SOUND, D5),
            (r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash", "threshold": 3 }"#, D5),
            (r#"{ "kind": "random-rounding", "base": 5 }"#, ""),
            (r#"{ "kind": "small-cell", "x": 2 }"#, ""),
        ] {
            let finding = consistency(&sparse(1).method(method, ptable).evidence(&VIEWS));
            let Figure::Share { of: 0, all } = finding.figures[0].1 else { panic!("{finding:?}") };
            assert!(finding.passes() && all > 100, "{finding:?}");
        }
    }

    #[test]
    fn an_independent_random_rounding_is_found() {
        for seed in 0..3 {
            let mut evidence = sparse(seed).method(r#"{ "kind": "none" }"#, "").evidence(&VIEWS);
            assert!(consistency(&evidence).passes());
            let mut state = seed;
            for value in evidence.views.iter_mut().flat_map(|view| &mut view.values) {
                let rest = value.rem_euclid(3);
                let up = next(&mut state) % 3 < rest as u64;
                *value += if up { 3 - rest } else { -rest };
            }
            let finding = consistency(&evidence);
            assert_eq!((finding.passes(), finding.name), (false, "consistency"));
        }
    }

    /// A method that suppresses one of two cells with the same records is not consistent. A rule that blocks one of them
    /// leaves nothing to compare.
    #[test]
    fn a_suppressed_value_differs_and_a_blocked_one_does_not() {
        let sound = Sample::empty(&[3]).add(&[1], 5).evidence(&["", "0"]);
        for (status, of, all) in [(Status::Suppressed, 1, 1), (Status::Blocked, 0, 0)] {
            let mut evidence = Sample::empty(&[3]).add(&[1], 5).evidence(&["", "0"]);
            evidence.views[1].status[1] = status;
            let finding = consistency(&evidence);
            assert_eq!(finding.figures[0].1, Figure::Share { of, all }, "{status:?}");
            assert!(finding.remedy.starts_with("Build the sealed cube again"), "{}", finding.remedy);
        }
        assert_eq!(consistency(&sound).figures[0].1, Figure::Share { of: 0, all: 1 });
    }

    /// Group 0 of the level has people in code 1 only, so the code and the group count the same five people.
    #[test]
    fn a_level_and_its_only_code() {
        let mut sample = Sample::empty(&[3]).add(&[1], 5).add(&[2], 7);
        sample.level(0, "two", &[0, 0, 1]);
        let mut evidence = sample.evidence(&["", "0:two", "0"]);
        assert_eq!(consistency(&evidence).figures[0].1, Figure::Share { of: 0, all: 2 });
        evidence.views[2].values[1] = 9;
        let shown = evidence.views[1].values[0];
        let finding = consistency(&evidence);
        let example = finding.example.as_ref().expect("an example");
        assert_eq!(
            (example.published.as_str(), example.truth.as_str()),
            (
                format!("0:two = 0 in view 0:two: published {shown}; 0 = 1 in view 0: published 9").as_str(),
                "both cells count the same 5 records"
            )
        );
        assert_eq!(finding.figures[0].1, Figure::Share { of: 1, all: 2 });
    }
}
