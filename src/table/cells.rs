//! Turns a roll-up into the table's cells. Applies groups, totals and protection in the method's order.

use super::areas::MINUS;
use super::axis::{Axis, Layout, Places};
use super::error::Error;
use super::rollup::Grid;
use super::selection::{DROPPED, Selection};
use super::whole::{self, LinkedTable};
use super::zeros;
use crate::base::{FULL, TABLES};
use crate::cube::Cube;
use crate::dimension::Role;
use crate::key::KeyGroup;
use crate::protect::{CompiledMethod, MethodSpec, Protected, Status, Totals};

/// Marks the axes for which the roll-up adds a total: axes without groups and blocks, if totals have their own noise. A
/// method that looks at the whole table adds all totals itself.
pub(super) fn with_totals(layout: &Layout, method: &MethodSpec) -> Vec<bool> {
    let own = layout.totals && method.totals == Totals::Own && !method.looks_at_table();
    let is_plain = |axis: &Axis| matches!((&axis.places, &axis.blocks), (Places::Codes(_), None));
    layout.axes.iter().map(|axis| own && is_plain(axis)).collect()
}

/// Number of places on each axis of the roll-up's grid.
pub(super) fn sizes(layout: &Layout, with_totals: &[bool]) -> Vec<usize> {
    layout.axes.iter().zip(with_totals).map(|(axis, &total)| axis.selection.classes + usize::from(total)).collect()
}

/// What the protection of a table depends on besides its cells.
#[derive(Default)]
pub(super) struct Surroundings<'a> {
    /// The populations of areas, for a method that does not protect large areas.
    pub populations: Option<Grid>,
    /// The further tables of a table method.
    pub linked: &'a [LinkedTable<'a>],
    /// The places that limits block, for each axis that has such places.
    pub blocked: &'a [(usize, Vec<bool>)],
}

/// Protects a roll-up. Returns a grid in the table's shape with true counts and keys, and the protected values.
pub(super) fn protect(
    cube: &Cube,
    layout: &Layout,
    mut grid: Grid,
    compiled: &CompiledMethod,
    method: &MethodSpec,
    Surroundings { mut populations, linked, blocked }: Surroundings<'_>,
) -> Result<(Grid, Protected), Error> {
    let (keys, totals) = (cube.keys, method.totals);
    if TABLES && method.looks_at_table() {
        return whole::protect(cube, layout, grid, linked, compiled, method, blocked);
    }
    combine_places(keys, layout, &mut grid, layout.totals, totals);
    if let Some(populations) = &mut populations {
        let mut none = Protected::default();
        for (at, axis) in layout.axes.iter().enumerate().filter(|(_, axis)| has_sets(axis) && is_area(cube, axis)) {
            combine(keys, populations, &mut none, at, &axis.sets(layout.totals, totals), false);
        }
    }
    let impossible = if FULL && method.category_keys {
        let sets: Vec<_> = layout.axes.iter().map(|axis| axis.sets(layout.totals, totals)).collect();
        zeros::key_empty_cells(cube, layout, &sets, &mut grid, true)
    } else {
        Vec::new()
    };
    // All cells are protected here. On an axis with blocks, each place is one of `Blocks::nodes`.
    let mut protected = compiled.protect(&grid.counts, &grid.keys);
    for cell in impossible {
        (protected.values[cell], protected.status[cell]) = (0, compiled.status(0, 0));
    }
    if FULL && method.is_fixed() {
        compiled.fix_changes(&grid.counts, &grid.keys, &inner_cells(layout, &grid.counts, &grid.sizes), &mut protected);
    }
    if let Some(populations) = populations {
        let least = method.shown_from(block_cells(cube, layout));
        for cell in 0..grid.counts.len() {
            if populations.counts[reduced(cell, &grid.sizes, &populations.sizes)] >= least {
                (protected.values[cell], protected.status[cell]) = (grid.counts[cell] as i64, Status::Shown);
            }
        }
    }
    // Cells are blocked before totals are added, because a total that is a sum excludes blocked parts.
    for (axis, places) in blocked.iter().filter(|_| FULL) {
        let (_, size, inner) = strides(&grid.sizes, *axis);
        for (cell, status) in protected.status.iter_mut().enumerate() {
            if places[cell / inner % size] {
                *status = Status::Blocked;
            }
        }
    }
    let zero = compiled.keeps_or_keys_zeros().then(|| compiled.status(0, 0));
    add_up(cube, layout, &mut grid, &mut protected, method, zero);
    Ok((grid, protected))
}

