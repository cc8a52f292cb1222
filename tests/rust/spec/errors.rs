//! Wrong specifications, and output folders that must not change.

use std::fs;

use crate::support::small_cube::{CELLS, SPEC, sources};
use crate::support::workspace::WRONG;

const TILE: [&str; 6] = ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"];

/// A change to the valid specification, and parts of the message.
const CASES: &[(&str, &str, &[&str])] = &[
    ("id = \"demo\"", "", &["cube: id is missing"]),
    ("id = \"demo\"", "id = \"Demo_1\"", &["cube: id is \"Demo_1\"", "a to z"]),
    ("id = \"demo\"", "id = 5", &["cube: id is a whole number", "a string"]),
    ("id = \"demo\"", "id = \"demo\"\nname = \"x\"", &["cube: unknown field \"name\""]),
    ("id = \"demo\"", "id = \"demo\"\nid = \"demo\"", &["line 4", "duplicate"]),
    ("id = \"demo\"", "id = \"demo", &["line 3", "valid TOML"]),
    ("[cube]", "", &["unknown field"]),
    ("unit = \"person\"", "", &["cube: unit is missing"]),
    ("audience = \"internal\"", "", &["cube: audience is missing", "teaching, internal, kiosk, public"]),
    ("audience = \"internal\"", "audience = \"all\"", &["cube: audience is \"all\"", "public"]),
    ("audience = \"internal\"", "audience = \"teaching\"", &["confidential", "internal"]),
    ("audience = \"internal\"", "audience = \"public\"", &["confidential", "internal"]),
    ("audience = \"internal\"", "audience = \"kiosk\"", &["confidential", "internal"]),
    ("source = \"Nobody\"", "release = \"sealed\"", &["sealed", "exactly one"]),
    ("source = \"Nobody\"", "release = \"preprotected\"", &["preprotected", "expected a step"]),
    ("notes = [", "notes = [1, ", &["notes[1]", "a string"]),
    ("column = \"record_key\"", "modulus = 1", &["modulus is 1", "2"]),
    ("column = \"record_key\"", "modulus = 9007199254740993", &["modulus", "9007199254740992"]),
    ("column = \"record_key\"", "modulus = -4", &["modulus is -4"]),
    ("column = \"record_key\"", "modulus = 1000\ncombine = \"xor\"", &["xor", "power of two"]),
    ("column = \"record_key\"", "column = \"a\"\nderive = { from = \"b\", digits = 5 }", &["column and derive"]),
    ("column = \"record_key\"", "derive = { from = \"b\" }", &["key.derive", "secret_env"]),
    ("column = \"record_key\"", "derive = { from = \"b\", secret = \"s\" }", &["key.derive: secret", "confidential"]),
    ("column = \"record_key\"", "derive = { from = \"b\", secret_env = \"NO_SUCH_VARIABLE\" }", &["NO_SUCH_VARIABLE"]),
    ("salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"", "salt = \"0\"", &["salt", "hex"]),
    ("salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"", "salt = \"+f\"", &["salt", "hex"]),
    (
        "salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"",
        "salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\nsalt_env = \"SALT\"",
        &["salt and salt_env"],
    ),
    ("name = \"sex\"", "name = \"area\"", &["dimension[2] \"area\"", "twice"]),
    ("name = \"sex\"", "name = \"s,x\"", &["dimension[2] \"s,x\": name"]),
    ("name = \"sex\"", "name = \"value\"", &["dimension[2] \"value\": name is \"value\"", "tables have a column"]),
    ("name = \"sex\"", "name = \"status\"\ncolumn = \"sex\"", &["name is \"status\"", "column names that of the data"]),
    ("name = \"sex\"", "name = \"true_count\"", &["dimension[2] \"true_count\": name"]),
    ("name = \"sex\"", "name = \"cell_key\"", &["dimension[2] \"cell_key\": name"]),
    ("name = \"sex\"", "name = \"noise\"", &["dimension[2] \"noise\": name"]),
    (
        "name = \"sex\"",
        "name = \"sex\"\ncolumn = \"area\"",
        &["dimension[2] \"sex\"", "column \"area\" is given twice"],
    ),
    ("name = \"sex\"", "name = \"sex\"\nrole = \"x\"", &["role is \"x\"", "geo, time"]),
    ("1 = \"Male\"", "_T = \"Male\"", &["dimension[2] \"sex\"", "_T", "reserved"]),
    ("1 = \"Male\"", "1 = 1", &["dimension[2] \"sex\"", "codes.1"]),
    ("1 = \"Male\"", "2 = \"Male\"", &["line", "duplicate"]),
    ("codes = { 1 = \"Male\", 2 = \"Female\" }", "codes = \"sex.csv\"", &["codes", "sex.csv", "No such file"]),
    ("codes = { 1 = \"Male\", 2 = \"Female\" }", "codes = \"cells.csv\"", &["cells.csv", "no column \"code\""]),
    ("of = [\"C,D\"]", "of = []", &["level[1] \"land\"", "of is empty"]),
    ("of = [\"C,D\"]", "of = [\"A\"]", &["level[1] \"land\"", "code \"A\"", "exactly one"]),
    ("of = [\"A\", \"B\"]", "of = [\"A\"]", &["level[1] \"land\"", "\"B\"", "no group"]),
    ("of = [\"C,D\"]", "of = [\"C\", \"D\"]", &["level[1] \"land\"", "unknown code \"C\""]),
    ("sex = [\"2\"]", "sex = [\"3\"]", &["structural_zeros", "unknown code \"3\""]),
    ("sex = [\"2\"]", "age = [\"3\"]", &["structural_zeros", "unknown field \"age\""]),
    ("split = \"area\"", "split = \"age\"", &["publish: split is \"age\"", "area, sex"]),
    ("views = [[\"sex\"]]", "views = [[\"age\"]]", &["publish: views[1]", "age"]),
    ("views = [[\"sex\"]]", "views = [[\"area\", \"area:land\"]]", &["publish: views[1]", "twice"]),
    (
        "views = [[\"sex\"]]",
        "views = \"auto\"\nbudget = \"40 B\"",
        &["cube.toml: publish: budget is 40 bytes", "at least the", "of the finest view alone"],
    ),
    ("views = [[\"sex\"]]", "budget = \"40 B\"", &["publish: budget is 40 bytes", "of the finest view alone"]),
    (
        "views = [[\"sex\"]]",
        "views = [[\"sex\"]]\nbudget = \"80 B\"",
        &["publish: budget is 80 bytes", "at least the", "of the views listed and of the finest one"],
    ),
    ("views = [[\"sex\"]]", "budget = \"20 TB\"", &["publish: budget is \"20 TB\"", "like \"20 MB\""]),
    (
        "views = [[\"sex\"]]",
        "max_dimensions = 4",
        &["publish: max_dimensions is given", "views, budget, split and encoding alone"],
    ),
    ("views = [[\"sex\"]]", "encoding = \"zip\"", &["publish: encoding is \"zip\"", "modelled or packed"]),
    ("views = [[\"sex\"]]", "encoding = 1", &["publish: encoding is a whole number", "a string"]),
    ("views = [[\"sex\"]]", "explain = \"no\"", &["publish: explain is a string", "true or false"]),
    ("views = [[\"sex\"]]", "explain = 1", &["publish: explain is a whole number", "true or false"]),
    ("[publish]", "[publishing]", &["unknown field \"publishing\""]),
    (
        "[publish]",
        "[audit]\nequalities = 1\n[publish]",
        &[
            "audit: unknown field \"equalities\"",
            "one of record_keys, reconstruction, posterior, hidden_presence, profiles, averaging",
            "leak_test, rebuild, views",
        ],
    ),
    ("[publish]", "[audit]\nequality = -1\n[publish]", &["audit: equality is -1", "a share from 0 to 1"]),
    ("[publish]", "[audit]\nequality = -0.5\n[publish]", &["audit: equality is -0.5", "a share from 0 to 1"]),
    ("[publish]", "[audit]\nkey_algebra = nan\n[publish]", &["audit: key_algebra is NaN", "a share from 0 to 1"]),
    ("[publish]", "[audit]\nviews = inf\n[publish]", &["audit: views is inf", "a number from 0 up"]),
    ("[publish]", "[audit]\nviews = \"1\"\n[publish]", &["audit: views is a string", "a number from 0 up"]),
    ("[publish]", "[audit]\nequality = 5\n[publish]", &["audit: equality is 5", "a share from 0 to 1"]),
    ("id = \"demo\"", "id = \"demo\"\naudit = 1", &["cube: unknown field \"audit\""]),
];

