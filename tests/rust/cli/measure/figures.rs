//! The tests recompute the figures from the true counts and the published values.

use serde_json::Value;

use super::workspace::{Measured, TEACHING, spec};

/// Returns the codes, the true count and the published value of each inner cell. A suppressed value is `None`.
fn cells(workspace: &Measured, query: &[&str]) -> Vec<(Vec<String>, f64, Option<f64>)> {
    let csv = workspace.done(&[&["table", "cube", "--reveal"], query].concat());
    let mut lines = csv.lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let at = |name| heads.iter().position(|head| *head == name).unwrap();
    let (value, truth) = (at("value"), at("true_count"));
    let cell = |line: &str| {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        let published = fields[value].parse().ok();
        (fields[..value].to_vec(), fields[truth].parse().unwrap(), published)
    };
    lines.map(cell).filter(|(codes, _, _)| !codes.iter().any(|code| code == "_T")).collect()
}

#[track_caller]
fn near(measures: &Value, pointer: &str, expected: f64) {
    let found = measures.pointer(pointer).and_then(Value::as_f64);
    assert!(found.is_some_and(|found| (found - expected).abs() <= 1e-9), "{pointer}: {found:?}, expected {expected}");
}

const QUERY: &[&str] = &["--rows", "area", "--columns", "sex,age"];

#[test]
fn measures_match_the_formulas() {
    let workspace = Measured::new(&spec(TEACHING, ""));
    for more in [&[][..], &["--filter", "imputed=0"], &["--group", "area:both=A,B", "--group", "area:C alone=C"]] {
        let query = [QUERY, more].concat();
        let (cells, measures) = (cells(&workspace, &query), workspace.measures(&query));
        let is = |wanted: f64| cells.iter().filter(|cell| cell.1 == wanted).count() as f64;
        let sum =
            |of: &dyn Fn(f64, f64) -> f64| cells.iter().map(|cell| of(cell.1, cell.2.unwrap_or(0.0))).sum::<f64>();
        let n = sum(&|count, _| count);
        near(&measures, "/table/cells", cells.len() as f64);
        near(&measures, "/table/population", n);
        near(&measures, "/table/zeros", is(0.0));
        near(&measures, "/table/ones", is(1.0));
        near(&measures, "/table/twos", is(2.0));
        near(&measures, "/table/average_cell", n / cells.len() as f64);
        near(&measures, "/risk/small_cells", (is(1.0) + is(2.0)) / cells.len() as f64);
        // `N + M − 2 Σ √(FG)` is the middle form of equation (4).
        let both = n + sum(&|_, value| value) - 2.0 * sum(&|count, value| (count * value).sqrt());
        near(&measures, "/utility/hellinger", (both / 2.0).sqrt());
        near(&measures, "/utility/hellinger_utility", 1.0 - (both / 2.0 / n).sqrt());
        near(&measures, "/utility/total_noise", sum(&|count, value| (count - value).abs()));
        let filled = cells.len() as f64 - is(0.0);
        let changed = sum(&|count, value| f64::from(count > 0.0 && count != value));
        near(&measures, "/utility/changed_share", changed / filled);
        let shown_zeros = cells.iter().filter(|cell| cell.2 == Some(0.0));
        let (true_zeros, zeros) =
            shown_zeros.fold((0.0, 0.0), |(t, all), cell| (t + f64::from(cell.1 == 0.0), all + 1.0));
        near(&measures, "/risk/dr2", true_zeros / zeros);
    }
}

/// An area without records has lines of empty cells only. The test counts the lines of areas and of columns by hand.
#[test]
fn measures_count_lines_with_one_or_two_filled_cells() {
    let workspace = Measured::new(&spec(TEACHING, ""));
    // True counts of men: A 12 1 0, B 40 0 2, C 0 0 0. In rows A and B, two of three cells are filled. Columns 1 and 2
    // have one filled cell, column 0 has two.
    let men = workspace.measures(&["--rows", "area", "--columns", "age", "--filter", "sex=1"]);
    near(&men, "/risk/attribute_lines", 5.0);
    near(&men, "/risk/full_cells", 2.0);
    near(&men, "/risk/attribute_share", 1.0);
}

