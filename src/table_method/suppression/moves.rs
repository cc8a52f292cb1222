//! Moves: changes of hidden cells that no sum shows.
//!
//! A move adds a whole number to some hidden cells. All sums still hold, and no hidden cell falls below the floor. So
//! the true table plus a move is a second table with the same published values. A cell that a move changes is not
//! exact, whatever an outsider computes. Each move is checked in whole numbers before use.

use std::collections::BTreeMap;

use super::hidden::Hidden;
use super::simplex::Program;

/// Numbers of hidden cells around a cell in which a move is searched. A larger neighborhood is tried where a smaller
/// one has no move.
const NEIGHBORHOODS: [usize; 2] = [40, 160];

/// A change of hidden cells, in ascending order of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move(pub Vec<(u32, i64)>);

impl Move {
    /// The change of a cell.
    pub fn of(&self, cell: u32) -> i64 {
        self.0.binary_search_by_key(&cell, |&(cell, _)| cell).map_or(0, |at| self.0[at].1)
    }

    /// Whether every sum holds after the move, every changed cell is hidden, and no cell falls below the floor.
    pub fn is_valid(&self, hidden: &Hidden<'_>) -> bool {
        let mut sums: BTreeMap<u32, i128> = BTreeMap::new();
        for &(cell, change) in &self.0 {
            if !hidden.contains(cell) || change < 0 && change.unsigned_abs() > hidden.slack(cell) {
                return false;
            }
            for (sum, sign) in hidden.lines.signs(cell) {
                *sums.entry(sum).or_default() += i128::from(sign) * i128::from(change);
            }
        }
        sums.values().all(|&sum| sum == 0)
    }

    /// How often the move can be repeated. `None` for any number of times.
    pub fn times(&self, hidden: &Hidden<'_>) -> Option<u64> {
        let falls = self.0.iter().filter(|(_, change)| *change < 0);
        falls.map(|&(cell, change)| hidden.slack(cell) / change.unsigned_abs()).min()
    }

    /// The opposite move.
    pub fn reversed(&self) -> Self {
        Self(self.0.iter().map(|&(cell, change)| (cell, -change)).collect())
    }

    /// Returns a move that increases a cell, and every total that contains the cell, by 1. If the cell is a total, one
    /// of its inner cells increases too. Every sum holds after this move, but the changed cells may be shown.
    pub fn upwards(hidden: &Hidden<'_>, cell: u32) -> Self {
        let lines = hidden.lines;
        let mut inner = cell;
        // Each step goes from a total to a part, at most once through every cell.
        for _ in 0..lines.len() {
            let down = lines.sums(inner).iter().find(|&&sum| lines.cells(sum)[0] == inner);
            let parts = down.map_or(&[][..], |&sum| &lines.cells(sum)[1..]);
            let may_change = |part: u32| hidden.contains(part) || hidden.is_candidate(part);
            let first = parts
                .iter()
                .max_by_key(|&&part| (may_change(part), hidden.contains(part), lines.counts[part as usize]));
            let Some(&first) = first else { break };
            inner = first;
        }
        let mut reached = vec![inner];
        let mut seen = BTreeMap::from([(inner, 1)]);
        let mut at = 0;
        while at < reached.len() {
            for &sum in lines.sums(reached[at]) {
                let whole = lines.cells(sum)[0];
                if seen.insert(whole, 1).is_none() {
                    reached.push(whole);
                }
            }
            at += 1;
        }
        Self(seen.into_iter().collect())
    }
}

