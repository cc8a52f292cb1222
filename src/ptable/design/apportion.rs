//! Converts probabilities to whole numbers of units. The units are keys, or parts of 2^-32.
//!
//! Let K be the number of units, and p_v the probability of noise v. The result is whole numbers n_v ≥ 0 near K p_v
//! with Σ n_v = K, Σ v n_v = 0, and Σ v² n_v as near as possible to K times the variance. The search has four steps.
//! First, K p_v is rounded. Second, single units move until the mean is zero. Third, further moves correct the sum of
//! squares but keep the number of units and the mean. Each of these moves takes units from the middle of three noises
//! to both sides, or back. Fourth, pairs of such moves bring each n_v nearer to K p_v and keep the sum of squares.
//!
//! *How near the sum of squares can be.* Let a be the smallest noise and g the greatest common divisor of all v − a.
//! The numbers Σ n_v (v − a) are multiples of g, so the mean can be zero only if g divides a K. Let q be the greatest
//! common divisor of (w − u)(x − u)(x − w) / g over all noises u < w < x (the determinants of the columns 1, v, v²).
//! The sums of squares of all n with equal K and mean differ by multiples of q. Therefore a sum of squares within q / 2
//! of the wanted sum is the nearest.

use std::collections::BTreeMap;

use super::super::MAX_KEYS;
use crate::base::order::sort_positions;

/// Probabilities as whole numbers of units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apportioned {
    /// The units of each noise.
    pub units: Vec<u64>,
    /// Σ v² n_v.
    pub squares: u128,
    /// Whether `squares` is proved to be as near to the wanted sum as a mean of zero allows.
    pub nearest: bool,
    /// The sum Σ v n_v, which is zero if possible.
    pub sum: i64,
    /// Whether the units meet the further conditions, such as a least share of noise 0.
    pub held: bool,
}

/// Conditions on the units besides their number and their mean.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Held {
    /// The position of noise 0.
    pub zero: Option<usize>,
    /// The least share of noise 0, as a probability.
    pub stay: f64,
    /// Whether shares must not decrease from the smallest noise up to noise 0.
    pub monotone: bool,
}

/// Maximum number of rounds of improvement. About ten rounds suffice.
const ROUNDS: usize = 1000;
/// Sums of squares are compared in units of 1 / `FINE`, because the wanted sum is not a whole number.
const FINE: i128 = 1 << 10;
/// Maximum distance of the outer noises from the middle noise in the fourth step, in positions.
const NEAR: usize = 3;
/// Maximum number of changes of equal effect that the fourth step tries in pairs.
const LIKELY: usize = 20;

/// Divides `total` units in proportion to the probabilities. The mean of the result is zero. `noise` ascends and is as
/// long as `probabilities`.
///
/// # Errors
/// A number m, if the mean cannot be zero: `total` must be a multiple of m.
pub fn apportion(noise: &[i32], probabilities: &[f64], total: u64) -> Result<Apportioned, u64> {
    let found = nearly(noise, probabilities, total, Held::default());
    if found.sum == 0 { Ok(found) } else { Err(multiple(noise)) }
}

/// Like [`apportion`], for probabilities with any mean. The mean of the result is as near to this mean as possible.
pub(in crate::ptable) fn nearly(noise: &[i32], probabilities: &[f64], total: u64, held: Held) -> Apportioned {
    let mut shares = Shares::rounded(noise, probabilities, total, held);
    shares.mend();
    let wanted: f64 =
        noise.iter().zip(probabilities).map(|(&v, p)| f64::from(v).powi(2) * p).sum::<f64>() * total as f64;
    shares.center(total);
    shares.spread(wanted);
    let apart = divisor_of_squares(noise) as f64;
    let mut nearest = (shares.squares() as f64 - wanted).abs() <= apart / 2.0;
    if shares.sum() != shares.target(total) || !nearest {
        nearest = shares.target(total) == 0 && shares.search_ends(total, wanted);
    }
    if total <= u64::from(MAX_KEYS) {
        shares.settle();
    }
    let squares = shares.squares();
    let units = shares.units.iter().map(|&units| units as u64).collect();
    Apportioned { units, squares: squares as u128, nearest, sum: shares.sum() as i64, held: shares.broken() == 0 }
}

