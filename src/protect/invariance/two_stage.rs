//! Makes a transition matrix invariant for given frequencies, and writes its rows as decimals.

use super::{Matrix, MatrixError, ROW_TOLERANCE};

/// Decimals of a rounded matrix.
const DECIMALS: usize = 12;
/// 1 in units of the last decimal.
const ONE: u64 = 1_000_000_000_000;

/// An invariant matrix R, with tR = t, made of a matrix P by two draws: the first moves a cell by P, the second moves it
/// back by what the first makes likely.
///
/// The second matrix is q_kj = p_jk t_j / Σ_i p_ik t_i, the probability that a cell found at k was at j, and R = PQ.
/// Invariant because tP has Σ_i t_i p_ik cells at k, of which Q moves p_jk t_j to j, and over all k these are t_j
/// (Gouweleeuw, Kooiman, Willenborg and de Wolf 1998; Shlomo and Young 2008). A share `stay` of cells is left where it
/// is: a·I + (1 − a)·R, which is invariant too and has a larger diagonal.
///
/// Rows of positions with frequency 0 are those of P: no row there changes tR. No other position moves to them.
///
/// # Guarantee
/// The expected number of cells at each position, and so the expected total of all cells together, is what it was. Not
/// more: single rows stay biased, and a table whose counts are distributed otherwise has another expectation.
///
/// # Caller must ensure
/// That `frequencies` are those of the cells that the matrix will be used on, empty cells included where they are drawn
/// for. Where P moves any count to 0, R moves empty cells away from it, as the number of zeros could not stay otherwise.
///
/// # Errors
/// [`MatrixError`] where a row of P does not sum to 1, a frequency is missing or negative, or `stay` is not from 0 to
/// below 1.
///
/// ```
/// use cellveil::protect::invariance::{Matrix, invariant};
///
/// // Counts 0 and 1, then all counts above 1. Six cells of 1, three above it.
/// let half = Matrix::new(vec![vec![1.0, 0.0, 0.0], vec![0.0, 0.5, 0.5], vec![0.0, 0.5, 0.5]], 1)?;
/// let result = invariant(&half, &[10.0, 6.0, 3.0], 0.0)?.rounded();
/// assert_eq!(result.text()[1], ["0", "0.666666666667", "0.333333333333"]); // moves 2 of 6 up
/// assert_eq!(result.text()[2], ["0", "0.666666666667", "0.333333333333"]); // moves 2 of 3 down
/// # Ok::<(), cellveil::protect::invariance::MatrixError>(())
/// ```
pub fn invariant(matrix: &Matrix, frequencies: &[f64], stay: f64) -> Result<Matrix, MatrixError> {
    matrix.check_frequencies(frequencies)?;
    if !(0.0..1.0).contains(&stay) {
        return Err(MatrixError::Stay(stay));
    }
    let mut matrix = matrix.clone();
    for (at, sum) in matrix.sums().into_iter().enumerate() {
        if (sum - 1.0).abs() > ROW_TOLERANCE {
            return Err(MatrixError::RowSum { position: matrix.position(at), sum });
        }
        matrix.rows[at].iter_mut().for_each(|entry| *entry /= sum);
    }
    let rows = matrix.rows();
    let after = matrix.after(frequencies);
    // Row k of Q without its zeros: from where, and how likely.
    let back: Vec<Vec<(usize, f64)>> = (0..rows.len())
        .map(|k| {
            let entry = |j: usize| (j, rows[j][k] * frequencies[j] / after[k]);
            (0..rows.len()).map(entry).filter(|&(_, probability)| probability > 0.0).collect()
        })
        .collect();
    let mut result = rows.to_vec();
    for (i, row) in result.iter_mut().enumerate().filter(|&(i, _)| frequencies[i] > 0.0) {
        row.fill(0.0);
        for (first, back) in rows[i].iter().zip(&back) {
            back.iter().for_each(|&(j, second)| row[j] += (1.0 - stay) * first * second);
        }
        row[i] += stay;
        // Sums of rounded products may exceed 1 in the last bit.
        row.iter_mut().for_each(|entry| *entry = entry.min(1.0));
    }
    Ok(Matrix { cap: matrix.cap(), rows: result })
}

/// A matrix in decimals whose rows sum to exactly 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounded {
    cap: usize,
    rows: Vec<Vec<u64>>,
}

impl Matrix {
    /// The matrix to 12 decimals. Its diagonal absorbs what rounding leaves over, or the largest entry of a row whose
    /// diagonal is too small for it. Each entry is off by at most 5e-13, that one by 5e-13 for each of the others, so an
    /// invariant matrix stays invariant within 1e-9 of all cells. The engine draws in steps of 2^-32, which is coarser:
    /// [`check`](super::check) says what remains.
    pub fn rounded(&self) -> Rounded {
        let round = |(i, row): (usize, &Vec<f64>)| {
            let mut units: Vec<u64> = row.iter().map(|entry| (entry * ONE as f64).round() as u64).collect();
            let others = |at: usize| units.iter().sum::<u64>() - units[at];
            let largest = (0..units.len()).max_by_key(|&at| units[at]).unwrap_or(i);
            let at = if units[i] > 0 && others(i) <= ONE { i } else { largest };
            units[at] = ONE.saturating_sub(others(at));
            units
        };
        Rounded { cap: self.cap(), rows: self.rows().iter().enumerate().map(round).collect() }
    }
}

impl Rounded {
    /// The rows as decimal text, without zeros at the end.
    pub fn text(&self) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(|&units| decimal(units)).collect()).collect()
    }

    /// The matrix as a reader of the text gets it.
    pub fn matrix(&self) -> Matrix {
        let value = |&units: &u64| units as f64 / ONE as f64;
        Matrix { cap: self.cap, rows: self.rows.iter().map(|row| row.iter().map(value).collect()).collect() }
    }
}

fn decimal(units: u64) -> String {
    let digits = format!("{}.{:0DECIMALS$}", units / ONE, units % ONE);
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}
