//! Specifications with impossible rules. The message is one line with the place and the expectation.

use super::town::{OPEN, ROUNDING, spec_error, toml};

/// Lines after `[rules]`, and parts of the message.
const CASES: &[(&str, &[&str])] = &[
    ("more = 1", &["rules: unknown field \"more\"; expected one of max_dimensions, nested"]),
    ("max_dimensions = 0", &["rules: max_dimensions is 0; expected a whole number from 1 to"]),
    ("max_dimensions = 2.5", &["rules: max_dimensions is a number with a fraction; expected a whole number"]),
    ("nested = \"yes\"", &["rules: nested is a string; expected true or false"]),
    ("never = [\"age\"]", &["rules: never[1] is a string; expected a list of dimensions and levels"]),
    ("never = [[]]", &["rules: never[1] is empty; expected one or more dimensions or levels"]),
    ("never = [[\"sex\", \"ages\"]]", &["rules: never[1] is \"ages\"; expected dimensions, each as"]),
    ("never = [[\"sex\"], [\"age:bands\"]]", &["rules: never[2] is \"age:bands\"; expected dimensions, each as"]),
    (
        "never = [[\"age\", \"age:band\"]]",
        &["rules: never[1] is a list with dimension \"age\" twice; expected each dimension once"],
    ),
    ("small_cells = 1.5", &["rules: small_cells is out of range; expected a share from 0 to 1"]),
    ("small_cells = \"3 %\"", &["rules: small_cells is a string; expected a share from 0 to 1"]),
    ("zeros = -0.1", &["rules: zeros is out of range; expected a share"]),
    ("zeros = nan", &["rules: zeros is out of range; expected a share"]),
    ("average_cell = 0", &["rules: average_cell is out of range; expected a number above 0"]),
    ("average_cell = inf", &["rules: average_cell is out of range; expected a number above 0"]),
    ("risk_before = 2", &["rules: risk_before is out of range; expected a share"]),
    ("protect_above = 2", &["rules: protect_above is out of range; expected a share"]),
    ("risk_after = true", &["rules: risk_after is true or false; expected a share"]),
    (
        "weights = [0.25, 0.25, 0.25, 0.25]",
        &["rules: weights is given without a rule on risk; expected risk_before, risk_after or protect_above"],
    ),
    ("risk_after = 0.5\nweights = [0.5, 0.5]", &["rules: weights is a list of 2; expected four numbers"]),
    ("risk_after = 0.5\nweights = []", &["rules: weights is empty; expected four numbers"]),
    (
        "risk_after = 0.5\nweights = [0.5, 0.5, 0.5, -0.5]",
        &["rules: weights is a list with another sum, or a negative number"],
    ),
    (
        "risk_after = 0.5\nweights = [0.5, 0.5, 0.5, 0.5]",
        &["rules: weights is a list with another sum, or a negative number"],
    ),
    ("risk_after = 0.5\nweights = [0.5, 0.5, \"0\", 0]", &["rules: weights[3] is a string; expected a number"]),
    ("population = 100", &["rules: population is a whole number; expected a table"]),
    ("population = {}", &["rules.population: the table is without a threshold; expected a table from units"]),
    ("population = { person = 0 }", &["rules: population.person is 0; expected a whole number from 1 to 2^52"]),
    ("population = { person = -1 }", &["rules.population: person is -1; expected a whole number from 1 to 2^52"]),
    (
        "population = { person = 1.5 }",
        &["rules.population: person is a number with a fraction; expected a whole number"],
    ),
    (
        "population = { people = 1 }",
        &["rules: population.people is there; expected a unit: \"records\", \"person\" as the cube calls them"],
    ),
    ("population = { filtered = 3 }", &["rules.population: filtered is a whole number; expected a table from units"]),
    ("population = { filtered = { people = 1 } }", &["rules: population.filtered.people is there; expected a unit"]),
    (
        "areas = { person = 1, dimension = \"place\" }",
        &["rules: areas.dimension is \"place\"; expected the name of a dimension: region, age, sex, head"],
    ),
    (
        "areas = { person = 1, dimension = 1 }",
        &["rules.areas: dimension is a whole number; expected the name of a dimension"],
    ),
    ("areas = { dimension = \"region\" }", &["rules.areas: the table is without a threshold"]),
    ("areas = { household = 1 }", &["rules: areas.household is there; expected a unit"]),
    (
        "units = { person = { head = [\"1\"] } }",
        &["rules: units is a table with \"person\"; expected names of units other than the record"],
    ),
    (
        "units = { records = { head = [\"1\"] } }",
        &["rules: units is a table with \"records\"; expected names of units other"],
    ),
    ("units = { household = {} }", &["rules: units.household is empty; expected at least one dimension with codes"]),
    (
        "units = { household = [\"1\"] }",
        &["rules.units: household is a list; expected a table from dimensions to codes"],
    ),
    (
        "units = { household = { heads = [\"1\"] } }",
        &["rules: units.household.heads is there; expected names of dimensions"],
    ),
    (
        "units = { household = { head = [\"2\"] } }",
        &["rules: units.household.head is a list with the unknown code \"2\"; expected codes of dimension \"head\""],
    ),
    ("units = { household = { head = [] } }", &["rules: units.household.head is empty"]),
    (
        "units = { household = { head = 1 } }",
        &["rules.units: household.head is a whole number; expected a list of codes"],
    ),
];

