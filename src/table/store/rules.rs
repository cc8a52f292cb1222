//! Checks a table of a keyed cube against the publisher's limits. Reads the cells and passes counts and levels to
//! `rules`.

#[cfg(feature = "make")]
mod view;

use std::borrow::Cow;
use std::sync::Arc;

use super::Store;
use crate::base::json::to_text;
use crate::base::{MAX_TABLE_CELLS, TABLES};
use crate::cube::Cube;
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::measure::{self, Choices, Frequencies, Transitions, risk};
use crate::protect::{CompiledMethod, MethodSpec};
use crate::rules::{AreaBlocks, CustomAreas, Question, Refusal, Risks, RuleContext, Rules, UnfilteredTable, Unit};
use crate::table::axis::{Layout, Places};
use crate::table::cells::{self, Surroundings};
use crate::table::checked::{CheckedQuestion, Unfiltered};
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::{MethodChoice, Query};
use crate::table::query_error::QueryError;
use crate::table::rollup::{Grid, offsets, roll_up};
use crate::table::selection::{DROPPED, Selection};

/// The result of checking a table that passes all limits: its blocked areas.
#[derive(Debug, Clone, Default)]
pub(crate) struct Released {
    /// The blocked places on each axis of areas. Each entry has the position of the axis and its places in the order
    /// of [`Axis::sets`].
    ///
    /// [`Axis::sets`]: crate::table::axis::Axis::sets
    pub blocked: Vec<(usize, Vec<bool>)>,
}

