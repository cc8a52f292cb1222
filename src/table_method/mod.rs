//! Table methods: protection that looks at a whole table instead of a single cell.
//!
//! A cell method ([`crate::protect`]) gives the same cell the same value in every table. A table method gives up this
//! consistency, for sums that hold or for cells that nobody can compute. Each method takes a [`System`]: the true cells
//! of a table with all its totals, or of several tables that share cells, and the sums that hold between them.
//!
//! # Caller must ensure
//! Only a fixed set of tables is published. Another table of the same records has other values in the same cells, so
//! comparisons of many tables come near the true counts.

mod additivity;
mod controlled;
mod error;
mod fit;
mod semi_controlled;
mod small_count;
mod stream;
pub mod suppression;
mod system;

pub use additivity::{Additive, additive};
pub use controlled::{controlled_rounding, round_to_whole_numbers};
pub use error::TableMethodError;
pub use fit::{Change, Fitted, ipf};
pub use semi_controlled::{Control, semi_controlled_rounding};
pub use small_count::small_count_rounding;
pub use stream::Stream;
pub use suppression::{Known, Pattern, Secondary, Suppression, suppress};
pub use system::System;

use crate::protect::Status;

/// The cells of a system after a table method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The value of each cell. Only values with the status [`Status::Shown`] may leave the crate.
    pub values: Vec<i64>,
    /// The status of each cell.
    pub status: Vec<Status>,
    /// Number of cells that moved further than to the two nearest multiples of the base.
    pub jumps: u64,
    /// Whether the table was too large to compute the intervals of its suppressed counts.
    pub intervals_unchecked: bool,
}
