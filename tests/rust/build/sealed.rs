//! Sealed cubes: forbidden sources, refused queries, and files that belong to another release class.

use cellveil::table::Error;
use cellveil::table::{Caller, Store};
use cellveil::tile::{self, Column};
use serde_json::{Value, json};

use crate::support::small_cube::{CELLS, Files, SPEC, sealed, sources, survives};
use crate::support::workspace::{REFUSED, TRUTHS, WRONG, Workspace, files_in};

const TILE: [&str; 6] = ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"];

/// Replaces parts of a text.
fn with(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    })
}

/// Returns a specification of confidential data, sealed for the public.
fn spec() -> String {
    with(
        SPEC,
        &[
            ("audience = \"internal\"", "audience = \"public\"\nrelease = \"sealed\""),
            (
                "kind = \"cell-key\"\nptable = \"ptable.csv\"\nthreshold = 3\n",
                "kind = \"threshold-rounding\"\nthreshold = 5\nbase = 10\n",
            ),
            ("[method.none]\nkind = \"none\"\n", ""),
            ("views = [[\"sex\"]]", "max_dimensions = 1"),
        ],
    )
}

fn cube(spec: &str) -> Workspace {
    let space = sources();
    space.write("cube.toml", spec);
    space.done(&TILE);
    space
}

#[test]
fn public_cube_of_confidential_data_must_be_sealed() {
    let space = cube(&with(&spec(), &[("max_dimensions = 1", "max_dimensions = 2")]));
    space.done(&["verify", "cube"]);
    let table = space.done(&["table", "cube", "--rows", "area", "--columns", "sex"]);
    let expected = "area,sex,value,status\nA,1,73190,\nA,2,58320,\nA,_T,131510,\nB,1,10,\nB,2,3141590,\nB,_T,3141600,\n\
                    \"C,D\",1,,suppressed\n\"C,D\",2,,suppressed\n\"C,D\",_T,,suppressed\n_T,1,73200,\n_T,2,3199910,\n\
                    _T,_T,3273110,\n";
    assert_eq!(table, expected);
    let blocks = space.done(&["table", "cube", "--rows", "sex", "--filter", "area=A,B", "--areas", "blocks"]);
    assert_eq!(blocks, "sex,value,status\n1,73200,\n2,3199910,\n_T,3273110,\n");
    let info = space.done(&["info", "cube"]);
    assert!(info.contains("sealed") && !info.contains("keys"), "{info}");
    for (path, content) in space.snapshot() {
        let Some(bytes) = content.filter(|_| path.starts_with(space.path("cube"))) else { continue };
        for truth in TRUTHS {
            let number: u64 = truth.parse().unwrap();
            let forms =
                [truth.as_bytes().to_vec(), number.to_le_bytes()[..4].to_vec(), number.to_be_bytes()[4..].to_vec()];
            let is_in = |form: &Vec<u8>| bytes.windows(form.len()).any(|part| part == form);
            assert!(!forms.iter().any(is_in), "{truth} is in {}", path.display());
        }
    }
}

#[test]
fn readers_never_mistake_files_of_a_sealed_cube() {
    let space = cube(&spec());
    let inside = |path: std::path::PathBuf| path.strip_prefix(space.path("")).unwrap().to_str().unwrap().to_owned();
    let tiles = files_in(&space.path("cube/tiles"), "cvt").into_iter().map(inside);
    let files: Vec<String> = tiles.chain(["cube/cube.json".to_owned()]).collect();
    assert!(files.len() > 1 && !space.path("cube/ptables").exists());
    for file in &files {
        for command in [
            &["tile", "cube.toml", "--records", file, "--out", "other"][..],
            &["tile", "cube.toml", "--cells", file, "--out", "other"],
            &["tile", file, "--cells", "cells.csv", "--out", "other"],
            &["ptable", "offset", file, "--from", "1", "--frequencies", "1,1"],
            &["matrix", "check", file, "--cap", "1"],
            &["matrix", "check", "cells.csv", "--cap", "1", "--frequencies", file],
        ] {
            space.fails(WRONG, command, &[]);
        }
    }
}

