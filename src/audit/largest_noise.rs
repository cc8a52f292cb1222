//! Largest noise: values whose count follows from the method alone.
//!
//! **The adversary** knows the method, and so the possible noise of every count. A value v alone leaves a set of counts
//! (`candidates`). There are two findings:
//!
//! `largest-noise`: a value other than 0 with a single candidate discloses its count. This happens in cells with the
//! largest noise, if no other count reaches the value. (Zeros have their own finding, `certain-zeros`.) The figures
//! also count cells whose noise is the largest of their row in either direction. Such a value alone discloses nothing.
//! But a total or another release may narrow the counts, and these cells are the first to become certain.
//!
//! `impossible-values`: the candidates of a value have a gap. With noise of −2 and 2 only, 10 stands for 8 or 12. The
//! set is then smaller than its range, and two related values may leave a single count. A value that the method never
//! publishes is no gap. Examples are blocked small values, values that are not a multiple of a base, and suppressed
//! values. The tails of the noise are no gaps either: the test ignores candidates a thousand times less likely than the
//! most likely one.
//!
//! **What it cannot find**: what several values disclose together (`reconstruction`, `composition`), and very unlikely
//! candidates.

use std::collections::BTreeMap;

use super::candidates::Candidates;
use super::{Evidence, Example, Figure, Finding, remedy, words};
use crate::protect::Status;

/// Counts cells whose published value, other than 0, has a single candidate. The default limit is 0: usual p-tables
/// give every count noise of the same range, which leaves several candidates for each value.
pub fn largest_noise(evidence: &Evidence) -> Finding {
    let candidates = Candidates::new(&evidence.compiled);
    let (mut shown, mut certain, mut at_largest) = (0, 0, 0);
    let mut example = None;
    each_shown(evidence, |view, cell| {
        let (count, value) = (view.counts[cell], view.values[cell]);
        shown += 1;
        let (noise, range) = (value - count as i64, candidates.noises(count));
        let ends = [range.first(), range.last()];
        at_largest += u64::from(range.len() > 1 && ends.iter().flatten().any(|&&(end, _)| end == noise));
        let truth = view.scoring_counts()[cell];
        let only = candidates.set(value);
        // The claim can be wrong only if records were changed, or if the value does not come from the method.
        if value != 0 && only.number == 1 && only.least == truth {
            certain += 1;
            example.get_or_insert_with(|| Example {
                published: format!("{}; only one count can give this value", words::cell(evidence, view, cell)),
                truth: format!("the count is {truth}"),
                steps: Vec::new(),
            });
        }
    });
    Finding {
        name: "largest-noise",
        says: format!(
            "An attacker who knows the method can list the possible counts of a value. Of {shown} values other than 0, \
             {certain} have only one possible count."
        ),
        figures: vec![
            ("values with one possible count", Figure::Share { of: certain, all: shown }),
            ("values with the largest possible noise", Figure::Share { of: at_largest, all: shown }),
        ],
        limit: 0.0,
        blocked: None,
        example,
        remedy: "Use a p-table, base or matrix with which every value has more than one possible count. \
                 `cellveil ptable check` lists the values of a p-table with only one possible count.",
    }
}

