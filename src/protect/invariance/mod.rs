//! Checks the effect of a transition matrix on the distribution of counts, and makes matrices that preserve it.
//!
//! A transition matrix P holds in row i and column j the probability that a count at position i is moved to position
//! j. The positions are the counts 0 to `cap`, then the residuals 1 to `base` of all counts above the cap: a count
//! n > cap has the residual ((n − 1) mod base) + 1, so 15 has residual 5 to base 5 (Shlomo, Antal and Elliot 2015,
//! section 3.3 and Table 3). A matrix of cap + 1 rows leaves larger counts as they are. A move from position i to
//! position j adds j − i to the count.
//!
//! With t_i cells at position i, P is *invariant* for t where tP = t: the expected number of cells at each position
//! stays what it was (ibid., section 3.3; Shlomo and Young 2008). [`check`] says whether it is, and [`invariant`] makes
//! an invariant matrix of any other.
//!
//! Positions are all that a matrix knows. A count of 17 shares its position with 12; moved "to count 9" it loses 3 and
//! is published as 14. So above the cap tP = t describes moves between positions, and the distribution of published
//! positions only as far as no residual moves to a count. The expected change of the total does not depend on that.
//!
//! Floating point is enough here: nothing in this module decides a published value. The engine takes the probabilities
//! as integers (see [`Probability::weight`](super::Probability::weight)).

mod classes;
mod report;
mod two_stage;

use std::fmt;

use thiserror::Error;

pub use classes::Class;
pub use report::{Invariance, Report, check};
pub use two_stage::{Rounded, invariant};

/// Tolerance for the sum of a row, equal to the engine's.
pub const ROW_TOLERANCE: f64 = 1e-6;
/// Tolerance for |tP − t|, as a share of all cells.
pub const TOLERANCE: f64 = 1e-9;
/// From this mean noise on, a row counts as biased.
pub const BIAS_TOLERANCE: f64 = 1e-6;
/// Most positions of a matrix.
const MAX_SIZE: usize = 1000;
/// Largest frequency: exact in a float.
const MAX_FREQUENCY: f64 = 9_007_199_254_740_992.0;

/// Why a matrix, its frequencies or a request is invalid.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MatrixError {
    /// There are too few or too many rows for the cap.
    #[error(
        "there are {rows} rows with cap {cap}; expected {} to {MAX_SIZE}: of counts 0 to {cap}, then of residuals, if any",
        cap.saturating_add(1)
    )]
    Size {
        /// Rows given.
        rows: usize,
        /// Cap given.
        cap: usize,
    },
    /// A row is not as long as the matrix is high.
    #[error("row {row} has {found} entries; expected {expected}, as many as there are rows")]
    NotSquare {
        /// Which row, from 1.
        row: usize,
        /// Its entries.
        found: usize,
        /// Rows of the matrix.
        expected: usize,
    },
    /// An entry is not from 0 to 1.
    #[error("row {row}, column {column} is {value}; expected a number from 0 to 1")]
    NoProbability {
        /// Which row, from 1.
        row: usize,
        /// Which column, from 1.
        column: usize,
        /// The entry.
        value: f64,
    },
    /// A row that must be a distribution is not.
    #[error(
        "the row of {position} sums to {}; expected 1 within {ROW_TOLERANCE:e}, perhaps with fractions such as 1/60", short(*.sum)
    )]
    RowSum {
        /// The row's position.
        position: Position,
        /// The sum of the row.
        sum: f64,
    },
    /// There are not as many frequencies as positions.
    #[error("there are {found} frequencies; expected {expected}: {}", described(*.cap, *.base))]
    Frequencies {
        /// Frequencies given.
        found: usize,
        /// Positions of the matrix.
        expected: usize,
        /// Cap of the matrix.
        cap: usize,
        /// Base of its residuals.
        base: usize,
    },
    /// A frequency is negative, too large or no number.
    #[error("the frequency of {position} is {value}; expected a number from 0 to 2^53")]
    Frequency {
        /// Of which position.
        position: Position,
        /// The frequency.
        value: f64,
    },
    /// Every frequency is 0.
    #[error("all frequencies are 0; expected one above 0")]
    NoCells,
    /// The share to stay is not from 0 to below 1.
    #[error("the share to stay is {0}; expected a number from 0 to below 1")]
    Stay(f64),
}

/// A square matrix of probabilities, by position of the true count and of the published one.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    cap: usize,
    rows: Vec<Vec<f64>>,
}

