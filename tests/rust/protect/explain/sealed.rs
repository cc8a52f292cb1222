//! Keyed and sealed cubes of the same data give the same explanations, unless the publisher disables explanations.

use cellveil::build::{BuiltFile, build};
use cellveil::cube::{MANIFEST, sha256_hex};
use cellveil::protect::Explanation;
use cellveil::spec::CubeSpec;
use cellveil::table::Error;
use cellveil::table::{Answer, Caller, Query, Store};
use serde_json::{Value, json};

use crate::support::program::repository;
use crate::support::workspace::Workspace;

const SPEC: &str = r#"
[cube]
id = "explained"
unit = "person"
data = "DATA"
audience = "AUDIENCE"
release = "RELEASE"
[key]
column = "record_key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
role = "geo"
codes = { A = "North", B = "South", C = "Isles" }
[[dimension.level]]
name = "land"
groups = [{ code = "main", of = ["A", "B"] }, { code = "sea", of = ["C"] }]
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[structural_zeros]
never = [{ area = ["C"], sex = ["2"] }]
[method.default]
METHOD
[publish]
PUBLISH
"#;

const CELLS: &str = "area,sex,count,key\nA,1,6,915734021\nA,2,5,640128557\nB,1,7,2718281\nB,2,31,5\nC,1,1,11\n";

/// Builds the files of a cube.
pub fn files(release: &str, method: &str, publish: &str) -> Result<Vec<BuiltFile>, cellveil::build::Error> {
    with("synthetic", "teaching", release, method, publish)
}

fn with(
    data: &str,
    audience: &str,
    release: &str,
    method: &str,
    publish: &str,
) -> Result<Vec<BuiltFile>, cellveil::build::Error> {
    let spec = SPEC.replace("RELEASE", release).replace("METHOD", method).replace("PUBLISH", publish);
    let spec = spec.replace("DATA", data).replace("AUDIENCE", audience);
    let ptable =
        |name: &str| std::fs::read(repository("tests/data/ptable").join(name)).map_err(|error| error.to_string());
    let spec = CubeSpec::parse(&spec, &ptable, &|_| None).map_err(|problems| problems.into_first().unwrap())?;
    let space = Workspace::new();
    space.write("cells.csv", CELLS);
    let collected = cellveil::input::collect(&spec, &[], &[space.path("cells.csv")], &mut |_, _| ()).unwrap();
    build(&spec, &collected, &ptable, &mut |_, _| ())
}

fn manifest(files: &[BuiltFile]) -> Value {
    serde_json::from_slice(bytes(files, MANIFEST)).unwrap()
}

pub fn bytes<'a>(files: &'a [BuiltFile], path: &str) -> &'a [u8] {
    &files.iter().find(|(found, _)| found == path).unwrap().1
}

/// Returns the answer to a query with `explain`.
pub fn explain_query(files: &[BuiltFile], query: Value) -> Result<Explanation, Error> {
    said_of(bytes(files, MANIFEST), files, query)
}

fn said_of(manifest: &[u8], files: &[BuiltFile], query: Value) -> Result<Explanation, Error> {
    let mut store = Store::open(manifest, Caller::Page)?;
    let query = Query::from_json(&query.to_string())?;
    loop {
        match store.explain(query.clone())? {
            Answer::Explained(explanation) => return Ok(explanation),
            Answer::Distributions(_) => panic!("one value is explained"),
            Answer::Missing(needs) => {
                assert!(!needs.is_empty());
                needs.iter().try_for_each(|need| store.load(&need.path, bytes(files, &need.path)))?;
            }
        }
    }
}

pub fn code(result: Result<Explanation, Error>) -> &'static str {
    result.expect_err("it is refused").code()
}

pub fn of_value(value: impl Into<Value>) -> Value {
    json!({ "rows": [], "explain": { "value": value.into() } })
}

pub const METHODS: [&str; 7] = [
    "kind = \"cell-key\"\nptable = \"cellkey_d5.csv\"\nthreshold = 4",
    "kind = \"cell-key\"\nptable = \"s11_ptable.csv\"\nlookup = \"hash\"",
    "kind = \"random-rounding\"\nbase = 3",
    "kind = \"random-rounding\"\nbase = 5\nbelow = 20",
    "kind = \"threshold-rounding\"\nthreshold = 10\nbase = 5",
    "kind = \"transition-matrix\"\ncap = 1\nmatrix = [[1, 0, 0, 0], [\"1/4\", \"3/4\", 0, 0], [0, 0, \"1/2\", \"1/2\"], [0, 0, \"1/4\", \"3/4\"]]",
    "kind = \"none\"",
];

