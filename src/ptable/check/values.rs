//! The values that are published, and the possible counts behind each value.

use super::super::Posterior;
use super::ValueCheck;
use super::counts::Counts;

/// Counts with a probability below this share of the largest probability are in the tails of the noise. The audit uses
/// the same limit.
const TAIL: f64 = 1e-3;
/// Maximum number of steps to compute the values of a table. Published tables need fewer than 50,000 steps. A table
/// with noise in the thousands would need minutes.
const MOST_STEPS: u64 = 1 << 25;

/// The values that are published for at least one count.
pub(super) struct Published {
    /// Whether each value is published. Values are from 0 to the end of the first period of values.
    is: Vec<bool>,
    steady: u64,
    period: u64,
    /// Whether the published values were computed. If not, all values count as published.
    pub known: bool,
}

impl Published {
    pub fn new(counts: &Counts) -> Self {
        let (steady, period) = (counts.steady(), counts.repeats.period);
        let known = affordable(counts);
        let mut is = vec![!known; (steady + period) as usize];
        if known {
            for count in 0..steady + period + u64::from(counts.smallest.unsigned_abs()) {
                for &(noise, _) in counts.of(count).weights() {
                    if let Some(value) = is.get_mut(count.saturating_add_signed(noise.into()) as usize) {
                        *value = true;
                    }
                }
            }
        }
        Self { is, steady, period, known }
    }

    /// Whether a value is published for some count.
    pub fn is(&self, value: u64) -> bool {
        let above = value.saturating_sub(self.steady);
        let value = if value < self.steady { value } else { self.steady + above % self.period };
        self.is[value as usize]
    }

    /// Runs of values above 0 that are never shown.
    pub fn blocked(&self) -> Vec<(u64, u64)> {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for value in (1..self.is.len() as u64).filter(|&value| !self.is(value)) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => runs.push((value, value)),
            }
        }
        runs
    }

    /// Whether unpublished values recur with the period, without an upper limit.
    pub fn blocked_goes_on(&self) -> bool {
        (self.steady..self.steady + self.period).any(|value| !self.is(value))
    }
}

/// Returns what each published value discloses, from 0 to the end of the first period; empty if the computation takes
/// too long.
pub(super) fn values(counts: &Counts, level: f64) -> Vec<ValueCheck> {
    if !affordable(counts) {
        return Vec::new();
    }
    (0..counts.steady() + counts.repeats.period).filter_map(|value| one(counts, value, level)).collect()
}

fn affordable(counts: &Counts) -> bool {
    let values = counts.steady() + counts.repeats.period;
    values * (i64::from(counts.largest) - i64::from(counts.smallest) + 1).unsigned_abs() <= MOST_STEPS
}

fn one(counts: &Counts, value: u64, level: f64) -> Option<ValueCheck> {
    let causes = value.saturating_sub(counts.largest.unsigned_abs().into())
        ..=value.saturating_add(counts.smallest.unsigned_abs().into());
    let posterior = Posterior::new(causes, |count| {
        // The difference is at most the largest noise of the table, so it fits 32 bits.
        counts.of(count).weight((value as i64 - count as i64) as i32).into()
    })?;
    let (low, high) = posterior.range();
    let (likeliest, probability) = posterior.likeliest();
    Some(ValueCheck {
        value,
        low,
        high,
        number: posterior.number() as u64,
        likeliest,
        probability,
        gaps: gaps(&posterior, probability),
        shortest: posterior.shortest(level),
    })
}

/// Returns the number of impossible counts between likely counts.
fn gaps(posterior: &Posterior, most: f64) -> u64 {
    let (mut gaps, mut passed, mut last) = (0, 0, None);
    for (count, probability) in posterior.probabilities() {
        let Some(before) = last else {
            if probability >= TAIL * most {
                last = Some(count);
            }
            continue;
        };
        // Possible but unlikely counts are not gaps, and they do not end the search.
        passed += count - before - 1;
        last = Some(count);
        if probability >= TAIL * most {
            gaps += passed;
            passed = 0;
        }
    }
    gaps
}
