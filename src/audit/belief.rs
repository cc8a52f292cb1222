//! Belief propagation: how likely each count of each published cell is, given all published values and the method.
//!
//! **Model**. A factor graph with one variable for each published cell: its true count. It has three kinds of factors.
//! 1. The chance that the method publishes the value of a cell for a count (`candidates`).
//! 2. The prior of a cell that no other view splits (`prior`).
//! 3. Each line: a whole is the sum of its parts. If exactly one part is not empty, whole and part are the same records.
//!    A consistent method then draws once, so whole and part have equal values, and the draw's chance counts once.
//!
//! **Algorithm**. Sum-product messages (Kschischang, Frey and Loeliger 2001, "Factor graphs and the sum-product algorithm",
//! IEEE Transactions on Information Theory 47) count the same evidence again on every cycle of the graph, and these graphs
//! have many short cycles. Their probabilities were far too extreme: 83 % of the claims were right where the messages said
//! 99.9 %. Reweighted messages (Wainwright, Jaakkola and Willsky 2005, "A new class of upper bounds on the log partition
//! function", IEEE Transactions on Information Theory 51) count each edge with the share of spanning trees that contain the
//! edge. Here every edge has the mean share: edges of a tree over all variables and factors, divided by all edges. No
//! number is tuned. On a graph without cycles the share is 1 and the probabilities are exact.
//!
//! A line is summed as a chain, part after part, so its cost grows with the number of parts and not with their product.

use std::ops::RangeInclusive;

use super::Evidence;
use super::bounds::Bounds;
use super::candidates::Candidates;
use super::equations::Equations;
use super::prior::Priors;
use crate::protect::Status;

/// Maximum number of rounds over all lines. The claims hardly change after ten rounds.
const MAX_ROUNDS: u32 = 12;
/// A belief that changes by less is settled. A line whose beliefs are all settled needs no update.
const SETTLED: f32 = 1e-4;
/// Share of the old message in a new one. Damping keeps messages from swinging around cycles.
const DAMPING: f64 = 0.3;
/// Cells with more possible counts than this have no variable, and their lines no factor.
const MAX_WIDTH: i64 = 512;
/// A difference of this share of its terms is rounding error.
const CANCELLED: f64 = 1e-11;
/// Families with fewer lines are not worth a second thread.
const WORTH_A_THREAD: usize = 4096;

/// The probability of each possible count of each cell.
#[derive(Debug)]
pub(super) struct Beliefs {
    /// Start of each cell's probabilities, and the end of the last cell's.
    start: Vec<usize>,
    /// The least possible count of each cell.
    least: Vec<i64>,
    chances: Vec<f32>,
}

impl Beliefs {
    /// The probability that a cell's count lies in a range. A cell without a variable has probability 0 everywhere.
    pub fn within(&self, cell: usize, counts: RangeInclusive<i64>) -> f64 {
        let chances = &self.chances[self.start[cell]..self.start[cell + 1]];
        let inside = (self.least[cell]..).zip(chances).filter(|(count, _)| counts.contains(count));
        inside.map(|(_, &chance)| f64::from(chance)).sum()
    }

    /// What one value alone discloses: the method's chances times the prior of the cell's view, without lines.
    pub fn alone(evidence: &Evidence, candidates: &Candidates<'_>, lines: &Equations, priors: &Priors) -> Self {
        let bounds = Bounds::of_values(evidence, candidates);
        let graph = Graph::new(evidence, candidates, lines, &bounds);
        let mut chances = graph.likelihood.clone();
        for cell in 0..lines.cells() {
            let range = graph.start[cell]..graph.start[cell + 1];
            let (view, _) = lines.place(cell);
            for (count, chance) in (graph.least[cell]..).zip(&mut chances[range.clone()]) {
                *chance *= priors.chance(view, count) as f32;
            }
            normalise(&mut chances[range]);
        }
        Self { start: graph.start, least: graph.least, chances }
    }

    /// Propagates beliefs over all lines.
    pub fn of_lines(
        evidence: &Evidence,
        candidates: &Candidates<'_>,
        lines: &Equations,
        bounds: &Bounds,
        priors: &Priors,
    ) -> Self {
        let graph = Graph::new(evidence, candidates, lines, bounds);
        let mut state = State::new(&graph, priors);
        for number in 0..MAX_ROUNDS {
            if state.round(&graph, number) == 0 {
                break;
            }
        }
        Self { start: graph.start, least: graph.least, chances: state.beliefs }
    }
}