/// A sealed cube stores a finite list of explanations, and a keyed cube stores the rows. They also agree far beyond the
/// end of the list.
#[test]
fn sealed_and_keyed_cubes_explain_alike() {
    for method in METHODS {
        let keyed = files("keyed", method, "").unwrap();
        let sealed = files("sealed", method, "max_dimensions = 2\nexplain = true").unwrap();
        assert!(!sealed.iter().any(|(path, _)| path.starts_with("ptables/")));
        let part = &manifest(&sealed)["explain"];
        assert_eq!(part["level"], 0.9, "{method}");
        let (end, period) = (part["end"].as_u64().unwrap(), part["period"].as_u64().unwrap());
        assert!((1..=end).contains(&period) && end < 200, "{method}: {end}");
        let far = 1_000_000_007u64;
        for value in (0..end + 3 * period + 5).chain(far..far + period).map(Value::from).chain([Value::Null]) {
            match (explain_query(&keyed, of_value(value.clone())), explain_query(&sealed, of_value(value.clone()))) {
                (Ok(keyed), Ok(sealed)) => {
                    assert!((keyed.probability - sealed.probability).abs() <= 5e-7, "{method}: {value}");
                    assert!((keyed.likeliest_probability - sealed.likeliest_probability).abs() <= 5e-7);
                    let (probability, likeliest_probability) = (keyed.probability, keyed.likeliest_probability);
                    assert_eq!(
                        keyed,
                        Explanation { probability, likeliest_probability, ..sealed },
                        "{method}: {value}"
                    );
                }
                (keyed, sealed) => {
                    assert_eq!(
                        (code(keyed), code(sealed)),
                        ("never-published", "never-published"),
                        "{method}: {value}"
                    );
                }
            }
        }
        assert_eq!(
            code(explain_query(&sealed, json!({ "rows": [], "explain": { "value": 6, "level": 0.5 } }))),
            "bad-query"
        );
        let by_table = json!({ "rows": ["sex"], "explain": { "value": 6, "prior": "table" } });
        assert_eq!(code(explain_query(&sealed, by_table)), "reveal-refused");
    }
}

/// The manifest contains `explain` only if the specification sets it, so other cubes keep their bytes.
#[test]
fn manifest_has_explanations_only_when_specified() {
    let method = METHODS[2];
    for (release, more) in [("keyed", ""), ("sealed", "max_dimensions = 1\n")] {
        let publish = |explain: &str| manifest(&files(release, method, &format!("{more}{explain}")).unwrap());
        let plain = publish("");
        assert!(plain.get("explain").is_none(), "{release}");
        let off = publish("explain = false");
        assert_eq!(off["explain"], false);
        let mut rest = off.clone();
        rest.as_object_mut().unwrap().remove("explain");
        rest["digest"] = plain["digest"].clone();
        assert_eq!(rest, plain, "nothing else changes");
    }
    assert_eq!(manifest(&files("keyed", method, "explain = true").unwrap())["explain"], true);
}

#[test]
fn publisher_decides_whether_values_are_explained() {
    let method = METHODS[0];
    let six = || of_value(6);
    let cube = |release: &str, publish: &str| files(release, method, publish).unwrap();
    for publish in ["", "explain = true"] {
        assert!(explain_query(&cube("keyed", publish), six()).is_ok(), "{publish}");
    }
    for (release, publish, words) in [
        ("keyed", "explain = false", "switched explanations off"),
        ("sealed", "max_dimensions = 1\nexplain = false", "switched explanations off"),
        ("sealed", "max_dimensions = 1", "published without explanations"),
    ] {
        let error = explain_query(&cube(release, publish), six()).unwrap_err();
        assert_eq!((error.code(), error.fault()), ("not-explained", cellveil::table::Fault::Refused), "{publish}");
        assert!(error.to_string().contains(words) && error.to_string().contains("explain = true"), "{error}");
    }
}

/// The true counts of a table are a prior only if the cube may disclose them and the query asks for them.
#[test]
fn true_table_is_a_prior_only_when_disclosable() {
    let method = METHODS[0];
    let ask = |reveal: bool| json!({ "rows": ["area"], "columns": ["sex"], "reveal": reveal, "explain": { "value": 6, "prior": "table" } });
    let keyed = files("keyed", method, "").unwrap();
    let found = explain_query(&keyed, ask(true)).unwrap();
    // The true counts are 6, 5, 7, 31 and 1, and no possible cell is empty. The counts within 5 of the value are used.
    assert_eq!((found.least, found.most, found.prior), (1, 7, "table"));
    assert_eq!(code(explain_query(&keyed, ask(false))), "reveal-refused");
    let outside = json!({ "rows": ["area"], "reveal": true, "explain": { "value": 100, "prior": "table" } });
    assert_eq!(code(explain_query(&keyed, outside)), "never-published");
    let internal = with("confidential", "internal", "keyed", method, "").unwrap();
    assert!(
        explain_query(&internal, ask(true)).is_ok() && code(explain_query(&internal, ask(false))) == "reveal-refused"
    );
    let error = explain_query(&keyed, ask(false)).unwrap_err().to_string();
    assert!(error.contains("explain.prior") && error.contains("reveal"), "{error}");
}

