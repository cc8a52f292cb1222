//! `cellveil ptable offset` on files.

use cellveil::ptable::offset::offset;

use super::{DEMO, interval, with_row_zero};
use crate::support::workspace::Workspace;

const CELLS: &str = "1000,400,300,200,100,50,25,10,15";

#[test]
fn command_writes_the_table_and_reports_the_changes() {
    let folder = Workspace::new();
    folder.write("zeros.csv", with_row_zero(DEMO));
    folder.write("cells.csv", CELLS.replace(',', "\n"));
    folder.write("cells.json", format!("[{CELLS}]"));
    let (status, text, report) =
        folder.run(&["ptable", "offset", "zeros.csv", "--from", "3,4,8", "--frequencies", CELLS]);
    assert_eq!(status, 0, "{report}");
    let table = interval(&with_row_zero(DEMO));
    let cells = [1000, 400, 300, 200, 100, 50, 25, 10, 15];
    assert_eq!(interval(&text), offset(&table, &[3, 4, 8], &cells).unwrap().table);
    assert_eq!(
        report,
        "cellveil: 1,000 empty cells of 2,100 gain 0.04 records each, on average: 40 expected together\n\
         cellveil: row 3: 200 cells give 0.127 records each, on average: 4.233 % more of them fall by 3\n\
         cellveil: row 4: 100 cells give 0.127 records each, on average: 12.7 % more of them fall by 1\n\
         cellveil: row 8: 15 cells give 0.127 records each, on average: 12.7 % more of them fall by 1\n\
         cellveil: left over by the rounding of probabilities to 2^-32: -4.5e-8 records\n\
         cellveil: still biased: the mean noise is 0.04 for empty cells, -0.127 for counts of 3, -0.127 for counts \
         of 4, -0.127 for counts of 8 and more; only the expected total is as without row 0, and only for these \
         frequencies\n"
    );
    for cells in ["cells.csv", "cells.json"] {
        let arguments =
            ["ptable", "offset", "zeros.csv", "--from", "8,3,4", "--frequencies", cells, "--output", "o.csv"];
        assert_eq!(folder.run(&arguments), (0, String::new(), report.clone()), "{cells}");
        assert_eq!(folder.text("o.csv"), text);
    }
}

#[test]
fn errors_are_one_line_with_the_place_and_the_expectation() {
    let folder = Workspace::new();
    folder.write("zeros.csv", with_row_zero(DEMO));
    folder.write("two.csv", "1,2\n3,4\n");
    folder.copy(DEMO, "plain.csv");
    let zeros = with_row_zero(DEMO);
    folder.write("no-zero.csv", zeros.lines().filter(|line| !line.starts_with("0,")).collect::<Vec<_>>().join("\n"));
    let dense: String = (1..=250).map(|n| format!("{n},0,1\n{n},1,-1\n")).collect();
    folder.write("dense.csv", format!("pcv,ckey,pvalue\n{dense}"));
    for (table, from, cells, message) in [
        ("dense.csv", "4", CELLS, "dense.csv: it is a dense p-table; expected one of intervals"),
        (
            "plain.csv",
            "4",
            CELLS,
            "plain.csv: row 0 adds nothing; expected a row 0 that makes some empty cells positive",
        ),
        ("no-zero.csv", "4", CELLS, "no-zero.csv, line 2, column i: row 1 is out of place; expected row 0"),
        ("none.csv", "4", CELLS, "none.csv: No such file or directory; expected a file that can be read"),
        ("zeros.csv", "4,4", CELLS, "--from: row 4 is named twice; expected each row once"),
        ("zeros.csv", "0", CELLS, "--from: row 0 is the row that adds records; expected rows from 1 to 8"),
        ("zeros.csv", "9", CELLS, "--from: there is no row 9; expected rows from 1 to 8"),
        ("zeros.csv", "4.5", CELLS, "--from: \"4.5\" is not a row; expected rows of the p-table such as 3,4"),
        ("zeros.csv", "", CELLS, "--from \"\": it is empty; expected one list"),
        ("zeros.csv", "4", "9,1,1,1,0,3", "--frequencies: no cell uses row 4; expected rows with cells"),
        ("zeros.csv", "4", "0,1,1,1,1", "--frequencies: no cell is empty, so row 0 adds nothing; expected empty cells"),
        ("zeros.csv", "4", "9,1,1,1,-1", "--frequencies: \"-1\" is not a frequency; expected whole numbers such as"),
        ("zeros.csv", "4", "9,1,1,1,1.5", "--frequencies: \"1.5\" is not a frequency; expected whole numbers such as"),
        ("zeros.csv", "4", "9,1,,1,1", "--frequencies \"9,1,,1,1\": an entry is empty; expected one list"),
        ("zeros.csv", "4", "two.csv", "two.csv: it has rows and columns; expected one list of frequencies"),
        ("zeros.csv", "4", "5000000000000000000,1,1,1,1", "--frequencies: too many cells; expected at most"),
        (
            "zeros.csv",
            "4",
            "10,0,0,0,1",
            "--from: each cell of row 4 can give at most 0.27792124 records, but 0.4 are needed (it stays with \
             probability 0.27792124, and falls by 1); expected more rows, or others",
        ),
    ] {
        let (status, text, error) = folder.run(&["ptable", "offset", table, "--from", from, "--frequencies", cells]);
        assert_eq!((status, text.as_str(), error.lines().count()), (2, "", 1), "{error}");
        assert!(error.starts_with(&format!("cellveil: {message}")), "{error}expected {message}");
    }
    let (_, _, error) = folder.run(&["ptable", "offset", "zeros.csv", "--from", "4"]);
    assert_eq!(error, "cellveil: neither --frequencies nor --cube is given; expected one of them\n");
    let both = ["ptable", "offset", "zeros.csv", "--from", "4", "--frequencies", CELLS, "--cube", "cube"];
    assert!(folder.run(&both).2.starts_with("cellveil: the argument '--frequencies"));
}
