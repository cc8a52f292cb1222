//! Runs `cellveil matrix check` and `cellveil matrix invariant` on files.

use std::fs;

use cellveil::protect::{MethodSpec, Parameters};

use super::{CAP, FRACTIONS, PRINTED, SPREAD, data};
use crate::support::workspace::Workspace;

/// Runs the program in a new folder with `files`. Returns exit status, standard output and standard error.
fn run(arguments: &[&str], files: &[(&str, &str)]) -> (i32, String, String) {
    let space = Workspace::new();
    for (name, text) in files {
        space.write(name, text);
    }
    for name in [PRINTED, FRACTIONS, SPREAD] {
        fs::copy(data(name), space.path(name)).unwrap();
    }
    space.run(&[&["matrix"], arguments].concat())
}

/// Returns the words after the name of a verdict.
fn verdict<'a>(report: &'a str, name: &str) -> &'a str {
    report.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} in {report}")).trim()
}

#[test]
fn check_reports_the_properties_of_a_matrix() {
    let (status, report, error) = run(&["check", PRINTED, "--cap", "10"], &[]);
    assert_eq!(status, 1);
    assert_eq!(
        error,
        format!("cellveil: {PRINTED}: not every row sums to 1; expected that, perhaps with fractions such as 1/60\n")
    );
    for (name, words) in [
        ("positions", "counts 0 to 10, then residuals 1 to 5 of larger counts"),
        ("row-stochastic", "no: 13 of 16 rows do not sum to 1 within 1e-6; that of count 3 sums to 1.0002"),
        ("unbiased", "no: the mean noise is not 0 on 6 of 16 rows; that of count 1 is 1.25"),
        ("invariant", "for no frequencies: with rows that do not sum to 1 these are no probabilities"),
        ("count 3", " 1.0002    0.9      0.1169"),
    ] {
        assert_eq!(verdict(&report, name), words.trim(), "{report}");
    }
    let (status, report, error) = run(&["check", FRACTIONS, "--cap", "10", "--frequencies", SPREAD], &[]);
    assert_eq!((status, error.as_str()), (0, ""));
    for (name, words) in [
        ("row-stochastic", "yes: every row sums to 1 within 1e-6"),
        ("unbiased", "no: the mean noise is not 0 on 6 of 16 rows; that of count 1 is 1.25"),
        ("zeros", "empty cells stay empty; no other cell becomes empty"),
        ("invariant", "no: at count 1 4028 cells become 2310.933333 (expected), a change of 0.698847 % of all cells"),
        ("change of sum", "5452.35 expected over 245700 cells"),
    ] {
        assert_eq!(verdict(&report, name), words, "{report}");
    }
}

#[test]
fn report_matches_line_by_line() {
    let expected = "\
positions       counts 0 to 1, then residual 1: all larger counts
row-stochastic  yes: every row sums to 1 within 1e-6
unbiased        no: the mean noise is not 0 on 2 of 3 rows; that of residual 1 is -0.5
zeros           empty cells stay empty; other cells may become empty
invariant       for no frequencies that are all above 0: cells leave count 1 and do not come back
larger counts   a move from residual r to count c adds c - 1 - r: it ends at c only for the count 1 + r

position    stays  mean noise  class  share
count 0         1           0      1      1
count 1      0.25       -0.25      2      0
residual 1    0.5        -0.5      2      0
";
    for (name, text) in [
        ("half.csv", "1,0,0\n0.5,0.25,1/4\n0,1/2,\"1/2\"\n"),
        ("half.csv", "\u{feff}1,0,0\r\n0.5, 0.25 ,1/4\r\n0,1/2,1/2"),
        ("half.json", "[[1, 0, 0], [0.5, \"0.25\", \"1/4\"], [0, \"1/2\", 5e-1]]"),
    ] {
        assert_eq!(run(&["check", name, "--cap", "1"], &[(name, text)]), (0, expected.into(), String::new()), "{text}");
    }
    let negative = [("down.csv", "1,0,0,0,0\n0,1,0,0,0\n0,0,1,0,0\n0,0,0,1,0\n1,0,0,0,0\n")];
    let (_, report, _) = run(&["check", "down.csv", "--cap", "1"], &negative);
    let words = "the smallest count of residual 3 may become -1: the engine refuses that";
    assert_eq!(verdict(&report, "below 0"), words, "{report}");
}

