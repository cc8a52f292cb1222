//! Holds the cells of a section in the roll-up's form: columns and runs.

#[cfg(feature = "cli")]
mod keys;

use crate::base::bits::width;
use crate::key::KeyGroup;
use crate::tile::{Column, Section};

/// Minimum mean cells of a run. Shorter runs cost more than they save.
const LEAST_RUN: usize = 64;

/// Maximum places for each cell of a run to fill it up, in quarters.
const MOST_PLACES: u64 = 6;

/// Cells in ascending order of coordinates, with runs that save reading most coordinates.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    /// One column for each axis of the view. The leading columns are empty, because the runs hold their codes.
    pub coordinates: Vec<Column>,
    pub measures: Measures,
    /// Records in all cells.
    pub population: u64,
    /// Number of leading axes on which the cells of a run agree.
    pub led: usize,
    /// The codes of each run on the leading axes.
    pub run_codes: Vec<u32>,
    /// Start of each run, and the end of the last run.
    pub run_starts: Vec<u32>,
    /// If every run has all codes of the single remaining axis, their number. Added cells are empty.
    pub full: Option<usize>,
}

/// Counts and keys.
#[derive(Debug, Clone)]
pub(crate) enum Measures {
    /// The count in the lower half, the key in the upper half of a word. One addition adds both while the counts together stay
    /// below 2^32. Sums of keys lose their carry, as a modulus that divides 2^32 requires.
    Pairs(Vec<u64>),
    /// Two columns, for the rare cases: other ways to combine keys, larger moduli, larger populations.
    Apart(Column, Column),
}

impl Columns {
    /// Converts a section whose counts add up to `population`.
    pub fn new(section: Section, keys: KeyGroup, population: u64) -> Self {
        let cells = section.len();
        let Section { cardinalities, mut coordinates, counts, keys: key_column } = section;
        // Protected cells have no keys and need none.
        let key_column = key_column.unwrap_or_else(|| Column::U8(vec![0; cells]));
        let (mut led, mut runs) = (0, vec![0]);
        // A run ends where a code of a leading axis changes. A further axis can only shorten runs.
        let mut starts = vec![false; cells];
        for column in &coordinates {
            for (cell, start) in starts.iter_mut().enumerate().skip(1) {
                *start |= column.get(cell) != column.get(cell - 1);
            }
            let finer: Vec<u32> = (0..cells as u32).filter(|&cell| cell == 0 || starts[cell as usize]).collect();
            if finer.len() > cells / LEAST_RUN {
                break;
            }
            (led, runs) = (led + 1, finer);
        }
        let mut run_codes = Vec::with_capacity(runs.len() * led);
        for &run in &runs {
            run_codes.extend(coordinates[..led].iter().map(|column| column.get(run as usize) as u32));
        }
        runs.push(cells as u32);
        coordinates[..led].iter_mut().for_each(|column| *column = Column::U8(Vec::new()));
        let measures = if keys.divides_word() && population < 1 << 32 {
            Measures::Pairs(counts.iter().zip(key_column.iter()).map(|(count, key)| key << 32 | count).collect())
        } else {
            Measures::Apart(counts, key_column)
        };
        let mut columns = Self { coordinates, measures, population, led, run_codes, run_starts: runs, full: None };
        columns.fill_up(&cardinalities);
        columns
    }

    /// Adds missing cells as empty ones if they are few. Complete runs need no coordinates.
    fn fill_up(&mut self, cardinalities: &[u32]) {
        let Some(last) = self.coordinates.len().checked_sub(1).filter(|&last| last == self.led) else { return };
        let (codes, runs) = (cardinalities[last] as usize, self.run_starts.len() - 1);
        let Measures::Pairs(pairs) = &mut self.measures else { return };
        // 64 bits, because the product can exceed the 32-bit words of wasm.
        if codes as u64 * runs as u64 > pairs.len() as u64 * MOST_PLACES / 4 {
            return;
        }
        let mut filled = vec![0; codes * runs];
        for (row, run) in filled.chunks_exact_mut(codes).zip(self.run_starts.windows(2)) {
            for cell in run[0] as usize..run[1] as usize {
                row[self.coordinates[last].get(cell) as usize] = pairs[cell];
            }
        }
        *pairs = filled;
        let mut column = Column::with_capacity(width(cardinalities[last] - 1), codes * runs);
        (0..runs).for_each(|_| (0..codes as u64).for_each(|code| column.push(code)));
        self.coordinates[last] = column;
        self.run_starts = (0..=runs).map(|run| (run * codes) as u32).collect();
        self.full = Some(codes);
    }

    /// Number of cells, including added empty cells.
    pub fn len(&self) -> usize {
        self.run_starts.last().map_or(0, |&cells| cells as usize)
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let columns: usize = self.coordinates.iter().map(Column::bytes).sum();
        let measures = match &self.measures {
            Measures::Pairs(pairs) => size_of_val(pairs.as_slice()),
            Measures::Apart(counts, keys) => counts.bytes() + keys.bytes(),
        };
        columns + measures + size_of_val(self.run_codes.as_slice()) + size_of_val(self.run_starts.as_slice())
    }
}

/// A pair's count.
#[inline(always)]
pub(super) fn count_of(pair: u64) -> u64 {
    pair & 0xffff_ffff
}

/// A pair's key, not yet reduced by a modulus below 2^32.
#[inline(always)]
pub(super) fn key_of(pair: u64) -> u64 {
    pair >> 32
}
