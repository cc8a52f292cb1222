//! Queries and their tables.

mod areas;
mod memory;
mod receipts;
mod wrong;
