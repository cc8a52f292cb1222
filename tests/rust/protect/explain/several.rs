//! Values that are explained together have the explanations of single values, and the probabilities of the posterior.

use cellveil::build::BuiltFile;
use cellveil::cube::MANIFEST;
use cellveil::protect::{Explanation, MOST_PROBABILITIES};
use cellveil::table::{Answer, Caller, Distributions, Error, Query, Store};
use serde_json::{Value, json};

use super::sealed::{METHODS, bytes, code, explain_query, files, of_value};
use crate::support::small_cube::cube;
use crate::support::workspace::{REFUSED, WRONG};

fn together(files: &[BuiltFile], query: &Value) -> Result<Distributions, Error> {
    let mut store = Store::open(bytes(files, MANIFEST), Caller::Page)?;
    let query = Query::from_json(&query.to_string())?;
    loop {
        match store.explain(query.clone())? {
            Answer::Distributions(found) => return Ok(found),
            Answer::Explained(_) => panic!("several values are explained"),
            Answer::Missing(needs) => {
                needs.iter().try_for_each(|need| store.load(&need.path, bytes(files, &need.path)))?;
            }
        }
    }
}

fn of_values(values: &[Value]) -> Value {
    json!({ "rows": [], "explain": { "values": values } })
}

#[test]
fn values_explained_together_have_their_own_explanations() {
    for method in METHODS {
        let keyed = files("keyed", method, "").unwrap();
        let sealed = files("sealed", method, "max_dimensions = 2\nexplain = true").unwrap();
        let far = 1_000_000_007u64;
        let values: Vec<Value> = (0..300).chain(far..far + 300).map(Value::from).chain([Value::Null]).collect();
        for (files, is_keyed) in [(&keyed, true), (&sealed, false)] {
            let found = together(files, &of_values(&values)).unwrap();
            for value in &values {
                match explain_query(files, of_value(value.clone())) {
                    Ok(alone) => assert_eq!(found.find(value.as_u64()), Some(alone), "{method}: {value}"),
                    Err(error) => {
                        assert_eq!(error.code(), "never-published", "{method}: {value}");
                        assert_eq!(found.find(value.as_u64()), None, "{method}: {value}");
                    }
                }
            }
            for each in found.values.iter().chain(&found.suppressed) {
                let probabilities = &each.probabilities;
                assert_eq!(!probabilities.is_empty(), is_keyed, "{method}");
                if !is_keyed {
                    continue;
                }
                let Explanation { least, low, high, most, probability, likeliest, .. } = each.explanation;
                assert_eq!(probabilities.len() as u64, most - least + 1, "{method}");
                assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{method}");
                let inside = &probabilities[(low - least) as usize..=(high - least) as usize];
                assert!((inside.iter().sum::<f64>() - probability).abs() < 1e-12, "{method}");
                assert!(each.evidence > 0.0, "{method}");
                let largest = probabilities.iter().copied().fold(0.0, f64::max);
                assert_eq!(probabilities[(likeliest - least) as usize], largest, "{method}");
            }
        }
    }
}

#[test]
fn long_lists_of_probabilities_are_left_out() {
    let of = |base: u64| {
        let files = files("keyed", &format!("kind = \"random-rounding\"\nbase = {base}"), "").unwrap();
        together(&files, &of_values(&[(7 * base).into()])).unwrap().values[0].probabilities.len()
    };
    let longest = MOST_PROBABILITIES / 2;
    assert_eq!(of(longest as u64), MOST_PROBABILITIES - 1);
    assert_eq!(of(longest as u64 + 1), 0);
}

#[test]
fn wrong_requests_for_several_values_are_refused() {
    let keyed = files("keyed", METHODS[2], "").unwrap();
    for (explain, words) in [
        (json!({ "values": 3 }), "explain.values is a number; expected a list"),
        (json!({ "values": [1.5] }), "explain.values[0]"),
        (json!({ "values": ["3"] }), "explain.values[0] is a string"),
        (json!({ "values": [3], "value": 3 }), "no value beside values"),
        (json!({ "values": [3], "cell": 0 }), "no cell beside values"),
        (json!({ "values": [3], "prior": "table" }), "no prior beside values"),
        (json!({ "values": [3], "level": 2 }), "explain.level"),
    ] {
        let error = together(&keyed, &json!({ "rows": ["sex"], "explain": explain })).unwrap_err();
        assert_eq!(error.code(), "bad-query", "{explain}");
        assert!(error.to_string().contains(words), "{explain}: {error}");
    }
    let off = files("keyed", METHODS[2], "explain = false").unwrap();
    let sealed = files("sealed", METHODS[2], "max_dimensions = 2").unwrap();
    let table_method = files("keyed", "kind = \"controlled-rounding\"\nbase = 3", "").unwrap();
    for (files, refusal) in [(&off, "not-explained"), (&sealed, "not-explained"), (&table_method, "whole-table")] {
        let query = json!({ "rows": ["sex"], "explain": { "values": [3] } });
        assert_eq!(together(files, &query).unwrap_err().code(), refusal);
    }
    let blocks =
        json!({ "rows": ["sex"], "filter": [["area", ["A", "C"]]], "areas": "blocks", "explain": { "values": [3] } });
    assert_eq!(together(&keyed, &blocks).unwrap_err().code(), "not-one-count");
    assert_eq!(code(explain_query(&keyed, json!({ "rows": [], "explain": {} }))), "bad-query");
}

#[test]
fn program_adds_the_intervals_of_counts() {
    let space = cube();
    let plain = space.done(&["table", "cube", "--rows", "area"]);
    let with = space.done(&["table", "cube", "--rows", "area", "--intervals"]);
    assert!(with.starts_with("area,value,status,low,high\n"), "{with}");
    for (line, plain) in with.lines().zip(plain.lines()).skip(1) {
        let (head, ends) = line.split_at(plain.len());
        assert_eq!(head, plain);
        let value: u64 = plain.split(',').rev().nth(1).unwrap().parse().unwrap_or(0);
        let ends: Vec<u64> = ends[1..].split(',').map(|end| end.parse().unwrap()).collect();
        // The p-table adds -1, 0 or 1 with the probabilities 1/4, 1/2 and 1/4. Values below 3 are suppressed.
        let expected = if plain.ends_with("suppressed") { [0, 2] } else { [value - 1, value + 1] };
        assert_eq!(ends, expected, "{line}");
    }
    let sums = r#"{ "kind": "random-rounding", "base": 3, "totals": "sum" }"#;
    let with = space.done(&["table", "cube", "--rows", "area", "--method", sums, "--intervals"]);
    assert!(with.lines().last().unwrap().ends_with(",,,"), "a sum has no interval: {with}");
    space.fails(WRONG, &["table", "cube", "--rows", "area", "--intervals", "--reveal"], &["--reveal"]);
    let whole = r#"{ "kind": "controlled-rounding", "base": 3 }"#;
    let words = ["--intervals: explain: the method looks at the whole table"];
    space.fails(REFUSED, &["table", "cube", "--rows", "area", "--method", whole, "--intervals"], &words);
}
