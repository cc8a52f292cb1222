//! Checks the effect of a transition matrix on the distribution of counts, and makes matrices that preserve it.
//!
//! A transition matrix P holds in row i and column j the probability that a count at position i is moved to position
//! j. The positions are the counts 0 to `cap`, then the residuals 1 to `base` of all counts above the cap: a count
//! n > cap has the residual ((n − 1) mod base) + 1, so 15 has residual 5 to base 5 (Shlomo, Antal and Elliot 2015,
//! section 3.3 and Table 3). A matrix of cap + 1 rows leaves larger counts unchanged. A move from position i to
//! position j adds j − i to the count.
//!
//! Let t_i be the number of cells at position i. P is *invariant* for t if tP = t: the expected number of cells at each
//! position does not change (ibid., section 3.3; Shlomo and Young 2008). [`check`] tests whether a matrix is invariant,
//! and [`invariant`] turns any matrix into an invariant matrix.
//!
//! A matrix describes moves between positions only. With cap 10 and base 5, the counts 12 and 17 share position 12. A
//! move to position 9 subtracts 3, so 17 is published as 14, which is not at position 9. With such moves from residuals
//! to counts, tP is not the distribution of the published positions. The expected change of the total is correct in all
//! cases.
//!
//! Floating point is sufficient, because this module computes no published value. The engine uses integer probabilities
//! (see [`Probability::weight`](super::Probability::weight)).

mod classes;
mod report;
mod two_stage;

use std::fmt;

use thiserror::Error;

pub use classes::Class;
pub use report::{Invariance, Report, check};
pub use two_stage::{Rounded, invariant};

/// Tolerance for the sum of a row. The engine has the same tolerance.
pub const ROW_TOLERANCE: f64 = 1e-6;
/// Tolerance for |tP − t|, as a share of all cells.
pub const TOLERANCE: f64 = 1e-9;
/// Largest mean noise, in absolute value, of a row that counts as unbiased.
pub const BIAS_TOLERANCE: f64 = 1e-6;
/// Maximum number of positions of a matrix.
const MAX_SIZE: usize = 1000;
/// Largest frequency, 2^53. Floats represent all whole numbers up to 2^53 exactly.
const MAX_FREQUENCY: f64 = 9_007_199_254_740_992.0;

/// The reason why a matrix, its frequencies or a request is invalid.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MatrixError {
    /// There are too few or too many rows for the cap.
    #[error(
        "there are {rows} rows with cap {cap}; expected {} to {MAX_SIZE}: of counts 0 to {cap}, then of residuals, if any",
        cap.saturating_add(1)
    )]
    Size {
        /// The number of rows.
        rows: usize,
        /// The cap.
        cap: usize,
    },
    /// The length of a row differs from the number of rows.
    #[error("row {row} has {found} entries; expected {expected}, as many as there are rows")]
    NotSquare {
        /// The number of the row, from 1.
        row: usize,
        /// The number of entries in the row.
        found: usize,
        /// The number of rows.
        expected: usize,
    },
    /// An entry is outside the range 0 to 1.
    #[error("row {row}, column {column} is {value}; expected a number from 0 to 1")]
    NoProbability {
        /// The number of the row, from 1.
        row: usize,
        /// The number of the column, from 1.
        column: usize,
        /// The entry.
        value: f64,
    },
    /// A row does not sum to 1.
    #[error(
        "the row of {position} sums to {}; expected 1 within {ROW_TOLERANCE:e}, perhaps with fractions such as 1/60", short(*.sum)
    )]
    RowSum {
        /// The row's position.
        position: Position,
        /// The sum of the row.
        sum: f64,
    },
    /// The number of frequencies differs from the number of positions.
    #[error("there are {found} frequencies; expected {expected}: {}", described(*.cap, *.base))]
    Frequencies {
        /// The number of frequencies.
        found: usize,
        /// The number of positions of the matrix.
        expected: usize,
        /// The cap of the matrix.
        cap: usize,
        /// The base of the residuals.
        base: usize,
    },
    /// A frequency is negative, too large or not a number.
    #[error("the frequency of {position} is {value}; expected a number from 0 to 2^53")]
    Frequency {
        /// The position of the frequency.
        position: Position,
        /// The frequency.
        value: f64,
    },
    /// Every frequency is 0.
    #[error("all frequencies are 0; expected one above 0")]
    NoCells,
    /// The share of cells that stay is outside 0 ≤ share < 1.
    #[error("the share to stay is {0}; expected a number from 0 to below 1")]
    Stay(f64),
}

/// A square matrix of probabilities, with a row for each true position and a column for each published position.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    cap: usize,
    rows: Vec<Vec<f64>>,
}

impl Matrix {
    /// Creates a matrix. The first `cap` + 1 positions are counts, and the others are residuals. Row sums are not
    /// checked.
    ///
    /// # Errors
    /// [`MatrixError`] if the matrix is not square, has fewer than `cap` + 1 rows, or has an entry outside 0 to 1.
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

    /// The count or residual at a position. Positions start at 0.
    pub fn position(&self, at: usize) -> Position {
        if at <= self.cap { Position::Count(at) } else { Position::Residual(at - self.cap) }
    }

    /// The position of a count, from 0. `None` for a count above the cap if the matrix has no residuals.
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

    /// The sum of each row.
    fn sums(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row.iter().sum()).collect()
    }

    /// Checks that each position has a frequency from 0 to 2^53, and that at least one frequency is above 0.
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

/// A position of a matrix: a count, or a residual of counts above the cap.
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

/// Formats a number with six decimals, or with two significant digits if all six decimals are 0. Numbers below 1e-12
/// are rounding errors and become 0.
fn short(number: f64) -> String {
    match number.abs() {
        size if size < 1e-12 => return "0".into(),
        size if size < 5e-7 => return format!("{number:.1e}"),
        _ => {}
    }
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
