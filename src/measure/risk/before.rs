//! The risk of the true table.

use super::entropy_term;
use crate::measure::{Frequencies, Multiplier, Risk, Terms, Weights};

/// Largest small count. Shlomo, Antal and Elliot 2015, section 4.1, have "small counts up to six and larger counts of
/// seven and more". An expected count between 6 and 7 is a larger count.
pub(in crate::measure) const SMALL_COUNT: u64 = 6;
/// Tolerance when an expected count is compared with [`SMALL_COUNT`]. Probabilities are rounded to multiples of 2^-32, so an
/// expected count is slightly inexact.
const LEEWAY: f64 = 1e-6;

/// The risk R of a table. Source: Shlomo, Antal and Elliot 2015, equation (3). The entropy has one part for small and
/// one for larger counts. Each part uses only its own cells and records.
///
/// `None` for a table without records: F/N and ln N are undefined, and the paper permits no such table ("a table of all
/// zeros would not be permissible").
///
/// ```
/// use cellveil::measure::{Frequencies, Weights, risk::before};
/// let risk = before(&Frequencies::of([0, 0, 1, 2, 3, 10, 20]), &Weights::default()).unwrap();
/// assert_eq!(format!("{:.6} {:.6} {:.6}", risk.r, risk.r_unsplit, risk.r_l2), "0.343377 0.402496 0.393959");
/// ```
pub fn before(frequencies: &Frequencies, weights: &Weights) -> Option<Risk> {
    let zeros = frequencies.of_count(0) as f64 / frequencies.cells() as f64;
    risk(&frequencies.numbers(), zeros, frequencies.population() as f64, UNCHANGED, weights)
}

/// The multiplier of a table without protection.
pub(super) const UNCHANGED: Multiplier = Multiplier { small: 1.0, large: 1.0 };

/// R of expected counts, each with its number of cells. `zeros` is the term of zeros, and `population` the true number of
/// records. `None` without records.
#[inline(never)]
pub(super) fn risk(
    values: &[(f64, f64)],
    zeros: f64,
    population: f64,
    multiplier: Multiplier,
    weights: &Weights,
) -> Option<Risk> {
    let (small, large): (Vec<_>, Vec<_>) = values.iter().partition(|(value, _)| *value <= SMALL_COUNT as f64 + LEEWAY);
    let terms = || Terms {
        zeros,
        entropy: entropy_term(values) * ((multiplier.small + multiplier.large) / 2.0),
        entropy_small: entropy_term(&small) * multiplier.small,
        entropy_large: entropy_term(&large) * multiplier.large,
        size: population_size(population),
    };
    (population > 0.0).then(|| with_terms(terms(), weights))
}

/// The third term of equation (3), `(1 + ½ ln N)/√N`, for N of at least 1. The paper prints `−(1/√N) ln(1/(e√N))`. With
/// s = √N, the term is `(1 + ln s)/s`, and its derivative is `−ln s/s²`. So the term is 1 at N = 1 and falls for larger
/// N.
pub fn population_size(population: f64) -> f64 {
    (1.0 + 0.5 * libm::log(population)) / population.sqrt()
}

/// Computes R from its terms: with two entropy terms, with one entropy term, and as an unweighted norm.
pub fn with_terms(terms: Terms, weights: &Weights) -> Risk {
    let ends = weights.zeros * terms.zeros + weights.size * terms.size;
    let squares = terms.zeros * terms.zeros + terms.entropy * terms.entropy + terms.size * terms.size;
    Risk {
        r: ends + weights.small * terms.entropy_small + weights.large * terms.entropy_large,
        r_unsplit: ends + (weights.small + weights.large) * terms.entropy,
        r_l2: squares.sqrt() / 3.0f64.sqrt(),
        terms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_term_falls_from_1() {
        assert_eq!(population_size(1.0), 1.0);
        let terms: Vec<f64> = (0..120).map(|bits| population_size((bits as f64 * 0.5).exp2())).collect();
        assert!(terms.windows(2).all(|pair| pair[1] < pair[0] && pair[1] > 0.0), "{terms:?}");
        // The form that the paper prints: −(1/√N) ln(1/(e√N)).
        let printed = |n: f64| -(1.0 / n.sqrt()) * (1.0 / (std::f64::consts::E * n.sqrt())).ln();
        for n in [1.0, 2.0, 36.0, 854_539.0] {
            assert!((population_size(n) - printed(n)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_table_without_records_has_no_risk() {
        for counts in [&[][..], &[0], &[0, 0, 0]] {
            assert_eq!(before(&Frequencies::of(counts.iter().copied()), &Weights::default()), None);
        }
    }

    /// One cell of four records: the terms of zeros and entropy are 0, and the term of size is (1 + ln 2)/2.
    #[test]
    fn one_cell() {
        let risk = before(&Frequencies::of([4]), &Weights::default()).expect("it has records");
        assert_eq!((risk.terms.zeros, risk.terms.entropy), (0.0, 0.0));
        assert!((risk.terms.size - 0.846_573_590_279_972_7).abs() < 1e-15);
        assert!((risk.r - 0.084_657_359_027_997_27).abs() < 1e-15);
        assert!((risk.r_l2 - 0.488_769_490_236_97).abs() < 1e-12);
    }
}
