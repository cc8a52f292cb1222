//! Counts records in the tables of a release without a cube.

use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;

/// Returns all views of up to `most` dimensions, each dimension at its codes or at a level.
#[cfg(any(test, feature = "cli"))]
pub(crate) fn views(dimensions: &[Dimension], most: usize) -> Vec<Vec<AxisRef>> {
    let mut views: Vec<Vec<AxisRef>> = vec![Vec::new()];
    for (dimension, of) in dimensions.iter().enumerate() {
        for before in views.clone().into_iter().filter(|view| view.len() < most) {
            for level in std::iter::once(None).chain((0..of.levels.len()).map(Some)) {
                views.push([before.as_slice(), &[AxisRef { dimension, level }]].concat());
            }
        }
    }
    views.sort_by_key(Vec::len);
    views
}

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
