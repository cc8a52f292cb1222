//! Tiles: the files that hold a cube's cells.
//!
//! A tile is a list of *sections*. A section holds cells of one view as columns: coordinates, counts and cell keys.
//! `src/tile/FORMAT.md` specifies the bytes for readers who do not use this code.

mod coder;
mod column;
mod decode;
mod encode;
mod layout;
mod model;

pub use column::Column;
pub use decode::decode;
pub use encode::encode;
pub use layout::{Encoding, MAX_CELLS, MAX_DIMENSIONS, Section, TileError, VERSION};
