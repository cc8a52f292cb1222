//! Method cards match the code: every parameter with its enforced range, and the properties of the rows.
//! docs/reference/methods.md is the output of the command line.

use std::collections::BTreeSet;

use cellveil::key::{Combine, KeyGroup, Modulus};
use cellveil::protect::{
    Card, CompiledMethod, KeyContext, LAST_ROW, MethodSpec, Parameter, Parameters, Properties, Range, compile,
};
use cellveil::ptable::Ptable;
use serde_json::{Value, json};

use crate::support::program;

fn method(given: &Value) -> Result<MethodSpec, String> {
    MethodSpec::new("m", &Parameters::from_json(&given.to_string())?).map_err(|error| error.problem)
}

/// Returns a method of the kind with its required parameters only.
fn least(kind: &str) -> Value {
    match kind {
        "none" => json!({ "kind": kind }),
        "cell-key" => json!({ "kind": kind, "ptable": "p" }),
        "random-rounding" => json!({ "kind": kind, "base": 5 }),
        "threshold-rounding" => json!({ "kind": kind, "threshold": 10, "base": 5 }),
        "small-cell" => json!({ "kind": kind, "x": 2 }),
        "transition-matrix" => json!({ "kind": kind, "cap": 1, "matrix": [[1, 0], [0.5, 0.5]] }),
        "semi-controlled-rounding" | "controlled-rounding" | "small-count-rounding" => {
            json!({ "kind": kind, "base": 5 })
        }
        "suppression" => json!({ "kind": kind, "threshold": 4 }),
        other => panic!("{other} has a card; expected a method of the kind here"),
    }
}

fn with(kind: &str, parameter: &str, value: impl Into<Value>) -> Value {
    let mut given = least(kind);
    given[parameter] = value.into();
    given
}

fn parameters() -> impl Iterator<Item = (&'static str, &'static Parameter)> {
    Card::ALL.iter().flat_map(|card| card.parameters.iter().map(|parameter| (card.kind, parameter)))
}

#[test]
fn document_is_the_output_of_the_command() {
    let (written, _) = program::succeed(program::REPOSITORY, &["methods", "--format", "markdown"]);
    let docs = program::repository("docs/reference/methods.md");
    let committed = std::fs::read_to_string(docs).unwrap_or_default();
    assert!(
        committed == written,
        "docs/reference/methods.md is not what the cards say; run: target/release/cellveil methods --format markdown > docs/reference/methods.md"
    );
}

#[test]
fn every_kind_has_its_own_card() {
    for card in Card::ALL {
        let method = method(&least(card.kind)).unwrap();
        assert_eq!((method.kind_word(), method.kind.card().title), (card.kind, card.title));
        for text in [card.title, card.source, card.summary] {
            assert!(!text.is_empty());
        }
        assert!(!card.protects_not.is_empty(), "{} says what it does not protect against", card.kind);
    }
    let unknown = method(&json!({ "kind": "" })).unwrap_err();
    let kinds = Card::kinds().collect::<Vec<_>>().join(", ");
    assert!(unknown.ends_with(&format!("expected one of {kinds}")), "{unknown}");
}

#[test]
fn card_lists_exactly_the_parameters_of_its_kind() {
    for card in Card::ALL {
        let error = method(&with(card.kind, "no such", 1)).unwrap_err();
        let (_, list) = error.split_once("; expected one of ").unwrap();
        let accepted: BTreeSet<&str> = list.split(", ").collect();
        let mut on_card: BTreeSet<&str> = card.parameters.iter().map(|parameter| parameter.name).collect();
        on_card.insert("kind");
        assert_eq!(on_card, accepted, "{}", card.kind);
    }
}

#[test]
fn required_parameters_are_required() {
    for (kind, parameter) in parameters() {
        let mut given = least(kind);
        let was_there = given.as_object_mut().unwrap().remove(parameter.name).is_some();
        assert_eq!(was_there, parameter.default.is_none(), "{kind}: {}", parameter.name);
        if was_there {
            let expected = format!("{} is missing; expected {}", parameter.name, parameter.range);
            assert_eq!(method(&given).unwrap_err(), expected, "{kind}");
        }
    }
}

