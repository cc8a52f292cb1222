//! Writes sizes of tables as a choice of views: `max_dimensions` with `axes`, and a list of larger or other views.

use std::collections::BTreeSet;

use super::{Planned, Sizes};
use crate::cube::{PublishedViews, ViewChoice};
use crate::dimension::AxisRef;

/// Returns the choice that publishes exactly these sets, with the shortest list of views. Every subset of a set must be
/// in `sets`.
pub(super) fn choice(planned: &Planned, sizes: &Sizes, sets: &[&[AxisRef]]) -> ViewChoice {
    let requested = &planned.choice;
    let variables = || sizes.variables.iter().zip(&sizes.most);
    let none = ViewChoice { max_dimensions: None, axes: None, ..requested.clone() };
    let mut best = ViewChoice { views: largest(sets, &BTreeSet::new()), ..none };
    for most in 1..=requested.max_dimensions.unwrap_or(0) {
        let is_option = |axis: &AxisRef| requested.axes.as_ref().is_none_or(|axes| axes.contains(axis));
        let (axes, smaller): (Vec<_>, Vec<_>) =
            variables().filter(|(axis, _)| is_option(axis)).partition(|(_, size)| **size >= most);
        if axes.is_empty() {
            break;
        }
        let axes = axes.into_iter().map(|(axis, _)| *axis).collect();
        let axes = if smaller.is_empty() { requested.axes.clone() } else { Some(axes) };
        let mut choice = ViewChoice { max_dimensions: Some(most), axes, views: Vec::new(), ..requested.clone() };
        let Ok(published) = PublishedViews::new(&choice, &planned.dimensions) else { continue };
        let published: BTreeSet<&[AxisRef]> = published.views.iter().map(Vec::as_slice).collect();
        let wanted: BTreeSet<&[AxisRef]> = sets.iter().copied().collect();
        if !published.is_subset(&wanted) {
            continue;
        }
        choice.views = largest(sets, &published);
        if choice.views.len() <= best.views.len() {
            best = choice;
        }
    }
    best
}

/// The sets that no other set contains, without the sets that are already published.
fn largest(sets: &[&[AxisRef]], published: &BTreeSet<&[AxisRef]>) -> Vec<Vec<AxisRef>> {
    // All subsets of a set are in the list, so a contained set is one axis smaller than some set.
    let mut contained: BTreeSet<Vec<AxisRef>> = BTreeSet::new();
    for set in sets {
        for at in 0..set.len() {
            contained.insert([&set[..at], &set[at + 1..]].concat());
        }
    }
    let is_listed = |set: &&&[AxisRef]| !set.is_empty() && !contained.contains(**set) && !published.contains(*set);
    sets.iter().filter(is_listed).map(|set| set.to_vec()).collect()
}
