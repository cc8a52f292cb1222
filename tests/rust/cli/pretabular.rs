//! Steps before tabulation on the command line: `tile`, `check`, `info` and `table --estimate`.

use crate::support::workspace::Workspace;

const SPEC: &str = r#"
[cube]
id = "town"
unit = "person"
data = "synthetic"
audience = "public"
release = "preprotected"
[[dimension]]
name = "area"
codes = { A = "A", B = "B", C = "C" }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[method.none]
kind = "none"
[publish]
why = "a test"
"#;

const PRAM: &str = r#"
[[pretabular]]
kind = "pram"
variable = "area"
matrix = "matrix.csv"
seed = "0a"
publish = true
"#;

fn space(steps: &str) -> Workspace {
    let space = Workspace::new();
    space.write("cube.toml", format!("{SPEC}{steps}"));
    space.write("matrix.csv", "from,A,B,C\nA,0.8,0.2,0\nB,0.1,0.9,0\nC,0,0,1\n");
    let mut records = String::from("household,area,sex\n");
    for household in 0..600 {
        let area = ["A", "B", "C"][household % 3];
        records += &format!("{household},{area},1\n{household},{area},2\n");
    }
    space.write("people.csv", &records);
    space
}

/// Builds the cube. Returns what the program reports.
fn tile(space: &Workspace) -> String {
    let (status, _, report) = space.run(&["tile", "cube.toml", "--records", "people.csv", "--out", "cube"]);
    assert_eq!(status, 0, "{report}");
    report
}

#[test]
fn tile_and_check_say_what_each_step_did() {
    let swap =
        "[[pretabular]]\nkind = \"swap\"\nvariable = \"area\"\nunit = \"household\"\nrate = 0.1\nseed = \"0b\"\n";
    let space = space(swap);
    let report = tile(&space);
    let line = "swap: 60 of 600 units selected (10.00 %), 60 pairs exchanged their values; 120 units moved (20.00 %), 240 records (20.00 \
                %); 0 selected units have no partner";
    assert!(report.contains(line), "{report}");
    assert!(report.contains("finest cells: DR1 absent, because no cell shows 1 or 2"), "{report}");
    let out = space.done(&["check", "cube.toml", "--records", "people.csv"]);
    assert!(out.contains(&format!("note: {line}")) && out.ends_with("cube.toml: 0 errors, 0 warnings\n"), "{out}");
    let out = space.done(&["info", "cube"]);
    assert!(out.contains("step        swap before tabulation\n") && out.contains("why         a test\n"), "{out}");
}

#[test]
fn an_estimate_undoes_the_expected_moves() {
    let space = space(PRAM);
    tile(&space);
    let out = space.done(&["info", "cube"]);
    assert!(out.contains("of the records moved; the matrix of area is in cube.json"), "{out}");
    let out = space.done(&["table", "cube", "--rows", "area", "--method", "none", "--estimate"]);
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0], ["area", "value", "status", "estimate"]);
    let number = |row: usize, column: usize| lines[row][column].parse::<f64>().unwrap();
    // x* = xP: 0.8 a + 0.1 b = A and 0.2 a + 0.9 b = B, so a = (0.9 A − 0.1 B) / 0.7.
    let (a, b) = (number(1, 1), number(2, 1));
    assert!((number(1, 3) - (0.9 * a - 0.1 * b) / 0.7).abs() < 0.001, "{out}");
    // The sum stays, and C moves nobody.
    assert!((number(1, 3) + number(2, 3) - a - b).abs() < 0.002, "{out}");
    assert_eq!((lines[3][1], lines[3][3], lines[4][3]), ("400", "400.000", "1200.000"));
    // 400 persons of A: the estimate has a standard deviation below 20.
    assert!((number(1, 3) - 400.0).abs() < 80.0, "{out}");
    // Tables without the variable stay as they are.
    let out = space.done(&["table", "cube", "--rows", "sex", "--method", "none", "--estimate"]);
    assert!(out.lines().skip(1).all(|line| line.ends_with(".000")), "{out}");
}

