//! Errors of a query's further tables.

use thiserror::Error;

use crate::base::Quoted;

/// Why a query cannot have further tables (`with`).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LinkedError {
    /// The method protects each cell for itself.
    #[error(
        "with: method {} protects each cell for itself; expected a table method, or no further tables",
        Quoted(name)
    )]
    CellMethod {
        /// The name of the method.
        name: String,
    },
    /// The method fits one table to its totals.
    #[error(
        "with: method {} fits one table to its totals; expected a table method without additivity, or no further tables",
        Quoted(name)
    )]
    Additivity {
        /// The name of the method.
        name: String,
    },
    /// The tables count different records.
    #[error(
        "with: method {} needs the same filters in all tables; expected one filter for all, or suppression",
        Quoted(name)
    )]
    Filters {
        /// The name of the method.
        name: String,
    },
    /// Limits of the cube block areas.
    #[error("with: limits on areas block cells of this cube; expected no further tables")]
    BlockedAreas,
    /// The cube is sealed, so the publisher has protected its tables.
    #[error("with: the publisher has protected the tables of this cube together; expected no further tables")]
    Sealed,
}
