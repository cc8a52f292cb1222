//! Equality: a total equals its only positive part, so everybody in this group has this attribute.
//!
//! **The adversary** looks for a line of two or more codes in which one code has the total's value, a positive one, and
//! every other code may be empty: its value is one that an empty cell can have, or it is suppressed. They conclude that
//! every record of the total has that code. So they learn the code of every person whom they know to be in the total.
//!
//! **Why it works.** If the conclusion is true, total and part have the same records. Then they have the same value in
//! every consistent method, and the line discloses the fact unless the value is 0. If the conclusion is false, two
//! values with separate noise must be equal by chance. So consistency, which defeats averaging, makes these conclusions
//! right. A threshold does not help: the adversary takes suppressed parts for empty ones.
//!
//! **Formula.** Right conclusions as a share of the lines with a positive total, in the worst group of tables (`groups`).
//!
//! **What it cannot find**: conclusions that need two lines, or that hold for nearly everybody in a group. The attack
//! treats all attributes alike, even if they are not sensitive. A conclusion that follows from declared structural zeros
//! (no child is employed) does not count, but the attack cannot recognise undeclared ones.

use super::candidates::Candidates;
use super::groups::{Cases, Groups};
use super::lines::Lines;
use super::{Evidence, Example, Figure, Finding, steps, words};
use crate::protect::Status;

/// Default limit: one right conclusion for twenty published totals. With three dimensions, a few thousand persons and
/// views of two dimensions, few lines have a single non-empty code. If there are many such lines, the views are too
/// detailed for the population, or one dimension determines another. The publisher should decide about such views
/// knowingly.
const LIMIT: f64 = 0.05;

/// Conclusions about groups of at most this size are counted separately, because they concern individual persons.
const FEW: u64 = 5;

/// The part that the adversary takes for the only part of a line with records: the only one with the total's value, if
/// every other part may be empty. `None` without such a part. The total's value is positive.
pub(super) fn only_part(
    evidence: &Evidence,
    candidates: &Candidates<'_>,
    lines: &Lines<'_>,
    total: usize,
    parts: &[usize],
) -> Option<usize> {
    let part = lines.part;
    let may_be_empty = |at: usize| match part.status[at] {
        Status::Blocked => false,
        status => candidates.bounds(part.values[at], status).0 == 0,
    };
    // With draws by view, the same records need not have the same value: the only part that is not empty is the one.
    let is_equal = |at: usize| {
        part.status[at] == Status::Shown
            && part.values[at] > 0
            && if evidence.draws_by_view { !may_be_empty(at) } else { part.values[at] == lines.total.values[total] }
    };
    let mut equal = parts.iter().copied().filter(|&at| is_equal(at));
    let only = equal.next().filter(|_| equal.next().is_none())?;
    parts.iter().all(|&at| at == only || may_be_empty(at)).then_some(only)
}

