//! Cubes made from records.

mod sealed;
