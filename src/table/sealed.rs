//! Assembles tables of a sealed cube from the protected values of its views.
//!
//! Each place of an axis is one *block* of its dimension: a code, a group of a level, or the whole (a total). A cell of
//! the table combines one place of each axis. The view with the levels of these blocks stores the cell's value, and the
//! table copies this value. Places of several blocks are added up afterwards, as in a keyed cube. A sealed and a keyed
//! cube of the same data count the same records in a block. So a cell has the same value in both cubes.
//!
//! The same codes may form a block at several levels. For example, a group of one code equals this code. Any view with
//! one of these levels can answer the query. So a query of single blocks has an answer exactly if each of its cells is
//! a cell of some view.

use super::areas::level_of;
use super::axis::{Axis, Layout, Places};
use super::columns::Columns;
use super::query_error::QueryError;
use super::rollup::{Offsets, roll_up};
use super::selection::{DROPPED, Selection};
use crate::base::FULL;
use crate::cube::{Cube, Refused, View};
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::protect::sealed_values::protected;
use crate::protect::{Protected, Status, Totals};

/// The level of a block (`None` for the dimension's own codes) and its code. `None` instead of level and code means the
/// whole dimension.
type Block = Option<(Option<usize>, u32)>;

/// The part of a table that one view of a sealed cube holds.
#[derive(Debug, Clone)]
pub(super) struct ViewContribution {
    /// The axes of the layout, then its filters.
    axes: Vec<ShareAxis>,
    /// Number of axes of the layout, without filters.
    shown: usize,
}

/// The part of an axis or filter that a view holds.
#[derive(Debug, Clone)]
struct ShareAxis {
    /// Position of the view's axis, and the distinct codes to read from it. `None` for the whole dimension.
    column: Option<(usize, Vec<u32>)>,
    /// Places of the table's axis, each with the position of its code in `column`.
    places: Vec<(usize, usize)>,
}

/// Places of an axis with blocks of the same levels. One view can hold all these places.
struct Source {
    dimension: usize,
    /// The levels of the blocks, preferred levels first. Each level has the distinct codes of the blocks.
    levels: Vec<(Option<Option<usize>>, Vec<u32>)>,
    /// Places, each with the position of its code in `levels`.
    places: Vec<(usize, usize)>,
}

/// The views that together hold a table, each with its part of the table. With `own_totals`, each view stores its own
/// totals, so one view holds the whole table.
///
/// # Errors
/// Fails if the query needs several blocks without `areas = "blocks"`, or if no view holds a part.
pub(super) fn shares(
    cube: &Cube,
    layout: &Layout,
    totals: Totals,
    own_totals: bool,
) -> Result<Vec<(usize, ViewContribution)>, QueryError> {
    if !layout.blocks {
        let groups = layout.axes.iter().find(|axis| matches!(axis.places, Places::Groups(_)));
        let several = layout.query_filters.iter().find(|(_, codes)| codes.len() > 1);
        let groups = groups.map(|axis| ("groups", axis.name.clone()));
        let filter = || several.map(|(at, _)| ("filter", axis_name(&cube.dimensions, *at)));
        if let Some((field, axis)) = groups.or_else(filter) {
            return Err(QueryError::NeedsBlocks { field, axis });
        }
    }
    let mut sources = Vec::with_capacity(layout.axes.len() + layout.filters.len());
    for axis in &layout.axes {
        sources.push(of_axis(cube, layout, axis, totals)?);
    }
    for filter in &layout.filters {
        let dimension = &cube.dimensions[filter.dimension];
        let found = if FULL {
            Blocks::new(cube, layout, filter, None).of(&[0], None)
        } else {
            let mut filters = layout.query_filters.iter().filter(|(at, _)| at.dimension == filter.dimension);
            match (filters.next(), filters.next()) {
                (Some((at, codes)), None) if codes.len() == 1 => vec![Some((at.level, codes[0]))],
                _ => return Err(QueryError::NeedsFull),
            }
        };
        let found = by_levels(filter.dimension, dimension, vec![found]);
        sources.push(found.ok_or_else(|| several(&dimension.name))?);
    }
    let whole = if own_totals {
        // The view of the inner cells. The first source of an axis has its codes.
        let inner: Vec<&Source> = sources.iter().map(|sources| &sources[0]).collect();
        Some(share(cube, &inner, layout.axes.len(), None)?.0)
    } else {
        None
    };
    let mut shares = Vec::new();
    // Visits all combinations of one source from each axis and filter. The last source varies fastest.
    let mut choice = vec![0; sources.len()];
    loop {
        let chosen: Vec<&Source> = sources.iter().zip(&choice).map(|(sources, &at)| &sources[at]).collect();
        shares.push(share(cube, &chosen, layout.axes.len(), whole)?);
        let Some(next) = (0..choice.len()).rev().find(|&at| choice[at] + 1 < sources[at].len()) else {
            return Ok(shares);
        };
        choice[next] += 1;
        choice[next + 1..].fill(0);
    }
}

