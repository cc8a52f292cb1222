//! Reads the count and key of every cell, for the builder and the audit.

use super::{Columns, Measures, count_of, key_of};
use crate::key::KeyGroup;

impl Columns {
    /// The count and key of each cell. Cells that were added to fill up runs have count 0 and key 0.
    pub fn counts_and_keys(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.len()).map(|cell| match &self.measures {
            Measures::Pairs(pairs) => (count_of(pairs[cell]), key_of(pairs[cell])),
            Measures::Apart(counts, keys) => (counts.get(cell), keys.get(cell)),
        })
    }

    /// The keys of all cells, combined.
    pub fn key(&self, keys: KeyGroup) -> u64 {
        self.counts_and_keys().fold(0, |sum, (_, key)| keys.combine(sum, key))
    }
}
