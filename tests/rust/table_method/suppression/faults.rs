//! Patterns that disclose a hidden cell, and their sound twins. Both the check of the crate and the outsiders of these
//! tests must find each fault and pass each twin.

use cellveil::table_method::System;
use cellveil::table_method::suppression::intervals;

use super::outsider::{Knowledge, derivable, exact};
use super::systems::{Axis, table};

/// Hidden cells of a system, of which one may follow from the shown counts.
struct Case {
    system: System,
    hidden: Vec<bool>,
    cell: usize,
    /// Whether the cell is a combination of shown cells.
    is_derivable: bool,
    /// Whether only one count is possible.
    is_exact: bool,
}

fn case(system: System, cells: &[usize], cell: usize, is_derivable: bool, is_exact: bool) -> Case {
    let mut hidden = vec![false; system.len()];
    cells.iter().for_each(|&cell| hidden[cell] = true);
    Case { system, hidden, cell, is_derivable, is_exact }
}

#[track_caller]
fn check(case: &Case) {
    let Case { system, hidden, cell, is_derivable, is_exact } = case;
    assert_eq!(derivable(system, hidden)[*cell], *is_derivable, "elimination");
    let knowledge = Knowledge { floor: 1, threshold: 100 };
    let cap = system.counts().iter().max().unwrap() + 2;
    assert_eq!(exact(system, hidden, knowledge, cap).unwrap()[*cell], *is_exact, "list of tables");
    assert_eq!(intervals(system, hidden, 1, true)[*cell].is_exact(), *is_exact, "intervals");
}

/// 2 × 3 codes with totals; the second row has larger counts. Rows have four places.
fn two_by_three(first: [u64; 3]) -> System {
    table(&[Axis::flat(2), Axis::flat(3)], &[&first[..], &[7, 8, 9]].concat())
}

#[test]
fn single_hidden_cell_of_a_row() {
    check(&case(two_by_three([1, 5, 6]), &[0, 4, 5], 0, true, true));
    check(&case(two_by_three([1, 5, 6]), &[0, 1, 4, 5], 0, false, false));
}

#[test]
fn two_singletons_that_sum_to_2() {
    // The row shows that the two hidden counts sum to 2. No empty cell is hidden, so both are 1.
    check(&case(two_by_three([1, 1, 6]), &[0, 1, 4, 5], 0, false, true));
    check(&case(two_by_three([1, 2, 6]), &[0, 1, 4, 5], 0, false, false));
}

#[test]
fn leak_through_a_level() {
    // Four codes in two groups. Both groups are shown, so the first two codes and the last two sum to known counts.
    let system = || table(&[Axis { codes: 4, sums: vec![vec![0, 1], vec![2, 3], vec![4, 5]] }], &[1, 6, 7, 8]);
    check(&case(system(), &[0, 2], 0, true, true));
    check(&case(system(), &[0, 1], 0, false, false));
    // The same cells in a table without groups are safe.
    check(&case(table(&[Axis::flat(4)], &[1, 6, 7, 8]), &[0, 2], 0, false, false));
}

#[test]
fn leak_through_a_linked_table() {
    // A × B and A × C share the totals of A. Cells: A1B1, A1B2, A1, A2B1, A2B2, A2, then A1C1, A1C2.
    let counts = vec![1, 4, 5, 7, 9, 16, 2, 3];
    let of_b = vec![(2, vec![0, 1]), (5, vec![3, 4])];
    let of_c = vec![(2, vec![6, 7])];
    let alone = System::new(counts.clone(), vec![0; 8], of_b.clone());
    let linked = System::new(counts, vec![0; 8], [of_b, of_c].concat());
    // The total A1 is hidden with A1B1. The second table gives A1, and so A1B1.
    check(&case(alone, &[0, 2], 0, false, false));
    check(&case(linked.clone(), &[0, 2], 0, true, true));
    check(&case(linked, &[0, 2, 6], 0, false, false));
}

/// The three dimensions of a box: seven hidden corners leave one equation too many.
#[test]
fn box_without_a_corner() {
    let axes = [Axis::flat(3), Axis::flat(3), Axis::flat(3)];
    let inner: Vec<u64> = (0..27).map(|cell| if cell == 0 { 1 } else { 3 + cell % 4 }).collect();
    let corner = |a: usize, b: usize, c: usize| (a * 4 + b) * 4 + c;
    let corners: Vec<usize> = (0..8).map(|at| corner(at >> 2, at >> 1 & 1, at & 1)).collect();
    let without = &corners[..7];
    let system = table(&axes, &inner);
    let hidden = |cells: &[usize]| (0..system.len()).map(|cell| cells.contains(&cell)).collect::<Vec<_>>();
    assert!(derivable(&system, &hidden(without))[0] && intervals(&system, &hidden(without), 1, true)[0].is_exact());
    assert!(!derivable(&system, &hidden(&corners))[0]);
    assert!(!intervals(&system, &hidden(&corners), 1, true)[0].is_exact());
}
