//! Bad input, and tables with nearly no records.

use serde_json::Value;

use super::workspace::{Measured, TEACHING, spec};

#[test]
fn error_names_the_problem_the_place_and_the_expectation() {
    let workspace = Measured::new(&spec(TEACHING, ""));
    workspace.write("object.json", "{}");
    workspace.write("broken.json", "[");
    workspace.write("unknown.json", r#"[{ "rows": ["area"], "size": 3 }]"#);
    workspace.write("method.json", r#"[{ "rows": ["area"], "method": "default" }]"#);
    let measure = &["measure", "cube", "--rows", "area", "--columns", "sex"][..];
    let map = &["map", "cube", "--rows", "area", "--columns", "sex"][..];
    for (command, more, parts) in [
        (measure, &["--weights", "0.1,0.7,0.1"][..], &["--weights 0.1,0.7,0.1", "four numbers"][..]),
        (measure, &["--weights", "0.1,0.7,0.1,0.2"], &["--weights", "add up to 1"]),
        (measure, &["--weights", "-0.1,0.9,0.1,0.1"], &["--weights", "from 0 to 1"]),
        (measure, &["--weights", "NaN,0.9,0.1,0"], &["--weights", "from 0 to 1"]),
        (measure, &["--weights", "a,0.9,0.1,0"], &["--weights", "\"a\" is not a number"]),
        (measure, &["--multiplier", "1.5"], &["--multiplier 1.5", "from 0 to 1"]),
        (measure, &["--multiplier", "0.1,0.2,0.3"], &["--multiplier", "one or two numbers"]),
        (measure, &["--multiplier", "inf"], &["--multiplier", "from 0 to 1"]),
        (measure, &["--suppressed", "median"], &["--suppressed", "median"]),
        (measure, &["--by", "age"], &["measure.by has \"age\"", "rows and columns"]),
        (measure, &["--target", "sex"], &["--target \"sex\"", "NAME=code"]),
        (measure, &["--target", "sex=9"], &["measure.target has \"9\"", "codes that the table has"]),
        (measure, &["--target", "area=A"], &["measure.target has \"area\"", "other than that of the areas"]),
        (measure, &["--method", "nobody"], &["the cube has no method \"nobody\""]),
        (measure, &["--method", r#"{"kind":"random-rounding","base":1}"#], &["base is 1"]),
        (measure, &["--filter", "sex=3"], &["has no code \"3\""]),
        (measure, &["--format", "xml"], &["xml"]),
        (map, &["--method", "default"], &["--method", "--compare"]),
        (map, &["--compare", "{"], &["--compare", "a method as a JSON object"]),
        (map, &["--sweep", "x"], &["--sweep", "NAME=code"]),
        (map, &["--sweep", "x=1", "--compare", "nobody"], &["--compare \"nobody\": not a method", "by name"]),
        (map, &["--tables", "missing.json"], &["--tables missing.json"]),
        (map, &["--tables", "object.json"], &["--tables object.json", "not a list"]),
        (map, &["--tables", "broken.json"], &["--tables broken.json", "expected JSON"]),
        (
            map,
            &["--tables", "unknown.json"],
            &["--tables unknown.json: [0]", "\"size\" is not a field of a table", "label"],
        ),
        (map, &["--tables", "method.json"], &["--tables method.json: [0]", "\"method\" is not a field of a table"]),
    ] {
        let (status, text, error) = workspace.run(&[command, more].concat());
        assert_eq!((status, &*text), (2, ""), "{more:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{more:?}: {error}");
    }
}

/// The altered codes must exist in the dimension and must leave at least one code for other records.
#[test]
fn altered_codes_must_be_codes_of_the_cube() {
    let workspace = Measured::new(&spec(TEACHING, ""));
    for (table, part) in [
        ("imputed = [\"0\", \"1\"]", "altered has every code of a dimension"),
        ("imputed = [\"2\"]", "altered: imputed is a list with the unknown code \"2\""),
        ("imputed = []", "altered: imputed is empty"),
        ("swapped = [\"1\"]", "swapped"),
        ("", "altered"),
    ] {
        workspace.write("wrong.toml", &spec(TEACHING, &format!("[altered]\n{table}")));
        let (status, _, error) = workspace.run(&["tile", "wrong.toml", "--records", "people.csv", "--out", "wrong"]);
        assert_eq!((status, error.lines().count()), (2, 1), "{table}: {error}");
        assert!(error.contains(part), "{table}: {error}");
    }
}

fn no_number_is_wrong(value: &Value) {
    match value {
        Value::Object(fields) => fields.values().for_each(no_number_is_wrong),
        Value::Number(number) => assert!(number.as_f64().is_some_and(f64::is_finite), "{number}"),
        other => assert!(other.is_null() || other.is_boolean(), "{other}"),
    }
}

#[test]
fn nearly_empty_tables_have_the_measures_that_apply() {
    let methods = [
        r#"{"kind":"none"}"#,
        r#"{"kind":"random-rounding","base":3}"#,
        r#"{"kind":"threshold-rounding","threshold":10,"base":5}"#,
        r#"{"kind":"small-cell","x":2}"#,
    ];
    for people in [&[][..], &[("A,1,0,0", 1)], &[("A,1,0,0", 100)], &[("A,1,0,0", 1), ("B,2,2,1", 1)]] {
        let workspace = Measured::of(&spec(TEACHING, ""), people);
        for method in methods {
            for query in [
                &["--rows", "area"][..],
                &["--rows", "area,sex"],
                &["--rows", "area", "--columns", "sex,age"],
                // Tables without records, with one row, or with one cell.
                &["--rows", "area", "--columns", "sex", "--filter", "area=C"],
                &["--rows", "area", "--filter", "area=A"],
                &["--rows", "sex", "--columns", "age", "--filter", "area=A", "--filter", "sex=1", "--filter", "age=0"],
            ] {
                let average = ["--method", method, "--suppressed", "average"];
                for more in [&average[..2], &average] {
                    no_number_is_wrong(&workspace.measures(&[query, more].concat()));
                }
            }
        }
    }
}
