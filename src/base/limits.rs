//! The limits that several folders share.

/// The largest count, of a cell and of all records together: 2^52. With all the noise that the cells of the largest table
/// can have in a total, 10^7 · 2^20, a value stays below 2^53, and so exact in a JavaScript number.
pub const MAX_COUNT: u64 = 1 << 52;
/// Most cells of a table, totals included: at most about 400 MB while it is built, twice that with groups.
pub const MAX_TABLE_CELLS: usize = 10_000_000;
