//! Reconstruction: finds the counts that all published views together leave possible.
//!
//! **Knows** every published value of every view, and the method with its p-table; no key.
//!
//! **Does**, in three steps that each keep every table of counts that could have been published so:
//! 1. A value alone: the counts n whose row gives it with some probability (`candidates`). Bounded noise D leaves 2D + 1 of them.
//! 2. Intervals: every total is the sum of its parts, along each axis and from each level to its codes. Bounds are narrowed
//!    by all these equations until nothing changes (`bounds`).
//! 3. Linear programs: the least and the largest count of a cell under the equations around it together (`program`), for
//!    a sample of the cells that step 2 leaves open.
//!
//! **Source**: bounds of cells from their margins, Dobra and Fienberg (2000), "Bounds for cell entries in contingency tables
//! given marginal totals", PNAS 97; attacks by linear programs on noisy sums, Dinur and Nissim (2003), "Revealing information
//! while preserving privacy", PODS; what they do to a census, Garfinkel, Abowd and Martindale (2019), ACM Queue 16.
//!
//! **Cannot find** what follows only because counts are whole numbers, what needs more equations than a program holds, and what is not
//! certain but likely: a count that is known with a chance of 0.99 is not known here.
//!
//! # Caller must ensure
//! That values are those of the rows: a total that is published as the sum of protected parts (`totals = "sum"`) is not.

use super::bounds::Bounds;
use super::candidates::Candidates;
use super::draw::{SplitMix, wilson};
use super::equations::Equations;
use super::{Evidence, Example, Figure, Finding, program, words};

/// Limit of the share of known cells: one in a thousand. With enough noise, no count is certain in a sound cube (none in
/// tables of some thousand persons, with noise up to 5 and views of two dimensions). A count is certain by chance if a
/// cell has the largest noise and its total the largest of the other sign. A limit of 0 would fail large cubes for such
/// cells. Above the limit, the views disclose more than the noise hides.
const LIMIT: f64 = 0.001;
/// Number of cells with a linear program, half of them with a count of 1.
const SAMPLE: usize = 3000;

/// Numbers of known cells: exact; within 1 (at most two counts remain); exact with a count of 1.
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

    /// The numbers for all non-empty cells.
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

/// A stratum of cells, and its sample's results.
struct Stratum {
    cells: Vec<usize>,
    sample: Vec<usize>,
    found: Known,
}

impl Stratum {
    /// A number in the sample, scaled to the stratum.
    fn scaled(&self, found: u64) -> f64 {
        if self.sample.is_empty() { 0.0 } else { found as f64 * self.cells.len() as f64 / self.sample.len() as f64 }
    }

    /// The 95 % interval of the number of exactly known cells in the stratum.
    fn interval(&self) -> (f64, f64) {
        let all = self.cells.len() as f64;
        if self.sample.len() == self.cells.len() {
            return (self.found.exactly as f64, self.found.exactly as f64);
        }
        let (least, most) = wilson(self.found.exactly as usize, self.sample.len());
        (least * all, most * all)
    }
}

/// Finds the counts that are certain. The seed selects the cells for linear programs.
pub fn reconstruction(evidence: &Evidence, seed: u64) -> Finding {
    let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
    let counts: Vec<i64> =
        evidence.views.iter().flat_map(|view| view.counts.iter().map(|&count| count as i64)).collect();
    let mut bounds = Bounds::of_values(evidence, &candidates);
    let alone = Known::of(&bounds, &counts);
    bounds.propagate(evidence, &candidates, &lines);
    let by_lines = Known::of(&bounds, &counts);

    let open = |is_one: bool| -> Vec<usize> {
        (0..counts.len())
            .filter(|&cell| counts[cell] > 0 && (counts[cell] == 1) == is_one && !bounds.is_known(cell))
            .collect()
    };
    let mut random = SplitMix(seed);
    let mut strata = [open(true), open(false)].map(|cells| {
        let sample = random.choose(&cells, SAMPLE / 2);
        Stratum { cells, sample, found: Known::default() }
    });
    let mut example = None;
    for stratum in &mut strata {
        for (&cell, range) in stratum.sample.iter().zip(ranges(&lines, &bounds, &stratum.sample)) {
            let mut found = Known::default();
            found.count(counts[cell], range);
            // Cells already within 1 by sums are counted before.
            found.within_1 &= u64::from(bounds.most[cell] - bounds.least[cell] > 1);
            stratum.found = stratum.found + found;
            if range.0 == range.1 && example.is_none() {
                example = Some(cell);
            }
        }
    }
    let first = |is_one: bool| {
        (0..counts.len()).find(|&cell| counts[cell] > 0 && (counts[cell] == 1 || !is_one) && bounds.is_known(cell))
    };
    let example = first(true).or(example).or_else(|| first(false));
    finding(evidence, &lines, &counts, [alone, by_lines], &strata, example)
}

/// Bounds cells by linear programs, on two threads.
fn ranges(lines: &Equations, bounds: &Bounds, cells: &[usize]) -> Vec<(i64, i64)> {
    let solve = |cells: &[usize]| -> Vec<_> { cells.iter().map(|&cell| program::range(lines, bounds, cell)).collect() };
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
    evidence: &Evidence,
    lines: &Equations,
    counts: &[i64],
    [alone, by_lines]: [Known; 2],
    strata: &[Stratum; 2],
    example: Option<usize>,
) -> Finding {
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
        "for every cell that sums left open".to_owned()
    } else {
        format!(
            "for a random sample of {sampled} of the {open} cells that sums left open, so that the share lies between \
             {:.3} % and {:.3} % with 95 % confidence",
            percent(least),
            percent(most)
        )
    };
    let share = |of: u64| Figure::Share { of, all };
    Finding {
        name: "reconstruction",
        says: format!(
            "Whoever knows the method can work out the exact count of {:.3} % of the {all} cells that are not empty, from \
             the values of all views and their sums; linear programs were solved {sampling}.",
            percent(exactly as f64),
        ),
        figures: vec![
            ("known exactly", share(exactly)),
            ("known to within 1", share(estimate(by_lines.within_1, &|found| found.within_1))),
            ("ones known exactly", Figure::Share { of: estimate(by_lines.uniques, &|found| found.uniques), all: ones }),
            ("known exactly, by the value alone", share(alone.exactly)),
            ("known to within 1, by the value alone", share(alone.within_1)),
            ("ones known exactly, by the value alone", Figure::Share { of: alone.uniques, all: ones }),
            ("known exactly, by sums", share(by_lines.exactly)),
            ("known to within 1, by sums", share(by_lines.within_1)),
            ("ones known exactly, by sums", Figure::Share { of: by_lines.uniques, all: ones }),
            ("known exactly in the sample of programs", Figure::Share { of: known_in_sample, all: sampled as u64 }),
            (
                "half of the sampling interval",
                Figure::Number(if all == 0 { 0.0 } else { (most - least) / 2.0 / all as f64 }),
            ),
        ],
        limit: LIMIT,
        example: example.map(|cell| {
            let (view, place) = lines.place(cell);
            Example {
                published: words::cell(evidence, &evidence.views[view], place),
                truth: format!("{}, the only count that all published values allow", counts[cell]),
            }
        }),
        remedy: "publish fewer views (a smaller max_dimensions, never_together), or use a p-table with larger noise",
    }
}

#[cfg(test)]
mod tests;