/// Counts cells whose candidates have a gap. The default limit is 0: gaps come from hand-made p-tables or from too few
/// keys.
pub fn impossible_values(evidence: &Evidence) -> Finding {
    let candidates = Candidates::new(&evidence.compiled);
    let (mut shown, mut with_gaps, mut fewest) = (0, 0, u64::MAX);
    let mut known = BTreeMap::new();
    let mut example = None;
    each_shown(evidence, |view, cell| {
        let value = view.values[cell];
        let set = *known.entry(value).or_insert_with(|| candidates.likely(value));
        shown += 1;
        if set.gaps() == 0 {
            return;
        }
        with_gaps += 1;
        if set.number < fewest {
            fewest = set.number;
            let published = format!(
                "{}; {} counts from {} to {} can give this value, and {} counts between them cannot",
                words::cell(evidence, view, cell),
                set.number,
                set.least,
                set.most,
                set.gaps()
            );
            example =
                Some(Example { published, truth: format!("the count is {}", view.counts[cell]), steps: Vec::new() });
        }
    });
    Finding {
        name: "impossible-values",
        says: format!(
            "If the noise has a gap, a published value excludes some counts between its possible counts. Of {shown} \
             values other than 0, {with_gaps} have such a gap."
        ),
        figures: vec![
            ("values with a gap between possible counts", Figure::Share { of: with_gaps, all: shown }),
            ("fewest possible counts of a value with a gap", Figure::Count(if with_gaps == 0 { 0 } else { fewest })),
        ],
        limit: 0.0,
        blocked: None,
        example,
        remedy: remedy::no_gaps(&evidence.method),
    }
}

/// Calls `visit` for every cell with a shown value other than 0.
fn each_shown<'a>(evidence: &'a Evidence, mut visit: impl FnMut(&'a super::Published, usize)) {
    for view in &evidence.views {
        for cell in (0..view.values.len()).filter(|&cell| view.status[cell] == Status::Shown && view.values[cell] != 0)
        {
            visit(view, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::{D5, Sample};

    const KEY: &str = r#"{ "kind": "cell-key", "ptable": "p" }"#;

    #[test]
    fn sound_methods_pass() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        for (method, ptable) in [
            (crate::audit::sample::SOUND, D5),
            (KEY, D5),
            (KEY, include_str!("../../tests/data/ptable/cellkey_d8.csv")),
            (KEY, include_str!("../../tests/data/ptable/cellkey_ex.csv")),
            (r#"{ "kind": "random-rounding", "base": 3 }"#, ""),
            (r#"{ "kind": "random-rounding", "base": 10 }"#, ""),
            (r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, ""),
            (r#"{ "kind": "small-cell", "x": 2 }"#, ""),
        ] {
            let evidence = sample.clone().method(method, ptable).pairs();
            let (one, gaps) = (largest_noise(&evidence), impossible_values(&evidence));
            assert!(one.passes() && gaps.passes(), "{method}: {one:?} {gaps:?}");
        }
    }

    /// From a count of 2 on, the noise is 0 or 4, so the value 10 is a count of 6 or 10. A count of 1 keeps its value.
    #[test]
    fn a_gap_between_the_noises() {
        let gap = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,1,1,0,1\n2,2,0.5,0,0.5\n2,6,0.5,4,1\n";
        let sample = Sample::empty(&[2]).add(&[0], 10).add(&[1], 1).method(KEY, gap);
        let mut evidence = sample.evidence(&["0"]);
        evidence.views[0].values[0] = 14;
        let gaps = impossible_values(&evidence);
        assert_eq!(gaps.figures[0].1, Figure::Share { of: 1, all: 2 });
        assert_eq!(gaps.figures[1].1, Figure::Count(2));
        let example = gaps.example.as_ref().expect("an example");
        assert_eq!(
            example.published,
            "0 = 0 in view 0: published 14; 2 counts from 10 to 14 can give this value, and 3 counts between them \
             cannot"
        );
        assert_eq!((gaps.passes(), gaps.name), (false, "impossible-values"));
        let one = largest_noise(&evidence);
        assert_eq!(one.figures[0].1, Figure::Share { of: 1, all: 2 });
        assert_eq!(one.figures[1].1, Figure::Share { of: 1, all: 2 });
        assert_eq!(one.example.as_ref().expect("an example").truth, "the count is 1");
        assert_eq!((one.passes(), one.name), (false, "largest-noise"));
    }

    #[test]
    fn no_protection_has_one_cause() {
        let evidence = Sample::drawn(&[4, 8], 300, 1).method(r#"{ "kind": "none" }"#, "").pairs();
        assert!(!largest_noise(&evidence).passes());
        assert!(impossible_values(&evidence).passes());
    }
}