/// The factors: fixed through all rounds.
struct Graph<'a> {
    lines: &'a Equations,
    start: Vec<usize>,
    least: Vec<i64>,
    /// The chance of each cell's published value for each of its counts.
    likelihood: Vec<f32>,
    /// What is published of each cell.
    shown: Vec<(i64, Status)>,
    /// Start of each line's messages: to its parts, then to its whole.
    edges: Vec<usize>,
    /// Whether the same records have the same value in every view.
    is_consistent: bool,
    /// The share of spanning trees that contain an edge, on average.
    share: f32,
}

impl<'a> Graph<'a> {
    fn new(evidence: &Evidence, candidates: &Candidates<'_>, lines: &'a Equations, bounds: &Bounds) -> Self {
        let (mut start, mut likelihood, mut shown) = (vec![0], Vec::new(), Vec::new());
        for cell in 0..lines.cells() {
            let (view, place) = lines.place(cell);
            let published = &evidence.views[view];
            let status = published.status[place];
            // The value of a suppressed cell means nothing.
            let value = if status == Status::Shown { published.values[place] } else { 0 };
            let (least, most) = (bounds.least[cell], bounds.most[cell]);
            if status != Status::Blocked && most - least < MAX_WIDTH {
                likelihood
                    .extend((least..=most).map(|count| candidates.likelihood(count as u64, value, status) as f32));
            }
            start.push(likelihood.len());
            shown.push((value, status));
        }
        let mut graph = Self {
            lines,
            start,
            least: bounds.least.clone(),
            likelihood,
            shown,
            edges: vec![0],
            is_consistent: evidence.is_consistent(),
            share: 1.0,
        };
        graph.share = graph.tree_share();
        for line in 0..lines.len() {
            let width =
                if graph.has_factor(line) { graph.members(line).map(|cell| graph.width(cell)).sum() } else { 0 };
            graph.edges.push(graph.edges[line] + width);
        }
        graph
    }

    /// The number of edges of a tree over all variables and factors, divided by the number of all edges.
    fn tree_share(&self) -> f32 {
        let factors = || (0..self.lines.len()).filter(|&line| self.has_factor(line));
        let edges: usize = factors().map(|line| self.members(line).count()).sum();
        let mut has_edge = vec![false; self.lines.cells()];
        factors().flat_map(|line| self.members(line)).for_each(|cell| has_edge[cell] = true);
        let nodes = factors().count() + has_edge.iter().filter(|&&has_edge| has_edge).count();
        if edges == 0 { 1.0 } else { ((nodes - 1) as f32 / edges as f32).min(1.0) }
    }

    fn width(&self, cell: usize) -> usize {
        self.start[cell + 1] - self.start[cell]
    }

    /// The parts of a line, then its whole.
    fn members(&self, line: usize) -> impl Iterator<Item = usize> {
        let (whole, parts) = self.lines.line(line);
        parts.iter().map(|&part| part as usize).chain([whole])
    }

    /// Whether every cell of a line has a variable.
    fn has_factor(&self, line: usize) -> bool {
        self.members(line).all(|cell| self.width(cell) > 0)
    }
}

/// The messages of a round. Both hold probabilities up to a factor.
struct State {
    beliefs: Vec<f32>,
    messages: Vec<f32>,
    /// New beliefs of a family's lines, in the order of the messages.
    next: Vec<f32>,
    /// The last round in which each cell's belief changed.
    moved: Vec<u32>,
}

impl State {
    fn new(graph: &Graph<'_>, priors: &Priors) -> Self {
        let mut beliefs = graph.likelihood.clone();
        for cell in (0..graph.lines.cells()).filter(|&cell| !graph.lines.is_whole(cell)) {
            let (view, _) = graph.lines.place(cell);
            let range = graph.start[cell]..graph.start[cell + 1];
            for (count, belief) in (graph.least[cell]..).zip(&mut beliefs[range]) {
                *belief *= priors.chance(view, count) as f32;
            }
        }
        for cell in 0..graph.lines.cells() {
            normalise(&mut beliefs[graph.start[cell]..graph.start[cell + 1]]);
        }
        let edges = graph.edges[graph.lines.len()];
        Self { beliefs, messages: vec![1.0; edges], next: vec![0.0; edges], moved: vec![0; graph.lines.cells()] }
    }

