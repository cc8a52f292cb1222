//! Claims about changed records, scored against the unchanged records. The tests swap records by hand.

use super::town::{Audit, Person, Spec, Town, csv, persons};
use crate::support::workspace::WRONG;

/// Noise of −1, 0 and 1, which is 0 in 98 of 100 cells.
const TINY: &str = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,0,0.01,-1,0.01\n1,1,0.98,0,0.99\n1,2,0.01,1,1\n";
const ORIGINAL: [&str; 2] = ["--original", "original"];

/// Swaps the areas of `pairs` pairs of records, from both ends of the list.
fn swapped(people: &[Person], pairs: usize) -> Vec<Person> {
    let (mut changed, many) = (people.to_vec(), people.len());
    for at in 0..pairs {
        let area = changed[at].0[0];
        changed[at].0[0] = changed[many - 1 - at].0[0];
        changed[many - 1 - at].0[0] = area;
    }
    changed
}

/// A town of changed records. The folder `original` has the keyed cube of `people`.
fn town(changed: &[Person], people: &[Person], spec: &Spec) -> Town {
    let town = Town::with_ptable(spec, changed, TINY);
    keyed(&town, "original", people, spec);
    town.specify("sealed", spec);
    town
}

fn keyed(town: &Town, name: &str, people: &[Person], spec: &Spec) {
    town.0.write("unchanged.csv", csv(people));
    town.0.write("unchanged.toml", spec.keyed());
    town.0.done(&["tile", "unchanged.toml", "--records", "unchanged.csv", "--out", name]);
}

fn audit(town: &Town, more: &[&str]) -> Audit {
    town.audit(&[&["truth", "--spec", "sealed.toml"], more].concat())
}

/// The swaps change no published value, only the scores.
#[test]
fn swapping_lowers_the_scores_of_claims() {
    let people = persons(400, 1 << 32, 1);
    let spec = Spec::sound();
    let mut shares = Vec::new();
    for pairs in [0, 40, 200] {
        let town = town(&swapped(&people, pairs), &people, &spec);
        let (own, scored) = (audit(&town, &[]), audit(&town, &ORIGINAL));
        assert_eq!(scored.report["original"], serde_json::json!({ "cube": "town", "warning": null }));
        assert!(own.report["original"].is_null() && own.names() == scored.names());
        for name in ["record-keys", "near-zero-keys", "impossible-values", "exact-totals", "consistency"] {
            assert_eq!(own.finding(name), scored.finding(name), "{pairs}");
        }
        if pairs == 0 {
            assert_eq!(own.report["findings"], scored.report["findings"]);
        }
        let right_counts = scored.figure("averaging", 1);
        assert!(pairs > 0 || right_counts > 0.9, "the fault is there: {right_counts}");
        shares.push((right_counts, scored.figure("posterior", 0), scored.figure("averaging", 0)));
    }
    // The worst group may be the tables without areas, which a swap of areas does not change.
    for (many, few) in [(shares[1], shares[0]), (shares[2], shares[1])] {
        assert!(many.0 < few.0 && many.1 <= few.1 && many.2 <= few.2, "{shares:?}");
    }
    assert!(shares[2].1 < shares[0].1, "{shares:?}");
}

/// The sealed folder has its leak test and its rebuild as before.
#[test]
fn a_sealed_cube_has_unchanged_records_too() {
    let (people, spec) = (persons(400, 1 << 32, 1), Spec::sound());
    let town = town(&swapped(&people, 100), &people, &spec);
    town.seal("sealed", &spec);
    let arguments = ["sealed", "--truth", "truth", "--spec", "sealed.toml"];
    let (own, scored) = (town.audit(&arguments), town.audit(&[&arguments[..], &ORIGINAL].concat()));
    for name in ["leak-test", "views", "rebuild", "exact-totals"] {
        assert_eq!(own.finding(name), scored.finding(name));
    }
    assert!(scored.figure("posterior", 0) < own.figure("posterior", 0));
    // The same values, and a file that leaks: the unchanged records hide no leak.
    town.0.write("sealed/records.csv", csv(&people));
    assert!(town.audit(&[&arguments[..], &ORIGINAL].concat()).exceeded().contains(&"leak-test"));
}

#[test]
fn the_report_says_what_scored_the_claims() {
    let (people, spec) = (persons(300, 1 << 32, 1), Spec::sound());
    let town = town(&swapped(&people, 30), &people, &spec);
    keyed(&town, "fewer", &people[..290], &spec);
    keyed(&town, "others", &persons(300, 1 << 32, 2), &spec);
    let says = "Claims are right only if they are true of the unchanged records, those of the cube town.";
    for (name, warning) in [("original", ""), ("fewer", "numbers of records differ"), ("others", "record keys differ")]
    {
        for format in ["markdown", "html"] {
            let arguments = ["audit", "truth", "--spec", "sealed.toml", "--format", format, "--original", name];
            let text = String::from_utf8(town.0.command(&arguments).stdout).unwrap();
            assert!(text.contains(says), "{text}");
            assert_eq!(text.contains("Warning."), !warning.is_empty(), "{text}");
            assert!(text.contains(warning), "{text}");
        }
    }
    let arguments = ["audit", "truth", "--spec", "sealed.toml", "--suggest", "--format", "markdown"];
    let text = String::from_utf8(town.0.command(&[&arguments[..], &ORIGINAL].concat()).stdout).unwrap();
    assert_eq!(text.matches(says).count(), 1, "{text}");
}

#[test]
fn audit_refuses_a_cube_that_cannot_have_the_unchanged_records() {
    let (people, spec) = (persons(300, 1 << 32, 1), Spec::sound());
    let town = town(&people, &people, &spec);
    town.seal("published", &spec);
    let expected = "expected the keyed cube of the unchanged records";
    let other = |name: &str, old: &str, new: &str| {
        assert!(spec.keyed().contains(old));
        town.0.write("other.toml", spec.keyed().replace(old, new));
        town.0.done(&["tile", "other.toml", "--records", "records.csv", "--out", name]);
    };
    other("level", "name = \"band\"", "name = \"bands\"");
    other("group", "of = [\"0\", \"1\", \"2\"] }", "of = [\"0\", \"1\"] }, { code = \"third\", of = [\"2\"] }");
    other("unit", "unit = \"person\"", "unit = \"household\"");
    other("codes", "3 = \"area 3\"", "3 = \"area 3\", 9 = \"area 9\"");
    let dimensions = "dimensions, codes or levels differ";
    for (name, problem) in [
        ("published", "not a keyed cube"),
        ("level", dimensions),
        ("group", dimensions),
        ("codes", dimensions),
        ("unit", "another unit"),
    ] {
        let parts = [&format!("--original {name}: "), problem, expected];
        town.0.fails(WRONG, &["audit", "truth", "--spec", "sealed.toml", "--original", name], &parts);
        if name != "published" {
            town.0.fails(WRONG, &["measure", "truth", "--rows", "area", "--original", name], &parts);
        }
    }
    town.0.fails(WRONG, &["audit", "truth", "--spec", "sealed.toml", "--original", "none"], &["none/cube.json: "]);
    let inside =
        ["audit", "truth", "--spec", "sealed.toml", "--original", "original", "--output", "original/report.md"];
    town.0.fails(WRONG, &inside, &["--output original/report.md: inside the folder of a cube"]);
    // A cube with one dimension more has the unchanged records of these dimensions.
    town.audit(&["truth", "--spec", "sealed.toml", "--original", "truth"]);
}
