//! `cellveil matrix`: what Table 3 of Shlomo, Antal and Elliot (2015) does, matrices made invariant, and wrong files.
#![cfg(feature = "cli")]
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use cellveil::protect::invariance::{Matrix, MatrixError, TOLERANCE, check, invariant};
use cellveil::protect::{MethodSpec, Parameters, Probability};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

const PRINTED: &str = "shlomo-2015-table-3.csv";
const FRACTIONS: &str = "shlomo-2015-table-3-fractions.csv";
const SPREAD: &str = "shlomo-2015-table-1-spread.csv";
const CAP: usize = 10;

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/matrix").join(file)
}

fn rows(file: &str) -> Vec<Vec<f64>> {
    let text = fs::read_to_string(data(file)).unwrap();
    let value = |field: &str| field.parse().unwrap_or_else(|_| Probability::parse(field).unwrap().value());
    text.lines().map(|line| line.split(',').map(value).collect()).collect()
}

fn matrix(file: &str) -> Matrix {
    Matrix::new(rows(file), CAP).unwrap()
}

/// Runs the program in a folder of its own, where `files` are; status, standard output, standard error.
fn run(arguments: &[&str], files: &[(&str, &str)]) -> (i32, String, String) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    for name in [PRINTED, FRACTIONS, SPREAD] {
        fs::copy(data(name), folder.join(name)).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_cellveil"))
        .current_dir(&folder)
        .arg("matrix")
        .args(arguments)
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The words after the name of a verdict.
fn verdict<'a>(report: &'a str, name: &str) -> &'a str {
    report.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} in {report}")).trim()
}

#[test]
fn table_3_as_printed_is_neither_stochastic_nor_unbiased_nor_invariant() {
    let report = check(&matrix(PRINTED), Some(&rows(SPREAD)[0])).unwrap();
    assert!(!report.is_row_stochastic() && !report.is_unbiased());
    assert_eq!(report.is_invariant(), Some(false));
    assert!(!report.can_be_invariant());
    for (at, sum) in report.sums.iter().enumerate() {
        let expected = if at < 3 { 1.0 } else { 1.0002 };
        assert!((sum - expected).abs() < 1e-12, "row of {}: {sum}", report.matrix.position(at));
    }
}

#[test]
fn table_3_with_sixtieths_is_stochastic_but_neither_unbiased_nor_invariant() {
    let report = check(&matrix(FRACTIONS), Some(&rows(SPREAD)[0])).unwrap();
    assert!(report.is_row_stochastic() && !report.is_unbiased());
    assert_eq!(report.is_invariant(), Some(false));
    let sixtieths = [0, 75, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, -14, -21];
    for (at, bias) in report.biases.iter().enumerate() {
        let expected = if at == 2 { 0.625 } else { f64::from(sixtieths[at]) / 60.0 };
        assert!((bias - expected).abs() < 1e-12, "row of {}: {bias}", report.matrix.position(at));
    }
}

/// Of the 4,028 cells of 1 that Table 1 counts, half stay; an eighth of the 2,112 cells of 2 and at most a sixtieth of
/// the 2,964 cells of 3 to 5 join them: 2,327.4 at most, however the 2,964 are spread.
#[test]
fn table_3_is_not_invariant_for_the_hypercube_of_table_1() {
    for spread in [[2964.0, 0.0, 0.0], [0.0, 2964.0, 0.0], [0.0, 0.0, 2964.0], [988.0; 3]] {
        let mut cells = rows(SPREAD).remove(0);
        cells[3..6].copy_from_slice(&spread);
        let report = check(&matrix(FRACTIONS), Some(&cells)).unwrap();
        assert!(report.invariance.unwrap().after[1] <= 2014.0 + 264.0 + 49.4 + 1e-9);
    }
}

/// Zeros keep to themselves; all others reach each other and have one distribution that stays. In it 1 and 2 are rarer
/// than any count from 3 to 10, which no table of people is like.
#[test]
fn frequencies_for_which_table_3_is_invariant() {
    let report = check(&matrix(FRACTIONS), None).unwrap();
    assert!(report.can_be_invariant());
    let [zeros, others] = report.classes.as_slice() else { panic!("{:?}", report.classes) };
    assert_eq!((zeros.positions.as_slice(), others.positions.len()), (&[0][..], 15));
    assert!(others.shares[..2].iter().all(|rare| others.shares[2..10].iter().all(|share| rare < share)));
    let cells: Vec<f64> = std::iter::once(1.0).chain(others.shares.iter().copied()).collect();
    assert_eq!(check(&matrix(FRACTIONS), Some(&cells)).unwrap().is_invariant(), Some(true));
}

