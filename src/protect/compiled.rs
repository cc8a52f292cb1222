//! The engine of all cell methods: it applies compiled rows to cells.

use crate::base::FULL;
use crate::key::{DrawHash, md5_draw};
use crate::ptable::{ONE, ROW_CYCLE};

/// The period of the rows of dense p-tables.
const PTABLE_PERIOD: u64 = ROW_CYCLE as u64;

/// Why a cell has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// The cell has a value.
    Shown = 0,
    /// The value is too small to show.
    Suppressed = 1,
    /// The cell is not released.
    Blocked = 2,
}

impl Status {
    /// The word in files; empty for a value that is shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shown => "",
            Self::Suppressed => "suppressed",
            Self::Blocked => "blocked",
        }
    }
}

/// The row of a count without a row of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// The last row.
    Last,
    /// One of the last rows in turn, by the count's remainder: row ((n − 1) mod period) + last − (period − 1).
    Cycle(u64),
}

/// The source of the number that selects an entry of the row.
#[derive(Debug, Clone)]
pub(super) enum Draw {
    /// The cell key.
    Key,
    /// A hash of cell key and count: 2^32 numbers.
    Hash(DrawHash),
    /// A hash of the cell key's decimal digits: 2^32 numbers.
    Md5,
}

/// The entries of all rows.
#[derive(Debug, Clone)]
pub(super) enum Entries {
    /// A table with an entry for each of `keys` numbers, row after row: entry number `draw mod keys`.
    Direct {
        /// Entries in each row.
        keys: u64,
        /// The noises.
        noise: Vec<i32>,
    },
    /// In each row the first entry with `draw < bound`; the last bound of a row is above every draw.
    Intervals(Intervals),
}

/// Rows of entries, each with an upper bound.
#[derive(Debug, Clone)]
pub(super) struct Intervals {
    /// Start of each row, and the end of the last one.
    pub(super) starts: Vec<u32>,
    /// Upper bounds, not included, in units of the draw.
    pub(super) bounds: Vec<u64>,
    /// The noises.
    pub(super) noise: Vec<i32>,
    /// For each row and each of [`BUCKETS`] equal parts of the draws: the first possible entry. If the guide is empty, a search
    /// starts at the row's first entry.
    guide: Vec<u32>,
    /// The right shift that maps a draw to its part.
    shift: u32,
}

/// Parts of a row's guide. With this number, most parts lie within one interval, so most searches end at once.
const BUCKETS: usize = 256;
/// Maximum rows with a guide, which limits its memory to a megabyte.
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
                self.guide.push(at);
            }
        }
    }

    /// Adds an entry to the current row. An entry without width is left out, because no draw would find it.
    pub fn push(&mut self, noise: i32, bound: u64) {
        let row = *self.starts.last().unwrap_or(&0) as usize;
        if self.bounds[row..].last().copied().unwrap_or(0) < bound {
            self.bounds.push(bound);
            self.noise.push(noise);
        }
    }

    /// Ends the row.
    pub fn end_row(&mut self) {
        self.starts.push(self.bounds.len() as u32); // the limits of methods and p-tables keep this far below 2^32
    }

    /// Adds a row of noises from `first` upwards with weights, which are probabilities in units of 2^-32. The largest weight
    /// absorbs the rounding remainder; ties go to the first (docs/reference/randomness.md).
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
/// The result for a cell is a function of its count and key alone.
///
/// # Caller must ensure
/// Keys are below the modulus that the rows were compiled for.
#[derive(Debug, Clone)]
pub struct CompiledMethod {
    /// Whether row 0 exists for empty cells. Otherwise empty cells stay empty.
    pub(super) row_zero: bool,
    /// Whether empty cells are drawn with the keys of their categories. Otherwise they are drawn with key 0.
    pub(super) category_keys: bool,
    /// Counts up to this have their own row.
    pub(super) own: u64,
    /// Number of the last row.
    pub(super) last: u64,
    pub(super) above: Above,
    pub(super) draw: Draw,
    /// The number of possible draws: the modulus, or 2^32 for a hash.
    pub(super) draws: u64,
    pub(super) entries: Entries,
    /// True counts below this are suppressed.
    pub(super) least_count: u64,
    /// Values below this are suppressed, after the noise.
    pub(super) threshold: i64,
}

/// The cells of a table after protection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protected {
    /// Count plus noise, before any threshold. Without `reveal`, a value may leave the crate only if its `status` is
    /// [`Status::Shown`].
    pub values: Vec<i64>,
    /// The status of each cell.
    pub status: Vec<Status>,
}

impl CompiledMethod {
    /// Rows without suppression that leave empty cells unchanged.
    pub(super) fn new(own: u64, last: u64, above: Above, draw: Draw, draws: u64, entries: Entries) -> Self {
        let (row_zero, category_keys) = (false, false);
        Self { row_zero, category_keys, own, last, above, draw, draws, entries, least_count: 0, threshold: 0 }
    }

