//! Limits, numbers and errors that the writer and the reader of a tile share. See `FORMAT.md` beside this file.

use thiserror::Error;

use super::column::Column;

/// First bytes of every tile.
pub(super) const MAGIC: [u8; 3] = *b"CVT";
/// The version of the format that this crate writes, and the newest that it reads.
pub const VERSION: u8 = 1;
/// Most cells in one section: 2^26, far above what one download should hold.
pub const MAX_CELLS: usize = 1 << 26;
/// Most dimensions of a view.
pub const MAX_DIMENSIONS: usize = 64;
/// Most codes of a dimension at one level.
pub(super) const MAX_CODES: u64 = 1 << 24;
/// Most coordinates of a section, cells times dimensions: what a reader's columns may take, 1 GiB at the most.
pub(super) const MAX_COORDINATES: usize = 1 << 28;
/// Most sections in one tile.
pub(super) const MAX_SECTIONS: u64 = 1 << 16;
/// Most cells of a modelled section without keys: no key takes a bit each, and the model may take next to none.
pub(super) const MAX_MODELLED: usize = 1 << 20;
/// Largest count of a cell: exact in a JavaScript number.
pub(super) const MAX_COUNT: u64 = 1 << 53;

/// Measures of a section by their number in the file.
pub(super) const MEASURE_COUNT: u8 = 0;
/// See [`MEASURE_COUNT`].
pub(super) const MEASURE_KEY: u8 = 1;
/// See [`MEASURE_COUNT`].
pub(super) const MEASURE_PROTECTED: u8 = 2;

/// How the coordinates and counts of a section are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Fixed widths: largest, fastest to read.
    Packed,
    /// A walk of the tree of codes with an adaptive model: smallest.
    Modelled,
}

/// Cells of one view: equally long columns, cells in ascending order of their coordinates, each cell once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Number of codes of each dimension.
    pub cardinalities: Vec<u32>,
    /// A column a dimension: the position of the cell's code.
    pub coordinates: Vec<Column>,
    /// Number of records, at least 1; without keys, the numbers that stand for protected values.
    pub counts: Column,
    /// Cell keys; none where the cells are protected already.
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

/// What is wrong with the bytes of a tile. Offsets are in bytes from its start.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TileError {
    /// The first bytes are not a tile's.
    #[error("not a cellveil tile: expected the bytes 43 56 54 (\"CVT\") at the start")]
    Magic,
    /// The tile was written by a later version.
    #[error("tile format version {0} is newer than this reader's ({VERSION}); expected a newer cellveil to open it")]
    Newer(u8),
    /// A measure or an encoding that this version does not know.
    #[error("{what} number {number} is unknown to this version; expected a newer cellveil to open the tile")]
    Unknown {
        /// What kind of number it is.
        what: &'static str,
        /// The number found.
        number: u8,
    },
    /// The bytes end early.
    #[error("the tile ends at byte {at}; expected {expected}")]
    Short {
        /// Where the bytes end.
        at: usize,
        /// What was to be read there.
        expected: &'static str,
    },
    /// Bytes are left after the last section.
    #[error("{0} bytes follow the last section; expected the end of the tile")]
    Long(usize),
    /// A number is outside its limits.
    #[error("{what} in the tile is {found}; expected {expected}")]
    Limit {
        /// Which number.
        what: &'static str,
        /// Its value (a size, never a count or a key of a cell).
        found: u64,
        /// The values allowed.
        expected: &'static str,
    },
    /// The contents contradict themselves.
    #[error("the tile is damaged: {what}; expected {expected}")]
    Damaged {
        /// Which part.
        what: &'static str,
        /// What a sound tile has there.
        expected: &'static str,
    },
}