#[test]
fn tables_without_an_estimate() {
    let with = space(PRAM);
    tile(&with);
    for (more, parts) in [
        (&["--rows", "sex", "--filter", "area=A"][..], &["--estimate: the table selects categories of \"area\""][..]),
        (&["--rows", "area", "--group", "area:North=A,B"], &["--estimate: the table selects categories of \"area\""]),
    ] {
        let arguments = [&["table", "cube", "--method", "none", "--estimate"], more].concat();
        with.fails(2, &arguments, parts);
    }
    let hidden = space(&PRAM.replace("publish = true\n", ""));
    tile(&hidden);
    let arguments = ["table", "cube", "--rows", "area", "--estimate"];
    hidden.fails(2, &arguments, &["--estimate: the publisher does not state the matrix of PRAM"]);
    let same = space(&PRAM.replace("matrix.csv", "same.csv"));
    same.write("same.csv", "from,A,B,C\nA,1/2,1/2,0\nB,1/2,1/2,0\nC,0,0,1\n");
    tile(&same);
    same.fails(2, &arguments, &["the matrix of \"area\" has no inverse"]);
    let none = space("[[pretabular]]\nkind = \"weights\"\nchanged = 5\nseed = \"0c\"\n");
    tile(&none);
    none.fails(2, &arguments, &["--estimate: the cube has no PRAM"]);
}

#[test]
fn broken_input_writes_nothing() {
    let space = space(
        "[[pretabular]]\nkind = \"swap\"\nvariable = \"area\"\nunit = \"household\"\nrate = 0.1\nseed = \"0b\"\n",
    );
    space.write("split.csv", "household,area,sex\n1,A,1\n1,B,2\n");
    space.write("nobody.csv", "household,area,sex\n,A,1\n");
    space.write("lacking.csv", "area,sex\nA,1\n");
    for (file, parts) in [
        (
            "split.csv",
            &[
                "split.csv, row 2",
                "column \"area\"",
                "differs from that of an earlier record with the same \"household\"",
            ][..],
        ),
        ("nobody.csv", &["nobody.csv, row 1", "column \"household\"", "the identifier of the unit is missing"]),
        ("lacking.csv", &["lacking.csv", "\"household\""]),
    ] {
        space.fails(2, &["tile", "cube.toml", "--records", file, "--out", "cube"], parts);
        assert!(!space.path("cube").exists());
    }
}

const KEYED: &str = r#"
[cube]
id = "village"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "keyed"
[key]
column = "key"
salt = "51a07c3e9bd24f688d1e0a7742c95b36"
[[dimension]]
name = "area"
codes = { a = "a", b = "b", c = "c", d = "d", e = "e", f = "f" }
[[dimension]]
name = "age"
codes = { 0 = "0", 1 = "1", 2 = "2", 3 = "3", 4 = "4", 5 = "5", 6 = "6", 7 = "7", 8 = "8" }
[[dimension]]
name = "job"
codes = { k = "k", l = "l", m = "m", n = "n", o = "o", p = "p", q = "q" }
[method.default]
kind = "random-rounding"
base = 3
"#;

const SWAP: &str = "[[pretabular]]\nkind = \"swap\"\nvariable = \"area\"\nrate = 0.05\nseed = \"0b\"\npublish = true\n";

/// Persons of a village with many small cells, and the keyed cube of the unchanged records in `unchanged`.
fn village(persons: u64) -> Workspace {
    let space = Workspace::new();
    let mut state = 5_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) % below
    };
    let mut records = String::from("area,age,job,key\n");
    for _ in 0..persons {
        let (area, age, job) = (next(6).min(next(6)), next(9), next(7).min(next(7)));
        let letter = |from: u8, at: u64| char::from(from + at as u8);
        records += &format!("{},{age},{},{}\n", letter(b'a', area), letter(b'k', job), next(1 << 32));
    }
    space.write("people.csv", &records);
    space.write("keyed.toml", KEYED);
    space.done(&["tile", "keyed.toml", "--records", "people.csv", "--out", "unchanged"]);
    space
}

