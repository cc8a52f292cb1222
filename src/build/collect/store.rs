//! Stores the distinct cells in flat columns. A hash table of row numbers finds a cell by its coordinates.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::error::CollectError;
#[cfg(not(target_arch = "wasm32"))]
use super::finish::{Cells, Final};
use crate::key::KeyGroup;

/// Cells in order of appearance. A cell takes 4 bytes for each dimension, 16 bytes for count and key, and 5 to 12
/// bytes of the hash table.
pub(super) struct CellStore {
    width: usize,
    group: KeyGroup,
    /// Row-major coordinates with `width` numbers for each cell.
    coords: Vec<u32>,
    counts: Vec<u64>,
    keys: Vec<u64>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl CellStore {
    pub fn new(width: usize, group: KeyGroup) -> Self {
        Self {
            width,
            group,
            coords: Vec::new(),
            counts: Vec::new(),
            keys: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// An empty store with room for a number of cells, so that the hash table does not grow in steps.
    pub fn with_capacity(width: usize, group: KeyGroup, cells: usize) -> Self {
        Self { index: HashTable::with_capacity(cells), ..Self::new(width, group) }
    }

    /// The dimensions of cells, and a store of their columns. The store has no index, so it cannot find or add
    /// cells.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_cells(cells: Cells, group: KeyGroup) -> (Final, Self) {
        let width = cells.coords.len();
        let mut coords = vec![0; width * cells.counts.len()];
        for (dimension, column) in cells.coords.iter().enumerate() {
            coords.iter_mut().skip(dimension).step_by(width).zip(column).for_each(|(to, code)| *to = *code);
        }
        let Cells { dimensions, counts, keys, structural_zeros, altered, .. } = cells;
        let of = Final { dimensions, ranks: Vec::new(), structural_zeros, altered };
        (of, Self { coords, counts, keys, ..Self::new(width, group) })
    }

    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// An upper bound for the bytes of a cell. Columns may have room for twice their cells.
    pub fn bytes(width: usize) -> usize {
        2 * (4 * width + 16) + 12
    }

    /// Adds a count and a key to a cell. Returns the cell's number and its count before, which is 0 for a new cell. The
    /// caller limits the sum of all counts.
    pub fn add(&mut self, coordinate: &[u32], count: u64, key: u64) -> Result<(u32, u64), CollectError> {
        let (coords, width, hasher) = (&self.coords, self.width, &self.hasher);
        let cell = |index: u32| &coords[index as usize * width..][..width];
        let entry = self.index.entry(
            hasher.hash_one(coordinate),
            |index| cell(*index) == coordinate,
            |index| hasher.hash_one(cell(*index)),
        );
        match entry {
            Entry::Occupied(entry) => {
                let number = *entry.get();
                let index = number as usize;
                let before = self.counts[index];
                self.counts[index] += count;
                self.keys[index] = self.group.combine(self.keys[index], key);
                Ok((number, before))
            }
            Entry::Vacant(entry) => {
                let number = u32::try_from(self.counts.len()).ok().filter(|number| *number < u32::MAX);
                let number = number.ok_or(CollectError::TooMany("cells"))?;
                entry.insert(number);
                self.coords.extend_from_slice(coordinate);
                self.counts.push(count);
                self.keys.push(key);
                Ok((number, 0))
            }
        }
    }

    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Replaces the counts of all cells.
    pub fn set_counts(&mut self, counts: Vec<u64>) {
        self.counts = counts;
    }

    /// The coordinates of a cell.
    pub fn coordinate(&self, cell: usize) -> &[u32] {
        &self.coords[cell * self.width..][..self.width]
    }

    /// The number of the cell with these coordinates, or `None` if there is no such cell.
    pub fn find(&self, coordinate: &[u32]) -> Option<u32> {
        let hash = self.hasher.hash_one(coordinate);
        self.index.find(hash, |index| self.coordinate(*index as usize) == coordinate).copied()
    }

    /// Leaves out the cells with count 0. The store can then only be taken apart.
    pub fn without_empty(self) -> Self {
        let left: Vec<usize> = (0..self.len()).filter(|&cell| self.counts[cell] > 0).collect();
        if left.len() == self.len() {
            return self;
        }
        Self {
            coords: left.iter().flat_map(|&cell| self.coordinate(cell).iter().copied()).collect(),
            counts: left.iter().map(|&cell| self.counts[cell]).collect(),
            keys: left.iter().map(|&cell| self.keys[cell]).collect(),
            index: HashTable::new(),
            ..self
        }
    }

    /// Returns row-major coordinates, counts and keys, and frees the hash table.
    pub fn into_columns(self) -> (Vec<u32>, Vec<u64>, Vec<u64>) {
        (self.coords, self.counts, self.keys)
    }
}
