//! Table methods behind a query: totals, axes, filters, groups, linked tables, sealed cubes and receipts.

use std::collections::BTreeMap;

use cellveil::build::collect::{Collector, RowLocation};
use cellveil::protect::{MethodSpec, Parameters};
use cellveil::table::{Measure, Measured, MethodChoice, Query, Table};

use crate::support::cube::TestCube;
use crate::support::random::mmix;
use crate::support::workspace::{WRONG, Workspace};

/// A town: 900 persons in 8 areas of 3 districts, by sex, age and work.
const TOWN: &str = r#"
[cube]
id = "town"
title = "Town"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
column = "key"
salt = "5d0be1c6a7324f98b3c2d4e590817263"
[[dimension]]
name = "area"
codes = { a1 = "a1", a2 = "a2", a3 = "a3", b1 = "b1", b2 = "b2", b3 = "b3", c1 = "c1", c2 = "c2" }
[[dimension.level]]
name = "district"
groups = [
    { code = "a", label = "A", of = ["a1", "a2", "a3"] },
    { code = "b", label = "B", of = ["b1", "b2", "b3"] },
    { code = "c", label = "C", of = ["c1", "c2"] },
]
[[dimension]]
name = "sex"
codes = { "1" = "1", "2" = "2" }
[[dimension]]
name = "age"
codes = { "0" = "0", "1" = "1", "2" = "2", "3" = "3", "4" = "4" }
[[dimension]]
name = "work"
codes = { x = "x", y = "y", z = "z" }
[method.default]
"#;

const ROUNDING: &str = "kind = \"controlled-rounding\"\nbase = 5\n";
const SUPPRESSION: &str = "kind = \"suppression\"\nthreshold = 10\n";

fn town(method: &str) -> TestCube {
    cube(&format!("{TOWN}{method}"))
}

fn sealed(method: &str, publish: &str) -> TestCube {
    let toml = TOWN.replace("audience = \"teaching\"", "audience = \"public\"\nrelease = \"sealed\"");
    cube(&format!("{toml}{method}[publish]\n{publish}\n"))
}

fn cube(toml: &str) -> TestCube {
    TestCube::new(
        toml,
        |spec| {
            let mut random = mmix(11, 33);
            let mut below = |end: u64| (random() * end) >> 31;
            let mut collector = Collector::new(spec).unwrap();
            for row in 1..=900 {
                let area = ["a1", "a1", "a1", "a2", "a3", "b1", "b2", "b2", "b3", "c1", "c2"][below(11) as usize];
                let age = ["0", "1", "1", "2", "2", "2", "3", "4"][below(8) as usize];
                let work = if age == "0" { "z" } else { ["x", "x", "x", "y"][below(4) as usize] };
                let codes = [area, ["1", "2"][below(2) as usize], age, work];
                let key = (below(1 << 16) << 16 | below(1 << 16)).to_string();
                collector.add_record(&codes, &key, RowLocation { file: "town.csv", row, line: None }).unwrap();
            }
            collector.finish().unwrap()
        },
        &|_| Vec::new(),
    )
}

fn query(rows: &[&str], columns: &[&str]) -> Query {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Query { rows: names(rows), columns: names(columns), ..Query::default() }
}

fn with_method(mut query: Query, json: &str) -> Query {
    query.method = Some(MethodChoice::Custom(Parameters::from_json(json).unwrap()));
    query
}

/// The value of each cell by its codes, as sorted pairs of axis and code. A suppressed cell has no value.
fn by_codes(table: &Table) -> BTreeMap<Vec<(String, String)>, Option<i64>> {
    let sizes: Vec<usize> = table.sizes().collect();
    let cell = |at: usize| {
        let mut rest = at;
        let mut codes: Vec<(String, String)> = Vec::new();
        for (heading, size) in table.headings.iter().zip(&sizes).rev() {
            codes.push((heading.name.clone(), heading.codes[rest % size].code.clone()));
            rest /= size;
        }
        codes.sort();
        (codes, table.value(at))
    };
    (0..table.len()).map(cell).collect()
}

/// Asserts that each total is the sum of the values of its parts.
fn assert_adds_up(table: &Table) {
    let values = by_codes(table);
    for heading in &table.headings {
        let codes = &heading.codes[..heading.codes.len() - 1];
        for (cell, total) in values.iter().filter(|(cell, _)| cell.contains(&(heading.name.clone(), "_T".into()))) {
            let part = |code: &str| {
                let other = |(axis, own): &(String, String)| {
                    (axis.clone(), if *axis == heading.name { code.to_owned() } else { own.clone() })
                };
                values[&cell.iter().map(other).collect::<Vec<_>>()].unwrap()
            };
            assert_eq!(codes.iter().map(|code| part(&code.code)).sum::<i64>(), total.unwrap(), "{cell:?}");
        }
    }
}

