//! Tables of a sealed cube: put together from the protected values of its views.
//!
//! Each place of each axis stands for one *block* of its dimension: a code, a group of a level, or the whole, which is what a
//! total is. A cell's value is then in the view that has the blocks' levels as its axes, and nothing is added; what is several
//! blocks is added afterwards, as in a keyed cube whose answer is in blocks. So a cell has the value that a keyed cube gives it: that
//! of the same records.

use super::areas::level_of;
use super::axis::{Axis, DROPPED, Layout, Places, Selection};
use super::columns::Columns;
use super::error::QueryError;
use super::rollup::{Offsets, roll_up};
use crate::FULL;
use crate::cube::{AxisRef, Cube, Dimension, Refused, View, axis_name};
use crate::protect::numbers::protected;
use crate::protect::{Protected, Status, Totals};

/// A level, or the codes, and the code there; none for the whole dimension.
type Block = Option<(Option<usize>, u32)>;

/// What one view has of a table.
#[derive(Debug, Clone)]
pub(super) struct Share {
    /// Axes of the layout, then its filters.
    axes: Vec<ShareAxis>,
    /// How many of them are axes.
    shown: usize,
}

/// What a view has of an axis.
#[derive(Debug, Clone)]
struct ShareAxis {
    /// Position of the view's axis, and its codes that are wanted, each once; none where the whole dimension is.
    column: Option<(usize, Vec<u32>)>,
    /// Places of the table's axis, each with the position of its code.
    places: Vec<(usize, usize)>,
}

/// The places of an axis whose blocks are at the same level.
struct Source {
    dimension: usize,
    level: Option<Option<usize>>,
    codes: Vec<u32>,
    places: Vec<(usize, usize)>,
}

/// The views that a table takes, by their positions, and what each has of it.
///
/// # Errors
/// A question that takes several blocks and did not ask for them, or one that no view answers.
pub(super) fn shares(cube: &Cube, layout: &Layout, totals: Totals) -> Result<Vec<(usize, Share)>, QueryError> {
    if !layout.blocks {
        let groups = layout.axes.iter().find(|axis| matches!(axis.places, Places::Groups(_)));
        let several = layout.asked_filters.iter().find(|(_, codes)| codes.len() > 1);
        let asked = groups.map(|axis| ("groups", axis.asked.clone()));
        let filter = || several.map(|(at, _)| ("filter", axis_name(&cube.dimensions, *at)));
        if let Some((field, asked)) = asked.or_else(filter) {
            return Err(QueryError::NeedsBlocks { field, asked });
        }
    }
    let mut sources = Vec::with_capacity(layout.axes.len() + layout.filters.len());
    for axis in &layout.axes {
        sources.push(by_level(axis.at.dimension, &blocks(cube, layout, axis, totals)?));
    }
    for filter in &layout.filters {
        let mut asked = layout.asked_filters.iter().filter(|(at, _)| at.dimension == filter.dimension);
        let block = match (asked.next(), asked.next()) {
            (Some((at, codes)), None) if codes.len() == 1 => Some((at.level, codes[0])),
            _ if FULL => {
                let dimension = Blocks::new(cube, filter.dimension);
                let asked = || cube.dimensions[filter.dimension].name.clone();
                let block = dimension.find(&members(filter, &[0]), None);
                block.ok_or_else(|| QueryError::NeedsBlocks { field: "filter", asked: asked() })?
            }
            _ => return Err(QueryError::NeedsFull),
        };
        sources.push(by_level(filter.dimension, &[block]));
    }
    let mut shares = Vec::new();
    // Every choice of one source an axis, the last axis running fastest.
    let mut choice = vec![0; sources.len()];
    loop {
        let chosen: Vec<&Source> = sources.iter().zip(&choice).map(|(sources, &at)| &sources[at]).collect();
        shares.push(share(cube, &chosen, layout.axes.len())?);
        let Some(next) = (0..choice.len()).rev().find(|&at| choice[at] + 1 < sources[at].len()) else {
            return Ok(shares);
        };
        choice[next] += 1;
        choice[next + 1..].fill(0);
    }
}

