//! Rules of release: what is decided before a table is protected, whether it may be released at all (the preliminary SDC rules of
//! Shlomo, Antal and Elliot 2015, section 2.3), and the risk above which it is not (sections 2.3 and 4 there).
//!
//! What concerns the table is checked on the table without its filters (`question`): every filtered dimension is an axis
//! of it. So a table that is refused cannot be had slice by slice. `docs/reference/rules.md` says what each rule protects from.

mod area_blocks;
mod check;
mod levels;
mod nearest;
mod part;
mod question;
mod refusal;
mod resolve;
mod unfiltered;
#[cfg(feature = "cli")]
mod view;
#[cfg(feature = "cli")]
mod words;

use crate::dimension::AxisRef;
use crate::measure::Weights;

pub(crate) use area_blocks::AreaBlocks;
pub(crate) use check::{Risks, RuleContext};
pub use part::{AreasPart, Conditions, RulesPart, ThresholdsPart};
pub(crate) use question::Question;
pub use refusal::{Nearest, Refusal};
pub(crate) use unfiltered::UnfilteredTable;
#[cfg(feature = "cli")]
pub(crate) use view::words_of_view;
#[cfg(feature = "cli")]
pub use words::sentences;

/// What may be released, resolved against a cube's dimensions.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Most dimensions of a question: axes and filters, each dimension once.
    pub max_dimensions: Option<usize>,
    /// Whether only standard categories are released: levels that nest, and no sets of codes beside them.
    pub nested: bool,
    /// Sets of axes that are never released together; one without a level covers all levels of its dimension, one with a level that
    /// and all finer ones.
    pub never: Vec<Vec<AxisRef>>,
    /// Largest share of cells of one or two records.
    pub small_cells: Option<f64>,
    /// Largest share of empty cells.
    pub zeros: Option<f64>,
    /// Least mean number of records of a cell.
    pub average_cell: Option<f64>,
    /// Largest risk R before protection.
    pub risk_before: Option<f64>,
    /// Largest risk R after it.
    pub risk_after: Option<f64>,
    /// The weights of R.
    pub weights: Weights,
    /// Least populations of a table.
    pub population: Thresholds,
    /// Least populations of an area.
    pub areas: Option<AreaRules>,
    /// What is counted beside records.
    pub units: Vec<Unit>,
}

/// Least populations, unit by unit.
#[derive(Debug, Clone, Default)]
pub struct Thresholds {
    /// Without the filters.
    pub whole: Vec<Threshold>,
    /// Of what the filters leave.
    pub filtered: Vec<Threshold>,
}

/// A least population.
#[derive(Debug, Clone)]
pub struct Threshold {
    /// The unit as the specification names it.
    pub name: String,
    /// 0 for records, else 1 more than the position in [`Rules::units`].
    pub unit: usize,
    /// The least number that is enough.
    pub least: u64,
}

/// Least populations of areas.
#[derive(Debug, Clone)]
pub struct AreaRules {
    /// The dimension whose codes are areas; its levels nest.
    pub dimension: usize,
    /// See [`Thresholds`].
    pub least: Thresholds,
}

/// A unit other than the record: its number is that of the records that meet all conditions.
#[derive(Debug, Clone)]
pub struct Unit {
    /// As the specification names it.
    pub name: String,
    /// A dimension, each once, and for each of its codes whether it is one of those listed.
    pub conditions: Vec<(usize, Vec<bool>)>,
}

impl Rules {
    /// Whether a rule looks at counts.
    pub(crate) fn needs_cells(&self) -> bool {
        let shares = [self.small_cells, self.zeros, self.average_cell, self.risk_before, self.risk_after];
        shares.iter().any(Option::is_some)
            || !self.population.is_empty()
            || self.areas.as_ref().is_some_and(|areas| !areas.least.is_empty())
    }
}

impl Thresholds {
    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.filtered.is_empty()
    }
}
