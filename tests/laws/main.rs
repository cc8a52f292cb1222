//! Laws of the whole path, from records to a protected table, over drawn populations, cubes and questions. The seeds are
//! fixed, so that every run draws the same.
#![cfg(feature = "cli")]
#![allow(missing_docs, clippy::unwrap_used)]

mod cube;
mod draw;
mod naive;
mod world;

use std::cell::{Cell as Counter, RefCell};
use std::collections::{BTreeMap, HashMap};

use cellveil::table::{MethodChoice, Query, QueryError};
use cellveil::{Error, table};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};

use cube::{Cell, Cells, TestCube, cells};
use draw::{Limits, SMALL, raw_publish, raw_query, world};
use world::{Dimension, Level, Method, Publish, Text, World};

/// Checks a law on drawn values.
fn law<S: Strategy>(cases: u32, seed: u64, strategy: S, check: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&strategy, check).unwrap_or_else(|error| panic!("{error}"));
}

/// The cells of an answer, or none where the filters of a dimension leave nothing of it.
fn ask(cube: &mut TestCube, query: &Query) -> Result<Option<Cells>, TestCaseError> {
    match cube.ask(query) {
        Ok((_, table)) => Ok(Some(cells(&table))),
        Err(Error::Query(QueryError::EmptyFilter { .. })) => Ok(None),
        Err(error) => Err(TestCaseError::fail(format!("{error}: {query:?}"))),
    }
}

/// **The engine is the definition.** Any question to any cube, however it is cut, has the cells, counts, keys, noise, values
/// and suppression that counting record by record and reading the p-table's text with exact fractions gives.
#[test]
fn the_engine_is_the_definition() {
    let (answers, noisy) = (Counter::new(0_usize), Counter::new(0_usize));
    let strategy = (world(SMALL), raw_publish(), prop::collection::vec(raw_query(), 8));
    law(3000, 1, strategy, |(world, publish, questions)| {
        let mut cube = world.cube(&publish.of(&world));
        for question in questions {
            let query = question.of(&world);
            let (expected, found) = (naive::table(&world, &query), ask(&mut cube, &query)?);
            prop_assert_eq!(&found, &expected, "{:?}", query);
            let cells = expected.unwrap_or_default();
            answers.set(answers.get() + usize::from(!cells.is_empty()));
            noisy.set(noisy.get() + cells.iter().filter(|(_, cell)| cell.noise != 0).count());
        }
        Ok(())
    });
    assert!(answers.get() > 10_000 && noisy.get() > 100_000, "{answers:?} tables, {noisy:?} cells with noise");
}

/// **Order does not matter, nor how records arrive.** The same records in another order, or counted and their keys combined
/// beforehand, give a cube of the same files, byte by byte.
#[test]
fn same_records_same_bytes() {
    let few = Limits { count: 4, ..SMALL };
    let keys = prop::collection::vec(any::<u64>(), few.cells * few.count as usize);
    let strategy = (world(few), raw_publish(), keys).prop_flat_map(|(world, publish, keys)| {
        let members = world.cells.iter().enumerate();
        let members = members.flat_map(|(at, cell)| (0..cell.count).map(move |_| at));
        let records: Vec<(usize, u64)> = members.zip(keys).map(|(at, key)| (at, key % world.modulus)).collect();
        (Just(world), Just(publish), Just(records.clone()), Just(records).prop_shuffle())
    });
    law(300, 2, strategy, |(world, publish, records, shuffled)| {
        let publish = publish.of(&world);
        let files = world.cube_of_records(&publish, &records).files;
        prop_assert_eq!(&world.cube_of_records(&publish, &shuffled).files, &files);

        let mut counted: BTreeMap<Vec<usize>, (u64, u64)> = BTreeMap::new();
        for &(at, key) in &records {
            let cell = counted.entry(world.cells[at].codes.clone()).or_default();
            *cell = (cell.0 + 1, world.combine(cell.1, key));
        }
        let cells = counted.into_iter().map(|(codes, (count, key))| world::Cell { codes, count, key });
        let mut world = World { cells: cells.collect(), ..world };
        prop_assert_eq!(&world.cube(&publish).files, &files);
        world.cells.reverse();
        prop_assert_eq!(&world.cube(&publish).files, &files);
        Ok(())
    });
}

/// For each dimension, which codes the records of a cell have: what a cell *is*, in whatever table it stands.
type Population = Vec<Vec<bool>>;

/// The population of each cell of a question's table, from the words of the question and the cell's codes alone.
fn populations(world: &World, query: &Query, codes: &[String]) -> Population {
    let mut sets: Population = world.dimensions.iter().map(|dimension| vec![true; dimension.codes.len()]).collect();
    let mut keep = |asked: &str, wanted: &dyn Fn(&str) -> bool| {
        let (dimension, group_of, groups) = world.axis(asked);
        sets[dimension].iter_mut().zip(group_of).for_each(|(kept, group)| *kept &= wanted(&groups[group]));
    };
    for (asked, codes) in &query.filter {
        keep(asked, &|code| codes.iter().any(|of| of == code));
    }
    for (asked, code) in query.rows.iter().chain(&query.columns).zip(codes) {
        let groups = query.groups.iter().find(|(on, _)| on == asked).map(|(_, groups)| groups);
        match groups.and_then(|groups| groups.iter().find(|(label, _)| label == code)) {
            Some((_, codes)) => keep(asked, &|code| codes.iter().any(|of| of == code)),
            None if code == "_T" => {}
            None => keep(asked, &|of| of == code),
        }
    }
    sets
}

