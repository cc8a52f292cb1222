//! Measures risk and utility of a query's table, or returns a sealed cube's rounded measures.

use super::Store;
use crate::cube::View;
use crate::dimension::Dimension;
use crate::measure::{self, Cells, Context, Measures, PublishedMeasures};
use crate::table::QueryError;
use crate::table::axis::{Axis, Layout, Places};
use crate::table::error::Error;
use crate::table::measure::Measured;
use crate::table::plan::Plan;
use crate::table::query::{Measure, Query};

impl Store {
    /// Measures a query's table, or lists the files to load first. If true counts are missing or undisclosed, all measures are
    /// `None`, except the rounded measures of a sealed cube.
    ///
    /// # Errors
    /// An error of the table itself, or a choice that does not fit the table.
    pub fn measure(&mut self, mut query: Query) -> Result<Measured, Error> {
        let ask = query.measure.take().unwrap_or_default();
        // A sealed cube has measures with the default choices only.
        let usual = ask == Measure::default();
        // The computation reads true counts and discloses only the measures, if allowed. Totals serve averages for suppressed cells.
        let may_disclose = self.cube.may_reveal();
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
        // Only blocked areas matter here. Without limits on areas, the unfiltered table is not needed.
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
        // A reader who may see the counts may measure refused tables. Blocked areas count as they would be published.
        let is_released =
            |plan: &Plan| !matches!(self.release(plan, &self.compiled[at].1), Err(Error::Query(QueryError::Rule(_))));
        if blocks && !is_released(&plan) {
            plan.rules = None;
        }
        let table = self.table(&plan, true, None)?;
        let Some(truth) = &table.revealed else { return Err(QueryError::NothingToReveal.into()) };
        let inner = Inner::new(&plan.layout);
        let sizes = sizes(&plan.layout);
        let counts = inner.of(&truth.counts);
        let at = self.compile(plan.method())?;
        let rows = &self.compiled[at].1;
        let unflagged = match &unaltered {
            None => None,
            // This table is internal; only its counts are used.
            Some(plan) => Some(inner.of(&self.protect(plan, self.roll_up(plan)?, rows)?.0.counts)),
        };
        let values: Vec<i64> = inner.cells.iter().map(|&cell| table.value(cell).unwrap_or(0)).collect();
        let status = inner.of(table.status());
        // Without columns, the first axis gives the rows of the two-way table.
        let is_row = if query.columns.is_empty() { 1 } else { query.rows.len() };
        let totals: Vec<Option<i64>> =
            inner.row_totals(&sizes, is_row).into_iter().map(|cell| table.value(cell)).collect();
        let context = Context {
            method: is_one_count(&plan).then_some(rows),
            unflagged: unflagged.as_deref(),
            row_totals: Some(&totals),
        };
        let cells = Cells { sizes: &sizes, rows: is_row, counts: &counts, values: &values, status: &status };
        Ok(measured(measure::measure(&cells, &context, &choices)))
    }

    /// The plan of the table without imputed or changed records. `None` if no code marks such records, or if the query itself
    /// uses the marking dimension.
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
        // Only counts are used, and the caller may see them.
        Ok(Some(Plan { rules: None, ..self.plan(&query)? }))
    }

    /// The rounded measures of a sealed cube for a table, if the table is a whole view.
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

/// Places of each axis, without totals.
fn sizes(layout: &Layout) -> Vec<usize> {
    layout.axes[..layout.shown].iter().map(|axis| axis.places.len()).collect()
}

/// Whether each value comes from a single count.
fn is_one_count(plan: &Plan) -> bool {
    let several = |axis: &Axis| axis.blocks.as_ref().is_some_and(|blocks| blocks.sums.iter().any(|sum| sum.len() > 1));
    !(plan.layout.axes.iter().any(several) || plan.layout.blocks && plan.method().protect_below.is_some())
}

/// The positions of the inner cells of a table with totals.
struct Inner {
    /// Positions among all cells, in order.
    cells: Vec<usize>,
    /// Stride of each axis in cells.
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

    /// Positions of the row totals of the two-way table whose rows are the first axes.
    fn row_totals(&self, sizes: &[usize], rows: usize) -> Vec<usize> {
        let total: usize = sizes[rows..].iter().zip(&self.strides[rows..]).map(|(&size, &stride)| size * stride).sum();
        spread(total, &sizes[..rows], &self.strides)
    }
}

/// The cells at all places of some axes, in order, starting from a first cell.
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
