//! Controlled rounding of one-way and two-way tables, after Cox (1987).
//!
//! Each cell has a residual modulo the base. One more row and one more column contain the residuals that complete each
//! line to a multiple of the base. These are the negative residuals of the totals, and the residual of the grand total
//! in the corner. So the totals round together with the inner cells.
//!
//! A cell is open while its residual is neither 0 nor the base. The sum of each line is a multiple of the base. So no
//! line has a single open cell, and a walk along open cells, by row and by column in turn, ends in a cycle. The cells
//! of the cycle move up and down in turn, by the largest amount that leaves all residuals between 0 and the base. All
//! lines keep their sums, and at least one cell is no longer open. Each step chooses one of the two directions, with a
//! probability that is proportional to the largest amount in the other direction. Therefore the mean change of each
//! cell is 0 (Cox 1987, section 3).

use super::super::{Stream, System};
use super::mix;

/// No cell, no node.
const NONE: u32 = u32::MAX;

/// An axis of a two-way table.
#[derive(Debug, Clone, Copy)]
struct Axis {
    /// Number of places, the total included. An absent axis has a single inner place, which equals the total.
    size: usize,
    /// Distance between two places in the list of cells. The distance is 0 for an absent axis.
    stride: usize,
}

/// A line of the table in an order that does not depend on positions: key, count and numerator of its total, and a
/// number that depends on all its cells in any order.
type Line = (u64, u64, u64, u64);

/// A table of at most two axes, besides axes whose only inner place equals the total.
#[derive(Debug)]
pub(super) struct TwoWay<'a> {
    system: &'a System,
    numerators: &'a [u64],
    axes: [Axis; 2],
}

impl<'a> TwoWay<'a> {
    /// Finds the axes with several inner places. Gives `None` if the table has three or more such axes, or if the
    /// system is not a single table.
    pub(super) fn new(system: &'a System, numerators: &'a [u64]) -> Option<Self> {
        let mut axes = Vec::new();
        let mut stride = system.len();
        for &size in system.sizes()? {
            stride /= size.max(1);
            if size > 2 {
                axes.push(Axis { size, stride });
            }
        }
        axes.resize(axes.len().max(2), Axis { size: 2, stride: 0 });
        Some(Self { system, numerators, axes: axes.try_into().ok()? })
    }

    /// Rounds all cells to multiples of `base`.
    pub(super) fn round(&self, base: u64, stream: &mut Stream) -> Vec<i64> {
        let lines = [self.lines(0), self.lines(1)];
        let across = self.across(&lines);
        let mut orders = if across { [1, 0] } else { [0, 1] }.map(|axis| {
            let mut order: Vec<usize> = lines[axis].iter().map(|&(_, place)| place).collect();
            shuffle(&mut order, stream);
            order.push(self.axes[axis].size - 1);
            order
        });
        let place = |row: usize, column: usize| if across { [column, row] } else { [row, column] };
        let [rows, columns] = [orders[0].len(), orders[1].len()];
        let mut residuals = Vec::with_capacity(rows * columns);
        for (i, &row) in orders[0].iter().enumerate() {
            for (j, &column) in orders[1].iter().enumerate() {
                let residual = self.numerators[self.cell(place(row, column))] % base;
                let is_slack = (i + 1 == rows) != (j + 1 == columns);
                residuals.push(if is_slack { (base - residual) % base } else { residual });
            }
        }
        let mut open = Open::new(residuals, rows, columns, base);
        open.close(|end| stream.below(end));
        if across {
            orders.swap(0, 1);
        }
        self.values(&open.residuals, &orders, across, base)
    }

    /// Position of the cell at a place of each axis.
    fn cell(&self, place: [usize; 2]) -> usize {
        place[0] * self.axes[0].stride + place[1] * self.axes[1].stride
    }

    /// The lines at the inner places of an axis, in their order.
    fn lines(&self, axis: usize) -> Vec<(Line, usize)> {
        let other = self.axes[1 - axis].size;
        let at = |place, across| if axis == 0 { [place, across] } else { [across, place] };
        let (keys, counts) = (self.system.keys(), self.system.counts());
        let line = |place| {
            let word = |across| {
                let cell = self.cell(at(place, across));
                mix(mix(keys[cell]) ^ mix(counts[cell]).rotate_left(1) ^ self.numerators[cell])
            };
            let total = self.cell(at(place, other - 1));
            let all = (0..other - 1).map(word).fold(0, u64::wrapping_add);
            ((keys[total], counts[total], self.numerators[total], all), place)
        };
        let mut lines: Vec<_> = (0..self.axes[axis].size - 1).map(line).collect();
        lines.sort_unstable();
        lines
    }

    /// Whether the second axis becomes the rows: the axis with fewer lines, then the axis whose lines come first.
    fn across(&self, lines: &[Vec<(Line, usize)>; 2]) -> bool {
        let key = |axis: usize| lines[axis].iter().map(|&(line, _)| line);
        let cells = |axis: usize| {
            lines[axis].iter().flat_map(move |&(_, place)| {
                lines[1 - axis].iter().map(move |&(_, other)| {
                    let cell = self.cell(if axis == 0 { [place, other] } else { [other, place] });
                    (self.system.keys()[cell], self.system.counts()[cell], self.numerators[cell])
                })
            })
        };
        let order = lines[1].len().cmp(&lines[0].len());
        order.then_with(|| key(1).cmp(key(0))).then_with(|| cells(1).cmp(cells(0))).is_lt()
    }

