//! Probabilities that chance alone explains the difference between a printed figure and an exact figure. The code uses
//! only sums and `libm`, so that a study gives the same bits on every machine.

/// Significance level for a whole table of comparisons with simulated figures. With this level, an exact method fails
/// in one table of a hundred. Each comparison gets an equal part of the level (Bonferroni).
pub(super) const LEVEL: f64 = 0.01;

/// Returns the two-sided p-value of `least` to `most` successes in `trials`: twice the smaller tail.
pub(super) fn binomial(trials: u64, probability: f64, least: u64, most: u64) -> f64 {
    if probability <= 0.0 || probability >= 1.0 {
        let sure = if probability <= 0.0 { 0 } else { trials };
        return if (least..=most).contains(&sure) { 1.0 } else { 0.0 };
    }
    // All probabilities are relative to the mode's probability. Ratios of neighbours are known, so no logarithm is
    // needed.
    let mode = ((trials + 1) as f64 * probability) as u64;
    let odds = probability / (1.0 - probability);
    let (mut up, mut down) = (vec![1.0], Vec::new());
    for successes in mode..trials {
        let ratio = (trials - successes) as f64 / (successes + 1) as f64 * odds;
        up.push(up.last().copied().unwrap_or(0.0) * ratio);
    }
    let mut term = 1.0;
    for successes in (1..=mode).rev() {
        term *= successes as f64 / ((trials - successes + 1) as f64 * odds);
        down.push(term);
    }
    let at = |successes: u64| match successes.checked_sub(mode) {
        Some(above) => up[above as usize],
        None => down[(mode - successes - 1) as usize],
    };
    let sum = |from: u64, to: u64| (from..=to.min(trials)).map(at).sum::<f64>();
    let all = sum(0, trials);
    (2.0 * sum(least, trials).min(sum(0, most)) / all).min(1.0)
}

/// Returns the probability that a standard normal variable is further from 0 than `z`.
pub(super) fn normal(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Returns the probability that chi-square with `degrees` degrees of freedom, at least 1, exceeds `statistic`.
pub(super) fn chi_square(statistic: f64, degrees: usize) -> f64 {
    // Q(a, x) with a = degrees / 2: Q(1/2, x) = erfc √x, Q(1, x) = e^-x, Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1).
    let x = statistic / 2.0;
    let (mut a, mut q, mut term) = match degrees % 2 {
        1 => (0.5, libm::erfc(x.sqrt()), 2.0 * (x / std::f64::consts::PI).sqrt() * libm::exp(-x)),
        _ => (1.0, libm::exp(-x), x * libm::exp(-x)),
    };
    while 2.0 * a < degrees as f64 {
        q += term;
        a += 1.0;
        term *= x / a;
    }
    q.min(1.0)
}

/// Returns the probability that the Kolmogorov–Smirnov distance of `numbers` uniform numbers exceeds `distance`.
/// Source: Kolmogorov 1933, with Stephens' correction for small samples.
pub(super) fn kolmogorov(distance: f64, numbers: usize) -> f64 {
    let root = (numbers as f64).sqrt();
    let scaled = distance * (root + 0.12 + 0.11 / root);
    let terms = (1..=100).map(|k| {
        let term = libm::exp(-2.0 * f64::from(k * k) * scaled * scaled);
        if k % 2 == 1 { term } else { -term }
    });
    (2.0 * terms.sum::<f64>()).clamp(0.0, 1.0)
}

/// Returns Pearson's chi-square of observed and expected frequencies, and its degrees of freedom. Classes with an
/// expected frequency below five are pooled with their neighbours.
pub(super) fn pearson(frequencies: impl IntoIterator<Item = (f64, f64)>) -> (f64, usize) {
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut small = (0.0, 0.0);
    for (found, expected) in frequencies {
        small = (small.0 + found, small.1 + expected);
        if small.1 >= 5.0 {
            classes.push(std::mem::take(&mut small));
        }
    }
    if let Some(last) = classes.last_mut() {
        *last = (last.0 + small.0, last.1 + small.1);
    }
    let statistic = classes.iter().map(|(found, expected)| (found - expected) * (found - expected) / expected).sum();
    (statistic, classes.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Normal};

    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 + 1e-7 * expected, "{found}, not {expected}");
    }

    #[test]
    fn probabilities_are_those_of_another_program() {
        for (trials, p, least, most) in [
            (10_000, 0.18107, 1750, 1849),
            (10_000, 1e-5, 0, 49),
            (10, 0.5, 8, 8),
            (500, 0.99, 500, 500),
            (3, 0.2, 1, 2),
        ] {
            let other = Binomial::new(p, trials).unwrap();
            let above = if least == 0 { 1.0 } else { other.sf(least - 1) };
            near(binomial(trials, p, least, most), (2.0 * above.min(other.cdf(most))).min(1.0));
        }
        for (statistic, degrees) in [(3.841_459, 1), (0.3, 2), (9.9, 4), (29.588_298, 10), (70.0, 99), (130.0, 99)] {
            near(chi_square(statistic, degrees), ChiSquared::new(degrees as f64).unwrap().sf(statistic));
        }
        for z in [0.0, -1.0, 1.959_963_985, 4.0] {
            near(normal(z), 2.0 * Normal::standard().sf(f64::abs(z)));
        }
    }

    #[test]
    fn what_cannot_be_is_not() {
        assert_eq!((binomial(10, 0.0, 0, 3), binomial(10, 0.0, 1, 3), binomial(10, 1.0, 9, 10)), (1.0, 0.0, 1.0));
    }

    /// Critical values from the table of Smirnov (1948): 1.2239 at 10 %, 1.3581 at 5 %, 1.6276 at 1 %.
    #[test]
    fn distances_are_those_of_the_table() {
        for (scaled, level) in [(1.2239, 0.1), (1.3581, 0.05), (1.6276, 0.01)] {
            let found = kolmogorov(scaled / 1e4, 100_000_000);
            assert!((found - level).abs() < 1e-4, "{scaled}: {found}");
        }
    }

    #[test]
    fn small_classes_are_pooled() {
        // The two classes of 3 form a class of 6. The last class of 1 joins the class of 10.
        let (statistic, degrees) = pearson([(4.0, 3.0), (5.0, 3.0), (7.0, 10.0), (1.0, 1.0)]);
        near(statistic, 9.0 / 6.0 + 9.0 / 11.0);
        assert_eq!(degrees, 1);
    }
}
