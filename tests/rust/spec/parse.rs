//! Every field of a specification, and every reason for refusing one.

use cellveil::cube::{Audience, Data, Release};
use cellveil::dimension::{AxisRef, Role, Text};
use cellveil::key::Combine;
use cellveil::key::derive::Derivation;
use cellveil::spec::{KeySource, StructuralZero, Views};

use crate::input::{PEOPLE, assert_says, parse};

const FULL: &str = r#"
[cube]
id = "census2011-teaching"
title = { fr = "Fichier", en = "Census" }
unit = "person"
data = "public-use"
audience = "teaching"
release = "keyed"
source = "Office for National Statistics"
licence = "OGL"
period = "2011"
contact = "help@example.org"
notes = ["A sample", { fr = "Un", de = "Ein" }]
[key]
derive = { from = "person_id", secret_env = "SECRET" }
combine = "xor"
modulus = 65536
salt_env = "SALT"
[[dimension]]
name = "region"
label = { fr = "Région" }
role = "geo"
codes = { Z = "Last first", "1.5" = { en = "A", fr = "B" }, A = "Third", 10 = "x", 9 = "y" }
[[dimension]]
name = "sex"
column = "Sex of person"
codes = "sex.csv"
[[dimension]]
name = "age"
[[dimension.level]]
name = "band"
label = "Age band"
groups = [{ code = "0", label = "Young", of = ["0", "1"] }, { code = "b", of = ["2"] }]
[structural_zeros]
never = [{ age = ["0", "1"], sex = ["2"] }, { region = ["Z"] }]
[method.default]
kind = "cell-key"
ptable = "ptable.csv"
threshold = 10
additivity = { rule = "ipf", weights = [1, 0.5, true] }
[method.another]
title = { en = "True counts", fr = "Effectifs réels" }
kind = "none"
[publish]
views = [["region", "age:band"]]
budget = "1.5 MB"
split = "region"
"#;

