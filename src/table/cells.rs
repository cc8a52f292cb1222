//! From a roll-up to the cells that are shown: groups, totals and protection, in the order that the method wants.

use super::axis::{Axis, Layout, Places};
use super::rollup::Grid;
use super::zeros;
use crate::FULL;
use crate::cube::Cube;
use crate::key::KeyGroup;
use crate::protect::{MethodSpec, Protected, Rows, Status, Totals};

/// The sizes of the grid to roll up to. A plain axis whose total is a cell of its own has a place for it at once.
pub(super) fn sizes(layout: &Layout, totals: Totals) -> Vec<usize> {
    let room = |axis: &Axis| match axis.places {
        Places::Codes(_) if layout.totals && totals == Totals::Own => 1,
        _ => 0,
    };
    layout.axes.iter().map(|axis| axis.selection.classes + room(axis)).collect()
}

/// Protects a roll-up. The grid returned has the shape of the table: true counts and keys beside the protected values.
pub(super) fn protect(
    cube: &Cube,
    layout: &Layout,
    mut grid: Grid,
    rows: &Rows,
    method: &MethodSpec,
) -> (Grid, Protected) {
    let (keys, totals) = (cube.keys, method.totals);
    for (at, axis) in layout.axes.iter().enumerate() {
        match (&axis.places, layout.totals, totals) {
            (Places::Codes(_), true, Totals::Own) => add_total(keys, &mut grid, at),
            (Places::Codes(_), ..) => {}
            (Places::Groups(_), ..) => grid = regroup(keys, &grid, at, &place_sets(axis, layout.totals, totals)),
        }
    }
    let impossible = if FULL && method.category_keys {
        let sets: Vec<_> = layout.axes.iter().map(|axis| place_sets(axis, layout.totals, totals)).collect();
        zeros::key_empty_cells(cube, layout, &sets, &mut grid)
    } else {
        Vec::new()
    };
    let mut protected = rows.protect(&grid.counts, &grid.keys);
    for cell in impossible {
        (protected.values[cell], protected.status[cell]) = (0, rows.status(0, 0));
    }
    if FULL && method.is_fixed() {
        rows.fix_changes(&grid.counts, &grid.keys, &inner_cells(layout, &grid.counts, &grid.sizes), &mut protected);
    }
    if layout.totals && totals == Totals::Sum {
        for (at, axis) in layout.axes.iter().enumerate() {
            let (shown, summed) = match &axis.places {
                Places::Codes(codes) => (codes.len(), 0),
                Places::Groups(groups) => (groups.len(), groups.len()),
            };
            (grid, protected) = add_sums(keys, &grid, &protected, at, shown, summed, rows);
        }
    }
    (grid, protected)
}

/// The classes that each place of an axis is made of, in the grid that is protected.
fn place_sets(axis: &Axis, with_totals: bool, totals: Totals) -> Vec<Vec<u32>> {
    let classes = axis.selection.classes as u32;
    let singles = || (0..classes).map(|class| vec![class]);
    let mut sets: Vec<Vec<u32>> = match &axis.places {
        Places::Codes(_) => singles().collect(),
        Places::Groups(groups) => groups.iter().map(|(_, classes)| classes.clone()).collect(),
    };
    match (with_totals, totals, &axis.places) {
        (true, Totals::Own, _) => sets.push((0..classes).collect()),
        // The single classes, protected, are what the total is the sum of.
        (true, Totals::Sum, Places::Groups(_)) => sets.extend(singles()),
        _ => {}
    }
    sets
}

/// The cells with a record, along no axis a total.
fn inner_cells(layout: &Layout, counts: &[u64], sizes: &[usize]) -> Vec<usize> {
    let is_inner = |&cell: &usize| {
        let mut rest = cell;
        layout.axes.iter().zip(sizes).rev().all(|(axis, size)| {
            let place = rest % size;
            rest /= size;
            place < axis.places.len()
        })
    };
    (0..counts.len()).filter(|&cell| counts[cell] > 0).filter(is_inner).collect()
}

