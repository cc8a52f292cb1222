//! Averaging over partitions: the attacker averages several sums that count the same persons.
//!
//! **Knows** every published value, and the method with its p-table; no key.
//!
//! **Does**: consistency gives a cell one value in all tables. But the cell's count is also the sum of its parts along every
//! other axis, and of the codes that a level groups. These parts have their own noise. If x_0 is
//! the cell's value with error variance s_0, and x_i the sum of the values along axis i with variance s_i (the sum of
//! those of the parts), the best combination of independent estimates without bias is
//!
//! > x = (Σ x_i / s_i) / (Σ 1 / s_i), with variance 1 / Σ 1 / s_i,
//!
//! which is rounded. The variances are not those of the true counts, which nobody outside knows, but the mean squared error of a
//! published value over the counts that can have it, all equally likely before. Sums with a hidden part are left out.
//!
//! **Source**: Asghar and Kaafar (2020), "Averaging attacks on bounded noise-based disclosure control algorithms", PoPETs 2020
//! (2), sections 4 and 5.
//!
//! To weigh by how frequent counts are, as one can learn from all values of a view, was tried and found no better: the frequencies
//! that are learnt follow the noise.
//!
//! **Cannot find** what sums over two axes or more at once add (each has as many noises as parts), what sets of codes that are no
//! level add, nor what bounds and ties between noises give: those are `reconstruction` and the attacks on keys.

use super::candidates::Candidates;
use super::draw::wilson;
use super::equations::Equations;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::Status;

/// Limit of the share of cells with a right estimate. From a half on, an estimate is more likely right than wrong. The limit
/// leaves a margin for a better attack. It applies to the share after averaging, not to the gain of averaging: noise that
/// is mostly 0 leaves little to gain and protects least. With few cells, luck matters, so the limit applies to the lower
/// end of the 95 % interval. A p-table with variance 3 reaches 0.2 to 0.3 and one with variance 1 reaches 0.4; both pass.
/// Noise of −1, 0 and 1 with variance 0.5 reaches a half and fails.
const LIMIT: f64 = 0.45;
/// With normal errors of this standard deviation, a rounded estimate is right in nine of ten cases: 0.5 / 1.645.
const SURE: f64 = 0.304;

/// The combined estimates of a cell.
#[derive(Debug, Clone, Copy, Default)]
struct Estimate {
    /// Weighted sum of the estimates, and sum of the weights.
    sum: f64,
    weights: f64,
    /// An exact estimate, which overrides all others.
    exact: Option<f64>,
    /// Number of estimates.
    many: u32,
}

impl Estimate {
    fn add(&mut self, value: f64, variance: f64) {
        self.many += 1;
        if variance > 0.0 {
            self.sum += value / variance;
            self.weights += 1.0 / variance;
        } else {
            self.exact = Some(value);
        }
    }

    /// The whole number nearest to the combined estimate, at least 0.
    fn count(&self) -> i64 {
        self.exact.unwrap_or(self.sum / self.weights).round().max(0.0) as i64
    }

    fn deviation(&self) -> f64 {
        if self.exact.is_some() { 0.0 } else { self.weights.recip().sqrt() }
    }
}

/// Averages the values of each cell and of the sums of its parts.
pub fn averaging(evidence: &Evidence) -> Finding {
    let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
    let cells = || evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status).zip(&view.counts));
    // A value with the variance of its error; `None` for a hidden or uninformative value.
    let shown: Vec<Option<(f64, f64)>> = cells()
        .map(|((&value, &status), _)| {
            let is_known = status == Status::Shown && !candidates.counts(value).is_empty();
            is_known.then(|| (value as f64, candidates.error(value)))
        })
        .collect();
    let mut estimates = vec![Estimate::default(); shown.len()];
    for (estimate, shown) in estimates.iter_mut().zip(&shown) {
        if let &Some((value, variance)) = shown {
            estimate.add(value, variance);
        }
    }
    for line in 0..lines.len() {
        let (whole, parts) = lines.line(line);
        // A single part is the same cell, with the same noise.
        let values: Option<Vec<_>> = parts.iter().map(|&part| shown[part as usize]).collect();
        if let Some(values) = values.filter(|values| values.len() > 1) {
            let (value, variance) = values.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
            estimates[whole].add(value, variance);
        }
    }

    let (mut all, mut alone, mut right, mut sure) = (0, 0, 0, 0);
    let mut best: Option<(f64, usize)> = None;
    for (cell, ((&estimate, ((&value, &status), &count)), own)) in estimates.iter().zip(cells()).zip(&shown).enumerate()
    {
        if count == 0 {
            continue;
        }
        all += 1;
        alone += u64::from(status == Status::Shown && own.is_some() && candidates.most_likely(value) == count);
        if estimate.many == 0 {
            continue;
        }
        let is_right = estimate.count() == count as i64;
        right += u64::from(is_right);
        sure += u64::from(is_right && estimate.deviation() <= SURE);
        if best.is_none_or(|(least, _)| estimate.deviation() < least) {
            best = Some((estimate.deviation(), cell));
        }
    }
    let share = |of: u64| Figure::Share { of, all };
    let least = if all == 0 { 0.0 } else { wilson(right as usize, all as usize).0 };
    let percent = |of: u64| 100.0 * share(of).value();
    Finding {
        name: "averaging",
        says: format!(
            "Averaging the value of each cell and the sums of its parts along other axes, and rounding, gives the exact count \
             of {:.1} % of the {all} cells that are not empty; the values alone give that of {:.1} %.",
            percent(right),
            percent(alone),
        ),
        figures: vec![
            ("right after averaging, beyond chance", Figure::Number(least)),
            ("right after averaging", share(right)),
            ("right from the value alone", share(alone)),
            ("gain", Figure::Number(share(right).value() - share(alone).value())),
            ("right after averaging, and sure to be", share(sure)),
            ("smallest standard deviation", Figure::Number(best.map_or(0.0, |(deviation, _)| deviation))),
        ],
        limit: LIMIT,
        example: best.map(|(deviation, cell)| {
            let (view, place) = lines.place(cell);
            let estimate = estimates[cell];
            Example {
                published: words::cell(evidence, &evidence.views[view], place),
                truth: format!(
                    "{}; {} estimates average to {} with a standard deviation of {deviation:.2}",
                    evidence.views[view].counts[place],
                    estimate.many,
                    estimate.count(),
                ),
            }
        }),
        remedy: "publish fewer views (a smaller max_dimensions, never_together), or use a p-table with a larger variance",
    }
}

#[cfg(test)]
mod tests;
