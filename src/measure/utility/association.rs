//! Measures the association of rows and columns.

use super::{column_sums, row_sums};

/// Largest rounding error of Cramér's V. A smaller V counts as 0.
const NONE: f64 = 1e-12;

/// Cramér's V of a two-way table of I rows and J columns, √((χ²/n)/min(I − 1, J − 1)). Expected counts are computed
/// from sums of inner cells. An empty row or column adds nothing to χ², but is included in I or J. Values below 0 count
/// as 0. `None` for a single row or column, and for a table without records. Source: Shlomo 2007, section 4.2, RCV.
///
/// ```
/// use cellveil::measure::utility::cramers_v;
/// assert_eq!(cramers_v(&[5.0, 0.0, 0.0, 5.0], 2), Some(1.0));
/// assert_eq!(cramers_v(&[1.0, 2.0, 2.0, 4.0], 2), Some(0.0));
/// assert_eq!(cramers_v(&[1.0, 2.0], 2), None);
/// ```
pub fn cramers_v(values: &[f64], columns: usize) -> Option<f64> {
    let columns = columns.max(1);
    let values: Vec<f64> = values.iter().map(|value| value.max(0.0)).collect();
    let (rows, sums) = (row_sums(&values, columns), column_sums(&values, columns));
    let n: f64 = sums.iter().sum();
    let least = rows.len().min(columns);
    if least < 2 || n <= 0.0 {
        return None;
    }
    let mut chi_squared = 0.0;
    for (row, of_row) in values.chunks(columns).zip(&rows) {
        for (value, of_column) in row.iter().zip(&sums) {
            let expected = of_row / n * of_column;
            if expected > 0.0 {
                chi_squared += (value - expected) * (value - expected) / expected;
            }
        }
    }
    let v = (chi_squared / n / (least - 1) as f64).sqrt();
    Some(if v < NONE { 0.0 } else { v })
}
