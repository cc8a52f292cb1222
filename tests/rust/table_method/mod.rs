//! Table methods on random tables, from fixed seeds.

mod semi_controlled;
mod small_count;
mod tables;
