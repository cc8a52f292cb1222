//! Counts records in the tables of a release without a cube.

use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;

/// The cells of a view. The last axis varies fastest.
pub(crate) struct Cells {
    pub sizes: Vec<usize>,
    pub counts: Vec<u64>,
    pub keys: Vec<u64>,
}

/// Adds up finest cells, each with its codes, count and key, to the cells of a view.
pub(crate) fn cells<'a>(
    dimensions: &[Dimension],
    group: KeyGroup,
    axes: &[AxisRef],
    finest: impl Iterator<Item = (&'a [u32], u64, u64)>,
) -> Cells {
    let sizes: Vec<usize> = axes.iter().map(|axis| dimensions[axis.dimension].codes_at(axis.level).len()).collect();
    let len = sizes.iter().product();
    let (mut counts, mut keys) = (vec![0; len], vec![0; len]);
    for (codes, count, key) in finest {
        let cell = axes.iter().zip(&sizes).fold(0, |cell, (axis, size)| {
            let group = dimensions[axis.dimension].group_of(axis.level, codes[axis.dimension]);
            cell * size + group as usize
        });
        counts[cell] += count;
        keys[cell] = group.combine(keys[cell], key);
    }
    Cells { sizes, counts, keys }
}