/// The error for a set of codes that is not a single block.
fn several(axis: &str) -> QueryError {
    QueryError::NeedsBlocks { field: "filter", axis: axis.to_owned() }
}

/// Finds a view for one source of each axis and filter, and the part of the table that this view holds. Tries preferred
/// levels first. `whole` is the view that holds the table with its own totals, if there is such a view.
fn share(
    cube: &Cube,
    sources: &[&Source],
    shown: usize,
    whole: Option<usize>,
) -> Result<(usize, ViewContribution), QueryError> {
    let level = |view: &View, source: &Source| {
        view.axes.iter().find(|axis| axis.dimension == source.dimension).map(|axis| axis.level)
    };
    // `most` is the number of levels to try for each source.
    let find = |most: usize| {
        cube.views.iter().position(|view| {
            let mut axes = 0;
            let mut has = |source: &&Source| {
                let level = level(view, source);
                axes += usize::from(level.is_some());
                source.levels.iter().take(most).any(|(own, _)| *own == level)
            };
            sources.iter().all(&mut has) && axes == view.axes.len()
        })
    };
    let found = if whole.is_some() { whole } else { find(1) };
    let found = found.or_else(|| if FULL { find(usize::MAX) } else { None });
    let number = found.ok_or_else(|| {
        let axis = |source: &&Source| Some(AxisRef { dimension: source.dimension, level: source.levels[0].0? });
        no_view(cube, &sources.iter().filter_map(axis).collect::<Vec<_>>())
    })?;
    let view = &cube.views[number];
    let axes = sources.iter().map(|source| {
        let level = level(view, source);
        let column = view.axes.iter().position(|axis| axis.dimension == source.dimension);
        let codes = source.levels.iter().find(|(own, _)| *own == level).map(|(_, codes)| codes.clone());
        // The view's own total follows its codes.
        let total = || column.filter(|_| whole.is_some()).map(|at| vec![codes_of(cube, view.axes[at]) as u32]);
        ShareAxis { column: column.zip(codes.or_else(total)), places: source.places.clone() }
    });
    Ok((number, ViewContribution { axes: axes.collect(), shown }))
}

/// Number of codes on a view's axis.
fn codes_of(cube: &Cube, axis: AxisRef) -> usize {
    cube.dimensions[axis.dimension].codes_at(axis.level).len()
}

