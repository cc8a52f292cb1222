//! PX, the file format of PC-Axis and PxWeb (Statistics Sweden, PX-file format specification, AXIS-VERSION 2013): keywords, then the
//! figures by rows.

use super::Published;
use super::words::{distinct, labels};
use crate::cube::{Role, TOTAL};
use crate::protect::Status;
use crate::table::Heading;

/// Characters of a name or of a line of names; the specification allows 256.
const LINE: usize = 250;
/// Of a text in one line, which its keyword may stand before.
const TEXT: usize = 200;

/// A table as a PX file, in UTF-8, lines ended by `\r\n` as its readers on Windows expect.
pub(super) fn to_px(table: &Published) -> String {
    let cube = &table.cube;
    let variables: Vec<String> = distinct(labels(&table.headings).iter().map(|label| name(label)));
    let values: Vec<Vec<String>> =
        table.headings.iter().map(|heading| distinct(heading.codes.iter().map(|code| name(&code.label)))).collect();
    let mut px = Px::default();
    px.text("CHARSET", "ANSI");
    px.text("AXIS-VERSION", "2013");
    px.text("CODEPAGE", "utf-8");
    if let Some(language) = &table.language {
        px.text("LANGUAGE", language.split('-').next().unwrap_or_default());
    }
    px.word("DECIMALS", "0");
    px.word("SHOWDECIMALS", "0");
    px.text("MATRIX", &cube.id);
    // What was protected cell by cell does not add up: readers must not sum values up into a total.
    px.word("AGGREGALLOWED", "NO");
    px.text("SUBJECT-CODE", &cube.id);
    px.text("SUBJECT-AREA", &cube.title);
    px.text("DESCRIPTION", &table.title());
    px.text("TITLE", &table.title());
    px.text("CONTENTS", &cube.title);
    px.text("UNITS", &cube.unit);
    let (stub, heading) = variables.split_at(table.rows());
    if variables.is_empty() {
        // A table of one cell: a file needs a variable.
        px.list("STUB", &[name(&cube.unit)]);
        px.list(&key("VALUES", &name(&cube.unit)), &[name(&cube.title)]);
    }
    for (keyword, names) in [("STUB", stub), ("HEADING", heading)] {
        if !names.is_empty() {
            px.list(keyword, names);
        }
    }
    let each = || table.headings.iter().zip(&variables).zip(&values);
    for ((_, variable), values) in each() {
        px.list(&key("VALUES", variable), values);
    }
    for ((heading, variable), _) in each().filter(|((heading, _), _)| is_years(heading)) {
        let years: Vec<String> = heading.codes.iter().map(|code| quoted(&code.code)).collect();
        px.lines(&key("TIMEVAL", variable), &format!("TLIST(A1),{}", years.join(",")));
    }
    for ((heading, variable), _) in each() {
        px.list(&key("CODES", variable), &distinct(heading.codes.iter().map(|code| name(&code.code))));
    }
    for ((heading, variable), _) in each().filter(|((heading, _), _)| heading.role == Some(Role::Geo)) {
        px.text(&key("MAP", variable), &heading.name);
    }
    for ((heading, variable), values) in each() {
        if let Some(total) = heading.codes.iter().position(|code| code.code == TOTAL) {
            px.text(&key("ELIMINATION", variable), &values[total]);
        }
    }
    let fields = [("CONTACT", &cube.contact), ("REFPERIOD", &cube.period), ("SOURCE", &cube.source)];
    for (keyword, words) in fields {
        if let Some(words) = words {
            px.text(keyword, words);
        }
    }
    px.text("NOTEX", &notes(table, true));
    px.text("NOTE", &notes(table, false));
    for (number, (mark, _)) in (1..).zip(table.legend()) {
        px.text(&format!("DATASYMBOL{number}"), &mark);
    }
    px.data(table, heading.iter().zip(&values[table.rows()..]).map(|(_, values)| values.len()).product());
    px.text
}

