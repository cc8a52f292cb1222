//! The ground under every folder: JSON, bits, sorting, quoting, suggestions and limits. Nothing here names statistical data.

pub(crate) mod bits;
mod features;
pub(crate) mod json;
mod limits;
pub(crate) mod order;
mod quote;
#[cfg(feature = "cli")]
mod suggest;
#[path = "suggest/disabled.rs"]
#[cfg(not(feature = "cli"))]
mod suggest;

pub use features::FULL;
pub use limits::{MAX_COUNT, MAX_TABLE_CELLS};
pub(crate) use quote::Quoted;
#[cfg(feature = "cli")]
pub(crate) use suggest::Misspelt;
pub(crate) use suggest::did_you_mean;
