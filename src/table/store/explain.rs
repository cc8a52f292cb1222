//! Explains a published value. A keyed cube uses the rows of the method, a sealed cube the stored explanations.

use super::plan::sized;
use super::{Store, find};
use crate::cube::ExplainPart;
use crate::protect::{Distribution, Explanation, MethodSpec, Totals, Unexplained};
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::explain::{Answer, Distributions, ExplainError, smaller};
use crate::table::need::Need;
use crate::table::query::{Explain, Query};
use crate::table::rollup::Grid;
use crate::table::{QueryError, zeros};

impl Store {
    /// Explains the value in a query, or lists the files to load first.
    ///
    /// # Errors
    /// Fails if explanations are switched off. Fails if the method looks at the whole table, if the value is a sum of
    /// several protected counts, or if no count is published as this value.
    pub fn explain(&mut self, mut query: Query) -> Result<Answer, Error> {
        let Some(ask) = query.explain.take() else { return Err(QueryError::NoRows.into()) };
        let refused = |error: ExplainError| Error::from(QueryError::from(error));
        if !self.cube.explains() {
            let sealed = self.cube.is_sealed() && self.cube.explain.is_none();
            return Err(refused(if sealed { ExplainError::NotMade } else { ExplainError::SwitchedOff }));
        }
        query = self.offered(&query)?.into_owned();
        let method = self.method(&query)?;
        if method.looks_at_table() {
            return Err(refused(ExplainError::WholeTable));
        }
        let layout = Layout::resolve(&self.cube, &query, method.totals)?;
        let method = sized(method, &layout)?;
        check_cell(&layout, &method, ask.cell).map_err(refused)?;
        if let Some(ExplainPart::Made(made)) = &self.cube.explain {
            if ask.table_prior {
                return Err(refused(ExplainError::NoTruth));
            }
            if made.level.to_bits() != ask.level.to_bits() {
                return Err(refused(ExplainError::Level));
            }
            if let Some(values) = &ask.values {
                // The manifest has intervals, but no probabilities of single counts.
                let mut listed = |value| {
                    let found = made.find(value);
                    Ok(found.map(|explanation| Distribution { explanation, evidence: 0.0, probabilities: Vec::new() }))
                };
                let found = together(values, made.end, made.period, &mut listed);
                return found.map(Answer::Distributions).map_err(refused);
            }
            let found = made.find(ask.value).ok_or_else(|| refused(ExplainError::Never));
            return found.map(Answer::Explained);
        }
        if ask.table_prior {
            return self.by_table(query, &ask, &refused);
        }
        let file = method.ptable().filter(|path| find(&self.ptables, path).is_none());
        if let Some(file) = file.and_then(|path| self.cube.file(path)) {
            let file = &self.cube.files[file];
            return Ok(Answer::Missing(vec![Need { path: file.path.clone(), bytes: file.bytes }]));
        }
        let at = self.compile(&method)?;
        let rows = &self.compiled[at].1;
        let Some(values) = &ask.values else { return answer(rows.explain(ask.value, ask.level, None), &refused) };
        let (end, period) = rows.explanations_repeat();
        let mut work = 0;
        let found = together(values, end, period, &mut |value| {
            work += rows.causes(value).map_or(0, |causes| causes.end() - causes.start() + 1);
            if work > MOST_COUNTS {
                Err(ExplainError::TooMany)
            } else {
                Ok(rows.distribution_of(value, ask.level).ok())
            }
        });
        found.map(Answer::Distributions).map_err(refused)
    }

