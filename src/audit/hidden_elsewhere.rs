//! Hidden elsewhere: a rule blocks a cell in one view, and another view shows the same records.
//!
//! **The adversary** looks for a line in which one cell is blocked, all other parts are published as 0, and the
//! remaining cell is shown. The adversary concludes that the blocked cell counts the same records as the shown cell,
//! and takes the shown value for both.
//!
//! **Formula.** A pair is a total and its only non-empty part, by the true counts ([`same_records`]). One cell of the
//! pair is blocked, and the other is shown. A blocked cell is *readable* if all other parts of the line are shown as 0.
//!
//! Such a pair is no fault of the method. The method gives both cells one value, and the rule withholds one of the
//! values. So `consistency` does not count these pairs.
//!
//! **What it cannot find**: blocked cells that follow from several lines. A subtraction also gives the approximate value
//! of a blocked cell if all other cells of a line are shown. The last figure counts these cells, and has no limit.

use std::collections::BTreeSet;

use super::consistency::same_records;
use super::lines::Lines;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::Status;

/// Finds blocked cells whose value another view shows. Returns `None` if no cell with records is blocked. The default
/// limit is 0: a rule does not protect a value that another view discloses.
pub fn hidden_elsewhere(evidence: &Evidence) -> Option<Finding> {
    let views = evidence.views.iter();
    let cells = views.flat_map(|view| view.status.iter().zip(&view.counts));
    let blocked = cells.filter(|&(&status, &count)| status == Status::Blocked && count > 0).count() as u64;
    if blocked == 0 {
        return None;
    }
    let (mut split, mut readable, mut example) = (0, BTreeSet::new(), None);
    same_records(evidence, |lines, cell, only, parts| {
        let (total, part) = (lines.total, lines.part);
        let hidden = match (total.status[cell], part.status[only]) {
            (Status::Blocked, Status::Shown) => (lines.total_view, cell),
            (Status::Shown, Status::Blocked) => (lines.part_view, only),
            _ => return,
        };
        split += 1;
        let is_zero = |&at: &usize| part.status[at] == Status::Shown && part.values[at] == 0;
        if !parts.iter().filter(|&&at| at != only).all(is_zero) {
            return;
        }
        readable.insert(hidden);
        example.get_or_insert_with(|| Example {
            published: format!("{}; {}", words::cell(evidence, total, cell), words::cell(evidence, part, only)),
            truth: format!("both cells count the same {} records", total.counts[cell]),
            steps: Vec::new(),
        });
    });
    Some(Finding {
        name: "hidden-elsewhere",
        says: format!(
            "A rule of publication blocks {blocked} cells with records. For {} of them, another view shows a value of \
             the same records, and the zeros of the line disclose this.",
            readable.len()
        ),
        figures: vec![
            ("blocked cells whose value another view shows", Figure::Share { of: readable.len() as u64, all: blocked }),
            ("pairs with the same records, of which one cell is blocked", Figure::Count(split)),
            ("blocked cells alone in a line", Figure::Share { of: alone(evidence), all: blocked }),
        ],
        limit: 0.0,
        blocked: None,
        example,
        remedy: "Omit the views that show the same records (publish.views, publish.never_together), or publish coarser \
                 levels. Do not rely on a rule of [rules] for these cells: the rule hides them in one view only.",
    })
}

/// Counts the blocked cells with records for which a subtraction gives an approximate value: all other cells of a line
/// are shown.
fn alone(evidence: &Evidence) -> u64 {
    let mut found = BTreeSet::new();
    for lines in Lines::all(evidence) {
        let (total, part) = (lines.total, lines.part);
        lines.each(|cell, parts| {
            let own = (total.status[cell], total.counts[cell], (lines.total_view, cell));
            let others = parts.iter().map(|&at| (part.status[at], part.counts[at], (lines.part_view, at)));
            let mut hidden = std::iter::once(own).chain(others).filter(|&(status, ..)| status != Status::Shown);
            if let (Some((Status::Blocked, 1.., place)), None) = (hidden.next(), hidden.next()) {
                found.insert(place);
            }
        });
    }
    found.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::consistency;
    use crate::audit::sample::Sample;

    /// All five people of code 1 of axis 0 have code 2 of axis 1.
    fn evidence() -> Evidence {
        Sample::empty(&[2, 3])
            .add(&[1, 2], 5)
            .add(&[0, 0], 40)
            .add(&[0, 1], 30)
            .add(&[0, 2], 20)
            .evidence(&["", "0", "1", "0 1"])
    }

    fn place(evidence: &Evidence, count: u64, view: usize) -> usize {
        evidence.views[view].counts.iter().position(|&found| found == count).expect("a cell with this count")
    }

    #[test]
    fn a_release_without_blocked_cells_has_no_finding() {
        let mut evidence = evidence();
        assert_eq!(hidden_elsewhere(&evidence), None);
        // A blocked cell without people discloses nothing, and a method's suppression is another matter.
        let empty = place(&evidence, 0, 3);
        evidence.views[3].status[empty] = Status::Blocked;
        evidence.views[1].status[0] = Status::Suppressed;
        assert_eq!(hidden_elsewhere(&evidence), None);
    }

    /// The rule blocks the only cell with people of a line, and the line's total and zeros are shown.
    #[test]
    fn a_cell_that_another_view_shows() {
        let mut evidence = evidence();
        let cell = place(&evidence, 5, 3);
        evidence.views[3].status[cell] = Status::Blocked;
        let finding = hidden_elsewhere(&evidence).expect("a finding");
        assert_eq!(finding.figures[0].1, Figure::Share { of: 1, all: 1 });
        assert_eq!(finding.figures[1].1, Figure::Count(1));
        assert_eq!(finding.figures[2].1, Figure::Share { of: 1, all: 1 });
        assert!(!finding.passes());
        let example = finding.example.expect("an example").published;
        assert!(example.ends_with("0 = 1, 1 = 2 in view 0 × 1: blocked"), "{example}");
        // The method did its part, so its finding passes.
        assert!(consistency(&evidence).passes());
    }

    #[test]
    fn a_total_that_its_parts_show() {
        let mut evidence = evidence();
        let total = place(&evidence, 5, 1);
        evidence.views[1].status[total] = Status::Blocked;
        let finding = hidden_elsewhere(&evidence).expect("a finding");
        assert_eq!(finding.figures[0].1, Figure::Share { of: 1, all: 1 });
        assert!(consistency(&evidence).passes());
    }

    /// The sound twin: the rule blocks the same records in every view, or the other cells of the line too.
    #[test]
    fn cells_that_no_other_view_shows() {
        let mut both = evidence();
        let (total, cell) = (place(&both, 5, 1), place(&both, 5, 3));
        both.views[1].status[total] = Status::Blocked;
        both.views[3].status[cell] = Status::Blocked;
        let finding = hidden_elsewhere(&both).expect("a finding");
        assert!(finding.passes() && consistency(&both).passes());
        assert_eq!((finding.figures[0].1, finding.figures[1].1), (Figure::Share { of: 0, all: 2 }, Figure::Count(0)));

        let mut line = evidence();
        line.views[3].status[3..].fill(Status::Blocked);
        let finding = hidden_elsewhere(&line).expect("a finding");
        assert!(finding.passes() && consistency(&line).passes());
        assert_eq!((finding.figures[0].1, finding.figures[1].1), (Figure::Share { of: 0, all: 1 }, Figure::Count(1)));
    }
}
