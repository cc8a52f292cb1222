//! Random choices with whole numbers.

use crate::base::SplitMix;

/// A seeded source of choices.
#[derive(Debug, Clone)]
pub(super) struct Draws(SplitMix);

impl Draws {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix(seed))
    }

    /// A uniform number of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0.next()
    }

    /// A uniform number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        self.0.below(end as usize) as u32
    }

    /// A uniform number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// A number from 0 to 2 (`end` - 1). Numbers near the middle are the most frequent.
    pub fn triangle(&mut self, end: u32) -> u32 {
        self.below(end) + self.below(end)
    }

    /// Draws an event of probability `share`/`of`.
    pub fn chance(&mut self, share: u32, of: u32) -> bool {
        self.below(of) < share
    }

    /// Draws an event of probability `share`/1000.
    pub fn per_mille(&mut self, share: u32) -> bool {
        self.chance(share, 1000)
    }

    /// The position of a weight, with a probability in proportion to the weight.
    pub fn position(&mut self, weights: &[u32]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (position, &weight) in weights.iter().enumerate() {
            if left < weight {
                return position;
            }
            left -= weight;
        }
        unreachable!("the draw is below the sum of the weights")
    }

    /// One of several values, each with the weight at the same position.
    pub fn pick<T: Copy>(&mut self, values: &[T], weights: &[u32]) -> T {
        values[self.position(weights)]
    }
}

/// The entry of a table for an age. Each entry holds up to its age, and the last one for all older ages.
pub(super) fn up_to<T: Copy>(age: u32, table: &[(u32, T)]) -> T {
    let at = table.partition_point(|(oldest, _)| *oldest < age);
    table[at.min(table.len() - 1)].1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights 1, 0 and 3 of 40,000 draws. The deviation of the first count is 87, so the bounds are five of them away.
    #[test]
    fn choices_follow_their_weights() {
        let mut draws = Draws::new(1);
        let mut times = [0; 3];
        for _ in 0..40_000 {
            times[draws.position(&[1, 0, 3])] += 1;
        }
        assert_eq!(times[1], 0);
        assert!((9_565..=10_435).contains(&times[0]), "{times:?}");
    }

    #[test]
    fn ranges_include_both_ends() {
        let mut draws = Draws::new(2);
        let found: Vec<u32> = (0..200).map(|_| draws.between(3, 5)).collect();
        assert_eq!((found.iter().min(), found.iter().max()), (Some(&3), Some(&5)));
        assert!((0..200).all(|_| draws.triangle(3) <= 4));
        assert!((0..200).all(|_| draws.per_mille(1000) && !draws.per_mille(0)));
    }
}
