//! The limits that several folders share.

/// The largest count of a cell, and the largest number of records: 2^52. Noise adds at most 10^7 · 2^20 to the total of
/// the largest table. Every value therefore stays below 2^53, and a JavaScript number holds it exactly.
pub const MAX_COUNT: u64 = 1 << 52;
/// Maximum number of cells in a table, including totals. Building such a table takes about 400 MB, or 800 MB with
/// groups.
pub const MAX_TABLE_CELLS: usize = 10_000_000;