#[test]
fn program_refuses_wrong_specifications() {
    let space = sources();
    for (old, new, parts) in CASES {
        assert!(SPEC.contains(old), "{old}");
        space.write("cube.toml", SPEC.replacen(old, new, 1));
        let parts: Vec<&str> = [&["cube.toml"][..], parts].concat();
        space.fails_with(WRONG, &TILE, &parts);
    }
    for (text, part) in [
        (&b""[..], "[cube] is missing"),
        (b"\xff", "UTF-8"),
        (b"PK\x03\x04\0", "valid TOML"),
        (b"{\"cube\": {}}", "valid TOML"),
        (b"cube = 1", "cube"),
        (b"[[cube]]", "cube"),
    ] {
        space.write("cube.toml", text);
        space.fails_with(WRONG, &TILE, &["cube.toml", part]);
    }
    space.remove("cube.toml");
    space.fails(WRONG, &TILE, &["cube.toml", "No such file", "a specification in TOML"]);
}

#[test]
fn program_refuses_wrong_output_folders() {
    let space = sources();
    space.done(&TILE);
    space.write("full/notes.txt", "not a cube");
    space.write("file", "not a folder");
    let to = |out: &'static str| ["tile", "cube.toml", "--cells", "cells.csv", "--out", out];
    let forced = |out: &'static str| ["tile", "cube.toml", "--cells", "cells.csv", "--out", out, "--force"];
    space.fails(WRONG, &to("cube"), &["--out cube", "holds a cube already", "--force"]);
    space.fails(WRONG, &to("full"), &["--out full", "not a cube", "an empty folder"]);
    space.fails(WRONG, &forced("full"), &["--out full", "not a cube", "an empty folder"]);
    space.fails(WRONG, &to("file"), &["--out file", "is not a folder"]);
    space.fails(WRONG, &forced("file"), &["--out file", "is not a folder"]);
    space.fails(WRONG, &to("file/cube"), &["--out file/cube"]);
    space.fails(WRONG, &forced("."), &["--out ."]);
    space.fails(WRONG, &["tile", "cube.toml", "--out", "new"], &["no input", "--records FILE or --cells FILE"]);
    fs::create_dir(space.path("empty")).unwrap();
    space.done(&to("empty"));
    space.done(&forced("cube"));
    let left = fs::read_dir(space.path("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(left.filter(|name| name.starts_with('.')).collect::<Vec<_>>(), [""; 0], "what was set aside is gone");
}

#[test]
fn failed_build_keeps_the_existing_cube() {
    let space = sources();
    space.done(&TILE);
    let failing = ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube", "--force"];
    for cells in [CELLS.replace("B,1,7", "X,1,7"), CELLS.replace("B,1,7", "B,1,"), "area\n".into()] {
        space.write("cells.csv", cells);
        space.fails_with(WRONG, &failing, &["cells.csv"]);
        space.done(&["verify", "cube"]);
    }
    space.write("cells.csv", CELLS);
    space.write("ptable.csv", "i;j;p;v;p_int_ub\n");
    space.fails(WRONG, &failing, &["ptable.csv"]);
    space.done(&["verify", "cube"]);
}
