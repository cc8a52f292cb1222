//! Steps in a specification: what the cube holds, and what it does not.

use cellveil::build::collect::{Cells, Collector, RowLocation};
use cellveil::build::{build, first_layer};
use cellveil::cube::{Cube, Release};
use cellveil::spec::CubeSpec;
use cellveil::table::{Caller, Query, Store};

use super::{Person, town};

pub const SPEC: &str = r#"
[cube]
id = "town"
unit = "person"
data = "synthetic"
audience = "public"
RELEASE
[key]
KEY
modulus = 4294967296
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
codes = { 00 = "A0", 01 = "A1", 02 = "A2", 03 = "A3", 04 = "A4", 05 = "A5", 06 = "A6", 07 = "A7", 08 = "A8", 09 = "A9", 10 = "A10", 11 = "A11", 12 = "A12", 13 = "A13", 14 = "A14", 15 = "A15", 16 = "A16", 17 = "A17", 18 = "A18", 19 = "A19", 20 = "A20", 21 = "A21", 22 = "A22", 23 = "A23" }
[[dimension.level]]
name = "half"
groups = [
    { code = "n", of = ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"] },
    { code = "s", of = ["12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23"] },
]
[[dimension]]
name = "sex"
codes = { 0 = "Male", 1 = "Female" }
[[dimension]]
name = "age"
codes = { 0 = "Young", 1 = "Middle", 2 = "Old" }
[method.default]
kind = "random-rounding"
base = 3
"#;

pub const SWAP: &str = r#"
[[pretabular]]
kind = "swap"
variable = "area"
unit = "household"
rate = 0.1
within = ["half", "all"]
strata = ["sex"]
seed = "0123"
"#;

pub fn spec(release: &str, key: &str, more: &str) -> Result<CubeSpec, String> {
    let why = if release == "preprotected" { "\n[publish]\nwhy = \"a test\"\n" } else { "" };
    let text = SPEC.replace("RELEASE", &format!("release = \"{release}\"")).replace("KEY", key) + more + why;
    let environment = |name: &str| (name == "SEED").then(|| "00112233445566778899aabbccddeeff".to_owned());
    CubeSpec::parse(&text, &|name| file(name), &environment).map_err(|error| error.to_string())
}

pub fn file(name: &str) -> Result<Vec<u8>, String> {
    match name {
        "sexes.csv" => Ok(b"from,0,1\n0,9/10,0.1\n1,1/5,0.8\n".to_vec()),
        "flip.csv" => Ok(b"from,0,1\n0,0,1\n1,1,0\n".to_vec()),
        _ => Err("no such file".to_owned()),
    }
}

/// Collects persons. `keys` has the key of each person, if records have keys.
pub fn collect(spec: &CubeSpec, persons: &[Person], keys: Option<&dyn Fn(usize) -> u64>) -> Result<Cells, String> {
    let mut collector = Collector::new(spec).map_err(|error| error.to_string())?;
    for (at, (household, area, sex, age)) in persons.iter().enumerate() {
        let texts = [format!("{area:02}"), sex.to_string(), age.to_string()];
        let codes: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (key, household) = (keys.map(|keys| keys(at).to_string()), household.to_string());
        let units: &[&str] = if spec.pretabular.units.is_empty() { &[] } else { &[&household] };
        let place = RowLocation { file: "people.csv", row: at as u64 + 1, line: None };
        collector.add_record_of_units(&codes, key.as_deref(), units, place).map_err(|error| error.to_string())?;
    }
    collector.finish().map_err(|error| error.to_string())
}

fn key(at: usize) -> u64 {
    (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

fn built(spec: &CubeSpec, cells: &Cells) -> Vec<(String, Vec<u8>)> {
    build(spec, cells, &|_| Err("no p-table".to_owned()), &mut |_, _| ()).unwrap()
}

#[test]
fn a_preprotected_cube_opens_and_its_keys_tell_nothing_of_records() {
    let persons = town(3000, 1);
    let with_keys = spec("preprotected", "column = \"record_key\"", SWAP).unwrap();
    let one = collect(&with_keys, &persons, Some(&key)).unwrap();
    // Other record keys give the same cube: households swap by their identifiers, and keys of cells come from the seed.
    let other = collect(&with_keys, &persons, Some(&|at| key(at + 77))).unwrap();
    assert_eq!((&one.counts, &one.keys), (&other.counts, &other.keys));
    // Records need no keys at all.
    let without = collect(&spec("preprotected", "", SWAP).unwrap(), &persons, None).unwrap();
    assert_eq!((&one.coords, &one.counts, &one.keys), (&without.coords, &without.counts, &without.keys));
    let plain = collect(&spec("keyed", "column = \"record_key\"", "").unwrap(), &persons, Some(&key)).unwrap();
    let plain: std::collections::BTreeSet<u64> = plain.keys.iter().copied().collect();
    assert!(one.keys.iter().all(|key| !plain.contains(key)), "no cell has a key of the records");

    let files = built(&with_keys, &one);
    let manifest = &files.last().unwrap().1;
    let cube = Cube::from_manifest(manifest).unwrap();
    assert_eq!(cube.about.release, Release::Preprotected);
    let part = cube.pretabular.unwrap();
    assert_eq!((part.steps[0].kind.as_str(), part.steps[0].moved), ("swap", None), "the rate is not stated");
    let mut store = Store::open(manifest, Caller::CommandLine).unwrap();
    for (path, bytes) in &files[..files.len() - 1] {
        store.load(path, bytes).unwrap();
    }
    let query = Query::from_json(r#"{"rows":["area"],"columns":["sex"]}"#).unwrap();
    let plan = store.plan(&query).unwrap();
    let table = store.table(&plan, false, None).unwrap();
    assert!(table.numbers().iter().all(|value| value % 3.0 == 0.0));
}

#[test]
fn the_rate_is_stated_if_the_publisher_says_so() {
    let more = SWAP.replace("seed =", "publish = true\nseed =");
    let spec = spec("preprotected", "", &more).unwrap();
    let cells = collect(&spec, &town(3000, 1), None).unwrap();
    let files = built(&spec, &cells);
    let part = Cube::from_manifest(&files.last().unwrap().1).unwrap().pretabular.unwrap();
    let moved = part.moved().unwrap();
    assert!((moved - 0.2).abs() < 0.02, "{moved}");
}

#[test]
fn dr1_follows_the_rate_and_is_lower_if_targeted() {
    let persons = town(4000, 2);
    let dr1 = |rate: &str, target: &str| {
        let swap = SWAP.replace("rate = 0.1", &format!("rate = {rate}\n{target}"));
        let cells = collect(&spec("preprotected", "", &swap).unwrap(), &persons, None).unwrap();
        let changes = cells.changes.unwrap();
        (changes.dr1().unwrap(), changes.small_records)
    };
    // The town has few small cells at these codes, so small areas are targeted by a table of all dimensions.
    let targeted = "target = \"risky\"\nsmall = 2\ntables = [[\"area\", \"sex\", \"age\"]]";
    for (rate, expected) in [("0.05", 0.9), ("0.1", 0.8), ("0.2", 0.6)] {
        let ((random, records), (target, _)) = (dr1(rate, ""), dr1(rate, targeted));
        assert!(target <= random, "{rate}: {target} {random}");
        assert!(records > 0 && (random - expected).abs() < 0.5, "{rate}: {random} of {records} records");
    }
}

#[test]
fn a_dimension_marks_the_changed_records() {
    let more = "[[dimension]]\nname = \"changed\"\nfrom = \"pretabular\"\n[altered]\nchanged = [\"1\"]\n";
    let spec = spec("keyed", "column = \"record_key\"", &format!("{more}{SWAP}")).unwrap();
    assert_eq!(spec.record_columns().unwrap(), ["area", "sex", "age", "record_key", "household"]);
    let cells = collect(&spec, &town(3000, 1), Some(&key)).unwrap();
    let marked: u64 =
        (0..cells.counts.len()).filter(|&cell| cells.coords[3][cell] == 1).map(|cell| cells.counts[cell]).sum();
    let share = marked as f64 / cells.population as f64;
    assert!((share - 0.2).abs() < 0.02, "{share}");
    assert_eq!(cells.altered, [(3, vec![1])]);
}

#[test]
fn steps_of_every_kind_work_together() {
    let more = format!(
        "{SWAP}\n[[pretabular]]\nkind = \"pram\"\nvariable = \"sex\"\nmatrix = \"sexes.csv\"\nseed = \"02\"\npublish = true\n\
         [[pretabular]]\nkind = \"weights\"\nstrata = [\"area\"]\nunit = \"household\"\nchanged = 5\nseed = \"03\"\n\
         [[pretabular]]\nkind = \"deviations\"\nx = 1\nseed = \"04\"\n\
         [[pretabular]]\nkind = \"noise\"\nmethod = {{ kind = \"random-rounding\", base = 5 }}\nseed = \"05\"\n"
    );
    let spec = spec("preprotected", "", &more).unwrap();
    let persons = town(3000, 1);
    let cells = collect(&spec, &persons, None).unwrap();
    assert!(cells.counts.iter().all(|count| *count > 0 && count % 5 == 0));
    let mut backwards = persons.clone();
    backwards.reverse();
    assert_eq!(collect(&spec, &backwards, None).unwrap(), cells);
    let lines = first_layer::report(cells.changes.as_ref().unwrap());
    for (line, start) in
        lines.iter().zip(["swap: ", "pram: ", "weights: ", "deviations: ", "noise: ", "finest cells: "])
    {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(lines.len(), 6);
    let part = Cube::from_manifest(&built(&spec, &cells).last().unwrap().1).unwrap().pretabular.unwrap();
    let matrix = part.steps[1].matrix.as_ref().unwrap();
    assert_eq!((matrix.axis.as_str(), matrix.blocks[0].rows[1].as_slice()), ("sex", &[0.2, 0.8][..]));
}

#[test]
fn cells_can_be_changed_without_records() {
    let noise = "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }\nseed = \"05\"\n";
    let swap = SWAP.replace("unit = \"household\"\n", "").replace("within = [\"half\", \"all\"]\n", "");
    for (more, moved) in [(noise.to_owned(), false), (swap, true)] {
        let spec = spec("preprotected", "", &more).unwrap();
        let mut collector = Collector::new(&spec).unwrap();
        for (row, (codes, count)) in
            (1..).zip([(["00", "0", "0"], "700"), (["13", "0", "0"], "500"), (["13", "1", "2"], "1")])
        {
            let place = RowLocation { file: "cells.csv", row, line: None };
            collector.add_cell(&codes, count, "5", place).unwrap();
        }
        let cells = collector.finish().unwrap();
        let changes = cells.changes.unwrap();
        assert_eq!(changes.uniques, 1);
        match moved {
            // The only woman has no partner of her sex.
            true => assert_eq!((cells.counts, changes.uniques_left), (vec![700, 500, 1], 1)),
            false => assert!(cells.counts.iter().all(|count| count % 3 == 0) && changes.uniques_left == 0),
        }
    }
}

#[test]
fn confidential_data_need_steps_that_protect() {
    let confidential = |more: &str, limits: &str| {
        let more = SWAP.replace("seed = \"0123\"", "seed_env = \"SEED\"") + more;
        let text = SPEC
            .replace("RELEASE", "release = \"preprotected\"")
            .replace("KEY", "")
            .replace("synthetic", "confidential")
            + &more
            + "\n[publish]\nwhy = \"a test\"\n"
            + limits;
        let seed = |_: &str| Some("00112233445566778899aabbccddeeff".to_owned());
        let spec = CubeSpec::parse(&text, &|name| file(name), &seed).unwrap();
        let cells = collect(&spec, &town(1000, 3), None).unwrap();
        first_layer::beyond_limits(&spec, cells.changes.as_ref())
    };
    let problem = confidential("", "").expect("swapping 10 % leaves most of the truth");
    assert!(
        problem.contains("(limit audit.dr1: 0.5); true small cells: 0.") && problem.ends_with("release = \"sealed\""),
        "{problem}"
    );
    assert_eq!(confidential("", "[audit]\ndr1 = 1\ntrue_uniques = 1\nsmall_cells = 1\nreal_cells = 1\n"), None);
    let noise =
        "[[pretabular]]\nkind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }\nseed_env = \"SEED\"\n";
    assert_eq!(confidential(noise, ""), None);
}

/// Steps that leave every count as it is do not pass, although DR1 and the uniques follow the moved records.
#[test]
fn steps_that_undo_each_other_do_not_protect() {
    let problem_of = |households: u32, steps: &str| {
        let text = SPEC.replace("RELEASE", "release = \"preprotected\"").replace("KEY", "");
        let text = text.replace("synthetic", "confidential") + steps + "\n[publish]\nwhy = \"a test\"\n";
        let seed = |_: &str| Some("9f02c7315be84d6a70e1d45b2c8893fa".to_owned());
        let spec = CubeSpec::parse(&text, &|name| file(name), &seed).unwrap();
        first_layer::beyond_limits(&spec, collect(&spec, &town(households, 3), None).unwrap().changes.as_ref())
    };
    let problem = |steps: &str| problem_of(300, steps);
    let step = |fields: &str| format!("[[pretabular]]\n{fields}\nseed_env = \"SEED\"\n");
    let flip = step("kind = \"pram\"\nvariable = \"sex\"\nmatrix = \"flip.csv\"");
    let found = problem(&format!("{flip}{flip}")).expect("both flips give every record its sex back");
    assert!(found.contains("DR1 is 1.000") && found.contains("true small cells: 1.000"), "{found}");
    // Partners agree on all other dimensions, so every count stays.
    let same = step("kind = \"swap\"\nvariable = \"area\"\nrate = 0.5\nstrata = [\"sex\", \"age\"]");
    let found = problem(&same).expect("every count is true");
    assert!(!found.contains("DR1") && found.contains("true small cells: 1.000"), "{found}");
    // Noise fills no empty cell: every shown cell has somebody.
    let noise = step("kind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 3 }");
    let found = problem_of(100, &noise).expect("all shown cells are real");
    assert!(found.starts_with("real cells: 1.000 (limit audit.real_cells: 0.9)"), "{found}");
    let none = step("kind = \"swap\"\nvariable = \"area\"\nrate = 0.000001");
    assert!(problem(&none).expect("nothing changes").starts_with("no step changes anything"));
}

/// A cube without record keys draws keys for its noise from the seed.
#[test]
fn noise_without_record_keys_differs_between_cells() {
    let values = |seed: &str| {
        let noise = "kind = \"noise\"\nmethod = { kind = \"random-rounding\", base = 5 }";
        let spec = spec("preprotected", "", &format!("[[pretabular]]\n{noise}\nseed = \"{seed}\"\n")).unwrap();
        let mut collector = Collector::new(&spec).unwrap();
        for (row, area) in (1..).zip((0..24).flat_map(|area| [area; 7])) {
            let place = RowLocation { file: "people.csv", row, line: None };
            collector.add_record(&[&format!("{area:02}"), "0", "0"], "", place).unwrap();
        }
        let cells = collector.finish().unwrap();
        cells.coords[0].iter().copied().zip(cells.counts).collect::<Vec<_>>()
    };
    let (one, other) = (values("05"), values("06"));
    assert_eq!(values("05"), one);
    assert_ne!(one, other);
    // Each of 24 cells of 7 persons shows 10 with probability 2/5. Fewer than 3 or more than 17 have a chance below 0.0011.
    let up = one.iter().filter(|(_, count)| *count == 10).count();
    assert!((3..=17).contains(&up) && one.iter().all(|(_, count)| matches!(count, 5 | 10)), "{one:?}");
}
