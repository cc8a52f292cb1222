//! Views that are sound individually but contradict each other.

use cellveil::tile::{self, Column, Section};
use serde_json::Value;

use crate::support::small_cube::{CELLS, Files, SPEC, cube};

/// Builds a cube and changes the coarser view, so that its cells disagree with the finest view. The digests are
/// updated.
fn changed(change: impl Fn(&mut Section)) -> crate::support::workspace::Workspace {
    let space = cube();
    let files = Files::of(SPEC, CELLS);
    let manifest: Value = serde_json::from_slice(files.manifest()).unwrap();
    let path = manifest["views"][1]["tiles"][0]["file"].as_str().unwrap();
    let mut sections = tile::decode(&files.get(path).1).unwrap();
    change(&mut sections[0]);
    let bytes = tile::encode(&sections, 32, None).unwrap();
    space.write(&format!("cube/{path}"), &bytes);
    space.write("cube/cube.json", files.changed_for(path, &bytes));
    space
}

#[test]
fn verify_compares_the_counts_of_all_views() {
    changed(|_| ()).done(&["verify", "cube"]);
    let one_more = |column: &Column| {
        let mut values: Vec<u64> = column.iter().collect();
        values[0] += 1;
        Column::from_values(&values)
    };
    let parts = ["cube.json: views[1]", "the records of the finest view", "the same records in every view"];
    changed(|section| section.counts = one_more(&section.counts)).fails(2, &["verify", "cube"], &parts);
    changed(|section| section.keys = section.keys.as_ref().map(one_more)).fails(2, &["verify", "cube"], &parts);
}
