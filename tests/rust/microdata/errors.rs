//! Bad steps are refused with the place, the problem and what was expected.

use super::cube::{SWAP, collect, spec};
use super::town;

fn swap(old: &str, new: &str) -> String {
    let changed = SWAP.replace(old, new);
    assert_ne!(changed, SWAP, "the change must apply");
    changed
}

fn step(fields: &str) -> String {
    format!("[[pretabular]]\n{fields}\nseed = \"00\"\n")
}

#[test]
fn invalid_specifications() {
    let preprotected = |more: &str| spec("preprotected", "", more).expect_err("an invalid step");
    for (more, parts) in [
        (String::new(), &["release = \"preprotected\" without [[pretabular]]", "expected a step"][..]),
        (step("kind = \"swop\""), &["pretabular[1]", "\"swop\"", "did you mean \"swap\""]),
        (step("rate = 0.1"), &["pretabular[1]: kind is missing", "one of swap, pram"]),
        (swap("rate = 0.1", "rate = 0.6"), &["pretabular[1] \"swap\": rate is 3/5", "up to 0.5"]),
        (swap("rate = 0.1", "rate = -0.1"), &["rate is -0.1", "a share above 0"]),
        (swap("rate = 0.1", "rate = \"all\""), &["rate is \"all\"", "a share above 0"]),
        (swap("rate = 0.1\n", ""), &["rate is missing"]),
        (swap("\"area\"", "\"region\""), &["variable is \"region\"", "the name of a dimension: area, sex, age"]),
        (swap("\"half\", \"all\"", "\"hlaf\""), &["within is \"hlaf\"", "a level of \"area\": half"]),
        (swap("\"half\", \"all\"", "\"half\", \"half\""), &["level \"half\" is given twice"]),
        (swap("[\"sex\"]", "[\"area\"]"), &["strata is a list with the variable \"area\""]),
        (swap("seed = \"0123\"", "seed = \"xyz\""), &["seed is not hexadecimal"]),
        (swap("seed = \"0123\"", ""), &["seed_env is missing"]),
        (swap("seed = \"0123\"", "seed = \"00\"\nseed_env = \"SEED\""), &["both seed and seed_env are given"]),
        (swap("unit = \"household\"", "unit = \"sex\""), &["unit is the column of dimension \"sex\""]),
        (swap("rate = 0.1", "rate = 0.1\ntarget = \"risky\""), &["tables is missing"]),
        (
            swap("rate = 0.1", "rate = 0.1\ntarget = \"rare\""),
            &["target is \"rare\"", "one of random, risky, all-risky"],
        ),
        (
            swap("rate = 0.1", "rate = 0.1\ntarget = \"all-risky\"\ntables = [[\"sex\"]]"),
            &["rate is 1/10", "no rate with"],
        ),
        (swap("rate = 0.1", "rate = 0.1\nsmall = 3"), &["small is given"]),
        (swap("rate = 0.1", "rate = 0.1\napart = \"area\""), &["apart is \"area\"", "a level of \"area\": half"]),
        (step("kind = \"pram\"\nvariable = \"sex\""), &["move is missing", "move or matrix"]),
        (step("kind = \"pram\"\nvariable = \"sex\"\nmove = 2"), &["move is 2/1", "up to 1"]),
        (step("kind = \"pram\"\nvariable = \"sex\"\nmove = 0.1\nmatrix = \"sexes.csv\""), &["both move and matrix"]),
        (step("kind = \"pram\"\nvariable = \"sex\"\nmatrix = \"none.csv\""), &["matrix", "\"none.csv\": no such file"]),
        (step("kind = \"pram\"\nvariable = \"age\"\nmatrix = \"sexes.csv\""), &["has no column \"2\""]),
        (
            step("kind = \"pram\"\nvariable = \"sex\"\nmove = 0.1\ninvariant = true"),
            &["invariant is given", "always invariant"],
        ),
        (
            format!("{}{}", swap("unit = \"household\"\n", ""), SWAP),
            &["pretabular[2]: unit is another one than in pretabular[1], which also changes \"area\""],
        ),
        (step("kind = \"weights\""), &["changed is missing", "changed or distribution"]),
        (step("kind = \"weights\"\nchanged = 0"), &["changed is 0"]),
        (
            step("kind = \"weights\"\ndistribution = [[0, \"1/2\"], [3, \"1/2\"]]"),
            &["distribution is a list with another mean"],
        ),
        (step("kind = \"weights\"\ndistribution = [[0, 0.5], [2, 0.4]]"), &["do not add up to 1"]),
        (step("kind = \"weights\"\ndistribution = [[-1, 0.5], [3, 0.5]]"), &["a list with another number"]),
        (
            step("kind = \"weights\"\nchanged = 2\ndraw = \"without-replacement\""),
            &["changed is given", "a distribution"],
        ),
        (step("kind = \"deviations\""), &["x is missing"]),
        (
            step("kind = \"deviations\"\nx = 1\ndistribution = [[-1, \"1/2\"], [2, \"1/2\"]]"),
            &["another mean", "mean 0"],
        ),
        (step("kind = \"noise\""), &["method is missing"]),
        (step("kind = \"noise\"\nmethod = { kind = \"suppression\", threshold = 3 }"), &["method is a table method"]),
        (step("kind = \"noise\"\nmethod = { kind = \"cell-key\", ptable = \"none\" }"), &["no such file"]),
        (
            step("kind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }") + SWAP,
            &["\"swap\" after noise", "no step after noise"],
        ),
        (step("kind = \"deviations\"\nx = 1") + SWAP, &["\"swap\" after deviations"]),
    ] {
        let message = preprotected(&more);
        for part in parts {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    }
}

#[test]
fn other_release_classes() {
    let error = spec("keyed", "column = \"k\"", "[publish]\nwhy = \"because\"\n").unwrap_err();
    assert!(error.contains("why is given"), "{error}");
    let marks = "[[dimension]]\nname = \"changed\"\nfrom = \"pretabular\"\n";
    let error = spec("keyed", "column = \"k\"", marks).unwrap_err();
    assert!(error.contains("from is \"pretabular\"; expected [[pretabular]]"), "{error}");
    let error = spec("keyed", "column = \"k\"", &marks.replace("pretabular", "elsewhere")).unwrap_err();
    assert!(error.contains("from is \"elsewhere\""), "{error}");
}

#[test]
fn households_have_one_area() {
    let spec = spec("preprotected", "", SWAP).unwrap();
    let mut persons = town(50, 1);
    let second = persons.windows(2).position(|pair| pair[0].0 == pair[1].0).unwrap() + 1;
    persons[second].1 = (persons[second].1 + 1) % 24;
    let error = collect(&spec, &persons, None).unwrap_err();
    let expected =
        format!("people.csv, row {}, column \"area\": the code differs from that of an earlier record", second + 1);
    assert!(error.starts_with(&expected) && error.contains("the same \"household\""), "{error}");
}

#[test]
fn cells_have_no_households() {
    use cellveil::build::collect::{Collector, RowLocation};
    let place = RowLocation { file: "cells.csv", row: 1, line: None };
    let with_units = spec("preprotected", "", SWAP).unwrap();
    let error = Collector::new(&with_units).unwrap().add_cell(&["00", "0", "0"], "3", "1", place).unwrap_err();
    assert!(error.to_string().starts_with("pretabular: a step has units"), "{error}");
    let keyed = spec("keyed", "column = \"k\"", &SWAP.replace("unit = \"household\"\n", "")).unwrap();
    let error = Collector::new(&keyed).unwrap().add_cell(&["00", "0", "0"], "3", "1", place).unwrap_err();
    assert!(error.to_string().ends_with("expected files of records"), "{error}");
}

/// What confidential data and XOR do not allow.
#[test]
fn choices_that_disclose() {
    let confidential = |key: &str, more: &str, seed: &str| {
        let text = super::cube::SPEC.replace("RELEASE", "release = \"preprotected\"").replace("KEY", key);
        let text = text.replace("synthetic", "confidential") + more + "\n[publish]\nwhy = \"a test\"\n";
        let seed = seed.to_owned();
        cellveil::spec::CubeSpec::parse(&text, &super::cube::file, &move |_| Some(seed.clone()))
    };
    const SEED: &str = "9f02c7315be84d6a70e1d45b2c8893fa";
    let step = |fields: &str| format!("[[pretabular]]\n{fields}\nseed_env = \"SEED\"\n");
    let pram = step("kind = \"pram\"\nvariable = \"sex\"\nmove = 0.1\npublish = true");
    let error = confidential("", &pram, SEED).unwrap_err().to_string();
    assert!(error.contains("exact ratios of the categories' sizes"), "{error}");
    let plain = pram.replace("move = 0.1", "matrix = \"sexes.csv\"");
    assert!(confidential("", &plain, SEED).is_ok());
    let weights = step("kind = \"weights\"\nchanged = 5");
    let error = confidential("combine = \"xor\"", &weights, SEED).unwrap_err().to_string();
    assert!(error.contains("two copies of a record cancel") && error.contains("key.combine = \"sum\""), "{error}");
    let open = super::cube::SPEC.replace("codes = { 0 = \"Male\", 1 = \"Female\" }\n", "");
    let open =
        open.replace("RELEASE", "release = \"preprotected\"").replace("KEY", "").replace("synthetic", "confidential");
    let open = open + &weights + "\n[publish]\nwhy = \"a test\"\n";
    let read = cellveil::spec::CubeSpec::parse(&open, &super::cube::file, &|_| Some(SEED.to_owned()));
    let error = read.unwrap_err().to_string();
    assert!(error.contains("dimension \"sex\": codes is missing") && error.contains("a record"), "{error}");
    // A seed that somebody can guess.
    let weak = confidential("", &weights, &"00".repeat(16)).unwrap();
    let found = cellveil::build::weaknesses(&weak, None).unwrap();
    assert!(found.iter().any(|weakness| weakness.to_string().starts_with("pretabular[1]: seed: ")), "{found:?}");
    let sound = confidential("", &weights, SEED).unwrap();
    assert_eq!(cellveil::build::weaknesses(&sound, None).unwrap(), []);
}
