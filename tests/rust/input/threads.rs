//! Several threads give the same cells and the same messages as one thread.

use std::io::Write;
use std::path::PathBuf;

use cellveil::build::collect::Cells;
use cellveil::input::collect_with;
use cellveil::spec::CubeSpec;
use parquet::basic::{Compression, ZstdLevel};

use super::parquet_file::{Column, write};
use super::{TestFile, parse};

const THREADS: [usize; 3] = [2, 3, 7];

/// Found codes, codes found as numbers, missing values, intervals, a declared dimension and a structural zero.
pub const SPEC: &str = r#"
[cube]
id = "people"
unit = "person"
data = "synthetic"
audience = "public"
[key]
column = "record_key"
[[dimension]]
name = "region"
[[dimension]]
name = "age"
cut = { at = [0, 16, 65.5], labels = ["young", "middle", "old"] }
missing = { values = ["", "NA"], code = "X", label = "Not stated" }
[[dimension]]
name = "born"
[[dimension]]
name = "size"
missing = { values = [""], code = "9", label = "Not stated" }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[structural_zeros]
never = [{ sex = ["2"], age = ["16"], region = ["R17"] }]
"#;

const SCHEMA: &str = "required int64 record_key; required binary region (UTF8); optional double age; \
                      required int32 born (DATE); optional int32 size; required binary sex (UTF8);";

pub fn spec() -> CubeSpec {
    parse(SPEC).unwrap()
}

pub fn derived() -> CubeSpec {
    let secret = "derive = { from = \"record_key\", digits = 1 }\nmodulus = 256";
    parse(&SPEC.replace("column = \"record_key\"", secret)).unwrap()
}

/// A number that looks random.
fn drawn(row: usize, salt: u64) -> u64 {
    let z = (row as u64 + salt * 1_000_003).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ z >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}

/// The values of a record in the order of the schema.
struct Record {
    key: i64,
    region: String,
    age: Option<f64>,
    born: i32,
    size: Option<i32>,
    sex: &'static str,
}

/// Records without a structural zero. Later records have further codes.
fn record(row: usize) -> Record {
    let region = drawn(row, 1) as usize % (3 + row / 40).min(500);
    let sex = if region == 17 || drawn(row, 2).is_multiple_of(3) { "1" } else { "2" };
    Record {
        key: drawn(row, 3) as i64,
        region: format!("R{region}"),
        age: (!drawn(row, 4).is_multiple_of(9)).then(|| (drawn(row, 5) % 200) as f64 / 2.0),
        born: (drawn(row, 6) % 40) as i32 * 100,
        size: (!drawn(row, 7).is_multiple_of(5)).then(|| (drawn(row, 8) % 12) as i32),
        sex,
    }
}

fn columns(rows: std::ops::Range<usize>) -> Vec<Column> {
    let records: Vec<Record> = rows.map(record).collect();
    let text = |value: &str| Some(value.as_bytes().to_vec());
    vec![
        Column::Int64(records.iter().map(|record| Some(record.key)).collect()),
        Column::Text(records.iter().map(|record| text(&record.region)).collect()),
        Column::Double(records.iter().map(|record| record.age).collect()),
        Column::Int32(records.iter().map(|record| Some(record.born)).collect()),
        Column::Int32(records.iter().map(|record| record.size).collect()),
        Column::Text(records.iter().map(|record| text(record.sex)).collect()),
    ]
}

fn parquet(groups: &[std::ops::Range<usize>], dictionary: bool) -> Vec<u8> {
    let groups: Vec<Vec<Column>> = groups.iter().cloned().map(columns).collect();
    let compression = if dictionary { Compression::SNAPPY } else { Compression::ZSTD(ZstdLevel::default()) };
    write(SCHEMA, &groups, compression, dictionary)
}

