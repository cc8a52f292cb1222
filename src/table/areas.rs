//! Areas as building blocks (ABS 2005, "A review of confidentiality protections for statistical tables", section 3,
//! technique 1): a set of codes that is no standard area is answered as the fewest standard areas, added or subtracted,
//! each protected as the cell that it is.
//!
//! The blocks of a dimension are its single codes, the groups of its levels, and the whole. Levels that nest form a tree,
//! and each block of a solution is a change along it: let the *state* of a node be the sum of the signs of the blocks on the
//! way down to it, itself included; a leaf has to end with 1 inside the set and 0 outside. Two states are enough. Take
//! any solution and clamp all its states to 0 ..= 1: the leaves stay, and as clamping is monotone and brings no two numbers
//! further apart, a node changes the state by as much as before or not at all, never by the other sign. So no block is added,
//! and no subtraction. The fewest blocks are then the fewest changes of a 0/1 label from a root of 0 to given leaves,
//! which one pass up the tree finds.
//!
//! Levels that cross each other are not mixed in one area. Each level in turn is the first of a family, the others join in
//! declared order where they nest with all that are in it; the best family answers, the first of equals.

mod lists;
mod nodes;

use lists::{Lists, Numbers};
use nodes::Nodes;

use super::selection::Selection;
use crate::base::order::sort_positions;
use crate::dimension::Dimension;

/// How the places of an axis are made of blocks.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    /// What each block is, as [`level_of`] reads it.
    pub nodes: Vec<u32>,
    /// The classes of each.
    pub sets: Vec<Vec<u32>>,
    /// For each place the positions of its blocks, those around others first, with [`MINUS`] where one is subtracted; then
    /// the same for what a total is the sum of.
    pub sums: Vec<Vec<u32>>,
    /// How many of the sums are places, a total of its own included.
    pub places: usize,
}

impl Blocks {
    /// The classes that each sum comes to.
    pub fn classes_of_sums(&self) -> Vec<Vec<u32>> {
        let classes = self.sets.iter().flatten().max().map_or(0, |&last| last + 1);
        let mut times = vec![0; classes as usize];
        let mut found = Vec::new();
        for sum in &self.sums {
            for &part in sum {
                let sign = if part & MINUS > 0 { -1 } else { 1 };
                self.sets[(part & !MINUS) as usize].iter().for_each(|&class| times[class as usize] += sign);
            }
            // Each is there once or not at all.
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

/// Set in the position of a block that is subtracted.
pub(super) const MINUS: u32 = 1 << 31;
const NONE: u32 = u32::MAX;
/// What a block costs. A subtraction costs 1 more: it decides between equally many blocks.
const BLOCK: u64 = 1 << 32;
/// What a block costs that is subtracted.
const LESS: u64 = BLOCK + 1;
/// The cost of a leaf that ends in the wrong state: more than any solution's.
const WRONG: u64 = 1 << 62;

/// The level and the code there of a block, none for the whole dimension. Blocks are numbered: the whole, the groups level
/// by level, the codes.
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

/// Sets of a selection's classes, the first ones `places`, as blocks; and the classes that tell the blocks apart. None where
/// each set is one block. `level` is what the codes of the sets were taken from.
pub(super) fn resolve(
    dimension: &Dimension,
    level: Option<usize>,
    given: &Selection,
    sets: &[Vec<u32>],
    places: usize,
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
        // A class that is one code of the level, and all of it, needs no search.
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
                nodes.improve(tree, &wanted, &mut least, &mut sum);
            }
        }
        several |= sum.len() > 1;
        sums.push(sum);
    }
    if !several {
        return None;
    }
    // Of the blocks, those that are needed; codes that are in the same ones form a class, number 0 being in none.
    let mut number = Numbers::new(NONE, nodes.len());
    let mut blocks = Vec::new();
    let mut class_of = Numbers::new(0, codes);
    // For each class, which one its codes in a block move to. Earlier blocks have moved to earlier classes.
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
    // Classes that all codes have left are dropped, those in no block as well.
    let mut renumbered = Numbers::new(NONE, split.0.len());
    let mut firsts = Numbers::new(0, 0);
    for (code, class) in (0..).zip(&mut class_of.0) {
        if *class > 0 && renumbered[*class] == NONE {
            renumbered[*class] = firsts.0.len() as u32;
            firsts.0.push(code);
        }
        *class = renumbered[*class]; // NONE, which is DROPPED, for class 0
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
