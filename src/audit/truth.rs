//! Holds the true cells of all dimensions together, which show whether claims about complete records are right.

use std::collections::BTreeMap;

use super::same_axes;
use super::tables::{Cells, cells};
use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;
use crate::table::{Error, Store};

/// The non-empty cells of a keyed cube at the finest codes.
#[derive(Debug, Clone)]
pub struct Truth {
    /// Codes of all dimensions, count and cell key of each cell.
    cells: Vec<(Vec<u32>, u64, u64)>,
    keys: KeyGroup,
    /// The cells of the unchanged records, if records were changed before they were counted.
    original: Option<Box<Self>>,
}

impl Truth {
    /// Takes cells with their codes, counts and keys.
    pub fn new(cells: Vec<(Vec<u32>, u64, u64)>, keys: KeyGroup) -> Self {
        Self { cells, keys, original: None }
    }

    /// Adds the unchanged records, which then score the claims.
    #[must_use]
    pub fn with_original(self, original: Self) -> Self {
        Self { original: Some(Box::new(original)), ..self }
    }

    /// The cells that score claims: those of the unchanged records, if they are known.
    pub(super) fn scoring(&self) -> &Self {
        self.original.as_deref().unwrap_or(self)
    }

    /// Whether the unchanged records are known.
    pub(super) fn has_original(&self) -> bool {
        self.original.is_some()
    }

    /// The number of records, and the combined key of all records.
    pub(super) fn total(&self) -> (u128, u64) {
        let add = |(counts, keys), (_, count, key): &(Vec<u32>, u64, u64)| {
            (counts + u128::from(*count), self.keys.combine(keys, *key))
        };
        self.cells.iter().fold((0, 0), add)
    }

    /// How keys combine.
    pub(super) fn keys(&self) -> KeyGroup {
        self.keys
    }

    /// Adds up the cells of a view.
    pub(super) fn view(&self, dimensions: &[Dimension], axes: &[AxisRef]) -> Cells {
        let finest = self.cells.iter().map(|(codes, count, key)| (codes.as_slice(), *count, *key));
        cells(dimensions, self.keys, axes, finest)
    }

    /// Reads the finest cells of a keyed cube. The codes are in the order of `dimensions`. `None` if a dimension is
    /// missing in the cube or has other codes. All files of the cube must be loaded.
    ///
    /// # Errors
    /// Fails if a file of the cube is not loaded.
    pub(crate) fn of_keyed(keyed: &Store, dimensions: &[Dimension]) -> Result<Option<Self>, Error> {
        let own: Vec<AxisRef> = (0..dimensions.len()).map(|dimension| AxisRef { dimension, level: None }).collect();
        let Some(axes) = same_axes(dimensions, &own, &keyed.cube().dimensions) else { return Ok(None) };
        let in_order = |codes: &[u32]| axes.iter().map(|axis| codes[axis.dimension]).collect();
        let cells = keyed.finest_cells()?.into_iter().map(|(codes, count, key)| (in_order(&codes), count, key));
        Ok(Some(Self { cells: cells.collect(), keys: keyed.cube().keys, original: None }))
    }

    /// Adds up counts and keys by `place`, which maps the codes of a cell to a group. Cells without a group are left out.
    pub(super) fn sums<K: Ord>(&self, place: impl Fn(&[u32]) -> Option<K>) -> BTreeMap<K, (u64, u64)> {
        let mut sums = BTreeMap::new();
        for (codes, count, key) in &self.cells {
            if let Some(place) = place(codes) {
                let (counts, keys) = sums.entry(place).or_insert((0, 0));
                (*counts, *keys) = (*counts + count, self.keys.combine(*keys, *key));
            }
        }
        sums
    }
}
