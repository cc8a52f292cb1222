//! Limits, numbers and errors that the writer and the reader of a tile share. See `src/tile/FORMAT.md`.

use thiserror::Error;

use super::column::Column;

/// First bytes of every tile.
pub(super) const MAGIC: [u8; 3] = *b"CVT";
/// The format version that this crate writes, and the newest version that it reads.
pub const VERSION: u8 = 1;
/// Most cells of a section: 2^26, far more than one download should hold.
pub const MAX_CELLS: usize = 1 << 26;
/// Most dimensions of a view.
pub const MAX_DIMENSIONS: usize = 64;
/// Most codes of a dimension at one level.
pub(super) const MAX_CODES: u64 = 1 << 24;
/// Most coordinates of a section, cells times dimensions. It bounds a reader's columns to 1 GiB.
pub(super) const MAX_COORDINATES: usize = 1 << 28;
/// Most sections of a tile.
pub(super) const MAX_SECTIONS: u64 = 1 << 16;
/// Most cells of a modelled section without keys: such a cell may take almost no bits.
pub(super) const MAX_MODELLED: usize = 1 << 20;
/// Largest count of a cell, the largest that JavaScript numbers hold exactly.
pub(super) const MAX_COUNT: u64 = 1 << 53;

/// The number of the measure "count" in a file.
pub(super) const MEASURE_COUNT: u8 = 0;
/// The number of the measure "cell key".
pub(super) const MEASURE_KEY: u8 = 1;
/// The number of the measure "protected value".
pub(super) const MEASURE_PROTECTED: u8 = 2;

/// The encoding of a section's coordinates and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Fixed widths: the largest files, the fastest to read.
    Packed,
    /// The tree of codes, coded with an adaptive model: the smallest files.
    Modelled,
}

/// Cells of one view, in columns of equal length. Cells ascend by their coordinates, and each cell occurs once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Number of codes of each dimension.
    pub cardinalities: Vec<u32>,
    /// One column for each dimension: the position of the cell's code.
    pub coordinates: Vec<Column>,
    /// Records of each cell, at least 1. In sections without keys: the numbers that stand for protected values.
    pub counts: Column,
    /// Cell keys; `None` if the section holds protected values.
    pub keys: Option<Column>,
}

impl Section {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether it holds no cell.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// What is wrong with the bytes of a tile. Offsets are in bytes from the start of the tile.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TileError {
    /// The first bytes are not the magic number.
    #[error("not a cellveil tile: expected the bytes 43 56 54 (\"CVT\") at the start")]
    Magic,
    /// The tile was written by a later version.
    #[error(
        "tile format version {0} is newer than version {VERSION}, which this cellveil reads; expected a newer cellveil"
    )]
    Newer(u8),
    /// A measure or an encoding that this version does not know.
    #[error("{what} number {number} is unknown to this cellveil; expected a newer cellveil to open the tile")]
    Unknown {
        /// The kind of number.
        what: &'static str,
        /// The number found.
        number: u8,
    },
    /// The bytes end early.
    #[error("the tile ends at byte {at}; expected {expected}")]
    Short {
        /// Where the bytes end.
        at: usize,
        /// The field expected there.
        expected: &'static str,
    },
    /// Bytes are left after the last section.
    #[error("{0} bytes follow the last section; expected the end of the tile")]
    Long(usize),
    /// A number outside its limits.
    #[error("{what} in the tile is {found}; expected {expected}")]
    Limit {
        /// The number's name.
        what: &'static str,
        /// The number's value: a size, never a count or key of a cell.
        found: u64,
        /// The values allowed.
        expected: &'static str,
    },
    /// Contents that contradict each other.
    #[error("the tile is damaged: {what}; expected {expected}")]
    Damaged {
        /// The part that is wrong.
        what: &'static str,
        /// What a valid tile has there.
        expected: &'static str,
    },
}
