//! The engine of all cell methods: it applies compiled rows to cells.

use super::adjustment::Adjustment;
use crate::base::FULL;
use crate::key::{DrawHash, md5_draw};
use crate::ptable::{ONE, ROW_CYCLE};

/// The period of the rows of dense p-tables.
const PTABLE_PERIOD: u64 = ROW_CYCLE as u64;

/// The status of a cell: its value is shown, suppressed or blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// The cell has a value.
    Shown = 0,
    /// The count or the value is below a threshold of the method.
    Suppressed = 1,
    /// The cell is not released.
    Blocked = 2,
}

impl Status {
    /// The word for the status in files; empty for a shown value.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shown => "",
            Self::Suppressed => "suppressed",
            Self::Blocked => "blocked",
        }
    }
}

/// The row of a count that has no row of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// The last row.
    Last,
    /// One of the last rows, selected by the count's remainder: row ((n − 1) mod period) + last − (period − 1). The
    /// field is the period.
    Cycle(u64),
}

/// The source of a draw. A draw is the number that selects an entry of a row.
#[derive(Debug, Clone)]
pub(super) enum Draw {
    /// The cell key.
    Key,
    /// A hash of cell key and count, from 0 to 2^32 − 1.
    Hash(DrawHash),
    /// A hash of the cell key's decimal digits, from 0 to 2^32 − 1.
    Md5,
}

/// The entries of all rows.
#[derive(Debug, Clone)]
pub(super) enum Entries {
    /// A table with `keys` entries in each row. A draw selects entry number `draw mod keys`.
    Direct {
        /// Entries in each row.
        keys: u64,
        /// The noise of each entry, row after row.
        noise: Vec<i32>,
    },
    /// Rows of entries with bounds. A draw selects the first entry with `draw < bound`. The last bound of a row is
    /// above every draw.
    Intervals(Intervals),
}

/// Rows of entries. Each entry has an upper bound.
#[derive(Debug, Clone)]
pub(super) struct Intervals {
    /// Index of each row's first entry, then the number of all entries.
    pub(super) starts: Vec<u32>,
    /// Upper bound of each entry, exclusive, in units of the draw.
    pub(super) bounds: Vec<u64>,
    /// Noise of each entry.
    pub(super) noise: Vec<i32>,
    /// Shortens the search for the entry of a draw. Each of the first [`GUIDED_ROWS`] rows has [`BUCKETS`] numbers, one
    /// for each part of the range of draws. If all draws of a part select one entry, the number is the noise of this
    /// entry. Otherwise the number is [`SEARCH`] plus the index of the first entry that a search tries.
    guide: Vec<i32>,
    /// The part that contains a draw has the index `draw >> shift`.
    shift: u32,
}

/// The number of cells that are drawn together.
const TOGETHER: usize = 256;

/// The guide of a row divides the range of draws into so many parts. Most parts then lie within one interval, and cells
/// with such draws need no search.
const BUCKETS: usize = 256;
/// A guide stores this number plus an index where a search is necessary. So a number below half of this one is never a
/// noise. A noise as low as that is found by a search, too.
const SEARCH: i32 = i32::MIN;
/// Maximum number of rows with a guide. The guide then takes at most a megabyte.
const GUIDED_ROWS: usize = 1000;

impl Intervals {
    /// An empty list of rows.
    pub fn new() -> Self {
        Self { starts: vec![0], bounds: Vec::new(), noise: Vec::new(), guide: Vec::new(), shift: 0 }
    }

    /// Builds the guide for draws from 0 to `draws` − 1.
    pub fn index(&mut self, draws: u64) {
        self.shift = (u64::BITS - (draws - 1).leading_zeros()).saturating_sub(BUCKETS.ilog2());
        for row in self.starts.windows(2).take(GUIDED_ROWS) {
            let (mut at, last) = (row[0], row[1] - 1);
            for part in 0..BUCKETS as u64 {
                while at < last && self.bounds[at as usize] <= part << self.shift {
                    at += 1;
                }
                let noise = self.noise[at as usize];
                let is_whole = at == last || self.bounds[at as usize] >= (part + 1) << self.shift;
                self.guide.push(if is_whole && noise >= SEARCH / 2 { noise } else { SEARCH + at as i32 });
            }
        }
    }