/// Counts the conclusions, and the right conclusions. Lines with a single possible code, and lines with a hidden or zero
/// total, do not count. A part that a rule blocks may have records, so it prevents a conclusion.
pub fn equality(evidence: &Evidence) -> Finding {
    let candidates = Candidates::new(&evidence.compiled);
    let (mut blocked, mut claims, mut about_few) = (0, 0, 0);
    let mut groups = Groups::default();
    let mut example: Option<(u64, Example)> = None;
    for lines in Lines::all(evidence) {
        let (total, part) = (lines.total, lines.part);
        let (mut of_view, impossible, mut possible) = (Cases::default(), evidence.impossible(part), Vec::new());
        lines.each(|cell, parts| {
            possible.clear();
            possible.extend(parts.iter().copied().filter(|&at| !impossible[at]));
            let parts = possible.as_slice();
            if parts.len() < 2 || total.status[cell] != Status::Shown || total.values[cell] <= 0 {
                return;
            }
            of_view.cases += 1;
            blocked += u64::from(parts.iter().any(|&at| part.status[at] == Status::Blocked));
            let Some(only) = only_part(evidence, &candidates, &lines, cell, parts) else { return };
            claims += 1;
            // A conclusion about nobody is not right.
            let count = total.scoring_counts()[cell];
            if count == 0 || part.scoring_counts()[only] != count {
                return;
            }
            of_view.right += 1;
            about_few += u64::from(count <= FEW);
            // The largest group makes the clearest example.
            if example.as_ref().is_none_or(|(most, _)| count > *most) {
                let (group, attribute) = (words::cell(evidence, total, cell), words::cell(evidence, part, only));
                let published = format!("{group}; {attribute}; all other parts of the total may be empty");
                let truth = format!("all {count} records of the total are in this part");
                let of = |view, cell| words::step_cell(evidence, view, cell);
                let others = parts.iter().filter(|&&at| at != only).map(|&at| of(part, at)).collect();
                let steps = steps::equal(of(total, cell), of(part, only), others);
                example = Some((count, Example { published, truth, steps }));
            }
        });
        groups.add(part, of_view);
    }
    let (worst, all) = (groups.worst(Cases::share), groups.all());
    Finding {
        name: "equality",
        says: format!(
            "If a total equals one of its parts and all other parts may be empty, a reader concludes that the whole group has \
             one attribute. This conclusion is possible {claims} times, and right {} times. The worst group: {}.",
            all.right,
            worst.words(evidence)
        ),
        figures: vec![
            (
                "right conclusions (share of positive totals, worst group of tables)",
                Figure::Share { of: worst.cases.right, all: worst.cases.cases },
            ),
            (
                "right conclusions (share of positive totals, all tables)",
                Figure::Share { of: all.right, all: all.cases },
            ),
            ("right conclusions (share of all conclusions)", Figure::Share { of: all.right, all: claims }),
            ("right conclusions about groups of 5 or fewer", Figure::Count(about_few)),
        ],
        limit: LIMIT,
        blocked: (2 * blocked > all.cases)
            .then(|| format!("{blocked} of {} totals have a blocked part, which prevents the conclusion", all.cases)),
        example: example.map(|(_, example)| example),
        remedy: "Publish fewer dimensions together (publish.max_dimensions, publish.views). Separate or omit \
                 dimensions that follow from each other (publish.never_together). Declare combinations that cannot exist \
                 ([structural_zeros] of the keyed cube). Coarser codes lower the number of \
                 right conclusions, but not always their share.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;

    /// All ten records of code 0 have code 1 of the other dimension. Code 1 is spread over both codes, and code 2 is
    /// empty.
    #[test]
    fn a_group_with_one_attribute() {
        let sample = Sample::empty(&[3, 2]).add(&[0, 1], 10).add(&[1, 0], 9).add(&[1, 1], 8);
        let mut evidence = sample.method(r#"{ "kind": "none" }"#, "").evidence(&["", "0", "1", "0 1"]);
        let finding = equality(&evidence);
        // The six totals: all records along both axes, codes 0 and 1 of the first dimension, and codes 0 and 1 of the
        // second. Six are too few for a group, so all tables count together.
        assert_eq!(finding.figures[0].1, Figure::Share { of: 2, all: 6 });
        assert_eq!(finding.figures[1].1, finding.figures[0].1);
        assert_eq!(finding.figures[2].1, Figure::Share { of: 2, all: 2 });
        assert_eq!(finding.figures[3].1, Figure::Count(0));
        let example = finding.example.as_ref().expect("an example");
        assert_eq!(
            example.published,
            "0 = 0 in view 0: published 10; 0 = 0, 1 = 1 in view 0 × 1: published 10; \
             all other parts of the total may be empty"
        );
        assert_eq!(example.truth, "all 10 records of the total are in this part");
        assert!(!finding.passes());

        // A wrong conclusion: the total is code 1 of the first dimension, and its second part is published as 0.
        let view = &mut evidence.views[3];
        (view.values[2], view.values[3]) = (17, 0);
        assert_eq!(equality(&evidence).figures[2].1, Figure::Share { of: 1, all: 2 });
        // The blocked part prevents the conclusion.
        evidence.views[3].status[3] = Status::Blocked;
        assert_eq!(equality(&evidence).figures[2].1, Figure::Share { of: 1, all: 1 });
    }

    /// A threshold suppresses empty parts too. The total still equals its only part with records.
    #[test]
    fn a_threshold_does_not_hide_an_attribute() {
        let method = r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#;
        let sample = Sample::empty(&[3, 2]).add(&[0, 1], 40).add(&[1, 0], 30).add(&[1, 1], 25).method(method, "");
        let evidence = sample.evidence(&["", "0", "1", "0 1"]);
        assert_eq!(evidence.views[3].status[0], Status::Suppressed);
        assert_eq!(equality(&evidence).figures[2].1, Figure::Share { of: 2, all: 2 });
    }

    /// Row 0 of the p-table gives some empty cells a 3. A part with this value may be empty, so it hides no attribute.
    #[test]
    fn values_of_empty_cells_do_not_hide_an_attribute() {
        let ptable = "i,j,p,v,p_int_ub\n0,0,0.6,0,0.6\n0,3,0.4,3,1\n1,1,1,0,1\n2,2,1,0,1\n3,3,1,0,1\n";
        let method = r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash", "zeros": "category-keys" }"#;
        let sample = Sample::empty(&[3, 2]).add(&[0, 1], 40).add(&[1, 0], 30).add(&[1, 1], 25).method(method, ptable);
        let mut evidence = sample.evidence(&["", "0", "1", "0 1"]);
        for (empty, value) in [(0, 0), (0, 3)] {
            evidence.views[3].values[empty] = value;
            assert_eq!(equality(&evidence).figures[2].1, Figure::Share { of: 2, all: 2 }, "{value}");
        }
        // No empty cell has a 4, so the part has records. It also belongs to the line of the 30 records.
        evidence.views[3].values[0] = 4;
        assert_eq!(equality(&evidence).figures[2].1, Figure::Share { of: 0, all: 0 });
    }

    /// Nobody of code 0 can have code 0 of the other dimension, so the conclusion about them discloses nothing.
    #[test]
    fn conclusions_from_structural_zeros_do_not_count() {
        let sample = Sample::empty(&[3, 2]).add(&[0, 1], 10).add(&[1, 0], 9).add(&[1, 1], 8).add(&[2, 0], 7);
        let mut evidence = sample.method(r#"{ "kind": "none" }"#, "").evidence(&["", "0", "1", "0 1"]);
        assert_eq!(equality(&evidence).figures[1].1, Figure::Share { of: 2, all: 7 });
        evidence.structural_zeros = vec![vec![(0, vec![true, false, false]), (1, vec![true, false])]];
        assert_eq!(equality(&evidence).figures[1].1, Figure::Share { of: 1, all: 6 });
    }

    /// Tables with a further dimension have many totals and no conclusion. They do not hide those of the other table.
    #[test]
    fn harmless_tables_do_not_hide_an_attribute() {
        let mut sample = Sample::drawn(&[30, 6, 2], 6000, 1);
        sample.records.iter_mut().for_each(|(codes, _)| codes[1] = if codes[0] < 10 { codes[0] % 6 } else { codes[1] });
        let finding = equality(&sample.pairs());
        assert!(
            !finding.passes() && finding.says.ends_with("The worst group: tables of 2 dimensions with 1."),
            "{finding:?}"
        );
        assert!(finding.figures[1].1.value() < finding.figures[0].1.value());
        sample.records.iter_mut().enumerate().for_each(|(at, (codes, _))| codes[1] = at % 6);
        assert!(equality(&sample.pairs()).passes());
    }

    #[test]
    fn sound_cubes_pass_and_a_dimension_that_follows_from_another_fails() {
        for seed in 0..5 {
            let mut sample = Sample::drawn(&[4, 8, 5], 3000, seed);
            assert!(equality(&sample.pairs()).passes());
            sample.records.iter_mut().for_each(|(codes, _)| codes[2] = codes[1] % 5);
            assert!(!equality(&sample.pairs()).passes());
        }
    }
}
