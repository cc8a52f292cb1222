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

use std::ops::{Index, IndexMut};

use super::axis::{DROPPED, Selection};
use crate::cube::Dimension;

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
        let of = |sum: &Vec<u32>| {
            let mut times = vec![0; classes as usize];
            for &part in sum {
                let sign = if part & MINUS > 0 { -1 } else { 1 };
                self.sets[(part & !MINUS) as usize].iter().for_each(|&class| times[class as usize] += sign);
            }
            (0..classes).filter(|&class| times[class as usize] > 0).collect()
        };
        self.sums.iter().map(of).collect()
    }
}

/// Set in the position of a block that is subtracted.
pub(super) const MINUS: u32 = 1 << 31;
const NONE: u32 = u32::MAX;
/// In place of a level: the codes themselves.
const NO_LEVEL: usize = usize::MAX;
/// What a block costs. A subtraction costs 1 more: it decides between equally many blocks.
const BLOCK: u64 = 1 << 32;
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

/// A number for each block, or class. What looks one up is not inlined: the search is short, and so should its code be.
struct Numbers(Vec<u32>);

impl Index<u32> for Numbers {
    type Output = u32;
    #[inline(never)]
    fn index(&self, at: u32) -> &u32 {
        &self.0[at as usize]
    }
}

impl IndexMut<u32> for Numbers {
    #[inline(never)]
    fn index_mut(&mut self, at: u32) -> &mut u32 {
        &mut self.0[at as usize]
    }
}

