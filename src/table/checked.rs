//! Defines a question to the publisher's limits, with the cells that the limits read.

use super::axis::Layout;
use super::reading::Reading;
use crate::dimension::AxisRef;
use crate::rules::Question;

/// A question to the limits: the axes, filters and groups of a table, and the readings of its unfiltered table.
#[derive(Debug, Clone)]
pub struct CheckedQuestion {
    pub(super) question: Question,
    /// `None` if no limit needs counts, or if the unfiltered table would be too large.
    pub(super) unfiltered: Option<Unfiltered>,
}

/// The readings from which the limits count an unfiltered table.
#[derive(Debug, Clone)]
pub(super) struct Unfiltered {
    pub axes: Vec<AxisRef>,
    /// The reading that counts records, then one for each unit. A unit without a threshold has `None`.
    pub counted: Vec<Option<(Layout, Reading)>>,
}

impl CheckedQuestion {
    /// All readings that the limits need in addition to the table's own.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        let counted = self.unfiltered.iter().flat_map(|unfiltered| &unfiltered.counted);
        counted.flatten().map(|(_, reading)| reading)
    }
}