    /// Adds an entry to the current row. An entry with an empty interval is left out, because no draw selects it.
    pub fn push(&mut self, noise: i32, bound: u64) {
        let row = *self.starts.last().unwrap_or(&0) as usize;
        if self.bounds[row..].last().copied().unwrap_or(0) < bound {
            self.bounds.push(bound);
            self.noise.push(noise);
        }
    }

    /// Ends the current row.
    pub fn end_row(&mut self) {
        self.starts.push(self.bounds.len() as u32); // far below 2^32, because methods and p-tables have limits
    }

    /// Whether every row has a guide.
    fn is_guided(&self) -> bool {
        self.guide.len() == (self.starts.len() - 1) * BUCKETS
    }

    /// Whether a row has a single entry, which every draw then selects.
    #[inline(always)]
    fn is_constant(&self, row: usize) -> bool {
        self.starts[row + 1] - self.starts[row] == 1
    }

    /// The noise that a draw selects in a row.
    #[inline(always)]
    fn noise(&self, row: usize, draw: u64) -> i32 {
        let mut at = match self.guide.get(row * BUCKETS + (draw >> self.shift) as usize) {
            Some(&noise) if noise >= SEARCH / 2 => return noise,
            Some(start) => (start - SEARCH) as usize,
            None => self.starts[row] as usize,
        };
        // The last bound of a row is above every draw.
        while self.bounds[at] <= draw {
            at += 1;
        }
        self.noise[at]
    }

    /// Adds a row with the noises `first`, `first` + 1 and so on. `weights` are the probabilities of the noises, in
    /// units of 2^-32. The first of the largest weights absorbs the rounding remainder (docs/reference/randomness.md).
    pub fn weighted_row(&mut self, first: i32, weights: &mut [u64]) {
        let sum: u64 = weights.iter().sum();
        let largest = (0..weights.len()).rev().max_by_key(|&at| weights[at]).unwrap_or(0);
        weights[largest] = (weights[largest] + ONE).wrapping_sub(sum);
        let mut bound = 0;
        for (noise, weight) in (first..).zip(weights.iter()) {
            bound += weight;
            self.push(noise, bound);
        }
        self.end_row();
    }
}

/// A compiled cell method: the noise for every count and key.
///
/// # Guarantee
/// The result for a cell depends only on its count and key.
///
/// # Caller must ensure
/// Keys are below the modulus that the rows were compiled for.
#[derive(Debug, Clone)]
pub struct CompiledMethod {
    /// Whether row 0 exists for empty cells. Otherwise empty cells stay empty.
    pub(super) row_zero: bool,
    /// Whether the draw of an empty cell uses the key of its categories. Otherwise the draw uses key 0.
    pub(super) category_keys: bool,
    /// The last count with a row of its own.
    pub(super) own: u64,
    /// Number of the last row.
    pub(super) last: u64,
    pub(super) above: Above,
    pub(super) draw: Draw,
    /// The number of possible draws: the modulus, or 2^32 for a hash.
    pub(super) draws: u64,
    pub(super) entries: Entries,
    /// True counts below this number are suppressed.
    pub(super) least_count: u64,
    /// Values below this number, after the noise, are suppressed.
    pub(super) threshold: i64,
}

/// The cells of a table after protection.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Protected {
    /// Count plus noise of each cell, before any threshold. Unless a query may reveal true counts, only values with the
    /// status [`Status::Shown`] may leave the crate.
    pub values: Vec<i64>,
    /// The status of each cell.
    pub status: Vec<Status>,
    /// What a method that looks at the whole table reports. Absent for other methods.
    pub adjustment: Option<Adjustment>,
}

impl CompiledMethod {
    /// A method without suppression that leaves empty cells unchanged.
    pub(super) fn new(own: u64, last: u64, above: Above, draw: Draw, draws: u64, entries: Entries) -> Self {
        let (row_zero, category_keys) = (false, false);
        Self { row_zero, category_keys, own, last, above, draw, draws, entries, least_count: 0, threshold: 0 }
    }

