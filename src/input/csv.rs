//! Reads CSV (RFC 4180), plain or compressed with gzip.

use std::cell::Cell;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::rc::Rc;

use ::csv::{ByteRecord, Reader, ReaderBuilder};
use flate2::bufread::MultiGzDecoder;

use super::counted::Counted;
use super::{BATCH, Column, InputError, Progress, RowLocation, Rows, find_columns};
use crate::base::{FOREIGN_HEAD, foreign, separator};
use crate::host::fs::File;

const BUFFER: usize = 1 << 16;
/// The longest row. A damaged file, such as one with an open quotation mark, would otherwise be read into memory as one
/// row, whatever its size.
const ROW: usize = 1 << 28;

/// Counts the quotation marks of the text. RFC 4180 allows quotation marks only in pairs. An open quotation mark would
/// make the rest of the file a single field.
struct Quotes<R> {
    text: R,
    count: Rc<Cell<usize>>,
    /// Whether the first line ends with a carriage return and a line feed. `None` before the end of the first line.
    crlf: Rc<Cell<Option<bool>>>,
    last: u8,
    /// Bytes since the last end of a row.
    row: usize,
}

impl<R> Quotes<R> {
    /// Bytes after the last end of a row in a part of the text. `None` if no row ends there. A line feed between
    /// quotation marks ends no row. `quotes` is the number of quotation marks up to the end of the part.
    fn after_row(part: &[u8], quotes: usize) -> Option<usize> {
        let mut is_quoted = !quotes.is_multiple_of(2);
        part.iter().rev().position(|&byte| {
            is_quoted ^= byte == b'"';
            byte == b'\n' && !is_quoted
        })
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        let quotes = buffer[..read].iter().filter(|byte| **byte == b'"').count();
        self.count.set(self.count.get() + quotes);
        self.row = Self::after_row(&buffer[..read], self.count.get()).unwrap_or(self.row + read);
        if self.row > ROW {
            return Err(io::Error::other("a row is longer than 256 MB, as with a quote that is never closed"));
        }
        if self.crlf.get().is_none()
            && let Some(end) = buffer[..read].iter().position(|&byte| byte == b'\n')
        {
            let before = if end > 0 { buffer[end - 1] } else { self.last };
            self.crlf.set(Some(before == b'\r'));
        }
        self.last = buffer[..read].last().copied().unwrap_or(self.last);
        Ok(read)
    }
}

/// The file's name and format, and the required columns.
struct Source<'a> {
    name: &'a str,
    format: &'static str,
    columns: &'a [Column<'a>],
}

pub(super) fn read<R: Rows>(
    file: File,
    gzip: bool,
    name: &str,
    columns: &[Column<'_>],
    progress: &mut dyn FnMut(Progress),
    to: &mut R,
) -> Result<u64, R::Error> {
    let total = file.metadata().map_or(0, |metadata| metadata.len());
    let bytes = Rc::new(Cell::new(0));
    let counted = Counted { file, bytes: Rc::clone(&bytes) };
    let progress = &mut |rows| progress(Progress { rows, done: bytes.get(), total });
    let quotes = Rc::new(Cell::new(0));
    let crlf = Rc::new(Cell::new(None));
    let source = Source { name, format: if gzip { "gzip" } else { "CSV" }, columns };
    let text = |text| Quotes { text, count: Rc::clone(&quotes), crlf: Rc::clone(&crlf), last: 0, row: 0 };
    let count = if gzip {
        let plain: Box<dyn Read> = Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, counted)));
        rows(text(plain), &source, &crlf, progress, to)?
    } else {
        rows(text(Box::new(counted)), &source, &crlf, progress, to)?
    };
    if !quotes.get().is_multiple_of(2) {
        let found = "has a quote that is never closed".to_owned();
        let expected = "quotes in pairs, as in RFC 4180";
        return Err(InputError::Format { file: name.to_owned(), found, expected }.into());
    }
    Ok(count)
}

/// The longest header line in which the separator is looked for.
const HEADER: usize = 1 << 20;

/// Reads the start of a text, up to the end of its header line.
fn start_of(text: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut buffer = vec![0; 1 << 12];
    loop {
        let read = match text.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        start.extend_from_slice(&buffer[..read]);
        let has_line = || start.trim_ascii_start().iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        if read == 0 || start.len() >= HEADER || (start.len() >= FOREIGN_HEAD && has_line()) {
            return Ok(start);
        }
    }
}

