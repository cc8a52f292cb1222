//! Small cells: how many counts of 1 and 2 are true, and which tables no step has changed.
//!
//! **The adversary** believes every published 1 and 2. **Formula.** The share of these cells that is true. A cell is true if
//! the unchanged records give the published count. The first figure is the lower end of the 95 % interval (Wilson) of this share, in the table where it is
//! largest. Each table counts by itself, so that tables with a swapped area do not hide those without. Shlomo
//! (2007) counts records in small cells that are unchanged (DR1); here a cell also counts as true if other persons took the
//! place of those who moved.
//!
//! A table is *kept* if 90 % or more of its small cells are true. Swapping keeps every table without the swapped variable, and every
//! table of the strata. In such a table a claim is nearly certain.

use crate::audit::groups::{Cases, FEWEST};
use crate::audit::{Evidence, Example, Figure, Finding, Published, view_name, words};

/// Default limit of `small-cells`. At this limit, half of the claims are wrong.
const LIMIT: f64 = 0.5;

/// The share of true small cells from which a table counts as kept.
const KEPT: f64 = 0.9;

/// Whether a published value is a small count.
fn is_small(value: i64) -> bool {
    matches!(value, 1 | 2)
}

/// The small cells of a view, and those that are true.
fn cases(view: &Published) -> Cases {
    let mut cases = Cases::default();
    for (&value, &count) in view.values.iter().zip(view.scoring_counts()) {
        if is_small(value) {
            cases.cases += 1;
            cases.right += u64::from(count == value as u64);
        }
    }
    cases
}

/// The first small cell of a view that is true.
fn example(evidence: &Evidence, view: &Published) -> Option<Example> {
    let truth = view.scoring_counts();
    let cell = (0..truth.len()).find(|&cell| is_small(view.values[cell]) && truth[cell] == view.values[cell] as u64)?;
    let (published, truth) = (words::cell(evidence, view, cell), format!("the count is {}", truth[cell]));
    Some(Example { published, truth, steps: Vec::new() })
}

/// Counts the small cells that are true.
pub fn small_cells(evidence: &Evidence) -> Finding {
    let (mut worst, mut all) = (None::<(f64, Cases, &Published)>, Cases::default());
    let (mut ones, mut zeros) = (Cases::default(), Cases::default());
    for view in &evidence.views {
        let own = cases(view);
        (all.right, all.cases) = (all.right + own.right, all.cases + own.cases);
        // A table with few small cells is above the limit by chance, so the lower end of the interval counts.
        if own.cases >= FEWEST && worst.is_none_or(|(share, ..)| own.beyond_chance() > share) {
            worst = Some((own.beyond_chance(), own, view));
        }
        for (&value, &count) in view.values.iter().zip(view.scoring_counts()) {
            let of = match value {
                0 => &mut zeros,
                1 => &mut ones,
                _ => continue,
            };
            of.cases += 1;
            of.right += u64::from(count == value as u64);
        }
    }
    let beyond = worst.map_or_else(|| all.beyond_chance(), |(share, ..)| share);
    let name = worst.map_or("all tables together".to_owned(), |(.., view)| view_name(&evidence.dimensions, &view.axes));
    let worst = worst.map_or(all, |(_, cases, _)| cases);
    let share = |cases: Cases| Figure::Share { of: cases.right, all: cases.cases };
    Finding {
        name: "small-cells",
        says: format!(
            "A reader takes every count of 1 or 2 as it is. Of {} such cells, {} have this count among the unchanged records. \
             The worst table: {name}.",
            all.cases, all.right
        ),
        figures: vec![
            (
                "cells published as 1 or 2 that are true, beyond chance (worst table)",
                if all.cases == 0 { share(all) } else { Figure::Number(beyond) },
            ),
            ("cells published as 1 or 2 that are true (worst table)", share(worst)),
            ("cells published as 1 or 2 that are true (all tables)", share(all)),
            ("cells published as 1 that are true (all tables)", share(ones)),
            ("cells published as 0 that are true (all tables)", share(zeros)),
        ],
        limit: LIMIT,
        blocked: None,
        example: evidence.views.iter().find_map(|view| example(evidence, view)),
        remedy: "Use stronger steps: a higher rate, target = \"risky\", or noise on the finest cells. Or publish fewer \
                 dimensions, coarser codes, or a sealed cube.",
    }
}

/// Counts the tables whose small cells are nearly all true.
pub fn kept_tables(evidence: &Evidence) -> Finding {
    let of_view = |view| (view, cases(view));
    let tested: Vec<_> = evidence.views.iter().map(of_view).filter(|(_, cases)| cases.cases >= FEWEST).collect();
    let kept: Vec<_> = tested.iter().filter(|(_, cases)| cases.share() >= KEPT).collect();
    let cells: u64 = kept.iter().map(|(_, cases)| cases.cases).sum();
    let largest = kept.iter().rev().max_by_key(|(_, cases)| cases.cases);
    let most = largest.map_or(String::new(), |(view, cases)| {
        let name = view_name(&evidence.dimensions, &view.axes);
        format!(" The table with most of them is {name}: {} small cells.", cases.cases)
    });
    Finding {
        name: "kept-tables",
        says: format!(
            "A table is kept if it has {FEWEST} or more counts of 1 or 2, and 90 % of them or more are true. The steps keep {} of {} \
             such tables.{most}",
            kept.len(),
            tested.len()
        ),
        figures: vec![
            ("kept tables", Figure::Count(kept.len() as u64)),
            ("counts of 1 or 2 in kept tables", Figure::Count(cells)),
            ("tables with small cells", Figure::Count(tested.len() as u64)),
        ],
        limit: 0.0,
        blocked: tested.is_empty().then(|| format!("no table has {FEWEST} counts of 1 or 2")),
        example: largest.and_then(|(view, _)| example(evidence, view)),
        remedy: "Add a step that changes the variables of these tables: another swap or PRAM, or noise on the finest cells. \
                 Or publish coarser codes, or a sealed cube. If these tables may be public, set kept_tables in [audit].",
    }
}