/// The specification of a preprotected cube with a step.
fn preprotected(step: &str, limits: &str) -> String {
    let spec = KEYED.replace("\"keyed\"", "\"preprotected\"").replace("column = \"key\"\n", "");
    format!("{spec}[publish]\nwhy = \"a test\"\n{step}{limits}")
}

#[test]
fn audit_reads_the_counts_of_a_preprotected_cube() {
    let space = village(150);
    space.write("cube.toml", preprotected(SWAP, ""));
    tile(&space);
    let audit = ["audit", "cube", "--original", "unchanged", "--format", "json"];
    let (status, report, error) = space.run(&audit);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains("small-cells") && error.contains("kept-tables"), "{error}");
    for part in [r#""release": "preprotected""#, r#""cube": "village""#, "These steps were applied: swap. The files"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    // The same report every time, and no true count without --reveal.
    assert_eq!(space.run(&audit).1, report);
    assert!(!report.contains("\"truth\""));
    // A publisher may raise the limits.
    let limits =
        "[audit]\nsmall_cells = 1\nkept_tables = 9\ntrue_uniques = 1\nreal_cells = 1\nprofiles = 999\nequality = 1\n";
    space.write("cube.toml", preprotected(SWAP, limits));
    let text = space.done(&["audit", "cube", "--original", "unchanged", "--spec", "cube.toml"]);
    assert!(text.starts_with("# Audit of village: PASS") && text.contains("set in `[audit]`"), "{text}");
    assert!(text.contains("posterior: attackers who reason about the steps are not tested"), "{text}");
}

/// The planted faults: noise alone in a sparse cube, and unchanged records of other people.
#[test]
fn audit_finds_real_cells_and_other_people() {
    let space = village(2_000);
    let noise = "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }\nseed = \"0c\"\n";
    space.write("cube.toml", preprotected(noise, ""));
    tile(&space);
    let (status, text, error) = space.run(&["audit", "cube", "--original", "unchanged"]);
    assert!(status == 1 && error.contains("real-cells") && text.contains("(100 %)"), "{error}");
    let all = space.text("people.csv");
    let lines: Vec<Vec<&str>> = all.lines().map(|line| line.split(',').collect()).collect();
    let rows = lines.len() - 1;
    let mut fewer: Vec<String> = lines[..=rows / 2].iter().map(|line| line.join(",")).collect();
    // The same tables of single variables: each column is shifted against the others.
    let shifted = |row: usize| {
        let column = |at: usize| lines[1 + (row + at * 389) % rows][at];
        (0..4).map(column).collect::<Vec<_>>().join(",")
    };
    let mixed = std::iter::once(lines[0].join(",")).chain((0..rows).map(shifted));
    space.write("mixed.csv", mixed.collect::<Vec<_>>().join("\n") + "\n");
    fewer.push(String::new());
    space.write("fewer.csv", fewer.join("\n"));
    for name in ["mixed", "fewer"] {
        space.done(&["tile", "keyed.toml", "--records", &format!("{name}.csv"), "--out", name]);
    }
    space.write("swap.toml", preprotected(SWAP, ""));
    space.done(&["tile", "swap.toml", "--records", "people.csv", "--out", "swapped"]);
    let (_, text, _) = space.run(&["audit", "swapped", "--original", "unchanged"]);
    assert!(!text.contains("All tables of two variables differ"), "{text}");
    let (_, text, _) = space.run(&["audit", "swapped", "--original", "mixed"]);
    assert!(text.contains("All tables of two variables differ"), "{text}");
    space.fails(2, &["audit", "swapped", "--original", "fewer"], &["--original fewer: its number of records differs"]);
}

