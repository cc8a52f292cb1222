//! Compares the levels of a dimension: finer, coarser, nested.

use crate::dimension::Dimension;

/// Whether each group of `fine` is within one group of `coarse`. `None` stands for the dimension's own codes, the
/// finest level.
pub(crate) fn refines(dimension: &Dimension, fine: Option<usize>, coarse: Option<usize>) -> bool {
    let mut group_of = vec![None; dimension.codes_at(fine).len()];
    (0..dimension.codes.len() as u32).all(|code| {
        let group = dimension.group_of(coarse, code);
        *group_of[dimension.group_of(fine, code) as usize].get_or_insert(group) == group
    })
}

/// Checks that the levels of a dimension nest. The error contains the first pair of levels that cross: neither level is
/// within the other.
pub(crate) fn nests(dimension: &Dimension) -> Result<(), (usize, usize)> {
    for second in 0..dimension.levels.len() {
        for first in 0..second {
            let is_within = |fine, coarse| refines(dimension, Some(fine), Some(coarse));
            if !is_within(first, second) && !is_within(second, first) {
                return Err((first, second));
            }
        }
    }
    Ok(())
}

/// The levels that are coarser than a level, with no other level in between, in declared order.
pub(crate) fn coarser(dimension: &Dimension, level: Option<usize>) -> Vec<Option<usize>> {
    let is_above = |coarse: Option<usize>, fine| refines(dimension, fine, coarse) && !refines(dimension, coarse, fine);
    let above: Vec<Option<usize>> =
        (0..dimension.levels.len()).map(Some).filter(|&coarse| is_above(coarse, level)).collect();
    let is_next = |&&coarse: &&Option<usize>| !above.iter().any(|&between| is_above(coarse, between));
    above.iter().filter(is_next).copied().collect()
}

/// The finer of two levels. If the levels cross, returns `None`, which means the dimension's own codes.
pub(crate) fn finer(dimension: &Dimension, one: Option<usize>, other: Option<usize>) -> Option<usize> {
    if refines(dimension, one, other) {
        one
    } else if refines(dimension, other, one) {
        other
    } else {
        None
    }
}

/// The coarsest level that separates a set of codes from all other codes. Ties go to the first declared level.
pub(crate) fn level_of(dimension: &Dimension, retained: &[bool]) -> Option<usize> {
    let tells = |level: usize| {
        let mut is_in = vec![None; dimension.levels[level].codes.len()];
        let mut codes = dimension.levels[level].of.iter().zip(retained);
        codes.all(|(&group, &retained)| *is_in[group as usize].get_or_insert(retained) == retained)
    };
    let groups = |level: usize| {
        let mut met = vec![false; dimension.levels[level].codes.len()];
        dimension.levels[level].of.iter().for_each(|&group| met[group as usize] = true);
        met.into_iter().filter(|&met| met).count()
    };
    (0..dimension.levels.len()).filter(|&level| tells(level)).min_by_key(|&level| groups(level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dimension::{CodeList, Level, Text};

    /// Six codes with five levels: pairs, threes, all codes together, two groups that cross the threes, and single
    /// codes.
    fn dimension() -> Dimension {
        let list = |codes: u32| {
            CodeList::new((0..codes).map(|code| (code.to_string(), Text::default())).collect()).expect("codes once")
        };
        let level = |name: &str, of: [u32; 6]| Level {
            name: name.into(),
            label: Text::default(),
            codes: list(of.iter().max().map_or(0, |last| last + 1)),
            of: of.to_vec(),
        };
        let levels = vec![
            level("pairs", [0, 0, 1, 1, 2, 2]),
            level("threes", [0, 0, 0, 1, 1, 1]),
            level("all", [0; 6]),
            level("mixed", [0, 0, 1, 1, 1, 1]),
            level("codes", [0, 1, 2, 3, 4, 5]),
        ];
        Dimension { name: "d".into(), label: Text::default(), note: None, role: None, codes: list(6), levels }
    }

    #[test]
    fn levels_within_one_another() {
        let d = dimension();
        assert_eq!(nests(&d), Err((0, 1)));
        assert!(refines(&d, None, Some(1)) && refines(&d, Some(0), Some(3)) && refines(&d, Some(4), None));
        assert!(!refines(&d, Some(0), Some(1)) && !refines(&d, Some(1), None) && !refines(&d, Some(3), Some(0)));
        // The codes have the next coarser levels `pairs` and `threes`. `pairs` has `mixed`; `threes` and `mixed` have
        // `all`. The level `codes` equals the codes, so it is not coarser than the codes.
        assert_eq!(coarser(&d, None), [Some(0), Some(1)]);
        assert_eq!(coarser(&d, Some(4)), [Some(0), Some(1)]);
        assert_eq!(coarser(&d, Some(0)), [Some(3)]);
        assert_eq!((coarser(&d, Some(1)), coarser(&d, Some(3))), (vec![Some(2)], vec![Some(2)]));
        assert_eq!(coarser(&d, Some(2)), []);
        assert_eq!(
            (finer(&d, Some(3), Some(0)), finer(&d, Some(1), Some(3)), finer(&d, Some(2), Some(1))),
            (Some(0), None, Some(1))
        );
    }

    #[test]
    fn the_level_that_a_filter_stands_for() {
        let d = dimension();
        for (retained, expected) in [
            ([1, 0, 0, 0, 0, 0], Some(4)),
            ([1, 1, 0, 0, 0, 0], Some(3)),
            ([0, 0, 1, 1, 0, 0], Some(0)),
            ([1, 1, 1, 0, 0, 0], Some(1)),
            ([0, 0, 1, 1, 1, 1], Some(3)),
            ([1, 1, 1, 1, 1, 1], Some(2)),
        ] {
            assert_eq!(level_of(&d, &retained.map(|retained| retained == 1)), expected, "{retained:?}");
        }
    }
}
