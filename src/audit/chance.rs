//! Computes the probability of at least a given number of successes by chance alone.

/// Maximum probability that chance makes a statistical finding fail for a sound cube.
pub(super) const LEVEL: f64 = 1e-6;

/// Maximum number of trials for the exact distribution. More trials use Bernstein's bound.
const EXACT: usize = 2048;

/// Returns the probability of at least `least` successes in `trials` independent trials of equal probability.
pub(super) fn binomial_tail(trials: u64, probability: f64, least: u64) -> f64 {
    if least == 0 || probability >= 1.0 {
        return 1.0;
    }
    if least > trials || probability <= 0.0 {
        return 0.0;
    }
    if least as f64 <= trials as f64 * probability {
        return 1.0; // at or below the mean, an exact tail is not needed
    }
    let ways: f64 = (0..least).map(|at| libm::log((trials - at) as f64 / (least - at) as f64)).sum();
    let mut term =
        libm::exp(ways + least as f64 * libm::log(probability) + (trials - least) as f64 * libm::log1p(-probability));
    let (mut sum, odds) = (0.0, probability / (1.0 - probability));
    // Beyond the mean, each term is smaller than the previous term.
    for successes in least..=trials {
        sum += term;
        if term < sum * 1e-12 {
            break;
        }
        term *= (trials - successes) as f64 / (successes + 1) as f64 * odds;
    }
    sum.min(1.0)
}

/// Returns the probability, or an upper bound of the probability, of at least `least` successes in independent trials.
///
/// Above [`EXACT`] trials the bound is Bernstein's inequality: exp(−t² / 2(v + t/3)) for an excess of t over the mean,
/// with variance v.
pub(super) fn poisson_binomial_tail(probabilities: &[f64], least: u64) -> f64 {
    let mean: f64 = probabilities.iter().sum();
    let excess = least as f64 - mean;
    if excess <= 0.0 {
        return 1.0;
    }
    if probabilities.len() > EXACT {
        let variance: f64 = probabilities.iter().map(|p| p * (1.0 - p)).sum();
        return libm::exp(-excess * excess / (2.0 * (variance + excess / 3.0)));
    }
    let mut distribution = vec![0.0; probabilities.len() + 1];
    distribution[0] = 1.0;
    for (trials, p) in probabilities.iter().enumerate() {
        for successes in (0..=trials).rev() {
            distribution[successes + 1] += distribution[successes] * p;
            distribution[successes] *= 1.0 - p;
        }
    }
    distribution.iter().skip(least as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b.abs().max(1e-300), "{a} {b}");
    }

    /// Three or more heads in 4 tosses have probability 5/16. Two or more successes in 10 trials at 0.1 have
    /// probability 1 − 0.9^10 − 0.9^9.
    #[test]
    fn tails_by_hand() {
        close(binomial_tail(4, 0.5, 3), 5.0 / 16.0);
        close(binomial_tail(10, 0.1, 2), 1.0 - 0.9_f64.powi(10) - 0.9_f64.powi(9));
        close(binomial_tail(500, 1.0 / 4_294_967_296.0, 1), 1.164_153_150_8e-7);
        assert_eq!((binomial_tail(5, 0.2, 0), binomial_tail(5, 0.2, 6), binomial_tail(5, 0.2, 1)), (1.0, 0.0, 1.0));
        close(poisson_binomial_tail(&[0.5; 4], 3), 5.0 / 16.0);
        // All three succeed, or exactly two: 0.025 + 0.1 + 0.075 + 0.025.
        close(poisson_binomial_tail(&[0.5, 0.25, 0.2], 2), 0.225);
        assert_eq!(poisson_binomial_tail(&[1.0, 0.0], 1), 1.0);
    }

    /// The bound lies above the exact tail and is small where the tail is small.
    #[test]
    fn the_bound_is_above_the_tail() {
        for (trials, p, least) in [(3000, 0.2, 700), (3000, 0.2, 800), (5000, 0.01, 120)] {
            let exact = binomial_tail(trials, p, least);
            let bound = poisson_binomial_tail(&vec![p; trials as usize], least);
            assert!(exact < bound && bound < exact.powf(0.6), "{exact} {bound}");
        }
    }
}
