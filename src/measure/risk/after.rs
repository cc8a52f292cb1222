//! The risk of the protected table: Shlomo, Antal and Elliot 2015, section 4.2.

use super::before::{Entropies, population_size, with_terms};
use crate::measure::frequencies::{Frequencies, runs};
use crate::measure::{Cells, Multiplier, Risk, Transitions, Weights};
use crate::protect::Status;

/// The risk R after protection by a method. Source: Shlomo, Antal and Elliot 2015, section 4.2.
///
/// - Zeros: `(|A|/K)^(|A∪B|/|A∩B|)`, where A are the empty cells and B the cells published as 0. The term is 0 if A is
///   empty, as in the paper. The term is also 0 if A∩B is empty, because the exponent is then infinite.
/// - Entropy: a cell with the published value j has the expected count `Σ_i i · n_i · p_ij / n'_j`. Here n_i cells have
///   the count i, p_ij is the probability that i is published as j, and n'_j cells are published as j. The entropies of
///   small and of larger counts have separate multipliers, and the undivided entropy has the mean of both multipliers.
///   All suppressed cells share one published value. All blocked cells share another published value. The expected
///   count of blocked cells is their mean count, because n_i does not include blocked cells.
/// - Size: as for the true table.
///
/// Property (e) of the section requires that protection does not raise R. The formula does not guarantee this, and this
/// function does not enforce it. `None` for a table without records.
pub fn after(
    cells: &Cells<'_>,
    transitions: &mut Transitions<'_>,
    weights: &Weights,
    multiplier: Multiplier,
) -> Option<Risk> {
    let population: u128 = cells.counts.iter().map(|&count| u128::from(count)).sum();
    let entropies = Entropies::of(&expected(cells, transitions)).times(multiplier.small, multiplier.large);
    (population > 0)
        .then(|| with_terms(entropies.terms(zeros_term(cells), population_size(population as f64)), weights))
}

/// (|A|/K)^(|A∪B|/|A∩B|).
fn zeros_term(cells: &Cells<'_>) -> f64 {
    let (mut either, mut both, mut empty) = (0.0, 0.0, 0.0);
    for (&count, shown) in cells.counts.iter().zip(cells.shown()) {
        let (is_empty, is_shown) = (count == 0, shown == Some(0));
        either += f64::from(is_empty || is_shown);
        both += f64::from(is_empty && is_shown);
        empty += f64::from(is_empty);
    }
    if both > 0.0 { libm::pow(empty / cells.counts.len() as f64, either / both) } else { 0.0 }
}

/// The expected count and the number of cells of each published value, in ascending order. The last entries are for
/// suppressed and for blocked cells.
fn expected(cells: &Cells<'_>, transitions: &mut Transitions<'_>) -> Vec<(f64, f64)> {
    let (mut unblocked, mut shown) = (Vec::new(), Vec::new());
    let (mut suppressed, mut blocked, mut in_blocked) = (0.0, 0.0, 0.0);
    for ((&count, &value), status) in cells.counts.iter().zip(cells.values).zip(cells.status) {
        match status {
            Status::Blocked => {
                blocked += 1.0;
                in_blocked += count as f64;
                continue;
            }
            Status::Suppressed => suppressed += 1.0,
            Status::Shown => shown.push(ordered(value)),
        }
        unblocked.push(count);
    }
    let frequencies = Frequencies::of(unblocked);
    let published = runs(shown);
    let published: Vec<(i64, f64)> = published.iter().map(|&(value, n)| (signed(value), n as f64)).collect();

    let mut expected: Vec<f64> = vec![0.0; published.len()];
    let mut expected_suppressed = 0.0;
    for &(count, number) in frequencies.pairs() {
        let (value, number) = (count as f64, number as f64);
        let chances = transitions.of(count);
        if suppressed > 0.0 {
            expected_suppressed += value * (number * chances.suppressed / suppressed);
        }
        let (Some(first), Some(last)) = (chances.shown.first(), chances.shown.last()) else { continue };
        let count = count as i64;
        let start = published.partition_point(|(value, _)| *value < count + first.0);
        let end = published.partition_point(|(value, _)| *value <= count + last.0);
        // Compute n_i · p_ij / n'_j first. If no count changes, this factor is exactly 1, so the count stays exact.
        let mut add = |at: usize, chance: f64| expected[at] += value * (number * chance / published[at].1);
        // Iterate over the smaller set: the published values within reach of the noise, or the possible noises.
        if end - start < chances.shown.len() {
            for (at, of) in (start..).zip(&published[start..end]) {
                if let Ok(found) = chances.shown.binary_search_by_key(&(of.0 - count), |shown| shown.0) {
                    add(at, chances.shown[found].1);
                }
            }
        } else {
            for &(noise, chance) in chances.shown {
                if let Ok(found) = published[start..end].binary_search_by_key(&(count + noise), |shown| shown.0) {
                    add(start + found, chance);
                }
            }
        }
    }
    let mut values: Vec<(f64, f64)> = expected.into_iter().zip(published.iter().map(|value| value.1)).collect();
    if suppressed > 0.0 {
        values.push((expected_suppressed, suppressed));
    }
    if blocked > 0.0 {
        values.push((in_blocked / blocked, blocked));
    }
    values
}

/// A value as an unsigned number with the same order.
fn ordered(value: i64) -> u64 {
    value as u64 ^ (1 << 63)
}

/// The inverse of [`ordered`].
fn signed(ordered: u64) -> i64 {
    (ordered ^ (1 << 63)) as i64
}
