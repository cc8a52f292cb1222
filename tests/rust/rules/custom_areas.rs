//! `custom_areas`: the only way in which custom areas are built (ABS 2005, page 5).

use cellveil::cube::Manifest;
use cellveil::table::Query;

use super::town::{Cell, spec_error, town};
use crate::support::workspace::{REFUSED, WRONG, Workspace};

fn cells() -> Vec<Cell> {
    let cell = |at: usize| ([at / 5, at % 5, at % 2, 1], 10 + (7 * at * at % 23) as u64);
    (0..30).map(cell).collect()
}

/// A workspace with a cube of the rules.
fn space(rules: &str) -> Workspace {
    let space = Workspace::new();
    for (path, bytes) in &town(&cells(), rules).files {
        space.write(&format!("cube/{path}"), bytes);
    }
    space
}

const ALL_BUT_ONE: [&str; 7] = ["table", "cube", "--rows", "age", "--no-totals", "--filter", "region=A,C,D,E,F"];

fn ask(space: &Workspace, areas: &[&str]) -> String {
    space.done(&[&ALL_BUT_ONE, areas].concat())
}

/// A query without `areas` has the offered way. A query with another way is refused, whatever it asks for.
#[test]
fn only_the_offered_way_answers() {
    let free = space("");
    let ways = ["exact", "blocks", "sums"];
    let answers = ways.map(|way| ask(&free, &["--areas", way]));
    assert!(answers[0] != answers[1] && answers[1] != answers[2] && answers[0] != answers[2], "{answers:?}");
    for (way, answer) in ways.into_iter().zip(&answers) {
        let space = space(&format!("[rules]\ncustom_areas = \"{way}\"\n"));
        assert_eq!((&ask(&space, &[]), &ask(&space, &["--areas", way])), (answer, answer), "{way}");
        for other in ways.into_iter().filter(|other| *other != way) {
            for question in
                [&ALL_BUT_ONE[..], &["table", "cube", "--rows", "sex"], &["measure", "cube", "--rows", "sex"]]
            {
                let expected = format!(
                    "rules: custom_areas: areas = \"{other}\" is not offered (limit {way}); expected areas = \"{way}\", or a \
                     query without areas"
                );
                space.fails(REFUSED, &[question, &["--areas", other]].concat(), &[&expected]);
            }
        }
        space.fails(
            WRONG,
            &[&ALL_BUT_ONE[..], &["--areas", "sum"]].concat(),
            &["areas: \"sum\"; expected \"exact\", \"blocks\""],
        );
        assert!(space.done(&["info", "cube"]).contains(&format!("custom_areas: {way}, only")));
    }
}

/// Sums never subtract, so they have no negative figures from blocks, and `areas` names their mode.
#[test]
fn sums_add_blocks_only() {
    for (way, negative) in [("blocks", true), ("sums", false)] {
        let space = space(&format!("[rules]\ncustom_areas = \"{way}\"\n"));
        let json = ask(&space, &["--format", "json-stat"]);
        assert!(json.contains(&format!("\"mode\":\"{way}\"")), "{json}");
        assert_eq!(json.contains("\"negative\":true"), negative, "{json}");
    }
}

/// A receipt states the offered way, so that a check of the receipt builds the same table.
#[test]
fn receipts_have_the_offered_way() {
    let space = space("[rules]\ncustom_areas = \"sums\"\n");
    space.done(&[&ALL_BUT_ONE[..], &["--output", "t.csv", "--receipt", "t.json"]].concat());
    assert!(space.text("t.json").contains("\"areas\":\"sums\""), "{}", space.text("t.json"));
    space.done(&["verify", "cube", "--table", "t.csv", "--receipt", "t.json"]);
}

/// Explanations use the way too: the value of a sum of blocks has no explanation.
#[test]
fn every_call_of_the_core_enforces_the_way() {
    let mut cube = town(&cells(), "[rules]\ncustom_areas = \"exact\"\n");
    let query = Query { rows: vec!["age".into()], areas: Some("blocks".into()), ..Query::default() };
    let sound = cube.store.plan(&Query { areas: None, ..query.clone() }).unwrap();
    for error in [
        cube.store.plan(&query).err(),
        cube.store.measure(query.clone()).err(),
        cube.store.statement(&query, &sound, None).err(),
    ] {
        let error = error.expect("refused");
        assert_eq!(error.code(), "rule-refused");
    }
}

#[test]
fn the_manifest_has_the_way_and_refuses_others() {
    let cube = town(&cells(), "[rules]\ncustom_areas = \"sums\"\n");
    let (_, bytes) = cube.files.iter().find(|(path, _)| path == "cube.json").expect("a manifest");
    let manifest = Manifest::from_bytes(bytes).unwrap();
    assert_eq!(manifest.rules.unwrap().custom_areas.as_deref(), Some("sums"));
    for (rules, expected) in [
        ("custom_areas = \"sum\"", "rules: custom_areas is \"sum\"; expected one of exact, blocks, sums"),
        ("custom_areas = true", "rules: custom_areas is true or false; expected"),
    ] {
        let error = spec_error(&format!("[rules]\n{rules}\n")).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
