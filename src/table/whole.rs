//! Protects a table with a method that looks at the whole table.
//!
//! The roll-up has no totals here. This file adds all totals, even if the query leaves them out, so that the same cells
//! have the same values with and without totals. The axes are in the order of the cube's dimensions, so that a table
//! with its axes swapped has the same values too.

mod joint;
mod linked;
#[cfg(feature = "make")]
mod together;

#[cfg(feature = "make")]
pub(super) use together::protect_together;

use super::axis::{Layout, Places};
use super::error::Error;
use super::query::Query;
use super::query_error::QueryError;
use super::reading::Reading;
use super::rollup::Grid;
use super::selection::DROPPED;
use super::{cells, zeros};
use crate::cube::Cube;
use crate::key::KeyGroup;
use crate::protect::{
    Additivity, Adjustment, CompiledMethod, Control, MethodError, MethodKind, MethodSpec, Protected, Status, TableKind,
};
use crate::table::whole::linked::WholeTable;
use crate::table_method::suppression::choose;
use crate::table_method::{self, Known, Outcome, Secondary, Suppression, System, TableMethodError};

/// The further tables of a plan.
pub(super) type LinkedReadings = Vec<LinkedReading>;

/// A further table of a plan, with its reading.
#[derive(Debug, Clone)]
pub(super) struct LinkedReading {
    pub layout: Layout,
    pub reading: Reading,
    /// Whether readers see the table. They do not see a joint table.
    pub is_published: bool,
}

/// The readings of the further tables.
pub(super) fn readings(linked: &LinkedReadings) -> impl Iterator<Item = &Reading> {
    linked.iter().map(|linked| &linked.reading)
}

/// A further table whose sums and shared cells limit a table method.
#[derive(Debug)]
pub(super) struct LinkedTable<'a> {
    pub layout: &'a Layout,
    pub grid: Grid,
    /// Whether readers see the table.
    pub is_published: bool,
}

/// Whether two tables count the same records.
pub(super) fn count_the_same(one: &Layout, other: &Layout, dimensions: usize) -> bool {
    let retained = |layout: &Layout, dimension: usize| -> Option<Vec<bool>> {
        let axis = layout.axes.iter().find(|axis| axis.at.dimension == dimension).map(|axis| &axis.selection);
        let selection = axis.or_else(|| layout.filters.iter().find(|filter| filter.dimension == dimension))?;
        let retained: Vec<bool> = selection.class_of.iter().map(|&class| class != DROPPED).collect();
        retained.contains(&false).then_some(retained)
    };
    (0..dimensions).all(|dimension| retained(one, dimension) == retained(other, dimension))
}

/// The layout of the joint table that the protection of some tables needs. `None` if the tables alone are enough.
///
/// # Errors
/// Fails if the joint table is too large.
pub(super) fn joint(cube: &Cube, layouts: &[&Layout], method: &MethodSpec) -> Result<Option<Layout>, QueryError> {
    if !method.protects_together() {
        return Ok(None);
    }
    let Some(rows) = joint::axes(cube, layouts, &method.name)? else { return Ok(None) };
    Layout::resolve(cube, &Query { rows, totals: false, ..Query::default() }, method.totals).map(Some)
}

/// Checks that a method that looks at the whole table can protect a layout.
pub(super) fn check(layout: &Layout, method: &MethodSpec) -> Result<(), QueryError> {
    let refuse = |problem: &str, expected: &str| Err(MethodError::new(&method.name, problem, expected).into());
    if layout.blocks {
        return refuse("it protects whole tables, not building blocks", "areas = \"exact\", or a cell method");
    }
    for axis in &layout.axes {
        let Places::Groups(groups) = &axis.places else { continue };
        let mut times = vec![0; axis.selection.classes];
        groups.iter().flat_map(|(_, classes)| classes).for_each(|&class| times[class as usize] += 1);
        if times.iter().any(|&times| times != 1) {
            let problem = format!("the groups of {} overlap or leave codes out", axis.name);
            return refuse(
                &problem,
                "groups that have each code once, a filter on the codes in groups, or a cell method",
            );
        }
    }
    Ok(())
}

