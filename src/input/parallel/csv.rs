//! Reads CSV with several threads. One thread after another takes the next piece of the text, which ends with a row.

use std::io::{BufReader, Read};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ::csv::{ByteRecord, ReaderBuilder};
use flate2::bufread::MultiGzDecoder;

use super::{Progress, Report, in_threads, positions};
use crate::base::{FOREIGN_HEAD, foreign, separator};
use crate::build::collect::{Batch, Shape, Worker};
use crate::host::fs::File;
use crate::input::Column;
use crate::input::keyed::rows::{MARK, Place};

/// Size of a piece of the text.
const PIECE: usize = 1 << 20;
/// The largest piece. A row beyond this limit is an error.
const LARGEST: usize = 1 << 28;

/// A number of rows that the file probably exceeds: half of what its first rows suggest. `total` is the size of the file.
/// `None` if lines may end within quotes.
pub(super) fn rows(file: File, total: u64) -> Option<u64> {
    let mut piece = Vec::with_capacity(PIECE);
    file.take(PIECE as u64).read_to_end(&mut piece).ok()?;
    (quotes(&piece) == 0).then_some(())?;
    let rows = piece.iter().filter(|byte| **byte == b'\n').count();
    u64::try_from(u128::from(total) * rows as u128 / (2 * piece.len().max(1)) as u128).ok()
}

pub(super) fn read(
    file: File,
    gzip: bool,
    (columns, shape): (&[Column<'_>], Shape),
    progress: &mut dyn FnMut(Progress),
    workers: &mut [Worker<'_, '_>],
) -> Option<()> {
    let total = file.metadata().map_or(0, |metadata| metadata.len());
    let bytes = AtomicU64::new(0);
    let counted = Counted { file, bytes: &bytes };
    let text: Box<dyn Read + Send + '_> = match gzip {
        true => Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, counted))),
        false => Box::new(counted),
    };
    let mut pieces = Pieces { text, rest: Vec::new(), quotes: 0, separator: 0, is_first: true, is_whole: false };
    let first = pieces.next()?;
    let form = Form::of(first.as_deref().unwrap_or_default(), columns, shape)?;
    let first = Mutex::new(first);
    let pieces = Mutex::new(pieces);
    let reported = AtomicU64::new(0);
    in_threads(workers, total, progress, |worker, stop, report| {
        let mut batch = Batch::new(shape);
        let mut record = ByteRecord::new();
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let head = first.lock().ok()?.take();
            let has_header = head.is_some();
            let piece = match head {
                Some(piece) => piece,
                None => match pieces.lock().ok()?.next()? {
                    Some(piece) => piece,
                    None => return Some(()),
                },
            };
            batch.clear();
            form.rows(&piece, has_header, &mut record, &mut batch, worker)?;
            worker.add(&batch)?;
            let now = bytes.load(Ordering::Relaxed);
            let before = reported.fetch_max(now, Ordering::Relaxed);
            send(report, batch.keys.len(), now.saturating_sub(before));
        }
    })?;
    let pieces = pieces.into_inner().ok()?;
    // Quotation marks that are not in pairs are an error, and text is left if a thread has failed.
    (pieces.is_whole && pieces.quotes.is_multiple_of(2)).then_some(())
}

fn send(report: &Report, rows: usize, bytes: u64) {
    // Sending cannot fail, because the receiver outlives the threads.
    let _ = report.send((rows as u64, bytes));
}

/// A file whose bytes are counted before decompression.
struct Counted<'a> {
    file: File,
    bytes: &'a AtomicU64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The text in pieces.
struct Pieces<'a> {
    text: Box<dyn Read + Send + 'a>,
    /// The start of a row whose end has not been read.
    rest: Vec<u8>,
    /// Number of quotation marks so far.
    quotes: usize,
    separator: u8,
    is_first: bool,
    /// Whether the text has ended.
    is_whole: bool,
}

impl Pieces<'_> {
    /// The next rows, or `None` within `Some` at the end of the text.
    fn next(&mut self) -> Option<Option<Vec<u8>>> {
        let mut piece = std::mem::take(&mut self.rest);
        let mut most = PIECE;
        let mut quoted = None;
        while !self.is_whole {
            piece.reserve(most.saturating_sub(piece.len()));
            let room = most.saturating_sub(piece.len()) as u64;
            let read = self.text.by_ref().take(room).read_to_end(&mut piece).ok()?;
            self.is_whole = read == 0 && room > 0;
            if self.is_first && !piece.is_empty() {
                self.separator = separator(&piece);
            }
            if piece.len() < most && !self.is_whole {
                continue;
            }
            let all = quotes(&piece);
            if let Some(end) = end_of_rows(&piece, self.separator, all).filter(|_| !self.is_whole) {
                self.rest = piece.split_off(end);
                quoted = Some(if all == 0 { 0 } else { all - quotes(&self.rest) });
                break;
            }
            most *= 2;
            (most <= LARGEST).then_some(())?;
        }
        if piece.is_empty() {
            return Some(None);
        }
        // The reader of rows leaves out a mark at the start of each piece. Only the start of the file has one.
        let is_text = self.is_first || !piece.starts_with(MARK);
        self.is_first = false;
        self.quotes += quoted.unwrap_or_else(|| quotes(&piece));
        is_text.then_some(Some(piece))
    }
}

