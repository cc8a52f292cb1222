//! The views of a cube while it is built, and the choice of the coarser views that are worth their bytes.
//!
//! What is chosen, and by which measure, is in `greedy`; how many cells a view would have is estimated in `sizes`, and how
//! many bytes in `bytes`. Estimates only decide what is tried next: a view is kept when its tiles, once written, stay within
//! the budget.

mod bytes;
mod greedy;
mod lattice;
mod sizes;

use super::coarsen::Columns;
use super::collect::Cells;
use super::error::Error;
use super::slices::{self, Cut, cut, split_axis};
use crate::dimension::AxisRef;
use crate::spec::CubeSpec;

use bytes::Expected;
use greedy::{Choice, Size};
use lattice::{Element, Lattice};

/// Most views to choose among.
const MOST_ELEMENTS: u64 = 4096;
/// Most cells to look at for all of them together, a few seconds' work: a large cube has fewer views to choose among.
const MOST_LOOKS: u64 = 1 << 33;
/// A large cube has at least so many all the same.
const FEWEST_ELEMENTS: u64 = 256;

/// Views with their cells and their tiles, the finest first.
#[derive(Debug)]
pub(super) struct Materialised<'a> {
    spec: &'a CubeSpec,
    cells: &'a Cells,
    columns: Vec<Columns<'a>>,
    cuts: Vec<Cut>,
}

impl<'a> Materialised<'a> {
    /// The finest view alone.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn finest(spec: &'a CubeSpec, cells: &'a Cells, done: &mut dyn FnMut(u64)) -> Result<Self, Error> {
        let columns = Columns::base(cells);
        let cut = cut(spec, &cells.dimensions, &columns, done)?;
        Ok(Self { spec, cells, columns: vec![columns], cuts: vec![cut] })
    }

    /// Adds a coarser view. `done` is told the cells of each of its slices.
    ///
    /// # Errors
    /// A slice beyond the limits of a tile.
    pub fn add(&mut self, axes: &[AxisRef], done: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let columns = self.rolled(axes);
        self.cuts.push(cut(self.spec, &self.cells.dimensions, &columns, done)?);
        self.columns.push(columns);
        Ok(())
    }

    /// The cells of a coarser view, from the smallest view that tells its codes apart, the first of equals.
    fn rolled(&self, axes: &[AxisRef]) -> Columns<'static> {
        let mut from: Vec<&Columns<'_>> = self.columns.iter().collect();
        from.sort_by_key(|columns| columns.len());
        let group = self.spec.key.group;
        let rolled = from.iter().find_map(|columns| columns.rolled(&self.cells.dimensions, axes, group));
        rolled.expect("the finest view tells all codes apart")
    }

    /// Adds the views that pay off, as long as all tiles together take at most so many bytes.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn choose(&mut self, budget: u64, done: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let dimensions = &self.cells.dimensions;
        let finest = self.cuts[0].cells();
        let most = (MOST_LOOKS / finest.max(1)).clamp(FEWEST_ELEMENTS, MOST_ELEMENTS);
        let lattice = Lattice::new(dimensions, most);
        let split = self.cuts[0].split;
        let places =
            dimensions.iter().fold(1, |places: u64, dimension| places.saturating_mul(dimension.codes.len() as u64));
        let bits = self.spec.key.group.modulus().bits();
        let expected = Expected::new(bits, self.cells.population, (finest, places, self.bytes()));
        let size = |(element, cells): (&Element, u64)| {
            let slices = self.expected_slices(&lattice.axes(element), cells);
            Size {
                cells,
                slices: if self.is_split_by(&lattice.axes(element), cells, split) { slices } else { 1 },
                bytes: expected.bytes(cells, lattice.places(element), slices),
            }
        };
        let sizes: Vec<Size> = lattice.elements().iter().zip(sizes::sizes(self.cells, &lattice)).map(size).collect();
        let finest = Size { cells: finest, slices: self.cuts[0].slices.len() as u64, bytes: self.bytes() };
        let mut choice = Choice::new(&lattice, &sizes, finest, split);
        let mut most = u64::MAX;
        loop {
            let left = budget.saturating_sub(self.bytes());
            // What is expected to be a little too large may fit.
            let expected = most.min(left.saturating_add(left / 8 + 1024));
            let Some((element, size)) = choice.best(expected) else { return Ok(()) };
            let axes = lattice.axes(&lattice.elements()[element]);
            self.add(&axes, done)?;
            if self.bytes() > budget {
                self.columns.pop();
                self.cuts.pop();
                choice.refused(element);
                // Something smaller has to be next, or many would be written in vain.
                most = size.bytes - size.bytes.div_ceil(4);
                continue;
            }
            let cut = &self.cuts[self.cuts.len() - 1];
            let by_split = cut.split.is_some_and(|axis| Some(cut.axes[axis].dimension) == split);
            let slices = if by_split { cut.slices.len() as u64 } else { 1 };
            choice.made(element, Size { cells: cut.cells(), slices, ..size });
        }
    }

    /// How many slices a view of so many cells will have, if they are even.
    fn expected_slices(&self, axes: &[AxisRef], cells: u64) -> u64 {
        let dimensions = &self.cells.dimensions;
        split_axis(self.spec, dimensions, axes, cells).map_or(1, |(axis, target)| {
            let codes = dimensions[axes[axis].dimension].codes_at(axes[axis].level).len() as u64;
            cells.div_ceil(target).clamp(1, codes)
        })
    }

    fn is_split_by(&self, axes: &[AxisRef], cells: u64, dimension: Option<usize>) -> bool {
        let split = split_axis(self.spec, &self.cells.dimensions, axes, cells);
        split.is_some_and(|(axis, _)| Some(axes[axis].dimension) == dimension)
    }

    /// The most bytes that the tiles of all views take together.
    pub fn bytes(&self) -> u64 {
        slices::bytes(&self.cuts)
    }

    /// The tiles of all views.
    pub fn into_cuts(self) -> Vec<Cut> {
        self.cuts
    }
}

#[cfg(test)]
mod tests;
