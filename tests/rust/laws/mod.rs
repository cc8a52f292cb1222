//! Laws of the whole path from records to a protected table. The populations, cubes and queries are random, from fixed
//! seeds.

mod areas;
mod draw;
mod draw_methods;
mod empty_cells;
mod fixed_moves;
mod method;
mod naive;
mod noise;
mod parts;
mod sealed;
mod sealed_files;
mod views;
mod world;

use std::cell::{Cell as Counter, RefCell};
use std::collections::{BTreeMap, HashMap};

use cellveil::table::{self, Error};
use cellveil::table::{MethodChoice, Query, QueryError};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};

use crate::support::cube::{Cell, Cells, TestCube, cells};
use crate::support::random::mmix;
use draw::{Limits, SMALL, raw_publish, raw_query, world};
use method::{Chance, Kind, Method, Text};
use world::{Dimension, Level, Publish, World};

/// Checks a law on drawn values.
fn law<S: Strategy>(cases: u32, seed: u64, strategy: S, check: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&strategy, check).unwrap_or_else(|error| panic!("{error}"));
}

/// Returns the cells of an answer, or `None` if the filters remove all codes of a dimension.
fn ask(cube: &mut TestCube, query: &Query) -> Result<Option<Cells>, TestCaseError> {
    match cube.ask(query) {
        Ok((_, table)) => Ok(Some(cells(&table))),
        Err(Error::Query(QueryError::EmptyFilter { .. })) => Ok(None),
        Err(error) => Err(TestCaseError::fail(format!("{error}: {query:?}"))),
    }
}

/// Counts events by the label of a method.
#[derive(Debug, Default)]
struct Tally(RefCell<BTreeMap<String, usize>>);

impl Tally {
    fn add(&self, method: &Method, times: usize) {
        *self.0.borrow_mut().entry(method.label()).or_default() += times;
    }

    /// Fails unless each label that `which` accepts was counted at least `least` times.
    fn check(&self, least: usize, which: impl Fn(&str) -> bool) {
        let tally = self.0.borrow();
        for label in LABELS.into_iter().filter(|label| which(label)) {
            let times = tally.get(label).copied().unwrap_or(0);
            assert!(times >= least, "{label}: {times} times, expected {least} or more\n{tally:#?}");
        }
    }
}

/// All labels that [`Method::label`] returns for drawn methods.
const LABELS: [&str; 30] = [
    "none",
    "none, sum",
    "cell-key key",
    "cell-key key, sum",
    "cell-key key zeros",
    "cell-key key zeros, sum",
    "cell-key hash",
    "cell-key hash, sum",
    "cell-key hash zeros",
    "cell-key hash zeros, sum",
    "cell-key dense",
    "cell-key dense, sum",
    "cell-key dense zeros",
    "cell-key dense zeros, sum",
    "random-rounding sha256",
    "random-rounding sha256, sum",
    "random-rounding md5",
    "random-rounding md5, sum",
    "threshold-rounding",
    "threshold-rounding, sum",
    "small-cell",
    "small-cell, sum",
    "transition-matrix",
    "transition-matrix, sum",
    "transition-matrix zeros",
    "transition-matrix zeros, sum",
    "transition-matrix fixed",
    "transition-matrix fixed, sum",
    "transition-matrix fixed zeros",
    "transition-matrix fixed zeros, sum",
];

/// **The engine equals the definition.** Every query to every cube, however the cube is cut, gives the cells, counts,
/// keys, noise, values and suppression of the plain definitions. These count record by record and use exact fractions.
#[test]
fn engine_matches_the_plain_definition() {
    let (answers, noisy, empty, dead) = (Tally::default(), Tally::default(), Tally::default(), Tally::default());
    let strategy = (world(SMALL), raw_publish(), prop::collection::vec(raw_query(), 8));
    law(3000, 1, strategy, |(world, publish, questions)| {
        let mut cube = world.cube(&publish.of(&world));
        for question in questions {
            let query = question.of(&world);
            let (expected, found) = (naive::table(&world, &query), ask(&mut cube, &query)?);
            let method = world.method(&query);
            prop_assert_eq!(&found, &expected, "{:?}", query);
            let cells = expected.unwrap_or_default();
            let many = |what: &dyn Fn(&Cell) -> bool| cells.iter().filter(|(_, cell)| what(cell)).count();
            answers.add(method, usize::from(!cells.is_empty()));
            noisy.add(method, many(&|cell| cell.noise != 0));
            empty.add(method, many(&|cell| cell.count == 0 && cell.noise != 0));
            dead.add(method, many(&|cell| cell.count == 0 && cell.key == 0));
        }
        Ok(())
    });
    answers.check(100, |_| true);
    noisy.check(500, |label| !label.starts_with("none"));
    empty.check(300, |label| label.contains("zeros"));
    dead.check(100, |label| label.contains("zeros"));
}