#[test]
fn figures_of_methods_that_look_at_the_whole_table_are_not_explained() {
    let ask = json!({ "rows": ["area"], "columns": ["sex"], "explain": { "value": 6, "cell": 0 } });
    let fitted = format!("{}\nadditivity = \"ipf\"", METHODS[2]);
    for method in ["kind = \"suppression\"\nthreshold = 3", "kind = \"small-count-rounding\"\nbase = 3", &fitted] {
        let found = explain_query(&files("keyed", method, "").unwrap(), ask.clone());
        assert!(found.as_ref().unwrap_err().to_string().contains("looks at the whole table"), "{method}");
        assert_eq!(code(found), "whole-table");
    }
    assert!(explain_query(&files("keyed", METHODS[2], "").unwrap(), ask).is_ok(), "the method without a fit");
}

#[test]
fn sums_of_protected_values_are_not_explained() {
    let sum = format!("{}\ntotals = \"sum\"", METHODS[2]);
    let files = files("keyed", &sum, "").unwrap();
    let ask = |cell: u64| json!({ "rows": ["area"], "columns": ["sex"], "explain": { "value": 6, "cell": cell } });
    // The table has three areas and two sexes, with totals.
    for cell in 0..12 {
        let is_total = cell % 3 == 2 || cell / 3 == 3;
        let found = explain_query(&files, ask(cell));
        assert_eq!(found.is_err(), is_total, "{cell}");
        if is_total {
            assert_eq!(code(found), "not-one-count");
        }
    }
    assert_eq!(code(explain_query(&files, ask(12))), "bad-query");
    let own = self::files("keyed", METHODS[2], "").unwrap();
    assert!((0..12).all(|cell| explain_query(&own, ask(cell)).is_ok()), "totals of their own are counts like others");
    // A group of two areas is one count, or a sum of two counts with blocks. A single area is one count in both cases.
    let group = |codes: Value, areas: &str, cell: Value| json!({ "rows": ["area"], "groups": [["area", [["Both", codes]]]], "areas": areas, "explain": { "value": 6, "cell": cell } });
    assert!(explain_query(&own, group(json!(["A", "C"]), "exact", json!(0))).is_ok());
    assert_eq!(code(explain_query(&own, group(json!(["A", "C"]), "blocks", json!(0)))), "not-one-count");
    assert!(explain_query(&own, group(json!(["A", "B"]), "blocks", json!(0))).is_ok(), "an area of the level above");
    assert!(explain_query(&own, group(json!(["A", "C"]), "blocks", json!(1))).is_ok(), "their total is one count");
    let filtered = |codes: Value| json!({ "rows": ["sex"], "filter": [["area", codes]], "areas": "blocks", "explain": { "value": 6 } });
    assert_eq!(code(explain_query(&own, filtered(json!(["A", "C"])))), "not-one-count");
    assert!(explain_query(&own, filtered(json!(["A"]))).is_ok());
}

#[test]
fn impossible_values_are_refused() {
    let files = files("keyed", METHODS[0], "").unwrap();
    for (explain, words) in [
        (json!({}), "explain"),
        (json!({ "value": -1 }), "explain.value"),
        (json!({ "value": 1.5 }), "explain.value"),
        (json!({ "value": "6" }), "explain.value"),
        (json!({ "value": (1u64 << 53) + 1 }), "explain.value"),
        (json!({ "value": 6, "level": 0 }), "explain.level"),
        (json!({ "value": 6, "level": 1.5 }), "explain.level"),
        (json!({ "value": 6, "level": "0.9" }), "explain.level"),
        (json!({ "value": 6, "prior": "mine" }), "\"flat\" or \"table\""),
        (json!({ "value": 6, "colour": "red" }), "unknown field \"explain.colour\""),
        (json!(6), "explain is a number"),
    ] {
        let error = explain_query(&files, json!({ "rows": [], "explain": explain })).unwrap_err();
        assert_eq!(error.code(), "bad-query", "{explain}");
        assert!(error.to_string().contains(words), "{explain}: {error}");
    }
    assert_eq!(
        code(explain_query(&files, json!({ "rows": [], "method": "other", "explain": { "value": 6 } }))),
        "unknown-method"
    );
    assert_eq!(code(explain_query(&files, of_value(1))), "never-published", "js = 2: 1 and 2 do not occur");
}

