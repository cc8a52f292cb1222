//! From what is shown back to the counts that it can stand for: the rows of the method read backwards.

use std::collections::BTreeMap;

use super::Evidence;
use crate::base::MAX_COUNT;
use crate::protect::{CompiledMethod, Status};

/// The counts behind every value that is published, for somebody who knows the method.
#[derive(Debug)]
pub(super) struct Inverse {
    /// For each value the counts that can have it, in ascending order, with the probability that they do. None for a value
    /// that no count can have: what is not known to come from these rows tells nothing.
    counts: BTreeMap<i64, Vec<(u64, f64)>>,
    /// The least and the largest count that can be suppressed.
    suppressed: (u64, u64),
}

impl Inverse {
    /// Of all values of the evidence.
    pub fn new(evidence: &Evidence) -> Self {
        let mut counts = BTreeMap::new();
        for view in &evidence.views {
            for (&value, _) in view.values.iter().zip(&view.status).filter(|(_, status)| **status == Status::Shown) {
                counts.entry(value).or_insert_with(|| behind(&evidence.rows, value));
            }
        }
        Self { counts, suppressed: suppressed(&evidence.rows) }
    }

    /// The counts that can have a published value, in ascending order, each with the probability of that value.
    pub fn counts(&self, value: i64) -> &[(u64, f64)] {
        self.counts.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The least and the largest count that can be shown like this.
    pub fn bounds(&self, value: i64, status: Status) -> (u64, u64) {
        match (status, self.counts(value)) {
            (Status::Shown, [(least, _), .., (most, _)]) => (*least, *most),
            (Status::Shown, [(only, _)]) => (*only, *only),
            (Status::Suppressed, _) => self.suppressed,
            (Status::Shown, []) | (Status::Blocked, _) => (0, MAX_COUNT),
        }
    }

    /// The count that a value is most likely of, all counts being equally likely before; of equals the nearest.
    pub fn most_likely(&self, value: i64) -> u64 {
        let distance = |count: u64| (count as i64).abs_diff(value);
        let best = |a: &&(u64, f64), b: &&(u64, f64)| a.1.total_cmp(&b.1).then(distance(b.0).cmp(&distance(a.0)));
        self.counts(value).iter().max_by(best).map_or(value.max(0) as u64, |&(count, _)| count)
    }

    /// The mean squared distance of a value from its count, all counts being equally likely before. For noise without bias
    /// that is the same in all rows it is the variance of the noise; it serves rounding without chance as well.
    pub fn error(&self, value: i64) -> f64 {
        let counts = self.counts(value);
        let squared = |count: u64| ((count as i64 - value) as f64).powi(2);
        let sum: f64 = counts.iter().map(|&(count, chance)| chance * squared(count)).sum();
        sum / counts.iter().map(|&(_, chance)| chance).sum::<f64>()
    }
}

/// The counts that can have a value. Only those within the largest noise are looked at, whatever their size: rows of large
/// counts repeat, so that each is found without those before it.
fn behind(rows: &CompiledMethod, value: i64) -> Vec<(u64, f64)> {
    let (least, most) = rows.extremes();
    let mut counts = Vec::new();
    for count in (value - most).max(0)..=(value - least).min(MAX_COUNT as i64) {
        let (outcomes, draws) = rows.outcomes(count as u64);
        let found = outcomes.binary_search_by_key(&(value - count), |outcome| outcome.0);
        let mut chance = found.map_or(0.0, |at| outcomes[at].1 as f64 / draws as f64);
        if count == 0 && value == 0 && chance == 0.0 && rows.category_keys() {
            chance = 1.0; // a combination that cannot exist is shown as empty, whatever row 0 says
        }
        if chance > 0.0 && rows.status(count as u64, value) == Status::Shown {
            counts.push((count as u64, chance));
        }
    }
    counts
}

/// The least and the largest count that can be suppressed; both 0 where none is.
fn suppressed(rows: &CompiledMethod) -> (u64, u64) {
    let can_be = |count: &u64| {
        let (outcomes, _) = rows.outcomes(*count);
        // The lowest value is suppressed, if any is.
        let lowest = *count as i64 + outcomes.first().map_or(0, |&(noise, _)| noise);
        rows.status(*count, lowest) == Status::Suppressed
            || (*count == 0 && rows.category_keys() && rows.status(0, 0) == Status::Suppressed)
    };
    let (least, most) = rows.extremes();
    // From here on no noise takes a value below a threshold, and below `sure` every one does.
    let end = rows.shown_from().saturating_add_signed(-least).min(MAX_COUNT);
    let sure = rows.shown_from().saturating_add_signed(-most);
    let largest = (sure.saturating_sub(1)..end).rev().find(can_be);
    let smallest = (0..end).find(can_be);
    (smallest.unwrap_or(0), largest.unwrap_or(0))
}

#[cfg(test)]
mod tests;
