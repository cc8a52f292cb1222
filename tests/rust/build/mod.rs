//! Cubes built from records.

mod encoding;
mod many_slices;
mod sealed;
mod threads;
