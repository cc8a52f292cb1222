//! Draws reproducible samples of cells and computes intervals of their shares.

/// The normal quantile of an interval that covers 95 %.
const Z95: f64 = 1.959_964;

/// SplitMix64 (Steele, Lea and Flood 2014): a small generator, good enough to choose cells.
#[derive(Debug, Clone)]
pub(crate) struct SplitMix(pub u64);

impl SplitMix {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number below `end`, with a bias of less than 2^-32.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Returns a uniform sample of `many` items in ascending order, or all items if there are fewer.
    pub fn choose<T: Copy + Ord>(&mut self, items: &[T], many: usize) -> Vec<T> {
        let mut items = items.to_vec();
        let many = many.min(items.len());
        for at in 0..many {
            let other = at + self.below(items.len() - at);
            items.swap(at, other);
        }
        items.truncate(many);
        items.sort_unstable();
        items
    }
}

/// Returns the 95 % interval of a share (Wilson 1927), if `of` items in a sample of `all` have the property.
pub(super) fn wilson(of: usize, all: usize) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (all as f64, of as f64 / all as f64);
    let centre = share + Z95 * Z95 / (2.0 * n);
    let half = Z95 * (share * (1.0 - share) / n + Z95 * Z95 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z95 * Z95 / n;
    (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_paper() {
        // Newcombe (1998), Statistics in Medicine 17, table I: method 3.
        for (of, all, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (least, most) = wilson(of, all);
            assert!((least - low).abs() < 5e-5 && (most - high).abs() < 5e-5, "{of} of {all}: {least} to {most}");
        }
    }

    #[test]
    fn samples_are_even() {
        let items: Vec<usize> = (0..10).collect();
        let mut times = [0; 10];
        for seed in 0..3000 {
            let chosen = SplitMix(seed).choose(&items, 3);
            assert!(chosen.len() == 3 && chosen.windows(2).all(|pair| pair[0] < pair[1]));
            chosen.iter().for_each(|&item| times[item] += 1);
        }
        // The mean is 900 and the standard deviation 25, so the bounds are five deviations away.
        assert!(times.iter().all(|times| (775..=1025).contains(times)), "{times:?}");
        assert_eq!(SplitMix(1).choose(&items, 99), items);
    }
}
