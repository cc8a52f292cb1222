//! Symmetric matrices, stored in full, row by row.

/// Largest pivot of a singular matrix, for data scaled to a standard deviation of 1.
const SINGULAR: f64 = 1e-12;
/// Maximum number of sweeps of Jacobi's method. The method converges quadratically, in fewer than ten sweeps.
const SWEEPS: usize = 60;

/// The lower triangle L with L Lᵀ = A; `None` if A is singular.
pub(super) fn cholesky(a: &[f64], size: usize) -> Option<Vec<f64>> {
    let mut lower = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let (of_row, of_column) = (&lower[row * size..][..column], &lower[column * size..][..column]);
            let rest = a[row * size + column] - of_row.iter().zip(of_column).map(|(x, y)| x * y).sum::<f64>();
            if row > column {
                lower[row * size + column] = rest / lower[column * size + column];
            } else if rest > SINGULAR {
                lower[row * size + row] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(lower)
}

/// The eigenvalues in descending order, by Jacobi's method.
pub(super) fn eigenvalues(mut a: Vec<f64>, size: usize) -> Vec<f64> {
    for _ in 0..SWEEPS {
        let mut is_diagonal = true;
        for p in 0..size {
            for q in p + 1..size {
                let (app, aqq, apq) = (a[p * size + p], a[q * size + q], a[p * size + q]);
                // Skip an entry that is too small to change a diagonal entry.
                if apq.abs() <= f64::EPSILON * 1e-3 * (app.abs() * aqq.abs()).sqrt() || apq == 0.0 {
                    continue;
                }
                is_diagonal = false;
                let theta = (aqq - app) / (2.0 * apq);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for at in 0..size {
                    let (x, y) = (a[at * size + p], a[at * size + q]);
                    (a[at * size + p], a[at * size + q]) = (c * x - s * y, s * x + c * y);
                }
                for at in 0..size {
                    let (x, y) = (a[p * size + at], a[q * size + at]);
                    (a[p * size + at], a[q * size + at]) = (c * x - s * y, s * x + c * y);
                }
            }
        }
        if is_diagonal {
            break;
        }
    }
    let mut values: Vec<f64> = (0..size).map(|at| a[at * size + at]).collect();
    // Selection sort: there are few eigenvalues.
    for at in 0..size {
        let largest = (at..size).max_by(|&i, &j| values[i].total_cmp(&values[j])).unwrap_or(at);
        values.swap(at, largest);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    /// The chain matrix has 2 on the diagonal and −1 beside it. Its eigenvalues are 2 − 2 cos(kπ/(n + 1)).
    #[test]
    fn eigenvalues_of_a_chain() {
        for size in [1, 2, 3, 10, 40] {
            let mut a = vec![0.0; size * size];
            for at in 0..size {
                a[at * size + at] = 2.0;
                if at > 0 {
                    a[at * size + at - 1] = -1.0;
                    a[(at - 1) * size + at] = -1.0;
                }
            }
            let expected: Vec<f64> = (1..=size)
                .rev()
                .map(|k| 2.0 - 2.0 * (k as f64 * std::f64::consts::PI / (size + 1) as f64).cos())
                .collect();
            assert!(close(&eigenvalues(a, size), &expected), "{size}");
        }
    }

    #[test]
    fn eigenvalues_of_equal_and_single_directions() {
        assert!(close(&eigenvalues(vec![3.0, 0.0, 0.0, 3.0], 2), &[3.0, 3.0]));
        assert!(close(&eigenvalues(vec![1.0; 9], 3), &[3.0, 0.0, 0.0]));
        assert!(close(&eigenvalues(vec![2.0, 1.0, 1.0, 2.0], 2), &[3.0, 1.0]));
    }

    #[test]
    fn a_triangle_gives_its_matrix_back() {
        let a = [4.0, 2.0, 1.0, 2.0, 5.0, 3.0, 1.0, 3.0, 6.0];
        let lower = cholesky(&a, 3).expect("it is positive");
        let product: Vec<f64> =
            (0..9).map(|at| (0..3).map(|k| lower[at / 3 * 3 + k] * lower[at % 3 * 3 + k]).sum()).collect();
        assert!(close(&product, &a));
        assert_eq!(cholesky(&[1.0; 4], 2), None);
        assert_eq!(cholesky(&[0.0], 1), None);
    }
}
