//! Pairs published cells with the published cells that are their parts.
//!
//! A *line* is a cell of one view, and the cells of another view that together count the same records. The parts are
//! the codes along an axis, or the codes in a group of a level.

use super::{Evidence, Published};
use crate::dimension::{AxisRef, Dimension};

/// Two views: one view splits the cells of the other view along an axis.
pub(super) struct Lines<'a> {
    /// Position in the evidence of the view with the totals.
    pub total_view: usize,
    /// Position in the evidence of the view with the parts.
    pub part_view: usize,
    /// The view with the totals.
    pub total: &'a Published,
    /// The view with the parts.
    pub part: &'a Published,
    /// Position of the splitting axis in the parts' view.
    axis: usize,
    /// The splitting axis's codes for each code of the total's axis. If the total's view does not have the axis, there
    /// is one group of all codes.
    groups: Vec<Vec<usize>>,
    /// Stride in the total's view for each axis of the parts' view; 0 for an axis that the total's view does not have.
    strides: Vec<usize>,
    /// Stride between groups in the total's view.
    group_stride: usize,
}

impl<'a> Lines<'a> {
    /// Returns all pairs of views, in order of the total's view, then of the part's view.
    pub fn all(evidence: &'a Evidence) -> Vec<Self> {
        let views = 0..evidence.views.len();
        let pairs = views.clone().flat_map(|total| views.clone().map(move |part| (total, part)));
        pairs.filter_map(|(total, part)| Self::new(evidence, total, part)).collect()
    }

    fn new(evidence: &'a Evidence, total_view: usize, part_view: usize) -> Option<Self> {
        let (total, part) = (&evidence.views[total_view], &evidence.views[part_view]);
        if total_view == part_view || !(total.axes.len()..=total.axes.len() + 1).contains(&part.axes.len()) {
            return None;
        }
        let mut split = part.axes.iter().enumerate().filter(|(_, axis)| !total.axes.contains(axis));
        let (axis, &finer) = split.next()?;
        if split.next().is_some() {
            return None;
        }
        let steps = strides(&total.sizes);
        let at = |wanted: &AxisRef| total.axes.iter().position(|axis| axis == wanted);
        let strides = part.axes.iter().map(|axis| at(axis).map_or(0, |at| steps[at])).collect();
        let codes = part.sizes[axis];
        let (groups, group_stride) = if part.axes.len() > total.axes.len() {
            (vec![(0..codes).collect()], 0)
        } else {
            let at = total.axes.iter().position(|axis| !part.axes.contains(axis))?;
            let coarser = total.axes[at];
            if coarser.dimension != finer.dimension {
                return None;
            }
            let dimension = &evidence.dimensions[finer.dimension];
            (groups(dimension, finer.level, coarser.level, codes, total.sizes[at])?, steps[at])
        };
        Some(Self { total_view, part_view, total, part, axis, groups, strides, group_stride })
    }

    /// The axis that splits the totals.
    pub fn split(&self) -> AxisRef {
        self.part.axes[self.axis]
    }

    /// Returns the code of a part on the splitting axis.
    pub fn code(&self, part: usize) -> u32 {
        let inner: usize = self.part.sizes[self.axis + 1..].iter().product();
        (part / inner % self.part.sizes[self.axis]) as u32
    }

    /// Calls `visit` for every line, with the total's cell and its parts' cells.
    pub fn each(&self, mut visit: impl FnMut(usize, &[usize])) {
        let inner: usize = self.part.sizes[self.axis + 1..].iter().product();
        let size = self.part.sizes[self.axis];
        let mut parts = Vec::new();
        for cell in (0..self.part.counts.len()).filter(|cell| (cell / inner).is_multiple_of(size)) {
            let (mut rest, mut total) = (cell, 0);
            for (size, stride) in self.part.sizes.iter().zip(&self.strides).rev() {
                total += rest % size * stride;
                rest /= size;
            }
            for (group, codes) in self.groups.iter().enumerate() {
                parts.clear();
                parts.extend(codes.iter().map(|code| cell + code * inner));
                visit(total + group * self.group_stride, &parts);
            }
        }
    }
}

/// Returns the codes of each group of a coarser level, or `None` if the level is not coarser.
fn groups(
    dimension: &Dimension,
    finer: Option<usize>,
    coarser: Option<usize>,
    codes: usize,
    groups: usize,
) -> Option<Vec<Vec<usize>>> {
    let mut group_of = vec![None; codes];
    for code in 0..dimension.codes.len() as u32 {
        let (finer, coarser) = (dimension.group_of(finer, code), dimension.group_of(coarser, code));
        if group_of[finer as usize].replace(coarser).is_some_and(|before| before != coarser) {
            return None;
        }
    }
    let mut result = vec![Vec::new(); groups];
    for (code, group) in group_of.iter().enumerate() {
        result[group.unwrap_or(0) as usize].push(code);
    }
    Some(result)
}

/// Returns the stride of each axis. The last axis varies fastest.
pub(super) fn strides(sizes: &[usize]) -> Vec<usize> {
    (0..sizes.len()).map(|axis| sizes[axis + 1..].iter().product()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;

    #[test]
    fn lines_hold_the_records_of_their_totals() {
        let mut sample = Sample::drawn(&[3, 4, 2], 400, 1);
        sample.level(1, "half", &[0, 1, 1, 0]);
        let evidence = sample.evidence(&["", "0", "1", "2", "1:half", "2 0", "0 1", "0 1:half", "0 1 2"]);
        let all = Lines::all(&evidence);
        let pairs: Vec<(usize, usize)> = all.iter().map(|lines| (lines.total_view, lines.part_view)).collect();
        let expected = [
            (0, 1),
            (0, 2),
            (0, 3),
            (0, 4),
            (1, 5),
            (1, 6),
            (1, 7),
            (2, 6),
            (3, 5),
            (4, 2),
            (4, 7),
            (5, 8),
            (6, 8),
            (7, 6),
        ];
        assert_eq!(pairs, expected);
        for lines in &all {
            let mut seen = vec![0; lines.part.counts.len()];
            let mut totals = vec![0; lines.total.counts.len()];
            lines.each(|total, parts| {
                totals[total] += 1;
                parts.iter().for_each(|&part| seen[part] += 1);
                assert_eq!(lines.total.counts[total], parts.iter().map(|&part| lines.part.counts[part]).sum::<u64>());
            });
            assert!(seen.iter().chain(&totals).all(|&times| times == 1));
        }
    }
}
