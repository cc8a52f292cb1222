//! How likely the two values of each cell are, given the records that came, went or changed.

use std::cell::Cell;

use super::super::candidates::Candidates;
use super::moves::{Kind, Move};
use super::space::{Compared, Pair, Space};
use crate::protect::Status;

/// Largest difference of arrivals and departures in a cell for which values have chances of their own.
const REACH: i64 = 4;
/// The least chance of any pair of values. Records that the model does not know can lead to such pairs.
const FLOOR: f64 = 1e-4;
/// The unknown records are at least this many, and more by a power of 2.
const FEWEST: f64 = 0.05;
/// The largest power of 2.
const POWERS: i32 = 24;

/// The chances of one pair of values.
#[derive(Debug)]
struct Chances {
    differ: bool,
    /// Whether the pair says anything. A blocked cell does not.
    counts: bool,
    /// Logarithm of the new value's chance if the count grew by −REACH to REACH, by other records.
    grown: [f64; 2 * REACH as usize + 1],
    /// The new value's chance if an unknown record came or went.
    unknown: f64,
}

/// The values' likelihood under a set of moves. Moves that are unknown touch a cell at a rate.
#[derive(Debug)]
pub(super) struct Model<'a> {
    pub space: &'a Space,
    pairs: Vec<Chances>,
    /// For each cell, the moves that add a record to it, and that remove one.
    touched: Vec<(u16, u16)>,
    /// For each cell, the logarithm of the chance of its values if no known move touches it.
    untouched: Vec<f64>,
    /// The estimated number of unknown moves, as a power of 2.
    power: i32,
    /// For each number of new answers of a changed record, the logarithm of its prior probability.
    changes: Vec<f64>,
    /// How often a cell was looked at.
    work: Cell<u64>,
}

impl<'a> Model<'a> {
    pub fn new(space: &'a Space, old: &Candidates<'_>, new: &Candidates<'_>) -> Self {
        let cells = space.pair_of.len();
        let mut model = Self {
            space,
            pairs: space.pairs.iter().map(|pair| Chances::new(pair, old, new)).collect(),
            touched: vec![(0, 0); cells],
            untouched: vec![0.0; cells],
            power: 0,
            changes: changes(space.traits.len()),
            work: Cell::new(0),
        };
        model.fit();
        model
    }

    /// The estimated number of moves that no known move explains.
    pub fn unknown(&self) -> f64 {
        libm::scalbn(FEWEST, self.power)
    }

    /// Estimates the number of unknown moves anew, from the estimate before.
    pub fn fit(&mut self) {
        let mut best = self.likelihood_at(self.power);
        for step in [1, -1] {
            while (0..=POWERS).contains(&(self.power + step)) {
                let next = self.likelihood_at(self.power + step);
                if next <= best {
                    break;
                }
                (best, self.power) = (next, self.power + step);
            }
        }
        self.assume(self.unknown());
    }

    /// Assumes this number of unknown moves.
    pub fn assume(&mut self, unknown: f64) {
        for (cell, &chance) in self.space.chances.iter().enumerate() {
            self.untouched[cell] = self.pairs[self.space.pair_of[cell] as usize].untouched(unknown * chance);
        }
    }

    /// How often a search looked at a cell.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts looks at cells.
    pub fn count(&self, looks: usize) {
        self.work.set(self.work.get() + looks as u64);
    }

    fn likelihood_at(&self, power: i32) -> f64 {
        self.count(self.touched.len());
        let unknown = libm::scalbn(FEWEST, power);
        let cells = self.space.chances.iter().enumerate().filter(|&(cell, _)| self.touched[cell] == (0, 0));
        cells.map(|(cell, chance)| self.pairs[self.space.pair_of[cell] as usize].untouched(unknown * chance)).sum()
    }

    /// Logarithm of the likelihood of all values.
    pub fn likelihood(&self) -> f64 {
        (0..self.touched.len()).map(|cell| self.of(cell, self.touched[cell])).sum()
    }

    fn of(&self, cell: usize, touched: (u16, u16)) -> f64 {
        if touched == (0, 0) {
            return self.untouched[cell];
        }
        let grown = (i64::from(touched.0) - i64::from(touched.1)).clamp(-REACH, REACH);
        self.pairs[self.space.pair_of[cell] as usize].grown[(grown + REACH) as usize]
    }

    /// The change of the likelihood if one more record comes to a cell, or goes from it.
    pub fn gain_of(&self, cell: usize, added: u16, removed: u16) -> f64 {
        let now = self.touched[cell];
        self.of(cell, (now.0 + added, now.1 + removed)) - self.of(cell, now)
    }

