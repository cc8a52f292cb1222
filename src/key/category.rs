//! Category keys. They determine the noise of empty cells.

use sha2::{Digest, Sha256};

use super::Modulus;
use super::hash::DOMAIN;

/// The key of a category: the first eight bytes, big-endian, of SHA-256(`cellveil/1` 00 `category` 00 salt, dimension 00
/// code), modulo M.
///
/// An empty cell has no records, so it has no record keys to combine. Its cell key is the sum of its categories' keys
/// modulo M. Every table therefore gives this cell the same noise (ONS 2024, section 1).
///
/// ```
/// use cellveil::key::{Modulus, category_key};
/// assert_eq!(category_key(&[0, 255], "region", "E12000001", Modulus::default()), 1_634_902_008);
/// ```
pub fn category_key(salt: &[u8], dimension: &str, code: &str, modulus: Modulus) -> u64 {
    let mut hash = Sha256::new();
    for part in [DOMAIN, b"category\0", salt, dimension.as_bytes(), b"\0", code.as_bytes()] {
        hash.update(part);
    }
    let digest = hash.finalize();
    let first = digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
    first % modulus.get()
}
