//! A damaged file causes an error. It never causes a panic, and no false row follows the damage.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cellveil::input::{self, InputError};
use parquet::basic::{Compression, ZstdLevel};

use super::parquet_file::{Column, text, write};
use super::{TestFile, assert_says};

const CSV: &[u8] = b"a,b\n1,\"x, y\"\n2,\xc3\xa9\n3,z\n";

fn read(file: &TestFile) -> Result<u64, InputError> {
    input::read(&file.0, &["a", "b"], &mut |_| (), |_, _| Ok::<(), InputError>(()))
}

fn gzip(content: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn small_parquet() -> Vec<u8> {
    let group =
        || vec![Column::Int32((0..200).map(|row| (row % 7 != 0).then_some(row % 5)).collect()), text(&["x"; 200])];
    let zstd = Compression::ZSTD(ZstdLevel::default());
    write("optional int32 a; required binary b (UTF8);", &[group(), group()], zstd, true)
}

#[test]
fn truncated_gzip_is_an_error() {
    let whole = gzip(CSV);
    assert_eq!(read(&TestFile::new("whole.csv.gz", &whole)), Ok(3));
    for end in 2..whole.len() {
        let file = TestFile::new("cut.csv.gz", &whole[..end]);
        let message = read(&file).unwrap_err().to_string();
        assert_says(&message, &["cut.csv.gz", "too early", "gzip"]);
    }
}

#[test]
fn gzip_with_a_flipped_byte_is_an_error() {
    let rows = |bytes: &[u8]| {
        let mut rows = Vec::new();
        input::read(&TestFile::new("flip.csv.gz", bytes).0, &["a", "b"], &mut |_| (), |_, values| {
            rows.push(values.concat());
            Ok::<(), InputError>(())
        })
        .map(|_| rows)
    };
    let whole = gzip(CSV);
    let expected = rows(&whole);
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        // Bits for time, system and padding do not affect the content.
        let read = rows(&bytes);
        assert!(read.is_err() || read == expected, "byte {at}");
    }
}

#[test]
fn truncated_parquet_is_an_error() {
    let whole = small_parquet();
    assert_eq!(read(&TestFile::new("whole.parquet", &whole)), Ok(400));
    for end in (0..whole.len()).step_by(3) {
        let file = TestFile::new("cut.parquet", &whole[..end]);
        assert_says(&read(&file).unwrap_err().to_string(), &["cut.parquet", "Parquet"]);
    }
}

#[test]
fn parquet_with_a_flipped_byte_gives_no_false_row() {
    let whole = small_parquet();
    let mut panics = Vec::new();
    for at in 0..whole.len() {
        for mask in [0x01, 0x10, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= mask;
            let file = TestFile::new("flip.parquet", &bytes);
            if catch_unwind(AssertUnwindSafe(|| read(&file))).is_err() {
                panics.push((at, mask));
            }
        }
    }
    assert!(panics.is_empty(), "{panics:?}");
}
