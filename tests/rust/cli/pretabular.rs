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
    let line = "swap: 60 of 600 units selected (10.00 %), 60 pairs exchanged their values, 240 records moved (20.00 %); 0 \
                selected units have no partner";
    assert!(report.contains(line), "{report}");
    assert!(report.contains("finest cells: DR1 none"), "{report}");
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