/// **The order and the form of the records do not matter.** The same records in another order give a cube with the same
/// files, byte by byte. So do cells with the counted records and their combined keys.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn same_records_give_the_same_bytes() {
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

/// For each dimension, the codes of the records in a cell. A population identifies a cell in every table.
type Population = Vec<Vec<bool>>;

/// Returns the population of each cell in the table of a query. It uses only the text of the query and the codes of the
/// cell.
fn populations(world: &World, query: &Query, codes: &[String]) -> Population {
    let mut sets: Population = world.dimensions.iter().map(|dimension| vec![true; dimension.codes.len()]).collect();
    let mut keep = |axis_name: &str, wanted: &dyn Fn(&str) -> bool| {
        let (dimension, group_of, groups) = world.axis(axis_name);
        sets[dimension].iter_mut().zip(group_of).for_each(|(retained, group)| *retained &= wanted(&groups[group]));
    };
    for (axis_name, codes) in &query.filter {
        keep(axis_name, &|code| codes.iter().any(|of| of == code));
    }
    for (axis_name, code) in query.rows.iter().chain(&query.columns).zip(codes) {
        let groups = query.groups.iter().find(|(on, _)| on == axis_name).map(|(_, groups)| groups);
        match groups.and_then(|groups| groups.iter().find(|(label, _)| label == code)) {
            Some((_, codes)) => keep(axis_name, &|code| codes.iter().any(|of| of == code)),
            None if code == "_T" => {}
            None => keep(axis_name, &|of| of == code),
        }
    }
    sets
}

/// **A cell has one value.** If totals have their own noise, the same population has the same count, key, noise, value
/// and status in every table. This holds for inner cells, totals, codes, levels, groups and filters, in every view and
/// split of the cube.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn population_has_one_value_in_every_table() {
    let (again, empty) = (Tally::default(), Tally::default());
    let cuts = prop::collection::vec(raw_publish(), 3);
    let strategy = (world(SMALL), cuts, prop::collection::vec(raw_query(), 12), 0_usize..64);
    law(640, 3, strategy, |(world, cuts, questions, start)| {
        let mut cubes: Vec<TestCube> = cuts.iter().map(|publish| world.cube(&publish.of(&world))).collect();
        let own: Vec<&Method> = world.methods.iter().filter(|method| !method.sum && !method.is_fixed()).collect();
        let mut known: HashMap<(String, Population), Cell> = HashMap::new();
        for (at, question) in questions.iter().enumerate() {
            let method = own[(start + at / cubes.len()) % own.len()];
            let query = Query { method: Some(MethodChoice::Name(method.name.clone())), ..question.of(&world) };
            let number = at % cubes.len();
            for (codes, cell) in ask(&mut cubes[number], &query)?.unwrap_or_default() {
                let population = populations(&world, &query, &codes);
                if let Some(earlier) = known.insert((method.name.clone(), population), cell.clone()) {
                    prop_assert_eq!(&cell, &earlier, "{:?} in {:?}", codes, query);
                    again.add(method, 1);
                    empty.add(method, usize::from(cell.count == 0 && cell.noise != 0));
                }
            }
        }
        Ok(())
    });
    let has_own = |label: &str| !label.ends_with("sum") && !label.contains("fixed");
    again.check(500, has_own);
    empty.check(50, |label| has_own(label) && label.contains("zeros"));
}

/// **A coarser view gives the same table as the finest view.** The engine reads the coarser view if it has fewer cells.
#[test]
fn coarser_view_gives_the_same_table() {
    let (tried, coarser) = (Counter::new(0_usize), Counter::new(0_usize));
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
                let view = coarse.store.plan(&query).unwrap().readings[0].view;
                prop_assert_eq!(view, usize::from(pays_off), "{:?}", query);
                tried.set(tried.get() + 1);
                coarser.set(coarser.get() + view);
            }
        }
        Ok(())
    });
    assert!(2 * coarser.get() > tried.get() && tried.get() > 1000, "{coarser:?} of {tried:?} from the coarser view");
}

