//! True uniques: persons alone in their finest cell who are still published alone.
//!
//! **The adversary** looks for a person whom they know to be unique, and finds a cell of 1 with all variables. **Formula.**
//! The figure is the share of the finest cells with one unchanged record that is published as 1. `cellveil tile` also
//! requires that the record is the same. The audit sees counts only, so its share is at least as large.
//!
//! Real cells: **the adversary** claims that every finest cell above 0 is the record of somebody. **Formula.** Of the finest
//! cells above 0 with at most two unchanged records, the share that is not empty among them. Noise fills no empty cell, so
//! noise alone leaves this share at 1.

use super::{FinestCells, Sums};
use crate::audit::groups::FEWEST;
use crate::audit::{Example, Figure, Finding};
use crate::dimension::Dimension;

/// Default limit of `true-uniques`. At this limit, half of the claims are wrong.
const UNIQUES: f64 = 0.5;
/// Default limit of `real-cells`. At this limit, one claim in ten is wrong.
const REAL: f64 = 0.9;
/// Names a finest cell.
fn named(dimensions: &[Dimension], codes: &[u32]) -> String {
    let code = |(dimension, &code): (&Dimension, &u32)| format!("{} = {}", dimension.name, dimension.codes.code(code));
    dimensions.iter().zip(codes).map(code).collect::<Vec<_>>().join(", ")
}

/// Counts the uniques among the unchanged records that the published cells show.
pub fn true_uniques(dimensions: &[Dimension], cells: &FinestCells) -> Finding {
    let FinestCells { published, unchanged } = cells;
    let ones = |cells: &Sums| cells.values().filter(|(count, _)| *count == 1).count() as u64;
    let is_left = |codes: &&Vec<u32>| published.get(*codes).is_some_and(|(count, _)| *count == 1);
    let uniques = || unchanged.iter().filter(|(_, (count, _))| *count == 1).map(|(codes, _)| codes);
    let left = uniques().filter(is_left).count() as u64;
    let example = uniques().find(is_left).map(|codes| {
        let published = format!("{}: published 1", named(dimensions, codes));
        Example { published, truth: "the count is 1".to_owned(), steps: Vec::new() }
    });
    Finding {
        name: "true-uniques",
        says: format!(
            "Of {} persons alone in their finest cell, {left} are still published alone. {} cells are published as 1.",
            ones(unchanged),
            ones(published)
        ),
        figures: vec![
            (
                "uniques that are published as 1 (share of the uniques)",
                Figure::Share { of: left, all: ones(unchanged) },
            ),
            (
                "published 1 that is a true unique (share of the cells)",
                Figure::Share { of: left, all: ones(published) },
            ),
        ],
        limit: UNIQUES,
        blocked: None,
        example,
        remedy: "Move the persons at risk first (target = \"risky\"), or publish fewer dimensions or coarser codes.",
    }
}

/// Counts the rare cells that are shown and have records.
pub fn real_cells(dimensions: &[Dimension], cells: &FinestCells) -> Finding {
    let FinestCells { published, unchanged } = cells;
    let count = |codes: &Vec<u32>| unchanged.get(codes).map_or(0, |(count, _)| *count);
    let rare: Vec<(&Vec<u32>, u64)> =
        published.keys().map(|codes| (codes, count(codes))).filter(|(_, count)| *count <= 2).collect();
    let (all, is_real) = (rare.len() as u64, |(_, count): &&(&Vec<u32>, u64)| *count > 0);
    let real = rare.iter().filter(is_real).count() as u64;
    let few = all > 0 && all < FEWEST;
    Finding {
        name: "real-cells",
        says: format!(
            "A reader claims that every finest cell above 0 is the record of somebody. {all} of {} such cells have at most 2 \
             unchanged records, and {real} of these have 1 or 2.",
            published.len()
        ),
        figures: vec![
            (
                "rare cells that are real (share of the finest cells above 0 with at most 2 unchanged records)",
                if few { Figure::Share { of: 0, all: 0 } } else { Figure::Share { of: real, all } },
            ),
            ("rare cells that are shown", Figure::Count(all)),
            ("finest cells above 0", Figure::Count(published.len() as u64)),
        ],
        limit: REAL,
        blocked: few.then(|| format!("fewer than {FEWEST} finest cells are rare")),
        example: rare.iter().find(is_real).map(|(codes, count)| Example {
            published: format!("{}: published above 0", named(dimensions, codes)),
            truth: format!("the count is {count}"),
            steps: Vec::new(),
        }),
        remedy: "Add a step that moves records: swapping or PRAM. Noise and weights fill no empty cell. Or publish fewer \
                 dimensions, coarser codes, or a sealed cube.",
    }
}
