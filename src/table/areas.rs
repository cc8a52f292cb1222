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

use super::axis::Selection;
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
            sort(&mut set);
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

/// Heapsort: the standard library's sorting is faster, and much longer in the wasm.
#[inline(never)]
fn sort(numbers: &mut [u32]) {
    let len = numbers.len();
    for step in (0..len + len / 2).rev() {
        let mut node = step.wrapping_sub(len);
        if step < len {
            numbers.swap(0, step);
            node = 0;
        }
        let heap = &mut numbers[..step.min(len)];
        loop {
            let mut child = 2 * node + 1;
            if child + 1 < heap.len() && heap[child] < heap[child + 1] {
                child += 1;
            }
            if child >= heap.len() || heap[node] >= heap[child] {
                break;
            }
            heap.swap(node, child);
            node = child;
        }
    }
}

/// Lists of numbers, one after the other.
struct Lists {
    /// Where each begins; the last ends where a further one would begin.
    starts: Numbers,
    items: Numbers,
}

impl Lists {
    /// The positions of each number in rows of some length, a position counted from the start of its row. [`NONE`] is in no
    /// list.
    fn new(of: &[u32], row: usize, lists: usize) -> Self {
        // One further on than in the end: filling a list moves its start to where the next one starts.
        let mut starts = Numbers::new(0, lists + 2);
        let mut len = 0;
        for &list in of {
            if list != NONE {
                starts[list + 2] += 1;
                len += 1;
            }
        }
        for list in 2..lists as u32 + 2 {
            starts[list] += starts[list - 1];
        }
        let mut items = Numbers::new(0, len);
        for row in of.chunks(row) {
            for (position, &list) in (0..).zip(row) {
                if list != NONE {
                    items[starts[list + 1]] = position;
                    starts[list + 1] += 1;
                }
            }
        }
        Self { starts, items }
    }

