//! Earlier releases, and the places of a view's cells in an earlier view.

use super::super::belongs::are_possible;
use super::super::evidence::not_the_same;
use super::super::lines::strides;
use super::super::{Evidence, Published, same_axes};
use crate::dimension::{AxisRef, Dimension};
use crate::protect::{CompiledMethod, Protected, Status};
use crate::table::{Error, Store};

/// An earlier release over the same dimensions and codes.
#[derive(Debug, Clone)]
pub struct OldRelease {
    /// The earlier views. Only views that are published again are compared.
    pub views: Vec<OldView>,
    /// The earlier method. If it is `None`, the new method is used.
    pub compiled: Option<CompiledMethod>,
    /// Largest change of a count by the earlier method, if known. It is used only if `compiled` is `None`.
    pub reach: Option<u64>,
}

/// A view that was published before.
#[derive(Debug, Clone)]
pub struct OldView {
    /// The axes, as in [`Published::axes`].
    pub axes: Vec<AxisRef>,
    /// The values, valid where `status` is shown. The last axis varies fastest.
    pub values: Vec<i64>,
    /// The status of each cell: shown, or why its value is missing.
    pub status: Vec<Status>,
    /// The true count and key of each cell, if the truth of the earlier release is known.
    pub records: Option<Vec<(u64, u64)>>,
}

impl OldRelease {
    /// Reads the views of an earlier sealed cube, and their true counts from its keyed cube, if there is one. All files of
    /// the cubes must be loaded. Views with codes other than in `dimensions` are left out.
    ///
    /// # Errors
    /// Fails if a file is not loaded, and if the keyed cube does not have the dimensions of the sealed cube.
    pub(crate) fn of_sealed(sealed: &Store, truth: Option<&Store>, dimensions: &[Dimension]) -> Result<Self, Error> {
        let cube = sealed.cube();
        let mut views = Vec::new();
        for view in &cube.views {
            // A dimension with different codes counts as a different dimension.
            let Some(axes) = same_axes(&cube.dimensions, &view.axes, dimensions) else { continue };
            let (_, Protected { values, status, .. }) = sealed.cells_of(&view.axes, None)?;
            let records = truth.map(|truth| records(sealed, truth, &view.axes)).transpose()?;
            views.push(OldView { axes, values, status, records });
        }
        // A method without a p-table can be compiled from its parameters alone.
        let compiled = sealed.methods().first().and_then(|method| sealed.compiled_method(method).ok());
        Ok(Self { views, compiled, reach: cube.sealed_properties.map(|properties| properties.largest_change) })
    }

    /// Takes published views as an earlier release whose method and true counts are unknown.
    pub(in crate::audit) fn of_evidence(evidence: &Evidence) -> Self {
        let view = |view: &Published| OldView {
            axes: view.axes.clone(),
            values: view.values.clone(),
            status: view.status.clone(),
            records: None,
        };
        Self { views: evidence.views.iter().map(view).collect(), compiled: None, reach: None }
    }

    /// Whether a view with an axis is published again.
    pub fn shares_a_view(&self, new: &Evidence) -> bool {
        let has = |old: &OldView| new.views.iter().any(|view| places(view, old).is_some());
        self.views.iter().any(|old| !old.axes.is_empty() && has(old))
    }

    /// Whether the values are possible for the counts of the earlier truth, up to an eighth of them.
    pub fn fits_its_truth(&self) -> bool {
        let cells =
            self.views.iter().filter_map(|view| Some((view, view.records.as_ref()?))).flat_map(|(view, records)| {
                let values = view.values.iter().zip(&view.status).zip(records);
                values.map(|((&value, &status), &(count, _))| (value, status, count))
            });
        are_possible(cells, self.reach)
    }
}

/// Reads the true counts and keys of a sealed cube's view from its keyed cube.
fn records(sealed: &Store, truth: &Store, axes: &[AxisRef]) -> Result<Vec<(u64, u64)>, Error> {
    let axes =
        same_axes(&sealed.cube().dimensions, axes, &truth.cube().dimensions).ok_or_else(|| not_the_same(sealed))?;
    let (grid, _) = truth.cells_of(&axes, None)?;
    Ok(grid.counts.into_iter().zip(grid.keys).collect())
}

/// Returns a map from the cells of a view to the same cells of an older view, with axes in any order. `None` if the
/// axes differ.
pub(in crate::audit) fn places<'a>(view: &'a Published, old: &OldView) -> Option<impl Fn(usize) -> usize + use<'a>> {
    if old.axes.len() != view.axes.len() || old.values.len() != view.values.len() {
        return None;
    }
    let positions: Option<Vec<usize>> =
        old.axes.iter().map(|axis| view.axes.iter().position(|other| other == axis)).collect();
    let positions = positions?;
    let sizes: Vec<usize> = positions.iter().map(|&at| view.sizes[at]).collect();
    let mut steps = vec![0; positions.len()];
    positions.iter().zip(strides(&sizes)).for_each(|(&at, stride)| steps[at] = stride);
    Some(move |cell| {
        let (mut rest, mut place) = (cell, 0);
        for (size, step) in view.sizes.iter().zip(&steps).rev() {
            place += rest % size * step;
            rest /= size;
        }
        place
    })
}