/// A change to the sealed specification, and parts of the message.
const REFUSALS: &[(&str, &str, &[&str])] = &[
    ("salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n", "", &["key: salt is missing", "16 random bytes or more"]),
    ("6f25\"", "6f\"", &["key: salt is of 15 bytes", "16 random bytes or more"]),
    (
        "[publish]",
        "[method.more]\nkind = \"random-rounding\"\nbase = 3\n[publish]",
        &["the methods default, more", "exactly one"],
    ),
    (
        "[method.default]\nkind = \"threshold-rounding\"\nthreshold = 5\nbase = 10\n",
        "",
        &["release = \"sealed\" with no method", "exactly one"],
    ),
    (
        "kind = \"threshold-rounding\"\nthreshold = 5\nbase = 10\n",
        "kind = \"none\"\n",
        &["method", "kind is \"none\"", "confidential", "a method that protects"],
    ),
    ("base = 10\n", "base = 10\nprotect_below = 100\n", &["protect_below shows true counts", "a method without it"]),
    (
        "base = 10\n",
        "base = 10\nprotect_below_average = 9\n",
        &["protect_below_average shows true counts", "a method without it"],
    ),
    (
        "base = 10\n",
        "base = 10\ntotal_variance = 9\n",
        &["total_variance makes a cell differ between views", "a method without it"],
    ),
    (
        "[publish]",
        "[rules]\ncustom_areas = \"sums\"\n[publish]",
        &["rules: custom_areas is given with release = \"sealed\"", "[rules] without custom_areas"],
    ),
    (
        "codes = { 1 = \"Male\", 2 = \"Female\" }\n",
        "",
        &["dimension \"sex\": codes is missing", "all codes with release = \"sealed\""],
    ),
    ("max_dimensions = 1", "views = \"auto\"", &["publish: views is \"auto\"", "max_dimensions, or a list of views"]),
    ("max_dimensions = 1", "views = []", &["publish: views is an empty list", "one or more views, or max_dimensions"]),
    ("max_dimensions = 1", "", &["publish: max_dimensions is missing", "max_dimensions or views"]),
    ("[publish]\nsplit = \"area\"\nmax_dimensions = 1\n", "", &["publish: max_dimensions is missing"]),
    ("max_dimensions = 1", "views = [[\"sex\"]]\naxes = [\"sex\"]", &["publish: axes is given without max_dimensions"]),
    ("max_dimensions = 1", "max_dimensions = 0", &["publish: max_dimensions is 0", "1 to 64"]),
    ("max_dimensions = 1", "max_dimensions = 65", &["publish: max_dimensions is 65", "1 to 64"]),
    ("max_dimensions = 1", "max_dimensions = \"all\"", &["publish: max_dimensions is a string"]),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\naxes = []",
        &["publish: axes is empty", "one or more dimensions or levels"],
    ),
    ("max_dimensions = 1", "max_dimensions = 1\naxes = \"sex\"", &["publish: axes is a string"]),
    ("max_dimensions = 1", "max_dimensions = 1\naxes = [\"age\"]", &["publish: axes is \"age\"", "area, sex"]),
    ("max_dimensions = 1", "max_dimensions = 1\naxes = [\"area:sea\"]", &["publish: axes is \"area:sea\"", "land"]),
    ("max_dimensions = 1", "max_dimensions = 1\naxes = [\"sex\", \"sex\"]", &["publish: axis \"sex\" is given twice"]),
    ("max_dimensions = 1", "max_dimensions = 1\nnever_together = \"sex\"", &["publish: never_together is a string"]),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\nnever_together = [\"sex\"]",
        &["publish: never_together[1] is a string"],
    ),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\nnever_together = [[\"sex\"]]",
        &["publish: never_together[1] is a list of 1", "two or more dimensions"],
    ),
    ("max_dimensions = 1", "max_dimensions = 1\nnever_together = [[]]", &["never_together[1] is a list of 0"]),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\nnever_together = [[\"sex\", \"area\"], [\"sex\", \"age\"]]",
        &["publish: never_together[2] is \"age\"", "area, sex"],
    ),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\nnever_together = [[\"sex\", \"area:land\"]]",
        &["\"area:land\"", "area, sex"],
    ),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\nnever_together = [[\"sex\", \"sex\"]]",
        &["publish: dimension \"sex\" is given twice"],
    ),
    (
        "max_dimensions = 1",
        "views = [[\"sex\"], [\"area:land\", \"sex\"]]\nnever_together = [[\"sex\", \"area\"]]",
        &["publish: views[2] is a view with sex and area together", "a view that never_together allows"],
    ),
    (
        "max_dimensions = 1",
        "max_dimensions = 1\nbudget = \"10 B\"",
        &["publish: budget is 10 bytes", "at least the", "bytes that the tiles of all published views take"],
    ),
    ("release = \"sealed\"", "release = \"preprotected\"", &["preprotected"]),
    (
        "audience = \"public\"\nrelease = \"sealed\"",
        "audience = \"internal\"",
        &["publish: max_dimensions is given with release = \"keyed\"", "views, budget, split and encoding alone"],
    ),
];

#[test]
fn wrong_specifications_of_sealed_cubes_are_refused() {
    let space = sources();
    for (old, new, parts) in REFUSALS {
        space.write("cube.toml", with(&spec(), &[(old, new)]));
        let message = space.fails_with(WRONG, &TILE, &[&["cube.toml"][..], parts].concat());
        assert!(!message.contains("4b19e7c280"), "the salt is in {message}");
    }
    for (field, given) in [("axes", "axes = [\"sex\"]"), ("never_together", "never_together = [[\"sex\", \"area\"]]")] {
        space.write("cube.toml", with(SPEC, &[("views = [[\"sex\"]]", given)]));
        space.fails(WRONG, &TILE, &["cube.toml", &format!("publish: {field} is given with release = \"keyed\"")]);
    }
    // Synthetic data may be sealed without protection.
    let synthetic = [("data = \"confidential\"", "data = \"synthetic\"")];
    let none = [("kind = \"threshold-rounding\"\nthreshold = 5\nbase = 10\n", "kind = \"none\"\n")];
    space.write("cube.toml", with(&with(&spec(), &synthetic), &none));
    space.done(&TILE);
}

/// Arguments after `table cube`, and parts of the message.
const QUESTIONS: &[(&[&str], &[&str])] = &[
    (&["--rows", "sex", "--reveal"], &["reveal: the files of this cube hold protected values only"]),
    (&["--rows", "sex", "--method", r#"{"kind": "none"}"#], &["method: this cube answers by its own methods only"]),
    (&["--rows", "area", "--group", "area:Land=A,B"], &["groups: area combines several codes", "areas = \"blocks\""]),
    (&["--rows", "area", "--group", "area:Land=A"], &["groups: area combines several codes"]),
    (&["--rows", "sex", "--filter", "area=A,B"], &["filter: area combines several codes", "areas = \"blocks\""]),
    (&["--rows", "area", "--filter", "area=A,B"], &["filter: area combines several codes"]),
    (
        &["--rows", "area", "--columns", "sex"],
        &["no view of the cube has area, sex together", "the nearest being area"],
    ),
    (
        &["--rows", "sex", "--columns", "area:land"],
        &["no view of the cube has sex, area:land together", "the nearest being"],
    ),
    (&["--rows", "sex", "--filter", "area=B"], &["no view of the cube has sex, area together", "the nearest being"]),
    (
        &["--rows", "sex", "--filter", "area=A,B", "--areas", "blocks"],
        &["no view of the cube has", "the nearest being"],
    ),
];

#[test]
fn sealed_cube_refuses_queries_beyond_its_views() {
    let space = cube(&spec());
    for (arguments, parts) in QUESTIONS {
        space.fails(REFUSED, &[&["table", "cube"][..], arguments].concat(), parts);
    }
    let wrong: &[(&[&str], &[&str])] = &[
        (&["--rows", "sex", "--method", "none"], &["method", "\"none\"", "\"default\""]),
        (
            &["--rows", "area", "--group", "area:N=A", "--filter", "area=B", "--areas", "blocks"],
            &["no code of dimension \"area\""],
        ),
    ];
    for (arguments, parts) in wrong {
        space.fails(WRONG, &[&["table", "cube"][..], arguments].concat(), parts);
    }
    // A group of one code equals that code. A group of all codes equals the total.
    let sea = space.done(&["table", "cube", "--rows", "area:land", "--filter", "area=\"C,D\"", "--areas", "blocks"]);
    assert!(sea.starts_with("area:land,value,status\n"), "{sea}");

    let apart = [("max_dimensions = 1", "max_dimensions = 2\nnever_together = [[\"sex\", \"area\"]]")];
    let space = cube(&with(&spec(), &apart));
    let parts =
        ["no view of the cube has area, sex together", "are never published together", "the nearest being area"];
    space.fails(REFUSED, &["table", "cube", "--rows", "area", "--columns", "sex"], &parts);
    let info = space.done(&["info", "cube"]);
    assert!(info.contains("never published together"), "{info}");

    let levels = [("max_dimensions = 1", "max_dimensions = 1\naxes = [\"area:land\"]")];
    let space = cube(&with(&spec(), &levels));
    space.fails(REFUSED, &["table", "cube", "--rows", "area"], &["no view of the cube has area together", "area:land"]);
    space.fails(WRONG, &["table", "cube", "--rows", "sex"], &["unknown dimension \"sex\"", "\"area\""]);
}

#[test]
fn commands_that_need_counts_refuse_a_sealed_cube() {
    let synthetic = with(&spec(), &[("data = \"confidential\"", "data = \"synthetic\"")]);
    for spec in [spec(), synthetic] {
        let space = cube(&spec);
        space.write("matrix.csv", "1,0\n0,1\n");
        space.write(
            "zeros.csv",
            "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,0.5,0,0,0.5,all\n0,1,0.5,1,0.5,1,all\n1,1,1,0,0,1,all\n",
        );
        let parts = ["cube: its files hold protected values only", "--frequencies, or a keyed cube"];
        for command in [
            &["matrix", "check", "matrix.csv", "--cap", "1", "--cube", "cube"][..],
            &["matrix", "invariant", "matrix.csv", "--cap", "1", "--cube", "cube", "--rows", "sex"],
            &["ptable", "offset", "zeros.csv", "--from", "1", "--cube", "cube"],
        ] {
            space.fails(REFUSED, command, &parts);
        }
    }
}

fn synthetic(spec: &str) -> String {
    with(spec, &[("data = \"confidential\"", "data = \"synthetic\"")])
}

fn keyed_files() -> Files {
    Files::of(&synthetic(SPEC), CELLS)
}

fn sealed_files() -> Files {
    Files::of(&synthetic(&with(&spec(), &[("max_dimensions = 1", "max_dimensions = 2")])), CELLS)
}

fn message(manifest: &[u8]) -> String {
    Store::open(manifest, Caller::Page).map(drop).unwrap_err().to_string()
}

#[test]
fn manifest_of_another_release_class_is_refused() {
    let (keyed, files) = (keyed_files(), sealed_files());
    let (key, rest) = (json!({ "combine": "sum", "modulus": 256, "uniform": true }), json!("suppressed"));
    let original: Value = serde_json::from_slice(keyed.manifest()).unwrap();
    let properties = serde_json::from_slice::<Value>(files.manifest()).unwrap()["properties"].clone();
    let stray =
        original["files"].as_array().unwrap().iter().find(|file| file["path"].as_str().unwrap().starts_with("ptables"));
    let stray = stray.unwrap().clone();
    type Change<'a> = &'a dyn Fn(&mut Value);
    let remove = |value: &mut Value, name: &str| drop(value.as_object_mut().unwrap().remove(name));
    let of_sealed: &[(Change, &str)] = &[
        (&|v| v["release"] = json!("keyed"), "key is missing"),
        (&|v| v["release"] = json!("preprotected"), "key is missing"),
        (&|v| v["key"] = key.clone(), "key is given in a sealed cube"),
        (&|v| remove(v, "properties"), "one method and its properties in a sealed cube"),
        (&|v| v["methods"] = json!([]), "one method and its properties in a sealed cube"),
        (
            &|v| {
                let one = v["methods"][0].clone();
                v["methods"] = json!([one, ["other", { "kind": "none" }]]);
            },
            "one method and its properties in a sealed cube",
        ),
        (&|v| v["files"].as_array_mut().unwrap().insert(0, stray.clone()), "is in no view"),
        (&|v| v["methods"][0][1] = json!({ "kind": "cell-key", "ptable": "ptables/a.cvp" }), "names \"ptables/a.cvp\""),
        (
            &|v| {
                let tile = v["files"][0]["path"].clone();
                v["methods"][0][1] = json!({ "kind": "cell-key", "ptable": tile });
            },
            "a tile",
        ),
        (
            &|v| v["methods"][0][1] = json!({ "kind": "transition-matrix", "cap": 1, "matrix": [[1, 0], [0, 1]] }),
            "unknown field \"matrix\"",
        ),
        (&|v| v["views"][0]["rest"] = json!("truth"), "one of zero, suppressed, blocked"),
        (&|v| v["refused"] = json!([{ "axes": ["age"], "reason": "never-together" }]), "refused names \"age\""),
        (&|v| v["refused"] = json!([{ "axes": ["area", "sex"], "reason": 7 }]), "reason"),
        (&|v| v["properties"]["salt"] = json!("00"), "salt"),
    ];
    for (change, part) in of_sealed {
        let message = message(&files.changed(change));
        assert!(message.contains(part) && message.contains("expected"), "{part}: {message}");
    }
    let of_keyed: &[(Change, &str)] = &[
        (&|v| v["release"] = json!("sealed"), "key is given in a sealed cube"),
        (&|v| (v["release"] = json!("sealed"), remove(v, "key")).1, "one method and its properties in a sealed cube"),
        (
            &|v| {
                (v["release"], v["properties"]) = (json!("sealed"), properties.clone());
                v["methods"] = json!([["default", { "kind": "threshold-rounding", "threshold": 5, "base": 10 }]]);
                remove(v, "key");
            },
            "is in no view",
        ),
        (&|v| remove(v, "key"), "key is missing"),
        (&|v| v["properties"] = properties.clone(), "methods do not suit the release class"),
        (&|v| v["views"][0]["rest"] = rest.clone(), "views have a rest in a keyed cube"),
        (
            &|v| v["refused"] = json!([{ "axes": ["area", "sex"], "reason": "too-large" }]),
            "refused is given in a keyed cube",
        ),
    ];
    for (change, part) in of_keyed {
        let message = message(&keyed.changed(change));
        assert!(message.contains(part) && message.contains("expected"), "{part}: {message}");
    }
}

/// Changes the sections of every tile, writes a manifest that lists the changed tiles, and tries to load the cube.
fn loads(files: &Files, change: impl Fn(&mut tile::Section)) -> Result<(), Error> {
    let path = files.paths("cvt")[0].to_owned();
    let mut sections = tile::decode(&files.get(&path).1).unwrap();
    sections.iter_mut().for_each(change);
    let bytes = tile::encode(&sections, 32, None).unwrap();
    let mut store = Store::open(&files.changed_for(&path, &bytes), Caller::Page)?;
    store.load(&path, &bytes)
}

#[test]
fn tile_of_another_release_class_is_refused() {
    loads(&keyed_files(), |_| ()).unwrap();
    loads(&sealed_files(), |_| ()).unwrap();
    let without = loads(&keyed_files(), |section| section.keys = None).unwrap_err().to_string();
    let keys =
        |section: &mut tile::Section| section.keys = Some(Column::from_values(&vec![915_734_021; section.len()]));
    let with = loads(&sealed_files(), keys).unwrap_err().to_string();
    for message in [without, with] {
        assert!(
            message.contains("its measures are not those of the cube") && message.contains("expected"),
            "{message}"
        );
        assert!(!TRUTHS.iter().any(|truth| message.contains(truth)), "{message}");
    }
}

#[test]
fn largest_population_is_readable() {
    let none = [("kind = \"threshold-rounding\"\nthreshold = 5\nbase = 10\n", "kind = \"none\"\n")];
    let spec = with(&synthetic(&with(&spec(), &none)), &[("max_dimensions = 1", "max_dimensions = 2")]);
    // The stored number of this value is larger by 2.
    let files = Files::of(&spec, "area,sex,count,key\nB,1,4503599627370496,1\n");
    let tables = survives(files.manifest(), &files.0).unwrap();
    assert_eq!(tables[0].value(0), Some(1 << 52));
}

/// Collects the path of every value in a JSON document.
fn paths(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| paths(value, &format!("{at}/{name}"), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, item)| paths(item, &format!("{at}/{n}"), all)),
        _ => {}
    }
}

#[test]
fn changed_sealed_manifests_never_panic() {
    let files = sealed_files();
    let manifest: Value = serde_json::from_slice(files.manifest()).unwrap();
    let mut all = Vec::new();
    paths(&manifest, "", &mut all);
    let mut opened = 0;
    for path in &all {
        for replacement in
            [Value::Null, json!(0), json!(1), json!(u64::MAX), json!(""), json!([]), json!({}), json!("suppressed")]
        {
            let mut changed = manifest.clone();
            *changed.pointer_mut(path).unwrap() = replacement.clone();
            match survives(&sealed(&changed), &files.0) {
                Err(None) => panic!("{path} = {replacement} ends in a panic"),
                Err(Some(error)) => assert!(error.to_string().contains("expected"), "{path}: {error}"),
                Ok(_) => opened += 1,
            }
        }
        let Some((parent, name)) = path.rsplit_once('/') else { continue };
        let mut changed = manifest.clone();
        match changed.pointer_mut(parent).unwrap() {
            Value::Object(fields) => drop(fields.remove(name)),
            Value::Array(items) => drop(items.remove(name.parse().unwrap())),
            _ => unreachable!("a parent is a list or an object"),
        }
        assert!(!matches!(survives(&sealed(&changed), &files.0), Err(None)), "without {path} it panics");
    }
    assert!(all.len() > 100 && opened > 0);
}
