//! The search for a cheap move.

use super::hidden::Hidden;
use super::moves::Move;

/// Number of combinations of partners to complete.
const COMBINATIONS: usize = 256;
/// Largest number of cells of a move that the search builds.
const LONGEST: usize = 80;

/// A search for the cheapest move that changes a cell.
pub(super) struct Search<'a, C> {
    pub hidden: &'a Hidden<'a>,
    /// The change of each cell of the move: this number up or down.
    pub by: u64,
    /// The cost of a cell; `None` if no move may change the cell.
    pub cost: C,
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

impl<C: Fn(u32) -> Option<u64>> Search<'_, C> {
    /// The cost of a change of a cell; `None` if the cell cannot change so.
    fn price(&self, cell: u32, change: i64) -> Option<u64> {
        if change < 0 && self.hidden.slack(cell) < self.by {
            return None;
        }
        (self.cost)(cell)
    }

    fn add(&self, draft: &mut Draft, cell: u32, change: i64, cost: u64) {
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
        self.price(cell, sign)?;
        self.add(&mut start, cell, sign, 0);
        let lines = self.hidden.lines;
        let sums: Vec<(u32, i64)> = start.open.clone();
        let mut each = 1;
        while (each + 1usize).checked_pow(sums.len() as u32).is_some_and(|all| all <= COMBINATIONS) {
            each += 1;
        }
        let mut drafts = vec![start];
        for &(sum, imbalance) in &sums {
            let mut options: Vec<(u64, u64, u32, i64)> = Vec::new();
            for (other, sign) in lines.terms(sum) {
                let change = -imbalance.signum() * sign;
                if other == cell {
                    continue;
                }
                if let Some(cost) = self.price(other, change) {
                    options.push((cost, 0, other, change));
                }
            }
            options.sort_unstable();
            options.truncate(each.max(2));
            let mut next = Vec::new();
            for draft in &drafts {
                if draft.imbalance(sum) == 0 {
                    next.push(draft.clone());
                    continue;
                }
                for &(cost, _, other, change) in &options {
                    if !draft.contains(other) && draft.cost + cost < most {
                        let mut longer = draft.clone();
                        self.add(&mut longer, other, change, cost);
                        next.push(longer);
                    }
                }
            }
            next.sort_by_key(|draft| draft.cost);
            next.truncate(COMBINATIONS);
            drafts = next;
        }
        let mut best: Option<Draft> = None;
        for draft in drafts {
            let most = best.as_ref().map_or(most, |best| best.cost);
            if let Some(done) = self.complete(draft, most) {
                best = Some(done);
            }
        }
        best.map(|mut draft| {
            draft.cells.sort_unstable();
            (Move(draft.cells), draft.cost)
        })
    }

    /// Adds cells until all sums hold: each time the cell that settles the most sums, then the cheapest.
    fn complete(&self, mut draft: Draft, most: u64) -> Option<Draft> {
        let lines = self.hidden.lines;
        while let Some(&(sum, imbalance)) = draft.open.first() {
            if draft.cost >= most || draft.cells.len() >= LONGEST {
                return None;
            }
            let mut best: Option<(i64, u64, u32, i64)> = None;
            for (cell, sign) in lines.terms(sum) {
                let change = -imbalance.signum() * sign;
                let Some(cost) = self.price(cell, change) else { continue };
                let mut worse = 0;
                for (other, sign) in lines.signs(cell) {
                    let before = draft.imbalance(other);
                    worse += (before + sign * change).abs() - before.abs();
                }
                let key = (worse, cost, cell, change);
                if best.is_none_or(|best| key < best) && !draft.contains(cell) {
                    best = Some(key);
                }
            }
            let (_, cost, cell, change) = best?;
            self.add(&mut draft, cell, change, cost);
        }
        (draft.cost < most).then_some(draft)
    }
}