/// **A cell has one value.** Under a method with totals of their own, the same population has the same count, key, noise,
/// value and status in every table where it stands: inner cell or total, code, level, group or filter, in every view and
/// split of the cube.
#[test]
fn a_cell_has_one_value() {
    let again = Counter::new(0_usize);
    let strategy = (world(SMALL), prop::collection::vec(raw_publish(), 3), prop::collection::vec(raw_query(), 12));
    law(600, 3, strategy, |(world, cuts, questions)| {
        let mut cubes: Vec<TestCube> = cuts.iter().map(|publish| world.cube(&publish.of(&world))).collect();
        let own: Vec<&Method> = world.methods.iter().filter(|method| !method.sum).collect();
        let mut known: HashMap<(String, Population), Cell> = HashMap::new();
        for (at, question) in questions.iter().enumerate() {
            let method = own[at / cubes.len() % own.len()].name.clone();
            let query = Query { method: Some(MethodChoice::Name(method.clone())), ..question.of(&world) };
            let number = at % cubes.len();
            for (codes, cell) in ask(&mut cubes[number], &query)?.unwrap_or_default() {
                let population = populations(&world, &query, &codes);
                if let Some(earlier) = known.insert((method.clone(), population), cell.clone()) {
                    prop_assert_eq!(cell, earlier, "{:?} in {:?}", codes, query);
                    again.set(again.get() + 1);
                }
            }
        }
        Ok(())
    });
    assert!(again.get() > 20_000, "{again:?} cells met again");
}

/// **A coarser view gives the same table as the finest one**, and is read wherever it answers with fewer cells.
#[test]
fn a_coarser_view_gives_the_same_table() {
    let (asked, coarser) = (Counter::new(0_usize), Counter::new(0_usize));
    let view = raw_publish().prop_filter("a view", |publish| publish.has_views());
    let strategy = (world(SMALL), view, prop::collection::vec(raw_query(), 6));
    law(300, 4, strategy, |(world, publish, questions)| {
        let mut publish = publish.of(&world);
        publish.views.truncate(1);
        publish.split = None;
        let mut fine = world.cube(&Publish::default());
        let mut coarse = world.cube(&publish);
        let cells_of =
            |view: usize| -> usize { coarse.store.cube().views[view].slices.iter().map(|slice| slice.cells).sum() };
        let pays_off = cells_of(1) < cells_of(0);
        for question in questions {
            let query = question.within(&world, &world.names_within(&publish.views[0]));
            let expected = ask(&mut fine, &query)?;
            prop_assert_eq!(&ask(&mut coarse, &query)?, &expected, "{:?}", query);
            if expected.is_some() {
                let view = coarse.store.plan(&query).unwrap().view;
                prop_assert_eq!(view, usize::from(pays_off), "{:?}", query);
                asked.set(asked.get() + 1);
                coarser.set(coarser.get() + view);
            }
        }
        Ok(())
    });
    assert!(2 * coarser.get() > asked.get() && asked.get() > 1000, "{coarser:?} of {asked:?} from the coarser view");
}

/// **Groups and filters say nothing by themselves.** A group of one code is that code; a group of all codes is the total; a
/// filter that lists every code is no filter; codes listed twice count once.
#[test]
fn groups_and_filters_are_sets() {
    let grouped = Counter::new(0_usize);
    law(500, 5, (world(SMALL), raw_query()), |(world, question)| {
        let mut cube = world.cube(&Publish::default());
        let plain = Query { groups: Vec::new(), ..question.of(&world) };
        let Some(expected) = ask(&mut cube, &plain)? else { return Ok(()) };
        let (_, table) = cube.ask(&plain).unwrap();
        let values = |cells: &Cells| -> Vec<Cell> { cells.iter().map(|(_, cell)| cell.clone()).collect() };

        let codes = |heading: &table::Heading| -> Vec<String> {
            heading.codes.iter().map(|category| category.code.clone()).filter(|code| code != "_T").collect()
        };
        let singles = table.headings.iter().map(|heading| {
            let single = |code: String| (format!("only {code}"), vec![code.clone(), code]);
            (heading.name.clone(), codes(heading).into_iter().map(single).collect())
        });
        let query = Query { groups: singles.collect(), ..plain.clone() };
        prop_assert_eq!(values(&ask(&mut cube, &query)?.unwrap()), values(&expected), "{:?}", query);

        let mut query = plain.clone();
        for dimension in &world.dimensions {
            query.filter.push((dimension.name.clone(), dimension.codes.clone()));
            for level in &dimension.levels {
                let twice = level.groups.iter().rev().chain(&level.groups).cloned().collect();
                query.filter.push((format!("{}:{}", dimension.name, level.name), twice));
            }
        }
        prop_assert_eq!(&ask(&mut cube, &query)?.unwrap(), &expected, "{:?}", query);

        let own = world
            .methods
            .iter()
            .any(|method| !method.sum && plain.method == Some(MethodChoice::Name(method.name.clone())));
        if own {
            let all = table.headings.iter().map(|heading| {
                let everything = ("everything".to_owned(), world.axis(&heading.name).2.to_vec());
                (heading.name.clone(), vec![everything])
            });
            let query = Query { groups: all.collect(), totals: true, ..plain };
            let everything = values(&ask(&mut cube, &query)?.unwrap());
            prop_assert!(everything.iter().all(|cell| *cell == everything[0]), "{:?}", query);
            grouped.set(grouped.get() + 1);
        }
        Ok(())
    });
    assert!(grouped.get() > 100, "{grouped:?} tables with a group of everything");
}

