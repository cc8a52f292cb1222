//! Finds candidates: the true counts that can lead to a published value.
//!
//! An attacker who knows the method can list the possible noise of every count. A count n is a candidate of a value v
//! if v − n is a possible noise of n and the method shows v.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::base::MAX_COUNT;
use crate::protect::{CompiledMethod, Status};

/// `likely` ignores candidates whose probability is below this share of the largest probability.
const TAIL: f64 = 1e-3;

/// Maps each value to its candidates and their probabilities.
type CandidatesByValue = BTreeMap<i64, Rc<[(u64, f64)]>>;

/// Inverts a method: finds the counts that can lead to a value. Rows and values are computed at their first use.
#[derive(Debug)]
pub(super) struct Candidates<'a> {
    method: &'a CompiledMethod,
    /// The noise distributions, each in ascending order of the noise: one for each count with its own row, then one
    /// period.
    rows: Vec<OnceCell<Vec<(i64, f64)>>>,
    /// The last count with its own row, and the period with which the rows of larger counts repeat.
    repeats: (u64, u64),
    /// The smallest and the largest noise of the method.
    extremes: (i64, i64),
    values: RefCell<CandidatesByValue>,
    suppressed: OnceCell<(u64, u64)>,
}

/// A summary of the candidates of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CountSet {
    /// The smallest candidate; 0 for an empty set.
    pub least: u64,
    /// The largest candidate; 0 for an empty set.
    pub most: u64,
    /// Number of candidates.
    pub number: u64,
}

impl CountSet {
    fn of(counts: &[(u64, f64)]) -> Self {
        match counts {
            [] => Self { least: 0, most: 0, number: 0 },
            [(least, _), ..] => Self { least: *least, most: counts[counts.len() - 1].0, number: counts.len() as u64 },
        }
    }

    /// Number of counts between the smallest and the largest candidate that are not candidates.
    pub fn gaps(self) -> u64 {
        if self.number == 0 { 0 } else { self.most - self.least + 1 - self.number }
    }
}

impl<'a> Candidates<'a> {
    pub fn new(method: &'a CompiledMethod) -> Self {
        let repeats = method.repeats();
        Self {
            method,
            rows: vec![OnceCell::new(); (repeats.0 + repeats.1) as usize + 1],
            repeats,
            extremes: method.extremes(),
            values: RefCell::default(),
            suppressed: OnceCell::new(),
        }
    }

    /// Returns the possible noise of a count in ascending order, with probabilities.
    pub fn noises(&self, count: u64) -> &[(i64, f64)] {
        let (own, period) = self.repeats;
        let row = if count <= own { count } else { own + 1 + (count - own - 1) % period };
        self.rows[row as usize].get_or_init(|| {
            let (outcomes, draws) = self.method.outcomes(row);
            outcomes.into_iter().map(|(noise, weight)| (noise, weight as f64 / draws as f64)).collect()
        })
    }

    /// Returns the probability that a count gets this noise.
    pub fn chance(&self, count: u64, noise: i64) -> f64 {
        let noises = self.noises(count);
        noises.binary_search_by_key(&noise, |&(noise, _)| noise).map_or(0.0, |at| noises[at].1)
    }

    /// Returns the candidates of a value in ascending order, each with the probability that this count is published as
    /// this value. The list is empty for a value that the method never publishes.
    pub fn counts(&self, value: i64) -> Rc<[(u64, f64)]> {
        self.values.borrow_mut().entry(value).or_insert_with(|| self.find(value)).clone()
    }

    /// Computes the candidates of a value. The search covers the counts within the largest noise of the value.
    fn find(&self, value: i64) -> Rc<[(u64, f64)]> {
        let (least, most) = self.extremes;
        let near = value.saturating_sub(most).max(0)..=value.saturating_sub(least).min(MAX_COUNT as i64);
        let shown = near.filter(|&count| self.method.status(count as u64, value) == Status::Shown);
        let counts = shown.map(|count| {
            let chance = self.chance(count as u64, value - count);
            // A combination that cannot exist is published as 0, even if row 0 never gives 0.
            let cannot_exist = chance == 0.0 && (count, value) == (0, 0) && self.method.category_keys();
            (count as u64, if cannot_exist { 1.0 } else { chance })
        });
        counts.filter(|&(_, chance)| chance > 0.0).collect()
    }

