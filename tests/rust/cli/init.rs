//! `cellveil init` drafts a specification that `tile` accepts as it is.

use std::fmt::Write;
use std::io::{Read, Write as _};

use cellveil::draft::Codebook;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::input::parquet_file::{Column, write};
use crate::support::program::repository;
use crate::support::random::mmix;
use crate::support::workspace::{WRONG, Workspace};

/// Draws keys, drafts a specification, checks it, and makes a cube, without a change by hand.
fn end_to_end(space: &Workspace, raw: &str, more: &[&str], table: &[&str]) -> String {
    let keyed = format!("keyed-{raw}");
    space.done(&["keys", raw, "--out", &keyed]);
    space.done(&[&["init", &keyed, "--data", "synthetic"], more].concat());
    let said = space.done(&["check", "cube.toml", "--records", &keyed]);
    assert!(said.ends_with("cube.toml: 0 errors, 0 warnings\n"), "{said}");
    space.done(&["tile", "cube.toml", "--records", &keyed, "--out", "cube"]);
    space.done(&[&["table", "cube"], table].concat());
    space.text("cube.toml")
}

fn has_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
}

#[test]
fn the_census_without_its_keys() {
    let mut text = String::new();
    let file = std::fs::File::open(repository("demo/census2011-teaching/records.csv.gz")).unwrap();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let space = Workspace::new();
    let keyless = text.lines().map(|line| line.rsplit_once(',').unwrap().0).collect::<Vec<_>>().join("\n");
    space.write("census.csv", keyless);
    let toml = end_to_end(&space, "census.csv", &[], &["--rows", "region", "--columns", "sex"]);
    has_all(
        &toml,
        &[
            "column = \"record_key\"",
            "name = \"region\"",
            "role = \"geo\"",
            "# from the data",
            "DECIDE",
            "values = [\"-9\"]",
        ],
    );
    // A draft of confidential data suggests a salt from the environment, and uses it if the caller names it.
    space.done(&["init", "keyed-census.csv", "--out", "inside.toml"]);
    let inside = space.text("inside.toml");
    has_all(&inside, &["data = \"confidential\"", "# salt_env = \"CELLVEIL_SALT\"", "cellveil keys --salt"]);
    space.done(&["init", "keyed-census.csv", "--out", "salted.toml", "--salt-env", "CELLVEIL_SALT"]);
    has_all(&space.text("salted.toml"), &["\nsalt_env = \"CELLVEIL_SALT\"", "\nlookup = \"hash\""]);
    let tile = ["tile", "salted.toml", "--records", "keyed-census.csv", "--out", "salted"];
    space.fails(WRONG, &tile, &["environment variable CELLVEIL_SALT is not set"]);
    // With the salt, the draft of confidential data is made and gives a table.
    let salt = space.done(&["keys", "--salt"]);
    let with_salt = |arguments: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_cellveil"));
        let output = program.current_dir(space.path("")).args(arguments).env("CELLVEIL_SALT", salt.trim_end()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    with_salt(&tile);
    let table = with_salt(&["table", "salted", "--rows", "region", "--columns", "sex"]);
    assert!(table.starts_with("region,sex,value,status\n"), "{table}");
}

/// A survey as statistical offices export it: semicolons, decimal commas, missing codes, and areas in three columns.
fn survey(rows: usize) -> String {
    let mut next = mmix(5, 33);
    let mut text = "person_id;region;district;ward;sex;age;income;remark\n".to_owned();
    for at in 0..rows {
        let ward = next() % 24;
        let income = match next() % 12 {
            0 => "-9".to_owned(),
            1 => "NA".to_owned(),
            _ => format!("{},{:02}", 800 + next() % 5000, next() % 100),
        };
        let age = if next().is_multiple_of(30) { String::new() } else { (next() % 96).to_string() };
        let (district, region) = (ward / 4, ward / 12);
        writeln!(
            text,
            "{at};R{region};D{district:02};W{ward:03};{};{age};{income};\"said; number {at}\"",
            1 + next() % 2
        )
        .unwrap();
    }
    text
}

#[test]
fn a_survey_with_semicolons_ages_and_incomes() {
    let space = Workspace::new();
    space.write("survey.csv", survey(3000));
    space.write(
        "codes.csv",
        "variable,code,label\nsex,,Sex of the person\nsex,1,Men\nsex,2,Women\nincome,,Income per month\n",
    );
    let table = ["--rows", "ward:district", "--columns", "sex,income", "--filter", "age:band=0-15"];
    let toml = end_to_end(&space, "survey.csv", &["--codebook", "codes.csv"], &table);
    has_all(
        &toml,
        &[
            "label = \"Sex of the person\"",
            "codes = { 1 = \"Men\", 2 = \"Women\" }",
            "label = \"Income per month\"",
            "cut = { at = [",
            "from = { code = \"district\"",
            "from = { code = \"region\"",
            "codes = \"ward.csv\"",
            "person_id",
            "remark",
        ],
    );
    assert_eq!(space.text("ward.csv").lines().count(), 25);
}

#[test]
fn a_parquet_file() {
    let mut next = mmix(9, 33);
    let mut column = |codes: u64| (0..2000).map(|_| Some((next() % codes) as i64)).collect::<Vec<_>>();
    let (area, age) = (column(7), column(90));
    let space = Workspace::new();
    let schema = "optional int64 area; optional int64 age;";
    let groups = [vec![Column::Int64(area), Column::Int64(age)]];
    space.write("people.parquet", write(schema, &groups, parquet::basic::Compression::SNAPPY, true));
    let toml = end_to_end(&space, "people.parquet", &[], &["--rows", "area", "--columns", "age:band"]);
    has_all(&toml, &["name = \"area\"", "name = \"age\""]);
}

#[test]
fn a_wide_file_keeps_the_other_columns_in_comments() {
    let mut next = mmix(21, 33);
    let mut text = (1..=60).map(|at| format!("q{at}")).collect::<Vec<_>>().join(",") + "\n";
    for _ in 0..1500 {
        let row: Vec<String> = (1..=60).map(|at| (1 + next() % (2 + at % 7)).to_string()).collect();
        text += &(row.join(",") + "\n");
    }
    let space = Workspace::new();
    space.write("wide.csv", text);
    let toml = end_to_end(&space, "wide.csv", &[], &["--rows", "q7", "--columns", "q14"]);
    let active = toml.lines().filter(|line| *line == "[[dimension]]").count();
    let waiting = toml.lines().filter(|line| line.trim_start_matches(['#', ' ']) == "[[dimension]]").count();
    assert_eq!((active, waiting), (12, 60));
}

#[test]
fn columns_that_tables_cannot_use_are_left_out_with_a_reason() {
    let mut next = mmix(2, 33);
    let mut text = "serial,country,weight,born,notes,code,label,empty\n".to_owned();
    for at in 0..2500 {
        let code = next() % 5;
        writeln!(
            text,
            "{},Wales,{}.{},19{:02}-0{}-1{},text {at} of person {},{code},Label {code},",
            100_000 + at,
            1 + next() % 3,
            next() % 1000,
            next() % 90 + 10,
            1 + next() % 9,
            next() % 9,
            next() % 9999
        )
        .unwrap();
    }
    let space = Workspace::new();
    space.write("mixed.csv", text);
    let json = space.done(&["init", "mixed.csv", "--format", "json"]);
    assert_eq!(json, space.done(&["init", "mixed.csv", "--format", "json"]), "the same draft each time");
    assert!(!space.path("cube.toml").exists());
    let draft: serde_json::Value = serde_json::from_str(&json).unwrap();
    let columns = draft["columns"].as_array().unwrap();
    let found: Vec<[&str; 3]> =
        columns.iter().map(|column| ["name", "kind", "use"].map(|field| column[field].as_str().unwrap())).collect();
    assert_eq!(
        found,
        [
            ["serial", "identifier", "left-out"],
            ["country", "constant", "left-out"],
            ["weight", "weight", "left-out"],
            ["born", "date", "left-out"],
            ["notes", "text", "left-out"],
            ["code", "code", "dimension"],
            ["label", "labels", "level"],
            ["empty", "empty", "left-out"],
        ]
    );
    assert!(columns.iter().all(|column| column["reason"].as_str().unwrap().ends_with('.')));
    assert_eq!(columns[5]["dimension"]["codes"][3]["label"], "Label 3");
    assert_eq!(draft["key"]["kind"], "missing");
    for column in [0, 4] {
        assert!(
            columns[column]["sample"].as_array().unwrap().is_empty(),
            "values of {} are private",
            columns[column]["name"]
        );
    }
}

#[test]
fn wrong_input_is_refused_and_nothing_is_written() {
    let space = Workspace::new();
    space.write("people.csv", "sex,age\n1,20\n2,30\n");
    space.write("ragged.csv", "sex,age\n1,20\n2\n");
    space.write("nothing.csv", "");
    space.write("book.csv", "name,value\nsex,1\n");
    space.write("old.toml", "old");
    let cases: [(&[&str], &[&str]); 7] = [
        (&["init", "none.csv"], &["none.csv"]),
        (&["init", "nothing.csv"], &["nothing.csv", "is empty"]),
        (&["init", "ragged.csv"], &["ragged.csv", "row 2"]),
        (&["init", "people.csv", "--codebook", "book.csv"], &["book.csv", "variable, code and label"]),
        (&["init", "people.csv", "--out", "old.toml"], &["old.toml", "--force"]),
        (&["init", "people.csv", "--out", "people.csv", "--force"], &["people.csv", "an input of this command"]),
        (&["init", "people.csv", "--id", "A B"], &["--id", "only a to z, 0 to 9 and -"]),
    ];
    for (arguments, parts) in cases {
        space.fails_with(WRONG, arguments, parts);
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all("sex,age\n1,20\n2,30\n".repeat(500).as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    space.write("cut.csv.gz", &packed[..packed.len() / 2]);
    space.fails(WRONG, &["init", "cut.csv.gz"], &["cut.csv.gz", "ends too early", "expected a complete gzip file"]);
    let ages = vec![Column::Int64((0..2000).map(|age| Some(age % 90)).collect())];
    let parquet = write("optional int64 age;", &[ages], parquet::basic::Compression::SNAPPY, true);
    space.write("cut.parquet", &parquet[..parquet.len() / 2]);
    space.fails(WRONG, &["init", "cut.parquet"], &["cut.parquet", "Parquet", "expected"]);
    // `--force` replaces the specification.
    space.done(&["init", "people.csv", "--out", "old.toml", "--force"]);
    assert!(space.text("old.toml").contains("[cube]"));
}

/// A list of 20,000 codes becomes a file. Free text of a million values is left out, in memory that does not grow with it.
#[test]
fn many_different_texts() {
    let space = Workspace::new();
    let mut next = mmix(4, 33);
    let mut text = "place,answer,sex\n".to_owned();
    for at in 0..200_000 {
        writeln!(text, "P{:05},\"said {} and {at}\",{}", at % 20_000, next() % 1_000_000, 1 + next() % 2).unwrap();
    }
    space.write("texts.csv", text);
    let toml = end_to_end(&space, "texts.csv", &[], &["--rows", "sex", "--filter", "place=P00007"]);
    has_all(&toml, &["codes = \"place.csv\"", "more different texts than a list of codes can have"]);
    assert_eq!(space.text("place.csv").lines().count(), 20_001);
    assert!(!toml.contains("said"), "no answer is in the specification");
}

/// The records that go with the Stata files of `tests/data/codebook`, as `export delimited` writes them.
const STATA_RECORDS: &str = "sex,region\n1,10\n2,20\n1,20\n.a,10\n2,10\n1,20\n";

#[test]
fn labels_come_from_files_of_stata() {
    let space = Workspace::new();
    space.write("people.csv", STATA_RECORDS);
    for file in ["pandas-114.dta", "pandas-117.dta", "pandas-118.dta", "pandas-119.dta", "readstat.dta"] {
        let book = repository("tests/data/codebook").join(file);
        let draft = space.done(&["init", "people.csv", "--codebook", &book.display().to_string(), "--format", "json"]);
        let draft: serde_json::Value = serde_json::from_str(&draft).unwrap();
        let [sex, region] = [0, 1].map(|at| &draft["columns"][at]["dimension"]);
        assert_eq!(
            (&sex["label"], &region["label"]),
            (&"Sex of the person".into(), &"Region of residence".into()),
            "{file}"
        );
        // The codebook has a region that no record has, so the list is full.
        let regions = serde_json::json!([
            { "code": "10", "label": "Nord-Süd" }, { "code": "20", "label": "East" }, { "code": "30", "label": "West" },
        ]);
        assert_eq!((&region["codes"], &region["from_data"]), (&regions, &false.into()), "{file}");
        let (first, second) = (&sex["codes"][0], &sex["codes"][1]);
        assert_eq!((&first["label"], &second["label"]), (&"Male".into(), &"Female".into()), "{file}");
        if file == "readstat.dta" {
            assert_eq!(sex["missing"]["values"], serde_json::json!([".a"]), "{file}");
            assert_eq!(sex["codes"].as_array().unwrap().len(), 2, "{file}");
        }
    }
}

/// Every shorter file and every file with one changed byte gives labels or one clear error.
#[test]
fn damaged_files_of_stata_are_named() {
    for file in ["pandas-114.dta", "readstat.dta"] {
        let bytes = std::fs::read(repository("tests/data/codebook").join(file)).unwrap();
        let whole = Codebook::from_stata(&bytes).unwrap();
        for end in 0..bytes.len() {
            match Codebook::from_stata(&bytes[..end]) {
                Ok(book) => assert_eq!(book.variables.len(), whole.variables.len(), "{file} to byte {end}"),
                Err(error) => assert!(error.contains("expected a file that is not damaged"), "{error}"),
            }
        }
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            changed[at] ^= 4;
            let _ = Codebook::from_stata(&changed);
            changed[at] ^= 4;
        }
    }
    let space = Workspace::new();
    space.write("people.csv", STATA_RECORDS);
    space.write("cut.dta", &b"<stata_dta><header><release>118</release>"[..]);
    let cut = ["init", "people.csv", "--codebook", "cut.dta"];
    space.fails(WRONG, &cut, &["--codebook cut.dta", "a Stata file that cannot be read in its header", "expected"]);
    space.write("labels.sav", &b"$FL2@(#) SPSS DATA FILE"[..]);
    let spss = ["init", "people.csv", "--codebook", "labels.sav"];
    space.fails(WRONG, &spss, &["is an SPSS file", "SAVE TRANSLATE /TYPE=STATA"]);
}

/// The draft of a file as JSON.
fn draft_of(space: &Workspace, file: &str, more: &[&str]) -> serde_json::Value {
    let arguments = [&["init", file, "--format", "json"], more].concat();
    serde_json::from_str(&space.done(&arguments)).unwrap()
}

/// The column of a draft with a name.
fn column_of<'a>(draft: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    draft["columns"].as_array().unwrap().iter().find(|column| column["name"] == name).unwrap()
}

#[test]
fn no_draft_lists_record_keys() {
    let space = Workspace::new();
    space.write("three.csv", "region,sex,record_key\nNorth,1,2209716216\nNorth,2,896063846\nSouth,2,3127405591\n");
    let few = draft_of(&space, "three.csv", &[]);
    assert_eq!((&few["key"]["kind"], &few["key"]["column"]), (&"column".into(), &"record_key".into()));
    // Numbers that count up are no keys, whatever their name. A codebook does not change this.
    let serial: String = (0..3000).map(|at| format!("{},{}\n", at % 4, 1_000_000 + at)).collect();
    space.write("serial.csv", format!("sex,record_key\n{serial}"));
    space.write("book.csv", "variable,code,label\nrecord_key,1000000,One\nrecord_key,1000001,Two\n");
    let failed = draft_of(&space, "serial.csv", &["--codebook", "book.csv"]);
    let column = column_of(&failed, "record_key");
    assert_eq!((&column["use"], &failed["key"]["kind"]), (&"left-out".into(), &"missing".into()));
    for draft in [few, failed] {
        let column = column_of(&draft, "record_key");
        assert!(column["sample"].as_array().unwrap().is_empty() && column["dimension"].is_null());
    }
}

#[test]
fn numbers_of_households_are_no_areas() {
    let mut next = mmix(77, 33);
    let space = Workspace::new();
    for (prefix, name) in [("H", "household"), ("", "household"), ("H", "unit_code"), ("", "unit_code")] {
        let mut text = format!("{name},region,sex,age\n");
        for _ in 0..6000 {
            let household = next() % 2000;
            let region = household % 7;
            writeln!(text, "{prefix}{},R{region},{},{}", 10_000 + household * 7 % 2000, 1 + next() % 2, next() % 90)
                .unwrap();
        }
        space.write("people.csv", text);
        let draft = draft_of(&space, "people.csv", &[]);
        let column = column_of(&draft, name);
        assert!(
            column["dimension"].is_null() || !column["dimension"]["cut"].is_null(),
            "{name} with {prefix:?}: {column}"
        );
        assert_eq!(column_of(&draft, "region")["use"], "dimension", "{name} with {prefix:?}");
    }
    // The sound twin: codes of areas repeat, or their name says that they are areas.
    let mut text = "place,region,sex\n".to_owned();
    for _ in 0..6000 {
        let place = next() % 300;
        writeln!(text, "P{place:03},R{},{}", place % 7, 1 + next() % 2).unwrap();
    }
    space.write("places.csv", text);
    let draft = draft_of(&space, "places.csv", &[]);
    assert_eq!(column_of(&draft, "place")["dimension"]["levels"][0]["name"], "region");
}

#[test]
fn no_interval_begins_at_the_number_of_one_person() {
    let mut next = mmix(8, 33);
    let space = Workspace::new();
    let numbers: Vec<String> =
        (0..3000).map(|at| if at == 1500 { "-1234567".into() } else { (next() % 3000).to_string() }).collect();
    space.write("profit.csv", format!("profit\n{}\n", numbers.join("\n")));
    let draft = draft_of(&space, "profit.csv", &[]);
    let cut = &column_of(&draft, "profit")["dimension"]["cut"]["at"];
    assert_eq!(cut[0], -10_000_000, "{cut}");
    // A balance of -999 is an answer if others are below zero.
    let numbers: Vec<String> = (0..3000)
        .map(|at| if at % 500 == 0 { "-999".into() } else { (next() as i64 % 5500 - 500).to_string() })
        .collect();
    space.write("balance.csv", format!("balance\n{}\n", numbers.join("\n")));
    end_to_end(&space, "balance.csv", &[], &["--rows", "balance"]);
}

#[test]
fn commas_that_may_group_thousands_are_not_guessed() {
    let mut next = mmix(15, 33);
    let space = Workspace::new();
    let mut file = |form: &dyn Fn(u64) -> String| {
        let rows: String = (0..3000).map(|_| format!("{};{}\n", 1 + next() % 2, form(next() % 90_000))).collect();
        space.write("income.csv", format!("sex;income\n{rows}"));
        column_of(&draft_of(&space, "income.csv", &[]), "income").clone()
    };
    let grouped = file(&|income| {
        if income < 1000 { income.to_string() } else { format!("{},{:03}", income / 1000, income % 1000) }
    });
    assert_eq!(grouped["use"], "left-out");
    assert!(grouped["reason"].as_str().unwrap().contains("12,345"), "{grouped}");
    // The sound twin: cents after the comma.
    let cents = file(&|income| format!("{},{:02}", income / 100, income % 100));
    assert!(!cents["dimension"]["cut"].is_null(), "{cents}");
}

#[test]
fn drafts_of_confidential_data_pass_the_check() {
    let space = Workspace::new();
    let rows: String = (0..400)
        .map(|at| format!("{},{},{}\n", ["a", "_T"][usize::from(at == 7)], ["0", "-0", "1"][at % 3], at % 4))
        .collect();
    space.write("odd.csv", format!("total,zero,sex\n{rows}"));
    for (seed, kind) in [(None, "column"), (Some("5"), "missing")] {
        let seed: Vec<&str> = seed.iter().flat_map(|seed| ["--seed", seed]).collect();
        space.done(&[&["keys", "odd.csv", "--out", "keyed.csv", "--force"], &seed[..]].concat());
        let draft = draft_of(&space, "keyed.csv", &[]);
        assert_eq!(draft["key"]["kind"], kind, "{draft}");
        assert_eq!(column_of(&draft, "total")["use"], "left-out");
    }
    space.done(&["keys", "odd.csv", "--out", "keyed.csv", "--force"]);
    space.done(&["init", "keyed.csv"]);
    space.done(&["check", "cube.toml", "--records", "keyed.csv"]);
}

#[test]
fn a_code_list_never_replaces_the_codebook() {
    let space = Workspace::new();
    let rows: String = (0..2000).map(|at| format!("{},{}\n", at % 41, at % 2)).collect();
    space.write("people.csv", format!("region,sex\n{rows}"));
    space.write("region.csv", "variable,code,label\nregion,1,North\n");
    let init = ["init", "people.csv", "--codebook", "region.csv", "--force"];
    space.fails(WRONG, &init, &["code list region.csv", "an input of this command"]);
}

/// The pairs of many columns take bounded memory and time.
#[test]
fn very_wide_files_are_drafted() {
    let mut next = mmix(61, 33);
    let columns = 1500;
    let mut text = (0..columns).map(|at| format!("q{at}")).collect::<Vec<_>>().join(",") + "\n";
    for _ in 0..200 {
        let row: Vec<String> = (0..columns)
            .map(|at| if next().is_multiple_of(3) { "-9".into() } else { (next() % (2 + at % 40)).to_string() })
            .collect();
        text += &(row.join(",") + "\n");
    }
    let space = Workspace::new();
    space.write("wide.csv", text);
    let start = std::time::Instant::now();
    let draft = draft_of(&space, "wide.csv", &[]);
    assert_eq!(draft["columns"].as_array().unwrap().len(), columns as usize);
    // It took more than two minutes before the pairs had an order.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
