//! Invalid p-tables, and damaged stored p-tables.

use cellveil::ptable::Ptable;

use crate::support::small_cube::{CELLS, Files, PTABLE, SPEC, sources, survives};
use crate::support::workspace::WRONG;

const HEADER: &str = "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n";

/// Returns a dense table with the given numbers of rows and keys and one changed line.
fn dense(rows: u32, keys: u32, change: impl Fn(u32, u32) -> Option<String>) -> String {
    let mut text = "pcv,ckey,pvalue\n".to_owned();
    for row in 1..=rows {
        for key in 0..keys {
            text += &change(row, key).unwrap_or_else(|| format!("{row},{key},0\n"));
        }
    }
    text
}

#[test]
fn invalid_ptables_are_refused() {
    let interval = |lines: &str| format!("{HEADER}{lines}\n").into_bytes();
    let at =
        |row: u32, key: u32, line: &'static str| move |r: u32, k: u32| (r == row && k == key).then(|| line.to_owned());
    let cases: Vec<(Vec<u8>, &[&str])> = vec![
        (b"".to_vec(), &["the file is empty", "i,j,p,v,p_int_lb,p_int_ub,type"]),
        (b"\n\n".to_vec(), &["the file is empty"]),
        (b"a,b,c\n1,2,3\n".to_vec(), &["line 1", "unknown header \"a,b,c\""]),
        (
            b"i,j,p,v,p_int_lb,p_int_ub,type\n".to_vec(),
            &["there are no rows; expected the rows of a p-table below the header"],
        ),
        (b"\xff\xfei\0,\0j\0".to_vec(), &["not UTF-8"]),
        (interval("1,0,0.25,-1,0,0.25,all\n1,2,0.65,1,0.35,1,all"), &["line 4", "p_int_lb", "starts at 0.35", "0.25"]),
        (interval("1,0,0.25,-1,0,0.25,all\n1,2,0.85,1,0.15,1,all"), &["line 4", "p_int_lb", "starts at 0.15", "0.25"]),
        (interval("1,2,0.5,1,0.5,1,all\n1,0,0.5,-1,0,0.5,all"), &["line 3", "p_int_lb", "starts at 0.5", "expected 0"]),
        (interval("1,0,0.25,-1,0,0.25,all"), &["row 1 ends at 0.25", "expected 1"]),
        (interval("1,0,0.5,-1,0,0.5,all\n1,1,0.4,0,0.5,0.9,all"), &["row 1 ends at 0.9", "expected 1"]),
        (
            interval("1,0,0.4,-1,0,0.5,all\n1,1,0.6,0,0.5,1,all"),
            &["line 3", "column p", "0.4", "the width of its interval, 0 to 0.5"],
        ),
        (interval("1,1,1.5,0,0,1.5,all"), &["line 3", "1.5", "from 0 to 1"]),
        (interval("1,1,-1,0,0,1,all"), &["line 3", "\"-1\"", "from 0 to 1"]),
        (interval("1,1,nan,0,0,1,all"), &["line 3", "\"nan\""]),
        (interval("1,1000000,1,999999,0,1,all"), &["line 3", "noise 999999 is too large", "32767"]),
        (interval("1,9999999999999,1,9999999999998,0,1,all"), &["line 3"]),
        (interval("1,-1,1,-2,0,1,all"), &["line 3", "-1"]),
        (interval("2,1,1,-1,0,1,all"), &["line 3", "row 2", "expected row 1"]),
        (interval("99999999999,1,1,-1,0,1,all"), &["line 3"]),
        (interval("1,2,1,0,0,1,all"), &["line 3", "result is 2", "expected 1"]),
        (interval("1,1,1,0,0,1,odd"), &["line 3", "magnitudes"]),
        (interval("1,1,1,0,0,1"), &["line 3", "6 fields", "7"]),
        (interval("1,1,1,0,0,1,all,more"), &["line 3", "8 fields", "7"]),
        (interval("x,1,1,0,0,1,all"), &["line 3", "column i", "\"x\""]),
        (dense(250, 2, at(9, 1, "")).into(), &["row 9 has no key 1"]),
        (dense(250, 2, at(9, 1, "9,0,0\n")).into(), &["row 9 repeats key 0; expected each key once"]),
        (dense(250, 2, at(9, 1, "9,1,-10\n")).into(), &["noise -10 in row 9", "negative"]),
        (dense(250, 2, at(9, 1, "9,1,40000\n")).into(), &["noise 40000 is too large"]),
        (dense(250, 2, at(9, 1, "9,70000,0\n")).into(), &["\"70000\"", "65535"]),
        (dense(249, 2, |_, _| None).into(), &["249 rows", "250 or more"]),
        (dense(250, 3, |_, _| None).into(), &["\"default\"", "3 keys under modulus 4294967296", "divides the modulus"]),
        (b"pcv,ckey,pvalue\n100000,65535,0\n".to_vec(), &["too many noises"]),
    ];
    let space = sources();
    for (text, parts) in cases {
        space.write("ptable.csv", &text);
        let parts: Vec<&str> = parts.iter().copied().chain(["cube.toml", "default"]).take(parts.len() + 1).collect();
        space.fails(WRONG, &["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"], &parts);
    }
    space.remove("ptable.csv");
    let parts = ["cube.toml", "\"default\"", "ptable.csv", "No such file"];
    space.fails(WRONG, &["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"], &parts);
}

