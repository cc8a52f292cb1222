//! Reads PX with a parser that follows the rules of the format: keywords, sub-keys, texts, lines, data.

use std::collections::BTreeMap;

use cellveil::export::{Format, Published};
use serde_json::json;

use super::queries::{Asked, asked, once};

/// A keyword with its sub-keys: `VALUES("Sex")`.
type Key = String;

/// The used keywords, in the order of section 3.4 of the specification.
const ORDER: &[&str] = &[
    "CHARSET",
    "AXIS-VERSION",
    "CODEPAGE",
    "LANGUAGE",
    "TABLEID",
    "DECIMALS",
    "SHOWDECIMALS",
    "MATRIX",
    "AGGREGALLOWED",
    "SUBJECT-CODE",
    "SUBJECT-AREA",
    "DESCRIPTION",
    "TITLE",
    "CONTENTS",
    "UNITS",
    "STUB",
    "HEADING",
    "VALUES",
    "TIMEVAL",
    "CODES",
    "MAP",
    "ELIMINATION",
    "CONTACT",
    "REFPERIOD",
    "SOURCE",
    "NOTEX",
    "NOTE",
    "DATASYMBOL1",
    "DATASYMBOL2",
    "DATA",
];
const MANDATORY: &[&str] = &[
    "MATRIX",
    "SUBJECT-CODE",
    "SUBJECT-AREA",
    "TITLE",
    "CONTENTS",
    "UNITS",
    "DECIMALS",
    "DATA",
    "CHARSET",
    "CODEPAGE",
];

#[derive(Debug)]
struct Px {
    order: Vec<Key>,
    /// The texts of each keyword: one entry per list item. The parts of a long text are joined.
    texts: BTreeMap<Key, Vec<String>>,
    data: Vec<Vec<String>>,
}

/// Parses a file character by character.
fn parse(text: &str) -> Px {
    let (head, data) = text.split_once("DATA=\r\n").unwrap();
    let (mut order, mut entries) = (Vec::new(), Vec::new());
    let (mut key, mut value, mut quoted) = (String::new(), None::<String>, false);
    for letter in head.chars() {
        if letter == '"' {
            quoted = !quoted;
        }
        match (&mut value, letter) {
            (None, '=') if !quoted => value = Some(String::new()),
            (None, '\r' | '\n') => assert!(key.is_empty(), "a keyword is in one line: {key}"),
            (None, letter) => key.push(letter),
            (Some(_), ';') if !quoted => {
                order.push(key.clone());
                entries.push((std::mem::take(&mut key), texts(&value.take().unwrap())));
            }
            (Some(value), letter) => value.push(letter),
        }
    }
    assert!(key.is_empty() && !quoted, "the last keyword ends");
    let data = data.strip_suffix(";\r\n").unwrap();
    order.push("DATA".into());
    let rows = data.split_terminator(" \r\n").map(|row| row.split(' ').map(str::to_owned).collect());
    Px { order, texts: once(entries), data: rows.collect() }
}

/// Returns the texts of a value. A word or a number stays unchanged.
fn texts(value: &str) -> Vec<String> {
    if !value.contains('"') {
        return vec![value.to_owned()];
    }
    let mut texts = vec![String::new()];
    let mut quoted = false;
    for letter in value.chars() {
        match letter {
            '"' => quoted = !quoted,
            letter if quoted => {
                assert!(!letter.is_control());
                texts.last_mut().unwrap().push(letter);
            }
            ',' => texts.push(String::new()),
            '\r' | '\n' => {}
            // `TLIST(A1)` precedes the years.
            letter => texts.last_mut().unwrap().push(letter),
        }
    }
    texts
}

/// Returns a text in the characters that the format supports.
fn held(text: &str) -> String {
    text.replace('"', "'").replace('\n', " ")
}

