//! Holds the true cells of all dimensions together, which show whether claims about complete records are right.

use std::collections::BTreeMap;

use super::same_axes;
use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;
use crate::table::{Error, Store};

/// The non-empty cells of a keyed cube at the finest codes.
#[derive(Debug, Clone)]
pub struct Truth {
    /// Codes of all dimensions, count and cell key of each cell.
    cells: Vec<(Vec<u32>, u64, u64)>,
    keys: KeyGroup,
}

impl Truth {
    /// Takes cells with their codes, counts and keys.
    pub fn new(cells: Vec<(Vec<u32>, u64, u64)>, keys: KeyGroup) -> Self {
        Self { cells, keys }
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
        Ok(Some(Self { cells: cells.collect(), keys: keyed.cube().keys }))
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
