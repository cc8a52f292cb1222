//! Stores the distinct cells of several threads. The hash of a cell's codes chooses one of many shards, and each shard
//! has a lock of its own. So a thread seldom waits for another one, and the cells are in memory once.

use std::sync::Mutex;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::packed::{Layout, Word, bits};
use crate::build::disk::{Runs, Source};
use crate::key::KeyGroup;

/// Number of shards, a power of two. A cell's number has the shard in the lowest bits.
pub(super) const SHARDS: usize = 64;

/// An upper bound for the bytes of a cell: a list may have room for twice its cells.
pub(super) const MOST_BYTES: usize = 2 * 32 + 24;

/// A distinct cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell<W> {
    pub codes: W,
    pub key: u64,
    pub count: u32,
}

/// The cells of a shard in order of appearance, and a hash table of their positions.
pub(super) struct Shard<W> {
    pub cells: Vec<Cell<W>>,
    index: HashTable<u32>,
}

impl<W> Default for Shard<W> {
    fn default() -> Self {
        Self { cells: Vec::new(), index: HashTable::new() }
    }
}

/// The shards, with packed codes of 64 or 128 bits. A cell takes 24 or 32 bytes, and 5 to 23 bytes of the hash table.
pub(super) enum Shards {
    Narrow(Vec<Mutex<Shard<u64>>>),
    Wide(Vec<Mutex<Shard<u128>>>),
}

/// The cells of all threads.
pub(super) struct Store {
    widths: Vec<u32>,
    layout: Layout,
    pub shards: Shards,
    group: KeyGroup,
    /// A random odd number for each dimension. The hash of a cell depends on the numbers of its codes, and not on their
    /// places in the integer.
    factors: Vec<u64>,
}

/// The rows of a batch: a column of codes for each dimension, and the keys.
pub(super) struct Rows<'a> {
    pub codes: &'a [&'a [u32]],
    pub keys: &'a [u64],
}

/// Memory that a thread uses again for each batch.
#[derive(Default)]
pub(super) struct Scratch {
    hashes: Vec<u64>,
    order: Vec<u32>,
    narrow: Vec<u64>,
    wide: Vec<u128>,
}

impl Scratch {
    /// The hash of a row of the last batch.
    pub fn hash(&self, row: usize) -> u64 {
        self.hashes[row]
    }
}