fn check(asked: &Asked) {
    let file = asked.text("px");
    assert!(file.lines().all(|line| line.chars().count() <= 256));
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    let px = parse(&file);
    let place = |key: &Key| {
        let keyword = key.split('(').next().unwrap();
        ORDER.iter().position(|known| *known == keyword).unwrap_or_else(|| panic!("{key} is no keyword"))
    };
    assert!(px.order.is_sorted_by_key(place), "{:?}", px.order);
    assert!(MANDATORY.iter().all(|keyword| px.order.iter().any(|key| key == keyword)));
    let one = |key: &str| {
        assert_eq!(px.texts[key].len(), 1, "{key}");
        px.texts[key][0].clone()
    };
    assert_eq!([one("CHARSET"), one("CODEPAGE"), one("DECIMALS"), one("AGGREGALLOWED")], ["ANSI", "utf-8", "0", "NO"]);
    assert_eq!(one("CONTENTS"), held(asked.title()));
    assert_eq!([one("TABLEID"), one("MATRIX"), one("SUBJECT-CODE")], ["odd-words"; 3]);
    assert_eq!(px.texts.get("LANGUAGE").is_some_and(|language| language[0] == "fr"), asked.is_french);
    assert_eq!(one("SOURCE"), held(asked.source()));
    assert_eq!([one("DATASYMBOL1"), one("DATASYMBOL2")], ["[c]", "[x]"]);
    let shown = one("NOTEX");
    assert!(shown.contains(&held(asked.method())) && shown.contains(&format!("[c] {}", held(asked.confidential()))));
    assert!(shown.contains(&format!("Licence: {}", held(asked.licence()))));
    let note = one("NOTE");
    assert!(asked.is_french || note.contains("Note: First: one, 'two'; ＃3#Note: Second, in two lines, 100% so#"));
    assert!(note.contains(&asked.receipt_digest()));
    let receipt = note.rsplit_once(": {").map(|(_, rest)| format!("{{{rest}")).unwrap();
    let receipt = receipt.replace("%22", "\"").replace("%23", "#").replace("%0A", "\n").replace("%25", "%");
    assert_eq!(receipt, asked.receipt, "to the byte");

    let variables: Vec<String> =
        ["STUB", "HEADING"].iter().flat_map(|key| px.texts.get(*key).cloned().unwrap_or_default()).collect();
    assert_eq!(px.texts.get("STUB").map_or(0, Vec::len), asked.rows);
    assert_eq!(variables.len(), asked.names.len());
    once(variables.iter().cloned().map(|variable| (variable, ())));
    for (axis, (variable, name)) in variables.iter().zip(&asked.names).enumerate() {
        assert!(variable.starts_with(&held(asked.label(name))), "{variable}");
        let codes = asked.codes(axis);
        assert_eq!(
            px.texts[&format!("CODES(\"{variable}\")")],
            codes.iter().map(|code| held(code)).collect::<Vec<_>>()
        );
        let values = &px.texts[&format!("VALUES(\"{variable}\")")];
        assert_eq!(values.len(), codes.len());
        once(values.iter().cloned().map(|value| (value, ())));
        for (value, code) in values.iter().zip(&codes) {
            assert!(value.starts_with(&held(&asked.code_label(code))), "{value}");
        }
        let total = px.texts.get(&format!("ELIMINATION(\"{variable}\")"));
        assert_eq!(total, codes.contains(&"_T".to_owned()).then(|| vec!["Total".to_owned()]).as_ref());
        let map = px.texts.get(&format!("MAP(\"{variable}\")"));
        assert_eq!(map, name.starts_with("area").then(|| vec![name.clone()]).as_ref());
        let years = px.texts.get(&format!("TIMEVAL(\"{variable}\")"));
        let is_timed = name == "year" && !codes.contains(&"_T".to_owned());
        let expected = is_timed.then(|| ["TLIST(A1)", "2011", "2021"].map(str::to_owned).to_vec());
        assert_eq!(years, expected.as_ref());
    }
    let columns: usize = (asked.rows..asked.names.len()).map(|axis| asked.codes(axis).len()).product();
    assert!(px.data.iter().all(|row| row.len() == columns), "{:?}", px.data);
    let figures: Vec<&String> = px.data.iter().flatten().collect();
    assert_eq!(figures.len(), asked.cells.len());
    for (figure, (_, value, status)) in figures.iter().zip(&asked.cells) {
        let expected = match (value, status.as_str()) {
            (Some(value), _) => value.to_string(),
            (None, "suppressed") => "\".\"".to_owned(),
            (None, _) => "\"..\"".to_owned(),
        };
        assert_eq!(**figure, expected);
    }
}

#[test]
fn every_figure_matches_the_table() {
    asked().iter().for_each(check);
}

