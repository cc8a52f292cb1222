//! The first secondary cells: each sum with a hidden cell needs another one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::hidden::Hidden;

/// What an outsider sees of one sum.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    /// Number of hidden parts.
    parts: u32,
    /// Number of hidden parts whose count is above the floor.
    loose: u32,
    is_whole_hidden: bool,
    /// Whether a hidden cell of the sum is published. The others need no protection.
    has_published: bool,
}

impl Line {
    /// Whether the line alone discloses a hidden cell. A single hidden cell is the difference of the shown ones. Parts at
    /// the floor cannot grow under a shown total.
    fn is_open(self) -> bool {
        match self.parts + u32::from(self.is_whole_hidden) {
            _ if !self.has_published => false,
            0 => false,
            1 => true,
            _ => !self.is_whole_hidden && self.loose == 0,
        }
    }
}

/// Hides further cells until no sum alone discloses a hidden cell, as far as candidates allow.
///
/// Each step hides the cell with the largest difference: the number of open lines that the cell closes, less the number
/// of lines that the cell opens. Of cells with equal differences, the smallest count comes first, and empty cells come
/// last. A cell that lies on several open lines therefore comes first, and the cells tend to the corners of rectangles
/// and boxes.
pub(super) fn close(hidden: &mut Hidden<'_>) {
    let mut lines = vec![Line::default(); hidden.lines.number_of_sums()];
    let cells = 0..hidden.lines.len() as u32;
    for cell in cells.filter(|&cell| hidden.contains(cell)) {
        hidden.lines.sums(cell).iter().for_each(|&sum| lines[sum as usize] = after(hidden, &lines, sum, cell));
    }
    let mut queue = BinaryHeap::new();
    let mut changed: Vec<u32> = (0..lines.len() as u32).collect();
    loop {
        for sum in changed.drain(..).filter(|&sum| lines[sum as usize].is_open()) {
            let candidates = hidden.lines.cells(sum).iter().filter(|&&cell| hidden.is_candidate(cell));
            queue.extend(candidates.map(|&cell| (preference(hidden, &lines, cell), cell)));
        }
        let Some((preferred, cell)) = queue.pop() else { return };
        if hidden.contains(cell) || effect(hidden, &lines, cell).0 == 0 {
            continue;
        }
        // The lines may have changed since the cell entered the queue.
        let now = preference(hidden, &lines, cell);
        if now < preferred {
            queue.push((now, cell));
            continue;
        }
        hidden.lines.sums(cell).iter().for_each(|&sum| lines[sum as usize] = after(hidden, &lines, sum, cell));
        hidden.set(cell, true);
        changed.extend_from_slice(hidden.lines.sums(cell));
    }
}

/// The state of a sum with one more hidden cell.
fn after(hidden: &Hidden<'_>, lines: &[Line], sum: u32, cell: u32) -> Line {
    let mut line = lines[sum as usize];
    line.has_published |= hidden.is_published(cell);
    if hidden.lines.cells(sum)[0] == cell {
        line.is_whole_hidden = true;
    } else {
        line.parts += 1;
        line.loose += u32::from(hidden.slack(cell) > 0);
    }
    line
}

/// Number of open lines that a further hidden cell closes, and number of lines that the cell opens.
fn effect(hidden: &Hidden<'_>, lines: &[Line], cell: u32) -> (i32, i32) {
    let (mut closed, mut opened) = (0, 0);
    for &sum in hidden.lines.sums(cell) {
        match (lines[sum as usize].is_open(), after(hidden, lines, sum, cell).is_open()) {
            (true, false) => closed += 1,
            (false, true) => opened += 1,
            _ => {}
        }
    }
    (closed, opened)
}

fn preference(hidden: &Hidden<'_>, lines: &[Line], cell: u32) -> (i32, Reverse<u32>) {
    let (closed, opened) = effect(hidden, lines, cell);
    let is_empty = hidden.lines.counts[cell as usize] == 0;
    (closed - opened, Reverse(if is_empty { u32::MAX } else { cell }))
}
