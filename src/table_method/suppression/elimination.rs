//! Gaussian elimination: the hidden cells that follow from sums alone.
//!
//! A hidden cell is a linear combination of shown cells if and only if no solution of the homogeneous sums changes it
//! (Langsrud 2024, "Secondary Cell Suppression by Gaussian Elimination", Privacy in Statistical Databases). The
//! elimination covers hidden cells only. It finds one random solution, and the cells that are 0 in it.
//!
//! **Arithmetic**: remainders modulo the prime 2^31 − 1, so all steps are exact and no entry grows.
//! - A cell that is not 0 in the solution is reported as free, and is free modulo the prime. Shown cells could still
//!   give such a cell, by fractions whose denominator is a multiple of the prime. Then the matrix of signs has a minor
//!   of at least 2^31 − 1. The moves of [`super::choose`] have no such gap.
//! - A free cell is 0 in a random solution with a probability of 2^-31, and in two solutions with 2^-62. This error
//!   only reports a safe cell as disclosed.
//! - The random numbers come from a fixed seed, so the same table has the same result.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::System;
use super::hidden::Hidden;
use super::lines::Lines;

const PRIME: u64 = (1 << 31) - 1;
/// Maximum number of products. More are needed only for very large patterns without structure. A core of one gigahertz
/// takes some seconds.
const MOST_STEPS: u64 = 1 << 32;

/// Entries of a row: column and value, in ascending order of columns.
type Row = Vec<(u32, u32)>;

/// For each cell, whether the cell is a linear combination of shown cells. A shown cell is its own combination. `None`
/// if the elimination needs more steps than its limit.
///
/// # Panics
/// Panics if there is not one flag for each cell.
///
/// ```
/// use cellveil::table_method::{System, suppression::derivable};
/// // Two columns and their total.
/// let system = System::table(&[3], vec![1, 8, 9], vec![0; 3]);
/// assert_eq!(derivable(&system, &[true, false, false]), Some(vec![true, true, true]));
/// assert_eq!(derivable(&system, &[true, true, false]), Some(vec![false, false, true]));
/// ```
pub fn derivable(system: &System, hidden: &[bool]) -> Option<Vec<bool>> {
    let lines = Lines::new(system);
    let sorted = determined(&Hidden::with(&lines, 0, hidden))?;
    let mut derivable = vec![true; lines.len()];
    lines.positions.iter().zip(sorted).for_each(|(&at, is_determined)| derivable[at as usize] = is_determined);
    Some(derivable)
}

/// For each cell, whether the sums alone determine it; shown cells are determined. `None` if the elimination needs more
/// steps than the limit.
pub(super) fn determined(hidden: &Hidden<'_>) -> Option<Vec<bool>> {
    let lines = hidden.lines;
    let row = |sum: u32| -> Row {
        let cells = lines.terms(sum).filter(|&(cell, _)| hidden.contains(cell));
        let mut row: Row = cells.map(|(cell, sign)| (cell, if sign > 0 { 1 } else { PRIME as u32 - 1 })).collect();
        row.sort_unstable();
        row
    };
    let rows: Vec<Row> = (0..lines.number_of_sums() as u32).map(row).filter(|row| !row.is_empty()).collect();
    let pivots = eliminate(rows, lines.len())?;
    let mut free = vec![false; lines.len()];
    let mut state = 0;
    for _ in 0..2 {
        let mut values = vec![0u64; lines.len()];
        for (cell, value) in values.iter_mut().enumerate().filter(|(cell, _)| hidden.contains(*cell as u32)) {
            *value = random(&mut state, cell as u64);
        }
        for (column, row) in pivots.iter().rev() {
            let (mut sum, mut own) = (0, 0);
            for &(other, value) in row {
                if other == *column {
                    own = u64::from(value);
                } else {
                    sum = (sum + values[other as usize] * u64::from(value)) % PRIME;
                }
            }
            values[*column as usize] = (PRIME - sum) % PRIME * inverse(own) % PRIME;
        }
        free.iter_mut().zip(&values).for_each(|(free, &value)| *free |= value != 0);
    }
    Some(free.iter().map(|free| !free).collect())
}

/// Brings the rows into triangular form. Each pivot is a column with a row; the column occurs in no later row.
///
/// The next row is the shortest. Its pivot is the column that the fewest rows contain. Both choices limit the number of
/// new entries (Markowitz 1957).
fn eliminate(mut rows: Vec<Row>, columns: usize) -> Option<Vec<(u32, Row)>> {
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); columns];
    for (at, row) in rows.iter().enumerate() {
        row.iter().for_each(|&(column, _)| holders[column as usize].push(at as u32));
    }
    let mut queue: BinaryHeap<_> = rows.iter().enumerate().map(|(at, row)| Reverse((row.len(), at))).collect();
    let mut pivots = Vec::new();
    let mut steps = 0u64;
    while let Some(Reverse((length, at))) = queue.pop() {
        if rows[at].len() != length || length == 0 {
            continue; // the row has changed, or is a pivot
        }
        let pivot_row = std::mem::take(&mut rows[at]);
        for &(column, _) in &pivot_row {
            holders[column as usize].retain(|&row| row as usize != at);
        }
        let &(column, value) = pivot_row.iter().min_by_key(|(column, _)| (holders[*column as usize].len(), *column))?;
        let inverse = inverse(u64::from(value));
        for other in std::mem::take(&mut holders[column as usize]) {
            let row = &rows[other as usize];
            steps += (row.len() + pivot_row.len()) as u64;
            if steps > MOST_STEPS {
                return None;
            }
            let own = row.binary_search_by_key(&column, |&(column, _)| column).ok()?;
            let factor = PRIME - u64::from(row[own].1) * inverse % PRIME;
            rows[other as usize] = combined(row, &pivot_row, factor, column, |column, is_new| {
                let list = &mut holders[column as usize];
                if is_new { list.push(other) } else { list.retain(|&row| row != other) }
            });
            queue.push(Reverse((rows[other as usize].len(), other as usize)));
        }
        pivots.push((column, pivot_row));
    }
    Some(pivots)
}

/// Adds a multiple of the pivot's row to a row. Reports each entry that appears or disappears, except in `pivot`.
fn combined(row: &Row, add: &Row, factor: u64, pivot: u32, mut report: impl FnMut(u32, bool)) -> Row {
    let mut sum = Vec::with_capacity(row.len() + add.len());
    let (mut left, mut right) = (row.iter().peekable(), add.iter().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (None, None) => return sum,
            (Some(one), Some(other)) => one.0.min(other.0),
            (Some(one), None) | (None, Some(one)) => one.0,
        };
        let before = left.next_if(|entry| entry.0 == next).map_or(0, |entry| u64::from(entry.1));
        let more = right.next_if(|entry| entry.0 == next).map_or(0, |entry| u64::from(entry.1) * factor);
        let value = (before + more) % PRIME;
        if value != 0 {
            sum.push((next, value as u32));
        }
        if next != pivot && (value != 0) != (before != 0) {
            report(next, value != 0);
        }
    }
}

/// The inverse modulo the prime, by Fermat: value^(p − 2).
fn inverse(value: u64) -> u64 {
    let (mut result, mut square, mut exponent) = (1, value, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % PRIME;
        }
        square = square * square % PRIME;
        exponent >>= 1;
    }
    result
}

/// A fixed sequence of numbers from 1 to the prime − 1 (SplitMix64, Steele, Lea and Flood 2014).
fn random(state: &mut u64, salt: u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_add(salt);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) % (PRIME - 1) + 1
}
