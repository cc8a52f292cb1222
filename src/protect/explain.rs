//! Explains a published value: computes the probabilities of the possible true counts by Bayes' rule.
//!
//! Pr(n | v) = w(n) Pr(v | n) / Σ w(m) Pr(v | m), summed over the counts m that can be published as v. The weights w
//! are the prior: all 1, or the number of a table's cells with each count. Pr(v | n) is the share of draws that publish
//! n as v. For a suppressed cell, Pr(v | n) is the share of draws that suppress n.
//!
//! A share is computed in whole draws. The number of keys of a dense p-table divides the modulus, so a whole number of
//! draws selects each entry. Only the last division rounds.
//!
//! A transition matrix with `control = "total"` fixes the number of moves in a table. Each cell still has the
//! distribution of its row, and explanations use this distribution. An impossible combination of codes always has count
//! 0. Explanations do not use this fact.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::compiled::{CompiledMethod, Entries, Intervals, Status};
use crate::base::MAX_COUNT;
use crate::ptable::Posterior;

/// Maximum number of possible counts of one value: 2^21. Rounding to the largest base needs almost this number.
pub const MOST_CAUSES: u64 = 1 << 21;

/// The possible true counts of a published value or a suppressed cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The published value, or `None` for a suppressed cell.
    pub value: Option<u64>,
    /// Lower end of the shortest interval of counts with at least the requested probability.
    pub low: u64,
    /// Upper end of the shortest interval of counts with at least the requested probability.
    pub high: u64,
    /// The probability that the count is from `low` to `high`.
    pub probability: f64,
    /// The smallest possible count.
    pub least: u64,
    /// The largest possible count.
    pub most: u64,
    /// The likeliest count; ties go to the smallest.
    pub likeliest: u64,
    /// The probability of the likeliest count.
    pub likeliest_probability: f64,
    /// The requested minimum probability of the interval.
    pub level: f64,
    /// The prior: `flat` if all counts are equally likely, `table` if the cells of a table define the probabilities.
    pub prior: &'static str,
}

/// The explanation of a value with the probabilities of its counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The explanation, with a flat prior.
    pub explanation: Explanation,
    /// The sum of Pr(value | n) over all counts n. Times the probability of a count n, this is Pr(value | n). 0 if
    /// unknown.
    pub evidence: f64,
    /// The probabilities of the counts from `least` to `most`. Empty if they are unknown, or more than
    /// [`MOST_PROBABILITIES`].
    pub probabilities: Vec<f64>,
}

/// Maximum number of listed probabilities of one value.
pub const MOST_PROBABILITIES: usize = 1 << 13;

/// The reason why a value has no explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unexplained {
    /// No count can have this result.
    Never,
    /// More than [`MOST_CAUSES`] counts can have this result.
    TooMany,
}

impl CompiledMethod {
    /// The range of counts that noise can change to `value`. If `value` is `None`, the range of counts that can be
    /// suppressed.
    ///
    /// # Errors
    /// [`Unexplained`] if there is no possible count, or more than [`MOST_CAUSES`] possible counts.
    pub fn causes(&self, value: Option<u64>) -> Result<RangeInclusive<u64>, Unexplained> {
        let (fall, rise) = self.extremes();
        let below = |bound: u64| bound.saturating_add(fall.unsigned_abs()).min(MAX_COUNT);
        let (first, last) = match value {
            Some(value) => (value.saturating_sub(rise as u64), below(value)),
            None if self.shown_from() == 0 => return Err(Unexplained::Never),
            // The value of a larger count is never below the threshold, even with the smallest noise.
            None => (0, below(self.shown_from()) - 1),
        };
        if first > last {
            return Err(Unexplained::Never);
        }
        if last - first >= MOST_CAUSES { Err(Unexplained::TooMany) } else { Ok(first..=last) }
    }

