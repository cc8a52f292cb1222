//! `cellveil synthesize`: its files, the cube that they give, and its refusals.

use super::csv;
use crate::support::workspace::{WRONG, Workspace};

const SMALL: [&str; 5] = ["synthesize", "--households", "1500", "--seed", "7"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

/// **All formats have the same records.** Each gives the same cube, without a warning. The key checks pass too.
#[test]
fn every_format_gives_the_same_cube() {
    let space = Workspace::new();
    let printed = space.done(&with(&["--out", "people.csv", "--spec", "cube.toml"]));
    let persons = space.text("people.csv").lines().count() - 1;
    let start = format!("people.csv: 1500 households, {persons} persons, ");
    assert!(printed.starts_with(&start) && printed.ends_with(" areas\n"), "{printed}");
    assert_eq!(space.text("people.csv"), csv(1500, 7));
    for (file, start) in [("people.csv.gz", &b"\x1f\x8b"[..]), ("people.parquet", b"PAR1")] {
        space.done(&with(&["--out", file]));
        assert!(space.read(file).starts_with(start), "{file}");
    }
    for (file, cube) in [("people.csv", "one"), ("people.csv.gz", "two"), ("people.parquet", "three")] {
        let (status, _, notes) = space.run(&["tile", "cube.toml", "--records", file, "--out", cube]);
        assert_eq!((status, notes.as_str()), (0, ""), "{file}");
        assert_eq!(space.read(&format!("{cube}/cube.json")), space.read("one/cube.json"), "{file}");
    }
    let checked = space.done(&["check", "cube.toml", "--records", "people.csv"]);
    assert!(checked.contains("0 errors, 0 warnings"), "{checked}");
    let table = space.done(&["table", "one", "--rows", "area:district", "--columns", "age:band,birth_country:origin"]);
    assert!(table.starts_with("area:district,age:band,birth_country:origin,value,status\nD0001,0,home,"), "{table}");
}

/// **Several row groups of Parquet have all records.** A row group has 65,536 records.
#[test]
fn row_groups_have_all_records() {
    let space = Workspace::new();
    for (file, cube) in [("people.csv", "one"), ("people.parquet", "two")] {
        let people = ["synthesize", "--households", "30000", "--seed", "2", "--spec", "cube.toml", "--force"];
        let printed = space.done(&[&people[..], &["--out", file]].concat());
        let persons: usize = printed.split([',', ' ']).filter_map(|word| word.parse().ok()).nth(1).unwrap();
        assert!(persons > 1 << 16, "{printed}");
        space.done(&["tile", "cube.toml", "--records", file, "--out", cube]);
    }
    assert_eq!(space.read("one/cube.json"), space.read("two/cube.json"));
}

/// **The specification's structural zeros hold for the records**, and a record that has one is found.
#[test]
fn structural_zeros_hold() {
    let space = Workspace::new();
    space.done(&with(&["--out", "people.csv", "--spec", "cube.toml"]));
    space.done(&["tile", "cube.toml", "--records", "people.csv", "--out", "cube"]);
    let text = space.text("people.csv");
    let child = text.lines().find(|line| line.contains(",never-married,child,")).unwrap();
    space.write("fault.csv", text.replace(child, &child.replace(",never-married,", ",married,")));
    let arguments = ["tile", "cube.toml", "--records", "fault.csv", "--out", "other"];
    space.fails(WRONG, &arguments, &["fault.csv", "marital_status"]);
}

#[test]
fn wrong_arguments_change_nothing() {
    let space = Workspace::new();
    space.write("old.csv", "kept");
    std::fs::create_dir(space.path("folder")).unwrap();
    let people = |households: &'static str, seed: &'static str, more: &[&'static str]| {
        [&["synthesize", "--households", households, "--seed", seed][..], more].concat()
    };
    for (arguments, parts) in [
        (people("0", "1", &["--out", "a.csv"]), &["households is 0", "1 to 100000000"][..]),
        (people("100000001", "1", &["--out", "a.csv"]), &["households is 100000001"]),
        (people("99999999999999999999", "1", &["--out", "a.csv"]), &["--households", "see cellveil --help"]),
        (people("-5", "1", &["--out", "a.csv"]), &["see cellveil --help"]),
        (people("many", "1", &["--out", "a.csv"]), &["many"]),
        (people("5", "9007199254740992", &["--out", "a.csv"]), &["seed is 9007199254740992"]),
        (people("5", "1", &[]), &["--out"]),
        (people("5", "1", &["--out", "nowhere/a.csv"]), &["--out nowhere/a.csv: ", "expected to write there"]),
        (people("5", "1", &["--out", "folder"]), &["--out folder: ", "expected to write there"]),
        (people("5", "1", &["--out", "old.csv"]), &["--out old.csv: exists already", "--force"]),
        (people("5", "1", &["--out", "a.csv", "--spec", "old.csv"]), &["--spec old.csv: exists already"]),
        (people("5", "1", &["--out", "a.csv", "--spec", "nowhere/a.toml"]), &["--spec nowhere/a.toml: "]),
        (people("5", "1", &["--out", "a.csv", "--spec", "./folder/../a.csv"]), &["the file of --out"]),
    ] {
        space.fails(WRONG, &arguments, parts);
    }
    space.done(&people("5", "1", &["--out", "old.csv", "--force"]));
    assert_eq!(space.text("old.csv"), csv(5, 1));
}

/// A failed write leaves no file. `/dev/full` accepts no byte.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let space = Workspace::new();
    for name in ["full.csv", "full.csv.gz", "full.parquet"] {
        std::os::unix::fs::symlink("/dev/full", space.path(name)).unwrap();
        let (status, _, message) = space.run(&with(&["--out", name, "--spec", "cube.toml"]));
        assert_eq!(status, WRONG, "{message}");
        assert!(
            message.contains(&format!("--out {name}: No space left on device; expected to write there")),
            "{message}"
        );
        assert!(!space.path("cube.toml").exists());
    }
}
