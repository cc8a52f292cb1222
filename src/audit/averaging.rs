//! Averaging over partitions: the attacker averages several sums that count the same persons.
//!
//! **Knows** every published value, and the method with its p-table, but no key.
//!
//! **Does**: a consistent method gives a cell one value in all tables. But the cell's count is also the sum of its
//! parts along every other axis, and of the codes that a level groups. These parts have their own noise. Let x_0 be the
//! cell's value and s_0 the variance of its error. Let x_i be the sum of the parts' values along axis i, and s_i the
//! sum of the parts' variances. The best unbiased combination of these independent estimates is
//!
//! > x = (Σ x_i / s_i) / (Σ 1 / s_i), with variance 1 / Σ 1 / s_i.
//!
//! The attack rounds x. An outsider does not know the true counts, so the variances are estimates: the mean squared
//! error of a published value over the counts that can have this value, with all counts equally likely beforehand. The
//! attack omits sums with a hidden part.
//!
//! **Source**: Asghar and Kaafar (2020), "Averaging attacks on bounded noise-based disclosure control algorithms",
//! PoPETs 2020 (2), sections 4 and 5.
//!
//! Weights by the frequency of counts, estimated from all values of a view, gave no better results. The estimated
//! frequencies follow the noise.
//!
//! **Cannot find** what three other sources add. Sums over two or more axes at once have the noise of every part. Sets
//! of codes that form no level are not tried. `reconstruction` covers bounds, and the attacks on keys cover related
//! noise.

use super::candidates::Candidates;
use super::equations::Equations;
use super::groups::{Cases, Groups};
use super::steps::Cells;
use super::{Evidence, Example, Figure, Finding, remedy, words};
use crate::protect::Status;

/// Limit of the share of cells with a right estimate. From a half on, an estimate is more likely right than wrong. The
/// limit leaves a margin for a better attack. The limit applies to the share after averaging, because the gain would
/// mislead: noise that is mostly 0 protects least and leaves little to gain. With few cells, chance matters, so the
/// limit applies to the lower end of the 95 % interval, in the worst group of tables (`groups`). A p-table with
/// variance 3 reaches 0.2 to 0.3 and one with variance 1 reaches 0.4; both pass. Noise of −1, 0 and 1 with variance
/// 0.5 reaches a half and fails.
const LIMIT: f64 = 0.45;
/// Largest standard deviation at which a rounded estimate with a normal error is right in nine of ten cases:
/// 0.5 / 1.645.
const SURE: f64 = 0.304;

/// The combined estimates of one cell's count.
#[derive(Debug, Clone, Copy, Default)]
struct Estimate {
    /// The sum of the weighted estimates, then the sum of the weights.
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
        self.average().round().max(0.0) as i64
    }

    fn average(&self) -> f64 {
        self.exact.unwrap_or(self.sum / self.weights)
    }

    fn deviation(&self) -> f64 {
        if self.exact.is_some() { 0.0 } else { self.weights.recip().sqrt() }
    }
}

/// Runs the attack: estimates each cell's count from its value and from the sums of its parts.
pub fn averaging(evidence: &Evidence) -> Finding {
    let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
    let cells =
        || evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status).zip(view.scoring_counts()));
    // Each value with the variance of its error. `None` for a hidden value and for a value without candidates.
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
        // A total with a single part counts the same records as the part, so both have the same noise, unless each view
        // has draws of its own.
        let values: Option<Vec<_>> = parts.iter().map(|&part| shown[part as usize]).collect();
        if let Some(values) = values.filter(|values| values.len() > 1 || evidence.draws_by_view) {
            let (value, variance) = values.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
            estimates[whole].add(value, variance);
        }
    }

    let (mut all, mut alone, mut right, mut sure) = (0, 0, 0, 0);
    let mut by_view = vec![Cases::default(); evidence.views.len()];
    let mut least = f64::INFINITY;
    let mut best: Option<(f64, usize)> = None;
    for (cell, ((&estimate, ((&value, &status), &count)), own)) in estimates.iter().zip(cells()).zip(&shown).enumerate()
    {
        if count == 0 {
            continue;
        }
        all += 1;
        let of_view = &mut by_view[lines.place(cell).0];
        of_view.cases += 1;
        alone += u64::from(status == Status::Shown && own.is_some() && candidates.most_likely(value) == count);
        if estimate.many == 0 {
            continue;
        }
        let is_right = estimate.count() == count as i64;
        right += u64::from(is_right);
        of_view.right += u64::from(is_right);
        sure += u64::from(is_right && estimate.deviation() <= SURE);
        least = least.min(estimate.deviation());
        // The example is a right average of several estimates.
        if is_right && estimate.many > 1 && best.is_none_or(|(least, _)| estimate.deviation() < least) {
            best = Some((estimate.deviation(), cell));
        }
    }
    let share = |of: u64| Figure::Share { of, all };
    let mut groups = Groups::default();
    evidence.views.iter().zip(by_view).for_each(|(view, cases)| groups.add(view, cases));
    let worst = groups.worst(Cases::beyond_chance);
    let percent = |of: u64| 100.0 * share(of).value();
    Finding {
        name: "averaging",
        says: format!(
            "An attacker averages the value of each cell with the sums of its parts, and rounds the average. The \
             average gives the exact count of {:.1} % of the {all} cells with people. The value alone gives the exact \
             count of {:.1} %. The worst group: {}.",
            percent(right),
            percent(alone),
            worst.words(evidence),
        ),
        figures: vec![
            (
                "right counts after averaging, beyond chance (worst group of tables)",
                Figure::Number(worst.cases.beyond_chance()),
            ),
            ("right counts after averaging", share(right)),
            ("right counts from the value alone", share(alone)),
            ("gain from averaging", Figure::Number(share(right).value() - share(alone).value())),
            ("right and nearly certain counts after averaging", share(sure)),
            ("smallest standard deviation of an average", Figure::Number(if least.is_finite() { least } else { 0.0 })),
        ],
        limit: LIMIT,
        blocked: None,
        example: best.map(|(deviation, cell)| {
            let (view, place) = lines.place(cell);
            let estimate = estimates[cell];
            Example {
                published: words::cell(evidence, &evidence.views[view], place),
                truth: format!(
                    "the count is {}; the average of {} estimates is {}, with a standard deviation of {deviation:.2}",
                    evidence.views[view].scoring_counts()[place],
                    estimate.many,
                    estimate.count(),
                ),
                steps: Cells { evidence, lines: &lines }.average(cell, estimate.average(), deviation),
            }
        }),
        remedy: remedy::fewer_views_or_more_noise(&evidence.method),
    }
}

#[cfg(test)]
mod tests;
