//! The search for a cheap move.
//!
//! The search extends a change of one cell: each sum that does not hold gets a partner, a cell that settles the sum. In
//! a table of k dimensions, k partners fix the corners of a box, and the rest follows. This is the hypercube of
//! Giessing (2004) and Repsilber (1994), here for any system of sums, with levels and linked tables.

use super::hidden::Hidden;
use super::moves::Move;

/// Largest number of cells of a move that the search builds.
const LONGEST: usize = 72;
/// The cost of a further hidden cell. A cell that is hidden already costs 1.
const FURTHER: u64 = 1000;

/// A search for the cheapest move that changes a cell.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub hidden: &'a Hidden<'a>,
    /// How often the move must be possible.
    pub by: u64,
    /// Whether the search may not hide further cells.
    pub is_hidden_only: bool,
    /// Number of combinations of partners to complete.
    pub combinations: usize,
}

/// A part of a move: the changed cells, and the sums that do not hold yet.
#[derive(Debug, Clone, Default)]
struct Draft {
    cells: Vec<(u32, i64)>,
    open: Vec<(u32, i64)>,
    cost: u64,
}

impl Draft {
    fn contains(&self, cell: u32) -> bool {
        self.cells.iter().any(|&(other, _)| other == cell)
    }

    fn imbalance(&self, sum: u32) -> i64 {
        self.open.iter().find(|&&(other, _)| other == sum).map_or(0, |&(_, by)| by)
    }
}

impl Search<'_> {
    /// The cost of a change of a cell. `None` if the cell cannot change so.
    fn price(&self, cell: u32, change: i64) -> Option<u64> {
        if change < 0 && self.hidden.slack(cell) < self.by {
            None
        } else if self.hidden.contains(cell) {
            Some(1)
        } else if self.hidden.is_candidate(cell) && !self.is_hidden_only {
            let count = self.hidden.lines.counts[cell as usize];
            Some(FURTHER + FURTHER / 50 * u64::from(count.max(1).ilog2()))
        } else {
            None
        }
    }

    /// The cells that settle a sum, each with its change and cost.
    fn options(&self, sum: u32, imbalance: i64) -> Vec<(u64, u32, i64)> {
        let option = |(cell, sign): (u32, i64)| {
            let change = -imbalance.signum() * sign;
            self.price(cell, change).map(|cost| (cost, cell, change))
        };
        if self.is_hidden_only {
            self.hidden.terms(sum).filter_map(option).collect()
        } else {
            self.hidden.lines.terms(sum).filter_map(option).collect()
        }
    }

    fn add(&self, draft: &mut Draft, (cost, cell, change): (u64, u32, i64)) {
        draft.cells.push((cell, change));
        draft.cost += cost;
        for (sum, sign) in self.hidden.lines.signs(cell) {
            match draft.open.iter().position(|&(other, _)| other == sum) {
                Some(at) => {
                    draft.open[at].1 += sign * change;
                    if draft.open[at].1 == 0 {
                        draft.open.remove(at);
                    }
                }
                None => draft.open.push((sum, sign * change)),
            }
        }
    }

    /// The cheapest move found that changes a cell up (1) or down (−1), with its cost. `most` bounds the cost.
    pub fn run(&self, cell: u32, sign: i64, most: u64) -> Option<(Move, u64)> {
        let mut start = Draft::default();
        let cost = self.price(cell, sign)?;
        self.add(&mut start, (cost, cell, sign));
        let mut best: Option<Draft> = None;
        for draft in self.partners(start, most) {
            let most = best.as_ref().map_or(most, |best| best.cost);
            let Some(done) = self.complete(draft, most) else { continue };
            let is_free = done.cost < FURTHER;
            best = Some(done);
            if is_free {
                break;
            }
        }
        best.map(|mut draft| {
            draft.cells.sort_unstable();
            (Move(draft.cells), draft.cost)
        })
    }

    /// Drafts with a partner for each sum of the first cell, cheapest first.
    fn partners(&self, start: Draft, most: u64) -> Vec<Draft> {
        let sums = start.open.clone();
        let mut each = 1usize;
        while (each + 1).checked_pow(sums.len() as u32).is_some_and(|all| all <= self.combinations) && each < 64 {
            each += 1;
        }
        let lines = self.hidden.lines;
        let mut drafts = vec![start];
        for &(sum, imbalance) in &sums {
            let mut options = self.options(sum, imbalance);
            // A partner on lines without hidden cells needs more of them.
            let opened =
                |cell| lines.sums(cell).iter().filter(|&&sum| self.hidden.of_sum(sum).is_empty()).count() as u64;
            options.sort_by_cached_key(|&(cost, cell, _)| (cost + opened(cell) * FURTHER / 4, cell));
            // The total is always among the partners: all cells of a box can grow together up to the grand total.
            let whole = options.iter().position(|&(_, cell, _)| cell == lines.cells(sum)[0]);
            if let Some(at) = whole.filter(|&at| at >= each.max(2)) {
                options.swap(at, each.max(2) - 1);
            }
            options.truncate(each.max(2));
            let mut next = Vec::new();
            for draft in &drafts {
                if draft.imbalance(sum) == 0 {
                    next.push(draft.clone());
                    continue;
                }
                for &option in &options {
                    if !draft.contains(option.1) && draft.cost + option.0 < most {
                        let mut longer = draft.clone();
                        self.add(&mut longer, option);
                        next.push(longer);
                    }
                }
            }
            next.sort_by_key(|draft| draft.cost);
            next.truncate(self.combinations);
            drafts = next;
        }
        drafts
    }

    /// Adds cells until all sums hold: each time the cell that settles the most sums, then the cheapest.
    fn complete(&self, mut draft: Draft, most: u64) -> Option<Draft> {
        let lines = self.hidden.lines;
        let sums = lines.sums(draft.cells[0].0).len();
        let longest = 3usize.checked_shl(sums as u32).unwrap_or(LONGEST).min(LONGEST);
        let widest = sums * sums + sums;
        while let Some(&(sum, imbalance)) = draft.open.first() {
            if draft.cost >= most || draft.cells.len() >= longest || draft.open.len() > widest {
                return None;
            }
            let mut best: Option<(i64, (u64, u32, i64))> = None;
            for option in self.options(sum, imbalance) {
                let (cost, cell, change) = option;
                let mut worse = 0;
                for (sum, sign) in lines.signs(cell) {
                    let before = draft.imbalance(sum);
                    worse += (before + sign * change).abs() - before.abs();
                }
                let is_better = best.is_none_or(|(least, (low, first, _))| (worse, cost, cell) < (least, low, first));
                if is_better && !draft.contains(cell) {
                    best = Some((worse, option));
                }
            }
            let (_, best) = best?;
            self.add(&mut draft, best);
        }
        (draft.cost < most).then_some(draft)
    }
}