    /// Explains a value with a prior: the true counts of the table's inner cells, without cells that cannot exist.
    fn by_table(
        &mut self,
        mut query: Query,
        ask: &Explain,
        refused: &dyn Fn(ExplainError) -> Error,
    ) -> Result<Answer, Error> {
        if !query.reveal {
            return Err(refused(ExplainError::NoTruth));
        }
        // The plan checks whether the query may reveal true counts.
        (query.totals, query.areas) = (false, None);
        let plan = self.plan_as_it_is(&query)?;
        let missing = self.missing(&plan);
        if !missing.is_empty() {
            return Ok(Answer::Missing(missing));
        }
        let Some(truth) = self.table(&plan, true, None)?.revealed else { return Err(refused(ExplainError::NoTruth)) };
        let sizes = plan.layout.axes[..plan.layout.shown].iter().map(|axis| axis.places.len()).collect();
        let mut grid = Grid { sizes, counts: truth.counts, keys: truth.keys };
        let sets: Vec<_> = plan.layout.axes.iter().map(|axis| axis.sets(false, plan.method.totals)).collect();
        let never = zeros::key_empty_cells(&self.cube, &plan.layout, &sets, &mut grid, false);
        let at = self.compile(plan.method())?;
        let rows = &self.compiled[at].1;
        let found = rows.causes(ask.value).and_then(|causes| {
            let mut cells = vec![0; (causes.end() - causes.start()) as usize + 1];
            for count in grid.counts.iter().filter(|count| causes.contains(count)) {
                cells[(count - causes.start()) as usize] += 1;
            }
            // `grid` has a count of 0 for cells that cannot exist. These cells are not part of the prior.
            if *causes.start() == 0 {
                cells[0] -= never.len() as u64;
            }
            rows.explain(ask.value, ask.level, Some(&cells))
        });
        answer(found, refused)
    }
}

/// Maximum number of counts to examine for several values. They take about a second.
const MOST_COUNTS: u64 = 1 << 24;

/// Explains several values together. Values with the same explanation, apart from whole periods, are explained once.
fn together(
    values: &[Option<u64>],
    end: u64,
    period: u64,
    explain: &mut dyn FnMut(Option<u64>) -> Result<Option<Distribution>, ExplainError>,
) -> Result<Distributions, ExplainError> {
    let mut distinct = Vec::new();
    for value in values.iter().flatten() {
        let value = smaller(*value, end, period);
        // Few values are below `end`, so this takes less time than a sort.
        if let Err(at) = distinct.binary_search(&value) {
            distinct.insert(at, value);
        }
    }
    let suppressed = if values.contains(&None) { explain(None)? } else { None };
    let mut found = Vec::with_capacity(distinct.len());
    for value in distinct {
        found.extend(explain(Some(value))?);
    }
    Ok(Distributions { end, period, values: found, suppressed })
}

fn answer(found: Result<Explanation, Unexplained>, refused: &dyn Fn(ExplainError) -> Error) -> Result<Answer, Error> {
    found.map(Answer::Explained).map_err(|why| match why {
        Unexplained::Never => refused(ExplainError::Never),
        Unexplained::TooMany => refused(ExplainError::TooMany),
    })
}

/// Checks that the cell exists and that its value comes from a single protected count.
pub(super) fn check_cell(layout: &Layout, method: &MethodSpec, cell: Option<u64>) -> Result<(), ExplainError> {
    if layout.blocks && method.shows_large_blocks() {
        return Err(ExplainError::Large);
    }
    let (shown, filters) = layout.axes.split_at(layout.shown);
    if filters.iter().any(|axis| axis.blocks.as_ref().is_some_and(|blocks| blocks.sums[0].len() > 1)) {
        return Err(ExplainError::Blocks);
    }
    let Some(cell) = cell else { return Ok(()) };
    let total = usize::from(layout.totals);
    let cells: usize = shown.iter().map(|axis| axis.places.len() + total).product();
    let mut rest = usize::try_from(cell).ok().filter(|&cell| cell < cells).ok_or(ExplainError::NoCell)?;
    for axis in shown.iter().rev() {
        let places = axis.places.len();
        let place = rest % (places + total);
        rest /= places + total;
        if place == places && method.totals == Totals::Sum {
            return Err(ExplainError::Total);
        }
        if axis.blocks.as_ref().is_some_and(|blocks| blocks.sums[place].len() > 1) {
            return Err(ExplainError::Blocks);
        }
    }
    Ok(())
}
