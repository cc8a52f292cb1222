//! Empty cells of a real cube: the census teaching sample with a row 0 that adds persons.

use std::collections::BTreeMap;
use std::fs;

use super::{DEMO, with_row_zero};
use crate::support::program::repository;
use crate::support::workspace::Workspace;

/// Structural zeros and methods that replace those of the specification. Nobody below 16 is or was married.
const MORE: &str = r#"
[structural_zeros]
never = [ { age = ["1"], marital_status = ["2", "3", "4", "5"] } ]

[method.default]
kind = "cell-key"
ptable = "zeros.csv"
lookup = "hash"
zeros = "category-keys"

[method.plain]
kind = "cell-key"
ptable = "plain.csv"
zeros = "category-keys"

[method.moves]
kind = "transition-matrix"
cap = 1
matrix = [["3/4", "1/4"], [0, 1]]
zeros = "category-keys"

[method.stays]
kind = "transition-matrix"
cap = 1
matrix = [[1, 0], [0, 1]]
zeros = "category-keys"

[method.no-zeros]
kind = "cell-key"
ptable = "zeros.csv"

[publish]
split = "region"
"#;

/// Builds the cube and returns the messages on standard error.
fn built() -> (Workspace, String) {
    let folder = Workspace::new();
    let spec = fs::read_to_string(repository("demo/census2011-teaching/cube.toml")).unwrap();
    // The specification up to its rules. `MORE` contains the rules and the methods.
    let head = &spec[..spec.find("\n[structural_zeros]").unwrap()];
    folder.write("cube.toml", format!("{head}\n{MORE}"));
    folder.write("zeros.csv", with_row_zero(DEMO));
    folder.copy(DEMO, "plain.csv");
    folder.copy("demo/census2011-teaching/records.csv.gz", "records.csv.gz");
    let (status, _, message) = folder.run(&["tile", "cube.toml", "--records", "records.csv.gz", "--out", "cube"]);
    assert_eq!(status, 0, "{message}");
    (folder, message)
}

/// An inner cell: its codes, true count and noise.
struct Cell {
    codes: Vec<String>,
    count: u64,
    value: i64,
    noise: i64,
}

/// Returns the inner cells of a table.
fn cells(folder: &Workspace, rows: &str) -> Vec<Cell> {
    let (status, text, message) = folder.run(&["table", "cube", "--rows", rows, "--no-totals", "--reveal"]);
    assert_eq!(status, 0, "{message}");
    let axes = rows.split(',').count();
    let cell = |line: &str| {
        // The columns are codes, value, status, true count, cell key, noise.
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[axes + at].parse::<i64>().unwrap();
        let codes = fields[..axes].iter().map(|&code| code.to_owned()).collect();
        Cell { codes, count: number(2) as u64, value: number(0), noise: number(4) }
    };
    text.lines().skip(1).map(cell).collect()
}

/// Returns whether a cell contains children who are or were married. `age` and `marital` are positions of their codes.
fn cannot_exist(cell: &Cell, age: usize, marital: usize) -> bool {
    ["1", "0-15"].contains(&&*cell.codes[age]) && cell.codes[marital] != "1"
}

#[test]
fn tile_and_info_report_the_gain_of_empty_cells() {
    let (folder, message) = built();
    // There are 17,280,000 combinations. An eighth of them are children, of whom four fifths cannot exist. 5,283 cells
    // are not empty.
    assert_eq!(
        message,
        "cellveil: method \"default\": an empty cell gains 0.04 records on average; 15,546,717 cells of the finest view are \
         empty and can exist, so 621,869 are expected to be added there\n\
         cellveil: warning: method \"plain\": zeros = \"category-keys\" changes nothing with this p-table: its row 0 adds \
         nothing\n\
         cellveil: method \"moves\": an empty cell gains 0.25 records on average; 15,546,717 cells of the finest view are \
         empty and can exist, so 3,886,679 are expected to be added there\n\
         cellveil: warning: method \"stays\": zeros = \"category-keys\" changes nothing with this matrix: its row 0 adds \
         nothing\n\
         cellveil: warning: method \"no-zeros\": row 0 of its p-table adds to empty cells, and they do not use it; \
         expected zeros = \"category-keys\"\n"
    );
    let (_, info, _) = folder.run(&["info", "cube"]);
    let line = |name: &str| info.lines().find(|line| line.starts_with(&format!("method      {name} ("))).unwrap();
    assert!(line("default").ends_with("Largest change: 5. Mean gain of an empty cell: 0.04."), "{info}");
    assert!(line("moves").ends_with("Mean gain of an empty cell: 0.25."), "{info}");
    for name in ["plain", "stays", "no-zeros"] {
        assert!(!line(name).contains("gain"), "{info}");
    }
}

