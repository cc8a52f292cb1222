//! Missing answers, intervals of numbers, ranges of codes, and levels from columns of a code file.

use cellveil::build::collect::Cells;
use cellveil::input::{self, Error};
use cellveil::spec::{CubeSpec, SpecErrors};
use cellveil::{Problems, spec};

use crate::input::{TestFile, assert_says};

const CUBE: &str =
    "[cube]\nid = \"a\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n[key]\ncolumn = \"key\"\n";

const AREAS: &str =
    "code;label;district;district_label;part\nA1;Axe;A;Alpha;North\nB1;Bow;B;Beta;South\nA2;Ash;A;Alpha;North\n";

fn parse(dimensions: &str) -> Result<CubeSpec, SpecErrors> {
    let resolve = |name: &str| match name {
        "areas.csv" => Ok(AREAS.into()),
        "tabs.csv" => Ok("\u{feff}code\tlabel\n1\tOne; or, so\n".into()),
        "gaps.csv" => Ok("code,label,district\nA,a,D\nB,b,\n".into()),
        "labels.csv" => Ok("code,label,district,name\nA,a,D,x\nB,b,D,y\n".into()),
        "table.dta" => Ok(b"<stata_dta><header>".to_vec()),
        "many.csv" => Ok("code,label\n1,a\n1,b\n,c\n2\n3,d\n3,e\n".into()),
        _ => Err("no such file; expected a file".to_owned()),
    };
    CubeSpec::parse(&format!("{CUBE}{dimensions}"), &resolve, &|_| None)
}

fn dimension(fields: &str) -> String {
    format!("[[dimension]]\nname = \"d\"\n{fields}\n")
}

fn cells(spec: &CubeSpec, records: &str) -> Result<Cells, Problems<Error>> {
    let file = TestFile::new("people.csv", records.as_bytes());
    input::collect(spec, std::slice::from_ref(&file.0), &[], &mut |_, _| ())
}

/// Codes with labels, and the counts of cells, of a cube with one dimension. The keys are 1, 2, 3, and so on.
fn counted(fields: &str, separator: &str, values: &[&str]) -> (Vec<String>, Vec<(u32, u64)>) {
    let spec = parse(&dimension(fields)).unwrap();
    let rows: String =
        (1..).zip(values).map(|(key, value): (u64, &&str)| format!("{key}{separator}{value}\n")).collect();
    let cells = cells(&spec, &format!("key{separator}d\n{rows}")).unwrap();
    let codes = cells.dimensions[0].codes.iter().map(|(code, label)| format!("{code}={}", label.resolve(None)));
    (codes.collect(), cells.coords[0].iter().copied().zip(cells.counts).collect())
}

const MISSING: &str = "missing = { values = [\"\", \"NA\", -9], code = \"X\", label = \"Not stated\" }\n";

#[test]
fn missing_values_become_one_code() {
    // Found codes: numbers are sorted as numbers, and the missing code is last.
    let (codes, counts) = counted(MISSING, ",", &["10", "", "9", "NA", "-9", "X", "9"]);
    assert_eq!(codes, ["9=9", "10=10", "X=Not stated"]);
    assert_eq!(counts, [(0, 2), (1, 1), (2, 4)]);
    // Without missing answers in the data, found codes do not contain the code.
    assert_eq!(counted(MISSING, ",", &["b", "a"]).0, ["a=a", "b=b"]);
    // Declared codes: the code is the last, unless it is declared.
    let declared = |codes: &str| counted(&format!("codes = {{ {codes} }}\n{MISSING}"), ",", &["1", "NA", ""]);
    assert_eq!(
        declared("2 = \"b\", 1 = \"a\""),
        (vec!["2=b".into(), "1=a".into(), "X=Not stated".into()], vec![(1, 1), (2, 2)])
    );
    assert_eq!(declared("X = \"?\", 1 = \"a\"").0, ["X=Not stated", "1=a"]);
    let unlabelled = MISSING.replace(", label = \"Not stated\"", "");
    let (codes, _) = counted(&format!("codes = {{ X = \"?\", 1 = \"a\" }}\n{unlabelled}"), ",", &["1"]);
    assert_eq!(codes, ["X=?", "1=a"]);
    assert_eq!(counted(&unlabelled, ",", &["", "1"]).0, ["1=1", "X=X"]);
    // A value may be the code itself.
    let same = "missing = { values = [\"9\", \"\"], code = \"9\", label = \"?\" }";
    assert_eq!(
        counted(same, ",", &["", "9", "1", "10"]),
        (vec!["1=1".into(), "10=10".into(), "9=?".into()], vec![(0, 1), (1, 1), (2, 2)])
    );
}

