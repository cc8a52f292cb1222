//! Finds columns whose codes are groups of another column's codes, like the region of an area.

use super::survey::{ColumnSurvey, NO_ID};

/// Independent columns can look nested by chance. A nesting counts only if independence would give at least this number of
/// contradicting rows.
const EVIDENCE: f64 = 20.0;

/// Only the first columns are followed, because the number of pairs grows with the square of the number of columns.
const MOST_COLUMNS: usize = 500;
/// The largest number of codes in all pairs together. They take 64 MB.
const MOST_CODES: usize = 16 << 20;

/// Follows for all pairs of columns whether each code of the first stands with one code of the second.
#[derive(Debug)]
pub(super) struct Pairs {
    /// In ascending order of the finer and the coarser column.
    alive: Vec<Pair>,
    /// The number of codes in all pairs.
    codes: usize,
}

#[derive(Debug)]
struct Pair {
    fine: usize,
    coarse: usize,
    /// For each code of the finer column, the code of the coarser column.
    groups: Vec<u32>,
}

impl Pairs {
    pub fn new(columns: usize) -> Self {
        let columns = columns.min(MOST_COLUMNS);
        let pair = |fine| (0..columns).filter(move |coarse| *coarse != fine).map(move |coarse| (fine, coarse));
        let alive = (0..columns).flat_map(pair).map(|(fine, coarse)| Pair { fine, coarse, groups: Vec::new() });
        Self { alive: alive.collect(), codes: 0 }
    }

    /// Adds a row, as the numbers of its values.
    pub fn row(&mut self, ids: &[u32]) {
        let codes = &mut self.codes;
        self.alive.retain_mut(|pair| {
            let (fine, coarse) = (ids[pair.fine], ids[pair.coarse]);
            if fine == NO_ID {
                return true;
            }
            let at = fine as usize;
            if at >= pair.groups.len() {
                *codes += at + 1 - pair.groups.len();
                pair.groups.resize(at + 1, u32::MAX - 1);
            }
            let group = &mut pair.groups[at];
            if *group == u32::MAX - 1 {
                *group = coarse;
            }
            let is_alive = *group == coarse;
            if !is_alive {
                *codes -= pair.groups.len();
            }
            is_alive
        });
        while self.codes > MOST_CODES {
            // The column with the most codes is the least likely to be a list of areas.
            let Some(largest) = self.alive.iter().max_by_key(|pair| (pair.groups.len(), pair.fine)) else { return };
            self.drop_fine(largest.fine);
        }
    }

    fn drop_fine(&mut self, column: usize) {
        self.alive.retain(|pair| pair.fine != column);
        self.codes = self.alive.iter().map(|pair| pair.groups.len()).sum();
    }

    /// Drops the pairs of a column with too many values.
    pub fn drop_column(&mut self, column: usize) {
        self.alive.retain(|pair| pair.fine != column && pair.coarse != column);
        self.codes = self.alive.iter().map(|pair| pair.groups.len()).sum();
    }

    /// The groups of a finer column's codes, if the coarser column groups them: for each code, the code of the group.
    pub fn groups(&self, fine: usize, coarse: usize) -> Option<&[u32]> {
        let at = self.alive.binary_search_by_key(&(fine, coarse), |pair| (pair.fine, pair.coarse)).ok()?;
        Some(&self.alive[at].groups)
    }

    /// Whether a coarser column groups the codes of a finer column, beyond chance.
    pub fn is_nested(&self, columns: &[ColumnSurvey], fine: usize, coarse: usize) -> bool {
        if self.groups(fine, coarse).is_none() {
            return false;
        }
        let (a, b) = (&columns[fine], &columns[coarse]);
        let repeats = a.stats.rows.saturating_sub(a.distinct() as u64) as f64;
        // If the columns were independent, two rows would agree with this chance.
        let agree = b.agree.min(1.0);
        a.distinct() > 1 && b.distinct() > 1 && repeats * (1.0 - agree) >= EVIDENCE
    }
}
