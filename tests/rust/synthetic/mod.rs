//! Synthetic people: laws of households and persons, distributions, and the command.

mod command;
mod distributions;
mod households;
mod stream;

use cellveil::synthetic::{Household, Households, Request, csv_header, push_csv};

/// The seeds of the tests of distributions. A failure with one of these seeds is a fault, not chance, because the seeds
/// are fixed.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Number of households with about 100,000 persons.
const LARGE: u64 = 43_500;

fn population(households: u64, seed: u64) -> Vec<Household> {
    Households::new(Request::new(households, seed).unwrap()).collect()
}

fn csv(households: u64, seed: u64) -> String {
    let mut text = csv_header().into_bytes();
    population(households, seed).iter().for_each(|household| push_csv(household, &mut text));
    String::from_utf8(text).unwrap()
}
