//! Laws of suppression: which cells are hidden, and what does not matter.

use cellveil::protect::Status;
use cellveil::table_method::suppression::{choose, intervals, suppress};
use cellveil::table_method::{Secondary, System, TableMethodError};

use super::systems::{Axis, inner, random_pair, random_table, table};
use super::{hide, rule};
use crate::table_method::tables::numbers;

#[test]
fn same_input_gives_the_same_cells() {
    for seed in 0..40 {
        let (one, other) = (random_table(seed), random_table(seed));
        assert_eq!(hide(&one, &rule(4)).unwrap(), hide(&other, &rule(4)).unwrap());
    }
}

#[test]
fn order_of_axes_cells_and_sums_does_not_matter() {
    for seed in 0..60 {
        let mut random = numbers(seed);
        let sizes = [2 + random(5) as usize, 2 + random(5) as usize];
        let inner = inner(sizes[0] * sizes[1], &mut random);
        let across = table(&sizes.map(Axis::flat), &inner);
        // The same cells and keys, in reverse order, with the sums in reverse order.
        let last = across.len() as u32 - 1;
        let reversed = |values: &[u64]| values.iter().rev().copied().collect::<Vec<_>>();
        let mut sums: Vec<(u32, Vec<u32>)> = across
            .sums()
            .map(|(whole, parts)| (last - whole, parts.iter().map(|&part| last - part).collect()))
            .collect();
        sums.reverse();
        let back = System::new(reversed(across.counts()), reversed(across.keys()), sums);
        let mut hidden = hide(&back, &rule(4)).unwrap().hidden;
        hidden.reverse();
        assert_eq!(hidden, hide(&across, &rule(4)).unwrap().hidden, "seed {seed}");
    }
}

#[test]
fn thresholds_0_and_1_hide_no_cell() {
    for seed in 0..40 {
        for threshold in [0, 1] {
            let system = random_pair(seed);
            let outcome = suppress(&system, &rule(threshold)).unwrap();
            assert!(outcome.status.iter().all(|&status| status == Status::Shown));
            let counts: Vec<i64> = system.counts().iter().map(|&count| count as i64).collect();
            assert_eq!(outcome.values, counts);
        }
    }
}

#[test]
fn empty_tables() {
    let system = table(&[Axis::flat(3), Axis::flat(2)], &[0; 6]);
    assert!(hide(&system, &rule(5)).unwrap().hidden.iter().all(|hidden| !hidden));
    let mut zeros = rule(5);
    zeros.protect_zeros = true;
    assert!(hide(&system, &zeros).unwrap().hidden.iter().all(|hidden| *hidden));
    let none = System::new(Vec::new(), Vec::new(), Vec::new());
    assert_eq!(hide(&none, &rule(5)).unwrap().primary, 0);
}

#[test]
fn a_single_cell_takes_all_its_totals_with_it() {
    // One cell has records, so its totals are as small, and all are hidden.
    let mut inner = [0; 6];
    inner[3] = 2;
    let system = table(&[Axis::flat(3), Axis::flat(2)], &inner);
    let pattern = hide(&system, &rule(4)).unwrap();
    let small: Vec<bool> = system.counts().iter().map(|&count| count > 0).collect();
    assert_eq!((pattern.hidden, pattern.secondary), (small, 0));
    // The rule and the threshold 2 say that a small count is 1, and nothing else can be small here.
    inner[3] = 1;
    let system = table(&[Axis::flat(3), Axis::flat(2)], &inner);
    assert_eq!(hide(&system, &rule(2)), Err(TableMethodError::Unprotected));
    assert!(hide(&system, &rule(3)).is_ok());
    // A table of one place.
    assert_eq!(hide(&System::table(&[1], vec![2], vec![7]), &rule(3)).unwrap().hidden, [true]);
}

