//! True uniques: persons alone in their finest cell who are still published alone.
//!
//! **The adversary** looks for a person whom they know to be unique, and finds a cell of 1 with all variables. **Formula.**
//! Of the finest cells with one unchanged record, the share that is published as 1. `cellveil tile` also requires that the
//! record is the same; the audit sees counts only, so its share is at least as large.

use std::collections::BTreeMap;

use crate::audit::{Example, Figure, Finding, Truth};
use crate::dimension::Dimension;

/// Default limit: a claim is as often wrong as right.
const LIMIT: f64 = 0.5;

/// Counts the uniques among the unchanged records that the published cells show.
pub fn true_uniques(dimensions: &[Dimension], records: &Truth) -> Finding {
    let finest = |truth: &Truth| truth.sums(|codes| Some(codes.to_vec()));
    let (published, unchanged) = (finest(records), finest(records.scoring()));
    let ones = |cells: &BTreeMap<Vec<u32>, (u64, u64)>| cells.values().filter(|(count, _)| *count == 1).count() as u64;
    let is_left = |codes: &&Vec<u32>| published.get(*codes).is_some_and(|(count, _)| *count == 1);
    let uniques = || unchanged.iter().filter(|(_, (count, _))| *count == 1).map(|(codes, _)| codes);
    let left = uniques().filter(is_left).count() as u64;
    let example = uniques().find(is_left).map(|codes| {
        let code =
            |(dimension, &code): (&Dimension, &u32)| format!("{} = {}", dimension.name, dimension.codes.code(code));
        let named: Vec<String> = dimensions.iter().zip(codes).map(code).collect();
        Example { published: format!("{}: published 1", named.join(", ")), truth: "the count is 1".to_owned() }
    });
    Finding {
        name: "true-uniques",
        says: format!(
            "Of {} persons alone in their finest cell, {left} are still published alone. {} cells are published as 1.",
            ones(&unchanged),
            ones(&published)
        ),
        figures: vec![
            (
                "uniques that are published as 1 (share of the uniques)",
                Figure::Share { of: left, all: ones(&unchanged) },
            ),
            (
                "published 1 that is a true unique (share of the cells)",
                Figure::Share { of: left, all: ones(&published) },
            ),
        ],
        limit: LIMIT,
        blocked: None,
        example,
        remedy: "Move the persons at risk first (target = \"risky\"), or publish fewer dimensions or coarser codes.",
    }
}
