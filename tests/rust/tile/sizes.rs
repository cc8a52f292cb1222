//! The size budgets of tiles. The finest view of the hypercube has 18,806 cells with 256 keys and at most 39.2 KB. This
//! is 0.9 of (log2 C(245,700, 18,806) + entropy of the counts + 8 bits a key) / 8 bytes. All views together have at
//! most 120 KB.

use cellveil::cube::Cube;
use cellveil::table::{Caller, Query, Store};
use cellveil::tile::{self, Encoding};

use crate::support::program::repository;
use crate::support::workspace::Workspace;

/// The budget of the finest view in bytes.
const BUDGET: usize = 39_200;
/// The budget of all views in bytes, from the specification of the cube.
const ALL_VIEWS: u64 = 120_000;

/// Builds the hypercube's cube.
fn hypercube() -> Workspace {
    let space = Workspace::new();
    let demo = |name: &str| repository("demo/hypercube").join(name).display().to_string();
    space.done(&["tile", &demo("cube.toml"), "--cells", &demo("cells.csv.gz"), "--out", "cube"]);
    space
}

#[test]
fn hypercube_tiles_stay_within_their_budget() {
    let space = hypercube();
    let manifest = space.read("cube/cube.json");
    let cube = Cube::from_manifest(&manifest).unwrap();
    let finest = cube.views[0].slices.iter().map(|slice| &cube.files[slice.file].path);
    let tiles: Vec<Vec<u8>> = finest.map(|tile| space.read(&format!("cube/{tile}"))).collect();
    let sections: Vec<_> = tiles.iter().flat_map(|bytes| tile::decode(bytes).unwrap()).collect();
    assert_eq!(sections.iter().map(|section| section.len()).sum::<usize>(), 18_806);
    let bytes: usize = tiles.iter().map(Vec::len).sum();
    let packed: usize =
        sections.iter().map(|s| tile::encode(std::slice::from_ref(s), 8, Some(Encoding::Packed)).unwrap().len()).sum();
    println!("hypercube tiles of the finest view: {bytes} bytes, packed {packed}, budget {BUDGET}");
    let all: u64 = cube.files.iter().filter(|file| file.path.starts_with("tiles/")).map(|file| file.bytes).sum();
    println!("all {} views: {all} bytes, budget {ALL_VIEWS}", cube.views.len());
    assert!(all <= ALL_VIEWS, "{all} bytes; expected at most {ALL_VIEWS}");
    assert!(bytes <= BUDGET, "{bytes} bytes; expected at most {BUDGET}");
}

/// The paper's own example is a table of three variables in one region. It reads little more than it needs.
#[test]
fn the_reference_table_reads_few_cells() {
    let space = hypercube();
    let manifest = space.read("cube/cube.json");
    let store = Store::open(&manifest, Caller::Page).unwrap();
    for (region, cells) in [("0", 1271), ("1", 1210)] {
        let query = Query {
            rows: vec!["age".into()],
            columns: vec!["education".into(), "occupation".into()],
            filter: vec![("region".into(), vec![region.into()])],
            ..Query::default()
        };
        let plan = store.plan(&query).unwrap();
        println!("the reference table in region {region} reads {} cells", plan.readings[0].cells);
        assert_eq!(plan.readings[0].cells, cells, "cells of the region in a view of exactly these variables");
        let view = &store.cube().views[plan.readings[0].view];
        assert_eq!(view.axes.iter().map(|axis| axis.dimension).collect::<Vec<_>>(), [0, 2, 4, 5]);
    }
}