#[test]
fn all_cells_primary() {
    for counts in [[1; 9], [2; 9]] {
        let system = table(&[Axis::flat(3), Axis::flat(3)], &counts);
        let pattern = hide(&system, &rule(3)).unwrap();
        let inner = (0..system.len()).filter(|&cell| system.is_inner(cell));
        assert!(inner.clone().all(|cell| pattern.hidden[cell]));
        let intervals = intervals(&system, &pattern.hidden, 1, true);
        assert!(inner.clone().all(|cell| !intervals[cell].is_exact()));
    }
    // Ones cannot shrink, so totals are hidden too; twos protect one another.
    let hidden = |counts: [u64; 9]| hide(&table(&[Axis::flat(3), Axis::flat(3)], &counts), &rule(3)).unwrap().secondary;
    assert!(hidden([1; 9]) > 0);
    assert_eq!(hidden([2; 9]), 0);
}

#[test]
fn without_secondary_cells_only_small_counts_are_hidden() {
    for seed in 0..40 {
        let system = random_table(seed);
        let mut rule = rule(4);
        rule.secondary = Secondary::None;
        let pattern = hide(&system, &rule).unwrap();
        let small: Vec<bool> = system.counts().iter().map(|count| (1..4).contains(count)).collect();
        assert_eq!(pattern.hidden, small);
        assert!(!pattern.is_complete && pattern.secondary == 0);
    }
}

#[test]
fn certain_hides_the_cell_and_an_empty_part() {
    // The example of ABS 2005, page 42: all males are aged 20 to 29.
    let system = table(&[Axis::flat(2), Axis::flat(4)], &[0, 3, 0, 0, 3, 3, 0, 0]);
    let mut rule = rule(0);
    rule.certain = true;
    let pattern = hide(&system, &rule).unwrap();
    assert!(pattern.hidden[1], "the 100 % cell");
    let empty = [0, 2, 3].into_iter().filter(|&cell| pattern.hidden[cell]);
    assert!(empty.count() > 0, "an empty part of its line");
    // Nobody can tell that the line's other parts are empty.
    let intervals = intervals(&system, &pattern.hidden, 0, true);
    assert!([0, 2, 3].into_iter().any(|cell| pattern.hidden[cell] && intervals[cell].most != Some(0)));
    // Everybody aged 0 to 19 is female.
    assert!(pattern.hidden[5] && pattern.hidden[0]);
    // A line with two filled parts is no 100 % cell.
    let system = table(&[Axis::flat(2), Axis::flat(2)], &[3, 4, 5, 6]);
    assert_eq!(hide(&system, &rule).unwrap().primary, 0);
}

#[test]
fn impossible_cells_stay_shown() {
    let system = table(&[Axis::flat(3), Axis::flat(3)], &[0, 9, 9, 9, 0, 9, 9, 9, 9]);
    let mut zeros = rule(3);
    zeros.protect_zeros = true;
    assert!(hide(&system, &zeros).unwrap().hidden[5]);
    let pattern =
        choose(&system, &zeros, &cellveil::table_method::Known { impossible: vec![5], ..Default::default() }).unwrap();
    assert!(pattern.hidden[0] && !pattern.hidden[5]);
    assert_eq!(pattern.primary, 1);
}

#[test]
fn errors_name_what_is_wrong() {
    let wrong = System::table(&[3], vec![1, 2, 4], vec![0; 3]);
    assert_eq!(hide(&wrong, &rule(3)), Err(TableMethodError::TotalsDisagree));
    let cells = 1_000_001;
    let large = System::new(vec![0; cells], vec![0; cells], Vec::new());
    let error = hide(&large, &rule(3)).unwrap_err().to_string();
    assert_eq!(error, "the table has 1000001 cells; suppression takes at most 1000000");
}

#[test]
fn outcome_says_whether_programs_ran() {
    let many = table(&[Axis::flat(23), Axis::flat(23)], &[2; 529]);
    assert!(suppress(&many, &rule(3)).unwrap().intervals_unchecked);
    let few = table(&[Axis::flat(3), Axis::flat(3)], &[2; 9]);
    assert!(!suppress(&few, &rule(3)).unwrap().intervals_unchecked);
}
