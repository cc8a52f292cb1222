//! How likely the two values of each cell are, given the records that came, went or changed.

use super::super::candidates::Candidates;
use super::space::{Pair, Space};
use crate::protect::Status;

/// Largest difference of arrivals and departures in a cell for which values have chances of their own.
const REACH: i64 = 4;
/// The least chance of any pair of values. Records that the model does not know can lead to such pairs.
const FLOOR: f64 = 1e-4;
/// The unknown records are at least this many, and more by a power of 2.
const FEWEST: f64 = 0.05;
/// The largest power of 2.
const POWERS: i32 = 24;

/// What happened to a record between the releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Added,
    Removed,
    /// One answer changed: the trait, and its class in the old release.
    Changed(usize, u32),
}

/// A record that came, went or changed. A changed record has its new classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move {
    pub kind: Kind,
    pub record: Vec<u32>,
}

impl Move {
    /// The classes of a changed record in the old release.
    pub fn before(&self) -> Vec<u32> {
        let mut record = self.record.clone();
        if let Kind::Changed(at, class) = self.kind {
            record[at] = class;
        }
        record
    }
}

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

    fn likelihood_at(&self, power: i32) -> f64 {
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

    /// The change of the likelihood if a move touches its cell, or its two cells, in a view.
    pub fn gain_in(&self, view: usize, kind: Kind, record: &mut [u32]) -> f64 {
        let view = &self.space.views[view];
        let one = |cell: usize, added: u16, removed: u16| {
            let now = self.touched[cell];
            self.of(cell, (now.0 + added, now.1 + removed)) - self.of(cell, now)
        };
        match kind {
            Kind::Added => one(view.cell(record), 1, 0),
            Kind::Removed => one(view.cell(record), 0, 1),
            Kind::Changed(at, before) => {
                if !view.has(at) {
                    return 0.0;
                }
                let now = view.cell(record);
                let after = std::mem::replace(&mut record[at], before);
                let then = view.cell(record);
                record[at] = after;
                if now == then { 0.0 } else { one(now, 1, 0) + one(then, 0, 1) }
            }
        }
    }

    /// The change of the likelihood by a move.
    pub fn gain(&self, one: &Move) -> f64 {
        let mut record = one.record.clone();
        (0..self.space.views.len()).map(|view| self.gain_in(view, one.kind, &mut record)).sum()
    }

    /// Adds a move to the known moves, or takes it back.
    pub fn apply(&mut self, one: &Move, add: bool) {
        let before = one.before();
        for view in &self.space.views {
            let (now, then) = (view.cell(&one.record), view.cell(&before));
            let change = |count: &mut u16| *count = if add { *count + 1 } else { *count - 1 };
            match one.kind {
                Kind::Added => change(&mut self.touched[now].0),
                Kind::Removed => change(&mut self.touched[now].1),
                Kind::Changed(..) if now != then => {
                    change(&mut self.touched[now].0);
                    change(&mut self.touched[then].1);
                }
                Kind::Changed(..) => {}
            }
        }
    }

    /// Logarithm of a class's share among all records.
    pub fn prior_of(&self, at: usize, class: u32) -> f64 {
        libm::log(self.space.traits[at].shares[class as usize])
    }

    /// Logarithm of a move's probability before any value is compared: one move is expected, of any record.
    pub fn prior(&self, one: &Move) -> f64 {
        let record: f64 = one.record.iter().enumerate().map(|(at, &class)| self.prior_of(at, class)).sum();
        match one.kind {
            Kind::Added | Kind::Removed => record,
            Kind::Changed(at, before) => record + self.prior_of(at, before) - libm::log(one.record.len() as f64),
        }
    }
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