#[test]
fn imputed_records_add_no_risk() {
    let with = Measured::new(&spec(TEACHING, "[altered]\nimputed = [\"1\"]"));
    let without = Measured::new(&spec(TEACHING, ""));
    let none = &["--method", r#"{"kind":"none"}"#];
    // Small cells of area × sex × age: A 1 1 has 1 record. A 2 1 has 1, which is imputed. A 2 2 has 2, one of them
    // imputed. B 1 2 has 2.
    near(&with.measures(&[QUERY, none].concat()), "/risk/dr1", 4.0 / 6.0);
    near(&without.measures(&[QUERY, none].concat()), "/risk/dr1", 1.0);
    // No rounded cell publishes a true count of 1 or 2.
    near(&with.measures(QUERY), "/risk/dr1", 0.0);
    // A table by the flag itself counts all records, because each cell contains records with one value of the flag.
    near(&with.measures(&[&["--rows", "imputed,area", "--columns", "sex,age"][..], none].concat()), "/risk/dr1", 1.0);
    // A filter also limits the records of the measure.
    let b = with.measures(&[QUERY, none, &["--filter", "area=A"]].concat());
    near(&b, "/risk/dr1", 2.0 / 4.0);
    // The altered codes change DR1 only. All other measures stay the same.
    let (mut one, mut other) = (with.measures(QUERY), without.measures(QUERY));
    one["risk"]["dr1"] = Value::Null;
    other["risk"]["dr1"] = Value::Null;
    assert_eq!(one, other);
}

/// Suppressed cells count as 0, or as an equal share of the rest of their row (Shlomo 2007, section 4.2).
#[test]
fn suppressed_cells_count_as_0_or_as_averages() {
    let more = "[method.hidden]\nkind = \"threshold-rounding\"\nthreshold = 3\nbase = 2";
    let workspace = Measured::new(&spec(TEACHING, more));
    let query = [&["--rows", "area", "--columns", "age", "--filter", "sex=2", "--method", "hidden"][..]].concat();
    // True counts of women: A 5 1 2, B 7 7 0, C 0 0 0. Published values: A 6 - -, total 8; B 8 8 -, total 14; C - - -,
    // total -.
    let hellinger = |g: &[f64]| {
        let f = [5.0, 1.0, 2.0, 7.0, 7.0, 0.0, 0.0, 0.0, 0.0];
        let squares = f.iter().zip(g).map(|(f, g): (&f64, &f64)| (f.sqrt() - g.sqrt()).powi(2));
        (squares.sum::<f64>() / 2.0).sqrt()
    };
    let zero = workspace.measures(&query);
    near(&zero, "/utility/hellinger", hellinger(&[6.0, 0.0, 0.0, 8.0, 8.0, 0.0, 0.0, 0.0, 0.0]));
    let average = workspace.measures(&[&query[..], &["--suppressed", "average"]].concat());
    // In row A, 8 − 6 = 2 is left for two cells. In row B, 14 − 16 is negative, so the share is 0. The hidden total of
    // C counts as 1.
    let third = 1.0 / 3.0;
    near(&average, "/utility/hellinger", hellinger(&[6.0, 1.0, 1.0, 8.0, 8.0, 0.0, third, third, third]));
}

#[test]
fn each_option_changes_its_own_measures() {
    let workspace = Measured::new(&spec(TEACHING, ""));
    let usual = workspace.measures(QUERY);
    let terms = |at: &str, name: &str| usual["risk"][at]["terms"][name].as_f64().unwrap();
    let r = |w: [f64; 4], at| {
        w[0] * terms(at, "zeros")
            + w[1] * terms(at, "entropy_small")
            + w[2] * terms(at, "entropy_large")
            + w[3] * terms(at, "size")
    };
    near(&usual, "/risk/before/r", r([0.1, 0.7, 0.1, 0.1], "before"));
    let other = workspace.measures(&[QUERY, &["--weights", "0.25,0.25,0.25,0.25"]].concat());
    near(&other, "/risk/before/r", r([0.25; 4], "before"));
    near(&other, "/risk/after/r", r([0.25; 4], "after"));
    assert_eq!(other["utility"], usual["utility"]);
    // Base 3 has the default multiplier 1/3. With multiplier 1, the entropies are three times as large.
    let whole = workspace.measures(&[QUERY, &["--multiplier", "1"]].concat());
    near(&whole, "/risk/after/terms/entropy_small", 3.0 * terms("after", "entropy_small"));
    let parts = workspace.measures(&[QUERY, &["--multiplier", "0.5,0"]].concat());
    near(&parts, "/risk/after/terms/entropy_small", 1.5 * terms("after", "entropy_small"));
    near(&parts, "/risk/after/terms/entropy_large", 0.0);
    // With sex instead of area, the mean is over two distances.
    let by = workspace.measures(&[QUERY, &["--by", "sex"]].concat());
    assert_ne!(by["utility"]["hellinger_areas"], usual["utility"]["hellinger_areas"]);
    let target = workspace.measures(&[QUERY, &["--target", "age=1,2"]].concat());
    assert_ne!(target["utility"]["between_variance_change"], usual["utility"]["between_variance_change"]);
    // The explicit defaults give the same measures.
    let choices = ["--by", "area", "--target", "sex=1", "--target", "age=0", "--suppressed", "zero"];
    assert_eq!(workspace.measures(&[QUERY, &choices].concat()), usual);
    // The measures use inner cells only, so totals do not matter.
    assert_eq!(workspace.measures(&[QUERY, &["--no-totals"]].concat()), usual);
}

#[test]
fn map_has_the_measures_of_each_table_and_method() {
    let workspace = Measured::new(&spec(TEACHING, "[method.as-it-is]\nkind = \"none\""));
    workspace.write(
        "tables.json",
        r#"[{ "rows": ["sex"], "filter": { "area": ["A"] } }, { "rows": ["age"], "columns": ["sex"], "label": "Ages" }]"#,
    );
    let map = [&["map", "cube"], QUERY, &["--tables", "tables.json"]].concat();
    let points: Value = serde_json::from_str(&workspace.done(&[&map[..], &["--format", "json"]].concat())).unwrap();
    let named: Vec<(&str, &str)> = points
        .as_array()
        .unwrap()
        .iter()
        .map(|at| (at["table"].as_str().unwrap(), at["method"].as_str().unwrap()))
        .collect();
    let tables = ["area × sex × age", "sex, area = A", "Ages"];
    let expected: Vec<(&str, &str)> =
        tables.iter().flat_map(|table| ["default", "as-it-is"].map(|method| (*table, method))).collect();
    assert_eq!(named, expected);
    assert_eq!(points[0]["measures"], workspace.measures(QUERY));
    assert_eq!(points[0]["risk"], points[0]["measures"]["risk"]["after"]["r"]);
    assert_eq!(points[2]["measures"], workspace.measures(&["--rows", "sex", "--filter", "area=A"]));
    assert_eq!((&points[1]["utility"], &points[1]["risk"]), (&1.into(), &points[1]["before"]));
    // For an unknown or inapplicable method, each point contains the error.
    let failing = [&map[..], &["--compare", "nobody", "--compare", "as-it-is", "--format", "json"]].concat();
    let points: Value = serde_json::from_str(&workspace.done(&failing)).unwrap();
    assert_eq!(points.as_array().unwrap().len(), 6);
    assert_eq!((&points[0]["error"]["code"], &points[0]["risk"]), (&"unknown-method".into(), &Value::Null));
    assert!(points[1]["error"].is_null() && points[1]["utility"] == 1, "{points:#}");
    let rounding = r#"{"kind":"random-rounding","base":5}"#;
    let csv = workspace.done(&[&map[..], &["--compare", rounding, "--compare", "default"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines[0].starts_with("table,method,before,risk,utility,dr1,"), "{}", lines[0]);
    assert!(lines[1].starts_with("area × sex × age,\"random-rounding, base 5\","), "{}", lines[1]);
}

/// A larger x has less risk and more loss (ABS 1352.0.55.072, page 9).
#[test]
fn map_sweeps_a_parameter() {
    let workspace = Measured::new(&spec(TEACHING, "[method.small]\nkind = \"small-cell\"\nx = 9\ntotals = \"sum\""));
    let sweep = |compare: &str| {
        let more = ["--compare", compare, "--sweep", "x=0.5,1,2,3,100", "--format", "json"];
        let points: Value = serde_json::from_str(&workspace.done(&[&["map", "cube"], QUERY, &more].concat())).unwrap();
        points.as_array().unwrap().clone()
    };
    let points = sweep("small");
    assert_eq!(points, sweep(r#"{"kind":"small-cell","x":9,"totals":"sum"}"#));
    let figure = |point: &Value, at: &str| point["measures"].pointer(at).and_then(Value::as_f64).unwrap();
    for (at, rises) in
        [("/utility/variance/cell", true), ("/utility/variance/total", true), ("/risk/small_counts/unchanged", false)]
    {
        let figures: Vec<f64> = points[..4].iter().map(|point| figure(point, at)).collect();
        let sorted = |pair: &[f64]| if rises { pair[0] < pair[1] } else { pair[0] >= pair[1] };
        assert!(figures.windows(2).all(sorted), "{at}: {figures:?}");
    }
    assert_eq!(figure(&points[2], "/risk/small_counts/unchanged"), 0.0);
    // A value that the method refuses is a point with an error.
    assert_eq!(points[4]["error"]["code"], "bad-method");
    let csv = workspace.done(&[&["map", "cube"], QUERY, &["--compare", "small", "--sweep", "x=2"]].concat());
    let head = csv.lines().next().unwrap();
    assert!(
        head.contains("small_unchanged,difference_one,difference_one_or_two,variance_cell,variance_total"),
        "{head}"
    );
}

/// An expected cell of exactly 6 counts as small, although 3/5 is rounded to units of 2^-32: 10 · 3/5 = 6.
#[test]
fn expected_count_of_6_is_small() {
    let identity = |at: usize| (0..13).map(|to| u8::from(to == at).to_string()).collect::<Vec<_>>();
    let row = |at: usize| {
        let mut row = identity(at);
        if at == 10 {
            (row[10], row[11]) = ("\"3/5\"".into(), "\"2/5\"".into());
        }
        format!("[{}]", row.join(","))
    };
    let matrix: Vec<String> = (0..13).map(row).collect();
    let method = format!(r#"{{"kind":"transition-matrix","cap":12,"matrix":[{}]}}"#, matrix.join(","));
    let people = [("B,1,0,0", 40), ("B,1,1,0", 30), ("A,1,0,0", 10), ("A,1,1,0", 1), ("A,1,2,0", 2)];
    let workspace = Measured::of(&spec(TEACHING, ""), &people);
    let groups = ["--group", "age:young=0", "--group", "age:old=1", "--group", "age:older=2"];
    // With these record keys, 10 stays 10. The cells of the two areas are 10, 1, 2 and 40, 30, 0.
    let query = [&["--rows", "area", "--columns", "age", "--filter", "area=A,B"][..], &groups].concat();
    let arguments = [&query[..], &["--method", &method]].concat();
    let stays = cells(&workspace, &arguments).iter().all(|(_, count, value)| Some(*count) == *value);
    assert!(stays, "the record keys of this test leave ten as it is");
    // The paper's divisor makes an expected count of 6 from one count of 10.
    let measures = workspace.measures(&[&arguments[..], &["--multiplier", "1", "--divisor", "realised"]].concat());
    let entropy = |values: &[f64]| {
        let n: f64 = values.iter().sum();
        let h: f64 = values.iter().filter(|value| **value > 0.0).map(|value| -value / n * (value / n).ln()).sum();
        1.0 - h / (values.len() as f64).ln()
    };
    let found = measures.pointer("/risk/after/terms/entropy_small").and_then(Value::as_f64).unwrap();
    assert!((found - entropy(&[6.0, 1.0, 2.0, 0.0])).abs() < 1e-6, "{found}");
}