    #[inline(never)]
    fn get(&self, list: u32) -> &[u32] {
        &self.items.0[self.starts[list] as usize..self.starts[list + 1] as usize]
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

/// A dimension's blocks.
struct Nodes {
    /// For each code the whole; then for each the group of the first level that it is in, and so on; then the code.
    at: Vec<u32>,
    /// How many rows come before that of the codes.
    rows: usize,
    /// The codes in each block; there is one number more, for no block: without codes, and around the whole.
    codes: Lists,
}

/// Nested blocks, numbered anew: number 0 is around all, and those around others come first.
struct Tree {
    /// The blocks.
    order: Vec<u32>,
    /// The number here of each block.
    rank: Numbers,
    /// The block around each.
    parent: Numbers,
    /// The blocks that are next inside each.
    inside: Lists,
    /// Where each is among the blocks around the codes wanted: kept between searches, all but the first `NONE`.
    found: Numbers,
}

impl Nodes {
    fn new(dimension: &Dimension) -> Self {
        let codes = dimension.codes.len();
        let mut at = vec![0; codes];
        let mut start = 1;
        for level in &dimension.levels {
            level.of.iter().for_each(|&group| at.push(start + group));
            start += level.codes.len() as u32;
        }
        let end = start + codes as u32;
        at.extend(start..end);
        let lists = Lists::new(&at, codes, end as usize + 1);
        Self { at, rows: dimension.levels.len() + 1, codes: lists }
    }

    /// How many numbers there are.
    fn len(&self) -> usize {
        self.codes.starts.0.len() - 2
    }

    /// The block of a row that a code is in.
    #[inline(never)]
    fn at(&self, row: usize, code: u32) -> u32 {
        self.at[row * (self.at.len() / (self.rows + 1)) + code as usize]
    }

    /// The families of levels that nest, each with the whole and the codes as a tree.
    fn families(&self) -> Vec<Tree> {
        let levels = self.rows - 1;
        let mut trees = Vec::new();
        for first in 0..levels.max(1) {
            let mut family = vec![first + 1];
            let mut widest = self.tree(&family);
            for level in 0..levels {
                if level == first {
                    continue;
                }
                family.push(level + 1);
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

    /// The tree of some levels' rows, where they nest: then each block has the same next larger one for all its codes.
    fn tree(&self, rows: &[usize]) -> Option<Tree> {
        let none = self.len() as u32 - 1;
        let mut around = Numbers::new(NONE, self.len());
        let mut depths = Numbers::new(NONE, self.len());
        depths[none] = 0;
        let mut chain = Vec::new();
        for code in 0..self.codes.get(0).len() as u32 {
            // The blocks around the code, larger ones first. A group of one code is no other block than the code.
            chain.clear();
            chain.push(0);
            let size = |node| self.codes.get(node).len();
            for &row in rows {
                let node = self.at(row, code);
                if size(node) > 1 {
                    let smaller = chain.iter().position(|&other| size(other) < size(node));
                    chain.insert(smaller.unwrap_or(chain.len()), node);
                }
            }
            chain.push(self.at(self.rows, code));
            let mut last = none;
            for (depth, &node) in (1..).zip(&chain) {
                if around[node] != NONE && around[node] != last {
                    return None;
                }
                around[node] = last;
                depths[node] = depth;
                last = node;
            }
        }
        let mut order = Vec::new();
        let mut rank = Numbers::new(NONE, self.len());
        let mut parent = Numbers::new(NONE, 0);
        for depth in 0..rows.len() as u32 + 3 {
            for (node, &at) in (0..).zip(&depths.0) {
                if at == depth {
                    rank[node] = order.len() as u32;
                    order.push(node);
                    parent.0.push(if node == none { NONE } else { rank[around[node]] });
                }
            }
        }
        let inside = Lists::new(&parent.0, order.len(), order.len());
        let mut found = Numbers::new(NONE, order.len());
        found[0] = 0;
        Some(Tree { order, rank, parent, inside, found })
    }

    /// Finds the fewest blocks of a tree that make up the codes wanted; keeps them where they cost less than the least so far.
    /// Only blocks around these codes are gone through: one without any costs nothing in state 0, and [`LESS`] inside one that
    /// is in state 1.
    fn improve(&self, tree: &mut Tree, wanted: &[u32], least: &mut u64, sum: &mut Vec<u32>) {
        let mut ranks = vec![0];
        for &code in wanted {
            let mut rank = tree.rank[self.at(self.rows, code)];
            while tree.found[rank] == NONE {
                tree.found[rank] = 0;
                ranks.push(rank);
                rank = tree.parent[rank];
            }
        }
        sort(&mut ranks);
        // For each block, what those inside it cost when it leaves off in state 0, and in state 1.
        let mut costs = Vec::new();
        for (at, &rank) in (0..).zip(&ranks) {
            tree.found[rank] = at;
            let inside = tree.inside.get(rank).len() as u64;
            costs.push(if inside == 0 { WRONG } else { 0 });
            costs.push(inside * LESS);
        }
        for at in (1..ranks.len()).rev() {
            let (off, on) = (costs[2 * at], costs[2 * at + 1]);
            let outer = 2 * tree.found[tree.parent[ranks[at]]] as usize;
            costs[outer] += off.min(on + BLOCK);
            costs[outer + 1] = costs[outer + 1] - LESS + on.min(off + LESS);
        }
        if costs[0] < *least {
            *least = costs[0];
            let mut states = Numbers::new(0, ranks.len());
            let mut changes = Vec::new();
            for at in 1..ranks.len() {
                let rank = ranks[at];
                let (off, on) = (costs[2 * at], costs[2 * at + 1]);
                let outer = states[tree.found[tree.parent[rank]]];
                // Of equals the larger block: it is less hurt by its noise.
                let state = if outer == 0 { u32::from(on + BLOCK <= off) } else { u32::from(on <= off + BLOCK) };
                states[at as u32] = state;
                if state != outer {
                    changes.push(2 * rank + outer); // an odd one is subtracted
                }
                if state > 0 {
                    for &inside in tree.inside.get(rank) {
                        if tree.found[inside] == NONE {
                            changes.push(2 * inside + 1);
                        }
                    }
                }
            }
            sum.clear();
            sort(&mut changes);
            for change in changes {
                sum.push(tree.order[change as usize / 2] | change << 31);
            }
            if sum.is_empty() {
                sum.push(tree.order[0]);
            }
        }
        for &rank in &ranks[1..] {
            tree.found[rank] = NONE;
        }
    }
}

#[cfg(test)]
mod tests;