/// A change to the explanations in a manifest, and a part of the message.
type Change = (fn(&mut Value), &'static str);

#[test]
fn manifest_with_other_explanations_is_refused() {
    let files = files("sealed", METHODS[0], "max_dimensions = 1\nexplain = true").unwrap();
    let good = manifest(&files);
    let sealed = |value: &Value| {
        let mut value = value.clone();
        value.as_object_mut().unwrap().remove("digest");
        let text = value.to_string();
        let head = format!("{},\"digest\":\"", text.strip_suffix('}').unwrap());
        format!("{head}{}\"}}\n", sha256_hex(head.as_bytes())).into_bytes()
    };
    assert!(said_of(&sealed(&good), &files, of_value(6)).is_ok());
    let cases: [Change; 20] = [
        (|m| m["explain"] = true.into(), "explain is true in a sealed cube"),
        (|m| m["explain"] = 1.into(), "true or false, or explanations"),
        (|m| m["explain"] = json!([]), "true or false, or explanations"),
        (|m| m["explain"] = json!({}), "true or false, or explanations"),
        (|m| m["explain"]["level"] = 2.into(), "true or false, or explanations"),
        (|m| m["explain"]["level"] = "0.9".into(), "true or false, or explanations"),
        (|m| m["explain"]["end"] = 0.into(), "true or false, or explanations"),
        (|m| m["explain"]["end"] = u64::MAX.into(), "true or false, or explanations"),
        (|m| m["explain"]["period"] = 0.into(), "true or false, or explanations"),
        (|m| m["explain"]["period"] = (1u64 << 40).into(), "true or false, or explanations"),
        (|m| m["explain"]["values"] = "x".into(), "true or false, or explanations"),
        (|m| m["explain"]["values"].as_array_mut().unwrap().reverse(), "true or false, or explanations"),
        (|m| m["explain"]["values"][0] = json!([0]), "true or false, or explanations"),
        (|m| m["explain"]["values"][0] = json!([0, 0, 0]), "true or false, or explanations"),
        (|m| m["explain"]["values"][0][1] = 1000.into(), "true or false, or explanations"),
        (|m| m["explain"]["values"][0][5] = json!(1.5), "true or false, or explanations"),
        (|m| m["explain"]["values"][0][6] = 1000.into(), "true or false, or explanations"),
        (|m| m["explain"]["values"][0][0] = json!(-1), "true or false, or explanations"),
        (|m| m["explain"]["suppressed"] = json!([]), "true or false, or explanations"),
        (|m| m["explain"]["surprise"] = 1.into(), "true or false, or explanations"),
    ];
    for (number, (change, words)) in cases.iter().enumerate() {
        let mut changed = good.clone();
        change(&mut changed);
        assert_ne!(changed, good, "case {number} changes something");
        let error = Store::open(&sealed(&changed), Caller::Page).map(drop).unwrap_err();
        assert_eq!(error.code(), "damaged-manifest", "case {number}");
        assert!(error.to_string().contains(words), "case {number}: {error}");
    }
    let keyed = self::files("keyed", METHODS[0], "").unwrap();
    let mut made = manifest(&keyed);
    made["explain"] = good["explain"].clone();
    let error = Store::open(&sealed(&made), Caller::Page).map(drop).unwrap_err().to_string();
    assert!(error.contains("explain has explanations in a keyed cube"), "{error}");
}

/// Checks the example in docs/reference/specification.md.
#[test]
fn document_has_the_json_of_the_manifest() {
    let files = files("sealed", METHODS[2], "max_dimensions = 1\nexplain = true").unwrap();
    let text = String::from_utf8(bytes(&files, MANIFEST).to_vec()).unwrap();
    let part = &text[text.find("\"explain\":").unwrap()..text.find(",\"views\":").unwrap()];
    assert!(
        include_str!("../../../../docs/reference/specification.md").contains(&format!("```json\n{part}\n```")),
        "{part}"
    );
    // The leak test of the audit requires that a manifest that is read and written again has the same bytes.
    let again = cellveil::cube::Manifest::from_bytes(text.as_bytes()).unwrap().to_bytes().unwrap();
    assert_eq!(again, text.as_bytes());
}

/// The list of explanations in a sealed cube must be finite.
#[test]
fn method_with_too_many_values_is_refused() {
    let method = "kind = \"threshold-rounding\"\nthreshold = 100000000\nbase = 5";
    let error = files("sealed", method, "max_dimensions = 1\nexplain = true").unwrap_err();
    assert!(
        error.to_string().contains("publish: explain is true") && error.to_string().contains("expected false"),
        "{error}"
    );
    assert!(files("sealed", method, "max_dimensions = 1").is_ok());
}
