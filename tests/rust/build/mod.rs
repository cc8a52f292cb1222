//! Cubes built from records.

mod encoding;
mod sealed;
mod threads;
