//! Builds a query's table and estimates its figures before PRAM.

use super::Store;
use crate::table::error::Error;
use crate::table::estimate::{Estimated, estimates};
use crate::table::query::Query;

impl Store {
    /// Estimates the figures of a query's table before PRAM, or lists the files to load first.
    ///
    /// # Errors
    /// Fails if the table cannot be built.
    pub fn estimates(&mut self, query: &Query) -> Result<Estimated, Error> {
        let plan = self.plan(query)?;
        let missing = self.missing(&plan);
        if !missing.is_empty() {
            return Ok(Estimated::Missing(missing));
        }
        let table = self.table(&plan, false, None)?;
        Ok(match estimates(&table, &self.cube) {
            Ok(estimates) => Estimated::Estimates(estimates),
            Err(error) => Estimated::Impossible(error),
        })
    }
}
