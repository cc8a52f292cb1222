//! Bounds the count of each published cell by its own value and by all lines that contain it.
//!
//! Every step is sound: it retains every table of counts that agrees with the published values, so also the true one. A
//! step ignores that two cells may not reach their bounds together. Linear programs find some of these cases (`program`).

use super::Evidence;
use super::candidates::Candidates;
use super::equations::Equations;
use crate::protect::Status;

/// Maximum rounds over all lines. The bounds are valid after every round. Tables of few dimensions need fewer than ten.
const MAX_ROUNDS: usize = 200;

/// The least and the largest count of each cell, numbered as in [`Equations`].
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    pub least: Vec<i64>,
    pub most: Vec<i64>,
}

impl Bounds {
    /// Bounds from each cell's own value.
    pub fn of_values(evidence: &Evidence, candidates: &Candidates<'_>) -> Self {
        let cells = evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status));
        let bounds = cells.map(|(&value, &status)| candidates.bounds(value, status));
        let (least, most) = bounds.map(|(least, most)| (least as i64, most as i64)).unzip(); // at most 2^52
        Self { least, most }
    }

    /// Whether only one count is possible.
    pub fn is_known(&self, cell: usize) -> bool {
        self.least[cell] == self.most[cell]
    }

    /// Narrows the bounds by every line until nothing changes. A total lies between the sums of its parts' bounds. A part lies
    /// within the total's remainder when all other parts are at their bounds.
    pub fn propagate(&mut self, evidence: &Evidence, candidates: &Candidates<'_>, lines: &Equations) {
        for round in 0..MAX_ROUNDS {
            let mut changed = false;
            for number in 0..lines.len() {
                // Rounds alternate their direction, so that a total's new bounds reach its parts quickly.
                let line = if round % 2 == 0 { number } else { lines.len() - 1 - number };
                changed |= self.narrow_line(evidence, candidates, lines, line);
            }
            if !changed {
                break;
            }
        }
    }

    fn narrow_line(
        &mut self,
        evidence: &Evidence,
        candidates: &Candidates<'_>,
        lines: &Equations,
        line: usize,
    ) -> bool {
        let (whole, parts) = lines.line(line);
        // Sums of up to 2^32 bounds of at most 2^52 each.
        let sum = |bounds: &[i64]| parts.iter().map(|&part| i128::from(bounds[part as usize])).sum::<i128>();
        let (least, most) = (sum(&self.least), sum(&self.most));
        let mut changed = self.narrow(evidence, candidates, lines, whole, least, most);
        let (of_least, of_most) = (i128::from(self.least[whole]), i128::from(self.most[whole]));
        if of_least == least && of_most == most {
            return changed;
        }
        for &part in parts {
            let part = part as usize;
            let (others_least, others_most) =
                (least - i128::from(self.least[part]), most - i128::from(self.most[part]));
            // The sums date from before this line. A part narrowed since then only makes them wider than necessary.
            changed |= self.narrow(evidence, candidates, lines, part, of_least - others_most, of_most - others_least);
        }
        changed
    }

    /// Narrows the bounds of a cell to the next counts that its value allows.
    fn narrow(
        &mut self,
        evidence: &Evidence,
        candidates: &Candidates<'_>,
        lines: &Equations,
        cell: usize,
        least: i128,
        most: i128,
    ) -> bool {
        let (old_least, old_most) = (self.least[cell], self.most[cell]);
        if least <= i128::from(old_least) && most >= i128::from(old_most) {
            return false;
        }
        let mut new = (i128::from(old_least).max(least) as i64, i128::from(old_most).min(most) as i64);
        let (view, place) = lines.place(cell);
        let published = &evidence.views[view];
        if published.status[place] == Status::Shown {
            let counts = candidates.counts(published.values[place]);
            let above = counts.partition_point(|&(count, _)| (count as i64) < new.0);
            let below = counts.partition_point(|&(count, _)| count as i64 <= new.1);
            if above < below {
                new = (counts[above].0 as i64, counts[below - 1].0 as i64);
            }
        }
        if new.0 > new.1 {
            return false; // what is published contradicts the method: the lines of this cell tell nothing
        }
        (self.least[cell], self.most[cell]) = new;
        new != (old_least, old_most)
    }
}
