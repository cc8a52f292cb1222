//! Damaged `cube.json` files, and `cube.json` files with impossible contents.

use cellveil::cube::ManifestError;
use cellveil::table::Error;
use cellveil::table::{Caller, Store};
use serde_json::{Value, json};

use crate::support::small_cube::{CELLS, Files, SPEC, cube, exercise, sealed, sources, survives};
use crate::support::workspace::WRONG;

fn opens(bytes: &[u8]) -> Result<(), Error> {
    Store::open(bytes, Caller::Page).map(drop)
}

#[test]
fn every_changed_byte_is_detected() {
    let files = Files::of(SPEC, CELLS);
    let manifest = files.manifest();
    for at in 0..manifest.len() {
        for mask in [0x01, 0x80] {
            let mut bytes = manifest.to_vec();
            bytes[at] ^= mask;
            let error = opens(&bytes).expect_err(&format!("byte {at} ^ {mask} is noticed"));
            assert!(matches!(error, Error::Manifest(_)), "byte {at}: {error}");
            assert!(error.to_string().contains("cube.json") && error.to_string().contains("expected"), "{error}");
        }
    }
}

#[test]
fn every_missing_or_added_byte_is_detected() {
    let files = Files::of(SPEC, CELLS);
    let manifest = files.manifest();
    for end in 0..manifest.len() {
        assert!(matches!(opens(&manifest[..end]), Err(Error::Manifest(_))), "cut to {end} bytes");
        assert!(opens(&manifest[end + 1..]).is_err(), "without the first {} bytes", end + 1);
    }
    for tail in [&b" "[..], b"\n", b"\0", b"{}", manifest] {
        assert_eq!(opens(&[manifest, tail].concat()).unwrap_err(), ManifestError::Digest.into(), "{tail:?} behind it");
    }
    for head in [&b" "[..], b"\n", b"\xef\xbb\xbf"] {
        assert!(opens(&[head, manifest].concat()).is_err(), "{head:?} before it");
    }
}

#[test]
fn program_reports_damaged_manifests() {
    let space = cube();
    let good = space.read("cube/cube.json");
    let damages = |at: usize| {
        let mut flipped = good.clone();
        flipped[at] ^= 0x20;
        [flipped, good[..at].to_vec(), [&good[..at], &good[at + 1..]].concat()]
    };
    for at in (30..good.len()).step_by(good.len() / 12) {
        for bytes in damages(at) {
            space.write("cube/cube.json", bytes);
            for command in [&["info", "cube"][..], &["verify", "cube"], &["table", "cube", "--rows", "sex"]] {
                space.fails(WRONG, command, &["cube: cube.json is damaged", "the file as it was built"]);
            }
        }
    }
    for (bytes, parts) in [
        (&b""[..], &["not the manifest of a cellveil cube"][..]),
        (b"{}", &["not the manifest of a cellveil cube", "\"format\": \"cellveil-cube\""]),
        (b"[1]", &["not the manifest"]),
        (b"PK\x03\x04", &["not the manifest"]),
        (b"\xff\xfe{\0}\0", &["not the manifest"]),
    ] {
        space.write("cube/cube.json", bytes);
        space.fails(WRONG, &["info", "cube"], parts);
    }
    let deep = format!("{{\"format\":\"cellveil-cube\",\"version\":{}", "[".repeat(1_000_000));
    space.write("cube/cube.json", deep);
    space.fails(WRONG, &["info", "cube"], &["cube.json is damaged"]);
    space.remove("cube/cube.json");
    space.fails(WRONG, &["info", "cube"], &["cube.json", "No such file", "the folder of a cube"]);
    space.fails(WRONG, &["info", "nowhere"], &["nowhere", "the folder of a cube"]);
    space.fails(WRONG, &["info", "cells.csv"], &["cells.csv", "the folder of a cube"]);
}

/// A change to the manifest, and parts of the message.
type Change = (fn(&mut Value), &'static [&'static str]);