/// Exports a table of one dimension with the words that JavaScript passes.
fn made(dimension: &serde_json::Value, id: &str, title: &str, language: &str) -> Px {
    let words = json!({
        "dimensions": [dimension], "filter": [], "areas": null, "method": { "name": "m", "kind": "none", "text": title },
        "cube": { "id": id, "digest": "", "title": title, "unit": title, "notes": [title] },
        "receipt": "", "language": language, "csv": "t.csv",
    });
    let cells = dimension["codes"].as_array().unwrap().len();
    let table = Published::from_json(&words.to_string(), &vec![7.0; cells], &vec![0; cells]).unwrap();
    let file = String::from_utf8(table.write(Format::Px).unwrap()).unwrap();
    let longest = file.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(256), "{longest:?}");
    parse(&file)
}

/// In the specification, a line has at most 256 characters and never ends within a name. An identifier has at most 20
/// characters, and a language code has 2.
#[test]
fn longest_texts_fit_the_lines() {
    let long = "ß\"\n".repeat(100);
    let codes = ["a", "b", "_T"].map(|code| json!({ "code": format!("{code}{}", &"-".repeat(300)[..300 * usize::from(code != "_T")]), "label": long }));
    let dimension = json!({ "name": "x".repeat(300), "label": long, "axis": "row", "role": "geo", "codes": codes });
    let px = made(&dimension, "a-name-of-more-than-twenty-letters", &"long words ".repeat(99), "fil");
    let variable = &px.texts["STUB"][0];
    assert!(variable.starts_with("ß' ß' ") && variable.ends_with('…') && variable.chars().count() == 230);
    let values = &px.texts[&format!("VALUES(\"{variable}\")")];
    assert_eq!(*values, ["", " (2)", " (3)"].map(|number| format!("{variable}{number}")));
    assert_eq!(px.texts[&format!("ELIMINATION(\"{variable}\")")], values[2..]);
    assert_eq!(px.texts[&format!("CODES(\"{variable}\")")][2], "_T");
    assert_eq!(px.texts[&format!("MAP(\"{variable}\")")].concat(), "x".repeat(300));
    assert_eq!(px.texts["TABLEID"], ["a-name-of-more-than-twenty-letters"]);
    assert_eq!([&px.texts["MATRIX"], &px.texts["SUBJECT-CODE"]], [&["a-name-of-more-than-"]; 2]);
    assert!(["SUBJECT-AREA", "CONTENTS", "UNITS"].iter().all(|key| px.texts[*key][0].ends_with('…')));
    assert_eq!(px.texts["TITLE"].concat(), format!("{}, by {}", "long words ".repeat(99), held(&long)));
    assert!(!px.texts.contains_key("LANGUAGE"));
}

#[test]
fn times_have_a_scale_or_are_omitted() {
    let years: Vec<String> = (1950..2030).map(|year| year.to_string()).collect();
    let years: Vec<&str> = years.iter().map(String::as_str).collect();
    let cases: &[(&[&str], &str, &[&str])] = &[
        (&years, "A1", &years),
        (&["2021-S1", "2021-S2"], "H1", &["20211", "20212"]),
        (&["2021-Q3", "2021-Q4"], "Q1", &["20213", "20214"]),
        (&["2021-09", "2021-10"], "M1", &["202109", "202110"]),
        (&["2021-M09", "2021-M10"], "M1", &["202109", "202110"]),
        (&["2021", "2021-Q1"], "", &[]),
        (&["2021", "_T"], "", &[]),
        (&["2021-13"], "", &[]),
        (&["2021-Q5"], "", &[]),
        (&["2021-"], "", &[]),
        (&["spring"], "", &[]),
    ];
    for (codes, scale, times) in cases {
        let listed: Vec<_> = codes.iter().map(|code| json!({ "code": code, "label": code })).collect();
        let px = made(
            &json!({ "name": "t", "label": "T", "axis": "row", "role": "time", "codes": listed }),
            "c",
            "t",
            "FR-ca",
        );
        let said = px.texts.get("TIMEVAL(\"T\")").map(|said| said.join(" "));
        let expected = (!scale.is_empty()).then(|| format!("TLIST({scale}) {}", times.join(" ")));
        assert_eq!(said, expected, "{codes:?}");
        assert_eq!(px.texts["LANGUAGE"], ["fr"]);
    }
}
