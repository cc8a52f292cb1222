//! Tests the search for the fewest blocks with worked cases, and against a search of all signed sets of blocks.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use super::super::selection::DROPPED;
use super::*;
use crate::dimension::{CodeList, Level, Text};

/// A dimension with the codes 0, 1, …. `levels` holds the group of every code, level by level.
fn dimension(codes: usize, levels: &[Vec<u32>]) -> Dimension {
    let list = |len: usize| {
        let codes = (0..len).map(|code| (code.to_string(), Text::from(code.to_string())));
        CodeList::new(codes.collect()).expect("distinct codes")
    };
    let level = |(at, of): (usize, &Vec<u32>)| Level {
        name: format!("l{at}"),
        label: Text::from("level"),
        codes: list(of.iter().max().map_or(0, |&last| last as usize + 1)),
        of: of.clone(),
    };
    Dimension {
        name: "d".into(),
        label: Text::from("dimension"),
        note: None,
        role: None,
        codes: list(codes),
        levels: levels.iter().enumerate().map(level).collect(),
    }
}

/// The sign of a block, then its level (`None` for a code) and its code. `None` instead of level and code means the
/// whole dimension.
type Signed = (i32, Option<(Option<usize>, u32)>);

/// The blocks of a set, or `None` if the set is a single block.
fn several(dimension: &Dimension, wanted: &[bool], only_sums: bool) -> Option<Vec<Signed>> {
    let class_of = wanted.iter().map(|&wanted| if wanted { 0 } else { DROPPED }).collect();
    let given = Selection { dimension: 0, class_of, classes: 1 };
    let (selection, blocks) = resolve(dimension, None, &given, &[vec![0]], 1, only_sums)?;
    let nodes = Nodes::new(dimension);
    // Each block has exactly the codes of its classes, and every class has codes.
    for (&node, set) in blocks.nodes.iter().zip(&blocks.sets) {
        for (code, &class) in selection.class_of.iter().enumerate() {
            assert_eq!(nodes.codes.get(node).contains(&(code as u32)), set.contains(&class));
        }
    }
    assert!((0..selection.classes as u32).all(|class| selection.class_of.contains(&class)));
    let signed = |&part: &u32| {
        let sign = if part & MINUS > 0 { -1 } else { 1 };
        (sign, level_of(dimension, blocks.nodes[(part & !MINUS) as usize]))
    };
    Some(blocks.sums[0].iter().map(signed).collect())
}

fn set(codes: usize, wanted: &[usize]) -> Vec<bool> {
    (0..codes).map(|code| wanted.contains(&code)).collect()
}

#[test]
fn areas_by_hand() {
    // `regions` has ten regions in two countries. `nested` has twelve districts in four areas and two states.
    let regions = dimension(10, &[vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]);
    let nested = dimension(12, &[vec![0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], vec![0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]]);
    let (whole, code) = (|sign| (sign, None), |sign, code| (sign, Some((None, code))));
    let group = |sign, level, code| (sign, Some((Some(level), code)));
    type Case<'a> = (&'a Dimension, Vec<usize>, Option<Vec<Signed>>);
    let cases: Vec<Case<'_>> = vec![
        (&regions, vec![0], None),
        (&regions, (0..9).collect(), None),
        (&regions, (0..10).collect(), None),
        (&regions, vec![], None),
        (&regions, vec![0, 1], Some(vec![code(1, 0), code(1, 1)])),
        (&regions, (1..10).collect(), Some(vec![whole(1), code(-1, 0)])),
        (&regions, (0..8).collect(), Some(vec![group(1, 0, 0), code(-1, 8)])),
        // One area and four districts.
        (&nested, vec![0, 1, 2, 3, 6, 9], Some(vec![group(1, 0, 0), code(1, 3), code(1, 6), code(1, 9)])),
        (&nested, vec![0, 1, 2, 3, 4], Some(vec![group(1, 1, 0), code(-1, 5)])),
        // Adding two blocks is preferred to subtracting one from another.
        (&nested, vec![0, 1], Some(vec![code(1, 0), code(1, 1)])),
        (&nested, vec![0, 1, 2, 6, 7, 8], Some(vec![group(1, 0, 0), group(1, 0, 2)])),
        (&nested, (1..12).collect(), Some(vec![whole(1), code(-1, 0)])),
    ];
    for (dimension, wanted, expected) in cases {
        assert_eq!(several(dimension, &set(dimension.codes.len(), &wanted), false), expected, "{wanted:?}");
    }
}

#[test]
fn sums_by_hand() {
    let regions = dimension(10, &[vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]);
    let (code, group) = (|code| (1, Some((None, code))), |code| (1, Some((Some(0), code))));
    for (wanted, expected) in [
        ((0..10).collect::<Vec<_>>(), None),
        (vec![], None),
        // Code 9 is alone in its group, and therefore one of the largest blocks. Larger blocks come first.
        ((1..10).collect(), Some([9].into_iter().chain(1..9).map(code).collect::<Vec<_>>())),
        ((0..8).collect(), Some((0..8).map(code).collect())),
        (vec![0, 1, 9], Some(vec![code(9), code(0), code(1)])),
    ] {
        assert_eq!(several(&regions, &set(10, &wanted), true), expected, "{wanted:?}");
    }
    // Two groups of two codes, and one code of a third group.
    let pairs = dimension(6, &[vec![0, 0, 1, 1, 2, 2]]);
    assert_eq!(several(&pairs, &set(6, &[0, 1, 2, 3, 5]), true), Some(vec![group(0), group(1), code(5)]));
}

