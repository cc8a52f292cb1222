//! Gives the audit access to all cells of a view and to true counts.

use std::sync::Arc;

use super::Store;
use crate::dimension::{AxisRef, axis_name};
use crate::protect::{MethodSpec, Protected};
use crate::table::columns::Columns;
use crate::table::error::Error;
use crate::table::query::{MethodChoice, Query};
use crate::table::reading::Reading;
use crate::table::rollup::Grid;

/// Codes, count and key of a cell.
pub(crate) type FinestCell = (Vec<u32>, u64, u64);

impl Store {
    /// Counts, keys and protected values of all inner cells on the given axes. A sealed cube has only the protected
    /// values. All files of the cube must be loaded.
    pub(crate) fn cells_of(&self, axes: &[AxisRef], method: Option<&MethodChoice>) -> Result<(Grid, Protected), Error> {
        self.cells_of_query(&Query { method: method.cloned(), ..self.all_of(axes) })
    }

    /// A query for all inner cells on the given axes.
    pub(super) fn all_of(&self, axes: &[AxisRef]) -> Query {
        Query {
            rows: axes.iter().map(|&axis| axis_name(&self.cube.dimensions, axis)).collect(),
            totals: false,
            reveal: self.cube.may_reveal(),
            ..Query::default()
        }
    }

    pub(super) fn cells_of_query(&self, query: &Query) -> Result<(Grid, Protected), Error> {
        let plan = self.plan_any(query, false)?;
        if self.cube.is_sealed() {
            return self.picked(&plan);
        }
        let compiled = self.compiled_method(&plan.method)?;
        self.protect(&plan, self.roll_up(&plan)?, &compiled)
    }

    /// Counts and keys of the non-empty cells of the finest view. The view's files must be loaded.
    pub(crate) fn finest(&self) -> Result<(Vec<u64>, Vec<u64>), Error> {
        let slices = (0..self.cube.views[0].slices.len()).collect();
        let sections = self.sections(&Reading { view: 0, slices, cells: 0, share: None })?;
        let cells = sections.into_iter().flat_map(Columns::counts_and_keys).filter(|&(count, _)| count > 0);
        Ok(cells.unzip())
    }

    /// The number of cells that the finest view lists with a count of 0. The view's files must be loaded.
    pub(crate) fn listed_zeros(&self) -> Result<u64, Error> {
        let slices = (0..self.cube.views[0].slices.len()).collect();
        let sections = self.sections(&Reading { view: 0, slices, cells: 0, share: None })?;
        Ok(sections.into_iter().flat_map(Columns::counts_and_keys).filter(|&(count, _)| count == 0).count() as u64)
    }

    /// Codes, count and key of each non-empty cell of the finest view. The codes are in the order of the cube's
    /// dimensions. The view's files must be loaded.
    pub(crate) fn finest_cells(&self) -> Result<Vec<FinestCell>, Error> {
        let view = &self.cube.views[0];
        let slices = (0..view.slices.len()).collect();
        let sections = self.sections(&Reading { view: 0, slices, cells: 0, share: None })?;
        let mut cells = Vec::new();
        for section in sections {
            let mut runs = section.codes();
            for (count, key) in section.counts_and_keys() {
                let of_view = runs.next().unwrap_or_default();
                if count > 0 {
                    let mut codes = vec![0; self.cube.dimensions.len()];
                    view.axes.iter().zip(of_view).for_each(|(axis, code)| codes[axis.dimension] = code);
                    cells.push((codes, count, self.cube.keys.combine(0, key)));
                }
            }
        }
        Ok(cells)
    }

    /// The chosen method, or the cube's default method. Checks the method.
    pub(crate) fn chosen(&self, method: Option<&MethodChoice>) -> Result<Arc<MethodSpec>, Error> {
        self.method(&Query { method: method.cloned(), ..Query::default() })
    }

    /// Replaces the salt of the cube, and drops the compiled methods that used the old salt.
    pub(crate) fn set_salt(&mut self, salt: &[u8]) {
        self.cube.salt = salt.to_vec();
        self.compiled.clear();
    }
}
