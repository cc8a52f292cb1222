//! Lists the views that a sealed cube publishes. These are the views in its specification, and a view for every subset
//! of their axes. The views of subsets hold the totals.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::base::MAX_TABLE_CELLS;
use crate::dimension::{AxisRef, Dimension};

/// Maximum number of views in a sealed cube. Each view takes some 200 bytes of the manifest.
pub const MOST_VIEWS: usize = 1 << 17;

/// The choice of views for a sealed cube.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ViewChoice {
    /// Every set of up to this number of dimensions is published.
    pub max_dimensions: Option<usize>,
    /// The dimensions and levels for the sets of `max_dimensions`. Defaults to all.
    pub axes: Option<Vec<AxisRef>>,
    /// Sets of two or more dimensions. No view contains all dimensions of a set.
    pub never_together: Vec<Vec<usize>>,
    /// More views, each a set of distinct dimensions. All subsets of a view are published too.
    pub views: Vec<Vec<AxisRef>>,
    /// Whether views may have more combinations than a table. The builder then protects parts of a view.
    pub in_parts: bool,
}

/// Maximum number of combinations of a view that is protected in parts: 2^27.
const MOST_IN_PARTS: u64 = 1 << 27;

/// Number of combinations of a view.
pub(crate) fn combinations(dimensions: &[Dimension], axes: &[AxisRef]) -> u64 {
    let codes = |axis: &AxisRef| dimensions[axis.dimension].codes_at(axis.level).len() as u64;
    axes.iter().fold(1, |cells, axis| cells.saturating_mul(codes(axis)))
}

/// The position of the axis with the most codes. A view in parts is cut along this axis.
pub(crate) fn longest(dimensions: &[Dimension], axes: &[AxisRef]) -> Option<usize> {
    let codes = |at: usize| dimensions[axes[at].dimension].codes_at(axes[at].level).len();
    (0..axes.len()).max_by_key(|&at| (codes(at), std::cmp::Reverse(at)))
}

/// More views than a cube may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a choice of too many views; expected at most {MOST_VIEWS} views: fewer dimensions, axes or levels")]
pub struct TooManyViews;

/// The sets of axes that a sealed cube publishes or refuses. Each set has the order of the dimensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedViews {
    /// The published sets, fewest axes first. The first set is empty and stands for the whole population.
    pub views: Vec<Vec<AxisRef>>,
    /// The smallest refused sets, each with the reason. A set that contains a refused set is also refused.
    pub refused: Vec<(Vec<AxisRef>, &'static str)>,
}

impl PublishedViews {
    /// Lists the views of a choice. `dimensions` must have their codes.
    ///
    /// # Errors
    /// Fails if there are more views than a cube may have.
    pub fn new(choice: &ViewChoice, dimensions: &[Dimension]) -> Result<Self, TooManyViews> {
        let mut sets: BTreeSet<(usize, Vec<AxisRef>)> = BTreeSet::new();
        let mut add = |set: Vec<AxisRef>| {
            sets.insert((set.len(), set));
            if sets.len() <= MOST_VIEWS { Ok(()) } else { Err(TooManyViews) }
        };
        add(Vec::new())?;
        if let Some(most) = choice.max_dimensions {
            let options: Vec<Vec<AxisRef>> = (0..dimensions.len()).map(|at| options(choice, dimensions, at)).collect();
            for_each_set(&options, most, &mut Vec::new(), &mut add)?;
        }
        for view in &choice.views {
            let mut view = view.clone();
            view.sort();
            let options: Vec<Vec<AxisRef>> = view.iter().map(|&axis| vec![axis]).collect();
            for_each_set(&options, view.len(), &mut Vec::new(), &mut add)?;
        }
        let mut published = Self { views: Vec::with_capacity(sets.len()), refused: Vec::new() };
        for (_, set) in sets {
            match reason(choice, dimensions, &set) {
                None => published.views.push(set),
                Some(reason) => {
                    // Smaller sets come first, so only the smallest refused sets are listed.
                    let is_within = |(smaller, _): &(Vec<AxisRef>, &str)| smaller.iter().all(|axis| set.contains(axis));
                    if !published.refused.iter().any(is_within) {
                        published.refused.push((set, reason));
                    }
                }
            }
        }
        Ok(published)
    }

    /// For each dimension, the levels that views use, or `None` if no view uses the dimension.
    pub fn levels(&self, dimensions: &[Dimension]) -> Vec<Option<Vec<usize>>> {
        let mut levels: Vec<Option<Vec<usize>>> = vec![None; dimensions.len()];
        for axis in self.views.iter().flatten() {
            let found = levels[axis.dimension].get_or_insert_default();
            found.extend(axis.level.filter(|level| !found.contains(level)));
        }
        levels.iter_mut().flatten().for_each(|levels| levels.sort_unstable());
        levels
    }
}