/// Combines the classes of each axis with groups or blocks to the places that are protected.
pub(super) fn combine_places(keys: KeyGroup, layout: &Layout, grid: &mut Grid, with_total: bool, totals: Totals) {
    let mut none = Protected::default();
    for (at, axis) in layout.axes.iter().enumerate().filter(|(_, axis)| has_sets(axis)) {
        combine(keys, grid, &mut none, at, &axis.sets(with_total, totals), false);
    }
}

/// Whether the places of an axis are sets of classes.
fn has_sets(axis: &Axis) -> bool {
    !matches!((&axis.places, &axis.blocks), (Places::Codes(_), None))
}

/// Adds up protected values for places of several blocks, and for totals that are sums. `zero` is the status of a cell
/// that cannot exist, or `None` if the method needs no check for such cells.
pub(super) fn add_up(
    cube: &Cube,
    layout: &Layout,
    grid: &mut Grid,
    protected: &mut Protected,
    method: &MethodSpec,
    zero: Option<Status>,
) {
    let (keys, totals) = (cube.keys, method.totals);
    for (at, axis) in layout.axes.iter().enumerate() {
        if let Some(blocks) = axis.blocks.as_ref().filter(|_| FULL) {
            combine(keys, grid, protected, at, &blocks.sums, false);
        }
    }
    if let Some(zero) = zero.filter(|_| FULL && layout.axes.iter().any(|axis| axis.blocks.is_some())) {
        // An empty sum of blocks gets the key that it would have as a single cell, instead of a combination of its
        // blocks' keys. A cell that cannot exist is set to 0, even if the values of its blocks add up to another
        // number.
        let places = |axis: &Axis| {
            axis.blocks.as_ref().map_or_else(|| axis.sets(layout.totals, totals), |blocks| blocks.classes_of_sums())
        };
        let sets: Vec<_> = layout.axes.iter().map(places).collect();
        for cell in zeros::key_empty_cells(cube, layout, &sets, grid, method.category_keys) {
            (protected.values[cell], protected.status[cell]) = (0, zero);
        }
    }
    if layout.totals && totals == Totals::Sum {
        for (at, axis) in layout.axes[..layout.shown].iter().enumerate() {
            let shown = axis.places.len() as u32;
            let summed = if matches!(axis.places, Places::Groups(_)) { shown } else { 0 };
            let mut sums = Vec::new();
            for place in 0..shown {
                sums.push(vec![place]);
            }
            sums.push((summed..grid.sizes[at] as u32).collect());
            combine(keys, grid, protected, at, &sums, true);
        }
    }
}

/// Whether the places of an axis are areas, because the dimension has the role `geo`.
fn is_area(cube: &Cube, axis: &Axis) -> bool {
    cube.dimensions[axis.at.dimension].role == Some(Role::Geo)
}

/// Number of inner cells in the table of one building block of areas: the places of the table's other axes.
pub(super) fn block_cells(cube: &Cube, layout: &Layout) -> u64 {
    let others = layout.axes[..layout.shown].iter().filter(|axis| !is_area(cube, axis));
    others.map(|axis| axis.places.len() as u64).product()
}

/// The selections that give the population of each area: the layout's areas, and the filters on all other axes.
/// Returns `None` if the query uses no blocks or no areas.
pub(super) fn area_selections(cube: &Cube, layout: &Layout) -> Option<Vec<Selection>> {
    let is_geo = |selection: &Selection| cube.dimensions[selection.dimension].role == Some(Role::Geo);
    if !layout.blocks || !layout.selections().any(is_geo) {
        return None;
    }
    let one = |axis: &Axis| match &axis.retained {
        _ if is_area(cube, axis) => axis.selection.clone(),
        retained => {
            let left = |code: usize| retained.as_ref().is_none_or(|retained| retained[code]);
            let codes = 0..axis.selection.class_of.len();
            let class_of = codes.map(|code| if left(code) { 0 } else { DROPPED }).collect();
            Selection { dimension: axis.selection.dimension, class_of, classes: 1 }
        }
    };
    Some(layout.axes.iter().map(one).collect())
}