    /// The index of a count's row. With `row_zero`, index 0 is the row of count 0; otherwise index 0 is the row of
    /// count 1, and the count must not be 0.
    #[inline(always)]
    pub(super) fn row(&self, count: u64) -> usize {
        let row = match self.above {
            _ if count <= self.own => count,
            Above::Last => self.last,
            // All p-tables have this period. A constant divisor is faster.
            Above::Cycle(PTABLE_PERIOD) => (count - 1) % PTABLE_PERIOD + self.last - (PTABLE_PERIOD - 1),
            Above::Cycle(period) => (count - 1) % period + self.last - (period - 1),
        };
        row as usize - usize::from(!self.row_zero)
    }

    /// The draw of a cell: the number that selects an entry of the row.
    #[inline]
    pub(super) fn draw(&self, count: u64, key: u64) -> u64 {
        match &self.draw {
            Draw::Key => key,
            Draw::Hash(hash) => hash.draw(key, count).into(),
            Draw::Md5 if FULL => md5_draw(key).into(),
            Draw::Md5 => 0, // `compile` refuses MD5 in this build
        }
    }

    /// The noise for a count and a draw. Without row 0, the count must be at least 1.
    #[inline(always)]
    fn noise(&self, count: u64, draw: u64) -> i32 {
        let row = self.row(count);
        match &self.entries {
            Entries::Direct { keys, noise } => {
                let entry = if keys.is_power_of_two() { draw & (keys - 1) } else { draw % keys };
                noise[row * *keys as usize + entry as usize]
            }
            Entries::Intervals(intervals) => intervals.noise(row, draw),
        }
    }

    /// Whether the noise of a count depends on a draw.
    #[inline(always)]
    fn is_drawn(&self, count: u64) -> bool {
        let has_row = count > 0 || self.row_zero;
        has_row
            && match &self.entries {
                Entries::Direct { keys, .. } => *keys > 1,
                Entries::Intervals(intervals) => !intervals.is_constant(self.row(count)),
            }
    }

    /// The status of a cell with this count and value.
    #[inline]
    pub fn status(&self, count: u64, value: i64) -> Status {
        if count < self.least_count || value < self.threshold { Status::Suppressed } else { Status::Shown }
    }

    /// Whether the draw of an empty cell uses the key of its categories.
    pub fn category_keys(&self) -> bool {
        self.category_keys
    }

    /// Whether cells that cannot exist stay empty. This holds if all empty cells stay empty, or if only cells that can
    /// exist have category keys.
    pub(crate) fn keeps_or_keys_zeros(&self) -> bool {
        !self.row_zero || self.category_keys
    }

    /// Protects cells. `counts` are true counts of at most 2^53, and `keys` are the cell keys in the same order.
    pub fn protect(&self, counts: &[u64], keys: &[u64]) -> Protected {
        let mut values = vec![0; counts.len()];
        match (&self.entries, &self.draw) {
            (Entries::Direct { keys: numbers, noise }, Draw::Key) if numbers.is_power_of_two() => {
                self.add_direct(noise, *numbers, counts, keys, &mut values);
            }
            (Entries::Intervals(intervals), Draw::Key) if intervals.is_guided() => {
                self.add_intervals(intervals, counts, keys, &mut values);
            }
            _ => {
                let mut draws = [0; TOGETHER];
                for (at, values) in values.chunks_mut(TOGETHER).enumerate() {
                    let (counts, keys) = (&counts[at * TOGETHER..], &keys[at * TOGETHER..]);
                    self.draw_all(&counts[..values.len()], &keys[..values.len()], &mut draws);
                    for ((value, &count), &draw) in values.iter_mut().zip(counts).zip(&draws) {
                        let noise = if count > 0 || self.row_zero { self.noise(count, draw) } else { 0 };
                        *value = count as i64 + i64::from(noise);
                    }
                }
            }
        }
        let mut status = vec![Status::Shown; counts.len()];
        if self.least_count > 0 || self.threshold > 0 {
            for ((status, &count), &value) in status.iter_mut().zip(counts).zip(&values) {
                *status = self.status(count, value);
            }
        }
        Protected { values, status, adjustment: None }
    }

    /// Computes the values of all cells from a table with `numbers` entries in each row.
    fn add_direct(&self, noise: &[i32], numbers: u64, counts: &[u64], keys: &[u64], values: &mut [i64]) {
        let (shift, mask) = (numbers.ilog2(), numbers - 1);
        self.add_by_key(counts, keys, values, |row, key| noise[((row << shift) + (key & mask)) as usize]);
    }

