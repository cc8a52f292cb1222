//! Every rule passes at its limit and fails just beyond it.

use cellveil::measure::{Cells, Choices, Context, measure};
use cellveil::protect::Status;

use super::town::{Asking, Cell, question, refusal, town};

/// The regions have 1, 2, 3, 0, 4 and 10 records. E and F have age 3, and the others have age 0. A to C have sex 1, and
/// the others have sex 2. All records of A, B and F are heads.
fn cells() -> Vec<Cell> {
    vec![([0, 0, 0, 1], 1), ([1, 0, 0, 1], 2), ([2, 0, 0, 0], 3), ([4, 3, 1, 0], 4), ([5, 3, 1, 1], 10)]
}

/// Rules, a query, and the broken rule, if any.
const CASES: &[(&str, &str, Option<&str>)] = &[
    ("max_dimensions = 2", "region | age", None),
    ("max_dimensions = 1", "region | age", Some("max_dimensions")),
    ("max_dimensions = 2", "region | age | age=0", None),
    ("max_dimensions = 2", "region | age | sex=1", Some("max_dimensions")),
    ("max_dimensions = 2", "region | age | sex=1,2", None), // the filter retains all codes
    ("nested = true", "region | | age=0,1", None),          // all codes of band y
    ("nested = true", "region | | age:band=y", None),
    ("nested = true", "region | | age=0", None),
    ("nested = true", "region | | age=0,1,2,3,4", None),
    ("nested = true", "region | | age=0,2", Some("nested")),
    ("nested = true", "region | | age=0,1,2", Some("nested")),
    ("nested = true", "age | | region:pair=p,q", None), // all of country N
    ("nested = true", "age | | region:pair=p,s", Some("nested")),
    ("nested = true", "region | | region=A,B region:country=N", None), // the two filters retain exactly pair p
    ("nested = false", "region | | age=0,2", None),
    ("never = [[\"region\", \"age\"]]", "region | age", Some("never")),
    ("never = [[\"region\", \"age\"]]", "region:country | age:band", Some("never")),
    ("never = [[\"region\", \"age\"]]", "region | | age=0", Some("never")),
    ("never = [[\"region\", \"age\"]]", "region | sex", None),
    ("never = [[\"region:pair\", \"age\"]]", "region | age", Some("never")),
    ("never = [[\"region:pair\", \"age\"]]", "region:pair | age", Some("never")),
    ("never = [[\"region:pair\", \"age\"]]", "region:country | age", None),
    ("never = [[\"region:pair\", \"age\"]]", "region:country | age | region=A", Some("never")),
    ("never = [[\"sex\"]]", "region | sex", Some("never")),
    ("never = [[\"sex\"], [\"age\", \"head\"]]", "region | age", None),
    ("small_cells = 0.3333333333333333", "region", None),
    ("small_cells = 0.3333", "region", Some("small_cells")),
    ("small_cells = 0", "region:country", None),
    ("zeros = 0.16666666666666666", "region", None),
    ("zeros = 0.1666", "region", Some("zeros")),
    ("zeros = 0", "region:pair", None),
    ("average_cell = 3.3333333333333335", "region", None),
    ("average_cell = 3.34", "region", Some("average_cell")),
    ("average_cell = 10", "region:country", None),
    ("average_cell = 10.5", "region:country", Some("average_cell")),
    ("population = { person = 20 }", "region", None),
    ("population = { person = 21 }", "region", Some("population.person")),
    ("population = { records = 21 }", "region", Some("population.records")),
    ("population = { filtered = { person = 6 } }", "region | | sex=1", None),
    ("population = { filtered = { person = 7 } }", "region | | sex=1", Some("population.filtered.person")),
    ("population = { filtered = { person = 7 } }", "region", None),
    ("population = { filtered = { person = 6 } }", "age | | sex=1 age=0", None),
    ("population = { filtered = { person = 1 } }", "age | | sex=1 age=3", Some("population.filtered.person")),
    ("population = { household = 13 }\nunits = { household = { head = [\"1\"] } }", "region", None),
    (
        "population = { household = 14 }\nunits = { household = { head = [\"1\"] } }",
        "region",
        Some("population.household"),
    ),
    ("population = { couple = 10 }\nunits = { couple = { head = [\"1\"], sex = [\"2\"] } }", "age", None),
    (
        "population = { couple = 11 }\nunits = { couple = { head = [\"1\"], sex = [\"2\"] } }",
        "age",
        Some("population.couple"),
    ),
    // The dimension of the unit is an axis, a filter, or absent.
    ("population = { household = 13 }\nunits = { household = { head = [\"1\"] } }", "head", None),
    (
        "population = { filtered = { household = 3 } }\nunits = { household = { head = [\"1\"] } }",
        "region | | sex=1",
        None,
    ),
    (
        "population = { filtered = { household = 4 } }\nunits = { household = { head = [\"1\"] } }",
        "region | | sex=1",
        Some("population.filtered.household"),
    ),
    (
        "population = { filtered = { household = 13 } }\nunits = { household = { head = [\"1\"] } }",
        "region | | head=1",
        None,
    ),
    (
        "population = { filtered = { household = 1 } }\nunits = { household = { head = [\"1\"] } }",
        "region | | head=0",
        Some("population.filtered.household"),
    ),
    ("average_cell = 0.1\nzeros = 0.9\nsmall_cells = 0.9\npopulation = { person = 20 }", "region,age", None),
];

