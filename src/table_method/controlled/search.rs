//! A search for the steps of a program: chains of steps, accepted as in simulated annealing, over whole numbers.
//!
//! A chain starts with a step of one cell (an ejection chain: Glover 1996). The search keeps the chain if its cost is
//! at most a drawn threshold. Otherwise, the search chooses a line that contains a cell of the chain and is outside its
//! range. The chain then adds a step of another cell of this line, the best of a few drawn cells. If no further step is
//! possible, all steps are taken back. Single steps rarely help, because each total has only two free values.
//!
//! The cost of a state is the distance to the true values, plus a penalty for each base by which a line is outside its
//! range, plus the prices of the lines. A line that stays outside its range gets a higher price (as in the breakout
//! method, Morris 1993). Prices move the search away from a state in which no chain helps.

use super::super::Stream;
use super::generator::Generator;
use super::program::{Line, Program, Quality, line_of, sign};

/// The cost of a distance of one base.
const BASE: i64 = 1 << 16;
/// Most steps in a chain of the first phase, and number of cells to draw for each further step.
const FIRST_CHAIN: (usize, usize) = (6, 4);
/// As [`FIRST_CHAIN`], for the repair of lines outside their range.
const REPAIR_CHAIN: (usize, usize) = (16, 8);
/// Number of stages of the first phase. Prices and penalties change after each stage.
const STAGES: i64 = 256;
/// The first phase tries this number of chains divided by the average number of lines of a cell, within
/// [`LEAST_CHAINS`] and [`MOST_CHAINS`] for each cell.
const CHAINS: u64 = 8_000_000;
const LEAST_CHAINS: u64 = 2;
const MOST_CHAINS: u64 = 150;
/// Most rounds of repair. A round tries a chain for each line outside its range.
const ROUNDS: usize = 10_000;
/// Most visits of lines in all rounds of repair. Eight looks at a line count as one visit.
const MOST_VISITS: usize = 500_000_000;
/// The penalty of a jump while the search repairs and polishes.
const PENALTY: i64 = 4 * BASE;
/// The rates at which prices of lines outside their range grow: at the start of the first phase, and in each round of
/// repair. Slow rates do best: at a rate of 1/8 in repairs, four-way tables keep ten times as many jumps.
const FIRST_RATE: i64 = BASE / 8;
const REPAIR_RATE: i64 = BASE / 256;
/// The temperature of the first phase and of repairs.
const TEMPERATURE: i64 = BASE / 16;

/// A state of the search.
#[derive(Debug)]
struct Search<'a> {
    program: &'a Program,
    generator: Generator,
    /// The lines with their steps.
    lines: Vec<Line>,
    /// The cost of a step within the range of each line, without its price.
    inside: Vec<i64>,
    penalty: i64,
    /// The cost of a step up in each line: below its range, in its range, and above its range.
    costs: Vec<[i64; 3]>,
    prices: Vec<i64>,
    steps: Vec<i32>,
    /// The steps of the present chain.
    chain: Vec<(usize, i32)>,
}

/// Searches for good steps of all movable cells. The result depends on the program and the stream alone.
pub(super) fn search(program: &Program, stream: &mut Stream) -> Vec<i32> {
    let cells = program.cells.len();
    let inside = |line: &Line| (i128::from(line.inside) * i128::from(BASE) / i128::from(program.base)) as i64;
    let mut search = Search {
        program,
        generator: Generator::new(stream),
        lines: program.lines.clone(),
        inside: program.lines.iter().map(inside).collect(),
        penalty: 0,
        costs: vec![[0; 3]; program.lines.len()],
        prices: vec![0; program.lines.len()],
        steps: vec![0; cells],
        chain: Vec::new(),
    };
    if cells == 0 {
        return search.steps;
    }
    let parts = (cells + program.lines_of.len()) as u64;
    let chains = (CHAINS / parts).clamp(LEAST_CHAINS, MOST_CHAINS) * cells as u64;
    search.soften(chains);
    let mut best = search.repair();
    search.prices.fill(0);
    search.set_costs(PENALTY);
    search.run(chains / 4, 0);
    let polished = (program.quality(&search.steps), search.steps);
    best = best.min(polished);
    best.1
}

