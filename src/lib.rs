//! **cellveil** builds statistical tables and protects them with consistent keyed perturbation, without a server. A
//! publisher converts records once into a *cube* of static files. This core, native or as WebAssembly, then builds and
//! protects each table that a person requests.
//!
//! | word | meaning | here |
//! |---|---|---|
//! | record key, cell key | a random integer of a record; the keys of a cell's records combined modulo M | [`key`] |
//! | dimension, level, text | axes of the data, groupings of their codes, and labels by language | [`dimension`] |
//! | cube, manifest | all files that a page needs, and the file that lists them | [`cube`] |
//! | synthetic people | invented households and persons, for tests, lessons and demonstrations | `synthetic` |
//! | specification, build | `cube.toml`, and the conversion of records to the files of a cube | `spec`, `build` |
//! | microdata, step | records, and their changes before tabulation: swapping, PRAM, weights | `microdata` |
//! | tile, view | one file of cells; the cells of one set of dimensions | [`tile`] |
//! | query, plan, roll-up, totals | the steps from a request to counts and cell keys | [`table`] |
//! | p-table | for a count and a cell key, the noise to add | [`ptable`] |
//! | protection | the engine that turns a count and a cell key into a published value | [`protect`] |
//! | table method | protection that looks at a whole table: rounding, suppression, additivity | `table_method` |
//! | rules | the tables that may be released, and the reasons for refusals | `rules` |
//! | risk, utility | how much a protected table discloses, and how useful it remains | `measure` |
//!
//! The core takes bytes and values and returns owned values. It does not read files, call JavaScript or use clocks.
//! Three thin adapters use the core: the bindings (`wasm`), the readers of data files (`input`) and the command line
//! (`cli`). Below the last two, `host` has files, streams and randomness.

#[cfg(feature = "audit")]
pub mod audit;
mod base;
#[cfg(feature = "make")]
pub mod build;
pub mod cube;
pub mod dimension;
#[cfg(feature = "make")]
pub mod draft;
pub mod export;
pub mod key;
#[cfg(feature = "full")]
pub mod measure;
#[path = "measure/disabled.rs"]
#[cfg(not(feature = "full"))]
mod measure;
#[cfg(feature = "make")]
pub mod microdata;
pub mod protect;
pub mod ptable;
#[cfg(feature = "full")]
pub mod rules;
#[path = "rules/disabled.rs"]
#[cfg(not(feature = "full"))]
mod rules;
#[cfg(feature = "make")]
pub mod spec;
#[cfg(feature = "cli")]
pub mod study;
#[cfg(feature = "people")]
pub mod synthetic;
pub mod table;
#[cfg(feature = "tables")]
pub mod table_method;
pub mod tile;

#[cfg(feature = "make")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "make")]
#[doc(hidden)]
pub mod host;
#[cfg(feature = "make")]
#[doc(hidden)]
pub mod input;
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod wasm;

pub use base::{FULL, MAX_COUNT, MAX_TABLE_CELLS};
#[cfg(feature = "make")]
pub use base::{MOST_PROBLEMS, Problem, Problems, Severity};