#[test]
fn invariant_matrices_are_written_as_csv_and_json() {
    let files =
        [("half.csv", "1,0,0\n0,1/2,1/2\n0,1/2,1/2\n"), ("cells.json", "[10, 6, 3]"), ("cells.csv", "10\n6\n3\n")];
    let csv = "1,0,0\n0,0.833333333333,0.166666666667\n0,0.333333333333,0.666666666667\n";
    let json = "[\n  [1, 0, 0],\n  [0, 0.833333333333, 0.166666666667],\n  [0, 0.333333333333, 0.666666666667]\n]\n";
    for cells in ["10,6,3", "cells.json", "cells.csv"] {
        let arguments = ["invariant", "half.csv", "--cap", "1", "--stay", "0.5", "--frequencies", cells];
        assert_eq!(run(&arguments, &files), (0, csv.into(), String::new()), "{cells}");
        assert_eq!(run(&[&arguments[..], &["--format", "json"]].concat(), &files), (0, json.into(), String::new()));
    }
    let again = [("csv", csv), ("json", json)].map(|(name, text)| {
        let (status, report, _) = run(&["check", name, "--cap", "1", "--frequencies", "10,6,3"], &[(name, text)]);
        assert_eq!((status, verdict(&report, "invariant")), (0, "yes: tP = t within 1e-9 of all cells"), "{report}");
        report
    });
    assert_eq!(again[0], again[1]);
    let written = ["invariant", "half.csv", "--cap", "1", "--frequencies", "10,6,3", "--output", "new.csv"];
    assert_eq!(run(&written, &files), (0, String::new(), String::new()));
}

#[test]
fn wrong_files_are_refused_in_one_line() {
    let good = "1,0,0\n0,1/2,1/2\n0,1/2,1/2\n";
    let cap = ["--cap", "1"];
    let cells = ["--frequencies", "10,6,3"];
    for (text, message) in [
        ("", "m: it is empty; expected numbers as CSV or a JSON list"),
        ("1,0\n0,1,0\n0,0,1\n", "m: row 1 has 2 entries; expected 3, as many as there are rows"),
        ("1\n", "m: there are 1 rows with cap 1; expected 2 to 1000: of counts 0 to 1, then of residuals, if any"),
        ("1,0,0\n0,1.5,0\n", "m: row 2, column 2 is \"1.5\"; expected a number from 0 to 1 or a fraction such as 1/60"),
        ("1,0,0\n0,2/1,0\n", "m: row 2, column 2 is \"2/1\"; expected a number from 0 to 1 or a fraction such as 1/60"),
        ("a,b,c\n1,0,0\n", "m: row 1, column 1 is \"a\"; expected a number from 0 to 1 or a fraction such as 1/60"),
        ("1,0\n0,\n", "m: row 2, column 2 is \"\"; expected a number from 0 to 1 or a fraction such as 1/60"),
        ("[[1, 0], [0, -1]]", "m: row 2, column 2 is \"-1\"; expected a number from 0 to 1 or a fraction such as 1/60"),
        ("[[1, 0], [0, null]]", "m: it has another form; expected a JSON list of rows"),
        ("[[1, 0], 7]", "m: it has another form; expected a JSON list of rows"),
        (
            "[[1, 0], [0, 1]",
            "m: this is not JSON from line 1, column 16 on; expected a comma or the end of the list or object",
        ),
    ] {
        for command in ["check", "invariant"] {
            let cells = if command == "check" { &[][..] } else { &cells };
            let (status, out, error) = run(&[&[command, "m"], &cap[..], cells].concat(), &[("m", text)]);
            assert_eq!((status, out.as_str(), error.lines().count()), (2, "", 1), "{text:?}: {error}");
            assert!(error.starts_with(&format!("cellveil: {message}")), "{text:?}: {error}");
        }
    }
    for (extra, message) in [
        (&["--frequencies", "10,6"][..], "--frequencies: there are 2 frequencies; expected 3: counts 0 to 1, then"),
        (
            &["--frequencies", "10,-6,3"],
            "--frequencies: the frequency of count 1 is -6; expected a number from 0 to 2^53",
        ),
        (&["--frequencies", "0,0,0"], "--frequencies: all frequencies are 0; expected one above 0"),
        (&["--frequencies", "10,six,3"], "--frequencies: \"six\" is not a frequency; expected numbers such as"),
        (&["--frequencies", "cells.csv"], "--frequencies: \"cells.csv\" is not a frequency; expected numbers such as"),
        (&["--frequencies", "m"], "m: it has rows and columns; expected one list of frequencies"),
        (&["--frequencies", "10,6,3", "--stay", "1"], "--stay \"1\": expected a number from 0 to below 1"),
        (&["--frequencies", "10,6,3", "--stay", "much"], "--stay \"much\": expected a number from 0 to below 1"),
        (&[], "neither --frequencies nor --cube is given; expected one of them"),
        (
            &["--frequencies", "10,6,3", "--cube", "c"],
            "the argument '--frequencies <T0,T1,..|FILE>' cannot be used with",
        ),
        (
            &["--frequencies", "10,6,3", "--empty-cells"],
            "the argument '--frequencies <T0,T1,..|FILE>' cannot be used with",
        ),
        (&["--empty-cells"], "the following required arguments were not provided: --cube"),
    ] {
        let (status, out, error) = run(&[&["invariant", "m"], &cap[..], extra].concat(), &[("m", good)]);
        assert_eq!((status, out.as_str(), error.lines().count()), (2, "", 1), "{extra:?}: {error}");
        assert!(error.starts_with(&format!("cellveil: {message}")), "{extra:?}: {error}");
    }
    let printed = ["invariant", PRINTED, "--cap", "10", "--frequencies", SPREAD];
    let message = "the row of count 3 sums to 1.0002; expected 1 within 1e-6, perhaps with fractions such as 1/60";
    assert_eq!(run(&printed, &[]), (2, String::new(), format!("cellveil: {PRINTED}: {message}\n")));
}