impl Matrix {
    /// A matrix of which the first `cap` + 1 positions are counts. Its rows need not sum to 1 yet.
    ///
    /// # Errors
    /// [`MatrixError`] where it is not square, has fewer rows than counts up to the cap or has an entry that is not from 0 to 1.
    ///
    /// ```
    /// use cellveil::protect::invariance::Matrix;
    ///
    /// let matrix = Matrix::new(vec![vec![1.0, 0.0, 0.0], vec![0.0, 0.5, 0.5], vec![0.0, 0.5, 0.5]], 1)?;
    /// assert_eq!(matrix.position(2).to_string(), "residual 1");
    /// # Ok::<(), cellveil::protect::invariance::MatrixError>(())
    /// ```
    pub fn new(rows: Vec<Vec<f64>>, cap: usize) -> Result<Self, MatrixError> {
        let size = rows.len();
        if size > MAX_SIZE || size <= cap {
            return Err(MatrixError::Size { rows: size, cap });
        }
        for (row, entries) in (1..).zip(&rows) {
            if entries.len() != size {
                return Err(MatrixError::NotSquare { row, found: entries.len(), expected: size });
            }
            if let Some(at) = entries.iter().position(|entry| !(0.0..=1.0).contains(entry)) {
                return Err(MatrixError::NoProbability { row, column: at + 1, value: entries[at] });
            }
        }
        Ok(Self { cap, rows })
    }

    /// The probabilities, one row for each true position.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }

    /// The largest count with a position of its own.
    pub fn cap(&self) -> usize {
        self.cap
    }

    /// The base of the residuals of larger counts; 0 if larger counts stay unchanged.
    pub fn base(&self) -> usize {
        self.rows.len() - self.cap - 1
    }

    /// What stands at a position, counted from 0.
    pub fn position(&self, at: usize) -> Position {
        if at <= self.cap { Position::Count(at) } else { Position::Residual(at - self.cap) }
    }

    /// The position of a count, from 0; none for a count above the cap of a matrix without residuals.
    ///
    /// ```
    /// use cellveil::protect::invariance::Matrix;
    ///
    /// let row = |at: usize| (0..16).map(|to| if to == at { 1.0 } else { 0.0 }).collect();
    /// let matrix = Matrix::new((0..16).map(row).collect(), 10)?;
    /// assert_eq!([10, 11, 15, 16].map(|count| matrix.position_of(count)), [Some(10), Some(11), Some(15), Some(11)]);
    /// # Ok::<(), cellveil::protect::invariance::MatrixError>(())
    /// ```
    pub fn position_of(&self, count: u64) -> Option<usize> {
        match (usize::try_from(count), self.base()) {
            (Ok(count), _) if count <= self.cap => Some(count),
            (_, 0) => None,
            (_, base) => Some(self.cap + 1 + ((count - 1) % base as u64) as usize),
        }
    }

    /// Sums of the rows.
    fn sums(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row.iter().sum()).collect()
    }

    /// Checks frequencies: one for each position, none negative, at least one positive.
    fn check_frequencies(&self, frequencies: &[f64]) -> Result<(), MatrixError> {
        let (cap, base, expected) = (self.cap, self.base(), self.rows.len());
        if frequencies.len() != expected {
            return Err(MatrixError::Frequencies { found: frequencies.len(), expected, cap, base });
        }
        if let Some(at) = frequencies.iter().position(|value| !(0.0..=MAX_FREQUENCY).contains(value)) {
            return Err(MatrixError::Frequency { position: self.position(at), value: frequencies[at] });
        }
        if frequencies.iter().all(|&value| value == 0.0) { Err(MatrixError::NoCells) } else { Ok(()) }
    }

    /// The expected frequencies after one draw for each cell: tP.
    fn after(&self, frequencies: &[f64]) -> Vec<f64> {
        let mut after = vec![0.0; self.rows.len()];
        for (row, frequency) in self.rows.iter().zip(frequencies) {
            for (sum, probability) in after.iter_mut().zip(row) {
                *sum += frequency * probability;
            }
        }
        after
    }
}

/// The positions of a matrix in words.
fn described(cap: usize, base: usize) -> String {
    let counts = if cap == 0 { "count 0".to_owned() } else { format!("counts 0 to {cap}") };
    match base {
        0 => counts,
        1 => format!("{counts}, then residual 1: all larger counts"),
        base => format!("{counts}, then residuals 1 to {base} of larger counts"),
    }
}

/// What stands at a position of a matrix: a count, or the residual of counts above the cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The count itself.
    Count(usize),
    /// All counts above the cap with this residual, from 1 to the base.
    Residual(usize),
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(out, "count {count}"),
            Self::Residual(residual) => write!(out, "residual {residual}"),
        }
    }
}

/// A number with six decimals, or with two digits if all six are 0. A rounding error of a float counts as 0.
fn short(number: f64) -> String {
    match number.abs() {
        size if size < 1e-12 => return "0".into(),
        size if size < 5e-7 => return format!("{number:.1e}"),
        _ => {}
    }
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