const IMPOSSIBLE: &[Change] = &[
    (|m| m["version"] = 2.into(), &["version is 2", "1 without"]),
    (|m| m["version"] = 3.into(), &["version is 3", "1 without"]),
    (|m| m["version"] = 4.into(), &["axes is not a list", "the axes of all views"]),
    (|m| m["version"] = 5.into(), &["version 5", "newer"]),
    (|m| m["version"] = u64::MAX.into(), &["version 18446744073709551615", "newer"]),
    (|m| m["version"] = 0.into(), &["version", "expected"]),
    (|m| m["format"] = "cellveil-table".into(), &["not the manifest of a cellveil cube"]),
    (|m| m["release"] = "sealed".into(), &["key is given in a sealed cube", "no keys"]),
    (|m| m["release"] = "preprotected".into(), &["pretabular is missing", "the steps of a preprotected cube"]),
    (
        |m| m["pretabular"] = serde_json::json!({ "steps": [{ "kind": "swap" }], "why": "because" }),
        &["pretabular.why is given", "in a preprotected cube only"],
    ),
    (
        |m| m["pretabular"] = serde_json::json!({ "steps": [{ "kind": "shuffle" }] }),
        &["pretabular.steps[0].kind", "swap, pram"],
    ),
    (
        |m| m["pretabular"] = serde_json::json!({ "steps": [{ "kind": "swap", "moved": 2 }] }),
        &["a share moved outside 0 to 1"],
    ),
    (
        |m| {
            let block = serde_json::json!({ "codes": ["1", "2"], "rows": [[0.5, 0.6], [0, 1]] });
            let matrix = serde_json::json!({ "axis": "sex", "blocks": [block] });
            m["pretabular"] = serde_json::json!({ "steps": [{ "kind": "pram", "matrix": matrix }] });
        },
        &["a matrix with other rows", "add up to 1"],
    ),
    (|m| m["audience"] = "teaching".into(), &["release", "confidential", "\"internal\""]),
    (|m| m["audience"] = "public".into(), &["release", "confidential", "\"internal\""]),
    (|m| m["audience"] = "kiosk".into(), &["release", "confidential", "encrypted files for a kiosk"]),
    (|m| m["format"] = "cellveil-encrypted".into(), &["encrypted", "--passphrase-env"]),
    (|m| m["key"]["modulus"] = 0.into(), &["modulus", "2"]),
    (|m| m["key"]["modulus"] = 1.into(), &["modulus", "2"]),
    (|m| m["key"]["modulus"] = ((1u64 << 53) + 1).into(), &["modulus"]),
    (|m| m["key"]["modulus"] = json!(1.5), &["modulus"]),
    (|m| m["key"]["modulus"] = json!(-4294967296i64), &["modulus"]),
    (|m| (m["key"]["combine"], m["key"]["modulus"]) = ("xor".into(), 1000.into()), &["xor", "power of two"]),
    (|m| m["key"]["combine"] = "product".into(), &["key.combine", "sum, xor"]),
    (|m| m["key"]["salt"] = "0f0".into(), &["key.salt", "hexadecimal"]),
    (|m| m["key"]["salt"] = "zz".into(), &["key.salt", "hexadecimal"]),
    (|m| m["key"]["salt"] = "+f".into(), &["key.salt", "hexadecimal"]),
    (|m| m["key"]["salt"] = "é".into(), &["key.salt", "hexadecimal"]),
    (|m| m["views"][0]["cells"] = (1u64 << 60).into(), &["views[0].cells", "sum of its tiles"]),
    (|m| m["views"][0]["cells"] = 6.into(), &["views[0].cells", "sum of its tiles"]),
    (|m| m["views"][0]["tiles"][0]["cells"] = (1u64 << 60).into(), &["views[0].tiles", "2^26"]),
    (|m| m["views"][0]["tiles"][0]["cells"] = ((1u64 << 26) + 1).into(), &["views[0].tiles", "2^26"]),
    (|m| m["views"][0]["tiles"][0]["section"] = (1u64 << 32).into(), &["views[0].tiles[0].section", "2^32"]),
    (|m| m["files"][0]["bytes"] = (1u64 << 60).into(), &["files", "bytes", "1 GiB"]),
    (|m| m["files"][0]["bytes"] = u64::MAX.into(), &["files", "bytes"]),
    (|m| m["files"][0]["sha256"] = "0".repeat(63).into(), &["files", "SHA-256", "64"]),
    (|m| m["files"][0]["sha256"] = "A".repeat(64).into(), &["files", "SHA-256", "lower-case"]),
    (|m| m["files"][0]["path"] = "../ptable.cvp".into(), &["files", "\"../ptable.cvp\"", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "/etc/passwd".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "a\\b".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "a/./b".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "a//b".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "C:b".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "http://x/y".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "a?b".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "a%2e%2e".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "é".into(), &["files", "not a path inside the cube"]),
    (|m| m["files"][0]["path"] = "".into(), &["files", "not a path inside the cube"]),
    (|m| repeat(&mut m["files"]), &["files", "each file once"]),
    (|m| m["files"].as_array_mut().unwrap().reverse(), &["files", "order"]),
    (|m| drop(m["files"].as_array_mut().unwrap().pop()), &["tiles", "not among the files"]),
    (|m| m["files"] = json!([]), &["not among the files"]),
    (|m| m["views"][0]["tiles"][0]["file"] = "tiles/other.cvt".into(), &["tiles/other.cvt", "not among the files"]),
    (|m| m["methods"][0][1]["ptable"] = "ptables/other.cvp".into(), &["ptables/other.cvp", "not among the files"]),
    (|m| m["methods"][0][1]["ptable"] = m["views"][0]["tiles"][0]["file"].clone(), &["method", "ptable", "tile"]),
    (|m| m["dimensions"] = json!([]), &["dimensions", "1 to 64"]),
    (|m| m["dimensions"] = vec![m["dimensions"][0].clone(); 65].into(), &["dimensions", "1 to 64"]),
    (|m| repeat(&mut m["dimensions"]), &["dimensions", "\"sex\"", "occurs twice"]),
    (|m| m["dimensions"][1]["name"] = "a:b".into(), &["dimensions", "\"a:b\"", "name"]),
    (|m| m["dimensions"][1]["name"] = "".into(), &["dimensions", "name"]),
    (|m| m["dimensions"][0]["codes"] = json!([]), &["dimensions", "\"area\"", "0 codes"]),
    (|m| repeat(&mut m["dimensions"][0]["codes"]), &["dimensions", "\"area\"", "\"C,D\" twice"]),
    (|m| m["dimensions"][0]["codes"][0][0] = "_T".into(), &["dimensions", "\"area\"", "_T"]),
    (|m| m["dimensions"][0]["codes"][0][0] = "".into(), &["dimensions", "\"area\"", "empty"]),
    (|m| repeat(&mut m["dimensions"][0]["levels"]), &["level \"land\"", "occurs twice"]),
    (|m| repeat(&mut m["dimensions"][0]["levels"][0]["codes"]), &["level \"land\"", "\"sea\" twice"]),
    (|m| m["dimensions"][0]["levels"][0]["of"] = json!([0, 0]), &["level \"land\"", "a group for every code"]),
    (|m| m["dimensions"][0]["levels"][0]["of"] = json!([0, 0, 2]), &["level \"land\"", "a group for every code"]),
    (|m| m["dimensions"][0]["levels"][0]["of"] = json!([0, 0, -1]), &["levels[0].of[2]", "a whole number from 0"]),
    (
        |m| m["dimensions"][0]["levels"][0]["of"] = vec![0; 1 << 20].into(),
        &["level \"land\"", "a group for every code"],
    ),
    (|m| repeat(&mut m["methods"]), &["methods", "\"none\"", "occurs twice"]),
    (|m| m["method_titles"] = json!([["other", "A"]]), &["method_titles: \"other\" is no method", "methods"]),
    (|m| m["method_titles"] = json!([["none", "A"], ["none", "B"]]), &["method_titles: \"none\" occurs twice"]),
    (|m| m["method_titles"] = json!([["none", 1]]), &["method_titles[0][1] is a number", "a string, or an object"]),
    (|m| m["method_titles"] = json!([["none", {}]]), &["at least one language"]),
    (|m| m["method_titles"] = json!({ "none": "A" }), &["method_titles is an object", "a list"]),
    (|m| m["methods"][0][1]["kind"] = "magic".into(), &["\"default\"", "\"magic\"", "cell-key"]),
    (|m| m["methods"][0][1]["kind"] = "suppression".into(), &["\"default\"", "unknown field"]),
    (|m| m["methods"][0][1]["threshold"] = u64::MAX.into(), &["\"default\"", "threshold", "to 9007199254740992"]),
    (|m| m["methods"][0][1]["lookup"] = "guess".into(), &["\"default\"", "lookup", "key, hash"]),
    (|m| m["methods"][0][1]["noise"] = 1.into(), &["\"default\": unknown field \"noise\""]),
    (|m| (m["key"]["modulus"], m["methods"][0][1]["lookup"]) = (256.into(), "hash".into()), &["hash", "2^32"]),
    (|m| m["key"]["uniform"] = false.into(), &["\"default\"", "digits of an identifier"]),
    (|m| m["views"] = json!([]), &["views", "no entry"]),
    (|m| m["views"][0]["axes"] = json!(["area", "age"]), &["views[0].axes", "\"age\"", "of the cube"]),
    (|m| m["views"][0]["axes"] = json!(["area", "area:land"]), &["views[0].axes", "\"area:land\" twice"]),
    (|m| m["views"][0]["axes"] = json!(["area", "area:sea"]), &["views[0].axes", "\"area:sea\""]),
    (|m| m["views"][0]["split"] = "age".into(), &["views[0].split", "\"age\"", "one of the view's axes"]),
    (|m| m["views"][0]["split"] = Value::Null, &["views[0].tiles", "none without one"]),
    (|m| m["views"][0]["tiles"][0]["codes"] = json!([1, 0]), &["views[0].tiles", "ascending code ranges"]),
    (|m| m["views"][0]["tiles"][0]["codes"] = json!([0, 3]), &["views[0].tiles", "ascending code ranges"]),
    (|m| m["views"][0]["tiles"][0]["codes"] = json!([0, 4294967295u32]), &["views[0].tiles", "ascending code ranges"]),
    (|m| m["views"][0]["tiles"][0]["codes"] = Value::Null, &["views[0].tiles", "ascending code ranges"]),
    (|m| m["views"][1]["tiles"][0]["codes"] = json!([0, 1]), &["views[1].tiles", "none without one"]),
    (|m| repeat(&mut m["views"][0]["tiles"]), &["views[0].tiles", "ascending code ranges"]),
    (|m| m["views"][0]["tiles"] = json!([]), &["views[0].tiles", "ends before the last of the codes"]),
    // A view without cells would be the cheapest view and would answer every query with 0.
    (|m| m["views"][1]["tiles"] = json!([]), &["views[1].tiles", "has 0 entries", "one tile"]),
    (|m| m["views"][0]["tiles"][0]["codes"] = json!([1, 2]), &["views[0].tiles", "ascending code ranges"]),
    (|m| m["methods"] = (0..1001).map(|n| json!([n.to_string(), {"kind": "none"}])).collect(), &["methods", "1000"]),
    (|m| m["dimensions"][0]["levels"] = vec![m["dimensions"][0]["levels"][0].clone(); 1001].into(), &["1001 levels"]),
    (|m| m["explain"] = "yes".into(), &["explain is a string", "true or false"]),
    (|m| m["explain"] = json!({ "level": 0.9, "end": 1, "period": 1, "values": [] }), &["explain", "in a keyed cube"]),
    (|m| m["colour"] = "red".into(), &["unknown field \"colour\""]),
];

fn repeat(list: &mut Value) {
    let list = list.as_array_mut().unwrap();
    list.extend(list.last().cloned());
}

/// Splits the demonstration by a dimension, so that a view has several tiles.
fn in_tiles() -> Files {
    let mut cells = CELLS.to_owned();
    let spec = SPEC.replace("codes = { 1 = \"Male\", 2 = \"Female\" }", "");
    // The number of cells exceeds the limit of one tile.
    (3..5000).for_each(|sex| cells += &format!("A,{sex},1,1\nB,{sex},1,2\n"));
    Files::of(&spec, &cells)
}

#[test]
fn impossible_manifests_are_refused() {
    let space = cube();
    let manifest: Value = serde_json::from_slice(&space.read("cube/cube.json")).unwrap();
    for (number, (change, parts)) in IMPOSSIBLE.iter().enumerate() {
        let mut changed = manifest.clone();
        change(&mut changed);
        assert_ne!(changed, manifest, "case {number} changes something");
        space.write("cube/cube.json", sealed(&changed));
        space.fails(WRONG, &["verify", "cube"], parts);
        space.fails(WRONG, &["table", "cube", "--rows", "sex"], parts);
    }
}

/// The methods of the example in FORMAT.md.
const TITLED: &str = r#"
[method.default]
title = { en = "Random rounding to 3", fr = "Arrondi aléatoire à 3" }
kind = "random-rounding"
base = 3
[method.none]
kind = "none"
[publish]"#;

#[test]
fn decrypted_manifests_may_be_for_a_kiosk() {
    let files = Files::of(SPEC, CELLS);
    let of = |audience: &str| files.changed(|m| m["audience"] = audience.into());
    assert!(Store::open_decrypted(&of("kiosk"), Caller::Page).is_ok());
    for audience in ["public", "teaching"] {
        let error = Store::open_decrypted(&of(audience), Caller::Page).map(drop).unwrap_err().to_string();
        assert!(error.contains("encrypted files for a kiosk"), "{error}");
    }
}

#[test]
fn titles_of_methods_are_in_the_manifest_as_documented() {
    let (head, _) = SPEC.split_once("[method.default]").unwrap();
    let bare = Files::of(&format!("{head}{}\nsplit = \"area\"", TITLED.replace("title = ", "# ")), CELLS);
    assert!(!String::from_utf8_lossy(bare.manifest()).contains("method_titles"), "no titles, no field");
    let files = Files::of(&format!("{head}{TITLED}\nsplit = \"area\""), CELLS);
    let document = include_str!("../../../src/cube/FORMAT.md");
    let examples: Vec<&str> =
        document.split("```json\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        assert!(String::from_utf8_lossy(files.manifest()).contains(example), "{example}");
    }
    let store = Store::open(files.manifest(), Caller::Page).unwrap();
    let [rounding, none] = store.methods() else { panic!("two methods") };
    let cube = store.cube();
    let title = cube.method_title(&rounding.name, &rounding.parameters).unwrap();
    assert_eq!(
        [Some("fr"), Some("en"), None].map(|lang| title.resolve(lang)),
        ["Arrondi aléatoire à 3", "Random rounding to 3", "Random rounding to 3"]
    );
    assert_eq!(cube.method_title(&none.name, &none.parameters), None);
    // A query's own method may have the name of a method of the cube, but has no title.
    assert_eq!(cube.method_title(&rounding.name, &none.parameters), None);
}

#[test]
fn info_prints_the_titles_of_methods() {
    let space = sources();
    space.write("cube.toml", SPEC.replace("[method.none]", "[method.none]\ntitle = \"True counts\""));
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    let info = space.done(&["info", "cube"]);
    assert!(info.contains("\nmethod      none (none): True counts. "), "{info}");
    assert!(info.contains("\nmethod      default (cell-key, the default): "), "{info}");
}

/// A name for the fault, and the change to the manifest that causes it.
type Named = (&'static str, fn(&mut Value));

#[test]
fn tiles_must_cover_their_view() {
    let files = in_tiles();
    assert!(exercise(files.manifest(), &files.0).is_ok());
    let manifest: Value = serde_json::from_slice(files.manifest()).unwrap();
    let view = &manifest["views"][0]["tiles"];
    assert!(view.as_array().unwrap().len() >= 2, "{view}");
    let cases: [Named; 4] = [
        ("swapped", |m| {
            let tiles = m["views"][0]["tiles"].as_array_mut().unwrap();
            let first = tiles[0]["codes"].clone();
            tiles[0]["codes"] = tiles[1]["codes"].clone();
            tiles[1]["codes"] = first;
        }),
        ("overlapping", |m| m["views"][0]["tiles"][1]["codes"][0] = m["views"][0]["tiles"][0]["codes"][1].clone()),
        ("the same file twice", |m| {
            let cells = m["views"][0]["tiles"][0].clone();
            let tiles = m["views"][0]["tiles"].as_array_mut().unwrap();
            (tiles[1]["file"], tiles[1]["cells"]) = (cells["file"].clone(), cells["cells"].clone());
            m["views"][0]["cells"] = tiles.iter().map(|tile| tile["cells"].as_u64().unwrap()).sum::<u64>().into();
        }),
        ("one taken out", |m| {
            let gone = m["views"][0]["tiles"].as_array_mut().unwrap().remove(0);
            m["views"][0]["cells"] =
                (m["views"][0]["cells"].as_u64().unwrap() - gone["cells"].as_u64().unwrap()).into();
        }),
    ];
    for (name, change) in cases {
        let error = exercise(&files.changed(change), &files.0).expect_err(name).to_string();
        assert!(error.contains("codes") && error.contains("expected"), "{name}: {error}");
    }
}

/// Collects the path of every value in a JSON document.
fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| paths(value, &format!("{at}/{name}"), found)),
        Value::Array(items) => (0..).zip(items).for_each(|(i, value)| paths(value, &format!("{at}/{i}"), found)),
        _ => {}
    }
}

