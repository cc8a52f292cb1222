//! Moves the cells of a collector to temporary files if they take too much memory.

use super::Collector;
use super::codes::CodeIds;
use super::error::CollectError;
use super::finish::{Cells, Final, KeyFaults};
use super::store::CellStore;
use crate::base::Problems;
use crate::build::disk::{Disk, Runs, Source, StoredCells, number_of};

/// The cells of a cube, in memory or on disk.
#[derive(Debug)]
pub enum Collected {
    /// All cells are in memory.
    InMemory(Box<Cells>),
    /// The cells are in a temporary file.
    OnDisk(Box<StoredCells>),
}

impl Collected {
    /// The cells, or what [`Cells`] has beside them. Then its columns are empty.
    pub fn head(&self) -> &Cells {
        match self {
            Self::InMemory(cells) => cells,
            Self::OnDisk(stored) => stored.head(),
        }
    }
}

impl<'a> Collector<'a> {
    /// Moves cells to the disk if they take too much memory. Steps before tabulation need all cells in memory.
    #[must_use]
    pub fn on_disk(mut self, disk: &'a Disk<'a>) -> Self {
        self.runs = Some(Runs::new(disk)).filter(|_| self.spec.pretabular.steps.is_empty());
        self
    }

    /// Does the same as [`finish_all`](Self::finish_all). The cells are on disk if they had to move there.
    ///
    /// # Errors
    /// Also fails if the disk has no room.
    pub fn finish_collected(mut self) -> Result<Collected, Problems<CollectError>> {
        let Some(mut runs) = self.runs.take().filter(|runs| !runs.is_empty()) else {
            return self.finish_all().map(|cells| Collected::InMemory(cells.into()));
        };
        if self.gathered.as_ref().is_some_and(|gathered| !gathered.is_empty()) {
            return Err(self.problems());
        }
        moved(&mut runs, self.source, self.store, &self.ids)?;
        let of = Final::new(self.spec, self.ids)?;
        let sorted = runs.sorted(of.lengths(), &of.ranks, self.spec.key.group, &self.folders)?;
        self.record_keys.set_pairs(sorted.pairs);
        let faults = KeyFaults { of_records: self.record_keys.faults(), of_cells: self.cell_keys.faults() };
        Ok(Collected::OnDisk(of.into_stored(sorted, faults).into()))
    }

    /// Moves the cells of the store to the disk if the store is full, or if its cells come from another source.
    pub(super) fn make_room(&mut self, source: Source) -> Result<(), CollectError> {
        let Some(runs) = &mut self.runs else { return Ok(()) };
        let is_full = self.store.len() >= runs.room(CellStore::bytes(self.coordinate.len()));
        if is_full || (source != self.source && self.store.len() > 0) {
            let empty = CellStore::new(self.coordinate.len(), self.spec.key.group);
            moved(runs, self.source, std::mem::replace(&mut self.store, empty), &self.ids)?;
            self.in_folder.iter_mut().for_each(Vec::clear);
        }
        self.source = source;
        Ok(())
    }

    /// The number by which the tests of keys know the cell at `self.coordinate`. A cell that moves to the disk can get
    /// another number in the store.
    pub(super) fn name_of(&self, cell: u32) -> u32 {
        if self.runs.is_some() { known_as(number_of(&self.coordinate)) } else { cell }
    }
}

/// Moves all cells of a store to the disk, as one run.
fn moved(runs: &mut Runs<'_>, source: Source, store: CellStore, ids: &[CodeIds]) -> Result<(), CollectError> {
    let codes = ids.iter().map(|ids| ids.codes().len());
    runs.add(source, store.len(), codes, |cell, coordinate| {
        coordinate.copy_from_slice(store.coordinate(cell));
        (store.counts()[cell], store.keys()[cell])
    })
}

/// The number of a cell for the tests of keys, from a number that looks random. These tests reserve the largest number.
pub(super) fn known_as(number: u64) -> u32 {
    (number as u32).min(u32::MAX - 1)
}