impl ViewContribution {
    /// Copies the values in the view's sections to their places in a table.
    pub fn put(&self, cube: &Cube, view: &View, sections: &[&Columns], sizes: &[usize], table: &mut Protected) {
        let lengths: Vec<usize> =
            self.axes.iter().map(|axis| axis.column.as_ref().map_or(1, |(_, codes)| codes.len())).collect();
        let cells: usize = lengths.iter().product();
        let mut stride = cells;
        let mut offsets = Vec::new();
        for (axis, length) in self.axes.iter().zip(&lengths) {
            stride /= length;
            if let Some((column, codes)) = &axis.column {
                // One more than the codes: the view may have a total of its own.
                let mut by_code = vec![cells as u32; (codes_of(cube, view.axes[*column]) + 1).max(256)];
                (0..).zip(codes).for_each(|(at, &code): (u32, _)| by_code[code as usize] = at * stride as u32);
                offsets.push(Offsets { column: *column, by_code });
            }
        }
        // Each place has one cell of the view, so the roll-up never adds two cells.
        let numbers = roll_up(cube.keys, sections, &offsets, lengths.clone(), &vec![false; lengths.len()]).counts;
        let mut at = vec![0; self.axes.len()];
        loop {
            let (mut from, mut to) = (0, 0);
            for (number, (axis, &at)) in self.axes.iter().zip(&at).enumerate() {
                let (place, code) = axis.places[at];
                from = from * lengths[number] + code;
                if number < self.shown {
                    to = to * sizes[number] + place;
                }
            }
            (table.values[to], table.status[to]) = protected(numbers[from], view.rest);
            let Some(next) = (0..at.len()).rev().find(|&axis| at[axis] + 1 < self.axes[axis].places.len()) else {
                return;
            };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
    }
}

/// Number of places on each axis, before places of several blocks are added up.
pub(super) fn sizes(layout: &Layout, totals: Totals) -> Vec<usize> {
    layout.axes.iter().map(|axis| axis.sets(layout.totals, totals).len()).collect()
}

/// A table where all values are 0. The values of the views later replace these zeros.
pub(super) fn empty(cells: usize) -> Protected {
    Protected { values: vec![0; cells], status: vec![Status::Shown; cells], adjustment: None }
}

/// The sources of an axis. A build without the feature `full` refuses groups and filtered axes.
fn of_axis(cube: &Cube, layout: &Layout, axis: &Axis, totals: Totals) -> Result<Vec<Source>, QueryError> {
    let dimension = &cube.dimensions[axis.at.dimension];
    let is_whole = axis.retained.as_ref().is_none_or(|retained| !retained.contains(&false));
    let mut found = Vec::new();
    if FULL {
        let blocks = Blocks::new(cube, layout, &axis.selection, Some(axis.at.level));
        for (place, set) in axis.sets(layout.totals, totals).iter().enumerate() {
            let first = match (&axis.blocks, &axis.places) {
                // A group without retained codes has no blocks.
                (Some(_), _) | (_, Places::Groups(_)) if set.is_empty() => {
                    return Err(QueryError::EmptyFilter { name: dimension.name.clone() });
                }
                (Some(blocks), _) => Some(level_of(dimension, blocks.nodes[place])),
                // Every code that the axis lists is a block. This includes a level's group without codes.
                (None, Places::Codes(codes)) if is_whole && place < codes.len() => {
                    Some(Some((axis.at.level, codes[place])))
                }
                _ => None,
            };
            found.push(blocks.of(set, first));
        }
    } else {
        let (Places::Codes(codes), true) = (&axis.places, is_whole) else { return Err(QueryError::NeedsFull) };
        codes.iter().for_each(|&code| found.push(vec![Some((axis.at.level, code))]));
        if layout.totals && totals == Totals::Own {
            found.push(vec![None]);
        }
    }
    by_levels(axis.at.dimension, dimension, found).ok_or_else(|| several(&axis.name))
}

/// Finds the blocks that equal a set of a selection's classes.
struct Blocks<'a> {
    dimension: &'a Dimension,
    /// The codes of each class.
    members: Vec<Vec<u32>>,
    /// The levels in order of preference: first the level in the query.
    levels: Vec<Option<usize>>,
    /// Number of codes in each group of each level.
    sizes: Vec<Vec<usize>>,
}

impl<'a> Blocks<'a> {
    fn new(cube: &'a Cube, layout: &Layout, selection: &Selection, home: Option<Option<usize>>) -> Self {
        let at = selection.dimension;
        let dimension = &cube.dimensions[at];
        let mut members = vec![Vec::new(); selection.classes];
        for (code, &class) in (0..).zip(&selection.class_of).filter(|&(_, &class)| class != DROPPED) {
            members[class as usize].push(code);
        }
        let filters = layout.query_filters.iter().filter(|(on, _)| on.dimension == at).map(|(on, _)| on.level);
        let is_loaded = |&level: &usize| dimension.levels[level].is_loaded();
        let all = (0..dimension.levels.len()).filter(is_loaded).map(Some).chain([None]);
        let levels = home.into_iter().chain(filters).chain(all).collect();
        let mut sizes = Vec::with_capacity(dimension.levels.len());
        for level in &dimension.levels {
            let mut groups = vec![0; level.codes.len()];
            level.of.iter().for_each(|&group| groups[group as usize] += 1);
            sizes.push(groups);
        }
        Self { dimension, members, levels, sizes }
    }