#[test]
fn methods_unsuited_to_the_keys_are_refused() {
    let space = sources();
    let cases: [(&str, &str, &[&str]); 8] = [
        ("threshold = 3", "lookup = \"hash\"\n[key]\nmodulus = 256", &["default", "hash", "modulus 256", "2^32"]),
        ("threshold = 3", "lookup = \"maybe\"", &["default", "lookup is \"maybe\"", "key, hash"]),
        ("threshold = 3", "threshold = -3", &["default", "threshold"]),
        ("threshold = 3", "threshold = 1.5", &["default", "threshold"]),
        ("threshold = 3", "treshold = 3", &["default", "treshold"]),
        ("ptable = \"ptable.csv\"", "", &["default", "ptable is missing"]),
        ("kind = \"cell-key\"", "kind = \"cellkey\"", &["default", "kind is \"cellkey\"", "one of none, cell-key,"]),
        ("kind = \"none\"", "kind = \"none\"\nptable = \"ptable.csv\"", &["none", "unknown field \"ptable\""]),
    ];
    for (old, new, parts) in cases {
        assert!(SPEC.contains(old), "{old}");
        let mut spec = SPEC.replacen(old, new, 1);
        if new.contains("[key]") {
            spec = SPEC.replacen(old, "lookup = \"hash\"", 1).replacen("[key]", "[key]\nmodulus = 256", 1);
            space.write("cells.csv", "area,sex,count,key\nA,1,73192,25\n");
        }
        space.write("cube.toml", spec);
        space.fails(WRONG, &["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"], parts);
    }
}

#[test]
fn wrong_method_of_a_query_is_refused() {
    let space = crate::support::small_cube::cube();
    let ask = |method: &str, parts: &[&str]| {
        space.fails(WRONG, &["table", "cube", "--rows", "sex", "--method", method], parts);
    };
    space.write("gap.csv", format!("{HEADER}1,0,0.25,-1,0,0.25,all\n1,2,0.65,1,0.35,1,all\n"));
    space.write("odd.csv", dense(250, 3, |_, _| None));
    space.write("bad.csv.gz", b"\x1f\x8b\x08\x00 no gzip");
    ask("unknown", &["method", "\"unknown\"", "\"default\", \"none\""]);
    ask("{", &["--method", "JSON"]);
    ask("{}", &["\"custom\"", "kind is missing"]);
    ask("{\"kind\":\"cell-key\"}", &["ptable is missing"]);
    ask("{\"kind\":\"cell-key\",\"ptable\":\"gap.csv\"}", &["gap.csv, line 4", "p_int_lb", "0.35"]);
    ask("{\"kind\":\"cell-key\",\"ptable\":\"odd.csv\"}", &["3 keys", "divides the modulus"]);
    ask("{\"kind\":\"cell-key\",\"ptable\":\"bad.csv.gz\"}", &["bad.csv.gz", "sound gzip"]);
    ask("{\"kind\":\"cell-key\",\"ptable\":\"missing.csv\"}", &["missing.csv", "No such file"]);
    ask("{\"kind\":\"cell-key\",\"ptable\":\"ptable.csv\",\"threshold\":1e300}", &["threshold"]);
    ask("{\"kind\":\"cell-key\",\"ptable\":\"ptable.csv\",\"colour\":1}", &["colour"]);
    ask("{\"kind\":\"swapping\"}", &["kind is \"swapping\"", "one of none"]);
}

#[test]
fn damage_to_a_stored_ptable_never_panics() {
    let interval = Ptable::parse(PTABLE.as_bytes(), "p").unwrap().encode();
    let text = dense(250, 4, |row, key| Some(format!("{row},{key},{}\n", i64::from(key == 1 && row > 3))));
    let whole = Ptable::parse(text.as_bytes(), "p").unwrap().encode();
    for good in [interval, whole] {
        assert!(Ptable::decode(&good).is_ok());
        (0..good.len()).for_each(|end| assert!(Ptable::decode(&good[..end]).is_err(), "cut to {end} bytes"));
        for at in 0..good.len() {
            for mask in 1..=255 {
                let mut bytes = good.clone();
                bytes[at] ^= mask;
                // If the bytes still decode to a table, encoding that table preserves it completely.
                if let Ok(table) = Ptable::decode(&bytes) {
                    assert_eq!(Ptable::decode(&table.encode()), Ok(table), "byte {at} ^ {mask}");
                }
            }
        }
    }
}

