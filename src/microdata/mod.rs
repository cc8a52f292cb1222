//! Changes records before tabulation: record swapping, PRAM, weights, and permanent deviations.
//!
//! [`change`] applies the steps of a specification in order. A step draws its random numbers from a seed and from what
//! identifies a record or a unit: the same records and seed give the same result in any order of the records.

mod deviations;
mod distribution;
mod draw;
mod impossible;
mod pram;
mod records;
mod report;
mod share;
mod strata;
mod swap;
mod units;
mod weights;

use crate::dimension::Dimension;
use crate::key::derive::Secret;
use crate::protect::MethodSpec;
use crate::ptable::Ptable;

pub use deviations::Deviations;
pub(crate) use deviations::deviate;
pub use distribution::{Distribution, DistributionError};
pub(crate) use draw::{Draws, Tickets};
pub use impossible::Impossible;
pub use pram::{Block, MOST_CATEGORIES, Moves, Pram, PramError, PramReport, Transition};
pub use records::Records;
pub use report::{CellReport, StepReport};
pub use share::Share;
pub use swap::{Risky, Swap, SwapReport, Target};
pub use units::UnitColumn;
pub use weights::{Draw, Weights, WeightsReport};

/// A step before tabulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What the step changes.
    pub kind: StepKind,
    /// The seed of its random numbers.
    pub seed: Secret,
    /// Whether the cube states the rate or the matrix.
    pub publish: bool,
}

/// The kinds of steps.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// Pairs of units exchange a value.
    Swap(Swap),
    /// Values change with the probabilities of a matrix.
    Pram(Pram),
    /// Units count several times or not at all.
    Weights(Weights),
    /// Records add permanent deviations to the finest cells.
    Deviations(Deviations),
    /// A cell method protects the finest cells.
    Noise(Noise),
}

/// A cell method for the finest cells, before any table (Shlomo, Antal and Elliot 2015, section 2).
#[derive(Debug, Clone, PartialEq)]
pub struct Noise {
    /// The method. It does not look at the whole table.
    pub method: MethodSpec,
    /// The p-table of the method, if it has one.
    pub ptable: Option<Ptable>,
}

impl StepKind {
    /// The name in a specification.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Swap(_) => "swap",
            Self::Pram(_) => "pram",
            Self::Weights(_) => "weights",
            Self::Deviations(_) => "deviations",
            Self::Noise(_) => "noise",
        }
    }

    /// Whether the step changes cells, and not records.
    pub fn is_of_cells(&self) -> bool {
        matches!(self, Self::Deviations(_) | Self::Noise(_))
    }
}

impl Step {
    /// The random numbers of the step at position `at` of the specification.
    pub(crate) fn draws(&self, at: usize) -> Draws {
        Draws::new(at, self.kind.name(), self.seed.bytes())
    }
}

/// Applies the steps that change records, in order. Steps that change cells are left out: they need the finest cells.
///
/// # Errors
/// Fails if the matrix of a step does not suit the records. The error has the position of the step.
pub fn change(
    records: &mut Records,
    steps: &[Step],
    dimensions: &[Dimension],
    impossible: &Impossible,
) -> Result<Vec<StepReport>, (usize, PramError)> {
    let mut reports = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let draws = step.draws(at);
        reports.push(match &step.kind {
            StepKind::Swap(swap) => StepReport::Swap(swap::swap(records, swap, &draws, dimensions, impossible)),
            StepKind::Pram(pram) => {
                let report = pram::pram(records, pram, &draws, dimensions, impossible);
                StepReport::Pram(report.map_err(|error| (at, error))?)
            }
            StepKind::Weights(weights) => StepReport::Weights(weights::weigh(records, weights, &draws, dimensions)),
            StepKind::Deviations(_) | StepKind::Noise(_) => continue,
        });
    }
    Ok(reports)
}