#[test]
fn ranges_are_enforced() {
    for (kind, parameter) in parameters() {
        let Parameter { name, range, .. } = parameter;
        let problem = |value: Value| method(&with(kind, name, value)).err();
        let accepted = |value: Value| {
            // A cap in its range can still be wrong for the matrix.
            let problem = problem(value.clone()).filter(|problem| problem.starts_with(&format!("{name} is ")));
            assert_eq!(problem, None, "{kind}: {name} = {value}");
        };
        let refused = |value: Value| {
            let problem = problem(value.clone()).unwrap_or_else(|| panic!("{kind} accepts {name} = {value}"));
            assert!(
                problem.starts_with(&format!("{name} is ")) && problem.ends_with(&format!("; expected {range}")),
                "{problem}"
            );
        };
        match *range {
            Range::Whole(least, most) => {
                [least, least + 1, most - 1, most].into_iter().for_each(|number| accepted(number.into()));
                least.checked_sub(1).into_iter().chain([most + 1]).for_each(|number| refused(number.into()));
                [json!(-1), json!(2.5)].into_iter().for_each(refused);
            }
            Range::Thousandths(most) => {
                let most = most as f64 / 1000.0;
                [0.001, 1.234, most - 0.001, most].into_iter().for_each(|number| accepted(number.into()));
                [0.0, -0.001, 0.0005, 1.2345, most + 0.001].into_iter().for_each(|number| refused(number.into()));
            }
            Range::Words(words) => {
                words.iter().for_each(|&word| accepted(word.into()));
                ["", "No such"].into_iter().for_each(|word| refused(word.into()));
                assert_eq!(parameter.default, words.first().copied(), "{kind}: {name}");
            }
            Range::Described(_) => assert!(problem(json!({})).is_some(), "{kind}: {name}"),
        }
    }
}

#[test]
fn defaults_are_applied() {
    for (kind, parameter) in parameters() {
        let given: Value = match (parameter.default, parameter.range) {
            (Some(number), Range::Whole(..) | Range::Thousandths(_)) => {
                number.parse::<u64>().map_or(Value::Null, Value::from)
            }
            (Some(text), Range::Described(_)) => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
            (Some(word), _) => word.into(),
            (None, _) => continue,
        };
        let (spoken, silent) = (method(&with(kind, parameter.name, given)).unwrap(), method(&least(kind)).unwrap());
        assert_eq!(
            (&spoken.kind, spoken.totals, spoken.category_keys, spoken.protect_below),
            (&silent.kind, silent.totals, silent.category_keys, silent.protect_below),
            "{kind}: {}",
            parameter.name
        );
    }
}

#[test]
fn small_cell_card_has_the_figures_of_its_rows() {
    let notes = method(&least("small-cell")).unwrap().kind.card().notes.concat();
    assert!(notes.contains(&format!("up to a count of {LAST_ROW}.")));
    // With x = 3, a count of 3 keeps its value with probability 4/9.
    let (outcomes, draws) = rows(&method(&with("small-cell", "x", 3)).unwrap(), 1 << 32, None).distribution(3);
    let stays = outcomes.iter().find(|(noise, _)| *noise == 0).unwrap().1;
    assert!((stays as f64 / draws as f64 - 4.0 / 9.0).abs() < 1e-9);
}

fn rows(method: &MethodSpec, modulus: u64, ptable: Option<&Ptable>) -> CompiledMethod {
    let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(modulus).unwrap()).unwrap();
    compile(method, KeyContext { keys, uniform: true, salt: &[] }, ptable).unwrap()
}

/// Returns the mean noise of a count.
fn mean(rows: &CompiledMethod, count: u64) -> f64 {
    let (outcomes, draws) = rows.distribution(count);
    outcomes.iter().map(|&(noise, weight)| noise as f64 * weight as f64 / draws as f64).sum()
}

/// Returns whether the mean is 0 within 10^-6, whether zeros stay 0, and the largest noise. All come from the
/// distributions of the counts up to `most`.
fn measured(rows: &CompiledMethod, most: u64) -> (bool, bool, u64) {
    let (mut unbiased, mut keeps_zeros, mut largest) = (true, true, 0);
    for count in 0..=most {
        let (outcomes, _) = rows.distribution(count);
        unbiased &= mean(rows, count).abs() <= 1e-6;
        keeps_zeros &= count > 0 || outcomes.iter().all(|&(noise, _)| noise == 0);
        largest = outcomes.iter().map(|(noise, _)| noise.unsigned_abs()).fold(largest, u64::max);
    }
    (unbiased, keeps_zeros, largest)
}

