//! Export to PX, the file format of PC-Axis and PxWeb: keywords, then the figures by rows. Source: Statistics Sweden,
//! PX-file format specification, AXIS-VERSION 2013.

use super::Published;
use super::words::{distinct, labels};
use crate::dimension::{Role, TOTAL};
use crate::protect::Status;
use crate::table::Heading;

/// Maximum number of characters in a line.
const LINE: usize = 256;
/// Maximum number of characters in a name. A name cannot continue on a second line. With this limit, a line also has
/// room for the longest keyword, parentheses and the number of a repeated name.
const NAME: usize = 230;
/// Maximum number of characters of a text in one line. The rest of the line has room for the keyword.
const TEXT: usize = 200;
/// Maximum number of characters in the identifiers of a table and its subject.
const SHORT: usize = 20;

/// A table as a PX file in UTF-8. Lines end with `\r\n`, as readers on Windows expect.
pub(super) fn to_px(table: &Published) -> String {
    let cube = &table.cube;
    let variables: Vec<String> = distinct(labels(&table.headings).iter().map(|label| name(label)));
    let values: Vec<Vec<String>> =
        table.headings.iter().map(|heading| distinct(heading.codes.iter().map(|code| name(&code.label)))).collect();
    let mut px = Px::default();
    px.text("CHARSET", "ANSI");
    px.text("AXIS-VERSION", "2013");
    px.text("CODEPAGE", "utf-8");
    // The specification allows only languages with two letters.
    let primary = table.language.as_deref().and_then(|language| language.split('-').next());
    if let Some(language) = primary.filter(|primary| primary.len() == 2) {
        px.text("LANGUAGE", &language.to_ascii_lowercase());
    }
    px.line("TABLEID", &cube.id);
    px.word("DECIMALS", &table.decimals.to_string());
    px.word("SHOWDECIMALS", &table.decimals.to_string());
    px.line("MATRIX", short(&cube.id));
    // Perturbed cells are not additive, so programs must not add values up to a total.
    px.word("AGGREGALLOWED", "NO");
    px.line("SUBJECT-CODE", short(&cube.id));
    px.line("SUBJECT-AREA", &cube.title);
    px.text("DESCRIPTION", &table.title());
    px.text("TITLE", &table.title());
    px.line("CONTENTS", &cube.title);
    px.line("UNITS", &cube.unit);
    let (stub, heading) = variables.split_at(table.rows());
    if variables.is_empty() {
        // A PX file needs a variable, even for a table of one cell.
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
    for ((heading, variable), _) in each() {
        if let Some((scale, times)) = times(heading) {
            let times = times.iter().map(|time| quoted(time));
            px.items(&key("TIMEVAL", variable), [format!("TLIST({scale})")].into_iter().chain(times));
        }
    }
    for ((heading, variable), _) in each() {
        px.list(&key("CODES", variable), &distinct(heading.codes.iter().map(|code| name(&code.code))));
    }
    for ((heading, variable), _) in each().filter(|((heading, _), _)| heading.role == Some(Role::Geo)) {
        px.text(&key("MAP", variable), &heading.name);
    }
    for ((heading, variable), values) in each() {
        if let Some(total) = heading.codes.iter().position(|code| code.code == TOTAL) {
            px.list(&key("ELIMINATION", variable), &values[total..=total]);
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

/// Joins notes. If `shown` is true, joins the notes that programs must show with the figures: population, method,
/// shorthand, licence. Otherwise joins the receipt and the notes that no other keyword contains. `#` means a new line
/// in PX, so a `#` in a note becomes its full-width form.
fn notes(table: &Published, shown: bool) -> String {
    let is_shown = |about: &str| matches!(about, "Only" | "Method" | "Shorthand" | "Licence");
    let elsewhere = |about: &str| matches!(about, "Title" | "Unit" | "Source" | "Period" | "Contact");
    let notes = table.notes().into_iter().filter(|(about, _)| is_shown(about) == shown && !elsewhere(about));
    let mut lines: Vec<String> =
        notes.map(|(about, words)| format!("{about}: {}", flat(&words).replace('#', "＃"))).collect();
    if let Some(proof) = table.proof().filter(|_| !shown) {
        lines.push(format!("Receipt, digest: {}", proof.digest));
        lines.push(proof.verification.to_owned());
        lines.push(format!(
            "Receipt, with %22 for each quotation mark, %23, %25 and %0A for the signs that PX takes: {}",
            encoded(proof.text)
        ));
    }
    lines.join("#")
}

/// Encodes the characters of a receipt that a PX text cannot contain.
fn encoded(receipt: &str) -> String {
    receipt.replace('%', "%25").replace('"', "%22").replace('#', "%23").replace('\n', "%0A")
}

/// Makes `KEYWORD("variable")`.
fn key(keyword: &str, variable: &str) -> String {
    format!("{keyword}({})", quoted(variable))
}

/// The name of a variable or a value, or a code, as one line of at most [`NAME`] characters.
fn name(text: &str) -> String {
    let text = plain(&flat(text));
    if text.chars().count() <= NAME { text } else { text.chars().take(NAME - 1).chain(['…']).collect() }
}

/// The first [`SHORT`] characters of an identifier. `TABLEID` contains the full identifier.
fn short(id: &str) -> &str {
    id.char_indices().nth(SHORT).map_or(id, |(end, _)| &id[..end])
}

/// A text on one line: each control character becomes a space.
fn flat(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A text with apostrophes instead of quotation marks, because PX cannot escape a quotation mark.
fn plain(text: &str) -> String {
    text.replace('"', "'")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(&flat(text)))
}

/// The time scale of a dimension and its periods in PX form, if all its codes are years, halves, quarters or months.
/// The codes have the form of SDMX: `2021`, `2021-S1`, `2021-Q1`, `2021-03` or `2021-M03`.
fn times(heading: &Heading) -> Option<(&'static str, Vec<String>)> {
    if heading.role != Some(Role::Time) {
        return None;
    }
    let times: Option<Vec<_>> = heading.codes.iter().map(|code| time(&code.code)).collect();
    let times = times?;
    let (scale, _) = *times.first()?;
    let one = times.iter().all(|(other, _)| *other == scale);
    one.then(|| (scale, times.into_iter().map(|(_, time)| time).collect()))
}

fn time(code: &str) -> Option<(&'static str, String)> {
    let (year, rest) = code.split_at_checked(4)?;
    let (scale, part) = match rest.as_bytes() {
        [] => ("A1", ""),
        [b'-', b'S', b'1'..=b'2'] => ("H1", &rest[2..]),
        [b'-', b'Q', b'1'..=b'4'] => ("Q1", &rest[2..]),
        [b'-', b'M', b'0', b'1'..=b'9'] | [b'-', b'M', b'1', b'0'..=b'2'] => ("M1", &rest[2..]),
        [b'-', b'0', b'1'..=b'9'] | [b'-', b'1', b'0'..=b'2'] => ("M1", &rest[1..]),
        _ => return None,
    };
    year.bytes().all(|byte| byte.is_ascii_digit()).then(|| (scale, format!("{year}{part}")))
}

/// A PX file that is being written.
#[derive(Default)]
struct Px {
    text: String,
}

impl Px {
    /// Writes a keyword with a word or a number.
    fn word(&mut self, keyword: &str, word: &str) {
        self.lines(keyword, word);
    }

    /// Writes a keyword with a text that must fit on one line.
    fn line(&mut self, keyword: &str, text: &str) {
        self.lines(keyword, &quoted(&name(text)));
    }

    /// Writes a keyword with a text. Long texts are split into lines.
    fn text(&mut self, keyword: &str, text: &str) {
        let letters: Vec<char> = plain(&flat(text)).chars().collect();
        let mut lines: Vec<String> =
            letters.chunks(TEXT).map(|line| format!("\"{}\"", String::from_iter(line))).collect();
        if lines.is_empty() {
            lines.push("\"\"".to_owned());
        }
        let first = keyword.chars().count() + 2 + lines[0].chars().count();
        let before = if first > LINE { "\r\n" } else { "" };
        self.lines(keyword, &format!("{before}{}", lines.join("\r\n")));
    }

    /// Writes a keyword with a list of texts.
    fn list(&mut self, keyword: &str, texts: &[String]) {
        self.items(keyword, texts.iter().map(|text| quoted(text)));
    }

    /// Writes a keyword with a list. Line breaks may come before the first item or after commas.
    fn items(&mut self, keyword: &str, items: impl Iterator<Item = String>) {
        let mut lines = String::new();
        let mut length = keyword.chars().count() + 1;
        for (number, item) in items.enumerate() {
            if number > 0 {
                lines.push(',');
            }
            // Add one for the comma or semicolon after the item.
            let letters = item.chars().count() + 1;
            if length + letters > LINE {
                lines.push_str("\r\n");
                length = 0;
            }
            length += letters;
            lines.push_str(&item);
        }
        self.lines(keyword, &lines);
    }

    fn lines(&mut self, keyword: &str, lines: &str) {
        self.text += &format!("{keyword}={lines};\r\n");
    }

    /// Writes the figures: one line for each place of the stub, with one figure for each place of the heading. A space
    /// follows each figure.
    fn data(&mut self, table: &Published, columns: usize) {
        self.text += "DATA=\r\n";
        for cell in 0..table.len() {
            match table.status()[cell] {
                Status::Shown => self.text += &table.text(cell).unwrap_or_default(),
                // DATASYMBOL1 and DATASYMBOL2 define the symbols for missing values.
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
