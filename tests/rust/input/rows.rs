//! Wrong records and cells: the message names file, row, column and expectation. It never contains a key or a count.

use parquet::basic::Compression;

use super::parquet_file::{Column, text, write};
use super::{PEOPLE, TestFile, assert_says, collect_cells, collect_records, parse};

const RECORDS: &str = "record_key,region,marital status,age\n7,N,single,1\n200,S,married,2\n100,S,married,2\n";
const CELLS: &str = "age,marital status,region,count,key\n1,single,N,1,7\n2,married,S,1,200\n2,married,S,1,100\n";

#[test]
fn records_and_cells_give_the_same_cells() {
    let spec = parse(PEOPLE).unwrap();
    let records = collect_records(&spec, &[&TestFile::new("people.csv", RECORDS.as_bytes())]).unwrap();
    let cells = collect_cells(&spec, &[&TestFile::new("cells.csv", CELLS.as_bytes())]).unwrap();
    assert_eq!(records, cells);
    assert_eq!(records.coords, [vec![0, 1], vec![0, 1], vec![0, 1]]);
    assert_eq!((&records.counts[..], &records.keys[..], records.population), (&[1, 2][..], &[7, 44][..], 3));
    assert_eq!(records.dimensions[0].levels[0].of, [0, 1, 1]);
    assert_eq!(records.dimensions[0].levels[0].codes.label(1).resolve(None), "Grown");
    assert_eq!(records.structural_zeros, [vec![(0, vec![0]), (1, vec![1])]]);
    let codes: Vec<&str> = records.dimensions[2].codes.iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["N", "S"]);
}

