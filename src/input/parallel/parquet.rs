//! Reads Parquet with several threads. Each thread takes a range of rows of a row group.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ::parquet::basic::Encoding;
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::Int64Type;
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};

use super::dictionary::{Dictionary, End};
use super::{Progress, Report, guarded, in_threads, positions};
use crate::build::collect::{Batch, Shape, Worker};
use crate::host::fs::File;
use crate::input::Column;
use crate::input::column::{ColumnBatch, check};

/// Rows that are added to the cells together.
const BATCH: usize = 1 << 15;
/// Number of parts for each thread, so that all threads end at the same time.
const PARTS: usize = 8;
/// The fewest rows of a part of a row group, because each part opens all columns.
const FEWEST: usize = 1 << 12;

/// A range of rows of a row group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    group: usize,
    skipped: usize,
    rows: usize,
}

pub(super) fn read(
    path: &Path,
    (columns, shape): (&[Column<'_>], Shape),
    progress: &mut dyn FnMut(Progress),
    workers: &mut [Worker<'_, '_>],
) -> Option<()> {
    let reader = opened(path)?;
    let metadata = reader.metadata();
    let schema = metadata.file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().parts().join(".")).collect();
    let leaves = positions(columns, &names)?;
    let groups = metadata.row_groups().iter().map(|group| usize::try_from(group.num_rows()).ok());
    let groups: Vec<usize> = groups.collect::<Option<_>>()?;
    let total: usize = groups.iter().try_fold(0_usize, |sum, rows| sum.checked_add(*rows))?;
    let parts = parts(&groups, (total / (workers.len() * PARTS)).max(FEWEST));
    let next = AtomicUsize::new(0);
    in_threads(workers, total as u64, progress, |worker, stop, report| {
        // A file's place is shared by all its copies, so each thread opens the file itself.
        let source = Source { reader: opened(path)?, columns, leaves: &leaves, shape };
        let mut batch = Batch::new(shape);
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            source.read(*part, &mut batch, worker, stop, report)?;
        }
        Some(())
    })
}

/// The number of rows of a file.
pub(super) fn rows(path: &Path) -> Option<u64> {
    u64::try_from(opened(path)?.metadata().file_metadata().num_rows()).ok()
}

fn opened(path: &Path) -> Option<SerializedFileReader<File>> {
    let file = File::open(path).ok()?;
    guarded(|| SerializedFileReader::new(file))
}

/// Cuts row groups into parts of about `most` rows.
fn parts(groups: &[usize], most: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    for (group, &rows) in groups.iter().enumerate() {
        let number = rows.div_ceil(most);
        // Products of rows and numbers of parts fit, because a part has thousands of rows.
        let start = |part: usize| (rows as u128 * part as u128 / number.max(1) as u128) as usize;
        parts.extend((0..number).map(|part| Part { group, skipped: start(part), rows: start(part + 1) - start(part) }));
    }
    parts
}

struct Source<'a> {
    reader: SerializedFileReader<File>,
    columns: &'a [Column<'a>],
    leaves: &'a [usize],
    shape: Shape,
}

impl Source<'_> {
    fn read(
        &self,
        part: Part,
        batch: &mut Batch,
        worker: &mut Worker<'_, '_>,
        stop: &AtomicBool,
        report: &Report,
    ) -> Option<()> {
        let group = guarded(|| self.reader.get_row_group(part.group))?;
        let open = |(&leaf, column): (&usize, &Column<'_>)| Codes::open(&*group, leaf, column, part.skipped);
        let (code_leaves, key_leaf, unit_leaves) = self.shape.split(self.leaves)?;
        let (code_columns, _, unit_columns) = self.shape.split(self.columns)?;
        let mut codes = code_leaves.iter().zip(code_columns).map(open).collect::<Option<Vec<Codes>>>()?;
        let mut units = unit_leaves.iter().zip(unit_columns).map(open).collect::<Option<Vec<Codes>>>()?;
        let mut keys = match key_leaf {
            Some(&leaf) => Some(Keys::open(&*group, leaf, part.skipped, worker.derives())?),
            None => None,
        };
        let mut read = 0;
        while read < part.rows {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let rows = (part.rows - read).min(BATCH);
            batch.clear();
            let place = (part.skipped + read, rows);
            for ((column, codes), out) in codes.iter_mut().enumerate().zip(&mut batch.codes) {
                codes.fill(&*group, place, out, &mut |text| worker.code(column, text, false))?;
            }
            for ((column, units), out) in units.iter_mut().enumerate().zip(&mut batch.units) {
                units.fill(&*group, place, out, &mut |text| worker.unit(column, text))?;
            }
            match &mut keys {
                Some(keys) => keys.fill(rows, worker, batch)?,
                None => batch.keys.resize(rows, 0),
            }
            worker.add(batch)?;
            read += rows;
            // Sending cannot fail, because the receiver outlives the threads.
            let _ = report.send((rows as u64, rows as u64));
        }
        Some(())
    }
}