#[test]
fn publish_section_of_a_sealed_cube_is_read() {
    let text = FULL
        .replace("release = \"keyed\"", "release = \"sealed\"")
        .replace("salt_env = \"SALT\"", "salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"");
    let text = text
        .replace("[method.another]\ntitle = { en = \"True counts\", fr = \"Effectifs réels\" }\nkind = \"none\"\n", "")
        .replace("name = \"age\"\n", "name = \"age\"\ncodes = { 0 = \"0\", 1 = \"1\", 2 = \"2\" }\n");
    let more = "[publish]\nmax_dimensions = 4\naxes = [\"age:band\", \"sex\"]\nnever_together = [[\"sex\", \"age\"]]\n";
    let spec = parse(&text.replace("[publish]\n", more)).unwrap();
    let axis = |dimension, level| AxisRef { dimension, level };
    assert_eq!(spec.about.release, Release::Sealed);
    assert_eq!(spec.publish.max_dimensions, Some(4));
    assert_eq!(spec.publish.axes, Some(vec![axis(2, Some(0)), axis(1, None)]));
    assert_eq!(spec.publish.never_together, [[1, 2]]);
    assert_eq!(spec.publish.views, Some(Views::List(vec![vec![axis(0, None), axis(2, Some(0))]])));
}

#[test]
fn every_field_is_read() {
    let spec = parse(FULL).unwrap();
    assert_eq!((spec.about.id.as_str(), spec.about.unit.resolve(None)), ("census2011-teaching", "person"));
    assert_eq!(
        (spec.about.data, spec.about.audience, spec.about.release),
        (Data::PublicUse, Audience::Teaching, Release::Keyed)
    );
    assert_eq!((spec.about.title.resolve(None), spec.about.title.resolve(Some("fr"))), ("Census", "Fichier"));
    assert_eq!(spec.about.notes[1].resolve(Some("en")), "Un");
    assert_eq!(
        (spec.about.source.clone(), spec.about.period.clone()),
        (Some(Text::from("Office for National Statistics")), Some(Text::from("2011")))
    );
    assert_eq!((spec.key.group.operation(), spec.key.group.modulus().get()), (Combine::Xor, 65536));
    assert_eq!(spec.key.salt.bytes(), [0x00, 0xff]);
    let Some(KeySource::Derived { from, rule: Derivation::Hmac(secret) }) = &spec.key.source else { panic!() };
    assert_eq!((from.as_str(), secret.bytes()), ("person_id", &b"hunter2"[..]));
    assert!(!format!("{spec:?}").contains("hunter2"));

    let codes = |dimension: usize| -> Vec<&str> {
        spec.dimensions[dimension].codes.iter().flatten().map(|code| code.code.as_str()).collect()
    };
    assert_eq!(codes(0), ["Z", "1.5", "A", "10", "9"], "declared order");
    assert_eq!(codes(1), ["2", "1"]);
    assert_eq!(spec.dimensions[1].codes.as_ref().unwrap()[1].label, Text::from("Male, or so"));
    assert_eq!((spec.dimensions[0].role, &spec.dimensions[2].codes), (Some(Role::Geo), &None));
    let band = &spec.dimensions[2].levels[0];
    assert_eq!((band.label.resolve(None), band.groups[1].label.resolve(None)), ("Age band", "b"));
    assert_eq!(band.assign(["2", "0"].into_iter()), Ok(vec![1, 0]));
    assert_eq!(band.assign(["2", "7"].into_iter()), Err("7"));
    let age = (2, vec!["0".to_owned(), "1".to_owned()]);
    assert_eq!(spec.structural_zeros[0], StructuralZero { codes: vec![age, (1, vec!["2".to_owned()])] });

    assert_eq!(spec.methods.iter().map(|method| method.name.as_str()).collect::<Vec<_>>(), ["default", "another"]);
    assert_eq!(spec.methods[0].title, None);
    assert_eq!(spec.methods[1].title.as_ref().map(|title| title.resolve(Some("fr"))), Some("Effectifs réels"));
    assert_eq!(spec.methods[1].parameters.keys().collect::<Vec<_>>(), ["kind"]);
    let expected = serde_json::json!({
        "kind": "cell-key", "ptable": "ptable.csv", "threshold": 10,
        "additivity": { "rule": "ipf", "weights": [1, 0.5, true] },
    });
    assert_eq!(serde_json::Value::Object(spec.methods[0].parameters.clone()), expected);
    let view = vec![AxisRef { dimension: 0, level: None }, AxisRef { dimension: 2, level: Some(0) }];
    assert_eq!(spec.publish.views, Some(Views::List(vec![view])));
    assert_eq!(
        (spec.publish.budget, spec.publish.split, spec.publish.max_dimensions),
        (Some(1_500_000), Some(0), None)
    );
    assert_eq!((&spec.publish.axes, spec.publish.never_together.len()), (&None, 0));
    assert_eq!(spec.record_columns().unwrap(), ["region", "Sex of person", "age", "person_id"]);
    assert_eq!(spec.cell_columns().unwrap(), ["region", "Sex of person", "age", "count", "key"]);
}

#[test]
fn minimal_specification_is_enough() {
    let text = "cube = { id = \"a\", unit = \"x\", audience = \"internal\" }\ndimension = [{ name = \"d\" }]";
    let spec = parse(text).unwrap();
    assert_eq!(
        (spec.about.data, spec.about.release, spec.about.title.resolve(None)),
        (Data::Confidential, Release::Keyed, "a")
    );
    assert_eq!((spec.key.source.as_ref(), spec.key.group.modulus().get()), (None, 1 << 32));
    assert_eq!((spec.dimensions[0].column.as_str(), spec.dimensions[0].label.resolve(None)), ("d", "d"));
    assert_says(&spec.record_columns().unwrap_err().to_string(), &["key", "column or derive"]);
    assert!(parse(PEOPLE).is_ok());
}

#[test]
fn texts_pass_through_json_unchanged() {
    for json in [r#""plain""#, r#"{"fr":"a","en":"b"}"#] {
        let text: Text = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&text).unwrap(), json);
    }
    for json in ["{}", r#"{"1":"x"}"#, "7", "[]", r#"{"en":"a","EN":"b"}"#] {
        assert!(serde_json::from_str::<Text>(json).is_err(), "{json}");
    }
}

