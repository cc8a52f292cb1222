//! Transition matrices with a fixed number of moves.

use std::collections::BTreeMap;

use cellveil::table::{MethodChoice, Query};
use proptest::prelude::*;

use super::draw::{Limits, raw_publish, raw_query, world};
use super::method::{Chance, Kind, Method};
use super::noise::{Noise, TWO_32, position};
use super::world::{Cell, Dimension, Publish, World};
use super::{Tally, ask, law};
use crate::support::random::mmix;

/// The draw of a cell, and its count, key and noise.
type Moved = (u32, u64, u64, i64);

/// A world with many cells of few records, so that many cells share a row of the matrix.
const DENSE: Limits = Limits { dimensions: (2, 4), codes: 6, cells: 120, count: 20 };

/// **The number of moved cells is its expectation.** The law compares the inner cells with a record that share a row of
/// the matrix. The number of cells with a given noise differs by less than 1 from its expectation. A smaller draw never
/// has a larger noise. The table is the same from every view and slice. Empty cells, and totals with their own noise,
/// are as they are without control.
#[test]
fn number_of_moves_is_the_expected_number() {
    let (moves, moved, others) = (Tally::default(), Tally::default(), Tally::default());
    let cuts = prop::collection::vec(raw_publish(), 2);
    law(400, 8, (world(DENSE), cuts, prop::collection::vec(raw_query(), 6)), |(world, cuts, questions)| {
        let free = |method: &Method| match (&method.kind, method.sum) {
            (Kind::TransitionMatrix { category_keys: false, .. }, false) => "matrix",
            (Kind::TransitionMatrix { category_keys: true, .. }, false) => "matrix-zeros",
            (Kind::TransitionMatrix { category_keys: false, .. }, true) => "matrix-sum",
            _ => "matrix-zeros-sum",
        };
        let fixed: Vec<&Method> = world.methods.iter().filter(|method| method.is_fixed()).collect();
        let mut cubes: Vec<_> = cuts.iter().map(|publish| world.cube(&publish.of(&world))).collect();
        for (at, question) in questions.iter().enumerate().filter(|_| !fixed.is_empty()) {
            let method = fixed[at % fixed.len()];
            let by = |name: &str| Query { method: Some(MethodChoice::Name(name.into())), ..question.of(&world) };
            let query = by(&method.name);
            let Some(table) = ask(&mut cubes[0], &query)? else { continue };
            prop_assert_eq!(&ask(&mut cubes[1], &query)?.unwrap(), &table, "{:?}", query);
            prop_assert_eq!(&ask(&mut cubes[0], &query)?.unwrap(), &table, "{:?}", query);

            let Kind::TransitionMatrix { matrix, cap, .. } = &method.kind else { unreachable!("fixed") };
            let noise = Noise::new(&world, method);
            let mut rows: BTreeMap<Option<usize>, Vec<Moved>> = BTreeMap::new();
            let without_control = ask(&mut cubes[0], &by(free(method)))?.unwrap();
            for ((codes, cell), (_, drawn)) in table.iter().zip(&without_control) {
                let is_inner = !query.totals || !codes.iter().any(|code| code == "_T");
                if is_inner && cell.count > 0 {
                    let row = position(matrix.len(), *cap, cell.count);
                    rows.entry(row).or_default().push((
                        noise.draw(cell.count, cell.key),
                        cell.count,
                        cell.key,
                        cell.noise,
                    ));
                } else if is_inner || !method.sum {
                    prop_assert_eq!(cell, drawn, "{:?} in {:?}", codes, query);
                    others.add(method, usize::from(cell.noise != 0));
                }
            }
            for mut cells in rows.into_values() {
                // Cells with the same records count once, because they have the same value.
                cells.sort_unstable();
                cells.dedup();
                let same =
                    cells.windows(2).any(|pair| (pair[0].0, pair[0].1, pair[0].2) == (pair[1].0, pair[1].1, pair[1].2));
                prop_assert!(!same, "{:?}", query);
                let weights = noise.weights(cells[0].1);
                let made = |noise: i64| cells.iter().filter(|&&(.., made)| made == noise).count() as u128;
                for &(noise, weight) in &weights {
                    let expected = u128::from(weight) * cells.len() as u128;
                    prop_assert!((made(noise) * TWO_32).abs_diff(expected) < TWO_32, "noise {} in {:?}", noise, query);
                    moves.add(method, usize::from(weight > 0 && cells.len() > 1));
                    moved.add(method, usize::from(noise != 0) * made(noise) as usize);
                }
                let known: u128 = weights.iter().map(|&(noise, _)| made(noise)).sum();
                prop_assert_eq!(known, cells.len() as u128, "a noise that the row does not have in {:?}", query);
                let in_order = cells.windows(2).all(|pair| pair[0].0 == pair[1].0 || pair[0].3 <= pair[1].3);
                prop_assert!(in_order, "{:?}", query);
            }
        }
        Ok(())
    });
    let is_fixed = |label: &str| label.contains("fixed");
    moves.check(200, is_fixed);
    moved.check(200, is_fixed);
    others.check(100, |label| is_fixed(label) && (label.contains("zeros") || !label.ends_with("sum")));
}

/// **A small table discloses no more than a large one.** In tables of one, two and three cells, each cell follows the
/// distribution of its row. If the numbers of moves were rounded to the nearest, a table of one cell would always show
/// the likeliest value. Each share is within 5 standard deviations of its expectation (level 6e-7 for each share). The
/// keys are drawn from a fixed seed.
#[test]
fn cells_of_small_tables_follow_the_row() {
    const CELLS: usize = 6000;
    let mut next = mmix(2015, 32);
    let matrix = [vec![(1, 1), (0, 1), (0, 1)], vec![(1, 4), (1, 2), (1, 4)], vec![(0, 1), (0, 1), (1, 1)]];
    let matrix = matrix.map(|row| row.into_iter().map(|(of, sum)| Chance::Ratio(of, sum)).collect()).to_vec();
    let kind = Kind::TransitionMatrix { matrix, cap: 2, category_keys: false, fixed: true };
    let codes: Vec<String> = (0..CELLS).map(|code| code.to_string()).collect();
    let world = World {
        dimensions: vec![Dimension { name: "d".into(), codes: codes.clone(), levels: Vec::new() }],
        cells: (0..CELLS).map(|code| Cell { codes: vec![code], count: 1, key: next() }).collect(),
        modulus: 1 << 32,
        xor: false,
        salt: vec![1, 2, 3],
        never: Vec::new(),
        methods: vec![Method { name: "fixed".into(), kind, sum: false }],
    };
    let mut cube = world.cube(&Publish::default());
    for size in [1, 2, 3] {
        let mut shown = [0_usize; 3];
        for some in codes.chunks(size) {
            let query = Query {
                rows: vec!["d".into()],
                filter: vec![("d".into(), some.to_vec())],
                method: Some(MethodChoice::Name("fixed".into())),
                totals: false,
                reveal: true,
                ..Query::default()
            };
            let table = ask(&mut cube, &query).unwrap().unwrap();
            table.iter().for_each(|(_, cell)| shown[cell.value.unwrap() as usize] += 1);
        }
        for (found, chance) in shown.into_iter().zip([0.25, 0.5, 0.25]) {
            let (mean, cells) = (chance * CELLS as f64, CELLS as f64);
            let deviation = (cells * chance * (1.0 - chance)).sqrt();
            assert!((found as f64 - mean).abs() < 5.0 * deviation, "{found} of {mean} in tables of {size}");
        }
    }
}
