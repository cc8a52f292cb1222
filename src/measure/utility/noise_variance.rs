//! Variances of the method's noise in cells, margins and the grand total (ABS 1352.0.55.072, technique 2, page 9).

use serde::Serialize;

use crate::measure::{Cells, Frequencies, Transitions};

/// Variances of published figures around their true counts, in squared records. They follow from the method's
/// probabilities, and not from the draws of this table. "Based on these measures of information loss we can come up with
/// a maximum allowable value of x" (page 9).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NoiseVariance {
    /// Mean variance of an inner cell.
    pub cell: f64,
    /// Mean variance of a row total of the two-way table. `None` if the table has no columns, or if the parts of its
    /// totals are not known.
    pub row_total: Option<f64>,
    /// Mean variance of a column total of the two-way table. `None` like `row_total`.
    pub column_total: Option<f64>,
    /// Variance of the grand total. `None` if the parts of the total are not known.
    pub total: Option<f64>,
}

/// The source of the noise in totals.
#[derive(Debug, Clone, Copy)]
pub enum TotalNoise<'a> {
    /// A total has noise of its own, from the row of its count.
    Own {
        /// True count of each row total of the two-way table.
        rows: &'a [u64],
        /// True count of each column total.
        columns: &'a [u64],
        /// True count of the grand total.
        total: u64,
    },
    /// A total is the sum of the published inner cells. A suppressed cell adds 0.
    Sum,
    /// A total has parts that are not inner cells of the table.
    Unknown,
}

/// The variances of a table. The noises of inner cells are independent, because no record is in two of them: "the
/// variance of marginal and overall totals can be calculated as the sum of the variances of the interior cells" (page 9).
/// A variance of a single figure is that of the noise before suppression.
pub(super) fn noise_variance(
    cells: &Cells<'_>,
    frequencies: &Frequencies,
    transitions: &mut Transitions<'_>,
    totals: TotalNoise<'_>,
) -> NoiseVariance {
    let all = cells.counts.len() as f64;
    let columns: usize = cells.sizes.iter().skip(cells.rows).product();
    let is_two_way = (1..cells.sizes.len()).contains(&cells.rows);
    let pairs = frequencies.pairs();
    let mut sum = |hides: bool| -> f64 {
        pairs.iter().map(|&(count, number)| transitions.variance(count, hides) * number as f64).sum()
    };
    let cell = sum(false) / all;
    let (row_total, column_total, total) = match totals {
        TotalNoise::Unknown => (None, None, None),
        TotalNoise::Sum => {
            let sum = sum(true);
            (Some(sum / (all / columns as f64)), Some(sum / columns as f64), Some(sum))
        }
        TotalNoise::Own { rows, columns, total } => {
            let mut mean = |counts: &[u64]| {
                let sum: f64 = counts.iter().map(|&count| transitions.variance(count, false)).sum();
                (!counts.is_empty()).then(|| sum / counts.len() as f64)
            };
            (mean(rows), mean(columns), mean(&[total]))
        }
    };
    NoiseVariance {
        cell,
        row_total: row_total.filter(|_| is_two_way),
        column_total: column_total.filter(|_| is_two_way),
        total,
    }
}
