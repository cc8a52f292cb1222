//! Designs of p-tables, compared with R `ptable` and checked against their constraints. Rows in whole numbers are
//! checked too.

mod commands;
mod r_ptable;
mod ready;
mod rows;
mod shares;
mod time;

use cellveil::ptable::design::DesignedRow;

/// Returns the sum of a row's probabilities, the mean of its noise, and the mean of the squares.
fn moments(row: &DesignedRow) -> [f64; 3] {
    let of = |power: i32| {
        row.noise.iter().zip(&row.probabilities).map(|(&noise, p)| f64::from(noise).powi(power) * p).sum::<f64>()
    };
    [of(0), of(1), of(2)]
}
