//! Intervals: the counts that an outsider can still expect in each hidden cell.
//!
//! This check is independent of the choice of cells. It reads only the shown counts, the hidden cells and the floor. It
//! has two steps. Neither step excludes a table of counts that agrees with the shown counts.
//! 1. Bounds: in each sum, the bounds of the other cells bound each cell, in whole numbers, until nothing changes.
//! 2. Linear programs: the smallest and the largest count of a cell under all sums around the cell.
//!
//! `microlp` solves the dual program. By weak duality, its solution λ gives the bound
//!
//! > c·y ≥ b·λ + Σ_j u_j · min(0, c_j − (Aᵀλ)_j) for all y with A y = b, 0 ≤ y ≤ u.
//!
//! The bound holds for every λ. So λ is rounded to multiples of 2^-20, and the bound is computed in whole numbers.
//! Counts are whole, so a smallest count is then rounded up, and a largest count down. So rounding errors of the solver
//! can only widen an interval. An interval of one count is therefore always a disclosure.
//!
//! **Source**: Fischetti and Salazar (2001), "Solving the cell suppression problem on tabular data with linear
//! constraints", Management Science 47, for the two programs of an attacker. Dobra and Fienberg (2000), PNAS 97, for
//! bounds from margins.
//!
//! **Limit**: some counts are certain only because counts are whole, and fractions would allow other values. The linear
//! programs do not find such counts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};

use super::super::System;
use super::hidden::Hidden;
use super::lines::Lines;

/// Maximum number of variables in a program. Larger neighborhoods are cut, which can only widen an interval.
const MOST_VARIABLES: usize = 100;
/// Number of binary digits after the point of λ.
const SCALE: u32 = 20;
/// Maximum absolute value of λ.
const MOST_MULTIPLIER: f64 = 1024.0;
/// The largest count that takes part in a program: larger numbers have no exact `f64`.
const MOST_COUNT: i128 = 1 << 50;
/// Maximum number of narrowed bounds for each cell. A chain of sums may otherwise narrow a bound by 1 at a time.
const MOST_CHANGES: usize = 64;

/// The counts of a cell that an outsider cannot exclude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The smallest count.
    pub least: u64,
    /// The largest count. `None` if no sum limits the count.
    pub most: Option<u64>,
}

impl Interval {
    /// Whether only one count remains.
    pub fn is_exact(self) -> bool {
        self.most == Some(self.least)
    }
}

/// Computes the interval of each cell from the shown cells; a shown cell has its count as its interval.
///
/// `floor` is the least count that a hidden cell can have by the rule: 1 if the rule never hides empty cells, otherwise
/// 0. Linear programs run for each hidden cell if `with_programs`. A program takes about a millisecond.
///
/// # Panics
/// Panics if there is not one flag for each cell.
///
/// ```
/// use cellveil::table_method::{System, suppression::intervals};
/// // Two columns of which one is hidden, and their total.
/// let system = System::table(&[3], vec![1, 8, 9], vec![0; 3]);
/// assert!(intervals(&system, &[true, false, false], 1, true)[0].is_exact());
/// assert!(!intervals(&system, &[true, true, false], 1, true)[0].is_exact());
/// ```
pub fn intervals(system: &System, hidden: &[bool], floor: u64, with_programs: bool) -> Vec<Interval> {
    let lines = Lines::new(system);
    let state = Hidden::with(&lines, floor, hidden);
    let mut bounds = Bounds::new(&state);
    bounds.propagate((0..lines.number_of_sums() as u32).collect());
    for cell in (0..lines.len() as u32).filter(|&cell| with_programs && state.contains(cell)) {
        bounds.solve(cell);
    }
    let count = |bound: i128| u64::try_from(bound).unwrap_or(if bound < 0 { 0 } else { u64::MAX });
    let pairs = bounds.least.iter().zip(&bounds.most);
    let sorted = pairs.map(|(&least, &most)| Interval { least: count(least), most: most.map(count) });
    let mut intervals = vec![Interval { least: 0, most: None }; lines.len()];
    lines.positions.iter().zip(sorted).for_each(|(&at, interval)| intervals[at as usize] = interval);
    intervals
}

/// Whether the interval of one of these hidden cells is its count alone. Linear programs run if `with_programs`.
pub(super) fn has_exact(hidden: &Hidden<'_>, cells: &[u32], with_programs: bool) -> bool {
    let mut bounds = Bounds::new(hidden);
    bounds.propagate((0..hidden.lines.number_of_sums() as u32).collect());
    cells.iter().any(|&cell| {
        let (least, most) = (bounds.least[cell as usize], bounds.most[cell as usize]);
        if most == Some(least) || !with_programs {
            return most == Some(least);
        }
        let count = i128::from(hidden.lines.counts[cell as usize]);
        let program = Program::around(&bounds, cell);
        // One direction in which another count is possible is enough.
        let is_stuck = |sign: i64, limit: Option<i128>| {
            limit == Some(count) || program.least(sign).is_some_and(|more| least + i128::from(sign) * more == count)
        };
        is_stuck(-1, most) && is_stuck(1, Some(least))
    })
}

