//! docs/evidence/attacks.md is the output of `cellveil study attacks`, and the publisher's guide repeats one of its tables.

use super::{command, written};
use crate::support::program::repository;

const DOC: &str = "docs/evidence/attacks.md";
const GUIDE: &str = "docs/guide/publish.md";

fn read(path: &str) -> String {
    std::fs::read_to_string(repository(path)).unwrap()
}

#[test]
fn the_document_has_the_part_of_the_survey() {
    let part = written(&["attacks", "--part", "survey"]);
    assert!(part.starts_with("### Dataset: survey\n"), "{part}");
    assert!(read(DOC).contains(&part), "{DOC} does not have this part; expected:\n{part}");
}

#[test]
#[ignore = "long: audits many populations"]
fn the_document_has_the_parts_of_the_command_line() {
    for name in ["census", "geography", "sparse", "swapping"] {
        let part = written(&["attacks", "--part", name]);
        assert!(read(DOC).contains(part.trim_end()), "{DOC} does not have the part {name}; expected:\n{part}");
    }
}

/// `npm run test:long` skips this test by its name, unless `CELLVEIL_ALL` is set.
#[test]
#[ignore = "long: audits many populations, for five minutes of a processor"]
fn the_whole_document_of_the_attacks_is_what_the_command_line_writes() {
    let page = written(&["attacks", "--format", "markdown"]);
    assert!(read(DOC) == page, "run: target/release/cellveil study attacks --output {DOC}");
}

/// The lines of the table that starts with this heading.
fn table(text: &str, heading: &str) -> String {
    let (_, rest) = text.split_once(heading).unwrap_or_else(|| panic!("no table {heading}"));
    rest.lines().take_while(|line| line.is_empty() || line.starts_with('|')).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_guide_has_the_verdicts_of_the_document() {
    const HEADING: &str = "| persons | tables of up to | `light` | `standard` | `strong` |\n";
    let [guide, doc] = [GUIDE, DOC].map(|path| table(&read(path), HEADING));
    assert_eq!(guide.trim(), doc.trim());
    assert_eq!(doc.trim().lines().count(), 10, "{doc}");
}

#[test]
fn the_attacks_have_parts_and_one_format() {
    for (arguments, message) in [
        (["attacks", "--format", "json"], "--format: the attacks are written in markdown only"),
        (["abs-2005", "--part", "survey"], "--part: only the name attacks has parts"),
    ] {
        let output = command(&arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(message) && output.stdout.is_empty(), "{error}");
    }
}
