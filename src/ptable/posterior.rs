//! The posterior distribution of the count behind a published value, by Bayes' rule and the probabilities of the
//! method.
//!
//! With a flat prior, all counts are equally likely in advance. The probability of count n given the published value v
//! is then Pr(v | n), divided by the sum of Pr(v | m) over all m. All probabilities of a method are whole multiples of
//! one unit. The posterior is therefore a ratio of whole numbers, and only the division rounds. Another prior gives
//! each count a weight, such as the frequency of the count in a table.

/// Largest relative difference of probabilities that count as equal.
const AS_PROBABLE: f64 = 1e-6;

/// The possible counts behind one published value, with their weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posterior {
    /// The smallest count with a weight above 0.
    first: u64,
    /// The weights of all counts from `first` to the largest count with a weight above 0.
    weights: Vec<u128>,
    sum: u128,
}

/// An interval of counts, and the probability that the count lies in it.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Credible {
    /// The smallest count of the interval.
    pub low: u64,
    /// The largest count of the interval.
    pub high: u64,
    /// The probability of the interval, at least the requested level.
    pub probability: f64,
}

impl Posterior {
    /// Makes the posterior from the weight of each count in a range. The weight is the probability that the count is
    /// published as the value, in units common to all counts, times its prior weight. Returns `None` if all weights are
    /// 0, because the value is then never published.
    pub fn new(counts: std::ops::RangeInclusive<u64>, weight: impl FnMut(u64) -> u128) -> Option<Self> {
        let least = *counts.start();
        let mut weights: Vec<u128> = counts.map(weight).collect();
        let start = weights.iter().position(|&weight| weight > 0)?;
        let end = weights.iter().rposition(|&weight| weight > 0)?;
        weights.truncate(end + 1);
        weights.drain(..start);
        let sum = weights.iter().sum();
        Some(Self { first: least + start as u64, weights, sum })
    }

    /// The smallest and the largest possible count.
    pub fn range(&self) -> (u64, u64) {
        (self.first, self.first + self.weights.len() as u64 - 1)
    }

    /// Possible counts, ascending, with their probabilities.
    pub fn probabilities(&self) -> impl Iterator<Item = (u64, f64)> {
        let all = (self.first..).zip(&self.weights).filter(|(_, weight)| **weight > 0);
        all.map(|(count, &weight)| (count, weight as f64 / self.sum as f64))
    }

    /// The probabilities of all counts from the smallest to the largest possible count. A count between them may have
    /// probability 0.
    pub fn dense(&self) -> impl Iterator<Item = f64> {
        self.weights.iter().map(|&weight| weight as f64 / self.sum as f64)
    }

    /// The sum of all weights, which is the divisor of each probability.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The number of possible counts.
    pub fn number(&self) -> usize {
        self.weights.iter().filter(|weight| **weight > 0).count()
    }

    /// The likeliest count and its probability; the smallest count if several are equally likely.
    pub fn likeliest(&self) -> (u64, f64) {
        let at = (0..self.weights.len()).rev().max_by_key(|&at| self.weights[at]).unwrap_or(0);
        (self.first + at as u64, self.weights[at] as f64 / self.sum as f64)
    }

    /// Returns the shortest interval of counts with a probability of at least `level` (0 to 1). Among equally short
    /// intervals, the most probable is returned, and among equally probable intervals the lowest. Probabilities within
    /// a millionth count as equal: p-tables are rounded, and symmetric noise should give the same interval for every
    /// value.
    ///
    /// ```
    /// use cellveil::ptable::Posterior;
    /// let posterior = Posterior::new(0..=5, |count| [0, 1, 6, 2, 1, 0][count as usize]).expect("possible counts");
    /// assert_eq!(posterior.range(), (1, 4));
    /// let interval = posterior.shortest(0.8);
    /// assert_eq!((interval.low, interval.high, interval.probability), (2, 3, 0.8));
    /// ```
    pub fn shortest(&self, level: f64) -> Credible {
        let enough = |held: u128| held as f64 / self.sum as f64 >= level;
        // Length, weight and start of each interval that needs its lowest count to reach the level.
        let mut found: Vec<(usize, u128, usize)> = Vec::new();
        let (mut held, mut low) = (0, 0);
        for (high, &weight) in self.weights.iter().enumerate() {
            held += weight;
            while low < high && enough(held - self.weights[low]) {
                held -= self.weights[low];
                low += 1;
            }
            if enough(held) {
                found.push((high - low, held, low));
            }
        }
        let shortest = found.iter().map(|interval| interval.0).min().unwrap_or(self.weights.len() - 1);
        found.retain(|interval| interval.0 == shortest);
        let most = found.iter().map(|interval| interval.1).max().unwrap_or(self.sum);
        let probable = found.into_iter().find(|interval| (most - interval.1) as f64 <= most as f64 * AS_PROBABLE);
        let (length, held, low) = probable.unwrap_or((shortest, self.sum, 0));
        let low = self.first + low as u64;
        Credible { low, high: low + length as u64, probability: held as f64 / self.sum as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(weights: &[u128]) -> Option<Posterior> {
        Posterior::new(10..=9 + weights.len() as u64, |count| weights[count as usize - 10])
    }

    #[test]
    fn the_shortest_interval_is_found() {
        for (weights, level, expected) in [
            (&[1, 1, 1, 1][..], 0.5, (10, 11, 0.5)),
            (&[1, 1, 2, 1], 0.6, (11, 12, 0.6)),
            (&[0, 0, 5, 0], 0.9, (12, 12, 1.0)),
            (&[3, 0, 0, 3], 0.9, (10, 13, 1.0)),
            (&[3, 0, 0, 3], 0.5, (10, 10, 0.5)),
            (&[1, 2, 3, 4], 0.0, (13, 13, 0.4)),
            (&[1, 8, 1], 1.0, (10, 12, 1.0)),
        ] {
            let found = of(weights).unwrap().shortest(level);
            assert_eq!((found.low, found.high, found.probability), expected, "{weights:?} {level}");
        }
        assert_eq!(of(&[0, 0]), None);
    }

    #[test]
    fn possible_counts_have_probabilities() {
        let posterior = of(&[0, 1, 0, 3, 0]).unwrap();
        assert_eq!((posterior.range(), posterior.number(), posterior.likeliest()), ((11, 13), 2, (13, 0.75)));
        assert_eq!(posterior.probabilities().collect::<Vec<_>>(), [(11, 0.25), (13, 0.75)]);
    }
}
