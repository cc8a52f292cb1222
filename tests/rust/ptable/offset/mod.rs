//! Row 0 adds records, and other rows remove as many: `ptable::offset`, `cellveil ptable offset`, and the empty cells
//! of a real cube.

mod commands;
mod cube;

use std::fs;

use cellveil::ptable::offset::{MAX_CELLS, Offset, OffsetError, offset};
use cellveil::ptable::{Entry, IntervalTable, ONE, Ptable};

use crate::support::program::repository;

/// Returns a p-table file of R `ptable` with a row 0 that adds 0.04 records per empty cell. It adds one record to 2 %
/// of the empty cells and two records to 1 %.
pub fn with_row_zero(path: &str) -> String {
    const ROW: &str = "0,0,0.97,0,0,0.97,all\n0,1,0.02,1,0.97,0.99,all\n0,2,0.01,2,0.99,1,all\n";
    let text = fs::read_to_string(repository(path)).unwrap();
    let others: String =
        text.lines().skip(1).filter(|line| !line.starts_with("0,")).map(|line| format!("{line}\n")).collect();
    format!("i,j,p,v,p_int_lb,p_int_ub,type\n{ROW}{others}")
}

pub const DEMO: &str = "demo/census2011-teaching/ptable.csv";
/// This p-table has split and shuffled intervals. Noise 0 and the smallest fall occur several times in a row.
const MODIFIED: &str = "tests/data/ptable/s05_modified_t02_seed5467.csv";

pub fn interval(text: &str) -> IntervalTable {
    match Ptable::parse(text.as_bytes(), "test").unwrap() {
        Ptable::Interval(table) => table,
        Ptable::Dense(_) => panic!("dense"),
    }
}

fn row(bounds: &[(u64, i32)]) -> Vec<Entry> {
    bounds.iter().map(|&(upper, noise)| Entry { upper, noise }).collect()
}

/// Returns the mean noise in units of 2^-32.
fn mean(row: &[Entry]) -> i128 {
    let mut lower = 0;
    let mut sum = 0;
    for entry in row {
        sum += i128::from(entry.upper - lower) * i128::from(entry.noise);
        lower = entry.upper;
    }
    sum
}

/// Returns the expected total noise of cells with these counts, in units of 2^-32, without and with the empty cells.
fn totals(table: &IntervalTable, cells: &[u64]) -> (i128, i128) {
    let of = |(count, &cells): (usize, &u64)| i128::from(cells) * mean(table.row(table.row_for(count as u64)));
    (cells.iter().enumerate().skip(1).map(of).sum(), cells.iter().enumerate().map(of).sum())
}

/// Returns the noise for a draw.
fn noise(row: &[Entry], draw: u64) -> i32 {
    row.iter().find(|entry| draw < entry.upper).unwrap().noise
}

#[test]
fn expected_total_is_the_same_as_without_row_0() {
    // Counts above the last row, 8, use row 8.
    let cells = [10_000, 3_000, 2_000, 1_500, 1_200, 900, 800, 700, 650, 600, 3_000];
    for path in [DEMO, MODIFIED] {
        let table = interval(&with_row_zero(path));
        let gain = mean(table.row(0));
        assert_eq!(gain, (0.04_f64 * ONE as f64).round() as i128, "to the unit, as 0.97 and 0.99 are rounded");
        let mut named: Vec<Vec<u32>> = vec![vec![8], vec![7, 4], vec![3, 4, 5, 6, 7, 8], (4..=8).rev().collect()];
        if path == MODIFIED {
            named.push(vec![5, 8]);
        }
        for from in named {
            let result = offset(&table, &from, &cells).unwrap();
            check(&table, &from, &cells, &result);
            assert_eq!(offset(&table, &from, &cells).unwrap(), result, "the same again");
            assert_eq!(interval(&result.table.to_csv()), result.table, "its text gives the same bounds");
        }
    }
}