/// CSV with semicolons, decimal commas and quoted ends of lines.
pub fn csv(rows: usize) -> String {
    let row = |row: usize| {
        let Record { key, region, age, born, size, sex } = record(row);
        let region = if region == "R2" { "\"R;\n2\"".to_owned() } else { region };
        let age = age.map_or_else(|| "NA".to_owned(), |age| age.to_string().replace('.', ","));
        let size = size.map(|size| size.to_string()).unwrap_or_default();
        let blank = if row % 999 == 7 { "\r\n" } else { "" };
        format!("{key};{region};{age};\"{born}\";{size};{sex}\r\n{blank}")
    };
    let head = "\u{feff}record_key;region;age;born;size;sex\r\n".to_owned();
    std::iter::once(head).chain((0..rows).map(row)).collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn collected(spec: &CubeSpec, files: &[PathBuf], threads: usize) -> Result<Cells, String> {
    collected_once(spec, files, threads).0
}

/// Also returns whether the records of each file were read once.
fn collected_once(spec: &CubeSpec, files: &[PathBuf], threads: usize) -> (Result<Cells, String>, bool) {
    let (mut is_once, mut last) = (true, (PathBuf::new(), 0));
    let cells = collect_with(spec, files, &[], threads, &mut |path, now| {
        assert!(now.done <= now.total);
        is_once &= path != last.0 || now.rows >= last.1;
        last = (path.to_owned(), now.rows);
    });
    (cells.map_err(|problems| problems.to_string()), is_once)
}

/// Checks that several threads give the result of one thread. The records must not be read a second time by one thread.
pub fn same_at_once(spec: &CubeSpec, file: &TestFile) -> Cells {
    let files = std::slice::from_ref(&file.0);
    let expected = collected(spec, files, 1).unwrap();
    for threads in THREADS {
        let (cells, is_once) = collected_once(spec, files, threads);
        assert!(cells.as_ref() == Ok(&expected), "{threads} threads, {files:?}");
        assert!(is_once, "{threads} threads, {files:?}");
    }
    expected
}

/// Checks that every number of threads gives the result of one thread.
pub fn same(spec: &CubeSpec, files: &[&TestFile]) -> Result<Cells, String> {
    let files: Vec<PathBuf> = files.iter().map(|file| file.0.clone()).collect();
    let expected = collected(spec, &files, 1);
    for threads in THREADS {
        assert!(collected(spec, &files, threads) == expected, "{threads} threads, {files:?}");
    }
    expected
}

#[test]
fn parquet_gives_the_same_cells() {
    let spec = spec();
    let several = [0..5000, 5000..5001, 5001..14_000, 14_000..20_000];
    let whole = 0..20_000;
    let mut first = None;
    for groups in [&several[..], std::slice::from_ref(&whole)] {
        for dictionary in [true, false] {
            let cells = same(&spec, &[&TestFile::new("people.parquet", &parquet(groups, dictionary))]).unwrap();
            assert_eq!(cells.population, 20_000);
            assert!(*first.get_or_insert_with(|| cells.clone()) == cells);
        }
    }
}

#[test]
fn several_files_give_the_same_cells() {
    let text = csv(3000);
    let files = [
        TestFile::new("a.parquet", &parquet(&[0..4500, 4500..9000], true)),
        TestFile::new("b.csv", text.as_bytes()),
        TestFile::new("c.csv.gz", &gzip(&text)),
        TestFile::new("d.parquet", &parquet(&[9000..9001, 9001..12_000], false)),
    ];
    let files: Vec<&TestFile> = files.iter().collect();
    for spec in [spec(), derived()] {
        assert_eq!(same(&spec, &files).unwrap().population, 18_000);
    }
}

#[test]
fn csv_gives_the_same_cells() {
    let spec = spec();
    // The text has several pieces.
    let text = csv(60_000);
    assert!(text.len() > 3 << 19, "{} bytes", text.len());
    let plain = same(&spec, &[&TestFile::new("people.csv", text.as_bytes())]).unwrap();
    assert_eq!(plain.population, 60_000);
    assert!(plain == same(&spec, &[&TestFile::new("people.csv.gz", &gzip(&text))]).unwrap());
    let unended = text.trim_end();
    assert!(plain == same(&spec, &[&TestFile::new("people.csv", unended.as_bytes())]).unwrap());
}

/// Columns that are not read may have another encoding, also with part of a character at the end of a field.
#[test]
fn a_column_that_is_not_read_has_any_encoding() {
    let mut text = b"record_key,region,age,note,born,size,sex\n".to_vec();
    for row in 0..60_000 {
        text.extend(format!("{},R{},{},", drawn(row, 1), 17 + row % 30, row % 90).bytes());
        text.extend([&b"caf\xe9"[..], b"caf\xc3\xa9", b"\xc3", b"tea"][row % 4]);
        text.extend(format!(",{},{},1\n", row % 7, row % 5).bytes());
    }
    let cells = same(&spec(), &[&TestFile::new("people.csv", &text)]).unwrap();
    assert_eq!(cells.population, 60_000);
}

/// The writer gives up a dictionary of more than a megabyte in the middle of the column chunk.
#[test]
fn a_dictionary_that_was_given_up_gives_the_same_cells() {
    let mut group = columns(0..20_000);
    let text = |row: usize| Some(format!("{:0100}", drawn(row, 9) % 15_000).into_bytes());
    group[1] = Column::Text((0..20_000).map(text).collect());
    let file = TestFile::new("people.parquet", &write(SCHEMA, &[group], Compression::UNCOMPRESSED, true));
    let (without_zeros, _) = SPEC.split_once("[structural_zeros]").unwrap();
    let cells = same(&parse(without_zeros).unwrap(), &[&file]).unwrap();
    assert!(cells.dimensions[0].codes.len() > 10_500);
}

/// Keys that repeat within cells, few keys, serial keys and equal keys.
#[test]
fn faults_of_keys_are_the_same() {
    let spec = spec();
    let keys: [fn(usize) -> u64; 4] = [|row| row as u64 / 2, |row| row as u64 % 50, |row| row as u64 * 1000, |_| 7];
    for key in keys {
        let row = |row: usize| format!("{},R{},3,5,1,1\n", key(row), row / 2 % 400);
        let text: String =
            std::iter::once("record_key,region,age,born,size,sex\n".to_owned()).chain((0..90_000).map(row)).collect();
        let cells = same(&spec, &[&TestFile::new("people.csv", text.as_bytes())]).unwrap();
        assert!(!cells.key_faults.of_records.is_empty());
    }
}

#[test]
fn messages_are_the_same() {
    let spec = spec();
    let text = csv(60_000);
    let at = |row: usize| text.match_indices('\n').nth(row).unwrap().0 + 1;
    let with = |row: usize, line: &str| format!("{}{line}\r\n{}", &text[..at(row)], &text[at(row)..]);
    let head = |from: &str, to: &str| text.replacen(from, to, 1);
    let cases = [
        with(59_000, "1;R1;3;5;1;3"),
        with(20_000, "1;R17;20;5;1;2"),
        with(20_000, "1;R1;x;5;1;1").replacen("R1;", "_T;", 1),
        with(40_000, "9999999999;R1;3;5;1;1"),
        with(40_000, "1;R1;3;5;1"),
        with(40_000, "1;R1;3;5;1;1;1"),
        with(40_000, "1;;3;5;1;1"),
        with(40_000, "1;R\"1;3;5;1;1"),
        with(40_000, "1;\"R1;3;5;1;1"),
        head("region", "place"),
        head("region", "age"),
        head("record_key;region;age;born;size;sex\r\n", ""),
        String::new(),
    ];
    for text in cases {
        let message = same(&spec, &[&TestFile::new("people.csv", text.as_bytes())]).unwrap_err();
        assert!(message.contains("expected"), "{message}");
    }
    let mut bytes = text.clone().into_bytes();
    let middle = bytes.len() / 2;
    let letter = bytes[middle..].iter().position(|byte| *byte == b'R').unwrap() + middle;
    bytes[letter] = 0xe9;
    assert!(same(&spec, &[&TestFile::new("people.csv", &bytes)]).unwrap_err().contains("UTF-8"));
    let packed = gzip(&text);
    let cut = TestFile::new("people.csv.gz", &packed[..packed.len() / 2]);
    assert!(same(&spec, &[&cut]).unwrap_err().contains("too early"));
    assert!(same(&spec, &[&TestFile::new("none.csv", b"record_key,region,age,born,size,sex\n")]).is_err());
}

#[test]
fn messages_of_parquet_are_the_same() {
    type Change<'a> = &'a dyn Fn(&mut Vec<Column>);
    let spec = spec();
    let with = |change: Change<'_>| {
        let mut groups: Vec<Vec<Column>> = [0..6000, 6000..12_000].into_iter().map(columns).collect();
        change(&mut groups[1]);
        let file = TestFile::new("people.parquet", &write(SCHEMA, &groups, Compression::SNAPPY, true));
        same(&spec, &[&file]).unwrap_err()
    };
    let put = |columns: &mut Vec<Column>, column: usize, row: usize, value: &[u8]| {
        if let Column::Text(values) = &mut columns[column] {
            values[row] = Some(value.to_vec());
        }
    };
    let cases: [(Change<'_>, &[&str]); 5] = [
        (&|columns| put(columns, 5, 4000, b"3"), &["row 10001", "\"sex\"", "unknown code \"3\""]),
        (&|columns| put(columns, 1, 10, b""), &["row 6011", "\"region\"", "empty"]),
        (&|columns| put(columns, 1, 5999, b"\xff"), &["row 12000", "\"region\"", "UTF-8"]),
        (&|columns| columns[0] = Column::Int64(vec![Some(-1); 6000]), &["row 6001", "\"record_key\""]),
        (&|columns| columns[2] = Column::Double(vec![Some(-0.5); 6000]), &["row 6001", "\"age\"", "below the first"]),
    ];
    for (change, parts) in cases {
        let message = with(change);
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
}

/// Several threads never accept bytes that one thread refuses, and never read other cells.
#[test]
fn a_damaged_row_group_gives_the_same_message() {
    let spec = spec();
    for dictionary in [true, false] {
        let whole = parquet(&[0..60, 60..200], dictionary);
        let mut refused = 0;
        for at in (0..whole.len()).step_by(7) {
            let mut bytes = whole.clone();
            bytes[at] ^= if at % 2 == 0 { 0xff } else { 0x04 };
            let file = TestFile::new("flip.parquet", &bytes);
            let files = std::slice::from_ref(&file.0);
            let expected = collected(&spec, files, 1);
            assert!(collected(&spec, files, 3) == expected, "byte {at}");
            refused += usize::from(expected.is_err());
        }
        assert!(refused > whole.len() / 28, "{refused} of {}", whole.len());
    }
}