#[test]
fn damaged_ptable_with_its_digest_never_panics() {
    let files = Files::of(SPEC, CELLS);
    let path = files.paths(".cvp")[0].to_owned();
    let good = files.get(&path).1.clone();
    for at in 0..good.len() {
        for mask in [0x01, 0x02, 0x40, 0x80, 0xff] {
            let mut bytes = good.clone();
            bytes[at] ^= mask;
            let manifest = files.changed_for(&path, &bytes);
            let mut all = files.0.clone();
            all.iter_mut().find(|(found, _)| *found == path).unwrap().1 = bytes;
            assert!(!matches!(survives(&manifest, &all), Err(None)), "byte {at} ^ {mask:#x} ends in a panic");
        }
    }
}

#[test]
fn check_and_convert_refuse_wrong_files() {
    let space = sources();
    space.write("dense.csv", dense(250, 2, |row, key| (row == 9 && key == 1).then(|| "9,1,1\n".to_owned())));
    space.write("odd.csv", dense(250, 3, |_, _| None));
    space.write("none.csv", "a,b,c\n1,2,3\n");
    space.write("gap.csv", format!("{HEADER}1,0,0.25,-1,0,0.25,all\n1,2,0.65,1,0.35,1,all\n"));
    space
        .write("third.csv", format!("{HEADER}1,0,0.33333333,-1,0,0.33333333,all\n1,1,0.66666667,0,0.33333333,1,all\n"));
    space.write("halves.csv", format!("{HEADER}1,0,0.5,-1,0,0.5,all\n1,2,0.5,1,0.5,1,all\n"));
    let convert = |file: &str, options: &str, parts: &[&str]| {
        let arguments: Vec<&str> = ["ptable", "convert", file].into_iter().chain(options.split(' ')).collect();
        space.fails(WRONG, &arguments, parts);
    };
    convert("halves.csv", "--format csv", &["--format", "\"csv\"", "ptable, ons, cantabular or tau-argus"]);
    convert("halves.csv", "--output o.csv", &["--format <FORMAT>", "see cellveil --help"]);
    convert("none.csv", "--format ons", &["none.csv, line 1", "unknown header \"a,b,c\""]);
    convert("gap.csv", "--format ons", &["gap.csv, line 4", "p_int_lb", "0.35"]);
    convert("missing.csv", "--format ons", &["missing.csv", "No such file"]);
    convert("cube.toml", "--format ons", &["cube.toml", "unknown header"]);
    for (keys, parts) in [
        ("0", &["--keys", "halves.csv", "0 keys", "2 to 65536"][..]),
        ("1", &["--keys", "halves.csv", "1 keys", "2 to 65536"]),
        ("65537", &["--keys", "65537 keys", "2 to 65536"]),
        ("99999999999", &["--keys", "99999999999"]),
        ("-4", &["-4"]),
        ("many", &["--keys", "many"]),
    ] {
        convert("halves.csv", &format!("--format ons --keys {keys}"), parts);
        space.fails(WRONG, &["ptable", "check", "halves.csv", "--keys", keys], &parts[..1]);
    }
    convert("halves.csv", "--format tau-argus --keys 256", &["--keys", "intervals have none"]);
    convert(
        "dense.csv",
        "--format cantabular --keys 256",
        &["--keys", "the table has 2 keys; expected no other number of keys"],
    );
    convert("dense.csv", "--format ptable", &["dense.csv", "row 9 differs from row 250", "last 250 rows"]);
    convert("odd.csv", "--format tau-argus", &["odd.csv", "3 keys", "a power of two"]);
    convert("third.csv", "--format cantabular", &["third.csv", "row 1 ends at", "65536 keys", "--keys"]);
    convert("halves.csv", "--format ons --output no/o.csv", &["--output", "no/o.csv"]);
    let check = |options: &[&str], parts: &[&str]| {
        let arguments: Vec<&str> = ["ptable", "check"].into_iter().chain(options.iter().copied()).collect();
        space.fails(WRONG, &arguments, parts);
    };
    check(&[], &["FILE", "see cellveil --help"]);
    check(&["none.csv"], &["none.csv, line 1", "unknown header"]);
    check(&["gap.csv"], &["gap.csv, line 4", "p_int_lb"]);
    check(&["missing.csv"], &["missing.csv", "No such file"]);
    check(&["dense.csv", "--keys", "4"], &["--keys", "the table has 2 keys; expected no other number of keys"]);
    check(&["halves.csv", "--format", "csv"], &["--format", "csv"]);
    for level in ["0", "1.5", "nan", "most"] {
        check(&["halves.csv", "--level", level], &["--level"]);
    }
}