    /// The possible counts of the published value `value`, with their probabilities. If `value` is `None`, the possible
    /// counts of a suppressed cell. `prior` holds a number of cells for each count of [`causes`](Self::causes), in
    /// ascending order of the counts. The sum is at most 2^53. Without `prior`, all counts are equally likely.
    ///
    /// # Errors
    /// [`Unexplained`] if there is no possible count, or more than [`MOST_CAUSES`] possible counts.
    ///
    /// ```
    /// # use cellveil::key::{Combine, KeyGroup, Modulus};
    /// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
    /// let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
    /// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 3 }"#)?)?;
    /// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
    /// let posterior = rows.posterior(Some(3), None).expect("3 is published");
    /// // 3 stays 3. The counts 2 and 4 become 3 with probability 2/3, and 1 and 5 with probability 1/3.
    /// assert_eq!((posterior.range(), posterior.likeliest().0), ((1, 5), 3));
    /// assert!((posterior.likeliest().1 - 1.0 / 3.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn posterior(&self, value: Option<u64>, prior: Option<&[u64]>) -> Result<Posterior, Unexplained> {
        let counts = self.causes(value)?;
        let first = *counts.start();
        let wanted = if value.is_some() { Status::Shown } else { Status::Suppressed };
        let posterior = Posterior::new(counts, |count| {
            let weight = prior.map_or(1, |prior| prior.get((count - first) as usize).copied().unwrap_or(0));
            let is_so =
                |result: i64| self.status(count, result) == wanted && value.is_none_or(|value| value as i64 == result);
            if weight == 0 { 0 } else { u128::from(weight) * u128::from(self.share(count, &is_so)) }
        });
        posterior.ok_or(Unexplained::Never)
    }

    /// Explains the published value `value`, or a suppressed cell if `value` is `None`. `level`, from 0 to 1, is the
    /// minimum probability of the interval. `prior` is described at [`posterior`](Self::posterior).
    ///
    /// # Errors
    /// The errors of [`posterior`](Self::posterior).
    pub fn explain(&self, value: Option<u64>, level: f64, prior: Option<&[u64]>) -> Result<Explanation, Unexplained> {
        let prior_word = if prior.is_some() { "table" } else { "flat" };
        Ok(explanation(value, level, prior_word, &self.posterior(value, prior)?))
    }

    /// Explains a value as [`explain`](Self::explain) does with a flat prior, and lists the probabilities of its counts.
    ///
    /// # Errors
    /// The errors of [`posterior`](Self::posterior).
    pub fn distribution_of(&self, value: Option<u64>, level: f64) -> Result<Distribution, Unexplained> {
        let posterior = self.posterior(value, None)?;
        let explanation = explanation(value, level, "flat", &posterior);
        let (least, most) = posterior.range();
        let is_short = most - least < MOST_PROBABILITIES as u64;
        let probabilities = if is_short { posterior.dense().collect() } else { Vec::new() };
        Ok(Distribution { explanation, evidence: posterior.sum() as f64 / self.draws as f64, probabilities })
    }

    /// The value from which explanations repeat, and the period. With a flat prior, a larger or equal value has the
    /// explanation of the value less the period, with all counts raised by the period.
    ///
    /// Proof: all counts that can become such a value less the period are above the last own row and above every
    /// suppressed count. So each of these counts, and the count plus the period, share a row.
    pub(crate) fn explanations_repeat(&self) -> (u64, u64) {
        let ((own, period), (_, rise)) = (self.repeats(), self.extremes());
        let start = own.max(self.shown_from()).saturating_add(rise as u64 + 1);
        (start.saturating_add(period), period)
    }

    /// Counts the draws for which `is_so` is true for the value of `count`.
    fn share(&self, count: u64, is_so: &dyn Fn(i64) -> bool) -> u64 {
        if count == 0 && !(self.row_zero && self.category_keys) {
            // All empty cells have the same result.
            return if is_so(self.protect(&[0], &[0]).values[0]) { self.draws } else { 0 };
        }
        let row = self.row(count);
        let result = |noise: i32| is_so(count as i64 + i64::from(noise));
        match &self.entries {
            Entries::Direct { keys, noise } => {
                let row = &noise[row * *keys as usize..(row + 1) * *keys as usize];
                let entries = row.iter().filter(|noise| result(**noise)).count();
                entries as u64 * (self.draws / keys)
            }
            Entries::Intervals(Intervals { starts, bounds, noise, .. }) => {
                let (mut before, mut share) = (0, 0);
                for at in starts[row] as usize..starts[row + 1] as usize {
                    if result(noise[at]) {
                        share += bounds[at] - before;
                    }
                    before = bounds[at];
                }
                share
            }
        }
    }
}

fn explanation(value: Option<u64>, level: f64, prior: &'static str, posterior: &Posterior) -> Explanation {
    let interval = posterior.shortest(level);
    let (least, most) = posterior.range();
    let (likeliest, likeliest_probability) = posterior.likeliest();
    let (low, high, probability) = (interval.low, interval.high, interval.probability);
    Explanation { value, low, high, probability, least, most, likeliest, likeliest_probability, level, prior }
}
