//! The same rows in CSV, gzip and Parquet give the same cells.

use std::io::Write;
use std::path::Path;

use cellveil::input::{self, InputError, Progress};
use flate2::write::GzEncoder;
use parquet::basic::{Compression, ZstdLevel};

use super::parquet_file::{Column, text, write};
use super::{TestFile, assert_says, collect_cells, collect_records, parse};

pub fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Returns the rows of the wanted columns, joined with `|`.
fn rows(path: &Path, columns: &[&str]) -> Result<Vec<String>, InputError> {
    let mut rows = Vec::new();
    let count = input::read(path, columns, &mut |_| (), |place, values| {
        rows.push(values.join("|"));
        assert_eq!(place.row, rows.len() as u64);
        Ok::<(), InputError>(())
    })?;
    assert_eq!(count, rows.len() as u64);
    Ok(rows)
}

#[test]
fn csv_dialects_give_the_same_rows() {
    let cases: [(&str, &[u8], &[&str]); 9] = [
        ("plain", b"a,b,c\n1,2,3\n4,5,6\n", &["3|1", "6|4"]),
        ("byte order mark", b"\xef\xbb\xbfc,a\n3,1\n", &["3|1"]),
        ("byte order mark and quotes", b"\xef\xbb\xbf\"c\",\"a\"\n3,1\n", &["3|1"]),
        ("CRLF", b"a,c\r\n1,3\r\n4,6\r\n", &["3|1", "6|4"]),
        ("no newline at the end", b"a,c\n1,3", &["3|1"]),
        ("quotes", b"a,c\n\"x, \"\"y\"\"\",\"line\nbreak\"\n", &["line\nbreak|x, \"y\""]),
        ("blank lines", b"a,c\n1,3\n\n4,6\n\n", &["3|1", "6|4"]),
        ("only a header", b"a,c\n", &[]),
        ("UTF-8, and bytes that nobody wants", b"a,b,c\n\xc3\xa9,\xff,3\n", &["3|\u{e9}"]),
    ];
    for (name, content, expected) in cases {
        for content in [content.to_vec(), gzip(content)] {
            assert_eq!(rows(&TestFile::new("a.csv", &content).0, &["c", "a"]).unwrap(), expected, "{name}");
        }
    }
    let members = [gzip(b"a,c\n1,3\n"), gzip(b"4,6\n")].concat();
    assert_eq!(rows(&TestFile::new("a.csv.gz", &members).0, &["c", "a"]).unwrap(), ["3|1", "6|4"], "two gzip members");
}

#[test]
fn files_of_other_formats_are_refused() {
    let cases: [(&str, &[u8], &[&str]); 11] = [
        ("a.csv", b"a,c,b\n1,2,\"3\n4,5,6\n", &["quote that is never closed", "RFC 4180"]),
        ("a.parquet", b"a,c\n", &["Parquet", "as its name says"]),
        ("a.csv.gz", b"a,c\n", &["gzip", "as its name says"]),
        ("a.xlsx", b"PK\x03\x04....", &["zip"]),
        ("a.csv.zst", b"\x28\xb5\x2f\xfd....", &["zstd"]),
        ("a.csv", b"\xff\xfea\0", &["UTF-16"]),
        ("a.csv", b"", &["is empty", "header row"]),
        ("a.csv", b"a,\xff,c\n1,2,3\n", &["header row", "UTF-8"]),
        ("a.csv", b"a,c\n1,\xff\n", &["row 1 (line 2)", "column \"c\"", "UTF-8"]),
        ("a.csv", b"a,c,a\n1,2,3\n", &["column \"a\" is given twice"]),
        ("a.parquet", b"PARE....", &["encrypted"]),
    ];
    for (name, content, parts) in cases {
        let message = rows(&TestFile::new(name, content).0, &["a", "c"]).unwrap_err().to_string();
        assert_says(&message, &[parts, &[name][..]].concat());
    }
    for path in ["nowhere.csv", env!("CARGO_TARGET_TMPDIR")] {
        assert_says(&rows(Path::new(path), &["a"]).unwrap_err().to_string(), &[path]);
    }
}