/// A change to the valid specification, and parts of the message.
const REFUSED: &[(&str, &str, &[&str])] = &[
    ("[cube]", "[cube", &["line 2", "TOML"]),
    ("[cube]", "[cubes]\nx = 1\n[cube]", &["unknown field \"cubes\"", "cube, key, dimension"]),
    ("unit =", "units =", &["cube: unknown field \"units\"", "id, title, unit"]),
    ("unit = \"person\"", "", &["cube: unit is missing", "person"]),
    ("unit = \"person\"", "unit = 3", &["cube: unit is a whole number", "a string"]),
    ("unit = \"person\"", "unit = \"\"", &["cube: unit is an empty string"]),
    ("id = \"people\"", "id = \"People!\"", &["cube: id is \"People!\"", "a to z"]),
    ("id = \"people\"", "id = \"\"", &["cube: id is an empty string"]),
    ("id = \"people\"", "id = \"a\"\nid = \"b\"", &["line 4", "duplicate"]),
    ("data = \"synthetic\"", "data = \"secret\"", &["cube: data is \"secret\"", "confidential, public-use, synthetic"]),
    ("audience = \"public\"", "", &["cube: audience is missing", "teaching, internal, kiosk, public"]),
    ("audience = \"public\"", "audience = \"all\"", &["cube: audience is \"all\"", "kiosk"]),
    ("unit =", "title = {}\nunit =", &["cube: title", "empty table"]),
    ("unit =", "title = { 1 = \"x\" }\nunit =", &["cube: title", "language tags"]),
    ("unit =", "notes = [\"a\", 2]\nunit =", &["cube: notes[2] is a whole number"]),
    // Release: data and audience.
    ("data = \"synthetic\"", "", &["confidential", "true counts", "internal"]),
    ("data = \"synthetic\"\naudience = \"public\"", "audience = \"teaching\"", &["confidential", "internal"]),
    ("data = \"synthetic\"\naudience = \"public\"", "audience = \"kiosk\"", &["kiosk", "encrypted", "internal"]),
    ("unit =", "release = \"sealed\"\nunit =", &["release = \"sealed\" with no method", "exactly one"]),
    (
        "unit =",
        "release = \"preprotected\"\nunit =",
        &["release = \"preprotected\" without [[pretabular]]", "expected a step"],
    ),
    (
        "[structural_zeros]",
        "[method.a]\nkind = \"none\"\n[method.b]\nkind = \"none\"\n[structural_zeros]",
        &["audience = \"public\"", "methods a, b", "at most one"],
    ),
    // Keys.
    ("modulus = 256", "modulus = 1", &["key: modulus is 1", "from 2 to 9007199254740992"]),
    ("modulus = 256", "modulus = -7", &["key: modulus is -7"]),
    ("modulus = 256", "modulus = 9007199254740993", &["key: modulus is 9007199254740993"]),
    ("modulus = 256", "modulus = \"256\"", &["key: modulus is a string"]),
    ("modulus = 256", "modulus = 250\ncombine = \"xor\"", &["modulus", "power of two"]),
    ("modulus = 256", "combine = \"add\"", &["key: combine is \"add\"", "sum, xor"]),
    ("modulus = 256", "derive = { from = \"id\", digits = 2 }", &["key: both column and derive", "only one"]),
    ("modulus = 256", "salt = \"0g\"", &["key: salt is not hexadecimal"]),
    ("modulus = 256", "salt = \"00\"\nsalt_env = \"SALT\"", &["both salt and salt_env"]),
    ("modulus = 256", "salt_env = \"NOT_HEX\"", &["environment variable NOT_HEX is not hexadecimal"]),
    ("column = \"record_key\"", "column = \"region\"", &["key: column is \"region\"", "dimension \"region\""]),
    ("column = \"record_key\"", "derive = { from = \"region\", digits = 2 }", &["dimension \"region\""]),
    ("column = \"record_key\"", "derive = { digits = 2 }", &["key.derive: from is missing"]),
    ("column = \"record_key\"", "derive = { from = \"id\" }", &["key.derive: secret_env is missing", "digits"]),
    ("column = \"record_key\"", "derive = { from = \"id\", key = \"x\" }", &["key.derive: unknown field \"key\""]),
    ("column = \"record_key\"", "derive = { from = \"id\", digits = 16 }", &["key.derive: digits is 16", "1 to 15"]),
    ("column = \"record_key\"", "derive = { from = \"id\", digits = 3 }", &["key.derive: digits is 3", "modulus, 256"]),
    (
        "column = \"record_key\"",
        "derive = { from = \"id\", digits = 2, secret = \"hunter2\" }",
        &["key.derive: both digits and secret"],
    ),
    (
        "column = \"record_key\"",
        "derive = { from = \"id\", secret_env = \"SECRET\", secret = \"hunter2\" }",
        &["key.derive: both secret and secret_env"],
    ),
    ("column = \"record_key\"", "derive = { from = \"id\", secret_env = \"NONE\" }", &["variable NONE is not set"]),
    ("column = \"record_key\"", "derive = { from = \"id\", secret_env = \"EMPTY\" }", &["variable EMPTY is empty"]),
    ("column = \"record_key\"", "derive = { from = \"id\", secret = 4711 }", &["key.derive: secret is a whole number"]),
    // Dimensions.
    ("name = \"region\"", "", &["dimension[3]: name is missing", "letters"]),
    ("name = \"region\"", "name = \"a:b\"", &["dimension[3] \"a:b\": name is \"a:b\"", "letters"]),
    ("name = \"region\"", "name = \"_T\"", &["dimension[3] \"_T\"", "reserved"]),
    ("name = \"region\"", "name = \"age\"\ncolumn = \"x\"", &["dimension[3] \"age\"", "twice"]),
    ("name = \"region\"", "name = \"x\"\ncolumn = \"age\"", &["dimension[3] \"x\"", "column \"age\" is given twice"]),
    (
        "name = \"region\"",
        "name = \"region\"\ncode = {}",
        &["dimension[3] \"region\": unknown field \"code\"", "codes"],
    ),
    (
        "name = \"region\"",
        "name = \"region\"\nrole = \"map\"",
        &["dimension[3] \"region\": role is \"map\"", "geo, time"],
    ),
    ("name = \"region\"", "name = \"region\"\ncodes = {}", &["dimension[3] \"region\": codes is empty"]),
    ("name = \"region\"", "name = \"region\"\ncodes = [1]", &["dimension[3] \"region\": codes is a list", "CSV file"]),
    (
        "name = \"region\"",
        "name = \"region\"\ncodes = { _T = \"x\" }",
        &["\"region\": codes is the code \"_T\"", "reserved"],
    ),
    (
        "name = \"region\"",
        "name = \"region\"\ncodes = { \"\" = \"x\" }",
        &["\"region\": codes is a code that is empty"],
    ),
    ("name = \"region\"", "name = \"region\"\ncodes = { 1.5 = \"x\" }", &["\"region\": codes.1", "language tags"]),
    ("name = \"region\"", "name = \"region\"\ncodes = { a = 1 }", &["\"region\": codes.a is a whole number"]),
    ("name = \"region\"", "name = \"region\"\ncodes = { a = \"1\", a = \"2\" }", &["line", "duplicate"]),
    (
        "name = \"region\"",
        "name = \"region\"\ncodes = \"none.csv\"",
        &["\"region\": codes: \"none.csv\"", "no such file"],
    ),
    ("name = \"region\"", "name = \"region\"\ncodes = \"twice.csv\"", &["twice.csv", "row 3", "\"1\" is given twice"]),
    ("name = \"region\"", "name = \"region\"\ncodes = \"empty.csv\"", &["empty.csv", "row 2", "empty code"]),
    (
        "name = \"region\"",
        "name = \"region\"\ncodes = \"header.csv\"",
        &["header.csv", "no column \"code\"", "kode, label"],
    ),
    ("name = \"region\"", "name = \"region\"\ncodes = \"ragged.csv\"", &["ragged.csv", "row 2", "1 fields"]),
    ("name = \"region\"", "name = \"region\"\ncodes = \"latin1.csv\"", &["latin1.csv", "row 1", "UTF-8"]),
    ("name = \"region\"", "name = \"region\"\ncodes = \"total.csv\"", &["\"region\"", "_T"]),
    // Levels.
    ("name = \"band\"", "", &["dimension[1] \"age\": level[1]: name is missing"]),
    ("name = \"band\"", "name = \"a=b\"", &["dimension[1] \"age\": level[1] \"a=b\": name"]),
    ("name = \"band\"", "name = \"band\"\nof = 1", &["level[1] \"band\": unknown field \"of\"", "groups"]),
    (
        "of = [\"3\", \"2\"]",
        "of = [\"3\"]",
        &["dimension[1] \"age\": level[1] \"band\"", "\"2\"", "no group", "exactly one"],
    ),
    (
        "of = [\"3\", \"2\"]",
        "of = [\"3\", \"2\", \"1\"]",
        &["level[1] \"band\": group \"1\"", "code \"1\"", "exactly one"],
    ),
    ("of = [\"3\", \"2\"]", "of = [\"3\", \"2\", \"4\"]", &["level[1] \"band\": group \"1\"", "unknown code \"4\""]),
    ("of = [\"3\", \"2\"]", "of = []", &["groups[2]: of is empty"]),
    ("of = [\"3\", \"2\"]", "of = [3, 2]", &["groups[2]: of[1] is a whole number"]),
    ("code = \"young\"", "code = \"1\"", &["level[1] \"band\": group \"1\" is given twice"]),
    ("code = \"young\"", "code = \"_T\"", &["groups[1]: code is the code \"_T\"", "reserved"]),
    (
        "groups = [{ code = \"young\", of = [\"1\"] }, {",
        "groups = [{ of = [\"1\"] }, {",
        &["groups[1]: code is missing"],
    ),
    (
        "[[dimension]]\nname = \"marital\"",
        "[[dimension.level]]\nname = \"band\"\ngroups = [{ code = \"all\", of = [\"1\", \"2\", \"3\"] }]\n[[dimension]]\nname = \"marital\"",
        &["dimension[1] \"age\"", "level \"band\" is given twice"],
    ),
    // Structural zeros.
    (
        "marital = [\"married\"]",
        "maritall = [\"married\"]",
        &["never[1]: unknown field \"maritall\"", "age, marital, region"],
    ),
    ("marital = [\"married\"]", "marital = [\"wed\"]", &["never[1]: marital is", "unknown code \"wed\""]),
    ("marital = [\"married\"]", "marital = []", &["never[1]: marital is empty"]),
    ("marital = [\"married\"]", "marital = \"married\"", &["never[1]: marital is a string", "a list"]),
    ("never = [{ age", "never = [{}, { age", &["never[1]", "empty"]),
    ("never =", "newer =", &["structural_zeros: unknown field \"newer\"", "never"]),
    // Methods and publication.
    ("[structural_zeros]", "[method.a]\nbase = 3\n[structural_zeros]", &["method.a: kind is missing"]),
    ("[structural_zeros]", "[method.\"a b\"]\nkind = \"x\"\n[structural_zeros]", &["method", "\"a b\"", "letters"]),
    ("[structural_zeros]", "[method.a]\nkind = \"x\"\nx = 2020-01-01\n[structural_zeros]", &["method.a: x is a date"]),
    (
        "[structural_zeros]",
        "[method.a]\nkind = \"x\"\ntitle = \"\"\n[structural_zeros]",
        &["method.a: title is an empty"],
    ),
    ("[structural_zeros]", "[method.a]\nkind = \"x\"\ntitle = 3\n[structural_zeros]", &["method.a: title is a whole"]),
    (
        "[structural_zeros]",
        "[method.a]\nkind = \"x\"\ntitle = { en = \"\" }\n[structural_zeros]",
        &["method.a: title.en is an empty string", "not empty"],
    ),
    (
        "[structural_zeros]",
        "[method.a]\nkind = \"x\"\ntitle = { \"1\" = \"A\" }\n[structural_zeros]",
        &["method.a: title is a table with the key \"1\"", "language tags"],
    ),
    ("[structural_zeros]", "[method.a]\nkind = \"x\"\nx = [1, nan]\n[structural_zeros]", &["method.a: x[2]", "finite"]),
    ("[structural_zeros]", "method = { a = 1 }\n[structural_zeros]", &["dimension[3] \"region\": unknown field"]),
    (
        "[structural_zeros]",
        "[publish]\nbudget = \"20 XB\"\n[structural_zeros]",
        &["publish: budget is \"20 XB\"", "MB"],
    ),
    ("[structural_zeros]", "[publish]\nmax_dimensions = 0\n[structural_zeros]", &["publish: max_dimensions is 0"]),
    (
        "[structural_zeros]",
        "[publish]\nsplit = \"area\"\n[structural_zeros]",
        &["publish: split is \"area\"", "age, marital, region"],
    ),
    ("[structural_zeros]", "[publish]\nviews = \"all\"\n[structural_zeros]", &["publish: views is \"all\"", "auto"]),
    (
        "[structural_zeros]",
        "[publish]\nviews = [\"age\"]\n[structural_zeros]",
        &["publish: views[1] is a string", "a list"],
    ),
    ("[structural_zeros]", "[publish]\nviews = [[\"area\"]]\n[structural_zeros]", &["publish: views[1] is \"area\""]),
    ("[structural_zeros]", "[publish]\nviews = [[\"age:x\"]]\n[structural_zeros]", &["views[1] is \"age:x\"", "band"]),
    ("[structural_zeros]", "[publish]\nviews = [[]]\n[structural_zeros]", &["views[1] is empty", "one or more"]),
    (
        "[structural_zeros]",
        "[publish]\nviews = [[\"age\"], [\"age\"]]\n[structural_zeros]",
        &["views[2] is a view that is there already"],
    ),
    (
        "[structural_zeros]",
        "[publish]\nviews = [[\"age\"], [\"age\", \"age:band\"]]\n[structural_zeros]",
        &["publish: views[2]", "dimension \"age\" twice"],
    ),
];