#[test]
fn table_3_made_invariant() {
    let cells = rows(SPREAD).remove(0);
    let result = invariant(&matrix(FRACTIONS), &cells, 0.0).unwrap().rounded().matrix();
    let report = check(&result, Some(&cells)).unwrap();
    assert_eq!(report.is_invariant(), Some(true));
    assert!(!report.is_unbiased());
    let given = report.invariance.unwrap();
    assert!(given.change.abs() < 1e-4 && given.drawn_deviation < TOLERANCE && given.drawn_change.abs() < 1e-2);
    // Zeros are still alone.
    assert_eq!(result.rows()[0][0], 1.0);
    assert!(result.rows()[1..].iter().all(|row| row[0] == 0.0));
}

/// Rows drawn as weights, many of them 0, and frequencies, some of them 0.
fn drawn() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<f64>, f64)> {
    let weight = || prop_oneof![2 => Just(0u32), 3 => 1..1000u32];
    (2..12usize).prop_flat_map(move |size| {
        let row = proptest::collection::vec(weight(), size);
        let cells = proptest::collection::vec(prop_oneof![1 => Just(0u32), 4 => 1..300_000u32], size);
        (proptest::collection::vec(row, size), cells, 0..100u8).prop_map(|(weights, mut cells, stay)| {
            cells[0] += 1;
            let row = |(at, mut row): (usize, Vec<u32>)| {
                row[at] += u32::from(row.iter().all(|&weight| weight == 0));
                let sum: u32 = row.iter().sum();
                row.iter().map(|&weight| f64::from(weight) / f64::from(sum)).collect()
            };
            let rows = weights.into_iter().enumerate().map(row).collect();
            (rows, cells.into_iter().map(f64::from).collect(), f64::from(stay) / 100.0)
        })
    })
}

