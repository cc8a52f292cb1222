//! Cuts CSV into rows without changing a byte.

use std::io::{self, BufRead, Read};

/// The longest row in bytes, as for the reader of records. A quote that is never closed would make the rest of a file one
/// row, and so would a file without ends of lines.
const LONGEST: usize = 1 << 28;

/// What a call of [`next`] found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A row with its end of line.
    Row,
    /// An empty line.
    Blank,
    /// The end of the file.
    End,
    /// A quote that is never closed, or a row beyond the limit.
    Open,
    /// A carriage return without a line feed, which ends a row for the reader of records.
    Return,
}

/// Where a byte of a row stands. The reader of records has the same rules: quotes begin only at the start of a field, and
/// other quotation marks are plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::input) enum Place {
    Start,
    Plain,
    Quoted,
    /// After a quotation mark that closes the field, unless another one follows.
    Closed,
}

impl Place {
    /// The place after a byte. `separators` end a field outside quotes.
    pub fn after(self, byte: u8, separators: &[u8]) -> Self {
        match (self, byte) {
            (Self::Start | Self::Closed, b'"') => Self::Quoted,
            (Self::Quoted, b'"') => Self::Closed,
            (Self::Quoted, _) => Self::Quoted,
            _ if separators.contains(&byte) => Self::Start,
            _ => Self::Plain,
        }
    }
}

/// The bytes that some programs write before UTF-8 text.
pub(in crate::input) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads the next row into `row`, with its end of line. A line feed within quotes does not end a row. Before the header is
/// known, each possible separator ends a field.
pub(super) fn next(text: &mut impl BufRead, row: &mut Vec<u8>, separators: &[u8]) -> io::Result<Found> {
    row.clear();
    let mut place = Place::Start;
    loop {
        let before = row.len();
        let room = (LONGEST + 1).saturating_sub(before) as u64;
        let read = text.by_ref().take(room).read_until(b'\n', row)?;
        if row.len() > LONGEST {
            return Ok(Found::Open);
        }
        let from = if before == 0 && row.starts_with(MARK) { MARK.len() } else { before };
        let line = row[from..].strip_suffix(b"\n").unwrap_or(&row[from..]);
        for (at, &byte) in line.iter().enumerate() {
            let is_end = at + 1 == line.len() && row.ends_with(b"\n");
            if byte == b'\r' && place != Place::Quoted {
                if !is_end {
                    return Ok(Found::Return);
                }
                continue;
            }
            place = place.after(byte, separators);
        }
        let is_open = place == Place::Quoted;
        match read {
            0 if row.is_empty() => return Ok(Found::End),
            _ if is_open && read == 0 => return Ok(Found::Open),
            _ if is_open => {}
            _ if content(row).is_empty() => return Ok(Found::Blank),
            _ => return Ok(Found::Row),
        }
    }
}

/// A row without its end of line.
pub(super) fn content(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

/// The fields of a row, still in their quotes.
pub(super) fn fields(row: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(content(row));
    std::iter::from_fn(move || {
        let text = rest?;
        let mut place = Place::Start;
        let end = text.iter().position(|&byte| {
            let is_end = byte == separator && place != Place::Quoted;
            place = place.after(byte, &[separator]);
            is_end
        });
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// The value of a field: without quotes around it, and with a pair of quotes as one.
pub(super) fn value(field: &[u8]) -> Option<String> {
    let inner = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\""));
    let text = std::str::from_utf8(inner.unwrap_or(field)).ok()?;
    Some(if inner.is_some() { text.replace("\"\"", "\"") } else { text.to_owned() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_bytes() {
        let text = b"a;b\r\n\"x\ny\";1\r\n\r\n2;\"a\"\"b\"";
        let (mut text, mut row, mut rows) = (&text[..], Vec::new(), Vec::new());
        loop {
            match next(&mut text, &mut row, b";").unwrap() {
                Found::End => break,
                found => rows.push((found, row.clone())),
            }
        }
        let expected = [
            (Found::Row, &b"a;b\r\n"[..]),
            (Found::Row, b"\"x\ny\";1\r\n"),
            (Found::Blank, b"\r\n"),
            (Found::Row, b"2;\"a\"\"b\""),
        ];
        assert_eq!(rows, expected.map(|(found, row)| (found, row.to_vec())));
        let values: Vec<_> = fields(&rows[3].1, b';').map(|field| value(field).unwrap()).collect();
        assert_eq!(values, ["2", "a\"b"]);
        assert_eq!(next(&mut &b"a,\"b\nc\n"[..], &mut row, b",").unwrap(), Found::Open);
        assert_eq!(next(&mut &b"a,b\rc,d\r"[..], &mut row, b",").unwrap(), Found::Return);
    }

    #[test]
    fn quotation_marks_within_a_field_are_text() {
        let mut row = Vec::new();
        let mut text = &b"A,5\" pipe\nB,\"6\"\" pipe\"\nC,\"7\"x\",8\n"[..];
        for expected in [&["A", "5\" pipe"][..], &["B", "6\" pipe"], &["C", "\"7\"x\"", "8"]] {
            assert_eq!(next(&mut text, &mut row, b",").unwrap(), Found::Row);
            let values: Vec<_> = fields(&row, b',').map(|field| value(field).unwrap()).collect();
            if expected.len() == 2 {
                assert_eq!(values, expected);
            } else {
                assert_eq!(values.len(), 3);
            }
        }
    }
}