    /// The position of a non-zero count's row. Rows start at 1, or at 0 if there is a row for empty cells.
    #[inline(always)]
    pub(super) fn row(&self, count: u64) -> usize {
        let row = match self.above {
            _ if count <= self.own => count,
            Above::Last => self.last,
            // The period of all p-tables. A constant avoids a division.
            Above::Cycle(PTABLE_PERIOD) => (count - 1) % PTABLE_PERIOD + self.last - (PTABLE_PERIOD - 1),
            Above::Cycle(period) => (count - 1) % period + self.last - (period - 1),
        };
        row as usize - usize::from(!self.row_zero)
    }

    /// The number that selects an entry.
    #[inline]
    pub(super) fn draw(&self, count: u64, key: u64) -> u64 {
        match &self.draw {
            Draw::Key => key,
            Draw::Hash(hash) => hash.draw(key, count).into(),
            Draw::Md5 if FULL => md5_draw(key).into(),
            Draw::Md5 => 0, // refused when compiled
        }
    }

    /// The noise for a count and key. The count is at least 1 unless there is a row 0.
    #[inline(always)]
    fn noise(&self, count: u64, key: u64) -> i32 {
        let row = self.row(count);
        match &self.entries {
            Entries::Direct { keys: 1, noise } => noise[row],
            Entries::Direct { keys, noise } => {
                let draw = self.draw(count, key);
                let entry = if keys.is_power_of_two() { draw & (keys - 1) } else { draw % keys };
                noise[row * *keys as usize + entry as usize]
            }
            Entries::Intervals(Intervals { starts, bounds, noise, guide, shift }) => {
                let start = starts[row] as usize;
                if starts[row + 1] as usize - start == 1 {
                    return noise[start]; // the same for every draw
                }
                let draw = self.draw(count, key);
                let mut at = guide.get(row * BUCKETS + (draw >> shift) as usize).map_or(start, |&at| at as usize);
                // The last bound of a row is above every draw.
                while bounds[at] <= draw {
                    at += 1;
                }
                noise[at]
            }
        }
    }

    /// The value of one cell, before any threshold.
    #[inline(always)]
    fn value(&self, count: u64, key: u64) -> i64 {
        let noise = match count {
            0 if self.row_zero => self.noise(0, if self.category_keys { key } else { 0 }),
            0 => 0,
            _ => self.noise(count, key),
        };
        count as i64 + i64::from(noise)
    }

    /// The status of a count and its value.
    #[inline]
    pub fn status(&self, count: u64, value: i64) -> Status {
        if count < self.least_count || value < self.threshold { Status::Suppressed } else { Status::Shown }
    }

    /// Whether an empty cell is drawn by the key of its categories.
    pub fn category_keys(&self) -> bool {
        self.category_keys
    }

    /// Whether cells that cannot exist always appear empty: either all empty cells do, or all other empty cells have keys.
    pub(crate) fn keeps_or_keys_zeros(&self) -> bool {
        !self.row_zero || self.category_keys
    }

    /// Protects cells given by their true counts (at most 2^53) and cell keys, columns of equal length.
    pub fn protect(&self, counts: &[u64], keys: &[u64]) -> Protected {
        let mut values = vec![0; counts.len()];
        match (&self.entries, &self.draw) {
            (Entries::Direct { keys: numbers, noise }, Draw::Key) if numbers.is_power_of_two() => {
                self.add_direct(noise, *numbers, counts, keys, &mut values);
            }
            _ => {
                for ((value, &count), &key) in values.iter_mut().zip(counts).zip(keys) {
                    *value = self.value(count, key);
                }
            }
        }
        let mut status = vec![Status::Shown; counts.len()];
        if self.least_count > 0 || self.threshold > 0 {
            for ((status, &count), &value) in status.iter_mut().zip(counts).zip(&values) {
                *status = self.status(count, value);
            }
        }
        Protected { values, status }
    }

    /// Computes [`value`](Self::value) for all cells from a table with an entry for each of `numbers` keys. The test for empty
    /// cells is not a branch, because a processor cannot predict it in a sparse table.
    fn add_direct(&self, noise: &[i32], numbers: u64, counts: &[u64], keys: &[u64], values: &mut [i64]) {
        let (least, shift, own) = (u64::from(!self.row_zero), numbers.ilog2(), self.own);
        let mask = numbers - 1;
        for ((value, &count), &key) in values.iter_mut().zip(counts).zip(keys) {
            let row = if count <= own { count.max(least) - least } else { self.row(count) as u64 };
            // Masks: all bits set if the noise applies, and if the key applies.
            let is_drawn = -i64::from(count >= least);
            let is_keyed = -i64::from(count > 0 || self.category_keys) as u64;
            let entry = (row << shift) + (key & mask & is_keyed);
            *value = count as i64 + (i64::from(noise[entry as usize]) & is_drawn);
        }
    }

    /// The distribution of the noise of a count: noises in ascending order, each with the number of draws that give it,
    /// and the number of all draws (the number of keys of a dense p-table, the modulus for other draws by cell key, 2^32
    /// for a hash). Suppression is not part of it.
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
