//! The types, limits and errors that the writer and the reader of a tile share. See `src/tile/FORMAT.md`.

use thiserror::Error;

use super::column::Column;

/// First bytes of every tile.
pub(super) const MAGIC: [u8; 3] = *b"CVT";
/// The format version that this crate writes, and the newest version that it reads.
pub const VERSION: u8 = 1;
/// Maximum number of cells in a section: 2^26, far more than one download should contain.
pub const MAX_CELLS: usize = 1 << 26;
/// Maximum number of dimensions of a view.
pub const MAX_DIMENSIONS: usize = 64;
/// Maximum number of codes of a dimension at one level.
pub(super) const MAX_CODES: u64 = 1 << 24;
/// Maximum number of coordinates in a section: cells times dimensions. With this limit, the columns of a reader take at
/// most 1 GiB.
pub(super) const MAX_COORDINATES: usize = 1 << 28;
/// Maximum number of sections in a tile.
pub(super) const MAX_SECTIONS: u64 = 1 << 16;
/// Maximum number of cells in a modelled section without keys. A modelled cell may take almost no bits, so the number
/// of bytes does not limit the number of these cells.
pub(super) const MAX_MODELLED: usize = 1 << 20;
/// Largest count of a cell. JavaScript numbers are exact up to this count.
pub(super) const MAX_COUNT: u64 = 1 << 53;

/// The number of the measure "count" in a tile.
pub(super) const MEASURE_COUNT: u8 = 0;
/// The number of the measure "cell key".
pub(super) const MEASURE_KEY: u8 = 1;
/// The number of the measure "protected value".
pub(super) const MEASURE_PROTECTED: u8 = 2;

/// The encoding of a section's coordinates and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Numbers of fixed width. Packed files are the largest and the fastest to read.
    Packed,
    /// The tree of codes, coded with an adaptive model. Modelled files are the smallest.
    Modelled,
}

/// Cells of one view, in columns of equal length. Cells ascend by their coordinates, and each cell occurs once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Number of codes of each dimension.
    pub cardinalities: Vec<u32>,
    /// For each dimension, a column with the position of each cell's code.
    pub coordinates: Vec<Column>,
    /// Number of records of each cell, at least 1. A section without keys has a number for each protected value
    /// instead.
    pub counts: Column,
    /// Cell keys; `None` if the section holds protected values.
    pub keys: Option<Column>,
}

impl Section {
    /// A section without axes and cells.
    pub(crate) fn empty() -> Self {
        Self { cardinalities: Vec::new(), coordinates: Vec::new(), counts: Column::U8(Vec::new()), keys: None }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Adds a number to all coordinates of a dimension, and to its number of codes. The caller ensures that the sums are codes of the dimension.
    pub fn shift(&mut self, dimension: usize, by: u32) {
        if by > 0 {
            self.cardinalities[dimension] += by;
            let shifted: Vec<u64> = self.coordinates[dimension].iter().map(|code| code + u64::from(by)).collect();
            self.coordinates[dimension] = Column::from_values(&shifted);
        }
    }

    /// Whether the section has no cells.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// An error in the bytes of a tile. Offsets are in bytes from the start of the tile.
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
    /// The number of a measure or an encoding is unknown in this version.
    #[error("{what} number {number} is unknown to this cellveil; expected a newer cellveil to open the tile")]
    Unknown {
        /// The kind of number.
        what: &'static str,
        /// The number found.
        number: u8,
    },
    /// The tile ends too early.
    #[error("the tile ends at byte {at}; expected {expected}")]
    Short {
        /// The offset at which the tile ends.
        at: usize,
        /// The field expected at this offset.
        expected: &'static str,
    },
    /// Bytes are left after the last section.
    #[error("{0} bytes follow the last section; expected the end of the tile")]
    Long(usize),
    /// A number is outside its limits.
    #[error("{what} in the tile is {found}; expected {expected}")]
    Limit {
        /// The name of the number.
        what: &'static str,
        /// The number found. It is a size, never the count or key of a cell.
        found: u64,
        /// The allowed values.
        expected: &'static str,
    },
    /// Parts of the tile contradict each other.
    #[error("the tile is damaged: {what}; expected {expected}")]
    Damaged {
        /// The part that is wrong.
        what: &'static str,
        /// The content that a valid tile has in this part.
        expected: &'static str,
    },
}
