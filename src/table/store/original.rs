//! Compares a table of changed records with the true table of the unchanged records.

use super::Store;
use crate::protect::Parameters;
use crate::table::QueryError;
use crate::table::error::Error;
use crate::table::measure::{Measured, Unchanged};
use crate::table::need::Need;
use crate::table::query::{FurtherTables, MethodChoice, Query};

/// The true counts of a query's table, with all totals, or the files to load first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrueCounts {
    /// The files to load first.
    Missing(Vec<Need>),
    /// The counts.
    Counts(Vec<u64>),
    /// The cube may not disclose its counts.
    Undisclosed,
}

impl Store {
    /// The true counts of a query's table, with all totals. The method and the limits of the query do not matter.
    ///
    /// # Errors
    /// Fails if the cube cannot answer the query.
    pub fn true_counts(&mut self, query: &Query) -> Result<TrueCounts, Error> {
        if !self.cube.may_reveal() {
            return Ok(TrueCounts::Undisclosed);
        }
        // An expectation would add the code that prints the error to the full core.
        let none = Parameters::from_json(r#"{ "kind": "none" }"#).map_err(QueryError::Shape)?;
        let query = Query {
            method: Some(MethodChoice::Custom(none)),
            with: FurtherTables::default(),
            areas: None,
            totals: true,
            reveal: true,
            explain: None,
            measure: None,
            ..query.clone()
        };
        let plan = self.plan_any(&query, true)?;
        let missing = self.missing(&plan);
        if !missing.is_empty() {
            return Ok(TrueCounts::Missing(missing));
        }
        let at = self.compile(plan.method())?;
        let grid = self.roll_up(&plan)?;
        Ok(TrueCounts::Counts(self.protect(&plan, grid, &self.compiled[at].1)?.0.counts))
    }

    /// Measures a query's table of changed records: its values, compared with the true counts of the unchanged records
    /// for the same query. All else is as in [`measure`](Self::measure).
    ///
    /// # Errors
    /// Fails as [`measure`](Self::measure) does.
    ///
    /// # Caller must ensure
    /// The cube of the unchanged records passes
    /// [`Cube::check_original_of`](crate::cube::Cube::check_original_of), and this cube is not sealed.
    pub fn measure_against(&mut self, query: Query, unchanged: &Unchanged) -> Result<Measured, Error> {
        self.measure_with(query, Some(unchanged))
    }
}
