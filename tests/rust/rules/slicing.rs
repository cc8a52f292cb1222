//! Slices cannot reconstruct a refused table.

use super::town::{Asking, Cell, question, refusal, town};

/// Every region and every age has many records. Most pairs of a region and an age have none.
fn cells() -> Vec<Cell> {
    (0..6).map(|region| ([region, region % 5, region % 2, 1], 100)).collect()
}

#[test]
fn filter_counts_as_an_axis() {
    let mut cube = town(&cells(), "[rules]\nzeros = 0.65\n");
    assert_eq!(cube.rule("region"), None);
    assert_eq!(cube.rule("age"), None);
    assert_eq!(cube.rule("region | age").as_deref(), Some("zeros"));
    for age in 0..5 {
        assert_eq!(cube.rule(&format!("region | | age={age}")).as_deref(), Some("zeros"));
        for region in ["A", "B", "C", "D", "E", "F"] {
            assert_eq!(cube.rule(&format!("sex | | age={age} region={region}")).as_deref(), Some("zeros"));
            assert_eq!(cube.rule(&format!("age | | region={region}")).as_deref(), Some("zeros"));
        }
    }
    // A filter to a group is a slice of the coarser table, which passes.
    assert_eq!(cube.rule("region | age:band"), None);
    assert_eq!(cube.rule("region | | age:band=y"), None);
    assert_eq!(cube.rule("region | | age=0,1"), None); // the same records as band y, so the same answer
    assert_eq!(cube.rule("region | | age=0,1,2").as_deref(), Some("zeros"));
    // C is the only region of its pair, so both filters are the same query.
    let mut cube = town(&cells(), "[rules]\nzeros = 0.7\n");
    assert_eq!((cube.rule("age | | region=C"), cube.rule("age | | region:pair=q")), (None, None));
    assert_eq!(cube.rule("age | | region=D").as_deref(), Some("zeros"));
    // A dimension that is an axis and a filter is checked at the finer of the two levels.
    assert_eq!(cube.rule("region,age:band | | age=0").as_deref(), Some("zeros"));
    assert_eq!(cube.rule("region,age | | age:band=y").as_deref(), Some("zeros"));
}

#[test]
fn groups_are_checked_code_by_code() {
    let mut cube = town(&cells(), "[rules]\nzeros = 0.7\n");
    let mut query = question("region,age");
    query.groups = vec![("age".into(), vec![("all".into(), ["0", "1", "2", "3", "4"].map(String::from).to_vec())])];
    assert_eq!(refusal(cube.table(&query)).unwrap().rule, "zeros");
    query.groups = vec![("age".into(), vec![("one".into(), vec!["0".into()])])];
    assert_eq!(refusal(cube.table(&query)).unwrap().rule, "zeros");
}

#[test]
fn totals_blocks_methods_and_reveal_do_not_change_the_verdict() {
    let mut cube = town(&cells(), "[rules]\nzeros = 0.7\n");
    let mut query = question("region | age");
    query.totals = false;
    assert_eq!(refusal(cube.table(&query)).unwrap().rule, "zeros");
    query.reveal = true;
    assert_eq!(refusal(cube.table(&query)).unwrap().rule, "zeros");
    query.areas = Some("blocks".into());
    assert_eq!(refusal(cube.table(&query)).unwrap().rule, "zeros");
    let none = cellveil::protect::Parameters::from_json("{ \"kind\": \"none\" }").unwrap();
    query.method = Some(cellveil::table::MethodChoice::Custom(none));
    assert_eq!(refusal(cube.table(&query)).unwrap().rule, "zeros");
    // An explanation of a value follows the rules of its table.
    query.areas = None;
    let mut explain = question("region | age");
    explain.reveal = true;
    explain.method = None;
    let json = r#"{ "rows": ["region"], "columns": ["age"], "reveal": true, "explain": { "value": 99, "level": 0.9, "prior": "table" } }"#;
    let parsed = cellveil::table::Query::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    for (path, bytes) in cube.files.clone().iter().filter(|(path, _)| path != "cube.json") {
        cube.store.load(path, bytes).unwrap();
    }
    match cube.store.explain(parsed) {
        Err(cellveil::table::Error::Query(cellveil::table::QueryError::Rule(found))) => assert_eq!(found.rule, "zeros"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn unfiltered_table_beyond_the_limit_is_refused() {
    // Two axes of 3,163 codes have more than 10^7 cells.
    let codes: Vec<String> = (0..3163).map(|code| format!("{code} = \"\"")).collect();
    let dimension = |name: &str| format!("[[dimension]]\nname = {name:?}\ncodes = \"{name}.csv\"\n");
    let list = codes.iter().enumerate().fold("code,label\n".to_owned(), |list, (at, _)| format!("{list}{at},{at}\n"));
    let text = format!(
        "[cube]\nid = \"a\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\n[key]\ncolumn = \"key\"\n\
         modulus = 4294967296\n[method.default]\nkind = \"random-rounding\"\nbase = 3\n{}{}[rules]\nzeros = 1\n",
        dimension("a"),
        dimension("b")
    );
    let collect = |spec: &cellveil::spec::CubeSpec| {
        let mut collector = cellveil::build::collect::Collector::new(spec).unwrap();
        let place = cellveil::build::collect::RowLocation { file: "cells.csv", row: 1, line: None };
        collector.add_cell(&["1", "2"], "3", "4", place).unwrap();
        collector.finish().unwrap()
    };
    let mut cube = crate::support::cube::TestCube::new(&text, collect, &|_| list.clone().into_bytes());
    assert!(cube.table(&question("a")).is_ok());
    let found = refusal(cube.table(&question("a | | b=2"))).unwrap();
    assert_eq!((found.rule.as_str(), found.nearest), ("zeros", None));
    assert!(found.reason.contains("more cells than can be looked at"), "{}", found.reason);
}