const CUT: &str = "cut = { at = [0, 16, 65.5], labels = [\"young\", \"middle\", \"old\"] }\n";

#[test]
fn numbers_are_cut_into_intervals() {
    let (codes, counts) = counted(CUT, ",", &["0", "15.999", "16", "007", "65.5", "65.49", "120"]);
    assert_eq!(codes, ["0=young", "16=middle", "65.5=old"]);
    assert_eq!(counts, [(0, 3), (1, 2), (2, 2)]);
    let (codes, counts) = counted(&format!("{CUT}{MISSING}"), ",", &["", "-9", "3"]);
    assert_eq!((codes.len(), &*codes[3], &*counts), (4, "X=Not stated", &[(0, 1), (3, 2)][..]));
    // A decimal comma needs another separator.
    for separator in [";", "\t"] {
        assert_eq!(counted(CUT, separator, &["15,999", "16,0", "3.5"]).1, [(0, 2), (1, 1)]);
    }
    let labels = counted("cut = { at = [-5, 0, 1e3] }", ",", &["-1"]).0;
    assert_eq!(labels, ["-5=-5 to below 0", "0=0 to below 1000", "1000=1000 and over"]);
    // More different numbers than are remembered.
    let many: Vec<String> = (0..70_000).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(counted("cut = { at = [0, 65536, 69999] }", ",", &many).1, [(0, 65_536), (1, 4_463), (2, 1)]);
}

#[test]
fn files_of_cells_have_the_codes_of_intervals() {
    let spec = parse(&dimension(&format!("{CUT}{MISSING}"))).unwrap();
    let file = TestFile::new("cells.csv", b"d,count,key\n16,2,5\nX,1,3\n0,4,9\n65.5,1,1\n");
    let cells = input::collect(&spec, &[], std::slice::from_ref(&file.0), &mut |_, _| ()).unwrap();
    assert_eq!((cells.coords, cells.counts), (vec![vec![0, 1, 2, 3]], vec![4, 2, 1, 1]));
}

#[test]
fn values_that_are_no_codes_are_refused() {
    let cases: [(&str, &str, &str, &[&str]); 7] = [
        ("codes = { 1 = \"a\" }", ",", "", &["row 1 (line 2)", "\"d\"", "empty", "missing = { values = [\"\"]"]),
        (CUT, ",", "NA", &["row 1 (line 2)", "\"d\"", "\"NA\" is not a number", "missing = { values = [\"NA\"]"]),
        (CUT, ",", "\"12,5\"", &["\"12,5\" is not a number", "decimal comma only with semicolons or tabs"]),
        (CUT, ",", "1e3", &["\"1e3\" is not a number", "12.5"]),
        (CUT, ";", "1.234,5", &["\"1.234,5\" is not a number"]),
        (CUT, ",", "-1", &["\"-1\" is below the first number of cut", "0 or more"]),
        (CUT, ",", "", &["empty", "missing ="]),
    ];
    for (fields, separator, value, parts) in cases {
        let spec = parse(&dimension(fields)).unwrap();
        let message = cells(&spec, &format!("key{separator}d\n1{separator}{value}\n")).unwrap_err().to_string();
        assert_says(&message, parts);
    }
}

/// The groups of the first level: their codes with labels, and the group of each code.
fn level(fields: &str, values: &[&str]) -> (Vec<String>, Vec<u32>) {
    let spec = parse(&dimension(fields)).unwrap();
    let rows: String = values.iter().map(|value| format!("1,{value}\n")).collect();
    let cells = cells(&spec, &format!("key,d\n{rows}")).unwrap();
    let level = &cells.dimensions[0].levels[0];
    let codes = level.codes.iter().map(|(code, label)| format!("{code}={}", label.resolve(None)));
    (codes.collect(), level.of.clone())
}

