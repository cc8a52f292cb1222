//! Holds a question for the publisher's limits, and the cells that the limits read.

use super::axis::Layout;
use super::reading::Reading;
use crate::dimension::AxisRef;
use crate::rules::Question;

/// A question for the limits, and the source of its unfiltered table.
#[derive(Debug, Clone)]
pub struct CheckedQuestion {
    pub(super) question: Question,
    /// `None` if no limit needs counts, or the table would be too large.
    pub(super) unfiltered: Option<Unfiltered>,
}

/// The readings of an unfiltered table.
#[derive(Debug, Clone)]
pub(super) struct Unfiltered {
    pub axes: Vec<AxisRef>,
    /// Readings of records, then of each unit with a threshold; `None` for other units.
    pub counted: Vec<Option<(Layout, Reading)>>,
}

impl CheckedQuestion {
    /// All readings besides the table's own.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        let counted = self.unfiltered.iter().flat_map(|unfiltered| &unfiltered.counted);
        counted.flatten().map(|(_, reading)| reading)
    }
}
