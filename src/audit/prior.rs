//! Estimates how many cells of a view have each count, from the published values alone.
//!
//! **Source**: the expectation-maximisation estimate of a mixing distribution, Laird (1978), "Nonparametric maximum
//! likelihood estimation of a mixing distribution", JASA 73. Counts above 8 share an estimate with their neighbours,
//! because the noise hides the difference between neighbouring counts.

use std::collections::BTreeMap;

use super::Evidence;
use super::candidates::Candidates;
use crate::protect::Status;

/// Steps of the estimate. A prior need not converge.
const STEPS: usize = 60;
/// Counts up to this have an estimate of their own.
const SINGLE: i64 = 8;
/// Each class of larger counts is wider than the one below by this factor.
const GROWTH: f64 = 1.2;
/// Cells that a class has before any value is seen.
const SMOOTHING: f64 = 0.1;

/// For each view, the share of its cells with each count.
#[derive(Debug)]
pub(super) struct Priors {
    /// The least count of each class, ascending.
    classes: Vec<i64>,
    /// For each view, the probability of each single count of a class.
    views: Vec<Vec<f64>>,
}

impl Priors {
    pub fn new(evidence: &Evidence, candidates: &Candidates<'_>) -> Self {
        let shown = evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status));
        let most = shown.map(|(&value, &status)| candidates.bounds(value, status).1.min(1 << 40)).max().unwrap_or(0);
        let (mut classes, mut least, mut width) = (Vec::new(), 0_i64, 1.0_f64);
        while least <= most as i64 {
            classes.push(least);
            least += width as i64;
            if least > SINGLE {
                width *= GROWTH;
            }
        }
        classes.push(least);
        let mut priors = Self { classes, views: Vec::with_capacity(evidence.views.len()) };
        for view in &evidence.views {
            let mut cells: BTreeMap<(i64, bool), u64> = BTreeMap::new();
            for (&value, &status) in view.values.iter().zip(&view.status) {
                if status != Status::Blocked {
                    let is_shown = status == Status::Shown;
                    *cells.entry((if is_shown { value } else { 0 }, is_shown)).or_default() += 1;
                }
            }
            let estimate = priors.estimate(&cells, candidates);
            priors.views.push(estimate);
        }
        priors
    }

    /// The prior probability of a count in a view.
    pub fn chance(&self, view: usize, count: i64) -> f64 {
        self.views[view][self.class(count)]
    }

    fn class(&self, count: i64) -> usize {
        (self.classes.partition_point(|&least| least <= count) - 1).min(self.classes.len() - 2)
    }

    fn estimate(&self, cells: &BTreeMap<(i64, bool), u64>, candidates: &Candidates<'_>) -> Vec<f64> {
        let sizes: Vec<f64> = self.classes.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
        // For each value: its cells, and the mean chance of the value over the counts of each class.
        let mut values = Vec::with_capacity(cells.len());
        for (&(value, is_shown), &number) in cells {
            let status = if is_shown { Status::Shown } else { Status::Suppressed };
            let (least, most) = candidates.bounds(value, status);
            let mut chances: BTreeMap<usize, f64> = BTreeMap::new();
            for count in least as i64..=(most as i64).min(least as i64 + 4096) {
                let class = self.class(count);
                *chances.entry(class).or_default() += candidates.likelihood(count as u64, value, status) / sizes[class];
            }
            values.push((number as f64, chances));
        }
        let mut shares = vec![1.0 / sizes.len() as f64; sizes.len()];
        for _ in 0..STEPS {
            let mut next = vec![SMOOTHING; sizes.len()];
            for (number, chances) in &values {
                let sum: f64 = chances.iter().map(|(&class, chance)| chance * shares[class]).sum();
                if sum > 0.0 {
                    chances.iter().for_each(|(&class, chance)| next[class] += number * chance * shares[class] / sum);
                }
            }
            let sum: f64 = next.iter().sum();
            shares = next.iter().map(|share| share / sum).collect();
        }
        shares.iter().zip(&sizes).map(|(share, size)| share / size).collect()
    }
}
