//! Queries that are refused.

use std::fs;

use crate::support::small_cube::{CELLS, SPEC, cube, sealed, sources};
use crate::support::workspace::{REFUSED, TRUTHS, WRONG};

/// Arguments after `table cube`, and parts of the message.
const CASES: &[(&[&str], &[&str])] = &[
    (&[], &["--rows"]),
    (&["--rows"], &["--rows"]),
    (&["--rows", ""], &["--rows", "expected one list"]),
    (&["--rows", "age"], &["rows: unknown dimension \"age\"", "\"area\", \"sex\""]),
    (&["--rows", "Sex"], &["rows: unknown dimension \"Sex\""]),
    (&["--rows", "sex "], &["rows: unknown dimension \"sex \""]),
    (&["--rows", "sex:band"], &["rows: dimension \"sex\" has no level \"band\"", "the dimension alone"]),
    (&["--rows", "area:country"], &["rows: dimension \"area\" has no level \"country\"", "one of \"land\""]),
    (&["--rows", "area:"], &["rows: dimension \"area\" has no level \"\""]),
    (&["--rows", "area:land:land"], &["rows: dimension \"area\" has no level \"land:land\""]),
    (&["--rows", "sex", "--columns", "age"], &["columns: unknown dimension \"age\""]),
    (&["--rows", "sex,sex"], &["rows: dimension \"sex\" is given twice"]),
    (&["--rows", "sex", "--columns", "sex"], &["columns: dimension \"sex\" is given twice"]),
    (&["--rows", "area", "--columns", "area:land"], &["columns: dimension \"area\" is given twice"]),
    (&["--rows", "sex,"], &["--rows", "an entry is empty"]),
    (&["--rows", ",sex"], &["--rows", "an entry is empty"]),
    (&["--rows", "\"sex"], &["--rows", "a quote is not closed"]),
    (&["--rows", "sex\narea"], &["--rows", "more than one line"]),
    (&["--rows", "sex", "--columns", ""], &["--columns", "it is empty"]),
    (&["--rows", "sex", "--filter", "area"], &["--filter", "no \"=\"", "NAME=code,code"]),
    (&["--rows", "sex", "--filter", "=A"], &["filter: unknown dimension \"\""]),
    (&["--rows", "sex", "--filter", "area="], &["--filter", "it is empty"]),
    (&["--rows", "sex", "--filter", "area=A,"], &["--filter", "an entry is empty"]),
    (&["--rows", "sex", "--filter", "area=X"], &["filter: area has no code \"X\"", "such as \"A\""]),
    (&["--rows", "sex", "--filter", "area=C,D"], &["filter: area has no code \"C\""]),
    (&["--rows", "sex", "--filter", "area=_T"], &["filter: area has no code \"_T\""]),
    (&["--rows", "sex", "--filter", "area:land=A"], &["filter: area:land has no code \"A\"", "\"main\""]),
    (&["--rows", "sex", "--filter", "area:x=A"], &["filter: dimension \"area\" has no level \"x\""]),
    (&["--rows", "sex", "--filter", "age=1"], &["filter: unknown dimension \"age\""]),
    (&["--rows", "sex", "--filter", "area=A", "--filter", "area=B"], &["filter", "\"area\"", "in common"]),
    (&["--rows", "sex", "--filter", "area=A", "--filter", "area:land=sea"], &["filter", "\"area\"", "in common"]),
    (&["--rows", "area", "--group", "area=A"], &["--group", "no label", "D:Label=code,code"]),
    (&["--rows", "area", "--group", "area:Both"], &["--group", "no \"=\""]),
    (&["--rows", "area", "--group", "area:=A"], &["groups", "label \"\"", "is empty"]),
    (&["--rows", "area", "--group", "area:A=A,B"], &["groups", "label \"A\"", "is also a code"]),
    (&["--rows", "area", "--group", "area:_T=A,B"], &["groups", "label \"_T\""]),
    (&["--rows", "area", "--group", "area:Both=A,X"], &["groups: area has no code \"X\""]),
    (&["--rows", "area", "--group", "area:N=A", "--group", "area:N=B"], &["groups", "\"N\"", "is given twice"]),
    (&["--rows", "sex", "--group", "area:N=A"], &["groups: area is not on an axis"]),
    (&["--rows", "area", "--group", "age:N=A"], &["groups: unknown dimension \"age\""]),
    (&["--rows", "area:land", "--group", "area:N=A"], &["groups: area is not on an axis"]),
    (&["--rows", "area:land", "--group", "area:land:main=sea"], &["groups", "label \"main\"", "is also a code"]),
    (&["--rows", "sex", "--method", "other"], &["method", "\"other\"", "\"default\", \"none\""]),
    (&["--rows", "sex", "--method", ""], &["method", "\"\""]),
    (&["--rows", "sex", "--areas", "some"], &["areas", "\"some\"", "\"exact\", \"blocks\" or \"sums\""]),
    (&["--rows", "sex", "--format", "xls"], &["--format", "xls", "csv, json-stat"]),
    (&["--rows", "sex", "--colour"], &["--colour", "see cellveil --help"]),
    (&["--rows", "sex", "more"], &["more", "see cellveil --help"]),
    (&["--rows", "sex", "--output", "no/such/folder/t.csv"], &["--output no/such/folder/t.csv", "No such file"]),
    (&["--rows", "sex", "--output", "cube"], &["--output cube"]),
    (&["--rows", "sex", "--output", "/"], &["--output /"]),
];