const BANDS: &str = "[[dimension.level]]\nname = \"band\"\ngroups = [{ code = \"y\", of = [\"-2..9\"] }, { code = \"o\", of = [\"10\", \"11..120\"] }]";

#[test]
fn ranges_group_whole_numbers() {
    // Found codes, with an own group for missing answers.
    let (groups, of) = level(&format!("{MISSING}{BANDS}"), &["9", "09", "11", "-2", "NA", "120", "10"]);
    assert_eq!(groups, ["y=y", "o=o", "X=Not stated"]);
    assert_eq!(of, [0, 0, 0, 1, 1, 1, 2]);
    // Declared codes.
    let codes = "codes = { 1 = \"a\", 10 = \"b\", 05 = \"c\", 77 = \"d\" }\n";
    assert_eq!(level(&format!("{codes}{BANDS}"), &["1"]), (vec!["y=y".into(), "o=o".into()], vec![0, 1, 0, 1]));
    let spec = parse(&dimension(&format!("{codes}{BANDS}"))).unwrap();
    assert_eq!(spec.dimensions[0].levels[0].groups[0].of, ["1", "05"]);
    assert!(spec.dimensions[0].levels[0].groups.iter().all(|group| group.ranges.is_empty()));
    // Intervals.
    let cut = format!("cut = {{ at = [0, 5, 10, 20] }}\n{MISSING}{BANDS}");
    assert_eq!(level(&cut, &["1"]), (vec!["y=y".into(), "o=o".into(), "X=Not stated".into()], vec![0, 0, 1, 1, 2]));
    // A group may list the missing code.
    let listed = BANDS.replace("\"-2..9\"", "\"-2..9\", \"X\"");
    assert_eq!(level(&format!("{MISSING}{listed}"), &["1", ""]), (vec!["y=y".into(), "o=o".into()], vec![0, 0]));
    // A declared code that looks like a range is a code.
    let codes = "codes = { \"0..5\" = \"a\", 3 = \"b\" }\n[[dimension.level]]\nname = \"l\"\ngroups = [{ code = \"g\", of = [\"0..5\"] }, { code = \"h\", of = [\"3\"] }]";
    assert_eq!(level(codes, &["3"]).1, [0, 1]);
}

#[test]
fn levels_come_from_columns_of_the_code_file() {
    let from = "codes = \"areas.csv\"\n[[dimension.level]]\nname = \"district\"\nfrom = { code = \"district\", label = \"district_label\" }\n\
                [[dimension.level]]\nname = \"part\"\nfrom = { code = \"part\" }";
    assert_eq!(level(from, &["A1"]), (vec!["A=Alpha".into(), "B=Beta".into()], vec![0, 1, 0]));
    let spec = parse(&dimension(from)).unwrap();
    let part = &spec.dimensions[0].levels[1];
    assert_eq!(part.groups.iter().map(|group| &*group.code).collect::<Vec<_>>(), ["North", "South"]);
    assert_eq!(part.groups[0].of, ["A1", "A2"]);
    let missing = from.replace("codes =", &format!("{MISSING}codes ="));
    assert_eq!(
        level(&missing, &["A1"]),
        (vec!["A=Alpha".into(), "B=Beta".into(), "X=Not stated".into()], vec![0, 1, 0, 2])
    );
    let tabs = parse(&dimension("codes = \"tabs.csv\"")).unwrap();
    assert_eq!(tabs.dimensions[0].codes.as_ref().unwrap()[0].label.resolve(None), "One; or, so");
}

