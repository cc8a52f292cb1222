//! Change of the eigenvalues of a robust covariance.

use super::reweighted_covariance;
use super::symmetric::eigenvalues;

/// `Σ |λ' − λ|/λ`, where λ are the eigenvalues of the robust covariance of the counts, in descending order, and λ'
/// those of the published values. The sum is 0 if no value changed, and has no upper bound. Observations are the rows
/// of the two-way table, and variables are its columns. In both tables, the columns are first scaled to mean 0 and
/// standard deviation 1. Each covariance is a [`reweighted_covariance`]: of the rows near to the half of the rows that
/// gives the smallest determinant.
///
/// `None` if a column of either table has the same value in all rows, or a table has no robust covariance. Sparse
/// tables have no robust covariance. The same is true of tables with at most twice as many rows as columns.
///
/// Source: ONS 2024, section 6. This section refers to the SDC practice guide, section "Eigenvalues". The guide uses
/// `dUtility(method = "robeigen")` of the R package sdcMicro: `covMcd(scale(x))$cov` for both tables, and
/// `sum(abs(e1 - e2) / e1)`. This function has the same reweighting and factors for consistency, but no factors for small
/// samples (`use.correction = FALSE`).
pub fn robust_eigenvalues(f: &[f64], g: &[f64], columns: usize) -> Option<f64> {
    let robust = |values: &[f64]| {
        let covariance = reweighted_covariance(&scaled(values, columns)?, columns)?;
        Some(eigenvalues(covariance, columns))
    };
    let (before, after) = (robust(f)?, robust(g)?);
    let moved: f64 = before.iter().zip(after).map(|(before, after)| (after - before).abs() / before).sum();
    moved.is_finite().then_some(moved)
}

/// Scales columns to mean 0 and standard deviation 1; `None` if all values of a column are equal.
fn scaled(values: &[f64], columns: usize) -> Option<Vec<f64>> {
    let rows = values.len().checked_div(columns).filter(|&rows| rows > 1)?;
    let mut scaled = values.to_vec();
    for column in 0..columns {
        let of_column = || (column..values.len()).step_by(columns);
        let mean = of_column().map(|at| values[at]).sum::<f64>() / rows as f64;
        let squares: f64 = of_column().map(|at| (values[at] - mean) * (values[at] - mean)).sum();
        let deviation = (squares / (rows - 1) as f64).sqrt();
        if deviation <= 0.0 {
            return None;
        }
        of_column().for_each(|at| scaled[at] = (values[at] - mean) / deviation);
    }
    Some(scaled)
}
