//! Misspelt names in specifications, data and queries: the message suggests the intended name.

use crate::support::small_cube::{CELLS, RECORDS, SPEC, sources};
use crate::support::workspace::WRONG;

const TILE: [&str; 6] = ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"];

#[test]
fn specifications() {
    let space = sources();
    for (right, wrong, suggestion) in [
        ("audience = \"internal\"", "audiense = \"internal\"", "did you mean \"audience\"?"),
        ("audience = \"internal\"", "audience = \"intern\"", "did you mean \"internal\"?"),
        ("[structural_zeros]", "[structural-zeros]", "did you mean \"structural_zeros\"?"),
        ("label = \"Area\"", "lable = \"Area\"", "did you mean \"label\"?"),
        ("split = \"area\"", "split = \"Area\"", "did you mean \"area\"?"),
        ("views = [[\"sex\"]]", "views = [[\"area:lands\"]]", "did you mean \"land\"?"),
        ("of = [\"A\", \"B\"]", "of = [\"A\", \"south\"]", "did you mean \"B\", labelled \"South\"?"),
        ("sex = [\"2\"]", "sex = [\"Female\"]", "did you mean \"2\", labelled \"Female\"?"),
        ("kind = \"cell-key\"", "kind = \"cellkey\"", "did you mean \"cell-key\"?"),
        ("threshold = 3", "treshold = 3", "did you mean \"threshold\"?"),
        ("ptable = \"ptable.csv\"", "ptable = \"standart\"", "did you mean \"standard\"?"),
    ] {
        assert!(SPEC.contains(right), "{right}");
        space.write("cube.toml", SPEC.replacen(right, wrong, 1));
        space.fails(WRONG, &TILE, &[suggestion]);
    }
    space.write("cube.toml", SPEC.replacen("split = \"area\"", "split = \"region\"", 1));
    assert!(!space.fails(WRONG, &TILE, &["expected the name of a dimension: area, sex"]).contains("did you mean"));
}

#[test]
fn labels_in_the_place_of_codes_in_the_data() {
    let space = sources();
    let tile = ["tile", "cube.toml", "--records", "records.csv", "--out", "cube"];
    for (right, wrong, suggestion) in [
        (",A,1", ",North,1", "did you mean \"A\", labelled \"North\"?"),
        (",A,1", ",A,female", "did you mean \"2\", labelled \"Female\"?"),
    ] {
        space.write("records.csv", RECORDS.replacen(right, wrong, 1));
        space.fails(WRONG, &tile, &["row 1", "unknown code", suggestion]);
    }
    space.write("records.csv", RECORDS.replacen(",A,1", ",X,1", 1));
    assert!(!space.fails(WRONG, &tile, &["unknown code \"X\""]).contains("did you mean"));
    assert!(CELLS.contains("A,1"));
}

#[test]
fn queries() {
    let space = sources();
    space.done(&TILE);
    let cases: [(&[&str], &str); 8] = [
        (&["--rows", "are"], "did you mean \"area\"?"),
        (&["--rows", "area:Land"], "did you mean \"land\"?"),
        (&["--rows", "area", "--columns", "Sex"], "did you mean \"sex\"?"),
        (&["--rows", "area", "--filter", "sex=Female"], "did you mean \"2\", labelled \"Female\"?"),
        (&["--rows", "area", "--filter", "area:land=mian"], "did you mean \"main\"?"),
        (&["--rows", "area", "--method", "defualt"], "did you mean \"default\"?"),
        (&["--rows", "area", "--method", r#"{"kind":"random-roundin","base":5}"#], "did you mean \"random-rounding\"?"),
        (&["--rows", "area", "--method", r#"{"kind":"random-rounding","bass":5}"#], "did you mean \"base\"?"),
    ];
    for (query, suggestion) in cases {
        space.fails(WRONG, &[&["table", "cube"][..], query].concat(), &[suggestion]);
    }
    for query in [&["--rows", "region"][..], &["--rows", "area", "--filter", "sex=3"]] {
        let message = space.fails(WRONG, &[&["table", "cube"][..], query].concat(), &["expected one of"]);
        assert!(!message.contains("did you mean"), "{message}");
    }
    space.fails(WRONG, &["methods", "cellkey"], &["did you mean \"cell-key\"?"]);
    space.fails(WRONG, &["study", "shlomo-2005"], &["did you mean \"shlomo-2007\"?"]);
    space.fails(WRONG, &["ptable", "design", "--ready", "Standard"], &["did you mean \"standard\"?"]);
}
