//! The secondary cells: for each primary cell a move, over as few further hidden cells as possible.

use std::collections::BTreeSet;

use super::super::TableMethodError;
use super::Suppression;
use super::hidden::Hidden;
use super::moves::{self, Move};
use super::search::Search;

/// The hidden cells, and the moves that protect primary cells.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    rule: &'a Suppression,
    hidden: Hidden<'a>,
    primary: &'a [bool],
    /// Each move with the primary cells that it protects.
    moves: Vec<Option<(Move, Vec<u32>)>>,
    /// The moves that change each cell.
    uses: Vec<Vec<u32>>,
    /// Number of moves that protect each primary cell.
    protections: Vec<u32>,
    /// Number of linear programs that may still run.
    programs: u32,
}

/// Maximum number of linear programs. Later searches find boxes only.
const MOST_PROGRAMS: u32 = 4000;
/// Maximum number of secondary cells that the method tries to show again.
const MOST_TRIALS: usize = 20_000;
/// Maximum number of rounds that protect cells again after others were shown.
const MOST_REPAIRS: usize = 8;

impl<'a> Cover<'a> {
    /// Hidden cells without moves.
    pub fn new(rule: &'a Suppression, hidden: Hidden<'a>, primary: &'a [bool]) -> Self {
        let cells = primary.len();
        let (uses, protections) = (vec![Vec::new(); cells], vec![0; cells]);
        Self { rule, hidden, primary, moves: Vec::new(), uses, protections, programs: MOST_PROGRAMS }
    }

