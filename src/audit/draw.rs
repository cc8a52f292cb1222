//! Draws reproducible samples of cells and computes intervals of their shares.

use crate::base::SplitMix;

/// The normal quantile of an interval that covers 95 %.
const Z95: f64 = 1.959_964;

/// Returns a uniform sample of `many` items in ascending order, or all items if there are fewer.
pub(super) fn choose<T: Copy + Ord>(random: &mut SplitMix, items: &[T], many: usize) -> Vec<T> {
    let mut items = items.to_vec();
    let many = many.min(items.len());
    for at in 0..many {
        let other = at + random.below(items.len() - at);
        items.swap(at, other);
    }
    items.truncate(many);
    items.sort_unstable();
    items
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
            let chosen = choose(&mut SplitMix(seed), &items, 3);
            assert!(chosen.len() == 3 && chosen.windows(2).all(|pair| pair[0] < pair[1]));
            chosen.iter().for_each(|&item| times[item] += 1);
        }
        // The mean is 900 and the standard deviation 25, so the bounds are five deviations away.
        assert!(times.iter().all(|times| (775..=1025).contains(times)), "{times:?}");
        assert_eq!(choose(&mut SplitMix(1), &items, 99), items);
    }
}
