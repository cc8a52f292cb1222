//! The joint table of tables that are protected together.
//!
//! Cells of several tables limit each other not only by the cells that the tables share. An outsider also knows that no
//! combination of all their variables has a negative count. For example, take three tables of two variables each. A
//! shown zero in one table makes all combinations below this zero empty. Then a cell of the second table can equal a
//! cell of the third. So suppression needs the combinations too, as cells that no table publishes.
//!
//! **When is a joint table necessary?** Tables are edges of a hypergraph whose nodes are dimensions. If the hypergraph is
//! acyclic, tables that agree in their common margins always have a joint table of counts that are not negative (Vorob'ev
//! 1962; Beeri, Fagin, Maier and Yannakakis 1983), so the tables alone are enough. The reduction of Graham (1979) and of
//! Yu and Ozsoyoglu (1979) removes the acyclic part. The dimensions that remain form the joint table.
//!
//! Structural zeros are edges too, because an outsider knows them. They are never removed unless a table shows them.

use std::collections::BTreeMap;

use crate::cube::Cube;
use crate::dimension::{AxisRef, axis_name};
use crate::protect::MethodError;
use crate::table::axis::{Layout, Places};
use crate::table::query_error::QueryError;
use crate::table::selection::DROPPED;

/// Maximum number of cells of a joint table, totals included.
const MOST_CELLS: u64 = 200_000;

/// The dimensions of a table or of a structural zero. Each dimension has the class of each code; [`DROPPED`] codes are
/// not part of the table.
#[derive(Debug, Clone)]
struct Edge {
    classes: BTreeMap<usize, Vec<u32>>,
    /// The level of an axis without groups and filters.
    levels: BTreeMap<usize, AxisRef>,
    is_table: bool,
}

impl Edge {
    fn of_table(layout: &Layout) -> Self {
        let mut edge = Self { classes: BTreeMap::new(), levels: BTreeMap::new(), is_table: true };
        for axis in &layout.axes {
            let mut class_of = axis.selection.class_of.clone();
            match &axis.places {
                Places::Codes(_) if !class_of.contains(&DROPPED) => {
                    edge.levels.insert(axis.at.dimension, axis.at);
                }
                Places::Codes(_) => {}
                Places::Groups(groups) => {
                    let group = |class: u32| groups.iter().position(|(_, of)| of.contains(&class));
                    class_of.iter_mut().for_each(|class| *class = group(*class).map_or(DROPPED, |group| group as u32));
                }
            }
            edge.classes.insert(axis.at.dimension, class_of);
        }
        for filter in &layout.filters {
            edge.classes.insert(filter.dimension, filter.class_of.clone());
        }
        edge
    }

    fn of_zero(zero: &[(usize, Vec<bool>)]) -> Self {
        let classes =
            zero.iter().map(|(dimension, codes)| (*dimension, codes.iter().map(|&listed| u32::from(listed)).collect()));
        Self { classes: classes.collect(), levels: BTreeMap::new(), is_table: false }
    }

    /// Whether each cell of this edge is a union of cells of a table.
    fn is_within(&self, table: &Self) -> bool {
        let is_filtered = |(dimension, classes): (&usize, &Vec<u32>)| {
            !self.classes.contains_key(dimension) && classes.contains(&DROPPED)
        };
        if table.classes.iter().any(is_filtered) {
            return false;
        }
        self.classes.iter().all(|(dimension, coarse)| {
            let Some(fine) = table.classes.get(dimension) else { return false };
            let mut seen = BTreeMap::new();
            fine.iter().zip(coarse).all(|(&fine, &coarse)| {
                let is_outside = fine == DROPPED && coarse != DROPPED;
                !is_outside && *seen.entry(fine).or_insert(coarse) == coarse
            })
        })
    }
}

/// The axes of the joint table that suppression needs besides some tables. `None` if the tables alone are enough.
///
/// # Errors
/// Fails if the joint table has too many cells.
pub(super) fn axes(cube: &Cube, layouts: &[&Layout], method: &str) -> Result<Option<Vec<String>>, QueryError> {
    let mut edges: Vec<Edge> = layouts.iter().map(|layout| Edge::of_table(layout)).collect();
    let is_used = |edges: &[Edge], dimension: usize| edges.iter().any(|edge| edge.classes.contains_key(&dimension));
    let zeros = cube.structural_zeros.iter().filter(|zero| zero.iter().all(|(at, _)| is_used(&edges, *at)));
    let zeros: Vec<Edge> = zeros.map(|zero| Edge::of_zero(zero)).collect();
    edges.extend(zeros);
    drop_common_filters(&mut edges);
    reduce(&mut edges);
    if let [Edge { is_table: true, .. }] | [] = edges[..] {
        return Ok(None);
    }
    let mut axes: BTreeMap<usize, AxisRef> = BTreeMap::new();
    for dimension in edges.iter().flat_map(|edge| edge.classes.keys()) {
        // A level is enough if all remaining edges have this level.
        let mut levels =
            edges.iter().filter(|edge| edge.classes.contains_key(dimension)).map(|edge| edge.levels.get(dimension));
        let first = levels.next().flatten().copied();
        let is_common = levels.all(|level| level.copied() == first);
        let codes = AxisRef { dimension: *dimension, level: None };
        axes.insert(*dimension, first.filter(|_| is_common).unwrap_or(codes));
    }
    let size = |axis: &AxisRef| cube.dimensions[axis.dimension].codes_at(axis.level).len() as u64 + 1;
    let cells = axes.values().fold(1u64, |cells, axis| cells.saturating_mul(size(axis)));
    let names: Vec<String> = axes.values().map(|&axis| axis_name(&cube.dimensions, axis)).collect();
    if cells > MOST_CELLS {
        let problem = format!(
            "the tables that it protects together need the combinations of {}, {cells} cells with totals; at most {MOST_CELLS} are possible",
            names.join(", ")
        );
        return Err(MethodError::new(method, problem, "fewer tables, fewer dimensions or coarser levels").into());
    }
    Ok(Some(names))
}

