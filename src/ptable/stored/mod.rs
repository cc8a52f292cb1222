//! The encoder and the decoder of the stored form, which `src/ptable/FORMAT.md` specifies.

mod decode;
mod encode;
#[cfg(test)]
mod tests;

pub(super) use decode::decode;
pub(super) use encode::{encode_dense, encode_interval};

/// The first bytes of every stored p-table.
const MAGIC: [u8; 4] = *b"CVPT";
/// The version that this crate writes, and the latest version that it reads.
const VERSION: u8 = 1;
/// The number of the interval shape.
const INTERVAL: u8 = 1;
/// The number of the dense shape.
const DENSE: u8 = 2;
/// Number of bytes before the body.
const HEADER_LEN: usize = 24;

/// Byte offsets of the header fields.
mod at {
    pub(super) const VERSION: usize = 4;
    pub(super) const SHAPE: usize = 5;
    pub(super) const ROW_ZERO: usize = 6;
    pub(super) const NOISE_WIDTH: usize = 7;
    pub(super) const ROWS: usize = 8;
    pub(super) const COLUMNS: usize = 12;
    pub(super) const LEAST_NOISE: usize = 16;
    pub(super) const RESERVED: usize = 18;
    pub(super) const STORED: usize = 20;
}

/// The header fields after the version. Their names are those of `FORMAT.md`.
#[derive(Debug, Clone, Copy)]
struct Header {
    shape: u8,
    row_zero: bool,
    noise_width: u32,
    rows: u32,
    columns: u32,
    least_noise: i16,
    stored: u32,
}
