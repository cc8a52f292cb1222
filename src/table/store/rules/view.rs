//! Finds the cells of a sealed cube's view that the limits block.

use super::Store;
use crate::dimension::AxisRef;
use crate::rules::{Question, UnfilteredTable, words_of_view};
use crate::table::error::Error;
use crate::table::query::Query;

impl Store {
    /// The blocked cells of a view, or the reason for refusing the view, in words that follow the axes' names. All files are
    /// loaded.
    pub(crate) fn release_view(&self, axes: &[AxisRef]) -> Result<Result<Vec<bool>, &'static str>, Error> {
        let Some(rules) = &self.cube.rules else { return Ok(Ok(Vec::new())) };
        let method = self.method(&Query::default())?;
        let compiled = self.compiled_method(&method)?;
        let risks = |cells: &UnfilteredTable| self.risks(rules, cells, &compiled, &method);
        let context = self.context(rules, &risks);
        let cells = self.cells(&self.unfiltered(rules, axes.to_vec(), None, self.cube.may_reveal(), false)?)?;
        Ok(match context.violation(&Question::all(axes), Some(&cells))? {
            Some(violation) => Err(words_of_view(&violation.rule)),
            None => Ok(context.blocked_cells(&cells)),
        })
    }
}