#[test]
fn properties_match_the_rows() {
    let matrix = json!([[1, 0, 0, 0], ["1/2", 0, "1/2", 0], [0, 0.5, 0, 0.5], [0, 0, 0.25, 0.75]]);
    let moves_zeros = json!([["1/3", "2/3", 0], [0.5, 0, 0.5], [0, "1/3", "2/3"]]);
    for (given, most) in [
        (json!({ "kind": "none" }), 20),
        (json!({ "kind": "random-rounding", "base": 2 }), 20),
        (json!({ "kind": "random-rounding", "base": 7 }), 20),
        (json!({ "kind": "random-rounding", "base": 10, "below": 2 }), 30),
        (json!({ "kind": "random-rounding", "base": 3, "hash": "md5", "below": 11 }), 30),
        (json!({ "kind": "threshold-rounding", "threshold": 0, "base": 5 }), 30),
        (json!({ "kind": "threshold-rounding", "threshold": 0, "base": 10 }), 30),
        (json!({ "kind": "small-cell", "x": 0.5 }), 300),
        (json!({ "kind": "small-cell", "x": 2 }), 1500),
        (json!({ "kind": "small-cell", "x": 2, "deviations": [[-1, "3/4"], [3, "1/4"]] }), 1500),
        (json!({ "kind": "transition-matrix", "cap": 1, "matrix": matrix }), 20),
        (json!({ "kind": "transition-matrix", "cap": 3, "matrix": matrix }), 20),
        (json!({ "kind": "transition-matrix", "cap": 2, "matrix": moves_zeros, "zeros": "category-keys" }), 20),
    ] {
        let method = method(&given).unwrap();
        let rows = rows(&method, 1 << 32, None);
        let Properties { unbiased, keeps_zeros, largest_change, .. } = method.properties(Some(&rows));
        let found = (unbiased.unwrap(), keeps_zeros.unwrap(), largest_change.unwrap());
        assert_eq!(found, measured(&rows, most), "{given}");
        let gain = method.properties(Some(&rows)).gain_of_empty_cells.unwrap();
        assert!((gain - mean(&rows, 0)).abs() < 1e-12, "{given}");
        assert!((gain > 0.0) != keeps_zeros.unwrap(), "{given}");
        // For small-cell, only the largest change requires the rows.
        let before = method.properties(None);
        assert_eq!((before.unbiased, before.keeps_zeros), (unbiased, keeps_zeros), "{given}");
        assert!(before.largest_change == largest_change || method.kind_word() == "small-cell", "{given}");
    }
}

#[test]
fn properties_of_cell_key_match_the_ptable() {
    let d5 = include_bytes!("../../data/ptable/cellkey_d5.csv");
    let d5 = Ptable::parse(d5, "d5").unwrap();
    let with_zeros = "i,j,p,v,p_int_lb,p_int_ub\n0,0,0.9,0,0,0.9\n0,1,0.1,1,0.9,1\n1,1,1,0,0,1\n";
    let with_zeros = Ptable::parse(with_zeros.as_bytes(), "zeros").unwrap();
    let dense = |first: i64| {
        let rows = (1..=250).map(|n| format!("{n},0,1\n{n},1,-1\n")).collect::<String>();
        Ptable::parse(format!("pcv,ckey,pvalue\n0,0,{first}\n0,1,3\n{rows}").as_bytes(), "dense").unwrap()
    };
    let key = json!({ "kind": "cell-key", "ptable": "p" });
    let hash = with("cell-key", "lookup", "hash");
    let zeros = with("cell-key", "zeros", "category-keys");
    for (given, ptable, modulus, expected, gain) in [
        (&key, &d5, 1 << 32, (true, true, 5), 0.0),
        (&hash, &d5, 1 << 32, (true, true, 5), 0.0),
        // With 256 keys, all probabilities are multiples of 1/256.
        (&key, &d5, 256, (false, true, 5), 0.0),
        (&key, &with_zeros, 1 << 32, (true, true, 0), 0.0),
        (&zeros, &with_zeros, 1 << 32, (false, false, 1), 0.1),
        // In a dense row 0, all empty cells use the entry of key 0. Empty cells with their own keys use any entry.
        (&key, &dense(0), 256, (true, true, 1), 0.0),
        (&key, &dense(2), 256, (false, false, 2), 2.0),
        (&zeros, &dense(0), 256, (false, false, 3), 1.5),
    ] {
        let method = method(given).unwrap();
        let found = method.properties(Some(&rows(&method, modulus, Some(ptable))));
        let expected = (Some(expected.0), Some(expected.1), Some(expected.2));
        assert_eq!((found.unbiased, found.keeps_zeros, found.largest_change), expected, "{given}");
        assert!((found.gain_of_empty_cells.unwrap() - gain).abs() < 1e-9, "{given}");
        let before = method.properties(None);
        assert_eq!((before.unbiased, before.largest_change), (None, None), "{given}");
    }
    assert_eq!(method(&key).unwrap().properties(None).keeps_zeros, None);
    assert_eq!(method(&hash).unwrap().properties(None).keeps_zeros, Some(true));
    let gain = |given: &Value| method(given).unwrap().properties(None).gain_of_empty_cells;
    assert_eq!((gain(&key), gain(&zeros), gain(&hash)), (None, None, Some(0.0)));
}