    /// Updates all lines whose beliefs are not settled, family by family. Lines of a family share no cell, so their order
    /// does not matter. Returns the number of updated lines.
    fn round(&mut self, graph: &Graph<'_>, number: u32) -> usize {
        let mut updated = 0;
        for family in graph.lines.families() {
            let active: Vec<usize> = family.filter(|&line| self.is_active(graph, line, number)).collect();
            let (Some(&first), Some(&last)) = (active.first(), active.last()) else { continue };
            let edges = graph.edges[first]..graph.edges[last + 1];
            let (messages, next) = (&mut self.messages[edges.clone()], &mut self.next[edges]);
            let many = if active.len() < WORTH_A_THREAD { 1 } else { super::threads() };
            in_chunks(graph, &active, many, &self.beliefs, messages, next);
            updated += active.len();
            for line in active {
                self.accept(graph, line, number);
            }
        }
        updated
    }

    /// Whether a line has a factor, and a cell whose belief changed in this round or in the one before.
    fn is_active(&self, graph: &Graph<'_>, line: usize, round: u32) -> bool {
        graph.edges[line] < graph.edges[line + 1] && graph.members(line).any(|cell| self.moved[cell] + 1 >= round)
    }

    /// Copies the new beliefs of a line's cells.
    fn accept(&mut self, graph: &Graph<'_>, line: usize, round: u32) {
        let mut at = graph.edges[line];
        for cell in graph.members(line) {
            let beliefs = &mut self.beliefs[graph.start[cell]..graph.start[cell + 1]];
            let new = &self.next[at..at + beliefs.len()];
            if beliefs.iter().zip(new).any(|(belief, new)| (belief - new).abs() > SETTLED) {
                self.moved[cell] = round;
            }
            beliefs.copy_from_slice(new);
            at += beliefs.len();
        }
    }
}

/// Updates lines of a family on `many` threads. Each thread owns the messages of its lines.
fn in_chunks(graph: &Graph<'_>, lines: &[usize], many: usize, beliefs: &[f32], messages: &mut [f32], next: &mut [f32]) {
    if many <= 1 {
        let first = lines.first().map_or(0, |&line| graph.edges[line]);
        let mut chain = Chain::default();
        for &line in lines {
            let edges = graph.edges[line] - first..graph.edges[line + 1] - first;
            chain.update(graph, line, beliefs, &mut messages[edges.clone()], &mut next[edges]);
        }
        return;
    }
    let (own, others) = lines.split_at(lines.len() / many);
    let at = graph.edges[others[0]] - graph.edges[lines[0]];
    let (messages, other_messages) = messages.split_at_mut(at);
    let (next, other_next) = next.split_at_mut(at);
    std::thread::scope(|scope| {
        scope.spawn(move || in_chunks(graph, own, 1, beliefs, messages, next));
        in_chunks(graph, others, many - 1, beliefs, other_messages, other_next);
    });
}

/// The arithmetic of one line, with buffers that the next line reuses.
#[derive(Default)]
struct Chain {
    cells: Vec<Member>,
    /// What all other lines believe of each part, then of the whole, in the order of the messages.
    incoming: Vec<f64>,
    outgoing: Vec<f64>,
    /// Chances of the sums of the first parts, for each number of parts.
    forward: Vec<f64>,
    /// Chances that the other parts fill the whole, for each sum of the first parts.
    backward: Vec<f64>,
    /// For each number of parts: least and largest sum of them, and where its chances start.
    sums: Vec<(i64, i64, usize)>,
}

/// A cell of a line.
#[derive(Clone, Copy)]
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
}

impl Member {
    fn range(&self) -> std::ops::Range<usize> {
        self.at..self.at + (self.most - self.least + 1) as usize
    }

    /// The position of a possible count within the messages of the line.
    fn position(&self, count: i64) -> Option<usize> {
        (self.least..=self.most).contains(&count).then(|| self.at + (count - self.least) as usize)
    }
}