#[test]
fn wrong_queries_are_refused() {
    let space = cube();
    let query = |arguments: &[&'static str]| [&["table", "cube"][..], arguments].concat();
    for (arguments, parts) in CASES {
        space.fails(WRONG, &query(arguments), parts);
    }
    // With output to a file, the existing file stays unchanged.
    space.write("table.csv", "as it was");
    for (arguments, parts) in
        CASES.iter().filter(|(arguments, _)| arguments.len() > 1 && !arguments.contains(&"--output"))
    {
        space.fails(WRONG, &[&query(arguments)[..], &["--output", "table.csv"]].concat(), parts);
    }
    for arguments in [&[][..], &["unknown"], &["table"], &["tile"], &["info"], &["info", "a", "b"], &["verify"]] {
        let arguments: Vec<&str> = arguments.to_vec();
        if arguments.is_empty() {
            continue;
        }
        space.fails(WRONG, &arguments, &["see cellveil --help"]);
    }
}

#[test]
fn internal_cube_answers_the_agency() {
    let space = cube();
    let table = space.done(&["table", "cube", "--rows", "area,sex", "--reveal"]);
    assert!(table.starts_with("area,sex,value,status,true_count,cell_key,noise\n"), "{table}");
    assert!(TRUTHS.iter().all(|truth| table.contains(truth)), "{table}");
    // An unprotected table requires `--reveal`.
    let unprotected = ["table", "cube", "--rows", "area,sex", "--method", "none"];
    space.fails(REFUSED, &unprotected, &["method", "none", "shows true counts", "expected reveal"]);
    let table = space.done(&[&unprotected[..], &["--reveal"]].concat());
    assert!(table.contains("A,1,73192,,73192,"), "{table}");
    // Without `--reveal`, the table contains no keys, and true counts only if their noise is 0.
    let table = space.done(&["table", "cube", "--rows", "area,sex"]);
    assert!(table.starts_with("area,sex,value,status\n") && !table.contains("915734021"), "{table}");
}

#[test]
fn query_beyond_all_views_is_refused() {
    let space = cube();
    let mut manifest: serde_json::Value = serde_json::from_slice(&space.read("cube/cube.json")).unwrap();
    manifest["views"].as_array_mut().unwrap().remove(0);
    space.write("cube/cube.json", sealed(&manifest));
    space.done(&["table", "cube", "--rows", "sex"]);
    space.write("table.csv", "as it was");
    for query in [&["--rows", "area"][..], &["--rows", "sex", "--filter", "area=A"], &["--rows", "area:land,sex"]] {
        let arguments = [&["table", "cube", "--output", "table.csv"][..], query].concat();
        space.fails(REFUSED, &arguments, &["no view of the cube has", "area", "expected a query on the dimensions"]);
    }
}

#[test]
fn table_with_too_many_cells_is_refused() {
    let space = sources();
    let dimensions: String =
        (0..10).map(|d| format!("[[dimension]]\nname = \"d{d}\"\ncodes = \"codes.csv\"\n")).collect();
    let start = SPEC.find("[[dimension]]").unwrap();
    let end = SPEC.find("[method.default]").unwrap();
    let spec = format!("{}{dimensions}{}", &SPEC[..start], &SPEC[end..]);
    space.write("cube.toml", spec.replace("split = \"area\"\nviews = [[\"sex\"]]", ""));
    let codes: String = (0..400).map(|code| format!("c{code},Code {code}\n")).collect();
    space.write("codes.csv", format!("code,label\n{codes}"));
    let row = |code: &str| (0..10).map(|_| format!("{code},")).collect::<String>();
    let head: String = (0..10).map(|d| format!("d{d},")).collect();
    space
        .write("cells.csv", format!("{head}count,key\n{}73192,915734021\n{}58317,640128557\n", row("c0"), row("c399")));
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    space.done(&["table", "cube", "--rows", "d0,d9"]);
    let names: Vec<String> = (0..10).map(|d| format!("d{d}")).collect();
    for (depth, cells) in [(3, "64481201"), (4, "25856961601"), (10, "18446744073709551615")] {
        let rows = names[..depth].join(",");
        let parts =
            [format!("the table would have {cells} cells"), "at most 10000000".into(), "fewer dimensions".into()];
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        // The command line writes a large table as CSV part by part, up to a limit of its own.
        let format: &[&str] = if depth == 3 { &["--format", "json-stat"] } else { &[] };
        space.fails(WRONG, &[&["table", "cube", "--rows", &rows], format].concat(), &parts);
        let columns = names[1..depth].join(",");
        space.fails(WRONG, &[&["table", "cube", "--rows", "d0", "--columns", &columns], format].concat(), &parts);
    }
    // Filters and groups reduce the table below the limit. Groups with many categories still count.
    space.done(&["table", "cube", "--rows", "d0,d1,d2", "--filter", "d2=c0,c1"]);
    space.done(&["table", "cube", "--rows", "d0,d1,d2", "--group", "d2:Two=c0,c1"]);
    let all: Vec<String> = (0..400).map(|code| format!("d2:G{code}=c{code}")).collect();
    let mut arguments = vec!["table", "cube", "--rows", "d0,d1,d2"];
    all.iter().for_each(|group| arguments.extend(["--group", group]));
    space.fails(WRONG, &arguments, &["the table would have", "expected at most"]);
    let half: Vec<String> = (0..10)
        .map(|g| (0..400).filter(|c| c >> g & 1 == 1).map(|c| format!("c{c}")).collect::<Vec<_>>().join(","))
        .collect();
    let half: Vec<String> = half
        .iter()
        .enumerate()
        .filter(|(_, codes)| !codes.is_empty())
        .map(|(g, codes)| format!("d2:G{g}={codes}"))
        .collect();
    let mut arguments = vec!["table", "cube", "--rows", "d0,d1,d2"];
    half.iter().for_each(|group| arguments.extend(["--group", group]));
    space.fails(WRONG, &arguments, &["the table would have", "expected at most"]);
    assert!(fs::metadata(space.path("cube/cube.json")).unwrap().len() < 1 << 20);
}

#[test]
fn cube_without_methods_needs_one_in_the_query() {
    let space = sources();
    let (start, end) = (SPEC.find("[method.default]").unwrap(), SPEC.find("[publish]").unwrap());
    space.write("cube.toml", format!("{}{}", &SPEC[..start], &SPEC[end..]));
    space.write("cells.csv", CELLS);
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    space.fails(
        WRONG,
        &["table", "cube", "--rows", "sex"],
        &["method", "missing, and the cube has no method", "given with the query"],
    );
    space.done(&["table", "cube", "--rows", "sex", "--reveal", "--method", "{\"kind\":\"none\"}"]);
}
