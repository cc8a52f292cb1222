//! One row: its allowed noises, and the range of its variances.
//!
//! If the mean is zero, every variance between the least and the largest is possible. Each of these two ends is the
//! variance of only one distribution, so a row at an end needs no solver.

use super::Limits;

/// Largest relative difference at which a variance counts as equal to the lower or the upper limit.
const AT_END: f64 = 1e-12;

/// The conditions on one row.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The allowed noises, ascending.
    pub noise: Vec<i32>,
    /// The position of noise 0, if noise 0 is allowed.
    pub zero: Option<usize>,
    /// The least staying probability; 0 if no minimum is set or the count cannot stay unchanged.
    pub stay: f64,
    /// Whether probabilities must not decrease from the smallest noise up to noise 0. Always false if the count cannot
    /// stay unchanged.
    pub monotone: bool,
}

impl Row {
    /// Makes the row of a count. Each noise changes the count by at most `max_change`, and is a multiple of the step or
    /// lowers the count to 0. Every result is 0 or above `blocked`.
    pub fn new(count: u32, limits: &Limits, stay: f64, monotone: bool) -> Self {
        let (most, count) = (limits.max_change as i32, count as i32);
        let step = limits.step as i32;
        let allowed = |&noise: &i32| {
            let result = count + noise;
            (noise % step == 0 || result == 0) && !(1..=limits.blocked as i32).contains(&result)
        };
        let noise: Vec<i32> = (-most.min(count)..=most).filter(allowed).collect();
        let zero = noise.iter().position(|&noise| noise == 0);
        let stays = zero.is_some();
        Self { noise, zero, stay: if stays { stay } else { 0.0 }, monotone: monotone && stays }
    }

    /// The least and the largest variance of the row; `None` if its mean cannot be zero.
    pub fn ends(&self) -> Option<(End, End)> {
        Some((self.least()?, self.largest()?))
    }

    /// The least variance. All counts stay unchanged if noise 0 is allowed. Otherwise the row has only the noise
    /// nearest to 0 on either side.
    fn least(&self) -> Option<End> {
        let above = self.noise.partition_point(|&noise| noise <= 0);
        match self.zero {
            Some(zero) => Some(self.end(0.0, &[(zero, 1.0)])),
            None => self.between(above.checked_sub(1)?, above),
        }
    }

    /// The largest variance.
    ///
    /// Moving probability outwards at a constant mean adds variance, so all probability above 0 is at the largest
    /// noise. Below 0, all probability is at the smallest noise, unless the row is monotone. A monotone row is a
    /// mixture of stretches. Each stretch has equal probabilities from some noise up to 0. The mixture with the largest
    /// variance has one stretch, or two stretches if the staying probability requires this.
    fn largest(&self) -> Option<End> {
        let last = self.noise.len() - 1;
        if !self.monotone {
            let end = self.between(0, last)?;
            let Some(zero) = self.zero else { return Some(end) };
            let mut p: Vec<f64> = end.p.iter().map(|p| p * (1.0 - self.stay)).collect();
            p[zero] += self.stay;
            return Some(End { variance: end.variance * (1.0 - self.stay), p });
        }
        let zero = self.zero?;
        let most = f64::from(self.noise[last]);
        let stretches: Vec<Stretch> = (0..=zero).map(|from| Stretch::new(&self.noise[from..=zero])).collect();
        // Mix one stretch and the largest noise, with shares that make the mean zero.
        let one = stretches.iter().enumerate().map(|(from, stretch)| {
            let share = most / (most - stretch.mean);
            (stretch.square * share + most * most * (1.0 - share), vec![(from, share)])
        });
        let stays =
            |shares: &[(usize, f64)]| shares.iter().map(|&(from, share)| share * stretches[from].stays).sum::<f64>();
        // Mix two stretches and the largest noise, with exactly the requested staying probability.
        let two = (0..=zero).flat_map(|first| (first + 1..=zero).map(move |second| (first, second))).filter_map(
            |(first, second)| {
                let (a, b) = (&stretches[first], &stretches[second]);
                // With m = `most`, solve the equations
                // x · (m − mean(a)) + y · (m − mean(b)) = m and x · stays(a) + y · stays(b) = stay.
                let (left, right) = (most - a.mean, most - b.mean);
                let determinant = left * b.stays - right * a.stays;
                let x = (most * b.stays - right * self.stay) / determinant;
                let y = (left * self.stay - most * a.stays) / determinant;
                let rest = 1.0 - x - y;
                let found = x.is_finite() && y.is_finite() && x >= 0.0 && y >= 0.0 && rest >= 0.0;
                found.then(|| (a.square * x + b.square * y + most * most * rest, vec![(first, x), (second, y)]))
            },
        );
        let admissible = one.filter(|(_, shares)| stays(shares) >= self.stay - AT_END);
        let (variance, shares) = admissible.chain(two).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut p = vec![0.0; self.noise.len()];
        for &(from, share) in &shares {
            p[from..=zero].iter_mut().for_each(|p| *p += share * stretches[from].stays);
        }
        p[last] += 1.0 - shares.iter().map(|(_, share)| share).sum::<f64>();
        Some(End { variance, p })
    }

    /// The distribution with mean zero on two noises, one on either side of 0.
    fn between(&self, below: usize, above: usize) -> Option<End> {
        let (low, high) = (f64::from(*self.noise.get(below)?), f64::from(*self.noise.get(above)?));
        if low >= 0.0 || high <= 0.0 {
            // Without a noise on each side of 0, only a row of noise 0 alone has mean zero.
            return self.zero.map(|zero| self.end(0.0, &[(zero, 1.0)]));
        }
        let width = high - low;
        Some(self.end(-low * high, &[(below, high / width), (above, -low / width)]))
    }

    fn end(&self, variance: f64, shares: &[(usize, f64)]) -> End {
        let mut p = vec![0.0; self.noise.len()];
        shares.iter().for_each(|&(at, share)| p[at] += share);
        End { variance, p }
    }
}

/// An end of the range of variances, and its distribution.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub variance: f64,
    pub p: Vec<f64>,
}

impl End {
    /// Whether a variance equals this end up to rounding.
    pub fn is(&self, variance: f64) -> bool {
        near(variance, self.variance)
    }
}

/// Whether two variances are equal up to rounding.
pub(super) fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= AT_END * other.max(1.0)
}

/// A distribution with equal probabilities from some noise up to 0.
struct Stretch {
    mean: f64,
    square: f64,
    /// The probability of each noise of the stretch, including noise 0.
    stays: f64,
}

impl Stretch {
    fn new(noise: &[i32]) -> Self {
        let stays = 1.0 / noise.len() as f64;
        let of = |value: &dyn Fn(f64) -> f64| noise.iter().map(|&noise| value(noise.into())).sum::<f64>() * stays;
        Self { mean: of(&|noise| noise), square: of(&|noise| noise * noise), stays }
    }
}