/// What must be shown with the figures: method, shorthand, licence; or what may be: the rest, and the receipt. `#` is a new line.
fn notes(table: &Published, shown: bool) -> String {
    let is_shown = |about: &str| matches!(about, "Only" | "Method" | "Shorthand" | "Licence");
    let elsewhere = |about: &str| matches!(about, "Title" | "Unit" | "Source" | "Period" | "Contact");
    let notes = table.notes().into_iter().filter(|(about, _)| is_shown(about) == shown && !elsewhere(about));
    let mut lines: Vec<String> = notes.map(|(about, words)| format!("{about}: {}", flat(&words))).collect();
    if !shown {
        lines.push(format!("Receipt, digest: {}", table.receipt_digest()));
        lines.push(table.verification().to_owned());
        lines.push(format!(
            "Receipt, with %22 for each quotation mark, %23, %25 and %0A for the signs that PX takes: {}",
            encoded(&table.receipt)
        ));
    }
    lines.join("#")
}

/// A receipt without the signs that a PX text cannot hold.
fn encoded(receipt: &str) -> String {
    receipt.replace('%', "%25").replace('"', "%22").replace('#', "%23").replace('\n', "%0A")
}

/// `KEYWORD("variable")`.
fn key(keyword: &str, variable: &str) -> String {
    format!("{keyword}({})", quoted(variable))
}

/// The name of a variable or a value: one line, of at most [`LINE`] characters, which must not be cut.
fn name(text: &str) -> String {
    let text = plain(&flat(text));
    if text.chars().count() <= LINE { text } else { text.chars().take(LINE - 1).chain(['…']).collect() }
}

/// A text in one line.
fn flat(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A text without the sign that ends it: PX knows no way to write a quotation mark inside a text.
fn plain(text: &str) -> String {
    text.replace('"', "'")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(&flat(text)))
}

/// Whether a dimension's codes are years, as PX knows them.
fn is_years(heading: &Heading) -> bool {
    let is_year = |code: &str| code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit());
    heading.role == Some(Role::Time) && heading.codes.iter().all(|code| is_year(&code.code))
}

/// A file on its way.
#[derive(Default)]
struct Px {
    text: String,
}

impl Px {
    /// A keyword with a word or a number.
    fn word(&mut self, keyword: &str, word: &str) {
        self.lines(keyword, word);
    }

    /// A keyword with a text, cut into lines where it is long.
    fn text(&mut self, keyword: &str, text: &str) {
        let letters: Vec<char> = plain(&flat(text)).chars().collect();
        let mut lines: Vec<String> =
            letters.chunks(TEXT).map(|line| format!("\"{}\"", String::from_iter(line))).collect();
        if lines.is_empty() {
            lines.push("\"\"".to_owned());
        }
        self.lines(keyword, &lines.join("\r\n"));
    }

    /// A keyword with texts, cut into lines after commas.
    fn list(&mut self, keyword: &str, texts: &[String]) {
        let mut lines = String::new();
        let mut length = keyword.chars().count() + 1;
        for (number, text) in texts.iter().enumerate() {
            let text = quoted(text);
            let letters = text.chars().count() + 1;
            if number > 0 {
                lines.push(',');
                if length + letters > LINE {
                    lines.push_str("\r\n");
                    length = 0;
                }
            }
            length += letters;
            lines.push_str(&text);
        }
        self.lines(keyword, &lines);
    }

    fn lines(&mut self, keyword: &str, lines: &str) {
        self.text += &format!("{keyword}={lines};\r\n");
    }

    /// The figures: a line for each place of the stub, of as many as the heading has places, with a blank after each.
    fn data(&mut self, table: &Published, columns: usize) {
        self.text += "DATA=\r\n";
        for cell in 0..table.len() {
            match table.status()[cell] {
                Status::Shown => self.text += &table.value(cell).unwrap_or_default().to_string(),
                // What stands for it, DATASYMBOL1 and DATASYMBOL2 say.
                Status::Suppressed => self.text += "\".\"",
                Status::Blocked => self.text += "\"..\"",
            }
            self.text.push(' ');
            if (cell + 1) % columns.max(1) == 0 {
                self.text += "\r\n";
            }
        }
        self.text += ";\r\n";
    }
}
