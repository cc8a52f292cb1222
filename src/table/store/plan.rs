//! Plans a query: chooses the views and slices to read.

use std::sync::Arc;

use super::whole::check_sealed;
use super::{Caller, Store, find};
use crate::base::order::sort_positions;
use crate::base::{FULL, Quoted, TABLES, did_you_mean};
use crate::cube::{CubeFile, Data, Slice, View};
use crate::dimension::AxisRef;
use crate::protect::{MethodError, MethodKind, MethodSpec};
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::need::Need;
use crate::table::plan::Plan;
use crate::table::query::{MethodChoice, Query};
use crate::table::query_error::QueryError;
use crate::table::reading::Reading;
use crate::table::rollup::RequiredCodes;
use crate::table::sealed;
use crate::table::selection::{DROPPED, Selection};
use crate::table::whole::{self, LinkedReadings};

/// A loaded view below this number of cells is preferred. Reading it takes less than a millisecond, and a download
/// takes longer.
const FEW_CELLS: usize = 1 << 18;

impl Store {
    /// Checks a query and chooses the view with the fewest cells in the slices that the filters touch. Prefers a
    /// loaded view unless it is large.
    pub fn plan(&self, query: &Query) -> Result<Plan, Error> {
        if query.rows.is_empty() {
            return Err(QueryError::NoRows.into());
        }
        let query = &*self.offered(query)?;
        self.plan_as_it_is(query)
    }

    /// Plans a query and checks its limits, whatever way it chooses to build custom areas.
    pub(super) fn plan_as_it_is(&self, query: &Query) -> Result<Plan, Error> {
        let plan = self.plan_any(query, true)?;
        self.with_rules(query, plan)
    }

    /// Plans a query without checking limits. A query without axes counts the whole population. The caller decides
    /// whether loaded views are preferred.
    pub(super) fn plan_any(&self, query: &Query, at_hand_first: bool) -> Result<Plan, Error> {
        if let Some(&file) = self.lacking_files(query).first() {
            return Err(QueryError::NotLoaded { path: self.cube.files[file].path.clone() }.into());
        }
        let method = self.method(query)?;
        if query.reveal && self.cube.is_sealed() {
            return Err(QueryError::NothingToReveal.into());
        }
        if query.reveal && !self.cube.may_reveal() {
            return Err(QueryError::RevealNotAllowed.into());
        }
        // Smaller builds do not have the words and decimals of a table method, so they refuse a sealed cube too.
        if !TABLES && (method.looks_at_table() || !query.with.is_empty()) {
            return Err(QueryError::NeedsTables.into());
        }
        if self.cube.is_sealed() {
            check_sealed(query)?;
            return self.plan_sealed(query, method);
        }
        // A method with `protect_below` shows large blocks unprotected.
        let shows_truth = method.kind == MethodKind::None
            || (method.shows_large_blocks() && !matches!(query.areas.as_deref(), None | Some("exact")));
        if shows_truth && self.cube.about.data == Data::Confidential && !query.reveal {
            return Err(QueryError::Unprotected { name: method.name.clone() }.into());
        }
        if !FULL && method.needs_full() {
            return Err(QueryError::NeedsFull.into());
        }
        let layout = Layout::resolve(&self.cube, query, method.totals)?;
        let method = sized(method, &layout)?;
        let readings = vec![self.cheapest(&layout, at_hand_first)?];
        let linked = self.linked(query, &layout, &method, at_hand_first)?;
        Ok(Plan { readings, method, layout, linked, rules: None })
    }

    /// The cheapest view for a layout, with the slices to read.
    pub(super) fn cheapest(&self, layout: &Layout, at_hand_first: bool) -> Result<Reading, Error> {
        let apart: Vec<RequiredCodes> =
            layout.selections().filter_map(|selection| RequiredCodes::new(&self.cube, selection)).collect();
        let views = self.cube.views.iter().enumerate();
        let candidates = views.filter(|(_, view)| apart.iter().all(|apart| apart.is_in(view))).map(|(number, view)| {
            let slices = self.touched(view, layout);
            let cells: usize = slices.iter().map(|&slice| view.slices[slice].cells).sum();
            let at_hand = at_hand_first
                && cells < FEW_CELLS
                && slices.iter().all(|&slice| self.tiles.has(view.slices[slice].file));
            (!at_hand, cells, number, slices)
        });
        match candidates.min_by_key(|&(to_fetch, cells, number, _)| (to_fetch, cells, number)) {
            Some((_, cells, view, slices)) => Ok(Reading { view, slices, cells, share: None }),
            None => {
                let axis = |selection: &Selection| AxisRef { dimension: selection.dimension, level: None };
                Err(sealed::no_view(&self.cube, &layout.selections().map(axis).collect::<Vec<_>>()).into())
            }
        }
    }