/// Returns m: the mean can be zero only if the number of units is a multiple of m.
pub(in crate::ptable) fn multiple(noise: &[i32]) -> u64 {
    let step = step(noise);
    let first = i64::from(noise.first().copied().unwrap_or(0)).unsigned_abs();
    step / gcd(step, first).max(1)
}

/// The greatest common divisor of the distances between noises.
fn step(noise: &[i32]) -> u64 {
    noise.windows(2).fold(0, |divisor, pair| gcd(divisor, (pair[1] - pair[0]) as u64))
}

/// Returns q: for shares with equal means, the sums of squares differ by multiples of q. Returns 0 if only one sum is
/// possible.
fn divisor_of_squares(noise: &[i32]) -> u64 {
    let step = step(noise).max(1);
    let mut divisor = 0;
    for (at, &u) in noise.iter().enumerate() {
        for (and, &w) in noise.iter().enumerate().skip(at + 1) {
            for &x in &noise[and + 1..] {
                // The product is at most 65,534³, which fits 64 bits.
                divisor = gcd(divisor, (w - u) as u64 * (x - u) as u64 * (x - w) as u64 / step);
                // The product of the three distances between whole numbers is even, so the divisor cannot be smaller.
                if divisor == 2 * step * step {
                    return divisor;
                }
            }
        }
    }
    divisor
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The shares during the search.
pub(super) struct Shares<'a> {
    pub noise: &'a [i32],
    /// K p_v for each noise v.
    pub wanted: Vec<f64>,
    pub units: Vec<i64>,
    /// The position of noise 0, its least number of units, and whether units must not decrease up to noise 0.
    pub held: (Option<usize>, i64, bool),
}

/// Up to six positions of noises, and the units that each position gains or loses. Unused entries are 0.
type Change = [(usize, i64); 6];

/// Makes a change from positions and the units that they gain or lose.
fn change(given: &[(usize, i64)]) -> Change {
    let mut change = [(0, 0); 6];
    change[..given.len()].copy_from_slice(given);
    change
}

impl<'a> Shares<'a> {
    /// Makes shares by rounding. The largest remainders are rounded up.
    fn rounded(noise: &'a [i32], probabilities: &[f64], total: u64, held: Held) -> Self {
        let wanted: Vec<f64> = probabilities.iter().map(|p| p * total as f64).collect();
        let mut units: Vec<i64> = wanted.iter().map(|&wanted| libm::floor(wanted) as i64).collect();
        let mut order: Vec<u32> = (0..noise.len() as u32).collect();
        let remainder = |at: u32| wanted[at as usize] - libm::floor(wanted[at as usize]);
        sort_positions(&mut order, &|a, b| remainder(b).total_cmp(&remainder(a)).then(b.cmp(&a)));
        let mut left = total as i64 - units.iter().sum::<i64>();
        for at in order.iter().map(|&at| at as usize).cycle() {
            match left {
                0 => break,
                1.. => (units[at], left) = (units[at] + 1, left - 1),
                // Sums of rounded probabilities can be slightly above one.
                _ if units[at] > 0 => (units[at], left) = (units[at] - 1, left + 1),
                _ => {}
            }
        }
        // A minimum slightly above a whole number counts as this whole number.
        let least = libm::ceil(held.stay * total as f64 - 1e-6) as i64;
        Self { noise, wanted, units, held: (held.zero, least, held.monotone) }
    }

    pub fn sum(&self) -> i128 {
        self.noise.iter().zip(&self.units).map(|(&noise, &units)| i128::from(noise) * i128::from(units)).sum()
    }

