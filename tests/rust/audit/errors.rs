//! An audit that cannot start prints one line with the reason and writes no file.

use std::fs;

use super::town::{Spec, Town, csv, persons};
use crate::support::workspace::{REFUSED, WRONG, files_in};

fn town() -> Town {
    let spec = Spec::sound();
    let town = Town::new(&spec, &persons(500, 1 << 32, 1));
    town.seal("sealed", &spec);
    town
}

const SEALED: [&str; 5] = ["sealed", "--truth", "truth", "--spec", "sealed.toml"];

fn fails(town: &Town, arguments: &[&str], parts: &[&str]) {
    for more in [&[][..], &["--output", "report.md"]] {
        town.0.fails(WRONG, &[&["audit"], arguments, more].concat(), parts);
    }
}

#[test]
fn audit_refuses_options_that_conflict() {
    let town = town();
    for (arguments, parts) in [
        (&["truth"][..], &["--spec: missing", "expected the specification of the sealed cube"][..]),
        (&["sealed"], &["--truth: missing", "expected the folder of a keyed cube"]),
        (&["sealed", "--spec", "sealed.toml"], &["--truth: missing"]),
        (&["sealed", "--truth", "sealed"], &["--truth: a sealed cube; expected a keyed cube"]),
        (&["sealed", "--truth", "sealed", "--spec", "sealed.toml"], &["--truth: a sealed cube"]),
        (&["truth", "--truth", "truth"], &["--truth: given with a keyed cube"]),
        (&["truth", "--truth", "truth", "--spec", "sealed.toml"], &["--truth: given with a keyed cube"]),
        (
            &["truth", "--spec", "truth.toml"],
            &["--spec: its release is not \"sealed\"", "expected the specification of a sealed cube"],
        ),
        (
            &["truth", "--spec", "sealed.toml", "--against", "truth"],
            &["--against truth: a keyed cube; expected an earlier sealed release"],
        ),
        (
            &["sealed", "--truth", "truth", "--against", "sealed", "--against-truth", "sealed"],
            &["--against-truth sealed: a sealed cube; expected the keyed cube of the earlier release"],
        ),
        (
            &["sealed", "--truth", "truth", "--against-truth", "truth"],
            &["--against-truth: given 1 times, and --against 0 times; expected one for each --against"],
        ),
        (
            &["truth", "--spec", "sealed.toml", "--with", "truth"],
            &["--with truth: a keyed cube; expected a sealed cube of the same people"],
        ),
        (&["truth", "--spec", "sealed.toml", "--with", "none"], &["none/cube.json: "]),
        (&["truth", "--spec", "none.toml"], &["none.toml: ", "expected a specification in TOML"]),
        (&["none", "--spec", "sealed.toml"], &["none/cube.json: ", "expected the folder of a cube"]),
        (&["sealed", "--truth", "none"], &["none/cube.json: "]),
        (&["truth", "--spec", "sealed.toml", "--against", "none"], &["none/cube.json: "]),
        (&["truth", "--spec", "sealed.toml", "--seed", "none"], &["--seed"]),
        (&["truth", "--spec", "sealed.toml", "--format", "xml"], &["--format"]),
    ] {
        fails(&town, arguments, parts);
    }
    town.0.fails(
        WRONG,
        &["audit", "truth", "--spec", "sealed.toml", "--output", "no/report.md"],
        &["--output no/report.md: "],
    );
}