/// A sealed cube needs declared codes. Intervals are declared codes.
#[test]
fn sealed_cubes_have_intervals_and_missing_answers() {
    let sealed = |fields: &str| {
        let cube = CUBE.replace("audience", "release = \"sealed\"\naudience");
        let more = "salt = \"9f02c7315be84d6a70e1d45b2c8893fa\"\n[method.m]\nkind = \"random-rounding\"\nbase = 3\n[publish]\nmax_dimensions = 1\n";
        CubeSpec::parse(&format!("{cube}{more}{}", dimension(fields)), &|_| Err(String::new()), &|_| None)
    };
    let spec = sealed(&format!("{CUT}{MISSING}{}", BANDS.replace("[\"10\", \"11..120\"]", "[\"10..120\", \"65.5\"]")))
        .unwrap();
    let cells = cells(&spec, "key,d\n1,3\n2,NA\n3,70\n").unwrap();
    let files = cellveil::build::build(&spec, &cells, &|_| Err(String::new()), &mut |_, _| ()).unwrap();
    let manifest = String::from_utf8(files.last().unwrap().1.clone()).unwrap();
    for part in ["Not stated", "\"65.5\"", "band"] {
        assert!(manifest.contains(part), "{part} in {manifest}");
    }
    assert_says(&sealed(MISSING).unwrap_err().to_string(), &["dimension \"d\": codes is missing", "sealed"]);
}

/// Fields of a dimension, and parts of the message.
const REFUSED: &[(&str, &[&str])] = &[
    ("missing = \"NA\"", &["dimension[1] \"d\": missing is a string", "values ="]),
    ("missing = { values = [\"\"] }", &["dimension[1] \"d\": missing: code is missing", "\"X\""]),
    ("missing = { code = \"X\" }", &["missing: values is missing", "\"NA\""]),
    ("missing = { values = [], code = \"X\" }", &["missing: values is empty"]),
    ("missing = { values = [1.5], code = \"X\" }", &["missing: values[1] is a number with a fraction", "a text"]),
    ("missing = { values = [\"\", \"\"], code = \"X\" }", &["missing: value \"\" is given twice"]),
    ("missing = { values = [\"\"], code = \"_T\" }", &["missing: code is the code \"_T\"", "reserved"]),
    ("missing = { value = [\"\"], code = \"X\" }", &["missing: unknown field \"value\"", "did you mean \"values\"?"]),
    (
        "codes = { 1 = \"a\", 9 = \"b\" }\nmissing = { values = [\"9\"], code = \"X\" }",
        &["missing: values[1] is \"9\", which is also a code", "code = \"9\""],
    ),
    ("cut = [0, 16]", &["dimension[1] \"d\": cut is a list", "at ="]),
    ("cut = { labels = [\"a\"] }", &["cut: at is missing", "ascending numbers"]),
    ("cut = { at = [] }", &["cut: at is empty"]),
    ("cut = { at = [0, \"16\"] }", &["cut: at[2] is a string", "a number"]),
    ("cut = { at = [0, 16, 16.0] }", &["cut: at[3] is 16, which is not above the bound before it"]),
    ("cut = { at = [nan] }", &["cut: at[1] is NaN", "finite"]),
    ("cut = { at = [0, 16], labels = [\"a\"] }", &["cut: labels is a list of 1", "2, one for each number"]),
    ("cut = { at = [0], labels = [3] }", &["cut: labels[1] is a whole number"]),
    ("cut = { at = [0], label = \"a\" }", &["cut: unknown field \"label\"", "did you mean \"labels\"?"]),
    ("codes = { 1 = \"a\" }\ncut = { at = [0] }", &["both codes and cut are given"]),
    (
        "cut = { at = [0] }\nmissing = { values = [\"\"], code = \"0\" }",
        &["missing.code is \"0\", which is the code of an interval"],
    ),
    ("cut = { at = [0] }\nmissing = { values = [\"0\"], code = \"X\" }", &["values[1] is \"0\", which is also a code"]),
    // Ranges.
    ("LEVEL of = [\"5..4\"] }]", &["groups[1]: of[1] is \"5..4\"", "ascends"]),
    (
        "LEVEL of = [\"0..9\"] }, { code = \"h\", of = [\"9..12\"] }]",
        &["group \"h\" is not the only one with the code \"9\""],
    ),
    ("LEVEL of = [\"0..9\", \"5..6\"] }]", &["group \"g\" is not the only one with the code \"5\""]),
    (
        "LEVEL of = [\"0..9\"] }, { code = \"h\", of = [\"7\"] }]",
        &["group \"h\" is not the only one with the code \"7\""],
    ),
    (
        "LEVEL of = [\"7\"] }, { code = \"h\", of = [\"0..9\"] }]",
        &["group \"h\" is not the only one with the code \"7\""],
    ),
    (
        "codes = { 20 = \"a\" }\nLEVEL of = [\"0..9\"] }]",
        &["groups[1]: of[1] is \"0..9\"", "at least one code of the dimension that is a whole number"],
    ),
    ("codes = { 1 = \"a\", 20 = \"b\" }\nLEVEL of = [\"0..9\"] }]", &["code \"20\" of the dimension is in no group"]),
    (
        "missing = { values = [\"\"], code = \"g\" }\nLEVEL of = [\"0..9\"] }]",
        &["group \"g\" is without the code \"g\" of missing answers", "a group of another name"],
    ),
    // Levels from a file.
    ("FROM = { code = \"district\" }", &["level[1] \"l\": from is given without a code file", "codes = \"FILE.csv\""]),
    ("codes = { 1 = \"a\" }\nFROM = { code = \"district\" }", &["without a code file"]),
    ("codes = \"areas.csv\"\nFROM = \"district\"", &["from is a string", "code = \"district\""]),
    ("codes = \"areas.csv\"\nFROM = {}", &["from: code is missing"]),
    (
        "codes = \"areas.csv\"\nFROM = { code = \"distric\" }",
        &["from: code is \"distric\"", "code, label, district, district_label, part", "did you mean \"district\"?"],
    ),
    (
        "codes = \"areas.csv\"\nFROM = { code = \"district\", label = \"x\" }",
        &["from: label is \"x\"", "a column of areas.csv"],
    ),
    ("codes = \"areas.csv\"\nFROM = { code = \"part\" }\ngroups = []", &["both groups and from are given"]),
    (
        "codes = \"gaps.csv\"\nFROM = { code = \"district\" }",
        &["\"gaps.csv\": row 2, column \"district\": an empty code"],
    ),
    (
        "codes = \"labels.csv\"\nFROM = { code = \"district\", label = \"name\" }",
        &["row 2, column \"name\": the label \"y\" for the group \"D\"", "expected \"x\""],
    ),
    ("codes = \"table.dta\"", &["codes: \"table.dta\": is a Stata file", "export delimited"]),
];

