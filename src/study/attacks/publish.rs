//! How much can be published: populations of three sizes, tables of two to four variables, three p-tables.

use super::datasets::town;
use super::population::Draw;
use super::table::{first, of, paragraph, table, verdict};
use crate::audit::{Evidence, Finding, Finest, attacks};
use crate::ptable::design::READY;
use crate::study::rows::grouped;

const PERSONS: [usize; 3] = [10_000, 100_000, 1_000_000];
/// Seed of the samples of the audit, as in the command by default.
pub(super) const SEED: u64 = 1;
/// The findings with a column of their own.
const COLUMNS: [&str; 8] = [
    "posterior",
    "hidden-presence",
    "profiles",
    "equality",
    "reconstruction",
    "averaging",
    "differencing",
    "key-algebra",
];

/// The part of the page.
pub(super) fn text() -> String {
    let mut text = String::from("## How much can be published?\n\n");
    paragraph(
        &mut text,
        "The population is an invented town with the variables of a census: area (10 codes), age (9), sex (2), marital \
         status (5), birthplace (6), activity (6), education (5) and tenure (4). All tables of up to two, three or \
         four of these variables are published. Children are single and have no activity and no education, as structural zeros declare. A smaller \
         town is part of a larger one. The verdict names the findings over their default limits. It covers the attacks \
         on one release, without its files.",
    );
    let (mut rows, mut short) = (Vec::new(), Vec::new());
    for persons in PERSONS {
        let population = town(persons);
        for most in 2..=4 {
            let mut verdicts = vec![grouped(persons as u64), most.to_string()];
            for ready in READY {
                let evidence = population.publish(most, ready.name, Draw::Cell);
                let findings = all(&evidence, population.finest());
                let mut row = vec![grouped(persons as u64), most.to_string(), ready.name.into()];
                row.push(verdict(&findings));
                let cells: usize = evidence.views.iter().map(|view| view.counts.len()).sum();
                row.push(grouped(cells as u64));
                row.extend(COLUMNS.iter().map(|name| first(of(&findings, name))));
                rows.push(row);
                verdicts.push(verdict(&findings));
            }
            short.push(verdicts);
        }
    }
    table(&mut text, &["persons", "tables of up to", "`light`", "`standard`", "`strong`"], 5, &short);
    paragraph(
        &mut text,
        "The first figure of each finding follows. Bold figures exceed the default limit. [audit.md](../reference/audit.md) \
         says what each figure counts. A dash means that no case of the kind exists: for `posterior`, no cell of 1 or 2.",
    );
    let heads = [&["persons", "tables of up to", "p-table", "verdict", "cells"], COLUMNS.as_slice()].concat();
    table(&mut text, &heads, 4, &rows);
    text
}

/// Runs the whole list of attacks.
pub(super) fn all(evidence: &Evidence, finest: Finest<'_>) -> Vec<Finding> {
    attacks(evidence, finest, &[], SEED, &mut |_| {})
}
