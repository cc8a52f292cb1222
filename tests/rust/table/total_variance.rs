//! `total_variance`: x depends on the number of cells of a table (ABS 2005, page 12, second disadvantage).

use serde_json::Value;

use crate::support::program::repository;
use crate::support::workspace::{WRONG, Workspace};

fn cube() -> Workspace {
    let space = Workspace::new();
    let path = |name: &str| repository("demo/census2011-teaching").join(name).display().to_string();
    space.done(&["tile", &path("cube.toml"), "--records", &path("records.csv.gz"), "--out", "cube"]);
    space
}

fn method(more: &str) -> String {
    format!(r#"{{"kind":"small-cell","x":2,"totals":"sum"{more}}}"#)
}

#[test]
fn a_table_has_the_x_of_its_number_of_cells() {
    let space = cube();
    let table = |rows: &str, columns: &str, method: &str| {
        space.done(&["table", "cube", "--rows", rows, "--columns", columns, "--reveal", "--method", method])
    };
    let limited = method(r#","total_variance":100"#);
    // Ten regions by eight ages: x = 100 / (2 · 80) = 0.625. Ten regions by two sexes: 2.5, so x stays 2.
    let x = |x: &str| format!(r#"{{"kind":"small-cell","x":{x},"totals":"sum"}}"#);
    assert_eq!(table("region", "age", &limited), table("region", "age", &x("0.625")));
    assert_eq!(table("region", "sex", &limited), table("region", "sex", &x("2")));
    assert_ne!(table("region", "age", &limited), table("region", "age", &x("2")));
    // With deviations of variance 1, the limit is 100 / 80 = 1.25.
    let even = r#","deviations":[[-1,0.5],[1,0.5]]"#;
    let other = format!(r#"{{"kind":"small-cell","x":1.25,"totals":"sum"{even}}}"#);
    assert_eq!(
        table("region", "age", &method(&format!(r#"{even},"total_variance":100"#))),
        table("region", "age", &other)
    );
}

#[test]
fn the_variance_of_the_grand_total_is_within_the_limit() {
    let space = cube();
    let variance = |columns: &str, method: &str| {
        let text = space.done(&["measure", "cube", "--rows", "region", "--columns", columns, "--method", method]);
        let measures: Value = serde_json::from_str(&text).unwrap();
        measures.pointer("/utility/variance/total").and_then(Value::as_f64).unwrap()
    };
    for columns in ["sex", "age", "age,sex", "age,sex,marital_status"] {
        let limited = variance(columns, &method(r#","total_variance":100"#));
        assert!(limited <= 100.0 + 1e-6, "{columns}: {limited}");
        let free = variance(columns, &method(""));
        assert!(limited <= free, "{columns}: {limited} and {free}");
        assert!(columns == "sex" || free > 100.0, "{columns}: without a limit {free}");
    }
}

#[test]
fn tables_of_too_many_cells_are_refused() {
    let space = cube();
    let ask = |limit: u64| {
        let method = method(&format!(r#","total_variance":{limit}"#));
        ["table", "cube", "--rows", "region,age,sex,marital_status,religion", "--no-totals", "--method", &method]
            .map(str::to_owned)
    };
    let many = ask(1);
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    space.fails(WRONG, &many, &["total_variance is 1", "x would be below 0.001", "expected a larger total_variance"]);
}

#[test]
fn tables_say_that_the_method_is_not_consistent() {
    let space = cube();
    let limited = method(r#","total_variance":100"#);
    let json = space.done(&["table", "cube", "--rows", "region", "--format", "json-stat", "--method", &limited]);
    assert!(json.contains("The same records may give different figures in different tables."), "{json}");
}
