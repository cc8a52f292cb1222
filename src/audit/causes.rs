//! Which true counts can be behind a published value.
//!
//! Whoever knows the method knows for every count n the noises that it can have, and so for every value v the counts that can
//! be behind it: those n of which v − n is a noise, and of which v would be shown.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::protect::{CompiledMethod, Status};

/// Causes less likely than this times the likeliest are in the tails of the noise.
const TAIL: f64 = 1e-3;

/// The noises of every count.
pub(super) struct Causes<'a> {
    rows: &'a CompiledMethod,
    /// Where the noises of a count start, for counts from 0 up to one period above those with rows of their own.
    starts: Vec<usize>,
    /// Noises in ascending order, each with its probability.
    noises: Vec<(i64, f64)>,
    own: u64,
    period: u64,
    /// The smallest and the largest noise of all.
    range: (i64, i64),
    /// What was asked before.
    known: BTreeMap<i64, Set>,
}

/// A set of counts, in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Set {
    /// The smallest; 0 where there is none.
    pub least: u64,
    /// The largest.
    pub most: u64,
    /// How many there are.
    pub number: u64,
}

impl Set {
    /// How many counts between the smallest and the largest are not in it.
    pub fn gaps(self) -> u64 {
        if self.number == 0 { 0 } else { self.most - self.least + 1 - self.number }
    }
}

impl<'a> Causes<'a> {
    pub fn new(rows: &'a CompiledMethod) -> Self {
        let (own, period) = rows.repeats();
        let (mut starts, mut noises, mut range) = (vec![0], Vec::new(), (0, 0));
        for count in 0..=own + period {
            if count == 0 && !rows.category_keys() {
                // Empty cells all have the same draw, if any.
                noises.push((rows.protect(&[0], &[0]).values[0], 1.0));
            } else {
                let (outcomes, draws) = rows.distribution(count);
                noises.extend(outcomes.iter().map(|&(noise, weight)| (noise, weight as f64 / draws as f64)));
            }
            let new = &noises[*starts.last().unwrap_or(&0)..];
            range.0 = range.0.min(new.first().map_or(0, |first| first.0));
            range.1 = range.1.max(new.last().map_or(0, |last| last.0));
            starts.push(noises.len());
        }
        Self { rows, starts, noises, own, period, range, known: BTreeMap::new() }
    }

    /// The noises that a count can have, in ascending order, with their probabilities.
    pub fn noises(&self, count: u64) -> &[(i64, f64)] {
        let row = if count <= self.own { count } else { self.own + 1 + (count - self.own - 1) % self.period };
        &self.noises[self.starts[row as usize]..self.starts[row as usize + 1]]
    }

    /// The probability that a count gets a noise.
    pub fn chance(&self, count: u64, noise: i64) -> f64 {
        let noises = self.noises(count);
        noises.binary_search_by_key(&noise, |&(noise, _)| noise).map_or(0.0, |at| noises[at].1)
    }

    /// Whether a count can be shown as a value.
    pub fn is_possible(&self, count: u64, value: i64) -> bool {
        self.chance(count, value - count as i64) > 0.0 && self.rows.status(count, value) == Status::Shown
    }

    /// The counts that any noise of the method could turn into a value, whether it is one of theirs or not.
    pub fn around(&self, value: i64) -> Range<u64> {
        let (least, most) = (value.saturating_sub(self.range.1), value.saturating_sub(self.range.0));
        least.max(0) as u64..most.saturating_add(1).max(0) as u64
    }

    /// The counts that can be shown as a value.
    pub fn of(&mut self, value: i64) -> Set {
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        let mut set = Set { least: 0, most: 0, number: 0 };
        for count in self.around(value).filter(|&count| self.is_possible(count, value)) {
            let least = if set.number == 0 { count } else { set.least };
            set = Set { least, most: count, number: set.number + 1 };
        }
        self.known.insert(value, set);
        set
    }

    /// The same without the tails on either side: there a probability may be too small for the row to have it.
    pub fn likely(&self, value: i64) -> Set {
        let chance =
            |count| if self.is_possible(count, value) { self.chance(count, value - count as i64) } else { 0.0 };
        let chances: Vec<(u64, f64)> = self.around(value).map(|count| (count, chance(count))).collect();
        let least = TAIL * chances.iter().map(|&(_, chance)| chance).fold(0.0, f64::max);
        let is_likely = |&(_, chance): &(u64, f64)| chance > 0.0 && chance >= least;
        match (chances.iter().position(is_likely), chances.iter().rposition(is_likely)) {
            (Some(first), Some(last)) => {
                let number = chances[first..=last].iter().filter(|&&(_, chance)| chance > 0.0).count() as u64;
                Set { least: chances[first].0, most: chances[last].0, number }
            }
            _ => Set { least: 0, most: 0, number: 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{D5, Sample};
    use super::*;

    /// From the rows of the p-table: 3 is 1 + 2, 2 + 1 and so on to 8 − 5; 1 and 2 are never shown.
    #[test]
    fn causes_by_hand() {
        let evidence =
            Sample::drawn(&[2], 10, 1).method(r#"{ "kind": "cell-key", "ptable": "p" }"#, D5).evidence(&[""]);
        let mut causes = Causes::new(&evidence.rows);
        assert_eq!(causes.of(0), Set { least: 0, most: 5, number: 6 });
        assert_eq!(causes.of(1).number + causes.of(2).number + causes.of(-1).number, 0);
        assert_eq!(causes.of(3), Set { least: 1, most: 8, number: 8 });
        assert_eq!(causes.of(1000), Set { least: 995, most: 1005, number: 11 });
        assert!((causes.chance(1, -1) - 0.734_469_54).abs() < 1e-9);
    }

    /// Only multiples of the base are shown, and below it nothing is: 5 is 5, 6 and 7 where 3 and 4 are suppressed.
    #[test]
    fn what_is_suppressed_is_no_cause() {
        let method = r#"{ "kind": "threshold-rounding", "threshold": 5, "base": 5 }"#;
        let evidence = Sample::drawn(&[2], 10, 1).method(method, "").evidence(&[""]);
        let mut causes = Causes::new(&evidence.rows);
        assert_eq!(causes.of(5), Set { least: 5, most: 7, number: 3 });
        assert_eq!(causes.of(10), Set { least: 8, most: 12, number: 5 });
        assert_eq!((causes.of(0).number, causes.of(7).number), (0, 0));
    }
}
