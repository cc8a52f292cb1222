//! Random words for the search.

use super::super::Stream;

/// Generator of random words: xoshiro256++ (Blackman and Vigna 2021), seeded by the stream of the table. A search draws
/// many millions of words, and the generator takes a hundredth of the time of a hash.
#[derive(Debug)]
pub(super) struct Generator([u64; 4]);

impl Generator {
    pub(super) fn new(stream: &mut Stream) -> Self {
        // A state of zeros would give only zeros.
        Self([stream.bits() | 1, stream.bits(), stream.bits(), stream.bits()])
    }

    fn bits(&mut self) -> u64 {
        let state = &mut self.0;
        let result = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
        let shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = state[3].rotate_left(45);
        result
    }

    /// A whole number below `end`, which is at most 2^32. The bias is below 2^-32 times `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// The largest rise of the cost that a move may have at a temperature: the temperature times a draw from about the
    /// exponential distribution. The draw is −log2 of a uniform number, linear between powers of two. So the rule is
    /// about that of Metropolis, without floating point.
    pub(super) fn threshold(&mut self, temperature: i64) -> i64 {
        let bits = self.bits();
        let zeros = bits.leading_zeros().min(40);
        let fraction = ((bits << (zeros + 1)) >> 56) as i64;
        (temperature * (256 * i64::from(zeros) + 255 - fraction)) >> 8
    }
}
