//! Specifications.

mod parse;
mod wrong;