#[test]
fn parquet_types_are_read() {
    let schema = "optional boolean b; required int32 i; optional int32 u (INTEGER(32, false)); required int64 l; \
                  optional int64 w (INTEGER(64, false)); required float f; optional double d; required binary s (UTF8); \
                  optional fixed_len_byte_array(2) x; optional binary e (ENUM); required int32 p (DECIMAL(9, 0)); \
                  required int32 day (DATE); required int64 cents (DECIMAL(18, 2)); required int32 tiny (INTEGER(8, true)); \
                  required int64 at (TIMESTAMP(MILLIS, true));";
    let columns = || {
        vec![
            Column::Bool(vec![Some(true), None, Some(false)]),
            Column::Int32(vec![Some(0), Some(i32::MIN), Some(7)]),
            Column::Int32(vec![Some(-1), None, Some(0)]),
            Column::Int64(vec![Some(i64::MIN), Some(i64::MAX), Some(-10)]),
            Column::Int64(vec![None, Some(-1), Some(5)]),
            Column::Float(vec![Some(3.0), Some(-0.0), Some(-2.0)]),
            Column::Double(vec![Some(9_007_199_254_740_992.0), None, Some(1e3)]),
            text(&["", "\u{e9}", "c"]),
            Column::Fixed(vec![Some(b"E1".to_vec()), None, Some(b"W2".to_vec())]),
            Column::Text(vec![None, None, Some(b"e".to_vec())]),
            Column::Int32(vec![Some(1), Some(2), Some(3)]),
            Column::Int32(vec![Some(19_813), Some(0), Some(-25_568)]),
            Column::Int64(vec![Some(1), Some(2), Some(3)]),
            Column::Int32(vec![Some(-1), Some(2), Some(3)]),
            Column::Int64(vec![Some(1), Some(2), Some(3)]),
        ]
    };
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let expected = [
        "true|0|4294967295|-9223372036854775808||3|9007199254740992||E1||1|-1|2024-03-31",
        "|-2147483648||9223372036854775807|18446744073709551615|0||\u{e9}|||2|2|1970-01-01",
        "false|7|0|-10|5|-2|1000|c|W2|e|3|3|1899-12-31",
    ];
    let wanted = ["b", "i", "u", "l", "w", "f", "d", "s", "x", "e", "p", "tiny", "day"];
    let kinds = [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::GZIP(Default::default()), zstd];
    for compression in kinds.into_iter().chain([Compression::LZ4_RAW, Compression::BROTLI(Default::default())]) {
        for dictionary in [true, false] {
            let file = TestFile::new("types.parquet", &write(schema, &[columns(), columns()], compression, dictionary));
            assert_eq!(rows(&file.0, &wanted).unwrap(), [expected, expected].concat());
        }
    }
    let file = TestFile::new("types.parquet", &write(schema, &[columns()], zstd, true));
    for (column, part) in [("cents", "decimal numbers"), ("at", "timestamps")] {
        let message = rows(&file.0, &[column]).unwrap_err().to_string();
        assert_says(&message, &["types.parquet", &format!("column {column:?}"), part, "whole numbers"]);
    }
}

/// Only the native program has zstd, which needs a C compiler. `tests/js/npx.test.js` reads the same file as WebAssembly.
#[test]
fn parquet_with_zstd_is_read() {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/inputs/zstd.parquet");
    assert_eq!(rows(&golden, &["area", "key"]).unwrap(), ["N|1", "N|2", "S|3"]);
}

#[test]
fn fractions_are_refused() {
    for (value, size) in [(0.5, 0), (f64::NAN, 1), (f64::INFINITY, 1), (1e300, 8192)] {
        let mut values = vec![Some(1.0); size];
        values.push(Some(value));
        let file = write("optional double d;", &[vec![Column::Double(values)]], Compression::SNAPPY, true);
        let message = rows(&TestFile::new("d.parquet", &file).0, &["d"]).unwrap_err().to_string();
        assert_says(&message, &["d.parquet", &format!("row {}", size + 1), "column \"d\"", "whole number"]);
    }
}

#[test]
fn parquet_lists_are_refused() {
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    let schema = parse_message_type("message rows { repeated int32 a; }").unwrap();
    let writer = SerializedFileWriter::new(Vec::new(), schema.into(), Default::default());
    let mut writer = writer.unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<parquet::data_type::Int32Type>().write_batch(&[1, 2], Some(&[1, 1]), Some(&[0, 1])).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    let file = TestFile::new("lists.parquet", &writer.into_inner().unwrap());
    assert_says(&rows(&file.0, &["a"]).unwrap_err().to_string(), &["lists.parquet", "column \"a\"", "lists"]);
}

