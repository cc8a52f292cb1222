//! Writes runs, and sorts their cells.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::sync::Mutex;

use super::row::{RowForm, VALUES, values, write_values};
use super::{Disk, PARTS, Temporary, lost, read_at, wrong};
use crate::base::MAX_COUNT;
use crate::build::collect::CollectError;
use crate::build::parallel::in_parallel;
use crate::key::KeyGroup;

/// Bytes that are read and written at a time.
const BUFFER: usize = 1 << 16;

/// Maximum number of cells of a run. Positions of cells have 32 bits.
const MOST_CELLS: usize = 1 << 28;

/// Where the cells of a run come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::build) enum Source {
    Records,
    Cells,
    /// A folder, by its number. It has each cell once.
    Folder(u32),
}

impl Source {
    fn number(self) -> u32 {
        match self {
            Self::Records => 0,
            Self::Cells => 1,
            Self::Folder(number) => number + 2,
        }
    }
}

/// A number of a cell that looks random. It depends on the numbers of the codes only.
pub(in crate::build) fn number_of(coordinate: &[u32]) -> u64 {
    let mixed = coordinate.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |hash, &code| {
        let hash = (hash ^ u64::from(code)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^ hash >> 32
    });
    mixed ^ mixed >> 29
}

fn part_of(coordinate: &[u32]) -> usize {
    (number_of(coordinate) >> 32) as usize % PARTS
}

/// The cells that a collector has written to disk, run by run.
pub(in crate::build) struct Runs<'a> {
    disk: &'a Disk<'a>,
    file: Option<BufWriter<Box<dyn Temporary>>>,
    bytes: u64,
    runs: Vec<Run>,
}

struct Run {
    source: Source,
    form: RowForm,
    /// For each part, the byte of the file at which its first row begins, and the number of its rows.
    parts: Vec<(u64, usize)>,
}

/// The sorted cells in a file.
pub(in crate::build) struct Sorted {
    pub file: Box<dyn Temporary>,
    pub cells: u64,
    pub population: u64,
    /// Pairs of records in the same cell.
    pub pairs: u64,
    pub memory: u64,
}