#[test]
fn two_draws_keep_any_frequencies() {
    let config = Config { cases: 500, rng_seed: RngSeed::Fixed(2008), failure_persistence: None, ..Config::default() };
    let law = |(rows, cells, stay): (Vec<Vec<f64>>, Vec<f64>, f64)| {
        let given = Matrix::new(rows, 1).unwrap();
        let rounded = invariant(&given, &cells, stay).unwrap().rounded();
        let tail = |entry: &String| entry.split_once('.').map_or("", |(_, tail)| tail).to_owned();
        for row in rounded.text() {
            let units = |entry: &String| format!("{}{:0<12}", &entry[..1], tail(entry)).parse::<u64>().unwrap();
            prop_assert_eq!(row.iter().map(units).sum::<u64>(), 1_000_000_000_000);
        }
        let result = rounded.matrix();
        let report = check(&result, Some(&cells)).unwrap();
        prop_assert_eq!(report.is_invariant(), Some(true));
        prop_assert!(report.invariance.unwrap().change.abs() < 1e-9 * cells.iter().sum::<f64>() * cells.len() as f64);
        for (at, &frequency) in cells.iter().enumerate() {
            if frequency == 0.0 {
                let same = result.rows()[at].iter().zip(&given.rows()[at]).all(|(a, b)| (a - b).abs() < 1e-10);
                prop_assert!(same, "the row of {} is another", given.position(at));
            } else {
                prop_assert!(result.rows()[at][at] >= stay);
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&drawn(), law).unwrap_or_else(|error| panic!("{error}"));
}

/// The shares of a closed class are what is left after many draws.
#[test]
fn shares_are_kept_by_any_matrix() {
    let config = Config { cases: 300, rng_seed: RngSeed::Fixed(1985), failure_persistence: None, ..Config::default() };
    let law = |(rows, _, _): (Vec<Vec<f64>>, Vec<f64>, f64)| {
        let size = rows.len();
        let given = Matrix::new(rows, 1).unwrap();
        let classes = check(&given, None).unwrap().classes;
        prop_assert_eq!(classes.iter().map(|class| class.positions.len()).sum::<usize>(), size);
        prop_assert!(classes.iter().any(|class| class.is_closed()));
        for class in classes.iter().filter(|class| class.is_closed()) {
            let mut cells = vec![0.0; size];
            class.positions.iter().zip(&class.shares).for_each(|(&at, &share)| cells[at] = share);
            prop_assert!(class.shares.iter().all(|&share| share > 0.0));
            prop_assert_eq!(check(&given, Some(&cells)).unwrap().is_invariant(), Some(true));
        }
        Ok(())
    };
    TestRunner::new(config).run(&drawn(), law).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn what_is_no_matrix_or_no_frequency_is_refused() {
    let identity = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    assert_eq!(Matrix::new(identity.clone(), 2), Err(MatrixError::Size { rows: 2, cap: 2 }));
    let given = Matrix::new(identity, 0).unwrap();
    assert_eq!(check(&given, Some(&[0.0, 0.0])), Err(MatrixError::NoCells));
    assert_eq!(invariant(&given, &[1.0, 1.0], 1.0), Err(MatrixError::Stay(1.0)));
    for cells in [&[1.0][..], &[1.0, 2.0, 3.0], &[-1.0, 2.0], &[1.0, f64::NAN], &[f64::INFINITY, 1.0]] {
        assert!(check(&given, Some(cells)).is_err(), "{cells:?}");
        assert!(invariant(&given, cells, 0.0).is_err(), "{cells:?}");
    }
}

#[test]
fn check_says_what_a_matrix_does() {
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
fn a_whole_report() {
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
    for (text, said) in [
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
        ("[[1, 0], [0, 1]", "m: EOF while parsing a list at line 1 column 15; expected a JSON list of rows"),
    ] {
        for command in ["check", "invariant"] {
            let cells = if command == "check" { &[][..] } else { &cells };
            let (status, out, error) = run(&[&[command, "m"], &cap[..], cells].concat(), &[("m", text)]);
            assert_eq!((status, out.as_str(), error.lines().count()), (2, "", 1), "{text:?}: {error}");
            assert!(error.starts_with(&format!("cellveil: {said}")), "{text:?}: {error}");
        }
    }
    for (extra, said) in [
        (&["--frequencies", "10,6"][..], "--frequencies: there are 2 frequencies; expected 3: counts 0 to 1, then"),
        (
            &["--frequencies", "10,-6,3"],
            "--frequencies: the frequency of count 1 is -6; expected a number from 0 to 2^53",
        ),
        (&["--frequencies", "0,0,0"], "--frequencies: all frequencies are 0; expected one above 0"),
        (&["--frequencies", "10,six,3"], "--frequencies: \"six\" is no frequency; expected numbers such as"),
        (&["--frequencies", "cells.csv"], "--frequencies: \"cells.csv\" is no frequency; expected numbers such as"),
        (&["--frequencies", "m"], "m: it has rows and columns; expected one list of frequencies"),
        (&["--frequencies", "10,6,3", "--stay", "1"], "--stay \"1\": expected a number from 0 to below 1"),
        (&["--frequencies", "10,6,3", "--stay", "much"], "--stay \"much\": expected a number from 0 to below 1"),
        (&[], "the following required arguments were not provided: --frequencies"),
    ] {
        let (status, out, error) = run(&[&["invariant", "m"], &cap[..], extra].concat(), &[("m", good)]);
        assert_eq!((status, out.as_str(), error.lines().count()), (2, "", 1), "{extra:?}: {error}");
        assert!(error.starts_with(&format!("cellveil: {said}")), "{extra:?}: {error}");
    }
    let printed = ["invariant", PRINTED, "--cap", "10", "--frequencies", SPREAD];
    let said = "the row of count 3 sums to 1.0002; expected 1 within 1e-6, perhaps with fractions such as 1/60";
    assert_eq!(run(&printed, &[]), (2, String::new(), format!("cellveil: {PRINTED}: {said}\n")));
}

/// What `check` calls wrong is what a specification refuses, and what `invariant` writes is what it takes.
#[test]
fn the_engine_takes_what_check_lets_pass() {
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
