//! An exact simplex method for small systems of sums, in whole numbers.
//!
//! The program is: change hidden cells so that every sum still holds, move one cell as far as possible, and pay a cost
//! for the change of each other cell. Start from no change at all.
//!
//! **Method**: the bounded simplex method with integer pivots (Edmonds 1967, Bareiss 1968). All entries are whole
//! numbers over one common denominator, the absolute value of the determinant of the basis. Each division is exact. An
//! overflow ends the search without a result, and never gives a wrong one. No floating point is used, so the result has
//! the same bits on every machine.

/// A small linear program. Variable j is the change of a hidden cell.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// For each variable, its rows with coefficients.
    pub columns: Vec<Vec<(usize, i64)>>,
    /// The farthest decrease of each variable.
    pub slack: Vec<i64>,
    /// The cost of each unit of change.
    pub costs: Vec<i64>,
    /// Number of rows.
    pub rows: usize,
}

/// The reward of a unit of the wanted change. In practice, the reward exceeds the sum of the costs of every basic
/// solution. Otherwise, the method misses a change, and the cell counts as fixed.
const REWARD: i64 = 1 << 24;

/// One direction of a variable: up or down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    variable: usize,
    /// 1 for an increase, −1 for a decrease.
    sign: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Basic {
    /// The artificial variable of a row, which is always 0.
    Artificial,
    Real(Way),
}

/// The row that stops a step, and whether the row's variable stops at its bound. `None` if the moved way stops at its own.
type Stop = Option<(usize, bool)>;

#[derive(Debug)]
struct Tableau<'a> {
    program: &'a Program,
    target: Way,
    most: i64,
    width: usize,
    /// Rows of `width` entries, times the denominator. A column belongs to the increase of a variable.
    entries: Vec<i64>,
    /// Reduced profit of each variable's increase, times the denominator.
    profit: Vec<i64>,
    basis: Vec<Basic>,
    values: Vec<i64>,
    denominator: i64,
    /// The row of each way in the basis.
    row_of: Vec<[Option<usize>; 2]>,
    is_at_most: Vec<[bool; 2]>,
}

fn side(sign: i64) -> usize {
    usize::from(sign < 0)
}

impl Program {
    /// Moves a variable in one direction, by at most `most`, with the least cost. Returns the change of each variable,
    /// times a common denominator. `None` if the variable cannot move, if an entry overflows or if the number of steps
    /// reaches its limit.
    pub fn change(&self, variable: usize, sign: i64, most: i64) -> Option<Vec<i64>> {
        let most = if sign < 0 { most.min(self.slack[variable]) } else { most };
        let mut tableau = Tableau::new(self, Way { variable, sign }, most);
        tableau.run()?;
        tableau.change().filter(|change| change[variable] != 0)
    }
}

impl<'a> Tableau<'a> {
    fn new(program: &'a Program, target: Way, most: i64) -> Self {
        let variables = program.columns.len();
        let width = variables;
        let mut entries = vec![0; width * program.rows];
        for (at, column) in program.columns.iter().enumerate() {
            column.iter().for_each(|&(row, coefficient)| entries[row * width + at] += coefficient);
        }
        let mut profit = vec![0; width];
        // A column's entry belongs to an increase. The profit of a decrease follows from the two costs.
        profit.iter_mut().zip(&program.costs).for_each(|(profit, cost)| *profit = -cost);
        profit[target.variable] += target.sign * REWARD;
        Self {
            program,
            target,
            most,
            width,
            entries,
            profit,
            basis: vec![Basic::Artificial; program.rows],
            values: vec![0; program.rows],
            denominator: 1,
            row_of: vec![[None; 2]; variables],
            is_at_most: vec![[false; 2]; variables],
        }
    }

    /// The largest value of a way. `None` if there is none.
    fn bound(&self, way: Way) -> Option<i64> {
        if way == self.target {
            Some(self.most)
        } else if way.variable == self.target.variable {
            Some(0)
        } else if way.sign < 0 {
            Some(self.program.slack[way.variable])
        } else {
            None
        }
    }