/// A column of codes or of units.
struct Codes {
    leaf: usize,
    has_fractions: bool,
    reader: CodeReader,
}

enum CodeReader {
    Dictionary(Box<Dictionary>),
    Text(Box<ColumnBatch>),
}

impl Codes {
    fn open(group: &dyn RowGroupReader, leaf: usize, column: &Column<'_>, skipped: usize) -> Option<Self> {
        let has_fractions = column.has_fractions;
        let mut encodings = group.metadata().column(leaf).encodings();
        let has_dictionary =
            encodings.any(|encoding| matches!(encoding, Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY));
        if has_dictionary {
            let descriptor = group.metadata().schema_descr().column(leaf);
            let pages = guarded(|| group.get_column_page_reader(leaf))?;
            if let Some(dictionary) = Dictionary::open(&descriptor, pages, skipped) {
                return Some(Self { leaf, has_fractions, reader: CodeReader::Dictionary(Box::new(dictionary)) });
            }
        }
        let reader = CodeReader::Text(Box::new(text(group, leaf, has_fractions, skipped)?));
        Some(Self { leaf, has_fractions, reader })
    }

    /// Appends the codes of the next rows. `done` rows of the row group come before.
    fn fill(
        &mut self,
        group: &dyn RowGroupReader,
        (done, rows): (usize, usize),
        out: &mut Vec<u32>,
        code: &mut dyn FnMut(&str) -> Option<u32>,
    ) -> Option<()> {
        let mut read = 0;
        if let CodeReader::Dictionary(dictionary) = &mut self.reader {
            match dictionary.fill(rows, out, code)? {
                End::Done => return Some(()),
                // The writer gave up the dictionary, because it had become too large.
                End::Other(rows) => read = rows,
            }
            let text = text(group, self.leaf, self.has_fractions, done + read)?;
            self.reader = CodeReader::Text(Box::new(text));
        }
        let CodeReader::Text(batch) = &mut self.reader else { return None };
        fill(batch, rows - read)?;
        (0..rows - read).try_for_each(|at| {
            out.push(code(batch.value(at))?);
            Some(())
        })
    }
}

fn text(group: &dyn RowGroupReader, leaf: usize, has_fractions: bool, skipped: usize) -> Option<ColumnBatch> {
    let reader = guarded(|| group.get_column_reader(leaf))?;
    let descriptor = group.metadata().schema_descr().column(leaf);
    let mut batch = ColumnBatch::new(&descriptor, reader, has_fractions).ok()?;
    (guarded(|| batch.skip(skipped))? == skipped).then_some(batch)
}

fn fill(batch: &mut ColumnBatch, rows: usize) -> Option<()> {
    guarded(|| Ok(batch.fill(rows)))?.ok()?;
    batch.faults().is_empty().then_some(())
}

/// The column of keys or identifiers.
enum Keys {
    Whole { reader: Box<ColumnReaderImpl<Int64Type>>, values: Vec<i64>, levels: Vec<i16> },
    Text(Box<ColumnBatch>),
}

impl Keys {
    fn open(group: &dyn RowGroupReader, leaf: usize, skipped: usize, are_derived: bool) -> Option<Self> {
        let descriptor = group.metadata().schema_descr().column(leaf);
        let is_whole = !are_derived && descriptor.max_rep_level() == 0 && check(&descriptor) == Ok(true);
        match guarded(|| group.get_column_reader(leaf))? {
            ColumnReader::Int64ColumnReader(mut reader) if is_whole => {
                let is_there = guarded(|| reader.skip_records(skipped))? == skipped;
                is_there.then(|| Self::Whole { reader: Box::new(reader), values: Vec::new(), levels: Vec::new() })
            }
            _ => Some(Self::Text(Box::new(text(group, leaf, false, skipped)?))),
        }
    }

    fn fill(&mut self, rows: usize, worker: &Worker<'_, '_>, batch: &mut Batch) -> Option<()> {
        match self {
            Self::Whole { reader, values, levels } => {
                values.clear();
                levels.clear();
                while values.len() < rows {
                    let left = rows - values.len();
                    let (read, present, _) = guarded(|| reader.read_records(left, Some(levels), None, values))?;
                    // A missing key is a problem.
                    (read > 0 && read == present).then_some(())?;
                }
                values.iter().try_for_each(|&value| {
                    batch.keys.push(worker.sound(u64::try_from(value).ok()?)?);
                    Some(())
                })
            }
            Self::Text(column) => {
                fill(column, rows)?;
                (0..rows).try_for_each(|at| worker.key(column.value(at), batch))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_even_and_whole() {
        let part = |group, skipped, rows| Part { group, skipped, rows };
        assert_eq!(parts(&[10, 0, 3], 4), [part(0, 0, 3), part(0, 3, 3), part(0, 6, 4), part(2, 0, 3)]);
        assert_eq!(parts(&[], 4), []);
    }
}