    /// The value of each cell of the system, from residuals in the order of lines.
    fn values(&self, residuals: &[u64], orders: &[Vec<usize>; 2], across: bool, base: u64) -> Vec<i64> {
        let ranks = [0, 1].map(|axis: usize| {
            let mut ranks = vec![0; self.axes[axis].size];
            orders[axis].iter().enumerate().for_each(|(rank, &place)| ranks[place] = rank);
            ranks
        });
        let last = [0, 1].map(|axis: usize| self.axes[axis].size - 1);
        let columns = if across { last[0] + 1 } else { last[1] + 1 };
        let value = |cell: usize| {
            let [row, column] = [0, 1].map(|axis: usize| match self.axes[axis] {
                Axis { stride: 0, .. } => 0,
                Axis { size, stride } => cell / stride % size,
            });
            let rank = [ranks[0][row], ranks[1][column]];
            let residual = residuals[if across { rank[1] * columns + rank[0] } else { rank[0] * columns + rank[1] }];
            let true_value = self.numerators[cell];
            let is_slack = (row == last[0]) != (column == last[1]);
            if is_slack {
                // Slack and total add up to a multiple. A slack of 0 rounds the total up, a slack of `base` down.
                true_value + (base - true_value % base) % base - residual
            } else {
                true_value - true_value % base + residual
            }
        };
        (0..self.system.len()).map(|cell| value(cell) as i64).collect()
    }
}

/// Shuffles a list (Fisher and Yates).
fn shuffle(list: &mut [usize], stream: &mut Stream) {
    for end in (2..=list.len()).rev() {
        list.swap(end - 1, stream.below(end as u64) as usize);
    }
}

/// The open cells of a table with slack, as edges between row nodes and column nodes.
#[derive(Debug)]
struct Open {
    residuals: Vec<u64>,
    base: u64,
    rows: usize,
    columns: usize,
    /// The first open cell of each node.
    first: Vec<u32>,
    /// The next and the previous open cell in the row and in the column of each cell.
    next: [Vec<u32>; 2],
    previous: [Vec<u32>; 2],
}

impl Open {
    fn new(residuals: Vec<u64>, rows: usize, columns: usize, base: u64) -> Self {
        let cells = rows * columns;
        let mut open = Self {
            residuals,
            base,
            rows,
            columns,
            first: vec![NONE; rows + columns],
            next: [vec![NONE; cells], vec![NONE; cells]],
            previous: [vec![NONE; cells], vec![NONE; cells]],
        };
        for cell in (0..cells).rev().filter(|&cell| open.residuals[cell] > 0) {
            for side in [0, 1] {
                let node = open.node(cell, side);
                let next = std::mem::replace(&mut open.first[node], cell as u32);
                open.next[side][cell] = next;
                if next != NONE {
                    open.previous[side][next as usize] = cell as u32;
                }
            }
        }
        open
    }

    /// The row node (side 0) or column node (side 1) of a cell.
    fn node(&self, cell: usize, side: usize) -> usize {
        if side == 0 { cell / self.columns } else { self.rows + cell % self.columns }
    }

    /// Closes all cells.
    ///
    /// After a cycle, the walk continues at the end of the remaining path, whose cells are still open. So a cell enters
    /// the path at most once for each cycle that contains the cell.
    fn close(&mut self, mut below: impl FnMut(u64) -> u64) {
        let (mut path, mut nodes) = (Vec::new(), Vec::new());
        // The number of cells on the path before each node of the path.
        let mut before = vec![NONE; self.rows + self.columns];
        for start in 0..self.rows {
            nodes.push(start);
            before[start] = 0;
            while let Some(&node) = nodes.last() {
                let side = usize::from(node >= self.rows);
                let mut cell = self.first[node];
                if path.last() == Some(&cell) {
                    cell = self.next[side][cell as usize];
                }
                if cell == NONE {
                    break; // The path is empty, because no line has a single open cell.
                }
                path.push(cell);
                let end = self.node(cell as usize, 1 - side);
                if before[end] == NONE {
                    before[end] = path.len() as u32;
                    nodes.push(end);
                    continue;
                }
                let from = before[end] as usize;
                self.move_cycle(&path[from..], &mut below);
                path.truncate(from);
                nodes.drain(from + 1..).for_each(|node| before[node] = NONE);
            }
            nodes.drain(..).for_each(|node| before[node] = NONE);
        }
    }

    /// Moves the cells of a cycle in turn up and down, or down and up.
    fn move_cycle(&mut self, cycle: &[u32], below: &mut impl FnMut(u64) -> u64) {
        let room = |even: bool| {
            let room = |(at, &cell): (usize, &u32)| {
                let residual = self.residuals[cell as usize];
                if (at % 2 == 0) == even { self.base - residual } else { residual }
            };
            cycle.iter().enumerate().map(room).min().unwrap_or(0)
        };
        let [up, down] = [room(true), room(false)];
        let is_up = below(up + down) < down;
        let amount = if is_up { up } else { down };
        for (at, &cell) in cycle.iter().enumerate() {
            let residual = &mut self.residuals[cell as usize];
            *residual = if (at % 2 == 0) == is_up { *residual + amount } else { *residual - amount };
            if *residual == 0 || *residual == self.base {
                self.remove(cell as usize);
            }
        }
    }

    /// Removes a cell from the lists of its row and its column.
    fn remove(&mut self, cell: usize) {
        for side in [0, 1] {
            let node = self.node(cell, side);
            let [previous, next] = [self.previous[side][cell], self.next[side][cell]];
            match previous {
                NONE => self.first[node] = next,
                _ => self.next[side][previous as usize] = next,
            }
            if next != NONE {
                self.previous[side][next as usize] = previous;
            }
        }
    }
}
