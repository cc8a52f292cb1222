//! Finds the distribution of largest entropy with given means of a few quantities. This convex problem is solved in its
//! dual.
//!
//! Let s_1, …, s_k be quantities of the noise with given means m_1, …, m_k. The distribution of largest entropy with
//! these means is `p ∝ exp(x_1 s_1 + … + x_k s_k)` (Jaynes 1957). The tilts x minimise the convex function
//! `ln Σ exp(x · s) − x · m`. This function has at most three unknowns, for rows of any length. Its gradient consists
//! of the misses: the means minus the given means. Its second derivatives are the covariances of the quantities.
//! Newton's method therefore applies.
//!
//! *Monotony.* If p must not decrease up to noise 0, the best p for given tilts is ∝ exp(θ'), where θ' is the isotonic
//! regression of θ = x · s up to noise 0. Within a stretch where the condition binds, p is constant. Entropy plus θ · p
//! is then largest if ln p is the mean of θ over the stretch, up to the common factor. The dual function stays convex,
//! because it is a maximum over p of functions that are linear in x. Its gradient is continuous. Its second derivatives
//! are the covariances of the quantities, averaged over the stretches.

use std::array::from_fn;

/// Maximum number of unknowns: for the mean, the variance and the staying probability.
pub(super) const MOST: usize = 3;
/// Maximum number of Newton steps. A design takes about ten steps.
const STEPS: usize = 400;
/// Longest step. Quantities are of order one, so a step changes probabilities by a factor of at most about e^50.
const FARTHEST: f64 = 50.0;
/// Relative increase of each variance in Newton's step. It is larger than the rounding error of the elimination.
const RIDGE: f64 = 1e-13;
/// Misses below this limit are rounding errors if a full Newton step does not reduce them.
const ROUNDED: f64 = 1e-13;
/// Maximum number of halvings in the line search.
const HALVINGS: usize = 60;

/// A problem: quantities and their given means.
#[derive(Debug)]
pub(super) struct Tilt<'a> {
    /// θ for each noise if all tilts are 0.
    pub base: &'a [f64],
    /// The quantities, as values for each noise, and their given means.
    pub means: &'a [(&'a [f64], f64)],
    /// The position up to which p must not decrease, if p has this condition.
    pub monotone_to: Option<usize>,
}

/// The tilts that give the required means, and their distribution.
#[derive(Debug, Clone)]
pub(super) struct Tilted {
    pub tilts: [f64; MOST],
    pub p: Vec<f64>,
    /// The quantities, averaged over stretches of equal p.
    pub pooled: Vec<Vec<f64>>,
    /// The value of the dual function. `misses` holds each mean minus its given mean.
    value: f64,
    pub misses: [f64; MOST],
}

impl Tilt<'_> {
    /// Solves the problem, starting with the given tilts.
    pub fn solve(&self, start: [f64; MOST]) -> Tilted {
        let mut now = self.at(start);
        for _ in 0..STEPS {
            let step = self.step(&now);
            // Near the solution only the last digits of the value change. The misses then measure progress.
            let slope: f64 = step.iter().zip(&now.misses).map(|(step, miss)| step * miss).sum();
            let mut part = 1.0;
            let mut better = None;
            for _ in 0..HALVINGS {
                let mut tilts = now.tilts;
                tilts.iter_mut().zip(step).for_each(|(tilt, step)| *tilt += part * step);
                let next = self.at(tilts);
                let falls = next.value <= now.value + 1e-4 * part * slope && next.value < now.value;
                if falls || next.worst() < now.worst() && next.value <= now.value + 1e-12 * now.value.abs().max(1.0) {
                    better = Some(next);
                    break;
                }
                if now.worst() < ROUNDED {
                    break;
                }
                part *= 0.5;
            }
            let Some(next) = better else { break };
            now = next;
            if now.worst() == 0.0 {
                break;
            }
        }
        now
    }

    /// The distribution for given tilts.
    pub fn at(&self, tilts: [f64; MOST]) -> Tilted {
        let mut theta = self.base.to_vec();
        for ((quantity, _), tilt) in self.means.iter().zip(tilts) {
            theta.iter_mut().zip(*quantity).for_each(|(theta, value)| *theta += tilt * value);
        }
        let mut pooled: Vec<Vec<f64>> = self.means.iter().map(|(quantity, _)| quantity.to_vec()).collect();
        if let Some(to) = self.monotone_to {
            for (from, end) in even_stretches(&mut theta[..=to]) {
                pooled.iter_mut().for_each(|quantity| level(&mut quantity[from..end]));
            }
        }
        let most = theta.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut p: Vec<f64> = theta.iter().map(|theta| libm::exp(theta - most)).collect();
        let sum: f64 = p.iter().sum();
        p.iter_mut().for_each(|p| *p /= sum);
        let mut value = most + libm::log(sum);
        let mut misses = [0.0; MOST];
        for (at, (quantity, (_, mean))) in pooled.iter().zip(self.means).enumerate() {
            misses[at] = p.iter().zip(quantity).map(|(p, value)| p * (value - mean)).sum();
            value -= tilts[at] * mean;
        }
        Tilted { tilts, p, pooled, value, misses }
    }

    /// Newton's step: minus the inverse of the covariances times the misses.
    fn step(&self, now: &Tilted) -> [f64; MOST] {
        let mut step = solve_symmetric(now.covariances(), now.misses.map(|miss| -miss), self.means.len());
        if step.iter().zip(&now.misses).map(|(step, miss)| step * miss).sum::<f64>() >= 0.0 {
            // If p is concentrated on one noise, the covariances vanish. The misses still give a direction.
            let worst = now.worst();
            step = now.misses.map(|miss| if worst > 0.0 { -miss / worst * FARTHEST } else { 0.0 });
        }
        let farthest = step.iter().fold(0.0, |most, step| f64::max(most, step.abs()));
        if farthest > FARTHEST { step.map(|step| step * (FARTHEST / farthest)) } else { step }
    }
}

