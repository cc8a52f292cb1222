//! Builds the views of a new cube. Chooses the coarser views that save enough work for their size.
//!
//! `greedy` chooses views by their benefit. `sizes` estimates the number of a view's cells, and `bytes` the size of
//! its tiles. Estimates only decide which view is tried next. A view is kept if its written tiles fit the budget.

mod bytes;
mod finest;
mod greedy;
mod lattice;
mod sizes;

use super::coarsen::Columns;
use super::error::Error;
use super::slices::{self, Cut, Cutting, FutureManifest, cut};
use crate::dimension::{AxisRef, Dimension};
use crate::spec::CubeSpec;

use bytes::Expected;
pub(super) use finest::Finest;
use greedy::{Choice, Size};
use lattice::{Element, Lattice};

/// Maximum number of candidate views.
const MOST_ELEMENTS: u64 = 4096;
/// Maximum number of cells to read for all candidates together. Reading them takes a few seconds. So a large cube has
/// fewer candidates.
const MOST_LOOKS: u64 = 1 << 33;
/// Number of candidate views that is always allowed, even in a large cube.
const FEWEST_ELEMENTS: u64 = 256;

/// The views that have been built, with their cells and tiles. The finest view comes first.
#[derive(Debug)]
pub(super) struct Materialised<'a> {
    spec: &'a CubeSpec,
    finest: Finest<'a>,
    manifest: FutureManifest,
    /// The cells of each coarser view.
    columns: Vec<Columns<'static>>,
    cuts: Vec<Cut>,
}

impl<'a> Materialised<'a> {
    /// Starts with the finest view.
    ///
    /// # Errors
    /// Fails in the same cases as [`add`](Self::add).
    pub fn finest(
        spec: &'a CubeSpec,
        finest: Finest<'a>,
        manifest: FutureManifest,
        done: &mut dyn FnMut(u64),
    ) -> Result<Self, Error> {
        let cut = finest.cut(Cutting::of_keyed(spec, &finest.head().dimensions, manifest), done)?;
        Ok(Self { spec, finest, manifest, columns: Vec::new(), cuts: vec![cut] })
    }

    /// Adds a coarser view. `done` receives the number of cells of each slice.
    ///
    /// # Errors
    /// Fails if a slice exceeds the limits of a tile, or if temporary files cannot be read.
    pub fn add(&mut self, axes: &[AxisRef], done: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let columns = self.rolled(axes)?;
        self.cuts.push(cut(self.cutting(), &columns, 0, done)?);
        self.columns.push(columns);
        Ok(())
    }

    fn dimensions(&self) -> &'a [Dimension] {
        &self.finest.head().dimensions
    }

    fn cutting(&self) -> Cutting<'_> {
        Cutting::of_keyed(self.spec, self.dimensions(), self.manifest)
    }

    /// The cells of a coarser view. They are rolled up from the smallest view that separates the coarser view's codes.
    fn rolled(&self, axes: &[AxisRef]) -> Result<Columns<'static>, Error> {
        let mut from: Vec<&Columns<'_>> = self.columns.iter().collect();
        from.sort_by_key(|columns| columns.len());
        let group = self.spec.key.group;
        match from.iter().find_map(|columns| columns.rolled(self.dimensions(), axes, group)) {
            Some(columns) => Ok(columns),
            None => self.finest.rolled(axes, group),
        }
    }

    /// Adds the views that save enough work for their size. All tiles together take at most `budget` bytes. `done` receives
    /// numbers of cells, which add up to twice the finest cells: once for the estimates, and once for the budget.
    ///
    /// # Errors
    /// Fails in the same cases as [`add`](Self::add).
    pub fn choose(&mut self, budget: u64, done: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let dimensions = self.dimensions();
        let finest = self.cuts[0].cells();
        let most = (MOST_LOOKS / finest.max(1)).clamp(FEWEST_ELEMENTS, MOST_ELEMENTS);
        let lattice = Lattice::new(dimensions, most);
        let split = self.cuts[0].split;
        let places =
            dimensions.iter().fold(1, |places: u64, dimension| places.saturating_mul(dimension.codes.len() as u64));
        let bits = self.spec.key.group.modulus().bits();
        let expected = Expected::new(bits, self.finest.head().population, (finest, places, self.bytes()));
        let estimates = sizes::sizes(self.finest, &lattice, done)?;
        let size = |(element, cells): (&Element, u64)| {
            let slices = self.expected_slices(&lattice.axes(element), cells);
            Size {
                cells,
                slices: if self.is_split_by(&lattice.axes(element), cells, split) { slices } else { 1 },
                bytes: expected.bytes(cells, lattice.places(element), slices),
            }
        };
        let sizes: Vec<Size> = lattice.elements().iter().zip(estimates).map(size).collect();
        let finest = Size { cells: finest, slices: self.cuts[0].slices.len() as u64, bytes: self.bytes() };
        let mut choice = Choice::new(&lattice, &sizes, finest, split);
        let mut most = u64::MAX;
        let mut reported = 0;
        let mut report = |bytes: u64| {
            let (used, room) =
                (bytes.min(budget).saturating_sub(finest.bytes), budget.saturating_sub(finest.bytes).max(1));
            let now = (u128::from(finest.cells) * u128::from(used) / u128::from(room)) as u64;
            done(now - std::mem::replace(&mut reported, now).min(now));
        };
        loop {
            let left = budget.saturating_sub(self.bytes());
            // A view may still fit if its estimate is slightly too large.
            let expected = most.min(left.saturating_add(left / 8 + 1024));
            let Some((element, size)) = choice.best(expected) else {
                report(budget);
                return Ok(());
            };
            let axes = lattice.axes(&lattice.elements()[element]);
            self.add(&axes, &mut |_| ())?;
            if self.bytes() > budget {
                self.columns.pop();
                self.cuts.pop();
                choice.refused(element);
                // The next candidate must be smaller. Otherwise many views would be written and dropped again.
                most = size.bytes - size.bytes.div_ceil(4);
                continue;
            }
            let cut = &self.cuts[self.cuts.len() - 1];
            let by_split = cut.split.is_some_and(|axis| Some(cut.axes[axis].dimension) == split);
            let slices = if by_split { cut.slices.len() as u64 } else { 1 };
            choice.made(element, Size { cells: cut.cells(), slices, ..size });
            report(self.bytes());
        }
    }

    /// The expected number of slices of a view, if its cells are spread evenly.
    fn expected_slices(&self, axes: &[AxisRef], cells: u64) -> u64 {
        let dimensions = self.dimensions();
        self.cutting().split_axis(axes, cells).map_or(1, |(axis, target)| {
            let codes = dimensions[axes[axis].dimension].codes_at(axes[axis].level).len() as u64;
            cells.div_ceil(target).clamp(1, codes)
        })
    }

    fn is_split_by(&self, axes: &[AxisRef], cells: u64, dimension: Option<usize>) -> bool {
        let split = self.cutting().split_axis(axes, cells);
        split.is_some_and(|(axis, _)| Some(axes[axis].dimension) == dimension)
    }

    /// An upper bound for the bytes of all views' tiles.
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
