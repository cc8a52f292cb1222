//! Bounds the count of each published cell by its own value and by all lines that contain the cell.
//!
//! Every step is sound: the bounds never exclude a table of counts that agrees with the published values, so they
//! include the true table. A step treats each cell alone, although two cells may be unable to reach their bounds
//! together. Linear programs find some of these cases (`program`).

use super::Evidence;
use super::candidates::Candidates;
use super::equations::Equations;
use crate::protect::Status;

/// Maximum number of passes over all lines. The bounds are valid after every pass, so a limit only makes them wider.
const MAX_ROUNDS: usize = 200;

/// The smallest and the largest possible count of each cell, numbered as in [`Equations`].
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    pub least: Vec<i64>,
    pub most: Vec<i64>,
}

impl Bounds {
    /// Computes each cell's bounds from its own value.
    pub fn of_values(evidence: &Evidence, candidates: &Candidates<'_>) -> Self {
        let cells = evidence.views.iter().flat_map(|view| view.values.iter().zip(&view.status));
        let bounds = cells.map(|(&value, &status)| candidates.bounds(value, status));
        let (least, most) = bounds.map(|(least, most)| (least as i64, most as i64)).unzip(); // at most 2^52
        Self { least, most }
    }

    /// Whether the bounds leave only one count.
    pub fn is_known(&self, cell: usize) -> bool {
        self.least[cell] == self.most[cell]
    }

    /// Narrows the bounds by every line until nothing changes. A total lies between the sums of its parts' bounds. A
    /// part lies between the total's bounds minus the opposite bounds of all other parts.
    pub fn propagate(&mut self, evidence: &Evidence, candidates: &Candidates<'_>, lines: &Equations) {
        let is_consistent = evidence.is_consistent();
        for round in 0..MAX_ROUNDS {
            let mut changed = false;
            for number in 0..lines.len() {
                // Passes alternate their direction, so that a total's new bounds reach its parts quickly.
                let line = if round % 2 == 0 { number } else { lines.len() - 1 - number };
                changed |= self.narrow_line(evidence, candidates, lines, line);
                if is_consistent {
                    changed |= self.narrow_pair(evidence, candidates, lines, line);
                }
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
        // Sums of up to 2^32 bounds, each at most 2^52, need more than 64 bits.
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
            // The sums are older than this line's changes. A part narrowed since then only makes the sums wider than
            // necessary.
            changed |= self.narrow(evidence, candidates, lines, part, of_least - others_most, of_most - others_least);
        }
        changed
    }

    /// Narrows a line with two possible parts by the rule that the same records have the same value. If the total has
    /// records, and its value differs from the value of one part, the other part has records.
    fn narrow_pair(
        &mut self,
        evidence: &Evidence,
        candidates: &Candidates<'_>,
        lines: &Equations,
        line: usize,
    ) -> bool {
        let (whole, parts) = lines.line(line);
        let mut open = parts.iter().map(|&part| part as usize).filter(|&part| self.most[part] > 0);
        let (Some(first), Some(second), None) = (open.next(), open.next(), open.next()) else { return false };
        if [whole, first, second].iter().all(|&cell| self.least[cell] == 0) {
            return false;
        }
        let mut changed = false;
        for (part, other) in [(first, second), (second, first)] {
            let most = i128::from(self.most[other]);
            if self.least[other] == 0 && differ(evidence, lines, whole, part) {
                changed |= self.narrow(evidence, candidates, lines, other, 1, most);
            }
        }
        changed
    }

    /// Narrows the bounds of a cell, then moves each bound inwards to the next count that can have the cell's value.
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
            return false; // the published values contradict the method, so this line cannot narrow the cell
        }
        (self.least[cell], self.most[cell]) = new;
        new != (old_least, old_most)
    }
}

/// Whether two cells have different values or statuses. A blocked cell says nothing, so it differs from no cell.
fn differ(evidence: &Evidence, lines: &Equations, one: usize, other: usize) -> bool {
    let shown = |cell: usize| {
        let (view, place) = lines.place(cell);
        let published = &evidence.views[view];
        (published.status[place], published.values[place])
    };
    match (shown(one), shown(other)) {
        ((Status::Blocked, _), _) | (_, (Status::Blocked, _)) => false,
        ((Status::Suppressed, _), (Status::Suppressed, _)) => false,
        (one, other) => one != other,
    }
}
