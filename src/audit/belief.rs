//! Belief propagation: how likely each count of each published cell is, given all published values and the method.
//!
//! **Model**. A factor graph with one variable for each published cell: its true count. It has three kinds of factors.
//! 1. The chance that the method publishes the value of a cell for a count (`candidates`).
//! 2. The prior of a cell that no other view splits (`prior`).
//! 3. Each line: a whole is the sum of its parts. If exactly one part is not empty, whole and part are the same records.
//!    A consistent method then draws once, so whole and part have equal values, and the draw's chance counts once.
//!
//! **Algorithm**. Sum-product messages (Kschischang, Frey and Loeliger 2001, "Factor graphs and the sum-product algorithm",
//! IEEE Transactions on Information Theory 47) count the same evidence again on every cycle of the graph. These graphs have
//! many short cycles, so the probabilities would be too extreme. Reweighted messages (Wainwright, Jaakkola and Willsky
//! 2005, "A new class of upper bounds on the log partition function", IEEE Transactions on Information Theory 51) count each
//! edge with the share of spanning trees that contain the edge. Here every edge has the mean share: edges of a tree over all
//! variables and factors, divided by all edges. No number is tuned. On a graph without cycles the share is 1 and the
//! probabilities are exact. docs/evidence/attacks.md compares the probabilities with the truth of four datasets.
//!
//! A line is summed as a chain, part after part, so its cost grows with the number of parts and not with their product.

mod chain;
mod chances;
mod correlation;
mod graph;
mod messages;
mod power;

use super::bounds::Bounds;
use super::prior::Priors;
use super::system::System;
use chances::Chances;
use graph::Graph;
use messages::Messages;

/// Maximum number of rounds over all lines. On a graph with cycles the messages may never settle.
const MAX_ROUNDS: u32 = 12;

/// What one value alone discloses: the method's chances times the prior of the cell's view, without lines.
pub(super) fn of_values(system: &System<'_>, priors: &Priors) -> Chances {
    let System { evidence, candidates, lines, .. } = system;
    let mut chances = Chances::of_values(evidence, candidates, &Bounds::of_values(evidence, candidates));
    for cell in 0..lines.cells() {
        chances.weigh(cell, priors, lines.place(cell).0);
        chances.normalise(cell);
    }
    chances
}

/// Propagates beliefs over all lines.
pub(super) fn of_lines(system: &System<'_>, priors: &Priors) -> Chances {
    let graph = Graph::new(system);
    let mut messages = Messages::new(&graph, priors);
    for number in 0..MAX_ROUNDS {
        if messages.round(&graph, number) == 0 {
            break;
        }
    }
    messages.beliefs
}
