//! Cubes built from records.

mod sealed;
mod threads;