#[test]
fn summed_totals_and_fixed_moves_change_the_properties() {
    let of = |given: Value| {
        let found = method(&given).unwrap().properties(None);
        assert!(found.integer);
        (found.consistent, found.consistent_totals, found.additive, found.unbiased)
    };
    for (kind, parameter, value, expected) in [
        ("none", "totals", "own", (true, true, true, Some(true))),
        ("none", "totals", "sum", (true, true, true, Some(true))),
        ("random-rounding", "totals", "own", (true, true, false, Some(true))),
        ("random-rounding", "totals", "sum", (true, false, true, Some(true))),
        ("small-cell", "totals", "sum", (true, false, true, Some(true))),
        ("threshold-rounding", "totals", "own", (true, true, false, Some(false))),
        ("transition-matrix", "control", "none", (true, true, false, Some(false))),
        ("transition-matrix", "control", "total", (false, false, false, Some(false))),
    ] {
        assert_eq!(of(with(kind, parameter, value)), expected, "{kind}, {parameter} = {value}");
    }
    let large_shown = with("random-rounding", "protect_below", 300);
    assert_eq!(of(large_shown), (false, false, false, Some(true)));
    let limited = json!({ "kind": "small-cell", "x": 2, "total_variance": 100, "totals": "sum" });
    assert_eq!(of(limited), (false, false, true, Some(true)));
    let unbiased = json!([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    let fixed = json!({ "kind": "transition-matrix", "cap": 2, "matrix": unbiased, "control": "total" });
    assert_eq!(of(fixed), (false, false, false, Some(true)));
    // A sum without its suppressed parts is too small.
    let suppressed = json!({ "kind": "cell-key", "ptable": "p", "threshold": 3, "totals": "sum" });
    assert_eq!(of(suppressed), (true, false, true, Some(false)));
}

#[test]
fn properties_have_readable_texts() {
    const DEPENDS: &str =
        "The change depends on the records counted, so the same records give the same figure in every table.";
    const OWN: &str = "Totals are treated like any other count, so the figures may not add up to them.";
    const SUM: &str = "Totals are the sums of the figures shown, and may differ between tables.";
    let matrix = json!([[0.5, 0.5], [0.5, 0.5]]);
    for (given, expected) in [
        (
            json!({ "kind": "none", "totals": "sum" }),
            "The counts are shown as they are, without protection.".to_owned(),
        ),
        (
            json!({ "kind": "cell-key", "ptable": "p" }),
            format!("Each count is changed by a small random amount. {DEPENDS} {OWN}"),
        ),
        (
            json!({ "kind": "cell-key", "ptable": "p", "threshold": 10, "zeros": "category-keys", "totals": "sum" }),
            format!(
                "Each count is changed by a small random amount. {DEPENDS} Figures below 10 after this change are \
                 suppressed, 0 included. Some empty cells are shown with a small figure. {SUM}"
            ),
        ),
        (
            json!({ "kind": "random-rounding", "base": 5 }),
            format!("Each count is rounded up or down, at random, to a multiple of 5. {DEPENDS} {OWN}"),
        ),
        (
            json!({ "kind": "random-rounding", "base": 3, "below": 10 }),
            format!("Each count below 10 is rounded up or down, at random, to a multiple of 3. {DEPENDS} {OWN}"),
        ),
        (
            json!({ "kind": "threshold-rounding", "threshold": 10, "base": 5 }),
            format!(
                "Counts below 10, 0 included, are suppressed, the others rounded to the nearest multiple of 5. {OWN}"
            ),
        ),
        (
            json!({ "kind": "threshold-rounding", "threshold": 1, "base": 3 }),
            format!("Counts of 0 are suppressed, the others rounded to the nearest multiple of 3. {OWN}"),
        ),
        (
            json!({ "kind": "threshold-rounding", "threshold": 0, "base": 3, "totals": "sum" }),
            format!("Each count is rounded to the nearest multiple of 3. {SUM}"),
        ),
        (
            json!({ "kind": "small-cell", "x": 2.5 }),
            format!(
                "In each count some records, 2.5 on average, are counted three times or not at all, at random; in counts \
                 up to 2 all records are. {DEPENDS} {OWN}"
            ),
        ),
        (
            json!({ "kind": "small-cell", "x": 1, "totals": "sum" }),
            format!(
                "In each count some records, 1 on average, are counted three times or not at all, at random; a count \
                 of 1 always changes. {DEPENDS} {SUM}"
            ),
        ),
        (
            json!({ "kind": "small-cell", "x": 0.25, "deviations": [[-1, "7/12"], [1, "1/4"], [2, "1/6"]] }),
            format!(
                "In each count some records, 0.25 on average, are counted up to 3 times or not at all, at \
                 random. {DEPENDS} {OWN}"
            ),
        ),
        (
            json!({ "kind": "small-cell", "x": 2, "total_variance": 100, "totals": "sum" }),
            format!(
                "In each count some records, 2 on average, are counted three times or not at all, at random; in counts \
                 up to 2 all records are. The same records may give different figures in different tables. {SUM}"
            ),
        ),
        (
            json!({ "kind": "small-cell", "x": 0.25 }),
            format!(
                "In each count some records, 0.25 on average, are counted three times or not at all, at random. \
                 {DEPENDS} {OWN}"
            ),
        ),
        (
            json!({ "kind": "transition-matrix", "cap": 1, "matrix": matrix, "zeros": "category-keys" }),
            format!(
                "Each count may change to another value, with fixed probabilities. {DEPENDS} Some empty cells are \
                 shown with a small figure. {OWN}"
            ),
        ),
        (
            json!({ "kind": "transition-matrix", "cap": 1, "matrix": [[1, 0], [0.5, 0.5]], "control": "total" }),
            format!(
                "Fixed probabilities set the number of counts in each table that change to other values. The same \
                 records may give different figures in different tables. {OWN}"
            ),
        ),
    ] {
        assert_eq!(method(&given).unwrap().text(), expected);
    }
}

#[test]
fn command_prints_the_cards() {
    let run =
        |arguments: &[&str]| program::texts(program::run(program::REPOSITORY, &[&["methods"], arguments].concat()));
    let (status, text, _) = run(&[]);
    assert_eq!(status, 0);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "lines fit a terminal");
    for card in Card::ALL {
        assert!(text.contains(&format!("{} ({})\n", card.title, card.kind)));
    }
    let (_, one, _) = run(&["random-rounding"]);
    assert!(one.starts_with("Random rounding (random-rounding)\n") && text.contains(&one));
    let (_, json, _) = run(&["small-cell", "--format", "json"]);
    let cards: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((cards.as_array().unwrap().len(), &cards[0]["kind"]), (1, &json!("small-cell")));
    assert_eq!(cards[0]["parameters"][0]["default"], Value::Null);
    assert!(cards[0]["protectsNot"].is_array());
    let (status, _, message) = run(&["rounding"]);
    assert_eq!(status, 2);
    assert!(message.contains("\"rounding\" is not a kind of method; expected one of none, cell-key,"), "{message}");
}
