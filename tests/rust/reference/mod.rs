//! Comparisons with the field's own packages and papers.

mod abu_dhabi;
mod packages;
