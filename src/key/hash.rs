//! Hashes a cell key to a random number, for methods that do not use the cell key itself. [`DrawHash::draw`] states the
//! hashed bytes.

use std::fmt;

use md5::{Digest, Md5};

use crate::base::Message;

/// The first hashed bytes. They separate these hashes from other uses of SHA-256.
pub(super) const DOMAIN: &[u8] = b"cellveil/1\0";

/// The bytes of a cell: its key and its count.
const CELL: usize = 16;

/// Draws 32 uniform bits for a cell from its key, its count and a salt. Each kind of method has its own draws.
///
/// ```
/// use cellveil::key::DrawHash;
/// let u = DrawHash::new("random-rounding", &[]).draw(200, 4);
/// assert_eq!(format!("{:.6}", u as f64 / 4294967296.0), "0.235957");
/// ```
#[derive(Clone)]
pub struct DrawHash {
    /// The hashed message. The bytes of the cell are set for each draw.
    pub(super) message: Message,
}

/// Shows no field, because the tail contains the salt.
impl fmt::Debug for DrawHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrawHash")
    }
}

impl DrawHash {
    /// Prepares the hash for one kind of method and a salt.
    pub fn new(kind: &str, salt: &[u8]) -> Self {
        Self { message: Message::new(&[&Self::prefix(kind), salt].concat(), CELL) }
    }

    /// The hashed bytes before the salt.
    pub fn prefix(kind: &str) -> Vec<u8> {
        [DOMAIN, kind.as_bytes(), &[0]].concat()
    }

    /// Returns the first four bytes, big-endian, of SHA-256(`cellveil/1` 00 kind 00 salt, cell key and count as eight
    /// bytes each, little-endian). The result is u · 2^32 for a uniform u.
    pub fn draw(&self, cell_key: u64, count: u64) -> u32 {
        let mut message = self.message.clone();
        let cell = &mut message.tail[message.at..][..CELL];
        cell[..8].copy_from_slice(&cell_key.to_le_bytes());
        cell[8..].copy_from_slice(&count.to_le_bytes());
        message.hash()[0]
    }

    /// Computes [`draw`](Self::draw) for many cells. This takes less time than one call for each cell.
    ///
    /// The slices have equal lengths.
    ///
    /// ```
    /// use cellveil::key::DrawHash;
    /// let (hash, mut draws) = (DrawHash::new("random-rounding", &[]), [0; 2]);
    /// hash.draw_all(&[200, 7], &[4, 1], &mut draws);
    /// assert_eq!(draws, [hash.draw(200, 4), hash.draw(7, 1)]);
    /// ```
    pub fn draw_all(&self, cell_keys: &[u64], counts: &[u64], draws: &mut [u32]) {
        // Natively, `sha2` uses the processor's instructions for SHA-256 if it has them, one cell after the other.
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        for ((draw, &key), &count) in draws.iter_mut().zip(cell_keys).zip(counts) {
            *draw = self.draw(key, count);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            let ((keys, more_keys), (counts, more_counts)) = (cell_keys.as_chunks(), counts.as_chunks());
            let (draws, more_draws) = draws.as_chunks_mut();
            super::lanes::draw_fours(&self.message, keys, counts, draws);
            for ((draw, &key), &count) in more_draws.iter_mut().zip(more_keys).zip(more_counts) {
                *draw = self.draw(key, count);
            }
        }
    }
}

/// Returns the first four bytes, big-endian, of the MD5 of a cell key's decimal digits. The result is u · 2^32 for a
/// uniform u.
///
/// This is our reading of AlDarmaki and Hodge (2011), section 6.2. They hash "the sum of the seed values" and divide
/// the hash by its largest value. They do not state how the sum is written or how many bits are used.
///
/// ```
/// let u = cellveil::key::md5_draw(200);
/// assert_eq!(format!("{:.6}", u as f64 / 4294967296.0), "0.211985");
/// ```
pub fn md5_draw(cell_key: u64) -> u32 {
    let digest = Md5::digest(cell_key.to_string());
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use sha2::Sha256;

    use super::*;

    /// The draw as the documentation states it, by the whole hash of another implementation.
    fn stated(kind: &str, salt: &[u8], key: u64, count: u64) -> u32 {
        let bytes = [DOMAIN, kind.as_bytes(), &[0], salt, &key.to_le_bytes(), &count.to_le_bytes()].concat();
        let digest = Sha256::digest(bytes);
        u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
    }

    #[test]
    fn the_cell_may_have_each_position_in_its_block() {
        for length in 0..=200 {
            let salt: Vec<u8> = (0..length).collect();
            let hash = DrawHash::new("small-cell", &salt);
            assert_eq!(hash.draw(1 << 52, 1 << 33), stated("small-cell", &salt, 1 << 52, 1 << 33), "{length}");
        }
    }

    #[test]
    fn debug_shows_no_salt() {
        assert_eq!(format!("{:?}", DrawHash::new("small-cell", b"secret")), "DrawHash");
    }

    proptest! {
        /// Draws of many cells are the draws of single cells, which are the stated hashes.
        #[test]
        fn draws_of_many_cells_are_those_of_each(
            kind in "[a-z-]{0,80}",
            salt in vec(any::<u8>(), 0..200),
            cells in vec((any::<u64>(), prop_oneof![0..40u64, any::<u64>()]), 0..20),
        ) {
            let hash = DrawHash::new(&kind, &salt);
            let (keys, counts): (Vec<u64>, Vec<u64>) = cells.into_iter().unzip();
            let mut draws = vec![0; keys.len()];
            hash.draw_all(&keys, &counts, &mut draws);
            for ((draw, key), count) in draws.into_iter().zip(keys).zip(counts) {
                prop_assert_eq!(draw, hash.draw(key, count));
                prop_assert_eq!(draw, stated(&kind, &salt, key, count));
            }
        }
    }
}
