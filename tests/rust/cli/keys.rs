//! Weak record keys, salts and secrets: errors for confidential data, warnings for other data, and each sound twin.

use cellveil::key::Modulus;
use cellveil::key::derive::{Derivation, Deriver, Secret};

use crate::support::random::mmix;
use crate::support::workspace::{WRONG, Workspace};

const SALT: &str = "4b19e7c2805dfa36917c3e0ad4b86f25";
const SECRET: &str = "b7e2905c1fd84a6693507ce1842b3fd9";
const TILE: [&str; 6] = ["tile", "cube.toml", "--records", "people.csv", "--out", "cube"];
const CHECK: [&str; 4] = ["check", "cube.toml", "--records", "people.csv"];

/// A specification of confidential data with a column of keys.
fn spec(data: &str, key: &str) -> String {
    format!(
        "[cube]\nid = \"town\"\nunit = \"person\"\ndata = \"{data}\"\naudience = \"internal\"\n[key]\n{key}\n\
         [[dimension]]\nname = \"area\"\n[[dimension]]\nname = \"age\"\n\
         [method.default]\nkind = \"random-rounding\"\nbase = 3\n"
    )
}

fn columns(more: &str) -> String {
    format!("column = \"key\"\nsalt = \"{SALT}\"\n{more}")
}

/// Returns 300 persons with an identifier and a key of their own. `key` gets the number of the person, the codes, and an
/// even key.
fn people(mut key: impl FnMut(u64, [u64; 2], u64) -> u64) -> String {
    let mut next = mmix(11, 20);
    let mut rows = "area,age,sex,person,key\n".to_owned();
    for at in 0..300 {
        let codes = [next() % 4, next() % 8];
        let even = next() % (1 << 32);
        rows += &format!("{},{},{},P{at},{}\n", codes[0], codes[1], at % 2, key(at, codes, even));
    }
    rows
}

fn space(spec: &str, people: &str) -> Workspace {
    let space = Workspace::new();
    space.write("cube.toml", spec);
    space.write("people.csv", people);
    space
}

/// Confidential data are refused, and nothing is written. Synthetic data give a warning. A reason accepts the fault.
fn is_refused(key: &str, people: &str, parts: &[&str]) {
    let refused = space(&spec("confidential", key), people);
    refused.fails(WRONG, &TILE, parts);
    let (status, lines, message) = refused.run(&CHECK);
    assert_eq!((status, message.as_str()), (WRONG, "cellveil: cube.toml: 1 error; expected none\n"), "{lines}");
    assert!(lines.starts_with("error: ") && parts.iter().all(|part| lines.contains(part)), "{lines}");
    let warned = space(&spec("synthetic", key), people);
    let (status, _, message) = warned.run(&TILE);
    assert!(status == 0 && message.starts_with("cellveil: warning: "), "{message}");
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    assert!(warned.done(&CHECK).ends_with("cube.toml: 0 errors, 1 warning\n"));
    let accepted = space(&spec("synthetic", &format!("{key}\nweak_keys = \"a lesson on keys\"")), people);
    let (status, _, message) = accepted.run(&TILE);
    assert!(status == 0 && !message.contains("warning"), "{message}");
    let lines = accepted.done(&CHECK);
    assert!(lines.contains("accepted in key.weak_keys: \"a lesson on keys\""), "{lines}");
    assert!(lines.ends_with("cube.toml: 0 errors, 0 warnings\n"), "{lines}");
}

/// The twin is sound: no message at all.
fn is_sound(key: &str, people: &str) {
    let space = space(&spec("confidential", key), people);
    let (status, _, message) = space.run(&TILE);
    assert_eq!((status, message.as_str()), (0, ""));
    assert_eq!(space.done(&CHECK), "cube.toml: 0 errors, 0 warnings\n");
}

#[test]
fn sound_keys_pass() {
    is_sound(&columns(""), &people(|_, _, even| even));
    is_sound(&columns("combine = \"xor\""), &people(|_, _, even| even));
}

#[test]
fn constant_key_is_refused() {
    is_refused(&columns(""), &people(|_, _, _| 7), &["record keys: all keys are equal;", "key.modulus - 1"]);
}