#[test]
fn wrong_categories_are_refused() {
    for (fields, parts) in REFUSED {
        let fields = fields
            .replace("LEVEL", "[[dimension.level]]\nname = \"l\"\ngroups = [{ code = \"g\",")
            .replace("FROM", "[[dimension.level]]\nname = \"l\"\nfrom");
        let problems = match parse(&dimension(&fields)) {
            Err(problems) => problems,
            Ok(_) => panic!("{fields} is accepted"),
        };
        assert_says(&problems.to_string(), parts);
        assert_eq!(problems.len(), 1, "nothing follows from one problem: {problems}");
    }
}

#[test]
fn marks_of_changed_records_have_no_intervals() {
    for field in ["cut = { at = [0] }", "missing = { values = [\"\"], code = \"X\" }"] {
        let message = parse(&dimension(&format!("from = \"pretabular\"\n{field}"))).unwrap_err().to_string();
        assert_says(&message, &["is given; expected no ", "with from = \"pretabular\""]);
    }
}

#[test]
fn all_problems_of_a_code_file_are_named() {
    let message = parse(&dimension("codes = \"many.csv\"")).unwrap_err().to_string();
    for part in [
        "row 2, column \"code\": code \"1\"",
        "row 3, column \"code\": an empty code",
        "row 4: 1 fields",
        "row 6, column",
    ] {
        assert!(message.contains(part), "{part} in {message}");
    }
}

#[test]
fn problems_have_codes_and_dimensions() {
    let error = parse(&dimension("cut = { at = [] }\nrole = \"map\"")).unwrap_err();
    let problems: Vec<_> = error.list().iter().map(|error| error.problem("cube.toml")).collect();
    assert_eq!(problems.len(), 2);
    assert!(problems.iter().all(|problem| problem.dimension.as_deref() == Some("d") && problem.remedy.is_some()));
    assert_eq!(problems[0].place.as_deref(), Some("dimension[1] \"d\": cut"));
    assert!(matches!(error.list()[0], spec::SpecError::Value { .. }));
}
