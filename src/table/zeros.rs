//! Empty cells that are drawn like any other: by the keys of their categories (DESIGN 4.4; ONS 2024, section 1).
//!
//! An empty cell has no record to take a key from. Every category has a key instead; a set of a dimension's codes (a
//! level's group, a filter, a group of one's own) has the sum of its codes' keys, and the set of all codes adds nothing.
//! So a cell has the same key however it is asked for, and dimensions that a query does not name change nothing.
//! Combinations that cannot exist (structural zeros) stay empty, as does a set without any code.

use super::axis::{Layout, Selection};
use super::rollup::Grid;
use crate::cube::{Cube, StructuralZero};
use crate::key::category_key;

/// Pieces that a cell is cut into before its rules are taken to leave something of it. Rules as people write them take a
/// handful; only a cube made to waste time has more.
const MAX_PIECES: u32 = 100_000;

/// The codes of a dimension that a place stands for.
struct Place {
    /// Sum of the codes' keys, 0 for all codes.
    key: u64,
    /// Whether each code belongs to it.
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
    let axes: Vec<Vec<Place>> =
        layout.axes.iter().zip(sets).map(|(axis, sets)| places(cube, &axis.selection, sets)).collect();
    let mut base = 0;
    // What the query leaves of each dimension that is no axis.
    let mut cell: Vec<Vec<bool>> = cube.dimensions.iter().map(|dimension| vec![true; dimension.codes.len()]).collect();
    for filter in &layout.filters {
        for place in places(cube, filter, &[vec![0]]) {
            base += place.key;
            cell[filter.dimension] = place.codes;
        }
    }
    let modulus = cube.keys.modulus().get();
    let mut impossible = Vec::new();
    for at in (0..grid.counts.len()).filter(|&at| grid.counts[at] == 0) {
        let mut rest = at;
        let mut key = base;
        let mut without_codes = false;
        for (axis, places) in layout.axes.iter().zip(&axes).rev() {
            let place = &places[rest % places.len()];
            rest /= places.len();
            key += place.key; // at most 64 dimensions below 2^53 each
            without_codes |= !place.codes.contains(&true);
            if !cube.structural_zeros.is_empty() {
                cell[axis.selection.dimension].clone_from(&place.codes);
            }
        }
        if without_codes || (!cube.structural_zeros.is_empty() && possible(&cell, &cube.structural_zeros) == 0) {
            impossible.push(at);
        } else if keyed {
            grid.keys[at] = key % modulus;
        }
    }
    impossible
}

/// The places of one dimension, each a set of the selection's classes.
fn places(cube: &Cube, selection: &Selection, sets: &[Vec<u32>]) -> Vec<Place> {
    let dimension = &cube.dimensions[selection.dimension];
    let modulus = cube.keys.modulus();
    let key = |(code, _): (&str, _)| category_key(&cube.salt, &dimension.name, code, modulus);
    let keys: Vec<u64> = dimension.codes.iter().map(key).collect();
    let place = |set: &Vec<u32>| {
        let codes: Vec<bool> = selection.class_of.iter().map(|class| set.contains(class)).collect();
        let sum = |sum: u64, (_, &key): (_, &u64)| (sum + key) % modulus.get();
        let key = if codes.contains(&false) { codes.iter().zip(&keys).filter(|(is, _)| **is).fold(0, sum) } else { 0 };
        Place { key, codes }
    };
    sets.iter().map(place).collect()
}

/// How many combinations of a cell's codes can exist, given the codes of every dimension; at least 1 where that is too
/// hard to tell.
pub(crate) fn possible(cell: &[Vec<bool>], rules: &[StructuralZero]) -> u128 {
    let mut pieces = 0;
    left(&mut cell.to_vec(), rules, &mut pieces)
}

/// Cuts away what the first rule forbids and counts, piece by piece, what the other rules leave of the rest.
fn left(cell: &mut [Vec<bool>], rules: &[StructuralZero], pieces: &mut u32) -> u128 {
    *pieces += 1;
    if *pieces > MAX_PIECES {
        return 1;
    }
    let size = |codes: &Vec<bool>| codes.iter().filter(|&&is| is).count() as u128;
    let met = |rule: &&StructuralZero| {
        rule.iter().all(|(dimension, never)| cell[*dimension].iter().zip(never).any(|(is, never)| *is && *never))
    };
    let Some(at) = rules.iter().position(|rule| met(&rule)) else {
        return cell.iter().map(size).fold(1, u128::saturating_mul);
    };
    let mut sum = 0u128;
    let mut cut = cell.to_vec();
    for (dimension, never) in &rules[at] {
        let whole = cut[*dimension].clone();
        cut[*dimension].iter_mut().zip(never).for_each(|(is, never)| *is &= !never);
        if cut[*dimension].contains(&true) {
            sum = sum.saturating_add(left(&mut cut, &rules[at + 1..], pieces));
        }
        cut[*dimension] = whole;
        cut[*dimension].iter_mut().zip(never).for_each(|(is, never)| *is &= never);
    }
    sum
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
        let count = |ages: &[usize], statuses: &[usize]| possible(&[codes(3, ages), codes(3, statuses)], &rules);
        assert_eq!(count(&[0], &[1, 2]), 0); // no rule covers it alone
        assert_eq!(count(&[0, 1], &[2]), 0);
        assert_eq!(count(&[0, 1], &[1, 2]), 1);
        assert_eq!(count(&[0, 1, 2], &[0, 1, 2]), 6);
        assert_eq!(count(&[2], &[0, 1, 2]), 3);
    }
}
