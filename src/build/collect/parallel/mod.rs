//! Collects records with several threads. The cells do not depend on the number of threads.
//!
//! **Why.** Counts are sums, and keys combine in any order. The numbers of codes and of cells depend on the order of the
//! threads, but the final codes and cells are sorted. The tests of keys depend on sets of keys and on the cells of equal
//! keys only. Steps before tabulation identify records and units by hashes, so the order of records changes nothing.
//!
//! There are no errors here. If anything is wrong, the caller reads the records again with one thread, which names the
//! first rows of all problems.

mod codes;
mod finish;
mod packed;
mod store;

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

use hashbrown::DefaultHashBuilder;

use super::changes::RecordStore;
use super::codes::CodeIds;
use super::on_disk::known_as;
use super::{keeps_records, whole};
use crate::build::disk::{Disk, Runs};
use crate::cube::Release;
use crate::key::check::KeyTally;
use crate::key::derive::Deriver;
use crate::spec::{CubeSpec, DimensionSpec, KeySource};

use codes::KnownCodes;
use packed::bits;
use store::{Rows, SHARDS, Scratch, Store};

/// Number of bits at first for codes that are found in the data.
const FOUND_BITS: u32 = 4;

/// The cells and codes of all threads.
pub(crate) struct SharedCollector<'a> {
    spec: &'a CubeSpec,
    ids: Vec<Mutex<CodeIds>>,
    store: RwLock<Store>,
    /// The cells on disk, if cells may move there.
    runs: Option<Mutex<Runs<'a>>>,
    /// Number of cells in the store.
    cells: AtomicUsize,
    deriver: Option<Deriver>,
    /// A tally without keys, which each thread copies.
    tally: KeyTally,
}

impl<'a> SharedCollector<'a> {
    /// An empty collector. Returns `None` if the specification needs one thread:
    ///
    /// - Its records have no keys, but the cube needs them.
    /// - Its codes need more than 128 bits.
    /// - It has structural zeros, and there is a disk. The cells on disk would not be compared with them.
    pub fn new(spec: &'a CubeSpec, disk: Option<&'a Disk<'a>>) -> Option<Self> {
        let disk = disk.filter(|_| spec.pretabular.steps.is_empty());
        let has_unseen = disk.is_some() && !spec.structural_zeros.is_empty();
        let has_keys = spec.key.source.is_some() || spec.about.release == Release::Preprotected;
        (has_keys && !has_unseen).then_some(())?;
        let group = spec.key.group;
        let rule = match &spec.key.source {
            Some(KeySource::Derived { rule, .. }) => Some(rule),
            Some(KeySource::Column(_)) | None => None,
        };
        let width = |dimension: &DimensionSpec| match &dimension.codes {
            Some(codes) => u32::try_from(codes.len().saturating_sub(1)).ok().map(bits),
            None => Some(FOUND_BITS),
        };
        let widths = spec.dimensions.iter().map(width).collect::<Option<Vec<u32>>>()?;
        let hasher = DefaultHashBuilder::default();
        let factors = (0..widths.len()).map(|at| hasher.hash_one(at) | 1).collect();
        let ids = spec.dimensions.iter().map(|dimension| CodeIds::new(dimension).ok().map(Mutex::new));
        Some(Self {
            spec,
            ids: ids.collect::<Option<_>>()?,
            store: RwLock::new(Store::new(widths, group, factors)?),
            runs: disk.map(Runs::new).map(Mutex::new),
            cells: AtomicUsize::new(0),
            deriver: rule.map(|rule| Deriver::new(rule, group.modulus())),
            tally: KeyTally::new(group.modulus(), rule),
        })
    }

    /// Prepares the tests of keys for a number of records. Workers that exist already are not prepared.
    pub fn expect(&mut self, records: u64) {
        // A tally that expects keys and sees none would not be certain.
        if self.spec.key.source.is_some() {
            self.tally.expect(records);
        }
    }

    /// Moves the cells of the store to the disk if the store is full.
    fn make_room(&self) -> Option<()> {
        let Some(runs) = &self.runs else { return Some(()) };
        let room = runs.lock().ok()?.room(store::MOST_BYTES);
        if self.cells.load(Ordering::Relaxed) < room {
            return Some(());
        }
        let mut store = self.store.write().ok()?;
        // While this thread waited for the store, another thread may have moved the cells.
        if self.cells.load(Ordering::Relaxed) < room {
            return Some(());
        }
        store.move_to(&mut *runs.lock().ok()?, &self.codes()?)?;
        self.cells.store(0, Ordering::Relaxed);
        Some(())
    }

