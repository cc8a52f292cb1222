//! Gives the builder access to the totals of slices and to the measures of views, and the command line to receipts.

use super::Store;
use crate::measure::PublishedMeasures;
use crate::table::error::Error;
use crate::table::measure::Measured;
use crate::table::query::Query;
use crate::table::receipt::{self, ReceiptHashError};

impl Store {
    /// For each slice of a file: the position of its view, its number of records, and the combined key of its cells.
    pub(crate) fn totals(&self, file: usize) -> impl Iterator<Item = (usize, u64, u64)> {
        self.slices_of[file].iter().filter_map(move |&(view, slice)| {
            let section = self.tiles.section(file, self.cube.views[view].slices[slice].section)?;
            let keys = section.counts_and_keys().map(|(_, key)| key);
            Some((view, section.population, keys.fold(0, |sum, key| self.cube.keys.combine(sum, key))))
        })
    }

    /// The measures that a sealed cube may publish for a whole view. See
    /// [`Measures::coarse`](crate::measure::Measures::coarse).
    pub(crate) fn coarse_measures(&mut self, axes: &[String]) -> Result<Option<PublishedMeasures>, Error> {
        let Measured::Measures(measures) = self.measure(Query { rows: axes.to_vec(), ..Query::default() })? else {
            return Ok(None);
        };
        Ok(PublishedMeasures::of(&measures))
    }

    /// The receipt for a query's table. `own` is as for [`statement`](Self::statement).
    ///
    /// # Errors
    /// The inner error states that the cube has no receipts, because its salt is too short.
    pub fn receipt(
        &self,
        query: &Query,
        own: Option<&str>,
        csv: &str,
    ) -> Result<Result<String, ReceiptHashError>, Error> {
        let query = &*self.offered(query)?;
        let plan = self.plan_any(query, false)?;
        let files = self.files(&plan);
        let files = files.iter().map(|&file| &*self.cube.files[file as usize].sha256);
        Ok(receipt::text(&self.cube, &files.chain(own).collect::<Vec<_>>(), &plan.method, query, csv))
    }
}
