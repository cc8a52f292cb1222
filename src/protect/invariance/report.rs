//! Reports on a transition matrix: row sums, bias, probabilities of no change, and invariance.

use std::fmt;

use super::classes::classes;
use super::{BIAS_TOLERANCE, Class, Matrix, MatrixError, Position, ROW_TOLERANCE, TOLERANCE, described, short};
use crate::protect::Probability;

/// The report on a matrix, with values for each position. `Display` writes the report as text.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The matrix.
    pub matrix: Matrix,
    /// Sum of each row.
    pub sums: Vec<f64>,
    /// Mean noise of each row: Σ_j p_ij (j − i).
    pub biases: Vec<f64>,
    /// The classes of positions, with the shares of an invariant distribution.
    pub classes: Vec<Class>,
    /// The effect on the given frequencies; `None` without frequencies.
    pub invariance: Option<Invariance>,
}

/// The effect of a matrix on frequencies t.
#[derive(Debug, Clone, PartialEq)]
pub struct Invariance {
    /// Number of cells at each position: t.
    pub frequencies: Vec<f64>,
    /// Expected number of cells at each position after the moves: tP.
    pub after: Vec<f64>,
    /// Largest |tP − t| as a share of all cells.
    pub deviation: f64,
    /// The position of the largest deviation.
    pub at: usize,
    /// Expected change of the sum of all cells: Σ_i t_i bias_i.
    pub change: f64,
    /// The deviation with the engine's probabilities, which are multiples of 2^-32.
    pub drawn_deviation: f64,
    /// The expected change with the engine's probabilities.
    pub drawn_change: f64,
}

/// Checks a matrix and, if frequencies are given, the matrix's effect on them.
///
/// # Errors
/// [`MatrixError`] if the number of frequencies is wrong, a frequency is outside 0 to 2^53, or all frequencies are 0.
///
/// ```
/// use cellveil::protect::invariance::{Matrix, check};
///
/// let matrix = Matrix::new(vec![vec![1.0, 0.0, 0.0], vec![0.0, 0.5, 0.5], vec![0.0, 0.5, 0.5]], 1)?;
/// let report = check(&matrix, Some(&[10.0, 6.0, 3.0]))?;
/// assert!(report.is_row_stochastic() && !report.is_unbiased());
/// assert_eq!(report.is_invariant(), Some(false)); // 4.5 cells with count 1 instead of 6
/// assert_eq!(check(&matrix, Some(&[10.0, 4.0, 4.0]))?.is_invariant(), Some(true));
/// # Ok::<(), cellveil::protect::invariance::MatrixError>(())
/// ```
pub fn check(matrix: &Matrix, frequencies: Option<&[f64]>) -> Result<Report, MatrixError> {
    let sums = matrix.sums();
    let biases = biases(matrix);
    let invariance = frequencies.map(|frequencies| invariance(matrix, frequencies)).transpose()?;
    Ok(Report { classes: classes(matrix), matrix: matrix.clone(), sums, biases, invariance })
}

fn biases(matrix: &Matrix) -> Vec<f64> {
    let bias =
        |(i, row): (usize, &Vec<f64>)| row.iter().zip(0..).map(|(p, j): (_, usize)| p * (j as f64 - i as f64)).sum();
    matrix.rows().iter().enumerate().map(bias).collect()
}

fn invariance(matrix: &Matrix, frequencies: &[f64]) -> Result<Invariance, MatrixError> {
    matrix.check_frequencies(frequencies)?;
    let cells: f64 = frequencies.iter().sum();
    let change = |matrix| frequencies.iter().zip(biases(matrix)).map(|(t, bias)| t * bias).sum();
    let deviations = |after: &[f64]| -> Vec<f64> {
        after.iter().zip(frequencies).map(|(after, before)| (after - before).abs() / cells).collect()
    };
    let after = matrix.after(frequencies);
    let (at, deviation) = largest(&deviations(&after));
    let drawn = drawn(matrix);
    let (_, drawn_deviation) = largest(&deviations(&drawn.after(frequencies)));
    let (change, drawn_change) = (change(matrix), change(&drawn));
    Ok(Invariance { frequencies: frequencies.to_vec(), after, deviation, at, change, drawn_deviation, drawn_change })
}