impl<'a> Runs<'a> {
    pub fn new(disk: &'a Disk<'a>) -> Self {
        Self { disk, file: None, bytes: 0, runs: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Number of cells that fit into the memory, if a cell takes this number of bytes.
    pub fn room(&self, bytes: usize) -> usize {
        usize::try_from(self.disk.memory / bytes as u64).unwrap_or(usize::MAX).clamp(1, MOST_CELLS)
    }

    /// Writes a run of distinct cells. `codes` has each dimension's number of codes so far. `cell` receives the position of
    /// a cell, writes its coordinate, and returns its count and key.
    ///
    /// # Errors
    /// Fails if the temporary file cannot be written.
    pub fn add(
        &mut self,
        source: Source,
        cells: usize,
        codes: impl Iterator<Item = usize>,
        cell: impl Fn(usize, &mut [u32]) -> (u64, u64),
    ) -> Result<(), CollectError> {
        if cells == 0 {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(BufWriter::new((self.disk.create)().map_err(|error| wrong(&error))?)),
        };
        let codes: Vec<usize> = codes.collect();
        let mut coordinate = vec![0; codes.len()];
        let form = RowForm::new(codes.into_iter());
        let (mut rows, mut own) = (vec![0; PARTS], Vec::with_capacity(cells));
        for at in 0..cells {
            cell(at, &mut coordinate);
            let part = part_of(&coordinate);
            rows[part] += 1;
            own.push(part as u8);
        }
        let (mut first, mut parts) = (0, Vec::with_capacity(PARTS));
        for &rows in &rows {
            parts.push((self.bytes + (first * form.len()) as u64, rows));
            first += rows;
        }
        let mut order: Vec<u32> = (0..).take(cells).collect();
        order.sort_by_key(|&at| own[at as usize]);
        let mut row = Vec::with_capacity(form.len());
        for at in order {
            let values = cell(at as usize, &mut coordinate);
            row.clear();
            form.write_codes(coordinate.iter().copied(), &mut row);
            write_values(values, &mut row);
            file.write_all(&row).map_err(|error| wrong(&error))?;
        }
        self.bytes += (cells * form.len()) as u64;
        self.runs.push(Run { source, form, parts });
        Ok(())
    }

    /// Combines and sorts the cells of all runs. `codes` has each dimension's number of final codes, and `ranks` the final
    /// code of each provisional number. `folders` has the names of the folders.
    ///
    /// # Errors
    /// Fails if a temporary file cannot be read or written, if a folder has a cell twice, or if the counts are too large.
    pub fn sorted(
        self,
        codes: impl Iterator<Item = usize>,
        ranks: &[Vec<u32>],
        group: KeyGroup,
        folders: &[String],
    ) -> Result<Sorted, CollectError> {
        let Self { disk, file, runs, .. } = self;
        let file = file.map(BufWriter::into_inner).transpose().map_err(|error| wrong(error.error()))?;
        let from = Mutex::new(file.map_or_else(|| (disk.create)().map_err(|error| wrong(&error)), Ok)?);
        let to = Mutex::new((disk.create)().map_err(|error| wrong(&error))?);
        let form = RowForm::new(codes);
        let all: Vec<usize> = (0..PARTS).collect();
        let mut done = 0;
        let work = |rows: &mut Vec<u8>, &part: &usize| -> Result<SortedPart, CollectError> {
            rows.clear();
            for run in &runs {
                run.read(part, &from, ranks, &form, rows)?;
            }
            let combined = combined(rows, &form, group, folders)?;
            let mut to = to.lock().map_err(|_| lost())?;
            let at = to.seek(SeekFrom::End(0)).map_err(|error| wrong(&error))?;
            to.write_all(&combined.rows).map_err(|error| wrong(&error))?;
            let Combined { rows, population, pairs } = combined;
            Ok(SortedPart { at, cells: (rows.len() / form.len()) as u64, population, pairs })
        };
        let parts = in_parallel(&all, Vec::new, work, &mut |_| {
            done += 1;
            (disk.sorting)(done, 2 * PARTS as u64);
        })?;
        drop(from);
        // Each part has at most 2^52 records, so the sum of 256 parts is below 2^64.
        let population = parts.iter().map(|part| part.population).sum();
        if population > MAX_COUNT {
            return Err(CollectError::AllCounts);
        }
        let pairs = parts.iter().fold(0_u64, |sum, part| sum.saturating_add(part.pairs));
        let to = to.into_inner().map_err(|_| lost())?;
        let (file, cells) = merged(disk, to, &parts, &form)?;
        Ok(Sorted { file, cells, population, pairs, memory: disk.memory })
    }
}

impl Run {
    /// Appends the rows of a part: the final codes, the source, the count and the key.
    fn read(
        &self,
        part: usize,
        file: &Mutex<Box<dyn Temporary>>,
        ranks: &[Vec<u32>],
        form: &RowForm,
        to: &mut Vec<u8>,
    ) -> Result<(), CollectError> {
        let (at, rows) = self.parts[part];
        let mut bytes = vec![0; rows * self.form.len()];
        read_at(&mut *file.lock().map_err(|_| lost())?, at, &mut bytes).map_err(|error| wrong(&error))?;
        for row in bytes.chunks_exact(self.form.len()) {
            let codes = self.form.codes_of(row).zip(ranks);
            form.write_codes(codes.map(|(code, ranks)| ranks[code as usize]), to);
            to.extend_from_slice(&self.source.number().to_be_bytes());
            to.extend_from_slice(&row[self.form.codes..]);
        }
        Ok(())
    }
}

/// The place of a sorted part in its file, and what it has.
struct SortedPart {
    at: u64,
    cells: u64,
    population: u64,
    pairs: u64,
}

/// The distinct cells of a part in their order.
struct Combined {
    rows: Vec<u8>,
    population: u64,
    pairs: u64,
}

/// Bytes of a source.
const SOURCE: usize = 4;

/// Combines rows with equal codes. The rows have their source after the codes.
fn combined(rows: &[u8], form: &RowForm, group: KeyGroup, folders: &[String]) -> Result<Combined, CollectError> {
    let rows: Vec<&[u8]> = {
        let mut rows: Vec<&[u8]> = rows.chunks_exact(form.len() + SOURCE).collect();
        // Rows with equal codes and sources may come in any order.
        rows.sort_unstable_by(|a, b| a[..form.codes + SOURCE].cmp(&b[..form.codes + SOURCE]));
        rows
    };
    let source_of = |row: &[u8]| super::row::code(&row[form.codes..form.codes + SOURCE]);
    let mut combined = Combined { rows: Vec::new(), population: 0, pairs: 0 };
    for same in rows.chunk_by(|a, b| a[..form.codes] == b[..form.codes]) {
        let (mut count, mut key, mut records) = (0_u64, 0, 0_u64);
        for row in same {
            let (own, own_key) = values(row);
            count = count.checked_add(own).ok_or(CollectError::AllCounts)?;
            key = group.combine(key, own_key);
            records += if source_of(row) == Source::Records.number() { own } else { 0 };
        }
        let folder_of = |row: &[u8]| source_of(row).checked_sub(Source::Folder(0).number());
        if let Some(pair) = same.windows(2).find(|pair| source_of(pair[0]) == source_of(pair[1]))
            && let Some(folder) = folder_of(pair[0])
        {
            return Err(CollectError::RepeatedInFolder(folders[folder as usize].clone()));
        }
        // 2^52 records have more pairs than a number holds. The test of keys needs no exact number then.
        let pairs = u128::from(records) * u128::from(records.saturating_sub(1)) / 2;
        combined.pairs = combined.pairs.saturating_add(u64::try_from(pairs).unwrap_or(u64::MAX));
        combined.population =
            combined.population.checked_add(count).filter(|sum| *sum <= MAX_COUNT).ok_or(CollectError::AllCounts)?;
        combined.rows.extend_from_slice(&same[0][..form.codes]);
        write_values((count, key), &mut combined.rows);
    }
    Ok(combined)
}

/// The next row of a sorted part.
struct Head {
    row: Vec<u8>,
    codes: usize,
    /// Rows that are read already, and the place of the next one.
    buffer: Vec<u8>,
    next: usize,
    /// Where the rest begins in the file, and its number of rows.
    rest: (u64, u64),
}

impl Head {
    /// Reads the next row. Returns whether there was one.
    fn advance(&mut self, file: &mut Box<dyn Temporary>) -> Result<bool, CollectError> {
        let len = self.codes + VALUES;
        if self.next == self.buffer.len() {
            let (at, rows) = self.rest;
            let now = rows.min((BUFFER / len).max(1) as u64);
            self.buffer.resize(now as usize * len, 0);
            read_at(file, at, &mut self.buffer).map_err(|error| wrong(&error))?;
            (self.rest, self.next) = ((at + self.buffer.len() as u64, rows - now), 0);
        }
        let Some(row) = self.buffer.get(self.next..self.next + len) else { return Ok(false) };
        self.row.clear();
        self.row.extend_from_slice(row);
        self.next += len;
        Ok(true)
    }
}

// A heap gives its largest item first, and the smallest row is needed, so this order is reversed. No two rows have the same
// codes.
impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        other.row[..other.codes].cmp(&self.row[..self.codes])
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

/// Merges sorted parts into one file.
fn merged(
    disk: &Disk<'_>,
    mut from: Box<dyn Temporary>,
    parts: &[SortedPart],
    form: &RowForm,
) -> Result<(Box<dyn Temporary>, u64), CollectError> {
    let mut to = BufWriter::with_capacity(16 * BUFFER, (disk.create)().map_err(|error| wrong(&error))?);
    let mut heads = BinaryHeap::with_capacity(parts.len());
    for part in parts {
        let rest = (part.at, part.cells);
        let (row, buffer) = (Vec::with_capacity(form.len()), Vec::new());
        let mut head = Head { row, codes: form.codes, buffer, next: 0, rest };
        if head.advance(&mut from)? {
            heads.push(head);
        }
    }
    let all: u64 = parts.iter().map(|part| part.cells).sum();
    let step = all.div_ceil(PARTS as u64).max(1);
    let mut cells = 0;
    while let Some(mut head) = heads.peek_mut() {
        to.write_all(&head.row).map_err(|error| wrong(&error))?;
        cells += 1;
        if cells % step == 0 {
            (disk.sorting)(PARTS as u64 + cells / step, 2 * PARTS as u64);
        }
        if !head.advance(&mut from)? {
            PeekMut::pop(head);
        }
    }
    Ok((to.into_inner().map_err(|error| wrong(error.error()))?, cells))
}