#[test]
fn rounded_tables_add_up_on_any_axes() {
    let mut town = town(ROUNDING);
    for (rows, columns) in [(&["area"][..], &["sex"][..]), (&["sex", "age"], &["area:district"]), (&["work"], &[])] {
        let (_, table) = town.ask(&query(rows, columns)).unwrap();
        assert_adds_up(&table);
        assert!(by_codes(&table).values().all(|value| value.unwrap() % 5 == 0));
        let swapped: Vec<&str> = columns.iter().chain(rows).copied().collect();
        let (_, across) = town.ask(&query(&swapped, &[])).unwrap();
        assert_eq!(by_codes(&table), by_codes(&across), "{rows:?}");
        let (_, plain) = town.ask(&Query { totals: false, ..query(rows, columns) }).unwrap();
        let with_totals = by_codes(&table);
        assert!(by_codes(&plain).iter().all(|(codes, value)| with_totals[codes] == *value), "{rows:?}");
    }
}

#[test]
fn filtered_table_is_rounded_for_itself() {
    let mut town = town(ROUNDING);
    let filter = vec![("age".to_owned(), vec!["1".to_owned(), "2".to_owned()])];
    let (_, table) = town.ask(&Query { filter, ..query(&["area"], &["sex"]) }).unwrap();
    assert_adds_up(&table);
}

#[test]
fn groups_that_divide_the_codes_are_rounded() {
    let mut town = town(ROUNDING);
    let group = |label: &str, codes: &[&str]| (label.to_owned(), codes.iter().map(|&code| code.to_owned()).collect());
    let groups = |last: &[&str]| Query {
        groups: vec![("age".to_owned(), vec![group("Young", &["0", "1"]), group("Old", last)])],
        ..query(&["age"], &["sex"])
    };
    let (_, table) = town.ask(&groups(&["2", "3", "4"])).unwrap();
    assert_adds_up(&table);
    for last in [&["2", "3"][..], &["1", "2", "3", "4"]] {
        let error = town.ask(&groups(last)).unwrap_err().to_string();
        assert!(error.contains("the groups of age overlap or leave codes out; expected groups that"), "{error}");
    }
    let blocks = Query { areas: Some("blocks".into()), ..query(&["area"], &["sex"]) };
    let error = town.ask(&blocks).unwrap_err().to_string();
    assert!(error.contains("it protects whole tables, not building blocks"), "{error}");
}

#[test]
fn every_kind_answers() {
    let mut town = town(ROUNDING);
    for method in [
        r#"{"kind":"semi-controlled-rounding","base":5}"#,
        r#"{"kind":"semi-controlled-rounding","base":3,"control":"rows"}"#,
        r#"{"kind":"semi-controlled-rounding","base":3,"control":"columns"}"#,
        r#"{"kind":"small-count-rounding","base":3}"#,
        r#"{"kind":"suppression","threshold":4,"protect_zeros":true,"protect_certain":true}"#,
        r#"{"kind":"random-rounding","base":5,"additivity":"ipf"}"#,
        r#"{"kind":"random-rounding","base":5,"additivity":"integer"}"#,
        r#"{"kind":"semi-controlled-rounding","base":5,"additivity":"integer"}"#,
    ] {
        let (_, table) = town.ask(&with_method(query(&["area"], &["age"]), method)).unwrap();
        assert_eq!(table.len(), 9 * 6, "{method}");
        assert!(table.adjustment.is_some(), "{method}");
        let words = MethodSpec::new("m", &Parameters::from_json(method).unwrap()).unwrap().text();
        assert!(!words.contains("in every table"), "{words}");
        let differs =
            if method.contains("suppression") { "shown in one table and" } else { "The same records may give" };
        assert!(words.contains(differs), "{words}");
        if method.contains("additivity") || method.contains("small-count") {
            let decimals = if method.contains("ipf") { 3 } else { 0 };
            assert_eq!(table.decimals(), decimals, "{method}");
            if decimals == 0 {
                assert_adds_up(&table);
            }
        }
    }
}

