//! A distribution over a few whole numbers with exact probabilities: of weights, or of deviations.

use super::share::Share;

/// The largest common denominator. Products with two 32-bit numbers then fit into 96 bits.
const MOST: u64 = 1 << 32;

/// Whole numbers with exact probabilities that add up to 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    /// Each number with the numerator of its probability, in the given order.
    shares: Vec<(i32, u64)>,
    whole: u64,
}

/// Why a list is no distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DistributionError {
    /// A number occurs twice.
    Twice(i32),
    /// The probabilities have no common denominator up to 2^32.
    Denominator,
    /// The probabilities do not add up to 1.
    Sum,
    /// The mean differs from the required mean.
    Mean,
}

impl Distribution {
    /// Takes numbers with their probabilities.
    ///
    /// # Errors
    /// Fails if the list is no distribution with this mean.
    pub fn new(list: &[(i32, Share)], mean: i32) -> Result<Self, DistributionError> {
        for (at, (number, _)) in list.iter().enumerate() {
            if list[..at].iter().any(|(earlier, _)| earlier == number) {
                return Err(DistributionError::Twice(*number));
            }
        }
        let whole = list.iter().try_fold(1_u64, |whole, (_, share)| {
            let common = lcm(whole, share.denominator())?;
            (common <= MOST).then_some(common)
        });
        let whole = whole.ok_or(DistributionError::Denominator)?;
        let shares: Vec<(i32, u64)> = list
            .iter()
            .map(|(number, share)| (*number, share.numerator().saturating_mul(whole / share.denominator())))
            .collect();
        if shares.iter().map(|(_, share)| u128::from(*share)).sum::<u128>() != u128::from(whole) {
            return Err(DistributionError::Sum);
        }
        let sum: i128 = shares.iter().map(|(number, share)| i128::from(*number) * i128::from(*share)).sum();
        if sum != i128::from(mean) * i128::from(whole) {
            return Err(DistributionError::Mean);
        }
        Ok(Self { shares, whole })
    }

    /// The weights of Wooton and Fraser (2005), page 24, given that a weight is not 1: 0 with probability 3/5, 2 and 3
    /// with 1/5 each.
    pub fn of_paper_weights() -> Self {
        Self { shares: vec![(0, 3), (2, 1), (3, 1)], whole: 5 }
    }

    /// The deviations of Wooton and Fraser (2005), page 7, given that a deviation is not 0: −1 with probability 2/3, 2
    /// with 1/3.
    pub fn of_paper_deviations() -> Self {
        Self { shares: vec![(-1, 2), (2, 1)], whole: 3 }
    }

    /// Each number with the numerator of its probability.
    pub fn shares(&self) -> &[(i32, u64)] {
        &self.shares
    }

    /// The common denominator.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// The variance around `mean`, as a multiple of 1/whole.
    pub fn spread(&self, mean: i32) -> f64 {
        let square = |&(number, share): &(i32, u64)| f64::from(number - mean).powi(2) * share as f64;
        self.shares.iter().map(square).sum::<f64>() / self.whole as f64
    }

    /// The number at a position from 0 to below the common denominator.
    pub(super) fn at(&self, position: u64) -> i32 {
        let mut end = 0;
        let found = self.shares.iter().find(|(_, share)| {
            end += share;
            position < end
        });
        found.map_or(0, |(number, _)| *number)
    }
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[(i32, &str)]) -> Vec<(i32, Share)> {
        entries.iter().map(|(number, share)| (*number, Share::parse(share).expect("a valid share"))).collect()
    }

    #[test]
    fn lists_are_checked() {
        let sample = Distribution::new(&list(&[(0, "2/3"), (3, "1/3")]), 1).expect("a sample of a third");
        assert_eq!((sample.at(0), sample.at(1), sample.at(2), sample.spread(1)), (0, 0, 3, 2.0));
        for (entries, error) in [
            (&[(0, "1/2"), (0, "1/2")][..], DistributionError::Twice(0)),
            (&[(0, "1/2"), (2, "0.4")], DistributionError::Sum),
            (&[(0, "1/2"), (3, "1/2")], DistributionError::Mean),
            (&[(1, "1/999999999989"), (2, "1/999999999961")], DistributionError::Denominator),
        ] {
            assert_eq!(Distribution::new(&list(entries), 1), Err(error));
        }
    }

    #[test]
    fn the_paper_s_distributions_have_its_variances() {
        // A weight differs from 1 with probability 1/a, and its variance is 1.6/a (page 25).
        let weights = Distribution::of_paper_weights();
        let mean: f64 = weights.shares().iter().map(|(weight, share)| f64::from(*weight) * *share as f64 / 5.0).sum();
        assert_eq!((mean, weights.spread(1)), (1.0, 1.6));
        assert_eq!(Distribution::of_paper_deviations().spread(0), 2.0);
    }
}