#[test]
fn impossible_rules_are_refused() {
    for (rules, parts) in CASES {
        let message = spec_error(&format!("[rules]\n{rules}\n")).to_string();
        assert!(!message.contains('\n') && message.contains("expected"), "{rules}: {message}");
        for part in *parts {
            assert!(message.contains(part), "{rules}: {message}");
        }
    }
}

#[test]
fn crossing_levels_are_refused() {
    let crossing = "[[dimension]]\nname = \"job\"\ncodes = { a = \"\", b = \"\", c = \"\" }\n"
        .replace("\"\"", "\"job\"")
        + "[[dimension.level]]\nname = \"x\"\ngroups = [{ code = \"1\", of = [\"a\", \"b\"] }, { code = \"2\", of = [\"c\"] }]\n\
           [[dimension.level]]\nname = \"y\"\ngroups = [{ code = \"1\", of = [\"a\"] }, { code = \"2\", of = [\"b\", \"c\"] }]\n";
    let message = |rules: &str| spec_error(&format!("{crossing}[rules]\n{rules}\n")).to_string();
    let nested = message("nested = true");
    assert!(
        nested.starts_with("rules: nested is true, and job:x and job:y cross each other; expected levels of which"),
        "{nested}"
    );
    let areas = message("areas = { dimension = \"job\", person = 1 }");
    assert!(areas.starts_with("rules: areas.dimension is \"job\", and job:x and job:y cross each other"), "{areas}");
    let open = toml(OPEN, ROUNDING, &format!("{crossing}[rules]\nnested = false\n"));
    assert!(cellveil::spec::CubeSpec::parse(&open, &|_| Err(String::new()), &|_| None).is_ok());
    // If codes are found in the data, levels are sufficient.
    let found = crossing.replace("codes = { a = \"job\", b = \"job\", c = \"job\" }\n", "");
    let message = spec_error(&format!("{found}[rules]\nnested = true\n")).to_string();
    assert!(message.contains("job:x and job:y cross each other"), "{message}");
}

#[test]
fn area_rules_need_a_geographic_dimension() {
    let plain = toml(OPEN, ROUNDING, "[rules.areas]\nperson = 1\n").replace("role = \"geo\"\n", "");
    let message = cellveil::spec::CubeSpec::parse(&plain, &|_| Err(String::new()), &|_| None).unwrap_err().to_string();
    assert_eq!(
        message,
        "rules.areas: dimension is missing; expected the name of a dimension, as not exactly one has role = \"geo\""
    );
}

#[test]
fn units_with_unknown_codes_are_refused() {
    let text =
        toml(OPEN, ROUNDING, "[rules.population]\nhousehold = 1\n[rules.units]\nhousehold = { head = [\"9\"] }\n")
            .replace("codes = { \"0\" = \"0\", \"1\" = \"1\" }\n", "");
    let spec = cellveil::spec::CubeSpec::parse(&text, &|_| Err(String::new()), &|_| None).unwrap();
    let cells = super::town::collect(&spec, &[([0; 4], 9)]);
    let error = cellveil::build::build(&spec, &cells, &|_| Err(String::new()), &mut |_, _| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "rules: units.household.head is a list with the unknown code \"9\"; expected codes of dimension \"head\""
    );
}

#[test]
fn manifests_with_unsuitable_rules_are_refused() {
    use cellveil::cube::{Cube, Manifest};
    let cube = super::town::town(&[([0; 4], 9)], "[rules]\nzeros = 0.5\nnever = [[\"age\", \"sex\"]]\n");
    let bytes = &cube.files.last().unwrap().1;
    let good = Manifest::from_bytes(bytes).unwrap();
    // The manifest reads back as it was written.
    let again = Manifest::from_bytes(&good.to_bytes().unwrap()).unwrap();
    assert_eq!((again.rules.clone(), again.to_bytes().unwrap()), (good.rules.clone(), bytes.clone()));
    let mut bad = good.clone();
    bad.rules.as_mut().unwrap().never[0][0] = "ages".into();
    let message = Cube::from_manifest(&bad.to_bytes().unwrap()).unwrap_err().to_string();
    assert!(message.starts_with("cube.json: rules.never[1] is \"ages\"; expected dimensions"), "{message}");
    let mut bad = good;
    bad.rules.as_mut().unwrap().zeros = Some(2.0);
    let message = Cube::from_manifest(&bad.to_bytes().unwrap()).unwrap_err().to_string();
    assert!(message.starts_with("cube.json: rules.zeros is out of range; expected a share"), "{message}");
}