    /// The change of the likelihood by a move.
    pub fn gain(&self, one: &Move) -> f64 {
        self.count(self.space.views.len());
        let gain = |view: &Compared| {
            let now = view.cell(&one.record);
            match one.kind {
                Kind::Added => self.gain_of(now, 1, 0),
                Kind::Removed => self.gain_of(now, 0, 1),
                Kind::Changed => {
                    let then = view.cell(&one.before);
                    if now == then { 0.0 } else { self.gain_of(now, 1, 0) + self.gain_of(then, 0, 1) }
                }
            }
        };
        self.space.views.iter().map(gain).sum()
    }

    /// Adds a move to the known moves, or takes it back.
    pub fn apply(&mut self, one: &Move, add: bool) {
        for view in &self.space.views {
            let (now, then) = (view.cell(&one.record), view.cell(&one.before));
            let change = |count: &mut u16| *count = if add { *count + 1 } else { *count - 1 };
            match one.kind {
                Kind::Added => change(&mut self.touched[now].0),
                Kind::Removed => change(&mut self.touched[now].1),
                Kind::Changed if now != then => {
                    change(&mut self.touched[now].0);
                    change(&mut self.touched[then].1);
                }
                Kind::Changed => {}
            }
        }
    }

    /// The traits that may have new answers. A new answer changes cells in nearly all views with its trait. So these traits
    /// have a changed cell, beside those of known moves, in at least half as large a share of their views as any trait.
    pub fn changeable(&self) -> Vec<bool> {
        let is_open = |&cell: &usize| self.touched[cell] == (0, 0) && self.differs(cell);
        let is_active = |view: &Compared| (view.first..view.first + view.cells).any(|cell| is_open(&cell));
        let views: Vec<(&Compared, bool)> = self.space.views.iter().map(|view| (view, is_active(view))).collect();
        let share = |at: usize| {
            let of: Vec<bool> = views.iter().filter(|(view, _)| view.has(at)).map(|&(_, active)| active).collect();
            of.iter().filter(|&&active| active).count() as f64 / of.len() as f64
        };
        let shares: Vec<f64> = (0..self.space.traits.len()).map(share).collect();
        let most = shares.iter().copied().fold(0.0, f64::max);
        shares.iter().map(|&share| share > 0.0 && 2.0 * share >= most).collect()
    }

    fn differs(&self, cell: usize) -> bool {
        self.pairs[self.space.pair_of[cell] as usize].differ
    }

    /// Logarithm of a class's share among all records.
    pub fn prior_of(&self, at: usize, class: u32) -> f64 {
        libm::log(self.space.traits[at].shares[class as usize])
    }

    /// Logarithm of the probability that a changed record has new answers in so many given traits.
    pub fn prior_of_changes(&self, changes: usize) -> f64 {
        self.changes[changes]
    }

    /// Logarithm of a move's probability before any value is compared: one move is expected, of any record.
    pub fn prior(&self, one: &Move) -> f64 {
        let record: f64 = one.record.iter().enumerate().map(|(at, &class)| self.prior_of(at, class)).sum();
        let before: f64 = one.changes().map(|at| self.prior_of(at, one.before[at])).sum();
        record + before + self.prior_of_changes(one.changes().count())
    }
}

/// For each number k of new answers, the logarithm of 2^(1−k) over the number of sets of k traits. 0 stands for no change.
fn changes(traits: usize) -> Vec<f64> {
    let mut changes = vec![0.0];
    let mut sets = 0.0;
    for k in 1..=traits {
        sets += libm::log((traits - k + 1) as f64 / k as f64);
        changes.push(-((k - 1) as f64) * std::f64::consts::LN_2 - sets);
    }
    changes
}

impl Chances {
    fn new(&((was, status), (is, now)): &Pair, old: &Candidates<'_>, new: &Candidates<'_>) -> Self {
        let (least, most) = old.bounds(was, status);
        let known = |status| status != Status::Blocked;
        let counts = known(status) && known(now) && most - least <= 4096;
        let mut result = Self { differ: (was, status) != (is, now), counts, grown: [0.0; 9], unknown: 1.0 };
        if !counts {
            return result;
        }
        let weights: Vec<(i64, f64)> =
            (least..=most).map(|count| (count as i64, old.likelihood(count, was, status))).collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let chance = |grown: i64| {
            let after = weights.iter().filter(|(count, weight)| *weight > 0.0 && count + grown >= 0);
            let joint = after.map(|&(count, weight)| weight * new.likelihood((count + grown) as u64, is, now));
            if sum > 0.0 { (joint.sum::<f64>() / sum).max(FLOOR) } else { FLOOR }
        };
        for grown in -REACH..=REACH {
            result.grown[(grown + REACH) as usize] = libm::log(chance(grown));
        }
        result.unknown = (chance(1) + chance(-1)) / 2.0;
        result
    }

    /// Logarithm of the chance of the values if unknown moves touch the cell at a rate.
    fn untouched(&self, rate: f64) -> f64 {
        if !self.counts {
            return 0.0;
        }
        let changed = -libm::expm1(-rate);
        let unknown = changed * self.unknown;
        libm::log(if self.differ { unknown } else { 1.0 - changed + unknown })
    }
}
