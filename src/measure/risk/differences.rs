//! The risk that a method shows small counts and small differences as they are (ABS 1352.0.55.072, technique 2, pages 9
//! and 10). These figures follow from the method's probabilities, and not from the draws of this table.

use serde::Serialize;

use crate::measure::{Frequencies, Transitions, ratio};

/// Probabilities with which a method discloses small counts, each as a mean over cells.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SmallCountRisk {
    /// Probability that a count of 1 or 2 is published as it is. `None` if no cell has one or two records.
    pub unchanged: Option<f64>,
    /// Probability that a published difference is 1, given a true difference of 1. The difference is between a filled
    /// cell and a cell of another table with one record less. `None` if all cells are empty.
    pub difference_one: Option<f64>,
    /// Probability that this published difference is 1 or 2.
    pub difference_one_or_two: Option<f64>,
}

/// The probabilities of a table's cells. "To minimise disclosure risk we would like the variance of the difference in
/// corresponding observed cells from similar tables to be large enough" (page 9). The noises of the two cells
/// are independent, because their keys differ. A suppressed value discloses no difference.
pub(super) fn small_count_risk(frequencies: &Frequencies, transitions: &mut Transitions<'_>) -> SmallCountRisk {
    let (mut unchanged, mut small, mut filled) = (0.0, 0.0, 0.0);
    let mut differences = [0.0; 2];
    for &(count, number) in frequencies.pairs().iter().filter(|pair| pair.0 > 0) {
        let number = number as f64;
        let less = transitions.of(count - 1).shown.to_vec();
        let row = transitions.of(count).shown;
        let of = |row: &[(i64, f64)], noise: i64| -> f64 {
            row.binary_search_by_key(&noise, |chance| chance.0).map_or(0.0, |at| row[at].1)
        };
        if count <= 2 {
            unchanged += of(row, 0) * number;
            small += number;
        }
        // The published difference is 1 plus the noise of the larger count minus the noise of the smaller count.
        for (published, sum) in (1..).zip(&mut differences) {
            let chance: f64 = row.iter().map(|&(noise, chance)| chance * of(&less, noise + 1 - published)).sum();
            *sum += chance * number;
        }
        filled += number;
    }
    let [one, two] = differences;
    SmallCountRisk {
        unchanged: ratio(unchanged, small),
        difference_one: ratio(one, filled),
        difference_one_or_two: ratio(one + two, filled),
    }
}
