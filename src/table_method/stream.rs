//! Random numbers for a whole table.

use sha2::{Digest, Sha256};

use super::System;

/// A stream of random bits from SHA-256. The stream depends on the kind of the method, the salt, and the cell keys and
/// counts of the table, in ascending order. Therefore the same table has the same stream, whatever the order of its
/// axes.
///
/// The seed is SHA-256(`cellveil/1` 00 kind 00 `table` 00 salt, cell key and count of every cell as eight bytes each,
/// little-endian). Block i is SHA-256(seed, i as eight bytes, little-endian).
#[derive(Debug, Clone)]
pub struct Stream {
    seed: [u8; 32],
    next: u64,
    block: [u8; 32],
    /// Number of bytes of the block that are not used yet.
    left: usize,
}

impl Stream {
    /// Starts the stream of a table.
    pub fn new(kind: &str, salt: &[u8], system: &System) -> Self {
        let mut cells: Vec<(u64, u64)> = system.keys().iter().copied().zip(system.counts().iter().copied()).collect();
        cells.sort_unstable();
        let mut hash = Sha256::new();
        hash.update(b"cellveil/1\0");
        hash.update(kind.as_bytes());
        hash.update(b"\0table\0");
        hash.update(salt);
        for (key, count) in cells {
            hash.update(key.to_le_bytes());
            hash.update(count.to_le_bytes());
        }
        Self { seed: hash.finalize().into(), next: 0, block: [0; 32], left: 0 }
    }

    /// Draws 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        if self.left == 0 {
            let mut hash = Sha256::new();
            hash.update(self.seed);
            hash.update(self.next.to_le_bytes());
            self.block = hash.finalize().into();
            (self.next, self.left) = (self.next + 1, self.block.len());
        }
        let at = self.block.len() - self.left;
        self.left -= 8;
        let mut word = [0; 8];
        word.copy_from_slice(&self.block[at..at + 8]);
        u64::from_be_bytes(word)
    }

    /// Draws a uniform whole number below `end`. Draws again in place of a biased remainder.
    ///
    /// # Panics
    /// Panics if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        let whole = u64::MAX - u64::MAX % end;
        loop {
            let bits = self.bits();
            if bits < whole {
                return bits % end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_axes_does_not_matter() {
        let across = System::table(&[2, 3], vec![1, 2, 3, 4, 5, 9], vec![7, 8, 15, 1, 2, 3]);
        let down = System::table(&[3, 2], vec![1, 4, 2, 5, 3, 9], vec![7, 1, 8, 2, 15, 3]);
        let draws = |system| {
            let mut stream = Stream::new("controlled-rounding", b"salt", system);
            (0..9).map(|_| stream.bits()).collect::<Vec<_>>()
        };
        assert_eq!(draws(&across), draws(&down));
        let other = System::table(&[2, 3], vec![1, 2, 3, 4, 5, 9], vec![7, 8, 15, 1, 2, 4]);
        assert_ne!(draws(&across), draws(&other));
    }

    #[test]
    fn numbers_are_below_the_end() {
        let system = System::table(&[1], vec![1], vec![7]);
        let mut stream = Stream::new("controlled-rounding", b"", &system);
        let mut seen = [0u32; 5];
        (0..5000).for_each(|_| seen[stream.below(5) as usize] += 1);
        // Five standard deviations around the mean 1000, of a fixed stream.
        assert!(seen.iter().all(|&times| times.abs_diff(1000) < 142), "{seen:?}");
    }
}