/// **Groups and filters do not change cells.** A group of one code equals that code. A group of all codes equals the
/// total. A filter that lists every code has no effect. Repeated codes count once.
#[test]
fn groups_and_filters_act_as_sets() {
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
        // A sum over groups adds the values of single codes. A table method has no values of single codes here.
        if world.method(&plain).is_fixed() && world.method(&plain).sum {
            return Ok(());
        }
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

        if !world.method(&plain).sum && !world.method(&plain).is_fixed() {
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

/// A world with 70,000 cells, so many that a cube is split by default and can be split by each dimension.
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
    let mut next = mmix(1, 20);
    let cells = (0..70_000_usize).map(|cell| {
        // Every sixth of the 432,000 combinations has a cell, so that all cells are distinct.
        let at = cell * 6 + next() as usize % 6;
        let codes = vec![at / 54_000, at / 180 % 300, at / 6 % 30, at % 6];
        world::Cell { codes, count: 1 + next() % 4 * (next() % 3), key: next() % (1 << 32) }
    });
    let ptable = include_str!("../../data/ptable/s05_ptable.csv");
    let cell_key =
        |threshold, hash| Kind::CellKey { ptable: Text(ptable.into()), threshold, hash, category_keys: false };
    let row = |chances: [u64; 4]| chances.map(|chance| Chance::Ratio(chance, 8)).to_vec();
    let matrix = vec![row([7, 1, 0, 0]), row([2, 4, 2, 0]), row([0, 1, 6, 1]), row([0, 2, 0, 6])];
    let moves = |fixed| Kind::TransitionMatrix { matrix: matrix.clone(), cap: 1, category_keys: true, fixed };
    let method = |name: &str, sum, kind| Method { name: name.into(), kind, sum };
    World {
        cells: cells.collect(),
        dimensions,
        modulus: 1 << 32,
        xor: false,
        salt: vec![7],
        never: Vec::new(),
        methods: vec![
            method("default", false, cell_key(0, true)),
            method("key", false, cell_key(3, false)),
            method("sum", true, cell_key(0, true)),
            method("rounding", false, Kind::RandomRounding { base: 5, below: None, md5: false }),
            method("threshold", true, Kind::ThresholdRounding { threshold: 10, base: 5 }),
            method("matrix", false, moves(false)),
            method("fixed", false, moves(true)),
        ],
    }
}

/// **Cutting a cube changes no table.** A query has the same answer for every split and every set of views. A filter on
/// the splitting dimension leaves tiles unread.
#[test]
fn cutting_a_cube_changes_no_table() {
    let world = many_cells();
    let cut = |views: &[&[&str]], split: Option<&str>| Publish {
        views: views.iter().map(|view| view.iter().map(|&axis| axis.to_owned()).collect()).collect(),
        split: split.map(str::to_owned),
        ..Publish::default()
    };
    let cuts = [
        cut(&[], None),
        cut(&[], Some("d2")),
        cut(&[&["d0", "d2:l", "d3"], &["d1:l", "d2"]], Some("d1")),
        cut(&[&["d1", "d2", "d3:l"]], Some("d0")),
        Publish { auto: true, ..Publish::default() },
        Publish { auto: true, ..cut(&[], Some("d1")) },
    ];
    let cubes: Vec<RefCell<TestCube>> = cuts.iter().map(|publish| RefCell::new(world.cube(publish))).collect();
    for cube in &cubes {
        assert!(cube.borrow().store.cube().views[0].slices.len() > 1, "every cube here is cut");
    }
    let (unread, compared) = (Counter::new(0_usize), Counter::new(0_usize));
    law(120, 6, raw_query(), |question| {
        let query = question.of(&world);
        // A table by all four axes would be as long as the cube.
        let cells: usize =
            query.rows.iter().chain(&query.columns).map(|axis_name| world.axis(axis_name).2.len() + 1).product();
        if cells > 20_000 {
            return Ok(());
        }
        let expected = ask(&mut cubes[0].borrow_mut(), &query)?;
        for cube in &cubes[1..] {
            let mut cube = cube.borrow_mut();
            prop_assert_eq!(&ask(&mut cube, &query)?, &expected, "{:?}", query);
            if expected.is_some() {
                let plan = cube.store.plan(&query).unwrap();
                let slices = cube.store.cube().views[plan.readings[0].view].slices.len();
                unread.set(unread.get() + slices - plan.readings[0].slices.len());
            }
        }
        // The naive count takes longer for records that belong to many sets, so only few queries are compared.
        if query.groups.is_empty() && !world.method(&query).sum {
            prop_assert_eq!(&naive::table(&world, &query), &expected, "{:?}", query);
            compared.set(compared.get() + 1);
        }
        Ok(())
    });
    assert!(unread.get() > 100 && compared.get() > 20, "{unread:?} tiles unread, {compared:?} tables compared");
}
