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
    moves: Vec<Option<Move>>,
    /// The moves that change each cell.
    uses: Vec<Vec<u32>>,
    /// Number of moves that protect each primary cell.
    protections: Vec<u32>,
}

impl<'a> Cover<'a> {
    /// Hidden cells without moves.
    pub fn new(rule: &'a Suppression, hidden: Hidden<'a>, primary: &'a [bool]) -> Self {
        let cells = primary.len();
        let (uses, protections) = (vec![Vec::new(); cells], vec![0; cells]);
        Self { rule, hidden, primary, moves: Vec::new(), uses, protections }
    }

    pub fn hidden(&self) -> &Hidden<'a> {
        &self.hidden
    }

    pub fn into_hidden(self) -> Hidden<'a> {
        self.hidden
    }

    /// Whether a move gives a primary cell an interval that is wide enough, by a second table that the rule explains.
    ///
    /// The rule hides cells only for the sake of small ones. So the hidden cells that sums connect with the cell must
    /// have a small count in the second table too. Otherwise an outsider excludes the second table.
    fn protects(&self, found: &Move, cell: u32) -> bool {
        let change = found.of(cell).unsigned_abs();
        if change == 0 {
            return false;
        }
        let least = self.rule.width(self.hidden.lines.counts[cell as usize]).div_ceil(change);
        let most = found.times(&self.hidden);
        if most.is_some_and(|most| most < least) {
            return false;
        }
        self.rule.certain
            || self.is_small_after(found, least)
            || most.is_some_and(|most| self.is_small_after(found, most))
            || self.has_other_primary(found, cell)
    }

    /// Whether a changed cell is small once a move is repeated some times.
    fn is_small_after(&self, found: &Move, times: u64) -> bool {
        found.0.iter().any(|&(cell, change)| {
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
                let hidden = lines.cells(sum).iter().filter(|&&next| self.hidden.contains(next) && seen.insert(next));
                reached.extend(hidden);
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
        for &(cell, _) in &found.0 {
            if self.primary[cell as usize] && self.protects(&found, cell) {
                self.protections[cell as usize] += 1;
            }
        }
        self.moves.push(Some(found));
    }

    /// Removes a move. Returns the primary cells without protection.
    fn remove(&mut self, at: u32) -> (Option<Move>, Vec<u32>) {
        let found = self.moves[at as usize].take();
        let mut bare = Vec::new();
        for &(cell, _) in found.iter().flat_map(|found| &found.0) {
            self.uses[cell as usize].retain(|&other| other != at);
            if self.primary[cell as usize] && found.as_ref().is_some_and(|found| self.protects(found, cell)) {
                self.protections[cell as usize] -= 1;
                if self.protections[cell as usize] == 0 {
                    bare.push(cell);
                }
            }
        }
        (found, bare)
    }

    /// Searches a move among the hidden cells that protects a cell.
    fn among_hidden(&self, cell: u32) -> Option<Move> {
        let width = self.rule.width(self.hidden.lines.counts[cell as usize]);
        let cost = |cell: u32| {
            if self.primary[cell as usize] {
                1
            } else if !self.uses[cell as usize].is_empty() {
                2
            } else {
                64 + i64::from(self.hidden.lines.counts[cell as usize].max(1).ilog2())
            }
        };
        let most = i64::try_from(width.min(1 << 20)).unwrap_or(1 << 20);
        let find = |sign| moves::search(&self.hidden, cell, sign, most, &cost);
        let found = [1, -1].into_iter().filter_map(find).find(|found| self.protects(found, cell));
        found
    }

    /// Searches a move over any cells that protects a cell.
    fn among_all(&self, cell: u32) -> Option<Move> {
        let lines = self.hidden.lines;
        let cost = |cell: u32| {
            if self.hidden.contains(cell) {
                Some(1)
            } else if self.hidden.is_candidate(cell) {
                Some(1000 + 20 * u64::from(lines.counts[cell as usize].max(1).ilog2()))
            } else {
                None
            }
        };
        let search = Search { hidden: &self.hidden, by: self.rule.width(lines.counts[cell as usize]), cost };
        let up = search.run(cell, 1, u64::MAX);
        let down = search.run(cell, -1, up.as_ref().map_or(u64::MAX, |(_, cost)| *cost));
        down.or(up).map(|(found, _)| found)
    }

    /// Protects a primary cell.
    ///
    /// # Errors
    /// [`TableMethodError::Unprotected`] if no further cells protect it.
    pub fn protect(&mut self, cell: u32) -> Result<(), TableMethodError> {
        if self.protections[cell as usize] > 0 {
            return Ok(());
        }
        if let Some(found) = self.among_hidden(cell) {
            self.add(found);
            return Ok(());
        }
        if let Some(found) = self.among_all(cell) {
            self.add(found);
        }
        if self.protections[cell as usize] == 0 {
            eprintln!("upwards");
            self.add(Move::upwards(&self.hidden, cell));
        }
        if self.protections[cell as usize] == 0 { Err(TableMethodError::Unprotected) } else { Ok(()) }
    }

    /// Shows the secondary cells that no move changes.
    pub fn release(&mut self) {
        for cell in 0..self.primary.len() {
            if !self.primary[cell] && self.uses[cell].is_empty() {
                self.hidden.set(cell as u32, false);
            }
        }
    }

    /// Shows secondary cells again, as long as all primary cells remain protected. The largest counts come first.
    pub fn thin(&mut self) {
        for cell in (0..self.primary.len() as u32).rev() {
            if self.hidden.contains(cell) && !self.primary[cell as usize] {
                self.spare(cell);
            }
        }
    }

    /// Shows a secondary cell if other moves protect the primary cells.
    fn spare(&mut self, cell: u32) -> bool {
        let old: Vec<u32> = self.uses[cell as usize].clone();
        let mut bare = Vec::new();
        let mut removed = Vec::new();
        for at in old {
            let (found, cells) = self.remove(at);
            removed.extend(found);
            bare.extend(cells);
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
            let touched = removed.iter().flat_map(|found| &found.0);
            for &(other, _) in touched {
                if !self.primary[other as usize] && self.uses[other as usize].is_empty() {
                    self.hidden.set(other, false);
                }
            }
            return true;
        }
        added.into_iter().for_each(|at| {
            self.remove(at);
        });
        self.hidden.set(cell, true);
        removed.into_iter().for_each(|found| self.add(found));
        false
    }

    /// Checks the protection of each primary cell anew.
    ///
    /// # Errors
    /// [`TableMethodError::Unprotected`] if a cell has none.
    pub fn check(&self, cells: &[u32]) -> Result<(), TableMethodError> {
        for &cell in cells {
            let mut moves = self.uses[cell as usize].iter().filter_map(|&at| self.moves[at as usize].as_ref());
            if !moves.any(|found| found.is_valid(&self.hidden) && self.protects(found, cell)) {
                return Err(TableMethodError::Unprotected);
            }
        }
        Ok(())
    }
}