    /// The reduced profit of a way, times the denominator.
    fn profit(&self, way: Way) -> Option<i64> {
        let up = self.profit[way.variable];
        if way.sign > 0 {
            return Some(up);
        }
        // profit(down) + profit(up) = −2 · cost, because the two columns cancel.
        let both = 2i64.checked_mul(self.program.costs[way.variable])?.checked_mul(self.denominator)?;
        up.checked_neg()?.checked_sub(both)
    }

    /// The way that enters, with the direction of its value: 1 from 0 up, −1 from its bound down.
    fn entering(&self, is_first: bool) -> Option<Option<(Way, i64)>> {
        let mut best: Option<(i64, Way, i64)> = None;
        for variable in 0..self.program.columns.len() {
            for sign in [1, -1] {
                let way = Way { variable, sign };
                if self.row_of[variable][side(sign)].is_some() || self.bound(way) == Some(0) {
                    continue;
                }
                let direction = if self.is_at_most[variable][side(sign)] { -1 } else { 1 };
                let gain = self.profit(way)?.checked_mul(direction)?;
                if gain > best.map_or(0, |(gain, ..)| gain) {
                    best = Some((gain, way, direction));
                    if is_first {
                        return Some(best.map(|(_, way, direction)| (way, direction)));
                    }
                }
            }
        }
        Some(best.map(|(_, way, direction)| (way, direction)))
    }

    fn run(&mut self) -> Option<()> {
        let limit = 100 + 10 * (self.basis.len() + self.program.columns.len());
        let mut still = 0;
        for _ in 0..limit {
            // Bland's rule after many steps without progress: it cannot cycle.
            let Some((way, direction)) = self.entering(still > 50)? else { return Some(()) };
            still = if self.step(way, direction)? { 0 } else { still + 1 };
        }
        None
    }

    /// Moves a way until something stops it. Returns whether its value changed.
    fn step(&mut self, way: Way, direction: i64) -> Option<bool> {
        let sign = way.sign * direction;
        // The smallest step num/den, and what stops it.
        let mut best: Option<(i64, i64, Stop)> = self.bound(way).map(|bound| (bound, 1, None));
        let mut best_index = usize::MAX;
        for row in 0..self.basis.len() {
            let entry = sign * self.entries[row * self.width + way.variable];
            if entry == 0 {
                continue;
            }
            let (num, den, at_most, index) = match self.basis[row] {
                Basic::Artificial => (0, entry.abs(), false, 0),
                Basic::Real(basic) => {
                    let index = 1 + 2 * basic.variable + side(basic.sign);
                    if entry > 0 {
                        (self.values[row], entry, false, index)
                    } else {
                        let Some(bound) = self.bound(basic) else { continue };
                        (bound.checked_mul(self.denominator)?.checked_sub(self.values[row])?, -entry, true, index)
                    }
                }
            };
            let order = best.map_or(std::cmp::Ordering::Less, |(other_num, other_den, _)| {
                (i128::from(num) * i128::from(other_den)).cmp(&(i128::from(other_num) * i128::from(den)))
            });
            let is_better = order.is_lt() || order.is_eq() && index < best_index;
            if is_better {
                best = Some((num, den, Some((row, at_most))));
                best_index = index;
            }
        }
        // If nothing stops the step, other cells can change without limit while the target stays. Costs cannot favour
        // such a change.
        let (num, _, stop) = best?;
        let Some((row, at_most)) = stop else {
            for row in 0..self.basis.len() {
                let entry = sign * self.entries[row * self.width + way.variable];
                self.values[row] = self.values[row].checked_sub(entry.checked_mul(num)?)?;
            }
            self.is_at_most[way.variable][side(way.sign)] ^= true;
            return Some(num > 0);
        };
        let start = if direction < 0 { self.bound(way)? } else { 0 };
        self.pivot(row, way, sign, num, start, direction)?;
        if let Basic::Real(left) = self.basis[row] {
            self.row_of[left.variable][side(left.sign)] = None;
            self.is_at_most[left.variable][side(left.sign)] = at_most;
        }
        self.basis[row] = Basic::Real(way);
        self.row_of[way.variable][side(way.sign)] = Some(row);
        self.is_at_most[way.variable][side(way.sign)] = false;
        Some(num > 0)
    }

