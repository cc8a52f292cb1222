//! Builds custom areas from standard areas (ABS 2005, "A review of confidentiality protections for statistical
//! tables", section 3, technique 1). A custom area is the sum or difference of the fewest standard areas. Each
//! standard area is protected as a cell of its own.
//!
//! The blocks of a dimension are its single codes, the groups of its levels, and the whole dimension. The blocks of
//! nested levels form a tree with the codes as leaves. Each chosen block has a sign. The *state* of a node is the sum
//! of the signs on the path from the root to the node. A leaf must have state 1 if its code is in the area, and state 0
//! otherwise. No other states are needed.
//!
//! Proof: take any solution and clamp all states to 0 ..= 1. The leaves keep their states. The state of a chosen block
//! differs from the state of its parent by 1 or -1. After clamping, the difference is the same or 0. So clamping adds
//! no block and no subtraction.
//!
//! Therefore each node has label 0 or 1. The labels of the leaves are given, and above the root the label is 0. The
//! fewest blocks are the fewest changes of label between a node and its parent. One pass up the tree finds them.
//!
//! With `only_sums` no block is subtracted. A block with state 1 then contains wanted codes only.
//!
//! An area uses only nested levels. Each level in turn starts a family. The other levels join the family in declared
//! order if they nest with all its members. The family with the fewest blocks gives the answer. On a tie, the first
//! family is used.

mod lists;
mod nodes;

use lists::{Lists, Numbers};
use nodes::Nodes;

use super::selection::Selection;
use crate::base::order::sort_positions;
use crate::dimension::Dimension;

/// The blocks that the places of an axis add and subtract.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    /// The number of each block in its dimension. [`level_of`] converts the number to a level and a code.
    pub nodes: Vec<u32>,
    /// The classes of codes in each block.
    pub sets: Vec<Vec<u32>>,
    /// For each place, the positions of its blocks in `nodes`, larger blocks first. [`MINUS`] marks a subtracted block.
    /// The parts of a total follow the places, in the same form.
    pub sums: Vec<Vec<u32>>,
    /// Number of sums that are places of the axis. A total with its own noise counts as a place.
    pub places: usize,
}

impl Blocks {
    /// For each sum, the classes of its codes: added blocks minus subtracted blocks.
    pub fn classes_of_sums(&self) -> Vec<Vec<u32>> {
        let classes = self.sets.iter().flatten().max().map_or(0, |&last| last + 1);
        let mut times = vec![0; classes as usize];
        let mut found = Vec::new();
        for sum in &self.sums {
            for &part in sum {
                let sign = if part & MINUS > 0 { -1 } else { 1 };
                self.sets[(part & !MINUS) as usize].iter().for_each(|&class| times[class as usize] += sign);
            }
            // `times` is now 1 for each class in the set and 0 for all other classes.
            let mut set = Vec::new();
            for &part in sum {
                for &class in &self.sets[(part & !MINUS) as usize] {
                    if std::mem::take(&mut times[class as usize]) > 0 {
                        set.push(class);
                    }
                }
            }
            sort_positions(&mut set, &|a, b| a.cmp(&b));
            found.push(set);
        }
        found
    }
}

/// Marks the position of a subtracted block.
pub(super) const MINUS: u32 = 1 << 31;
const NONE: u32 = u32::MAX;
/// Cost of an added block. A subtracted block costs 1 more, so a tie goes to the solution with fewer subtractions.
const BLOCK: u64 = 1 << 32;
/// Cost of a subtracted block.
const LESS: u64 = BLOCK + 1;
/// Cost of a leaf in the wrong state. It exceeds the cost of any solution.
const WRONG: u64 = 1 << 62;

/// The level and code of a block, or `None` for the whole dimension. Block 0 is the whole. The groups of each level
/// follow, then the codes.
pub(super) fn level_of(dimension: &Dimension, node: u32) -> Option<(Option<usize>, u32)> {
    let mut code = node.checked_sub(1)?;
    for (number, level) in dimension.levels.iter().enumerate() {
        let groups = level.codes.len() as u32;
        if code < groups {
            return Some((Some(number), code));
        }
        code -= groups;
    }
    Some((None, code))
}

/// Resolves sets of a selection's classes into blocks, and refines the classes so that they separate the blocks. The
/// first `places` sets are the places of the axis. `level` is the level of the sets' codes.
///
/// With `only_sums`, no block is subtracted. Returns `None` if each set is a single block.
pub(super) fn resolve(
    dimension: &Dimension,
    level: Option<usize>,
    given: &Selection,
    sets: &[Vec<u32>],
    places: usize,
    only_sums: bool,
) -> Option<(Selection, Blocks)> {
    let codes = given.class_of.len();
    let nodes = Nodes::new(dimension);
    let members = Lists::new(&given.class_of, codes, given.classes);
    let home = level.map_or(nodes.rows, |level| level + 1);
    let mut trees = Vec::new();
    let mut several = false;
    let mut sums = Vec::new();
    let mut wanted = Vec::new();
    for set in sets {
        wanted.clear();
        for &class in set {
            wanted.extend_from_slice(members.get(class));
        }
        // A set that is exactly one code of the level needs no search.
        let mut sum = Vec::new();
        if let ([_], [code, ..]) = (&set[..], &wanted[..])
            && nodes.codes.get(nodes.at(home, *code)) == wanted
        {
            sum.push(nodes.at(home, *code));
        } else {
            if trees.is_empty() {
                trees = nodes.families();
            }
            let mut least = u64::MAX;
            for tree in &mut trees {
                nodes.improve(tree, &wanted, only_sums, &mut least, &mut sum);
            }
        }
        several |= sum.len() > 1;
        sums.push(sum);
    }
    if !several {
        return None;
    }
    // Numbers the blocks that the sums use. Codes in the same blocks form a class. Codes in no block have class 0.
    let mut number = Numbers::new(NONE, nodes.len());
    let mut blocks = Vec::new();
    let mut class_of = Numbers::new(0, codes);
    // For each class, the new class of its codes in the current block.
    let mut split = Numbers::new(0, 1);
    for sum in &mut sums {
        for part in sum {
            let (node, sign) = (*part & !MINUS, *part & MINUS);
            if number[node] == NONE {
                number[node] = blocks.len() as u32;
                blocks.push(node);
                let start = split.0.len() as u32;
                for &code in nodes.codes.get(node) {
                    let class = class_of[code];
                    if split[class] < start {
                        split[class] = split.0.len() as u32;
                        split.0.push(0);
                    }
                    class_of[code] = split[class];
                }
            }
            *part = number[node] | sign;
        }
    }
    // Renumbers the classes that have codes. Codes outside all blocks are dropped.
    let mut renumbered = Numbers::new(NONE, split.0.len());
    let mut firsts = Numbers::new(0, 0);
    for (code, class) in (0..).zip(&mut class_of.0) {
        if *class > 0 && renumbered[*class] == NONE {
            renumbered[*class] = firsts.0.len() as u32;
            firsts.0.push(code);
        }
        *class = renumbered[*class]; // class 0 becomes NONE, which equals DROPPED
    }
    let mut sets = Vec::new();
    for &node in &blocks {
        let mut set = Vec::new();
        for &code in nodes.codes.get(node) {
            if firsts[class_of[code]] == code {
                set.push(class_of[code]);
            }
        }
        sets.push(set);
    }
    let selection = Selection { dimension: given.dimension, class_of: class_of.0, classes: firsts.0.len() };
    Some((selection, Blocks { nodes: blocks, sets, sums, places }))
}

#[cfg(test)]
mod tests;
