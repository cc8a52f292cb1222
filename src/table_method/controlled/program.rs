//! The rounding of a system as a program over whole numbers: a step for each movable inner cell, and lines of cells.

use super::super::{System, TableMethodError};
use super::linear::Expansion;
use super::mix;

/// The highest bit of an entry marks a cell that a line subtracts.
const MINUS: u32 = 1 << 31;

/// The line or the movable cell of an entry.
pub(super) fn line_of(entry: u32) -> usize {
    (entry & !MINUS) as usize
}

/// The sign of an entry.
pub(super) fn sign(entry: u32) -> i32 {
    if entry & MINUS == 0 { 1 } else { -1 }
}

/// The quality of all steps: broken equations, jumps, and the distance to the true values. Less is better.
pub(super) type Quality = (u64, i64, i128);

/// One or several cells that move together: an inner cell, or totals with the same movable cells.
///
/// `steps` counts bases above the start, in which each inner cell is rounded down. The cells jump if `steps` is below
/// `low` or above `high`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) steps: i32,
    pub(super) low: i32,
    pub(super) high: i32,
    /// Cost of a step from `low` to `high`: the change of the distance to the true values.
    pub(super) inside: i64,
    /// Cost of a step away from `low` and `high` without the penalty.
    pub(super) outside: i64,
    /// Number of cells that jump outside `low` and `high`, 0 for the line of an equation.
    pub(super) cells: i64,
}

impl Line {
    fn new(residuals: i64, cells: i64, base: i64) -> Self {
        let low = residuals.div_euclid(base);
        let residual = residuals.rem_euclid(base);
        let high = low + i64::from(residual > 0);
        Self {
            steps: 0,
            low: low as i32,
            high: high as i32,
            inside: cells * (base - 2 * residual),
            outside: cells * base,
            cells,
        }
    }

    /// The steps above the range (positive) or below the range (negative).
    pub(super) fn excess(&self) -> i32 {
        (self.steps - self.high).max(0) - (self.low - self.steps).max(0)
    }
}

/// A program. The first lines are the movable cells themselves.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) base: i64,
    /// Position of each movable cell in the system.
    pub(super) cells: Vec<u32>,
    /// The least and the most steps of each movable cell.
    pub(super) range: Vec<[i32; 2]>,
    pub(super) lines: Vec<Line>,
    /// Start of each movable cell's entries in `lines_of`.
    pub(super) lines_from: Vec<u32>,
    /// The lines with a movable cell, shortest first, besides the cell's own line. [`MINUS`] marks a negative sign.
    pub(super) lines_of: Vec<u32>,
    /// Start of each line's entries in `cells_of`.
    pub(super) cells_from: Vec<u32>,
    /// The movable cells of a line. [`MINUS`] marks a negative sign.
    pub(super) cells_of: Vec<u32>,
}

impl Program {
    /// Builds the program of a system.
    ///
    /// Without `jumping`, an inner cell takes one of its two multiples. With `jumping`, an inner cell may take one more
    /// base on either side. Zeros never move, and no cell becomes negative.
    ///
    /// The order of movable cells and lines depends on keys, counts and numerators. The order depends on positions only
    /// if two cells, and all their totals, have the same keys, counts and numerators.
    pub(super) fn new(system: &System, numerators: &[u64], base: u64, expansion: &Expansion, jumping: bool) -> Self {
        let residual = |cell: usize| (numerators[cell] % base) as i64;
        let order = order(system, numerators, expansion);
        let mut rank = vec![0u32; system.len()];
        order.iter().enumerate().for_each(|(at, &cell)| rank[cell as usize] = at as u32);
        let residuals: Vec<i64> = order.iter().map(|&cell| residual(cell as usize)).collect();
        let own = |&cell: &u32| {
            let is_open = residual(cell as usize) > 0;
            let above = i32::from(is_open);
            if !jumping {
                return [0, above];
            }
            [-i32::from(numerators[cell as usize] >= base), above + 1]
        };
        let range = order.iter().map(own).collect();
        let mut lists: Vec<(Vec<u32>, bool)> = Vec::new();
        for &(whole, _) in &expansion.order {
            let mut list: Vec<u32> = expansion.inner[whole as usize].iter().map(|&cell| rank[cell as usize]).collect();
            list.sort_unstable();
            lists.push((list, false));
        }
        for [first, second] in &expansion.equal {
            let mut list: Vec<u32> = first.iter().map(|&cell| rank[cell as usize]).collect();
            list.extend(second.iter().map(|&cell| rank[cell as usize] | MINUS));
            lists.push((cancel(list), true));
        }
        lists.retain(|(list, _)| !list.is_empty());
        lists.sort_unstable_by(|(a, first), (b, second)| (a.len(), a, first).cmp(&(b.len(), b, second)));
        let base = base as i64;
        let mut lines: Vec<Line> = residuals.iter().map(|&residual| Line::new(residual, 1, base)).collect();
        let (mut cells_from, mut cells_of) = (vec![0], Vec::new());
        let mut at = 0;
        while let Some((list, is_equation)) = lists.get(at) {
            let same = lists[at..].iter().take_while(|other| **other == lists[at]).count();
            at += same;
            let signed = |&entry: &u32| i64::from(sign(entry)) * residuals[line_of(entry)];
            let line = Line::new(list.iter().map(signed).sum(), if *is_equation { 0 } else { same as i64 }, base);
            if let ([cell], false) = (&list[..], is_equation) {
                let own = &mut lines[*cell as usize];
                let cells = own.cells + line.cells;
                *own = Line::new(residuals[*cell as usize], cells, base);
                continue;
            }
            lines.push(line);
            cells_of.extend_from_slice(list);
            cells_from.push(cells_of.len() as u32);
        }
        // Lists of lines by cell. The lines are in order of length, so each list is too.
        let mut lines_from = vec![0u32; order.len() + 1];
        cells_of.iter().for_each(|entry| lines_from[line_of(*entry) + 1] += 1);
        (0..order.len()).for_each(|cell| lines_from[cell + 1] += lines_from[cell]);
        let mut ends = lines_from.clone();
        let mut lines_of = vec![0u32; cells_of.len()];
        for line in order.len()..lines.len() {
            for entry in &cells_of[cells_from[line - order.len()] as usize..cells_from[line - order.len() + 1] as usize]
            {
                let end = &mut ends[line_of(*entry)];
                lines_of[*end as usize] = line as u32 | entry & MINUS;
                *end += 1;
            }
        }
        Self { base, cells: order, range, lines, lines_from, lines_of, cells_from, cells_of }
    }

