//! For a wrong record or cell, the message names the file, the row and the column.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::assert_says;
use crate::support::small_cube::{CELLS, RECORDS, SPEC, sources};
use crate::support::workspace::WRONG;

type Cases = &'static [(&'static str, &'static str, &'static [&'static str])];

const BAD_RECORDS: Cases = &[
    ("915734021,A,1", "915734021,X,1", &["row 1 (line 2)", "column \"area\"", "unknown code \"X\"", "\"A\""]),
    ("915734021,A,1", "915734021,,1", &["row 1 (line 2)", "column \"area\"", "empty"]),
    ("915734021,A,1", "915734021,_T,1", &["row 1 (line 2)", "column \"area\"", "_T"]),
    ("915734021,A,1", "915734021,A ,1", &["row 1 (line 2)", "column \"area\"", "unknown code \"A \""]),
    ("915734021,A,1", "915734021,\"C,D\",2", &["row 1", "structural zero"]),
    ("640128557,B", ",B", &["row 2 (line 3)", "column \"record_key\"", "key is missing"]),
    ("640128557,B", "9157340210000,B", &["row 2 (line 3)", "column \"record_key\"", "below 4294967296"]),
    ("640128557,B", "99999999999999999999999,B", &["row 2", "column \"record_key\"", "below 4294967296"]),
    ("640128557,B", "640128557.0,B", &["row 2", "column \"record_key\"", "not a whole number"]),
    ("640128557,B", "-640128557,B", &["row 2", "column \"record_key\"", "not a whole number"]),
    ("640128557,B", "0x640128557,B", &["row 2", "column \"record_key\"", "not a whole number"]),
    ("640128557,B", "k640128557,B", &["row 2", "column \"record_key\"", "not a whole number"]),
    ("2718281,A,2", "2718281,A", &["row 3 (line 4)", "2 fields", "expected 3"]),
    ("2718281,A,2", "2718281,A,2,3", &["row 3 (line 4)", "4 fields", "expected 3"]),
    ("2718281,A,2", "2718281,A,\"2", &["row 3 (line 4)", "column \"sex\"", "unknown code"]),
    ("2718281,A,2", "2718281,\"A\n\n\",2", &["row 3", "column \"area\"", "unknown code"]),
    ("record_key,area,sex", "record_key,area,gender", &["no column \"sex\"", "record_key, area, gender"]),
    ("record_key,area,sex", "record_key,record_key,sex", &["no column \"area\""]),
    ("record_key,area,sex\n", "record_key,area,sex,sex\n", &["column \"sex\" is given twice"]),
    ("record_key,area,sex", "record_key;area;sex", &["row 1 (line 2): 1 fields", "expected 3 as in the header"]),
];

const BAD_CELLS: Cases = &[
    ("A,1,73192", "A,1,-73192", &["row 1 (line 2)", "column \"count\"", "whole number from 0 to 2^52"]),
    ("A,1,73192", "A,1,73192.5", &["row 1", "column \"count\""]),
    ("A,1,73192", "A,1,", &["row 1", "column \"count\""]),
    ("A,1,73192", "A,1,9007199254740993", &["row 1", "column \"count\""]),
    ("A,1,73192", "A,1,4503599627370496", &["row 2", "column \"count\"", "add up"]),
    ("73192,915734021", "73192,9157340210000", &["row 1", "column \"key\"", "below 4294967296"]),
    ("73192,915734021", "73192,", &["row 1", "column \"key\"", "missing"]),
    ("73192,915734021", "73192,915734021.5", &["row 1", "column \"key\"", "not a whole number"]),
    ("A,1,73192", "A,9,73192", &["row 1", "column \"sex\"", "unknown code \"9\""]),
    ("B,2,3141592", "\"C,D\",2,3141592", &["row 4", "structural zero"]),
    ("area,sex,count,key", "area,sex,counts,key", &["no column \"count\""]),
    ("area,sex,count,key", "area,sex,count", &["no column \"key\""]),
];

fn tile(option: &'static str, file: &'static str) -> [&'static str; 6] {
    ["tile", "cube.toml", option, file, "--out", "cube"]
}

#[test]
fn program_refuses_wrong_rows() {
    let space = sources();
    space.done(&["tile", "cube.toml", "--records", "records.csv", "--out", "good"]);
    for (option, file, good, cases) in
        [("--records", "records.csv", RECORDS, BAD_RECORDS), ("--cells", "cells.csv", CELLS, BAD_CELLS)]
    {
        for (old, new, parts) in cases {
            assert!(good.contains(old), "{old}");
            space.write(file, good.replacen(old, new, 1));
            space.fails_with(WRONG, &tile(option, file), &[&[file][..], parts].concat());
        }
        space.write(file, good);
        // The program also checks every row of the second file.
        space.write("second.csv", good.replacen("B,", "Z,", 1));
        let both = ["tile", "cube.toml", option, file, option, "second.csv", "--out", "cube"];
        space.fails(WRONG, &both, &["second.csv", "column \"area\"", "unknown code \"Z\""]);
    }
}

#[test]
fn messages_shorten_long_values() {
    let space = sources();
    for value in ["A".repeat(100_000), "\u{1b}[2J\u{7}\u{202e}".repeat(1000), "\u{0}".repeat(100)] {
        space.write("records.csv", RECORDS.replace(",A,1", &format!(",{value},1")));
        let message =
            space.fails(WRONG, &tile("--records", "records.csv"), &["row 1", "column \"area\"", "unknown code"]);
        assert!(message.len() < 600, "{} bytes", message.len());
    }
    space.write("records.csv", RECORDS.replace("record_key,area", &format!("record_key,{}", "area".repeat(50_000))));
    space.fails(WRONG, &tile("--records", "records.csv"), &["no column \"area\""]);
}

/// The file has no data on the disk, so it needs no space. Its zeros are one row without an end.
#[test]
#[ignore = "long: reads 256 MB twice"]
fn a_row_without_an_end_is_refused_before_it_fills_the_memory() {
    let space = sources();
    for quote in ["", "\""] {
        space.write("records.csv", format!("{RECORDS}{quote}"));
        let file = std::fs::File::options().write(true).open(space.path("records.csv")).unwrap();
        file.set_len(10_000_000_000).unwrap();
        let (status, out, message) = space.run(&tile("--records", "records.csv"));
        assert_eq!((status, out.as_str()), (WRONG, ""));
        assert_says(message.trim_end(), &["records.csv", "a row is longer than 256 MB"]);
        assert!(!space.path("cube").exists());
    }
}

#[test]
fn program_refuses_wrong_files() {
    let space = sources();
    let packed = |text: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let gzip = packed(RECORDS.as_bytes());
    let mut flipped = gzip.clone();
    let middle = gzip.len() / 2;
    flipped[middle] ^= 0x55;
    let mut wrong_sum = gzip.clone();
    wrong_sum[gzip.len() - 8] ^= 1;
    let latin = RECORDS.replace(",A,1", ",\u{e9},1").replace('\u{e9}', "?").into_bytes();
    let latin: Vec<u8> = latin.into_iter().map(|byte| if byte == b'?' { 0xe9 } else { byte }).collect();
    let header = [&b"record_key,ar\xe9a,sex\n"[..], b"1,A,1\n"].concat();
    let cases: Vec<(&'static str, Vec<u8>, &[&str])> = vec![
        ("records.csv", vec![], &["is empty", "a header row"]),
        ("records.csv", b"\n\n".to_vec(), &["is empty"]),
        ("records.csv", latin, &["row 1 (line 2)", "column \"area\"", "not UTF-8"]),
        ("records.csv", header, &["header", "UTF-8"]),
        ("records.csv", b"PK\x03\x04rest".to_vec(), &["zip", "CSV, CSV.gz or Parquet"]),
        ("records.csv", b"\x28\xb5\x2f\xfdrest".to_vec(), &["zstd", "CSV, CSV.gz or Parquet"]),
        ("records.csv", b"\xff\xfer\0e\0".to_vec(), &["UTF-16", "UTF-8"]),
        ("records.csv", b"PAR1".to_vec(), &["Parquet"]),
        ("records.csv", b"PARE....PARE".to_vec(), &["encrypted"]),
        ("records.csv", b"SQLite format 3\0".to_vec(), &["SQLite", "export the table as CSV"]),
        ("records.csv.gz", RECORDS.into(), &["does not begin like a gzip file"]),
        ("records.csv.gz", gzip[..gzip.len() - 9].to_vec(), &["ends too early", "gzip"]),
        ("records.csv.gz", gzip[..20].to_vec(), &["ends too early", "gzip"]),
        ("records.csv.gz", flipped, &["cannot be read", "expected"]),
        ("records.csv.gz", wrong_sum, &["cannot be read", "expected"]),
        ("records.csv.gz", [&gzip[..], b"tail"].concat(), &["expected"]),
        ("records.csv.gz", packed(b""), &["is empty"]),
        ("records.parquet", RECORDS.into(), &["does not begin like a Parquet file"]),
        ("records.parquet", b"PAR1PAR1".to_vec(), &["Parquet"]),
        ("records.parquet", [&b"PAR1"[..], &[0xff; 60], b"\xff\xff\xff\x7fPAR1"].concat(), &["Parquet"]),
    ];
    for (file, bytes, parts) in cases {
        space.write(file, &bytes);
        space.fails(WRONG, &tile("--records", file), &[&[file][..], parts].concat());
        space.fails_with(WRONG, &tile("--cells", file), &[file]);
    }
    std::fs::create_dir(space.path("folder")).unwrap();
    space.fails(WRONG, &tile("--records", "folder"), &["folder", "is a folder"]);
    space.fails(WRONG, &tile("--records", "missing.csv"), &["missing.csv", "No such file"]);
    space.write("records.csv", "record_key,area,sex\n");
    let found = SPEC.replace("codes = { 1 = \"Male\", 2 = \"Female\" }", "").replace(", sex = [\"2\"]", "");
    space.write("cube.toml", found);
    space.fails(WRONG, &tile("--records", "records.csv"), &["\"sex\"", "no codes", "at least one row"]);
}

/// The parquet crate writes a row group. The test then cuts and changes its bytes.
#[test]
fn program_refuses_damaged_parquet() {
    use parquet::basic::{Compression, ZstdLevel};
    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    use std::sync::Arc;

    let schema = "message m { required int64 record_key; required binary area (UTF8); required binary sex (UTF8); }";
    let zstd = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let mut bytes = Vec::new();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(zstd)).unwrap();
    let mut group = file.next_row_group().unwrap();
    let keys: Vec<i64> = (0..300).map(|row| if row == 299 { -915_734_021 } else { 915_734_021 }).collect();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(&keys, None, None).unwrap();
    column.close().unwrap();
    for code in ["A", "1"] {
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&vec![ByteArray::from(code); 300], None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    file.close().unwrap();

    let space = sources();
    let command = tile("--records", "records.parquet");
    space.write("records.parquet", &bytes);
    space.fails(WRONG, &command, &["records.parquet", "row 300", "column \"record_key\"", "not a whole number"]);
    for end in (4..bytes.len()).step_by(bytes.len() / 25) {
        space.write("records.parquet", &bytes[..end]);
        space.fails(WRONG, &command, &["records.parquet", "Parquet"]);
    }
    for at in (0..bytes.len()).step_by(bytes.len() / 60) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0xff;
        space.write("records.parquet", &bytes);
        space.fails_with(WRONG, &command, &["records.parquet"]);
    }
}
