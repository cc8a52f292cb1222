//! Gives empty cells keys, so that a method can perturb them (docs/reference/randomness.md; ONS 2024, section 1).
//!
//! An empty cell has no records and therefore no record keys. Instead every category has a key. The key of a set of
//! codes is the sum of the codes' keys. Such a set is a group of a level, a filter or a custom group. The set of all
//! codes of a dimension has the key 0. The key of an empty cell is the sum of the keys of its sets. So this key does
//! not depend on how a query describes the cell. A dimension that is not in the query changes no key.
//!
//! Combinations that cannot exist (structural zeros) stay empty. A place without codes also stays empty.

use super::axis::Layout;
use super::rollup::Grid;
use super::selection::Selection;
use crate::cube::{Cube, StructuralZero};
use crate::key::category_key;

/// Maximum number of pieces into which rules cut a cell. A cell with more pieces counts as impossible. Real rules need
/// only a few pieces. Only a cube that is designed to waste time needs more.
const MAX_PIECES: u32 = 100_000;

/// A place of one dimension, with the properties of its set of codes.
struct Place {
    /// Sum of the codes' keys. The set of all codes has 0.
    key: u64,
    /// Whether the place has codes.
    any: bool,
    /// Marks the kinds of codes in the place (see [`Kinds`]). Empty if no rule names the dimension.
    kinds: Vec<bool>,
}

/// Divides the codes of a dimension into kinds. A rule names all codes of a kind or no code of it. So rules are
/// checked on kinds instead of single codes.
struct Kinds {
    /// The kind of each code. Empty if no rule names the dimension.
    of: Vec<u32>,
    number: usize,
}

impl Kinds {
    fn new(codes: usize, rules: &[StructuralZero], dimension: usize) -> Self {
        let mut kinds = Self { of: Vec::new(), number: 1 };
        for (_, never) in rules.iter().flatten().filter(|(ruled, _)| *ruled == dimension) {
            kinds.of.resize(codes, 0);
            // For each kind, the codes that this rule names move to a new kind.
            let mut split = vec![None; kinds.number];
            for (kind, _) in kinds.of.iter_mut().zip(never).filter(|(_, named)| **named) {
                let next = kinds.number as u32;
                *kind = *split[*kind as usize].get_or_insert_with(|| {
                    kinds.number += 1;
                    next
                });
            }
        }
        kinds
    }

    /// Marks the kinds that have codes. A kind has no codes left if a later rule named all its codes.
    fn all(&self) -> Vec<bool> {
        let mut all = vec![self.of.is_empty(); self.number];
        self.of.iter().for_each(|&kind| all[kind as usize] = true);
        all
    }
}

/// Converts rules on codes to rules on kinds.
fn rules_on_kinds(rules: &[StructuralZero], kinds: &[Kinds]) -> Vec<StructuralZero> {
    let on_kinds = |(dimension, never): &(usize, Vec<bool>)| {
        let mut named = vec![false; kinds[*dimension].number];
        for (&kind, &never) in kinds[*dimension].of.iter().zip(never) {
            named[kind as usize] |= never;
        }
        (*dimension, named)
    };
    rules.iter().map(|rule| rule.iter().map(on_kinds).collect()).collect()
}