    fn pivot(&mut self, row: usize, way: Way, sign: i64, num: i64, start: i64, direction: i64) -> Option<()> {
        let (width, column, old) = (self.width, way.variable, self.denominator);
        let pivot = self.entries[row * width + column];
        let new = pivot.abs();
        // The row's entries are over the new denominator; the entering way's own coefficient becomes positive.
        let turn = if pivot < 0 { -1 } else { 1 };
        let mut pivot_row: Vec<(usize, i64)> = Vec::new();
        for at in 0..width {
            let entry = self.entries[row * width + at];
            if entry != 0 {
                pivot_row.push((at, entry * turn));
            }
        }
        let update = |line: &mut [i64], factor: i64| -> Option<()> {
            if new == 1 && old == 1 {
                for &(at, entry) in &pivot_row {
                    line[at] = line[at].checked_sub(factor.checked_mul(entry)?)?;
                }
                return Some(());
            }
            let wide = i128::from;
            if new != old {
                for entry in line.iter_mut().filter(|entry| **entry != 0) {
                    *entry = i64::try_from(wide(*entry) * wide(new)).ok()?;
                }
            }
            for &(at, entry) in &pivot_row {
                let before = if new == old { wide(line[at]) * wide(new) } else { wide(line[at]) };
                let after = before - wide(factor) * wide(entry);
                line[at] = i64::try_from(if new == old { after / wide(old) } else { after }).ok()?;
            }
            if new != old {
                line.iter_mut().filter(|entry| **entry != 0).for_each(|entry| *entry /= old);
            }
            Some(())
        };
        for other in 0..self.basis.len() {
            if other == row {
                continue;
            }
            let factor = self.entries[other * width + column];
            if factor == 0 && new == old {
                continue;
            }
            let value = i128::from(self.values[other]) * i128::from(new) - i128::from(sign * factor) * i128::from(num);
            self.values[other] = i64::try_from(value / i128::from(old)).ok()?;
            update(&mut self.entries[other * width..(other + 1) * width], factor)?;
        }
        let factor = way.sign * self.profit(way)?;
        if factor != 0 || new != old {
            update(&mut self.profit, factor)?;
        }
        let line = &mut self.entries[row * width..(row + 1) * width];
        // The entering way has the coefficient `way.sign` times its column, which must be positive in its own row.
        let flip = turn * way.sign;
        line.iter_mut().for_each(|entry| *entry *= flip);
        self.values[row] = start.checked_mul(new)?.checked_add(direction * num)?;
        self.denominator = new;
        Some(())
    }

