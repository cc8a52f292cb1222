//! Reads CSV (RFC 4180), plain or compressed with gzip.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::rc::Rc;

use ::csv::{ByteRecord, Reader, ReaderBuilder};
use flate2::bufread::MultiGzDecoder;

use super::{BATCH, InputError, Progress, RowLocation, find_columns};

const BUFFER: usize = 1 << 16;

/// Counts the bytes read, before decompression.
struct Counted {
    file: File,
    bytes: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}

/// Counts the quotation marks of the text. RFC 4180 allows quotation marks only in pairs. An open quotation mark would
/// make the rest of the file a single field.
struct Quotes<R> {
    text: R,
    count: Rc<Cell<usize>>,
    /// Whether the first line ends with a carriage return and a line feed. `None` before the end of the first line.
    crlf: Rc<Cell<Option<bool>>>,
    last: u8,
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        let quotes = buffer[..read].iter().filter(|byte| **byte == b'"').count();
        self.count.set(self.count.get() + quotes);
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

pub(super) fn read<E: From<InputError>>(
    file: File,
    gzip: bool,
    name: &str,
    columns: &[&str],
    progress: &mut dyn FnMut(Progress),
    row: impl FnMut(RowLocation<'_>, &[&str]) -> Result<(), E>,
) -> Result<u64, E> {
    let total = file.metadata().map_or(0, |metadata| metadata.len());
    let bytes = Rc::new(Cell::new(0));
    let counted = Counted { file, bytes: Rc::clone(&bytes) };
    let progress = &mut |rows| progress(Progress { rows, done: bytes.get(), total });
    let quotes = Rc::new(Cell::new(0));
    let crlf = Rc::new(Cell::new(None));
    let mut builder = ReaderBuilder::new();
    builder.buffer_capacity(BUFFER);
    let count = if gzip {
        let text = MultiGzDecoder::new(BufReader::with_capacity(BUFFER, counted));
        let text = Quotes { text, count: Rc::clone(&quotes), crlf: Rc::clone(&crlf), last: 0 };
        rows(builder.from_reader(text), name, "gzip", columns, &crlf, progress, row)?
    } else {
        let text = Quotes { text: counted, count: Rc::clone(&quotes), crlf: Rc::clone(&crlf), last: 0 };
        rows(builder.from_reader(text), name, "CSV", columns, &crlf, progress, row)?
    };
    if !quotes.get().is_multiple_of(2) {
        let found = "has a quote that is never closed".to_owned();
        let expected = "quotes in pairs, as in RFC 4180";
        return Err(InputError::Format { file: name.to_owned(), found, expected }.into());
    }
    Ok(count)
}

fn rows<E: From<InputError>>(
    mut reader: Reader<impl Read>,
    name: &str,
    format: &'static str,
    columns: &[&str],
    crlf: &Cell<Option<bool>>,
    progress: &mut dyn FnMut(u64),
    mut row: impl FnMut(RowLocation<'_>, &[&str]) -> Result<(), E>,
) -> Result<u64, E> {
    let positions = header(&mut reader, name, format, columns)?;
    let mut record = ByteRecord::new();
    let mut count = 0;
    let mut values = Vec::with_capacity(positions.len());
    // With lines that end in `\r\n`, the reader puts a row's position before the line feed of the previous row. The
    // line number is then one too small.
    let short = || u64::from(crlf.get() == Some(true));
    while reader.read_byte_record(&mut record).map_err(|error| damage(error, name, count, short(), format))? {
        count += 1;
        let place =
            RowLocation { file: name, row: count, line: record.position().map(|position| position.line() + short()) };
        let mut fields: Vec<&str> = recycle(values);
        for (position, column) in positions.iter().zip(columns) {
            // All records have as many fields as the header, so every position exists.
            let field = record.get(*position).unwrap_or_default();
            let field = std::str::from_utf8(field);
            fields.push(field.map_err(|_| InputError::Utf8(Box::new(place.column(column))))?);
        }
        row(place, &fields)?;
        values = recycle(fields);
        if count.is_multiple_of(BATCH as u64) {
            progress(count);
        }
    }
    progress(count);
    Ok(count)
}

/// The positions of the named columns.
fn header(
    reader: &mut Reader<impl Read>,
    name: &str,
    format: &'static str,
    columns: &[&str],
) -> Result<Vec<usize>, InputError> {
    let header = reader.byte_headers().map_err(|error| damage(error, name, 0, 0, format))?;
    if header.is_empty() {
        let found = "is empty".to_owned();
        return Err(InputError::Format {
            file: name.to_owned(),
            found,
            expected: "a header row with the columns' names",
        });
    }
    let names: Result<Vec<&str>, _> = header.iter().map(std::str::from_utf8).collect();
    let names = names.map_err(|_| InputError::Format {
        file: name.to_owned(),
        found: "the header row has bytes that are not UTF-8".to_owned(),
        expected: "UTF-8 text",
    })?;
    find_columns(name, columns, &names)
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
        ::csv::ErrorKind::Io(error) if error.kind() == ErrorKind::UnexpectedEof => {
            InputError::Truncated { file, row, format }
        }
        ::csv::ErrorKind::Io(error) => {
            InputError::Damaged { file, row, reason: error.to_string(), expected: "a file that is not damaged" }
        }
        _ => InputError::Damaged { file, row, reason: "not CSV".to_owned(), expected: "CSV as in RFC 4180" },
    }
}
