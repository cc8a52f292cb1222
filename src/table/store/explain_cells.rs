//! Explains all cells of a table, for the command line.

use super::Store;
use super::explain::check_cell;
use crate::protect::{Explanation, Status};
use crate::table::QueryError;
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::explain::{Answer, Distributions, smaller};
use crate::table::query::{Explain, Query};
use crate::table::table::Table;

impl Store {
    /// The explanation of each cell of a query's table, with a flat prior. A cell that is blocked, or that is a sum of
    /// several protected counts, has `None`. The p-table must be loaded, as it is after the table was built.
    ///
    /// # Errors
    /// The errors of [`explain`](Self::explain).
    pub fn explain_cells(
        &mut self,
        query: &Query,
        table: &Table,
        level: f64,
    ) -> Result<Vec<Option<Explanation>>, Error> {
        let offered = self.offered(query)?.into_owned();
        let method = self.method(&offered)?;
        let layout = Layout::resolve(&self.cube, &offered, method.totals)?;
        let is_one = |cell: usize| {
            table.status()[cell] != Status::Blocked && check_cell(&layout, &method, Some(cell as u64)).is_ok()
        };
        // A value of one protected count is a whole number from 0. Explanations refuse fitted fractions.
        let value = |cell: usize| table.value(cell).map(|value| value as u64);
        let one: Vec<bool> = (0..table.status().len()).map(is_one).collect();
        let values = (0..one.len()).filter(|&cell| one[cell]).map(value).collect();
        let ask = Explain { value: None, values: Some(values), cell: None, level, trace: false, table_prior: false };
        let Answer::Distributions(found) = self.explain(Query { explain: Some(ask), ..query.clone() })? else {
            return Err(QueryError::NoRows.into());
        };
        Ok((0..one.len()).map(|cell| if one[cell] { found.find(value(cell)) } else { None }).collect())
    }
}

impl Distributions {
    /// The explanation of a value, or of a suppressed cell for `None`.
    pub fn find(&self, value: Option<u64>) -> Option<Explanation> {
        let Some(value) = value else { return self.suppressed.as_ref().map(|found| found.explanation.clone()) };
        let moved = value - smaller(value, self.end, self.period);
        let at = self.values.binary_search_by_key(&Some(value - moved), |found| found.explanation.value).ok()?;
        let found = &self.values[at].explanation;
        let [least, low, high, most, likeliest] =
            [found.least, found.low, found.high, found.most, found.likeliest].map(|count| count + moved);
        Some(Explanation { value: Some(value), least, low, high, most, likeliest, ..found.clone() })
    }
}
