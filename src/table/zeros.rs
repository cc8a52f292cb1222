//! Empty cells that are drawn like any other: by the keys of their categories (DESIGN 4.4; ONS 2024, section 1).
//!
//! An empty cell has no record to take a key from. Every category has a key instead; a set of a dimension's codes (a
//! level's group, a filter, a group of one's own) has the sum of its codes' keys, and the set of all codes adds nothing.
//! So a cell has the same key however it is asked for, and dimensions that a query does not name change nothing.
//! Combinations that cannot exist (structural zeros) stay empty, as does a set without any code.

use super::axis::{Layout, Selection};
use super::rollup::Grid;
use crate::cube::{Cube, Dimension, StructuralZero};
use crate::key::category_key;

/// Pieces that a cell is cut into before its rules are taken to leave nothing of it. Rules as people write them take a
/// handful; only a cube made to waste time has more.
const MAX_PIECES: u32 = 100_000;

/// The codes of a dimension that a place stands for.
struct Place {
    /// Sum of the codes' keys, 0 for all codes.
    key: u64,
    /// Whether it has any code.
    any: bool,
    /// Whether each code belongs to it; empty where no rule asks.
    codes: Vec<bool>,
}

/// Gives every empty cell of a grid the key of its categories, where they are `keyed`. `sets` holds for each axis the
/// classes that each of the grid's places is made of. The cells returned cannot exist and stay empty.
pub(super) fn key_empty_cells(
    cube: &Cube,
    layout: &Layout,
    sets: &[Vec<Vec<u32>>],
    grid: &mut Grid,
    keyed: bool,
) -> Vec<usize> {
    let rules = &cube.structural_zeros;
    let axes: Vec<Vec<Place>> =
        layout.axes.iter().zip(sets).map(|(axis, sets)| places(cube, &axis.selection, sets)).collect();
    let mut base = 0;
    // What the query leaves of each dimension that is no axis; of those that no rule names, one code stands for all.
    let all =
        |(at, dimension): (usize, &Dimension)| vec![true; if is_ruled(rules, at) { dimension.codes.len() } else { 1 }];
    let mut cell: Vec<Vec<bool>> = cube.dimensions.iter().enumerate().map(all).collect();
    for filter in &layout.filters {
        for place in places(cube, filter, &[vec![0]]) {
            base += place.key;
            if is_ruled(rules, filter.dimension) {
                cell[filter.dimension] = place.codes;
            }
        }
    }
    let modulus = cube.keys.modulus().get();
    let mut impossible = Vec::new();
    for at in (0..grid.counts.len()).filter(|&at| grid.counts[at] == 0) {
        let mut rest = at;
        let mut key = base;
        let mut can_exist = true;
        for (axis, places) in layout.axes.iter().zip(&axes).rev() {
            let place = &places[rest % places.len()];
            rest /= places.len();
            key += place.key; // at most 64 dimensions below 2^53 each
            can_exist &= place.any;
            if !place.codes.is_empty() {
                cell[axis.selection.dimension].clone_from(&place.codes);
            }
        }
        if !can_exist || (!rules.is_empty() && possible(&cell, rules, true) == 0) {
            impossible.push(at);
        } else if keyed {
            grid.keys[at] = key % modulus;
        }
    }
    impossible
}

/// Whether a rule names a dimension.
fn is_ruled(rules: &[StructuralZero], dimension: usize) -> bool {
    rules.iter().flatten().any(|(ruled, _)| *ruled == dimension)
}

