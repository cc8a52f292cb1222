//! Rolls up the cells of a view to the cells of a table. The roll-up adds counts, combines keys and adds totals.
//!
//! For each column, a small table maps a code to an offset. The sum of a cell's offsets is the cell's place in the
//! result. A dropped code has an offset behind the last place. The roll-up reads only the columns of dimensions in the
//! query.
//!
//! docs/evidence/performance.md explains each step and measures how much time the step saves.

mod pairs;

use pairs::PairSums;

use super::columns::{Columns, Measures, count_of, key_of};
use super::lanes;
use super::selection::{DROPPED, Selection};
use crate::cube::{Cube, View};
use crate::key::KeyGroup;

/// Number of cells in a chunk. The places of a chunk's cells are computed before the cells are added. Chunks are small
/// because a span may be short.
const CHUNK: usize = 256;

/// The counts and keys of all combinations of places on the axes. The last axis varies fastest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Grid {
    pub sizes: Vec<usize>,
    pub counts: Vec<u64>,
    pub keys: Vec<u64>,
}

/// The offset of each code on one of the view's axes.
pub(super) struct Offsets {
    /// Position of the column in the view's sections.
    pub column: usize,
    /// Has at least 256 entries, so that any byte is a valid index. A dropped code has an offset behind the last place.
    pub by_code: Vec<u32>,
}

/// The classes of a dimension that a view must separate to answer a query.
pub(super) struct RequiredCodes {
    dimension: usize,
    /// Marks the lists of codes that separate the classes. The first entry is for the dimension's own codes, which
    /// always separate the classes. One entry for each level follows.
    by: Vec<bool>,
}

impl RequiredCodes {
    /// Returns `None` if all records are in one class, because any view can then answer the query.
    pub fn new(cube: &Cube, selection: &Selection) -> Option<Self> {
        if selection.is_everything() {
            return None;
        }
        let mut by = vec![true];
        for level in &cube.dimensions[selection.dimension].levels {
            let mut classes = vec![None; level.codes.len()];
            let mut codes = level.of.iter().zip(&selection.class_of);
            by.push(
                level.is_loaded()
                    && codes.all(|(&group, &class)| *classes[group as usize].get_or_insert(class) == class),
            );
        }
        Some(Self { dimension: selection.dimension, by })
    }

    /// Whether an axis of `view` separates the classes.
    pub fn is_in(&self, view: &View) -> bool {
        let distinguishes = |level: Option<usize>| self.by[level.map_or(0, |level| level + 1)];
        view.axes.iter().any(|axis| axis.dimension == self.dimension && distinguishes(axis.level))
    }
}

/// The offsets of all selections in a view that separates their classes. The first selections are the axes of a grid
/// with the given sizes. The other selections are filters.
pub(super) fn offsets<'a>(
    cube: &Cube,
    view: &View,
    selections: impl Iterator<Item = &'a Selection>,
    sizes: &[usize],
) -> Vec<Offsets> {
    let cells: usize = sizes.iter().product();
    let mut stride = cells;
    let mut offsets = Vec::new();
    let mut sizes = sizes.iter();
    for selection in selections {
        // A filter has no axis in the grid and only one class, so its stride is 0.
        stride = sizes.next().map_or(0, |&size| stride / size.max(1));
        let column = view.axes.iter().position(|axis| axis.dimension == selection.dimension);
        let Some(column) = column.filter(|_| !selection.is_everything()) else { continue };
        let axis = view.axes[column];
        let dimension = &cube.dimensions[axis.dimension];
        let mut by_code = vec![cells as u32; dimension.codes_at(axis.level).len().max(256)];
        for (code, &class) in (0..).zip(&selection.class_of).filter(|&(_, &class)| class != DROPPED) {
            // Cannot overflow: the product is below the number of cells, which is far below 2^32.
            by_code[dimension.group_of(axis.level, code) as usize] = class * stride as u32;
        }
        offsets.push(Offsets { column, by_code });
    }
    offsets
}

/// A range of neighbouring cells that have the same codes in all leading columns.
struct Span {
    start: usize,
    end: usize,
    /// Sum of the leading columns' offsets.
    base: u32,
}

/// Rolls up sections of one view to a grid. On each axis that `totals` marks, the last place is the total of the other
/// places.
pub(super) fn roll_up(
    keys: KeyGroup,
    sections: &[&Columns],
    offsets: &[Offsets],
    sizes: Vec<usize>,
    totals: &[bool],
) -> Grid {
    let cells: usize = sizes.iter().product();
    let mut sums = PairSums::new(cells, sections.iter().map(|section| section.len()).sum());
    // The population that can still be added before a word's lower half overflows. If a section has a larger
    // population, either its cells or the sums so far are added to `apart`.
    let mut room = u64::from(u32::MAX);
    let mut apart: Option<Sums> = None;
    let mut spans = Vec::new();
    for section in sections {
        let inner = settle(section, offsets, cells as u32, &mut spans);
        let pairs = match &section.measures {
            Measures::Pairs(pairs) if section.population <= room || section.len() > cells => pairs,
            _ => {
                let apart = apart.get_or_insert_with(|| Sums::empty(cells));
                spans.iter().for_each(|span| add_apart(keys, apart, section, &inner, span));
                continue;
            }
        };
        if section.population > room {
            apart.get_or_insert_with(|| Sums::empty(cells)).take(keys, sums.merged());
            sums.clear();
            room = u32::MAX.into();
        }
        room -= section.population;
        sums.add(section, pairs, &inner, &spans);
    }
    let Some(mut apart) = apart else {
        let sums = sums.merged();
        add_totals(sums, &sizes, totals, &(lanes::add, lanes::sum));
        let (counts, keys) = lanes::split(sums, keys.modulus().get() - 1);
        return Grid { sizes, counts, keys };
    };
    apart.take(keys, sums.merged());
    let Sums { mut counts, keys: mut key_sums } = apart;
    counts.truncate(cells);
    key_sums.truncate(cells);
    add_totals(&mut counts, &sizes, totals, &(lanes::add, lanes::sum));
    let add = |to: &mut [u64], words: &[u64]| {
        to.iter_mut().zip(words).for_each(|(to, &word)| *to = keys.combine(*to, word));
    };
    let sum = |words: &[u64]| words.iter().fold(0, |sum, &word| keys.combine(sum, word));
    add_totals(&mut key_sums, &sizes, totals, &(add, sum));
    Grid { sizes, counts, keys: key_sums }
}

