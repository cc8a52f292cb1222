//! Large tables: time, and a check by elimination.

use std::time::Instant;

use cellveil::table_method::System;
use cellveil::table_method::suppression::Pattern;

use super::{hide, rule};
use crate::table_method::tables::{numbers, table};

/// A table with `size` places on each axis, totals included. Of 1,000 inner cells, `small` have counts from 1 to 3 and
/// `empty` are empty.
fn large(size: usize, dimensions: u32, small: u64, empty: u64) -> System {
    let mut random = numbers(7);
    let inner: Vec<u64> = (0..(size - 1).pow(dimensions))
        .map(|_| match random(1000) {
            draw if draw < small => 1 + random(3),
            draw if draw < small + empty => 0,
            _ => 4 + random(10) * random(20),
        })
        .collect();
    table(&vec![size; dimensions as usize], &inner, &mut random)
}

fn check(system: &System) -> Pattern {
    let start = Instant::now();
    let pattern = hide(system, &rule(4)).unwrap();
    let totals = (0..system.len()).filter(|&cell| pattern.hidden[cell] && !system.is_inner(cell)).count();
    println!(
        "{} cells, {} primary, {} secondary, {totals} hidden totals, {:.1} s",
        system.len(),
        pattern.primary,
        pattern.secondary,
        start.elapsed().as_secs_f64()
    );
    assert!(pattern.elimination_checked);
    pattern
}

#[test]
fn four_thousand_cells() {
    let pattern = check(&large(16, 3, 50, 100));
    assert!(pattern.primary > 100 && pattern.secondary > 0);
}

/// Prints the figures of the reference page.
#[test]
#[ignore = "long: suppresses a table of 100,000 cells"]
fn hundred_thousand_cells() {
    for (size, dimensions, small, empty) in
        [(46, 3, 50, 100), (46, 3, 20, 100), (46, 3, 100, 800), (316, 2, 50, 100), (18, 4, 50, 100)]
    {
        check(&large(size, dimensions, small, empty));
    }
}