/// The matrix that the engine uses: entries are multiples of 2^-32. The largest entry of a row absorbs the remainder.
fn drawn(matrix: &Matrix) -> Matrix {
    const ONE: f64 = (1u64 << 32) as f64;
    let draw = |row: &Vec<f64>| {
        let weight = |&entry: &f64| Probability::from_number(entry).map_or(0, Probability::weight) as f64;
        let mut weights: Vec<f64> = row.iter().map(weight).collect();
        let (at, _) = largest(&weights);
        weights[at] += ONE - weights.iter().sum::<f64>();
        weights.iter().map(|weight| weight / ONE).collect()
    };
    Matrix { cap: matrix.cap(), rows: matrix.rows().iter().map(draw).collect() }
}

/// The largest value, with the index of its first occurrence.
fn largest(values: &[f64]) -> (usize, f64) {
    values.iter().copied().enumerate().fold((0, f64::MIN), |most, next| if next.1 > most.1 { next } else { most })
}

impl Report {
    /// Whether every row sums to 1.
    pub fn is_row_stochastic(&self) -> bool {
        self.worst_row().1 <= ROW_TOLERANCE
    }

    /// Whether the mean noise is 0 on every row.
    pub fn is_unbiased(&self) -> bool {
        self.biases.iter().all(|bias| bias.abs() <= BIAS_TOLERANCE)
    }

    /// Whether the matrix preserves the given frequencies; `None` without frequencies.
    pub fn is_invariant(&self) -> Option<bool> {
        Some(self.invariance.as_ref()?.deviation <= TOLERANCE && self.is_row_stochastic())
    }

    /// Whether the matrix preserves some frequencies that are all above 0.
    pub fn can_be_invariant(&self) -> bool {
        self.is_row_stochastic() && self.classes.iter().all(Class::is_closed)
    }

    /// The row whose sum is farthest from 1, and the distance of the sum from 1.
    fn worst_row(&self) -> (usize, f64) {
        largest(&self.sums.iter().map(|sum| (sum - 1.0).abs()).collect::<Vec<_>>())
    }

    fn row_sums(&self) -> String {
        if self.is_row_stochastic() {
            return format!("yes: every row sums to 1 within {ROW_TOLERANCE:e}");
        }
        let (at, _) = self.worst_row();
        let wrong = self.sums.iter().filter(|sum| (*sum - 1.0).abs() > ROW_TOLERANCE).count();
        let (rows, position, sum) = (self.sums.len(), self.matrix.position(at), short(self.sums[at]));
        format!("no: {wrong} of {rows} rows do not sum to 1 within {ROW_TOLERANCE:e}; that of {position} sums to {sum}")
    }

    fn bias(&self) -> String {
        if self.is_unbiased() {
            return format!("yes: the mean noise is 0 within {BIAS_TOLERANCE:e} on every row");
        }
        let (at, _) = largest(&self.biases.iter().map(|bias| bias.abs()).collect::<Vec<_>>());
        let biased = self.biases.iter().filter(|bias| bias.abs() > BIAS_TOLERANCE).count();
        let (rows, position, bias) = (self.biases.len(), self.matrix.position(at), short(self.biases[at]));
        format!("no: the mean noise is not 0 on {biased} of {rows} rows; that of {position} is {bias}")
    }

    /// Describes the effect on empty cells, and whether other cells may become empty.
    fn zeros(&self) -> String {
        let rows = self.matrix.rows();
        let moved = rows[0][1..].iter().any(|&entry| entry > 0.0);
        let emptied = rows[1..].iter().any(|row| row[0] > 0.0);
        let empty =
            if moved { "empty cells move, which takes zeros = \"category-keys\"" } else { "empty cells stay empty" };
        format!("{empty}; {}", if emptied { "other cells may become empty" } else { "no other cell becomes empty" })
    }

    /// The first residual from which a count can become negative, and this negative value. The engine refuses such a
    /// matrix.
    fn negative(&self) -> Option<(Position, i64)> {
        let (cap, base) = (self.matrix.cap(), self.matrix.base());
        (cap + 1..=cap + base).find_map(|at| {
            let least = (cap + 1..).find(|count| (count - 1) % base + 1 == at - cap)?;
            let lowest = self.matrix.rows()[at].iter().position(|&entry| entry > 0.0)?;
            let published = (least + lowest) as i64 - at as i64;
            (published < 0).then(|| (self.matrix.position(at), published))
        })
    }

    /// Whether a residual can move to the position of a count.
    fn crosses_cap(&self) -> bool {
        let cap = self.matrix.cap();
        self.matrix.rows()[cap + 1..].iter().any(|row| row[..=cap].iter().any(|&entry| entry > 0.0))
    }

