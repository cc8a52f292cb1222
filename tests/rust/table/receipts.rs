//! Receipts that are written and verified, and receipts with every kind of error.
//!
//! The cube has confidential true counts and a salt, so its receipts have keyed hashes. Other data have open hashes.

use cellveil::cube::sha256_hex;
use cellveil::table::{Caller, Query, Receipt, ReceiptError, Store};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::small_cube::{CELLS, Files, PTABLE, SPEC, sealed, sources};
use crate::support::workspace::{REFUSED, WRONG, Workspace};

const OWN: &str = r#"{"kind":"cell-key","ptable":"own.csv","totals":"sum"}"#;

const OWN_PTABLE: &str = "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,0,0.5,-1,0,0.5,all\n1,2,0.5,1,0.5,1,all\n";

/// Queries after `table cube --rows`.
const QUESTIONS: &[&[&str]] = &[
    &["sex"],
    &["area", "--columns", "sex"],
    &["area:land", "--filter", "sex=2", "--no-totals"],
    &["sex", "--filter", "area=A,\"C,D\"", "--filter", "area:land=main"],
    &["area", "--group", "area:So-called \"core\"=A,B", "--group", "area:All=A,B,\"C,D\""],
    &["sex", "--filter", "area=A,B", "--areas", "blocks"],
    &["area", "--method", "none", "--reveal"],
    &["area", "--method", r#"{"kind":"random-rounding","base":5}"#],
    &["area", "--method", r#"{"x":2.125,"kind":"small-cell"}"#],
    &["area", "--method", r#"{"kind":"transition-matrix","matrix":[[1,0],["1/3",0.6666666666666666]],"cap":1}"#],
    &["area", "--method", OWN],
];

const SALT: &str = "8c1d5f2a90b34e7760ad1c9be2f30415";

const TILE: &[&str] = &["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube", "--force"];

/// Returns a specification of these data with this salt.
fn spec(data: &str, salt: &str) -> String {
    SPEC.replace("\"confidential\"", &format!("\"{data}\"")).replace("4b19e7c2805dfa36917c3e0ad4b86f25", salt)
}

/// Returns a cube with the user's own p-table next to it.
fn space(data: &str, salt: &str) -> Workspace {
    let space = sources();
    space.write("cube.toml", spec(data, salt));
    space.done(TILE);
    space.write("own.csv", OWN_PTABLE);
    space
}

/// Writes a table of the confidential cube to `t.csv` and its receipt to `r.json`.
fn written(question: &[&str]) -> Workspace {
    with_receipt(space("confidential", SALT), question)
}

/// The keyed hash of docs/reference/receipts.md: HMAC-SHA-256 under the salt.
fn keyed(sha256: &str) -> String {
    let salt: Vec<u8> = (0..16).map(|at| u8::from_str_radix(&SALT[2 * at..][..2], 16).unwrap()).collect();
    let mut hash = Hmac::<Sha256>::new_from_slice(&salt).unwrap();
    hash.update(format!("cellveil/1 receipt\0{sha256}").as_bytes());
    hash.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn open(sha256: &str) -> String {
    sha256.to_owned()
}

/// The kinds of receipts: data, version, and the form of a SHA-256.
type Kind = (&'static str, u32, fn(&str) -> String);
const KINDS: [Kind; 3] = [("confidential", 2, keyed), ("public-use", 1, open), ("synthetic", 1, open)];

/// Writes a table to `t.csv` and its receipt to `r.json`.
fn with_receipt(space: Workspace, question: &[&str]) -> Workspace {
    space.done(&[TABLE, question, &["--output", "t.csv", "--receipt", "r.json"]].concat());
    space
}

const TABLE: &[&str] = &["table", "cube", "--rows"];
const VERIFY: &[&str] = &["verify", "cube", "--table", "t.csv", "--receipt", "r.json"];

fn text(space: &Workspace, name: &str) -> String {
    String::from_utf8(space.read(name)).unwrap()
}

/// Returns the digest of the manifest, and the digests of all files that it lists, by path.
fn manifest(space: &Workspace) -> Value {
    serde_json::from_slice(&space.read("cube/cube.json")).unwrap()
}

#[test]
fn written_receipt_verifies() {
    for (data, version, hash) in KINDS {
        for question in QUESTIONS {
            let space = with_receipt(space(data, SALT), question);
            let csv = text(&space, "t.csv");
            let message = space.done(VERIFY);
            assert_eq!(message, "t.csv: the table that cube gives, as r.json says\n", "{question:?}");
            let receipt = space.read("r.json");
            let value: Value = serde_json::from_slice(&receipt).unwrap();
            assert_eq!(value["version"], version);
            assert_eq!(value["csv"], hash(&sha256_hex(csv.as_bytes())), "{question:?}");
            assert_eq!(value["cube"]["digest"], hash(manifest(&space)["digest"].as_str().unwrap()), "{question:?}");
            // The receipt is the same for a table on standard output, and it replaces an older file.
            space.write("r.json", "an older one");
            assert_eq!(space.done(&[TABLE, question, &["--receipt", "r.json"]].concat()), csv, "{question:?}");
            assert_eq!(space.read("r.json"), receipt, "{question:?}");
        }
    }
}

/// No text that leaves the agency has a hash that a reader can compute from a guess.
#[test]
fn confidential_true_counts_have_no_open_hash() {
    let space = written(&["area", "--columns", "sex"]);
    let manifest = manifest(&space);
    let files = manifest["files"].as_array().unwrap().iter().map(|file| file["sha256"].as_str().unwrap().to_owned());
    let digest = manifest["digest"].as_str().unwrap().to_owned();
    let hashes: Vec<String> = files.chain([digest, sha256_hex(&space.read("t.csv"))]).collect();
    assert!(hashes.len() > 4 && hashes.iter().all(|hash| hash.len() == 64));
    let mut texts = vec![("receipt", text(&space, "r.json"))];
    for format in ["json-stat", "csvw", "sdmx-csv", "px"] {
        texts.push((format, space.done(&["table", "cube", "--rows", "area", "--columns", "sex", "--format", format])));
    }
    for (format, text) in &texts {
        assert!(text.contains(&keyed(&sha256_hex(&space.read("t.csv")))), "{format} has the receipt: {text}");
        for hash in &hashes {
            assert!(!text.contains(hash), "{format} has an open hash: {text}");
        }
    }
    // The sound twin: the same hashes are in the receipt of data that are not confidential.
    let public = with_receipt(self::space("public-use", SALT), &["area", "--columns", "sex"]);
    assert!(text(&public, "r.json").contains(&sha256_hex(&public.read("t.csv"))));
}

/// A short salt can be searched, so there is no receipt. Exports state neither a receipt nor the cube's version.
#[test]
fn a_short_salt_gives_no_receipts() {
    // `cellveil tile` refuses a short salt of confidential data, and accepts an empty one if no method hashes.
    let unsalted = sources();
    unsalted.write("cube.toml", SPEC.replace("salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n", ""));
    unsalted.done(TILE);
    let refused = [TABLE, &["sex"], &["--output", "t.csv", "--receipt", "r.json"]].concat();
    let found = "the cube's salt has 0 bytes";
    unsalted.fails(WRONG, &refused, &["--receipt: a receipt of confidential true counts", found, "16 bytes or more"]);
    assert!(!unsalted.path("t.csv").exists() && !unsalted.path("r.json").exists());
    let csv = unsalted.done(&[TABLE, &["sex"]].concat());
    for format in ["json-stat", "csvw", "sdmx-csv", "px"] {
        let export = unsalted.done(&["table", "cube", "--rows", "sex", "--format", format]);
        assert!(!export.contains("cellveil-receipt"), "{format}: {export}");
        assert!(!export.contains(manifest(&unsalted)["digest"].as_str().unwrap()), "{format}: {export}");
    }
    // A receipt from elsewhere cannot be checked against this cube.
    let other = written(&["sex"]);
    unsalted.write("t.csv", &csv);
    unsalted.write("r.json", other.read("r.json"));
    unsalted.fails(WRONG, VERIFY, &["cube: a receipt of confidential true counts", "16 bytes or more"]);
    // The sound twin: data that are not confidential need no salt.
    with_receipt(space("synthetic", "00"), &["sex"]).done(VERIFY);
}

#[test]
fn another_salt_is_another_version_of_the_cube() {
    let space = written(&["sex"]);
    let csv = space.read("t.csv");
    space.write("cube.toml", spec("confidential", &SALT.replace("8c", "8d")));
    space.done(TILE);
    space.fails(WRONG, VERIFY, &["r.json: of another version of the cube"]);
    assert_eq!(space.done(&[TABLE, &["sex"]].concat()).as_bytes(), csv, "the table itself is the same");
}

#[test]
fn receipt_has_the_documented_text() {
    for (data, version, hash) in KINDS {
        let question = &["sex", "--filter", "area=A,\"C,D\"", "--group", "sex:Both, \"all\"=1,2"];
        let space = with_receipt(space(data, SALT), question);
        let manifest = manifest(&space);
        let files = manifest["files"].as_array().unwrap();
        let hashes = |wanted: &dyn Fn(&str) -> bool| {
            let file = files.iter().filter(|file| wanted(file["path"].as_str().unwrap()));
            file.map(|file| format!("\"{}\"", hash(file["sha256"].as_str().unwrap()))).collect::<Vec<_>>()
        };
        let tiles = manifest["views"][0]["tiles"].as_array().unwrap();
        let read: Vec<&str> = tiles.iter().map(|tile| tile["file"].as_str().unwrap()).collect();
        let ptables = hashes(&|path| path.starts_with("ptables/"));
        let (ptable, tiles) = (&ptables[0], hashes(&|path| read.contains(&path)));
        let path = manifest["methods"][0][1]["ptable"].as_str().unwrap();
        let head = format!(
            concat!(
                r#"{{"format":"cellveil-receipt","version":{},"cube":{{"id":"demo","digest":"{}"}},"files":[{},{}],"#,
                r#""method":{{"name":"default","parameters":{{"kind":"cell-key","ptable":"{}","threshold":3}}}},"#,
                r#""query":{{"rows":["sex"],"columns":[],"filter":[["area",["A","C,D"]]],"#,
                r#""groups":[["sex",[["Both, \"all\"",["1","2"]]]]],"totals":true,"areas":"exact","reveal":false}},"#,
                r#""csv":"{}","digest":""#
            ),
            version,
            hash(manifest["digest"].as_str().unwrap()),
            ptable,
            tiles.join(","),
            path,
            hash(&sha256_hex(&space.read("t.csv"))),
        );
        assert_eq!(text(&space, "r.json"), format!("{head}{}\"}}\n", sha256_hex(head.as_bytes())));
    }
}

#[test]
fn receipt_lists_a_ptable_of_the_query() {
    let space = written(&["area", "--method", OWN]);
    let receipt: Value = serde_json::from_slice(&space.read("r.json")).unwrap();
    let files = receipt["files"].as_array().unwrap();
    assert_eq!(*files.last().unwrap(), keyed(&sha256_hex(&space.read("own.csv"))));
    assert_eq!(
        receipt["method"],
        json!({ "name": "custom", "parameters": serde_json::from_str::<Value>(OWN).unwrap() })
    );
    // Another p-table file that gives the same table has another digest.
    space.write("own.csv", text(&space, "own.csv") + "\n");
    space.fails(WRONG, VERIFY, &["r.json: not the receipt that cube gives with this table"]);
    space.write("own.csv", PTABLE);
    space.fails(WRONG, VERIFY, &["t.csv: not the table that cube gives"]);
    space.write("own.csv", "no p-table");
    space.fails(WRONG, VERIFY, &["r.json: its table cannot be built again: own.csv"]);
    space.remove("own.csv");
    space.fails(WRONG, VERIFY, &["r.json: its table cannot be built again:", "own.csv: No such file"]);
}

#[test]
fn loaded_files_do_not_change_the_receipt() {
    let files = Files::of(SPEC, CELLS);
    let query = |rows: &str| Query { rows: vec![rows.into()], ..Query::default() };
    let open = || Store::open(files.manifest(), Caller::CommandLine).unwrap();
    let fresh = open();
    let mut used = open();
    let plan = used.plan(&query("area")).unwrap();
    for need in used.missing(&plan) {
        used.load(&need.path, &files.get(&need.path).1).unwrap();
    }
    let by_sex = query("sex");
    let views = [&fresh, &used].map(|store| store.plan(&by_sex).unwrap().readings[0].view);
    assert_ne!(views[0], views[1], "the view at hand answers, though it is the larger one");
    let statement = |store: &Store| store.statement(&by_sex, &store.plan(&by_sex).unwrap(), None);
    assert_eq!(statement(&used), statement(&fresh));
    assert_eq!(used.plan(&by_sex).unwrap().readings[0].view, views[1], "nothing is forgotten");
}

/// A change to a table and its receipt, and parts of the message.
type Change = (fn(&Workspace), &'static [&'static str]);

/// Changes a receipt and recomputes its digest, so that nothing else is wrong.
fn forge(space: &Workspace, change: impl FnOnce(&mut Value)) {
    let mut value = serde_json::from_slice(&space.read("r.json")).unwrap();
    change(&mut value);
    space.write("r.json", sealed(&value));
}

fn replace(space: &Workspace, name: &str, old: &str, new: &str) {
    let found = text(space, name);
    assert!(found.contains(old), "{old:?} is not in {name}: {found}");
    space.write(name, found.replacen(old, new, 1));
}

const CHANGES: &[Change] = &[
    // One digit of the table is changed, or a spreadsheet rewrites the whole table.
    (|s| replace(s, "t.csv", ",73", ",74"), &["t.csv: not the table of the receipt, or changed since"]),
    (|s| s.write("t.csv", text(s, "t.csv").replace('\n', "\r\n")), &["t.csv: not the table of the receipt"]),
    (|s| s.write("t.csv", ""), &["t.csv: not the table of the receipt"]),
    (|s| s.remove("t.csv"), &["--table t.csv: No such file"]),
    // Damaged receipts.
    (|s| s.remove("r.json"), &["--receipt r.json: No such file"]),
    (|s| s.write("r.json", ""), &["r.json: not the receipt of a table", "\"format\": \"cellveil-receipt\""]),
    (|s| s.write("r.json", s.read("t.csv")), &["r.json: not the receipt of a table"]),
    (|s| s.write("r.json", s.read("cube/cube.json")), &["r.json: not the receipt of a table"]),
    (|s| replace(s, "r.json", "\"sex\"", "\"age\""), &["r.json: the receipt is damaged", "the file as it was written"]),
    (|s| s.write("r.json", &s.read("r.json")[..200]), &["r.json: the receipt is damaged"]),
    (|s| s.write("r.json", text(s, "r.json") + "\n"), &["r.json: the receipt is damaged"]),
    (|s| forge(s, |r| r["version"] = 3.into()), &["r.json: the receipt has version 3, newer", "a newer cellveil"]),
    (
        |s| forge(s, |r| r["cube"]["id"] = "a\u{1b}[2J".into()),
        &["r.json: of another cube, \"a\\u{1b}[2J\"", "\"demo\""],
    ),
    (|s| forge(s, |r| r["cube"]["digest"] = "0".repeat(64).into()), &["r.json: of another version of the cube"]),
    (|s| forge(s, |r| r["more"] = 1.into()), &["r.json: the receipt is not one: unknown field \"more\""]),
    (|s| forge(s, |r| r["cube"]["more"] = 1.into()), &["unknown field \"cube.more\""]),
    (|s| forge(s, |r| r["files"] = "none".into()), &["files is a string; expected a list"]),
    (|s| forge(s, |r| drop(r.as_object_mut().unwrap().remove("csv"))), &["csv is missing"]),
    (|s| forge(s, |r| r["method"] = "default".into()), &["method is a string; expected an object"]),
    (|s| forge(s, |r| drop(r["query"].as_object_mut().unwrap().remove("rows"))), &["query.rows is missing"]),
    // Sound receipts that do not match the cube.
    (|s| forge(s, |r| r["csv"] = "0".repeat(64).into()), &["t.csv: not the table of the receipt"]),
    (
        |s| {
            replace(s, "t.csv", ",73", ",74");
            let csv = keyed(&sha256_hex(&s.read("t.csv")));
            forge(s, |r| r["csv"] = csv.into());
        },
        &["t.csv: not the table that cube gives", "by the query and method of the receipt"],
    ),
    // The hash of a changed table without the salt.
    (
        |s| {
            replace(s, "t.csv", ",73", ",74");
            let csv = sha256_hex(&s.read("t.csv"));
            forge(s, |r| r["csv"] = csv.into());
        },
        &["t.csv: not the table of the receipt"],
    ),
    // A receipt of version 1, with open hashes.
    (
        |s| {
            let digest = manifest(s)["digest"].clone();
            forge(s, |r| (r["version"], r["cube"]["digest"]) = (1.into(), digest));
        },
        &["r.json: not a version of receipts that cube has", "a receipt of this cube"],
    ),
    (|s| forge(s, |r| r["version"] = 1.into()), &["r.json: not the receipt that cube gives"]),
    (|s| forge(s, |r| r["version"] = 1.5.into()), &["version is", "expected a whole number from 0"]),
    (|s| forge(s, |r| r["query"]["totals"] = false.into()), &["t.csv: not the table that cube gives"]),
    (|s| forge(s, |r| r["method"]["parameters"]["threshold"] = 1.into()), &["r.json: not the receipt that cube gives"]),
    (|s| forge(s, |r| r["method"]["name"] = "none".into()), &["r.json: not the receipt that cube gives"]),
    (|s| forge(s, |r| r["files"] = json!([])), &["r.json: not the receipt that cube gives", "to the last byte"]),
    (|s| forge(s, |r| r["version"] = 0.into()), &["r.json: not the receipt that cube gives"]),
    (|s| forge(s, |r| r["query"]["method"] = "none".into()), &["r.json: not the receipt that cube gives"]),
    (
        |s| forge(s, |r| r["query"]["rows"] = json!(["no"])),
        &["its table cannot be built again: rows: unknown dimension"],
    ),
    (
        |s| forge(s, |r| r["method"]["parameters"] = json!({})),
        &["its table cannot be built again: method \"custom\": kind"],
    ),
    (
        |s| forge(s, |r| r["method"] = json!({ "name": "none", "parameters": { "kind": "none" } })),
        &["its table cannot be built again: method: \"none\" shows true counts"],
    ),
    // Changes to the cube.
    (
        |s| {
            s.write("cells.csv", CELLS.replace("B,1,7,", "B,1,8,"));
            s.done(TILE);
        },
        &["r.json: of another version of the cube"],
    ),
    (
        |s| s.write("cube.toml", spec("confidential", SALT).replace("\"demo\"", "\"other\"")),
        &[], // the cube is not rebuilt yet, so nothing has changed
    ),
    (
        |s| {
            s.write("cube.toml", spec("confidential", SALT).replace("\"demo\"", "\"other\""));
            s.done(TILE);
        },
        &["r.json: of another cube, \"demo\"; expected one of \"other\""],
    ),
    (
        |s| {
            for tile in crate::support::workspace::files_in(&s.path("cube/tiles"), "cvt") {
                s.write(tile.to_str().unwrap(), b"damaged");
            }
        },
        &["its table cannot be built again: cube: tiles/", "expected"],
    ),
];

#[test]
fn verify_names_every_kind_of_mismatch() {
    let question: &[&str] = &["area", "--columns", "sex"];
    for (number, (change, parts)) in CHANGES.iter().enumerate() {
        let space = written(question);
        change(&space);
        println!("change {number}");
        if parts.is_empty() {
            space.done(VERIFY);
        } else {
            space.fails(WRONG, VERIFY, parts);
        }
    }
}

#[test]
fn verify_refuses_wrong_usage() {
    let space = written(&["sex"]);
    let table = |more: &[&'static str]| [TABLE, &["sex"], more].concat();
    for (arguments, parts) in [
        (vec!["verify", "cube", "--table", "t.csv"], &["--receipt <FILE>", "not provided"][..]),
        (vec!["verify", "cube", "--receipt", "r.json"], &["--table <FILE>", "not provided"]),
        (table(&["--receipt", "new.json", "--format", "json-stat"]), &["--receipt", "hash", "--format csv"]),
        (table(&["--receipt", "new", "--output", "./new"]), &["--receipt", "the same file as --output"]),
        (table(&["--receipt", "no/where"]), &["--receipt no/where: No such file", "to write there"]),
        (table(&["--receipt", "cube"]), &["--receipt cube: is a directory"]),
        // If either file cannot be written, neither file is written.
        (table(&["--receipt", "new.json", "--output", "no/where"]), &["--output no/where: No such file"]),
        (table(&["--receipt", "no/where", "--output", "new.csv"]), &["--receipt no/where: No such file"]),
    ] {
        space.fails(WRONG, &arguments, parts);
    }
    space.fails(REFUSED, &table(&["--receipt", "r.json", "--method", "none"]), &["shows true counts"]);
    // The receipt is checked first: an invalid receipt is reported even if the table is wrong too.
    space.write("t.csv", "");
    space.write("r.json", "{}");
    space.fails(WRONG, VERIFY, &["not the receipt of a table"]);
}

#[test]
fn every_changed_or_missing_byte_is_detected() {
    let space = written(&["sex", "--filter", "area=A,\"C,D\""]);
    let good = space.read("r.json");
    assert!(Receipt::from_bytes(&good).is_ok());
    for at in 0..good.len() {
        assert!(Receipt::from_bytes(&good[..at]).is_err(), "cut to {at} bytes");
        for mask in [1, 0x20, 0x80] {
            let mut bytes = good.clone();
            bytes[at] ^= mask;
            let error = Receipt::from_bytes(&bytes).expect_err(&format!("byte {at} ^ {mask}"));
            assert!(matches!(error, ReceiptError::Digest | ReceiptError::NotAReceipt), "byte {at}: {error}");
        }
    }
}
