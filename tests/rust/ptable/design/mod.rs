//! Designs of p-tables: compared with R `ptable`, checked against their constraints, and in whole numbers.

mod commands;
mod r_ptable;
mod ready;
mod rows;
mod shares;
mod time;

use cellveil::ptable::design::DesignedRow;

/// Sum, mean and variance of a row as probabilities, and the largest probability below 0.
fn moments(row: &DesignedRow) -> [f64; 3] {
    let of = |power: i32| {
        row.noise.iter().zip(&row.probabilities).map(|(&noise, p)| f64::from(noise).powi(power) * p).sum::<f64>()
    };
    [of(0), of(1), of(2)]
}
