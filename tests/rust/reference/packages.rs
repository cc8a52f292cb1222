//! Comparisons with other packages, number by number: the ONS package on the hypercube, and R cellKey on its test data.

use std::collections::HashMap;
use std::io::Read;

use cellveil::input;
use cellveil::key::DrawHash;
use cellveil::protect::Parameters;
use cellveil::table::{MethodChoice, Query};

use crate::support::cube::{Cell, Cells, TestCube, cells};
use crate::support::program::{self, REPOSITORY, repository};
use crate::support::workspace::Workspace;

/// Reads a file of the repository, and unpacks it if it is gzip.
fn read(name: &str) -> Vec<u8> {
    let bytes = std::fs::read(repository(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    if !name.ends_with(".gz") {
        return bytes;
    }
    let mut plain = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut plain).unwrap();
    plain
}

/// Returns the rows of a CSV file as maps from column to text.
fn rows(bytes: &[u8]) -> Vec<HashMap<String, String>> {
    csv::Reader::from_reader(bytes).deserialize().map(Result::unwrap).collect()
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(row: &HashMap<String, String>, column: &str) -> T {
    row[column].parse().unwrap()
}

fn hypercube() -> TestCube {
    let toml = String::from_utf8(read("demo/hypercube/cube.toml")).unwrap();
    let collect =
        |spec: &_| input::collect(spec, &[], &[repository("demo/hypercube/cells.csv.gz")], &mut |_, _| ()).unwrap();
    TestCube::new(&toml, collect, &|name| read(&format!("demo/hypercube/{name}")))
}

/// The tables of the ONS package: file and rows. The prefix `rand_` marks the tables for the p-table that depends on
/// the key.
const ONS: [(&str, &str); 4] = [
    ("t1_age", "age"),
    ("t2_region_sex", "region,sex"),
    ("t3_age_education", "age,education"),
    ("t4_region_education_occupation", "region,education,occupation"),
];

fn names(list: &str) -> Vec<String> {
    list.split(',').map(str::to_owned).collect()
}

/// Returns the cells of an ONS table.
fn ons(file: &str, dimensions: &[String]) -> HashMap<Vec<String>, Cell> {
    let row = |row: &HashMap<String, String>| {
        let value: Option<f64> = (!row["count"].is_empty()).then(|| number(row, "count"));
        let cell = Cell {
            value: value.map(|value| value as i64),
            status: if value.is_none() { "suppressed" } else { "" },
            count: number(row, "pre_sdc_count"),
            key: number(row, "ckey"),
            noise: number(row, "pvalue"),
        };
        (dimensions.iter().map(|name| row[name].clone()).collect(), cell)
    };
    let rows = rows(&read(&format!("tests/data/ons/{file}.csv")));
    let cells: HashMap<_, _> = rows.iter().map(row).collect();
    assert_eq!(cells.len(), rows.len(), "{file} has each cell once");
    cells
}

/// Compares all cells in both directions and returns their number.
fn compare(name: &str, mut expected: HashMap<Vec<String>, Cell>, found: Cells) -> usize {
    let compared = found.len();
    for (codes, cell) in found {
        let wanted = expected.remove(&codes).unwrap_or_else(|| panic!("{name}: {codes:?} is not in the reference"));
        assert_eq!(cell, wanted, "{name}: {codes:?}");
    }
    assert!(expected.is_empty(), "{name}: not in our table: {:?}", expected.keys());
    compared
}

/// Both methods of the demo use the p-table that depends on the key.
#[test]
fn tables_match_the_ons_package() {
    let mut cube = hypercube();
    let mut compared = 0;
    for (table, dimensions) in ONS {
        let dimensions = names(dimensions);
        for (threshold, method) in [(0, "default"), (10, "threshold10")] {
            let file = format!("rand_{table}_thr{threshold}");
            let method = Some(MethodChoice::Name(method.into()));
            let query = Query { rows: dimensions.clone(), method, totals: false, reveal: true, ..Query::default() };
            let (_, ours) = cube.ask(&query).unwrap();
            compared += compare(&file, ons(&file, &dimensions), cells(&ours));
        }
    }
    assert_eq!(compared, 2 * (21 + 4 + 189 + 234));
}

#[test]
fn tables_of_the_10_5_rule_match_the_ons_package() {
    let mut cube = hypercube();
    cube.add_ptable("10-5", &read("tests/data/ptable/ptable_10_5.csv.gz"));
    let mut compared = 0;
    for (table, dimensions) in &ONS[..3] {
        let dimensions = names(dimensions);
        for threshold in [0, 10] {
            let file = format!("{table}_thr{threshold}");
            let json = format!(r#"{{ "kind": "cell-key", "ptable": "10-5", "threshold": {threshold} }}"#);
            let method = Parameters::from_json(&json).unwrap();
            let method = Some(MethodChoice::Custom(method));
            // The last dimensions move from rows to columns, which must not change the cells.
            let (rows, columns) = dimensions.split_at(1);
            let (rows, columns) = (rows.to_vec(), columns.to_vec());
            let query = Query { rows, columns, method, totals: false, reveal: true, ..Query::default() };
            let (_, ours) = cube.ask(&query).unwrap();
            compared += compare(&file, ons(&file, &dimensions), cells(&ours));
        }
    }
    assert_eq!(compared, 2 * (21 + 4 + 189));
}

/// Builds a cube of R cellKey's records with record keys below a modulus, and one method for each p-table.
fn cellkey(modulus: u64) -> TestCube {
    let mut toml = format!(
        "[cube]\nid = \"cellkey\"\nunit = \"person\"\ndata = \"public-use\"\naudience = \"teaching\"\n\
         [key]\ncolumn = \"k{modulus}\"\nmodulus = {modulus}\n"
    );
    for dimension in ["roof", "walls", "hhcivil", "sex", "age", "cnt_highincome"] {
        toml += &format!("[[dimension]]\nname = \"{dimension}\"\n");
    }
    for ptable in ["d5", "d8", "ex"] {
        toml += &format!("[method.{ptable}]\nkind = \"cell-key\"\nptable = \"cellkey_{ptable}.csv\"\n");
    }
    let records = repository("tests/data/cellkey/testdata_micro.csv");
    let collect = |spec: &_| input::collect(spec, &[records], &[], &mut |_, _| ()).unwrap();
    TestCube::new(&toml, collect, &|name| read(&format!("tests/data/ptable/{name}")))
}

/// Returns the cells of an R cellKey table for all records (`total`) or for records with a high income.
fn cellkey_rows(file: &str, dimensions: &[String], vname: &str, modulus: u64) -> HashMap<Vec<String>, Cell> {
    let code = |code: &String| if code == "Total" { "_T".to_owned() } else { code.clone() };
    let rows = rows(&read(&format!("tests/data/cellkey/{file}.csv")));
    let rows = rows.iter().filter(|row| row["vname"] == vname);
    let cells = rows.map(|row| {
        // R adds the keys in floating point. This is exact for multiples of 1/256. Otherwise the error is less than a
        // millionth of one key.
        let key = number::<f64>(row, "ckey") * modulus as f64;
        assert!((key - key.round()).abs() < 1e-4, "{file}: {row:?}");
        assert!(modulus != 256 || key.fract() == 0.0, "{file}: {row:?}");
        let cell = Cell {
            value: Some(number(row, "puwc")),
            status: "",
            count: number(row, "uwc"),
            key: key.round() as u64,
            noise: number(row, "pert"),
        };
        (dimensions.iter().map(|name| code(&row[name])).collect::<Vec<_>>(), cell)
    });
    let cells: Vec<_> = cells.collect();
    let expected = cells.len();
    let cells: HashMap<_, _> = cells.into_iter().collect();
    assert_eq!(cells.len(), expected, "{file} has each cell once");
    cells
}

/// Queries a table of R cellKey with each p-table, for all records and for records with a high income.
fn compare_with_cellkey(cube: &mut TestCube, table: &str, dimensions: &str, keys: &str, modulus: u64) -> usize {
    let dimensions = names(dimensions);
    let mut compared = 0;
    for ptable in ["d5", "d8", "ex"] {
        for vname in ["total", "cnt_highincome"] {
            let high_income = vname != "total";
            let query = Query {
                rows: dimensions.clone(),
                filter: high_income.then(|| (vname.to_owned(), vec!["1".to_owned()])).into_iter().collect(),
                method: Some(MethodChoice::Name(ptable.into())),
                reveal: true,
                ..Query::default()
            };
            let file = format!("{table}_{keys}_{ptable}");
            let expected = cellkey_rows(&file, &dimensions, vname, modulus);
            let (_, ours) = cube.ask(&query).unwrap();
            compared += compare(&format!("{file} {vname}"), expected, cells(&ours));
        }
    }
    compared
}

#[test]
fn tables_with_keys_below_256_match_cellkey() {
    let mut cube = cellkey(256);
    let sex_age = compare_with_cellkey(&mut cube, "cnt_sex_age", "sex,age", "rkeys256", 256);
    assert_eq!(sex_age, 3 * 2 * 3 * 7);
    let roof = compare_with_cellkey(&mut cube, "cnt_roof_walls_hhcivil", "roof,walls,hhcivil", "rkeys256", 256);
    assert_eq!(roof, 3 * 2 * 6 * 4 * 5);
}

/// R's keys with seven decimals are whole numbers below ten million, so the modulus is not a power of two.
#[test]
fn tables_with_decimal_keys_match_cellkey() {
    let mut cube = cellkey(10_000_000);
    let compared = compare_with_cellkey(&mut cube, "cnt_sex_age", "sex,age", "rkeys", 10_000_000);
    assert_eq!(compared, 3 * 2 * 3 * 7);
}

/// The worked example of the hash: empty salt, kind `random-rounding`, key 200, count 4.
#[test]
fn hash_matches_the_worked_example() {
    let draw = DrawHash::new("random-rounding", &[]).draw(200, 4);
    assert_eq!((u64::from(draw) * 1_000_000 + (1 << 31)) >> 32, 235_957, "u to six decimals");
}

/// Returns the output of a command. The command must succeed and print no warning to standard error.
fn cellveil(arguments: &[&str]) -> String {
    let (output, error) = program::succeed(REPOSITORY, arguments);
    assert!(!error.contains("warning"), "{arguments:?}: {error}");
    output
}

/// Returns the cells of a CSV table from a query with `--reveal`.
fn csv_cells(text: &str, dimensions: &[String]) -> Cells {
    let cell = |row: &HashMap<String, String>| {
        let cell = Cell {
            value: (!row["value"].is_empty()).then(|| number(row, "value")),
            status: if row["status"] == "suppressed" { "suppressed" } else { "" },
            count: number(row, "true_count"),
            key: number(row, "cell_key"),
            noise: number(row, "noise"),
        };
        assert_eq!(cell.status, row["status"]);
        (dimensions.iter().map(|name| row[name].clone()).collect(), cell)
    };
    rows(text.as_bytes()).iter().map(cell).collect()
}

/// The same comparison with the command line: tiles on disk, CSV on standard output.
#[test]
fn tables_of_the_command_line_match_the_ons_package() {
    let space = Workspace::new();
    let out = space.path("cube").display().to_string();
    let demo = |name: &str| repository(&format!("demo/hypercube/{name}")).display().to_string();
    cellveil(&["tile", &demo("cube.toml"), "--cells", &demo("cells.csv.gz"), "--out", &out]);
    cellveil(&["verify", &out]);
    let dimensions = names("region,education,occupation");
    for (threshold, method) in [(0, "default"), (10, "threshold10")] {
        let file = format!("rand_t4_region_education_occupation_thr{threshold}");
        let text = cellveil(&[
            "table",
            &out,
            "--rows",
            "region,education",
            "--columns",
            "occupation",
            "--method",
            method,
            "--no-totals",
            "--reveal",
        ]);
        assert_eq!(compare(&file, ons(&file, &dimensions), csv_cells(&text, &dimensions)), 234);
    }
    let ptable = repository("tests/data/ptable/ptable_10_5.csv.gz");
    let method =
        format!("{{\"kind\": \"cell-key\", \"threshold\": 10, \"ptable\": {:?}}}", ptable.display().to_string());
    let dimensions = names("age,education");
    let text = cellveil(&["table", &out, "--rows", "age,education", "--method", &method, "--no-totals", "--reveal"]);
    let file = "t3_age_education_thr10";
    assert_eq!(compare(file, ons(file, &dimensions), csv_cells(&text, &dimensions)), 189);
}

/// The census demo is built from its records without warnings and counts each record once.
#[test]
fn census_demo_builds_without_warning_and_counts_each_record_once() {
    let space = Workspace::new();
    let out = space.path("cube").display().to_string();
    let demo = |name: &str| repository(&format!("demo/census2011-teaching/{name}")).display().to_string();
    cellveil(&["tile", &demo("cube.toml"), "--records", &demo("records.csv.gz"), "--out", &out]);
    cellveil(&["verify", &out]);
    let dimensions = names("region");
    // Persons in the sample by region, according to the source of the demo.
    let persons = [460, 1263, 920, 820, 986, 1026, 1475, 1556, 933, 561, 10_000];
    for method in ["none", "default", "suppress10", "additive"] {
        let text = cellveil(&["table", &out, "--rows", "region", "--method", method, "--reveal"]);
        let cells = csv_cells(&text, &dimensions);
        let counts: Vec<u64> = cells.iter().map(|(_, cell)| cell.count).collect();
        assert_eq!(counts, persons, "{method}");
        let value = |cell: &Cell| cell.value.unwrap();
        let (total, parts) = cells.split_last().unwrap();
        match method {
            "none" => assert!(cells.iter().all(|(_, cell)| cell.noise == 0)),
            "additive" => assert_eq!(value(&total.1), parts.iter().map(|(_, cell)| value(cell)).sum::<i64>()),
            _ => assert!(cells.iter().all(|(_, cell)| cell.noise.abs() <= 5 && cell.status.is_empty())),
        }
    }
}
