//! Holds the cells of a section for the roll-up: columns of codes, counts and keys, grouped in runs.

#[cfg(any(feature = "audit", feature = "tables"))]
mod keys;

use crate::base::bits::width;
use crate::key::KeyGroup;
use crate::tile::{Column, Section};

/// Minimum average number of cells in a run. Shorter runs cost more time than they save.
const LEAST_RUN: usize = 64;

/// Maximum number of places for every four cells. Up to this ratio, runs are filled up with empty cells.
const MOST_PLACES: u64 = 6;

/// Cells in ascending order of coordinates. Neighbouring cells form runs, so the roll-up skips most coordinates.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    /// One column for each axis of the view. The first `led` columns are empty, because `run_codes` holds their codes.
    pub coordinates: Vec<Column>,
    pub measures: Measures,
    /// Number of records in all cells.
    pub population: u64,
    /// Number of leading axes on which all cells of a run have the same code.
    pub led: usize,
    /// The codes of each run on the leading axes, run by run.
    pub run_codes: Vec<u32>,
    /// Position of the first cell of each run, and the end of the last run.
    pub run_starts: Vec<u32>,
    /// Number of codes on the only axis after the leading axes, if every run has a cell for each code. Missing cells
    /// were added as empty cells.
    pub full: Option<usize>,
}

/// The count and key of each cell.
#[derive(Debug, Clone)]
pub(crate) enum Measures {
    /// One word for each cell: the count in the lower half, the key in the upper half. One addition adds both as long
    /// as the sum of the counts stays below 2^32. The sum of the keys overflows without harm, because the modulus
    /// divides 2^32.
    Pairs(Vec<u64>),
    /// Separate columns of counts and keys, for cells that do not fit into pairs. They do not fit if keys combine by
    /// XOR, if the modulus does not divide 2^32, or if the population is too large.
    Apart(Column, Column),
}

impl Columns {
    /// Converts a section whose counts add up to `population`.
    pub fn new(section: Section, keys: KeyGroup, population: u64) -> Self {
        let cells = section.len();
        let Section { cardinalities, mut coordinates, counts, keys: key_column } = section;
        // Cells of a sealed cube have no keys, so zeros are stored instead.
        let key_column = key_column.unwrap_or_else(|| Column::U8(vec![0; cells]));
        let (mut led, mut runs) = (0, vec![0]);
        // A run ends where a code of a leading axis changes. Another leading axis makes runs shorter or leaves them
        // unchanged.
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

    /// Adds missing cells as empty cells if they are few. Complete runs have one cell for each code, in order.
    fn fill_up(&mut self, cardinalities: &[u32]) {
        let Some(last) = self.coordinates.len().checked_sub(1).filter(|&last| last == self.led) else { return };
        let (codes, runs) = (cardinalities[last] as usize, self.run_starts.len() - 1);
        let Measures::Pairs(pairs) = &mut self.measures else { return };
        // Uses 64 bits, because the product can exceed the 32-bit `usize` of wasm.
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

    /// Number of cells. Added empty cells count too.
    pub fn len(&self) -> usize {
        self.run_starts.last().map_or(0, |&cells| cells as usize)
    }

    /// Memory of the cells, in bytes.
    pub fn bytes(&self) -> usize {
        let columns: usize = self.coordinates.iter().map(Column::bytes).sum();
        let measures = match &self.measures {
            Measures::Pairs(pairs) => size_of_val(pairs.as_slice()),
            Measures::Apart(counts, keys) => counts.bytes() + keys.bytes(),
        };
        columns + measures + size_of_val(self.run_codes.as_slice()) + size_of_val(self.run_starts.as_slice())
    }
}

/// The count in a pair.
#[inline(always)]
pub(super) fn count_of(pair: u64) -> u64 {
    pair & 0xffff_ffff
}

/// The key in a pair, not yet reduced by a modulus below 2^32.
#[inline(always)]
pub(super) fn key_of(pair: u64) -> u64 {
    pair >> 32
}
