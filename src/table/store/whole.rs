//! Plans and reads what a method that looks at the whole table needs besides the table: its further tables.

use super::Store;
use crate::protect::{MethodKind, MethodSpec};
use crate::table::LinkedError;
use crate::table::axis::Layout;
use crate::table::cells;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::query_error::QueryError;
use crate::table::reading::Reading;
use crate::table::rollup::{offsets, roll_up};
use crate::table::whole::{self, LinkedReadings, LinkedTable};

/// Checks that a query to a sealed cube has no further tables.
pub(super) fn check_sealed(query: &Query) -> Result<(), Error> {
    if query.with.is_empty() { Ok(()) } else { Err(QueryError::from(LinkedError::Sealed).into()) }
}

impl Store {
    /// The layouts and readings of a query's further tables. Checks that the method can protect the table.
    pub(super) fn linked(
        &self,
        query: &Query,
        layout: &Layout,
        method: &MethodSpec,
        at_hand_first: bool,
    ) -> Result<LinkedReadings, Error> {
        if method.looks_at_table() {
            whole::check(layout, method)?;
        }
        if query.with.is_empty() {
            return Ok(Vec::new());
        }
        if !matches!(method.kind, MethodKind::Table(_)) {
            return Err(QueryError::from(LinkedError::CellMethod { name: method.name.clone() }).into());
        }
        if self.cube.rules.as_ref().is_some_and(|rules| rules.areas.is_some()) {
            return Err(QueryError::from(LinkedError::BlockedAreas).into());
        }
        let table = |query: &Query| {
            if query.rows.is_empty() {
                return Err(QueryError::NoRows.into());
            }
            let layout = Layout::resolve(&self.cube, query, method.totals)?;
            whole::check(&layout, method)?;
            let reading = self.cheapest(&layout, at_hand_first)?;
            Ok((layout, reading))
        };
        query.with.iter().map(table).collect()
    }

    /// Rolls up the further tables of a plan. Their files must be loaded.
    pub(super) fn linked_tables<'a>(&self, plan: &'a Plan) -> Result<Vec<LinkedTable<'a>>, Error> {
        let table = |(layout, reading): &'a (Layout, Reading)| {
            let none = vec![false; layout.axes.len()];
            let sizes = cells::sizes(layout, &none);
            let offsets = offsets(&self.cube, &self.cube.views[reading.view], layout.selections(), &sizes);
            let mut grid = roll_up(self.cube.keys, &self.sections(reading)?, &offsets, sizes, &none);
            cells::combine_places(self.cube.keys, layout, &mut grid, false, plan.method.totals);
            Ok(LinkedTable { layout, grid })
        };
        plan.linked.iter().map(table).collect()
    }
}