impl Chain {
    /// Computes the messages of a line to its cells, and their new beliefs. Values that contradict the method change
    /// nothing.
    fn update(&mut self, graph: &Graph<'_>, line: usize, beliefs: &[f32], messages: &mut [f32], next: &mut [f32]) {
        self.receive(graph, line, beliefs, messages);
        for member in &self.cells {
            next[member.range()].copy_from_slice(&beliefs[graph.start[member.cell]..graph.start[member.cell + 1]]);
        }
        if !self.sum() {
            return;
        }
        if graph.is_consistent {
            self.draw_once(graph);
        }
        for member in &self.cells {
            let range = member.range();
            let outgoing = &mut self.outgoing[range.clone()];
            let largest = outgoing.iter().copied().fold(0.0, f64::max);
            if largest <= 0.0 || !largest.is_finite() {
                continue;
            }
            let mut sum = 0.0;
            let share = graph.share;
            for ((message, next), (outgoing, incoming)) in messages[range.clone()]
                .iter_mut()
                .zip(&mut next[range.clone()])
                .zip(outgoing.iter().zip(&self.incoming[range.clone()]))
            {
                let old = *message;
                let new = damped(f64::from(old), outgoing / largest) as f32;
                let belief = if new > 0.0 { *incoming as f32 * old * power(new / old, share) } else { 0.0 };
                *message = new;
                *next = belief;
                sum += f64::from(belief);
            }
            if sum > 0.0 {
                next[range].iter_mut().for_each(|chance| *chance = (f64::from(*chance) / sum) as f32);
            } else {
                next[range].copy_from_slice(&beliefs[graph.start[member.cell]..graph.start[member.cell + 1]]);
            }
        }
    }

    /// Takes this line's messages out of the beliefs of its cells.
    fn receive(&mut self, graph: &Graph<'_>, line: usize, beliefs: &[f32], messages: &[f32]) {
        self.cells.clear();
        self.incoming.clear();
        for cell in graph.members(line) {
            let range = graph.start[cell]..graph.start[cell + 1];
            let (at, least) = (self.incoming.len(), graph.least[cell]);
            let most = least + range.len() as i64 - 1;
            for (belief, message) in beliefs[range.clone()].iter().zip(&messages[at..]) {
                self.incoming.push(if *message > 0.0 { f64::from(*belief) / f64::from(*message) } else { 0.0 });
            }
            let sum: f64 = self.incoming[at..].iter().sum();
            if sum > 0.0 {
                self.incoming[at..].iter_mut().for_each(|chance| *chance /= sum);
            }
            let empty = if least == 0 { self.incoming[at] } else { 0.0 };
            self.cells.push(Member { cell, least, most, at, empty, before: 1.0, after: 1.0, alone: 0.0 });
        }
        self.outgoing.clear();
        self.outgoing.resize(self.incoming.len(), 0.0);
    }

