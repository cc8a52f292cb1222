//! What is told of confidential data, and of sealed cubes.

use serde_json::Value;

use crate::workspace::{TEACHING, Workspace, spec};

const QUERY: &[&str] = &["--rows", "area", "--columns", "sex,age"];

/// Every leaf with its path.
fn leaves(path: &str, value: &Value, all: &mut Vec<(String, Value)>) {
    match value.as_object() {
        Some(fields) => fields.iter().for_each(|(name, value)| leaves(&format!("{path}/{name}"), value, all)),
        None => all.push((path.to_owned(), value.clone())),
    }
}

fn told(measures: &Value) -> Vec<String> {
    let mut all = Vec::new();
    leaves("", measures, &mut all);
    all.into_iter().filter(|(_, value)| !value.is_null()).map(|(path, _)| path).collect()
}

#[test]
fn inside_the_agency_everything_is_told() {
    let inside = Workspace::new(&spec("data = \"confidential\"\naudience = \"internal\"", ""));
    let teaching = Workspace::new(&spec(TEACHING, ""));
    assert_eq!(inside.measures(QUERY), teaching.measures(QUERY));
}

fn sealed(publish: &str) -> Workspace {
    let about = "data = \"confidential\"\naudience = \"public\"\nrelease = \"sealed\"";
    Workspace::new(&spec(about, &format!("[publish]\nviews = [[\"area\", \"sex\", \"age\"]]\n{publish}")))
}

#[test]
fn a_sealed_cube_tells_nothing_but_how_many_cells_there_are() {
    let cube = sealed("");
    let measures = cube.measures(QUERY);
    assert_eq!(told(&measures), ["/table/cells"]);
    assert_eq!(measures["table"]["cells"], 18);
    assert!(!cube.read("cube/cube.json").contains("measures"));
}

#[test]
fn unless_its_publisher_wants_shares_to_be_known_to_two_decimals() {
    let cube = sealed("measures = true");
    let truth = Workspace::new(&spec(TEACHING, ""));
    let (baked, full) = (cube.measures(QUERY), truth.measures(QUERY));
    let told = told(&baked);
    for path in ["/risk/before/r", "/risk/after/terms/zeros", "/risk/dr2", "/utility/hellinger_utility"] {
        assert!(told.iter().any(|found| found == path), "{path} of {told:?}");
    }
    for path in &told {
        let (found, exact) = (&baked.pointer(path).unwrap(), full.pointer(path).unwrap());
        match (found.as_f64(), exact.as_f64()) {
            (Some(found), Some(exact)) if path != "/table/cells" => {
                assert!((found - exact).abs() <= 0.005 + 1e-12, "{path}: {found} for {exact}");
                assert_eq!((found * 100.0).round() / 100.0, found, "{path}");
            }
            _ => assert_eq!(*found, exact, "{path}"),
        }
    }
    // Nothing that counts records, cells or lines.
    for path in
        ["/table/population", "/table/zeros", "/risk/attribute_lines", "/utility/total_noise", "/utility/hellinger"]
    {
        assert!(baked.pointer(path).unwrap().is_null(), "{path}");
    }
    // Of a whole view alone, however it is laid out.
    assert_eq!(cube.measures(&["--rows", "age,area", "--columns", "sex"]), baked);
    let part = cube.measures(&["--rows", "age", "--columns", "sex", "--filter", "area=A"]);
    assert!(part["risk"]["before"].is_null());
    assert!(cube.measures(&["--rows", "area", "--columns", "sex"])["risk"]["before"].is_object());
}

#[test]
fn a_keyed_cube_bakes_no_measures() {
    let workspace = Workspace::new(&spec(TEACHING, ""));
    workspace.write("baked.toml", &spec(TEACHING, "[publish]\nmeasures = true"));
    let (status, _, error) = workspace.run(&["tile", "baked.toml", "--records", "people.csv", "--out", "other"]);
    assert_eq!(status, 2);
    assert!(error.contains("publish: measures is given with release = \"keyed\""), "{error}");
}

/// Who may see the counts may see why a table is refused; areas that are blocked are not there to be of use.
#[test]
fn what_rules_refuse_is_measured_and_what_they_block_is_not_shown() {
    let free = Workspace::new(&spec(TEACHING, ""));
    for rule in ["max_dimensions = 1", "zeros = 0.1", "[rules.population]\nperson = 1000"] {
        let refusing = Workspace::new(&spec(TEACHING, &format!("[rules]\n{rule}")));
        let (status, said, error) = refusing.run(&[&["table", "cube"], QUERY].concat());
        assert_eq!((status, &*said), (1, ""), "{rule}: {error}");
        assert_eq!(refusing.measures(QUERY), free.measures(QUERY), "{rule}");
    }
    let none = &["--method", r#"{"kind":"none"}"#];
    let blocking = Workspace::new(&spec(TEACHING, "[rules.areas]\nperson = 21"));
    let csv = blocking.done(&[&["table", "cube", "--no-totals"], QUERY, none].concat());
    // Isles have nobody, and are blocked with the smallest other area, so that it cannot be told which is empty.
    let blocked = csv.lines().filter(|line| line.ends_with(",,blocked")).count();
    assert_eq!((csv.lines().count(), blocked), (19, 12), "{csv}");
    let measures = blocking.measures(&[QUERY, none].concat());
    assert_eq!(measures["utility"]["total_noise"], 21);
    assert_eq!(measures["table"], free.measures(QUERY)["table"]);
}
