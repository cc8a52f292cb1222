//! The cells of the finest view, in memory or on disk.

use crate::build::coarsen::Columns;
use crate::build::collect::Cells;
use crate::build::disk::StoredCells;
use crate::build::error::Error;
use crate::build::slices::{Cut, Cutting, cut, cut_stored};
use crate::dimension::AxisRef;
use crate::key::KeyGroup;

/// The cells of the finest view.
#[derive(Debug, Clone, Copy)]
pub(in crate::build) enum Finest<'a> {
    InMemory(&'a Cells),
    OnDisk(&'a StoredCells),
}

impl<'a> Finest<'a> {
    /// The cells, or what [`Cells`] has beside them.
    pub fn head(self) -> &'a Cells {
        match self {
            Self::InMemory(cells) => cells,
            Self::OnDisk(stored) => stored.head(),
        }
    }

    /// Number of cells.
    pub fn len(self) -> u64 {
        match self {
            Self::InMemory(cells) => cells.counts.len() as u64,
            Self::OnDisk(stored) => stored.len(),
        }
    }

    /// Passes all cells to `each`: at once, or in blocks.
    ///
    /// # Errors
    /// Fails if temporary files cannot be read, or if `each` fails.
    pub fn each(self, each: &mut dyn FnMut(&Columns<'_>) -> Result<(), Error>) -> Result<(), Error> {
        match self {
            Self::InMemory(cells) => each(&Columns::base(cells)),
            Self::OnDisk(stored) => stored.blocks(0..stored.len(), each),
        }
    }

    /// Cuts the view into tiles. `done` receives the number of cells of each slice.
    ///
    /// # Errors
    /// Fails if a slice exceeds the limits of a tile, or if temporary files cannot be read.
    pub fn cut(self, cutting: Cutting<'_>, done: &mut dyn FnMut(u64)) -> Result<Cut, Error> {
        match self {
            Self::InMemory(cells) => cut(cutting, &Columns::base(cells), 0, done),
            Self::OnDisk(stored) => cut_stored(cutting, stored, done),
        }
    }

    /// The cells of a coarser view.
    ///
    /// # Errors
    /// Fails if temporary files cannot be read.
    pub fn rolled(self, axes: &[AxisRef], group: KeyGroup) -> Result<Columns<'static>, Error> {
        let dimensions = &self.head().dimensions;
        let roll = |columns: &Columns<'_>| {
            columns.rolled(dimensions, axes, group).expect("the finest view tells all codes apart")
        };
        let stored = match self {
            Self::InMemory(cells) => return Ok(roll(&Columns::base(cells))),
            Self::OnDisk(stored) => stored,
        };
        // Cells of several blocks may be equal in the coarser view, so they are combined whenever they have doubled.
        let mut rolled = Columns::empty(axes.to_vec());
        let mut combined = 0;
        stored.blocks(0..stored.len(), &mut |block| {
            rolled.append(&roll(block), |_| true);
            if rolled.len() as u64 > stored.room(axes.len()).max(2 * combined) {
                rolled = roll(&rolled);
                combined = rolled.len() as u64;
            }
            Ok::<(), Error>(())
        })?;
        Ok(roll(&rolled))
    }
}
