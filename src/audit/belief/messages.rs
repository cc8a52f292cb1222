//! The messages between lines and cells, round after round.

use std::ops::Range;

use super::chain::Chain;
use super::chances::Chances;
use super::graph::Graph;
use crate::audit::prior::Priors;
use crate::audit::threads;

/// A belief that changes by less is settled. A line whose beliefs are all settled needs no update.
const SETTLED: f32 = 1e-4;
/// Families with fewer messages are not worth a second thread, because its start takes time too.
const WORTH_A_THREAD: usize = 4096;

/// The beliefs and the messages of a round. Both hold probabilities up to a factor.
#[derive(Debug)]
pub(super) struct Messages {
    pub beliefs: Chances,
    messages: Vec<f32>,
    /// The new beliefs in the cells of one family of lines, in the order of `messages`.
    next: Vec<f32>,
    /// The last round in which each cell's belief changed.
    moved: Vec<u32>,
}

impl Messages {
    pub fn new(graph: &Graph<'_>, priors: &Priors) -> Self {
        let mut beliefs = graph.likelihood.clone();
        for cell in 0..graph.lines.cells() {
            if !graph.lines.is_whole(cell) {
                beliefs.weigh(cell, priors, graph.lines.place(cell).0);
            }
            beliefs.normalise(cell);
        }
        let width = |family: Range<usize>| graph.edges[family.end] - graph.edges[family.start];
        let largest = graph.lines.families().map(width).max().unwrap_or(0);
        let edges = graph.edges[graph.lines.len()];
        Self { beliefs, messages: vec![1.0; edges], next: vec![0.0; largest], moved: vec![0; graph.lines.cells()] }
    }

    /// Updates all lines whose beliefs are not settled, family by family. Lines of a family share no cell, so their order
    /// does not matter. Returns the number of updated lines.
    pub fn round(&mut self, graph: &Graph<'_>, number: u32) -> usize {
        let mut updated = 0;
        for family in graph.lines.families() {
            let active: Vec<usize> = family.filter(|&line| self.is_active(graph, line, number)).collect();
            let (Some(&first), Some(&last)) = (active.first(), active.last()) else { continue };
            let edges = graph.edges[first]..graph.edges[last + 1];
            let (messages, next) = (&mut self.messages[edges.clone()], &mut self.next[..edges.len()]);
            let many = if edges.len() < WORTH_A_THREAD { 1 } else { threads().min(active.len()) };
            in_chunks(graph, &active, many, &self.beliefs, messages, next);
            updated += active.len();
            for line in active {
                self.accept(graph, line, graph.edges[line] - edges.start, number);
            }
        }
        updated
    }

    /// Whether a line has a factor, and a cell whose belief changed in this round or in the one before.
    fn is_active(&self, graph: &Graph<'_>, line: usize, round: u32) -> bool {
        graph.edges[line] < graph.edges[line + 1] && graph.members(line).any(|cell| self.moved[cell] + 1 >= round)
    }

    /// Copies the new beliefs of a line's cells, which start at `at`.
    fn accept(&mut self, graph: &Graph<'_>, line: usize, mut at: usize, round: u32) {
        for cell in graph.members(line) {
            let beliefs = self.beliefs.of_mut(cell);
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
fn in_chunks(
    graph: &Graph<'_>,
    lines: &[usize],
    many: usize,
    beliefs: &Chances,
    messages: &mut [f32],
    next: &mut [f32],
) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;
    use crate::audit::system::System;

    /// Threads own separate messages, so their number changes no bit.
    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let evidence = Sample::drawn(&[9, 5, 7], 400, 1).evidence(&["0", "1", "0 1", "0 1 2"]);
        let system = System::new(&evidence);
        let (graph, priors) = (Graph::new(&system), Priors::new(&evidence, &system.candidates));
        let bits = |numbers: &[f32]| -> Vec<u32> { numbers.iter().map(|number| number.to_bits()).collect() };
        let start = Messages::new(&graph, &priors);
        let families: Vec<_> = graph.lines.families().filter(|family| family.len() > 4).collect();
        assert_eq!(families.len(), 3, "the lines of 0 and of 1, and those of 0 1");
        for family in families {
            let active: Vec<usize> = family.collect();
            let update = |many: usize| {
                let edges = graph.edges[active[0]]..graph.edges[active[active.len() - 1] + 1];
                let (mut messages, mut next) = (start.messages[edges.clone()].to_vec(), vec![0.0; edges.len()]);
                in_chunks(&graph, &active, many, &start.beliefs, &mut messages, &mut next);
                (bits(&messages), bits(&next))
            };
            let one = update(1);
            assert!(one.0.iter().any(|&bits| bits != 1.0_f32.to_bits()), "messages change");
            [2, 3, 5].into_iter().for_each(|many| assert_eq!(update(many), one, "{many} threads"));
        }
    }
}
