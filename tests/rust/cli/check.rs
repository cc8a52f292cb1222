//! `cellveil check` and `cellveil tile` name all problems at once.

use serde_json::Value;

use crate::support::workspace::{WRONG, Workspace};

const CHECK: [&str; 4] = ["check", "cube.toml", "--records", "people.csv"];
const TILE: [&str; 6] = ["tile", "cube.toml", "--records", "people.csv", "--out", "cube"];

/// A specification with ten mistakes.
const SPEC: &str = r#"
[cube]
id = "Town 2024"
titel = "Town"
unit = "person"
data = "synthetic"
audience = "everybody"
[key]
column = "record_key"
salt = "not hexadecimal"
[[dimension]]
name = "area"
rolle = "geo"
codes = "areas.csv"
[[dimension.level]]
name = "district"
from = { code = "distrikt" }
[[dimension]]
name = "age"
column = "age_years"
cut = { at = [0, 16, 65] }
missing = { values = [""], code = "X", label = "Not stated" }
[[dimension.level]]
name = "band"
groups = [{ code = "young", of = ["0..15"] }, { code = "old", of = ["16..64"] }]
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[[dimension]]
name = "work"
column = "employment"
codes = { y = "Yes", n = "No" }
[[dimension]]
name = "tenure"
codes = { o = "Owner", r = "Renter" }
[structural_zeros]
never = [{ sex = ["3"] }]
[method.default]
kind = "random-rounding"
base = 1
[publish]
views = [["area:region"]]
budget = "20 XB"
"#;

const AREAS: &str = "code,label,district\nA,North,N\nB,South,S\n";

/// Records with ten mistakes, between sound ones.
const PEOPLE: &str = "record_key;area;age_years;sex;employed;tenure
11;A;34;1;y;o
12;B;;2;n;r
13;C;15,5;1;y;o
14;A;16;3;y;o
15;A;n/a;1;y;o
16;A;-9;1;y;o
;A;3;1;y;o
17;A;3;1;y
18;A;3;;y;o
4294967296;A;3;1;y;o
x;A;3;1;y;Owner
19;A;3;1;y;_T
20;A;3;1;y;o
";

/// Place and remedy of each mistake in the lines of `check`.
const PLANTED: [&[&str]; 20] = [
    &["cube: unknown field \"titel\"", "did you mean \"title\"?"],
    &["cube: id is \"Town 2024\"", "only a to z, 0 to 9 and -"],
    &["cube: audience is \"everybody\"", "one of teaching, internal, kiosk, public"],
    &["key: salt is not hexadecimal", "like \"00ff\""],
    &["dimension[1] \"area\": unknown field \"rolle\"", "did you mean \"role\"?"],
    &["dimension[1] \"area\": level[1] \"district\": from: code is \"distrikt\"", "did you mean \"district\"?"],
    &["dimension[2] \"age\": level[1] \"band\": code \"65\" of the dimension is in no group", "exactly one group"],
    &["structural_zeros: never[1]: sex is a list with the unknown code \"3\"", "codes of dimension \"sex\""],
    &["publish: budget is \"20 XB\"", "like \"20 MB\""],
    &["method \"default\": base is 1", "2"],
    &["people.csv: no column \"employment\"", "did you mean \"employed\"?"],
    &["people.csv, row 3 (line 4), column \"area\": unknown code \"C\"", "one of the 2 declared codes: \"A\", \"B\""],
    &["people.csv, row 4 (line 5), column \"sex\": unknown code \"3\"", "\"1\", \"2\""],
    &["people.csv, row 5 (line 6), column \"age_years\": \"n/a\" is not a number", "missing = { values = [\"n/a\"]"],
    &["people.csv, row 6 (line 7), column \"age_years\": \"-9\" is below the first number of cut", "0 or more"],
    &["people.csv, row 7 (line 8), column \"record_key\": the key is missing", "a key in every row"],
    &["people.csv, row 8 (line 9): 5 fields", "expected 6 as in the header"],
    &["people.csv, row 9 (line 10), column \"sex\": the code is empty", "missing = { values = [\"\"]"],
    &["people.csv, row 10 (line 11), column \"record_key\": the key is not below the modulus", "below 4294967296"],
    &[
        "people.csv, row 11 (line 12), column \"tenure\": unknown code \"Owner\"",
        "did you mean \"o\", labelled \"Owner\"?",
    ],
];