/// A specification refuses the matrices that `check` rejects, and accepts the output of `invariant`.
#[test]
fn engine_accepts_exactly_the_matrices_that_pass_check() {
    let engine = |text: &str, cap: usize| {
        let given = format!(r#"{{ "kind": "transition-matrix", "cap": {cap}, "matrix": {text} }}"#);
        MethodSpec::new("default", &Parameters::from_json(&given).unwrap())
    };
    let json = |file: &str| {
        let field = |field: &str| if field.contains('/') { format!("{field:?}") } else { field.to_owned() };
        let row = |line: &str| line.split(',').map(field).collect::<Vec<_>>().join(",");
        let text = fs::read_to_string(data(file)).unwrap();
        format!("[[{}]]", text.lines().map(row).collect::<Vec<_>>().join("],["))
    };
    assert!(engine(&json(PRINTED), CAP).unwrap_err().to_string().contains("matrix[3] does not add up to 1"));
    assert!(engine(&json(FRACTIONS), CAP).is_ok());
    let arguments = ["invariant", FRACTIONS, "--cap", "10", "--frequencies", SPREAD, "--format", "json"];
    let (_, result, _) = run(&arguments, &[]);
    assert!(engine(&result, CAP).is_ok());
    let negative = "[[1,0,0,0,0],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0],[1,0,0,0,0]]";
    assert!(engine(negative, 1).unwrap_err().to_string().contains("matrix[4] makes a count negative"));
    assert!(engine(negative, 2).is_ok());
}

const CUBE: &str = r#"
[cube]
id = "small"
title = "Small"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
modulus = 256
[[dimension]]
name = "sex"
[[dimension]]
name = "age"
"#;

/// Counts 1, 1, 2, 7, 12 and an empty cell. The counts by sex are 4 and 19.
const CELLS: &str = "sex,age,count,key\n1,a,1,0\n1,b,1,0\n1,c,2,0\n2,a,7,0\n2,b,12,0\n";

#[test]
fn frequencies_are_counted_from_a_cube() {
    let space = Workspace::new();
    space.write("cells.csv", CELLS);
    space.write("cube.toml", CUBE);
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    fs::copy(data(FRACTIONS), space.path("m.csv")).unwrap();
    let position = |report: &str, name: &str| {
        let words: Vec<&str> = verdict(report, name).split_whitespace().collect();
        words[words.len() - 2].to_owned()
    };
    let full = [("count 0", "0"), ("count 1 ", "2"), ("count 2", "1"), ("count 7", "1"), ("residual 2", "1")];
    let by_sex = [("count 0", "0"), ("count 4", "1"), ("residual 4", "1"), ("residual 2", "0")];
    for (extra, expected) in [
        (&[][..], &full[..]),
        (&["--empty-cells"], &[("count 0", "1"), ("count 1 ", "2")]),
        (&["--rows", "sex"], &by_sex),
    ] {
        let (_, report, _) =
            space.run(&[&["matrix", "check", "m.csv", "--cap", "10", "--cube", "cube"], extra].concat());
        for &(name, cells) in expected {
            assert_eq!(position(&report, name), cells, "{extra:?}, {name}: {report}");
        }
    }
    let (status, report, _) =
        space.run(&["matrix", "check", "m.csv", "--cap", "10", "--cube", "cube", "--rows", "region"]);
    assert_eq!((status, &*report), (2, ""));
}