    /// The messages of `whole = sum of parts`. False if no counts fit.
    fn sum(&mut self) -> bool {
        let Some((whole, parts)) = self.cells.split_last() else { return false };
        // What the parts after the first `i` add at least and at most.
        let (mut rest_least, mut rest_most): (i64, i64) =
            (parts.iter().map(|part| part.least).sum(), parts.iter().map(|part| part.most).sum());
        let (mut least, mut most, mut start) = (0, 0, 0);
        self.sums.clear();
        for number in 0..=parts.len() {
            let (low, high) = (least.max(whole.least - rest_most), most.min(whole.most - rest_least));
            if low > high {
                return false;
            }
            self.sums.push((low, high, start));
            start += (high - low + 1) as usize;
            if let Some(part) = parts.get(number) {
                (least, most) = (least + part.least, most + part.most);
                (rest_least, rest_most) = (rest_least - part.least, rest_most - part.most);
            }
        }
        for chances in [&mut self.forward, &mut self.backward] {
            chances.clear();
            chances.resize(start, 0.0);
        }
        self.forward[0] = 1.0;
        for (number, part) in parts.iter().enumerate() {
            let ((low, high, from), (next_low, next_high, to)) = (self.sums[number], self.sums[number + 1]);
            let (before, after) = self.forward.split_at_mut(to);
            for sum in low..=high {
                let chance = before[from + (sum - low) as usize];
                if chance == 0.0 {
                    continue;
                }
                let counts = part.least.max(next_low - sum)..=part.most.min(next_high - sum);
                let (first, many) = (*counts.start(), counts.end() - counts.start() + 1);
                if many <= 0 {
                    continue;
                }
                let incoming = &self.incoming[part.at + (first - part.least) as usize..][..many as usize];
                let target = &mut after[(sum + first - next_low) as usize..][..many as usize];
                target.iter_mut().zip(incoming).for_each(|(target, incoming)| *target += chance * incoming);
            }
        }
        let (low, high, from) = self.sums[parts.len()];
        for sum in low..=high {
            let at = whole.at + (sum - whole.least) as usize;
            self.outgoing[at] = self.forward[from + (sum - low) as usize];
            self.backward[from + (sum - low) as usize] = self.incoming[at];
        }
        for (number, part) in parts.iter().enumerate().rev() {
            let ((low, high, to), (next_low, next_high, from)) = (self.sums[number], self.sums[number + 1]);
            let (before, after) = self.backward.split_at_mut(from);
            for sum in low..=high {
                let counts = part.least.max(next_low - sum)..=part.most.min(next_high - sum);
                let (first, many) = (*counts.start(), counts.end() - counts.start() + 1);
                if many <= 0 {
                    continue;
                }
                let source = &after[(sum + first - next_low) as usize..][..many as usize];
                let offset = part.at + (first - part.least) as usize;
                let incoming = &self.incoming[offset..][..many as usize];
                before[to + (sum - low) as usize] =
                    source.iter().zip(incoming).map(|(source, incoming)| source * incoming).sum();
                let chance = self.forward[to + (sum - low) as usize];
                if chance > 0.0 {
                    let outgoing = &mut self.outgoing[offset..][..many as usize];
                    outgoing.iter_mut().zip(source).for_each(|(outgoing, source)| *outgoing += chance * source);
                }
            }
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
        for part in parts.iter_mut() {
            let others = part.before * part.after;
            if others == 0.0 {
                continue;
            }
            let is_equal = graph.shown[part.cell] == graph.shown[whole.cell];
            for count in part.least.max(whole.least).max(1)..=part.most.min(whole.most) {
                let (Some(at), Some(of_whole)) = (part.position(count), whole.position(count)) else { continue };
                let likelihood = graph.likelihood[graph.start[part.cell] + (count - part.least) as usize];
                let factor = if is_equal && likelihood > 0.0 {
                    f64::from(power(likelihood, -1.0 / graph.share)) - 1.0
                } else {
                    -1.0
                };
                let (to_part, to_whole) = (self.incoming[of_whole] * others, self.incoming[at] * others);
                add(&mut self.outgoing[at], factor * to_part);
                add(&mut self.outgoing[of_whole], factor * to_whole);
                part.alone += factor * self.incoming[of_whole] * self.incoming[at];
            }
        }
        // To an empty part: one of the others holds all records.
        let mut sum = 0.0;
        let mut earlier = Vec::with_capacity(parts.len());
        for part in parts.iter() {
            earlier.push(sum);
            sum = sum * part.empty + part.alone * part.before;
        }
        let mut later = 0.0;
        for (part, earlier) in parts.iter().zip(earlier).rev() {
            if let Some(at) = part.position(0) {
                add(&mut self.outgoing[at], earlier * part.after + later * part.before);
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

/// Returns `base` to a power, with a relative error below 1e-6. `base` is positive and normal. The steps are exact operations of IEEE 754, so
/// every machine gives the same bits.
fn power(base: f32, exponent: f32) -> f32 {
    // base = 2^whole · mantissa, with the mantissa between √½ and √2.
    let bits = base.to_bits() as i32 - 0x3f35_04f3;
    let whole = bits >> 23;
    let mantissa = f32::from_bits(((bits & 0x007f_ffff) + 0x3f35_04f3) as u32);
    // log2 of the mantissa, by the series of the inverse hyperbolic tangent.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = 2.885_39 + square * (0.961_796_7 + square * (0.577_078 + square * 0.412_198_6));
    let exponent = ((whole as f32 + t * series) * exponent).clamp(-126.0, 126.0);
    // 2^exponent, by the series of the exponential function on the fraction.
    let whole = exponent.round_ties_even();
    let x = (exponent - whole) * std::f32::consts::LN_2;
    let series =
        1.0 + x * (1.0 + x * (0.5 + x * (0.166_666_67 + x * (0.041_666_67 + x * (0.008_333_334 + x * 0.001_388_889)))));
    series * f32::from_bits(((whole as i32 + 127) << 23) as u32)
}

fn normalise(chances: &mut [f32]) {
    let sum: f64 = chances.iter().map(|&chance| f64::from(chance)).sum();
    if sum > 0.0 {
        chances.iter_mut().for_each(|chance| *chance = (f64::from(*chance) / sum) as f32);
    }
}
