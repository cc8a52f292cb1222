//! Traces lead from the records of a cell to the value of the table.

use cellveil::table::{Caller, Explain, MethodChoice, Query, Store, Table, Trace, Traced};

use crate::support::small_cube::{CELLS, Files, SPEC};
use crate::support::workspace::{REFUSED, WRONG, Workspace};

const OPEN: (&str, &str) = ("\"confidential\"", "\"synthetic\"");

/// Every kind of draw and of row: intervals and dense rows, keys and hashes, rows for empty cells, and thresholds.
const METHODS: &[(&str, &str)] = &[
    ("default", "kind = \"cell-key\"\nptable = \"ptable.csv\""),
    ("hash", "kind = \"cell-key\"\nptable = \"ptable.csv\"\nlookup = \"hash\"\nthreshold = 3"),
    ("rounding", "kind = \"random-rounding\"\nbase = 5"),
    ("ten-five", "kind = \"threshold-rounding\"\nthreshold = 10\nbase = 5"),
    ("small", "kind = \"small-cell\"\nx = 2"),
    ("none", "kind = \"none\""),
    ("sums", "kind = \"random-rounding\"\nbase = 3\ntotals = \"sum\""),
];

fn files() -> Files {
    let head = SPEC.replace(OPEN.0, OPEN.1);
    let (head, tail) = head.split_once("[method.default]").unwrap();
    let publish = &tail[tail.find("[publish]").unwrap()..];
    let methods: String = METHODS.iter().map(|(name, text)| format!("[method.{name}]\n{text}\n")).collect();
    Files::of(&format!("{head}{methods}{publish}"), CELLS)
}

fn query(rows: &[&str], filter: &[(&str, &[&str])], method: &str) -> Query {
    let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
    Query {
        rows: rows.iter().map(|name| (*name).to_owned()).collect(),
        filter: filter.iter().map(|(name, list)| ((*name).to_owned(), codes(list))).collect(),
        method: Some(MethodChoice::Name(method.to_owned())),
        reveal: true,
        ..Query::default()
    }
}

fn table(store: &mut Store, files: &Files, query: &Query) -> Table {
    let plan = store.plan(query).unwrap();
    for need in store.missing(&plan) {
        store.load(&need.path, &files.get(&need.path).1).unwrap();
    }
    store.table(&plan, true, None).unwrap()
}

fn trace(store: &mut Store, files: &Files, query: &Query, cell: usize) -> Result<Trace, cellveil::table::Error> {
    let ask =
        Explain { value: None, cell: Some(cell as u64), values: None, level: 0.9, trace: true, table_prior: false };
    loop {
        match store.trace(Query { explain: Some(ask.clone()), ..query.clone() })? {
            Traced::Trace(trace) => return Ok(trace),
            Traced::Missing(needs) => needs.iter().for_each(|need| {
                store.load(&need.path, &files.get(&need.path).1).unwrap();
            }),
        }
    }
}

#[test]
fn every_cell_has_the_figures_of_its_table() {
    let files = files();
    for (method, _) in METHODS {
        for (rows, filter) in [
            (&["area", "sex"][..], &[][..]),
            (&["area:land"], &[("sex", &["1"][..])]),
            (&["sex"], &[("area", &["A", "C,D"])]),
        ] {
            let mut store = Store::open(files.manifest(), Caller::Page).unwrap();
            let query = query(rows, filter, method);
            let table = table(&mut store, &files, &query);
            let revealed = table.revealed.as_ref().unwrap();
            for cell in 0..revealed.counts.len() {
                let about = format!("{method} {rows:?} cell {cell}");
                let found = match trace(&mut store, &files, &query, cell) {
                    // Only sums of shown values have no trace.
                    Err(error) => {
                        assert!(*method == "sums" && error.to_string().contains("is a total"), "{about}: {error}");
                        continue;
                    }
                    Ok(found) => found,
                };
                assert_eq!((found.count, found.key), (revealed.counts[cell], revealed.keys[cell]), "{about}");
                assert_eq!((found.noise, found.value), (revealed.noise[cell], table.value(cell).map(|v| v as u64)));
                assert_eq!(found.members.iter().map(|member| member.count).sum::<u64>(), found.count, "{about}");
                let sum = found.members.iter().map(|member| member.key).sum::<u64>() % found.modulus;
                assert_eq!((sum, found.more), (found.key, 0), "{about}");
                let Some(row) = &found.row else {
                    assert_eq!((found.count, found.noise), (0, 0), "{about}");
                    continue;
                };
                let chosen = row.entries.iter().find(|entry| row.draw < entry.until).unwrap();
                assert_eq!(i64::from(chosen.noise), found.noise, "{about}");
                assert!(row.entries.windows(2).all(|pair| pair[0].until < pair[1].until), "{about}");
                assert!(row.entries.last().unwrap().until >= row.draws, "{about}");
            }
        }
    }
}

#[test]
fn confidential_and_sealed_cubes_have_no_traces() {
    let confidential = Files::of(SPEC, CELLS);
    let mut store = Store::open(confidential.manifest(), Caller::Page).unwrap();
    let error = trace(&mut store, &confidential, &query(&["sex"], &[], "default"), 0).unwrap_err();
    assert_eq!(error.code(), "reveal-refused");
    let space = Workspace::new();
    space.write("cube.toml", SPEC);
    space.write("cells.csv", CELLS);
    space.write("ptable.csv", crate::support::small_cube::PTABLE);
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    space.fails(REFUSED, &["trace", "cube", "--cell", "sex=1"], &["confidential", "expected a query without reveal"]);
    // The sound twin: the same cube of synthetic data.
    space.write("open.toml", SPEC.replace(OPEN.0, OPEN.1));
    space.done(&["tile", "open.toml", "--cells", "cells.csv", "--out", "open"]);
    let text = space.done(&["trace", "open", "--cell", "sex=1", "--cell", "area:land=main", "--method", "none"]);
    let expected = "records  key  area sex\n73192  915734021  A 1\n7  2718281  B 1\ncount 73199\n\
                    cell key 918452302: the sum of the keys, modulo 4294967296\n";
    assert!(text.starts_with(expected) && text.ends_with("noise +0\npublished 73199\n"), "{text}");
    let json = space.done(&["trace", "open", "--cell", "sex=1", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["members"].as_array().unwrap().len(), 3);
    let wrong: [(&[&str], &[&str]); 4] = [
        (&["trace", "open", "--cell", "sex=1,2"], &["--cell sex=1,2", "expected one code"]),
        (&["trace", "open", "--cell", "sex"], &["--cell", "expected NAME=code"]),
        (&["trace", "open", "--cell", "sex=3"], &["sex", "\"3\""]),
        (&["trace", "open", "--cell", "age=3"], &["age"]),
    ];
    for (arguments, parts) in wrong {
        space.fails(WRONG, arguments, parts);
    }
}
