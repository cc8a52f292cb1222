//! Builds the table of a plan. The plan's files must be loaded.

use std::sync::Arc;

use super::{MAX_COMPILED, Store};
use crate::base::FULL;
use crate::cube::Slice;
use crate::protect::{Adjustment, CompiledMethod, MethodSpec, Protected};
use crate::table::cells::Surroundings;
use crate::table::columns::Columns;
use crate::table::error::{Error, FileError};
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::query_error::QueryError;
use crate::table::reading::Reading;
use crate::table::rollup::{Grid, offsets, roll_up};
use crate::table::selection::Selection;
use crate::table::table::{Revealed, Table, areas, filters, headings};
use crate::table::{cells, receipt, sealed};

impl Store {
    /// Builds and protects the table of a plan. All files of the plan must be loaded.
    pub fn table(&mut self, plan: &Plan, reveal: bool, lang: Option<&str>) -> Result<Table, Error> {
        let (grid, protected) = if self.cube.is_sealed() {
            self.picked(plan)?
        } else {
            let at = self.compile(&plan.method)?;
            let grid = self.roll_up(plan)?;
            self.protect(plan, grid, &self.compiled[at].1)?
        };
        let decimals = protected.adjustment.map_or(0, Adjustment::decimals);
        let one = 10_i64.pow(decimals);
        let noise = |(&count, &value): (&u64, &i64)| value - count as i64 * one;
        let revealed = (reveal && self.cube.may_reveal()).then(|| Revealed {
            noise: grid.counts.iter().zip(&protected.values).map(noise).collect(),
            counts: grid.counts,
            keys: grid.keys,
        });
        let headings = headings(&self.cube, &plan.layout, lang);
        let filters = filters(&self.cube, &plan.layout, lang);
        let areas = areas(&self.cube, &plan.layout, &plan.method, &headings, lang);
        self.tiles.read(&self.files(plan));
        Ok(Table::new(headings, filters, areas, protected, revealed))
    }

    /// The position of a method among the compiled methods. Compiles the method if necessary.
    pub(super) fn compile(&mut self, method: &Arc<MethodSpec>) -> Result<usize, Error> {
        if let Some(at) = self.compiled.iter().position(|(known, _)| known == method) {
            return Ok(at);
        }
        let compiled = self.compiled_method(method)?;
        self.compiled.truncate(MAX_COMPILED - 1);
        self.compiled.insert(0, (method.clone(), compiled));
        Ok(0)
    }

    /// The protected values of a plan's table in a sealed cube, including values that are sums. All counts of the
    /// returned grid are 0.
    pub(super) fn picked(&self, plan: &Plan) -> Result<(Grid, Protected), Error> {
        let sizes = sealed::sizes(&plan.layout, plan.method.totals);
        let mut protected = sealed::empty(sizes.iter().product());
        for reading in &plan.readings {
            let sections = self.sections(reading)?;
            if let Some(share) = &reading.share {
                share.put(&self.cube, &self.cube.views[reading.view], &sections, &sizes, &mut protected);
            }
        }
        let mut grid = Grid::empty(sizes);
        let keeps = self.cube.sealed_properties.is_some_and(|sealed| sealed.keeps_zeros);
        let zero = (keeps || plan.method.category_keys).then(|| plan.method.status_of_empty());
        cells::add_up(&self.cube, &plan.layout, &mut grid, &mut protected, &plan.method, zero);
        Ok((grid, protected))
    }

    /// The cells of the slices that a plan reads from a view.
    ///
    /// # Errors
    /// Fails if a file is not loaded, or the slices together have more records than a cube may have.
    pub(crate) fn sections(&self, reading: &Reading) -> Result<Vec<&Columns>, Error> {
        let mut sections = Vec::with_capacity(reading.slices.len());
        let mut population = 0;
        for &slice in &reading.slices {
            let &Slice { file, section, .. } = &self.cube.views[reading.view].slices[slice];
            let path = &self.cube.files[file].path;
            let not_loaded = || QueryError::NotLoaded { path: path.clone() };
            let columns = self.tiles.section(file, section).ok_or_else(not_loaded)?;
            population += columns.population; // no overflow: both are at most 2^53
            if population > self.most_records() {
                let problem = Box::new(FileError::Contents { what: "counts" });
                return Err(Error::File { path: path.clone(), problem });
            }
            sections.push(columns);
        }
        Ok(sections)
    }