/// Protects a roll-up without totals. Returns a grid in the table's shape with true counts and keys, and the protected
/// values.
pub(super) fn protect(
    cube: &Cube,
    layout: &Layout,
    mut grid: Grid,
    linked: &[LinkedTable<'_>],
    compiled: &CompiledMethod,
    method: &MethodSpec,
    blocked: &[(usize, Vec<bool>)],
) -> Result<(Grid, Protected), Error> {
    cells::combine_places(cube.keys, layout, &mut grid, false, method.totals);
    // A total leaves out blocked cells. Otherwise, the total less the other cells would disclose a blocked cell.
    let is_blocked: Vec<bool> = blocked_cells(&grid.sizes, blocked);
    for (cell, _) in is_blocked.iter().enumerate().filter(|(_, blocked)| **blocked) {
        (grid.counts[cell], grid.keys[cell]) = (0, 0);
    }
    let inner_sizes = grid.sizes.clone();
    let mut tables = vec![WholeTable::new(cube, layout, grid, method)];
    tables.extend(linked.iter().map(|table| {
        let whole = WholeTable::new(cube, table.layout, table.grid.clone(), method);
        WholeTable { is_published: table.is_published, ..whole }
    }));
    let mut protected = solve(cube, &tables, compiled, method)?.swap_remove(0);
    let WholeTable { order, grid: whole, .. } = &tables[0];
    let from = order.back(&whole.sizes, layout.totals);
    protected.values = from.iter().map(|&cell| protected.values[cell]).collect();
    protected.status = from.iter().map(|&cell| protected.status[cell]).collect();
    let grid = Grid {
        counts: from.iter().map(|&cell| whole.counts[cell]).collect(),
        keys: from.iter().map(|&cell| whole.keys[cell]).collect(),
        sizes: inner_sizes.iter().map(|size| size + usize::from(layout.totals)).collect(),
    };
    // The positions of blocked cells refer to inner cells, so they are computed again for the table's shape.
    for (status, _) in
        protected.status.iter_mut().zip(blocked_cells(&grid.sizes, blocked)).filter(|(_, blocked)| *blocked)
    {
        *status = Status::Blocked;
    }
    Ok((grid, protected))
}

/// Applies a method to tables. Several tables are solved as one system.
fn solve(
    cube: &Cube,
    tables: &[WholeTable<'_>],
    compiled: &CompiledMethod,
    method: &MethodSpec,
) -> Result<Vec<Protected>, Error> {
    let error = |error: TableMethodError| {
        Error::from(QueryError::from(MethodError { name: method.name.clone(), problem: error.to_string() }))
    };
    let control = |control| tables[0].order.control(tables[0].layout, control);
    if let [WholeTable { grid, impossible, .. }] = tables {
        let system = System::table(&grid.sizes, grid.counts.clone(), grid.keys.clone());
        let known = Known { impossible: impossible.clone(), ..Known::default() };
        return Ok(vec![apply(&system, method, &control, &known, compiled, &cube.salt).map_err(error)?]);
    }
    // The order of the tables must not matter, so that each table of a set has the same values in every query.
    let mut order: Vec<&WholeTable<'_>> = tables.iter().collect();
    order.sort_by_cached_key(|table| (!table.is_published, table.name()));
    let (system, in_order) = linked::join(cube, &order);
    let place = |table: &WholeTable<'_>| order.iter().position(|other| std::ptr::eq(*other, table)).unwrap_or_default();
    let cells: Vec<Vec<u32>> = tables.iter().map(|table| in_order[place(table)].clone()).collect();
    let of_table = |(table, cells): (&WholeTable<'_>, &Vec<u32>)| -> Vec<usize> {
        table.impossible.iter().map(|&cell| cells[cell] as usize).collect()
    };
    let impossible: Vec<usize> = tables.iter().zip(&cells).flat_map(of_table).collect();
    let mut is_published = vec![false; system.len()];
    let published = tables.iter().zip(&cells).filter(|(table, _)| table.is_published);
    published.for_each(|(_, cells)| cells.iter().for_each(|&cell| is_published[cell as usize] = true));
    let unpublished = (0..system.len()).filter(|&cell| !is_published[cell]).collect();
    let known = Known { impossible, unpublished };
    let all = apply(&system, method, &control, &known, compiled, &cube.salt).map_err(error)?;
    if !method.protects_together() && !holds(&system, &all.values) {
        return Err(error(TableMethodError::NoRounding));
    }
    let of_table = |cells: Vec<u32>| Protected {
        values: cells.iter().map(|&cell| all.values[cell as usize]).collect(),
        status: cells.iter().map(|&cell| all.status[cell as usize]).collect(),
        adjustment: all.adjustment,
    };
    Ok(cells.into_iter().map(of_table).collect())
}

/// Whether all sums hold, and no value is negative.
fn holds(system: &System, values: &[i64]) -> bool {
    let value = |&cell: &u32| i128::from(values[cell as usize]);
    let sums = system.sums().all(|(whole, parts)| value(&whole) == parts.iter().map(value).sum::<i128>());
    sums && values.iter().all(|&value| value >= 0)
}

/// Marks the cells of a grid whose place on an axis is blocked. A place beyond the marks is a total, which is not
/// blocked.
fn blocked_cells(sizes: &[usize], blocked: &[(usize, Vec<bool>)]) -> Vec<bool> {
    let mut marks = vec![false; sizes.iter().product()];
    for (axis, places) in blocked {
        let inner: usize = sizes[axis + 1..].iter().product();
        for (cell, mark) in marks.iter_mut().enumerate() {
            *mark |= places.get(cell / inner % sizes[*axis]).is_some_and(|blocked| *blocked);
        }
    }
    marks
}

/// Applies a method to a system, and fits the values to their totals if the method requires it. The values of impossible
/// cells are 0. Only suppression uses cells that no table publishes.
fn apply(
    system: &System,
    method: &MethodSpec,
    control_of: &dyn Fn(Control) -> table_method::Control,
    known: &Known,
    compiled: &CompiledMethod,
    salt: &[u8],
) -> Result<Protected, TableMethodError> {
    let outcome = match &method.kind {
        MethodKind::Table(kind) => match *kind {
            TableKind::SemiControlledRounding { base, control } => {
                table_method::semi_controlled_rounding(system, base, &control_of(control), salt)?
            }
            TableKind::ControlledRounding { base } => table_method::controlled_rounding(system, base, salt)?,
            TableKind::Suppression { threshold, secondary, protect_zeros, protect_certain, interval } => {
                let secondary = if secondary { Secondary::Optimal } else { Secondary::None };
                let interval = (interval > 0).then_some(interval);
                let rule = Suppression { threshold, secondary, protect_zeros, certain: protect_certain, interval };
                choose(system, &rule, known)?.outcome(system)
            }
            TableKind::SmallCountRounding { base } => table_method::small_count_rounding(system, base, None)?,
        },
        _ => {
            let Protected { mut values, status, .. } = compiled.protect(system.counts(), system.keys());
            known.impossible.iter().for_each(|&cell| values[cell] = 0);
            Outcome { values, status, ..Outcome::default() }
        }
    };
    let Outcome { values, status, jumps, intervals_unchecked } = outcome;
    let mut adjustment = Adjustment { jumps, intervals_unchecked, ..Adjustment::default() };
    let values = match method.additivity {
        Additivity::None => values,
        additivity => {
            let fitted = table_method::additive(system, &values, additivity == Additivity::Integer, salt)?;
            let change = fitted.change;
            (adjustment.decimals, adjustment.jumps) = (fitted.decimals, fitted.jumps);
            adjustment.change = Some((change.mean_inner, change.largest_inner.max(change.largest_totals)));
            fitted.values
        }
    };
    Ok(Protected { values, status, adjustment: Some(adjustment) })
}

impl<'a> WholeTable<'a> {
    /// Adds all totals to a grid of inner cells, and finds the inner cells that cannot exist.
    fn new(cube: &Cube, layout: &'a Layout, mut grid: Grid, method: &MethodSpec) -> Self {
        let sets: Vec<_> = layout.axes.iter().map(|axis| axis.sets(false, method.totals)).collect();
        let impossible = zeros::key_empty_cells(cube, layout, &sets, &mut grid, method.category_keys);
        let order = Order::new(layout, &grid.sizes);
        let grid = with_totals(cube.keys, order.apply(&grid));
        let inner = order.back(&grid.sizes, false);
        let impossible = impossible.into_iter().map(|cell| inner[cell]).collect();
        Self { layout, impossible, grid, order, is_published: true }
    }
}

/// The order of the axes inside a table method: the order of the cube's dimensions.
struct Order {
    /// The axis of the layout at each position.
    axes: Vec<usize>,
}

impl Order {
    fn new(layout: &Layout, sizes: &[usize]) -> Self {
        let mut axes: Vec<usize> = (0..sizes.len()).collect();
        axes.sort_by_key(|&axis| layout.axes[axis].at.dimension);
        Self { axes }
    }

    /// Moves the axes of a grid from the order of the layout to this order.
    fn apply(&self, grid: &Grid) -> Grid {
        let mut strides = vec![1; grid.sizes.len()];
        for axis in (1..grid.sizes.len()).rev() {
            strides[axis - 1] = strides[axis] * grid.sizes[axis];
        }
        let axes: Vec<(usize, usize)> = self.axes.iter().map(|&axis| (grid.sizes[axis], strides[axis])).collect();
        let from = positions(&axes);
        Grid {
            sizes: axes.iter().map(|&(size, _)| size).collect(),
            counts: from.iter().map(|&cell| grid.counts[cell]).collect(),
            keys: from.iter().map(|&cell| grid.keys[cell]).collect(),
        }
    }

    /// The cell of a grid in this order, with totals, for each cell of the table in the order of the layout.
    fn back(&self, sizes: &[usize], totals: bool) -> Vec<usize> {
        let mut strides = vec![1; sizes.len()];
        for axis in (1..sizes.len()).rev() {
            strides[axis - 1] = strides[axis] * sizes[axis];
        }
        let mut axes = vec![(0, 0); sizes.len()];
        for (at, &axis) in self.axes.iter().enumerate() {
            axes[axis] = (sizes[at] - usize::from(!totals), strides[at]);
        }
        positions(&axes)
    }

    /// Marks the axes over which controlled lines run.
    fn control(&self, layout: &Layout, control: Control) -> table_method::Control {
        let lines = |of_rows: bool| {
            // The total of a row runs over the columns.
            let runs = self.axes.iter().map(|&axis| layout.axes[axis].is_row != of_rows).collect();
            table_method::Control::Lines(runs)
        };
        match control {
            Control::Total => table_method::Control::Total,
            Control::Rows => lines(true),
            Control::Columns => lines(false),
        }
    }
}

/// The positions of all cells of a grid whose axes have these sizes and strides, row-major.
fn positions(axes: &[(usize, usize)]) -> Vec<usize> {
    let mut cells = vec![0];
    for &(size, stride) in axes {
        cells = cells.iter().flat_map(|cell| (0..size).map(move |place| cell + place * stride)).collect();
    }
    cells
}

/// Adds a total to each axis of a grid, as the last place.
fn with_totals(keys: KeyGroup, grid: Grid) -> Grid {
    let mut grid = grid;
    for axis in 0..grid.sizes.len() {
        let size = grid.sizes[axis];
        let inner: usize = grid.sizes[axis + 1..].iter().product();
        let outer: usize = grid.sizes[..axis].iter().product();
        let mut counts = Vec::with_capacity(outer * (size + 1) * inner);
        let mut all_keys = Vec::with_capacity(outer * (size + 1) * inner);
        for block in 0..outer {
            let start = block * size * inner;
            let range = start..start + size * inner;
            counts.extend_from_slice(&grid.counts[range.clone()]);
            all_keys.extend_from_slice(&grid.keys[range]);
            for at in 0..inner {
                let (mut count, mut key) = (0, 0);
                for cell in (0..size).map(|place| start + place * inner + at) {
                    count += grid.counts[cell];
                    // An empty cell may have the key of its categories, which a total leaves out.
                    if grid.counts[cell] > 0 {
                        key = keys.combine(key, grid.keys[cell]);
                    }
                }
                counts.push(count);
                all_keys.push(key);
            }
        }
        grid.sizes[axis] += 1;
        (grid.counts, grid.keys) = (counts, all_keys);
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{Combine, Modulus};

    #[test]
    fn totals_add_counts_and_combine_keys() {
        let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(100).unwrap()).unwrap();
        let grid = Grid { sizes: vec![2, 2], counts: vec![1, 2, 0, 4], keys: vec![60, 50, 99, 7] };
        let whole = with_totals(keys, grid);
        assert_eq!(whole.sizes, [3, 3]);
        assert_eq!(whole.counts, [1, 2, 3, 0, 4, 4, 1, 6, 7]);
        assert_eq!(whole.keys, [60, 50, 10, 99, 7, 7, 60, 57, 17]);
    }

    #[test]
    fn blocked_places_spare_totals() {
        assert_eq!(blocked_cells(&[2, 3], &[(1, vec![true, false])]), [true, false, false, true, false, false]);
    }
}
