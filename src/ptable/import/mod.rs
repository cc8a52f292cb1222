//! Published p-table files, read as text. The header decides the format; `dense` and `interval` read the lines below it.

mod dense;
mod interval;
#[cfg(test)]
mod tests;

use super::error::quoted;
use super::{Flaw, Place, Ptable, PtableError};

pub(super) fn parse(bytes: &[u8], name: &str) -> Result<Ptable, PtableError> {
    let file = File { name };
    // Windows tools put a byte order mark before UTF-8 text.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        file.error(Some(line), None, Flaw::NotText)
    })?;
    let mut lines = lines(text);
    let Some((number, header)) = lines.next() else {
        return Err(file.error(None, None, Flaw::Empty));
    };
    let separator = if header.contains(';') { ';' } else { ',' };
    let mut names = Vec::new();
    split(header, separator, &mut names);
    // R's write.csv heads the column of row names with an empty string unless told to leave it out.
    let skip = usize::from(names.first().is_some_and(|name| name.is_empty()));
    let columns = names[skip..].iter().map(|name| name.to_ascii_lowercase()).collect();
    let header = Header { columns, skip, separator };
    if let Some(columns) = dense::Columns::of(&header) {
        dense::parse(file, &header, columns, lines).map(Ptable::Dense)
    } else if let Some(columns) = interval::Columns::of(&header) {
        interval::parse(file, &header, columns, lines).map(Ptable::Interval)
    } else {
        Err(file.error(Some(number), None, Flaw::Header(quoted(&names.join(&separator.to_string())))))
    }
}

/// The lines that hold something, with their numbers from 1. A file may end in empty lines.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// A file being read: the place of every error.
#[derive(Clone, Copy)]
struct File<'a> {
    name: &'a str,
}

impl File<'_> {
    fn error(self, line: Option<u64>, column: Option<&'static str>, flaw: Flaw) -> PtableError {
        PtableError::File { place: Place { name: self.name.into(), line, column }, flaw }
    }

    /// Gives an error of the table as a whole the file's name.
    fn whole(self, error: PtableError) -> PtableError {
        match error {
            PtableError::Table(flaw) => self.error(None, None, flaw),
            other => other,
        }
    }
}

/// What the header says of the lines below it.
struct Header {
    columns: Vec<String>,
    /// Columns before these: 1 with row names, else 0.
    skip: usize,
    separator: char,
}

impl Header {
    /// Where a column is in a line.
    fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column).map(|at| at + self.skip)
    }

    /// Whether there are exactly so many columns: what is left over would be unknown or there twice.
    fn has(&self, columns: usize) -> bool {
        self.columns.len() == columns
    }

    fn split<'a>(&self, line: &'a str, fields: &mut Vec<&'a str>) -> Result<(), Flaw> {
        split(line, self.separator, fields);
        let expected = self.columns.len() + self.skip;
        if fields.len() == expected { Ok(()) } else { Err(Flaw::FieldCount { found: fields.len(), expected }) }
    }
}

/// Cuts a line into trimmed, unquoted fields. Enough for numbers: a doubled quote in a quoted field is left as it
/// is, and a line break in one is not foreseen; neither can be part of a number.
fn split<'a>(line: &'a str, separator: char, fields: &mut Vec<&'a str>) {
    fields.clear();
    let mut quoted = false;
    let parts = line.split(|c| {
        quoted ^= c == '"';
        c == separator && !quoted
    });
    fields.extend(parts.map(|part| {
        let part = part.trim();
        part.strip_prefix('"').and_then(|part| part.strip_suffix('"')).map_or(part, str::trim)
    }));
}

/// A whole number from 0 to `most`: digits only.
fn natural(text: &str, most: u32, expected: &'static str) -> Result<u32, Flaw> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number <= most => Ok(number),
        _ => Err(Flaw::NotWhole { value: quoted(text), expected }),
    }
}

/// A noise. How large it may be is for the table to say.
fn noise(text: &str) -> Result<i64, Flaw> {
    text.parse().map_err(|_| Flaw::NotWhole { value: quoted(text), expected: "a whole number, the noise" })
}