fn space(spec: &str, people: &str) -> Workspace {
    let space = Workspace::new();
    space.write("cube.toml", spec);
    space.write("areas.csv", AREAS);
    space.write("people.csv", people);
    space
}

#[test]
fn twenty_mistakes_are_named_in_one_run() {
    let space = space(SPEC, PEOPLE);
    let before = space.snapshot();
    let (status, lines, message) = space.run(&CHECK);
    assert_eq!(status, WRONG);
    for parts in PLANTED {
        let line =
            lines.lines().find(|line| line.contains(parts[0])).unwrap_or_else(|| panic!("{} in {lines}", parts[0]));
        assert!(line.starts_with("error: "), "{line}");
        assert!(parts.iter().all(|part| line.contains(part)), "{parts:?} in {line}");
    }
    // Two more: a key that is no number, and a reserved code. No message repeats what follows from another one.
    for part in [
        "row 11 (line 12), column \"record_key\": the key is not a whole number",
        "row 12 (line 13), column \"tenure\": the code is \"_T\"",
    ] {
        assert!(lines.contains(part), "{part} in {lines}");
    }
    let errors = lines.lines().filter(|line| line.starts_with("error: ")).count();
    assert!(lines.ends_with(&format!("cube.toml: {errors} errors, 0 warnings\n")), "{lines}");
    assert_eq!(errors, 23, "{lines}");
    assert_eq!(message, format!("cellveil: cube.toml: {errors} errors; expected none\n"));
    assert!(before == space.snapshot(), "nothing is written");

    // `tile` reports the problems of the specification, and writes nothing.
    let message = space.fails_with(WRONG, &TILE, &["cube.toml: cube: id is", "cube.toml: publish: budget is"]);
    assert_eq!(message.lines().count(), 10, "{message}");
}

