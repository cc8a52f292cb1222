//! The arithmetic of one line: the messages of a whole and its parts.
//!
//! The sums of the first parts form a chain. The forward row `i` holds the chances of each sum of the first `i` parts. The
//! backward row `i` holds the chances that the other parts fill the whole, for each of these sums. Each step from row to
//! row, and each message to a part, is a correlation of a row with the chances of a part or with another row.

use std::ops::Range;

use super::chances::Chances;
use super::correlation::{BLOCK, correlate};
use super::graph::Graph;
use super::power::power;

/// Share of the old message in a new one. Damping keeps messages from swinging around cycles.
const DAMPING: f64 = 0.3;
/// A difference of this share of its terms is rounding error.
const CANCELLED: f64 = 1e-11;

/// A line, with buffers that the next line reuses.
#[derive(Debug, Default)]
pub(super) struct Chain {
    /// The parts, then the whole.
    cells: Vec<Member>,
    /// What all other lines believe of each part, then of the whole, in the order of the messages.
    incoming: Vec<f64>,
    /// `incoming` in reverse order.
    reversed: Vec<f64>,
    outgoing: Vec<f64>,
    rows: Vec<Row>,
    /// The forward and the backward rows. Zeros before, between and after the rows stand for impossible sums.
    forward: Vec<f64>,
    backward: Vec<f64>,
}

/// A cell of a line.
#[derive(Debug, Clone, Copy)]
struct Member {
    cell: usize,
    least: i64,
    most: i64,
    /// Start of its messages within those of the line.
    at: usize,
    /// The incoming chance that the cell is empty.
    empty: f64,
    /// The product of `empty` over the parts before, and over the parts after.
    before: f64,
    after: f64,
    /// The correction of the configurations in which this part holds all records of the whole.
    alone: f64,
    /// The correction of the configurations in which one of the parts before holds all records of these parts.
    earlier: f64,
}

impl Member {
    fn width(&self) -> usize {
        (self.most - self.least + 1) as usize
    }

    fn range(&self) -> Range<usize> {
        self.at..self.at + self.width()
    }
}

/// The possible sums of the first parts of a line.
#[derive(Debug, Clone, Copy)]
struct Row {
    least: i64,
    most: i64,
    /// The position of the least sum in the buffers.
    at: usize,
}

impl Row {
    fn range(&self) -> Range<usize> {
        self.at..self.at + (self.most - self.least + 1) as usize
    }

    /// The position of a sum, which may lie among the zeros beside the row.
    fn position(&self, sum: i64) -> usize {
        (self.at as i64 + sum - self.least) as usize
    }
}

impl Chain {
    /// Computes the messages of a line to its cells, and their new beliefs. Values that contradict the method change
    /// nothing.
    pub fn update(
        &mut self,
        graph: &Graph<'_>,
        line: usize,
        beliefs: &Chances,
        messages: &mut [f32],
        next: &mut [f32],
    ) {
        self.receive(graph, line, beliefs, messages);
        for member in &self.cells {
            next[member.range()].copy_from_slice(beliefs.of(member.cell));
        }
        if !self.sum() {
            return;
        }
        if graph.is_consistent {
            self.draw_once(graph);
        }
        for member in &self.cells {
            let range = member.range();
            let outgoing = &self.outgoing[range.clone()];
            let largest = outgoing.iter().copied().fold(0.0, f64::max);
            if largest <= 0.0 || !largest.is_finite() {
                continue;
            }
            let (messages, next) = (&mut messages[range.clone()], &mut next[range.clone()]);
            let numbers = messages.iter_mut().zip(next.iter_mut()).zip(outgoing.iter().zip(&self.incoming[range]));
            for ((message, next), (outgoing, incoming)) in numbers {
                let old = *message;
                let new = damped(f64::from(old), outgoing / largest) as f32;
                *message = new;
                *next = if new > 0.0 { *incoming as f32 * old * power(new / old, graph.share) } else { 0.0 };
            }
            let sum: f64 = next.iter().map(|&belief| f64::from(belief)).sum();
            if sum > 0.0 {
                next.iter_mut().for_each(|chance| *chance = (f64::from(*chance) / sum) as f32);
            } else {
                next.copy_from_slice(beliefs.of(member.cell));
            }
        }
    }

    /// Takes this line's messages out of the beliefs of its cells.
    fn receive(&mut self, graph: &Graph<'_>, line: usize, beliefs: &Chances, messages: &[f32]) {
        self.cells.clear();
        self.incoming.clear();
        for cell in graph.members(line) {
            let (at, least, beliefs) = (self.incoming.len(), beliefs.least(cell), beliefs.of(cell));
            let divide = |(&belief, &message): (&f32, &f32)| {
                if message > 0.0 { f64::from(belief) / f64::from(message) } else { 0.0 }
            };
            self.incoming.extend(beliefs.iter().zip(&messages[at..]).map(divide));
            let incoming = &mut self.incoming[at..];
            let sum: f64 = incoming.iter().sum();
            if sum > 0.0 {
                incoming.iter_mut().for_each(|chance| *chance /= sum);
            }
            let empty = if least == 0 { incoming[0] } else { 0.0 };
            let most = least + beliefs.len() as i64 - 1;
            self.cells.push(Member { cell, least, most, at, empty, before: 1.0, after: 1.0, alone: 0.0, earlier: 0.0 });
        }
        self.reversed.clear();
        self.reversed.extend(self.incoming.iter().rev());
        self.outgoing.clear();
        self.outgoing.resize(self.incoming.len(), 0.0);
    }

