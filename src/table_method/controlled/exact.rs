//! Exact rounding of small tables: a mixed integer program, which `microlp` solves by branch and bound.
//!
//! This is the approach of Salazar-González (2006) and of τ-ARGUS. A total that does not jump is `low` or `high`, and
//! its distance to the true value is linear in its steps. So the program without jumps needs no variables for totals.
//!
//! `microlp` computes in floating point. It has no time limit here, and its random numbers have a fixed seed. Its answer
//! is only a proposal. The caller computes the quality of the answer in whole numbers, and keeps the better of this
//! answer and the search's answer. All coefficients are −1, 0 or 1, and the solver's only limit is a number of nodes.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, SolveOptions, SolveOutcome, Variable};

use super::program::{Program, line_of, sign};

/// Most nodes of the branch and bound.
const NODES: u64 = 100;
/// Most lines of a program without jumps.
pub(super) const MOST_LINES: usize = 1400;
/// Most lines of a program with jumps, whose bounds are wider apart.
pub(super) const MOST_LINES_WITH_JUMPS: usize = 700;

/// The variables of a line. Each is 0 or 1.
#[derive(Debug)]
struct Terms {
    /// A step from `low` to `high`.
    inside: Option<Variable>,
    /// A step above `high`, a jump.
    above: Option<Variable>,
    /// A step below `low`, a jump.
    below: Option<Variable>,
}

impl Terms {
    fn add_to(&self, sum: &mut LinearExpr, sign: f64) {
        let signed = [(self.inside, sign), (self.above, sign), (self.below, -sign)];
        signed
            .into_iter()
            .filter_map(|(variable, sign)| Some((variable?, sign)))
            .for_each(|(v, sign)| sum.add(v, sign));
    }
}

/// Finds the best steps of the movable cells, without any jump. `None` if no such steps exist, or if the solver finds
/// none within its limit.
pub(super) fn solve(program: &Program, start: &[i32]) -> Option<Vec<i32>> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let cells = program.cells.len();
    let mut costs: Vec<i64> = program.lines[..cells].iter().map(|line| line.inside).collect();
    for at in cells..program.lines.len() {
        let line = program.lines[at];
        if line.low < line.high {
            program.cells_of(at).iter().for_each(|&e| costs[line_of(e)] += i64::from(sign(e)) * line.inside);
        }
    }
    let cost = |cell: usize| costs[cell] as f64 / program.base as f64;
    let variables: Vec<Variable> = (0..cells).map(|cell| problem.add_binary_var(cost(cell))).collect();
    for at in cells..program.lines.len() {
        let line = program.lines[at];
        let entries = program.cells_of(at);
        let terms: Vec<_> = entries.iter().map(|&e| (variables[line_of(e)], f64::from(sign(e)))).collect();
        if line.low == line.high {
            problem.add_constraint(&terms, ComparisonOp::Eq, f64::from(line.low));
        } else {
            problem.add_constraint(&terms, ComparisonOp::Ge, f64::from(line.low));
            problem.add_constraint(&terms, ComparisonOp::Le, f64::from(line.high));
        }
    }
    let hint = variables.iter().zip(start).map(|(&variable, &steps)| (variable, f64::from(steps))).collect();
    let value = answer(&problem, hint)?;
    Some(variables.into_iter().map(value).collect())
}

/// Finds the steps of the movable cells with the fewest jumps, each by one base, and then the least distance.
pub(super) fn solve_with_jumps(program: &Program, start: &[i32]) -> Option<Vec<i32>> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut hint = Vec::new();
    let cells = program.cells.len();
    // Each cell is at most two bases away from its true value. So one jump costs more than all distances.
    let jump = 2 * program.lines.iter().map(|line| line.cells).sum::<i64>() + 1;
    let mut lines = Vec::new();
    for (at, line) in program.lines.iter().enumerate() {
        let steps = program.steps_of(at, start);
        let mut add = |cost: f64, is_one: bool| {
            let variable = problem.add_binary_var(cost);
            hint.push((variable, f64::from(u8::from(is_one))));
            variable
        };
        let can_take = |steps| at >= cells || (program.range[at][0]..=program.range[at][1]).contains(&steps);
        let jumps_to = |steps| line.cells > 0 && can_take(steps);
        let inside = line.inside as f64 / program.base as f64;
        let outside = (line.cells * (jump + 1)) as f64;
        let terms = Terms {
            inside: (line.low < line.high).then(|| add(inside, steps >= line.high)),
            above: jumps_to(line.high + 1).then(|| add(outside, steps > line.high)),
            below: jumps_to(line.low - 1).then(|| add(outside, steps < line.low)),
        };
        // A jump up starts at `high`, a jump down at `low`.
        match terms {
            Terms { inside: Some(inside), above, below } => {
                for (jump, sign, most) in [(above, -1.0, 0.0), (below, 1.0, 1.0)] {
                    if let Some(jump) = jump {
                        problem.add_constraint([(jump, 1.0), (inside, sign)], ComparisonOp::Le, most);
                    }
                }
            }
            Terms { above: Some(above), below: Some(below), .. } => {
                problem.add_constraint([(above, 1.0), (below, 1.0)], ComparisonOp::Le, 1.0);
            }
            _ => {}
        }
        lines.push(terms);
    }
    for (at, terms) in lines.iter().enumerate().skip(cells) {
        let mut sum = LinearExpr::empty();
        program.cells_of(at).iter().for_each(|&e| lines[line_of(e)].add_to(&mut sum, f64::from(sign(e))));
        terms.add_to(&mut sum, -1.0);
        problem.add_constraint(sum, ComparisonOp::Eq, f64::from(program.lines[at].low));
    }
    let value = answer(&problem, hint)?;
    let value = |variable: Option<Variable>| variable.map_or(0, &value);
    Some(lines[..cells].iter().map(|terms| value(terms.inside) + value(terms.above) - value(terms.below)).collect())
}

/// Solves a program within the limit of nodes. Gives the whole number at each variable.
fn answer(problem: &Problem, hint: Vec<(Variable, f64)>) -> Option<impl Fn(Variable) -> i32> {
    let mut options = SolveOptions::default();
    (options.node_limit, options.warm_start) = (Some(NODES), Some(hint));
    match problem.solve_with(options) {
        Ok(SolveOutcome::Solution(solution)) => Some(move |variable| solution.var_value(variable).round() as i32),
        _ => None,
    }
}
