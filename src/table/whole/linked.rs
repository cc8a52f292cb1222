//! Joins several tables of one cube into one system: the cells that they share, and all sums between their cells.
//!
//! A cell is a set of codes on each dimension of the cube. A dimension that a table does not use has the set of all
//! codes, or of the codes that a filter retains. Tables share a cell if all these sets are equal. A cell is the sum of
//! other cells if its set on one dimension is the union of the sets on some table's axis. Totals, levels and tables
//! with fewer dimensions are all sums of this kind.

use std::collections::{BTreeMap, BTreeSet};

use super::Order;
use crate::cube::Cube;
use crate::protect::Totals;
use crate::table::axis::Layout;
use crate::table::rollup::Grid;
use crate::table::selection::DROPPED;
use crate::table_method::System;

/// The sets of codes of one dimension, and the axes that divide the codes.
#[derive(Default)]
struct Sets {
    /// The codes of each set, in ascending order.
    codes: Vec<Vec<u32>>,
    number: BTreeMap<Vec<u32>, u32>,
    /// The sets of the places of each axis, without the total.
    axes: BTreeSet<Vec<u32>>,
}

impl Sets {
    fn number(&mut self, codes: Vec<u32>) -> u32 {
        let next = self.codes.len() as u32;
        let number = *self.number.entry(codes.clone()).or_insert(next);
        if number == next {
            self.codes.push(codes);
        }
        number
    }

    /// For each set, the ways to divide the set into several places of an axis.
    fn divisions(&self) -> Vec<Vec<Vec<u32>>> {
        let mut divisions = vec![Vec::new(); self.codes.len()];
        let mut found = BTreeSet::new();
        for axis in &self.axes {
            let mut place_of = BTreeMap::new();
            for &place in axis {
                place_of.extend(self.codes[place as usize].iter().map(|&code| (code, place)));
            }
            for (set, codes) in self.codes.iter().enumerate() {
                let Some(mut places) =
                    codes.iter().map(|code| place_of.get(code).copied()).collect::<Option<Vec<u32>>>()
                else {
                    continue;
                };
                places.sort_unstable();
                places.dedup();
                let size: usize = places.iter().map(|&place| self.codes[place as usize].len()).sum();
                if size == codes.len() && places != [set as u32] && found.insert((set, places.clone())) {
                    divisions[set].push(places);
                }
            }
        }
        divisions
    }
}

/// A table with all its totals: its layout, the order of its axes, and its cells in this order.
pub(super) struct WholeTable<'a> {
    pub layout: &'a Layout,
    pub order: Order,
    pub grid: Grid,
    /// The inner cells that cannot exist, by position in `grid`.
    pub impossible: Vec<usize>,
    /// Whether readers see the table.
    pub is_published: bool,
}

impl WholeTable<'_> {
    /// A name that does not depend on other tables: for each dimension of the table, the class of each code.
    pub fn name(&self) -> Vec<(usize, Vec<u32>, Vec<Vec<u32>>)> {
        let axes = self
            .layout
            .axes
            .iter()
            .map(|axis| (axis.at.dimension, axis.selection.class_of.clone(), axis.sets(false, Totals::Own)));
        let filters = self.layout.filters.iter().map(|filter| (filter.dimension, filter.class_of.clone(), Vec::new()));
        let mut name: Vec<_> = axes.chain(filters).collect();
        name.sort_unstable();
        name
    }
}

/// Returns the system of all tables, and for each table the positions of its cells in the system.
pub(super) fn join(cube: &Cube, tables: &[&WholeTable<'_>]) -> (System, Vec<Vec<u32>>) {
    let mut sets: Vec<Sets> = cube.dimensions.iter().map(|_| Sets::default()).collect();
    let mut cells: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let (mut counts, mut keys) = (Vec::new(), Vec::new());
    let mut of_tables = Vec::with_capacity(tables.len());
    for WholeTable { layout, order, grid, .. } in tables {
        let places = places(cube, layout, order, &mut sets);
        let mut positions = Vec::with_capacity(grid.counts.len());
        for cell in 0..grid.counts.len() {
            let mut rest = cell;
            let mut name: Vec<u32> = places.iter().map(|places| places[0]).collect();
            for (&axis, &size) in order.axes.iter().zip(&grid.sizes).rev() {
                let dimension = layout.axes[axis].at.dimension;
                name[dimension] = places[dimension][rest % size];
                rest /= size;
            }
            let next = counts.len() as u32;
            let position = *cells.entry(name).or_insert(next);
            if position == next {
                counts.push(grid.counts[cell]);
                keys.push(grid.keys[cell]);
            }
            positions.push(position);
        }
        of_tables.push(positions);
    }
    let divisions: Vec<_> = sets.iter().map(Sets::divisions).collect();
    let mut sums = Vec::new();
    for (name, &total) in &cells {
        for (dimension, of) in divisions.iter().enumerate() {
            for places in &of[name[dimension] as usize] {
                let mut part = name.clone();
                let parts: Option<Vec<u32>> = places
                    .iter()
                    .map(|&place| {
                        part[dimension] = place;
                        cells.get(&part).copied()
                    })
                    .collect();
                sums.extend(parts.map(|parts| (total, parts)));
            }
        }
    }
    (System::new(counts, keys, sums), of_tables)
}

/// For each dimension of the cube, the set of each place of the table's axis, with the total last. A dimension without
/// an axis has one set.
fn places(cube: &Cube, layout: &Layout, order: &Order, sets: &mut [Sets]) -> Vec<Vec<u32>> {
    let retained = |class_of: &[u32]| -> Vec<u32> {
        (0..).zip(class_of).filter(|&(_, &class)| class != DROPPED).map(|(code, _)| code).collect()
    };
    let of_dimension = |(dimension, sets): (usize, &mut Sets)| {
        let axis = order.axes.iter().map(|&axis| &layout.axes[axis]).find(|axis| axis.at.dimension == dimension);
        let filter = layout.filters.iter().find(|filter| filter.dimension == dimension);
        match (axis, filter) {
            (Some(axis), _) => {
                let class_of = &axis.selection.class_of;
                let of_classes = |classes: &Vec<u32>| -> Vec<u32> {
                    (0..).zip(class_of).filter(|(_, class)| classes.contains(class)).map(|(code, _)| code).collect()
                };
                let mut of_axis: Vec<u32> =
                    axis.sets(false, Totals::Own).iter().map(|classes| sets.number(of_classes(classes))).collect();
                sets.axes.insert(of_axis.clone());
                of_axis.push(sets.number(retained(class_of)));
                of_axis
            }
            (None, Some(filter)) => vec![sets.number(retained(&filter.class_of))],
            (None, None) => vec![sets.number((0..cube.dimensions[dimension].codes.len() as u32).collect())],
        }
    };
    sets.iter_mut().enumerate().map(of_dimension).collect()
}
