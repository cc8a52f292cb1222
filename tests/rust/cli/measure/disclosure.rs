//! The measures that confidential data and sealed cubes disclose.

use serde_json::Value;

use super::workspace::{Measured, TEACHING, spec};

const QUERY: &[&str] = &["--rows", "area", "--columns", "sex,age"];

/// Collects every leaf with its path.
fn leaves(path: &str, value: &Value, all: &mut Vec<(String, Value)>) {
    match value.as_object() {
        Some(fields) => fields.iter().for_each(|(name, value)| leaves(&format!("{path}/{name}"), value, all)),
        None => all.push((path.to_owned(), value.clone())),
    }
}

fn disclosed(measures: &Value) -> Vec<String> {
    let mut all = Vec::new();
    leaves("", measures, &mut all);
    all.into_iter().filter(|(_, value)| !value.is_null()).map(|(path, _)| path).collect()
}

#[test]
fn internal_cube_discloses_all_measures() {
    let inside = Measured::new(&spec("data = \"confidential\"\naudience = \"internal\"", ""));
    let teaching = Measured::new(&spec(TEACHING, ""));
    assert_eq!(inside.measures(QUERY), teaching.measures(QUERY));
}

/// Builds a sealed cube with a view of 3 · 2 · 20 cells.
fn sealed(publish: &str, rules: &str) -> Measured {
    let about = "data = \"confidential\"\naudience = \"public\"\nrelease = \"sealed\"";
    let views = "[publish]\nviews = [[\"area\", \"sex\", \"age\"]]";
    Measured::new(&many_ages(&spec(about, &format!("{views}\n{publish}\n{rules}"))))
}

fn many_ages(spec: &str) -> String {
    let codes: Vec<String> = (0..20).map(|age| format!("{age} = \"{age}\"")).collect();
    let few = r#"codes = { 0 = "0 to 15", 1 = "16 to 64", 2 = "65 and over" }"#;
    assert!(spec.contains(few));
    spec.replace(few, &format!("codes = {{ {} }}", codes.join(", ")))
}

#[test]
fn sealed_cube_discloses_only_numbers_of_cells() {
    let cube = sealed("", "");
    let measures = cube.measures(QUERY);
    assert_eq!(disclosed(&measures), ["/table/cells"]);
    assert_eq!(measures["table"]["cells"], 120);
    assert!(!cube.read("cube/cube.json").contains("measures"));
}

const PUBLISHED_FIGURES: [&str; 4] =
    ["/risk/before/r", "/risk/after/r", "/utility/hellinger_utility", "/utility/hellinger_proportions"];

#[test]
fn sealed_cube_discloses_four_rounded_measures_on_request() {
    let cube = sealed("measures = true", "");
    let truth = Measured::new(&many_ages(&spec(TEACHING, "")));
    let (published, full) = (cube.measures(QUERY), truth.measures(QUERY));
    assert_eq!(disclosed(&published), [&["/table/cells"][..], &PUBLISHED_FIGURES].concat());
    for path in PUBLISHED_FIGURES {
        let figure = |measures: &Value| measures.pointer(path).unwrap().as_f64().unwrap();
        let (found, exact) = (figure(&published), figure(&full));
        // The published figure is rounded to the worse side: more risk or less utility.
        let worse = if path.ends_with("_utility") { exact - found } else { found - exact };
        assert!((0.0..0.01).contains(&worse), "{path}: {found} for {exact}");
        assert_eq!((found * 100.0).round() / 100.0, found, "{path}");
    }
    // Only a complete view with the default choices has measures. The layout of its axes does not matter.
    assert_eq!(cube.measures(&["--rows", "age,area", "--columns", "sex"]), published);
    for other in [
        &["--rows", "age", "--columns", "sex", "--filter", "area=A"][..],
        // The view has fewer than 100 cells, so a share with two decimals would disclose a number of cells.
        &["--rows", "area", "--columns", "age"],
        &["--rows", "area", "--columns", "sex,age", "--weights", "0,0,0,1"],
        &["--rows", "area", "--columns", "sex,age", "--multiplier", "0"],
    ] {
        assert_eq!(disclosed(&cube.measures(other)), ["/table/cells"], "{other:?}");
    }
}

/// A figure of the whole table would disclose something about its blocked cells.
#[test]
fn view_with_blocked_cells_has_no_measures() {
    for rules in [
        "[rules.areas]\nperson = 21",
        "[rules.areas]\nfiltered = { person = 2 }",
        "[rules.population]\nfiltered = { person = 20 }",
    ] {
        let cube = sealed("measures = true", rules);
        assert!(
            cube.done(&["table", "cube", "--rows", "area", "--columns", "sex,age"]).contains(",,blocked\n"),
            "{rules}"
        );
        assert_eq!(disclosed(&cube.measures(QUERY)), ["/table/cells"], "{rules}");
    }
}

#[test]
fn keyed_cube_stores_no_measures() {
    let workspace = Measured::new(&spec(TEACHING, ""));
    workspace.write("measures.toml", &spec(TEACHING, "[publish]\nmeasures = true"));
    let (status, _, error) = workspace.run(&["tile", "measures.toml", "--records", "people.csv", "--out", "other"]);
    assert_eq!(status, 2);
    assert!(error.contains("publish: measures is given with release = \"keyed\""), "{error}");
}

/// A user who may see the true counts gets measures of a refused table. Blocked cells are excluded from the utility.
#[test]
fn refused_tables_are_measured_and_blocked_cells_are_not() {
    let free = Measured::new(&spec(TEACHING, ""));
    for rule in ["max_dimensions = 1", "zeros = 0.1", "[rules.population]\nperson = 1000"] {
        let refusing = Measured::new(&spec(TEACHING, &format!("[rules]\n{rule}")));
        let (status, text, error) = refusing.run(&[&["table", "cube"], QUERY].concat());
        assert_eq!((status, &*text), (1, ""), "{rule}: {error}");
        assert_eq!(refusing.measures(QUERY), free.measures(QUERY), "{rule}");
    }
    let none = &["--method", r#"{"kind":"none"}"#];
    let blocking = Measured::new(&spec(TEACHING, "[rules.areas]\nperson = 21"));
    let csv = blocking.done(&[&["table", "cube", "--no-totals"], QUERY, none].concat());
    // Isles has no records. The smallest other area is blocked as well, so nobody can infer which of the two is empty.
    let blocked = csv.lines().filter(|line| line.ends_with(",,blocked")).count();
    assert_eq!((csv.lines().count(), blocked), (19, 12), "{csv}");
    let measures = blocking.measures(&[QUERY, none].concat());
    assert_eq!(measures["utility"]["total_noise"], 21);
    assert_eq!(measures["table"], free.measures(QUERY)["table"]);
}
