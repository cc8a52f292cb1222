//! Hashes a cell key to a random number, for methods that do not use the cell key itself. [`DrawHash::draw`] states the
//! hashed bytes.

use md5::Md5;
use sha2::{Digest, Sha256};

/// The first hashed bytes. They separate these hashes from other uses of SHA-256.
pub(super) const DOMAIN: &[u8] = b"cellveil/1\0";

/// Draws 32 uniform bits for a cell from its key, its count and a salt. Each kind of method has its own draws.
///
/// ```
/// use cellveil::key::DrawHash;
/// let u = DrawHash::new("random-rounding", &[]).draw(200, 4);
/// assert_eq!(format!("{:.6}", u as f64 / 4294967296.0), "0.235957");
/// ```
#[derive(Debug, Clone)]
pub struct DrawHash {
    prefix: Sha256,
}

impl DrawHash {
    /// Prepares the hash for one kind of method and a salt.
    pub fn new(kind: &str, salt: &[u8]) -> Self {
        let mut prefix = Sha256::new();
        prefix.update(DOMAIN);
        prefix.update(kind.as_bytes());
        prefix.update([0]);
        prefix.update(salt);
        Self { prefix }
    }

    /// Returns the first four bytes, big-endian, of SHA-256(`cellveil/1` 00 kind 00 salt, cell key and count as eight
    /// bytes each, little-endian). The result is u · 2^32 for a uniform u.
    pub fn draw(&self, cell_key: u64, count: u64) -> u32 {
        let mut hash = self.prefix.clone();
        hash.update(cell_key.to_le_bytes());
        hash.update(count.to_le_bytes());
        let digest = hash.finalize();
        u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
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