    fn for_given(&self, given: &Invariance) -> String {
        let (position, at) = (self.matrix.position(given.at), given.at);
        if self.is_invariant() == Some(true) {
            return format!("yes: tP = t within {TOLERANCE:e} of all cells");
        }
        let (before, after, share) =
            (short(given.frequencies[at]), short(given.after[at]), short(100.0 * given.deviation));
        format!("no: at {position} {before} cells become {after} (expected), a change of {share} % of all cells")
    }

    /// Describes the frequencies for which the matrix is invariant.
    fn for_which(&self) -> String {
        if !self.is_row_stochastic() {
            return "for no frequencies: with rows that do not sum to 1 these are no probabilities".into();
        }
        let outside: Vec<_> = self.classes.iter().filter(|class| !class.is_closed()).collect();
        match (outside.first(), self.classes.len()) {
            (None, 1) => "only for frequencies in the proportions of the column share".into(),
            (None, classes) => format!(
                "only for frequencies in the proportions of the column share, within each of {classes} classes that keep \
                 their cells"
            ),
            (Some(class), _) => format!(
                "for no frequencies that are all above 0: cells leave {} and do not come back",
                self.matrix.position(class.positions[0])
            ),
        }
    }

    /// The report's table: one line with headings, then one line for each position.
    fn table(&self) -> Vec<Vec<String>> {
        let rows = self.matrix.rows();
        let size = rows.len();
        let mut columns = vec![("position", (0..size).map(|at| self.matrix.position(at).to_string()).collect())];
        let numbers = |values: &[f64]| values.iter().copied().map(short).collect::<Vec<_>>();
        if !self.is_row_stochastic() {
            columns.push(("sum", numbers(&self.sums)));
        }
        columns.push(("stays", (0..size).map(|at| short(rows[at][at])).collect()));
        columns.push(("mean noise", numbers(&self.biases)));
        if let Some(given) = &self.invariance {
            columns.push(("cells", numbers(&given.frequencies)));
            columns.push(("afterwards", numbers(&given.after)));
        } else if self.is_row_stochastic() {
            let mut class_of = vec![String::new(); size];
            let mut share_of = vec![String::from("0"); size];
            for (number, class) in (1..).zip(&self.classes) {
                for (at, &position) in class.positions.iter().enumerate() {
                    class_of[position] = number.to_string();
                    class.shares.get(at).iter().for_each(|&&share| share_of[position] = short(share));
                }
            }
            columns.push(("class", class_of));
            columns.push(("share", share_of));
        }
        let heading = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let line = |at: usize| columns.iter().map(|(_, values)| values[at].clone()).collect();
        std::iter::once(heading).chain((0..size).map(line)).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "positions       {}", described(self.matrix.cap(), self.matrix.base()))?;
        writeln!(out, "row-stochastic  {}", self.row_sums())?;
        writeln!(out, "unbiased        {}", self.bias())?;
        writeln!(out, "zeros           {}", self.zeros())?;
        if let Some((position, published)) = self.negative() {
            writeln!(
                out,
                "below 0         the smallest count of {position} may become {published}: the engine refuses that"
            )?;
        }
        match &self.invariance {
            None => writeln!(out, "invariant       {}", self.for_which())?,
            Some(given) => {
                let (cells, change) = (short(given.frequencies.iter().sum()), short(given.change));
                writeln!(out, "invariant       {}", self.for_given(given))?;
                writeln!(out, "change of sum   {change} expected over {cells} cells")?;
                if self.is_row_stochastic() {
                    let (deviation, change) = (short(given.drawn_deviation), short(given.drawn_change));
                    writeln!(
                        out,
                        "as drawn        in steps of 2^-32: tP - t up to {deviation} of all cells, change of sum {change}"
                    )?;
                }
            }
        }
        if self.crosses_cap() {
            let cap = self.matrix.cap();
            writeln!(
                out,
                "larger counts   a move from residual r to count c adds c - {cap} - r: it ends at c only for the count {cap} + r"
            )?;
        }
        let table = self.table();
        let widths: Vec<usize> =
            (0..table[0].len()).map(|at| table.iter().map(|line| line[at].len()).max().unwrap_or(0)).collect();
        writeln!(out)?;
        for line in &table {
            write!(out, "{:<1$}", line[0], widths[0])?;
            line[1..].iter().zip(&widths[1..]).try_for_each(|(value, width)| write!(out, "  {value:>width$}"))?;
            writeln!(out)?;
        }
        Ok(())
    }
}
