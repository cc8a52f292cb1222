//! From a question to a protected table: query → plan → roll-up → totals → protection.

mod areas;
mod axis;
mod cells;
mod columns;
mod error;
mod kept;
mod lanes;
mod query;
mod receipt;
mod rollup;
mod store;
mod words;
mod zeros;

pub use error::QueryError;
pub use query::{Group, MethodChoice, Query};
#[cfg(feature = "cli")]
pub use receipt::{Receipt, ReceiptError};
#[cfg(feature = "bench")]
pub(crate) use rollup::Grid;
pub use store::{Caller, Need, Plan, Store};
pub use words::{Areas, AreasAxis, BlockWords, Category, FilterWords, Heading, PlaceBlocks, Revealed, Table};
#[cfg(feature = "cli")]
pub(crate) use zeros::possible;

/// Most cells of a table, totals included: at most about 400 MB while it is built, twice that with groups.
pub const MAX_TABLE_CELLS: usize = 10_000_000;