    /// Rolls up the cells of a plan. Adds the totals of axes without groups if totals have their own noise.
    pub(crate) fn roll_up(&self, plan: &Plan) -> Result<Grid, Error> {
        let with_totals = cells::with_totals(&plan.layout, &plan.method);
        let sizes = cells::sizes(&plan.layout, &with_totals);
        self.sums(plan, plan.layout.selections(), sizes, &with_totals)
    }

    /// The populations of a plan's areas. Returns `None` if the method also protects large areas, or if the query uses
    /// no blocks or no areas.
    pub(super) fn populations(&self, plan: &Plan) -> Result<Option<Grid>, Error> {
        if !FULL || !plan.method.shows_large_blocks() {
            return Ok(None);
        }
        let Some(areas) = cells::area_selections(&self.cube, &plan.layout) else { return Ok(None) };
        let mut with_totals = cells::with_totals(&plan.layout, &plan.method);
        let mut sizes = cells::sizes(&plan.layout, &with_totals);
        cells::area_sizes(&self.cube, &plan.layout, &mut sizes, &mut with_totals);
        // The plan's view separates finer classes than these areas, so it contains their populations. The files of the
        // view are loaded.
        self.sums(plan, areas.iter().chain(&plan.layout.filters), sizes, &with_totals).map(Some)
    }

    pub(super) fn sums<'a>(
        &self,
        plan: &Plan,
        selections: impl Iterator<Item = &'a Selection>,
        sizes: Vec<usize>,
        with_totals: &[bool],
    ) -> Result<Grid, Error> {
        let reading = &plan.readings[0]; // a keyed cube reads one view
        let offsets = offsets(&self.cube, &self.cube.views[reading.view], selections, &sizes);
        Ok(roll_up(self.cube.keys, &self.sections(reading)?, &offsets, sizes, with_totals))
    }

    /// Checks the publisher's limits, then turns a plan's roll-up into protected cells. See [`cells::protect`].
    pub(crate) fn protect(
        &self,
        plan: &Plan,
        grid: Grid,
        compiled: &CompiledMethod,
    ) -> Result<(Grid, Protected), Error> {
        // Enforces the limits here, because every table of a keyed cube is protected by this function.
        let blocked = self.release(plan, compiled)?.blocked;
        let populations = self.populations(plan)?;
        let linked = self.linked_tables(plan)?;
        let around = Surroundings { populations, linked: &linked, blocked: &blocked };
        cells::protect(&self.cube, &plan.layout, grid, compiled, &plan.method, around)
    }

    /// Writes the receipt of a query's table without the hash of the CSV. Its hashes have no key. `plan` is the plan of the
    /// same query. `own` is the SHA-256 of a p-table that is not a file of the cube.
    pub fn statement(&self, query: &Query, plan: &Plan, own: Option<&str>) -> Result<String, Error> {
        let query = &*self.offered(query)?;
        // The receipt must not depend on the loaded files, but the plan of a keyed cube prefers loaded views.
        let files = if !self.cube.parts.is_empty() {
            // Which tiles such a cube knows depends on the loaded lists. The digest of cube.json covers all files.
            self.files_of([], &plan.method)
        } else if self.cube.is_sealed() {
            self.files(plan)
        } else if !query.with.is_empty() || plan.method.looks_at_table() {
            self.files(&self.plan_any(query, false)?)
        } else {
            self.files_of(&[self.cheapest(&plan.layout, false)?], &plan.method)
        };
        let files = files.iter().map(|&file| &*self.cube.files[file as usize].sha256);
        Ok(receipt::statement(&self.cube, files.chain(own).collect(), &plan.method, query))
    }
}
