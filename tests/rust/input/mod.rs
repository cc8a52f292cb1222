//! Files of records and cells, and the collector.

mod damage;
mod errors;
mod formats;
mod laws;
mod on_disk;
pub mod parquet_file;
mod parts;
mod rows;
mod steps;
mod threads;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use cellveil::Problems;
use cellveil::build::collect::Cells;
use cellveil::input::{self, Error};
use cellveil::spec::{CubeSpec, SpecErrors};

/// A valid specification: two declared dimensions, one dimension found in the data, a level, a structural zero, 8-bit
/// keys.
pub const PEOPLE: &str = r#"
[cube]
id = "people"
unit = "person"
data = "synthetic"
audience = "public"
[key]
column = "record_key"
modulus = 256
[[dimension]]
name = "age"
codes = { 1 = "Child", 2 = "Adult", 3 = "Pensioner" }
[[dimension.level]]
name = "band"
groups = [{ code = "young", of = ["1"] }, { code = "1", label = "Grown", of = ["3", "2"] }]
[[dimension]]
name = "marital"
column = "marital status"
codes = { single = "Single", married = "Married" }
[[dimension]]
name = "region"
[structural_zeros]
never = [{ age = ["1"], marital = ["married"] }]
"#;

pub fn parse(text: &str) -> Result<CubeSpec, SpecErrors> {
    let resolve = |name: &str| match name {
        "sex.csv" => Ok(b"\xef\xbb\xbfcode,note,label\n2,x,Female\n1,y,\"Male, or so\"\n".to_vec()),
        "twice.csv" => Ok(b"code,label\n1,a\n2,b\n1,c\n".to_vec()),
        "empty.csv" => Ok(b"code,label\n1,a\n,b\n".to_vec()),
        "header.csv" => Ok(b"kode,label\n1,a\n".to_vec()),
        "ragged.csv" => Ok(b"code,label\n1,a\n2\n".to_vec()),
        "latin1.csv" => Ok(b"code,label\n1,\xe9\n".to_vec()),
        "total.csv" => Ok(b"code,label\n_T,All\n".to_vec()),
        _ => Err("no such file; expected a file beside the specification".to_owned()),
    };
    let environment = |name: &str| match name {
        "SECRET" => Some("hunter2".to_owned()),
        "SALT" => Some("00ff".to_owned()),
        "NOT_HEX" => Some("xyzzy".to_owned()),
        "EMPTY" => Some(String::new()),
        _ => None,
    };
    CubeSpec::parse(text, &resolve, &environment)
}

/// A file for one test. Dropping the value removes the file.
pub struct TestFile(pub PathBuf);

impl TestFile {
    pub fn new(name: &str, content: &[u8]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{number}-{name}"));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

pub fn collect_records(spec: &CubeSpec, files: &[&TestFile]) -> Result<Cells, Problems<Error>> {
    let paths: Vec<PathBuf> = files.iter().map(|file| file.0.clone()).collect();
    input::collect(spec, &paths, &[], &mut |_, _| ())
}

pub fn collect_cells(spec: &CubeSpec, files: &[&TestFile]) -> Result<Cells, Problems<Error>> {
    let paths: Vec<PathBuf> = files.iter().map(|file| file.0.clone()).collect();
    input::collect(spec, &[], &paths, &mut |_, _| ())
}

/// Checks that the message is one line, contains every part, and names the expectation.
pub fn assert_says(message: &str, parts: &[&str]) {
    for part in parts.iter().chain(&["expected"]) {
        assert!(message.contains(part), "{part:?} is not in: {message}");
    }
    assert!(!message.contains('\n'), "{message}");
}