/// The view that has exactly the sources' axes, and what it has of the table.
fn share(cube: &Cube, sources: &[&Source], shown: usize) -> Result<(usize, Share), QueryError> {
    let axis = |source: &&Source| Some(AxisRef { dimension: source.dimension, level: source.level? });
    let wanted: Vec<AxisRef> = sources.iter().filter_map(axis).collect();
    let has_all = |view: &View| view.axes.len() == wanted.len() && wanted.iter().all(|axis| view.axes.contains(axis));
    let view = cube.views.iter().position(has_all).ok_or_else(|| no_view(cube, &wanted))?;
    let axes = sources.iter().map(|source| {
        let column = axis(source).and_then(|axis| cube.views[view].axes.iter().position(|own| *own == axis));
        ShareAxis { column: column.map(|column| (column, source.codes.clone())), places: source.places.clone() }
    });
    Ok((view, Share { axes: axes.collect(), shown }))
}

impl Share {
    /// Reads the view's sections and puts what they hold into the places of a table of the given sizes.
    pub fn put(&self, cube: &Cube, view: &View, sections: &[&Columns], sizes: &[usize], table: &mut Protected) {
        let lengths: Vec<usize> =
            self.axes.iter().map(|axis| axis.column.as_ref().map_or(1, |(_, codes)| codes.len())).collect();
        let cells: usize = lengths.iter().product();
        let mut stride = cells;
        let mut offsets = Vec::new();
        for (axis, length) in self.axes.iter().zip(&lengths) {
            stride /= length;
            if let Some((column, codes)) = &axis.column {
                let AxisRef { dimension, level } = view.axes[*column];
                let all = cube.dimensions[dimension].codes_at(level).len();
                let mut by_code = vec![cells as u32; all.max(256)];
                (0..).zip(codes).for_each(|(at, &code): (u32, _)| by_code[code as usize] = at * stride as u32);
                offsets.push(Offsets { column: *column, by_code });
            }
        }
        // One cell of the view for each: nothing is added.
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

/// How many places each axis has, before blocks are added up.
pub(super) fn sizes(layout: &Layout, totals: Totals) -> Vec<usize> {
    layout.axes.iter().map(|axis| axis.sets(layout.totals, totals).len()).collect()
}

/// A table without any value yet.
pub(super) fn empty(cells: usize) -> Protected {
    Protected { values: vec![0; cells], status: vec![Status::Shown; cells] }
}

/// The block of each place of an axis.
fn blocks(cube: &Cube, layout: &Layout, axis: &Axis, totals: Totals) -> Result<Vec<Block>, QueryError> {
    let is_whole = axis.kept.as_ref().is_none_or(|kept| !kept.contains(&false));
    if let (Places::Codes(codes), None, true) = (&axis.places, &axis.blocks, is_whole) {
        // What the axis lists is there as it is, be it a group without any code.
        let total = (layout.totals && totals == Totals::Own).then_some(None);
        return Ok(codes.iter().map(|&code| Some((axis.at.level, code))).chain(total).collect());
    }
    if !FULL {
        return Err(QueryError::NeedsFull);
    }
    let dimension = Blocks::new(cube, axis.at.dimension);
    if let Some(blocks) = &axis.blocks {
        let published = |&node: &u32| {
            let block = level_of(dimension.dimension, node);
            match block {
                // A group of one code is named as the code, which may not be published.
                Some((level, code)) if !dimension.published[level_number(level)] => {
                    let codes = 0..dimension.dimension.codes.len() as u32;
                    let inside = codes.filter(|&own| dimension.dimension.group_of(level, own) == code);
                    dimension.find(&inside.collect::<Vec<_>>(), None).unwrap_or(block)
                }
                _ => block,
            }
        };
        return Ok(blocks.nodes.iter().map(published).collect());
    }
    let mut found = Vec::new();
    for set in axis.sets(layout.totals, totals) {
        let block = dimension.find(&members(&axis.selection, &set), Some(axis.at.level));
        found.push(block.ok_or_else(|| QueryError::NeedsBlocks { field: "filter", asked: axis.asked.clone() })?);
    }
    Ok(found)
}

/// The codes in some classes.
fn members(selection: &Selection, classes: &[u32]) -> Vec<u32> {
    let mut wanted = vec![false; selection.classes];
    classes.iter().for_each(|&class| wanted[class as usize] = true);
    let is_wanted = |&(_, &class): &(u32, &u32)| class != DROPPED && wanted[class as usize];
    (0..).zip(&selection.class_of).filter(is_wanted).map(|(code, _)| code).collect()
}

/// A dimension's codes are number 0, its levels follow.
fn level_number(level: Option<usize>) -> usize {
    level.map_or(0, |level| level + 1)
}

/// The blocks of a dimension.
struct Blocks<'a> {
    dimension: &'a Dimension,
    /// Whether any view has the codes, and each level.
    published: Vec<bool>,
    /// How many codes each group of each level has.
    sizes: Vec<Vec<usize>>,
}

impl<'a> Blocks<'a> {
    fn new(cube: &'a Cube, at: usize) -> Self {
        let dimension = &cube.dimensions[at];
        let mut published = vec![false; dimension.levels.len() + 1];
        let axes = cube.views.iter().flat_map(|view| &view.axes).filter(|axis| axis.dimension == at);
        axes.for_each(|axis| published[level_number(axis.level)] = true);
        let mut sizes = Vec::with_capacity(dimension.levels.len());
        for level in &dimension.levels {
            let mut groups = vec![0; level.codes.len()];
            level.of.iter().for_each(|&group| groups[group as usize] += 1);
            sizes.push(groups);
        }
        Self { dimension, published, sizes }
    }