impl Store {
    /// `None` if the dimensions need more than 128 bits.
    pub fn new(widths: Vec<u32>, group: KeyGroup, factors: Vec<u64>) -> Option<Self> {
        let layout = Layout::new(&widths)?;
        let shards = match layout.is_narrow() {
            true => Shards::Narrow((0..SHARDS).map(|_| Mutex::default()).collect()),
            false => Shards::Wide((0..SHARDS).map(|_| Mutex::default()).collect()),
        };
        Some(Self { widths, layout, shards, group, factors })
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of cells. `None` if a thread has failed.
    pub fn len(&self) -> Option<usize> {
        fn sum<W>(shards: &[Mutex<Shard<W>>]) -> Option<usize> {
            shards.iter().map(|shard| Some(shard.lock().ok()?.cells.len())).sum()
        }
        match &self.shards {
            Shards::Narrow(shards) => sum(shards),
            Shards::Wide(shards) => sum(shards),
        }
    }

    /// Whether the fields have room for codes. `all` has the bits that occur in each column of codes.
    pub fn has_room(&self, all: &[u32]) -> bool {
        self.widths.iter().zip(all).all(|(width, all)| bits(*all) <= *width)
    }

    /// Gives each field the room that it needs and some more. Cells keep their numbers. `None` if the codes then need
    /// more than 128 bits.
    pub fn widen(&mut self, all: &[u32]) -> Option<()> {
        if self.has_room(all) {
            return Some(());
        }
        let width = |(width, all): (&u32, &u32)| match bits(*all) {
            bits if bits > *width => (bits + 1).min(u32::BITS),
            _ => *width,
        };
        let widths: Vec<u32> = self.widths.iter().zip(all).map(width).collect();
        // Nothing has changed so far, because other threads may still add cells.
        let layout = Layout::new(&widths)?;
        self.widths = widths;
        let old = std::mem::replace(&mut self.layout, layout);
        let shards = std::mem::replace(&mut self.shards, Shards::Wide(Vec::new()));
        self.shards = match (shards, self.layout.is_narrow()) {
            (Shards::Narrow(shards), true) => Shards::Narrow(repacked(shards, &old, &self.layout)?),
            (Shards::Narrow(shards), false) => Shards::Wide(repacked(shards, &old, &self.layout)?),
            (Shards::Wide(shards), _) => Shards::Wide(repacked(shards, &old, &self.layout)?),
        };
        Some(())
    }

    /// Writes all cells as a run, and leaves out the cells. `codes` has each dimension's number of codes so far.
    pub fn move_to(&mut self, runs: &mut Runs<'_>, codes: &[usize]) -> Option<()> {
        fn moved<W: Word>(
            shards: &mut [Mutex<Shard<W>>],
            layout: &Layout,
            runs: &mut Runs<'_>,
            codes: &[usize],
        ) -> Option<()> {
            let mut cells = Vec::with_capacity(shards.len());
            for shard in shards {
                cells.push(std::mem::take(shard.get_mut().ok()?).cells);
            }
            let (mut all, mut firsts) = (0, Vec::with_capacity(cells.len()));
            for own in &cells {
                firsts.push(all);
                all += own.len();
            }
            let cell = |at: usize, coordinate: &mut [u32]| {
                let shard = firsts.partition_point(|first| *first <= at) - 1;
                let Cell { codes, key, count } = cells[shard][at - firsts[shard]];
                coordinate.iter_mut().zip(layout.codes(codes)).for_each(|(to, code)| *to = code);
                (count.into(), key)
            };
            runs.add(Source::Records, all, codes.iter().copied(), cell).ok()
        }
        match &mut self.shards {
            Shards::Narrow(shards) => moved(shards, &self.layout, runs, codes),
            Shards::Wide(shards) => moved(shards, &self.layout, runs, codes),
        }
    }

    /// Adds rows, beginning with one of the shards. `done` receives the position of each row, the number of its cell and
    /// the cell's count before. `None` if there are too many cells or records.
    pub fn add(
        &self,
        rows: &Rows<'_>,
        first: usize,
        scratch: &mut Scratch,
        done: impl FnMut(usize, u32, u32),
    ) -> Option<()> {
        let Scratch { hashes, order, narrow, wide } = scratch;
        self.hash(rows, hashes);
        let ends = by_shard(hashes, order);
        match &self.shards {
            Shards::Narrow(shards) => self.add_to(shards, rows, (first, &ends), (hashes, order, narrow), done),
            Shards::Wide(shards) => self.add_to(shards, rows, (first, &ends), (hashes, order, wide), done),
        }
    }

    fn add_to<W: Word>(
        &self,
        shards: &[Mutex<Shard<W>>],
        rows: &Rows<'_>,
        (first, ends): (usize, &[usize]),
        (hashes, order, packed): (&[u64], &[u32], &mut Vec<W>),
        mut done: impl FnMut(usize, u32, u32),
    ) -> Option<()> {
        packed.clear();
        packed.resize(rows.keys.len(), W::from(0));
        for (&(shift, _), codes) in self.layout.fields().iter().zip(rows.codes) {
            for (packed, &code) in packed.iter_mut().zip(*codes) {
                *packed = packed.with(code, shift);
            }
        }
        for at in (0..SHARDS).map(|at| (first + at) % SHARDS) {
            let own = &order[if at == 0 { 0 } else { ends[at - 1] }..ends[at]];
            if own.is_empty() {
                continue;
            }
            let mut shard = shards[at].lock().ok()?;
            let Shard { cells, index } = &mut *shard;
            for &row in own {
                let row = row as usize;
                let (codes, key, hash) = (packed[row], rows.keys[row], hashes[row]);
                // The index grows fourfold. If the index only doubled, each entry would move three times as often.
                if index.len() == index.capacity() {
                    index.reserve(3 * index.len(), |at| self.hash_of(cells[*at as usize].codes));
                }
                let entry = index.entry(
                    hash,
                    |at| cells[*at as usize].codes == codes,
                    |at| self.hash_of(cells[*at as usize].codes),
                );
                match entry {
                    Entry::Occupied(entry) => {
                        let number = *entry.get();
                        let cell = &mut cells[number as usize];
                        let before = cell.count;
                        cell.count = before.checked_add(1)?;
                        cell.key = self.group.combine(cell.key, key);
                        done(row, number * SHARDS as u32 + at as u32, before);
                    }
                    Entry::Vacant(entry) => {
                        // The largest number is reserved.
                        let number = u32::try_from(cells.len()).ok().filter(|at| *at < u32::MAX / SHARDS as u32)?;
                        entry.insert(number);
                        cells.push(Cell { codes, key, count: 1 });
                        done(row, number * SHARDS as u32 + at as u32, 0);
                    }
                }
            }
        }
        Some(())
    }

    /// The hashes of all rows: sums of the codes' numbers times the dimensions' factors, mixed.
    fn hash(&self, rows: &Rows<'_>, hashes: &mut Vec<u64>) {
        hashes.clear();
        hashes.resize(rows.keys.len(), 0);
        for (&factor, codes) in self.factors.iter().zip(rows.codes) {
            for (hash, &code) in hashes.iter_mut().zip(*codes) {
                *hash = hash.wrapping_add(u64::from(code).wrapping_mul(factor));
            }
        }
        hashes.iter_mut().for_each(|hash| *hash = mixed(*hash));
    }

    fn hash_of<W: Word>(&self, packed: W) -> u64 {
        let codes = self.layout.codes(packed).zip(&self.factors);
        mixed(codes.fold(0, |sum, (code, factor)| sum.wrapping_add(u64::from(code).wrapping_mul(*factor))))
    }
}

/// Mixes the bits of a sum. The hash table uses the lowest and the highest bits.
fn mixed(sum: u64) -> u64 {
    let sum = (sum ^ sum >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    sum ^ sum >> 29
}

/// The shard of a hash. The hash table uses other bits.
fn shard_of(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

/// Orders rows by their shards. Returns the end of each shard.
fn by_shard(hashes: &[u64], order: &mut Vec<u32>) -> [usize; SHARDS] {
    let mut ends = [0; SHARDS];
    hashes.iter().for_each(|&hash| ends[shard_of(hash)] += 1);
    let mut from = 0;
    for end in &mut ends {
        (*end, from) = (from, from + *end);
    }
    order.clear();
    order.resize(hashes.len(), 0);
    for (row, &hash) in (0..).zip(hashes) {
        let end = &mut ends[shard_of(hash)];
        order[*end] = row;
        *end += 1;
    }
    ends
}

/// The cells with another layout. Their hashes, and so their shards and positions, stay.
fn repacked<V: Word, W: Word>(
    shards: Vec<Mutex<Shard<V>>>,
    old: &Layout,
    new: &Layout,
) -> Option<Vec<Mutex<Shard<W>>>> {
    let shard = |shard: Mutex<Shard<V>>| {
        let Shard { cells, index } = shard.into_inner().ok()?;
        let cell = |Cell { codes, key, count }| Cell { codes: new.pack(old.codes(codes)), key, count };
        Some(Mutex::new(Shard { cells: cells.into_iter().map(cell).collect(), index }))
    };
    shards.into_iter().map(shard).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::key::{Combine, Modulus};

    fn cells(store: &Store) -> BTreeMap<Vec<u32>, (u64, u32)> {
        let mut found = BTreeMap::new();
        let mut take = |codes: Vec<u32>, key, count| assert_eq!(found.insert(codes, (key, count)), None);
        match &store.shards {
            Shards::Narrow(shards) => shards.iter().for_each(|shard| {
                let cells = std::mem::take(&mut shard.lock().unwrap().cells);
                cells.into_iter().for_each(|cell| take(store.layout.codes(cell.codes).collect(), cell.key, cell.count));
            }),
            Shards::Wide(shards) => shards.iter().for_each(|shard| {
                let cells = std::mem::take(&mut shard.lock().unwrap().cells);
                cells.into_iter().for_each(|cell| take(store.layout.codes(cell.codes).collect(), cell.key, cell.count));
            }),
        }
        found
    }

    #[test]
    fn cells_keep_their_numbers_while_the_fields_grow() {
        let group = KeyGroup::new(Combine::Sum, Modulus::try_from(1000).unwrap()).unwrap();
        let mut store = Store::new(vec![1, 1, 1, 1, 1], group, vec![3, 5, 7, 9, 0x1234_5679]).unwrap();
        let mut expected: BTreeMap<Vec<u32>, (u64, u32)> = BTreeMap::new();
        let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut scratch = Scratch::default();
        // The layouts need 5, 45 and 105 bits.
        for limit in [2_u32, 200, 1_000_000] {
            let row = |row: u32| -> Vec<u32> { (0..5).map(|at| (row % 700) * (at + 1) * 7919 % limit).collect() };
            let rows: Vec<Vec<u32>> = (0..2000).map(row).collect();
            let codes: Vec<Vec<u32>> = (0..5).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
            let keys: Vec<u64> = (0..2000).map(|row| row * 13 % 1000).collect();
            let all: Vec<u32> = codes.iter().map(|column| column.iter().fold(0, |all, code| all | code)).collect();
            store.widen(&all).unwrap();
            assert!(store.has_room(&all));
            let columns: Vec<&[u32]> = codes.iter().map(Vec::as_slice).collect();
            let rows_of = Rows { codes: &columns, keys: &keys };
            let added = store.add(&rows_of, 3, &mut scratch, |row, number, before| {
                let cell = expected.entry(rows[row].clone()).or_default();
                assert_eq!(cell.1, before);
                *cell = ((cell.0 + keys[row]) % 1000, before + 1);
                assert_eq!(*numbers.entry(rows[row].clone()).or_insert(number), number);
            });
            assert_eq!(added, Some(()));
        }
        assert!(matches!(store.shards, Shards::Wide(_)));
        assert_eq!(cells(&store), expected);
        assert_eq!(store.widen(&[u32::MAX; 5]), None);
    }
}
