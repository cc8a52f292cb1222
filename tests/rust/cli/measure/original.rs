//! Measures of a table of changed records, compared with the unchanged records. The test swaps two pairs of records.

use serde_json::Value;

use super::workspace::{PEOPLE, TEACHING, spec};
use crate::support::workspace::{WRONG, Workspace};

const SECRET: &str = "data = \"confidential\"\naudience = \"public\"\nrelease = \"sealed\"";
const QUERY: [&str; 4] = ["--rows", "area", "--columns", "sex,age"];
/// The method that publishes all counts.
const NONE: [&str; 2] = ["--method", r#"{ "kind": "none" }"#];
const ORIGINAL: [&str; 2] = ["--original", "original"];

/// The key of a record: a mixing function of its number (splitmix64), so that keys look even.
fn key(at: u64) -> u64 {
    let mut z = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) >> 32
}

/// Writes the cubes `original` and `changed`. The areas of two pairs of records are swapped: a man of 0 to 15 in A with one
/// in B, which changes no cell of area by sex and age; and the only man of 16 to 64 in A with a man of 65 and over in B.
fn cubes() -> Workspace {
    let folder = Workspace::new();
    let mut records: Vec<String> = Vec::new();
    PEOPLE.iter().for_each(|&(codes, many)| records.extend((0..many).map(|_| codes.to_owned())));
    let build = |name: &str, records: &[String]| {
        let rows = records.iter().enumerate().map(|(at, codes)| format!("{codes},{}\n", key(at as u64)));
        folder.write("records.csv", format!("area,sex,age,imputed,record_key\n{}", rows.collect::<String>()));
        folder.write("cube.toml", spec(TEACHING, ""));
        folder.done(&["tile", "cube.toml", "--records", "records.csv", "--out", name]);
    };
    build("original", &records);
    for (one, other) in [("A,1,0,0", "B,1,0,0"), ("A,1,1,0", "B,1,2,0")] {
        for (from, area) in [(one, "B"), (other, "A")] {
            let at = records.iter().position(|record| record == from).unwrap();
            records[at].replace_range(..1, &area.to_lowercase());
        }
        records.iter_mut().for_each(|record| *record = record.to_uppercase());
    }
    build("changed", &records);
    folder
}

fn measured(folder: &Workspace, cube: &str, more: &[&str]) -> Value {
    serde_json::from_str(&folder.done(&[&["measure", cube], &QUERY[..], more].concat())).unwrap()
}

fn number(measures: &Value, pointer: &str) -> f64 {
    measures.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer}: {measures}"))
}

/// Four cells change by 1: A loses its man of 16 to 64 and gains one of 65 and over, and B the reverse. Before, these
/// cells have 1, 0, 0 and 2 men. So 2 of the 9 filled cells change, and of the 8 shown zeros 7 are true.
#[test]
fn values_are_compared_with_the_unchanged_records() {
    let folder = cubes();
    let found = measured(&folder, "changed", &[&NONE[..], &ORIGINAL, &["--moved", "0.1"]].concat());
    let (own, before) = (measured(&folder, "changed", &NONE), measured(&folder, "original", &NONE));
    assert_eq!((number(&own, "/utility/total_noise"), number(&found, "/utility/total_noise")), (0.0, 4.0));
    assert_eq!((&found["table"], &found["risk"]["before"]), (&before["table"], &before["risk"]["before"]));
    assert_eq!(number(&before, "/table/zeros"), 9.0);
    assert_eq!(number(&found, "/risk/dr2"), 7.0 / 8.0);
    assert_eq!(number(&found, "/utility/changed_share"), 2.0 / 9.0);
    // √(½ (1 + 1 + 1 + (√2 − 1)²)) for the four cells.
    let hellinger = (0.5 * (3.0 + (2_f64.sqrt() - 1.0).powi(2))).sqrt();
    assert!((number(&found, "/utility/hellinger") - hellinger).abs() < 1e-12, "{found}");
    assert!(number(&found, "/risk/after/r") < number(&found, "/risk/before/r"));
    // The multiplier of the method "none" is the share that stays.
    let after =
        measured(&folder, "changed", &[&NONE[..], &ORIGINAL, &["--moved", "0.1", "--multiplier", "0.9"]].concat());
    assert!((number(&after, "/risk/after/r") - number(&found, "/risk/after/r")).abs() < 1e-12);
}

/// The sound twin: the unchanged records themselves, of which none moved.
#[test]
fn unchanged_records_are_measured_as_before() {
    let folder = cubes();
    for method in [&[][..], &NONE] {
        let own = measured(&folder, "original", method);
        assert_eq!(measured(&folder, "original", &[method, &ORIGINAL, &["--moved", "0"]].concat()), own);
        let unknown = measured(&folder, "original", &[method, &ORIGINAL].concat());
        assert!(unknown["risk"]["after"].is_null() && unknown["risk"]["not_raised"].is_null());
        assert_eq!((&unknown["utility"], &unknown["risk"]["before"]), (&own["utility"], &own["risk"]["before"]));
    }
}