impl Store {
    /// The query with the only way to build custom areas that the publisher offers.
    ///
    /// # Errors
    /// [`QueryError::Rule`] if the query chooses another way.
    pub(super) fn offered<'a>(&self, query: &'a Query) -> Result<Cow<'a, Query>, Error> {
        let Some(only) = self.cube.rules.as_ref().and_then(|rules| rules.custom_areas) else {
            return Ok(Cow::Borrowed(query));
        };
        match &query.areas {
            None => Ok(Cow::Owned(Query { areas: Some(only.word().to_owned()), ..query.clone() })),
            Some(chosen) if chosen == only.word() => Ok(Cow::Borrowed(query)),
            Some(chosen) if CustomAreas::of(chosen).is_none() => {
                Err(QueryError::Areas { found: chosen.clone() }.into())
            }
            Some(chosen) => Err(QueryError::Rule(Box::new(Refusal::of_areas(chosen, only))).into()),
        }
    }

    /// Adds to a plan what the limits check: the question and the readings of the cells.
    pub(super) fn with_rules(&self, query: &Query, plan: Plan) -> Result<Plan, Error> {
        let Some(rules) = &self.cube.rules else { return Ok(plan) };
        let question = question(&self.cube.dimensions, &plan.layout);
        let unfiltered = if rules.needs_cells() {
            let axes = question.unfiltered(&self.cube.dimensions);
            match self.unfiltered(rules, axes, query.method.as_ref(), query.reveal, true) {
                Ok(unfiltered) => Some(unfiltered),
                Err(Error::Query(QueryError::TooLarge { .. })) => None,
                Err(error) => return Err(error),
            }
        } else {
            None
        };
        Ok(Plan { rules: Some(Arc::new(CheckedQuestion { question, unfiltered })), ..plan })
    }

    /// The readings for an unfiltered table on some axes.
    fn unfiltered(
        &self,
        rules: &Rules,
        axes: Vec<AxisRef>,
        method: Option<&MethodChoice>,
        reveal: bool,
        at_hand_first: bool,
    ) -> Result<Unfiltered, Error> {
        let query = Query {
            rows: names(&self.cube, &axes),
            method: method.cloned(),
            totals: false,
            reveal,
            ..Query::default()
        };
        let Plan { layout, mut readings, .. } = self.plan_any(&query, at_hand_first)?;
        let cells = layout.axes.iter().fold(1u64, |cells, axis| cells.saturating_mul(axis.places.len() as u64));
        let areas = rules.areas.iter().map(|areas| &areas.least);
        let thresholds: Vec<usize> = areas
            .chain([&rules.population])
            .flat_map(|least| least.whole.iter().chain(&least.filtered))
            .map(|threshold| threshold.unit)
            .collect();
        // Each unit needs a grid of its own. The size is not limited while a cube is built, because the builder has
        // enough memory.
        let grids = 1 + (1..=rules.units.len()).filter(|unit| thresholds.contains(unit)).count() as u64;
        if at_hand_first && cells.saturating_mul(grids) > MAX_TABLE_CELLS as u64 {
            return Err(QueryError::TooLarge { cells: cells.saturating_mul(grids) }.into());
        }
        let mut counted = vec![Some((layout.clone(), readings.remove(0)))]; // a keyed cube reads one view
        for (at, unit) in (1..).zip(&rules.units) {
            counted.push(if thresholds.contains(&at) {
                let layout = of_unit(layout.clone(), unit);
                let reading = self.cheapest(&layout, at_hand_first)?;
                Some((layout, reading))
            } else {
                None
            });
        }
        Ok(Unfiltered { axes, counted })
    }

    /// Rolls up the unfiltered table. Its files must be loaded.
    fn cells(&self, unfiltered: &Unfiltered) -> Result<UnfilteredTable, Error> {
        let mut grids = Vec::with_capacity(unfiltered.counted.len());
        for counted in &unfiltered.counted {
            let Some((layout, reading)) = counted else {
                grids.push(Grid::default());
                continue;
            };
            let with_totals = vec![false; layout.axes.len()];
            let sizes = cells::sizes(layout, &with_totals);
            let view = &self.cube.views[reading.view];
            let offsets = offsets(&self.cube, view, layout.selections(), &sizes);
            grids.push(roll_up(self.cube.keys, &self.sections(reading)?, &offsets, sizes, &with_totals));
        }
        let (sizes, keys) = (grids[0].sizes.clone(), std::mem::take(&mut grids[0].keys));
        Ok(UnfilteredTable {
            axes: unfiltered.axes.clone(),
            sizes,
            keys,
            units: grids.into_iter().map(|grid| grid.counts).collect(),
        })
    }

    /// Checks a plan's table against the limits and finds its blocked areas. All files must be loaded.
    ///
    /// # Errors
    /// [`QueryError::Rule`] if a limit refuses the table.
    pub(crate) fn release(&self, plan: &Plan, compiled: &CompiledMethod) -> Result<Released, Error> {
        let (Some(rules), Some(checked)) = (&self.cube.rules, plan.rules.as_deref()) else {
            return Ok(Released::default());
        };
        let cells = checked.unfiltered.as_ref().map(|unfiltered| self.cells(unfiltered)).transpose()?;
        let risks = |cells: &UnfilteredTable| self.risks(rules, cells, compiled, &plan.method);
        let context = self.context(rules, &risks);
        if let Some(violation) = context.violation(&checked.question, cells.as_ref())? {
            let refusal = context.refusal(
                violation,
                &checked.question,
                cells.as_ref(),
                &plan.layout.query_filters,
                self.method_in_query(&plan.method),
            )?;
            return Err(QueryError::Rule(Box::new(refusal)).into());
        }
        let pieces = cells.and_then(|cells| context.pieces(&checked.question, &cells));
        Ok(pieces.map_or_else(Released::default, |pieces| Released {
            blocked: blocked(&plan.layout, &plan.method, &pieces),
        }))
    }

    /// The method as JSON for a query, or `None` for the default method.
    fn method_in_query(&self, method: &Arc<MethodSpec>) -> Option<String> {
        if self.default_method() == Some(&method.name) {
            return None;
        }
        // The x of a plan's method can depend on the number of cells, so only names and parameters are compared.
        let is_same = |known: &MethodSpec| known.name == method.name && known.parameters == method.parameters;
        let is_own = !self.methods().iter().any(|known| is_same(known));
        Some(if is_own { to_text(&method.parameters) } else { to_text(&method.name) })
    }

    fn context<'a>(
        &'a self,
        rules: &'a Rules,
        risks: &'a dyn Fn(&UnfilteredTable) -> Result<Risks, Error>,
    ) -> RuleContext<'a, Error> {
        let (dimensions, keys) = (&self.cube.dimensions, self.cube.keys);
        RuleContext { rules, dimensions, keys, may_disclose: self.cube.may_reveal(), risks }
    }

    /// The disclosure risk R of a table before and after protection. The counts exclude blocked areas.
    fn risks(
        &self,
        rules: &Rules,
        cells: &UnfilteredTable,
        compiled: &CompiledMethod,
        method: &MethodSpec,
    ) -> Result<Risks, Error> {
        let before = risk::before(&Frequencies::of(cells.counts().iter().copied()), &rules.weights);
        if rules.risk_after.is_none() {
            return Ok((before.map(|risk| risk.r), None));
        }
        let query = Query { rows: names(&self.cube, &cells.axes), totals: false, ..Query::default() };
        let layout = Layout::resolve(&self.cube, &query, method.totals)?;
        let grid = Grid { sizes: cells.sizes.clone(), counts: cells.counts().to_vec(), keys: cells.keys.clone() };
        // The risk is that of the values before a fit to the totals.
        let unfitted = method.unfitted().filter(|_| TABLES);
        let method = unfitted.as_ref().unwrap_or(method);
        let (grid, protected) = cells::protect(&self.cube, &layout, grid, compiled, method, Surroundings::default())?;
        let shown = measure::Cells {
            sizes: &grid.sizes,
            rows: grid.sizes.len(),
            counts: &grid.counts,
            values: &protected.values,
            status: &protected.status,
            decimals: 0,
        };
        let choices = Choices { weights: rules.weights, ..Choices::default() };
        let is_realised = TABLES && method.has_realised_probabilities();
        let mut transitions = if is_realised { Transitions::of_table(&shown) } else { Transitions::new(compiled) };
        let after = risk::after(&shown, &mut transitions, &choices);
        Ok((before.map(|risk| risk.r), after.map(|risk| risk.r)))
    }
}

