//! Records for steps before tabulation: several threads give the same cells and the same messages as one thread.

use cellveil::build::collect::Cells;
use cellveil::spec::CubeSpec;
use parquet::basic::Compression;

use super::parquet_file::{Column, write};
use super::threads::{same, same_at_once};
use super::{TestFile, parse};

const ROWS: usize = 60_000;

/// The cube and the dimensions. The cube has no keys of records if `key` is empty.
fn spec(key: &str, steps: &str) -> CubeSpec {
    let text = r#"
[cube]
id = "people"
unit = "person"
data = "synthetic"
audience = "public"
release = "preprotected"
[key]
KEY
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[publish]
why = "a test"
[[dimension]]
name = "changed"
from = "pretabular"
[[dimension]]
name = "area"
[[dimension]]
name = "age"
cut = { at = [0, 16, 65], labels = ["young", "middle", "old"] }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
"#;
    parse(&(text.replace("KEY", key) + steps)).unwrap()
}

const HOUSEHOLDS: &str = r#"
[[pretabular]]
kind = "swap"
variable = "area"
unit = "household"
rate = 0.2
strata = ["sex", "age"]
seed = "01"
[[pretabular]]
kind = "pram"
variable = "area"
unit = "household"
move = 0.1
seed = "02"
"#;

const RECORDS: &str = r#"
[[pretabular]]
kind = "pram"
variable = "sex"
move = 0.2
seed = "03"
[[pretabular]]
kind = "weights"
strata = ["area"]
unit = "dwelling"
changed = 5
seed = "04"
[[pretabular]]
kind = "deviations"
x = 0.5
seed = "05"
"#;

const NOISE: &str =
    "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }\nseed = \"06\"\n";

/// A record: household, dwelling, area, age, sex, key. Households have one area. Their persons are far apart in the file.
fn record(row: usize) -> (usize, usize, usize, i32, &'static str, i64) {
    let household = row % (ROWS / 3);
    let drawn = (row as u64 + 7).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let sex = if drawn.is_multiple_of(3) { "1" } else { "2" };
    (household, household / 4, household * household % 60, (drawn / 3 % 90) as i32, sex, drawn as i64)
}

fn csv() -> String {
    let row = |row: usize| {
        let (household, dwelling, area, age, sex, key) = record(row);
        format!("h{household},d{dwelling},A{area},{age},{sex},{key}\n")
    };
    std::iter::once("household,dwelling,area,age,sex,record_key\n".to_owned()).chain((0..ROWS).map(row)).collect()
}

fn parquet(dictionary: bool) -> Vec<u8> {
    const SCHEMA: &str = "required int32 household; required binary dwelling (UTF8); required binary area (UTF8); \
                          required int32 age; required binary sex (UTF8); required int64 record_key;";
    let group = |rows: std::ops::Range<usize>| {
        let records: Vec<_> = rows.map(record).collect();
        let text = |text: String| Some(text.into_bytes());
        vec![
            Column::Int32(records.iter().map(|record| Some(record.0 as i32)).collect()),
            Column::Text(records.iter().map(|record| text(format!("d{}", record.1))).collect()),
            Column::Text(records.iter().map(|record| text(format!("A{}", record.2))).collect()),
            Column::Int32(records.iter().map(|record| Some(record.3)).collect()),
            Column::Text(records.iter().map(|record| text(record.4.to_owned())).collect()),
            Column::Int64(records.iter().map(|record| Some(record.5)).collect()),
        ]
    };
    write(SCHEMA, &[group(0..ROWS / 2), group(ROWS / 2..ROWS)], Compression::SNAPPY, dictionary)
}

/// The cells of all combinations of steps.
fn all(file: &TestFile) -> Vec<Cells> {
    let steps = [HOUSEHOLDS.to_owned(), RECORDS.to_owned(), NOISE.to_owned(), [HOUSEHOLDS, RECORDS, NOISE].concat()];
    let specs = steps.iter().flat_map(|steps| ["column = \"record_key\"", ""].map(|key| spec(key, steps)));
    specs.map(|spec| same_at_once(&spec, file)).collect()
}

#[test]
fn csv_gives_the_same_cells_after_steps() {
    let text = csv();
    // The text has several pieces.
    assert!(text.len() > 3 << 19, "{} bytes", text.len());
    let cells = all(&TestFile::new("people.csv", text.as_bytes()));
    assert!(cells.iter().all(|cells| cells.changes.is_some()));
    let (head, rows) = text.split_once('\n').unwrap();
    let backwards: String = std::iter::once(head).chain(rows.lines().rev()).flat_map(|line| [line, "\n"]).collect();
    assert!(all(&TestFile::new("people.csv", backwards.as_bytes())) == cells, "the order of records changes the cells");
}

#[test]
fn parquet_gives_the_same_cells_after_steps() {
    let [first, second] = [true, false].map(|dictionary| all(&TestFile::new("people.parquet", &parquet(dictionary))));
    assert!(first == second);
}

#[test]
fn messages_about_units_are_the_same() {
    let spec = spec("", &[HOUSEHOLDS, RECORDS].concat());
    let text = csv();
    let at = |row: usize| text.match_indices('\n').nth(row).unwrap().0 + 1;
    let with = |row: usize, line: &str| format!("{}{line}\n{}", &text[..at(row)], &text[at(row)..]);
    for (line, parts) in [
        ("h1,d1,A9,3,1,5", &["row 50001", "\"area\"", "\"household\""][..]),
        (",d1,A1,3,1,5", &["row 50001", "\"household\"", "expected"]),
        // The first record of a new household has a problem. The second has none.
        ("new,,A9,3,1,5\nnew,d1,A9,3,1,6", &["row 50001", "\"dwelling\"", "expected"]),
        ("new,,A9,3,1,5\nh9,d1,A21,3,1,5\nnew,d1,A9,3,1,6", &["row 50001", "\"dwelling\""]),
    ] {
        let message = same(&spec, &[&TestFile::new("people.csv", with(50_000, line).as_bytes())]).unwrap_err();
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        assert!(!line.starts_with("new") || message.lines().count() == 1, "{message}");
    }
}