impl Numbers {
    #[inline(never)]
    fn new(number: u32, len: usize) -> Self {
        Self(vec![number; len])
    }
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
    let nodes = Nodes::new(dimension);
    // A class that is one code of the level, and all of it, needs no search.
    let mut home = Numbers::new(nodes.none(), given.classes);
    let mut len = Numbers::new(0, given.classes);
    for (code, &class) in (0..).zip(&given.class_of) {
        if class != DROPPED {
            let node = nodes.at(level.unwrap_or(NO_LEVEL), code);
            if len[class] == 0 {
                home[class] = node;
            } else if home[class] != node {
                home[class] = nodes.none();
            }
            len[class] += 1;
        }
    }
    let mut trees = Vec::new();
    let mut several = false;
    let mut sums = Vec::new();
    for set in sets {
        let mut sum = Vec::new();
        if let [class] = set[..]
            && nodes.sizes[home[class]] == len[class]
        {
            sum.push(home[class]);
        } else {
            let mut within = Numbers::new(0, given.classes);
            for &class in set {
                within[class] = 1;
            }
            if trees.is_empty() {
                trees = nodes.families();
            }
            let mut least = u64::MAX;
            for tree in &trees {
                let wanted = |code: usize| given.class_of[code] != DROPPED && within[given.class_of[code]] > 0;
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
    let mut number = Numbers::new(NONE, nodes.sizes.0.len());
    let mut blocks = Vec::new();
    let mut class_of = vec![0; given.class_of.len()];
    let mut classes = 1;
    for sum in &mut sums {
        for part in sum {
            let (node, sign) = (*part & !MINUS, *part & MINUS);
            if number[node] == NONE {
                number[node] = blocks.len() as u32;
                blocks.push(node);
                let mut split = Numbers::new(NONE, classes as usize);
                for (code, class) in (0..).zip(&mut class_of) {
                    if nodes.contains(node, code) {
                        if split[*class] == NONE {
                            split[*class] = classes;
                            classes += 1;
                        }
                        *class = split[*class];
                    }
                }
            }
            *part = number[node] | sign;
        }
    }
    // Classes that all codes have left are dropped, those in no block as well.
    let mut renumbered = Numbers::new(NONE, classes as usize);
    let mut firsts = Vec::new();
    for (code, class) in (0..).zip(&mut class_of) {
        if *class > 0 && renumbered[*class] == NONE {
            renumbered[*class] = firsts.len() as u32;
            firsts.push(code);
        }
        *class = renumbered[*class]; // NONE, which is DROPPED, for class 0
    }
    let mut sets = Vec::new();
    for &node in &blocks {
        let mut set = Vec::new();
        for (class, &code) in (0..).zip(&firsts) {
            if nodes.contains(node, code) {
                set.push(class);
            }
        }
        sets.push(set);
    }
    let selection = Selection { dimension: given.dimension, class_of, classes: firsts.len() };
    Some((selection, Blocks { nodes: blocks, sets, sums, places }))
}

/// A dimension's blocks.
struct Nodes<'a> {
    dimension: &'a Dimension,
    /// Codes in each block; there is one number more, for no block: without codes, and around the whole.
    sizes: Numbers,
}

/// Nested blocks.
struct Tree {
    /// The block around each block of the tree.
    parent: Numbers,
    /// The blocks of the tree, those around others first.
    order: Vec<u32>,
}

impl<'a> Nodes<'a> {
    fn new(dimension: &'a Dimension) -> Self {
        let codes = dimension.codes.len();
        let groups: usize = dimension.levels.iter().map(|level| level.codes.len()).sum();
        let mut nodes = Self { dimension, sizes: Numbers::new(0, groups + codes + 2) };
        nodes.sizes[0] = codes as u32;
        for code in 0..codes {
            for level in 0..=dimension.levels.len() {
                let node = nodes.at(level, code);
                nodes.sizes[node] += 1;
            }
        }
        nodes
    }

    /// The block that a code is in at a level; where there is no such level, the code.
    fn at(&self, level: usize, code: usize) -> u32 {
        let mut start = 1;
        for (number, at) in self.dimension.levels.iter().enumerate() {
            if number == level {
                return start + at.of[code];
            }
            start += at.codes.len() as u32;
        }
        start + code as u32
    }

    fn none(&self) -> u32 {
        self.sizes.0.len() as u32 - 1
    }

    fn contains(&self, node: u32, code: usize) -> bool {
        node == 0 || (0..=self.dimension.levels.len()).any(|level| node == self.at(level, code))
    }

    /// The families of levels that nest, each with the whole and the codes as a tree.
    fn families(&self) -> Vec<Tree> {
        let levels = self.dimension.levels.len();
        let mut trees = Vec::new();
        for first in 0..levels.max(1) {
            let mut family = vec![first];
            let mut widest = self.tree(&family);
            for level in 0..levels {
                if level == first {
                    continue;
                }
                family.push(level);
                match self.tree(&family) {
                    None => drop(family.pop()),
                    wider => widest = wider,
                }
            }
            trees.extend(widest);
            if family.len() >= levels {
                break;
            }
        }
        trees
    }

    /// The tree of some levels, where they nest: then each block has the same next larger one for all its codes.
    fn tree(&self, levels: &[usize]) -> Option<Tree> {
        let all = self.sizes.0.len();
        let mut parent = Numbers::new(NONE, all);
        let mut depths = Numbers::new(0, all);
        for code in 0..self.dimension.codes.len() {
            // The blocks around the code, larger ones first. A group of one code is no other block than the code.
            let mut chain = vec![0];
            for &level in levels {
                let node = self.at(level, code);
                if self.sizes[node] > 1 {
                    let smaller = chain.iter().position(|&other| self.sizes[other] < self.sizes[node]);
                    chain.insert(smaller.unwrap_or(chain.len()), node);
                }
            }
            chain.push(self.at(NO_LEVEL, code));
            let mut around = self.none();
            for (depth, &node) in (1..).zip(&chain) {
                if parent[node] != NONE && parent[node] != around {
                    return None;
                }
                parent[node] = around;
                depths[node] = depth;
                around = node;
            }
        }
        let mut order = Vec::new();
        for depth in 1..levels.len() as u32 + 3 {
            for (node, &at) in (0..).zip(&depths.0) {
                if at == depth {
                    order.push(node);
                }
            }
        }
        Some(Tree { parent, order })
    }

    /// Finds the fewest blocks of a tree that make up the codes wanted; keeps them where they cost less than the least so far.
    fn improve(&self, tree: &Tree, wanted: &dyn Fn(usize) -> bool, least: &mut u64, sum: &mut Vec<u32>) {
        // For each block, what those inside it cost when it leaves off in state 0, and in state 1.
        let mut costs = vec![0; 2 * self.sizes.0.len()];
        for code in 0..self.dimension.codes.len() {
            costs[2 * self.at(NO_LEVEL, code) as usize + usize::from(!wanted(code))] = WRONG;
        }
        let of = |costs: &[u64], node: u32| (costs[2 * node as usize], costs[2 * node as usize + 1]);
        for &node in tree.order.iter().rev() {
            let (off, on) = of(&costs, node);
            let around = 2 * tree.parent[node] as usize;
            costs[around] += off.min(on + BLOCK);
            costs[around + 1] += on.min(off + BLOCK + 1);
        }
        let none = self.none();
        let (cost, _) = of(&costs, none);
        if cost >= *least {
            return;
        }
        *least = cost;
        sum.clear();
        let mut states = Numbers::new(0, self.sizes.0.len());
        for &node in &tree.order {
            let around = states[tree.parent[node]];
            let (off, on) = of(&costs, node);
            // Of equals the larger block: it is less hurt by its noise.
            let state = if around == 0 { u32::from(on + BLOCK <= off) } else { u32::from(on <= off + BLOCK) };
            states[node] = state;
            if state != around {
                sum.push(if around == 0 { node } else { node | MINUS });
            }
        }
        if sum.is_empty() {
            sum.push(none);
        }
    }
}

#[cfg(test)]
mod tests;
