//! Packed tiles hold the cells of modelled tiles, and give the same tables.

use cellveil::build::{BuiltFile, Lengths, in_parts};
use cellveil::export::to_csv;
use cellveil::table::{Caller, Query, Store};
use cellveil::tile::{Encoding, Section, decode, encode};
use serde_json::json;

use crate::support::cube::TestCube;
use crate::support::small_cube::Files;

const KEY_BITS: u32 = 32;

/// The files of a cube of ten areas, keyed or sealed. The finest view of the keyed cube has several tiles.
fn files(release: &str, encoding: &str) -> Vec<BuiltFile> {
    let publish = if release == "sealed" { "max_dimensions = 2" } else { "views = [[\"area\"]]" };
    let toml = format!(
        "[cube]\nid = \"cells\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\nrelease = \"{release}\"\n\
         [key]\ncolumn = \"key\"\nsalt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n\
         [[dimension]]\nname = \"area\"\ncodes = {{ {} }}\n[[dimension]]\nname = \"number\"\ncodes = {{ {} }}\n\
         [method.default]\nkind = \"random-rounding\"\nbase = 3\n[publish]\nsplit = \"area\"\n{publish}\n{encoding}\n",
        (0..10).map(|area| format!("{area} = \"Area {area}\"")).collect::<Vec<_>>().join(", "),
        (0..1000).map(|number| format!("{number} = \"Number {number}\"")).collect::<Vec<_>>().join(", "),
    );
    let cell = |cell: u64| {
        format!("{},{},{},{}\n", cell / 500, cell % 500 * 2, cell % 7 + 1, cell * 2_654_435_761 % (1 << 32))
    };
    Files::of(&toml, &format!("area,number,count,key\n{}", (0..5000).map(cell).collect::<String>())).0
}

/// The sections of all tiles in an order of their own, and the bytes of all tiles. Small sections share a tile.
fn tiles(files: &[BuiltFile]) -> (Vec<Section>, Vec<&[u8]>) {
    let bytes: Vec<&[u8]> =
        files.iter().filter(|(path, _)| path.starts_with("tiles/")).map(|(_, bytes)| &**bytes).collect();
    let mut sections: Vec<Section> = bytes.iter().flat_map(|bytes| decode(bytes).expect("a tile")).collect();
    sections.sort_by_key(|section| format!("{section:?}"));
    (sections, bytes)
}

fn table(files: &[BuiltFile], query: &Query) -> String {
    let (_, manifest) = files.last().expect("the manifest comes last");
    let store = Store::open_in_parts(manifest, Caller::CommandLine).expect("a cube");
    let (_, table) = TestCube { files: files.to_vec(), store }.ask(query).expect("a table");
    to_csv(&table)
}

#[test]
fn packed_tiles_have_the_cells_of_modelled_tiles() {
    for release in ["keyed", "sealed"] {
        let bits = if release == "sealed" { 1 } else { KEY_BITS };
        let [modelled, stated, packed] =
            ["", "encoding = \"modelled\"", "encoding = \"packed\""].map(|encoding| files(release, encoding));
        assert!(modelled == stated, "{release}: modelled tiles are the default");
        let ((cells, small), (again, large)) = (tiles(&modelled), tiles(&packed));
        assert_eq!(cells.len(), again.len(), "{release}");
        assert!(cells == again, "{release}: other cells");
        let is_packed = |bytes: &&[u8]| {
            let sections = decode(bytes).expect("a tile");
            encode(&sections, bits, Some(Encoding::Packed)).expect("sound sections") == *bytes
        };
        assert!(large.iter().all(is_packed), "{release}");
        assert!(!small.iter().all(is_packed), "{release}");
        assert!(small.concat().len() < large.concat().len(), "{release}");
        for query in [json!({ "rows": ["area"] }), json!({ "rows": ["number"], "filter": [["area", ["4"]]] })] {
            let query = Query::from_json(&query.to_string()).expect("a sound query");
            let expected = table(&modelled, &query);
            assert_eq!(table(&packed, &query), expected, "{release}");
            let lengths = Lengths { long_dimension: 8, slices: 2, all_slices: 0, long_view: 0, ..Lengths::PUBLISHED };
            let parts = in_parts(packed.clone(), lengths, Some(Encoding::Packed)).expect("the files of a cube").files;
            assert!(tiles(&parts).1.iter().all(is_packed), "{release}: in parts");
            assert_eq!(table(&parts, &query), expected, "{release}: in parts");
        }
    }
}
