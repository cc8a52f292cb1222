//! Queries, tables and receipts.

mod areas;
mod errors;
mod memory;
mod receipts;
mod total_variance;
mod trace;
