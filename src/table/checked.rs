//! A query that the rules have to release, and the cells they read for that.

use super::axis::Layout;
use super::reading::Reading;
use crate::dimension::AxisRef;
use crate::rules::Question;

/// A question as rules look at it, and where the cells of its table without filters are read.
#[derive(Debug, Clone)]
pub struct CheckedQuestion {
    pub(super) question: Question,
    /// None where no rule looks at counts, or there would be too many cells.
    pub(super) unfiltered: Option<Unfiltered>,
}

/// What is read of the cells of a table without its filters.
#[derive(Debug, Clone)]
pub(super) struct Unfiltered {
    pub axes: Vec<AxisRef>,
    /// Of records first, then of each unit that a threshold is in; none for others.
    pub counted: Vec<Option<(Layout, Reading)>>,
}

impl CheckedQuestion {
    /// What is read beside the table.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        let counted = self.unfiltered.iter().flat_map(|unfiltered| &unfiltered.counted);
        counted.flatten().map(|(_, reading)| reading)
    }
}