impl Search<'_> {
    /// Sets the costs of steps for a penalty.
    fn set_costs(&mut self, penalty: i64) {
        self.penalty = penalty;
        (0..self.lines.len()).for_each(|line| self.set_cost(line));
    }

    /// Sets the costs of steps in one line.
    fn set_cost(&mut self, line: usize) {
        // The line of an equation has no cells, but a penalty as of sixteen cells.
        let cells = self.lines[line].cells;
        let outside = if cells == 0 { 16 } else { cells } * (BASE + self.penalty);
        let price = self.prices[line];
        self.costs[line] = [price - outside, price + self.inside[line], price + outside];
    }

    /// Raises the price of a line outside its range.
    fn raise_price(&mut self, line: usize, rate: i64) {
        let Line { cells, .. } = self.lines[line];
        self.prices[line] += rate * i64::from(self.lines[line].excess()) * cells.max(1);
    }

    /// Tries chains at a low temperature, with a penalty that grows from 0 in the second half.
    fn soften(&mut self, chains: u64) {
        for stage in 0..STAGES {
            let rate = FIRST_RATE * (STAGES - stage) / STAGES;
            (0..self.lines.len()).for_each(|line| self.raise_price(line, rate));
            self.set_costs(PENALTY * (2 * stage - STAGES).max(0) / STAGES);
            self.run(chains / STAGES as u64 + 1, TEMPERATURE);
        }
    }

    /// Tries chains that start at drawn cells.
    fn run(&mut self, chains: u64, temperature: i64) {
        for _ in 0..chains {
            let cell = self.generator.below(self.steps.len());
            let by = if self.generator.below(2) == 0 { 1 } else { -1 };
            let by = if self.can_step(cell, by) { by } else { -by };
            if self.can_step(cell, by) {
                let most = self.generator.threshold(temperature);
                self.try_chain(cell, by, most, FIRST_CHAIN);
            }
        }
    }

    /// Tries chains that start in the lines outside their range. Gives the best state of all rounds.
    fn repair(&mut self) -> (Quality, Vec<i32>) {
        self.set_costs(PENALTY);
        let mut best = (self.program.quality(&self.steps), self.steps.clone());
        let lines_of_a_cell = 1 + self.program.lines_of.len() / self.steps.len();
        let mut visits = 0;
        for _ in 0..ROUNDS {
            let is_out = |&line: &usize| self.lines[line].excess() != 0;
            let out: Vec<usize> = (0..self.lines.len()).filter(is_out).collect();
            let jumps: i64 = out.iter().map(|&line| self.lines[line].cells).sum();
            if jumps <= best.0.1 {
                let quality = self.program.quality(&self.steps);
                if quality < best.0 {
                    best = (quality, self.steps.clone());
                }
            }
            visits += self.lines.len() / 8 + out.len() * lines_of_a_cell * REPAIR_CHAIN.0 * REPAIR_CHAIN.1;
            if out.is_empty() || visits > MOST_VISITS {
                break;
            }
            for &line in &out {
                self.raise_price(line, REPAIR_RATE);
                self.set_cost(line);
            }
            for line in out {
                let Some((cell, by)) = self.repairing_step(line, REPAIR_CHAIN.1) else { continue };
                let most = self.generator.threshold(TEMPERATURE);
                self.try_chain(cell, by, most, REPAIR_CHAIN);
            }
        }
        best
    }

    fn can_step(&self, cell: usize, by: i32) -> bool {
        let [low, high] = self.program.range[cell];
        (low..=high).contains(&(self.steps[cell] + by))
    }

    /// The cost of a step in a line.
    fn cost(&self, line: usize, by: i32) -> i64 {
        let Line { steps, low, high, .. } = self.lines[line];
        let lower = steps.min(steps + by);
        let [below, inside, above] = self.costs[line];
        let cost = if lower < low {
            below
        } else if lower < high {
            inside
        } else {
            above
        };
        if by > 0 { cost } else { -cost }
    }

    /// The cost of a step of a cell.
    fn rise(&self, cell: usize, by: i32) -> i64 {
        let rise = |&entry: &u32| self.cost(line_of(entry), sign(entry) * by);
        self.cost(cell, by) + self.program.lines_of(cell).iter().map(rise).sum::<i64>()
    }

    fn step(&mut self, cell: usize, by: i32) {
        self.steps[cell] += by;
        self.lines[cell].steps += by;
        for &entry in self.program.lines_of(cell) {
            self.lines[line_of(entry)].steps += sign(entry) * by;
        }
    }

    /// Tries a chain and takes it back if its cost is above `most`.
    fn try_chain(&mut self, cell: usize, by: i32, most: i64, (longest, width): (usize, usize)) {
        let mut rise = self.rise(cell, by);
        self.step(cell, by);
        self.chain.clear();
        self.chain.push((cell, by));
        while rise > most {
            let next = if self.chain.len() < longest { self.broken() } else { None };
            let Some((cell, by)) = next.and_then(|line| self.repairing_step(line, width)) else {
                while let Some((cell, by)) = self.chain.pop() {
                    self.step(cell, -by);
                }
                return;
            };
            rise += self.rise(cell, by);
            self.step(cell, by);
            self.chain.push((cell, by));
        }
        self.chain.clear();
    }

    /// A line outside its range, of the last cells of the chain first.
    fn broken(&mut self) -> Option<usize> {
        for at in (0..self.chain.len()).rev() {
            let lines = self.program.lines_of(self.chain[at].0);
            let start = if lines.is_empty() { 0 } else { self.generator.below(lines.len()) };
            let mut turned = lines[start..].iter().chain(&lines[..start]).map(|&entry| line_of(entry));
            if let Some(line) = turned.find(|&line| self.lines[line].excess() != 0) {
                return Some(line);
            }
        }
        None
    }

    /// The cheapest step that moves a line towards its range. The step is that of one of a few drawn cells that are not
    /// in the chain.
    fn repairing_step(&mut self, line: usize, width: usize) -> Option<(usize, i32)> {
        let towards = -self.lines[line].excess().signum();
        if line < self.steps.len() {
            return self.can_step(line, towards).then_some((line, towards));
        }
        let cells = self.program.cells_of(line);
        let mut best: Option<(i64, usize, i32)> = None;
        for _ in 0..width {
            let entry = cells[self.generator.below(cells.len())];
            let (cell, by) = (line_of(entry), sign(entry) * towards);
            if self.can_step(cell, by) && self.chain.iter().all(|&(other, _)| other != cell) {
                let rise = self.rise(cell, by);
                if best.is_none_or(|(least, ..)| rise < least) {
                    best = Some((rise, cell, by));
                }
            }
        }
        best.map(|(_, cell, by)| (cell, by))
    }
}