/// Separate sums of counts and of keys.
struct Sums {
    counts: Vec<u64>,
    keys: Vec<u64>,
}

impl Sums {
    /// Starts all sums at 0. One additional place receives the dropped cells.
    fn empty(cells: usize) -> Self {
        Self { counts: vec![0; cells + 1], keys: vec![0; cells + 1] }
    }

    /// Adds the sums of pairs. If keys do not fit into pairs, all pairs are 0.
    fn take(&mut self, keys: KeyGroup, pairs: &[u64]) {
        let key_of = |pair| key_of(pair) % keys.modulus().get();
        for ((count, key), &pair) in self.counts.iter_mut().zip(&mut self.keys).zip(pairs) {
            *count = count.wrapping_add(count_of(pair));
            *key = keys.combine(*key, key_of(pair));
        }
    }
}

/// Resolves the leading columns run by run instead of cell by cell. Fills `spans` with the retained cells and returns
/// the offsets of the other columns.
fn settle<'a>(section: &Columns, offsets: &'a [Offsets], cells: u32, spans: &mut Vec<Span>) -> Vec<&'a Offsets> {
    let (led, inner): (Vec<_>, Vec<_>) = offsets.iter().partition(|offsets| offsets.column < section.led);
    spans.clear();
    if led.is_empty() {
        spans.push(Span { start: 0, end: section.len(), base: 0 });
        return inner;
    }
    for (codes, run) in section.run_codes.chunks_exact(section.led).zip(section.run_starts.windows(2)) {
        let base = led.iter().map(|offsets| offsets.by_code[codes[offsets.column] as usize]).sum();
        let (start, end) = (run[0] as usize, run[1] as usize);
        match spans.last_mut() {
            _ if base >= cells => {}
            Some(last) if last.end == start && last.base == base => last.end = end,
            _ => spans.push(Span { start, end, base }),
        }
    }
    inner
}

/// Adds the cells of a span to separate sums. Works for any way to combine keys, and for columns of any width.
fn add_apart(keys: KeyGroup, sums: &mut Sums, section: &Columns, inner: &[&Offsets], span: &Span) {
    let Sums { counts, keys: key_sums } = sums;
    each_place(section, inner, span, counts.len() - 1, |place, cell| {
        let (count, key) = match &section.measures {
            Measures::Pairs(pairs) => (count_of(pairs[cell]), key_of(pairs[cell])),
            Measures::Apart(counts, keys) => (counts.get(cell), keys.get(cell)),
        };
        counts[place] = counts[place].wrapping_add(count);
        key_sums[place] = keys.combine(key_sums[place], key);
    });
}

/// Finds the place of every cell in a span, column by column. Dropped cells get the place `cells`.
fn each_place(section: &Columns, inner: &[&Offsets], span: &Span, cells: usize, mut add: impl FnMut(usize, usize)) {
    let mut found = [0; CHUNK];
    for start in (span.start..span.end).step_by(CHUNK) {
        let found = &mut found[..(span.end - start).min(CHUNK)];
        found.fill(span.base as usize);
        for Offsets { column, by_code } in inner {
            let column = &section.coordinates[*column];
            for (place, cell) in found.iter_mut().zip(start..) {
                *place = (*place + by_code[column.get(cell) as usize] as usize).min(cells);
            }
        }
        found.iter().zip(start..).for_each(|(&place, cell)| add(place, cell));
    }
}

/// Fills the last place of each axis that `totals` marks with the total of the other places. Each part is completed
/// just before it is added, so its values are still in the CPU's cache.
fn add_totals(
    values: &mut [u64],
    sizes: &[usize],
    totals: &[bool],
    with: &(impl Fn(&mut [u64], &[u64]), impl Fn(&[u64]) -> u64),
) {
    let ([size, sizes @ ..], [is_total, totals @ ..]) = (sizes, totals) else { return };
    let (add, sum) = with;
    if sizes.is_empty() {
        if *is_total && let Some((total, parts)) = values.split_last_mut() {
            *total = sum(parts);
        }
        return;
    }
    let inner = values.len() / size;
    let (parts, total) = values.split_at_mut((size - usize::from(*is_total)) * inner);
    for part in parts.chunks_exact_mut(inner) {
        add_totals(part, sizes, totals, with);
        add(total, part); // empty if the axis has no total
    }
}

impl Grid {
    /// A grid where all counts and keys are 0.
    pub fn empty(sizes: Vec<usize>) -> Self {
        let cells = sizes.iter().product();
        Self { sizes, counts: vec![0; cells], keys: vec![0; cells] }
    }
}

#[cfg(test)]
mod tests;
