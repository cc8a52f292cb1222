//! Draws the random numbers of a step. A unit keeps its numbers whatever the order of the records.

use sha2::{Digest, Sha256};

/// The first hashed bytes. They separate these hashes from other uses of SHA-256.
const DOMAIN: &[u8] = b"cellveil/1\0pretabular\0";

/// The random numbers of one step.
#[derive(Debug, Clone)]
pub(crate) struct Draws {
    prefix: Sha256,
}

impl Draws {
    /// Prepares the draws of the step at position `step` of the specification. Two steps with one seed draw different
    /// numbers.
    pub fn new(step: usize, kind: &str, seed: &[u8]) -> Self {
        let mut prefix = Sha256::new();
        prefix.update(DOMAIN);
        prefix.update(kind.as_bytes());
        prefix.update([0]);
        prefix.update((step as u64).to_le_bytes());
        prefix.update((seed.len() as u64).to_le_bytes());
        prefix.update(seed);
        Self { prefix }
    }

    /// Four independent uniform numbers below 2^64 for a unit: the four parts, big-endian, of SHA-256(`cellveil/1` 00
    /// `pretabular` 00 kind 00, position of the step and length of the seed as eight bytes each, little-endian, seed,
    /// ticket as sixteen bytes, little-endian).
    pub fn of(&self, ticket: u128) -> [u64; 4] {
        let mut hash = self.prefix.clone();
        hash.update(ticket.to_le_bytes());
        let digest = hash.finalize();
        std::array::from_fn(|at| {
            let mut word = [0; 8];
            word.copy_from_slice(&digest[8 * at..8 * at + 8]);
            u64::from_be_bytes(word)
        })
    }
}

/// Maps a uniform number below 2^64 to a number below `size`. Each result has the same probability, up to `size`/2^64.
pub(super) fn below(draw: u64, size: u64) -> u64 {
    ((u128::from(draw) * u128::from(size)) >> 64) as u64
}

/// A hash that identifies a unit: the first sixteen bytes, little-endian, of SHA-256(`cellveil/1` 00 `pretabular` 00,
/// kind, 00, parts).
#[derive(Debug, Clone)]
pub(crate) struct Tickets {
    prefix: Sha256,
}

impl Tickets {
    pub fn new(kind: &str) -> Self {
        let mut prefix = Sha256::new();
        prefix.update(DOMAIN);
        prefix.update(kind.as_bytes());
        prefix.update([0]);
        Self { prefix }
    }

    pub fn of(&self, bytes: &[u8]) -> u128 {
        let mut hash = self.prefix.clone();
        hash.update(bytes);
        let digest = hash.finalize();
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        u128::from_le_bytes(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_the_documented_hash() {
        let mut hash = Sha256::new();
        hash.update(b"cellveil/1\0pretabular\0swap\0");
        hash.update(3_u64.to_le_bytes());
        hash.update(2_u64.to_le_bytes());
        hash.update([0xab, 0xcd]);
        hash.update(77_u128.to_le_bytes());
        let digest = hash.finalize();
        let draws = Draws::new(3, "swap", &[0xab, 0xcd]).of(77);
        let bytes: Vec<u8> = draws.iter().flat_map(|draw| draw.to_be_bytes()).collect();
        assert_eq!(bytes, digest.to_vec());
    }

    #[test]
    fn steps_kinds_seeds_and_units_have_their_own_numbers() {
        let first = Draws::new(0, "swap", &[1]).of(5);
        for other in [Draws::new(1, "swap", &[1]).of(5), Draws::new(0, "pram", &[1]).of(5)] {
            assert_ne!(first, other);
        }
        assert_ne!(first, Draws::new(0, "swap", &[2]).of(5));
        assert_ne!(first, Draws::new(0, "swap", &[1]).of(6));
    }

    #[test]
    fn numbers_below_a_size_are_even() {
        assert_eq!([below(0, 3), below(u64::MAX / 2, 3), below(u64::MAX, 3)], [0, 1, 2]);
        let draws = Draws::new(0, "test", &[]);
        let mut seen = [0_u32; 7];
        (0..70_000_u128).for_each(|ticket| seen[below(draws.of(ticket)[0], 7) as usize] += 1);
        // Chi-square with 6 degrees of freedom: 22.46 has level 0.001.
        let chi: f64 = seen.iter().map(|&many| (f64::from(many) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.46, "{seen:?}");
    }
}
