//! Cubes built from records.

mod sealed;
