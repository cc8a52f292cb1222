//! Risk after protection, and information gain, computed from the formulas cell by cell.

use std::collections::BTreeMap;

use cellveil::measure::{Cells, Divisor, Multiplier, Terms};
use cellveil::protect::{CompiledMethod, Status};

/// Returns the probabilities of the published values of a count. `None` means suppressed.
pub fn published(rows: &CompiledMethod, count: u64) -> BTreeMap<Option<i64>, f64> {
    let (noises, draws) = rows.outcomes(count);
    let mut chances = BTreeMap::new();
    for (noise, hits) in noises {
        let value = count as i64 + noise;
        let shown = (rows.status(count, value) == Status::Shown).then_some(value);
        *chances.entry(shown).or_insert(0.0) += hits as f64 / draws as f64;
    }
    chances
}

/// Computes the terms of the risk after protection.
pub fn terms(cells: &Cells<'_>, rows: &CompiledMethod, multiplier: Multiplier, divisor: Divisor) -> Terms {
    let at = |cell: usize| match cells.status[cell] {
        Status::Shown => Some(Some(cells.values[cell])),
        Status::Suppressed => Some(None),
        Status::Blocked => None,
    };
    let all = cells.counts.len();
    // The sum over cells equals `Σ_i n_i`.
    let mut sums: BTreeMap<Option<i64>, f64> = BTreeMap::new();
    let mut cells_of: BTreeMap<Option<i64>, f64> = BTreeMap::new();
    for cell in (0..all).filter(|&cell| at(cell).is_some()) {
        for (value, chance) in published(rows, cells.counts[cell]) {
            *sums.entry(value).or_insert(0.0) += cells.counts[cell] as f64 * chance;
            *cells_of.entry(value).or_insert(0.0) += chance;
        }
    }
    let blocked: Vec<f64> = (0..all).filter(|&cell| at(cell).is_none()).map(|cell| cells.counts[cell] as f64).collect();
    let expected: Vec<f64> = (0..all)
        .map(|cell| match at(cell) {
            None => blocked.iter().sum::<f64>() / blocked.len() as f64,
            Some(value) => {
                let same = match divisor {
                    Divisor::Expected => cells_of[&value],
                    Divisor::Realised => (0..all).filter(|&other| at(other) == Some(value)).count() as f64,
                };
                sums.get(&value).copied().unwrap_or(0.0) / same
            }
        })
        .collect();
    let is_empty = |cell: &usize| cells.counts[*cell] == 0;
    let is_zero = |cell: &usize| at(*cell) == Some(Some(0));
    let empty = (0..all).filter(is_empty).count() as f64;
    let either = (0..all).filter(|cell| is_empty(cell) || is_zero(cell)).count() as f64;
    let both = (0..all).filter(|cell| is_empty(cell) && is_zero(cell)).count() as f64;
    let n: f64 = cells.counts.iter().map(|&count| count as f64).sum();
    let part = |keep: &dyn Fn(f64) -> bool| entropy(expected.iter().copied().filter(|&value| keep(value)).collect());
    Terms {
        zeros: if both > 0.0 { (empty / all as f64).powf(either / both) } else { 0.0 },
        entropy: part(&|_| true) * (multiplier.small + multiplier.large) / 2.0,
        entropy_small: part(&|value| value <= 6.0) * multiplier.small,
        entropy_large: part(&|value| value > 6.0) * multiplier.large,
        size: -(1.0 / n.sqrt()) * (1.0 / (std::f64::consts::E * n.sqrt())).ln(),
    }
}

/// The second term of equation (3), as printed.
pub fn entropy(values: Vec<f64>) -> f64 {
    let (k, n) = (values.len() as f64, values.iter().sum::<f64>());
    if k < 2.0 || n == 0.0 {
        return 0.0;
    }
    let sum: f64 = values.iter().filter(|&&value| value > 0.0).map(|value| value * value.ln()).sum();
    1.0 - (n * n.ln() - sum) / (n * k.ln())
}

/// Computes `(H(X) − H(X|Y)) / H(X)` with p(x|y).
pub fn information_gain(rows: &CompiledMethod, prior: &[(u64, f64)]) -> f64 {
    let h = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    let mut joint: BTreeMap<Option<i64>, Vec<f64>> = BTreeMap::new();
    for &(count, chance) in prior {
        for (value, given) in published(rows, count) {
            joint.entry(value).or_default().push(chance * given);
        }
    }
    let of_counts: f64 = prior.iter().map(|&(_, chance)| h(chance)).sum();
    let left: f64 = joint
        .values()
        .map(|counts| {
            let all: f64 = counts.iter().sum();
            all * counts.iter().map(|&count| h(count / all)).sum::<f64>()
        })
        .sum();
    (of_counts - left) / of_counts
}
