//! Pairs units of different classes.

/// Pairs units of `first` with units of `second` of another class. There are as many pairs as possible. Units that come
/// earlier in a list are preferred.
///
/// First, equal positions form pairs. A pair of one class then exchanges its unit with a spare unit of another class, or
/// with a pair that has no unit of this class. If neither exists, no more pairs are possible: no unit of another class is
/// free.
pub(super) fn pairs(first: &mut [u32], second: &mut [u32], class: impl Fn(u32) -> u32) -> Vec<(u32, u32)> {
    let many = first.len().min(second.len());
    let mut conflicts: Vec<(u32, usize)> =
        (0..many).filter(|&at| class(first[at]) == class(second[at])).map(|at| (class(first[at]), at)).collect();
    conflicts.sort_unstable();
    for conflicts in conflicts.chunk_by(|a, b| a.0 == b.0) {
        let own = conflicts[0].0;
        // The positions that may still resolve a conflict of this class. They only move on, so each is tried once.
        let (mut spare_second, mut spare_first, mut pair) = (many, many, 0);
        for &(_, at) in conflicts {
            if class(first[at]) != class(second[at]) {
                continue; // an earlier conflict has resolved this one
            }
            while spare_second < second.len() && class(second[spare_second]) == own {
                spare_second += 1;
            }
            while spare_first < first.len() && class(first[spare_first]) == own {
                spare_first += 1;
            }
            while pair < many && (class(first[pair]) == own || class(second[pair]) == own) {
                pair += 1;
            }
            if spare_second < second.len() {
                second.swap(at, spare_second);
            } else if spare_first < first.len() {
                first.swap(at, spare_first);
            } else if pair < many {
                second.swap(at, pair);
            } else {
                break;
            }
        }
    }
    let different = |&(one, other): &(u32, u32)| class(one) != class(other);
    first.iter().copied().zip(second.iter().copied()).filter(different).collect()
}

/// Pairs the units of one list with each other, with as many pairs of different classes as possible.
///
/// The units are ordered by class, the largest class first, and each unit of the first half gets the unit half the list
/// further on. Two units of one class meet only if the class has more than half of the units.
pub(super) fn pairs_among(units: &mut [u32], class: impl Fn(u32) -> u32) -> Vec<(u32, u32)> {
    let mut sizes = std::collections::BTreeMap::new();
    units.iter().for_each(|&unit| *sizes.entry(class(unit)).or_insert(0_usize) += 1);
    // A stable sort keeps the random order within a class.
    units.sort_by_key(|&unit| (usize::MAX - sizes[&class(unit)], class(unit)));
    let half = units.len() / 2;
    // With an odd number of units, the largest class gives up a unit.
    let spare = units.len() % 2;
    let pair = |at: usize| (units[spare + at], units[spare + half + at]);
    (0..half).map(pair).filter(|&(one, other)| class(one) != class(other)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The largest number of pairs (Hall's theorem): units of one class need partners of other classes, and units of two
    /// classes accept every partner.
    fn most(first: &[u32], second: &[u32]) -> usize {
        let many = |list: &[u32], own: u32| list.iter().filter(|&&class| class == own).count();
        let others = |own: u32| second.len() - many(second, own);
        let of_class = |own: u32| first.len() - many(first, own).saturating_sub(others(own));
        (0..4).map(of_class).min().unwrap_or(0).min(second.len())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn as_many_pairs_as_possible(
            first in proptest::collection::vec(0_u32..4, 0..12),
            second in proptest::collection::vec(0_u32..4, 0..12),
        ) {
            let classes = [first.clone(), second.clone()].concat();
            let mut ones: Vec<u32> = (0..first.len() as u32).collect();
            let mut others: Vec<u32> = (first.len() as u32..classes.len() as u32).collect();
            let found = pairs(&mut ones, &mut others, |unit| classes[unit as usize]);
            let mut used: Vec<u32> = found.iter().flat_map(|&(one, other)| [one, other]).collect();
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(used.len(), 2 * found.len(), "each unit has one partner");
            for (one, other) in &found {
                prop_assert!((*one as usize) < first.len() && *other as usize >= first.len());
                prop_assert_ne!(classes[*one as usize], classes[*other as usize]);
            }
            prop_assert_eq!(found.len(), most(&first, &second));
        }

        #[test]
        fn a_list_is_paired_as_far_as_possible(classes in proptest::collection::vec(0_u32..4, 0..14)) {
            let mut units: Vec<u32> = (0..classes.len() as u32).collect();
            let found = pairs_among(&mut units, |unit| classes[unit as usize]);
            let mut used: Vec<u32> = found.iter().flat_map(|&(one, other)| [one, other]).collect();
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(used.len(), 2 * found.len());
            prop_assert!(found.iter().all(|&(one, other)| classes[one as usize] != classes[other as usize]));
            let largest = (0..4).map(|own| classes.iter().filter(|&&class| class == own).count()).max().unwrap_or(0);
            prop_assert_eq!(found.len(), (classes.len() / 2).min(classes.len() - largest));
        }
    }
}
