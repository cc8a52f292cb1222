//! Small cells: how many counts of 1 and 2 are true, and which tables no step has changed.
//!
//! **The adversary** believes every published 1 and 2. **Formula.** The share of these cells whose count among the
//! unchanged records is the published one. The first figure is the share in the worst group of tables (`groups`). Shlomo
//! (2007) counts records in small cells that are unchanged (DR1); here a cell also counts as true if other persons took the
//! place of those who moved.
//!
//! A table is *kept* if all its small cells are true. Swapping keeps every table without the swapped variable, and every
//! table of the strata. In such a table a claim is certain, and not only likely.

use crate::audit::groups::{Cases, FEWEST, Groups};
use crate::audit::{Evidence, Example, Figure, Finding, Published, view_name, words};

/// Default limit of `small-cells`: a claim is as often wrong as right.
const LIMIT: f64 = 0.5;

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
    Some(Example { published, truth })
}

/// Counts the small cells that are true.
pub fn small_cells(evidence: &Evidence) -> Finding {
    let (mut groups, mut ones, mut zeros) = (Groups::default(), Cases::default(), Cases::default());
    for view in &evidence.views {
        groups.add(view, cases(view));
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
    let (worst, all) = (groups.worst(Cases::share), groups.all());
    let share = |cases: Cases| Figure::Share { of: cases.right, all: cases.cases };
    Finding {
        name: "small-cells",
        says: format!(
            "A reader takes every count of 1 or 2 as it is. Of {} such cells, {} have this count among the unchanged records. \
             The worst group: {}.",
            all.cases,
            all.right,
            worst.words(evidence)
        ),
        figures: vec![
            ("cells published as 1 or 2 that are true (worst group of tables)", share(worst.cases)),
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

/// Counts the tables whose small cells are all true.
pub fn kept_tables(evidence: &Evidence) -> Finding {
    let of_view = |view| (view, cases(view));
    let tested: Vec<_> = evidence.views.iter().map(of_view).filter(|(_, cases)| cases.cases >= FEWEST).collect();
    let kept: Vec<_> = tested.iter().filter(|(_, cases)| cases.right == cases.cases).collect();
    let cells: u64 = kept.iter().map(|(_, cases)| cases.cases).sum();
    let largest = kept.iter().rev().max_by_key(|(_, cases)| cases.cases);
    let most = largest.map_or(String::new(), |(view, cases)| {
        let name = view_name(&evidence.dimensions, &view.axes);
        format!(" The table with most of them is {name}: {} small cells.", cases.cases)
    });
    Finding {
        name: "kept-tables",
        says: format!(
            "A table is kept if it has {FEWEST} or more counts of 1 or 2, and all of them are true. The steps keep {} of {} \
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
