//! Builds protected tables: query → plan → roll-up → totals → protection.

mod areas;
mod axis;
mod cache;
mod cells;
#[cfg(feature = "full")]
mod checked;
#[path = "checked/disabled.rs"]
#[cfg(not(feature = "full"))]
mod checked;
mod columns;
mod error;
#[cfg(feature = "full")]
mod estimate;
#[cfg(feature = "full")]
mod explain;
#[path = "explain/disabled.rs"]
#[cfg(not(feature = "full"))]
mod explain;
mod lanes;
#[cfg(feature = "tables")]
mod linked_error;
#[path = "linked_error/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod linked_error;
#[cfg(feature = "full")]
mod measure;
mod need;
mod plan;
mod query;
mod query_error;
mod reading;
mod receipt;
mod rollup;
mod sealed;
mod selection;
mod store;
#[expect(clippy::module_inception, reason = "it holds `Table`")]
mod table;
#[cfg(feature = "tables")]
mod whole;
#[path = "whole/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod whole;
mod zeros;

pub use error::{Error, Fault, FileError};
#[cfg(feature = "full")]
pub use estimate::{EstimateError, Estimated, estimates};
pub use explain::ExplainError;
#[cfg(feature = "full")]
pub use explain::{Answer, Distributions};
pub use linked_error::LinkedError;
#[cfg(feature = "full")]
pub use measure::{Measured, Unchanged};
pub use need::Need;
pub use plan::Plan;
#[cfg(feature = "full")]
pub use query::Reply;
pub use query::{Explain, FurtherTables, Group, Measure, MethodChoice, Query};
pub use query_error::QueryError;
pub use reading::Reading;
#[cfg(feature = "make")]
pub use receipt::{Receipt, ReceiptError};
#[cfg(feature = "audit")]
pub use receipt::{ReceiptHash, ReceiptHashError};
#[cfg(any(feature = "bench", feature = "audit"))]
pub(crate) use rollup::Grid;
pub use store::{Caller, Store};
#[cfg(feature = "full")]
pub use store::{FoundCodes, TrueCounts};
#[cfg(feature = "tables")]
pub use store::{Member, Trace, Traced};
pub use table::{Areas, AreasAxis, BlockWords, Category, FilterWords, Heading, PlaceBlocks, Revealed, Table};
#[cfg(feature = "make")]
pub(crate) use zeros::possible;
