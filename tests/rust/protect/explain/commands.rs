//! `cellveil ptable explain` on files.

use serde_json::Value;

use crate::support::program::{self, repository};

/// Returns exit status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    program::texts(program::run(repository("tests/data/ptable"), &[&["ptable", "explain"], arguments].concat()))
}

fn done(arguments: &[&str]) -> String {
    let (status, text, error) = run(arguments);
    assert_eq!((status, &*error), (0, ""), "{arguments:?}");
    text
}

/// Checks every figure of the example in docs/reference/ptables.md.
#[test]
fn document_has_the_output_of_the_command() {
    let document = include_str!("../../../../docs/reference/ptables.md");
    for arguments in [
        &["--value", "2"][..],
        &["--value", "2", "--level", "0.7"],
        &["--value", "0", "--level", "0.8"],
        &["--value", "2", "--frequencies", "0,600,200,50"],
    ] {
        let text = done(&[&["s19_ptable.csv"], arguments].concat());
        let example = format!("    $ cellveil ptable explain small.csv {}\n    {text}", arguments.join(" "));
        assert!(document.contains(&example), "{example}");
    }
}

#[test]
fn command_prints_a_sentence_or_all_figures() {
    let text = done(&["cellkey_d5.csv", "--value", "7"]);
    assert!(
        text.starts_with("7 stands for a count from ") && text.ends_with("it cannot be below 2 or above 12\n"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&done(&["cellkey_d5.csv", "--value", "7", "--format", "json"])).unwrap();
    assert_eq!(
        (&json["value"], &json["least"], &json["most"], &json["prior"]),
        (&7.into(), &2.into(), &12.into(), &"flat".into())
    );
    assert!(json["probability"].as_f64().unwrap() >= 0.9);
    let all: Value =
        serde_json::from_str(&done(&["cellkey_d5.csv", "--value", "7", "--level", "1", "--format", "json"])).unwrap();
    assert_eq!((&all["low"], &all["high"], &all["probability"]), (&2.into(), &12.into(), &1.into()));
    // The table contains only counts of 7, so every value of 7 comes from a count of 7.
    let certain = done(&["cellkey_d5.csv", "--value", "7", "--frequencies", "0,0,0,0,0,0,0,5"]);
    assert_eq!(certain, "7 stands for a count of 7, and no other\n");
    let hidden = done(&["cellkey_d5.csv", "--value", "suppressed", "--threshold", "10"]);
    assert!(
        hidden.starts_with("A suppressed value stands for a count from ") && hidden.contains("it cannot be above 14"),
        "{hidden}"
    );
    let dense = done(&["ptable_10_5.csv.gz", "--value", "15"]);
    assert!(dense.starts_with("15 stands for a count"), "{dense}");
}

#[test]
fn error_names_the_argument() {
    for (arguments, status, parts) in [
        (&["cellkey_d5.csv", "--value", "1"][..], 2, &["--value is 1", "no count is published like this"][..]),
        (&["cellkey_d5.csv", "--value", "suppressed"], 2, &["--value is suppressed", "no count"]),
        (&["cellkey_d5.csv", "--value", "-1"], 2, &["--value is \"-1\""]),
        (&["cellkey_d5.csv", "--value", "7.5"], 2, &["--value is \"7.5\"", "a whole number from 0"]),
        (&["cellkey_d5.csv", "--value", "99999999999999999999"], 2, &["--value", "a whole number"]),
        (&["cellkey_d5.csv", "--value", "7", "--level", "0"], 2, &["--level is \"0\"", "0.9"]),
        (&["cellkey_d5.csv", "--value", "7", "--level", "NaN"], 2, &["--level is \"NaN\""]),
        (&["cellkey_d5.csv", "--value", "7", "--level", "90"], 2, &["--level is \"90\""]),
        (&["cellkey_d5.csv", "--value", "7", "--frequencies", "5,5"], 2, &["none of these counts"]),
        (&["cellkey_d5.csv", "--value", "7", "--frequencies", "a"], 2, &["\"a\" is not a frequency"]),
        (&["cellkey_d5.csv", "--value", "7", "--frequencies", "18446744073709551615,1"], 2, &["--frequencies", "2^53"]),
        (&["nowhere.csv", "--value", "7"], 2, &["nowhere.csv"]),
        (&["README.md", "--value", "7"], 2, &["README.md"]),
        (&["cellkey_d5.csv", "--value", "suppressed", "--threshold", "5000000"], 2, &["more than 2097152 counts"]),
    ] {
        let (found, text, error) = run(arguments);
        assert_eq!((found, &*text), (status, ""), "{arguments:?}: {error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{arguments:?}: {error}");
    }
}
