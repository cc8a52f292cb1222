//! The Markov matrix of PRAM, in blocks of categories that exchange units.

use std::borrow::Cow;

use super::{Categories, MOST_CATEGORIES, Moves, PramError};
use crate::protect::invariance::{Matrix, invariant};

/// The matrix. Units stay in their block.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The blocks. Categories without a block stay as they are.
    pub blocks: Vec<Block>,
    /// The texts of all categories.
    pub categories: Vec<String>,
}

/// A square part of the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The positions of the categories.
    pub categories: Vec<u32>,
    /// The number of units of each category before the step.
    pub units: Vec<u64>,
    /// The probabilities. `None` if the step has the paper's rule, whose probabilities follow from the units.
    rows: Option<Vec<Vec<f64>>>,
    /// Probability p of the smallest category, for the paper's rule.
    share: f64,
}

impl Transition {
    pub(super) fn new(categories: &Categories, moves: &Moves) -> Result<Self, PramError> {
        let block = |of: &[u32], rows, share| Block {
            categories: of.to_vec(),
            units: of.iter().map(|&category| categories.units[category as usize]).collect(),
            rows,
            share,
        };
        let blocks = match moves {
            Moves::ToOthers(share) => {
                let exchanging = categories.groups.iter().filter(|group| group.len() > 1);
                exchanging.map(|group| block(group, None, share.value())).collect()
            }
            Moves::Matrix { rows, invariant } => {
                let size = categories.units.len();
                if rows.len() != size || size > MOST_CATEGORIES {
                    return Err(PramError::Size { rows: rows.len(), categories: size });
                }
                let rows = if *invariant { made_invariant(rows, &categories.units)? } else { rows.clone() };
                vec![block(&(0..size as u32).collect::<Vec<_>>(), Some(rows), 0.0)]
            }
        };
        Ok(Self { blocks, categories: categories.names.clone() })
    }

    /// Draws the category that a unit of category `from` moves to.
    pub(super) fn drawn(&self, from: u32, draw: u64) -> u32 {
        let Some((block, at)) = self.blocks.iter().find_map(|block| Some((block, block.position(from)?))) else {
            return from;
        };
        // 2^-64 of the draw is exact, and sums of rounded probabilities end below 1 by at most 1e-12.
        let place = (draw >> 11) as f64 / 9_007_199_254_740_992.0;
        let (mut end, mut last) = (0.0, at);
        let row = block.rows.as_ref().map_or_else(|| Cow::Owned(block.row(at)), |rows| Cow::Borrowed(&rows[at]));
        for (to, &probability) in row.iter().enumerate().filter(|(_, probability)| **probability > 0.0) {
            end += probability;
            last = to;
            if place < end {
                break;
            }
        }
        block.categories[last]
    }

    /// The largest difference between an expected number of units after the step and the number before, as a share of
    /// all units. An invariant matrix has 0, apart from rounding.
    pub fn imbalance(&self) -> f64 {
        let total: u64 = self.blocks.iter().flat_map(|block| &block.units).sum();
        let of_block = |block: &Block| {
            let Some(rows) = &block.rows else { return block.imbalance_of_rule() };
            let after =
                |to: usize| -> f64 { rows.iter().zip(&block.units).map(|(row, &units)| row[to] * units as f64).sum() };
            (0..block.units.len()).map(|to| (after(to) - block.units[to] as f64).abs()).fold(0.0, f64::max)
        };
        self.blocks.iter().map(of_block).fold(0.0, f64::max) / (total.max(1) as f64)
    }
}

impl Block {
    /// The position of a category in the block.
    pub fn position(&self, category: u32) -> Option<usize> {
        self.categories.binary_search(&category).ok()
    }

    /// The probabilities of the moves from a category.
    pub fn row(&self, from: usize) -> Vec<f64> {
        if let Some(rows) = &self.rows {
            return rows[from].clone();
        }
        let others = self.units.len() as f64 - 1.0;
        let away = self.away(self.smallest(), from);
        (0..self.units.len()).map(|to| if to == from { 1.0 - away } else { away / others }).collect()
    }

    /// The smallest number of units of a category.
    fn smallest(&self) -> f64 {
        self.units.iter().min().map_or(0.0, |&units| units as f64)
    }

    /// The probability that a unit leaves a category by the paper's rule.
    fn away(&self, smallest: f64, from: usize) -> f64 {
        self.share * smallest / self.units[from] as f64
    }

    /// The largest difference between the expected units after the paper's rule and before. The rows of tens of thousands
    /// of areas would take gigabytes, so this adds up what leaves and what arrives.
    fn imbalance_of_rule(&self) -> f64 {
        let (smallest, others) = (self.smallest(), self.units.len() as f64 - 1.0);
        let leaving = |at: usize| self.away(smallest, at) * self.units[at] as f64;
        let all: f64 = (0..self.units.len()).map(leaving).sum();
        let difference = |at: usize| (all - leaving(at)) / others - leaving(at);
        (0..self.units.len()).map(|at| difference(at).abs()).fold(0.0, f64::max)
    }
}

/// Makes a matrix invariant in two stages (Gouweleeuw et al. 1998): a unit moves by the matrix, and then back by the
/// probabilities of its origin.
fn made_invariant(rows: &[Vec<f64>], units: &[u64]) -> Result<Vec<Vec<f64>>, PramError> {
    let wrong = |error: &dyn std::fmt::Display| PramError::Invariant(error.to_string());
    let matrix = Matrix::new(rows.to_vec(), rows.len() - 1).map_err(|error| wrong(&error))?;
    let units: Vec<f64> = units.iter().map(|&units| units as f64).collect();
    Ok(invariant(&matrix, &units, 0.0).map_err(|error| wrong(&error))?.rows().to_vec())
}