    /// The number of codes of each dimension so far.
    fn codes(&self) -> Option<Vec<usize>> {
        self.ids.iter().map(|ids| Some(ids.lock().ok()?.codes().len())).collect()
    }

    /// The part of a thread. Threads have numbers from 0.
    pub fn worker(&self, number: usize) -> Worker<'_, 'a> {
        let columns = self.spec.dimensions.iter().zip(&self.ids).filter(|(dimension, _)| !dimension.marks_changes);
        Worker {
            shared: self,
            columns: columns.map(|(dimension, ids)| (KnownCodes::new(dimension.cut.is_some()), ids)).collect(),
            records: keeps_records(self.spec).then(|| RecordStore::new(self.spec)),
            unmarked: Vec::new(),
            tally: self.tally.clone(),
            scratch: Scratch::default(),
            added: Vec::new(),
            first: number.wrapping_mul(SHARDS / 2 + 5) % SHARDS,
        }
    }
}

/// What a thread has of its own.
pub(crate) struct Worker<'w, 'a> {
    shared: &'w SharedCollector<'a>,
    /// For each column of codes: the codes that the thread knows, and the codes of all threads.
    columns: Vec<(KnownCodes, &'w Mutex<CodeIds>)>,
    tally: KeyTally,
    /// The records of the thread, if steps change records, or if keys are drawn for records.
    records: Option<RecordStore>,
    /// The codes of a dimension that marks changed records. All are 0, because the steps come later.
    unmarked: Vec<u32>,
    scratch: Scratch,
    /// The rows of a batch in the order in which they are added: the row, its cell, and the cell's count before.
    added: Vec<(u32, u32, u32)>,
    /// The shard with which the thread begins. Threads begin apart, so that they seldom wait.
    first: usize,
}

/// The keys that a thread has tested, and its records. All threads share the cells.
pub(crate) struct Part {
    tally: KeyTally,
    records: Option<RecordStore>,
}

/// The columns of a file of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Number of columns of codes, which come first.
    pub codes: usize,
    /// Whether a column of keys or identifiers of records follows.
    pub has_keys: bool,
    /// Number of columns of units, which come last.
    pub units: usize,
}

impl Shape {
    pub fn of(spec: &CubeSpec) -> Self {
        Self { codes: spec.columns(), has_keys: spec.key.source.is_some(), units: spec.pretabular.units.len() }
    }

    /// Divides a list with an entry for each column.
    pub fn split<T>(self, columns: &[T]) -> Option<(&[T], Option<&T>, &[T])> {
        let (codes, others) = columns.split_at_checked(self.codes)?;
        let (keys, units) = others.split_at_checked(self.has_keys.into())?;
        (units.len() == self.units).then_some((codes, keys.first(), units))
    }
}

/// Rows of a file in columns.
#[derive(Default)]
pub(crate) struct Batch {
    /// For each column of codes, the numbers of the codes.
    pub codes: Vec<Vec<u32>>,
    /// The record keys. They are 0 without a column of keys.
    pub keys: Vec<u64>,
    /// Hashes of the identifiers, if keys are derived.
    pub identifiers: Vec<u64>,
    /// For each column of units, the positions of the units.
    pub units: Vec<Vec<u32>>,
}

impl Batch {
    pub fn new(shape: Shape) -> Self {
        Self { codes: vec![Vec::new(); shape.codes], units: vec![Vec::new(); shape.units], ..Self::default() }
    }

    pub fn clear(&mut self) {
        self.codes.iter_mut().chain(&mut self.units).for_each(Vec::clear);
        self.keys.clear();
        self.identifiers.clear();
    }
}

impl Worker<'_, '_> {
    /// The number of a code. `column` is the position among the columns of codes. `comma` permits a decimal comma in a
    /// column with `cut`. `None` if the text is no code.
    pub fn code(&mut self, column: usize, text: &str, comma: bool) -> Option<u32> {
        let (known, ids) = &mut self.columns[column];
        known.id(text, comma, ids)
    }

    /// The position of a unit. `column` is the position among the columns of units. `None` if the
    /// identifier is empty, or if there are too many units.
    pub fn unit(&mut self, column: usize, text: &str) -> Option<u32> {
        self.records.as_mut()?.unit(column, text)
    }

