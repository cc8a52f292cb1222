//! Views that the builder chooses change no table and stay within the budget. The choice depends only on the cells.

use std::cell::Cell as Counter;

use proptest::prelude::*;

use super::draw::{Limits, SMALL, raw_publish, raw_query, world};
use super::world::{Cell, Dimension, Level, Publish, World};
use super::{ask, law, naive};
use crate::support::cube::TestCube;
use crate::support::random::mmix;

/// Returns the number of bytes of all tiles of a cube.
fn bytes(cube: &TestCube) -> u64 {
    let tiles = cube.files.iter().filter(|(path, _)| path.starts_with("tiles/"));
    tiles.map(|(_, bytes)| bytes.len() as u64).sum()
}

fn views(cube: &TestCube) -> usize {
    cube.store.cube().views.len()
}

/// Sizes of a world with so many cells that coarser views are useful.
const LARGER: Limits = Limits { dimensions: (2, 5), codes: 6, cells: 300, count: 1 << 40 };

/// **Chosen views change no table.** A cube may have one view, a list of views, or views chosen within a budget. Each
/// answers every query with the same cells, counts, keys, noise, values and suppression. The tiles never exceed the
/// budget by a byte.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn chosen_views_change_no_table() {
    let (tried, coarser, chosen) = (Counter::new(0_usize), Counter::new(0_usize), Counter::new(0_usize));
    let strategy = (world(LARGER), raw_publish(), 0_u64..6000, prop::collection::vec(raw_query(), 6));
    law(250, 31, strategy, |(world, listed, more, questions)| {
        let listed = Publish { auto: false, ..listed.of(&world) };
        let auto = |budget| Publish { auto: true, budget: Some(budget), views: Vec::new(), ..listed.clone() };
        let mut one = world.cube(&Publish { views: Vec::new(), ..listed.clone() });
        let finest = bytes(&one);
        let mut free = world.cube(&auto(finest + more));
        prop_assert!(bytes(&free) <= finest + more, "{} of {}", bytes(&free), finest + more);
        // The exact size is a sufficient budget. A budget that is one byte smaller is also respected.
        let exact = world.cube(&auto(bytes(&free)));
        prop_assert_eq!(&exact.files, &free.files);
        if views(&free) > 1 {
            let less = world.cube(&auto(bytes(&free) - 1));
            prop_assert!(bytes(&less) < bytes(&free) && bytes(&less) >= finest);
        }
        prop_assert_eq!(views(&world.cube(&auto(finest))), 1);
        chosen.set(chosen.get() + views(&free) - 1);

        let mut listed = world.cube(&listed);
        for question in questions {
            let query = question.of(&world);
            let expected = ask(&mut one, &query)?;
            prop_assert_eq!(&ask(&mut listed, &query)?, &expected, "{:?}", query);
            prop_assert_eq!(&ask(&mut free, &query)?, &expected, "{:?}", query);
            if expected.is_some() {
                tried.set(tried.get() + 1);
                coarser.set(coarser.get() + usize::from(free.store.plan(&query).unwrap().readings[0].view > 0));
            }
        }
        Ok(())
    });
    assert!(chosen.get() > 250, "{chosen:?} views chosen");
    assert!(4 * coarser.get() > tried.get() && tried.get() > 700, "{coarser:?} of {tried:?} from a coarser view");
}

/// **The order of the cells does not affect the chosen views.**
#[test]
fn order_of_cells_does_not_change_the_views() {
    let strategy = (world(LARGER), prop::option::of(0_usize..5)).prop_flat_map(|(world, split)| {
        let cells = Just(world.cells.clone()).prop_shuffle();
        (Just(world), cells, Just(split))
    });
    law(100, 32, strategy, |(mut world, cells, split)| {
        let name = |at: usize| world.dimensions[at % world.dimensions.len()].name.clone();
        let publish = Publish { auto: true, split: split.map(name), ..Publish::default() };
        let files = world.cube(&publish).files;
        world.cells = cells;
        prop_assert_eq!(world.cube(&publish).files, files);
        Ok(())
    });
}

