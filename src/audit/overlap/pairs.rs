//! Lists pairs of published cells whose groups overlap, where the difference is itself not published.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::tables::{Grouping, OUTSIDE, Table};
use crate::protect::Status;

/// Two cells that agree on all axes but one. On this axis, the first cell's codes lie within the second cell's codes
/// (nested), or each has codes that the other has not (crossing).
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// Table and cell of the smaller group. For crossing groups, of either.
    pub small: (usize, usize),
    /// Table and cell of the larger group.
    pub large: (usize, usize),
    pub is_nested: bool,
    /// Pairs with the same two sets of codes have the same number.
    pub family: usize,
}

/// A table, and one of its axes.
type Split = (usize, usize);

/// Lists all pairs of shown cells. The first `own` tables are those of this cube, and each pair has a cell of these.
pub(super) fn pairs(tables: &[Table], own: usize) -> Vec<Pair> {
    let mut groupings: Vec<Rc<Grouping>> = Vec::new();
    let mut id = |grouping: &Rc<Grouping>| match groupings
        .iter()
        .position(|known| Rc::ptr_eq(known, grouping) || known.is_same(grouping))
    {
        Some(at) => at,
        None => {
            groupings.push(Rc::clone(grouping));
            groupings.len() - 1
        }
    };
    let ids: Vec<Vec<usize>> = tables.iter().map(|table| table.axes.iter().map(&mut id).collect()).collect();
    // Tables that agree on all axes but one, which has the same dimension.
    let mut neighbours: BTreeMap<(usize, Vec<usize>), Vec<Split>> = BTreeMap::new();
    for (at, table) in tables.iter().enumerate() {
        for axis in 0..table.axes.len() {
            let mut others = ids[at].clone();
            others.remove(axis);
            others.sort_unstable();
            neighbours.entry((table.axes[axis].dimension, others)).or_default().push((at, axis));
        }
    }
    let mut families = BTreeMap::new();
    let mut pairs = Vec::new();
    for splits in neighbours.values() {
        let mut published: Vec<&Grouping> = Vec::new();
        for &(table, axis) in splits {
            let grouping = &groupings[ids[table][axis]];
            if !published.iter().any(|known| std::ptr::eq(*known, &raw const **grouping)) {
                published.push(grouping);
            }
        }
        for (at, &one) in splits.iter().enumerate().filter(|(_, one)| one.0 < own) {
            for &other in &splits[at + 1..] {
                let (a, b) = (ids[one.0][one.1], ids[other.0][other.1]);
                if a == b {
                    continue;
                }
                for (of_one, of_other, relation) in related(&groupings[a], &groupings[b], &published) {
                    let next = families.len();
                    let family = *families.entry((a, of_one, b, of_other)).or_insert(next);
                    add(&mut pairs, tables, [one, other], [of_one, of_other], relation, family);
                }
            }
        }
    }
    pairs
}

/// How the codes of two groups overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    FirstInSecond,
    SecondInFirst,
    Crossing,
}

/// Lists the overlapping groups of two groupings, without those whose differences are published.
fn related(one: &Grouping, other: &Grouping, published: &[&Grouping]) -> Vec<(u32, u32, Relation)> {
    // With a published grouping that is finer than both, every difference is published. This is the usual case.
    if published.iter().any(|finer| refines(finer, one) && refines(finer, other)) {
        return Vec::new();
    }
    let codes = |grouping: &Grouping, group: u32| -> Vec<bool> { grouping.of.iter().map(|&of| of == group).collect() };
    let mut shared: Vec<(u32, u32)> = one.of.iter().copied().zip(other.of.iter().copied()).collect();
    shared.retain(|&(a, b)| a != OUTSIDE && b != OUTSIDE);
    shared.sort_unstable();
    shared.dedup();
    let mut result = Vec::new();
    for (a, b) in shared {
        let (first, second) = (codes(one, a), codes(other, b));
        let without = |x: &[bool], y: &[bool]| -> Vec<bool> { x.iter().zip(y).map(|(&x, &y)| x && !y).collect() };
        let (of_first, of_second) = (without(&first, &second), without(&second, &first));
        let is_empty = |codes: &[bool]| !codes.contains(&true);
        let is_published = |codes: &[bool]| published.iter().any(|grouping| is_union(grouping, codes));
        let relation = match (is_empty(&of_first), is_empty(&of_second)) {
            (true, true) => continue,
            (true, false) => Relation::FirstInSecond,
            (false, true) => Relation::SecondInFirst,
            (false, false) => Relation::Crossing,
        };
        // An empty set counts as published.
        if !((is_empty(&of_first) || is_published(&of_first)) && (is_empty(&of_second) || is_published(&of_second))) {
            result.push((a, b, relation));
        }
    }
    result
}

/// Whether each group of a grouping lies within one group of a coarser grouping.
fn refines(finer: &Grouping, coarser: &Grouping) -> bool {
    let mut within = vec![None; finer.names.len()];
    finer
        .of
        .iter()
        .zip(&coarser.of)
        .all(|(&group, &of)| group != OUTSIDE && *within[group as usize].get_or_insert(of) == of)
}

/// Whether a set of codes is a union of groups.
fn is_union(grouping: &Grouping, codes: &[bool]) -> bool {
    let inside: Vec<u32> =
        grouping.of.iter().zip(codes).filter(|&(_, &is_in)| is_in).map(|(&group, _)| group).collect();
    !inside.contains(&OUTSIDE) && grouping.of.iter().zip(codes).all(|(group, &is_in)| is_in || !inside.contains(group))
}

/// Adds the pairs of two tables for two groups.
fn add(
    pairs: &mut Vec<Pair>,
    tables: &[Table],
    [one, other]: [Split; 2],
    [of_one, of_other]: [u32; 2],
    relation: Relation,
    family: usize,
) {
    let (first, second) = (&tables[one.0], &tables[other.0]);
    // Stride of each axis of the first table within the second.
    let step = |(at, axis): (usize, &Rc<Grouping>)| {
        let same = second.axes.iter().enumerate().position(|(to, theirs)| to != other.1 && theirs.is_same(axis));
        if at == one.1 { 0 } else { same.map_or(0, |to| second.strides[to]) }
    };
    let steps: Vec<usize> = first.axes.iter().enumerate().map(step).collect();
    for cell in 0..first.values.len() {
        let code = |axis: usize| cell / first.strides[axis] % first.axes[axis].names.len();
        if code(one.1) != of_one as usize {
            continue;
        }
        let base: usize = (0..first.axes.len()).map(|axis| code(axis) * steps[axis]).sum();
        let there = base + of_other as usize * second.strides[other.1];
        if first.status[cell] != Status::Shown || second.status[there] != Status::Shown {
            continue;
        }
        let (first, second) = ((one.0, cell), (other.0, there));
        let (small, large) = if relation == Relation::SecondInFirst { (second, first) } else { (first, second) };
        pairs.push(Pair { small, large, is_nested: relation != Relation::Crossing, family });
    }
}
