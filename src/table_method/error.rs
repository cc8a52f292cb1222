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
    /// The rounding base is too small or too large.
    #[error("base is {base}; expected a whole number from 2 to {most}")]
    Base {
        /// The base.
        base: u32,
        /// The largest base.
        most: u32,
    },
    /// No table has these totals and these empty cells, or the fit finds none within its limit of steps.
    #[error(
        "the fit does not converge, because empty cells contradict totals; expected fewer dimensions or coarser codes"
    )]
    Infeasible,
    /// A value has too many parts for a floating-point number.
    #[error("a value is too large for a fit in units of 1/{parts}; expected smaller counts, or no additivity")]
    Parts {
        /// Number of parts of one.
        parts: u32,
    },
    /// The totals of several tables have too many parts.
    #[error("the totals have more than {most} parts; {method} takes at most {most}")]
    TooManyParts {
        /// The kind of the method.
        method: &'static str,
        /// The largest number of inner cells in all totals together.
        most: usize,
    },
    /// A total is a part of itself.
    #[error("a total is a part of itself; expected sums that lead to inner cells")]
    Circular,
    /// The search found no values for which all sums hold.
    #[error("the method found no values for which all sums of the linked tables hold; expected fewer tables")]
    NoRounding,
    /// The base is 0.
    #[error("the base of {method} is 0; expected 1 or more")]
    NoBase {
        /// The kind of the method.
        method: &'static str,
    },
    /// A count is too large to compute with.
    #[error("a count is too large; {method} takes counts below 2^62")]
    CountTooLarge {
        /// The kind of the method.
        method: &'static str,
    },
    /// Suppression cannot hide a cell from outsiders who know the rule.
    #[error(
        "suppression cannot protect every small cell of the tables; expected coarser tables, another threshold, or a \
         smaller interval"
    )]
    Unprotected,
}