/// Returns whether the value at the path may be any text, or be absent, in a valid manifest.
fn is_free(path: &str, value: &Value) -> bool {
    let name = path.trim_end_matches(|c: char| c.is_ascii_digit() || c == '/').rsplit('/').next().unwrap_or_default();
    let (is_text, absent) = (value.is_string() || value.is_object(), value.is_null());
    let is_code = path.starts_with("/dimensions/") && path.rsplit('/').nth(2) == Some("codes");
    if is_code {
        return value.is_string();
    }
    match name {
        "id" => value.is_string(),
        "title" | "unit" | "label" | "en" | "fr" => is_text,
        "source" | "note" => is_text || absent,
        "role" | "threshold" => absent,
        "salt" => absent || value == "",
        // No query reads this view, so its tile is not compared with its axes. The digest is recomputed after the
        // change.
        "axes" => path == "/views/1/axes",
        "digest" => true,
        // These lists may be empty: notes, methods, levels, structural zeros.
        "notes" | "methods" | "levels" | "structural_zeros" => is_text || absent || value.is_array(),
        _ => false,
    }
}

#[test]
fn replacing_any_value_gives_an_error_or_a_cube() {
    let files = Files::of(SPEC, CELLS);
    let manifest: Value = serde_json::from_slice(files.manifest()).unwrap();
    let mut all = Vec::new();
    paths(&manifest, "", &mut all);
    assert!(all.len() > 100);
    let replacements = [
        Value::Null,
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(true),
        json!(""),
        json!([]),
        json!({}),
        json!([[]]),
        json!("x".repeat(100_000)),
        json!("\u{0}\u{1b}[31m\u{202e}"),
    ];
    let mut opened = Vec::new();
    for path in &all {
        for replacement in &replacements {
            let mut changed = manifest.clone();
            *changed.pointer_mut(path).unwrap() = replacement.clone();
            let shown = replacement.to_string().chars().take(20).collect::<String>();
            match survives(&sealed(&changed), &files.0) {
                Err(None) => panic!("{path} = {shown} ends in a panic"),
                Err(Some(error)) => assert!(error.to_string().contains("expected"), "{path} = {shown}: {error}"),
                Ok(_) if is_free(path, replacement) || changed == manifest => {}
                Ok(_) => opened.push(format!("{path} = {shown}")),
            }
        }
    }
    assert_eq!(opened, [""; 0], "these are taken as if nothing were wrong");
}