#[test]
fn rules_pass_at_the_limit_and_fail_beyond() {
    for (rules, words, expected) in CASES {
        let found = town(&cells(), &format!("[rules]\n{rules}\n")).rule(words);
        assert_eq!(found.as_deref(), *expected, "{rules} {words}");
    }
}

#[test]
fn nested_rule_refuses_groups_across_levels() {
    let mut query = question("region");
    query.groups = vec![("region".into(), vec![("mine".into(), vec!["A".into(), "D".into()])])];
    assert!(town(&cells(), "[rules]\nnested = false\n").table(&query).is_ok());
    let found = refusal(town(&cells(), "[rules]\nnested = true\n").table(&query)).unwrap();
    assert_eq!(found.rule, "nested");
    let nearest = found.nearest.unwrap();
    assert_eq!((nearest.rows, nearest.columns, nearest.filter), (vec!["region".to_owned()], vec![], vec![]));
    // If groups are allowed, the rule is checked for the table without them.
    assert_eq!(refusal(town(&cells(), "[rules]\nzeros = 0.16\n").table(&query)).unwrap().rule, "zeros");
}

#[test]
fn risk_rule_uses_the_risk_measure() {
    let mut open = town(&cells(), "");
    let query = cellveil::table::Query { reveal: true, totals: false, ..question("region | age:band") };
    let plan = open.ask(&query).unwrap();
    let truth = plan.1.revealed.as_ref().unwrap();
    let values: Vec<i64> = (0..plan.1.len()).map(|cell| plan.1.value(cell).unwrap()).collect();
    let table = Cells {
        sizes: &[6, 2],
        rows: 2,
        counts: &truth.counts,
        values: &values,
        status: &[Status::Shown; 12],
        decimals: 0,
    };
    let method = plan.0.method().clone();
    let keys = open.store.cube().keys;
    let salt = open.store.cube().salt.clone();
    let rows =
        cellveil::protect::compile(&method, cellveil::protect::KeyContext { keys, uniform: true, salt: &salt }, None);
    let rows = rows.unwrap();
    let context = Context { method: Some(&rows), ..Context::default() };
    let heavy = cellveil::measure::Weights { zeros: 0.7, small: 0.1, large: 0.1, size: 0.1 };
    for (weights, line) in [(None, ""), (Some(heavy), "weights = [0.7, 0.1, 0.1, 0.1]\n")] {
        let choices = Choices { weights: weights.unwrap_or_default(), ..Choices::default() };
        let risk = measure(&table, &context, &choices).risk;
        for (rule, r) in [("risk_before", risk.before.unwrap().r), ("risk_after", risk.after.unwrap().r)] {
            assert!(r > 0.0 && r < 1.0, "{r}");
            let refusal =
                |limit: f64| town(&cells(), &format!("[rules]\n{rule} = {limit:?}\n{line}")).rule("region | age:band");
            assert_eq!(refusal(r), None, "{rule} {line}");
            assert_eq!(refusal(f64::from_bits(r.to_bits() - 1)).as_deref(), Some(rule), "{line}");
        }
    }
}

/// A table at the limit needs no protection, and a table beyond the limit does. Both are protected, and none is refused.
#[test]
fn limit_of_protection_is_reported_and_changes_no_table() {
    let query = question("region | age:band");
    let measured = |rules: &str| {
        let mut cube = town(&cells(), rules);
        cube.table(&query).unwrap(); // loads the files
        let query = cellveil::table::Query { measure: Some(Default::default()), ..query.clone() };
        match cube.store.measure(query).unwrap() {
            cellveil::table::Measured::Measures(measures) => measures.risk,
            other => panic!("{other:?}"),
        }
    };
    let r = measured("").before.unwrap().r;
    assert_eq!(measured("").needs_protection, None);
    let unprotected = town(&cells(), "").table(&query).unwrap();
    for (limit, needs) in [(r, false), (f64::from_bits(r.to_bits() - 1), true), (0.0, true), (1.0, false)] {
        let rules = format!("[rules]\nprotect_above = {limit:?}\n");
        assert_eq!(measured(&rules).needs_protection, Some(needs), "{limit}");
        let table = town(&cells(), &rules).table(&query).unwrap();
        let values = |table: &cellveil::table::Table| (0..table.len()).map(|at| table.value(at)).collect::<Vec<_>>();
        assert_eq!(values(&table), values(&unprotected));
    }
    // The limit uses the weights of the rules.
    let heavy = format!("[rules]\nprotect_above = {r:?}\nweights = [0.7, 0.1, 0.1, 0.1]\n");
    assert_eq!(measured(&heavy).needs_protection, Some(true));
}

#[test]
fn empty_cube_breaks_the_rules_on_zeros_and_averages() {
    for (rules, expected) in [
        ("max_dimensions = 1", None),
        ("zeros = 0.99", Some("zeros")),
        ("zeros = 1", None),
        ("small_cells = 0", None),
        ("average_cell = 0.01", Some("average_cell")),
        ("population = { person = 1 }", Some("population.person")),
        ("risk_before = 1", Some("risk_before")),
        ("risk_after = 1", Some("risk_after")),
        ("areas = { person = 1 }", None),
    ] {
        let mut cube = town(&[], &format!("[rules]\n{rules}\n"));
        assert_eq!(cube.rule("region").as_deref(), expected, "{rules}");
    }
    // No region has records, so all are blocked. The total equals that of a table without areas.
    let table = town(&[], "[rules]\nareas = { person = 1 }\n").table(&question("region")).unwrap();
    assert_eq!(table.status().iter().filter(|status| **status == Status::Blocked).count(), 6);
    assert_eq!(table.value(6), Some(0));
}