    /// The change of each variable, times the denominator.
    fn change(&self) -> Option<Vec<i64>> {
        let mut change = vec![0i64; self.program.columns.len()];
        for (variable, change) in change.iter_mut().enumerate() {
            for sign in [1, -1] {
                let way = Way { variable, sign };
                let value = match self.row_of[variable][side(sign)] {
                    Some(row) => self.values[row],
                    None if self.is_at_most[variable][side(sign)] => self.bound(way)?.checked_mul(self.denominator)?,
                    None => 0,
                };
                *change = change.checked_add(sign * value)?;
            }
        }
        Some(change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(columns: &[&[(usize, i64)]], slack: &[i64], costs: &[i64], rows: usize) -> Program {
        let columns = columns.iter().map(|column| column.to_vec()).collect();
        Program { columns, slack: slack.to_vec(), costs: costs.to_vec(), rows }
    }

    #[test]
    fn partner_limits_the_change() {
        // One sum of two cells: what one gains, the other loses.
        let program = program(&[&[(0, 1)], &[(0, 1)]], &[5, 2], &[1, 1], 1);
        assert_eq!(program.change(0, 1, 9), Some(vec![2, -2]));
        assert_eq!(program.change(0, 1, 1), Some(vec![1, -1]));
        assert_eq!(program.change(0, -1, 9), Some(vec![-5, 5]));
        assert_eq!(program.change(1, -1, 1), Some(vec![1, -1]));
    }

    #[test]
    fn cheaper_partner_first() {
        let program = program(&[&[(0, 1)], &[(0, 1)], &[(0, 1)]], &[0, 1, 9], &[1, 2, 60], 1);
        assert_eq!(program.change(0, 1, 1), Some(vec![1, -1, 0]));
        assert_eq!(program.change(0, 1, 3), Some(vec![3, -1, -2]));
    }

    #[test]
    fn cells_at_the_floor_cannot_change() {
        let program = program(&[&[(0, 1)], &[(0, 1)]], &[0, 0], &[1, 1], 1);
        assert_eq!((program.change(0, 1, 1), program.change(0, -1, 1)), (None, None));
    }

    #[test]
    fn odd_cycle_needs_fractions() {
        // Three cells, of which each two sum to a shown total, cannot change. With a fourth cell in each total they can,
        // by one for each two of the others.
        let triangle: [&[(usize, i64)]; 3] = [&[(0, 1), (1, 1)], &[(1, 1), (2, 1)], &[(0, 1), (2, 1)]];
        assert_eq!(program(&triangle, &[9; 3], &[1; 3], 3).change(0, 1, 1), None);
        let more = [&triangle[..], &[&[(0, 1), (1, 1), (2, 1)]]].concat();
        let change = program(&more, &[9; 4], &[1; 4], 3).change(3, 1, 1).unwrap();
        assert_eq!(change, [-1, -1, -1, 2], "over the denominator 2");
    }

    /// Random programs: the change solves all rows within the bounds, and reaches as far as a search of all changes of
    /// at most 2 units finds.
    #[test]
    fn changes_reach_as_far_as_a_full_search() {
        let mut state = 1u64;
        let mut random = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let mut moved = 0;
        for _ in 0..400 {
            let rows = 1 + random(3) as usize;
            let columns: Vec<Vec<(usize, i64)>> = (0..5)
                .map(|_| {
                    let signs = (0..rows).map(|row| (row, random(3) as i64 - 1)).collect::<Vec<_>>();
                    signs.into_iter().filter(|(_, sign)| *sign != 0).collect()
                })
                .collect();
            let slack: Vec<i64> = (0..5).map(|_| random(3) as i64).collect();
            let program = Program { columns, slack, costs: vec![1; 5], rows };
            let found = program.change(0, 1, 2);
            let holds = |change: &[i64]| {
                (0..rows).all(|row| {
                    let terms = program.columns.iter().zip(change);
                    let terms =
                        terms.flat_map(|(column, &change)| column.iter().map(move |&(at, sign)| (at, sign * change)));
                    terms.filter(|(at, _)| *at == row).map(|(_, value)| value).sum::<i64>() == 0
                })
            };
            let mut most = 0;
            for code in 0..5i64.pow(5) {
                let change: Vec<i64> = (0..5).map(|at| code / 5i64.pow(at) % 5 - 2).collect();
                if change.iter().zip(&program.slack).all(|(&change, &slack)| change >= -slack) && holds(&change) {
                    most = most.max(change[0]);
                }
            }
            if let Some(found) = &found {
                assert!(holds(found));
                moved += 1;
            }
            // Whole changes are changes in fractions too.
            assert!(most == 0 || found.is_some(), "{program:?}");
        }
        assert!((100..390).contains(&moved), "{moved}");
    }
}
