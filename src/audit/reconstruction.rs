//! Reconstruction: finds the counts that all published views together allow.
//!
//! **The attacker knows** every published value of every view, and the method with its p-table, but no key.
//!
//! **The attack** has three steps. Each step retains every table of counts that agrees with the published values.
//! 1. A value alone: its candidates are the counts n whose row can give this value (`candidates`). Noise bounded by D
//!    leaves 2D + 1 candidates.
//! 2. Intervals: every total is the sum of its parts, along each axis and from each level to its codes. All these
//!    equations narrow the bounds until nothing changes (`bounds`).
//! 3. Linear programs: the smallest and the largest count of a cell under all equations around the cell (`program`),
//!    for a sample of the cells that step 2 leaves open.
//!
//! **Source**: Dobra and Fienberg (2000), "Bounds for cell entries in contingency tables given marginal totals", PNAS
//! 97, for bounds of cells from their margins. Dinur and Nissim (2003), "Revealing information while preserving
//! privacy", PODS, for attacks by linear programs on noisy sums. Garfinkel, Abowd and Martindale (2019), ACM Queue 16,
//! for the attack on a census.
//!
//! **Cannot find** a count that is certain only because counts are whole numbers, or only by equations outside one
//! program. It finds only certain counts: a count with a probability of 0.99 is not counted as known.
//!
//! # Caller must ensure
//! The method computes each published value from the count of the same cell. This is false for a total that is the sum
//! of protected parts (`totals = "sum"`).

use super::bounds::Bounds;
use super::draw::{choose, wilson};
use super::equations::Equations;
use super::steps::Cells;
use super::system::System;
use super::{Evidence, Example, Figure, Finding, program, remedy, words};
use crate::base::SplitMix;

/// Limit of the share of known cells: one in a thousand. With enough noise, hardly any count of a sound cube is
/// certain. (Tables of some thousand persons have 0 certain counts, with noise up to 5 and views of two dimensions.) A
/// count is certain by chance if a cell has the largest noise and its total the largest of the other sign. A limit of 0
/// would fail large cubes for such cells. Above the limit, the views disclose more than the noise hides.
const LIMIT: f64 = 0.001;
/// Maximum number of cells with a linear program. Half of them have a count of 1.
const SAMPLE: usize = 3000;

/// Numbers of cells whose count is known: exactly; within 1 (at most two counts remain); exactly, with a count of 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Known {
    exactly: u64,
    within_1: u64,
    uniques: u64,
}

impl Known {
    fn count(&mut self, count: i64, (least, most): (i64, i64)) {
        let is_known = least == count && most == count;
        self.exactly += u64::from(is_known);
        self.within_1 += u64::from(most - least <= 1);
        self.uniques += u64::from(is_known && count == 1);
    }

    /// Counts the known cells among all non-empty cells.
    fn of(bounds: &Bounds, counts: &[i64]) -> Self {
        let mut known = Self::default();
        for (cell, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            known.count(count, (bounds.least[cell], bounds.most[cell]));
        }
        known
    }
}

impl std::ops::Add for Known {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            exactly: self.exactly + other.exactly,
            within_1: self.within_1 + other.within_1,
            uniques: self.uniques + other.uniques,
        }
    }
}

/// A stratum of cells, and the results of its sample.
struct Stratum {
    cells: Vec<usize>,
    sample: Vec<usize>,
    found: Known,
}

impl Stratum {
    /// Scales a number in the sample to the whole stratum.
    fn scaled(&self, found: u64) -> f64 {
        if self.sample.is_empty() { 0.0 } else { found as f64 * self.cells.len() as f64 / self.sample.len() as f64 }
    }

    /// Returns the 95 % interval of the number of exactly known cells in the stratum.
    fn interval(&self) -> (f64, f64) {
        let all = self.cells.len() as f64;
        if self.sample.len() == self.cells.len() {
            return (self.found.exactly as f64, self.found.exactly as f64);
        }
        let (least, most) = wilson(self.found.exactly as usize, self.sample.len());
        (least * all, most * all)
    }
}

/// Measures the share of cells whose count is certain. The seed selects the cells for linear programs.
pub fn reconstruction(evidence: &Evidence, seed: u64) -> Finding {
    reconstruct(&System::new(evidence), seed)
}

/// Measures the share of cells whose count is certain in a system.
pub(super) fn reconstruct(system: &System<'_>, seed: u64) -> Finding {
    let System { evidence, candidates, lines, bounds } = system;
    let counts: Vec<i64> =
        evidence.views.iter().flat_map(|view| view.scoring_counts().iter().map(|&count| count as i64)).collect();
    let own = Bounds::of_values(evidence, candidates);
    let alone = Known::of(&own, &counts);
    let by_lines = Known::of(bounds, &counts);

    let open = |is_one: bool| -> Vec<usize> {
        (0..counts.len())
            .filter(|&cell| counts[cell] > 0 && (counts[cell] == 1) == is_one && !bounds.is_known(cell))
            .collect()
    };
    let mut random = SplitMix(seed);
    let mut strata = [open(true), open(false)].map(|cells| {
        let sample = choose(&mut random, &cells, SAMPLE / 2);
        Stratum { cells, sample, found: Known::default() }
    });
    let mut example = None;
    for stratum in &mut strata {
        for (&cell, range) in stratum.sample.iter().zip(ranges(lines, bounds, &stratum.sample)) {
            let mut found = Known::default();
            found.count(counts[cell], range);
            // Cells that sums already bound within 1 were counted before.
            found.within_1 &= u64::from(bounds.most[cell] - bounds.least[cell] > 1);
            stratum.found = stratum.found + found;
            // With unchanged records, a certain count may be wrong. The example is right.
            if range == (counts[cell], counts[cell]) && example.is_none() {
                example = Some(cell);
            }
        }
    }
    let first = |is_one: bool| {
        let is_right = |cell: usize| bounds.is_known(cell) && bounds.least[cell] == counts[cell];
        (0..counts.len()).find(|&cell| counts[cell] > 0 && (counts[cell] == 1 || !is_one) && is_right(cell))
    };
    let example = first(true).or(example).or_else(|| first(false));
    finding(system, &own, &counts, [alone, by_lines], &strata, example)
}