    pub fn squares(&self) -> i128 {
        self.noise.iter().zip(&self.units).map(|(&noise, &units)| i128::from(noise).pow(2) * i128::from(units)).sum()
    }

    /// The cost of a change: the increase of the squared distances from K p_v, each divided by K p_v.
    fn cost(&self, change: &[(usize, i64)]) -> f64 {
        let worse = |&(at, by): &(usize, i64)| {
            let off = self.units[at] as f64 - self.wanted[at];
            ((off + by as f64).powi(2) - off * off) / self.wanted[at].max(0.5)
        };
        change.iter().map(worse).sum()
    }

    /// Whether a change is possible: all units stay at 0 or above, and the conditions are not broken further.
    fn possible(&self, change: &[(usize, i64)]) -> bool {
        if change.iter().any(|&(at, by)| self.units[at] + by < 0) {
            return false;
        }
        match self.held {
            (Some(_), least, monotone) if least > 0 || monotone => {
                let by = |at: usize| change.iter().filter(|part| part.0 == at).map(|part| part.1).sum::<i64>();
                self.broken_by(|at| self.units[at] + by(at)) <= self.broken()
            }
            _ => true,
        }
    }

    /// The number of units by which the conditions are broken.
    pub fn broken(&self) -> i64 {
        self.broken_by(|at| self.units[at])
    }

    fn broken_by(&self, units: impl Fn(usize) -> i64) -> i64 {
        let (Some(zero), least, monotone) = self.held else { return 0 };
        let falls = |at: usize| (units(at) - units(at + 1)).max(0);
        let fallen = if monotone { (0..zero).map(falls).sum() } else { 0 };
        (least - units(zero)).max(0) + fallen
    }

    /// Moves units until the conditions hold; the mean may change.
    fn mend(&mut self) {
        while self.broken() > 0 {
            let broken = self.broken();
            let mut best: Option<(f64, Change)> = None;
            for to in 0..self.noise.len() {
                for from in (0..self.noise.len()).filter(|&from| from != to && self.units[from] > 0) {
                    let one = change(&[(to, 1), (from, -1)]);
                    let by = |at: usize| i64::from(at == to) - i64::from(at == from);
                    if self.broken_by(|at| self.units[at] + by(at)) < broken {
                        let cost = self.cost(&one);
                        if best.is_none_or(|(least, _)| cost < least) {
                            best = Some((cost, one));
                        }
                    }
                }
            }
            match best {
                Some((_, one)) => self.apply(&one),
                None => return,
            }
        }
    }

    fn apply(&mut self, change: &[(usize, i64)]) {
        change.iter().for_each(|&(at, by)| self.units[at] += by);
    }

    /// Returns the sum Σ v n_v that is possible with whole units and is nearest to Σ v K p_v.
    fn target(&self, total: u64) -> i128 {
        let step = i128::from(step(self.noise).max(1));
        let wanted: f64 = self.noise.iter().zip(&self.wanted).map(|(&noise, wanted)| f64::from(noise) * wanted).sum();
        // Σ v n = a K + Σ (v − a) n, and the last sum is a multiple of the step. Σ v n and a K have equal remainders.
        let off = i128::from(self.noise[0]) * i128::from(total) - libm::round(wanted) as i128;
        let rest = off.rem_euclid(step);
        libm::round(wanted) as i128 + if 2 * rest > step { rest - step } else { rest }
    }

    /// Moves units until the mean is as near as possible to the mean of the probabilities.
    fn center(&mut self, total: u64) {
        let target = self.target(total);
        for _ in 0..ROUNDS {
            let off = self.sum() - target;
            if off == 0 {
                return;
            }
            let changes = self.moves();
            match self.best(&changes, off) {
                Some(change) => self.apply(&change),
                None => {
                    for effect in way(changes.keys().copied().collect(), self.apart(), off) {
                        let Some((_, change)) = self.moves().remove(&effect) else { return };
                        self.apply(&change);
                    }
                    return;
                }
            }
        }
    }