    /// Finds the views of a sealed cube that together hold the table.
    fn plan_sealed(&self, query: &Query, method: Arc<MethodSpec>) -> Result<Plan, Error> {
        if !FULL && method.looks_at_table() {
            return Err(QueryError::NeedsFull.into());
        }
        let layout = Layout::resolve(&self.cube, query, method.totals)?;
        let own_totals = self.has_own_totals();
        if own_totals && layout.blocks {
            let problem = "its figures cannot be added up to custom areas";
            return Err(QueryError::from(MethodError::new(&method.name, problem, "areas = \"exact\"")).into());
        }
        let mut readings = Vec::new();
        for (number, share) in sealed::shares(&self.cube, &layout, method.totals, own_totals)? {
            let view = &self.cube.views[number];
            let mut slices = self.touched(view, &layout);
            // The last slice has the totals of the splitting axis.
            let last = view.slices.len() - 1;
            if own_totals && layout.totals && slices.last() != Some(&last) {
                slices.push(last);
            }
            readings.push(Reading { view: number, slices, cells: 0, share: Some(share) });
        }
        Ok(Plan { readings, method, layout, linked: LinkedReadings::default(), rules: None })
    }

    /// Positions of the slices that have a retained code.
    fn touched(&self, view: &View, layout: &Layout) -> Vec<usize> {
        let all = 0..view.slices.len();
        let Some(split) = view.split.map(|split| view.axes[split]) else { return all.collect() };
        let Some(selection) = layout.selections().find(|selection| selection.dimension == split.dimension) else {
            return all.collect();
        };
        let dimension = &self.cube.dimensions[split.dimension];
        // Without its groups, no slice is known to be superfluous.
        if split.level.is_some_and(|level| !dimension.levels[level].is_loaded()) {
            return all.collect();
        }
        let mut wanted = vec![false; dimension.codes_at(split.level).len()];
        for (code, _) in selection.class_of.iter().enumerate().filter(|&(_, &class)| class != DROPPED) {
            wanted[dimension.group_of(split.level, code as u32) as usize] = true;
        }
        let touches = |slice: &Slice| {
            slice.codes.is_none_or(|(first, last)| wanted[first as usize..=last as usize].contains(&true))
        };
        all.filter(|&slice| touches(&view.slices[slice])).collect()
    }

    pub(super) fn method(&self, query: &Query) -> Result<Arc<MethodSpec>, Error> {
        let known = || {
            let names: Vec<String> = self.cube.methods.iter().map(|(name, _)| Quoted(name).to_string()).collect();
            if names.is_empty() {
                "a method given with the query".into()
            } else {
                format!("one of {}", names.join(", "))
            }
        };
        let named = |name: &str| match self.methods.iter().find(|method| method.name == name) {
            Some(method) => Ok(method.clone()),
            None => Err(QueryError::UnknownMethod {
                name: name.to_owned(),
                known: known() + &did_you_mean(name, self.methods.iter().map(|method| &*method.name)),
            }),
        };
        let method = match &query.method {
            Some(MethodChoice::Name(name)) => named(name)?,
            Some(MethodChoice::Custom(_)) if self.cube.is_sealed() => return Err(QueryError::MethodNotAllowed.into()),
            Some(MethodChoice::Custom(given)) => {
                use crate::cube::Audience::{Internal, Teaching};
                if self.caller == Caller::Page && !matches!(self.cube.about.audience, Internal | Teaching) {
                    return Err(QueryError::MethodNotAllowed.into());
                }
                let method = MethodSpec::new("custom", given).map_err(QueryError::from)?;
                method.check(self.keys()).map_err(QueryError::from)?; // `open` checks the cube's methods
                Arc::new(method)
            }
            None => named(self.default_method().ok_or_else(|| QueryError::NoMethod { known: known() })?)?,
        };
        Ok(method)
    }

    /// The files of a plan that are not loaded, without duplicates.
    pub fn missing(&self, plan: &Plan) -> Vec<Need> {
        let mut needs = Vec::new();
        for number in self.files(plan) {
            let CubeFile { path, bytes, .. } = &self.cube.files[number as usize];
            if !self.tiles.has(number as usize) && find(&self.ptables, path).is_none() {
                needs.push(Need { path: path.clone(), bytes: *bytes });
            }
        }
        needs
    }

    /// The positions of a plan's files, sorted and without duplicates.
    #[inline(never)]
    pub(super) fn files(&self, plan: &Plan) -> Vec<u32> {
        let rules = plan.rules.iter().flat_map(|question| question.readings());
        let linked = whole::readings(&plan.linked);
        self.files_of(plan.readings.iter().chain(linked).chain(rules), &plan.method)
    }

    /// The positions of the files that some readings and a method's p-table need, sorted and without duplicates.
    pub(super) fn files_of<'a>(
        &self,
        readings: impl IntoIterator<Item = &'a Reading>,
        method: &MethodSpec,
    ) -> Vec<u32> {
        let mut files = Vec::new();
        for reading in readings {
            for &slice in &reading.slices {
                files.push(self.cube.views[reading.view].slices[slice].file as u32);
            }
        }
        // A p-table that comes with the query is not a file of the cube.
        if let Some(file) = method.ptable().and_then(|path| self.cube.file(path)) {
            files.push(file as u32);
        }
        sort_positions(&mut files, &|a, b| a.cmp(&b));
        files.dedup();
        files
    }
}

/// The method for the number of inner cells of a layout, if the method depends on this number.
pub(super) fn sized(method: Arc<MethodSpec>, layout: &Layout) -> Result<Arc<MethodSpec>, QueryError> {
    let cells = layout.axes[..layout.shown].iter().fold(1u64, |cells, axis| cells.saturating_mul(axis.parts() as u64));
    Ok(method.for_cells(cells)?.map_or(method, Arc::new))
}
