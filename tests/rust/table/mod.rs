//! Queries and their tables.

mod areas;
mod errors;
mod memory;
mod receipts;
