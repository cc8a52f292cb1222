//! Computes the probabilities of a row in both shapes, for a variance between the least and the largest.

use super::row::Row;
use super::tilt::{MOST, Tilt, Tilted};

/// Maximum number of steps in the search for the decay of a Laplace shape. Newton's method takes about ten steps.
/// Bisection alone takes 200 steps.
const STEPS: usize = 300;
/// Largest absolute decay of the search. Above this limit, ratios of probabilities overflow.
const FARTHEST: f64 = 1e6;
/// A miss (the difference of a mean from its given value) below this limit is due to rounding.
const ARRIVED: f64 = 1e-13;
/// Largest rise of probabilities over the whole row that counts as a rounding error.
const EVEN: f64 = 1e-6;

/// A row, and the quantities with given means. Noise is divided by the standard deviation, so that tilts are of order
/// one.
struct Scaled<'a> {
    row: &'a Row,
    noise: Vec<f64>,
    squares: Vec<f64>,
    /// 1 at noise 0, and 0 at all other noises.
    stays: Vec<f64>,
    unit: f64,
}

impl<'a> Scaled<'a> {
    fn new(row: &'a Row, variance: f64) -> Self {
        let unit = libm::sqrt(variance).max(1.0);
        let noise: Vec<f64> = row.noise.iter().map(|&noise| f64::from(noise) / unit).collect();
        let squares = noise.iter().map(|noise| noise * noise).collect();
        let stays = row.noise.iter().map(|&noise| f64::from(u8::from(noise == 0))).collect();
        Self { row, noise, squares, stays, unit }
    }

    fn monotone_to(&self) -> Option<usize> {
        self.row.zero.filter(|_| self.row.monotone)
    }

    /// Solves for the given means. If the staying probability is too small, solves again with the least staying
    /// probability as a further mean.
    fn solve(&self, base: &[f64], means: &[(&[f64], f64)], start: [f64; MOST]) -> Tilted {
        let free = Tilt { base, means, monotone_to: self.monotone_to() }.solve(start);
        if self.row.zero.is_none_or(|zero| free.p[zero] >= self.row.stay) {
            return free;
        }
        let mut held: Vec<(&[f64], f64)> = means.to_vec();
        held.push((&self.stays, self.row.stay));
        Tilt { base, means: &held, monotone_to: self.monotone_to() }.solve(start)
    }
}

/// The distribution of largest entropy for mean zero and the given variance (Giessing 2016, section 2):
/// `p ∝ exp(λ v + μ v²)`.
pub(super) fn entropy(row: &Row, variance: f64) -> Vec<f64> {
    let scaled = Scaled::new(row, variance);
    let square = scaled.unit * scaled.unit;
    let base = vec![0.0; row.noise.len()];
    let means = [(&*scaled.noise, 0.0), (&*scaled.squares, variance / square)];
    // Start at a normal distribution. For a small variance, start at the three noises nearest to 0. If this start
    // fails, start at equal probabilities.
    let tilt = if variance > 0.5 { -0.5 / variance } else { libm::log(0.5 * variance) };
    let first = scaled.solve(&base, &means, [0.0, tilt * square, 0.0]);
    if first.worst() < ARRIVED {
        return first.p;
    }
    let second = scaled.solve(&base, &means, [0.0; MOST]);
    if first.worst() < second.worst() { first.p } else { second.p }
}

/// A truncated Laplace shape: p ∝ exp(λ v − α |v|). On either side of 0, probabilities change by a constant factor from
/// each noise to the next. This distribution has the largest entropy for its mean and its mean absolute noise. α and λ
/// follow from mean zero and the variance.
///
/// `None` if the variance requires probabilities that rise with the noise above 0: see [`laplace_largest`].
pub(super) fn laplace(row: &Row, variance: f64) -> Option<Vec<f64>> {
    let scaled = Scaled::new(row, variance);
    let target = variance / (scaled.unit * scaled.unit);
    // Start at the untruncated Laplace distribution, whose variance is 2 / decay².
    let found = Search::new(&scaled).variance(target, libm::sqrt(2.0 / target));
    (found.tilts[0] <= found.decay + EVEN).then_some(found.p)
}

