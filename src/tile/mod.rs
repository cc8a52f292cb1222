//! Tiles: the files that hold a cube's cells.
//!
//! A tile is a few *sections*, each a set of cells of one view: coordinates, counts and cell keys, in columns. The bytes
//! are described in `FORMAT.md` beside this file, which is written
//! for somebody who wants to read a tile without this code.

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
