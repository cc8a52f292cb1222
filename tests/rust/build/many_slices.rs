//! The tiles of a view with many slices are written once, with codes that count from the slice's first code. The cube has
//! the files of a cube whose tiles are written twice.

use std::fmt::Write as _;

use cellveil::build::collect::Collected;
use cellveil::build::{BuiltFile, Lengths, build, build_collected, in_parts};
use cellveil::input::collect;
use cellveil::spec::CubeSpec;
use cellveil::table::{Caller, Query, Store};
use cellveil::tile::decode;
use serde_json::json;

use crate::support::cube::TestCube;
use crate::support::workspace::Workspace;

/// A tile has one area, because two areas have more than 2,048 cells.
const AREAS: u64 = 520;
const NUMBERS: u64 = 1100;

fn spec(release: &str, publish: &str) -> CubeSpec {
    let list = |length: u64| (0..length).map(|code| format!("{code:04} = \"C\"\n")).collect::<String>();
    let toml = format!(
        "[cube]\nid = \"slices\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\n\
         release = \"{release}\"\n[key]\ncolumn = \"key\"\nsalt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n\
         [[dimension]]\nname = \"area\"\n[dimension.codes]\n{}[[dimension]]\nname = \"number\"\n[dimension.codes]\n{}\
         [method.default]\nkind = \"random-rounding\"\nbase = 3\n[publish]\nsplit = \"area\"\n{publish}\n",
        list(AREAS),
        list(NUMBERS),
    );
    CubeSpec::parse(&toml, &|_| Err(String::new()), &|_| None).unwrap()
}

/// Areas 0100 and 0200 have the same counts and keys. Each other area has its own.
fn cells() -> String {
    let mut text = "area,number,count,key\n".to_owned();
    for area in 0..AREAS {
        let seed = if area == 200 { 100 } else { area };
        for number in 0..NUMBERS {
            let key = (seed * NUMBERS + number) * 2_654_435_761 % (1 << 32);
            writeln!(text, "{area:04},{number:04},{},{key}", number * 7 % 11 + 4).unwrap();
        }
    }
    text
}

/// The first section's number of areas in each tile of one view.
fn areas(files: &[BuiltFile]) -> Vec<u32> {
    let tiles = files.iter().filter(|(path, _)| path.starts_with("tiles/"));
    let sections = tiles.map(|(_, bytes)| decode(bytes).unwrap().swap_remove(0));
    sections.filter(|section| section.coordinates.len() == 2).map(|section| section.cardinalities[0]).collect()
}

#[test]
fn tiles_that_are_written_once_are_those_that_are_written_twice() {
    let space = Workspace::new();
    space.write("cells.csv", cells());
    for (release, publish) in [("keyed", ""), ("keyed", "encoding = \"packed\""), ("sealed", "max_dimensions = 2")] {
        let case = format!("{release} {publish}");
        let spec = spec(release, publish);
        let ptable = |_: &str| Err(String::new());
        let cells = collect(&spec, &[], &[space.path("cells.csv")], &mut |_, _| ()).unwrap();
        let parts = |files| in_parts(files, Lengths::PUBLISHED, spec.publish.encoding).unwrap().files;

        let twice = build(&spec, &cells, &ptable, &mut |_, _| ()).unwrap();
        assert!(areas(&twice).iter().all(|&own| own == AREAS as u32), "{case}: absolute codes at first");
        let twice = parts(twice);
        let once = build_collected(&spec, &Collected::InMemory(cells.into()), &ptable, &mut |_, _| ()).unwrap();
        assert!(areas(&once).iter().all(|&own| own == 1), "{case}: relative codes at once");
        let once = parts(once);
        let paths = |files: &[BuiltFile]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
        assert_eq!(paths(&once), paths(&twice), "{case}");
        assert!(once == twice, "{case}: other bytes");

        // The relative tiles of areas 0100 and 0200 would be equal, so that of area 0200 counts from the first area.
        assert_eq!(areas(&once).iter().filter(|&&own| own != 1).count(), 1, "{case}");
        let (_, manifest) = once.last().unwrap();
        let store = Store::open_in_parts(manifest, Caller::CommandLine).unwrap();
        let mut cube = TestCube { files: once.clone(), store };
        let mut values = |area: &str| {
            let query = json!({ "rows": ["number"], "filter": [["area", [area]]] });
            let (_, table) = cube.ask(&Query::from_json(&query.to_string()).unwrap()).unwrap();
            (0..table.len()).map(|cell| table.value(cell)).collect::<Vec<_>>()
        };
        assert!(values("0100") == values("0200") && values("0100") != values("0101"), "{case}");
    }
}