    /// Computes the values of all cells from rows with a guide, where the key is the draw. The loop for other draws is
    /// slower, because that loop stores the draws before it uses them.
    fn add_intervals(&self, intervals: &Intervals, counts: &[u64], keys: &[u64], values: &mut [i64]) {
        self.add_by_key(counts, keys, values, |row, key| intervals.noise(row as usize, key));
    }

    /// For each cell, adds `noise(row, key)` to the count. A processor cannot predict the empty cells of a sparse
    /// table, so the test for empty cells is not a branch.
    #[inline(always)]
    fn add_by_key(&self, counts: &[u64], keys: &[u64], values: &mut [i64], noise: impl Fn(u64, u64) -> i32) {
        let (least, own) = (u64::from(!self.row_zero), self.own);
        for ((value, &count), &key) in values.iter_mut().zip(counts).zip(keys) {
            let row = if count <= own { count.max(least) - least } else { self.row(count) as u64 };
            // Two masks. `is_drawn` has all bits set if the noise applies, and `is_keyed` if the key applies.
            let is_drawn = -i64::from(count >= least);
            let is_keyed = -i64::from(count > 0 || self.category_keys) as u64;
            *value = count as i64 + (i64::from(noise(row, key & is_keyed)) & is_drawn);
        }
    }

    /// Computes the draws of at most [`TOGETHER`] cells, and skips cells whose noise needs no draw. Hashes of many
    /// cells together take less time than one by one.
    fn draw_all(&self, counts: &[u64], keys: &[u64], draws: &mut [u64; TOGETHER]) {
        let (mut cells, mut drawn) = ([0; TOGETHER], 0);
        let (mut own_counts, mut own_keys, mut own_draws) = ([0; TOGETHER], [0; TOGETHER], [0; TOGETHER]);
        for (cell, (&count, &key)) in counts.iter().zip(keys).enumerate() {
            if !self.is_drawn(count) {
                continue;
            }
            let key = if count > 0 || self.category_keys { key } else { 0 };
            match &self.draw {
                Draw::Hash(_) => {
                    (cells[drawn], own_counts[drawn], own_keys[drawn]) = (cell, count, key);
                    drawn += 1;
                }
                _ => draws[cell] = self.draw(count, key),
            }
        }
        if let Draw::Hash(hash) = &self.draw {
            hash.draw_all(&own_keys[..drawn], &own_counts[..drawn], &mut own_draws[..drawn]);
            cells[..drawn].iter().zip(own_draws).for_each(|(&cell, draw)| draws[cell] = draw.into());
        }
    }

    /// The distribution of a count's noise: each noise in ascending order, with the number of draws that select this
    /// noise. The second result is the number of all draws: K for a dense p-table of K keys, 2^32 for a hash, and
    /// otherwise the modulus. Suppression is not included.
    ///
    /// ```
    /// # use cellveil::key::{Combine, KeyGroup, Modulus};
    /// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
    /// let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
    /// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 4 }"#)?)?;
    /// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
    /// assert_eq!(rows.distribution(7), (vec![(-3, 1 << 30), (1, 3 << 30)], 1 << 32));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distribution(&self, count: u64) -> (Vec<(i64, u64)>, u64) {
        if count == 0 && !self.row_zero {
            return (vec![(0, self.draws)], self.draws);
        }
        let row = self.row(count);
        let mut outcomes: Vec<(i64, u64)> = Vec::new();
        let mut add = |noise: i32, draws: u64| match outcomes.binary_search_by(|outcome| outcome.0.cmp(&noise.into())) {
            Ok(at) => outcomes[at].1 += draws,
            Err(at) => outcomes.insert(at, (noise.into(), draws)),
        };
        let draws = match &self.entries {
            Entries::Direct { keys, noise } => {
                let row = row * *keys as usize..(row + 1) * *keys as usize;
                noise[row].iter().for_each(|&noise| add(noise, 1));
                *keys
            }
            Entries::Intervals(Intervals { starts, bounds, noise, .. }) => {
                let mut before = 0;
                for at in starts[row] as usize..starts[row + 1] as usize {
                    add(noise[at], bounds[at] - before);
                    before = bounds[at];
                }
                self.draws
            }
        };
        (outcomes, draws)
    }
}