fn rows<R: Rows>(
    mut text: Quotes<Box<dyn Read>>,
    source: &Source<'_>,
    crlf: &Cell<Option<bool>>,
    progress: &mut dyn FnMut(u64),
    to: &mut R,
) -> Result<u64, R::Error> {
    let Source { name, format, columns } = *source;
    let start = start_of(&mut text).map_err(|error| unread(error, name, 0, format))?;
    if let Some((found, expected)) = foreign(&start[..start.len().min(FOREIGN_HEAD)]) {
        return Err(InputError::Format { file: name.to_owned(), found: found.to_owned(), expected }.into());
    }
    let separator = separator(&start);
    let mut builder = ReaderBuilder::new();
    builder.buffer_capacity(BUFFER).delimiter(separator);
    let mut reader = builder.from_reader(Cursor::new(start).chain(text));
    let positions = header(&mut reader, source, separator, to)?;
    let mut record = ByteRecord::new();
    let mut count = 0;
    let mut values = Vec::with_capacity(positions.len());
    // With lines that end in `\r\n`, the reader puts a row's position before the line feed of the previous row. The
    // line number is then one too small.
    let short = || u64::from(crlf.get() == Some(true));
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => count += 1,
            Ok(false) => break,
            Err(error) => {
                let is_ragged = matches!(error.kind(), ::csv::ErrorKind::UnequalLengths { .. });
                let error = damage(error, name, count, short(), format);
                if !is_ragged {
                    return Err(error.into());
                }
                // The reader goes on with the next row.
                to.wrong(error)?;
                count += 1;
                continue;
            }
        }
        let place =
            RowLocation { file: name, row: count, line: record.position().map(|position| position.line() + short()) };
        let mut fields: Vec<&str> = recycle(values);
        let mut is_text = true;
        for (position, column) in positions.iter().zip(columns) {
            // All records have as many fields as the header, so every position exists.
            let field = position.and_then(|position| record.get(position)).unwrap_or_default();
            match std::str::from_utf8(field) {
                Ok(field) => fields.push(field),
                Err(_) => {
                    is_text = false;
                    to.wrong(InputError::Utf8(Box::new(place.column(column.name))))?;
                }
            }
        }
        if is_text {
            to.row(place, &fields)?;
        }
        values = recycle(fields);
        if count.is_multiple_of(BATCH as u64) {
            progress(count);
        }
    }
    progress(count);
    Ok(count)
}

/// The positions of the named columns.
fn header<R: Rows>(
    reader: &mut Reader<impl Read>,
    source: &Source<'_>,
    separator: u8,
    to: &mut R,
) -> Result<Vec<Option<usize>>, R::Error> {
    let Source { name, format, columns } = *source;
    let header = reader.byte_headers().map_err(|error| damage(error, name, 0, 0, format))?;
    let wrong = |found: &str, expected| InputError::Format { file: name.to_owned(), found: found.to_owned(), expected };
    if header.is_empty() {
        return Err(wrong("is empty", "a header row with the columns' names").into());
    }
    let names: Result<Vec<&str>, _> = header.iter().map(std::str::from_utf8).collect();
    let names = names.map_err(|_| wrong("the header row has bytes that are not UTF-8", "UTF-8 text"))?;
    find_columns(name, columns, &names, Some(separator), to)
}

/// Returns an empty vector with another lifetime in the same memory, so that rows do not allocate. Collecting a
/// vector's own iterator reuses its memory.
fn recycle<'b>(mut values: Vec<&str>) -> Vec<&'b str> {
    values.clear();
    values.into_iter().map(|_| "").collect()
}

fn damage(error: ::csv::Error, name: &str, row: u64, short: u64, format: &'static str) -> InputError {
    let file = name.to_owned();
    match error.into_kind() {
        ::csv::ErrorKind::UnequalLengths { pos, expected_len, len } => InputError::Ragged {
            file,
            row: row + 1,
            line: pos.map_or(0, |position| position.line() + short),
            found: len,
            expected: expected_len,
        },
        ::csv::ErrorKind::Io(error) => unread(error, name, row, format),
        _ => InputError::Damaged { file, row, reason: "not CSV".to_owned(), expected: "CSV as in RFC 4180" },
    }
}

fn unread(error: io::Error, name: &str, row: u64, format: &'static str) -> InputError {
    let file = name.to_owned();
    match error.kind() {
        ErrorKind::UnexpectedEof => InputError::Truncated { file, row, format },
        _ => InputError::Damaged { file, row, reason: error.to_string(), expected: "a file that is not damaged" },
    }
}
