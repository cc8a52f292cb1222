//! Tools for all other folders: JSON, bits, sorting, quoting, random numbers, texts in spreadsheets, suggestions and limits. No
//! tool here depends on statistics.

pub(crate) mod bits;
mod decimal;
mod features;
mod inert;
pub(crate) mod json;
mod limits;
#[cfg(feature = "full")]
mod only_full;
#[path = "only_full/disabled.rs"]
#[cfg(not(feature = "full"))]
mod only_full;
pub(crate) mod order;
#[cfg(feature = "make")]
mod problems;
mod quote;
#[cfg(any(feature = "audit", feature = "people"))]
mod random;
mod sha256;
#[cfg(feature = "make")]
mod sources;
mod suggest;
#[cfg(feature = "make")]
pub(crate) mod threads;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod vectors;

pub(crate) use decimal::{decimal, scaled};
pub use features::FULL;
pub(crate) use features::SUGGESTS;
pub(crate) use features::TABLES;
pub(crate) use inert::inert;
pub use limits::{MAX_COUNT, MAX_TABLE_CELLS};
pub use only_full::OnlyFull;
#[cfg(feature = "make")]
pub(crate) use problems::{Distinct, and_more};
#[cfg(feature = "make")]
pub use problems::{MOST_PROBLEMS, Problem, Problems, Severity};
pub(crate) use quote::Quoted;
#[cfg(any(feature = "audit", feature = "people"))]
pub(crate) use random::SplitMix;
pub(crate) use sha256::{Message, sha256};
#[cfg(feature = "make")]
pub(crate) use sources::{FOREIGN_HEAD, foreign, is_stata, separator};
pub(crate) use suggest::{did_you_mean, nearest};
