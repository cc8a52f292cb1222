//! Defines the question whether the publisher's limits allow a table, and the readings that answer the question.

use super::axis::Layout;
use super::reading::Reading;
use crate::dimension::AxisRef;
use crate::rules::Question;

/// The question whether the limits allow a table. Holds the table's axes, filters and groups, and the readings of the
/// unfiltered table.
#[derive(Debug, Clone)]
pub struct CheckedQuestion {
    pub(super) question: Question,
    /// `None` if no limit needs counts, or if the unfiltered table would be too large.
    pub(super) unfiltered: Option<Unfiltered>,
}

/// The readings that give the counts of an unfiltered table.
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
