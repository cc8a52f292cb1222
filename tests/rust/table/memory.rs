//! The tiles that a store keeps in memory, and the view that it chooses.

use crate::support::cube::{TestCube, cells};
use cellveil::build::collect::{Collector, RowLocation};
use cellveil::table::Query;

/// Builds four areas of 5,000 cells, one tile for each area, and a small view without areas.
fn areas() -> TestCube {
    let toml = r#"
        cube = { id = "areas", unit = "person", data = "synthetic", audience = "teaching" }
        key = { column = "key", modulus = 256 }
        dimension = [{ name = "area" }, { name = "age" }, { name = "size" }]
        method = { default = { kind = "none" } }
        publish = { split = "area", views = [["age"]] }
    "#;
    let collect = |spec: &_| {
        let mut collector = Collector::new(spec).expect("few codes");
        for row in 0..20_000u64 {
            let codes = [row / 5000, row % 5000 / 100, row % 100].map(|code| code.to_string());
            let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
            let (count, key) = ((1 + row % 7).to_string(), (row % 256).to_string());
            collector
                .add_cell(&codes, &count, &key, RowLocation { file: "cells.csv", row, line: None })
                .expect("a cell");
        }
        collector.finish().expect("few cells")
    };
    TestCube::new(toml, collect, &|_| unreachable!("no file is named"))
}

fn query(rows: &str, area: Option<&str>) -> Query {
    let filter = area.map_or(String::new(), |area| format!(r#", "filter": [["area", ["{area}"]]]"#));
    Query::from_json(&format!(r#"{{ "rows": ["{rows}"], "columns": [], "groups": [], "reveal": true{filter} }}"#))
        .expect("a query")
}

/// Returns how many files a query still needs.
fn missing(cube: &TestCube, query: &Query) -> usize {
    cube.store.missing(&cube.store.plan(query).expect("a plan")).len()
}

#[test]
fn cache_drops_the_least_recently_read_tile() {
    let mut cube = areas();
    let of_area = |area: &str| query("size", Some(area));
    // The limit leaves no room for three areas. The exact memory of an area's cells does not matter.
    let (_, first) = cube.ask(&of_area("0")).unwrap();
    let one = 5000 * (1 + 8);
    cube.store.keep_at_most(3 * one - 1);
    cube.ask(&of_area("1")).unwrap();
    assert_eq!(["0", "1"].map(|area| missing(&cube, &of_area(area))), [0, 0]);
    cube.ask(&of_area("0")).unwrap();
    cube.ask(&of_area("2")).unwrap();
    // Area 1 was read before area 0, so its tile is dropped first.
    assert_eq!(["0", "1", "2"].map(|area| missing(&cube, &of_area(area))), [0, 1, 0]);
    // Without any cache memory, the cube still builds the same table.
    cube.store.keep_at_most(0);
    let (_, again) = cube.ask(&of_area("0")).unwrap();
    assert_eq!(cells(&first), cells(&again));
    assert_eq!(["0", "1", "2"].map(|area| missing(&cube, &of_area(area))), [1, 1, 1]);
}

#[test]
fn cache_keeps_the_tiles_of_a_pending_table() {
    let mut cube = areas();
    cube.ask(&query("size", Some("0"))).unwrap();
    // Half of the files for the next table are loaded before another table is built.
    let plan = cube.store.plan(&query("size", Some("3"))).unwrap();
    let need = cube.store.missing(&plan).remove(0);
    let bytes = cube.files.iter().find(|(path, _)| *path == need.path).unwrap().1.clone();
    cube.store.load(&need.path, &bytes).unwrap();
    cube.store.keep_at_most(5000 * 14);
    cube.ask(&query("size", Some("0"))).unwrap();
    assert_eq!(missing(&cube, &query("size", Some("3"))), 0);
    assert_eq!(missing(&cube, &query("size", Some("0"))), 1);
}

#[test]
fn cache_drops_the_tiles_of_an_abandoned_table() {
    let mut cube = areas();
    cube.store.keep_at_most(5000 * 14);
    let given_up = cube.store.plan(&query("size", Some("3"))).unwrap();
    let need = cube.store.missing(&given_up).remove(0);
    let bytes = cube.files.iter().find(|(path, _)| *path == need.path).unwrap().1.clone();
    cube.store.load(&need.path, &bytes).unwrap();
    // The cache has room for one area. It first keeps the area of the pending table, and later the area that is queried
    // again.
    let fetched = (0..20).map(|_| {
        let fetched = missing(&cube, &query("size", Some("0")));
        cube.ask(&query("size", Some("0"))).unwrap();
        fetched
    });
    let fetched: Vec<usize> = fetched.collect();
    assert_eq!((fetched[0], fetched[19]), (1, 0), "{fetched:?}");
    assert_eq!(missing(&cube, &query("size", Some("3"))), 1);
}

#[test]
fn loaded_view_is_preferred_to_a_missing_view() {
    let mut cube = areas();
    let view = |cube: &TestCube| cube.store.plan(&query("age", None)).unwrap().readings[0].view;
    assert_eq!((view(&cube), missing(&cube, &query("age", None))), (1, 1));
    // Another table needs the finest view. This table then uses the loaded view.
    cube.ask(&query("size", None)).unwrap();
    assert_eq!((view(&cube), missing(&cube, &query("age", None))), (0, 0));
    let (_, from_finest) = cube.ask(&query("age", None)).unwrap();
    let (plan, from_own) = areas().ask(&query("age", None)).unwrap();
    assert_eq!(plan.readings[0].view, 1);
    assert_eq!(cells(&from_finest), cells(&from_own));
}
