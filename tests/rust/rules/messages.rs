//! The messages and suggestions of a refusal on the command line, and the rules that `info` prints.

use std::process::Output;

use cellveil::rules::Nearest;

use super::town::{Cell, town};
use crate::support::cube::TestCube;
use crate::support::workspace::Workspace;

/// Writes a cube to a new folder and runs the program on it.
fn run(cube: &TestCube, arguments: &[&str]) -> Output {
    let space = Workspace::new();
    for (path, bytes) in &cube.files {
        space.write(&format!("cube/{path}"), bytes);
    }
    space.command(arguments)
}

fn cells() -> Vec<Cell> {
    (0..6).map(|region| ([region, region % 5, region % 2, 1], 100)).collect()
}

#[test]
fn refusal_prints_one_line_with_status_1() {
    let cube = town(&cells(), "[rules]\nzeros = 0.6\n");
    let output = run(&cube, &["table", "cube", "--rows", "region", "--columns", "age", "--filter", "sex=1"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "cellveil: rules: zeros: too many cells of the table region, age, sex are empty (limit 0.6, found 0.9); \
         expected a coarser table, the nearest that passes being --rows region --filter sex=1\n"
    );
}

#[test]
fn suggested_command_works() {
    let cube = town(&cells(), "[rules]\nzeros = 0.6\n");
    let command = ["table", "cube", "--rows", "region", "--filter", "sex=1"];
    assert_eq!(run(&cube, &command).status.code(), Some(0));
}

/// The suggested command includes the method of the query, and a shell accepts the line.
#[test]
fn suggestion_keeps_the_method_and_is_quoted_for_the_shell() {
    let cube = town(&cells(), "[rules]\nzeros = 0.6\n[method.\"rounded\"]\nkind = \"random-rounding\"\nbase = 3\n");
    let question = ["table", "cube", "--rows", "region", "--columns", "age", "--method"];
    for (method, message) in [
        ("rounded", "--rows region --columns age:band --method rounded\n"),
        (r#"{"kind":"none"}"#, "--rows region --columns age:band --method '{\"kind\":\"none\"}'\n"),
    ] {
        let output = run(&cube, &[&question[..], &[method]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.ends_with(message), "{error}");
        assert_eq!(
            run(&cube, &["table", "cube", "--rows", "region", "--columns", "age:band", "--method", method])
                .status
                .code(),
            Some(0)
        );
    }
    let nearest = Nearest {
        rows: vec!["a".into(), "b:c".into()],
        columns: Vec::new(),
        filter: vec![("d".into(), vec!["N 1".into(), "it's, too".into()])],
        method: None,
    };
    assert_eq!(nearest.arguments(), r#"--rows a,b:c --filter 'd=N 1,"it'\''s, too"'"#);
}

/// Areas that are blocked in every table do not count as empty or small cells.
#[test]
fn shares_exclude_blocked_areas() {
    let people: Vec<Cell> = (0..6).map(|region| ([region, 0, 0, 1], if region < 2 { 1 } else { 100 })).collect();
    for (rules, status) in [
        ("small_cells = 0.1\n", 1),
        ("average_cell = 80\n", 1),
        ("small_cells = 0.1\naverage_cell = 80\n[rules.areas]\nperson = 2\n", 0),
    ] {
        let cube = town(&people, &format!("[rules]\n{rules}"));
        let output = run(&cube, &["table", "cube", "--rows", "region"]);
        assert_eq!(output.status.code(), Some(status), "{rules}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn refusal_without_a_passing_table_has_no_suggestion() {
    let cube = town(&cells(), "[rules.population]\nperson = 601\n");
    let output = run(&cube, &["table", "cube", "--rows", "region"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        message,
        "cellveil: rules: population.person: the table region has too few of the unit person (limit 601, found \
         600); expected another question, as no coarser table passes\n"
    );
}

#[test]
fn info_prints_a_line_for_each_rule() {
    let rules = "[rules]\nmax_dimensions = 3\nnested = true\nnever = [[\"age\", \"sex\"], [\"head\"]]\nsmall_cells = 0.3\nrisk_after = 0.2\nprotect_above = 0.05\n\
                 [rules.population]\nperson = 100\nfiltered = { person = 20 }\n[rules.areas]\nperson = 50\nfiltered = { household = 5 }\n\
                 [rules.units]\nhousehold = { head = [\"1\"] }\n";
    let output = run(&town(&cells(), rules), &["info", "cube"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("rule        ")).collect();
    assert_eq!(
        lines,
        [
            "max_dimensions: at most 3 dimensions, filters counted",
            "nested: codes and groups of levels only, on axes and in filters",
            "never: age, sex are not released together",
            "never: head is not released",
            "small_cells: 0.3 of the cells of one or two records at most",
            "risk_after: 0.2 of risk R at most as published",
            "protect_above: 0.05 of risk R or less before protection needs no protection",
            "population.person: 100 at least in a table",
            "population.filtered.person: 20 at least that meet the filters",
            "areas.person: 50 at least in an area of region, or it is blocked",
            "areas.filtered.household: 5 at least of an area of region that meet the filters, or it is blocked there",
        ]
    );
}
