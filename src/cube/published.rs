//! Which views a sealed cube publishes: those that its specification asks for, each with all that have fewer of its axes, as these
//! are its totals.

use std::collections::BTreeSet;

use super::dimension::{AxisRef, Dimension};
use super::manifest::RefusedPart;
use super::spec::{Publish, SpecError, Views};
use super::{axis_name, build};
use crate::table::MAX_TABLE_CELLS;

/// Most views of a sealed cube. Its manifest takes some 200 bytes for each.
const MOST_VIEWS: usize = 1 << 17;

/// Sets of axes, in the order of their dimensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedViews {
    /// Those with fewest axes first, beginning with that of none, the whole population.
    pub views: Vec<Vec<AxisRef>>,
    /// The smallest sets that are left out, with why; so are all that have these and more.
    pub refused: Vec<(Vec<AxisRef>, &'static str)>,
}

impl PublishedViews {
    /// The views of a specification, given its dimensions with their codes.
    ///
    /// # Errors
    /// More views than a cube may have.
    pub fn new(publish: &Publish, dimensions: &[Dimension]) -> Result<Self, SpecError> {
        let mut sets: BTreeSet<(usize, Vec<AxisRef>)> = BTreeSet::new();
        let mut add = |set: Vec<AxisRef>| {
            sets.insert((set.len(), set));
            if sets.len() <= MOST_VIEWS { Ok(()) } else { Err(too_many()) }
        };
        add(Vec::new())?;
        if let Some(most) = publish.max_dimensions {
            let options: Vec<Vec<AxisRef>> = (0..dimensions.len()).map(|at| options(publish, dimensions, at)).collect();
            for_each_set(&options, most, &mut Vec::new(), &mut add)?;
        }
        if let Some(Views::List(list)) = &publish.views {
            for view in list {
                let mut view = view.clone();
                view.sort();
                let options: Vec<Vec<AxisRef>> = view.iter().map(|&axis| vec![axis]).collect();
                for_each_set(&options, view.len(), &mut Vec::new(), &mut add)?;
            }
        }
        let mut published = Self { views: Vec::with_capacity(sets.len()), refused: Vec::new() };
        for (_, set) in sets {
            match reason(publish, dimensions, &set) {
                None => published.views.push(set),
                Some(reason) => {
                    // Smaller sets come first.
                    let is_within = |(smaller, _): &(Vec<AxisRef>, &str)| smaller.iter().all(|axis| set.contains(axis));
                    if !published.refused.iter().any(is_within) {
                        published.refused.push((set, reason));
                    }
                }
            }
        }
        Ok(published)
    }

    /// What is refused, as a manifest has it.
    pub(super) fn refused_parts(&self, dimensions: &[Dimension]) -> Vec<RefusedPart> {
        let names = |axes: &[AxisRef]| axes.iter().map(|&axis| axis_name(dimensions, axis)).collect();
        self.refused
            .iter()
            .map(|(axes, reason)| RefusedPart { axes: names(axes), reason: (*reason).to_owned() })
            .collect()
    }

    /// For each dimension whether it is in a view, and which of its levels are.
    pub(super) fn levels(&self, dimensions: &[Dimension]) -> Vec<Option<Vec<usize>>> {
        let mut levels: Vec<Option<Vec<usize>>> = vec![None; dimensions.len()];
        for axis in self.views.iter().flatten() {
            let found = levels[axis.dimension].get_or_insert_default();
            found.extend(axis.level.filter(|level| !found.contains(level)));
        }
        levels.iter_mut().flatten().for_each(|levels| levels.sort_unstable());
        levels
    }
}

/// A dimension's codes and levels that sets are made of.
fn options(publish: &Publish, dimensions: &[Dimension], dimension: usize) -> Vec<AxisRef> {
    let levels = (0..dimensions[dimension].levels.len()).map(Some);
    let all = std::iter::once(None).chain(levels).map(|level| AxisRef { dimension, level });
    all.filter(|axis| publish.axes.as_ref().is_none_or(|axes| axes.contains(axis))).collect()
}

/// Every set of up to `most` axes, at most one of each dimension.
fn for_each_set(
    options: &[Vec<AxisRef>],
    most: usize,
    set: &mut Vec<AxisRef>,
    add: &mut dyn FnMut(Vec<AxisRef>) -> Result<(), SpecError>,
) -> Result<(), SpecError> {
    if set.len() == most {
        return Ok(());
    }
    for (at, axes) in options.iter().enumerate() {
        for &axis in axes {
            set.push(axis);
            add(set.clone())?;
            for_each_set(&options[at + 1..], most, set, add)?;
            set.pop();
        }
    }
    Ok(())
}

/// Why a set of axes is not published.
fn reason(publish: &Publish, dimensions: &[Dimension], set: &[AxisRef]) -> Option<&'static str> {
    let has = |dimension: &usize| set.iter().any(|axis| axis.dimension == *dimension);
    if publish.never_together.iter().any(|apart| apart.iter().all(has)) {
        return Some("are never published together");
    }
    let codes = |axis: &AxisRef| dimensions[axis.dimension].codes_at(axis.level).len() as u64;
    let cells = set.iter().fold(1u64, |cells, axis| cells.saturating_mul(codes(axis)));
    (cells > MAX_TABLE_CELLS as u64).then_some("have too many combinations")
}

fn too_many() -> SpecError {
    let found = "a choice of too many views";
    build::publish_value(
        "max_dimensions",
        found,
        &format!("at most {MOST_VIEWS} views: fewer dimensions, axes or levels"),
    )
}
