//! Comparisons with other packages and with papers.

mod abu_dhabi;
mod packages;