    /// Lists the possible sums of the first parts, for each number of parts. False if no counts fit.
    fn lay_rows(&mut self) -> bool {
        let Some((whole, parts)) = self.cells.split_last() else { return false };
        // A correlation reads as many zeros beside a row as a part has counts, and the rest of a block.
        let gap = parts.iter().map(Member::width).max().unwrap_or(0) + BLOCK;
        // The least and the largest sum of the parts after the first `number`.
        let (mut rest_least, mut rest_most): (i64, i64) =
            (parts.iter().map(|part| part.least).sum(), parts.iter().map(|part| part.most).sum());
        let (mut least, mut most, mut at) = (0, 0, gap);
        self.rows.clear();
        for number in 0..=parts.len() {
            let row = Row { least: least.max(whole.least - rest_most), most: most.min(whole.most - rest_least), at };
            if row.least > row.most {
                return false;
            }
            self.rows.push(row);
            at = row.range().end + gap;
            if let Some(part) = parts.get(number) {
                (least, most) = (least + part.least, most + part.most);
                (rest_least, rest_most) = (rest_least - part.least, rest_most - part.most);
            }
        }
        for chances in [&mut self.forward, &mut self.backward] {
            chances.clear();
            chances.resize(at, 0.0);
        }
        true
    }

    /// The messages of `whole = sum of parts`. False if no counts fit.
    fn sum(&mut self) -> bool {
        if !self.lay_rows() {
            return false;
        }
        let Some((whole, parts)) = self.cells.split_last() else { return false };
        self.forward[self.rows[0].at] = 1.0;
        for (part, rows) in parts.iter().zip(self.rows.windows(2)) {
            let (row, next) = (rows[0], rows[1]);
            let (before, after) = self.forward.split_at_mut(next.at);
            let range = part.range();
            let incoming = &self.reversed[self.incoming.len() - range.end..self.incoming.len() - range.start];
            let target = &mut after[..next.range().len()];
            correlate(&before[row.position(next.least - part.most)..], incoming, target);
        }
        let last = self.rows[parts.len()];
        let at = whole.at + (last.least - whole.least) as usize;
        let of_whole = at..at + last.range().len();
        self.outgoing[of_whole.clone()].copy_from_slice(&self.forward[last.range()]);
        self.backward[last.range()].copy_from_slice(&self.incoming[of_whole]);
        for (part, rows) in parts.iter().zip(self.rows.windows(2)).rev() {
            let (row, next) = (rows[0], rows[1]);
            let (before, after) = self.backward.split_at_mut(row.range().end);
            let source = &after[next.position(row.least + part.least) - row.range().end..];
            correlate(source, &self.incoming[part.range()], &mut before[row.at..]);
            correlate(source, &self.forward[row.range()], &mut self.outgoing[part.range()]);
        }
        true
    }

    /// Corrects the messages for the configurations in which one part holds all records of the whole: the method drew once
    /// for both. `sum` has taken two independent draws.
    fn draw_once(&mut self, graph: &Graph<'_>) {
        let Some((whole, parts)) = self.cells.split_last_mut() else { return };
        let mut product = 1.0;
        for part in parts.iter_mut() {
            part.before = product;
            product *= part.empty;
        }
        let mut product = 1.0;
        for part in parts.iter_mut().rev() {
            part.after = product;
            product *= part.empty;
        }
        let (to_parts, to_whole) = self.outgoing.split_at_mut(whole.at);
        let (of_parts, of_whole) = self.incoming.split_at(whole.at);
        for part in parts.iter_mut() {
            let others = part.before * part.after;
            // The counts of 1 or more that part and whole can both have.
            let (least, most) = (part.least.max(whole.least).max(1), part.most.min(whole.most));
            if others == 0.0 || least > most {
                continue;
            }
            let is_equal = graph.shown[part.cell] == graph.shown[whole.cell];
            let many = (most - least + 1) as usize;
            let (first, at) = ((least - part.least) as usize, (least - whole.least) as usize);
            let likelihood = &graph.likelihood.of(part.cell)[first..][..many];
            let (of_part, of_whole) = (&of_parts[part.at + first..][..many], &of_whole[at..][..many]);
            let (to_part, to_whole) = (&mut to_parts[part.at + first..][..many], &mut to_whole[at..][..many]);
            for count in 0..many {
                let likelihood = likelihood[count];
                let factor = if is_equal && likelihood > 0.0 {
                    f64::from(power(likelihood, -1.0 / graph.share)) - 1.0
                } else {
                    -1.0
                };
                add(&mut to_part[count], factor * (of_whole[count] * others));
                add(&mut to_whole[count], factor * (of_part[count] * others));
                part.alone += factor * of_whole[count] * of_part[count];
            }
        }
        // To an empty part: one of the others holds all records.
        let mut earlier = 0.0;
        for part in parts.iter_mut() {
            part.earlier = earlier;
            earlier = earlier * part.empty + part.alone * part.before;
        }
        let mut later = 0.0;
        for part in parts.iter().rev() {
            if part.least == 0 {
                add(&mut to_parts[part.at], part.earlier * part.after + later * part.before);
            }
            later = later * part.empty + part.alone * part.after;
        }
    }
}

/// Adds a correction. What remains of a term that the correction cancels is rounding error.
fn add(sum: &mut f64, correction: f64) {
    let new = *sum + correction;
    *sum = if new <= CANCELLED * sum.abs().max(correction.abs()) { 0.0 } else { new };
}

/// The weighted mean of an old and a new message. An impossible count is impossible at once.
fn damped(old: f64, new: f64) -> f64 {
    if new <= 0.0 || old <= 0.0 { 0.0 } else { DAMPING * old + (1.0 - DAMPING) * new }
}