/// The specification without mistakes.
fn sound() -> String {
    let repairs = [
        ("Town 2024", "town"),
        ("titel", "title"),
        ("everybody", "teaching"),
        ("not hexadecimal", "4b19e7c2805dfa36917c3e0ad4b86f25"),
        ("rolle", "role"),
        ("distrikt", "district"),
        ("16..64", "16..120"),
        ("{ sex = [\"3\"] }", "{ sex = [\"2\"], tenure = [\"o\"] }"),
        ("base = 1", "base = 3"),
        ("area:region", "area:district"),
        ("20 XB", "20 MB"),
        ("column = \"employment\"", "column = \"employed\""),
    ];
    repairs.iter().fold(SPEC.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

#[test]
fn problems_of_records_are_the_same_in_tile() {
    let space = space(&sound(), PEOPLE);
    let (status, lines, _) = space.run(&CHECK);
    assert_eq!(status, WRONG);
    let message = space.fails_with(WRONG, &TILE, &[]);
    let tiled: Vec<&str> = message.lines().map(|line| line.trim_start_matches("cellveil: ")).collect();
    let checked: Vec<&str> = lines.lines().filter_map(|line| line.strip_prefix("error: ")).collect();
    assert_eq!(tiled, checked);
    assert_eq!(tiled.len(), 11, "{tiled:?}");
    let rows = |line: &str| {
        line.split("row ").nth(1).and_then(|rest| rest.split(' ').next()?.trim_end_matches(',').parse::<u32>().ok())
    };
    assert!(tiled.is_sorted_by_key(|line| rows(line)), "{tiled:?}");

    // The second run is sound.
    let good: String = PEOPLE
        .lines()
        .filter(|line| line.starts_with("record") || line.starts_with("12") || line.starts_with("20"))
        .map(|line| format!("{line}\n"))
        .collect();
    let good = good.replace("20;A;3;1", "20;A;15,5;1").replace("12;B;;2", "4294967295;B;;2");
    space.write("people.csv", good);
    let checked = space.done(&CHECK);
    assert!(checked.ends_with("cube.toml: 0 errors, 0 warnings\n"), "{checked}");
    space.done(&TILE);
    let table = space.done(&["table", "cube", "--rows", "age", "--method", "{\"kind\": \"none\"}"]);
    assert!(table.contains("\n0,1,") && table.contains("\n16,0,") && table.contains("\nX,1,"), "{table}");
}

#[test]
fn json_has_the_place_of_each_problem() {
    let space = space(SPEC, PEOPLE);
    let (status, text, _) = space.run(&[&CHECK[..], &["--format", "json"]].concat());
    assert_eq!(status, WRONG);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((json["errors"].as_u64(), json["warnings"].as_u64()), (Some(23), Some(0)));
    let problems = json["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 23);
    let of = |code: &str| {
        problems.iter().find(|problem| problem["code"] == code).unwrap_or_else(|| panic!("{code} in {text}"))
    };
    let unknown = of("unknown-code");
    for (field, expected) in [
        ("severity", Value::from("error")),
        ("file", "people.csv".into()),
        ("place", Value::Null),
        ("dimension", "area".into()),
        ("column", "area".into()),
        ("row", 3.into()),
        ("line", 4.into()),
    ] {
        assert_eq!(unknown[field], expected, "{field}");
    }
    assert!(unknown["remedy"].as_str().unwrap().starts_with("Add the code"));
    let field = of("unknown-field");
    assert_eq!((field["file"].as_str(), field["place"].as_str()), (Some("cube.toml"), Some("cube")));
    let cut = of("not-a-number");
    assert_eq!((cut["dimension"].as_str(), cut["column"].as_str()), (Some("age"), Some("age_years")));
    assert_eq!(of("missing-column")["dimension"], "work");
    assert!(
        problems.iter().all(|problem| problem["remedy"].is_string() || problem["code"] == "wrong-method"),
        "{text}"
    );

    let space = self::space(&sound(), "record_key;area;age_years;sex;employed;tenure\n9;A;3;1;y;o\n");
    let json: Value = serde_json::from_str(&space.done(&[&CHECK[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!((json["errors"].as_u64(), json["problems"].as_array().map(Vec::len)), (Some(0), Some(0)));
}

#[test]
fn many_problems_are_counted() {
    // Six columns with thirty unknown codes each: five of each column are listed, and at most twenty of all.
    let names = ["a", "b", "c", "d", "e", "f"];
    let dimensions: String =
        names.iter().map(|name| format!("[[dimension]]\nname = \"{name}\"\ncodes = {{ 1 = \"x\" }}\n")).collect();
    let cube =
        "[cube]\nid = \"a\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n[key]\ncolumn = \"key\"\n";
    let rows: String = (0..60).map(|row| format!("{row}{}\n", format!(",q{}", row % 30).repeat(6))).collect();
    let one = format!("key,{}\n{}", names.join(","), rows);
    let space = space(&format!("{cube}{dimensions}"), &one);
    let (_, lines, _) = space.run(&CHECK);
    assert_eq!(lines.matches("unknown code").count(), 20, "{lines}");
    assert!(lines.contains("error: and 16 more problems\n"), "{lines}");
    assert!(lines.contains("cube.toml: 36 errors, 1 warning\n"), "{lines}");
    let message = space.fails_with(WRONG, &TILE, &["and 16 more problems"]);
    assert_eq!(message.lines().count(), 21);
    // One column: five codes and the number of the others.
    let dimension = &dimensions[..dimensions.find("[[dimension]]\nname = \"b\"").unwrap()];
    space.write("cube.toml", format!("{cube}{dimension}"));
    let message = space.fails_with(
        WRONG,
        &TILE,
        &["unknown code \"q0\"", "unknown code \"q4\"", "column \"a\": 25 further unknown values"],
    );
    assert_eq!(message.lines().count(), 6);
    // How often a code is unknown is a count, and is not told.
    assert!(!message.contains("further rows"), "{message}");
}

#[test]
fn repeated_problems_are_named_once() {
    let people = "record_key;area;age_years;sex;employed;tenure\n;A;3;1;y;o\n;A;3;;y;o\n;A;3;;y;o\n1;A\n2;A\n";
    let message = space(&sound(), people).fails_with(
        WRONG,
        &TILE,
        &[
            "people.csv, row 1 (line 2) and further rows, column \"record_key\": the key is missing",
            "people.csv, row 2 (line 3) and further rows, column \"sex\": the code is empty",
            "people.csv, row 4 (line 5): 2 fields",
        ],
    );
    assert_eq!(message.lines().count(), 3, "{message}");
}

#[test]
fn free_text_ends_with_a_clear_word() {
    let spec = "[cube]\nid = \"a\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n[key]\ncolumn = \"key\"\n[[dimension]]\nname = \"note\"\n";
    let rows: String = (0..1_000_002).map(|row| format!("{row},remark {row}\n")).collect();
    let message = space(spec, &format!("key,note\n{rows}")).fails(WRONG, &TILE, &[
        "people.csv, row 1000001 (line 1000002) and further rows, column \"note\": more than 1000000 different values",
        "declared codes, cut for a numeric column, or no dimension of this column",
    ]);
    assert!(message.len() < 400, "{message}");
}