fn names(cube: &Cube, axes: &[AxisRef]) -> Vec<String> {
    axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect()
}

/// The axes, filters and groups of a layout, in the form that the limits check.
fn question(dimensions: &[Dimension], layout: &Layout) -> Question {
    let shown = &layout.axes[..layout.shown];
    let is_group = |axis: &&crate::table::axis::Axis| matches!(axis.places, Places::Groups(_));
    let mut filters: Vec<(usize, Vec<bool>)> = Vec::new();
    for (at, codes) in &layout.query_filters {
        let dimension = &dimensions[at.dimension];
        let mut listed = vec![false; dimension.codes_at(at.level).len()];
        codes.iter().for_each(|&code| listed[code as usize] = true);
        let keeps = |code: usize| listed[dimension.group_of(at.level, code as u32) as usize];
        let all = 0..dimension.codes.len();
        match filters.iter_mut().find(|(earlier, _)| *earlier == at.dimension) {
            Some((_, retained)) => all.for_each(|code| retained[code] &= keeps(code)),
            None => filters.push((at.dimension, all.map(keeps).collect())),
        }
    }
    // A filter that retains every code is ignored.
    filters.retain(|(_, retained)| retained.contains(&false));
    Question {
        axes: shown.iter().map(|axis| (axis.at, axis.is_row)).collect(),
        filters,
        groups: shown.iter().find(is_group).map(|axis| axis.at),
    }
}

/// A layout that counts only the records of a unit.
fn of_unit(mut layout: Layout, unit: &Unit) -> Layout {
    for (dimension, marked) in &unit.conditions {
        match layout.axes.iter_mut().find(|axis| axis.at.dimension == *dimension) {
            Some(axis) => {
                let unmarked = axis.selection.class_of.iter_mut().zip(marked).filter(|(_, marked)| !**marked);
                unmarked.for_each(|(class, _)| *class = DROPPED);
            }
            None => {
                let class_of = marked.iter().map(|&marked| if marked { 0 } else { DROPPED }).collect();
                layout.filters.push(Selection { dimension: *dimension, class_of, classes: 1 });
            }
        }
    }
    layout
}

/// The blocked places on each axis of areas.
fn blocked(layout: &Layout, method: &MethodSpec, pieces: &AreaBlocks) -> Vec<(usize, Vec<bool>)> {
    let axes = layout.axes.iter().enumerate().filter(|(_, axis)| axis.at.dimension == pieces.dimension);
    let places = axes.map(|(at, axis)| {
        let mut codes_of = vec![Vec::new(); axis.selection.classes];
        for (code, &class) in axis.selection.class_of.iter().enumerate().filter(|&(_, &class)| class != DROPPED) {
            codes_of[class as usize].push(code);
        }
        let is_blocked =
            |set: &Vec<u32>| !pieces.releases(set.iter().flat_map(|&class| &codes_of[class as usize]).copied());
        (at, axis.sets(layout.totals, method.totals).iter().map(is_blocked).collect::<Vec<bool>>())
    });
    places.filter(|(_, places)| places.contains(&true)).collect()
}
