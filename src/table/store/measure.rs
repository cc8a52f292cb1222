//! Measures the risk and utility of a query's table. For a sealed cube, returns the rounded measures that its files
//! hold.

use std::sync::Arc;

use super::Store;
use crate::base::TABLES;
use crate::cube::{PretabularPart, View};
use crate::dimension::Dimension;
use crate::measure::utility::TotalNoise;
use crate::measure::{self, Cells, Changed, Context, Measures, PublishedMeasures};
use crate::protect::{MethodKind, Totals};
use crate::table::QueryError;
use crate::table::axis::{Axis, Layout, Places};
use crate::table::error::Error;
use crate::table::measure::{Measured, Unchanged};
use crate::table::plan::Plan;
use crate::table::query::{Measure, MethodChoice, Query};
use crate::table::table::Table;

impl Store {
    /// Measures a query's table, or lists the files to load first. If the cube has no true counts or may not disclose
    /// them, all measures are `None`. A sealed cube may still return rounded measures.
    ///
    /// # Errors
    /// Fails if the table cannot be built, or if a choice does not fit the table.
    pub fn measure(&mut self, mut query: Query) -> Result<Measured, Error> {
        let unchanged = query.measure.as_mut().and_then(|measure| measure.original.take());
        self.measure_with(query, unchanged.as_ref())
    }