    /// The probability that a count is published with a value and status.
    pub fn likelihood(&self, count: u64, value: i64, status: Status) -> f64 {
        match status {
            Status::Shown => {
                let counts = self.counts(value);
                counts.binary_search_by_key(&count, |&(count, _)| count).map_or(0.0, |at| counts[at].1)
            }
            Status::Suppressed => {
                let noises = self.noises(count).iter();
                let is_suppressed = |noise: i64| self.method.status(count, count as i64 + noise) == Status::Suppressed;
                noises.filter(|&&(noise, _)| is_suppressed(noise)).map(|&(_, chance)| chance).sum()
            }
            Status::Blocked => 1.0,
        }
    }

    /// The probabilities that the counts of a range are published with a value and status.
    pub fn likelihoods(
        &self,
        value: i64,
        status: Status,
        range: RangeInclusive<i64>,
    ) -> impl Iterator<Item = f64> + use<'_> {
        let counts = if status == Status::Shown { self.counts(value) } else { Rc::default() };
        let mut at = counts.partition_point(|&(count, _)| (count as i64) < *range.start());
        range.map(move |count| match (status, counts.get(at)) {
            (Status::Shown, Some(&(candidate, chance))) if candidate as i64 == count => {
                at += 1;
                chance
            }
            (Status::Shown, _) => 0.0,
            _ => self.likelihood(count as u64, value, status),
        })
    }

    /// Whether a count is a candidate of a value.
    pub fn is_possible(&self, count: u64, value: i64) -> bool {
        self.counts(value).binary_search_by_key(&count, |&(count, _)| count).is_ok()
    }

    /// Summarises all candidates of a value.
    pub fn set(&self, value: i64) -> CountSet {
        CountSet::of(&self.counts(value))
    }

    /// Summarises the candidates of a value without the tails of the noise. A p-table may leave out such small
    /// probabilities.
    pub fn likely(&self, value: i64) -> CountSet {
        let counts = self.counts(value);
        let least = TAIL * counts.iter().map(|&(_, chance)| chance).fold(0.0, f64::max);
        let is_likely = |&(_, chance): &(u64, f64)| chance >= least;
        match (counts.iter().position(is_likely), counts.iter().rposition(is_likely)) {
            (Some(first), Some(last)) => CountSet::of(&counts[first..=last]),
            _ => CountSet::of(&[]),
        }
    }

    /// Returns the smallest and the largest count that can be published with this value and status.
    pub fn bounds(&self, value: i64, status: Status) -> (u64, u64) {
        match status {
            Status::Shown => match self.set(value) {
                CountSet { number: 0, .. } => (0, MAX_COUNT),
                set => (set.least, set.most),
            },
            Status::Suppressed => *self.suppressed.get_or_init(|| self.find_suppressed()),
            Status::Blocked => (0, MAX_COUNT),
        }
    }

    /// Returns the most likely count of a value if all counts are equally likely beforehand. Ties go to the count
    /// nearest to the value.
    pub fn most_likely(&self, value: i64) -> u64 {
        let distance = |count: u64| (count as i64).abs_diff(value);
        let best = |a: &&(u64, f64), b: &&(u64, f64)| a.1.total_cmp(&b.1).then(distance(b.0).cmp(&distance(a.0)));
        self.counts(value).iter().max_by(best).map_or(value.max(0) as u64, |&(count, _)| count)
    }

    /// Returns the mean squared distance of a value from its count if all counts are equally likely beforehand. For
    /// unbiased noise with the same distribution in all rows, this is the variance of the noise. The distance is also
    /// defined for rounding without chance.
    pub fn error(&self, value: i64) -> f64 {
        let counts = self.counts(value);
        let squared = |count: u64| {
            let distance = (count as i64 - value) as f64;
            distance * distance
        };
        let sum: f64 = counts.iter().map(|&(count, chance)| chance * squared(count)).sum();
        sum / counts.iter().map(|&(_, chance)| chance).sum::<f64>()
    }

    /// Returns the smallest and the largest count that can be suppressed. Both are 0 if the method suppresses nothing.
    fn find_suppressed(&self) -> (u64, u64) {
        let can_be = |count: &u64| {
            // If any value of a count is suppressed, the lowest value is suppressed.
            let lowest = *count as i64 + self.noises(*count).first().map_or(0, |&(noise, _)| noise);
            self.method.status(*count, lowest) == Status::Suppressed
                || (*count == 0 && self.method.category_keys() && self.method.status(0, 0) == Status::Suppressed)
        };
        let (least, most) = self.extremes;
        // Counts from `end` on are never suppressed. Counts below `sure` are always suppressed.
        let end = self.method.shown_from().saturating_add_signed(-least).min(MAX_COUNT);
        let sure = self.method.shown_from().saturating_add_signed(-most);
        let largest = (sure.saturating_sub(1)..end).rev().find(can_be);
        let smallest = (0..end).find(can_be);
        (smallest.unwrap_or(0), largest.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests;
