//! Plans and reads what a method that looks at the whole table needs besides the table: its further tables.

use super::Store;
use crate::protect::{MethodError, MethodKind, MethodSpec};
use crate::table::LinkedError;
use crate::table::axis::Layout;
use crate::table::cells;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::query_error::QueryError;
use crate::table::rollup::{offsets, roll_up};
use crate::table::whole::{self, LinkedReading, LinkedReadings, LinkedTable};

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
        let has_area_limits = self.cube.rules.as_ref().is_some_and(|rules| rules.areas.is_some());
        if has_area_limits && method.protects_together() {
            let problem = "limits on areas block cells, and its true totals would disclose them";
            let expected = "a method that changes totals, or a cube without limits on areas";
            return Err(QueryError::from(MethodError::new(&method.name, problem, expected)).into());
        }
        if query.with.is_empty() {
            return self.joint(layout, Vec::new(), method, at_hand_first);
        }
        if !matches!(method.kind, MethodKind::Table(_)) {
            let name = method.name.clone();
            let error = if method.looks_at_table() {
                LinkedError::Additivity { name }
            } else {
                LinkedError::CellMethod { name }
            };
            return Err(QueryError::from(error).into());
        }
        if has_area_limits {
            return Err(QueryError::from(LinkedError::BlockedAreas).into());
        }
        let table = |query: &Query| {
            if query.rows.is_empty() {
                return Err(QueryError::NoRows.into());
            }
            let layout = Layout::resolve(&self.cube, query, method.totals)?;
            whole::check(&layout, method)?;
            let reading = self.cheapest(&layout, at_hand_first)?;
            Ok(LinkedReading { layout, reading, is_published: true })
        };
        let linked = query.with.iter().map(table).collect::<Result<LinkedReadings, Error>>()?;
        // Suppression sees tables of different records in their joint table. The other methods have none.
        let has_other_filters =
            |other: &LinkedReading| !whole::count_the_same(layout, &other.layout, self.cube.dimensions.len());
        if !method.protects_together() && linked.iter().any(has_other_filters) {
            return Err(QueryError::from(LinkedError::Filters { name: method.name.clone() }).into());
        }
        self.joint(layout, linked, method, at_hand_first)
    }

    /// Adds the joint table that suppression needs.
    fn joint(
        &self,
        layout: &Layout,
        mut linked: LinkedReadings,
        method: &MethodSpec,
        at_hand_first: bool,
    ) -> Result<LinkedReadings, Error> {
        let layouts: Vec<&Layout> = std::iter::once(layout).chain(linked.iter().map(|linked| &linked.layout)).collect();
        if let Some(layout) = whole::joint(&self.cube, &layouts, method)? {
            let reading = self.cheapest(&layout, at_hand_first)?;
            linked.push(LinkedReading { layout, reading, is_published: false });
        }
        Ok(linked)
    }

    /// Rolls up the further tables of a plan. Their files must be loaded.
    pub(super) fn linked_tables<'a>(&self, plan: &'a Plan) -> Result<Vec<LinkedTable<'a>>, Error> {
        let table = |LinkedReading { layout, reading, is_published }: &'a LinkedReading| {
            let none = vec![false; layout.axes.len()];
            let sizes = cells::sizes(layout, &none);
            let offsets = offsets(&self.cube, &self.cube.views[reading.view], layout.selections(), &sizes);
            let mut grid = roll_up(self.cube.keys, &self.sections(reading)?, &offsets, sizes, &none);
            cells::combine_places(self.cube.keys, layout, &mut grid, false, plan.method.totals);
            Ok(LinkedTable { layout, grid, is_published: *is_published })
        };
        plan.linked.iter().map(table).collect()
    }
}
