//! Estimates small counts from the lower tables alone: the baseline of an attacker who never sees the cell's own value.
//!
//! **Formula.** The expected count of a cell with k axes comes from the published values n of its margins. It is
//! exp Σ (−1)^(k−|S|+1) · ln n(S), where S runs over all proper subsets of the axes. With two axes, the formula gives
//! row total · column total / total. The attacker assumes a Poisson distribution of the count.
//!
//! **Source**: Sánchez, Jebreel and others (2023): a claim discloses only what it adds to the published distributions. The
//! formula is the closure of Kirkwood (1935), "Statistical mechanics of fluid mixtures", Journal of Chemical Physics 3.

use super::Evidence;
use super::lines::strides;
use crate::protect::Status;

/// Replaces the value of a margin that is hidden or published as 0 or less, because the margin may have a few records.
const LEAST: f64 = 0.5;

/// Returns for each cell of all views the probability that its count is 1 or 2. The probability is 0 if the view of a
/// margin is not published.
pub(super) fn small_counts(evidence: &Evidence) -> Vec<f64> {
    let mut chances = Vec::new();
    for view in &evidence.views {
        let axes = view.axes.len();
        let steps = strides(&view.sizes);
        // For each proper subset: the sign, the margin's view, and the margin's stride along each axis of this view.
        let margin = |subset: usize| {
            let inside = |at: &usize| subset >> at & 1 == 1;
            let wanted: Vec<_> = (0..axes).filter(inside).map(|at| view.axes[at]).collect();
            let is_it = |other: &&super::Published| {
                other.axes.len() == wanted.len() && wanted.iter().all(|axis| other.axes.contains(axis))
            };
            let other = evidence.views.iter().find(is_it)?;
            let of_other = strides(&other.sizes);
            let along = |axis| other.axes.iter().position(|one| one == axis).map_or(0, |at| of_other[at]);
            let sign = if (axes - wanted.len()) % 2 == 1 { 1.0 } else { -1.0 };
            Some((sign, other, view.axes.iter().map(along).collect::<Vec<_>>()))
        };
        let margins: Option<Vec<_>> = (0..(1_usize << axes) - 1).map(margin).collect();
        for cell in 0..view.counts.len() {
            let codes = || steps.iter().zip(&view.sizes).map(|(step, size)| cell / step % size);
            let chance = margins.as_ref().filter(|_| axes > 0).map_or(0.0, |margins| {
                let mut sum = 0.0;
                for (sign, other, along) in margins {
                    let place: usize = codes().zip(along).map(|(code, step)| code * step).sum();
                    let is_shown = other.status[place] == Status::Shown;
                    sum += sign * libm::log(if is_shown { (other.values[place] as f64).max(LEAST) } else { LEAST });
                }
                let mean = libm::exp(sum);
                libm::exp(-mean) * (mean + mean * mean / 2.0)
            });
            chances.push(chance);
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;

    #[test]
    fn rows_times_columns_by_the_total() {
        let sample = Sample::empty(&[2, 2]).add(&[0, 0], 30).add(&[1, 1], 10);
        let mut evidence = sample.evidence(&["", "0", "1", "0 1"]);
        for (view, values) in evidence.views.iter_mut().zip([vec![40], vec![30, 10], vec![32, 8], vec![0; 4]]) {
            view.values = values;
        }
        let mean = 10.0 * 8.0 / 40.0;
        let expected = libm::exp(-mean) * (mean + mean * mean / 2.0);
        let found = small_counts(&evidence);
        assert_eq!(found.len(), 9);
        assert!((found[8] - expected).abs() < 1e-12, "{}", found[8]);
        // Without the rows, the margins of the table are not all published.
        evidence.views.remove(1);
        assert_eq!(small_counts(&evidence)[3..], [0.0; 4]);
    }
}
