//! WebAssembly has no temporary files, so all cells are in memory.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::Range;

use super::coarsen::Columns;
use super::collect::{Cells, CollectError};
use crate::key::KeyGroup;

/// Room on disk for cells, which does not exist here.
pub struct Disk<'a>(Infallible, PhantomData<&'a ()>);

/// Where the cells of a run come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::build) enum Source {
    Records,
    Cells,
    Folder(u32),
}

pub(in crate::build) fn number_of(_: &[u32]) -> u64 {
    0
}

/// Cells that have moved to a file.
pub(in crate::build) struct Runs<'a>(&'a Disk<'a>);

/// The sorted cells in a file.
pub(in crate::build) struct Sorted {
    pub population: u64,
    pub pairs: u64,
    never: Infallible,
}

impl<'a> Runs<'a> {
    pub fn new(disk: &'a Disk<'a>) -> Self {
        Self(disk)
    }

    pub fn is_empty(&self) -> bool {
        match self.0.0 {}
    }

    pub fn room(&self, _: usize) -> usize {
        match self.0.0 {}
    }

    pub fn add(
        &mut self,
        _: Source,
        _: usize,
        _: impl Iterator<Item = usize>,
        _: impl Fn(usize, &mut [u32]) -> (u64, u64),
    ) -> Result<(), CollectError> {
        match self.0.0 {}
    }

    pub fn sorted(
        self,
        _: impl Iterator<Item = usize>,
        _: &[Vec<u32>],
        _: KeyGroup,
        _: &[String],
    ) -> Result<Sorted, CollectError> {
        match self.0.0 {}
    }
}

/// Cells in a temporary file.
#[derive(Debug)]
pub struct StoredCells(Infallible);

impl StoredCells {
    pub(in crate::build) fn new(_: Cells, sorted: Sorted) -> Self {
        match sorted.never {}
    }

    /// What [`Cells`] has beside the cells.
    pub fn head(&self) -> &Cells {
        match self.0 {}
    }

    pub(in crate::build) fn len(&self) -> u64 {
        match self.0 {}
    }

    pub(in crate::build) fn room(&self, _: usize) -> u64 {
        match self.0 {}
    }

    pub(in crate::build) fn blocks<E: From<CollectError>>(
        &self,
        _: Range<u64>,
        _: &mut dyn FnMut(&Columns<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.0 {}
    }
}
