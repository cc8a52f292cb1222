//! A manifest in parts gives the tables of the same manifest in one file, and a table needs few of the parts.

use std::cell::{Cell as Counter, RefCell};

use cellveil::build::Lengths;
use cellveil::cube::Manifest;
use cellveil::export::to_csv;
use cellveil::table::{Error, Query, Table};
use proptest::prelude::*;

use super::draw::{SMALL, raw_publish, raw_query, raw_sealed, world};
use super::world::Publish;
use super::{law, many_cells};
use crate::support::cube::TestCube;

/// Lengths with which nearly every list of a small world is moved.
fn lengths() -> impl Strategy<Value = Lengths> {
    let entries = (prop_oneof![Just(0), Just(usize::MAX)], 0..20_usize);
    (2..4_usize, 1..4_usize, 1..3_usize, 0..3_usize, 1..3_usize, 0..3_usize, entries).prop_map(
        |(long_dimension, codes, lists, long_view, slices, all_slices, (all_entries, entries))| Lengths {
            long_dimension,
            codes,
            lists: lists + 1,
            long_view,
            slices,
            all_slices,
            all_entries,
            entries,
        },
    )
}

fn answer(cube: &mut TestCube, query: &Query) -> Result<(String, Table), String> {
    match cube.ask(query) {
        Ok((_, table)) => Ok((to_csv(&table), table)),
        // A message may suggest a code that is loaded. The kind of the error is the same.
        Err(Error::Query(error)) => Err(error.code().to_owned()),
        Err(error) => panic!("{error}: {query:?}"),
    }
}

/// Compares the answers of a cube whose manifest is in one file, and of the same cube in parts.
fn compare(
    mut whole: TestCube,
    lengths: Lengths,
    queries: &[Query],
    few: &Counter<usize>,
) -> Result<(), TestCaseError> {
    let files = whole.files.clone();
    let mut parts = TestCube::in_parts(files.clone(), lengths);
    for query in queries {
        // Each query also meets a cube of which nothing is loaded.
        let mut fresh = TestCube::in_parts(files.clone(), lengths);
        let expected = answer(&mut whole, query);
        for cube in [&mut parts, &mut fresh] {
            let found = answer(cube, query);
            prop_assert_eq!(
                found.as_ref().map(|(csv, table)| (csv, &table.headings, &table.filters)),
                expected.as_ref().map(|(csv, table)| (csv, &table.headings, &table.filters)),
                "{:?}",
                query
            );
        }
        if expected.is_ok() && !fresh.store.unloaded().is_empty() {
            few.set(few.get() + 1);
        }
    }
    // With all parts loaded, the cube is that of one file.
    while let Some(need) = parts.store.unloaded().first().map(|need| need.path.clone()) {
        parts.load(&need).unwrap();
    }
    prop_assert_eq!(&parts.store.cube().dimensions, &whole.store.cube().dimensions);
    Ok(())
}

/// **A keyed cube in parts answers as in one file.** Each query gives the same cells, labels and filters, or the same
/// kind of error, whatever was loaded before.
#[test]
fn keyed_cube_in_parts_gives_the_same_tables() {
    let few = Counter::new(0);
    let strategy = (world(SMALL), raw_publish(), lengths(), prop::collection::vec(raw_query(), 5));
    law(400, 61, strategy, |(world, publish, lengths, questions)| {
        let cube = world.cube(&publish.of(&world));
        let queries: Vec<Query> = questions.iter().map(|question| question.of(&world)).collect();
        compare(cube, lengths, &queries, &few)
    });
    assert!(few.get() > 200, "{few:?} tables needed only some of the parts");
}

/// **A sealed cube in parts answers as in one file.**
#[test]
fn sealed_cube_in_parts_gives_the_same_tables() {
    let few = Counter::new(0);
    let strategy =
        (world(SMALL), raw_sealed(), lengths(), prop::collection::vec(raw_query(), 5), any::<prop::sample::Index>());
    law(300, 62, strategy, |(mut world, publish, lengths, questions, method)| {
        world.methods = vec![world.methods[method.index(world.methods.len())].clone()];
        world.salt.extend(0..16);
        let publish: Publish = publish.of(&world);
        let cube = world.cube(&publish);
        let plain = |query: Query| Query { reveal: false, groups: Vec::new(), method: None, ..query };
        let queries: Vec<Query> = questions.iter().map(|question| plain(question.of(&world))).collect();
        compare(cube, lengths, &queries, &few)
    });
    assert!(few.get() > 100, "{few:?} tables needed only some of the parts");
}

/// **Lists of tiles change no table.** The views have many tiles, so a query reads several lists, or some tiles of one.
#[test]
fn lists_of_tiles_change_no_table() {
    let world = many_cells();
    let views = [vec!["d0", "d2:l", "d3"], vec!["d1:l", "d2"]];
    let views = views.map(|view| view.into_iter().map(str::to_owned).collect()).to_vec();
    let publish = Publish { views, split: Some("d1".into()), ..Publish::default() };
    let files = world.cube(&publish).files;
    let whole = RefCell::new(world.cube(&publish));
    let lengths = |all_entries| Lengths {
        long_dimension: 7,
        codes: 3,
        lists: 4,
        long_view: 1,
        slices: 3,
        all_slices: 0,
        all_entries,
        entries: 4,
    };
    // The lists are in `cube.json`, or in files with the tiles of views.
    let lengths = [lengths(usize::MAX), lengths(0)];
    let parts = lengths.map(|lengths| RefCell::new(TestCube::in_parts(files.clone(), lengths)));
    let few = Counter::new(0);
    law(60, 64, (raw_query(), 0..2_usize), |(question, kind)| {
        let (lengths, parts) = (lengths[kind], &parts[kind]);
        let query = question.of(&world);
        let sizes = query.rows.iter().chain(&query.columns).map(|axis_name| world.axis(axis_name).2.len() + 1);
        if sizes.product::<usize>() > 20_000 {
            return Ok(());
        }
        let mut fresh = TestCube::in_parts(files.clone(), lengths);
        let expected = answer(&mut whole.borrow_mut(), &query).map(|(csv, _)| csv);
        prop_assert_eq!(&answer(&mut parts.borrow_mut(), &query).map(|(csv, _)| csv), &expected, "{:?}", query);
        prop_assert_eq!(&answer(&mut fresh, &query).map(|(csv, _)| csv), &expected, "{:?}", query);
        few.set(few.get() + usize::from(expected.is_ok() && !fresh.store.unloaded().is_empty()));
        Ok(())
    });
    assert!(few.get() > 20, "{few:?} tables needed only some of the parts");
}

/// **Reading and writing a manifest keeps its bytes.**
#[test]
fn manifest_is_written_as_it_was_read() {
    law(200, 63, (world(SMALL), raw_publish(), lengths()), |(world, publish, lengths)| {
        let whole = world.cube(&publish.of(&world));
        let parts = TestCube::in_parts(whole.files.clone(), lengths);
        for cube in [&whole, &parts] {
            let (_, bytes) = cube.files.last().unwrap();
            prop_assert_eq!(&Manifest::from_bytes(bytes).unwrap().to_bytes().unwrap(), bytes);
        }
        Ok(())
    });
}