    /// The distance between the smallest and the largest noise.
    fn apart(&self) -> i128 {
        i128::from(self.noise[self.noise.len() - 1] - self.noise[0])
    }

    /// Returns the cheapest move of one unit for each effect on the sum.
    fn moves(&self) -> BTreeMap<i128, (f64, Change)> {
        self.cheapest(|shares, add| {
            for to in 0..shares.noise.len() {
                for from in (0..shares.noise.len()).filter(|&from| from != to) {
                    add(i128::from(shares.noise[to] - shares.noise[from]), change(&[(to, 1), (from, -1)]));
                }
            }
        })
    }

    /// Brings the sum of squares as near as possible to the wanted sum. The changes keep the number of units and the
    /// mean.
    fn spread(&mut self, wanted: f64) {
        for _ in 0..ROUNDS {
            let off = self.squares() * FINE - libm::round(wanted * FINE as f64) as i128;
            // Try changes in the right direction first. They are half of all changes and usually suffice.
            let right = self.cheapest(|shares, add| {
                shares.triples(usize::MAX, &mut |squares, change| {
                    if (squares > 0) != (off > 0) && squares.abs() * FINE < 2 * off.abs() {
                        add(squares * FINE, change);
                    }
                });
            });
            let found = self.best_one(&right, off).or_else(|| {
                let all = self.cheapest(|shares, add| {
                    shares.triples(usize::MAX, &mut |squares, change| add(squares * FINE, change))
                });
                self.best(&all, off)
            });
            match found {
                Some(change) => self.apply(&change),
                None => return,
            }
        }
    }

    /// Lists changes that keep the number of units and the mean. Units move from the middle of three noises to the
    /// outer two, or back.
    fn triples(&self, farthest: usize, add: &mut dyn FnMut(i128, Change)) {
        let last = self.noise.len() - 1;
        let mut three = |u: usize, w: usize, x: usize| {
            let at = |position: usize| i64::from(self.noise[position]);
            let (left, right) = (at(w) - at(u), at(x) - at(w));
            let common = gcd(left as u64, right as u64) as i64;
            let squares = i128::from(left * right) * i128::from(left + right) / i128::from(common);
            let out = [(u, right / common), (w, -(left + right) / common), (x, left / common)];
            add(squares, change(&out));
            add(-squares, change(&out.map(|(at, by)| (at, -by))));
        };
        for middle in 1..last {
            for distance in 1..=middle.min(last - middle).min(farthest) {
                three(middle - distance, middle, middle + distance);
            }
            // The lowest noise may be the only noise below the blocked results.
            if middle > 1 && farthest > NEAR && self.noise[1] - self.noise[0] != self.noise[2] - self.noise[1] {
                (middle + 1..=last).filter(|&x| x != 2 * middle).for_each(|x| three(0, middle, x));
            }
        }
    }

    /// Returns the cheapest possible change for each effect.
    fn cheapest(&self, list: impl FnOnce(&Self, &mut dyn FnMut(i128, Change))) -> BTreeMap<i128, (f64, Change)> {
        let mut found: BTreeMap<i128, (f64, Change)> = BTreeMap::new();
        list(self, &mut |effect, change| {
            if self.possible(&change) {
                let cost = self.cost(&change);
                let known = found.get(&effect);
                if known.is_none_or(|(least, _)| cost < *least) {
                    found.insert(effect, (cost, change));
                }
            }
        });
        found
    }

    /// Returns the change that brings the error `off` nearest to 0; `None` if no change reduces the error.
    fn best_one(&self, changes: &BTreeMap<i128, (f64, Change)>, off: i128) -> Option<Change> {
        let (&effect, (_, change)) = changes.iter().min_by_key(|(effect, _)| (off + **effect).abs())?;
        ((off + effect).abs() < off.abs()).then_some(*change)
    }