#[test]
fn a_map_has_the_unchanged_risk_before() {
    let folder = cubes();
    let arguments = ["--rows", "area", "--compare", "default", "--compare", NONE[1], "--format", "json"];
    let map = |cube: &str, more: &[&str]| -> Vec<Value> {
        serde_json::from_str(&folder.done(&[&["map", cube], &arguments[..], more].concat())).unwrap()
    };
    let (own, found) = (map("original", &[]), map("changed", &[&ORIGINAL[..], &["--moved", "0.2"]].concat()));
    for (own, found) in own.iter().zip(&found) {
        assert_eq!(own["before"], found["before"]);
        assert!(found["risk"].as_f64().unwrap() < own["risk"].as_f64().unwrap(), "{found}");
    }
}

/// Totals, filters and groups select the same cells of both cubes.
#[test]
fn filters_and_groups_select_the_same_cells() {
    let folder = cubes();
    let query = ["--filter", "sex=1", "--group", "area:North and Isles=A,C", "--group", "area:South=B"];
    let found = measured(&folder, "changed", &[&query[..], &NONE, &ORIGINAL].concat());
    assert_eq!(number(&found, "/utility/total_noise"), 4.0);
    assert_eq!(found["table"], measured(&folder, "original", &[&query[..], &NONE].concat())["table"]);
}

#[test]
fn invalid_options_are_one_clear_error() {
    let folder = cubes();
    let measure = |more: &[&'static str]| [&["measure", "changed", "--rows", "area"], more].concat();
    for (more, parts) in [
        (
            &["--original", "original", "--moved", "1.5"][..],
            &["--moved 1.5: not a share; expected a number from 0 to 1"][..],
        ),
        (&["--original", "original", "--moved", "-0.1"], &["--moved -0.1: not a share"]),
        (&["--original", "original", "--moved", "NaN"], &["--moved NaN: not a share"]),
        (&["--original", "none"], &["none/cube.json: "]),
    ] {
        folder.fails(WRONG, &measure(more), parts);
    }
    assert_ne!(folder.run(&measure(&["--moved", "0.1"])).0, 0);
    let output = measure(&["--original", "original", "--output", "original/cube.json"]);
    folder.fails(WRONG, &output, &["--output original/cube.json: an input of this command"]);
}

/// An internal audience may see the unchanged records. A sealed cube has no table of changed records.
#[test]
fn confidential_records_are_measured_inside_the_agency() {
    let folder = cubes();
    folder.write("cube.toml", spec("data = \"confidential\"\naudience = \"internal\"", ""));
    folder.done(&["tile", "cube.toml", "--records", "records.csv", "--out", "inside"]);
    let found = measured(&folder, "changed", &["--original", "inside"]);
    assert_eq!(found["table"]["population"], 77);
    folder.write("sealed.toml", format!("{}[publish]\nmax_dimensions = 2\n", spec(SECRET, "")));
    folder.done(&["tile", "sealed.toml", "--records", "records.csv", "--out", "sealed"]);
    let sealed = ["measure", "sealed", "--rows", "area", "--original", "original"];
    folder.fails(
        WRONG,
        &sealed,
        &["--original: given with a sealed cube; expected the keyed cube of the changed records"],
    );
}

/// All counts are multiples of 3, so rounding to base 3 changes none. The cube of rounded cells then has the risk of the
/// unchanged cube with this method.
#[test]
fn risk_after_noise_has_the_probabilities_of_its_method() {
    const ROUNDING: &str = r#"{ "kind": "random-rounding", "base": 3 }"#;
    let folder = Workspace::new();
    let rows = PEOPLE.iter().flat_map(|&(codes, many)| (0..3 * many).map(move |_| codes));
    let rows: String = rows.enumerate().map(|(at, codes)| format!("{codes},{}\n", key(at as u64))).collect();
    folder.write("records.csv", format!("area,sex,age,imputed,record_key\n{rows}"));
    let noise = "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }\nseed = \"0c\"\n";
    for (name, step) in [("original", ""), ("rounded", noise)] {
        folder.write("cube.toml", spec(TEACHING, step));
        folder.done(&["tile", "cube.toml", "--records", "records.csv", "--out", name]);
    }
    let found = measured(&folder, "rounded", &[&NONE[..], &ORIGINAL, &["--noise", ROUNDING]].concat());
    let method = measured(&folder, "original", &["--method", ROUNDING]);
    assert_eq!(found["risk"]["after"], method["risk"]["after"]);
    assert!(number(&found, "/risk/after/r") < number(&found, "/risk/before/r"));
    // Without the method of the noise, the probabilities are unknown.
    assert!(measured(&folder, "rounded", &[&NONE[..], &ORIGINAL].concat())["risk"]["after"].is_null());
    let measure = |more: &[&'static str]| [&["measure", "rounded"], &QUERY[..], &ORIGINAL, more].concat();
    folder.fails(2, &measure(&["--noise", ROUNDING]), &["noise: given with another method", "the method \"none\""]);
    folder.fails(2, &measure(&["--noise", "{"]), &["--noise: "]);
    let unknown = measure(&[&NONE[..], &["--noise", r#"{ "kind": "fog" }"#]].concat());
    folder.fails(2, &unknown, &["fog"]);
}
