//! The risk of the protected table: Shlomo, Antal and Elliot 2015, section 4.2.

use super::before::risk;
use crate::measure::frequencies::{Frequencies, runs};
use crate::measure::{Cells, Choices, Divisor, Multiplier, Risk, Swapping, Transitions, Weights};
use crate::protect::Status;

/// The risk R after protection by a method. Source: Shlomo, Antal and Elliot 2015, section 4.2.
///
/// - Zeros: `(|A|/K)^(|A∪B|/|A∩B|)`, where A are the empty cells and B the cells published as 0. The term is 0 if A is
///   empty, as in the paper. The term is also 0 if A∩B is empty, because the exponent is then infinite.
/// - Entropy: a cell with the published value j has the expected count `Σ_i i · n_i · p_ij / Σ_i n_i · p_ij`. Here n_i
///   cells have the count i, and p_ij is the probability that i is published as j. The paper divides by the realised
///   number of cells with the value j ([`Divisor`] explains the difference). The entropies of small and of larger
///   counts have separate multipliers, and the undivided entropy has the mean of both multipliers. All suppressed cells
///   share one published value. All blocked cells share another published value. The expected count of blocked cells
///   is their mean count, because n_i does not include blocked cells. A value that the method cannot give has the
///   expected count 0.
/// - Size: as for the true table.
///
/// Property (e) of the section requires that protection does not raise R. The formula does not guarantee this, and this
/// function does not enforce it. `None` for a table without records.
pub fn after(cells: &Cells<'_>, transitions: &mut Transitions<'_>, choices: &Choices) -> Option<Risk> {
    after_of(cells, &Protected::of(cells, transitions, choices, None), &choices.weights)
}

/// The risk R after swapping, and after protection by a method. The counts of `cells` are those of the unchanged
/// records. The probabilities p_ij are the product of both transition matrices. Source: as for [`after`]; the product is
/// our own step, because the paper has no table with both.
pub fn after_swapping(
    cells: &Cells<'_>,
    transitions: &mut Transitions<'_>,
    choices: &Choices,
    swapping: &Swapping,
) -> Option<Risk> {
    after_of(cells, &Protected::of(cells, transitions, choices, Some(swapping)), &choices.weights)
}

/// The risk R after protection, from the expected counts.
pub(super) fn after_of(cells: &Cells<'_>, protected: &Protected, weights: &Weights) -> Option<Risk> {
    let population: u128 = cells.counts.iter().map(|&count| u128::from(count)).sum();
    let expected: Vec<(f64, f64)> = protected.groups.iter().map(|group| (group.count, group.cells)).collect();
    let mut zeros = Zeros::default();
    cells.counts.iter().zip(cells.shown()).for_each(|(&count, shown)| zeros.add(count, shown));
    risk(&expected, zeros.term(), population as f64, protected.multiplier, weights)
}

/// Numbers of cells for the term (|A|/K)^(|A∪B|/|A∩B|).
#[derive(Default)]
pub(super) struct Zeros {
    all: f64,
    empty: f64,
    either: f64,
    both: f64,
}

impl Zeros {
    /// Adds a cell with its count and its published value.
    pub fn add(&mut self, count: u64, shown: Option<i64>) {
        let (is_empty, is_shown) = (count == 0, shown == Some(0));
        self.all += 1.0;
        self.either += f64::from(is_empty || is_shown);
        self.both += f64::from(is_empty && is_shown);
        self.empty += f64::from(is_empty);
    }

    /// The term of the cells.
    #[inline(never)]
    pub fn term(&self) -> f64 {
        let share = self.empty / self.all;
        if self.both == 0.0 {
            0.0
        } else if self.either == self.both {
            share // the exponential of the logarithm is inexact
        } else {
            libm::exp(libm::log(share) * (self.either / self.both))
        }
    }
}

/// The largest value that is replaced by an expected count in a table of sums: the largest count with a row of its own in
/// Table 3 of Shlomo, Antal and Elliot (2015).
const CAP: i64 = 10;

/// Stands for the published value of suppressed cells. No published value is as large.
const SUPPRESSED: i64 = i64::MAX - 1;
/// Stands for the published value of blocked cells.
const BLOCKED: i64 = i64::MAX;

/// The expected counts of a protected table, and the method's multiplier.
pub(super) struct Protected {
    /// The groups of cells, in ascending order of their values.
    groups: Vec<Group>,
    pub multiplier: Multiplier,
}

impl Protected {
    /// Computes the expected counts of a table.
    pub fn of(
        cells: &Cells<'_>,
        transitions: &mut Transitions<'_>,
        choices: &Choices,
        swapping: Option<&Swapping>,
    ) -> Self {
        let mut groups = expected(cells, transitions, choices.divisor);
        // Without moved records, the expected counts stay exact.
        let swapping = swapping.filter(|swapping| !swapping.is_identity());
        if let Some(swapping) = swapping {
            swap(&mut groups, cells, transitions, choices.divisor, swapping);
        }
        let multiplier = match (choices.multiplier, swapping) {
            (Some(chosen), _) => chosen,
            (None, Some(swapping)) => transitions.multiplier_after(swapping),
            (None, None) => transitions.multiplier(),
        };
        Self { multiplier, groups }
    }