/// Gives every empty cell of a grid the key of its categories if `keyed` is set. `sets` holds the classes of each
/// place on each axis. Returns the cells that cannot exist and stay empty.
pub(super) fn key_empty_cells(
    cube: &Cube,
    layout: &Layout,
    sets: &[Vec<Vec<u32>>],
    grid: &mut Grid,
    keyed: bool,
) -> Vec<usize> {
    let kinds = cube.dimensions.iter().enumerate();
    let kinds = kinds.map(|(at, dimension)| Kinds::new(dimension.codes.len(), &cube.structural_zeros, at));
    let kinds: Vec<Kinds> = kinds.collect();
    let rules = &rules_on_kinds(&cube.structural_zeros, &kinds);
    let places = |selection: &Selection, sets: &[Vec<u32>]| places(cube, selection, &kinds[selection.dimension], sets);
    let axes: Vec<Vec<Place>> =
        layout.axes.iter().zip(sets).map(|(axis, sets)| places(&axis.selection, sets)).collect();
    let mut base = 0;
    // For each dimension, marks the kinds of codes in a cell. The entries of the axes are replaced for each cell.
    let mut cell: Vec<Vec<bool>> = kinds.iter().map(Kinds::all).collect();
    for filter in &layout.filters {
        for place in places(filter, &[vec![0]]) {
            base += place.key;
            if !place.kinds.is_empty() {
                cell[filter.dimension] = place.kinds;
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
            key += place.key; // no overflow: at most 64 dimensions with keys below 2^53
            can_exist &= place.any;
            if !place.kinds.is_empty() {
                cell[axis.selection.dimension].clone_from(&place.kinds);
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

/// The places of one dimension. Each place is a set of the selection's classes.
fn places(cube: &Cube, selection: &Selection, kinds: &Kinds, sets: &[Vec<u32>]) -> Vec<Place> {
    let dimension = &cube.dimensions[selection.dimension];
    let modulus = cube.keys.modulus();
    // For each class: the sum of its codes' keys, their number, and their kinds.
    let ruled = if kinds.of.is_empty() { 0 } else { kinds.number };
    let mut classes = vec![(0, 0, vec![false; ruled]); selection.classes];
    for (at, ((code, _), &class)) in dimension.codes.iter().zip(&selection.class_of).enumerate() {
        if let Some((sum, codes, of_kind)) = classes.get_mut(class as usize) {
            *sum = (*sum + category_key(&cube.salt, &dimension.name, code, modulus)) % modulus.get();
            *codes += 1;
            if let Some(&kind) = kinds.of.get(at) {
                of_kind[kind as usize] = true;
            }
        }
    }
    let place = |set: &Vec<u32>| {
        let (mut key, mut codes, mut marked) = (0, 0, vec![false; ruled]);
        for (sum, number, of_kind) in set.iter().map(|&class| &classes[class as usize]) {
            key = (key + sum) % modulus.get();
            codes += number;
            marked.iter_mut().zip(of_kind).for_each(|(marked, is)| *marked |= is);
        }
        let whole = codes == dimension.codes.len();
        Place { key: if whole { 0 } else { key }, any: codes > 0, kinds: marked }
    };
    sets.iter().map(place).collect()
}

/// The number of code combinations of a cell that can exist. `cell` holds the codes or kinds of every dimension that a
/// rule names. With `any`, counting stops as soon as the result is above 0. The result is also 0 if the computation
/// would take too long, so such a cell stays empty.
pub(crate) fn possible(cell: &[Vec<bool>], rules: &[StructuralZero], any: bool) -> u128 {
    let within =
        |(dimension, never): &(usize, Vec<bool>)| cell[*dimension].iter().zip(never).all(|(is, never)| !is || *never);
    if rules.iter().any(|rule| rule.iter().all(within)) {
        return 0;
    }
    let mut pieces = 0;
    left(cell, rules, any, &mut pieces).filter(|_| pieces <= MAX_PIECES).unwrap_or(0)
}

/// Removes the combinations that the first matching rule forbids. Counts the other combinations piece by piece, and
/// applies the other rules to each piece. Returns `None` if there are too many pieces.
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

    /// Marks the codes at the listed positions.
    fn codes(of: usize, listed: &[usize]) -> Vec<bool> {
        (0..of).map(|code| listed.contains(&code)).collect()
    }

    #[test]
    fn rules_may_cover_a_cell_together() {
        // Children (age 0) are neither married (1) nor widowed (2). Nobody of age 1 is widowed.
        let rules = [
            vec![(0, codes(3, &[0])), (1, codes(3, &[1]))],
            vec![(0, codes(3, &[0])), (1, codes(3, &[2]))],
            vec![(0, codes(3, &[1])), (1, codes(3, &[2]))],
        ];
        let count = |ages: &[usize], statuses: &[usize]| possible(&[codes(3, ages), codes(3, statuses)], &rules, false);
        assert_eq!(count(&[0], &[1, 2]), 0); // two rules together forbid all combinations
        assert_eq!(count(&[0, 1], &[2]), 0);
        assert_eq!(count(&[0, 1], &[1, 2]), 1);
        assert_eq!(count(&[0, 1, 2], &[0, 1, 2]), 6);
        assert_eq!(count(&[2], &[0, 1, 2]), 3);
    }
}
