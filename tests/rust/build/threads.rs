//! The files of a cube do not depend on the number of threads.

use crate::support::workspace::{Workspace, files_in};

const SPEC: &str = r#"
[cube]
id = "people"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
column = "record_key"
[[dimension]]
name = "area"
[[dimension]]
name = "age"
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[publish]
views = "auto"
split = "area"
"#;

#[test]
fn every_number_of_threads_gives_the_same_files() {
    let space = Workspace::new();
    space.write("cube.toml", SPEC);
    let row = |row: u64| {
        let drawn = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        format!("{},{},{},{}\n", drawn & 0xffff_ffff, drawn % 300, drawn / 300 % 101, drawn / 30_300 % 2 + 1)
    };
    let rows: String = (1..60_000).map(row).collect();
    space.write("records.csv", format!("record_key,area,age,sex\n{rows}"));
    let build = |out: &str, threads: &[&str]| {
        let command = ["tile", "cube.toml", "--records", "records.csv", "--out", out];
        let printed = space.done(&[&command[..], threads].concat());
        let tiles = files_in(&space.path(&format!("{out}/tiles")), "cvt");
        let mut files: Vec<Vec<u8>> = tiles.iter().map(|path| std::fs::read(path).unwrap()).collect();
        files.push(space.read(&format!("{out}/cube.json")));
        (printed.replace(&format!("{out}:"), "cube:"), files)
    };
    let expected = build("one", &["--threads", "1"]);
    assert!(expected.1.len() > 3, "{}", expected.0);
    for (out, threads) in [("two", "2"), ("three", "3"), ("seven", "7")] {
        assert!(build(out, &["--threads", threads]) == expected, "{threads} threads");
    }
    assert!(build("all", &[]) == expected);
}

#[test]
fn a_number_of_threads_is_positive() {
    let space = Workspace::new();
    space.write("cube.toml", SPEC);
    space.write("records.csv", "record_key,area,age,sex\n");
    let command = ["tile", "cube.toml", "--records", "records.csv", "--out", "cube", "--threads", "0"];
    let (status, _, message) = space.run(&command);
    assert_eq!(status, 2);
    assert!(message.contains("--threads"), "{message}");
}