/// Searches a move that changes a cell in one direction, if possible by `most`.
///
/// The search is exact within the neighborhood, but only there. `cost` is the price of a unit of change of a cell.
pub(super) fn search(hidden: &Hidden<'_>, cell: u32, sign: i64, most: i64, cost: &dyn Fn(u32) -> i64) -> Option<Move> {
    let mut last = 0;
    for size in NEIGHBORHOODS {
        let around = Neighborhood::new(hidden, cell, size, cost);
        if around.cells.len() == last {
            break;
        }
        last = around.cells.len();
        let found = around.search(hidden, sign, most);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The hidden cells next to a cell, nearest first, and the program of their changes. All other cells stay.
#[derive(Debug)]
struct Neighborhood {
    cells: Vec<u32>,
    program: Program,
}

impl Neighborhood {
    fn new(hidden: &Hidden<'_>, cell: u32, size: usize, cost: &dyn Fn(u32) -> i64) -> Self {
        let lines = hidden.lines;
        let mut cells = vec![cell];
        let mut seen = BTreeMap::from([(cell, ())]);
        let mut sums = BTreeMap::new();
        let mut at = 0;
        while at < cells.len() && cells.len() < size {
            for &sum in lines.sums(cells[at]) {
                if sums.insert(sum, ()).is_some() {
                    continue;
                }
                for &next in hidden.of_sum(sum) {
                    if cells.len() == size {
                        break;
                    }
                    if seen.insert(next, ()).is_none() {
                        cells.push(next);
                    }
                }
            }
            at += 1;
        }
        let mut rows: BTreeMap<u32, usize> = BTreeMap::new();
        let mut program = Program::default();
        for &cell in &cells {
            let column = lines.signs(cell).map(|(sum, sign)| {
                let next = rows.len();
                (*rows.entry(sum).or_insert(next), sign)
            });
            program.columns.push(column.collect());
            program.slack.push(hidden.slack(cell).min(1 << 32) as i64);
            program.costs.push(cost(cell));
        }
        program.rows = rows.len();
        Self { cells, program }
    }

    fn search(&self, hidden: &Hidden<'_>, sign: i64, most: i64) -> Option<Move> {
        let change = self.program.change(0, sign, most)?;
        let divisor = change.iter().fold(0, |divisor, &change| greatest_divisor(divisor, change.abs()));
        let changes = self.cells.iter().zip(&change).filter(|(_, change)| **change != 0);
        let mut changes: Vec<(u32, i64)> = changes.map(|(&cell, &change)| (cell, change / divisor)).collect();
        changes.sort_unstable();
        // A change in fractions may break a bound once it is multiplied.
        Some(Move(changes)).filter(|found| found.is_valid(hidden))
    }
}

fn greatest_divisor(one: i64, other: i64) -> i64 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::super::super::System;
    use super::super::lines::Lines;
    use super::*;

    /// Two rows and two columns with totals; the cells are in the order of their counts.
    fn lines() -> Lines {
        Lines::new(&System::table(&[3, 3], vec![1, 20, 21, 300, 4000, 4300, 301, 4020, 4321], vec![0; 9]))
    }

    fn inner_hidden(lines: &Lines) -> Hidden<'_> {
        Hidden::with(lines, 1, &[true, true, false, true, true, false, false, false, false])
    }

    #[test]
    fn box_of_four_cells() {
        let lines = lines();
        let hidden = inner_hidden(&lines);
        // Ranks by count: 1, 20, 21, 300, 301, 4000, ...
        let expected = Move(vec![(0, 1), (1, -1), (3, -1), (5, 1)]);
        assert_eq!(search(&hidden, 0, 1, 1, &|_| 1), Some(expected.clone()));
        assert_eq!(expected.times(&hidden), Some(19));
        assert_eq!(search(&hidden, 0, -1, 1, &|_| 1), None, "a count of 1 cannot shrink");
    }

    #[test]
    fn moves_with_a_fault_are_invalid() {
        let lines = lines();
        let hidden = inner_hidden(&lines);
        let is_valid = |cells: &[(u32, i64)]| Move(cells.to_vec()).is_valid(&hidden);
        assert!(is_valid(&[(0, 1), (1, -1), (3, -1), (5, 1)]));
        assert!(!is_valid(&[(0, 1), (1, -1), (3, -1)]), "a sum does not hold");
        assert!(!is_valid(&[(0, -1), (1, 1), (3, 1), (5, -1)]), "a cell below the floor");
        assert!(!is_valid(&[(0, 1), (1, -1), (2, 0)]), "a sum does not hold");
        assert!(!is_valid(&[(0, 1), (2, 1), (4, 1), (8, 1)]), "shown cells");
    }

    #[test]
    fn a_cell_and_its_totals_grow_together() {
        let lines = lines();
        let mut hidden = inner_hidden(&lines);
        let up = Move::upwards(&hidden, 0);
        assert_eq!(up, Move(vec![(0, 1), (2, 1), (4, 1), (8, 1)]));
        up.0.iter().for_each(|&(cell, _)| hidden.set(cell, true));
        assert!(up.is_valid(&hidden) && up.times(&hidden).is_none());
    }
}