/// The largest variance of a truncated Laplace shape. At this variance, all probabilities above 0 are equal.
pub(super) fn laplace_largest(row: &Row) -> f64 {
    let largest = row.noise.iter().map(|noise| noise.abs()).max().unwrap_or(1);
    let scaled = Scaled::new(row, f64::from(largest) * f64::from(largest));
    let even = Search::new(&scaled).even();
    scaled.variance(&even) * scaled.unit * scaled.unit
}

/// A Laplace shape with mean zero.
struct Found {
    decay: f64,
    tilts: [f64; MOST],
    p: Vec<f64>,
    /// The derivative of the variance with respect to the decay.
    slope: f64,
}

struct Search<'a> {
    scaled: &'a Scaled<'a>,
    /// The absolute value of each noise.
    size: Vec<f64>,
    /// The tilts for the last decay. The next search starts at these tilts.
    start: [f64; MOST],
}

impl<'a> Search<'a> {
    fn new(scaled: &'a Scaled<'a>) -> Self {
        let size = scaled.noise.iter().map(|noise| noise.abs()).collect();
        Self { scaled, size, start: [0.0; MOST] }
    }

    /// Returns the shape with this decay.
    fn at(&mut self, decay: f64) -> Found {
        let base: Vec<f64> = self.size.iter().map(|size| -decay * size).collect();
        let found = self.scaled.solve(&base, &[(&self.scaled.noise, 0.0)], self.start);
        self.start = found.tilts;
        // The derivative of the variance with respect to the decay, if the other means stay constant.
        let size = pooled_like(&found.p, &self.size, self.scaled.monotone_to());
        let slope = -found.held_covariance(&self.scaled.squares, &size);
        Found { decay, tilts: found.tilts, p: found.p, slope }
    }

    /// Returns the shape with equal probabilities above 0: λ = α. For smaller decays, these probabilities rise with the
    /// noise.
    fn even(&mut self) -> Found {
        let rises = |found: &Found| found.tilts[0] > found.decay;
        let (mut low, mut high) = (-1.0, 1.0);
        while !rises(&self.at(low)) && low > -FARTHEST {
            low *= 2.0;
        }
        while rises(&self.at(high)) && high < FARTHEST {
            high *= 2.0;
        }
        loop {
            let middle = 0.5 * (low + high);
            let found = self.at(middle);
            if middle <= low || middle >= high {
                return found;
            }
            if rises(&found) { low = middle } else { high = middle }
        }
    }

    /// Finds the shape with the target variance by Newton's method. If a step leaves the bracket, the search uses
    /// bisection.
    fn variance(&mut self, target: f64, start: f64) -> Found {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut decay = start;
        let mut best = self.at(decay);
        let (mut smallest, mut last) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..STEPS {
            let found = self.at(decay);
            let (miss, slope) = (self.scaled.variance(&found) - target, found.slope);
            if miss.abs() < smallest {
                smallest = miss.abs();
                best = found;
            }
            if miss == 0.0 {
                break;
            }
            if miss > 0.0 {
                low = decay
            } else {
                high = decay
            }
            let newton = decay - miss / slope;
            // Take Newton's step if it is short and the last step helped. Newton's method fails if the tails almost
            // vanish.
            let near = (newton - decay).abs() <= decay.abs().max(1.0) && miss.abs() < 0.5 * last;
            last = miss.abs();
            let next = match (low.is_finite(), high.is_finite()) {
                _ if newton > low && newton < high && near => newton,
                (true, true) => 0.5 * (low + high),
                (true, false) => decay + decay.abs().max(1.0),
                _ => decay - decay.abs().max(1.0),
            };
            if next <= low || next >= high || next.abs() > FARTHEST {
                break;
            }
            decay = next;
        }
        best
    }
}

impl Scaled<'_> {
    fn variance(&self, found: &Found) -> f64 {
        found.p.iter().zip(&self.squares).map(|(p, square)| p * square).sum()
    }
}

/// Averages the values over each stretch of equal p, up to position `to`.
fn pooled_like(p: &[f64], values: &[f64], to: Option<usize>) -> Vec<f64> {
    let mut pooled = values.to_vec();
    let end = to.map_or(0, |to| to + 1);
    let mut from = 0;
    while from < end {
        let length = p[from..end].iter().take_while(|other| **other == p[from]).count();
        let mean = values[from..from + length].iter().sum::<f64>() / length as f64;
        pooled[from..from + length].fill(mean);
        from += length;
    }
    pooled
}
