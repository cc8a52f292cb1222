//! The published values as one system of equations: the input that attacks on sums share.

use super::Evidence;
use super::bounds::Bounds;
use super::candidates::Candidates;
use super::equations::Equations;

/// The evidence, the possible counts of each value, all sums, and what the sums say about each count.
#[derive(Debug)]
pub(super) struct System<'a> {
    pub evidence: &'a Evidence,
    pub candidates: Candidates<'a>,
    pub lines: Equations,
    /// Bounds by values and by sums.
    pub bounds: Bounds,
}

impl<'a> System<'a> {
    /// Lists the sums of all views, and narrows the bounds of all cells by these sums.
    pub fn new(evidence: &'a Evidence) -> Self {
        let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
        let mut bounds = Bounds::of_values(evidence, &candidates);
        bounds.propagate(evidence, &candidates, &lines);
        Self { evidence, candidates, lines, bounds }
    }
}