fn check(table: &IntervalTable, from: &[u32], cells: &[u64], result: &Offset) {
    let ((before, _), (_, after)) = (totals(table, cells), totals(&result.table, cells));
    assert_eq!(after - before, result.remains, "the total with row 0 is that without it, but for what remains");
    let half_units: u64 = result.gives.iter().map(|give| give.cells * u64::from(give.fall)).sum();
    assert!(2 * result.remains.unsigned_abs() <= u128::from(half_units), "{} units remain", result.remains);
    let mut rows = from.to_vec();
    rows.sort_unstable();
    assert_eq!(result.gives.iter().map(|give| give.row).collect::<Vec<_>>(), rows);
    let cells_that_give: u64 = result.gives.iter().map(|give| give.cells).sum();
    let needed = cells[0] as f64 * mean(table.row(0)) as f64 / cells_that_give as f64;
    for give in &result.gives {
        let given = give.moved as f64 * f64::from(give.fall);
        assert!((given - needed).abs() <= f64::from(give.fall) / 2.0 + 1e-3, "row {} gives {given} units", give.row);
        assert_eq!(i128::from(give.mean), mean(result.table.row(give.row)));
    }
    for number in 0..=table.last_row() {
        let (old, new) = (table.row(number), result.table.row(number));
        let Some(give) = result.gives.iter().find(|give| give.row == number) else {
            assert_eq!(old, new, "row {number} is as it was");
            continue;
        };
        let falls = old.iter().map(|entry| entry.noise).filter(|&noise| noise < 0);
        assert_eq!(falls.max(), Some(-(give.fall as i32)), "the smallest fall of row {number}");
        // All draws between two bounds have the same noise.
        let mut cuts: Vec<u64> = old.iter().chain(new).map(|entry| entry.upper).chain([0]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut moved = 0;
        for cut in cuts.windows(2) {
            let (was, is) = (noise(old, cut[0]), noise(new, cut[0]));
            if was != is {
                assert_eq!((was, is), (0, -(give.fall as i32)), "row {number}");
                moved += cut[1] - cut[0];
            }
        }
        assert_eq!(moved, give.moved, "row {number}");
    }
}

#[test]
fn row_without_a_fall_gets_a_fall_by_1() {
    let table = IntervalTable::new(&[
        row(&[(ONE / 4 * 3, 0), (ONE, 2)]),
        row(&[(ONE / 8, 3), (ONE / 4, 0), (ONE / 2, 1), (ONE, 0)]),
    ]);
    // The 10 empty cells gain 5 records, so each of 8 cells gives 5/8. The fall uses the whole first interval of noise
    // 0 and a part of the second.
    let result = offset(&table.unwrap(), &[1], &[10, 5, 3]).unwrap();
    let expected = row(&[(ONE / 8, 3), (ONE / 4, -1), (ONE / 2, 1), (ONE, -1)]);
    assert_eq!((result.table.row(1), result.remains), (expected.as_slice(), 0));
    assert_eq!((result.cells, result.gives[0].cells, result.gives[0].moved), ((18, 10), 8, ONE / 8 * 5));
    // Three times as many cells each give a third of the units. The result is rounded to the nearest unit, and the
    // remainder is reported.
    let table = IntervalTable::new(&[row(&[(ONE - 5, 0), (ONE, 1)]), row(&[(ONE, 0)])]).unwrap();
    for (cells, moved, remains) in [([1, 3], 2, -1), ([1, 2], 3, -1), ([2, 3], 3, 1), ([1, 100], 0, 5)] {
        let result = offset(&table, &[1], &cells).unwrap();
        assert_eq!((result.gives[0].moved, result.remains), (moved, remains), "{cells:?}");
    }
}

#[test]
fn impossible_offsets_are_refused() {
    let zeros = interval(&with_row_zero(DEMO));
    let plain = interval(&fs::read_to_string(repository(DEMO)).unwrap());
    let cells = [1000, 400, 300, 200, 100];
    for (table, from, cells, expected) in [
        (&plain, &[4][..], &cells[..], OffsetError::NothingAdded),
        (&zeros, &[], &cells, OffsetError::NoRows),
        (&zeros, &[4, 0], &cells, OffsetError::RowZero { last: 8 }),
        (&zeros, &[4, 9], &cells, OffsetError::NoSuchRow { row: 9, last: 8 }),
        (&zeros, &[4, 3, 4], &cells, OffsetError::Twice(4)),
        (&zeros, &[4], &[0, 400, 300, 200, 100], OffsetError::NoEmptyCells),
        (&zeros, &[4], &[], OffsetError::NoEmptyCells),
        (&zeros, &[4, 5], &cells, OffsetError::NoCells(5)),
        (&zeros, &[4], &[MAX_CELLS, 1, 0, 0, 1], OffsetError::TooMany),
        (&zeros, &[4], &[u64::MAX, u64::MAX], OffsetError::TooMany),
        // The row of 1 has no probability of noise 0. The row of 4 cannot give 0.4 records per cell.
        (&zeros, &[1], &cells, OffsetError::TooLittle { row: 1, needed: 0.1, most: 0.0, stays: 0.0, fall: 1 }),
        (
            &zeros,
            &[4],
            &cells,
            OffsetError::TooLittle { row: 4, needed: 0.4, most: 0.27792124, stays: 0.27792124, fall: 1 },
        ),
    ] {
        assert_eq!(offset(table, from, cells), Err(expected), "{from:?}, {cells:?}");
    }
    // The largest accepted number of cells causes no overflow.
    let far = IntervalTable::new(&[row(&[(1, 0), (ONE, 32_767)]), row(&[(ONE, 0)])]).unwrap();
    assert!(matches!(offset(&far, &[1], &[MAX_CELLS - 1, 1]), Err(OffsetError::TooLittle { .. })));
    let result = offset(&zeros, &[8], &[MAX_CELLS / 4, 0, 0, 0, 0, 0, 0, 0, MAX_CELLS / 2]).unwrap();
    check(&zeros, &[8], &[MAX_CELLS / 4, 0, 0, 0, 0, 0, 0, 0, MAX_CELLS / 2], &result);
}