    /// Returns the change that brings the error `off` nearest to 0. If no single change reduces the error, tries two
    /// changes together.
    fn best(&self, changes: &BTreeMap<i128, (f64, Change)>, off: i128) -> Option<Change> {
        if let Some(one) = self.best_one(changes, off) {
            return Some(one);
        }
        let mut best: Option<(i128, Change)> = None;
        for (&one, (_, first)) in changes {
            // Try the nearest partner and its neighbours. The first change may leave too few units for the nearest
            // partner.
            let above = changes.range(-off - one..).take(2);
            for (&other, (_, second)) in changes.range(..-off - one).rev().take(2).chain(above) {
                let left = (off + one + other).abs();
                if left < off.abs() && best.as_ref().is_none_or(|(least, _)| left < *least) {
                    let both = merged(first, second);
                    if self.possible(&both) {
                        best = Some((left, both));
                    }
                }
            }
        }
        best.map(|(_, change)| change)
    }

    /// Applies pairs of changes that together keep the sum of squares. Stops when no pair brings the shares nearer to
    /// the probabilities.
    fn settle(&mut self) {
        let mut by_squares: BTreeMap<i128, Vec<Change>> = BTreeMap::new();
        self.triples(NEAR, &mut |squares, change| by_squares.entry(squares).or_default().push(change));
        for _ in 0..ROUNDS {
            // Take the cheapest single changes. They form the best pair, unless the two changes share noises.
            let likely = |changes: &[Change]| {
                let costs: Vec<f64> = changes.iter().map(|change| self.cost(change)).collect();
                let mut order: Vec<u32> = (0..changes.len() as u32).collect();
                let cost = |at: u32| costs[at as usize];
                sort_positions(&mut order, &|a, b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)));
                order.into_iter().take(LIKELY).map(|at| changes[at as usize]).collect::<Vec<Change>>()
            };
            let mut best: Option<(f64, Change)> = None;
            for (squares, outward) in by_squares.range(1..) {
                let back = likely(by_squares.get(&-squares).map_or(&[], Vec::as_slice));
                for out in likely(outward) {
                    for back in &back {
                        let both = merged(&out, back);
                        let cost = self.cost(&both);
                        if cost < -1e-9 && best.as_ref().is_none_or(|(least, _)| cost < *least) && self.possible(&both)
                        {
                            best = Some((cost, both));
                        }
                    }
                }
            }
            match best {
                Some((_, change)) => self.apply(&change),
                None => return,
            }
        }
    }
}

/// Returns the shortest list of effects that brings the error `off` to 0; empty if there is no such list. Partial sums
/// are at most `apart` or the error, whichever is larger. This limit excludes no solution, because steps up and down
/// can be taken in any order.
fn way(effects: Vec<i128>, apart: i128, off: i128) -> Vec<i128> {
    let reach = apart.max(off.abs());
    // Search from 0 back to the error. For each sum, `next` holds the step towards 0.
    let mut next: BTreeMap<i128, i128> = BTreeMap::from([(0, 0)]);
    let mut edge = vec![0];
    while !edge.is_empty() && !next.contains_key(&off) {
        let mut farther = Vec::new();
        for at in edge {
            for &effect in &effects {
                let before = at - effect;
                if before.abs() <= reach && !next.contains_key(&before) {
                    next.insert(before, effect);
                    farther.push(before);
                }
            }
        }
        edge = farther;
    }
    let mut steps = Vec::new();
    let mut at = off;
    while let Some(&effect) = next.get(&at).filter(|_| at != 0) {
        steps.push(effect);
        at += effect;
    }
    steps
}

/// Adds two changes of three noises each.
fn merged(first: &Change, second: &Change) -> Change {
    let mut both = *first;
    let mut length = both.iter().take_while(|(_, by)| *by != 0).count();
    for &(at, by) in second.iter().take_while(|(_, by)| *by != 0) {
        match both[..length].iter_mut().find(|(known, _)| *known == at) {
            Some((_, sum)) => *sum += by,
            None => (both[length], length) = ((at, by), length + 1),
        }
    }
    both
}