#[test]
fn rows_and_columns_control_the_lines_of_the_query() {
    let mut town = town(ROUNDING);
    for (control, rows, columns, axis) in [
        ("rows", "age", "area", "area"),
        ("columns", "age", "area", "age"),
        ("rows", "area", "age", "age"),
        ("columns", "area", "age", "area"),
    ] {
        let method = format!(r#"{{"kind":"semi-controlled-rounding","base":7,"control":"{control}"}}"#);
        let (_, table) = town.ask(&with_method(query(&[rows], &[columns]), &method)).unwrap();
        let values = by_codes(&table);
        let other = if axis == "area" { "age" } else { "area" };
        let codes_of = |name: &str| -> Vec<String> {
            let heading = table.headings.iter().find(|heading| heading.name == name).unwrap();
            heading.codes.iter().map(|code| code.code.clone()).filter(|code| code != "_T").collect()
        };
        let value = |code: &str, of_axis: &str| {
            let mut cell = vec![(other.to_owned(), code.to_owned()), (axis.to_owned(), of_axis.to_owned())];
            cell.sort();
            values[&cell].unwrap()
        };
        for code in codes_of(other) {
            let sum: i64 = codes_of(axis).iter().map(|own| value(&code, own)).sum();
            assert_eq!(sum, value(&code, "_T"), "{control} of {rows} by {columns}: {code}");
        }
    }
}

/// Cells that both tables have are hidden in both or in neither.
#[test]
fn linked_tables_hide_the_same_cells() {
    let mut town = town(SUPPRESSION);
    let (first, second) = (query(&["area"], &["age"]), query(&["area:district"], &["age", "work"]));
    let linked = |own: &Query, other: &Query| Query { with: vec![other.clone()], ..own.clone() };
    let (_, one) = town.ask(&linked(&first, &second)).unwrap();
    let (_, two) = town.ask(&linked(&second, &first)).unwrap();
    let ages = |table: &Table, district: bool| -> Vec<Option<i64>> {
        let codes = by_codes(table);
        let keep = |cell: &&(Vec<(String, String)>, Option<i64>)| {
            cell.0.iter().all(|(axis, code)| axis == "age" || code == "_T")
        };
        let all: Vec<_> = codes.into_iter().collect();
        let found: Vec<_> = all.iter().filter(keep).map(|(_, value)| *value).collect();
        assert_eq!(found.len(), 6, "{district}");
        found
    };
    assert_eq!(ages(&one, false), ages(&two, true));
    let hidden = |table: &Table| by_codes(table).values().filter(|value| value.is_none()).count();
    assert!(hidden(&one) > 0 && hidden(&two) > 0);
    // A further table may only add hidden cells here, because it adds sums.
    let (_, alone) = town.ask(&first).unwrap();
    assert!(hidden(&alone) <= hidden(&one));
}

#[test]
fn further_tables_need_a_table_method() {
    let mut town = town("kind = \"random-rounding\"\nbase = 5\n");
    let linked = Query { with: vec![query(&["sex"], &[])], ..query(&["area"], &[]) };
    let error = town.ask(&linked).unwrap_err().to_string();
    assert!(error.starts_with("with: method \"default\" protects each cell for itself"), "{error}");
    let additive = with_method(linked, r#"{"kind":"random-rounding","base":5,"additivity":"ipf"}"#);
    assert!(town.ask(&additive).is_err());
}

#[test]
fn sealed_views_have_the_values_of_the_keyed_cube() {
    let views = [query(&["area"], &["sex"]), query(&["sex"], &["age"]), query(&["work"], &[])];
    let mut keyed = town(ROUNDING);
    let mut sealed = sealed(ROUNDING, "max_dimensions = 2");
    for view in views {
        let (_, published) = sealed.ask(&view).unwrap();
        assert_adds_up(&published);
        let (_, own) = keyed.ask(&view).unwrap();
        assert_eq!(by_codes(&published), by_codes(&own));
    }
    // A filter on one code picks a slice, which adds up too.
    let filter = vec![("sex".to_owned(), vec!["2".to_owned()])];
    let (_, slice) = sealed.ask(&Query { filter, ..query(&["area"], &[]) }).unwrap();
    assert_adds_up(&slice);
    let (_, whole) = sealed.ask(&query(&["area"], &["sex"])).unwrap();
    let whole = by_codes(&whole);
    for (codes, value) in by_codes(&slice) {
        let cell: Vec<_> = codes.into_iter().chain([("sex".to_owned(), "2".to_owned())]).collect();
        assert_eq!(whole[&cell], value);
    }
    let blocks = Query { areas: Some("blocks".into()), ..query(&["area"], &["sex"]) };
    assert!(sealed.ask(&blocks).unwrap_err().to_string().contains("cannot be added up to custom areas"));
}

/// All published views are one system: a cell has the same status wherever a view shows it.
#[test]
fn sealed_views_are_suppressed_together() {
    let mut sealed = sealed(SUPPRESSION, "max_dimensions = 2");
    let mut seen: BTreeMap<Vec<(String, String)>, Option<i64>> = BTreeMap::new();
    let names = ["area", "area:district", "sex", "age", "work"];
    let mut shared = 0;
    for (at, first) in names.iter().enumerate() {
        for second in names[at + 1..].iter().filter(|name| !first.starts_with("area") || !name.starts_with("area")) {
            let Ok((_, table)) = sealed.ask(&query(&[first], &[second])) else { continue };
            for (codes, value) in by_codes(&table) {
                let cell: Vec<_> = codes.into_iter().filter(|(_, code)| code != "_T").collect();
                if let Some(before) = seen.insert(cell.clone(), value) {
                    assert_eq!(before, value, "{cell:?}");
                    shared += 1;
                }
            }
        }
    }
    assert!(shared > 20 && seen.values().any(Option::is_none), "{shared} shared cells");
}

#[test]
fn sealed_cube_refuses_what_it_cannot_store() {
    let toml = TOWN.replace("audience = \"teaching\"", "audience = \"public\"\nrelease = \"sealed\"");
    let space = Workspace::new();
    space.write("town.csv", "area,sex,age,work,key\na1,1,0,x,17\n");
    space.write(
        "cube.toml",
        format!("{toml}kind = \"random-rounding\"\nbase = 5\nadditivity = \"ipf\"\n[publish]\nmax_dimensions = 1\n"),
    );
    let tile = ["tile", "cube.toml", "--records", "town.csv", "--out", "cube"];
    space.fails(WRONG, &tile, &["method \"default\": a sealed cube does not store values that are fitted"]);
}

/// Each wrong combination has one clear error, and no cube is written.
#[test]
fn combinations_that_promise_too_much_are_refused() {
    let space = Workspace::new();
    space.write("town.csv", "area,sex,age,work,key\na1,1,0,x,17\n");
    let confidential = |toml: &str| toml.replace("data = \"synthetic\"", "data = \"confidential\"");
    let sealed = TOWN.replace("audience = \"teaching\"", "audience = \"public\"\nrelease = \"sealed\"");
    let geo = TOWN.replace("name = \"area\"", "name = \"area\"\nrole = \"geo\"");
    for (toml, expected) in [
        (
            format!("{TOWN}{SUPPRESSION}interval = 2\nsecondary = \"none\"\n"),
            "method \"default\": interval is given with secondary = \"none\"",
        ),
        (
            format!("{TOWN}kind = \"suppression\"\nthreshold = 1\nprotect_certain = true\n"),
            "method \"default\": threshold is 1 with protect_certain",
        ),
        (
            confidential(&format!("{sealed}{SUPPRESSION}secondary = \"none\"\n[publish]\nmax_dimensions = 1\n")),
            "method \"default\": secondary is \"none\", so that sums disclose the small counts",
        ),
        (
            format!("{sealed}{SUPPRESSION}[publish]\nmax_dimensions = 1\nexplain = true\n"),
            "expected false with suppression, whose shown values are the true counts",
        ),
        (
            format!("{geo}{ROUNDING}[rules]\ncustom_areas = \"sums\"\n"),
            "method \"default\": a table method protects whole tables, and custom_areas",
        ),
    ] {
        space.write("cube.toml", toml);
        let tile = ["tile", "cube.toml", "--records", "town.csv", "--out", "cube"];
        space.fails(WRONG, &tile, &[expected]);
    }
}

/// The set of tables counts, and not the table that the query shows first.
#[test]
fn each_table_of_a_set_shows_the_same_values() {
    let axes: [(&[&str], &[&str]); 3] = [(&["area"], &["age"]), (&["area"], &["work"]), (&["work"], &["age"])];
    for method in [r#"{"kind":"suppression","threshold":12}"#, r#"{"kind":"controlled-rounding","base":7}"#] {
        let mut town = town(ROUNDING);
        let mut seen: BTreeMap<Vec<(String, String)>, Option<i64>> = BTreeMap::new();
        let mut shared = 0;
        for first in 0..axes.len() {
            for second in [(first + 1) % 3, (first + 2) % 3] {
                let third = 3 - first - second;
                let of = |at: usize| query(axes[at].0, axes[at].1);
                let asked = Query { with: vec![of(second), of(third)], ..with_method(of(first), method) };
                for (cell, value) in by_codes(&town.ask(&asked).unwrap().1) {
                    let inner: Vec<_> = cell.into_iter().filter(|(_, code)| code != "_T").collect();
                    if let Some(other) = seen.insert(inner.clone(), value) {
                        assert_eq!(other, value, "{method} {inner:?}");
                        shared += 1;
                    }
                }
            }
        }
        assert!(shared > 100, "{shared}");
    }
}

/// A table of some persons beside the table of all: the difference is the table of the others.
#[test]
fn tables_with_filters_are_suppressed_with_their_difference() {
    let mut town = town(SUPPRESSION);
    let men = Query { filter: vec![("sex".into(), vec!["1".into()])], ..query(&["area"], &["age"]) };
    let women = Query { filter: vec![("sex".into(), vec!["2".into()])], ..query(&["area"], &["age"]) };
    let all = query(&["area"], &["age"]);
    let table = |town: &mut TestCube, first: &Query, with: [&Query; 2]| {
        let with = with.into_iter().cloned().collect();
        by_codes(&town.ask(&Query { with, ..first.clone() }).unwrap().1)
    };
    let both = table(&mut town, &all, [&men, &women]);
    let of_men = table(&mut town, &men, [&all, &women]);
    let of_women = table(&mut town, &women, [&men, &all]);
    let mut hidden = 0;
    for (cell, value) in &both {
        // One hidden cell of three would be the difference of the others.
        let missing = [*value, of_men[cell], of_women[cell]].iter().filter(|value| value.is_none()).count();
        assert_ne!(missing, 1, "{cell:?}");
        hidden += usize::from(missing > 0);
    }
    assert!(hidden > 5, "{hidden}");
    let rounded = with_method(Query { with: vec![men], ..all }, r#"{"kind":"controlled-rounding","base":5}"#);
    let error = town.ask(&rounded).unwrap_err().to_string();
    assert!(error.contains("needs the same filters in all tables"), "{error}");
}

/// A fit to the totals reads the noisy values only. So R after protection is that of the same noise without a fit, and
/// measures of utility compare the fitted values.
#[test]
fn measures_of_a_fit_take_the_risk_before_it_and_the_utility_after_it() {
    let mut town = town(ROUNDING);
    let noise = r#"{"kind":"random-rounding","base":5}"#;
    let measures = |town: &mut TestCube, method: &str| {
        let asked = Query { measure: Some(Measure::default()), ..with_method(query(&["area"], &["age"]), method) };
        town.ask(&with_method(query(&["area"], &["age"]), method)).unwrap();
        let Measured::Measures(measures) = town.store.measure(asked).unwrap() else { panic!("files are missing") };
        *measures
    };
    let before = measures(&mut town, noise);
    assert!(before.risk.after.is_some());
    for fit in ["ipf", "integer"] {
        let method = noise.replace('}', &format!(r#","additivity":"{fit}"}}"#));
        let (_, table) = town.ask(&with_method(query(&["area"], &["age"]), &method)).unwrap();
        let (_, true_table) = town.ask(&with_method(query(&["area"], &["age"]), r#"{"kind":"none"}"#)).unwrap();
        let found = measures(&mut town, &method);
        assert_eq!((found.risk.after, found.risk.rows_after), (before.risk.after, before.risk.rows_after), "{fit}");
        let inner = |cell: usize| cell % 6 < 5 && cell / 6 < 8;
        let pairs = table.numbers().into_iter().zip(true_table.numbers());
        let noise: f64 = pairs.enumerate().filter(|(cell, _)| inner(*cell)).map(|(_, (a, b))| (a - b).abs()).sum();
        assert!((found.utility.total_noise.unwrap() - noise).abs() < 1e-9, "{fit}");
        assert_ne!(found.utility.total_noise, before.utility.total_noise, "{fit}");
    }
    for method in [r#"{"kind":"suppression","threshold":12}"#, r#"{"kind":"small-count-rounding","base":12}"#] {
        let found = measures(&mut town, method).risk;
        assert!(found.not_raised == Some(true) && found.after != found.before, "{method}");
    }
}