#[test]
fn levels_that_cross_are_not_mixed() {
    // The codes are the nine cells of a square. One level groups them by row, the other by column.
    let square = dimension(9, &[vec![0, 0, 0, 1, 1, 1, 2, 2, 2], vec![0, 1, 2, 0, 1, 2, 0, 1, 2]]);
    let column = |sign, code| (sign, Some((Some(1), code)));
    let wanted = set(9, &[0, 3, 6, 1, 4, 7, 2]);
    assert_eq!(several(&square, &wanted, false), Some(vec![column(1, 0), column(1, 1), (1, Some((None, 2)))]));
    // A row plus a column minus their common code would mix the two levels. The expected blocks are the row and two
    // codes.
    let cross = several(&square, &set(9, &[0, 1, 2, 3, 6]), false).expect("several blocks");
    assert_eq!(cross, vec![(1, Some((Some(0), 0))), (1, Some((None, 3))), (1, Some((None, 6)))]);
}

/// The fewest blocks, and among such solutions the fewest subtractions. Tries all signed sets of blocks of each family
/// of levels.
fn by_force(dimension: &Dimension, wanted: &[bool], only_sums: bool) -> (usize, usize) {
    let least = if only_sums { 0 } else { -1 };
    let levels = &dimension.levels;
    let nest = |a: usize, b: usize| {
        let codes = || 0..wanted.len();
        codes().all(|code| {
            let (of_a, of_b) = (
                |at: usize| levels[a].of[at] == levels[a].of[code],
                |at: usize| levels[b].of[at] == levels[b].of[code],
            );
            codes().all(|at| !of_a(at) || of_b(at)) || codes().all(|at| !of_b(at) || of_a(at))
        })
    };
    let mut best = (usize::MAX, usize::MAX);
    for mask in 0..1_usize << levels.len() {
        let chosen: Vec<usize> = (0..levels.len()).filter(|level| mask >> level & 1 == 1).collect();
        if chosen.iter().any(|&a| chosen.iter().any(|&b| !nest(a, b))) {
            continue;
        }
        let mut blocks: Vec<Vec<bool>> = vec![vec![true; wanted.len()]];
        blocks.extend((0..wanted.len()).map(|code| set(wanted.len(), &[code])));
        for level in chosen {
            let groups = 0..levels[level].codes.len() as u32;
            blocks.extend(groups.map(|group| levels[level].of.iter().map(|&of| of == group).collect()));
        }
        let left: Vec<i32> = wanted.iter().map(|&wanted| i32::from(wanted)).collect();
        try_all(&blocks, &left, least, (0, 0), &mut best);
    }
    best
}

/// Tries all ways to add, skip or subtract each block, with signs from `least`. Records the best way that leaves nothing over.
fn try_all(blocks: &[Vec<bool>], left: &[i32], least: i32, so_far: (usize, usize), best: &mut (usize, usize)) {
    let Some((block, others)) = blocks.split_first() else {
        if left.iter().all(|&left| left == 0) {
            *best = so_far.min(*best);
        }
        return;
    };
    for sign in least..=1 {
        let left: Vec<i32> = left.iter().zip(block).map(|(left, &within)| left - sign * i32::from(within)).collect();
        try_all(others, &left, least, (so_far.0 + usize::from(sign != 0), so_far.1 + usize::from(sign < 0)), best);
    }
}

/// **No signed set of blocks for an area is smaller.** No set of the same size has fewer subtractions. The blocks add
/// up to the area. With `only_sums` no block is subtracted, and no sum of blocks is smaller.
#[test]
fn fewest_of_all_signed_sets() {
    for only_sums in [false, true] {
        fewest(only_sums);
    }
}

fn fewest(only_sums: bool) {
    let codes = 1_usize..6;
    let strategy = codes.prop_flat_map(|codes| {
        let level = prop::collection::vec(0_u32..3, codes);
        (prop::collection::vec(level, 0..3), prop::collection::vec(any::<bool>(), codes))
    });
    let config = Config { cases: 150, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..Config::default() };
    let law = |(levels, wanted): (Vec<Vec<u32>>, Vec<bool>)| {
        let dimension = dimension(wanted.len(), &levels);
        let (fewest, subtracted) = by_force(&dimension, &wanted, only_sums);
        let Some(blocks) = several(&dimension, &wanted, only_sums) else {
            prop_assert!(fewest <= 1);
            return Ok(());
        };
        prop_assert_eq!(blocks.len(), fewest);
        prop_assert_eq!(blocks.iter().filter(|(sign, _)| *sign < 0).count(), subtracted);
        for (code, &wanted) in wanted.iter().enumerate() {
            let within = |block: &Option<(Option<usize>, u32)>| {
                block.is_none_or(|(level, group)| dimension.group_of(level, code as u32) == group)
            };
            let sum: i32 = blocks.iter().map(|(sign, block)| sign * i32::from(within(block))).sum();
            prop_assert_eq!(sum, i32::from(wanted));
        }
        Ok(())
    };
    TestRunner::new(config).run(&strategy, law).unwrap_or_else(|error| panic!("{error}"));
}
