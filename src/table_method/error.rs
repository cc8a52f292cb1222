//! Errors of table methods.

use thiserror::Error;

/// The reason why a table method cannot protect a table. No message contains a count or a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableMethodError {
    /// The totals are not the sums of their parts.
    #[error("a total is not the sum of its cells; expected the counts of one population")]
    TotalsDisagree,
    /// The method needs a single table with all its totals.
    #[error("{method} takes one table with totals; found several tables that share cells")]
    NotOneTable {
        /// The kind of the method.
        method: &'static str,
    },
    /// The method needs more work than its limit allows.
    #[error("the table has {cells} cells; {method} takes at most {most}")]
    TooLarge {
        /// The kind of the method.
        method: &'static str,
        /// Number of cells of the table.
        cells: usize,
        /// The largest number of cells.
        most: usize,
    },
    /// Suppression cannot hide a cell from outsiders who know the rule.
    #[error("suppression cannot protect every small cell of the table; expected a larger threshold or a coarser table")]
    Unprotected,
}
