//! Laws of `areas = "blocks"`: a standard area has its usual cell. A custom area has the signed sum of standard areas.

use std::cell::Cell as Counter;
use std::collections::HashMap;

use cellveil::table::{Areas, MethodChoice, Query, Table};
use proptest::prelude::*;

use super::draw::{SMALL, raw_publish, raw_query, world};
use super::method::Method;
use super::world::World;
use super::{Population, ask, law, naive, populations};
use crate::support::cube::{Cell, TestCube, cells};

/// Larger tables are skipped, because the law queries each cell again, block by block.
pub(super) const MAX_CELLS: usize = 250;

/// Returns the cell of a population from an ordinary table with one group per axis.
fn alone(cube: &mut TestCube, world: &World, query: &Query, sets: &Population) -> Result<Cell, TestCaseError> {
    let mut groups = Vec::new();
    for (dimension, set) in world.dimensions.iter().zip(sets) {
        let codes = dimension.codes.iter().zip(set).filter(|&(_, &within)| within);
        let codes: Vec<String> = codes.map(|(code, _)| code.clone()).collect();
        groups.push((dimension.name.clone(), vec![("block".to_owned(), codes)]));
    }
    let rows = world.dimensions.iter().map(|dimension| dimension.name.clone()).collect();
    let query = Query { rows, groups, totals: false, reveal: true, method: query.method.clone(), ..Query::default() };
    Ok(ask(cube, &query)?.expect("no filter")[0].1.clone())
}

/// Returns the populations of the blocks of a cell, each with its sign.
pub(super) fn parts(world: &World, query: &Query, areas: &Areas, codes: &[String]) -> Vec<(i64, Population)> {
    let mut parts = vec![(1, populations(world, query, codes))];
    for axis in &areas.axes {
        let (dimension, ..) = world.axis(&axis.name);
        let code =
            query.rows.iter().chain(&query.columns).position(|axis_name| *axis_name == axis.name).map(|at| &codes[at]);
        let Some(place) = axis.places.iter().find(|place| place.code.as_ref() == code) else { continue };
        assert_eq!(
            (place.variance, place.negative),
            (place.blocks.len() as u64, place.blocks.iter().any(|b| b.sign < 0))
        );
        let mut longer = Vec::new();
        for (sign, population) in &parts {
            for block in &place.blocks {
                let set = match &block.name {
                    None => vec![true; world.dimensions[dimension].codes.len()],
                    Some(name) => {
                        let (_, group_of, groups) = world.axis(name);
                        group_of.iter().map(|&group| groups[group] == block.code).collect()
                    }
                };
                let mut population = population.clone();
                population[dimension] = set;
                longer.push((sign * i64::from(block.sign), population));
            }
        }
        parts = longer;
    }
    parts
}

fn tables(cube: &mut TestCube, query: &Query) -> Option<Table> {
    cube.ask(query).ok().map(|(_, table)| table).filter(|table| table.len() <= MAX_CELLS)
}

/// **A custom area is the sum of its blocks.** A standard area has the cell of the exact table. A custom area has the
/// count and the key of its own records. Its value is the signed sum of the values that ordinary tables publish for its
/// blocks. If one of these values is suppressed, the sum is suppressed too. Totals that are sums add the published
/// values. The views and the split of the cube do not matter.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn area_is_the_signed_sum_of_its_blocks() {
    let [standard, combined, negative, suppressed, sums, impossible] = [(); 6].map(|()| Counter::new(0_usize));
    let strategy = (world(SMALL), prop::collection::vec(raw_publish(), 2), prop::collection::vec(raw_query(), 4));
    law(1500, 8, strategy, |(world, cuts, questions)| {
        let mut cube = world.cube(&cuts[0].of(&world));
        let mut other = world.cube(&cuts[1].of(&world));
        let mut known: HashMap<(String, Population), Cell> = HashMap::new();
        for question in questions {
            let exact = question.of(&world);
            let query = Query { areas: Some("blocks".into()), ..exact.clone() };
            let Some(table) = tables(&mut cube, &query) else { continue };
            let again = tables(&mut other, &query).expect("the same question");
            prop_assert_eq!((cells(&again), &again.areas), (cells(&table), &table.areas), "{:?}", query);
            let exact = ask(&mut cube, &exact)?.expect("the same question");
            let (found, areas) = (cells(&table), table.areas.expect("blocks were asked for"));
            let named = |method: &&Method| query.method == Some(MethodChoice::Name(method.name.clone()));
            let method = world.methods.iter().find(named).expect("a method of the world");
            if method.is_fixed() {
                continue; // the value of this cell depends on its table
            }
            for ((codes, cell), (_, whole)) in found.iter().zip(&exact) {
                prop_assert_eq!((cell.count, cell.key), (whole.count, whole.key), "{:?} in {:?}", codes, query);
                if method.sum && codes.iter().any(|code| code == "_T") {
                    if query.groups.is_empty() {
                        let part = |other: &Vec<String>| {
                            other.iter().zip(codes).all(|(of, code)| if code == "_T" { of != code } else { of == code })
                        };
                        let shown: Vec<i64> =
                            found.iter().filter(|(other, _)| part(other)).filter_map(|(_, cell)| cell.value).collect();
                        // If no value is published, the method decides whether the sum is 0 or missing.
                        prop_assert!(cell.value.is_some() || shown.is_empty());
                        prop_assert_eq!(
                            cell.value.unwrap_or(0),
                            shown.iter().sum::<i64>(),
                            "{:?} in {:?}",
                            codes,
                            query
                        );
                        sums.set(sums.get() + 1);
                    }
                    continue;
                }
                let parts = parts(&world, &query, &areas, codes);
                if parts.len() == 1 {
                    prop_assert_eq!(cell, whole, "{:?} in {:?}", codes, query);
                    standard.set(standard.get() + 1);
                    continue;
                }
                if populations(&world, &query, codes).iter().any(|set| !set.contains(&true)) {
                    continue; // the filters leave nothing of a group: no ordinary table can be queried for it
                }
                // A dense p-table's row 0 changes all empty cells alike, unless the empty cells have keys.
                let dense_zeros =
                    method.ptable().is_some_and(|text| text.0.contains("\n0,0,") && text.0.contains("pcv"));
                let keeps = method.has_category_keys() || !dense_zeros;
                if keeps && !naive::can_exist(&world, &populations(&world, &query, codes)) {
                    // An impossible cell keeps its exact value, whatever the difference of the surrounding blocks.
                    prop_assert_eq!(cell, whole, "{:?} in {:?}", codes, query);
                    impossible.set(impossible.get() + 1);
                    continue;
                }
                let mut expected = Some(0);
                for (sign, population) in parts {
                    let name = format!("{:?}", query.method);
                    let block = match known.get(&(name.clone(), population.clone())) {
                        Some(block) => block.clone(),
                        None => alone(&mut cube, &world, &query, &population)?,
                    };
                    expected = expected.zip(block.value).map(|(sum, value)| sum + sign * value);
                    known.insert((name, population), block);
                }
                prop_assert_eq!(cell.value, expected, "{:?} in {:?}", codes, query);
                combined.set(combined.get() + 1);
                negative.set(negative.get() + usize::from(expected < Some(0) && expected.is_some()));
                suppressed.set(suppressed.get() + usize::from(expected.is_none()));
            }
        }
        Ok(())
    });
    let counts = [&standard, &combined, &negative, &suppressed, &sums, &impossible].map(|counter| counter.get());
    assert!(counts.iter().zip([10_000, 5000, 10, 1000, 2000, 10]).all(|(count, least)| *count > least), "{counts:?}");
}