fn quotes(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'"').count()
}

/// The end of the last whole row. `None` if no row ends in the piece. `quoted` is the number of quotation marks.
fn end_of_rows(piece: &[u8], separator: u8, quoted: usize) -> Option<usize> {
    if quoted == 0 {
        return piece.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
    }
    let (mut place, mut end) = (Place::Start, None);
    let skipped = if piece.starts_with(MARK) { MARK.len() } else { 0 };
    for (at, &byte) in piece.iter().enumerate().skip(skipped) {
        if byte == b'\n' && place != Place::Quoted {
            end = Some(at + 1);
        }
        place = place.after(byte, &[separator, b'\n', b'\r']);
    }
    end
}

/// The form of the rows.
struct Form {
    separator: u8,
    /// Number of fields of a row.
    fields: usize,
    positions: Vec<usize>,
    shape: Shape,
    has_decimal_comma: bool,
}

impl Form {
    /// Reads the header.
    fn of(text: &[u8], columns: &[Column<'_>], shape: Shape) -> Option<Self> {
        foreign(&text[..text.len().min(FOREIGN_HEAD)]).is_none().then_some(())?;
        // With an end of line within quotes, the separator would depend on the size of the first piece.
        let head = text.strip_prefix(MARK).unwrap_or(text);
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let line = head.iter().skip_while(|byte| is_end(byte)).take_while(|byte| !is_end(byte));
        line.filter(|byte| **byte == b'"').count().is_multiple_of(2).then_some(())?;
        let separator = separator(text);
        let mut reader = ReaderBuilder::new().delimiter(separator).from_reader(text);
        let header = reader.headers().ok()?;
        let names: Vec<&str> = header.iter().collect();
        let has_decimal_comma = matches!(separator, b';' | b'\t');
        let positions = positions(columns, &names)?;
        Some(Self { separator, fields: names.len(), positions, shape, has_decimal_comma })
    }

    /// Reads the rows of a piece.
    fn rows(
        &self,
        piece: &[u8],
        has_header: bool,
        record: &mut ByteRecord,
        batch: &mut Batch,
        worker: &mut Worker<'_, '_>,
    ) -> Option<()> {
        let mut builder = ReaderBuilder::new();
        builder.delimiter(self.separator).has_headers(has_header).flexible(true);
        let mut reader = builder.from_reader(piece);
        let (codes, key, units) = self.shape.split(&self.positions)?;
        while reader.read_byte_record(record).ok()? {
            (record.len() == self.fields).then_some(())?;
            // To test the whole row for UTF-8 is faster than to test each field. Columns that are not read may have bytes of
            // another encoding.
            let text = std::str::from_utf8(record.as_slice()).ok();
            let field = |position: usize| {
                let range = record.range(position)?;
                match text {
                    Some(text) => text.get(range),
                    None => std::str::from_utf8(record.get(position)?).ok(),
                }
            };
            for (column, &position) in codes.iter().enumerate() {
                let code = worker.code(column, field(position)?, self.has_decimal_comma)?;
                batch.codes[column].push(code);
            }
            match key {
                Some(&position) => worker.key(field(position)?, batch)?,
                None => batch.keys.push(0),
            }
            for (column, &position) in units.iter().enumerate() {
                batch.units[column].push(worker.unit(column, field(position)?)?);
            }
        }
        Some(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_outside_quotes() {
        let cases: [(&[u8], Option<usize>); 6] = [
            (b"a;b\nc", Some(4)),
            (b"a;\"b\nc\nd", None),
            (b"x\na;\"b\nc\"\r\nd;\"\n", Some(11)),
            // A quotation mark within a field is text.
            (b"a;5\" pipe\nb", Some(10)),
            (b"a;\"\"\"\n\"\nb", Some(8)),
            (b"abc", None),
        ];
        for (text, end) in cases {
            assert_eq!(end_of_rows(text, b';', quotes(text)), end, "{:?}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn pieces_are_the_text() {
        let row = |at: usize| format!("{at};\"{}\n\";x\n", "y".repeat(at % 50));
        let text: String = std::iter::once("a;b;c\n".to_owned()).chain((0..60_000).map(row)).collect();
        let reader: Box<dyn Read + Send> = Box::new(text.as_bytes());
        let mut pieces =
            Pieces { text: reader, rest: Vec::new(), quotes: 0, separator: 0, is_first: true, is_whole: false };
        let (mut found, mut number) = (Vec::new(), 0);
        while let Some(piece) = pieces.next().unwrap() {
            assert!(piece.ends_with(b";x\n") && piece.len() <= PIECE);
            found.extend(piece);
            number += 1;
        }
        assert!(found == text.as_bytes() && number > 1);
        assert_eq!(pieces.quotes, 120_000);
    }
}