/// The smallest and the largest count of each cell.
#[derive(Debug)]
struct Bounds<'a> {
    hidden: &'a Hidden<'a>,
    least: Vec<i128>,
    most: Vec<Option<i128>>,
    /// The sum of the terms of each sum's shown cells.
    known: Vec<i128>,
    /// Number of times that a cell's bounds may still change.
    left: Vec<usize>,
}

impl<'a> Bounds<'a> {
    fn new(hidden: &'a Hidden<'a>) -> Self {
        let counts = (0u32..)
            .zip(&hidden.lines.counts)
            .map(|(cell, &count)| (i128::from(hidden.floor(cell)), hidden.contains(cell), i128::from(count)));
        let left = vec![MOST_CHANGES; hidden.lines.len()];
        let pair = |(floor, is_hidden, count)| if is_hidden { (floor, None) } else { (count, Some(count)) };
        let (least, most) = counts.map(pair).unzip();
        let shown = |sum: u32| {
            let terms = hidden.lines.terms(sum).filter(|&(cell, _)| !hidden.contains(cell));
            terms.map(|(cell, sign)| i128::from(sign) * i128::from(hidden.lines.counts[cell as usize])).sum()
        };
        let known = (0..hidden.lines.number_of_sums() as u32).map(shown).collect();
        Self { hidden, least, most, known, left }
    }

    /// Narrows the bounds of a cell by two linear programs.
    fn solve(&mut self, cell: u32) {
        let (least, most) = (self.least[cell as usize], self.most[cell as usize]);
        if most == Some(least) {
            return;
        }
        let program = Program::around(self, cell);
        let from = program.least(1).map_or(least, |more| (least + more).max(least));
        let to = smaller(program.least(-1).map(|more| least - more), most);
        if to.is_none_or(|to| from <= to) {
            (self.least[cell as usize], self.most[cell as usize]) = (from, to);
            self.propagate(self.hidden.lines.sums(cell).iter().copied().collect());
        }
    }

    /// Narrows the bounds of all cells of some sums, and of the sums that these cells share.
    fn propagate(&mut self, mut queue: VecDeque<u32>) {
        let lines = self.hidden.lines;
        let mut is_queued: BTreeSet<u32> = queue.iter().copied().collect();
        while let Some(sum) = queue.pop_front() {
            is_queued.remove(&sum);
            for cell in self.narrow(sum) {
                for &other in lines.sums(cell) {
                    if other != sum && is_queued.insert(other) {
                        queue.push_back(other);
                    }
                }
            }
        }
    }

    /// Narrows the bounds of a sum's hidden cells. Returns the cells whose bounds changed.
    fn narrow(&mut self, sum: u32) -> Vec<u32> {
        // The sum of sign · count over all cells is 0. So the smallest and the largest value of the other terms bound
        // each cell.
        let mut all = Range { low: self.known[sum as usize], high: self.known[sum as usize], ..Range::default() };
        for (cell, sign) in self.hidden.terms(sum) {
            all.add(Range::of_term(sign, self.least[cell as usize], self.most[cell as usize]), 1);
        }
        let mut changed = Vec::new();
        for (cell, sign) in self.hidden.terms(sum) {
            let at = cell as usize;
            let (least, most) = (self.least[at], self.most[at]);
            all.add(Range::of_term(sign, least, most), -1);
            let low = (all.endless_low == 0).then_some(all.low);
            let high = (all.endless_high == 0).then_some(all.high);
            // sign · count = −(value of the other terms)
            let (from, to) = if sign > 0 { (high.map(|high| -high), low.map(|low| -low)) } else { (low, high) };
            let after = (from.map_or(least, |from| from.max(least)), smaller(to, most));
            if self.left[at] > 0 && after != (least, most) && after.1.is_none_or(|most| after.0 <= most) {
                (self.least[at], self.most[at]) = after;
                self.left[at] -= 1;
                changed.push(cell);
            }
            all.add(Range::of_term(sign, self.least[at], self.most[at]), 1);
        }
        changed
    }
}

/// The smaller of two limits, of which each may be absent.
fn smaller(one: Option<i128>, other: Option<i128>) -> Option<i128> {
    one.into_iter().chain(other).min()
}

/// The smallest and the largest value of a sum of terms.
#[derive(Debug, Clone, Copy, Default)]
struct Range {
    low: i128,
    high: i128,
    /// Number of terms without a smallest value.
    endless_low: i64,
    /// Number of terms without a largest value.
    endless_high: i64,
}

