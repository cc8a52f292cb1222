//! Specifications.

mod categories;
mod errors;
mod parse;
