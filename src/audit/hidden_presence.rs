//! Hidden presence: a cell is published as 0, and other values prove that it is not empty.
//!
//! **The adversary** has every published value and the method with its p-table, and no key.
//!
//! **Formula.** A cell is *hidden* if its count is positive and its published value is 0. Its presence is *proven* if the
//! bounds on its count exclude 0 (`bounds`). Two facts narrow these bounds: every total is the sum of its parts, and the
//! same records have the same value. By the second fact, a total with two possible parts and another value than one of
//! them has records in the other one: if it had none, total and part would be the same records.
//!
//! The figure is the share of hidden cells that are proven, in the worst group of tables (`groups`). Values that come from
//! the method give no wrong proof. So a wrong proof shows that values were changed (`exact-totals`).
//!
//! **What it cannot find**: presence that is likely but not certain (`posterior`), or that follows for a line with three or
//! more possible parts.

use super::groups::{Cases, Groups};
use super::steps::Cells;
use super::system::System;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::Status;

/// Default limit: 5 % of the hidden cells, in the worst group of tables.
const LIMIT: f64 = 0.05;

/// Proves presence in cells that are published as 0.
pub fn hidden_presence(evidence: &Evidence) -> Finding {
    prove(&System::new(evidence))
}

/// Proves presence by the bounds of a system.
pub(super) fn prove(system: &System<'_>) -> Finding {
    let System { evidence, lines, bounds, .. } = system;
    let (mut has_suppressed, mut wrong) = (false, 0);
    let mut by_view = vec![Cases::default(); evidence.views.len()];
    let mut example = None;
    for cell in 0..lines.cells() {
        let (view, place) = lines.place(cell);
        let published = &evidence.views[view];
        let (count, is_proven) = (published.scoring_counts()[place], bounds.least[cell] > 0);
        if published.status[place] != Status::Shown || published.values[place] != 0 {
            has_suppressed |= count > 0 && published.status[place] != Status::Shown;
            continue;
        }
        by_view[view].cases += u64::from(count > 0);
        by_view[view].right += u64::from(count > 0 && is_proven);
        wrong += u64::from(count == 0 && is_proven);
        if count > 0 && is_proven && example.is_none() {
            example = Some(Example {
                published: format!("{}: not empty", words::cell(evidence, published, place)),
                truth: format!("the count is {count}"),
                steps: Cells { evidence, lines }.presence(bounds, cell),
            });
        }
    }
    let mut groups = Groups::default();
    evidence.views.iter().zip(by_view).for_each(|(view, cases)| groups.add(view, cases));
    let (worst, all) = (groups.worst(Cases::share), groups.all());
    Finding {
        name: "hidden-presence",
        says: format!(
            "The method publishes some counts as 0. Of {} such cells, other published values prove that {} are \
             not empty. The worst group: {}.",
            all.cases,
            all.right,
            worst.words(evidence)
        ),
        figures: vec![
            (
                "cells published as 0 that are proven to have records (worst group of tables)",
                Figure::Share { of: worst.cases.right, all: worst.cases.cases },
            ),
            (
                "cells published as 0 that are proven to have records (all tables)",
                Figure::Share { of: all.right, all: all.cases },
            ),
            ("wrong proofs", Figure::Count(wrong)),
        ],
        limit: LIMIT,
        blocked: (all.cases == 0 && has_suppressed)
            .then(|| "cells with records are suppressed or blocked, and none is published as 0".to_owned()),
        example,
        remedy: "Publish fewer dimensions together (publish.max_dimensions, never_together), or use more codes than yes \
                 and no in a dimension.",
    }
}
