//! Gives the command line access to all cells of a view, and the audit access to true counts.

use std::rc::Rc;

use super::Store;
use crate::dimension::{AxisRef, axis_name};
use crate::measure::PublishedMeasures;
use crate::protect::{MethodSpec, Protected};
use crate::table::columns::Columns;
use crate::table::error::Error;
use crate::table::measure::Measured;
use crate::table::query::{MethodChoice, Query};
use crate::table::reading::Reading;
use crate::table::rollup::Grid;

impl Store {
    /// For each slice of a file: the position of its view, its number of records, and the combined key of its cells.
    pub(crate) fn totals(&self, file: usize) -> impl Iterator<Item = (usize, u64, u64)> {
        self.slices_of[file].iter().filter_map(move |&(view, slice)| {
            let section = self.tiles.section(file, self.cube.views[view].slices[slice].section)?;
            Some((view, section.population, section.key(self.cube.keys)))
        })
    }

    /// Counts, keys and protected values of all inner cells on the given axes. A sealed cube has only the protected
    /// values. All files of the cube must be loaded.
    pub(crate) fn cells_of(&self, axes: &[AxisRef], method: Option<&MethodChoice>) -> Result<(Grid, Protected), Error> {
        let query = Query {
            rows: axes.iter().map(|&axis| axis_name(&self.cube.dimensions, axis)).collect(),
            method: method.cloned(),
            totals: false,
            reveal: self.cube.may_reveal(),
            ..Query::default()
        };
        let plan = self.plan_any(&query, false)?;
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

    /// The chosen method, or the cube's default method. Checks the method.
    pub(crate) fn chosen(&self, method: Option<&MethodChoice>) -> Result<Rc<MethodSpec>, Error> {
        self.method(&Query { method: method.cloned(), ..Query::default() })
    }

    /// The measures that a sealed cube may publish for a whole view. See
    /// [`Measures::coarse`](crate::measure::Measures::coarse).
    pub(crate) fn coarse_measures(&mut self, axes: &[String]) -> Result<Option<PublishedMeasures>, Error> {
        let Measured::Measures(measures) = self.measure(Query { rows: axes.to_vec(), ..Query::default() })? else {
            return Ok(None);
        };
        Ok(PublishedMeasures::of(&measures))
    }

    /// Replaces the salt of the cube, and drops the compiled methods that used the old salt.
    pub(crate) fn set_salt(&mut self, salt: &[u8]) {
        self.cube.salt = salt.to_vec();
        self.compiled.clear();
    }
}
