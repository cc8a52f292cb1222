//! Certain zeros: published values that prove an empty cell, so nobody in this group has this attribute.
//!
//! **The adversary** knows the method. A published 0 (or another value) whose only candidate is 0 proves that the cell
//! is empty. Then all parts of an empty total are empty too, whatever their values. If records were changed before they were
//! counted, the cell may have people among the unchanged records: then the zero does not count. Noise that turns small counts into
//! 0, or empty cells into small values, removes the certainty (Shlomo, Antal and Elliot 2015, section 4.1: the share of
//! true zeros among the zeros shown).
//!
//! **What it cannot find.** Combinations that cannot exist (married children) are no secret. The evidence does not mark
//! them, so they count as empty cells in both terms of the share. `reconstruction` finds zeros that follow from several
//! values together.

use super::candidates::{Candidates, CountSet};
use super::lines::Lines;
use super::{Evidence, Example, Figure, Finding, Published, remedy, words};
use crate::protect::Status;

/// Default limit. If noise can turn a 1 into a 0, no empty cell is certain; otherwise all are. Between these extremes,
/// only empty cells below a certainly empty total are certain. The limit allows one in twenty of them.
const LIMIT: f64 = 0.05;

/// Measures the share of empty cells that are certain to be empty.
pub fn certain_zeros(evidence: &Evidence) -> Finding {
    let candidates = Candidates::new(&evidence.compiled);
    let is_zero = |set: CountSet| set.number == 1 && set.most == 0;
    let mut certain: Vec<Vec<bool>> = evidence.views.iter().map(|view| vec![false; view.values.len()]).collect();
    for (view, certain) in evidence.views.iter().zip(&mut certain) {
        for (cell, certain) in certain.iter_mut().enumerate() {
            *certain = view.status[cell] == Status::Shown && is_zero(candidates.set(view.values[cell]));
        }
    }
    let is_empty = |view: &Published, cell: usize| view.scoring_counts()[cell] == 0;
    let right = |certain: &[Vec<bool>]| -> usize {
        let views = evidence.views.iter().zip(certain);
        views.map(|(view, certain)| (0..certain.len()).filter(|&at| certain[at] && is_empty(view, at)).count()).sum()
    };
    let alone = right(&certain);
    // A level may come after its codes, so one pass over all pairs may not suffice.
    let pairs = if count(&certain) > 0 { Lines::all(evidence) } else { Vec::new() };
    loop {
        let mut changed = false;
        for lines in &pairs {
            lines.each(|total, parts| {
                if certain[lines.total_view][total] {
                    for &part in parts {
                        changed |= !std::mem::replace(&mut certain[lines.part_view][part], true);
                    }
                }
            });
        }
        if !changed {
            break;
        }
    }
    let found = right(&certain);
    let empty = evidence.views.iter().flat_map(|view| view.scoring_counts()).filter(|&&count| count == 0).count();
    let mut cells = evidence.views.iter().zip(&certain);
    let example = cells.find_map(|(view, certain)| {
        let cell = (0..certain.len()).find(|&cell| certain[cell] && is_empty(view, cell))?;
        let published = format!("{}; this cell can only be empty", words::cell(evidence, view, cell));
        Some(Example { published, truth: format!("the count is {}", view.scoring_counts()[cell]), steps: Vec::new() })
    });
    Finding {
        name: "certain-zeros",
        says: format!(
            "A certain zero discloses that nobody in a group has an attribute. Of {empty} empty cells, {found} are \
             certain to be empty. The empty cells include combinations that cannot exist."
        ),
        figures: vec![
            ("certain zeros (share of empty cells)", Figure::Share { of: found as u64, all: empty as u64 }),
            ("zeros certain from their own value", Figure::Count(alone as u64)),
        ],
        limit: LIMIT,
        blocked: None,
        example,
        remedy: remedy::uncertain_zeros(&evidence.method),
    }
}

fn count(certain: &[Vec<bool>]) -> usize {
    certain.iter().flatten().filter(|&&certain| certain).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;

    #[test]
    fn noise_that_reaches_0_leaves_none_certain() {
        for seed in 0..3 {
            let sample = Sample::drawn(&[6, 9, 8], 500, seed);
            let finding = certain_zeros(&sample.pairs());
            assert!(finding.passes() && finding.figures[0].1.value() == 0.0, "{finding:?}");
            let rounded = sample.method(r#"{ "kind": "random-rounding", "base": 3 }"#, "");
            assert!(certain_zeros(&rounded.pairs()).passes());
        }
    }

    /// Here only a count of 0 becomes 0, and empty cells stay empty.
    #[test]
    fn noise_that_never_reaches_0_leaves_all_certain() {
        let ptable = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,1,0.5,0,0.5\n1,2,0.5,1,1\n2,1,0.5,-1,0.5\n2,3,0.5,1,1\n";
        let sample = Sample::empty(&[2, 2]).add(&[0, 0], 3).add(&[1, 0], 1);
        let sample = sample.method(r#"{ "kind": "cell-key", "ptable": "p" }"#, ptable);
        let finding = certain_zeros(&sample.evidence(&["", "0", "1", "0 1"]));
        assert_eq!(finding.figures[0].1, Figure::Share { of: 3, all: 3 });
        assert_eq!(finding.figures[1].1, Figure::Count(3));
        assert!(!finding.passes());
        let example = finding.example.expect("an example");
        assert_eq!(example.published, "1 = 1 in view 1: published 0; this cell can only be empty");
    }

    /// Empty cells are shown as 0 or 1, counts of 1 as 0 or 2, and larger counts as n or n + 1. So the value 1 is
    /// always an empty cell. A total of 1 makes its parts certain, although each part alone could be a count of 1.
    #[test]
    fn parts_of_an_empty_total_are_certain() {
        let ptable =
            "i,j,p,v,p_int_ub\n0,0,0.5,0,0.5\n0,1,0.5,1,1\n1,0,0.5,-1,0.5\n1,2,0.5,1,1\n2,2,0.5,0,0.5\n2,3,0.5,1,1\n";
        let method = r#"{ "kind": "cell-key", "ptable": "p", "zeros": "category-keys" }"#;
        let sample = Sample::empty(&[2, 2]).add(&[0, 0], 2).method(method, ptable);
        let mut evidence = sample.evidence(&["", "0", "1", "0 1"]);
        for (view, values) in [(1, vec![2, 0]), (2, vec![2, 0]), (3, vec![2, 0, 0, 0])] {
            evidence.views[view].values = values;
        }
        assert_eq!(certain_zeros(&evidence).figures[0].1, Figure::Share { of: 0, all: 5 });
        evidence.views[1].values[1] = 1;
        let finding = certain_zeros(&evidence);
        assert_eq!(finding.figures[0].1, Figure::Share { of: 3, all: 5 });
        assert_eq!(finding.figures[1].1, Figure::Count(1));
    }
}
