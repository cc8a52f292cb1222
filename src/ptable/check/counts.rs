//! The noise of every count. Counts may be arbitrarily large.

use std::collections::BTreeMap;

use super::super::{Lookup, Noise, Ptable, ROW_CYCLE};
use super::Repeats;

/// The possible periods of a table that uses its last 250 rows in turn: the divisors of 250.
const PERIODS: [u64; 8] = [1, 2, 5, 10, 25, 50, 125, 250];

/// The noise distribution of every count. All distributions have the same total.
pub(super) struct Counts {
    /// The different distributions.
    noises: Vec<Noise>,
    /// For each count from 0 to `last_row + turn`, the position of its distribution in `noises`. The turn is the number
    /// of last rows that larger counts use.
    which: Vec<usize>,
    pub repeats: Repeats,
    pub distinct_rows: u32,
    /// The smallest noise, at most 0.
    pub smallest: i32,
    /// The largest noise, at least 0.
    pub largest: i32,
    last_row: u64,
    turn: u64,
}

impl Counts {
    pub fn new(table: &Ptable) -> Self {
        let mut noises = Vec::new();
        let mut known = BTreeMap::new();
        let mut enter = |noise: Noise| {
            *known.entry(noise.weights().to_vec()).or_insert_with(|| {
                noises.push(noise);
                noises.len() - 1
            })
        };
        let mut rows: Vec<usize> = Vec::with_capacity(table.last_row() as usize + 1);
        for row in table.first_row()..=table.last_row() {
            let same = row > table.first_row() && is_same(table, row - 1, row);
            let which = match rows.last() {
                Some(&last) if same => last,
                _ => enter(table.noise(row, Lookup::Even)),
            };
            rows.push(which);
        }
        let distinct_rows = rows.iter().max().map_or(0, |&most| most as u32 + 1);
        if table.first_row() > 0 {
            let stays = Noise::new([(0, table.noise(1, Lookup::Even).total())]);
            rows.insert(0, enter(stays));
        }
        let last_row = u64::from(table.last_row());
        let turn = match table {
            Ptable::Interval(_) => 1,
            Ptable::Dense(_) => u64::from(ROW_CYCLE),
        };
        let above = (last_row + 1..=last_row + turn).filter_map(|count| table.row_for(count));
        let above: Vec<usize> = above.map(|row| rows[row as usize]).collect();
        rows.extend(above);
        let ends =
            |noise: &Noise| [noise.weights().first(), noise.weights().last()].map(|end| end.map_or(0, |end| end.0));
        let smallest = noises.iter().map(|noise| ends(noise)[0]).fold(0, i32::min);
        let largest = noises.iter().map(|noise| ends(noise)[1]).fold(0, i32::max);
        let repeats = Repeats { from: last_row + 1, period: turn };
        let mut counts = Self { noises, which: rows, repeats, distinct_rows, smallest, largest, last_row, turn };
        counts.repeats = counts.find_repeats();
        counts
    }

    /// The noise of a count.
    pub fn of(&self, count: u64) -> &Noise {
        &self.noises[self.which(count)]
    }

    /// Returns the position of a count's distribution in `noises`. Equal distributions have equal positions.
    pub fn which(&self, count: u64) -> usize {
        let above = self.last_row + 1;
        let count = if count <= self.last_row { count } else { above + (count - above) % self.turn };
        self.which[count as usize]
    }

    /// Returns the first value of the periodic part: from this value on, the possible counts of a value and of the
    /// value plus one period differ only by the period.
    pub fn steady(&self) -> u64 {
        self.repeats.from + u64::from(self.largest.unsigned_abs())
    }

    fn find_repeats(&self) -> Repeats {
        let above = self.last_row + 1;
        let repeats = |count: u64, period| self.which(count) == self.which(count + period);
        // The smallest period divides the turn.
        let of_turn = PERIODS.into_iter().filter(|period| self.turn.is_multiple_of(*period));
        let mut periods = of_turn.filter(|&period| (above..above + self.turn).all(|count| repeats(count, period)));
        let period = periods.next().unwrap_or(self.turn);
        let mut from = above;
        while from > 1 && repeats(from - 1, period) {
            from -= 1;
        }
        Repeats { from, period }
    }
}

/// Whether two rows have equal entries. Comparing entries is faster than comparing distributions.
fn is_same(table: &Ptable, one: u32, other: u32) -> bool {
    match table {
        Ptable::Interval(table) => table.row(one) == table.row(other),
        Ptable::Dense(table) => table.row(one) == table.row(other),
    }
}