/// How often the places before an axis repeat, the axis's size, and how many places one of its own spans.
fn strides(sizes: &[usize], axis: usize) -> (usize, usize, usize) {
    (sizes[..axis].iter().product(), sizes[axis], sizes[axis + 1..].iter().product())
}

/// Fills the last place of an axis with the sum of the others.
fn add_total(keys: KeyGroup, grid: &mut Grid, axis: usize) {
    let (_, len, inner) = strides(&grid.sizes, axis);
    fold_last(&mut grid.counts, len, inner, |a, b| a.wrapping_add(b));
    match keys.mask() {
        Some(mask) => fold_last(&mut grid.keys, len, inner, |a, b| a.wrapping_add(b) & mask),
        None => fold_last(&mut grid.keys, len, inner, |a, b| keys.combine(a, b)),
    }
}

fn fold_last(values: &mut [u64], len: usize, inner: usize, combine: impl Fn(u64, u64) -> u64) {
    for block in values.chunks_exact_mut(len * inner) {
        let (parts, total) = block.split_at_mut((len - 1) * inner);
        if let [total] = total {
            *total = parts.iter().fold(0, |sum, &part| combine(sum, part));
            continue;
        }
        for row in parts.chunks_exact(inner) {
            total.iter_mut().zip(row).for_each(|(total, &part)| *total = combine(*total, part));
        }
    }
}

/// Replaces the places of an axis by sets of them.
fn regroup(keys: KeyGroup, grid: &Grid, axis: usize, sets: &[Vec<u32>]) -> Grid {
    let (outer, len, inner) = strides(&grid.sizes, axis);
    let mut sizes = grid.sizes.clone();
    sizes[axis] = sets.len();
    let mut grouped = Grid::empty(sizes);
    for block in 0..outer {
        for (number, set) in sets.iter().enumerate() {
            let to = (block * sets.len() + number) * inner;
            for &place in set {
                let from = (block * len + place as usize) * inner;
                for i in 0..inner {
                    grouped.counts[to + i] = grouped.counts[to + i].wrapping_add(grid.counts[from + i]);
                    grouped.keys[to + i] = keys.combine(grouped.keys[to + i], grid.keys[from + i]);
                }
            }
        }
    }
    grouped
}

/// Keeps the first `shown` places of an axis and adds the sum of the shown values from place `summed` on.
fn add_sums(
    keys: KeyGroup,
    grid: &Grid,
    protected: &Protected,
    axis: usize,
    shown: usize,
    summed: usize,
    rows: &Rows,
) -> (Grid, Protected) {
    let (outer, len, inner) = strides(&grid.sizes, axis);
    let mut sizes = grid.sizes.clone();
    sizes[axis] = shown + 1;
    let mut result = Grid::empty(sizes);
    let mut values = vec![0i64; result.counts.len()];
    let mut status = vec![Status::Shown; values.len()];
    for block in 0..outer {
        let start = block * len * inner;
        let kept = start..start + shown * inner;
        let to = block * (shown + 1) * inner;
        let shown_to = to..to + shown * inner;
        result.counts[shown_to.clone()].copy_from_slice(&grid.counts[kept.clone()]);
        result.keys[shown_to.clone()].copy_from_slice(&grid.keys[kept.clone()]);
        values[shown_to.clone()].copy_from_slice(&protected.values[kept.clone()]);
        status[shown_to].copy_from_slice(&protected.status[kept]);
        for i in 0..inner {
            let total = to + shown * inner + i;
            for part in (summed..len).map(|place| start + place * inner + i) {
                result.counts[total] = result.counts[total].wrapping_add(grid.counts[part]);
                result.keys[total] = keys.combine(result.keys[total], grid.keys[part]);
                if protected.status[part] == Status::Shown {
                    values[total] = values[total].wrapping_add(protected.values[part]);
                }
            }
            status[total] = rows.sum_status(values[total]);
        }
    }
    (result, Protected { values, status })
}