/// Turns the sizes and total flags of the layout's grid into the sizes and flags of the grid of areas. An axis of
/// another dimension gets one place and no total.
pub(super) fn area_sizes(cube: &Cube, layout: &Layout, sizes: &mut [usize], with_totals: &mut [bool]) {
    for (axis, (size, total)) in layout.axes.iter().zip(sizes.iter_mut().zip(with_totals)) {
        if !is_area(cube, axis) {
            (*size, *total) = (1, false);
        }
    }
}

/// Converts the position of a cell to its position in a grid that has a single place on some axes.
fn reduced(cell: usize, sizes: &[usize], to: &[usize]) -> usize {
    let (mut rest, mut place, mut stride) = (cell, 0, 1);
    for (&size, &to) in sizes.iter().zip(to).rev() {
        place += rest % size % to * stride;
        rest /= size;
        stride *= to;
    }
    place
}

/// The positions of the inner cells with a count above 0.
fn inner_cells(layout: &Layout, counts: &[u64], sizes: &[usize]) -> Vec<usize> {
    let is_inner = |&cell: &usize| {
        let mut rest = cell;
        layout.axes.iter().zip(sizes).rev().all(|(axis, size)| {
            let place = rest % size;
            rest /= size;
            axis.blocks.is_some() || place < axis.places.len()
        })
    };
    (0..counts.len()).filter(|&cell| counts[cell] > 0).filter(is_inner).collect()
}

/// Three numbers of combinations of places: on the axes before `axis`, on `axis`, and on the axes after `axis`.
fn strides(sizes: &[usize], axis: usize) -> (usize, usize, usize) {
    (sizes[..axis].iter().product(), sizes[axis], sizes[axis + 1..].iter().product())
}

/// Replaces the places of an axis by sums, before or after protection. A sum is shown if all its parts are shown. If
/// `total` is set, the last sum is a total: it adds the shown parts, and is shown if any part is shown.
fn combine(keys: KeyGroup, grid: &mut Grid, protected: &mut Protected, axis: usize, sums: &[Vec<u32>], total: bool) {
    let (outer, len, inner) = strides(&grid.sizes, axis);
    let mut sizes = grid.sizes.clone();
    sizes[axis] = sums.len();
    let mut result = Grid::empty(sizes);
    let is_protected = !protected.values.is_empty();
    let cells = if is_protected { result.counts.len() } else { 0 };
    let (mut values, mut status) = (vec![0; cells], vec![Status::Shown; cells]);
    for block in 0..outer {
        for (number, sum) in sums.iter().enumerate() {
            let total = total && number + 1 == sums.len();
            let start = (block * sums.len() + number) * inner;
            for i in 0..inner {
                let to = start + i;
                let mut hidden = None;
                let mut any_shown = false;
                for &part in sum {
                    let from = (block * len + (part & !MINUS) as usize) * inner + i;
                    let (mut count, mut key, mut sign) = (grid.counts[from], grid.keys[from], 1);
                    if part & MINUS > 0 {
                        (count, key, sign) = (count.wrapping_neg(), keys.inverse(key), -1);
                    }
                    result.counts[to] = result.counts[to].wrapping_add(count);
                    // An empty cell may have the key of its categories. A sum of several cells excludes such keys.
                    if count > 0 || sum.len() == 1 && !total {
                        result.keys[to] = keys.combine(result.keys[to], key);
                    }
                    if is_protected {
                        let shown = protected.status[from] == Status::Shown;
                        any_shown |= shown;
                        if shown || !total {
                            values[to] += sign * protected.values[from];
                        }
                        if !shown {
                            hidden = Some(if sum.len() > 1 { Status::Suppressed } else { protected.status[from] });
                        }
                    }
                }
                if let Some(hidden) = hidden.filter(|_| !total || !any_shown) {
                    status[to] = hidden;
                }
            }
        }
    }
    *grid = result;
    *protected = Protected { values, status, ..Protected::default() };
}