/// The places of one dimension, each a set of the selection's classes.
fn places(cube: &Cube, selection: &Selection, sets: &[Vec<u32>]) -> Vec<Place> {
    let dimension = &cube.dimensions[selection.dimension];
    let modulus = cube.keys.modulus();
    // Sum of the keys and number of the codes of each class.
    let mut classes = vec![(0, 0); selection.classes];
    for ((code, _), &class) in dimension.codes.iter().zip(&selection.class_of) {
        if let Some((sum, codes)) = classes.get_mut(class as usize) {
            *sum = (*sum + category_key(&cube.salt, &dimension.name, code, modulus)) % modulus.get();
            *codes += 1;
        }
    }
    let ruled = is_ruled(&cube.structural_zeros, selection.dimension);
    let place = |set: &Vec<u32>| {
        let (mut key, mut codes) = (0, 0);
        for &class in set {
            key = (key + classes[class as usize].0) % modulus.get();
            codes += classes[class as usize].1;
        }
        if codes == dimension.codes.len() {
            key = 0;
        }
        let marked = selection.class_of.iter().map(|class| set.contains(class));
        Place { key, any: codes > 0, codes: if ruled { marked.collect() } else { Vec::new() } }
    };
    sets.iter().map(place).collect()
}

/// How many combinations of a cell's codes can exist, given the codes of every dimension that a rule names; where it is asked
/// whether there are `any`, 0 or more. 0 where that is too hard to tell: such a cell is left empty.
pub(crate) fn possible(cell: &[Vec<bool>], rules: &[StructuralZero], any: bool) -> u128 {
    let within =
        |(dimension, never): &(usize, Vec<bool>)| cell[*dimension].iter().zip(never).all(|(is, never)| !is || *never);
    if rules.iter().any(|rule| rule.iter().all(within)) {
        return 0;
    }
    let mut pieces = 0;
    left(cell, rules, any, &mut pieces).filter(|_| pieces <= MAX_PIECES).unwrap_or(0)
}

/// Cuts away what the first rule forbids and counts, piece by piece, what the other rules leave of the rest. None when there
/// are too many pieces.
fn left(cell: &[Vec<bool>], rules: &[StructuralZero], any: bool, pieces: &mut u32) -> Option<u128> {
    *pieces += 1;
    if *pieces > MAX_PIECES {
        return None;
    }
    let size = |codes: &Vec<bool>| codes.iter().filter(|&&is| is).count() as u128;
    let met = |rule: &StructuralZero| {
        rule.iter().all(|(dimension, never)| cell[*dimension].iter().zip(never).any(|(is, never)| *is && *never))
    };
    let Some(at) = rules.iter().position(met) else {
        return Some(cell.iter().map(size).fold(1, u128::saturating_mul));
    };
    let mut sum = 0u128;
    let mut cut = cell.to_vec();
    for (dimension, never) in &rules[at] {
        let whole = cut[*dimension].clone();
        cut[*dimension].iter_mut().zip(never).for_each(|(is, never)| *is &= !never);
        if cut[*dimension].contains(&true) {
            sum = sum.saturating_add(left(&cut, &rules[at + 1..], any, pieces)?);
            if any && sum > 0 {
                break;
            }
        }
        cut[*dimension] = whole;
        cut[*dimension].iter_mut().zip(never).for_each(|(is, never)| *is &= never);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::possible;

    /// Codes by their positions.
    fn codes(of: usize, listed: &[usize]) -> Vec<bool> {
        (0..of).map(|code| listed.contains(&code)).collect()
    }

    #[test]
    fn rules_may_cover_a_cell_together() {
        // Children (age 0) are neither married (1) nor widowed (2); nobody of age 1 is widowed.
        let rules = [
            vec![(0, codes(3, &[0])), (1, codes(3, &[1]))],
            vec![(0, codes(3, &[0])), (1, codes(3, &[2]))],
            vec![(0, codes(3, &[1])), (1, codes(3, &[2]))],
        ];
        let count = |ages: &[usize], statuses: &[usize]| possible(&[codes(3, ages), codes(3, statuses)], &rules, false);
        assert_eq!(count(&[0], &[1, 2]), 0); // no rule covers it alone
        assert_eq!(count(&[0, 1], &[2]), 0);
        assert_eq!(count(&[0, 1], &[1, 2]), 1);
        assert_eq!(count(&[0, 1, 2], &[0, 1, 2]), 6);
        assert_eq!(count(&[2], &[0, 1, 2]), 3);
    }
}
