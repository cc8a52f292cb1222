//! Specifications.

mod errors;
mod parse;
