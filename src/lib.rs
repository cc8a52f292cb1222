//! **cellveil** builds statistical tables and protects them with consistent keyed perturbation, without a server:
//! a publisher turns records into a *cube* of static files once, and this core, native or as WebAssembly, builds and
//! protects each table that a person asks for.
//!
//! | word | meaning | here |
//! |---|---|---|
//! | record key, cell key | a random integer of a record; those of a cell's records combined modulo M | [`key`] |
//! | dimension, level, cube | axes of the data, groupings of their codes, and all files that a page needs | [`cube`] |
//! | tile, view | one file of cells; the cells of one set of dimensions | [`tile`] |
//! | query, plan, roll-up, totals | from a question to counts and cell keys | [`table`] |
//! | p-table | for a count and a cell key, the noise to add | [`ptable`] |
//! | protection | the one engine that turns a count and a cell key into a published value | [`protect`] |
//! | rules | what may be released, and why not | `rules` |
//! | risk, utility | what a protected table still gives away, and what it is still good for | `measure` |
//!
//! The core takes bytes and values and returns owned values. It knows nothing of JavaScript, files or clocks; the
//! bindings (`wasm`) and the command line (`cli`) are two thin adapters beside it.

#[cfg(feature = "cli")]
pub mod audit;
mod bits;
pub mod cube;
mod error;
pub mod export;
mod json;
pub mod key;
#[cfg(feature = "full")]
pub mod measure;
mod order;
pub mod protect;
pub mod ptable;
#[cfg(feature = "full")]
pub mod rules;
#[cfg(feature = "cli")]
pub mod study;
pub mod table;
pub mod tile;

/// Whether this build has the methods and questions that few tables need. Without them it refuses such a question with
/// the code `needs-full`.
pub const FULL: bool = cfg!(feature = "full");

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod wasm;

pub use error::{Error, Fault, FileError};