/// Removes filters that all tables have.
fn drop_common_filters(edges: &mut [Edge]) {
    let Some(first) = edges.first().cloned() else { return };
    for (dimension, classes) in first.classes {
        let is_filter = classes.contains(&DROPPED) && classes.iter().all(|class| matches!(class, 0 | &DROPPED));
        if is_filter && edges.iter().all(|edge| edge.classes.get(&dimension) == Some(&classes)) {
            edges.iter_mut().for_each(|edge| {
                edge.classes.remove(&dimension);
            });
        }
    }
}

/// Removes dimensions of one table only, and edges within a table, until none is left to remove.
fn reduce(edges: &mut Vec<Edge>) {
    loop {
        let before = (edges.len(), edges.iter().map(|edge| edge.classes.len()).sum::<usize>());
        for at in 0..edges.len() {
            let others: Vec<usize> = (0..edges.len()).filter(|&other| other != at).collect();
            let is_own = |dimension: &usize, classes: &[u32]| {
                !classes.contains(&DROPPED) && others.iter().all(|&other| !edges[other].classes.contains_key(dimension))
            };
            let own: Vec<usize> = edges[at]
                .classes
                .iter()
                .filter(|(dimension, classes)| edges[at].is_table && is_own(dimension, classes))
                .map(|(dimension, _)| *dimension)
                .collect();
            own.iter().for_each(|dimension| {
                edges[at].classes.remove(dimension);
            });
        }
        let mut at = 0;
        while at < edges.len() {
            let is_within = |other: usize| other != at && edges[other].is_table && edges[at].is_within(&edges[other]);
            if (0..edges.len()).any(is_within) {
                edges.remove(at);
            } else {
                at += 1;
            }
        }
        if before == (edges.len(), edges.iter().map(|edge| edge.classes.len()).sum::<usize>()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(dimensions: &[(usize, &[u32])]) -> Edge {
        let classes = dimensions.iter().map(|(dimension, classes)| (*dimension, classes.to_vec())).collect();
        Edge { classes, levels: BTreeMap::new(), is_table: true }
    }

    /// The dimensions that remain after the reduction.
    fn remaining(mut edges: Vec<Edge>) -> Vec<usize> {
        reduce(&mut edges);
        if let [Edge { is_table: true, .. }] = edges[..] {
            return Vec::new();
        }
        let mut left: Vec<usize> = edges.iter().flat_map(|edge| edge.classes.keys().copied()).collect();
        left.sort_unstable();
        left.dedup();
        left
    }

    const CODES: &[u32] = &[0, 1, 2, 3];

    #[test]
    fn trees_of_tables_need_no_joint_table() {
        let pair = |one, other| table(&[(one, CODES), (other, CODES)]);
        assert_eq!(remaining(vec![pair(0, 1)]), [0usize; 0]);
        assert_eq!(remaining(vec![pair(0, 1), pair(0, 2), pair(0, 3), table(&[(0, CODES)])]), [0usize; 0]);
        assert_eq!(remaining(vec![pair(0, 1), pair(1, 2), pair(2, 3)]), [0usize; 0]);
        let triple = table(&[(0, CODES), (1, CODES), (2, CODES)]);
        assert_eq!(remaining(vec![pair(0, 1), pair(1, 2), pair(0, 2), triple]), [0usize; 0]);
    }

    #[test]
    fn circles_need_one_and_their_branches_do_not() {
        let pair = |one, other| table(&[(one, CODES), (other, CODES)]);
        assert_eq!(remaining(vec![pair(0, 1), pair(1, 2), pair(0, 2)]), [0, 1, 2]);
        assert_eq!(remaining(vec![pair(0, 1), pair(1, 2), pair(0, 2), pair(2, 3), pair(3, 4)]), [0, 1, 2]);
    }

    #[test]
    fn levels_and_filters_that_are_not_nested_need_one() {
        let (band, other, one) = (&[0, 0, 1, 1][..], &[0, 1, 1, 1][..], &[0, DROPPED, DROPPED, DROPPED][..]);
        let of = |classes| table(&[(0, classes), (1, CODES)]);
        assert_eq!(remaining(vec![of(band), of(CODES)]), [0usize; 0]);
        assert_eq!(remaining(vec![of(band), of(other)]), [0, 1]);
        // A table of some people beside the table of all people.
        let some = table(&[(1, CODES), (2, CODES), (3, one)]);
        assert_eq!(remaining(vec![some.clone(), table(&[(1, CODES), (2, CODES)])]), [1, 2, 3]);
        assert_eq!(remaining(vec![some]), [0usize; 0]);
    }

    #[test]
    fn structural_zeros_need_one_unless_a_table_shows_them() {
        let zero = Edge::of_zero(&[(0, vec![true, false, false, false]), (2, vec![false, false, true, true])]);
        let pair = |one, other| table(&[(one, CODES), (other, CODES)]);
        assert_eq!(remaining(vec![pair(0, 1), pair(1, 2), zero.clone()]), [0, 1, 2]);
        assert_eq!(remaining(vec![pair(0, 1), pair(0, 2), zero.clone()]), [0usize; 0]);
        assert_eq!(remaining(vec![table(&[(0, CODES)]), table(&[(2, CODES)]), zero]), [0, 2]);
    }
}
