//! Defines a question: the axes and filters of a query, for the limits.

use super::levels::{finer, level_of};
use crate::dimension::{AxisRef, Dimension};

/// Axes and filters of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// Row axes, then column axes. The mark is true for a row axis.
    pub axes: Vec<(AxisRef, bool)>,
    /// Filtered dimensions in the query's order, each once, with a mark for every retained code.
    pub filters: Vec<(usize, Vec<bool>)>,
    /// The first axis with custom groups instead of codes; `None` without custom groups.
    pub groups: Option<AxisRef>,
}

impl Question {
    /// The question for all cells of some axes.
    pub fn all(axes: &[AxisRef]) -> Self {
        Self { axes: axes.iter().map(|&axis| (axis, true)).collect(), filters: Vec::new(), groups: None }
    }

    /// The codes of a dimension that a filter retains; `None` without a filter on the dimension.
    pub fn retained(&self, dimension: usize) -> Option<&[bool]> {
        self.filters.iter().find(|(at, _)| *at == dimension).map(|(_, retained)| retained.as_slice())
    }

    /// The axes of the unfiltered table: the query's axes, then the filtered dimensions. A filtered dimension has the
    /// coarsest level whose whole groups form the filter. A dimension that is both axis and filter has the finer level.
    pub fn unfiltered(&self, dimensions: &[Dimension]) -> Vec<AxisRef> {
        let mut axes: Vec<AxisRef> = self.axes.iter().map(|&(axis, _)| axis).collect();
        for (at, retained) in &self.filters {
            let dimension = &dimensions[*at];
            let level = level_of(dimension, retained);
            match axes.iter_mut().find(|axis| axis.dimension == *at) {
                Some(axis) => axis.level = finer(dimension, axis.level, level),
                None => axes.push(AxisRef { dimension: *at, level }),
            }
        }
        axes
    }
}
