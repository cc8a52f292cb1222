//! The factor graph: everything that stays fixed through all rounds.

use super::chances::Chances;
use crate::audit::equations::Equations;
use crate::audit::system::System;
use crate::protect::Status;

/// The factors.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    pub lines: &'a Equations,
    /// The chance of each cell's published value for each of its counts.
    pub likelihood: Chances,
    /// The value and the status of each published cell.
    pub shown: Vec<(i64, Status)>,
    /// Start of each line's messages: to its parts, then to its whole.
    pub edges: Vec<usize>,
    /// Whether the same records have the same value in every view.
    pub is_consistent: bool,
    /// The share of spanning trees that contain an edge, on average.
    pub share: f32,
}

impl<'a> Graph<'a> {
    pub fn new(system: &'a System<'_>) -> Self {
        let System { evidence, candidates, lines, bounds } = system;
        let published = evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status));
        // The value of a suppressed cell means nothing.
        let shown = published.map(|(&value, &status)| (if status == Status::Shown { value } else { 0 }, status));
        let mut graph = Self {
            lines,
            likelihood: Chances::of_values(evidence, candidates, bounds),
            shown: shown.collect(),
            edges: vec![0],
            is_consistent: evidence.is_consistent(),
            share: 1.0,
        };
        graph.share = graph.tree_share();
        for line in 0..lines.len() {
            let has_factor = graph.has_factor(line);
            let width = if has_factor { graph.members(line).map(|cell| graph.likelihood.width(cell)).sum() } else { 0 };
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

    /// The parts of a line, then its whole.
    pub fn members(&self, line: usize) -> impl Iterator<Item = usize> {
        let (whole, parts) = self.lines.line(line);
        parts.iter().map(|&part| part as usize).chain([whole])
    }

    /// Whether every cell of a line has a variable.
    fn has_factor(&self, line: usize) -> bool {
        self.members(line).all(|cell| self.likelihood.width(cell) > 0)
    }
}