    /// Hides secondary cells so that each of the primary cells has a protecting move, and returns the hidden cells.
    ///
    /// # Errors
    /// [`TableMethodError::Unprotected`] if a primary cell remains without one.
    pub fn complete(mut self, cells: &[u32]) -> Result<Hidden<'a>, TableMethodError> {
        cells.iter().try_for_each(|&cell| self.protect(cell))?;
        self.thin();
        for _ in 0..MOST_REPAIRS {
            let bare = self.bare(cells);
            if bare.is_empty() {
                return Ok(self.hidden);
            }
            for cell in bare {
                self.protections[cell as usize] = 0;
                self.protect(cell)?;
            }
        }
        Err(TableMethodError::Unprotected)
    }

    /// Whether a move gives a primary cell an interval that is wide enough, and a second table that the rule explains.
    ///
    /// The rule hides cells only to protect small cells. So in the second table too, at least one of the hidden cells
    /// that sums connect with the cell must be small. Otherwise an outsider excludes the second table. With 100 %
    /// cells, the rule has other reasons to hide a cell.
    fn protects(&self, found: &Move, cell: u32) -> bool {
        let change = found.of(cell).unsigned_abs();
        if change == 0 {
            return false;
        }
        let least = self.rule.width(self.hidden.lines.counts[cell as usize]).div_ceil(change);
        found.times(&self.hidden).is_none_or(|most| most >= least)
            && (self.rule.certain
                || self.is_explained(found, least)
                || self.is_explained(&found.reversed(), 1)
                || self.has_other_primary(found, cell))
    }

    /// Whether a move makes one of its cells small, if the move is made once, `times` times, or as often as possible.
    fn is_explained(&self, found: &Move, times: u64) -> bool {
        let most = found.times(&self.hidden).unwrap_or(u64::MAX);
        let often = if most == u64::MAX { times } else { most };
        [1, times, often].into_iter().any(|times| (1..=most).contains(&times) && self.is_small_after(found, times))
    }

    /// Whether a changed cell is small once a move is repeated some times.
    fn is_small_after(&self, found: &Move, times: u64) -> bool {
        found.0.iter().filter(|(cell, _)| self.hidden.is_published(*cell)).any(|&(cell, change)| {
            let count = i128::from(self.hidden.lines.counts[cell as usize]);
            u64::try_from(count + i128::from(change) * i128::from(times)).is_ok_and(|count| self.rule.is_small(count))
        })
    }

    /// Whether sums connect a cell, through hidden cells, with a primary cell that a move does not change.
    fn has_other_primary(&self, found: &Move, cell: u32) -> bool {
        let lines = self.hidden.lines;
        let (mut reached, mut seen, mut sums) = (vec![cell], BTreeSet::from([cell]), BTreeSet::new());
        while let Some(cell) = reached.pop() {
            if self.primary[cell as usize] && found.of(cell) == 0 {
                return true;
            }
            for &sum in lines.sums(cell).iter().filter(|&&sum| sums.insert(sum)) {
                let published = self.hidden.of_sum(sum).iter().filter(|&&next| self.hidden.is_published(next));
                reached.extend(published.filter(|&&next| seen.insert(next)));
            }
        }
        false
    }

    /// Hides the cells of a move and adds the move.
    fn add(&mut self, found: Move) {
        let at = self.moves.len() as u32;
        for &(cell, _) in &found.0 {
            self.hidden.set(cell, true);
            self.uses[cell as usize].push(at);
        }
        let cells = found.0.iter().map(|&(cell, _)| cell);
        let protected: Vec<u32> =
            cells.filter(|&cell| self.primary[cell as usize] && self.protects(&found, cell)).collect();
        protected.iter().for_each(|&cell| self.protections[cell as usize] += 1);
        self.moves.push(Some((found, protected)));
    }

    /// Removes a move. Returns the move and the primary cells without protection.
    fn remove(&mut self, at: u32) -> Option<(Move, Vec<u32>)> {
        let (found, mut protected) = self.moves[at as usize].take()?;
        found.0.iter().for_each(|&(cell, _)| self.uses[cell as usize].retain(|&other| other != at));
        protected.iter().for_each(|&cell| self.protections[cell as usize] -= 1);
        protected.retain(|&cell| self.protections[cell as usize] == 0);
        Some((found, protected))
    }

    /// Searches a move among the hidden cells that protects a cell.
    fn among_hidden(&mut self, cell: u32) -> Option<Move> {
        let by = self.rule.width(self.hidden.lines.counts[cell as usize]);
        let search = Search { hidden: &self.hidden, by, is_hidden_only: true, combinations: 32 };
        let boxes = [1, -1].into_iter().filter_map(|sign| search.run(cell, sign, u64::MAX));
        if let Some((found, _)) = boxes.into_iter().find(|(found, _)| self.protects(found, cell)) {
            return Some(found);
        }
        self.programs = self.programs.checked_sub(1)?;
        // Cells of other moves stay hidden anyway, so they cost little.
        let cost = |cell: u32| {
            if self.primary[cell as usize] || !self.hidden.is_published(cell) {
                1
            } else if !self.uses[cell as usize].is_empty() {
                2
            } else {
                64 + i64::from(self.hidden.lines.counts[cell as usize].max(1).ilog2())
            }
        };
        let most = i64::try_from(by.min(1 << 20)).unwrap_or(1 << 20);
        let mut programs = [1, -1].into_iter().filter_map(|sign| moves::search(&self.hidden, cell, sign, most, &cost));
        programs.find(|found| self.protects(found, cell))
    }

    /// Searches the cheapest move over any cells that protects a cell.
    fn among_all(&self, cell: u32) -> Option<Move> {
        let by = self.rule.width(self.hidden.lines.counts[cell as usize]);
        let search = Search { hidden: &self.hidden, by, is_hidden_only: false, combinations: 256 };
        let up = search.run(cell, 1, u64::MAX);
        let down = search.run(cell, -1, up.as_ref().map_or(u64::MAX, |(_, cost)| *cost));
        [down, up].into_iter().flatten().map(|(found, _)| found).find(|found| self.protects(found, cell))
    }

    /// Protects a primary cell by further hidden cells, if necessary.
    fn protect(&mut self, cell: u32) -> Result<(), TableMethodError> {
        if self.protections[cell as usize] > 0 {
            return Ok(());
        }
        let found = self.among_hidden(cell).or_else(|| self.among_all(cell));
        let found = found.unwrap_or_else(|| Move::upwards(&self.hidden, cell));
        let can_change = |cell: u32| self.hidden.contains(cell) || self.hidden.is_candidate(cell);
        if !found.0.iter().all(|&(cell, _)| can_change(cell)) {
            return Err(TableMethodError::Unprotected);
        }
        self.add(found);
        if self.protections[cell as usize] == 0 { Err(TableMethodError::Unprotected) } else { Ok(()) }
    }

    /// Shows a secondary cell that no move changes.
    fn release(&mut self, cell: u32) {
        if !self.primary[cell as usize] && self.uses[cell as usize].is_empty() && self.hidden.is_published(cell) {
            self.hidden.set(cell, false);
        }
    }

    /// Shows secondary cells again, as long as all primary cells remain protected. The largest counts come first.
    fn thin(&mut self) {
        (0..self.primary.len() as u32).for_each(|cell| self.release(cell));
        let is_published = |cell: u32| self.hidden.is_published(cell);
        let is_secondary =
            |cell: &u32| self.hidden.contains(*cell) && !self.primary[*cell as usize] && is_published(*cell);
        let secondary: Vec<u32> = (0..self.primary.len() as u32).rev().filter(is_secondary).collect();
        for cell in secondary.into_iter().take(MOST_TRIALS) {
            if self.hidden.contains(cell) {
                self.spare(cell);
            }
        }
    }

    /// Shows a secondary cell if other moves protect the primary cells.
    fn spare(&mut self, cell: u32) {
        let old: Vec<u32> = self.uses[cell as usize].clone();
        let mut bare = Vec::new();
        let mut removed = Vec::new();
        for at in old {
            if let Some((found, cells)) = self.remove(at) {
                removed.push(found);
                bare.extend(cells);
            }
        }
        self.hidden.set(cell, false);
        let mut added = Vec::new();
        for &primary in &bare {
            if self.protections[primary as usize] > 0 {
                continue;
            }
            let Some(found) = self.among_hidden(primary) else { break };
            added.push(self.moves.len() as u32);
            self.add(found);
        }
        if bare.iter().all(|&primary| self.protections[primary as usize] > 0) {
            removed.iter().flat_map(|found| &found.0).for_each(|&(other, _)| self.release(other));
            return;
        }
        added.into_iter().for_each(|at| {
            self.remove(at);
        });
        self.hidden.set(cell, true);
        removed.into_iter().for_each(|found| self.add(found));
    }

    /// The primary cells without a valid move. Checks each move anew.
    fn bare(&self, cells: &[u32]) -> Vec<u32> {
        let is_bare = |cell: &u32| {
            let mut moves = self.uses[*cell as usize].iter().filter_map(|&at| self.moves[at as usize].as_ref());
            !moves.any(|(found, _)| found.is_valid(&self.hidden) && self.protects(found, *cell))
        };
        cells.iter().copied().filter(is_bare).collect()
    }
}
