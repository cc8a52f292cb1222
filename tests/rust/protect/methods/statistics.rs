//! Random numbers from fixed seeds, and p-values for the statistical tests.

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Normal};

/// The level of all comparisons with the figures that a paper drew once. A correct method fails in one of a hundred
/// papers. The level is divided equally among the comparisons (Bonferroni).
pub const PAPER_LEVEL: f64 = 0.01;
/// The level of all comparisons with numbers drawn here from fixed seeds, divided in the same way.
pub const DRAWN_LEVEL: f64 = 1e-6;
/// The smallest expected number of draws in a class of a chi-square test. Smaller classes are merged with their
/// neighbours.
const FEWEST: f64 = 5.0;

/// SplitMix64 (Steele, Lea and Flood 2014), a small generator that is good enough to draw keys.
pub struct Random(pub u64);

impl Random {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below a bound of at most 2^32, uniform to one part in 2^32.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }
}

/// Returns the p-value of observed noises under a distribution: Pearson's chi-square. It is 0 if a noise without weight
/// occurred. Both lists are in ascending order of the noise.
pub fn chi_square(observed: &[(i64, u64)], weights: &[(i64, u64)]) -> f64 {
    if observed.iter().any(|(noise, _)| weights.binary_search_by_key(noise, |(noise, _)| *noise).is_err()) {
        return 0.0;
    }
    let draws: u64 = observed.iter().map(|(_, count)| count).sum();
    let whole: u64 = weights.iter().map(|(_, weight)| weight).sum();
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut small = (0.0, 0.0);
    for (noise, weight) in weights {
        let found = observed.binary_search_by_key(noise, |(noise, _)| *noise).map_or(0, |at| observed[at].1);
        small.0 += found as f64;
        small.1 += draws as f64 * (*weight as f64 / whole as f64);
        if small.1 >= FEWEST {
            classes.push(std::mem::take(&mut small));
        }
    }
    match classes.last_mut() {
        Some(last) => *last = (last.0 + small.0, last.1 + small.1),
        None => return 1.0,
    }
    if classes.len() == 1 {
        return 1.0;
    }
    let statistic: f64 = classes.iter().map(|(found, expected)| (found - expected).powi(2) / expected).sum();
    ChiSquared::new((classes.len() - 1) as f64).unwrap().sf(statistic)
}

/// Returns the two-sided p-value of a number of successes that is known to be from `least` to `most`.
pub fn binomial(trials: u64, probability: f64, least: u64, most: u64) -> f64 {
    if probability == 0.0 {
        return if least == 0 { 1.0 } else { 0.0 };
    }
    let distribution = Binomial::new(probability, trials).unwrap();
    let above = if least == 0 { 1.0 } else { distribution.sf(least - 1) };
    (2.0 * above.min(distribution.cdf(most))).min(1.0)
}

/// Returns the two-sided p-value of the mean of `trials` independent numbers with mean 0 and the given variance.
pub fn mean_0(trials: u64, variance: f64, mean: f64) -> f64 {
    if variance == 0.0 {
        return if mean == 0.0 { 1.0 } else { 0.0 };
    }
    2.0 * Normal::standard().sf(mean.abs() / (variance / trials as f64).sqrt())
}

#[test]
fn p_values_match_printed_tables() {
    // Quantiles of chi-square: 5 % at 3.841459 (1 degree of freedom) and 0.1 % at 29.588298 (10 degrees).
    let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-5, "{found}, not {expected}");
    let shift = (3.841_459_f64 / 4.0 * 1e6).sqrt();
    let half = [(0, 1 << 31), (1, 1 << 31)];
    let (low, high) = (500_000 - shift.round() as u64, 500_000 + shift.round() as u64);
    assert!((chi_square(&[(0, low), (1, high)], &half) - 0.05).abs() < 1e-4);
    near(ChiSquared::new(10.0).unwrap().sf(29.588_298), 0.001);
    near(mean_0(100, 4.0, 0.2 * 1.959_963_985), 0.05);
    // The probability of 8 or more heads in 10 throws is 56 / 1024. It is doubled.
    near(binomial(10, 0.5, 8, 8), 112.0 / 1024.0);
    near(binomial(10, 0.5, 2, 2), 112.0 / 1024.0);
    assert_eq!(binomial(10, 0.5, 4, 6), 1.0);
    assert_eq!(binomial(10, 0.0, 1, 1), 0.0);
    // An impossible noise, and classes that must be merged.
    assert_eq!(chi_square(&[(2, 1), (3, 99)], &[(3, 1)]), 0.0);
    assert_eq!(chi_square(&[(3, 4)], &[(2, 1), (3, 1)]), 1.0);
}

#[test]
fn splitmix_matches_the_published_generator() {
    // The first numbers from seed 1234567 in the tests of the reference implementation.
    let mut random = Random(1_234_567);
    assert_eq!([random.draw(), random.draw()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
}