    /// The block of exactly these codes, in ascending order: the whole, else one of the `home` level, else of any; a published one
    /// where there is one.
    fn find(&self, codes: &[u32], home: Option<Option<usize>>) -> Option<Block> {
        let first = *codes.first()?;
        if codes.len() == self.dimension.codes.len() {
            return Some(None);
        }
        let levels = (0..self.dimension.levels.len()).map(Some).chain([None]);
        let mut unpublished = None;
        for level in home.into_iter().chain(levels) {
            let group = self.dimension.group_of(level, first);
            let size = level.map_or(1, |level| self.sizes[level][group as usize]);
            if size == codes.len() && codes.iter().all(|&code| self.dimension.group_of(level, code) == group) {
                if self.published[level_number(level)] {
                    return Some(Some((level, group)));
                }
                unpublished.get_or_insert(Some((level, group)));
            }
        }
        unpublished
    }
}

/// Places by the level of their blocks, each code once.
fn by_level(dimension: usize, blocks: &[Block]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for (place, block) in blocks.iter().enumerate() {
        let level = block.map(|(level, _)| level);
        let at = sources.iter().position(|source| source.level == level).unwrap_or_else(|| {
            sources.push(Source { dimension, level, codes: Vec::new(), places: Vec::new() });
            sources.len() - 1
        });
        let source = &mut sources[at];
        let position = match block {
            None => 0,
            // Codes come in order as a rule; a total may be a code that was there.
            Some((_, code)) => source.codes.iter().rposition(|known| known == code).unwrap_or_else(|| {
                source.codes.push(*code);
                source.codes.len() - 1
            }),
        };
        source.places.push((place, position));
    }
    sources
}

/// Why no view has some axes, and which one is the nearest that there is.
pub(super) fn no_view(cube: &Cube, wanted: &[AxisRef]) -> QueryError {
    let names = |axes: &[AxisRef]| {
        let names: Vec<String> = axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect();
        names.join(", ")
    };
    // Of views with nothing that was not asked for, the one with most of it; a dimension at another level is less.
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