    /// All blocks with exactly the codes of these classes. The block `first` comes first. The whole dimension follows,
    /// then the levels in order.
    fn of(&self, classes: &[u32], first: Option<Block>) -> Vec<Block> {
        let mut found: Vec<Block> = first.into_iter().collect();
        let members = || classes.iter().flat_map(|&class| &self.members[class as usize]);
        let Some(&code) = members().next() else { return found };
        let codes = members().count();
        let mut add = |block| {
            if !found.contains(&block) {
                found.push(block);
            }
        };
        if codes == self.dimension.codes.len() {
            add(None);
        }
        for &level in &self.levels {
            let group = self.dimension.group_of(level, code);
            let size = level.map_or(1, |level| self.sizes[level][group as usize]);
            if size == codes && members().all(|&code| self.dimension.group_of(level, code) == group) {
                add(Some((level, group)));
            }
        }
        found
    }
}

/// Groups places by the levels of their blocks. Returns `None` if a place equals no block.
fn by_levels(at: usize, dimension: &Dimension, places: Vec<Vec<Block>>) -> Option<Vec<Source>> {
    let mut sources: Vec<Source> = Vec::new();
    // For each source, the position of each code of its first level.
    let mut positions: Vec<Vec<Option<usize>>> = Vec::new();
    for (place, blocks) in places.into_iter().enumerate() {
        let level = |block: &Block| block.map(|(level, _)| level);
        let first = *blocks.first()?;
        let levels = || blocks.iter().map(level);
        let known = sources.iter().position(|source| source.levels.iter().map(|(level, _)| *level).eq(levels()));
        let number = known.unwrap_or_else(|| {
            let levels = levels().map(|level| (level, Vec::new())).collect();
            sources.push(Source { dimension: at, levels, places: Vec::new() });
            positions.push(vec![None; level(&first).map_or(1, |level| dimension.codes_at(level).len())]);
            sources.len() - 1
        });
        let source = &mut sources[number];
        // A total can equal an earlier code, so its position may already be known.
        let known = &mut positions[number][first.map_or(0, |(_, code)| code) as usize];
        let position = *known.get_or_insert_with(|| {
            for ((_, codes), block) in source.levels.iter_mut().zip(&blocks) {
                codes.push(block.map_or(0, |(_, code)| code));
            }
            source.levels[0].1.len() - 1
        });
        source.places.push((place, position));
    }
    Some(sources)
}

/// The error for axes that no view has together. Names the nearest view.
pub(super) fn no_view(cube: &Cube, wanted: &[AxisRef]) -> QueryError {
    // A build without the feature `full` does not search for the nearest view.
    if !FULL {
        return QueryError::NeedsFull;
    }
    let names = |axes: &[AxisRef]| {
        let names: Vec<String> = axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect();
        names.join(", ")
    };
    // The nearest view shares the most axes with the query and has no other dimension. An axis at another level counts
    // less.
    let (mut best, mut nearest) = (0, &[][..]);
    for view in &cube.views {
        let mut score = 0;
        for axis in &view.axes {
            let same = wanted.iter().find(|wanted| wanted.dimension == axis.dimension);
            score += same.map_or(-1000, |same| if same == axis { 3 } else { 2 });
        }
        if score > best {
            (best, nearest) = (score, &view.axes);
        }
    }
    let is_why = |refused: &&Refused| refused.axes.iter().all(|axis| wanted.contains(axis));
    let mut why = String::new();
    if let Some(Refused { axes, reason }) = cube.refused.iter().find(is_why) {
        why = [" (", &names(axes), " ", reason, ")"].concat();
    }
    let mut near = String::new();
    if best > 0 {
        near = [", the nearest being ", &names(nearest)].concat();
    }
    QueryError::NoView { axes: names(wanted), why, nearest: near }
}
