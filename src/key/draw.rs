//! Draws record keys.

use sha2::{Digest, Sha256};

use super::Modulus;
use super::hash::DOMAIN;

/// The number of random bytes for one request to the source of randomness. A request for each key would take longer than
/// the rest of the work.
const BLOCK: usize = 4096;

/// The ending of the name of a column with repeatable keys. `cellveil tile` refuses such a column for confidential data.
pub const SEEDED: &str = "_seeded";

/// Draws independent record keys, uniformly below a modulus, from a source of random bytes.
///
/// # Guarantee
/// If the bytes are independent and uniform, so are the keys: a word of 64 bits that would favour small remainders is
/// rejected.
///
/// # Caller must ensure
/// Nobody can predict the bytes. They come from the operating system's generator.
///
/// ```
/// use cellveil::key::{KeyDraw, Modulus};
/// let mut counter = 0;
/// let mut draw = KeyDraw::new(Modulus::try_from(256)?, |bytes: &mut [u8]| {
///     bytes.iter_mut().for_each(|byte| { *byte = counter; counter = counter.wrapping_add(1) });
///     Ok::<(), ()>(())
/// });
/// assert_eq!((draw.key(), draw.key()), (Ok(0), Ok(8)));
/// # Ok::<(), cellveil::key::KeyError>(())
/// ```
pub struct KeyDraw<F> {
    modulus: u64,
    /// Words above this limit are rejected. The number of accepted words is a multiple of the modulus.
    limit: u64,
    fill: F,
    block: Vec<u8>,
    at: usize,
}

impl<E, F: FnMut(&mut [u8]) -> Result<(), E>> KeyDraw<F> {
    /// Prepares draws below a modulus. `fill` fills bytes with random numbers.
    pub fn new(modulus: Modulus, fill: F) -> Self {
        let modulus = modulus.get();
        // 2^64 modulo M, in 64 bits.
        let rest = (u64::MAX % modulus + 1) % modulus;
        Self { modulus, limit: u64::MAX - rest, fill, block: vec![0; BLOCK], at: BLOCK }
    }

    /// Draws the next key.
    ///
    /// # Errors
    /// Returns an error of the source of random bytes.
    pub fn key(&mut self) -> Result<u64, E> {
        loop {
            if self.at == self.block.len() {
                (self.fill)(&mut self.block)?;
                self.at = 0;
            }
            let mut word = [0; 8];
            word.copy_from_slice(&self.block[self.at..self.at + 8]);
            self.at += 8;
            let word = u64::from_le_bytes(word);
            if word <= self.limit {
                return Ok(word % self.modulus);
            }
        }
    }
}

/// Makes repeatable keys, for tests and teaching.
///
/// The key of row n is the first 8 bytes, little-endian, of SHA-256(`cellveil/1` 00 `seeded-key` 00 seed n identifier),
/// modulo M. Seed and n have eight bytes each, little-endian. The identifier is empty unless keys of earlier records are
/// kept. The keys are uniform if M is a power of two, and else differ from uniform keys by less than 2^-11.
///
/// # Caller must ensure
/// The data are not confidential: whoever knows or guesses the seed knows all keys.
#[derive(Debug, Clone)]
pub struct SeededKeys {
    prefix: Sha256,
    modulus: u64,
}

impl SeededKeys {
    /// Prepares keys for a seed.
    pub fn new(seed: u64, modulus: Modulus) -> Self {
        let mut prefix = Sha256::new();
        prefix.update(DOMAIN);
        prefix.update(b"seeded-key\0");
        prefix.update(seed.to_le_bytes());
        Self { prefix, modulus: modulus.get() }
    }

    /// The key of a row, counted from 1.
    pub fn key(&self, row: u64, identifier: &str) -> u64 {
        let mut hash = self.prefix.clone();
        hash.update(row.to_le_bytes());
        hash.update(identifier.as_bytes());
        let mut word = [0; 8];
        word.copy_from_slice(&hash.finalize()[..8]);
        u64::from_le_bytes(word) % self.modulus
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn words_that_favour_small_keys_are_rejected() {
        // 2^64 modulo 3 is 1, so only the largest word is rejected.
        let words = [u64::MAX, u64::MAX - 1, 5, 3];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let fill = |block: &mut [u8]| {
            block[..bytes.len()].copy_from_slice(&bytes);
            Ok::<(), ()>(())
        };
        let mut draw = KeyDraw::new(Modulus::try_from(3).unwrap(), fill);
        assert_eq!([draw.key(), draw.key(), draw.key()], [Ok(2), Ok(2), Ok(0)]);
    }

    #[test]
    fn every_word_serves_a_power_of_two() {
        let mut draw = KeyDraw::new(Modulus::default(), |block: &mut [u8]| {
            block.fill(0xff);
            Ok::<(), ()>(())
        });
        assert_eq!(draw.key(), Ok(0xffff_ffff));
    }

    #[test]
    fn an_error_of_the_source_ends_the_draw() {
        let mut draw = KeyDraw::new(Modulus::default(), |_: &mut [u8]| Err("no randomness"));
        assert_eq!(draw.key(), Err("no randomness"));
    }

    #[test]
    fn seeded_keys_repeat() {
        let keys = SeededKeys::new(7, Modulus::default());
        assert_eq!(keys.key(1, ""), SeededKeys::new(7, Modulus::default()).key(1, ""));
        let others = [keys.key(2, ""), keys.key(1, "a"), SeededKeys::new(8, Modulus::default()).key(1, "")];
        assert!(!others.contains(&keys.key(1, "")));
    }
}