impl Range {
    fn of_term(sign: i64, least: i128, most: Option<i128>) -> Self {
        let (endless, most) = (i64::from(most.is_none()), most.unwrap_or(0));
        if sign > 0 {
            Self { low: least, high: most, endless_low: 0, endless_high: endless }
        } else {
            Self { low: -most, high: -least, endless_low: endless, endless_high: 0 }
        }
    }

    fn add(&mut self, other: Self, times: i64) {
        self.low += i128::from(times) * other.low;
        self.high += i128::from(times) * other.high;
        self.endless_low += times * other.endless_low;
        self.endless_high += times * other.endless_high;
    }
}

/// The sums around a cell, as equations of y = count − smallest count. The cell is the first variable.
#[derive(Debug)]
struct Program {
    /// The largest value of each y.
    widths: Vec<Option<i128>>,
    /// For each sum, its variables with signs, and the right-hand side.
    rows: Vec<(Vec<(usize, i64)>, i128)>,
}

impl Program {
    fn around(bounds: &Bounds<'_>, cell: u32) -> Self {
        let hidden = bounds.hidden;
        let is_known = |cell: u32| bounds.most[cell as usize] == Some(bounds.least[cell as usize]);
        let mut cells = vec![cell];
        let (mut variables, mut sums) = (BTreeMap::from([(cell, 0)]), BTreeSet::new());
        let mut rows = Vec::new();
        let mut at = 0;
        while at < cells.len() {
            for &sum in hidden.lines.sums(cells[at]).iter().filter(|&&sum| sums.insert(sum)) {
                let open: Vec<(u32, i64)> = hidden.terms(sum).filter(|&(cell, _)| !is_known(cell)).collect();
                let new = open.iter().filter(|(cell, _)| !variables.contains_key(cell)).count();
                // A sum with cells outside the program is left out. That can only widen the interval.
                if cells.len() + new > MOST_VARIABLES {
                    continue;
                }
                let mut row = Vec::new();
                for (cell, sign) in open {
                    let variable = *variables.entry(cell).or_insert_with(|| {
                        cells.push(cell);
                        cells.len() - 1
                    });
                    row.push((variable, sign));
                }
                let terms = hidden.terms(sum);
                let least: i128 = terms.map(|(cell, sign)| i128::from(sign) * bounds.least[cell as usize]).sum();
                rows.push((row, -(bounds.known[sum as usize] + least)));
            }
            at += 1;
        }
        let width = |&cell: &u32| bounds.most[cell as usize].map(|most| most - bounds.least[cell as usize]);
        Self { widths: cells.iter().map(width).collect(), rows }
    }

    /// A lower bound of `sign` times the first variable. `None` if the solver gives none.
    fn least(&self, sign: i64) -> Option<i128> {
        let multipliers = self.multipliers(sign)?;
        let mut reduced = vec![0i128; self.widths.len()];
        reduced[0] = i128::from(sign) << SCALE;
        let mut bound = 0i128;
        for ((row, sum), &multiplier) in self.rows.iter().zip(&multipliers) {
            bound += sum * i128::from(multiplier);
            for &(variable, coefficient) in row {
                reduced[variable] -= i128::from(coefficient * multiplier);
            }
        }
        for (&cost, width) in reduced.iter().zip(&self.widths).filter(|(cost, _)| **cost < 0) {
            bound += cost * (*width)?;
        }
        // The bound is rounded up, because counts are whole numbers.
        Some(-((-bound) >> SCALE))
    }

    /// λ, the solution of the dual program, in units of 2^-20.
    fn multipliers(&self, sign: i64) -> Option<Vec<i64>> {
        let sums = self.rows.iter().map(|(_, sum)| *sum).chain(self.widths.iter().copied().flatten());
        if sums.into_iter().any(|sum| sum.abs() > MOST_COUNT) {
            return None;
        }
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let mut costs: Vec<Vec<(Variable, f64)>> = vec![Vec::new(); self.widths.len()];
        let mut multipliers = Vec::with_capacity(self.rows.len());
        for (row, sum) in &self.rows {
            let multiplier = problem.add_var(*sum as f64, (-MOST_MULTIPLIER, MOST_MULTIPLIER));
            row.iter().for_each(|&(variable, coefficient)| costs[variable].push((multiplier, coefficient as f64)));
            multipliers.push(multiplier);
        }
        for (at, (mut terms, width)) in costs.into_iter().zip(&self.widths).enumerate() {
            if let Some(width) = width {
                let excess = problem.add_var(-(*width as f64), (0.0, f64::INFINITY));
                terms.push((excess, -1.0));
            }
            problem.add_constraint(terms, ComparisonOp::Le, if at == 0 { sign as f64 } else { 0.0 });
        }
        let Ok(SolveOutcome::Solution(solution)) = problem.solve() else { return None };
        let scaled = |&multiplier: &Variable| (solution.var_value(multiplier) * f64::from(1 << SCALE)).round() as i64;
        Some(multipliers.iter().map(scaled).collect())
    }
}
