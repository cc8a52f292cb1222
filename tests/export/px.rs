//! PX, read by a parser of its own that knows the rules of the format: keywords, sub-keys, texts, lines, data.

use std::collections::BTreeMap;

use super::asked::{Asked, asked, once};

/// A keyword with its sub-keys: `VALUES("Sex")`.
type Key = String;

/// Keywords in the order of the specification's section 3.4, as far as they are used.
const ORDER: &[&str] = &[
    "CHARSET",
    "AXIS-VERSION",
    "CODEPAGE",
    "LANGUAGE",
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
    /// Texts: those of a list each, those of a long text joined.
    texts: BTreeMap<Key, Vec<String>>,
    data: Vec<Vec<String>>,
}

/// Reads a file letter by letter.
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

/// The texts of a value; a word or a number as it is.
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
            // TLIST(A1), before years
            letter => texts.last_mut().unwrap().push(letter),
        }
    }
    texts
}

/// As the format can hold it.
fn held(text: &str) -> String {
    text.replace('"', "'").replace('\n', " ")
}

fn check(asked: &Asked) {
    let file = asked.text("px");
    assert!(
        file.lines().all(|line| line.chars().count() <= 256)
            || asked.names.iter().any(|name| asked.label(name).len() > 200)
    );
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
    assert_eq!(px.texts.get("LANGUAGE").is_some_and(|language| language[0] == "fr"), asked.is_french);
    assert_eq!(one("SOURCE"), held(asked.source()));
    assert_eq!([one("DATASYMBOL1"), one("DATASYMBOL2")], ["[c]", "[x]"]);
    let shown = one("NOTEX");
    assert!(shown.contains(&held(asked.method())) && shown.contains(&format!("[c] {}", held(asked.confidential()))));
    assert!(shown.contains(&format!("Licence: {}", held(asked.licence()))));
    let note = one("NOTE");
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
fn every_figure_is_that_of_the_table() {
    asked().iter().for_each(check);
}
