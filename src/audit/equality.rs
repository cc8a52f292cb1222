//! Equality: a total equals its only positive part, so everybody in this group has this attribute.
//!
//! **The adversary** looks for a line of two or more codes in which exactly one code has a positive value. All other
//! codes are published as 0, and the total equals the positive value. They conclude that every record of the total has
//! that code. So they learn the code of every person whom they know to be in the total.
//!
//! **Why it works.** If the conclusion is true, total and part have the same records. Then they have the same value in
//! every consistent method, and the line discloses the fact unless the value is 0. If the conclusion is false, two
//! values with separate noise must be equal by chance, and all other parts must become 0. So consistency, which defeats
//! averaging, makes these conclusions right.
//!
//! **What it cannot find**: conclusions that need two lines, or that hold for nearly everybody in a group. The attack
//! treats all attributes alike, even if they are not sensitive or follow from the codes (no child is employed).

use super::lines::Lines;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::Status;

/// Default limit: one right conclusion for twenty published totals. With three dimensions, a few thousand persons and
/// views of two dimensions, few lines have a single non-empty code. If there are many such lines, the views are too
/// detailed for the population, or one dimension determines another. The publisher should decide about such views
/// knowingly.
const LIMIT: f64 = 0.05;

/// Conclusions about groups of at most this size are counted separately, because they concern individual persons.
const FEW: u64 = 5;

/// Counts the conclusions, and the right conclusions. Lines with a single code, and lines with a hidden or zero total,
/// do not count. A hidden part may be positive, so it prevents a conclusion.
pub fn equality(evidence: &Evidence) -> Finding {
    let (mut lines_asked, mut hidden, mut claims, mut right, mut about_few) = (0, 0, 0, 0, 0);
    let mut example: Option<(u64, Example)> = None;
    for lines in Lines::all(evidence) {
        let (total, part) = (lines.total, lines.part);
        lines.each(|cell, parts| {
            let value = total.values[cell];
            if parts.len() < 2 || total.status[cell] != Status::Shown || value <= 0 {
                return;
            }
            lines_asked += 1;
            hidden += u64::from(parts.iter().any(|&at| part.status[at] != Status::Shown));
            let mut others = parts.iter().filter(|&&at| part.status[at] != Status::Shown || part.values[at] != 0);
            let (Some(&only), None) = (others.next(), others.next()) else { return };
            // With draws by view, the same records need not have the same value: the zeros alone give the conclusion.
            let is_equal = part.values[only] == value || evidence.draws_by_view;
            if part.status[only] != Status::Shown || !is_equal {
                return;
            }
            claims += 1;
            let count = total.counts[cell];
            if part.counts[only] != count {
                return;
            }
            right += 1;
            about_few += u64::from(count <= FEW);
            // The largest group makes the clearest example.
            if example.as_ref().is_none_or(|(most, _)| count > *most) {
                let (group, attribute) = (words::cell(evidence, total, cell), words::cell(evidence, part, only));
                let published = format!("{group}; {attribute}; all other parts of the total: published 0");
                let truth = format!("all {count} records of the total are in its only non-zero part");
                example = Some((count, Example { published, truth }));
            }
        });
    }
    let says = format!(
        "If a total equals its only non-zero part, a reader concludes that the whole group has one attribute. This \
         conclusion is possible {claims} times, and right {right} times."
    );
    Finding {
        name: "equality",
        says,
        figures: vec![
            ("right conclusions (share of positive totals)", Figure::Share { of: right, all: lines_asked }),
            ("right conclusions (share of all conclusions)", Figure::Share { of: right, all: claims }),
            ("right conclusions about groups of 5 or fewer", Figure::Count(about_few)),
        ],
        limit: LIMIT,
        blocked: (2 * hidden > lines_asked)
            .then(|| format!("{hidden} of {lines_asked} totals have a hidden part, which prevents the conclusion")),
        example: example.map(|(_, example)| example),
        remedy: "Publish fewer dimensions together (publish.max_dimensions, publish.views). Separate or omit \
                 dimensions that follow from each other (publish.never_together). Coarser codes lower the number of \
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
        // second.
        assert_eq!(finding.figures[0].1, Figure::Share { of: 2, all: 6 });
        assert_eq!(finding.figures[1].1, Figure::Share { of: 2, all: 2 });
        assert_eq!(finding.figures[2].1, Figure::Count(0));
        let example = finding.example.as_ref().expect("an example");
        assert_eq!(
            example.published,
            "0 = 0 in view 0: published 10; 0 = 0, 1 = 1 in view 0 × 1: published 10; \
             all other parts of the total: published 0"
        );
        assert_eq!(example.truth, "all 10 records of the total are in its only non-zero part");
        assert!(!finding.passes());

        // A wrong conclusion: the total is code 1 of the first dimension, and its second part is published as 0.
        let view = &mut evidence.views[3];
        (view.values[2], view.values[3]) = (17, 0);
        assert_eq!(equality(&evidence).figures[1].1, Figure::Share { of: 1, all: 2 });
        // The hidden part prevents the conclusion.
        evidence.views[3].status[3] = Status::Suppressed;
        assert_eq!(equality(&evidence).figures[1].1, Figure::Share { of: 1, all: 1 });
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
