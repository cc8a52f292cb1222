//! Empty cells with noise from the keys of their categories.

use std::cell::Cell as Counter;

use cellveil::table::{MethodChoice, Query};
use proptest::prelude::*;

use super::draw::{Limits, raw_publish, subset, world};
use super::method::Method;
use super::world::World;
use super::{Tally, ask, law};
use crate::support::cube::Cell;

/// A world with few cells, so that most combinations are empty.
const SPARSE: Limits = Limits { dimensions: (2, 4), codes: 5, cells: 6, count: 1 << 20 };

/// A way to query a set of a dimension's codes: axes, filters and groups, and the code of the set in the answer.
#[derive(Debug, Clone, Default)]
struct Asking {
    axis: Option<String>,
    filter: Option<(String, Vec<String>)>,
    group: Option<(String, Vec<String>)>,
    code: String,
}

/// Returns all ways to query a set of codes. The ways with an axis come first.
fn ways(world: &World, dimension: usize, set: &[bool]) -> Vec<Asking> {
    let names = world.names(dimension);
    let is_whole = !set.contains(&false);
    let total = "_T".to_owned();
    let mut on_axis = Vec::new();
    let mut elsewhere = Vec::new();
    for axis_name in &names {
        let (_, group_of, groups) = world.axis(axis_name);
        let is_in = |group: usize| (0..set.len()).any(|code| group_of[code] == group && set[code]);
        let listed: Vec<String> =
            (0..groups.len()).filter(|&group| is_in(group)).map(|group| groups[group].clone()).collect();
        if (0..set.len()).any(|code| is_in(group_of[code]) != set[code]) {
            continue; // a group of the level mixes these codes with others
        }
        let axis = Some(axis_name.clone());
        let group = ("G".to_owned(), listed.clone());
        on_axis.push(Asking { axis: axis.clone(), group: Some(group), code: "G".into(), ..Asking::default() });
        if let [only] = listed.as_slice() {
            on_axis.push(Asking { axis: axis.clone(), code: only.clone(), ..Asking::default() });
        }
        if is_whole {
            on_axis.push(Asking { axis, code: total.clone(), ..Asking::default() });
        }
        let filter = Some((axis_name.clone(), listed));
        for other in &names {
            let (_, _, all) = world.axis(other);
            let axis = Some(other.clone());
            let group = Some(("all".to_owned(), all.to_vec()));
            on_axis.push(Asking { axis: axis.clone(), filter: filter.clone(), code: total.clone(), group: None });
            on_axis.push(Asking { axis, filter: filter.clone(), code: "all".into(), group });
        }
        elsewhere.push(Asking { filter, ..Asking::default() });
    }
    if is_whole {
        elsewhere.push(Asking::default());
    }
    on_axis.extend(elsewhere);
    on_axis
}

/// Combines ways of asking into a query, and returns the codes of the cell in its answer.
fn question(method: &Method, asking: &[&Asking], columns: usize) -> (Query, Vec<String>) {
    let on_axis = || asking.iter().filter_map(|asking| Some((asking.axis.clone()?, asking.code.clone())));
    let (mut rows, codes): (Vec<String>, Vec<String>) = on_axis().unzip();
    let columns = rows.split_off(1 + columns % rows.len());
    let group = |asking: &&Asking| Some((asking.axis.clone()?, vec![asking.group.clone()?]));
    let query = Query {
        rows,
        columns,
        filter: asking.iter().filter_map(|asking| asking.filter.clone()).collect(),
        groups: asking.iter().filter_map(group).collect(),
        method: Some(MethodChoice::Name(method.name.clone())),
        with: Vec::new(),
        totals: true,
        areas: None,
        reveal: true,
        explain: None,
        measure: None,
    };
    (query, codes)
}

/// **An empty cell is the same in every query**: by codes, groups, or groups of a level; along an axis, by a filter, or
/// as a total. Dimensions with all codes may be named or omitted. The same law holds for cells with records.
#[test]
fn empty_cell_is_the_same_in_every_query() {
    let (drawn, dead) = (Tally::default(), Counter::new(0_usize));
    let sets = prop::collection::vec((0_usize..8, any::<u64>(), 0_u8..4), 4);
    let picks = prop::collection::vec((prop::collection::vec(any::<u16>(), 4), 0_usize..4), 8);
    let strategy = (world(SPARSE), raw_publish(), prop::collection::vec(sets, 3), picks);
    law(800, 7, strategy, |(world, publish, cells, picks)| {
        let mut cube = world.cube(&publish.of(&world));
        for method in world.methods.iter().filter(|method| method.has_category_keys()) {
            if method.sum || method.is_fixed() {
                continue;
            }
            for sets in &cells {
                let ways: Vec<Vec<Asking>> = (0..world.dimensions.len())
                    .map(|dimension| {
                        let (level, mask, form) = sets[dimension];
                        let names = world.names(dimension);
                        let (_, group_of, groups) = world.axis(&names[level % names.len()]);
                        let listed = match form {
                            0 => groups.to_vec(),
                            1 => subset(groups, mask),
                            _ => vec![groups[mask as usize % groups.len()].clone()],
                        };
                        let set: Vec<bool> = group_of.iter().map(|&group| listed.contains(&groups[group])).collect();
                        ways(&world, dimension, &set)
                    })
                    .collect();
                let mut known: Option<Cell> = None;
                for (numbers, columns) in &picks {
                    let mut asking: Vec<&Asking> = ways
                        .iter()
                        .zip(numbers)
                        .map(|(ways, &number)| &ways[usize::from(number) % ways.len()])
                        .collect();
                    if asking.iter().all(|asking| asking.axis.is_none()) {
                        asking[0] = &ways[0][0];
                    }
                    let (query, codes) = question(method, &asking, *columns);
                    let answer = ask(&mut cube, &query)?.expect("no filter leaves nothing");
                    let (_, cell) = answer.into_iter().find(|(found, _)| *found == codes).expect("the cell is there");
                    if let Some(known) = &known {
                        prop_assert_eq!(&cell, known, "{:?} in {:?}", codes, query);
                        drawn.add(method, usize::from(cell.count == 0 && cell.noise != 0));
                        dead.set(dead.get() + usize::from(cell.count == 0 && cell.key == 0));
                    }
                    known = Some(cell);
                }
            }
        }
        Ok(())
    });
    drawn.check(500, |label| label.contains("zeros") && !label.contains("fixed") && !label.ends_with("sum"));
    assert!(dead.get() > 1000, "{dead:?} times a cell that cannot exist");
}
