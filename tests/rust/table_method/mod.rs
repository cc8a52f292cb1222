//! Table methods on random tables, from fixed seeds.

mod controlled_rounding;
mod fit;
mod queries;
mod semi_controlled;
mod small_count;
mod suppression;
mod tables;
