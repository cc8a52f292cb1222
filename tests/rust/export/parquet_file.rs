//! Reads Parquet row by row with the parquet crate.

use std::collections::BTreeMap;

use parquet::basic::Encoding;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use super::queries::{Asked, asked, once};

fn check(asked: &Asked) {
    let reader = SerializedFileReader::new(bytes::Bytes::from(asked.file("parquet"))).unwrap();
    let metadata = reader.metadata().file_metadata().clone();
    let pairs = metadata.key_value_metadata().unwrap().iter();
    let told: BTreeMap<String, String> = once(pairs.map(|pair| (pair.key.clone(), pair.value.clone().unwrap())));
    assert!(told["method"].starts_with(asked.method()));
    assert!(told["shorthand"].contains(&format!("[c] {}", asked.confidential())));
    assert_eq!(
        [&told["source"], &told["licence"], &told["receipt"]],
        [asked.source(), asked.licence(), &asked.receipt]
    );
    let labels: serde_json::Value = serde_json::from_str(&told["labels"]).unwrap();
    for (axis, name) in asked.names.iter().enumerate() {
        assert_eq!([&labels[axis]["name"], &labels[axis]["label"]], [name, asked.label(name)]);
        let expected: Vec<_> =
            asked.codes(axis).iter().map(|code| serde_json::json!([code, asked.code_label(code)])).collect();
        assert_eq!(labels[axis]["codes"], serde_json::Value::Array(expected));
    }
    for column in reader.metadata().row_groups().iter().flat_map(|group| &group.columns()[..asked.names.len()]) {
        assert!(column.encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY), "{column:?}");
    }
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), asked.cells.len());
    for (row, (codes, value, status)) in rows.iter().zip(&asked.cells) {
        let fields: Vec<(&String, &Field)> = row.get_column_iter().collect();
        let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [&asked.names.iter().map(String::as_str).collect::<Vec<_>>()[..], &["value", "status"]].concat()
        );
        let expected = codes.iter().map(|code| Field::Str(code.clone()));
        let value = value.map_or(Field::Null, Field::Long);
        let status = if status.is_empty() { Field::Null } else { Field::Str(status.clone()) };
        let expected: Vec<Field> = expected.chain([value, status]).collect();
        assert!(fields.iter().map(|(_, field)| *field).eq(&expected), "{fields:?} {expected:?}");
    }
}

#[test]
fn every_row_matches_the_table() {
    asked().iter().for_each(check);
}
