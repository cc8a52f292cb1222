//! Lists the views of a release, for tests and studies that need no cube.

use crate::dimension::{AxisRef, Dimension};

/// Returns all views of up to `most` dimensions, each dimension at its codes or at a level.
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
