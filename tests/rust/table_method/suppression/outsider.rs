//! Outsiders who compute hidden counts. Nothing here shares code with the method.

use cellveil::table_method::System;
use num_rational::Ratio;

/// For each cell, whether it is a linear combination of shown cells: a Gauss–Jordan elimination over the rationals.
pub fn derivable(system: &System, hidden: &[bool]) -> Vec<bool> {
    let columns: Vec<usize> = (0..system.len()).filter(|&cell| hidden[cell]).collect();
    let column_of = |cell: u32| columns.binary_search(&(cell as usize)).ok();
    let zero = Ratio::from_integer(0i128);
    let mut rows: Vec<Vec<Ratio<i128>>> = Vec::new();
    for (whole, parts) in system.sums() {
        let mut row = vec![zero; columns.len()];
        for (cell, sign) in parts.iter().map(|&part| (part, 1)).chain([(whole, -1)]) {
            if let Some(column) = column_of(cell) {
                row[column] += sign;
            }
        }
        rows.push(row);
    }
    let mut rank = 0;
    let mut derivable: Vec<bool> = hidden.iter().map(|hidden| !hidden).collect();
    let mut pivots = Vec::new();
    for column in 0..columns.len() {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != zero) else { continue };
        rows.swap(rank, pivot);
        let scale = rows[rank][column].recip();
        rows[rank].iter_mut().for_each(|value| *value *= scale);
        let pivot_row = rows[rank].clone();
        for (at, row) in rows.iter_mut().enumerate().filter(|(at, row)| *at != rank && row[column] != zero) {
            let factor = row[column];
            assert_ne!(at, rank);
            row.iter_mut().zip(&pivot_row).for_each(|(value, &pivot)| *value -= factor * pivot);
        }
        pivots.push(column);
        rank += 1;
    }
    // In the reduced form, a pivot column is determined if its row has no other entry.
    for (row, &column) in pivots.iter().enumerate() {
        let others = (0..columns.len()).filter(|&other| other != column && rows[row][other] != zero);
        derivable[columns[column]] = others.count() == 0;
    }
    derivable
}

/// The rule as an outsider knows it.
#[derive(Clone, Copy)]
pub struct Knowledge {
    /// The least count of a hidden cell.
    pub floor: u64,
    /// Counts below the threshold are small.
    pub threshold: u64,
}

/// For each cell, whether all tables of whole numbers that agree with the shown counts have the same count in it. Lists
/// the tables one by one, with hidden counts of at most `cap`. `None` above a million steps.
pub fn exact(system: &System, hidden: &[bool], knowledge: Knowledge, cap: u64) -> Option<Vec<bool>> {
    let unknown: Vec<usize> = (0..system.len()).filter(|&cell| hidden[cell]).collect();
    let mut first: Vec<Option<u64>> = vec![None; system.len()];
    let mut is_exact = vec![true; system.len()];
    let sums: Vec<Vec<(usize, i64)>> = system
        .sums()
        .map(|(whole, parts)| {
            parts.iter().map(|&part| (part as usize, 1)).chain([(whole as usize, -1)]).collect::<Vec<_>>()
        })
        .collect();
    let of_cell: Vec<Vec<usize>> = (0..system.len())
        .map(|cell| (0..sums.len()).filter(|&sum| sums[sum].iter().any(|&(other, _)| other == cell)).collect())
        .collect();
    let mut values: Vec<Option<u64>> = (0..system.len()).map(|at| (!hidden[at]).then(|| system.counts()[at])).collect();
    let components = components(&sums, &unknown, system.len());
    // Depth first, with an explicit stack of the next value of each unknown cell.
    let (mut depth, mut next) = (0, vec![knowledge.floor; unknown.len() + 1]);
    let mut steps = 0;
    loop {
        steps += 1;
        if steps > 1_000_000 {
            return None;
        }
        if depth == unknown.len() {
            let is_small = |cell: usize| values[cell].is_some_and(|value| value < knowledge.threshold);
            if components.iter().all(|component| component.iter().any(|&cell| is_small(cell))) {
                for &cell in &unknown {
                    match first[cell] {
                        None => first[cell] = values[cell],
                        before => is_exact[cell] &= before == values[cell],
                    }
                }
            }
        } else if next[depth] <= cap {
            let cell = unknown[depth];
            values[cell] = Some(next[depth]);
            next[depth] += 1;
            let holds = |sum: &usize| {
                let known = sums[*sum].iter().map(|&(cell, sign)| values[cell].map(|value| sign * value as i64));
                known.sum::<Option<i64>>().is_none_or(|sum| sum == 0)
            };
            if of_cell[cell].iter().all(holds) {
                depth += 1;
                next[depth] = knowledge.floor;
            }
            continue;
        }
        if depth == 0 {
            return Some(is_exact);
        }
        depth -= 1;
        // The value of this depth is tried again with its next number; deeper values are open.
        for &cell in &unknown[depth..] {
            values[cell] = None;
        }
    }
}

/// The hidden cells that sums connect.
fn components(sums: &[Vec<(usize, i64)>], unknown: &[usize], cells: usize) -> Vec<Vec<usize>> {
    let mut of_cell: Vec<usize> = (0..cells).collect();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for sum in sums {
            let hidden = || sum.iter().map(|&(cell, _)| cell).filter(|cell| unknown.contains(cell));
            let Some(least) = hidden().map(|cell| of_cell[cell]).min() else { continue };
            for cell in hidden() {
                has_changed |= std::mem::replace(&mut of_cell[cell], least) != least;
            }
        }
    }
    let of_name = |name: usize| unknown.iter().copied().filter(|&cell| of_cell[cell] == name).collect::<Vec<_>>();
    (0..cells).map(of_name).filter(|component| !component.is_empty()).collect()
}
