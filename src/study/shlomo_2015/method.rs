//! The methods that the paper compares.

use crate::protect::CompiledMethod;
use crate::protect::invariance::{Matrix, invariant};
use crate::study::method::rows;

/// The study's name, the salt of its draws.
pub(super) const NAME: &str = "shlomo-2015";
/// The largest count with its own row in Table 3.
const CAP: usize = 10;
/// Number of rows of Table 3: the counts 0 to 10 and five residuals.
const POSITIONS: usize = CAP + 1 + 5;
/// Share of the cells that the invariant matrix leaves unchanged.
pub(super) const STAY: f64 = 0.3;

/// Returns Table 3 as numerators over 240. An entry is 1/60 where the paper prints 0.0167, because the printed rows add
/// up to 1.0002.
fn table_3() -> Vec<Vec<u32>> {
    let mut matrix = vec![vec![0; POSITIONS]; POSITIONS];
    matrix[0][0] = 240;
    for count in [1, 2] {
        matrix[count][1..=5].fill(30);
        matrix[count][count] = 120;
    }
    for (at, row) in matrix.iter_mut().enumerate().skip(3) {
        let first = at.saturating_sub(3).clamp(1, POSITIONS - 7);
        row[first..first + 7].fill(4);
        row[at] = 216;
    }
    matrix
}

/// Compiles a transition matrix.
fn compiled(matrix: &[Vec<String>], cap: usize) -> CompiledMethod {
    let entries = |row: &Vec<String>| format!("[{}]", row.join(","));
    let matrix: Vec<String> = matrix.iter().map(entries).collect();
    let control = "\"control\":\"total\"";
    let json = format!("{{\"kind\":\"transition-matrix\",\"cap\":{cap},\"matrix\":[{}],{control}}}", matrix.join(","));
    rows(NAME, &json, None)
}

/// Compiles stochastic perturbation by Table 3.
pub(super) fn stochastic() -> CompiledMethod {
    let ratio = |numerator: &u32| format!("\"{numerator}/240\"");
    let matrix: Vec<Vec<String>> = table_3().iter().map(|row| row.iter().map(ratio).collect()).collect();
    compiled(&matrix, CAP)
}

/// Compiles stochastic perturbation in two stages, invariant for the hypercube's cells (`cellveil matrix invariant`).
pub(super) fn invariant_stochastic(counts: &[u64]) -> CompiledMethod {
    let probability = |numerator: &u32| f64::from(*numerator) / 240.0;
    let matrix = table_3().iter().map(|row| row.iter().map(probability).collect()).collect();
    let matrix = Matrix::new(matrix, CAP).expect("Table 3 is square");
    let mut frequencies = [0.0; POSITIONS];
    for &count in counts {
        frequencies[matrix.position_of(count).expect("Table 3 has a row for every count")] += 1.0;
    }
    let invariant = invariant(&matrix, &frequencies, STAY).expect("rows of Table 3 with 1/60 add up to 1");
    compiled(&invariant.rounded().text(), CAP)
}

/// Compiles random rounding to base 3, independent for each cell.
pub(super) fn rounding() -> CompiledMethod {
    rows(NAME, r#"{"kind":"random-rounding","base":3}"#, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_3_is_the_printed_one() {
        let row = |at: usize| table_3()[at].clone();
        assert_eq!(row(2), [0, 30, 120, 30, 30, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(row(4), [0, 4, 4, 4, 216, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(row(9), [0, 0, 0, 0, 0, 0, 4, 4, 4, 216, 4, 4, 4, 0, 0, 0]);
        assert_eq!(row(13), [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 216, 4, 4]);
        assert_eq!(row(15), [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 216]);
        assert!(table_3().iter().all(|row| row.iter().sum::<u32>() == 240));
    }
}
