//! Makes a transition matrix invariant for given frequencies, and writes its rows as decimals.

use super::{Matrix, MatrixError, ROW_TOLERANCE};

/// Number of decimals of a rounded matrix.
const DECIMALS: usize = 12;
/// The number 1 in units of the last decimal.
const ONE: u64 = 1_000_000_000_000;

/// Makes an invariant matrix R, with tR = t, from a matrix P. R combines two draws: the first moves a cell by P, and
/// the second moves the cell back to a likely origin.
///
/// The second matrix Q has the entries `q_kj = p_jk t_j / Σ_i p_ik t_i`, the probability that a cell at k came from j.
/// R is the product PQ. R is invariant for this reason: tP has `Σ_i t_i p_ik` cells at k. Q moves `p_jk t_j` of these
/// cells to j. The sum of `p_jk t_j` over k is `t_j` (Gouweleeuw, Kooiman, Willenborg and de Wolf 1998; Shlomo and
/// Young 2008). If a share a (`stay`) of the cells stays, the result is `a·I + (1 − a)·R`. This matrix is invariant too
/// and has a larger diagonal.
///
/// Positions with frequency 0 keep their rows of P, because these rows do not change tR. Other positions never move to
/// a position with frequency 0.
///
/// # Guarantee
/// The expected number of cells at each position stays the same, and so does the expected total of all cells. Single
/// rows may still be biased, and expectations change for a table with another distribution of counts.
///
/// # Caller must ensure
/// `frequencies` describe the cells that the matrix will protect, including empty cells if the method can move empty
/// cells. If P moves any count to 0, R also moves empty cells away from 0, because the number of empty cells must stay
/// the same.
///
/// # Errors
/// [`MatrixError`] if a row of P does not sum to 1, a frequency is missing or negative, or `stay` is outside
/// 0 ≤ `stay` < 1.
///
/// ```
/// use cellveil::protect::invariance::{Matrix, invariant};
///
/// // Positions: count 0, count 1, all counts above 1. There are 10, 6 and 3 cells.
/// let half = Matrix::new(vec![vec![1.0, 0.0, 0.0], vec![0.0, 0.5, 0.5], vec![0.0, 0.5, 0.5]], 1)?;
/// let result = invariant(&half, &[10.0, 6.0, 3.0], 0.0)?.rounded();
/// assert_eq!(result.text()[1], ["0", "0.666666666667", "0.333333333333"]); // moves 2 of 6 cells up
/// assert_eq!(result.text()[2], ["0", "0.666666666667", "0.333333333333"]); // moves 2 of 3 cells down
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
    // Row k of Q without zeros: each origin j with its probability.
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

/// A matrix of numbers with 12 decimals. Each row sums to exactly 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounded {
    cap: usize,
    rows: Vec<Vec<u64>>,
}

impl Matrix {
    /// Rounds the matrix to 12 decimals. In each row the diagonal entry absorbs the rounding remainder, or the largest
    /// entry if the diagonal entry is too small. Every other entry changes by at most 5e-13, and the absorbing entry by
    /// at most the sum of these changes. So an invariant matrix stays invariant within 1e-9 of all cells. The engine
    /// rounds to multiples of 2^-32, which is coarser. [`check`](super::check) reports the remaining deviation.
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

    /// The matrix of the decimals that [`text`](Self::text) writes.
    pub fn matrix(&self) -> Matrix {
        let value = |&units: &u64| units as f64 / ONE as f64;
        Matrix { cap: self.cap, rows: self.rows.iter().map(|row| row.iter().map(value).collect()).collect() }
    }
}

fn decimal(units: u64) -> String {
    let digits = format!("{}.{:0DECIMALS$}", units / ONE, units % ONE);
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}