impl Tilted {
    /// The covariance of two quantities under p.
    pub fn covariance(&self, first: &[f64], second: &[f64]) -> f64 {
        let mean = |quantity: &[f64]| self.p.iter().zip(quantity).map(|(p, value)| p * value).sum::<f64>();
        let (one, other) = (mean(first), mean(second));
        self.p.iter().zip(first.iter().zip(second)).map(|(p, (a, b))| p * (a - one) * (b - other)).sum()
    }

    /// The covariances of the quantities.
    fn covariances(&self) -> [[f64; MOST]; MOST] {
        from_fn(|first| {
            from_fn(|second| match (self.pooled.get(first), self.pooled.get(second)) {
                (Some(one), Some(other)) => self.covariance(one, other),
                _ => 0.0,
            })
        })
    }

    /// The covariance of two quantities if the means of the tilted quantities stay constant.
    pub fn held_covariance(&self, first: &[f64], second: &[f64]) -> f64 {
        let with = |quantity: &[f64]| {
            from_fn(|at| self.pooled.get(at).map_or(0.0, |tilted| self.covariance(tilted, quantity)))
        };
        let held = solve_symmetric(self.covariances(), with(second), self.pooled.len());
        let explained: f64 = with(first).iter().zip(held).map(|(one, other)| one * other).sum();
        self.covariance(first, second) - explained
    }

    /// The largest absolute miss of a mean.
    pub fn worst(&self) -> f64 {
        self.misses.iter().fold(0.0, |worst, miss| f64::max(worst, miss.abs()))
    }
}

/// Isotonic regression in place (pool adjacent violators). Returns the levelled stretches as start and end.
fn even_stretches(theta: &mut [f64]) -> Vec<(usize, usize)> {
    // The start and the sum of each stretch so far.
    let mut stretches: Vec<(usize, f64)> = Vec::with_capacity(theta.len());
    for (at, &value) in theta.iter().enumerate() {
        stretches.push((at, value));
        while let [.., before, last] = &stretches[..] {
            let ends = at + 1;
            // Compare the means of the last two stretches, without a division.
            if before.1 * (ends - last.0) as f64 <= last.1 * (last.0 - before.0) as f64 {
                break;
            }
            let joined = (before.0, before.1 + last.1);
            stretches.truncate(stretches.len() - 2);
            stretches.push(joined);
        }
    }
    let ends = stretches.iter().skip(1).map(|stretch| stretch.0).chain([theta.len()]);
    let all: Vec<(usize, usize)> = stretches.iter().map(|stretch| stretch.0).zip(ends).collect();
    let levelled: Vec<(usize, usize)> = all.into_iter().filter(|(from, end)| end - from > 1).collect();
    levelled.iter().for_each(|&(from, end)| level(&mut theta[from..end]));
    levelled
}

/// Replaces all values by their mean.
fn level(values: &mut [f64]) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.fill(mean);
}

/// Solves a symmetric positive system of at most three unknowns by elimination. The largest diagonal pivot comes first.
/// An unknown with a vanishing pivot stays 0.
fn solve_symmetric(mut matrix: [[f64; MOST]; MOST], mut right: [f64; MOST], number: usize) -> [f64; MOST] {
    let scale = (0..number).map(|at| matrix[at][at]).fold(0.0, f64::max);
    // Limit the step along directions that vary only by rounding.
    (0..number).for_each(|at| matrix[at][at] *= 1.0 + RIDGE);
    let mut left: Vec<usize> = (0..number).collect();
    let mut order = Vec::with_capacity(number);
    while let Some((place, &pivot)) =
        left.iter().enumerate().max_by(|a, b| matrix[*a.1][*a.1].total_cmp(&matrix[*b.1][*b.1]))
    {
        left.remove(place);
        if matrix[pivot][pivot] <= scale * 1e-300 {
            break;
        }
        for &row in &left {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            matrix[row].iter_mut().zip(above).for_each(|(value, above)| *value -= factor * above);
            right[row] -= factor * right[pivot];
        }
        order.push(pivot);
    }
    let mut found = [0.0; MOST];
    for &pivot in order.iter().rev() {
        let known: f64 = (0..number).filter(|&at| at != pivot).map(|at| matrix[pivot][at] * found[at]).sum();
        found[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    found
}