#[test]
fn serial_numbers_are_refused() {
    let parts = ["record keys: ", "keys not even over the range", "more consecutive keys than by chance"];
    is_refused(&columns(""), &people(|at, _, _| at + 1), &parts);
}

#[test]
fn few_distinct_keys_are_refused() {
    let keys = [1_234_567_890, 4_000_000_001];
    is_refused(&columns(""), &people(|_, _, even| keys[even as usize % 2]), &["record keys: few distinct keys"]);
}

#[test]
fn survey_weights_are_refused() {
    is_refused(&columns(""), &people(|_, _, even| 80 + even % 900), &["keys not even over the range"]);
}

#[test]
fn hashes_of_the_answers_are_refused() {
    let deriver = Deriver::new(&Derivation::Hmac(Secret::new(SECRET.into())), Modulus::default());
    let hash = |_, codes: [u64; 2], _| deriver.key(&format!("{codes:?}")).unwrap();
    is_refused(
        &columns(""),
        &people(hash),
        &["record keys: repeated keys within cells only, like hashes of the answers or records given twice"],
    );
}

/// Records that are given twice repeat within cells. The message names a file that is given twice.
#[test]
fn records_given_twice_are_named() {
    let people = people(|_, _, even| even);
    let (head, rows) = people.split_once('\n').unwrap();
    let (one, two) = rows.split_at(rows.match_indices('\n').nth(149).unwrap().0 + 1);
    let space = space(&spec("confidential", &columns("")), &people);
    let file = |name: &str, rows: &str| space.write(name, format!("{head}\n{rows}"));
    file("one.csv", one);
    file("two.csv", two);
    file("none.csv", "");
    file("nobody.csv", "");
    // The same records in another order are no copy of the file.
    file("other.csv", &rows.lines().rev().map(|row| format!("{row}\n")).collect::<String>());
    space.write("copy.csv", &people);
    let records = |files: &[&'static str]| files.iter().flat_map(|file| ["--records", *file]).collect::<Vec<_>>();
    let twice = "so its record keys repeat; expected each file once";
    for (files, part) in [
        (&["people.csv", "people.csv"][..], "--records people.csv: given twice, "),
        (&["people.csv", "none.csv", "copy.csv"], "--records copy.csv: the same bytes as people.csv, "),
        (&["people.csv", "./people.csv"], "--records ./people.csv: the same bytes as people.csv, "),
    ] {
        let message = space.fails(
            WRONG,
            &[&["tile", "cube.toml", "--out", "cube"], &records(files)[..]].concat(),
            &[part, twice],
        );
        assert!(!message.contains("hashes of the answers"), "{message}");
        let (status, lines, _) = space.run(&[&["check", "cube.toml"], &records(files)[..]].concat());
        assert!(status == WRONG && lines.starts_with("error: ") && lines.contains(part), "{lines}");
    }
    let other = &[&["tile", "cube.toml", "--out", "cube"], &records(&["people.csv", "other.csv"])[..]].concat();
    space.fails(WRONG, other, &["like hashes of the answers or records given twice"]);
    // Two files without records may be equal, and two halves are not.
    let sound = records(&["one.csv", "two.csv", "none.csv", "nobody.csv"]);
    let lines = space.done(&[&["check", "cube.toml"], &sound[..]].concat());
    assert_eq!(lines, "cube.toml: 0 errors, 0 warnings\n");
}

#[test]
fn household_keys_under_xor_are_refused() {
    let household = || {
        let mut key = 0;
        move |at, _: [u64; 2], even| {
            if at % 3 == 0 {
                key = even;
            }
            key
        }
    };
    let cancel = "under XOR two equal keys cancel";
    is_refused(&columns("combine = \"xor\""), &people(household()), &["more repeated keys than by chance", cancel]);
    let sum = space(&spec("confidential", &columns("")), &people(household()));
    assert!(!sum.fails(WRONG, &TILE, &["more repeated keys than by chance"]).contains(cancel));
}

#[test]
fn derivation_from_a_column_with_two_values_is_refused() {
    let derive = |from: &str| format!("derive = {{ from = \"{from}\", secret_env = \"SECRET\" }}\nsalt = \"{SALT}\"");
    let built = |from: &str, data: &str| {
        let space = space(&spec(data, &derive(from)), &people(|_, _, even| even));
        let mut command = std::process::Command::new(crate::support::program::PROGRAM);
        let output = command.current_dir(space.path("")).args(TILE).env("SECRET", SECRET).output().unwrap();
        crate::support::program::texts(output)
    };
    let (status, _, message) = built("sex", "confidential");
    assert_eq!(status, WRONG);
    let expected =
        "record keys: repeated identifiers; expected key.derive.from, now \"sex\", to have a different value";
    assert!(message.contains(expected), "{message}");
    assert!(built("sex", "public-use").2.contains(&format!("warning: {expected}")));
    let (status, _, message) = built("person", "confidential");
    assert_eq!((status, message.as_str()), (0, ""));
}

#[test]
fn weak_salts_and_secrets_are_refused() {
    let people = people(|_, _, even| even);
    for (salt, fault) in [
        ("00000000000000000000000000000000", "one byte repeated"),
        ("000102030405060708090a0b0c0d0e0f", "a sequence with equal steps"),
        ("00ff", "an example of the documentation"),
        ("b7e2905c1fd84a66", "shorter than 16 bytes"),
    ] {
        let key = format!("column = \"key\"\nsalt = \"{salt}\"");
        is_refused(&key, &people, &[&format!("key.salt: {fault}; expected 16 random bytes")]);
    }
    is_refused("column = \"key\"", &people, &["key.salt: empty, but a method draws by a hash;"]);
    is_sound(&columns(""), &people);
    // A secret in the specification is for data that are not confidential.
    let derive = |secret: &str| {
        let key = format!("derive = {{ from = \"person\", secret = \"{secret}\" }}\nsalt = \"{SALT}\"");
        space(&spec("public-use", &key), &people).run(&TILE).2
    };
    assert!(derive("open sesame, open sesame").contains("warning: key.derive: secret: plain words; expected"));
    assert!(derive("hunter2").contains("warning: key.derive: secret: shorter than 16 bytes; expected"));
    assert_eq!(derive(SECRET), "");
}

/// Weak keys of confidential data are never accepted.
#[test]
fn confidential_data_have_no_excuse() {
    let space = space(&spec("confidential", &columns("weak_keys = \"a lesson\"")), &people(|_, _, even| even));
    space.fails(WRONG, &TILE, &["key: weak_keys is given", "data = \"confidential\""]);
}

/// Cells of one record have the keys of records.
#[test]
fn weak_keys_in_files_of_cells_are_refused() {
    let cells = |key: &mut dyn FnMut(u64) -> u64| {
        let mut row = |at: u64| format!("{},{},{},{}\n", at / 8, at % 8, 1 + at % 2, key(at));
        format!("area,age,count,key\n{}", (0..80).map(&mut row).collect::<String>())
    };
    let tile = ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"];
    let space = Workspace::new();
    space.write("cube.toml", spec("confidential", &columns("")));
    space.write("cells.csv", cells(&mut |at| 5 + 3 * at));
    space.fails(WRONG, &tile, &["cell keys: keys not even over the range"]);
    let mut next = mmix(12, 20);
    space.write("cells.csv", cells(&mut |_| next() % (1 << 32)));
    space.done(&tile);
}

/// The check reports problems of several steps together.
#[test]
fn check_reports_all_problems_at_once() {
    let space = space(&spec("confidential", "column = \"key\"\nsalt = \"00ff\""), &people(|_, _, _| 7));
    let (status, lines, message) = space.run(&CHECK);
    assert_eq!((status, lines.matches("error: ").count()), (WRONG, 2), "{lines}");
    assert_eq!(message, "cellveil: cube.toml: 2 errors; expected none\n");
    assert!(lines.contains("all keys are equal") && lines.contains("key.salt: an example of the documentation"));
    // Without data, the specification alone.
    assert!(space.run(&["check", "cube.toml"]).1.ends_with("cube.toml: 1 error, 0 warnings\n"));
    let before = space.snapshot();
    space.write("cube.toml", spec("confidential", &columns("modulus = 1")));
    assert!(space.run(&CHECK).1.starts_with("error: cube.toml: key: modulus is 1;"));
    space.write("cube.toml", spec("confidential", "column = \"key\"\nsalt = \"00ff\""));
    assert!(before == space.snapshot(), "the check writes nothing");
}
