//! The engine that all cell methods share.

use crate::key::DrawHash;

/// Why a cell has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// It has one.
    Shown = 0,
    /// Too small to be shown.
    Suppressed = 1,
    /// Not released.
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

/// Which row a count above the last one uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// The last.
    Last,
    /// The last 250 in turn: row ((n − 1) mod 250) + last − 249.
    Cycle,
}

/// Where the number that selects an entry of the row comes from.
#[derive(Debug, Clone)]
pub(super) enum Draw {
    /// The cell key.
    Key,
    /// A hash of cell key and count.
    Hash(DrawHash),
}

/// The entries of all rows.
#[derive(Debug, Clone)]
pub(super) enum Entries {
    /// A table with an entry for each of `keys` numbers, row after row: entry number `draw mod keys`.
    Direct {
        /// Entries a row.
        keys: u64,
        /// The noises.
        noise: Vec<i32>,
    },
    /// In each row the first entry with `draw < bound`; the last bound of a row is above every draw.
    Intervals {
        /// Where each row starts, and where the last one ends.
        starts: Vec<u32>,
        /// Upper bounds, not included, in units of the draw.
        bounds: Vec<u64>,
        /// The noises.
        noise: Vec<i32>,
    },
}

/// A compiled cell method: the noise for every count and key.
///
/// # Guarantee
/// The result for a cell is a function of its count and key alone.
///
/// # Caller must ensure
/// Keys are below the modulus that the rows were compiled for.
#[derive(Debug, Clone)]
pub struct Rows {
    /// Row 0 exists and is used for empty cells, with key 0; otherwise they stay empty.
    pub(super) row_zero: bool,
    /// Number of the last row.
    pub(super) last: u64,
    pub(super) above: Above,
    pub(super) draw: Draw,
    pub(super) entries: Entries,
    /// Values below this are suppressed, after the noise.
    pub(super) threshold: i64,
}

/// The cells of a table after protection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protected {
    /// Count plus noise, before any threshold. Only where `status` is [`Status::Shown`] may it leave the crate unasked.
    pub values: Vec<i64>,
    /// Why a value is missing.
    pub status: Vec<Status>,
}

impl Rows {
    /// The row of a count that is not zero; rows start at 1, or at 0 where there is a row for empty cells.
    #[inline]
    fn row(&self, count: u64) -> usize {
        let row = match self.above {
            _ if count <= self.last => count,
            Above::Last => self.last,
            Above::Cycle => (count - 1) % 250 + self.last - 249,
        };
        row as usize - usize::from(!self.row_zero)
    }

    /// The noise of a cell with a given count, at least 1 unless there is a row 0, and key.
    #[inline]
    fn noise(&self, count: u64, key: u64) -> i32 {
        let row = self.row(count);
        let draw = match &self.draw {
            Draw::Key => key,
            Draw::Hash(hash) => hash.draw(key, count).into(),
        };
        match &self.entries {
            Entries::Direct { keys, noise } => noise[row * *keys as usize + (draw % keys) as usize],
            Entries::Intervals { starts, bounds, noise } => {
                let (start, end) = (starts[row] as usize, starts[row + 1] as usize);
                let at = bounds[start..end].iter().position(|&bound| draw < bound);
                noise[start + at.expect("the last bound of a row is above every draw")]
            }
        }
    }

    /// The value of one cell, before any threshold.
    #[inline]
    fn value(&self, count: u64, key: u64) -> i64 {
        let noise = match count {
            0 if self.row_zero => self.noise(0, 0),
            0 => 0,
            _ => self.noise(count, key),
        };
        count as i64 + i64::from(noise)
    }

    /// What may be shown of a value.
    #[inline]
    pub fn status(&self, value: i64) -> Status {
        if value < self.threshold { Status::Suppressed } else { Status::Shown }
    }

    /// Protects cells given by their true counts (at most 2^53) and cell keys, columns of equal length.
    pub fn protect(&self, counts: &[u64], keys: &[u64]) -> Protected {
        let values: Vec<i64> = counts.iter().zip(keys).map(|(&count, &key)| self.value(count, key)).collect();
        let status = values.iter().map(|&value| self.status(value)).collect();
        Protected { values, status }
    }
}
