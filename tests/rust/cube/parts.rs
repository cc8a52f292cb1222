//! Manifests in parts: their form, their tables, and the errors of wrong parts.

mod damage;

use std::fs;
use std::path::Path;

use cellveil::audit::leak_test;
use cellveil::build::{BuiltFile, Lengths, in_parts};
use cellveil::cube::sha256_hex;
use cellveil::export::to_csv;
use cellveil::table::{Caller, Error, FoundCodes, Plan, Query, Store};
use serde_json::{Value, json};

use crate::support::cube::TestCube;
use crate::support::random::mmix;
use crate::support::small_cube::Files;

const LENGTHS: Lengths = Lengths {
    long_dimension: 8,
    codes: 3,
    lists: 2,
    long_view: 0,
    slices: 2,
    all_slices: 0,
    all_entries: usize::MAX,
    entries: 2,
};

/// [`LENGTHS`] with files of tile entries. Each view of the test cubes then has one such file.
const WITH_TILES: Lengths = Lengths { all_entries: 0, entries: 1, ..LENGTHS };

fn files(release: &str) -> Vec<BuiltFile> {
    files_of(release, LENGTHS)
}

fn files_of(release: &str, lengths: Lengths) -> Vec<BuiltFile> {
    in_parts(whole(release), lengths, None).expect("the files of a cube").files
}

/// A cube of twelve areas. With [`LENGTHS`], the list of codes has two levels of files, and the views have lists of tiles.
fn whole(release: &str) -> Vec<BuiltFile> {
    let codes: Vec<String> = (0..12).map(|area| format!("A{area:02} = \"Area {area}\"")).collect();
    let of =
        |even: usize| (0..12).filter(|area| area % 2 == even).map(|area| format!("\"A{area:02}\"")).collect::<Vec<_>>();
    let publish = if release == "sealed" { "max_dimensions = 2" } else { "views = [[\"area:half\", \"sex\"]]" };
    let toml = format!(
        "[cube]\nid = \"parts\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\nrelease = \"{release}\"\n\
         [key]\ncolumn = \"key\"\nsalt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n\
         [[dimension]]\nname = \"area\"\ncodes = {{ {} }}\n\
         [[dimension.level]]\nname = \"half\"\ngroups = [{{ code = \"even\", of = [{}] }}, {{ code = \"odd\", of = [{}] }}]\n\
         [[dimension]]\nname = \"sex\"\ncodes = {{ 1 = \"Male\", 2 = \"Female\" }}\n\
         [method.default]\nkind = \"random-rounding\"\nbase = 3\n[publish]\nsplit = \"area\"\n{publish}\n",
        codes.join(", "),
        of(0).join(", "),
        of(1).join(", ")
    );
    let mut next = mmix(1, 40);
    let cells = (0..24)
        .map(|cell| format!("A{:02},{},{},{}\n", cell / 2, cell % 2 + 1, next() % 1500 + 900, next() % (1 << 32)));
    let cells: String = cells.collect();
    Files::of(&toml, &format!("area,sex,count,key\n{cells}")).0
}

fn queries() -> Vec<Query> {
    [
        json!({ "rows": ["sex"], "filter": [["area", ["A07"]]] }),
        json!({ "rows": ["area"], "columns": ["sex"], "filter": [["area", ["A04"]]] }),
        json!({ "rows": ["area"], "columns": ["sex"] }),
        json!({ "rows": ["area:half"], "columns": ["sex"], "totals": false }),
    ]
    .iter()
    .map(|query| Query::from_json(&query.to_string()).expect("a sound query"))
    .collect()
}

/// The tables of all queries as CSV, or the error of the first query that fails.
fn tables(files: &[BuiltFile]) -> Result<Vec<String>, Error> {
    answers(files, &queries(), |store, _, plan| Ok(to_csv(&store.table(plan, false, None)?)))
}

