//! Arranges the blocks of a dimension as trees and finds the fewest blocks for a set of codes.

use super::lists::{Lists, Numbers};
use super::{BLOCK, LESS, NONE, WRONG};
use crate::base::order::sort_positions;
use crate::dimension::Dimension;

/// All blocks of a dimension.
pub(super) struct Nodes {
    /// Rows with the block of every code. The first row is for the whole dimension, then each level has one row. The
    /// last row holds the codes themselves.
    pub(super) at: Vec<u32>,
    /// Number of rows before the last row, which holds the codes.
    pub(super) rows: usize,
    /// The codes of each block. The last entry stands for "no block": the parent of the whole, without codes.
    pub(super) codes: Lists,
}

/// Blocks that nest, renumbered by depth. Number 0 stands for "no block", the parent of the whole. Larger blocks come
/// first.
pub(super) struct Tree {
    /// The block of each number in the tree.
    pub(super) order: Vec<u32>,
    /// The number of each block in the tree.
    pub(super) rank: Numbers,
    /// The smallest block around each block.
    pub(super) parent: Numbers,
    /// The largest blocks inside each block.
    pub(super) inside: Lists,
    /// Position of each block in the list of blocks around the wanted codes. Between searches, all entries but the
    /// first are `NONE`.
    pub(super) found: Numbers,
}

impl Nodes {
    pub(super) fn new(dimension: &Dimension) -> Self {
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

    /// Number of blocks. The entry for "no block" counts too.
    pub(super) fn len(&self) -> usize {
        self.codes.starts.0.len() - 2
    }

    /// The block of a code in a row.
    #[inline(never)]
    pub(super) fn at(&self, row: usize, code: u32) -> u32 {
        self.at[row * (self.at.len() / (self.rows + 1)) + code as usize]
    }

    /// The families of nested levels. Each family is a tree that also has the whole and the codes.
    pub(super) fn families(&self) -> Vec<Tree> {
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

    /// The tree of some levels, or `None` if the levels do not nest. In a tree, each block has only one next larger
    /// block.
    pub(super) fn tree(&self, rows: &[usize]) -> Option<Tree> {
        let none = self.len() as u32 - 1;
        let mut around = Numbers::new(NONE, self.len());
        let mut depths = Numbers::new(NONE, self.len());
        depths[none] = 0;
        let mut chain = Vec::new();
        for code in 0..self.codes.get(0).len() as u32 {
            // The blocks around the code, larger ones first. A group of one code is the same block as the code.
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

    /// Finds the fewest blocks of a tree for the wanted codes, and stores them if they cost less than `least`.
    ///
    /// Visits only blocks with wanted codes. Any other block costs 0 inside a block of state 0, and [`LESS`] inside a
    /// block of state 1.
    pub(super) fn improve(
        &self,
        tree: &mut Tree,
        wanted: &[u32],
        only_sums: bool,
        least: &mut u64,
        sum: &mut Vec<u32>,
    ) {
        // A block in state 1 costs nothing inside if all its codes are wanted. Otherwise it needs a subtraction.
        let usable = |on: u64| if only_sums && on > 0 { WRONG } else { on };
        let mut ranks = vec![0];
        for &code in wanted {
            let mut rank = tree.rank[self.at(self.rows, code)];
            while tree.found[rank] == NONE {
                tree.found[rank] = 0;
                ranks.push(rank);
                rank = tree.parent[rank];
            }
        }
        sort_positions(&mut ranks, &|a, b| a.cmp(&b));
        // For each block, two costs of the blocks inside it: if the block has state 0, and if it has state 1.
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
            costs[outer] += off.min(usable(on) + BLOCK);
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
                // On a tie, the larger block is used, because noise affects it less.
                let state =
                    if outer == 0 { u32::from(usable(on) + BLOCK <= off) } else { u32::from(on <= off + BLOCK) };
                states[at as u32] = state;
                if state != outer {
                    changes.push(2 * rank + outer); // an odd number marks a subtracted block
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
            sort_positions(&mut changes, &|a, b| a.cmp(&b));
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
