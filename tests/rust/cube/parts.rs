//! Manifests in parts: changed bytes never give another table, and changed contents never stop the program.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cellveil::build::{BuiltFile, Lengths, in_parts};
use cellveil::cube::sha256_hex;
use cellveil::export::to_csv;
use cellveil::table::{Caller, Error, FoundCodes, Plan, Query, Store};
use serde_json::{Value, json};

use crate::support::cube::TestCube;
use crate::support::random::mmix;
use crate::support::small_cube::Files;

const LENGTHS: Lengths = Lengths { long_dimension: 8, codes: 3, lists: 2, long_view: 0, slices: 2, all_slices: 0 };

/// A cube of twelve areas, so that the list of codes has two levels of files and the views have lists of tiles.
fn files(release: &str) -> Vec<BuiltFile> {
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
    let whole = Files::of(&toml, &format!("area,sex,count,key\n{cells}"));
    in_parts(whole.0, LENGTHS).expect("the files of a cube").files
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

#[test]
fn receipts_do_not_depend_on_the_loaded_parts() {
    for release in ["keyed", "sealed"] {
        let files = files(release);
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
fn every_view_with_several_slices_is_moved_from_a_cube_of_many() {
    let toml = "[cube]\nid = \"slices\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\n[key]\n\
                column = \"key\"\n[[dimension]]\nname = \"area\"\n[[dimension]]\nname = \"number\"\n[method.default]\n\
                kind = \"random-rounding\"\nbase = 3\n[publish]\nsplit = \"area\"\nviews = [[\"area\"]]\n";
    // The finest view has 5 slices, because a slice has 2,048 cells. The view of areas has one.
    let cells = (0..10_000).map(|cell| format!("{:02},{:04},{},{cell}\n", cell / 1000, cell % 1000, cell % 7 + 1));
    let whole = Files::of(toml, &format!("area,number,count,key\n{}", cells.collect::<String>())).0;
    let lists = |all_slices, long_dimension| {
        let lengths = Lengths { long_view: 1, slices: 128, all_slices, long_dimension, ..LENGTHS };
        let files = in_parts(whole.clone(), lengths).expect("the files of a cube").files;
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
    let lengths = Lengths { long_dimension: 8192, codes: 512, lists: 256, slices: 2, all_slices: 0, long_view: 1 };
    let parts = in_parts(whole.clone(), lengths).expect("the files of a cube").files;
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

/// Changes one byte, or cuts or adds one, in one file.
fn damage(files: &mut [BuiltFile], next: &mut impl FnMut() -> u64) {
    let file = next() as usize % files.len();
    let bytes = &mut files[file].1;
    let at = next() as usize % bytes.len();
    match next() % 4 {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, next() as u8),
        _ => bytes[at] ^= 1 << (next() % 8),
    }
}

/// Replaces a value somewhere in a JSON document by another value of the document, or changes it.
fn change(document: &mut Value, next: &mut impl FnMut() -> u64) {
    fn places(value: &Value, at: String, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                (0..).zip(items).for_each(|(i, item): (usize, _)| places(item, format!("{at}/{i}"), found))
            }
            Value::Object(fields) => fields.iter().for_each(|(name, item)| places(item, format!("{at}/{name}"), found)),
            _ => {}
        }
        found.push(at);
    }
    let mut all = Vec::new();
    places(document, String::new(), &mut all);
    let other = document.pointer(&all[next() as usize % all.len()]).cloned().unwrap_or(Value::Null);
    let place = all[next() as usize % all.len()].clone();
    let small = next() % 5;
    let value = document.pointer_mut(&place).expect("a place of the document");
    match (next() % 6, &mut *value) {
        (0, _) => *value = other,
        (1, Value::Number(number)) => *value = json!(number.as_u64().unwrap_or(0).wrapping_add(small).wrapping_sub(2)),
        (2, Value::Array(items)) if !items.is_empty() => {
            items.remove(small as usize % items.len());
        }
        (3, Value::Array(items)) if !items.is_empty() => {
            let item = items[small as usize % items.len()].clone();
            items.push(item);
        }
        (4, Value::Object(fields)) if !fields.is_empty() => {
            let name = fields.keys().nth(small as usize % fields.len()).cloned().expect("a field");
            fields.remove(&name);
        }
        (5, Value::String(text)) => text.push('0'),
        _ => *value = json!([null, 0, 4_294_967_295_u64, "A05", []])[small as usize].clone(),
    }
}

/// Changes the contents of `cube.json` or of a part, and brings all digests up to date, as a careless builder would.
fn forge(files: &mut [BuiltFile], next: &mut impl FnMut() -> u64) {
    let documents: Vec<usize> = (0..files.len()).filter(|&at| files[at].0.ends_with(".json")).collect();
    let at = documents[next() as usize % documents.len()];
    let mut document: Value = serde_json::from_slice(&files[at].1).expect("a document of the builder");
    change(&mut document, next);
    let (mut path, mut bytes) = (files[at].0.clone(), format!("{document}\n").into_bytes());
    loop {
        if path == "cube.json" {
            let text = String::from_utf8(bytes).expect("JSON is text");
            files.last_mut().expect("the manifest comes last").1 = with_digest(&text);
            return;
        }
        let (old, new) =
            (sha256_hex(&files.iter().find(|(own, _)| *own == path).expect("a part").1), sha256_hex(&bytes));
        let length = files.iter().find(|(own, _)| *own == path).expect("a part").1.len();
        files.iter_mut().find(|(own, _)| *own == path).expect("a part").1.clone_from(&bytes);
        let Some(parent) = files.iter().position(|(_, text)| String::from_utf8_lossy(text).contains(&old)) else {
            return;
        };
        let text = String::from_utf8(files[parent].1.clone()).expect("JSON is text");
        let text = text.replace(
            &format!("\"bytes\":{length},\"sha256\":\"{old}\""),
            &format!("\"bytes\":{},\"sha256\":\"{new}\"", bytes.len()),
        );
        (path, bytes) = (files[parent].0.clone(), text.into_bytes());
    }
}

/// Damages and forges cubes, and reads them. Returns how many forged cubes still gave tables, and how many did not.
fn fuzz(times: u64, seed: u64) -> (u64, u64) {
    let mut next = mmix(seed, 50);
    let cubes = ["keyed", "sealed"].map(|release| {
        let files = files(release);
        let tables = tables(&files).expect("a sound cube");
        (files, tables)
    });
    let (mut given, mut refused) = (0, 0);
    for time in 0..times {
        let (sound, expected) = &cubes[(time % 4 / 2) as usize];
        let mut files = sound.clone();
        let is_damage = time % 2 == 0;
        if is_damage {
            damage(&mut files, &mut next)
        } else {
            forge(&mut files, &mut next)
        }
        let found = catch_unwind(AssertUnwindSafe(|| tables(&files)));
        let Ok(found) = found else { panic!("time {time} of seed {seed} panicked") };
        match found {
            Ok(tables) if is_damage => assert_eq!(&tables, expected, "time {time} of seed {seed}"),
            Ok(_) => given += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += u64::from(!is_damage);
            }
        }
    }
    (given, refused)
}

#[test]
fn changed_files_give_an_error_or_the_same_tables() {
    let (given, refused) = fuzz(4_000, 1);
    // Most forged places are words of an index, which no table reads.
    assert!(given > 20 && refused > 300, "{given} forged cubes gave tables, {refused} did not");
}

#[test]
#[ignore = "long: half a million changes"]
fn half_a_million_changes_give_an_error_or_the_same_tables() {
    let (given, refused) = fuzz(500_000, 2);
    assert!(given > 2_000 && refused > 40_000, "{given} forged cubes gave tables, {refused} did not");
}