    /// Leaves values above [`CAP`] as published. A large sum is far from every count of the table, so the method's
    /// probabilities would make its expected count 0. This is reading 1 of `docs/evidence/studies/shlomo-2015.md`.
    pub fn leave_large_values(&mut self) {
        let large = |group: &&mut Group| group.value > CAP && group.value < SUPPRESSED;
        self.groups.iter_mut().filter(large).for_each(|group| group.count = group.value as f64);
    }

    /// The expected count of a cell.
    pub fn expected(&self, cells: &Cells<'_>, at: usize) -> f64 {
        let value = published(cells.values[at], cells.status[at]);
        self.groups.binary_search_by_key(&value, |group| group.value).map_or(0.0, |at| self.groups[at].count)
    }
}

/// The cells of one published value.
struct Group {
    value: i64,
    /// Number of cells with this value, n'_j.
    cells: f64,
    /// The expected count of each of these cells.
    count: f64,
    /// The expected number of cells with this value, as far as it was added up.
    expected_cells: f64,
}

/// The published value of a cell, or its substitute.
fn published(value: i64, status: Status) -> i64 {
    match status {
        Status::Shown => value,
        Status::Suppressed => SUPPRESSED,
        Status::Blocked => BLOCKED,
    }
}

/// The groups of cells, in ascending order of their values.
fn expected(cells: &Cells<'_>, transitions: &mut Transitions<'_>, divisor: Divisor) -> Vec<Group> {
    let values = cells.values.iter().zip(cells.status).map(|(&value, &status)| ordered(published(value, status)));
    let group = |&(value, cells): &(u64, u64)| Group {
        value: signed(value),
        cells: cells as f64,
        count: 0.0,
        expected_cells: 0.0,
    };
    let mut groups: Vec<Group> = runs(values.collect()).iter().map(group).collect();
    let (mut blocked, mut unblocked) = (0.0, Vec::new());
    for (&count, &status) in cells.counts.iter().zip(cells.status) {
        match status {
            Status::Blocked => blocked += count as f64,
            _ => unblocked.push(count),
        }
    }
    if let Some(group) = groups.last_mut().filter(|group| group.value == BLOCKED) {
        group.count = blocked / group.cells;
    }
    let suppressed = groups.iter().rposition(|group| group.value == SUPPRESSED);
    let add = |group: &mut Group, count: f64, cells: f64| {
        group.expected_cells += cells;
        // Divide the numbers of cells first. If no count changes, the ratio is exactly 1, so the count stays exact.
        group.count += match divisor {
            Divisor::Expected => (count - group.count) * (cells / group.expected_cells),
            Divisor::Realised => count * (cells / group.cells),
        };
    };
    for &(count, number) in Frequencies::of(unblocked).pairs() {
        let (of_count, number) = (count as f64, number as f64);
        let chances = transitions.of(count);
        if let Some(at) = suppressed.filter(|_| chances.suppressed > 0.0) {
            add(&mut groups[at], of_count, number * chances.suppressed);
        }
        let start = |noise: i64| groups.partition_point(|group| group.value < count as i64 + noise);
        let (Some(first), Some(last)) = (chances.shown.first(), chances.shown.last()) else { continue };
        let range = start(first.0)..start(last.0 + 1);
        for group in &mut groups[range] {
            if let Ok(at) = chances.shown.binary_search_by_key(&(group.value - count as i64), |shown| shown.0) {
                add(group, of_count, number * chances.shown[at].1);
            }
        }
    }
    groups
}

/// Changes the expected counts by the method to those by swapping and the method.
fn swap(
    groups: &mut [Group],
    cells: &Cells<'_>,
    transitions: &mut Transitions<'_>,
    divisor: Divisor,
    swapping: &Swapping,
) {
    let unblocked = cells.counts.iter().zip(cells.status).filter(|(_, status)| **status != Status::Blocked);
    let (records, all) = unblocked.fold((0.0, 0.0), |sum, (&count, _)| (sum.0 + count as f64, sum.1 + 1.0));
    for group in groups.iter_mut().filter(|group| group.value != BLOCKED) {
        let column = match group.value {
            SUPPRESSED => transitions.suppressed_column(swapping),
            value => transitions.column(value, swapping),
        };
        let by_method = match divisor {
            Divisor::Expected => group.count * group.expected_cells,
            Divisor::Realised => group.count * group.cells,
        };
        let total = swapping.factor() * by_method + swapping.spread() * column * records;
        let expected = swapping.factor() * group.expected_cells + swapping.spread() * column * all;
        group.count = match divisor {
            Divisor::Expected if expected > 0.0 => total / expected,
            Divisor::Expected => 0.0,
            Divisor::Realised => total / group.cells,
        };
        group.expected_cells = expected;
    }
}

/// A value as an unsigned number with the same order.
fn ordered(value: i64) -> u64 {
    value as u64 ^ (1 << 63)
}

/// The inverse of [`ordered`].
fn signed(ordered: u64) -> i64 {
    (ordered ^ (1 << 63)) as i64
}