    /// Measures a query's table, compared with its own true counts or with those of the unchanged records.
    pub(super) fn measure_with(&mut self, mut query: Query, unchanged: Option<&Unchanged>) -> Result<Measured, Error> {
        let ask = query.measure.take().unwrap_or_default();
        // A sealed cube stores measures only for the default choices.
        let usual = ask == Measure::default();
        // The measures are computed from true counts, so the query reveals these counts if the cube allows it.
        // Suppressed cells can count as averages, which need the totals.
        let may_disclose = self.cube.may_reveal() && unchanged.is_none_or(|unchanged| unchanged.counts.is_some());
        (query.totals, query.reveal) = (may_disclose, may_disclose);
        let mut plan = self.plan(&query)?;
        let choices = ask.resolve(&self.cube, &plan.layout)?;
        if !may_disclose {
            let cells = sizes(&plan.layout).iter().product::<usize>() as u64;
            let published = self.sealed_measures(&plan, &query).filter(|_| usual);
            return Ok(published.map_or_else(
                || measured(Measures::undisclosed(cells)),
                |measures| Measured::Published(measures.whole(cells)),
            ));
        }
        // Of all limits, only limits on areas change the measures, because they block areas. Without limits on areas,
        // the unfiltered table is not needed.
        let blocks = self.cube.rules.as_ref().is_some_and(|rules| rules.areas.is_some());
        if !blocks {
            plan.rules = None;
        }
        let unaltered = self.unaltered(&query)?;
        let mut missing = self.missing(&plan);
        for need in unaltered.iter().flat_map(|plan| self.missing(plan)) {
            if !missing.contains(&need) {
                missing.push(need);
            }
        }
        if !missing.is_empty() {
            return Ok(Measured::Missing(missing));
        }
        let at = self.compile(plan.method())?;
        // A caller who may see the true counts may also measure a table that the limits refuse. In a released table,
        // blocked areas count as blocked.
        let is_released =
            |plan: &Plan| !matches!(self.release(plan, &self.compiled[at].1), Err(Error::Query(QueryError::Rule(_))));
        if blocks && !is_released(&plan) {
            plan.rules = None;
        }
        let table = self.table(&plan, true, None)?;
        // The values before the fit to the totals, as the measures of risk need them.
        let unfitted = match plan.method().unfitted() {
            Some(method) if TABLES => {
                let plan = Plan { method: Arc::new(method), ..plan.clone() };
                Some(self.table(&plan, false, None)?)
            }
            _ => None,
        };
        let Some(truth) = &table.revealed else { return Err(QueryError::NothingToReveal.into()) };
        let inner = Inner::new(&plan.layout);
        let sizes = sizes(&plan.layout);
        let protected = inner.of(&truth.counts);
        let original = match unchanged.and_then(|unchanged| unchanged.counts.as_ref()) {
            Some(counts) if counts.len() != truth.counts.len() => {
                let expected = "the same query of a cube with the same dimensions";
                return Err(
                    QueryError::Shape(format!("original: other cells than this table; expected {expected}")).into()
                );
            }
            counts => counts.map(|counts| inner.of(counts)),
        };
        let step = match unchanged.and_then(|unchanged| unchanged.noise.as_ref()) {
            None => None,
            Some(_) if plan.method().kind != MethodKind::None => {
                let expected = "the method \"none\", so that the noise is the only protection of the values";
                return Err(QueryError::Shape(format!("noise: given with another method; expected {expected}")).into());
            }
            Some(noise) => {
                let method = Some(MethodChoice::Custom(noise.clone()));
                let method = self.method(&Query { method, ..Query::default() })?;
                Some(self.compiled_method(&method)?)
            }
        };
        let at = self.compile(plan.method())?;
        let rows = &self.compiled[at].1;
        let unflagged = match &unaltered {
            None => None,
            // This table is internal. Only its counts are used.
            Some(plan) => Some(inner.of(&self.protect(plan, self.roll_up(plan)?, rows)?.0.counts)),
        };
        let values_of = |table: &Table| inner.cells.iter().map(|&cell| table.value(cell).unwrap_or(0)).collect();
        let (values, unfitted): (Vec<i64>, Option<Vec<i64>>) = (values_of(&table), unfitted.as_ref().map(values_of));
        let status = inner.of(table.status());
        // Without columns, the two-way table has the first axis as its rows.
        let is_row = if query.columns.is_empty() { 1 } else { query.rows.len() };
        let totals: Vec<Option<i64>> = inner.totals(&sizes, is_row)[0].iter().map(|&cell| table.value(cell)).collect();
        let [row_counts, column_counts, total_counts] =
            inner.totals(&sizes, is_row).map(|cells| cells.iter().map(|&cell| truth.counts[cell]).collect::<Vec<_>>());
        let has_groups = plan.layout.axes.iter().any(|axis| matches!(axis.places, Places::Groups(_)));
        let noise = match plan.method().totals {
            Totals::Own => {
                TotalNoise::Own { rows: &row_counts, columns: &column_counts, total: total_counts.iter().sum() }
            }
            // The parts of such a total are the codes of the axis, and not its groups.
            Totals::Sum if has_groups => TotalNoise::Unknown,
            Totals::Sum => TotalNoise::Sum,
        };
        let is_joint = plan.method().looks_at_table() || plan.method().is_fixed();
        let context = Context {
            method: is_one_count(&plan).then(|| step.as_ref().unwrap_or(rows)),
            are_sums: step.is_some(),
            is_realised: TABLES && plan.method().has_realised_probabilities(),
            unfitted: unfitted.as_deref(),
            totals: (!is_joint && step.is_none()).then_some(noise),
            unflagged: unflagged.as_deref(),
            row_totals: Some(&totals),
            // With the method of the noise, the table is one of unchanged counts and that method's values.
            changed: unchanged.filter(|_| step.is_none()).map(|unchanged| Changed {
                counts: &protected,
                // By default the share is the one that the publisher states in the cube.
                moved: unchanged.moved.or_else(|| self.cube.pretabular.as_ref().and_then(PretabularPart::moved)),
            }),
        };
        let cells = Cells {
            sizes: &sizes,
            rows: is_row,
            counts: original.as_ref().unwrap_or(&protected),
            values: &values,
            status: &status,
            decimals: table.decimals(),
        };
        Ok(measured(measure::measure(&cells, &context, &choices)))
    }