#[test]
fn document_has_the_output_of_the_commands() {
    let (folder, message) = built();
    let docs = fs::read_to_string(repository("docs/reference/specification.md")).unwrap();
    let rest = docs.split_once("    cellveil ptable offset ").unwrap().1;
    let arguments: Vec<&str> = rest.lines().next().unwrap().split(' ').collect();
    let (status, _, report) = folder.run(&[&["ptable", "offset"], &arguments[..]].concat());
    assert_eq!(status, 0, "{report}");
    let shown: String = report.lines().map(|line| format!("    {line}\n")).collect();
    assert!(docs.contains(&shown), "docs/reference/specification.md should show\n{shown}");
    assert!(docs.contains(&format!("    {}\n", message.lines().next().unwrap())), "{message}");
}

#[test]
fn empty_cells_gain_by_row_0_and_structural_zeros_never() {
    let (folder, _) = built();
    for (rows, empty_at_least) in [
        ("age,marital_status,economic_activity", 100),
        ("age:band,marital_status,economic_activity", 20),
        // This view has 240,000 cells, most of them empty.
        ("age,marital_status,region,ethnic_group,religion,economic_activity", 200_000),
    ] {
        let all = cells(&folder, rows);
        let impossible: Vec<&Cell> = all.iter().filter(|cell| cannot_exist(cell, 0, 1)).collect();
        assert!(!impossible.is_empty());
        assert!(impossible.iter().all(|cell| (cell.count, cell.value, cell.noise) == (0, 0, 0)), "{rows}");
        let empty: Vec<&Cell> = all.iter().filter(|cell| cell.count == 0 && !cannot_exist(cell, 0, 1)).collect();
        assert!(empty.len() >= empty_at_least, "{rows}: {} empty cells", empty.len());
        assert!(empty.iter().all(|cell| (0..=2).contains(&cell.noise) && cell.value == cell.noise));
        // The noises 0, 1 and 2 have probabilities 0.97, 0.02 and 0.01. The variance of a cell is 0.0584, and the noise
        // is positive with probability 0.03. The tolerance is five standard deviations (two-sided level 6e-7 each). The
        // salt and the keys are fixed.
        let n = empty.len() as f64;
        let within = |found: f64, mean: f64, variance: f64| {
            assert!(
                (found - n * mean).abs() <= 5.0 * (n * variance).sqrt() + 1.0,
                "{rows}: {found} of {n} empty cells"
            );
        };
        within(empty.iter().map(|cell| cell.noise as f64).sum(), 0.04, 0.0584);
        within(empty.iter().filter(|cell| cell.noise > 0).count() as f64, 0.03, 0.03 * 0.97);
        if n > 1000.0 {
            assert!(empty.iter().any(|cell| cell.noise == 1) && empty.iter().any(|cell| cell.noise == 2));
        }
    }
}

#[test]
fn frequencies_match_the_table_of_the_cube() {
    let (folder, _) = built();
    for (rows, places) in [
        ("region,age,marital_status", Some((1, 2))),
        ("age:band,marital_status,religion", Some((0, 1))),
        ("marital_status,age,economic_activity", Some((1, 0))),
        // A table without age has people of every marital status.
        ("marital_status,religion,ethnic_group", None),
    ] {
        let mut by_count: BTreeMap<u64, u64> = BTreeMap::new();
        for cell in cells(&folder, rows) {
            if places.is_none_or(|(age, marital)| !cannot_exist(&cell, age, marital)) {
                *by_count.entry(cell.count).or_default() += 1;
            }
        }
        // All counts above the last row, 8, use that row.
        let beyond: u64 = by_count.range(9..).map(|(_, cells)| cells).sum();
        let listed: Vec<String> =
            (0..9).map(|count| by_count.get(&count).unwrap_or(&0).to_string()).chain([beyond.to_string()]).collect();
        let from = ["--from", "8"];
        let run = |source: &[&str]| folder.run(&[&["ptable", "offset", "zeros.csv"], &from[..], source].concat());
        let given = run(&["--frequencies", &listed.join(",")]);
        assert_eq!(given.0, 0, "{rows}: {}", given.2);
        assert_eq!(run(&["--cube", "cube", "--rows", rows]), given, "{rows}");
    }
    let offset = ["ptable", "offset", "zeros.csv", "--from", "8", "--cube", "cube"];
    let message = "cellveil: cube: the table of all dimensions has 17,280,000 cells; expected --rows D,.. for at most 10,000,000\n";
    assert_eq!(folder.run(&offset), (2, String::new(), message.to_owned()));
    let (status, _, error) = folder.run(&[&offset[..], &["--rows", "height"]].concat());
    assert_eq!((status, error.lines().count()), (2, 1), "{error}");
}