/// The answers to queries, or the error of the first query that fails. Loads files as queries need them.
fn answers<T>(
    files: &[BuiltFile],
    queries: &[Query],
    answer: impl Fn(&mut Store, &Query, &Plan) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let (_, manifest) = files.last().expect("the manifest comes last");
    let mut store = Store::open_in_parts(manifest, Caller::Page)?;
    let mut answers = Vec::new();
    for query in queries {
        // A cube has few files, so a query that needs more rounds asks for the same file again.
        for round in 0.. {
            assert!(round < 100, "the query needs files without end");
            let mut needs = store.lacking(query);
            if needs.is_empty() {
                let plan = store.plan(query)?;
                needs = store.missing(&plan);
                if needs.is_empty() {
                    answers.push(answer(&mut store, query, &plan)?);
                    break;
                }
            }
            for need in needs {
                let bytes = files.iter().find(|(path, _)| *path == need.path).map_or(&[][..], |(_, bytes)| bytes);
                store.load(&need.path, bytes)?;
            }
        }
    }
    Ok(answers)
}

/// The files of a cube in `tests/data/cubes`. The manifest comes last.
fn stored(cube: &str) -> Vec<BuiltFile> {
    let folder = Path::new("tests/data/cubes").join(cube);
    let mut files = Vec::new();
    for part in ["parts", "tiles"].map(|part| folder.join(part)).iter().filter(|part| part.exists()) {
        for entry in fs::read_dir(part).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = path.strip_prefix(&folder).expect("a path of the cube").to_str().expect("UTF-8");
            files.push((name.to_owned(), fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files.push(("cube.json".into(), fs::read(folder.join("cube.json")).expect("a manifest")));
    files
}

#[test]
fn stored_cubes_of_every_version_are_read_and_written() {
    for name in ["version-1", "version-2", "version-3", "version-4"] {
        let expected = fs::read_to_string(format!("tests/data/cubes/{name}.csv")).expect("the tables of the cube");
        let stored = stored(name);
        assert_eq!(tables(&stored).expect("a sound cube").concat(), expected, "{name}");
        // The leak test of the audit reads and writes the files of a sealed cube.
        let leaks = leak_test(&stored, &[]);
        assert_eq!(leaks.example.is_none(), name != "version-1", "{name}: {}", leaks.says);
    }
    for (name, built) in [("version-1", whole("keyed")), ("version-4", files_of("sealed", WITH_TILES))] {
        let stored = stored(name);
        let paths = |files: &[BuiltFile]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
        assert_eq!(paths(&stored), paths(&built), "{name}");
        assert!(stored == built, "{name}: the builder writes other bytes");
    }
}

#[test]
fn receipts_do_not_depend_on_the_loaded_parts() {
    for (release, lengths) in [("keyed", LENGTHS), ("sealed", LENGTHS), ("keyed", WITH_TILES), ("sealed", WITH_TILES)] {
        let files = files_of(release, lengths);
        let receipts =
            |queries: &[Query]| answers(&files, queries, |store, query, plan| store.statement(query, plan, None));
        let together = receipts(&queries()).expect("a sound cube");
        let mut reversed: Vec<Query> = queries();
        reversed.reverse();
        let mut backwards = receipts(&reversed).expect("a sound cube");
        backwards.reverse();
        assert_eq!(together, backwards, "{release}");
        for (query, receipt) in queries().iter().zip(&together) {
            assert_eq!(&receipts(std::slice::from_ref(query)).expect("a sound cube")[0], receipt, "{release}");
            assert!(receipt.contains("\"files\":[]"), "{receipt}");
        }
    }
}

#[test]
fn an_unknown_code_is_refused_with_a_code_of_the_cube() {
    for code in ["B99", "A", ""] {
        let query = json!({ "rows": ["sex"], "filter": [["area", [code]]] });
        let query = Query::from_json(&query.to_string()).expect("a sound query");
        let error = answers(&files("keyed"), &[query], |_, _, _| Ok(())).expect_err("an unknown code").to_string();
        assert!(error.contains("such as \"A00\""), "{error}");
    }
}

#[test]
fn limits_beside_a_dimension_in_parts_are_refused() {
    let mut files = files("keyed");
    let (_, manifest) = files.last_mut().expect("the manifest comes last");
    let mut document: Value = serde_json::from_slice(manifest).expect("a manifest");
    document.as_object_mut().expect("an object").remove("digest");
    document["rules"] = json!({ "nested": true });
    *manifest = with_digest(&document.to_string());
    let error = tables(&files).expect_err("limits need all codes").to_string();
    assert!(error.contains("rules stand beside a dimension in parts"), "{error}");
}

/// The text of a manifest with its digest, in place of an earlier digest.
fn with_digest(document: &str) -> Vec<u8> {
    let whole = document.trim_end();
    let object = whole.split_once(",\"digest\":\"").map_or(&whole[..whole.len() - 1], |(object, _)| object);
    let text = format!("{object},\"digest\":\"");
    format!("{text}{}\"}}\n", sha256_hex(text.as_bytes())).into_bytes()
}

/// The document of a file, which a list describes from `at` on by its SHA-256 and bytes.
fn described(files: &[BuiltFile], entry: &Value, at: usize, folder: &str, end: &str) -> Vec<u8> {
    let digits = entry[at].as_str().expect("a SHA-256");
    let path = format!("{folder}/{}.{end}", &digits[..16]);
    let (_, bytes) = files.iter().find(|(own, _)| *own == path).expect("a file of the cube");
    assert_eq!((entry[at + 1].as_u64(), digits), (Some(bytes.len() as u64), &*sha256_hex(bytes)));
    bytes.clone()
}

fn document(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

#[test]
fn files_have_the_documented_form() {
    let files = files("keyed");
    let part = |entry: &Value, at: usize| document(&described(&files, entry, at, "parts", "json"));
    let manifest = document(&files.last().unwrap().1);
    assert_eq!(manifest["version"], 4);
    assert_eq!(manifest["axes"], json!(["area", "sex", "area:half"]));
    let area = &manifest["dimensions"][0];
    assert_eq!((&area["list"]["count"], area.get("codes")), (&json!(12), None));
    let parts = area["list"]["parts"].as_array().unwrap();
    assert_eq!(parts.iter().map(|part| part[1].as_str().unwrap()).collect::<Vec<_>>(), ["A00", "A06"]);
    let list = part(&parts[1], 2);
    assert_eq!((&list["parts"][1][0], &list["parts"][1][1]), (&json!(9), &json!("A09")));
    assert_eq!(part(&list["parts"][1], 2)["codes"][2], json!(["A11", "Area 11"]));
    let level = &area["levels"][0]["file"];
    assert_eq!(level["count"], 2);
    let (_, level) = files.iter().find(|(path, _)| path == level["path"].as_str().unwrap()).unwrap();
    assert_eq!(document(level)["of"], json!([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]));
    let finest = &manifest["views"][0];
    assert_eq!([&finest[0], &finest[1], &finest[2]], [&json!([0, 1]), &json!(24), &json!(0)]);
    let lists = finest[3]["tiles"].as_array().unwrap();
    assert_eq!(
        (lists.len(), &lists[0][0], &lists[0][3], &lists[0][4]),
        (1, &json!("list"), &json!(24), &json!([0, 11]))
    );
    let slices = part(&lists[0], 1);
    assert_eq!(slices.as_object().unwrap().keys().collect::<Vec<_>>(), ["tiles"]);
    let tiles = slices["tiles"].as_array().unwrap();
    assert!(tiles.iter().all(|tile| !described(&files, tile, 0, "tiles", "cvt").is_empty()));
    assert_eq!((&tiles[0][2], &tiles[0][3]), (&json!(24), &json!([0, 11])));
    // Tile entries describe the files of tiles, and this cube has no p-table.
    assert_eq!(manifest["files"], json!([]));
}

#[test]
fn tiles_of_views_have_the_documented_form() {
    for release in ["keyed", "sealed"] {
        let plain = files(release);
        let files = files_of(release, Lengths { entries: 3, ..WITH_TILES });
        let (before, manifest) = (document(&plain.last().unwrap().1), document(&files.last().unwrap().1));
        let views = manifest["views"].as_array().expect("views");
        let parts = manifest["tiles"].as_array().expect("files with tiles");
        assert!((1..views.len()).contains(&parts.len()), "{release}: {parts:?}");
        let mut listed = Vec::new();
        for part in parts {
            assert_eq!(part[0], listed.len(), "{release}");
            let part = document(&described(&files, part, 1, "parts", "json"));
            assert_eq!(part.as_object().unwrap().keys().collect::<Vec<_>>(), ["views"]);
            listed.extend(part["views"].as_array().expect("views").iter().cloned());
        }
        let before = before["views"].as_array().expect("views");
        let tiles: Vec<Value> = before.iter().map(|view| view[3]["tiles"].clone()).collect();
        assert_eq!(listed, tiles, "{release}");
        for (view, before) in views.iter().zip(before) {
            let mut before = before.as_array().unwrap()[..3].to_vec();
            before.retain(|item| !item.is_null());
            assert_eq!(view, &json!(before), "{release}");
        }
        assert_eq!(tables(&files).expect("a sound cube"), tables(&plain).expect("a sound cube"), "{release}");
    }
}

#[test]
fn a_table_loads_the_tiles_of_its_views_alone() {
    let files = files_of("sealed", WITH_TILES);
    let query = Query::from_json(&json!({ "rows": ["sex"], "totals": false }).to_string()).expect("a sound query");
    let manifest: Value = serde_json::from_slice(&files.last().expect("the manifest comes last").1).expect("JSON");
    let parts = manifest["tiles"].as_array().expect("files of tile entries").iter();
    let parts: Vec<&str> = parts.map(|part| &part[1].as_str().expect("a SHA-256")[..16]).collect();
    let unloaded = |store: &mut Store| {
        let is_part = |path: &str| parts.iter().any(|digits| path == format!("parts/{digits}.json"));
        store.unloaded().iter().filter(|need| is_part(&need.path)).count()
    };
    let left = answers(&files, &[query], |store, _, _| Ok(unloaded(store))).expect("a table");
    assert_eq!(left, [parts.len() - 1]);
}

/// A change of a manifest.
type Change<'a> = &'a dyn Fn(&mut Value);

/// The error of a cube with a changed manifest.
fn error_with(sound: &[BuiltFile], change: Change) -> String {
    let mut files = sound.to_vec();
    let (_, manifest) = files.last_mut().expect("the manifest comes last");
    let mut document = document(manifest);
    document.as_object_mut().expect("an object").remove("digest");
    change(&mut document);
    *manifest = with_digest(&document.to_string());
    tables(&files).expect_err("a wrong manifest").to_string()
}

const ORDER: &str = "tiles has files that miss or repeat views; expected ascending `first`, from 0";

fn number_of_views(document: &Value) -> usize {
    document["views"].as_array().expect("views").len()
}

#[test]
fn wrong_lists_of_tiles_are_refused() {
    let sound = stored("version-3");
    let cases: [(Change, &str); 9] = [
        (&|document| document["tiles"] = json!([]), ORDER),
        (&|document| document["tiles"][0]["first"] = json!(1), ORDER),
        (&|document| document["tiles"][1]["first"] = json!(0), ORDER),
        (&|document| document["tiles"][1]["first"] = json!(number_of_views(document)), ORDER),
        (
            &|document| document["views"][0]["tiles"] = json!([{ "file": "tiles/0.cvt", "cells": 1 }]),
            "beside files of tile entries; expected no tiles",
        ),
        (&|document| document["views"][0]["cells"] = json!(1_u64 << 32), "cells is 4294967296; expected fewer"),
        (&|document| document["version"] = json!(2), "3 (with files of tile entries)"),
        // The first file then stands for more views than it has.
        (&|document| drop(document["tiles"].as_array_mut().expect("files").remove(1)), "its views"),
        (&|document| document["views"][0]["cells"] = json!(7), "its tiles"),
    ];
    for (change, expected) in cases {
        let error = error_with(&sound, change);
        assert!(error.contains(expected), "{error}: {expected}");
    }
}

#[test]
fn wrong_short_lists_are_refused() {
    let (sound, plain) = (files_of("sealed", WITH_TILES), files("sealed"));
    let cases: [(Change, &str); 24] = [
        (&|document| document["tiles"] = json!([]), ORDER),
        (&|document| document["tiles"][0][0] = json!(1), ORDER),
        (&|document| document["tiles"][1][0] = json!(0), ORDER),
        (&|document| document["tiles"][1][0] = json!(number_of_views(document)), ORDER),
        (&|document| document["tiles"][0][1] = json!("0"), "tiles[0] is wrong; expected [first, sha256, bytes]"),
        (&|document| document["tiles"][0] = json!({ "first": 0 }), "tiles[0] is wrong"),
        (&|document| drop(document["tiles"].as_array_mut().expect("files").remove(1)), "its views"),
        (&|document| document["views"][0][1] = json!(1_u64 << 32), "cells is 4294967296; expected fewer"),
        (&|document| document["views"][0][1] = json!(7), "its tiles"),
        (
            &|document| document["views"][1][0][0] = json!(99),
            "views[1] is wrong; expected [axes, cells, split, others]",
        ),
        (&|document| document["views"][1][0][0] = json!("area"), "views[1] is wrong"),
        (&|document| document["views"][1][2] = json!(1), "views[1] is wrong"),
        (&|document| document["views"][1][2] = json!("area"), "views[1] is wrong"),
        (&|document| document["views"][1] = json!([[0], 12, 0, "none"]), "views[1] is wrong"),
        (&|document| document["views"][1] = json!([[0], 12, 0, {}, 1]), "views[1] is wrong"),
        (&|document| document["views"][1] = json!([[0]]), "views[1].cells is missing"),
        (&|document| document["views"][1] = json!({ "axes": ["area"], "cells": 12 }), "views[1] is wrong"),
        (&|document| document["views"][1] = json!([[0], 12, 0, { "cells": 12 }]), "views[1] is wrong"),
        (&|document| document["views"][1] = json!([null, 12, 0, { "axes": ["area"] }]), "views[1] is wrong"),
        (&|document| document["axes"][0] = json!("shoe"), "names \"shoe\""),
        (&|document| document["axes"][0] = json!(7), "names \"\""),
        (&|document| document["version"] = json!(3), "parts[0] is a list; expected an object"),
        (
            &|document| document["dimensions"][0]["list"]["parts"][0] = json!([0, "A00"]),
            "parts[0] is wrong; expected [first, code, sha256, bytes]",
        ),
        (
            &|document| document["dimensions"][0]["list"]["parts"][0][2] = json!("ü".repeat(32)),
            "not a path inside the cube",
        ),
    ];
    for (change, expected) in cases {
        let error = error_with(&sound, change);
        assert!(error.contains(expected), "{error}: {expected}");
    }
    let cases: [(Change, &str); 6] = [
        // A tile that two entries describe in different ways.
        (&|document| document["views"][1][3]["tiles"][0][1] = json!(1), "views[1] is wrong"),
        (
            &|document| {
                let file = |path: &str| json!({ "path": path, "bytes": 1, "sha256": "0".repeat(64) });
                document["files"] = json!([file("b"), file("a")]);
            },
            "out of order",
        ),
        (&|document| document["views"][0][3]["tiles"][0][0] = json!("0".repeat(64)), "sections"),
        (&|document| document["views"][0][3]["tiles"][0][2] = json!(7), "sum of its tiles"),
        (&|document| document["views"][0][3]["tiles"][0] = json!(["list"]), "views[0] is wrong"),
        (&|document| document["views"][0][3]["tiles"] = json!("none"), "views[0] is wrong"),
    ];
    for (change, expected) in cases {
        let error = error_with(&plain, change);
        assert!(error.contains(expected), "{error}: {expected}");
    }
}

#[test]
fn a_list_of_tiles_has_no_section() {
    let error = error_with(&files("keyed"), &|document| {
        let views = document["views"].as_array_mut().expect("views").iter_mut();
        let tiles = views.filter_map(|view| view.get_mut(3)?.get_mut("tiles")?.get_mut(0));
        let list = tiles.filter(|tile| tile[0] == "list").last().expect("a list of tiles");
        list.as_array_mut().expect("an entry").push(json!(7));
    });
    assert!(error.contains("section"), "{error}");
}

/// **Tile entries cannot take unlimited time.** A short manifest or part describes 16,384 files at most.
#[test]
fn too_many_tile_entries_are_refused() {
    let sound = files("sealed");
    let error = error_with(&sound, &|document| {
        let tile = |at: usize| json!([format!("{at:016x}{}", "0".repeat(48)), 1, 1]);
        document["views"][1][3]["tiles"] = json!((0..1 << 14).map(tile).collect::<Vec<_>>());
    });
    assert!(error.contains("views[1] is wrong"), "{error}");
}

/// **Names of axes cannot fill the memory.** A short manifest names an axis once, and many views may use the name.
#[test]
fn long_names_of_many_axes_are_refused() {
    let sound = files("sealed");
    let error = error_with(&sound, &|document| {
        document["axes"][0] = json!("a".repeat(1 << 20));
        document["views"] = json!(vec![json!([[0], 1]); 65]);
    });
    assert!(error.contains("views[64] is wrong"), "{error}");
}

#[test]
fn every_view_with_several_slices_is_moved_from_a_cube_of_many() {
    let toml = "[cube]\nid = \"slices\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\n[key]\n\
                column = \"key\"\n[[dimension]]\nname = \"area\"\n[[dimension]]\nname = \"number\"\n[method.default]\n\
                kind = \"random-rounding\"\nbase = 3\n[publish]\nsplit = \"area\"\nviews = [[\"area\"]]\n";
    // The finest view has 5 slices, because a slice has 2,048 cells. The view of areas has one.
    let cells = (0..10_000).map(|cell| format!("{:02},{:04},{},{cell}\n", cell / 1000, cell % 1000, cell % 7 + 1));
    let whole = Files::of(toml, &format!("area,number,count,key\n{}", cells.collect::<String>())).0;
    let lists = |all_slices, long_dimension| {
        let lengths = Lengths { long_view: 1, slices: 128, all_slices, long_dimension, ..LENGTHS };
        let files = in_parts(whole.clone(), lengths, None).expect("the files of a cube").files;
        let manifest: Value = serde_json::from_slice(&files.last().unwrap().1).unwrap();
        let views = manifest["views"].as_array().unwrap().iter();
        views
            .map(|view| view.get("tiles").unwrap_or(&view[3]["tiles"]).as_array().unwrap())
            .map(|tiles| tiles.iter().filter(|tile| tile[0] == "list").count())
            .collect::<Vec<usize>>()
    };
    let (none, moved): (Vec<usize>, Vec<usize>) = (vec![0, 0], vec![1, 0]);
    // Without codes in parts, a cube may have twice the limit.
    assert_eq!([lists(3, 5000), lists(2, 5000)], [none.clone(), moved.clone()]);
    assert_eq!([lists(5, 8), lists(4, 8)], [none, moved]);
}

#[test]
fn a_view_of_the_splitting_dimension_alone_has_the_same_figures_in_lists() {
    let toml = "[cube]\nid = \"areas\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\n[key]\n\
                column = \"key\"\n[[dimension]]\nname = \"area\"\n[method.default]\nkind = \"random-rounding\"\n\
                base = 3\n[publish]\nsplit = \"area\"\n";
    let cells = (0..10_000).map(|area| format!("{area:05},{},{}\n", area % 7 + 1, area * 31));
    let whole = Files::of(toml, &format!("area,count,key\n{}", cells.collect::<String>())).0;
    let lengths = Lengths { slices: 2, all_slices: 0, ..Lengths::PUBLISHED };
    let parts = in_parts(whole.clone(), lengths, None).expect("the files of a cube").files;
    let query = json!({ "rows": ["area"], "filter": [["area", ["00000", "02047", "02048", "05000", "09999"]]] });
    let query = Query::from_json(&query.to_string()).expect("a sound query");
    let table = |files: &[BuiltFile]| {
        let (_, manifest) = files.last().expect("the manifest comes last");
        let store = Store::open_in_parts(manifest, Caller::CommandLine).expect("a cube");
        let (_, table) = TestCube { files: files.to_vec(), store }.ask(&query).expect("a table");
        to_csv(&table)
    };
    assert_eq!(table(&parts), table(&whole));
}

#[test]
fn codes_are_found_by_words_of_labels_and_codes() {
    let files = files("keyed");
    let (_, manifest) = files.last().unwrap();
    let search = |text: &str| {
        let mut store = Store::open_in_parts(manifest, Caller::Page).unwrap();
        let mut loaded = 0;
        loop {
            match store.find_codes("area", text).unwrap() {
                FoundCodes::Codes { codes, has_more } => {
                    let codes: Vec<String> = codes.into_iter().map(|(code, _)| code).collect();
                    return (codes.join(","), has_more, loaded);
                }
                FoundCodes::Missing(needs) => needs.iter().for_each(|need| {
                    loaded += 1;
                    store.load(&need.path, &files.iter().find(|(path, _)| *path == need.path).unwrap().1).unwrap();
                }),
            }
        }
    };
    for (text, expected) in
        [("area 11", "A11"), ("a07", "A07"), ("  ÁREA 7 ", "A07"), ("area 12", ""), ("1", "A01,A10,A11")]
    {
        let (codes, has_more, loaded) = search(text);
        assert_eq!((codes.as_str(), has_more), (expected, false), "{text}");
        assert!(loaded > 0, "{text}");
    }
    // The first codes, and more than the search reads.
    assert_eq!(search("").0.split(',').next(), Some("A00"));
    assert!(search("area").1);
}