/// A change to the valid file, and parts of the message. The tests use 987654 and 0.987654 as keys and counts.
type Cases = &'static [(&'static str, &'static str, &'static [&'static str])];

const BAD_RECORDS: Cases = &[
    (
        "N,single,1",
        "N,single,9",
        &["row 1 (line 2)", "\"age\"", "unknown code \"9\"", "the 3 declared codes: \"1\", \"2\""],
    ),
    (
        "S,married,2\n100",
        "S,wed,2\n100",
        &["row 2 (line 3)", "\"marital status\"", "unknown code \"wed\"", "\"single\""],
    ),
    ("N,single,1", "N,single, 1", &["row 1", "unknown code \" 1\""]),
    ("N,single,1", "N,single,_T", &["row 1", "\"_T\"", "reserved"]),
    ("N,single,1", "_T,single,1", &["row 1", "\"region\"", "\"_T\"", "reserved"]),
    ("N,single,1", ",single,1", &["row 1", "\"region\"", "empty"]),
    ("N,single,1", "N,,1", &["row 1", "\"marital status\"", "empty"]),
    ("N,single,1", "N,married,1", &["row 1", "age \"1\", marital \"married\"", "structural zero"]),
    ("7,N", ",N", &["row 1", "\"record_key\"", "key is missing"]),
    ("7,N", "987654,N", &["row 1", "\"record_key\"", "not below the modulus", "below 256"]),
    ("7,N", "987654987654987654987654,N", &["row 1", "\"record_key\"", "not below the modulus"]),
    ("7,N", "-987654,N", &["row 1", "\"record_key\"", "not a whole number"]),
    ("7,N", "+987654,N", &["row 1", "not a whole number"]),
    ("7,N", "0.987654,N", &["row 1", "not a whole number"]),
    ("7,N", " 987654,N", &["row 1", "not a whole number"]),
    ("S,married,2\n100", "S,married\n100", &["row 2 (line 3)", "3 fields", "expected 4"]),
    ("S,married,2\n100", "S,married,2,x\n100", &["row 2 (line 3)", "5 fields", "expected 4"]),
    ("record_key,", "key,", &["no column \"record_key\"", "key, region, marital status, age"]),
    (
        "record_key,region,marital status,age\n",
        "record_key;region;age\n",
        &["no column \"marital status\"", "record_key, region, age", "row 1 (line 2): 1 fields", "expected 3"],
    ),
    ("record_key,region,", "record_key,age,", &["column \"age\" is given twice"]),
    ("record_key,region,marital status,age", "region,region,marital status,record_key", &["no column \"age\""]),
];

const BAD_CELLS: Cases = &[
    ("N,1,7", "N,-987654,7", &["row 1 (line 2)", "\"count\"", "whole number from 0 to 2^52"]),
    ("N,1,7", "N,0.987654,7", &["row 1", "\"count\""]),
    ("N,1,7", "N,,7", &["row 1", "\"count\""]),
    ("N,1,7", "N,9007199254740992,7", &["row 1", "\"count\""]),
    ("N,1,7", "N,4503599627370496,7", &["row 2", "\"count\"", "add up", "2^52"]),
    ("N,1,7", "N,1,987654", &["row 1", "\"key\"", "not below the modulus"]),
    ("N,1,7", "N,0,987654", &["row 1", "\"key\"", "not below the modulus"]),
    ("N,1,7", "N,1,", &["row 1", "\"key\"", "missing"]),
    ("1,single,N", "4,single,N", &["row 1", "\"age\"", "unknown code \"4\""]),
    (",count,", ",counts,", &["no column \"count\"", "counts"]),
];

fn check(
    valid: &str,
    cases: Cases,
    read: impl Fn(&TestFile) -> Result<(), cellveil::Problems<cellveil::input::Error>>,
) {
    for (old, new, parts) in cases {
        assert!(valid.contains(old), "{old}");
        let file = TestFile::new("people.csv", valid.replacen(old, new, 1).as_bytes());
        let message = read(&file).expect_err(new).to_string();
        assert_says(&message, &[parts, &["people.csv"][..]].concat());
        assert!(
            !message.contains("987654") && !message.contains("9007199254740") && !message.contains("4503599627370"),
            "{message}"
        );
    }
}

#[test]
fn bad_records_are_refused() {
    let spec = parse(PEOPLE).unwrap();
    check(RECORDS, BAD_RECORDS, |file| collect_records(&spec, &[file]).map(|_| ()));
}

#[test]
fn bad_cells_are_refused() {
    let spec = parse(PEOPLE).unwrap();
    check(CELLS, BAD_CELLS, |file| collect_cells(&spec, &[file]).map(|_| ()));
}

#[test]
fn empty_cells_contribute_their_codes_only() {
    let spec = parse(PEOPLE).unwrap();
    let file = TestFile::new("cells.csv", CELLS.replace("N,1,7", "N,0,7").as_bytes());
    let cells = collect_cells(&spec, &[&file]).unwrap();
    assert_eq!((cells.counts.as_slice(), cells.coords[2].as_slice()), (&[2][..], &[1][..]));
    assert_eq!(cells.dimensions[2].codes.len(), 2);
    // An empty cell may be a structural zero.
    let file = TestFile::new("cells.csv", CELLS.replace("1,single,N,1,7", "1,married,N,0,0").as_bytes());
    assert!(collect_cells(&spec, &[&file]).is_ok());
}

#[test]
fn keys_are_derived_from_identifiers() {
    let spec =
        parse(&PEOPLE.replace("column = \"record_key\"", "derive = { from = \"record_key\", digits = 2 }")).unwrap();
    let file = |id: &str| TestFile::new("people.csv", RECORDS.replace("7,N", &format!("{id},N")).as_bytes());
    let cells = collect_records(&spec, &[&file("P-98765409")]).unwrap();
    assert_eq!(cells.keys, [9, 0]);
    for (id, part) in [("", "empty"), ("987654x", "does not end in 2 digits")] {
        let message = collect_records(&spec, &[&file(id)]).unwrap_err().to_string();
        assert_says(&message, &["people.csv", "row 1 (line 2)", "\"record_key\"", part]);
        assert!(!message.contains("987654"));
    }
}

#[test]
fn errors_of_the_whole_data_are_reported() {
    let people = TestFile::new("people.csv", RECORDS.as_bytes());
    let level = |groups: &str| format!("name = \"region\"\n[[dimension.level]]\nname = \"part\"\ngroups = [{groups}]");
    let cases: [(&str, String, &[&str]); 3] = [
        (
            "name = \"region\"",
            level("{ code = \"north\", of = [\"N\"] }"),
            &["dimension \"region\"", "level \"part\"", "\"S\"", "no group"],
        ),
        (
            "age = [\"1\"], marital",
            "region = [\"X\"], marital".into(),
            &["dimension \"region\"", "\"X\"", "not in the data"],
        ),
        ("[structural_zeros]", "[[dimension]]\nname = \"sex\"\n[structural_zeros]".into(), &["no column \"sex\""]),
    ];
    for (old, new, parts) in cases {
        let spec = parse(&PEOPLE.replacen(old, &new, 1)).unwrap();
        assert_says(&collect_records(&spec, &[&people]).unwrap_err().to_string(), parts);
    }
    let spec = parse(PEOPLE).unwrap();
    let empty = TestFile::new("empty.csv", b"record_key,region,marital status,age\n");
    let message = collect_records(&spec, &[&empty]).unwrap_err().to_string();
    assert_says(&message, &["dimension \"region\"", "no codes"]);
    // A level may name codes that are not in the data, so a sample of the data is valid too.
    let spec =
        parse(&PEOPLE.replacen("name = \"region\"", &level("{ code = \"all\", of = [\"S\", \"N\", \"X\"] }"), 1));
    assert_eq!(collect_records(&spec.unwrap(), &[&people]).unwrap().dimensions[2].levels[0].of, [0, 0]);
}

#[test]
fn structural_zeros_apply_to_found_codes() {
    let spec = parse(&PEOPLE.replacen("age = [\"1\"], marital", "region = [\"S\", \"N\"], marital", 1)).unwrap();
    let message = collect_records(&spec, &[&TestFile::new("people.csv", RECORDS.as_bytes())]).unwrap_err().to_string();
    assert_says(&message, &["people.csv", "row 2", "region \"S\", marital \"married\""]);
}

#[test]
fn bad_rows_of_parquet_are_refused() {
    let spec = parse(PEOPLE).unwrap();
    let schema = "required int64 record_key; optional binary region (UTF8); required binary marital_ (UTF8); required int32 age;";
    let schema = schema.replace("marital_", "marital");
    let spec_text = PEOPLE.replace("column = \"marital status\"", "");
    let columns = |key: i64, region: Option<&[u8]>, age: i32| {
        let region = Column::Text(vec![Some(b"N".to_vec()), region.map(<[u8]>::to_vec)]);
        let key = Column::Int64(vec![Some(1), Some(key)]);
        vec![key, region, text(&["single", "single"]), Column::Int32(vec![Some(1), Some(age)])]
    };
    let cases: [(Vec<Column>, &[&str]); 5] = [
        (columns(987_654, Some(b"N"), 1), &["row 2", "\"record_key\"", "not below the modulus"]),
        (columns(-987_654, Some(b"N"), 1), &["row 2", "\"record_key\"", "not a whole number"]),
        (columns(1, None, 1), &["row 2", "\"region\"", "empty"]),
        (columns(1, Some(b"\xff"), 1), &["row 2", "\"region\"", "UTF-8"]),
        (columns(1, Some(b"N"), 4), &["row 2", "\"age\"", "unknown code \"4\""]),
    ];
    let spec_plain = parse(&spec_text).unwrap();
    for (columns, parts) in cases {
        let file = TestFile::new("people.parquet", &write(&schema, &[columns], Compression::SNAPPY, true));
        let message = collect_records(&spec_plain, &[&file]).unwrap_err().to_string();
        assert_says(&message, &[parts, &["people.parquet"][..]].concat());
        assert!(!message.contains("987654") && !message.contains("line"), "{message}");
    }
    let file = TestFile::new("people.parquet", &write(&schema, &[columns(1, None, 1)], Compression::SNAPPY, true));
    let message = collect_records(&spec, &[&file]).unwrap_err().to_string();
    assert_says(&message, &["people.parquet", "no column \"marital status\"", "record_key, region, marital, age"]);
}