/// 70,000 cells: enough for a cube to be cut by itself, and by any of its dimensions.
fn many_cells() -> World {
    let dimension = |at: usize, codes: usize, groups: usize| Dimension {
        name: format!("d{at}"),
        codes: (0..codes).map(|code| code.to_string()).collect(),
        levels: vec![Level {
            name: "l".into(),
            groups: (0..groups).map(|group| group.to_string()).collect(),
            of: (0..codes).map(|code| code * 7 % groups).collect(),
        }],
    };
    let dimensions = vec![dimension(0, 8, 3), dimension(1, 300, 9), dimension(2, 30, 5), dimension(3, 6, 2)];
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state >> 20
    };
    let cells = (0..70_000_usize).map(|cell| {
        // Every sixth of the 432,000 combinations, so that all cells are distinct.
        let at = cell * 6 + next() as usize % 6;
        let codes = vec![at / 54_000, at / 180 % 300, at / 6 % 30, at % 6];
        world::Cell { codes, count: 1 + next() % 4 * (next() % 3), key: next() % (1 << 32) }
    });
    let ptable = include_str!("../data/ptable/s05_ptable.csv");
    let method = |name: &str, threshold, hash, sum| Method {
        name: name.into(),
        ptable: Some(Text(ptable.into())),
        threshold,
        hash,
        sum,
    };
    World {
        cells: cells.collect(),
        dimensions,
        modulus: 1 << 32,
        xor: false,
        salt: vec![7],
        methods: vec![method("default", 0, true, false), method("key", 3, false, false), method("sum", 0, true, true)],
    }
}

/// **Cutting a cube changes no table.** Whether and along which dimension a cube is split, and whatever views it has, a
/// question has the same answer; a filter on the splitting dimension leaves tiles unread.
#[test]
fn cutting_a_cube_changes_no_table() {
    let world = many_cells();
    let cut = |views: &[&[&str]], split: Option<&str>| Publish {
        views: views.iter().map(|view| view.iter().map(|&axis| axis.to_owned()).collect()).collect(),
        split: split.map(str::to_owned),
    };
    let cuts = [
        cut(&[], None),
        cut(&[], Some("d2")),
        cut(&[&["d0", "d2:l", "d3"], &["d1:l", "d2"]], Some("d1")),
        cut(&[&["d1", "d2", "d3:l"]], Some("d0")),
    ];
    let cubes: Vec<RefCell<TestCube>> = cuts.iter().map(|publish| RefCell::new(world.cube(publish))).collect();
    for cube in &cubes {
        assert!(cube.borrow().store.cube().views[0].slices.len() > 1, "every cube here is cut");
    }
    let (unread, compared) = (Counter::new(0_usize), Counter::new(0_usize));
    law(120, 6, raw_query(), |question| {
        let query = question.of(&world);
        // Four axes of this cube would be a table as long as the cube.
        let cells: usize = query.rows.iter().chain(&query.columns).map(|asked| world.axis(asked).2.len() + 1).product();
        if cells > 20_000 {
            return Ok(());
        }
        let expected = ask(&mut cubes[0].borrow_mut(), &query)?;
        for cube in &cubes[1..] {
            let mut cube = cube.borrow_mut();
            prop_assert_eq!(&ask(&mut cube, &query)?, &expected, "{:?}", query);
            if expected.is_some() {
                let plan = cube.store.plan(&query).unwrap();
                let slices = cube.store.cube().views[plan.view].slices.len();
                unread.set(unread.get() + slices - plan.slices.len());
            }
        }
        // The naive count grows with the sets that a record is in; a few questions are enough here.
        if query.groups.is_empty() && query.method != Some(MethodChoice::Name("sum".into())) {
            prop_assert_eq!(&naive::table(&world, &query), &expected, "{:?}", query);
            compared.set(compared.get() + 1);
        }
        Ok(())
    });
    assert!(unread.get() > 100 && compared.get() > 20, "{unread:?} tiles unread, {compared:?} tables compared");
}