#[test]
fn wrong_specifications_are_refused() {
    for (old, new, parts) in REFUSED {
        assert!(PEOPLE.contains(old), "{old}");
        let text = PEOPLE.replacen(old, new, 1);
        let message = match parse(&text) {
            Ok(_) => panic!("{old} -> {new} is accepted"),
            Err(error) => error.to_string(),
        };
        assert_says(&message, parts);
        for secret in ["hunter2", "4711", "xyzzy", "0g"] {
            assert!(!message.contains(secret), "{message}");
        }
    }
}

#[test]
fn secrets_in_the_file_need_open_data() {
    let open = PEOPLE.replace("column = \"record_key\"", "derive = { from = \"id\", secret = \"hunter2\" }");
    assert!(parse(&open).is_ok());
    let internal = open.replace("data = \"synthetic\"\naudience = \"public\"", "audience = \"internal\"");
    let message = parse(&internal).unwrap_err().to_string();
    assert_says(&message, &["key.derive: secret", "secret_env", "confidential"]);
    assert!(!message.contains("hunter2"));
}

#[test]
fn cells_need_a_count_and_a_key_column() {
    let spec = parse(&PEOPLE.replace("name = \"region\"", "name = \"region\"\ncolumn = \"count\"")).unwrap();
    assert_says(&spec.cell_columns().unwrap_err().to_string(), &["dimension \"region\"", "\"count\""]);
}
