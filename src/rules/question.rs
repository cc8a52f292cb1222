//! A question as far as rules look at it.

use super::levels::{finer, level_of};
use crate::dimension::{AxisRef, Dimension};

/// Axes and filters of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// Rows, then columns, and whether it is a row.
    pub axes: Vec<(AxisRef, bool)>,
    /// Dimensions with a filter that drops something, each once, in the order asked, and for each code whether it is kept.
    pub filters: Vec<(usize, Vec<bool>)>,
    /// The first axis that custom groups replace.
    pub groups: Option<AxisRef>,
}

impl Question {
    /// All cells of some axes.
    pub fn all(axes: &[AxisRef]) -> Self {
        Self { axes: axes.iter().map(|&axis| (axis, true)).collect(), filters: Vec::new(), groups: None }
    }

    /// What a filter keeps of a dimension.
    pub fn retained(&self, dimension: usize) -> Option<&[bool]> {
        self.filters.iter().find(|(at, _)| *at == dimension).map(|(_, retained)| retained.as_slice())
    }

    /// The axes of the table without filters and groups: those asked for, then the filtered dimensions. A filter is told by the
    /// coarsest level that has its codes as whole groups, however they were asked for; a dimension that is both is at its finer level.
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
