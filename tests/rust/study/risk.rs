//! docs/evidence/risk.md is the output of `cellveil study risk`. R rises in no two-way table of the census sample.

use cellveil::study::risk::{Point, Points};

use super::{command, written};
use crate::support::program::repository;

const DOC: &str = "docs/evidence/risk.md";

#[test]
#[ignore = "long: measures 316 tables of three variables with each method"]
fn the_document_is_what_the_command_line_writes() {
    let page = written(&["risk"]);
    let found = std::fs::read_to_string(repository(DOC)).unwrap_or_default();
    assert!(found == page, "run: target/release/cellveil study risk --output {DOC}");
}

/// The number of tables in which R rises, for each method.
fn raised(points: &Points, after: fn(&Point) -> f64) -> Vec<usize> {
    (0..points.methods.len()).map(|method| points.raised(method, after).len()).collect()
}

/// The realised number of cells raises R in many tables, so this test would find a rise. The tables without the levels
/// of health and economic activity are a smaller set.
#[test]
fn protection_raises_r_in_no_two_way_table() {
    let points = Points::of(2);
    assert_eq!(points.tables.len(), 87);
    assert_eq!(
        points.methods,
        [
            "default",
            "suppress10",
            "additive",
            "zeros",
            "none",
            "rounding5",
            "ten-five",
            "small-cell",
            "small-cell-sums",
            "matrix",
            "controlled5",
            "suppression10",
            "fitted",
            "semi-controlled5",
            "small-count3",
            "rounding5-ipf"
        ]
    );
    assert_eq!(raised(&points, |point| point.after), [0; 16]);
    assert_eq!(raised(&points, |point| point.realised), [12, 0, 12, 10, 0, 6, 0, 12, 12, 32, 3, 0, 10, 2, 0, 5]);
    let (_, cells, of_methods) = points.tables.iter().find(|table| table.0 == "age:band × marital_status").unwrap();
    let Point { before, after, realised } = of_methods[0].unwrap();
    assert_eq!((*cells, format!("{before:.4} {after:.4} {realised:.4}").as_str()), (15, "0.0586 0.0383 0.1668"));
}

#[test]
fn the_risks_have_one_format() {
    let output = command(&["risk", "--format", "json"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("--format: the risks are written in markdown only") && output.stdout.is_empty(), "{error}");
}
