//! The limits that several folders share.

/// The largest count of a cell, and of all records together: 2^52. The largest table's total can have noise of
/// 10^7 · 2^20. So every value stays below 2^53 and is exact in a JavaScript number.
pub const MAX_COUNT: u64 = 1 << 52;
/// Maximum cells of a table, totals included. Building it takes about 400 MB, or twice that with groups.
pub const MAX_TABLE_CELLS: usize = 10_000_000;
