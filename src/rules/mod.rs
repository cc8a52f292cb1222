//! Limits on tables. Limits decide whether a table may be released at all (the preliminary SDC rules of Shlomo, Antal
//! and Elliot 2015, section 2.3), and set the maximum risk of a released table (sections 2.3 and 4 of that paper).
//!
//! Limits are checked on the unfiltered table (`question`), in which every filtered dimension is an axis. So nobody can
//! assemble a refused table from filtered slices. `docs/reference/rules.md` explains the purpose of each limit.

mod area_blocks;
mod check;
mod levels;
mod nearest;
mod part;
mod question;
mod refusal;
mod resolve;
mod unfiltered;
#[cfg(feature = "make")]
mod view;
#[cfg(feature = "make")]
mod words;

use crate::dimension::AxisRef;
use crate::measure::Weights;

pub(crate) use area_blocks::AreaBlocks;
pub(crate) use check::{Risks, RuleContext};
pub use part::{AreasPart, Conditions, RulesPart, ThresholdsPart};
pub(crate) use question::Question;
pub use refusal::{Nearest, Refusal};
pub(crate) use unfiltered::UnfilteredTable;
#[cfg(feature = "make")]
pub(crate) use view::words_of_view;
#[cfg(feature = "make")]
pub use words::sentences;

/// The limits, resolved against a cube's dimensions.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Maximum number of dimensions of a question. Axes and filters count together, and each dimension counts once.
    pub max_dimensions: Option<usize>,
    /// Whether a table may use only nested levels, and not other sets of codes.
    pub nested: bool,
    /// Sets of axes that are never released together. An axis without a level covers all levels of its dimension. An
    /// axis with a level covers that level and all finer levels.
    pub never: Vec<Vec<AxisRef>>,
    /// Largest share of cells with one or two records.
    pub small_cells: Option<f64>,
    /// Largest share of empty cells.
    pub zeros: Option<f64>,
    /// Minimum mean number of records in a cell.
    pub average_cell: Option<f64>,
    /// Largest risk R before protection.
    pub risk_before: Option<f64>,
    /// Largest risk R after protection.
    pub risk_after: Option<f64>,
    /// Risk R before protection above which a table needs protection. This limit refuses no table.
    pub protect_above: Option<f64>,
    /// The weights of the risk R.
    pub weights: Weights,
    /// Minimum populations of a table.
    pub population: Thresholds,
    /// Minimum populations of an area.
    pub areas: Option<AreaRules>,
    /// Units that limits count besides records.
    pub units: Vec<Unit>,
    /// The only way in which custom areas are built. `None` if a query chooses.
    pub custom_areas: Option<CustomAreas>,
}

/// How custom areas are built: ABS 1352.0.55.072, technique 1, page 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CustomAreas {
    /// An area is protected as one cell.
    Exact,
    /// An area adds and subtracts protected standard areas.
    Blocks,
    /// An area adds protected standard areas. "It may therefore be desirable to stipulate that user defined areas can
    /// only be specified as sums of standard building blocks", because subtraction can give negative values.
    Sums,
}

impl CustomAreas {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Blocks, Self::Sums];
    /// The words for [`ALL`](Self::ALL) in a specification, a manifest and a query.
    pub const WORDS: [&str; 3] = ["exact", "blocks", "sums"];

    /// The word in a specification, a manifest and a query.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The way with a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.word() == word)
    }
}

/// Minimum populations by unit.
#[derive(Debug, Clone, Default)]
pub struct Thresholds {
    /// Minimums before filters.
    pub whole: Vec<Threshold>,
    /// Minimums after filters.
    pub filtered: Vec<Threshold>,
}

/// A minimum population.
#[derive(Debug, Clone)]
pub struct Threshold {
    /// The unit's name in the specification.
    pub name: String,
    /// 0 for records. For another unit, the position in [`Rules::units`] plus 1.
    pub unit: usize,
    /// The minimum number.
    pub least: u64,
}

/// Minimum populations of areas.
#[derive(Debug, Clone)]
pub struct AreaRules {
    /// The dimension whose codes are areas. Its levels nest.
    pub dimension: usize,
    /// The minimum populations of an area.
    pub least: Thresholds,
}

/// A unit other than the record. Each record that meets all conditions counts as one unit.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The name in the specification.
    pub name: String,
    /// The conditions. Each has a dimension, and marks the codes of this dimension that meet the condition.
    pub conditions: Vec<(usize, Vec<bool>)>,
}

impl Rules {
    /// Whether any limit needs counts.
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