    /// The plan of the table without imputed or changed records. Returns `None` if no code marks such records, or if
    /// the query uses a dimension that marks them.
    fn unaltered(&self, query: &Query) -> Result<Option<Plan>, Error> {
        let mut query = query.clone();
        for (dimension, codes) in &self.cube.altered {
            let Dimension { name, codes: all, .. } = &self.cube.dimensions[*dimension];
            let names = query.rows.iter().chain(&query.columns).chain(query.filter.iter().map(|(on, _)| on));
            if names.map(|axis| axis.split_once(':').map_or(&**axis, |(name, _)| name)).any(|other| other == name) {
                return Ok(None);
            }
            let left = (0..all.len() as u32).filter(|&code| !codes[code as usize]);
            query.filter.push((name.clone(), left.map(|code| all.code(code).to_owned()).collect()));
        }
        if self.cube.altered.is_empty() {
            return Ok(None);
        }
        // Skips the limits: only counts are used, and the caller may see them.
        Ok(Some(Plan { rules: None, ..self.plan(&query)? }))
    }

    /// The rounded measures that a sealed cube stores for a table. The table must be a whole view.
    fn sealed_measures(&self, plan: &Plan, query: &Query) -> Option<PublishedMeasures> {
        let is_whole = |axis: &Axis| {
            let all = self.cube.dimensions[axis.at.dimension].codes_at(axis.at.level).len();
            matches!(&axis.places, Places::Codes(codes) if codes.len() == all)
        };
        let axes = &plan.layout.axes;
        if !(query.filter.is_empty() && axes.iter().all(is_whole)) {
            return None;
        }
        let has_all =
            |view: &&View| view.axes.len() == axes.len() && axes.iter().all(|axis| view.axes.contains(&axis.at));
        self.cube.views.iter().find(has_all)?.measures.clone()
    }
}

fn measured(measures: Measures) -> Measured {
    Measured::Measures(Box::new(measures))
}

/// Number of places on each axis, without totals.
fn sizes(layout: &Layout) -> Vec<usize> {
    layout.axes[..layout.shown].iter().map(|axis| axis.places.len()).collect()
}

/// Whether each value of the plan's table comes from a single protected count.
fn is_one_count(plan: &Plan) -> bool {
    let several = |axis: &Axis| axis.blocks.as_ref().is_some_and(|blocks| blocks.sums.iter().any(|sum| sum.len() > 1));
    !(plan.layout.axes.iter().any(several) || plan.layout.blocks && plan.method().shows_large_blocks())
}

/// The inner cells of a table with totals.
struct Inner {
    /// Positions of the inner cells among all cells, in order.
    cells: Vec<usize>,
    /// Distance in cells between neighbouring places of each axis.
    strides: Vec<usize>,
}

impl Inner {
    fn new(layout: &Layout) -> Self {
        let sizes = sizes(layout);
        let (mut strides, mut stride) = (vec![0; sizes.len()], 1);
        for (at, &size) in sizes.iter().enumerate().rev() {
            strides[at] = stride;
            stride *= size + 1;
        }
        Self { cells: spread(0, &sizes, &strides), strides }
    }

    fn of<T: Copy>(&self, all: &[T]) -> Vec<T> {
        self.cells.iter().map(|&cell| all[cell]).collect()
    }

    /// Positions of the row totals, the column totals and the grand total. The first `rows` axes are the rows of a
    /// two-way table.
    fn totals(&self, sizes: &[usize], rows: usize) -> [Vec<usize>; 3] {
        let total = |axes: std::ops::Range<usize>| -> usize {
            sizes[axes.clone()].iter().zip(&self.strides[axes]).map(|(&size, &stride)| size * stride).sum()
        };
        let all = sizes.len();
        [
            spread(total(rows..all), &sizes[..rows], &self.strides),
            spread(total(0..rows), &sizes[rows..], &self.strides[rows..]),
            vec![total(0..all)],
        ]
    }
}

/// The positions of the cells at all places of some axes, in order. `first` is the position of the first cell.
#[inline(never)]
fn spread(first: usize, sizes: &[usize], strides: &[usize]) -> Vec<usize> {
    let mut cells = vec![first];
    for (&size, &stride) in sizes.iter().zip(strides) {
        let before = std::mem::take(&mut cells);
        cells.reserve(before.len() * size);
        for cell in before {
            (0..size).for_each(|place| cells.push(cell + place * stride));
        }
    }
    cells
}
