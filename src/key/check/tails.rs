//! Upper bounds of tail probabilities, as natural logarithms. All bounds are in closed form and hold for few trials.
//!
//! Each bound is Chernoff's: P(X ≥ x) ≤ E exp(tX) · exp(−tx) for the best t (Chernoff 1952; Hoeffding 1963, theorem 1).

/// Returns a · ln(a / b), which is 0 for a = 0.
fn relative(a: f64, b: f64) -> f64 {
    if a > 0.0 { a * libm::log(a / b) } else { 0.0 }
}

/// Bounds the probability of at least `least` successes. Each trial has a bound on its probability of success, which
/// holds for all results of the earlier trials. The bounds add up to `mean`.
///
/// The bound is that of a Poisson number: exp(−mean) (e · mean / least)^least.
pub(super) fn poisson(mean: f64, least: f64) -> f64 {
    if least <= mean { 0.0 } else { least - mean - relative(least, mean) }
}

/// Bounds a tail probability of the number of successes in `trials` trials with the probability `p`: exp(−trials ·
/// KL(found / trials, p)). Above the mean, the tail is at least `found` successes. Below the mean, the tail is at most
/// `found` successes.
pub(super) fn binomial(trials: f64, p: f64, found: f64) -> f64 {
    if p >= 1.0 || trials == 0.0 {
        return 0.0;
    }
    -(relative(found, trials * p) + relative(trials - found, trials * (1.0 - p)))
}

/// Bounds the probability that a χ² number with `freedom` degrees of freedom is at least `least`:
/// (y · exp(1 − y))^(freedom / 2) for y = least / freedom.
pub(super) fn chi_square(freedom: f64, least: f64) -> f64 {
    let y = least / freedom;
    if y <= 1.0 { 0.0 } else { freedom / 2.0 * (1.0 - y + libm::log(y)) }
}

/// Bounds the probability that at most `distinct` of `values` equally likely values occur in `records` draws.
///
/// There are C(values, distinct) ≤ (e · values / distinct)^distinct sets of `distinct` values, and all draws are in one
/// of these sets.
pub(super) fn distinct(values: f64, records: f64, distinct: f64) -> f64 {
    if distinct >= values || distinct == 0.0 {
        return 0.0;
    }
    let ln = libm::log(values / distinct);
    (distinct * (1.0 + ln) - records * ln).min(0.0)
}

/// Bounds the probability that all of `records` even draws from `values` have the same remainder of one divisor that is
/// at least `step`.
///
/// For a divisor d, each draw after the first agrees with a probability of at most 1/d + 1/values. The sum over d ≥ step
/// is at most step^−m (1 + step / (m − 1)) (1 + step / values)^m, for m = records − 1 (the integral of d^−m; the last
/// factor bounds the rounding).
pub(super) fn step(values: f64, records: f64, step: f64) -> f64 {
    let m = records - 1.0;
    if m < 2.0 || step <= 1.0 {
        return 0.0;
    }
    let rest = libm::log(1.0 + step / (m - 1.0)) + m * libm::log1p(step / values);
    (rest - m * libm::log(step)).min(0.0)
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Poisson};

    use super::*;

    /// A bound is above the exact tail, and not so far above that the tests lose their power.
    fn bounds(bound: f64, exact: f64) {
        assert!(bound.exp() >= exact * (1.0 - 1e-9), "{} {exact}", bound.exp());
        assert!(bound.exp() <= exact.powf(0.75), "{} {exact}", bound.exp());
    }

    #[test]
    fn bounds_are_above_the_exact_tails() {
        for (mean, least) in [(0.5, 8), (20.0, 60), (300.0, 420), (4000.0, 4500)] {
            bounds(poisson(mean, f64::from(least)), Poisson::new(mean).unwrap().sf(least as u64 - 1));
        }
        for (trials, p, found) in [(100, 0.01, 12), (1000, 0.25, 340), (5000, 0.5, 2750)] {
            let exact = Binomial::new(p, trials).unwrap();
            bounds(binomial(trials as f64, p, found as f64), exact.sf(found - 1));
        }
        bounds(binomial(1000.0, 0.25, 170.0), Binomial::new(0.25, 1000).unwrap().cdf(170));
        for (freedom, least) in [(1.0, 40.0), (15.0, 80.0), (255.0, 420.0), (1023.0, 1330.0)] {
            bounds(chi_square(freedom, least), ChiSquared::new(freedom).unwrap().sf(least));
        }
    }

    #[test]
    fn bounds_are_1_up_to_the_mean() {
        assert_eq!((poisson(5.0, 5.0), poisson(0.0, 0.0), chi_square(3.0, 3.0)), (0.0, 0.0, 0.0));
        assert_eq!((binomial(8.0, 0.25, 2.0), distinct(4.0, 9.0, 4.0), step(256.0, 2.0, 7.0)), (0.0, 0.0, 0.0));
        assert_eq!(poisson(0.0, 1.0), f64::NEG_INFINITY);
    }

    /// Ten draws of 256 values: all equal has probability 256^−9, and one remainder of 2 has 2^−9.
    #[test]
    fn bounds_by_hand() {
        let ln = |p: f64| p.ln();
        assert!((distinct(256.0, 10.0, 1.0) - ln(std::f64::consts::E * 256.0_f64.powi(-9))).abs() < 1e-9);
        let even = step(4_294_967_296.0, 10.0, 2.0);
        assert!(even > ln(2.0_f64.powi(-9)) && even < ln(2.0_f64.powi(-8)), "{even}");
        let tens = step(4_294_967_296.0, 12.0, 10.0);
        assert!(tens > ln(1e-11) && tens < ln(3e-11), "{tens}");
    }
}
