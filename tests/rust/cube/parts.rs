//! Manifests in parts: their form, their tables, and the errors of wrong parts.

mod damage;

use std::fs;
use std::path::Path;

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
    all_tiles: usize::MAX,
    tiles: 200,
};

/// [`LENGTHS`] with files of tile entries. Each view of the test cubes then has one such file.
const WITH_TILES: Lengths = Lengths { all_tiles: 0, tiles: 300, ..LENGTHS };

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
    let built = [
        ("version-1", whole("keyed")),
        ("version-2", files_of("sealed", LENGTHS)),
        ("version-3", files_of("sealed", WITH_TILES)),
    ];
    for (name, built) in built {
        let stored = stored(name);
        let expected = fs::read_to_string(format!("tests/data/cubes/{name}.csv")).expect("the tables of the cube");
        assert_eq!(tables(&stored).expect("a sound cube").concat(), expected, "{name}");
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

#[test]
fn files_have_the_documented_form() {
    let files = files("keyed");
    let manifest: Value = serde_json::from_slice(&files.last().unwrap().1).unwrap();
    assert_eq!(manifest["version"], 2);
    let area = &manifest["dimensions"][0];
    assert_eq!((&area["list"]["count"], area.get("codes")), (&json!(12), None));
    let parts = area["list"]["parts"].as_array().unwrap();
    assert_eq!(parts.iter().map(|part| part["code"].as_str().unwrap()).collect::<Vec<_>>(), ["A00", "A06"]);
    let read = |file: &Value| -> Value {
        let path = file["path"].as_str().unwrap();
        let (_, bytes) = files.iter().find(|(own, _)| own == path).unwrap();
        assert_eq!(
            (file["bytes"].as_u64(), file["sha256"].as_str()),
            (Some(bytes.len() as u64), Some(&*sha256_hex(bytes)))
        );
        serde_json::from_slice(bytes).unwrap()
    };
    let list = read(&parts[1]["file"]);
    assert_eq!(list["parts"][1]["first"], 9);
    assert_eq!(read(&list["parts"][1]["file"])["codes"][2], json!(["A11", "Area 11"]));
    assert_eq!(area["levels"][0]["file"]["count"], 2);
    assert_eq!(read(&area["levels"][0]["file"])["of"], json!([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]));
    let lists = manifest["views"][0]["tiles"].as_array().unwrap();
    assert_eq!((lists.len(), &lists[0]["codes"]), (1, &json!([0, 11])));
    let slices = read(&lists[0]["list"]);
    assert_eq!(
        slices["tiles"][0]["file"],
        slices["files"].as_array().unwrap().iter().find(|file| file["path"] == slices["tiles"][0]["file"]).unwrap()["path"]
    );
}

#[test]
fn tiles_of_views_have_the_documented_form() {
    for release in ["keyed", "sealed"] {
        let plain = files(release);
        let files = files_of(release, Lengths { tiles: 420, ..WITH_TILES });
        let document = |files: &[BuiltFile], path: &str| -> Value {
            serde_json::from_slice(&files.iter().find(|(own, _)| own == path).expect("a file").1).expect("JSON")
        };
        let (before, manifest) = (document(&plain, "cube.json"), document(&files, "cube.json"));
        assert_eq!(manifest["version"], 3);
        let views = manifest["views"].as_array().expect("views");
        let parts = manifest["tiles"].as_array().expect("files with tiles");
        assert!((1..views.len()).contains(&parts.len()), "{release}: {parts:?}");
        let mut listed = Vec::new();
        for part in parts {
            assert_eq!(part["first"], listed.len(), "{release}");
            let part = document(&files, part["file"]["path"].as_str().expect("a path"));
            let own = part["files"].as_array().expect("files").iter().map(|file| file["path"].as_str());
            assert!(own.is_sorted(), "{release}");
            listed.extend(part["views"].as_array().expect("views").iter().cloned());
        }
        let tiles: Vec<Value> =
            before["views"].as_array().expect("views").iter().map(|view| view["tiles"].clone()).collect();
        assert_eq!(listed, tiles, "{release}");
        for (view, before) in views.iter().zip(before["views"].as_array().expect("views")) {
            let mut before = before.clone();
            before.as_object_mut().expect("a view").remove("tiles");
            assert_eq!(view, &before, "{release}");
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
    let parts: Vec<&str> = parts.map(|part| part["file"]["path"].as_str().expect("a path")).collect();
    let unloaded = |store: &mut Store| store.unloaded().iter().filter(|need| parts.contains(&&*need.path)).count();
    let left = answers(&files, &[query], |store, _, _| Ok(unloaded(store))).expect("a table");
    assert_eq!(left, [parts.len() - 1]);
}

/// A change of a manifest.
type Change<'a> = &'a dyn Fn(&mut Value);

#[test]
fn wrong_lists_of_tiles_are_refused() {
    let sound = files_of("sealed", WITH_TILES);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut files = sound.clone();
        let (_, manifest) = files.last_mut().expect("the manifest comes last");
        let mut document: Value = serde_json::from_slice(manifest).expect("a manifest");
        document.as_object_mut().expect("an object").remove("digest");
        change(&mut document);
        *manifest = with_digest(&document.to_string());
        tables(&files).expect_err("a wrong manifest").to_string()
    };
    let order = "tiles has files that miss or repeat views; expected ascending `first`, from 0";
    let last = |document: &Value| document["views"].as_array().expect("views").len();
    let cases: [(Change, &str); 9] = [
        (&|document| document["tiles"] = json!([]), order),
        (&|document| document["tiles"][0]["first"] = json!(1), order),
        (&|document| document["tiles"][1]["first"] = json!(0), order),
        (&|document| document["tiles"][1]["first"] = json!(last(document)), order),
        (
            &|document| document["views"][0]["tiles"] = json!([{ "file": "tiles/0.cvt", "cells": 1 }]),
            "beside files of tile entries; expected no tiles",
        ),
        (&|document| document["views"][0]["cells"] = json!(1_u64 << 32), "cells is 4294967296; expected fewer"),
        (&|document| document["version"] = json!(2), "3 with files of tile entries"),
        // The first file then stands for more views than it has.
        (&|document| drop(document["tiles"].as_array_mut().expect("files").remove(1)), "its views"),
        (&|document| document["views"][0]["cells"] = json!(7), "its tiles"),
    ];
    for (change, expected) in cases {
        let error = with(change);
        assert!(error.contains(expected), "{error}: {expected}");
    }
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
            .map(|view| view["tiles"].as_array().unwrap().iter().filter(|tile| tile["list"].is_object()).count())
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
