//! Checks a whole view of a sealed cube against the limits before the view is published.

use super::Store;
use crate::dimension::AxisRef;
use crate::rules::{Question, UnfilteredTable, words_of_view};
use crate::table::error::Error;
use crate::table::query::Query;

impl Store {
    /// Marks the cells of a view to block. If the limits refuse the view, returns the reason instead, worded to follow
    /// the names of the axes. All files must be loaded.
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