/// Bounds cells by linear programs, on two threads where there are two.
fn ranges(lines: &Equations, bounds: &Bounds, cells: &[usize]) -> Vec<(i64, i64)> {
    let solve = |cells: &[usize]| -> Vec<_> { cells.iter().map(|&cell| program::range(lines, bounds, cell)).collect() };
    if super::threads() < 2 {
        return solve(cells);
    }
    let (some, others) = cells.split_at(cells.len() / 2);
    std::thread::scope(|scope| {
        let some = scope.spawn(move || solve(some));
        let others = solve(others);
        let mut ranges = some.join().expect("programs do not panic");
        ranges.extend(others);
        ranges
    })
}

fn finding(
    system: &System<'_>,
    own: &Bounds,
    counts: &[i64],
    [alone, by_lines]: [Known; 2],
    strata: &[Stratum; 2],
    example: Option<usize>,
) -> Finding {
    let System { evidence, lines, bounds, .. } = system;
    let all = counts.iter().filter(|&&count| count > 0).count() as u64;
    let ones = counts.iter().filter(|&&count| count == 1).count() as u64;
    let estimate = |by_lines: u64, found: &dyn Fn(&Known) -> u64| {
        let more: f64 = strata.iter().map(|stratum| stratum.scaled(found(&stratum.found))).sum();
        by_lines + more.round() as u64
    };
    let exactly = estimate(by_lines.exactly, &|found| found.exactly);
    let (mut least, mut most) = (by_lines.exactly as f64, by_lines.exactly as f64);
    for stratum in strata {
        let interval = stratum.interval();
        (least, most) = (least + interval.0, most + interval.1);
    }
    let sampled: usize = strata.iter().map(|stratum| stratum.sample.len()).sum();
    let open: usize = strata.iter().map(|stratum| stratum.cells.len()).sum();
    let known_in_sample: u64 = strata.iter().map(|stratum| stratum.found.exactly).sum();
    let percent = |cells: f64| if all == 0 { 0.0 } else { 100.0 * cells / all as f64 };
    let sampling = if sampled == open {
        "The audit solved a linear program for every cell that still had several possible counts.".to_owned()
    } else {
        format!(
            "The audit solved linear programs for a random sample of {sampled} of the {open} cells that still had \
             several possible counts. With 95 % confidence, the share is between {:.3} % and {:.3} %.",
            percent(least),
            percent(most)
        )
    };
    let share = |of: u64| Figure::Share { of, all };
    Finding {
        name: "reconstruction",
        says: format!(
            "An attacker who knows the method can combine the values of all views and their sums. This attack gives \
             the exact count of {:.3} % of the {all} cells with people. {sampling}",
            percent(exactly as f64),
        ),
        figures: vec![
            ("counts known exactly", share(exactly)),
            ("counts known to within 1", share(estimate(by_lines.within_1, &|found| found.within_1))),
            (
                "counts of 1 known exactly",
                Figure::Share { of: estimate(by_lines.uniques, &|found| found.uniques), all: ones },
            ),
            ("counts known exactly, from the value alone", share(alone.exactly)),
            ("counts known to within 1, from the value alone", share(alone.within_1)),
            ("counts of 1 known exactly, from the value alone", Figure::Share { of: alone.uniques, all: ones }),
            ("counts known exactly, from sums", share(by_lines.exactly)),
            ("counts known to within 1, from sums", share(by_lines.within_1)),
            ("counts of 1 known exactly, from sums", Figure::Share { of: by_lines.uniques, all: ones }),
            (
                "counts known exactly, in the sample of linear programs",
                Figure::Share { of: known_in_sample, all: sampled as u64 },
            ),
            (
                "half the width of the sampling interval",
                Figure::Number(if all == 0 { 0.0 } else { (most - least) / 2.0 / all as f64 }),
            ),
        ],
        limit: LIMIT,
        blocked: None,
        example: example.map(|cell| {
            let (view, place) = lines.place(cell);
            Example {
                published: words::cell(evidence, &evidence.views[view], place),
                truth: format!("the count is {}; no other count agrees with all published values", counts[cell]),
                steps: Cells { evidence, lines }.certain(own, bounds, cell, counts[cell]),
            }
        }),
        remedy: remedy::fewer_views_or_more_noise(&evidence.method),
    }
}

#[cfg(test)]
mod tests;