#[test]
fn audit_refuses_a_truth_with_other_dimensions_or_keys() {
    let town = town();
    let spec = Spec::sound();
    let write = |name: &str, old: &str, new: &str| {
        let text = spec.sealed();
        assert!(text.contains(old));
        town.0.write(name, text.replace(old, new));
    };
    write("modulus.toml", "combine = \"sum\"", "combine = \"sum\"\nmodulus = 8589934592");
    write("xor.toml", "combine = \"sum\"", "combine = \"xor\"");
    write("name.toml", "name = \"work\"", "name = \"job\"");
    write("level.toml", "name = \"band\"", "name = \"bands\"");
    write("codes.toml", "4 = \"work 4\"", "5 = \"work 5\"");
    write(
        "groups.toml",
        "of = [\"0\", \"1\", \"2\"] }, { code = \"old\", of = [\"3\",",
        "of = [\"0\", \"1\", \"2\", \"3\"] }, { code = \"old\", of = [",
    );
    write("ptable.toml", "ptable.csv", "none.csv");
    write("limit.toml", "[publish]", "[audit]\naveraging = -1\n[publish]");
    let other_keys = "expected the values of the keyed cube, because its cell keys determine the noise";
    let other_dimensions = "expected a specification of the same dimensions";
    for (spec, part, expected) in [
        ("modulus.toml", "key: different combine or modulus", other_keys),
        ("xor.toml", "key: different combine or modulus", other_keys),
        ("name.toml", "dimension \"job\" is not in the cube", other_dimensions),
        ("level.toml", "level \"bands\" of \"age\" is not in the cube", other_dimensions),
        ("codes.toml", "\"work\"", other_dimensions),
        ("groups.toml", "\"age\"", other_dimensions),
        ("ptable.toml", "none.csv", "expected a file that can be read"),
        ("limit.toml", "averaging", "expected a share from 0 to 1"),
    ] {
        fails(&town, &["truth", "--spec", spec], &[part, expected]);
        fails(&town, &["sealed", "--truth", "truth", "--spec", spec], &[part, expected]);
    }
    // The true cube, or the earlier release, has other dimensions.
    town.0.write("other.csv", "job,key\n1,5\n2,6\n");
    let dimension = "[[dimension]]\nname = \"job\"\ncodes = { 1 = \"one\", 2 = \"two\" }\n";
    let (head, tail) = (spec.sealed(), spec.sealed());
    let (head, tail) = (head.split_once("[[dimension]]").unwrap().0, tail.split_once("[method.default]").unwrap().1);
    town.0.write("other.toml", format!("{head}{dimension}[method.default]{tail}"));
    town.0.done(&["tile", "other.toml", "--records", "other.csv", "--out", "other"]);
    let keyed = format!("{head}{dimension}[method.default]{tail}")
        .replace("audience = \"public\"\nrelease = \"sealed\"", "audience = \"internal\"");
    town.0.write("other-truth.toml", keyed.split_once("[publish]").unwrap().0);
    town.0.done(&["tile", "other-truth.toml", "--records", "other.csv", "--out", "other-truth"]);
    fails(&town, &["sealed", "--truth", "other-truth"], &["dimensions"]);
    fails(&town, &["sealed", "--truth", "truth", "--against", "other"], &["--against other: no view has"]);
    fails(
        &town,
        &["sealed", "--truth", "truth", "--against", "sealed", "--against-truth", "other-truth"],
        &["--against-truth other-truth: other dimensions or codes than this cube; expected the keyed cube"],
    );
    fails(
        &town,
        &["sealed", "--truth", "truth", "--with", "other"],
        &["--with other: no view has dimensions and codes of this cube; expected the same dimension names"],
    );
    // Other people, in the same dimensions.
    town.0.write("people.csv", csv(&persons(900, 1 << 32, 5)));
    for (spec, out) in [("sealed.toml", "people"), ("truth.toml", "people-truth")] {
        town.0.done(&["tile", spec, "--records", "people.csv", "--out", out]);
    }
    fails(
        &town,
        &["sealed", "--truth", "truth", "--with", "people"],
        &["--with people: its values are impossible for these records; expected a cube of the same people"],
    );
    for more in [&[][..], &["--spec", "sealed.toml"]] {
        fails(
            &town,
            &[&["sealed", "--truth", "people-truth"], more].concat(),
            &["--truth people-truth: the values of sealed are impossible for these records; expected the keyed cube"],
        );
    }
    fails(
        &town,
        &["sealed", "--truth", "truth", "--against", "sealed", "--against-truth", "people-truth"],
        &[
            "--against-truth people-truth: the values of sealed are impossible",
            "expected the keyed cube of this release",
        ],
    );
    town.0.write("households.toml", spec.sealed().replace("unit = \"person\"", "unit = \"household\""));
    town.0.done(&["tile", "households.toml", "--records", "records.csv", "--out", "households"]);
    fails(&town, &["sealed", "--truth", "truth", "--with", "households"], &["--with households: another unit"]);
}

#[test]
fn audit_refuses_damaged_files() {
    let town = town();
    for cube in ["sealed", "truth"] {
        let tile = files_in(&town.0.path(&format!("{cube}/tiles")), "cvt").remove(0);
        let sound = fs::read(&tile).unwrap();
        let mut flipped = sound.clone();
        flipped[40] ^= 1;
        for (damaged, part) in [
            (&flipped[..], "SHA-256"),
            (&sound[..sound.len() - 1], "bytes long; expected"),
            (&[], "bytes long; expected"),
        ] {
            fs::write(&tile, damaged).unwrap();
            fails(&town, &SEALED, &[part]);
        }
        fs::remove_file(&tile).unwrap();
        fails(&town, &SEALED, &["expected a file that cube.json lists"]);
        fs::write(&tile, sound).unwrap();
        let manifest = town.0.read(&format!("{cube}/cube.json"));
        let mut flipped = manifest.clone();
        let at = flipped.windows(4).position(|bytes| bytes == b"town").unwrap();
        flipped[at] = b'T';
        town.0.write(&format!("{cube}/cube.json"), flipped);
        fails(&town, &SEALED, &["cube.json is damaged"]);
        town.0.write(&format!("{cube}/cube.json"), manifest);
    }
    // The audit also reports a damaged tile if the folder contains a stray file.
    let tile = files_in(&town.0.path("sealed/tiles"), "cvt").remove(0);
    let sound = fs::read(&tile).unwrap();
    town.0.write("sealed/notes.txt", "stray");
    fs::write(&tile, &sound[1..]).unwrap();
    fails(&town, &SEALED, &["bytes long; expected"]);
}

/// A failed audit still writes its complete report.
#[test]
fn failed_audit_still_writes_its_report() {
    let town = town();
    town.0.write("sealed/notes.txt", "stray");
    town.0.write("report.md", "an earlier one");
    let output = town.0.command(&[&["audit"], &SEALED[..], &["--output", "report.md"]].concat());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(REFUSED), 0));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "cellveil: findings over their limits: leak-test, rebuild; the report lists the remedies\n");
    let report = String::from_utf8(town.0.read("report.md")).unwrap();
    assert!(report.starts_with("# Audit of town: FAIL\n") && report.contains("\n## averaging: within its limit\n"));
    let printed = town.0.command(&[&["audit"], &SEALED[..]].concat());
    assert_eq!((printed.status.code(), String::from_utf8(printed.stdout).unwrap()), (Some(REFUSED), report));
    town.0.remove("sealed/notes.txt");
    assert!(town.0.done(&[&["audit"], &SEALED[..]].concat()).starts_with("# Audit of town: PASS\n"));
    assert_eq!(town.0.done(&[&["audit"], &SEALED[..], &["--output", "report.md"]].concat()), "");
}
