//! Areas as building blocks with a population threshold (ABS 2005, section 3): large blocks stay unprotected.

use crate::support::program::repository;
use crate::support::workspace::Workspace;

/// Returns value, true count and noise of each line of a table with `--reveal`, by its codes.
fn cells(csv: &str, axes: usize) -> Vec<(String, i64, i64, i64)> {
    let cell = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[axes + at].parse().unwrap();
        (fields[..axes].join(","), number(0), number(2), number(4))
    };
    csv.lines().skip(1).map(cell).collect()
}

const ALL_BUT: &str =
    "region:Rest=E12000001,E12000002,E12000003,E12000004,E12000005,E12000006,E12000007,E12000008,W92000004";

fn cube() -> Workspace {
    let space = Workspace::new();
    let path = |name: &str| repository("demo/census2011-teaching").join(name).display().to_string();
    space.done(&["tile", &path("cube.toml"), "--records", &path("records.csv.gz"), "--out", "cube"]);
    space
}

/// The rest of the country is the whole minus the South West. The South West has 933 people, and the whole has 10,000.
#[test]
fn blocks_above_the_threshold_stay_unprotected() {
    let space = cube();
    let ask = |method: &str, more: &[&str]| {
        let start =
            ["table", "cube", "--rows", "region", "--columns", "age", "--no-totals", "--reveal", "--method", method];
        cells(&space.done(&[&start, more].concat()), 2)
    };
    let with = |least: u64| format!(r#"{{ "kind": "random-rounding", "base": 5, "protect_below": {least} }}"#);
    let plain = r#"{ "kind": "random-rounding", "base": 5 }"#;
    let blocks = ["--group", ALL_BUT, "--areas", "blocks"];
    let south_west = ask(plain, &["--filter", "region=E12000009"]);
    let whole = |method: &str| {
        cells(&space.done(&["table", "cube", "--rows", "age", "--no-totals", "--reveal", "--method", method]), 1)
    };
    for (least, whole_is_protected, south_west_is_protected) in
        [(933, false, false), (934, false, true), (10_000, false, true), (10_001, true, true)]
    {
        let rest = ask(&with(least), &blocks);
        assert_eq!(rest.len(), 8);
        for ((rest, part), all) in rest.iter().zip(&south_west).zip(whole(plain)) {
            let (_, value, count, _) = rest;
            let all = if whole_is_protected { all.1 } else { all.2 };
            let part = if south_west_is_protected { part.1 } else { part.2 };
            assert_eq!(*value, all - part, "{} with protect_below = {least}", rest.0);
            assert!(least > 933 || value == count, "all is shown as it is");
        }
        // A cell with its own key does not use the threshold, which is for blocks only.
        assert_eq!(ask(&with(least), &["--group", ALL_BUT]), ask(plain, &["--group", ALL_BUT]));
    }
    // The threshold applies to the people that the filters retain. The South West has fewer than 933 women.
    let women = ["--filter", "sex=2", "--group", ALL_BUT, "--areas", "blocks"];
    let some_protected = ask(&with(933), &women).iter().any(|(_, value, count, _)| value != count);
    assert!(some_protected, "the women of the South West are protected");
    // The population also does not depend on the rest of the table: grouped ages, with other ages and totals omitted.
    let group = ["--group", ALL_BUT, "--areas", "blocks", "--group", "age:Some=2,3,5"];
    let alone = ask(&with(933), &group);
    let all_ages = ask(&with(933), &blocks);
    let of_some = |age: &&(String, i64, i64, i64)| ["2", "3", "5"].iter().any(|code| age.0 == format!("Rest,{code}"));
    let sum: i64 = all_ages.iter().filter(of_some).map(|(_, value, ..)| value).sum();
    assert_eq!((alone.len(), alone[0].1), (1, sum), "nothing is protected: 933 people live in the South West");

    // A query without an area is protected as usual.
    let no_area = |areas: &str| {
        let arguments = ["table", "cube", "--rows", "age", "--columns", "sex", "--areas", areas, "--method", &with(1)];
        space.done(&arguments)
    };
    assert_eq!(no_area("blocks"), no_area("exact"));
}

/// ABS 1352.0.55.072, page 5: "base a decision on the average population per table cell". The table of a block has eight
/// ages, and the South West has 933 people: 116.6 for each cell.
#[test]
fn blocks_above_the_average_of_their_cells_stay_unprotected() {
    let space = cube();
    let ask = |method: &str, more: &[&str]| {
        let start =
            ["table", "cube", "--rows", "region", "--no-totals", "--reveal", "--areas", "blocks", "--group", ALL_BUT];
        space.done(&[&start, more, &["--method", method]].concat())
    };
    let with = |more: &str| format!(r#"{{ "kind": "random-rounding", "base": 5{more} }}"#);
    let average = |least: u64| with(&format!(r#", "protect_below_average": {least}"#));
    let below = |least: u64| with(&format!(r#", "protect_below": {least}"#));
    let ages = ["--columns", "age"];
    for (least, population) in [(116, 928), (117, 936), (1250, 10_000), (1251, 10_008)] {
        assert_eq!(ask(&average(least), &ages), ask(&below(population), &ages), "{least} for each of 8 cells");
    }
    assert_ne!(ask(&average(116), &ages), ask(&average(117), &ages));
    // The same area has another average in a table of other cells: 16 cells, or only one.
    let both = ["--columns", "age,sex"];
    assert_eq!(ask(&average(58), &both), ask(&below(928), &both));
    assert_eq!(ask(&average(59), &both), ask(&below(944), &both));
    assert_ne!(ask(&average(58), &both), ask(&average(59), &both));
    assert_eq!(ask(&average(933), &[]), ask(&below(933), &[]));
    // With both parameters, a block must reach both.
    let two = |least: u64, mean: u64| with(&format!(r#", "protect_below": {least}, "protect_below_average": {mean}"#));
    assert_eq!(ask(&two(900, 117), &ages), ask(&average(117), &ages));
    assert_eq!(ask(&two(934, 116), &ages), ask(&below(934), &ages));
    // The answer names the population from which its blocks are unprotected.
    let start = ["table", "cube", "--rows", "region", "--columns", "age", "--areas", "blocks", "--group", ALL_BUT];
    let json = space.done(&[&start[..], &["--format", "json-stat", "--method", &average(116)]].concat());
    assert!(json.contains("\"protectBelow\":928"), "{json}");
}