/// The sound twin: no table has a count of 1 or 2, and every group has several codes.
#[test]
fn rounded_leaves_pass_the_audit() {
    let space = village(200_000);
    let noise = "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 10 }\nseed = \"0c\"\n";
    space.write("cube.toml", preprotected(noise, ""));
    tile(&space);
    let text = space.done(&["audit", "cube", "--original", "unchanged", "--spec", "cube.toml"]);
    assert!(text.starts_with("# Audit of village: PASS"), "{text}");
}

#[test]
fn audits_of_preprotected_cubes_need_the_unchanged_records_only() {
    let space = village(300);
    space.write("cube.toml", preprotected(SWAP, ""));
    tile(&space);
    let with = |more: &[&'static str]| [&["audit", "cube"], more].concat();
    let original = ["--original", "unchanged"];
    for (arguments, parts) in [
        (with(&[]), &["--original: missing for a preprotected cube", "keyed cube of the unchanged records"][..]),
        (with(&["--original", "cube"]), &["--original cube: "]),
        (with(&[&original[..], &["--truth", "unchanged"]].concat()), &["--truth: given with a preprotected cube"]),
        (with(&[&original[..], &["--with", "unchanged"]].concat()), &["--with: given with a preprotected cube"]),
        (with(&[&original[..], &["--spec", "keyed.toml", "--suggest"]].concat()), &["--spec: its release is not"]),
    ] {
        space.fails(2, &arguments, parts);
    }
    space.write("other.toml", preprotected(SWAP, "").replace("\"village\"", "\"other\""));
    let arguments = with(&[&original[..], &["--spec", "other.toml"]].concat());
    space.fails(2, &arguments, &["--spec: the cube is \"other\"; expected the specification of \"village\""]);
}

/// A sealed cube states how many records moved. The audit builds the cube again from the changed counts.
#[test]
fn a_sealed_cube_with_stated_steps_is_built_again() {
    let space = village(700);
    let sealed = |swap: &str| {
        let spec = KEYED.replace("\"keyed\"", "\"sealed\"").replace("\"teaching\"", "\"public\"");
        format!("{spec}[publish]\nmax_dimensions = 2\n{swap}")
    };
    space.write("changed.toml", format!("{KEYED}{SWAP}"));
    space.write("sealed.toml", sealed(SWAP));
    for (spec, out) in [("changed.toml", "changed"), ("sealed.toml", "sealed")] {
        space.done(&["tile", spec, "--records", "people.csv", "--out", out]);
    }
    let rebuilt = |spec: &str| {
        let audit = ["audit", "sealed", "--truth", "changed", "--spec", spec, "--original", "unchanged"];
        let (_, text, error) = space.run(&audit);
        let section = text.split("\n## ").find(|section| section.starts_with("rebuild")).map(str::to_owned);
        section.unwrap_or_else(|| panic!("{text}{error}"))
    };
    let section = rebuilt("sealed.toml");
    assert!(section.starts_with("rebuild: within its limit"), "{section}");
    assert!(section.contains("The shares moved and the matrices in cube.json are not tested"), "{section}");
    // The planted fault: the specification does not let the cube state the share.
    space.write("silent.toml", sealed(&SWAP.replace("publish = true\n", "")));
    assert!(rebuilt("silent.toml").starts_with("rebuild: exceeds its limit"));
    // Before the release, the specification must have the steps of the keyed cube.
    space.write("none.toml", sealed(""));
    let audit = ["audit", "changed", "--spec", "none.toml", "--original", "unchanged"];
    space.fails(2, &audit, &["--spec: [[pretabular]] has no steps, and the cube was built with swap"]);
    // The unchanged records are not those of a cube with steps, and not those of other people.
    let audit = ["audit", "changed", "--spec", "sealed.toml", "--original", "changed"];
    space.fails(2, &audit, &["--original changed: its records were changed before they were counted"]);
    // The specification lacks the step.
    space.write("none.toml", sealed(""));
    assert!(rebuilt("none.toml").starts_with("rebuild: exceeds its limit"));
}
