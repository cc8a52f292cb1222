//! Adds a column of keys to CSV. Each row is copied byte for byte, with a separator and the key before its end.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::rc::Rc;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::rows::{Found, MARK, content, fields, next, value};
use super::{InputError, KeyingError, Keys, Progress, position};
use crate::base::separator;
use crate::build::collect::RowLocation;
use crate::host::fs::File;
use crate::input::BATCH;
use crate::input::counted::Counted;

const BUFFER: usize = 1 << 16;

pub(super) fn write(
    file: File,
    gzip: bool,
    name: &str,
    keys: &mut Keys<'_>,
    out: &mut impl Write,
    progress: &mut dyn FnMut(Progress),
) -> Result<u64, KeyingError> {
    let total = file.metadata().map_or(0, |metadata| metadata.len());
    let bytes = Rc::new(Cell::new(0));
    let text = BufReader::with_capacity(BUFFER, Counted { file, bytes: Rc::clone(&bytes) });
    let progress = &mut |rows| progress(Progress { rows, done: bytes.get(), total });
    if gzip {
        let text = BufReader::with_capacity(BUFFER, MultiGzDecoder::new(text));
        let mut packed = GzEncoder::new(out, Compression::default());
        let rows = copy(text, name, "gzip", keys, &mut packed, progress)?;
        packed.finish().map_err(KeyingError::Write)?;
        Ok(rows)
    } else {
        copy(text, name, "CSV", keys, out, progress)
    }
}

fn copy(
    mut text: impl BufRead,
    name: &str,
    format: &'static str,
    keys: &mut Keys<'_>,
    out: &mut impl Write,
    progress: &mut dyn FnMut(u64),
) -> Result<u64, KeyingError> {
    let file = || name.to_owned();
    let wrong = |found: &str, expected| {
        KeyingError::from(InputError::Format { file: file(), found: found.to_owned(), expected })
    };
    let unread = |error: io::Error, row| {
        KeyingError::from(match error.kind() {
            ErrorKind::UnexpectedEof => InputError::Truncated { file: file(), row, format },
            _ => InputError::Damaged {
                file: file(),
                row,
                reason: error.to_string(),
                expected: "a file that is not damaged",
            },
        })
    };
    let open =
        || wrong("has a quote that is never closed, or a row longer than 256 MB", "quotes in pairs, as in RFC 4180");
    let returned =
        || wrong("has lines that end in a carriage return alone", "lines that end in a line feed, with or without one");
    let mut row = Vec::new();
    // The number of the current line, and of lines that the current row has.
    let mut line = 1;
    let header = loop {
        match next(&mut text, &mut row, b",;\t").map_err(|error| unread(error, 0))? {
            Found::Row => break row.clone(),
            Found::Blank => out.write_all(&row).map_err(KeyingError::Write)?,
            Found::End => return Err(wrong("is empty", "a header row with the columns' names")),
            Found::Open => return Err(open()),
            Found::Return => return Err(returned()),
        }
        line += 1;
    };
    let separator = separator(&header);
    let plain = header.strip_prefix(MARK).unwrap_or(&header);
    let names: Option<Vec<String>> = fields(plain, separator).map(value).collect();
    let names = names.ok_or_else(|| wrong("the header row has bytes that are not UTF-8", "UTF-8 text"))?;
    if names.iter().any(|column| column == keys.column.name) {
        return Err(KeyingError::HasColumn { file: file(), column: keys.column.name.to_owned() });
    }
    let id = keys.column.id.map(|id| position(name, id, &names)).transpose()?;
    let end = if header.ends_with(b"\r\n") { &b"\r\n"[..] } else { b"\n" };
    let write = |out: &mut dyn Write, row: &[u8], key: &str| {
        out.write_all(content(row))?;
        out.write_all(&[separator])?;
        out.write_all(key.as_bytes())?;
        out.write_all(end)
    };
    write(out, &header, &quoted(keys.column.name, separator)).map_err(KeyingError::Write)?;
    line += lines(&header);
    let mut count = 0;
    loop {
        match next(&mut text, &mut row, &[separator]).map_err(|error| unread(error, count))? {
            Found::Row => {}
            Found::Blank => {
                // The reader of records skips empty lines, so they have no key.
                out.write_all(&row).map_err(KeyingError::Write)?;
                line += 1;
                continue;
            }
            Found::End => break,
            Found::Open => return Err(open()),
            Found::Return => return Err(returned()),
        }
        count += 1;
        let found = fields(&row, separator).count();
        if found != names.len() {
            let (found, expected) = (found as u64, names.len() as u64);
            return Err(InputError::Ragged { file: file(), row: count, line, found, expected }.into());
        }
        let place = RowLocation { file: name, row: count, line: Some(line) };
        let identifier = match id {
            None => String::new(),
            Some(id) => fields(&row, separator)
                .nth(id)
                .and_then(value)
                .ok_or_else(|| InputError::Utf8(Box::new(place.column(keys.column.id.unwrap_or_default()))))?,
        };
        let key = keys.key(&identifier, place)?;
        write(out, &row, &key.to_string()).map_err(KeyingError::Write)?;
        line += lines(&row);
        if count.is_multiple_of(BATCH as u64) {
            progress(count);
        }
    }
    if count == 0 {
        return Err(wrong("has no records", "a row for each record below the header"));
    }
    progress(count);
    Ok(count)
}

/// The number of lines of a row.
fn lines(row: &[u8]) -> u64 {
    row.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// A column's name as a field of CSV.
fn quoted(name: &str, separator: u8) -> String {
    let needs_quotes = name.bytes().any(|byte| byte == separator || matches!(byte, b'"' | b'\n' | b'\r'));
    if needs_quotes { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}
