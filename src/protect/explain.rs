//! Explains a published value: reads the rows of a method backwards, by Bayes' rule.
//!
//! Pr(n | v) = w(n) Pr(v | n) / Σ w(m) Pr(v | m) over the counts m that can be published as v. The weights w are all 1, as if every
//! count were as likely as any other beforehand, or the number of a table's cells with each count. Pr(v | n) is the share of
//! draws that take n to v, where v is then shown; for what is suppressed, the share that takes n below the threshold.
//!
//! Probabilities of all counts are in units of one draw of the cell's: a dense p-table's number of keys divides the modulus, so
//! that an entry of it is a whole number of these. So nothing is rounded before the last division.
//!
//! A method that fixes how many cells of a table make each move gives each cell, by itself, the distribution of its row: that is what is
//! explained. A combination that cannot exist is 0 whatever is said here.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::compiled::{CompiledMethod, Entries, Intervals, Status};
use crate::base::MAX_COUNT;
use crate::ptable::Posterior;

/// Maximum counts behind one value: 2^21, which rounding with the largest base needs.
pub const MOST_CAUSES: u64 = 1 << 21;

/// The counts that a published value or a suppressed cell can stand for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The published value, or `None` for a suppressed cell.
    pub value: Option<u64>,
    /// The smallest count of the shortest interval with at least the requested probability.
    pub low: u64,
    /// The largest count of this interval.
    pub high: u64,
    /// The probability that the count is in the interval.
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
    /// `flat` if every count is equally likely beforehand, `table` if the prior is the counts of a table's cells.
    pub prior: &'static str,
}

/// Why there is no explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unexplained {
    /// No count is published with this value.
    Never,
    /// More counts than [`MOST_CAUSES`] can be behind it.
    TooMany,
}

impl CompiledMethod {
    /// The counts that are looked at for a value, or for a suppressed one where there is none: all that any noise of the method could
    /// take there.
    ///
    /// # Errors
    /// Nothing can be suppressed, or the counts are too many.
    pub fn causes(&self, value: Option<u64>) -> Result<RangeInclusive<u64>, Unexplained> {
        let (fall, rise) = self.extremes();
        let below = |bound: u64| bound.saturating_add(fall.unsigned_abs()).min(MAX_COUNT);
        let (first, last) = match value {
            Some(value) => (value.saturating_sub(rise as u64), below(value)),
            None if self.shown_from() == 0 => return Err(Unexplained::Never),
            // From here on, nothing takes a count below a threshold.
            None => (0, below(self.shown_from()) - 1),
        };
        if first > last {
            return Err(Unexplained::Never);
        }
        if last - first >= MOST_CAUSES { Err(Unexplained::TooMany) } else { Ok(first..=last) }
    }

    /// The counts that can be behind a value, or behind a suppressed one where there is none, with their probabilities. `prior` has the
    /// number of cells with each of the counts of [`causes`](Self::causes), in order; at most 2^53 cells together. Without
    /// it every count is as likely as any other beforehand.
    ///
    /// # Errors
    /// Nothing is published like this, or too many counts can be.
    ///
    /// ```
    /// # use cellveil::key::{Combine, KeyGroup, Modulus};
    /// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
    /// let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
    /// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 3 }"#)?)?;
    /// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
    /// let posterior = rows.posterior(Some(3), None).expect("3 is published");
    /// // 3 is 3 itself, and 2 and 4 with two thirds of their draws, 1 and 5 with one.
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

    /// What a value says, or a suppressed one where there is none: see [`posterior`](Self::posterior). `level`, from 0 to 1, is
    /// the probability that the interval has at least.
    ///
    /// # Errors
    /// As [`posterior`](Self::posterior).
    pub fn explain(&self, value: Option<u64>, level: f64, prior: Option<&[u64]>) -> Result<Explanation, Unexplained> {
        let posterior = self.posterior(value, prior)?;
        let interval = posterior.shortest(level);
        let (least, most) = posterior.range();
        let (likeliest, likeliest_probability) = posterior.likeliest();
        let (low, high, probability) = (interval.low, interval.high, interval.probability);
        let prior = if prior.is_some() { "table" } else { "flat" };
        Ok(Explanation { value, low, high, probability, least, most, likeliest, likeliest_probability, level, prior })
    }

    /// Number of draws that give a count a result with some property.
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
