//! Checks each member of the JSON-stat file. `tests/js/export.test.js` reads the file with the toolkit of the format.

use serde_json::Value;

use super::queries::{Asked, asked};

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

fn check(asked: &Asked) {
    let document: Value = serde_json::from_str(&asked.text("json-stat")).unwrap();
    assert_eq!(document["version"], "2.0");
    assert_eq!(document["class"], "dataset");
    assert_eq!(document["label"], asked.title());
    assert_eq!(document["source"], asked.source());
    assert_eq!(strings(&document["id"]), asked.names);
    for (axis, name) in asked.names.iter().enumerate() {
        let dimension = &document["dimension"][name];
        assert_eq!(dimension["label"], asked.label(name));
        let codes = strings(&dimension["category"]["index"]);
        assert_eq!(codes, asked.codes(axis));
        assert_eq!(document["size"][axis], codes.len());
        for code in codes {
            assert_eq!(dimension["category"]["label"][&code], asked.code_label(&code));
        }
    }
    assert_eq!(document["value"].as_array().unwrap().len(), asked.cells.len());
    for (cell, (_, value, status)) in asked.cells.iter().enumerate() {
        assert_eq!(document["value"][cell].as_i64(), *value);
        assert_eq!(document["status"][cell.to_string()].as_str().unwrap_or_default(), status);
    }
    let role = |name: &str| document["role"].get(name).map(strings).unwrap_or_default();
    let named = |start: &str| asked.names.iter().filter(|name| name.starts_with(start)).cloned().collect::<Vec<_>>();
    assert_eq!((role("geo"), role("time")), (named("area"), named("year")));
    let extension = &document["extension"]["cellveil"];
    assert!(extension["method"]["text"].as_str().unwrap().starts_with(asked.method()));
    assert_eq!(extension["licence"], asked.licence());
    assert_eq!(extension["unit"], asked.word("person", "personne"));
    assert_eq!(extension["shorthand"]["suppressed"], "[c]");
    assert_eq!(extension["receipt"], asked.receipt);
    let filters = asked.query.iter().filter(|word| **word == "--filter").count();
    assert_eq!(extension["filter"].as_array().unwrap().len(), filters);
}

#[test]
fn every_member_matches_the_table() {
    asked().iter().for_each(check);
}