/// The axes of a dimension that a set may use: its own codes and its levels, as far as `axes` allows.
fn options(choice: &ViewChoice, dimensions: &[Dimension], dimension: usize) -> Vec<AxisRef> {
    let levels = (0..dimensions[dimension].levels.len()).map(Some);
    let all = std::iter::once(None).chain(levels).map(|level| AxisRef { dimension, level });
    all.filter(|axis| choice.axes.as_ref().is_none_or(|axes| axes.contains(axis))).collect()
}

/// Passes every set of up to `most` axes to `add`. A set has at most one axis of each dimension.
fn for_each_set(
    options: &[Vec<AxisRef>],
    most: usize,
    set: &mut Vec<AxisRef>,
    add: &mut dyn FnMut(Vec<AxisRef>) -> Result<(), TooManyViews>,
) -> Result<(), TooManyViews> {
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

/// The reason for a set of axes that `never_together` names. Manifests contain it.
const NEVER_TOGETHER: &str = "are never published together";
/// The reason for a set of axes that has more combinations than a view may have. Manifests contain it.
pub const TOO_MANY: &str = "have too many combinations";

/// The reason for refusing a set of axes, or `None`.
fn reason(choice: &ViewChoice, dimensions: &[Dimension], set: &[AxisRef]) -> Option<&'static str> {
    let has = |dimension: &usize| set.iter().any(|axis| axis.dimension == *dimension);
    if choice.never_together.iter().any(|apart| apart.iter().all(has)) {
        return Some(NEVER_TOGETHER);
    }
    let cells = combinations(dimensions, set);
    // A part has at least one code of the longest axis.
    let others = |at: usize| [&set[..at], &set[at + 1..]].concat();
    let part = longest(dimensions, set).map_or(1, |at| combinations(dimensions, &others(at)));
    let fits = cells <= MAX_TABLE_CELLS as u64
        || (choice.in_parts && cells <= MOST_IN_PARTS && part <= MAX_TABLE_CELLS as u64);
    (!fits).then_some(TOO_MANY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dimension::{CodeList, Level, Text, axis_name, find_axis};

    /// Dimensions with the given numbers of codes. The first dimension has a level `l` of one group and a level `m` of
    /// two groups.
    fn dimensions(sizes: &[usize]) -> Vec<Dimension> {
        let list = |codes: usize| {
            CodeList::new((0..codes).map(|code| (code.to_string(), Text::default())).collect()).expect("codes once")
        };
        let level = |name: &str, groups: usize, codes: usize| Level {
            name: name.into(),
            label: Text::default(),
            codes: list(groups),
            of: (0..codes).map(|code| (code % groups) as u32).collect(),
        };
        let dimension = |(at, &codes): (usize, &usize)| Dimension {
            name: ["a", "b", "c", "d"][at].into(),
            label: Text::default(),
            note: None,
            role: None,
            codes: list(codes),
            levels: if at == 0 { vec![level("l", 1, codes), level("m", 2, codes)] } else { Vec::new() },
        };
        sizes.iter().enumerate().map(dimension).collect()
    }

    /// Parses sets from texts such as `a:m b`. The empty text is the empty set.
    fn sets(dimensions: &[Dimension], text: &[&str]) -> Vec<Vec<AxisRef>> {
        let axis = |name| find_axis(dimensions, name).expect("an axis of the dimensions");
        text.iter().map(|set| set.split_whitespace().map(axis).collect()).collect()
    }

    fn text(dimensions: &[Dimension], axes: &[AxisRef]) -> String {
        axes.iter().map(|&axis| axis_name(dimensions, axis)).collect::<Vec<_>>().join(" ")
    }

    /// The parts of a case: `max_dimensions`, `axes`, `views`, `never_together`, the expected published sets and the
    /// expected refused sets.
    type Case<'a> = (Option<usize>, &'a [&'a str], &'a [&'a str], &'a [&'a [usize]], &'a [&'a str], &'a [&'a str]);

    #[test]
    fn sets_of_axes_that_are_published() {
        let dimensions = dimensions(&[3, 2, 2]);
        let cases: &[Case<'_>] = &[
            // Only the whole population is published.
            (None, &[], &[], &[], &[""], &[]),
            // Every single dimension and level is published.
            (Some(1), &[], &[], &[], &["", "a", "a:l", "a:m", "b", "c"], &[]),
            // Pairs are published, but no pair has two axes of one dimension.
            (Some(2), &["a", "a:m", "b"], &[], &[], &["", "a", "a:m", "b", "a b", "a:m b"], &[]),
            // A maximum above the number of dimensions publishes all sets.
            (Some(64), &["b", "c"], &[], &[], &["", "b", "c", "b c"], &[]),
            // A view in the list publishes all subsets of its axes, with the same levels.
            (None, &[], &["b a:m"], &[], &["", "a:m", "b", "a:m b"], &[]),
            (None, &[], &["c", "c b", "b"], &[], &["", "b", "c", "b c"], &[]),
            // A view in the list may use a dimension that is not in `axes`.
            (Some(1), &["b"], &["a c"], &[], &["", "a", "b", "c", "a c"], &[]),
            // `never_together` refuses dimensions at every level. Only the smallest sets are listed.
            (
                Some(3),
                &["a", "a:m", "b", "c"],
                &[],
                &[&[0, 1]],
                &["", "a", "a:m", "b", "c", "a c", "a:m c", "b c"],
                &["a b", "a:m b"],
            ),
            (Some(3), &["a", "b", "c"], &[], &[&[2, 0, 1]], &["", "a", "b", "c", "a b", "a c", "b c"], &["a b c"]),
            (Some(2), &["a", "b", "c"], &[], &[&[0, 1, 2]], &["", "a", "b", "c", "a b", "a c", "b c"], &[]),
            (
                Some(3),
                &["a", "b", "c"],
                &[],
                &[&[0, 1], &[0, 2], &[1, 2]],
                &["", "a", "b", "c"],
                &["a b", "a c", "b c"],
            ),
        ];
        for (max_dimensions, axes, views, apart, published, refused) in cases {
            let publish = ViewChoice {
                max_dimensions: *max_dimensions,
                axes: (!axes.is_empty()).then(|| sets(&dimensions, axes).concat()),
                never_together: apart.iter().map(|set| set.to_vec()).collect(),
                views: sets(&dimensions, views),
                in_parts: false,
            };
            let found = PublishedViews::new(&publish, &dimensions).expect("few views");
            let views: Vec<String> = found.views.iter().map(|view| text(&dimensions, view)).collect();
            assert_eq!(views, *published, "{publish:?}");
            let kept_apart: Vec<String> = found.refused.iter().map(|(set, _)| text(&dimensions, set)).collect();
            assert_eq!(kept_apart, *refused, "{publish:?}");
            assert!(found.refused.iter().all(|(_, reason)| *reason == "are never published together"));
        }
    }

    #[test]
    fn views_that_are_too_large_are_left_out_with_all_that_have_more() {
        let dimensions = dimensions(&[4000, 2500, 2, 3]);
        let publish = ViewChoice { max_dimensions: Some(4), ..ViewChoice::default() };
        let found = PublishedViews::new(&publish, &dimensions).expect("few views");
        // A view of 4000 · 2500 cells has the maximum size. Twice as many cells exceed the limit.
        let has = |set: &str| found.views.contains(&sets(&dimensions, &[set])[0]);
        assert!(has("a b") && has("a:m b c d") && !has("a b c") && !has("a b d") && !has("a b c d"));
        let refused: Vec<_> = found.refused.iter().map(|(set, reason)| (text(&dimensions, set), *reason)).collect();
        assert_eq!(
            refused,
            [("a b c".to_owned(), "have too many combinations"), ("a b d".to_owned(), "have too many combinations")]
        );
        assert_eq!(found.levels(&dimensions), [Some(vec![0, 1]), Some(vec![]), Some(vec![]), Some(vec![])]);
        let one = ViewChoice { views: sets(&dimensions, &["a:m c"]), ..ViewChoice::default() };
        let found = PublishedViews::new(&one, &dimensions).expect("few views");
        assert_eq!(found.levels(&dimensions), [Some(vec![1]), None, Some(vec![]), None]);
    }

    #[test]
    fn too_many_views_are_refused_before_they_are_counted() {
        let dimension = &dimensions(&[1, 2])[1];
        let named = |at: usize| Dimension { name: format!("d{at}"), ..dimension.clone() };
        let many: Vec<Dimension> = (0..64).map(named).collect();
        let publish = |most| ViewChoice { max_dimensions: Some(most), ..ViewChoice::default() };
        // Numbers of sets with 0, 1, 2 and 3 of 64 dimensions: 1 + 64 + 2016 + 41,664.
        assert_eq!(PublishedViews::new(&publish(3), &many).map(|found| found.views.len()), Ok(43_745));
        assert_eq!(PublishedViews::new(&publish(64), &many), Err(TooManyViews));
    }
}