const SAMPLE: &str = include_str!("../../data/inputs/hypercube-sample.csv");
const SAMPLE_CELLS: &str = include_str!("../../data/inputs/hypercube-sample-cells.csv");

fn hypercube() -> String {
    let names = SAMPLE.lines().next().unwrap().split(',').filter(|name| *name != "record_key");
    let dimensions: String = names.map(|name| format!("[[dimension]]\nname = \"{name}\"\n")).collect();
    let cube = "[cube]\nid = \"hypercube\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n";
    format!("{cube}[key]\ncolumn = \"record_key\"\nmodulus = 256\n{dimensions}")
}

/// Reads 400 records of the hypercube in all formats. An independent program counted the expected cells.
#[test]
fn every_format_gives_the_same_cells() {
    let spec = parse(&hypercube()).unwrap();
    let expected = collect_cells(&spec, &[&TestFile::new("cells.csv", SAMPLE_CELLS.as_bytes())]).unwrap();
    assert_eq!(expected.population, 400);
    let csv = TestFile::new("sample.csv", SAMPLE.as_bytes());
    assert_eq!(collect_records(&spec, &[&csv]).unwrap(), expected);
    let gz = TestFile::new("sample.csv.gz", &gzip(SAMPLE.as_bytes()));
    assert_eq!(collect_records(&spec, &[&gz]).unwrap(), expected);

    let names: Vec<&str> = SAMPLE.lines().next().unwrap().split(',').collect();
    let records: Vec<Vec<&str>> = SAMPLE.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let number = |record: &Vec<&str>, column: usize| record[column].parse().unwrap();
    // A third of the columns are text, a third small integers, and a third nullable integers. The file has three row
    // groups.
    let kind = |column: usize| ["required binary {} (UTF8);", "required int32 {};", "optional int64 {};"][column % 3];
    let schema: String = names.iter().enumerate().map(|(at, name)| kind(at).replace("{}", name)).collect();
    let column = |records: &[Vec<&str>], at: usize| match at % 3 {
        0 => text(&records.iter().map(|record| record[at]).collect::<Vec<_>>()),
        1 => Column::Int32(records.iter().map(|record| Some(number(record, at))).collect()),
        _ => Column::Int64(records.iter().map(|record| Some(number(record, at).into())).collect()),
    };
    let groups: Vec<Vec<Column>> =
        records.chunks(150).map(|records| (0..names.len()).map(|at| column(records, at)).collect()).collect();
    let parquet =
        TestFile::new("sample.parquet", &write(&schema, &groups, Compression::ZSTD(ZstdLevel::default()), true));
    assert_eq!(collect_records(&spec, &[&parquet]).unwrap(), expected);

    // Several files may come in any order, and records may be combined with cells. The counts double, and the keys
    // combine by XOR or sum.
    let twice = collect_records(&spec, &[&csv, &parquet]).unwrap();
    assert_eq!(twice, collect_records(&spec, &[&parquet, &gz]).unwrap());
    assert_eq!((twice.population, &twice.coords), (800, &expected.coords));
}

#[test]
fn progress_reaches_the_end_of_the_file() {
    let long: String = std::iter::once("a\n".to_owned()).chain((0..20_000).map(|row| format!("{row}\n"))).collect();
    let parquet =
        write("required int32 a;", &[vec![Column::Int32((0..20_000).map(Some).collect())]], Compression::SNAPPY, false);
    let files = [("a.csv", long.clone().into_bytes()), ("a.csv.gz", gzip(long.as_bytes())), ("a.parquet", parquet)];
    for (name, content) in files {
        let mut seen: Vec<Progress> = Vec::new();
        let file = TestFile::new(name, &content);
        input::read(&file.0, &["a"], &mut |now| seen.push(now), |_, _| Ok::<(), InputError>(())).unwrap();
        assert!(seen.len() >= 3 && seen.is_sorted_by_key(|now| (now.rows, now.done)), "{name}: {seen:?}");
        assert!(seen.iter().all(|now| now.total == seen[0].total && now.done <= now.total), "{name}: {seen:?}");
        assert_eq!(seen.last().map(|now| (now.rows, now.done)), Some((20_000, seen[0].total)), "{name}");
    }
}
