//! A small cube in several tiles with counts and keys that are easy to recognise, and helpers that damage the cube.

use cellveil::build::{BuiltFile, build};
use cellveil::cube::{MANIFEST, sha256_hex};
use cellveil::spec::CubeSpec;
use cellveil::table::Error;
use cellveil::table::{Caller, Query, Store, Table};
use serde_json::Value;

use crate::support::workspace::{TRUTHS, Workspace, files_in};

/// A specification of confidential data for internal use, the only audience that may have a keyed cube of such data.
pub const SPEC: &str = r#"
[cube]
id = "demo"
title = { en = "Demonstration", fr = "Démonstration" }
unit = "person"
data = "confidential"
audience = "internal"
source = "Nobody"
notes = ["Invented for tests."]
[key]
column = "record_key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
label = "Area"
role = "geo"
codes = { A = "North", B = "South", "C,D" = "Isles" }
[[dimension.level]]
name = "land"
groups = [{ code = "main", of = ["A", "B"] }, { code = "sea", of = ["C,D"] }]
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[structural_zeros]
never = [{ area = ["C,D"], sex = ["2"] }]
[method.default]
kind = "cell-key"
ptable = "ptable.csv"
threshold = 3
[method.none]
kind = "none"
[publish]
split = "area"
views = [["sex"]]
"#;

pub const CELLS: &str = "area,sex,count,key\nA,1,73192,915734021\nA,2,58317,640128557\nB,1,7,2718281\nB,2,3141592,5\n\
                         \"C,D\",1,1,11\n";

pub const RECORDS: &str = "record_key,area,sex\n915734021,A,1\n640128557,B,2\n2718281,A,2\n";

pub const PTABLE: &str = "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,0,0.25,-1,0,0.25,all\n\
                          1,1,0.5,0,0.25,0.75,all\n1,2,0.25,1,0.75,1,all\n";

/// Returns a workspace with the specification and its files, before the cube is built.
pub fn sources() -> Workspace {
    let space = Workspace::new();
    space.write("cube.toml", SPEC);
    space.write("ptable.csv", PTABLE);
    space.write("cells.csv", CELLS);
    space.write("records.csv", RECORDS);
    space
}

/// Returns the same workspace with the cube built in `cube`.
pub fn cube() -> Workspace {
    let space = sources();
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    space
}

/// The files of a cube in memory.
pub struct Files(pub Vec<BuiltFile>);

impl Files {
    /// Builds the files from a specification and its cells.
    pub fn of(spec: &str, cells: &str) -> Self {
        let ptable = |_: &str| Ok(PTABLE.as_bytes().to_vec());
        let spec = CubeSpec::parse(spec, &ptable, &|_| None).unwrap();
        let space = Workspace::new();
        space.write("cells.csv", cells);
        let collected = cellveil::input::collect(&spec, &[], &[space.path("cells.csv")], &mut |_, _| ()).unwrap();
        Self(build(&spec, &collected, &ptable, &mut |_, _| ()).unwrap())
    }

    pub fn manifest(&self) -> &[u8] {
        &self.get(MANIFEST).1
    }

    pub fn get(&self, path: &str) -> &BuiltFile {
        self.0.iter().find(|(found, _)| found == path).unwrap()
    }

    /// Returns the paths with an ending: of tiles, or of p-tables.
    pub fn paths(&self, ending: &str) -> Vec<&str> {
        self.0.iter().map(|(path, _)| path.as_str()).filter(|path| path.ends_with(ending)).collect()
    }

    /// Changes the manifest and recomputes its digest, so that nothing else is wrong.
    pub fn changed(&self, change: impl FnOnce(&mut Value)) -> Vec<u8> {
        let mut value = serde_json::from_slice(self.manifest()).unwrap();
        change(&mut value);
        sealed(&value)
    }

    /// Changes the entry of a file in the manifest to match the given bytes, as if the publisher had written them.
    pub fn changed_for(&self, path: &str, bytes: &[u8]) -> Vec<u8> {
        self.changed(|value| {
            let files = value["files"].as_array_mut().unwrap();
            let file = files.iter_mut().find(|file| file["path"] == path).unwrap();
            file["bytes"] = bytes.len().into();
            file["sha256"] = sha256_hex(bytes).into();
        })
    }
}

/// Returns a manifest with the correct digest.
pub fn sealed(value: &Value) -> Vec<u8> {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("digest");
    }
    let text = value.to_string();
    let head = format!("{},\"digest\":\"", text.strip_suffix('}').unwrap_or(&text));
    format!("{head}{}\"}}\n", sha256_hex(head.as_bytes())).into_bytes()
}

/// Opens a cube and runs a few queries, like a page. Every fault must cause an error here.
pub fn exercise(manifest: &[u8], files: &[BuiltFile]) -> Result<Vec<Table>, Error> {
    let mut store = Store::open(manifest, Caller::Page)?;
    let mut tables = Vec::new();
    for (rows, filter) in
        [("sex", None), ("area", None), ("area:land", Some(("sex", "1"))), ("sex", Some(("area", "B")))]
    {
        let filter = filter.map(|(name, code): (&str, &str)| (name.to_owned(), vec![code.to_owned()]));
        let query = Query { rows: vec![rows.into()], filter: filter.into_iter().collect(), ..Query::default() };
        let plan = store.plan(&query)?;
        for need in store.missing(&plan) {
            let bytes = files.iter().find(|(path, _)| *path == need.path).map_or(&[][..], |(_, bytes)| bytes);
            store.load(&need.path, bytes)?;
        }
        tables.push(store.table(&plan, false, None)?);
    }
    Ok(tables)
}

/// Runs `exercise` and distinguishes a panic from an error.
pub fn survives(manifest: &[u8], files: &[BuiltFile]) -> Result<Vec<Table>, Option<Error>> {
    let run = std::panic::AssertUnwindSafe(|| exercise(manifest, files));
    std::panic::catch_unwind(run).map_err(|_| None)?.map_err(Some)
}

#[test]
fn changed_manifest_with_a_new_digest_opens() {
    let files = Files::of(SPEC, CELLS);
    assert_eq!(sealed(&serde_json::from_slice(files.manifest()).unwrap()), files.manifest());
    assert_eq!(exercise(files.manifest(), &files.0).unwrap().len(), 4);
    assert!(exercise(&files.changed(|value| value["id"] = "other".into()), &files.0).is_ok());
}

#[test]
fn undamaged_cube_passes_every_command() {
    let space = cube();
    space.done(&["verify", "cube"]);
    assert!(space.done(&["info", "cube"]).contains("demo"));
    let table = space.done(&["table", "cube", "--rows", "area", "--columns", "sex", "--method", "none", "--reveal"]);
    // The data really contains the figures that messages must not contain.
    for truth in TRUTHS {
        assert!(table.contains(truth), "{truth} in {table}");
    }
    assert!(files_in(&space.path("cube/tiles"), "cvt").len() >= 2);
}
