//! CSVW: the tests apply the metadata to the CSV file like a validator of the W3C's Metadata Vocabulary for Tabular
//! Data.

use std::collections::BTreeSet;

use serde_json::Value;

use super::queries::{Asked, asked, folder, once, run};

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().map(|item| item.as_str().unwrap().to_owned()).collect(),
        other => panic!("{other} is no text and no list"),
    }
}

/// Returns whether a text is valid for a datatype. Supports the datatypes of the exported metadata.
fn is_of(text: &str, datatype: &Value) -> bool {
    match datatype {
        Value::String(name) if name == "integer" => text.parse::<i64>().is_ok(),
        Value::String(name) if name == "string" => true,
        Value::Object(parts) => {
            assert_eq!(parts["base"], "string");
            // The only regular expressions in the metadata are alternatives of words.
            parts["format"].as_str().unwrap().split('|').any(|word| word == text)
        }
        other => panic!("{other} is no datatype"),
    }
}

fn check(asked: &Asked) {
    let metadata: Value = serde_json::from_str(&asked.text("csvw")).unwrap();
    // The context is a string, or a list of that string and an object. A list of one entry is invalid (section 5.2).
    let (namespace, language) = match &metadata["@context"] {
        Value::Array(parts) => {
            assert_eq!(parts.len(), 2);
            (&parts[0], parts[1]["@language"].as_str())
        }
        namespace => (namespace, None),
    };
    assert_eq!(namespace, "http://www.w3.org/ns/csvw");
    assert_eq!(language, Some(asked.word("en", "fr")), "the one that the labels are in, whatever was asked for");
    assert_eq!(metadata["url"], "table.csv");
    let by = if asked.is_french { ", par " } else { ", by " };
    assert!(metadata["dc:title"].as_str().unwrap().starts_with(&format!("{}{by}", asked.title())));
    assert_eq!([&metadata["dc:source"], &metadata["dc:license"]], [asked.source(), asked.licence()]);
    assert_eq!(metadata["dc:provenance"], asked.receipt);
    let description = metadata["dc:description"].as_str().unwrap();
    assert!(description.starts_with(asked.method()) && description.contains(&format!("[c] {}", asked.confidential())));
    let dialect = &metadata["dialect"];
    assert_eq!([&dialect["encoding"], &dialect["delimiter"], &dialect["quoteChar"]], ["utf-8", ",", "\""]);
    assert_eq!((dialect["headerRowCount"].as_u64(), &dialect["lineTerminators"][0]), (Some(1), &Value::from("\n")));

    let columns = metadata["tableSchema"]["columns"].as_array().unwrap();
    let mut reader = csv::Reader::from_reader(asked.csv.as_bytes());
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(columns.len(), head.len());
    for (column, head) in columns.iter().zip(&head) {
        assert!(strings(&column["titles"]).contains(head), "{column} is not titled {head}");
    }
    let names: Vec<&str> = columns.iter().map(|column| column["name"].as_str().unwrap()).collect();
    once(names.iter().map(|name| ((*name).to_owned(), ())));
    for name in &names {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "_%".contains(letter);
        assert!(!name.starts_with('_') && name.chars().all(plain), "{name} is no name for URI templates");
    }
    let key: Vec<usize> = strings(&metadata["tableSchema"]["primaryKey"])
        .iter()
        .map(|part| names.iter().position(|name| name == part).unwrap())
        .collect();
    let mut seen = BTreeSet::new();
    for record in reader.records().map(Result::unwrap) {
        for (text, column) in record.iter().zip(columns) {
            let null = column["null"].as_str().unwrap_or_default();
            assert!(text != null || !column["required"].as_bool().unwrap(), "{text} is required");
            assert!(text == null || is_of(text, &column["datatype"]), "{text} is not of {column}");
        }
        let key: Vec<String> = key.iter().map(|&at| record[at].to_owned()).collect();
        assert!(seen.insert(key), "the key is given twice: {record:?}");
    }
    for (axis, name) in asked.names.iter().enumerate() {
        assert!(strings(&columns[axis]["titles"]).contains(&asked.label(name).to_owned()));
        let concepts = columns[axis]["skos:member"].as_array().unwrap();
        let pair = |concept: &Value| {
            ["skos:notation", "skos:prefLabel"].map(|part| concept[part].as_str().unwrap().to_owned())
        };
        let expected = asked.codes(axis).into_iter().map(|code| [code.clone(), asked.code_label(&code)]);
        assert_eq!(concepts.iter().map(pair).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

#[test]
fn metadata_validates_the_csv() {
    asked().iter().for_each(check);
}

#[test]
fn metadata_names_the_csv_beside_it() {
    let path = folder().join("by land (1).csv-metadata.json");
    let path = path.to_str().unwrap();
    let done = run(&["table", "cube", "--rows", "area:land", "--format", "csvw", "--output", path]);
    assert!(done.status.success());
    let metadata: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(metadata["url"], "by%20land%20%281%29.csv");
}