    /// Adds the key of a record to a batch. The text is that of the key or of the identifier.
    pub fn key(&self, text: &str, batch: &mut Batch) -> Option<()> {
        match &self.shared.deriver {
            None => batch.keys.push(self.sound(whole(text)?)?),
            Some(deriver) => {
                let (key, identifier) = deriver.key_and_hash(text).ok()?;
                batch.keys.push(key);
                batch.identifiers.push(identifier);
            }
        }
        Some(())
    }

    /// Whether keys are derived from identifiers.
    pub fn derives(&self) -> bool {
        self.shared.deriver.is_some()
    }

    /// A key, if it is below the modulus.
    pub fn sound(&self, key: u64) -> Option<u64> {
        (key < self.shared.spec.key.group.modulus().get()).then_some(key)
    }

    /// Adds the rows of a batch to their cells.
    pub fn add(&mut self, batch: &Batch) -> Option<()> {
        let Batch { codes, keys, identifiers, units } = batch;
        self.unmarked.resize(keys.len(), 0);
        let mut read = codes.iter();
        let column = |dimension: &DimensionSpec| match dimension.marks_changes {
            true => Some(self.unmarked.as_slice()),
            false => read.next().map(Vec::as_slice),
        };
        let codes = self.shared.spec.dimensions.iter().map(column).collect::<Option<Vec<&[u32]>>>()?;
        let all: Vec<u32> = codes.iter().map(|column| column.iter().fold(0, |all, code| all | code)).collect();
        let is_whole = codes.iter().all(|column| column.len() == keys.len());
        if !is_whole || (!identifiers.is_empty() && identifiers.len() != keys.len()) {
            return None;
        }
        if let Some(records) = &mut self.records {
            records.add_rows(&codes, keys, units)?;
        }
        loop {
            let store = self.shared.store.read().ok()?;
            if store.has_room(&all) {
                let added = &mut self.added;
                added.clear();
                let mut new = 0;
                store.add(&Rows { codes: &codes, keys }, self.first, &mut self.scratch, |row, cell, before| {
                    new += usize::from(before == 0);
                    added.push((row as u32, cell, before));
                })?;
                if self.shared.runs.is_some() {
                    // A cell that moves to the disk can get another number in the store.
                    for (row, cell, _) in added.iter_mut() {
                        *cell = known_as(self.scratch.hash(*row as usize));
                    }
                }
                // This loop is separate, so that the processor looks up several keys at a time.
                let with_keys: &[_] = if self.shared.spec.key.source.is_some() { &self.added } else { &[] };
                for &(row, cell, before) in with_keys {
                    let row = row as usize;
                    self.tally.add(keys[row], identifiers.get(row).copied(), cell, before.into());
                }
                self.shared.cells.fetch_add(new, Ordering::Relaxed);
                drop(store);
                return self.shared.make_room();
            }
            drop(store);
            self.shared.store.write().ok()?.widen(&all)?;
        }
    }

    /// Ends the part of the thread.
    pub fn finish(self) -> Part {
        Part { tally: self.tally, records: self.records }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn records_without_keys_need_no_sample_of_keys() {
        let collected = |key: &str| {
            let text = format!(
                "[cube]\nid = \"people\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n\
                 release = \"preprotected\"\n[key]\n{key}\n[publish]\nwhy = \"a test\"\n[[dimension]]\nname = \"sex\"\n\
                 [[pretabular]]\nkind = \"pram\"\nvariable = \"sex\"\nmove = 0.1\nseed = \"01\"\n"
            );
            let spec = CubeSpec::parse(&text, &|_| Err("no such file".to_owned()), &|_| None).unwrap();
            let mut shared = SharedCollector::new(&spec, None).unwrap();
            shared.expect(10_000_000);
            let mut worker = shared.worker(0);
            let mut batch = Batch::new(Shape::of(&spec));
            for (text, key) in [("1", 3), ("2", 4), ("1", 5)] {
                batch.codes[0].push(worker.code(0, text, false).unwrap());
                batch.keys.push(key);
            }
            worker.add(&batch).unwrap();
            let part = worker.finish();
            shared.finish(vec![part]).map(|collected| collected.head().population)
        };
        assert_eq!(collected(""), Some(3));
        // So few keys are no sample of ten million. One thread then reads the records again.
        assert_eq!(collected("column = \"record_key\""), None);
    }
}
