//! Chances: one number for each possible count of each cell, such as a likelihood or a belief.

use std::ops::RangeInclusive;

use crate::audit::Evidence;
use crate::audit::bounds::Bounds;
use crate::audit::candidates::Candidates;
use crate::audit::prior::Priors;
use crate::protect::Status;

/// Cells with more possible counts than this have no chances.
const MAX_WIDTH: i64 = 512;

/// The chances of all cells, numbered as in [`Equations`](crate::audit::equations::Equations).
#[derive(Debug, Clone)]
pub(in crate::audit) struct Chances {
    /// Start of each cell's chances, and the end of the last cell's.
    start: Vec<usize>,
    /// The least possible count of each cell.
    least: Vec<i64>,
    chances: Vec<f32>,
}

impl Chances {
    /// The chance that the method publishes the value of a cell, for each count within the bounds. Blocked cells have no
    /// chances.
    pub fn of_values(evidence: &Evidence, candidates: &Candidates<'_>, bounds: &Bounds) -> Self {
        let (mut start, mut chances) = (vec![0], Vec::new());
        let cells = evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status));
        for ((&value, &status), (&least, &most)) in cells.zip(bounds.least.iter().zip(&bounds.most)) {
            if status != Status::Blocked && most - least < MAX_WIDTH {
                chances.extend(candidates.likelihoods(value, status, least..=most).map(|chance| chance as f32));
            }
            start.push(chances.len());
        }
        Self { start, least: bounds.least.clone(), chances }
    }

    /// The number of a cell's possible counts; 0 for a cell without chances.
    pub fn width(&self, cell: usize) -> usize {
        self.start[cell + 1] - self.start[cell]
    }

    /// The least possible count of a cell.
    pub fn least(&self, cell: usize) -> i64 {
        self.least[cell]
    }

    /// The probabilities of a cell's counts. The first one belongs to the least possible count.
    pub fn of(&self, cell: usize) -> &[f32] {
        &self.chances[self.start[cell]..self.start[cell + 1]]
    }

    /// The probabilities of a cell's counts. The first one belongs to the least possible count.
    pub fn of_mut(&mut self, cell: usize) -> &mut [f32] {
        &mut self.chances[self.start[cell]..self.start[cell + 1]]
    }

    /// The sum of a cell's chances over a range of counts. A cell without chances has 0 everywhere.
    pub fn within(&self, cell: usize, counts: RangeInclusive<i64>) -> f64 {
        let inside = (self.least[cell]..).zip(self.of(cell)).filter(|(count, _)| counts.contains(count));
        inside.map(|(_, &chance)| f64::from(chance)).sum()
    }

    /// Multiplies the chances of a cell with the prior of its view.
    pub fn weigh(&mut self, cell: usize, priors: &Priors, view: usize) {
        for (count, chance) in (self.least[cell]..).zip(self.of_mut(cell)) {
            *chance *= priors.chance(view, count) as f32;
        }
    }

    /// Divides the chances of a cell by their sum.
    pub fn normalise(&mut self, cell: usize) {
        let chances = self.of_mut(cell);
        let sum: f64 = chances.iter().map(|&chance| f64::from(chance)).sum();
        if sum > 0.0 {
            chances.iter_mut().for_each(|chance| *chance = (f64::from(*chance) / sum) as f32);
        }
    }
}
