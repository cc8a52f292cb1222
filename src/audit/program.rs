//! Linear programs: compute the smallest and the largest count of one cell that several lines allow together.
//!
//! The variables are the cells of the lines nearest to the cell, up to [`MAX_VARIABLES`]. The lines up to the cell's
//! totals in all coarser views come first, then other lines with these cells. The program ignores all other lines, and
//! it allows counts that are not whole numbers. Such a relaxation can only widen the bounds.
//!
//! `microlp` solves the dual program. By weak duality, its solution λ gives the bound
//!
//! > c·y ≥ b·λ + Σ_j u_j · min(0, c_j − (Aᵀλ)_j) for all y with A y = b, 0 ≤ y ≤ u.
//!
//! This bound holds for every λ, even with rounding errors or from a solver that stopped early. λ is rounded to
//! multiples of 2^-20 and the bound is computed in integers. So the bounds never exclude the true count.

use std::collections::{BTreeMap, BTreeSet};

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};

use super::bounds::Bounds;
use super::equations::Equations;

/// Maximum number of variables in a program: cells with an unknown count. A larger program takes more time for bounds
/// that are hardly narrower.
const MAX_VARIABLES: usize = 200;
/// Maximum number of lines to examine for a program.
const MAX_LOOKS: usize = 4 * MAX_VARIABLES;
/// The number of binary digits after the point of λ: λ is in units of 2^-20.
const SCALE: i32 = 20;
/// Maximum absolute value of λ. The coefficients are −1, 0 and 1, so larger values are not needed. A cap only costs
/// precision.
const MAX_MULTIPLIER: f64 = 1024.0;

/// The lines around a cell, as equations. The variables are y = count − lower bound, for cells with an unknown count.
#[derive(Debug)]
struct Program {
    /// Upper bound of each y.
    widths: Vec<i64>,
    /// For each line, its variables with coefficients (1 for the total, −1 for the parts) and the right-hand side.
    rows: Vec<(Vec<(usize, i64)>, i64)>,
}

/// Returns the smallest and the largest count of a cell: the narrower of the program's bounds and `bounds`.
pub(super) fn range(lines: &Equations, bounds: &Bounds, cell: usize) -> (i64, i64) {
    let (least, most) = (bounds.least[cell], bounds.most[cell]);
    if least == most {
        return (least, most);
    }
    let program = Program::around(lines, bounds, cell);
    let from = least + program.least(1).max(0);
    let to = least - program.least(-1).max(least - most);
    if from > to { (least, most) } else { (from, to) }
}

impl Program {
    /// Collects the lines around a cell. This cell is the first variable.
    fn around(lines: &Equations, bounds: &Bounds, cell: usize) -> Self {
        let mut variables = BTreeMap::from([(cell, 0)]);
        let mut widths = vec![bounds.most[cell] - bounds.least[cell]];
        let (mut chosen, mut rows) = (BTreeSet::new(), Vec::new());
        let mut take = |line: usize, widths: &mut Vec<i64>| {
            let (whole, parts) = lines.line(line);
            let cells = || std::iter::once(whole).chain(parts.iter().map(|&part| part as usize));
            let mut new = cells().filter(|cell| !bounds.is_known(*cell) && !variables.contains_key(cell));
            // A line may have very many parts, so the count of new variables stops at the remaining room.
            if new.nth(MAX_VARIABLES - widths.len()).is_some() || !chosen.insert(line) {
                return;
            }
            let mut row = Vec::new();
            let mut sum = 0;
            for (at, cell) in cells().enumerate() {
                let sign = if at == 0 { 1 } else { -1 };
                sum -= sign * bounds.least[cell];
                if !bounds.is_known(cell) {
                    let variable = *variables.entry(cell).or_insert_with(|| {
                        widths.push(bounds.most[cell] - bounds.least[cell]);
                        widths.len() - 1
                    });
                    row.push((variable, sign));
                }
            }
            if !row.is_empty() {
                rows.push((row, sum));
            }
        };
        // The lines up from the cell and from each of its totals come first, then the lines of all other cells in these
        // lines.
        let mut totals = vec![cell];
        let mut at = 0;
        let mut looks = 0;
        while at < totals.len() && looks < MAX_LOOKS {
            for line in lines.up(totals[at]) {
                take(line, &mut widths);
                looks += 1;
                let (whole, _) = lines.line(line);
                if !totals.contains(&whole) {
                    totals.push(whole);
                }
            }
            at += 1;
        }
        let mut reached = totals;
        let mut seen: BTreeSet<usize> = reached.iter().copied().collect();
        at = 0;
        while at < reached.len() && looks < MAX_LOOKS && widths.len() < MAX_VARIABLES {
            for line in lines.of(reached[at]) {
                take(line, &mut widths);
                looks += 1;
                let (whole, parts) = lines.line(line);
                let cells = std::iter::once(whole).chain(parts.iter().map(|&part| part as usize));
                // Each reached cell costs at least one look, so `MAX_LOOKS` cells are enough.
                let room = MAX_LOOKS.saturating_sub(reached.len());
                reached.extend(cells.filter(|&cell| !bounds.is_known(cell) && seen.insert(cell)).take(room));
            }
            at += 1;
        }
        Self { widths, rows }
    }

    /// Returns a lower bound of `sign` times the first variable.
    fn least(&self, sign: i64) -> i64 {
        let multipliers = self.multipliers(sign).unwrap_or_else(|| vec![0; self.rows.len()]);
        let mut reduced = vec![0i128; self.widths.len()];
        reduced[0] = i128::from(sign) << SCALE;
        let mut bound = 0i128;
        for ((row, sum), &multiplier) in self.rows.iter().zip(&multipliers) {
            bound += i128::from(*sum) * i128::from(multiplier);
            for &(variable, coefficient) in row {
                reduced[variable] -= i128::from(coefficient * multiplier);
            }
        }
        bound += reduced.iter().zip(&self.widths).map(|(&cost, &width)| cost.min(0) * i128::from(width)).sum::<i128>();
        // The bound is rounded up, because counts are whole numbers.
        -((-bound) >> SCALE) as i64
    }

    /// Returns λ, the solution of the dual program, in units of 2^-20. `None` if the solver fails.
    fn multipliers(&self, sign: i64) -> Option<Vec<i64>> {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let mut costs: Vec<Vec<(Variable, f64)>> = vec![Vec::new(); self.widths.len()];
        let mut multipliers = Vec::with_capacity(self.rows.len());
        for (row, sum) in &self.rows {
            let multiplier = problem.add_var(*sum as f64, (-MAX_MULTIPLIER, MAX_MULTIPLIER));
            row.iter().for_each(|&(variable, coefficient)| costs[variable].push((multiplier, coefficient as f64)));
            multipliers.push(multiplier);
        }
        for (at, (mut terms, &width)) in costs.into_iter().zip(&self.widths).enumerate() {
            let excess = problem.add_var(-(width as f64), (0.0, f64::INFINITY));
            terms.push((excess, -1.0));
            problem.add_constraint(terms, ComparisonOp::Le, if at == 0 { sign as f64 } else { 0.0 });
        }
        let Ok(SolveOutcome::Solution(solution)) = problem.solve() else { return None };
        let scaled = |&multiplier: &Variable| (solution.var_value(multiplier) * f64::from(1 << SCALE)).round() as i64;
        Some(multipliers.iter().map(scaled).collect())
    }
}