#[test]
fn removing_or_adding_any_field_gives_an_error_or_a_cube() {
    let files = Files::of(SPEC, CELLS);
    let manifest: Value = serde_json::from_slice(files.manifest()).unwrap();
    let mut all = Vec::new();
    paths(&manifest, "", &mut all);
    let optional =
        ["source", "notes", "note", "salt", "levels", "structural_zeros", "role", "threshold", "fr", "en", "digest"];
    for path in &all {
        let mut changed = manifest.clone();
        let Some((parent, name)) = path.rsplit_once('/') else { continue };
        match changed.pointer_mut(parent).unwrap() {
            Value::Object(fields) => drop(fields.remove(name)),
            Value::Array(items) => drop(items.remove(name.parse().unwrap())),
            _ => unreachable!("a parent is a list or an object"),
        }
        let result = survives(&sealed(&changed), &files.0);
        assert!(!matches!(result, Err(None)), "without {path} it panics");
        let in_list = name.parse::<usize>().is_ok();
        assert!(result.is_err() || in_list || optional.contains(&name), "without {path} it is no cube");

        let mut changed = manifest.clone();
        if let Value::Object(fields) = changed.pointer_mut(path).unwrap() {
            fields.insert("surprise".into(), json!(1));
            let error = survives(&sealed(&changed), &files.0).expect_err(path).expect("no panic").to_string();
            assert!(error.contains("surprise"), "{path}: {error}");
        }
    }
}