/// **A cube may have thirty dimensions.** Its chosen views have at most two dimensions. Queries with any number of
/// dimensions are answered.
#[test]
fn cube_can_have_thirty_dimensions() {
    let dimension = |at: usize| Dimension {
        name: format!("d{at}"),
        codes: (0..4).map(|code| code.to_string()).collect(),
        levels: vec![Level { name: "l".into(), groups: vec!["a".into(), "b".into()], of: vec![0, 0, 1, 1] }],
    };
    let mut next = mmix(9, 33);
    let cell = |_| Cell { codes: (0..30).map(|_| (next() % 4) as usize).collect(), count: 1, key: next() };
    let mut world: World = plain_world((0..30).map(dimension).collect());
    world.cells = (0..20_000).map(cell).collect();
    let mut cube = world.cube(&Publish { auto: true, ..Publish::default() });
    let finest = world.cube(&Publish::default());
    assert!(bytes(&cube) <= 2 * bytes(&finest), "the default budget is twice the finest view");
    assert!(views(&cube) > 5, "{} views", views(&cube));
    let most = cube.store.cube().views[1..].iter().map(|view| view.axes.len()).max();
    assert_eq!(most, Some(2));
    let coarser = Counter::new(0_usize);
    let rows = |rows: &[&str]| cellveil::table::Query {
        rows: rows.iter().map(|&row| row.to_owned()).collect(),
        totals: true,
        reveal: true,
        method: Some(cellveil::table::MethodChoice::Name("default".into())),
        ..Default::default()
    };
    for query in [rows(&["d3"]), rows(&["d29:l"]), rows(&["d3", "d7:l"]), rows(&["d3", "d7", "d11:l"])] {
        let expected = naive::table(&world, &query);
        assert_eq!(ask(&mut cube, &query).unwrap(), expected, "{query:?}");
        coarser.set(coarser.get() + usize::from(cube.store.plan(&query).unwrap().readings[0].view > 0));
    }
    assert!(coarser.get() > 0, "a coarser view answers one of them");
}

/// Returns a world with one method and without cells.
fn plain_world(dimensions: Vec<Dimension>) -> World {
    use super::method::{Kind, Method};
    let kind = Kind::RandomRounding { base: 5, below: None, md5: false };
    World {
        dimensions,
        cells: Vec::new(),
        modulus: 1 << 32,
        xor: false,
        salt: vec![3],
        never: Vec::new(),
        methods: vec![Method { name: "default".into(), kind, sum: false }],
    }
}

/// **Small views share files.** A cube with many small views has few files, and its answers equal those of a cube with
/// one view.
#[test]
fn small_views_share_files() {
    let shared = Counter::new(0_usize);
    law(60, 34, (world(SMALL), prop::collection::vec(raw_query(), 6)), |(world, questions)| {
        let every: Vec<Vec<String>> = (0..world.dimensions.len()).map(|at| world.names(at)).collect();
        let mut list: Vec<Vec<String>> = every.iter().flatten().map(|name| vec![name.clone()]).collect();
        for (a, names) in every.iter().enumerate() {
            let pairs = every[a + 1..].iter().flatten();
            list.extend(pairs.flat_map(|b| names.iter().map(|a| vec![a.clone(), b.clone()])));
        }
        let (mut one, mut many) =
            (world.cube(&Publish::default()), world.cube(&Publish { views: list, ..Publish::default() }));
        let tiles = many.files.iter().filter(|(path, _)| path.starts_with("tiles/")).map(|(_, bytes)| bytes.len());
        prop_assert!(tiles.clone().skip(1).all(|bytes| bytes <= 16 << 10 || tiles.clone().count() == 1));
        prop_assert!(tiles.count() <= 2 + bytes(&many) as usize / (12 << 10));
        for question in questions {
            let query = question.of(&world);
            let expected = ask(&mut one, &query)?;
            prop_assert_eq!(ask(&mut many, &query)?, expected, "{:?}", query);
        }
        shared.set(
            shared.get()
                + many
                    .store
                    .cube()
                    .views
                    .iter()
                    .flat_map(|view| &view.slices)
                    .filter(|slice| slice.section > 0)
                    .count(),
        );
        Ok(())
    });
    assert!(shared.get() > 500, "{shared:?} views that are not the first of their file");
}
