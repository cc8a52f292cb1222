//! Cell keys: a preprotected cube must have keys that are independent of the records.
//!
//! **The adversary** has the record key of a person, or two releases. A cell key that is made of record keys would be a
//! pseudonym, and a listed cell with a count of 0 would show that somebody is there.
//!
//! **Test.** There are three faults. Too many finest cells have the key of their unchanged cell. Too many cell keys equal the
//! key of one unchanged record. The file lists a cell with a count of 0. The first two tests are binomial, each at a level
//! of 10^-6. If the moduli differ, keys are compared modulo the published modulus.

use std::collections::BTreeSet;

use super::FinestCells;
use crate::audit::chance::{LEVEL, binomial_tail};
use crate::audit::{Figure, Finding};
use crate::key::KeyGroup;

/// Tests whether the published cell keys are unrelated to the unchanged records. `keys` are how the published
/// keys and the record keys combine. `zeros` is the number of listed cells with a count of 0.
pub fn cell_keys(cells: &FinestCells, keys: [KeyGroup; 2], zeros: u64) -> Finding {
    let FinestCells { published, unchanged } = cells;
    let [modulus, of_records] = keys.map(|keys| keys.modulus().get());
    let reduced = |key: u64| key % modulus;
    let singles: BTreeSet<u64> =
        unchanged.values().filter(|(count, _)| *count == 1).map(|(_, key)| reduced(*key)).collect();
    let (mut both, mut same, mut single) = (0, 0, 0);
    for (codes, (_, key)) in published {
        if let Some((_, other)) = unchanged.get(codes) {
            both += 1;
            same += u64::from(*key == reduced(*other));
        }
        single += u64::from(singles.contains(key));
    }
    let cells = published.len() as u64;
    let possible = modulus.min(of_records) as f64;
    let is_beyond = |trials, probability, found| binomial_tail(trials, probability, found) < LEVEL;
    let faults = [
        (is_beyond(both, 1.0 / possible, same), "cells have the keys of the unchanged cells"),
        (is_beyond(cells, singles.len() as f64 / possible, single), "cells have the keys of single records"),
        (zeros > 0, "the file lists cells with a count of 0"),
    ];
    let found: Vec<&str> = faults.iter().filter(|(is_fault, _)| *is_fault).map(|(_, fault)| *fault).collect();
    Finding {
        name: "cell-keys",
        says: match found.as_slice() {
            [] => "The cell keys are unrelated to the keys of the unchanged records, as far as these cells show."
                .to_owned(),
            faults => format!("The cell keys disclose records: {}.", faults.join("; ")),
        },
        figures: vec![
            ("failed tests of cell keys", Figure::Count(found.len() as u64)),
            ("cells with the key of the same unchanged cell", Figure::Share { of: same, all: both }),
            ("cells with the key of a single unchanged record", Figure::Share { of: single, all: cells }),
            ("listed cells with a count of 0", Figure::Count(zeros)),
        ],
        limit: 0.0,
        blocked: (cells == 0).then(|| "the cube has no cells".to_owned()),
        example: None,
        remedy: "Build the cube with `cellveil tile` and release = \"preprotected\", which draws a key for each cell.",
    }
}