    /// The lines with a movable cell, besides the cell's own.
    pub(super) fn lines_of(&self, cell: usize) -> &[u32] {
        &self.lines_of[self.lines_from[cell] as usize..self.lines_from[cell + 1] as usize]
    }

    /// The movable cells of a line.
    pub(super) fn cells_of(&self, line: usize) -> &[u32] {
        let line = line - self.cells.len();
        &self.cells_of[self.cells_from[line] as usize..self.cells_from[line + 1] as usize]
    }

    /// The quality of the steps of all movable cells.
    pub(super) fn quality(&self, steps: &[i32]) -> Quality {
        let mut quality = (0, 0, 0);
        for (at, line) in self.lines.iter().enumerate() {
            let line = Line { steps: self.steps_of(at, steps), ..*line };
            let excess = line.excess();
            if line.cells == 0 {
                quality.0 += u64::from(excess.unsigned_abs());
                continue;
            }
            // The distance of the nearer end of the range. `inside` is `outside` less two residuals.
            let residual = (line.outside - line.inside) / 2;
            let within = if line.low == line.high {
                0
            } else if line.steps <= line.low {
                residual
            } else {
                residual + line.inside
            };
            quality.1 += if excess == 0 { 0 } else { line.cells };
            quality.2 += i128::from(within) + i128::from(line.outside) * i128::from(excess.unsigned_abs());
        }
        quality
    }

    /// The steps of a line.
    pub(super) fn steps_of(&self, line: usize, steps: &[i32]) -> i32 {
        if line < steps.len() {
            return steps[line];
        }
        self.cells_of(line).iter().map(|&entry| sign(entry) * steps[line_of(entry)]).sum()
    }

    /// The value of each cell of the system after the steps of the movable cells.
    ///
    /// # Errors
    /// [`TableMethodError::NoRounding`] if two sums of the same total do not agree.
    pub(super) fn values(
        &self,
        system: &System,
        numerators: &[u64],
        order: &[(u32, u32)],
        steps: &[i32],
    ) -> Result<Vec<i64>, TableMethodError> {
        let mut values: Vec<i64> = numerators.iter().map(|&value| value as i64 / self.base * self.base).collect();
        for (&cell, &steps) in self.cells.iter().zip(steps) {
            values[cell as usize] += self.base * i64::from(steps);
        }
        let sums: Vec<(u32, &[u32])> = system.sums().collect();
        let add = |values: &[i64], parts: &[u32]| parts.iter().map(|&part| values[part as usize]).sum::<i64>();
        for &(whole, sum) in order {
            values[whole as usize] = add(&values, sums[sum as usize].1);
        }
        let hold = sums.iter().all(|&(whole, parts)| values[whole as usize] == add(&values, parts));
        if hold { Ok(values) } else { Err(TableMethodError::NoRounding) }
    }
}

/// The movable cells in an order that does not depend on positions.
fn order(system: &System, numerators: &[u64], expansion: &Expansion) -> Vec<u32> {
    let word =
        |cell: usize| mix(mix(system.keys()[cell]) ^ mix(system.counts()[cell]).rotate_left(1) ^ numerators[cell]);
    let mut totals = vec![0u64; system.len()];
    for &(whole, _) in &expansion.order {
        let word = word(whole as usize);
        for &cell in &expansion.inner[whole as usize] {
            totals[cell as usize] = totals[cell as usize].wrapping_add(word);
        }
    }
    let moves = |cell: &u32| system.is_inner(*cell as usize) && !expansion.inner[*cell as usize].is_empty();
    let mut order: Vec<u32> = (0..system.len() as u32).filter(moves).collect();
    order.sort_by_key(|&cell| {
        let cell = cell as usize;
        (system.keys()[cell], system.counts()[cell], numerators[cell], totals[cell], cell)
    });
    order
}

/// Removes pairs of a cell and the same cell with a minus, and sorts the list.
fn cancel(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable_by_key(|&entry| (entry & !MINUS, entry));
    let mut kept: Vec<u32> = Vec::new();
    for entry in list {
        // The entries of a cell come without a minus first. So each minus meets the last entry that is left.
        if entry & MINUS > 0 && kept.last() == Some(&(entry & !MINUS)) {
            kept.pop();
        } else {
            kept.push(entry);
        }
    }
    kept
}
