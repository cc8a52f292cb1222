//! `kind = "transition-matrix"`: moves a count to another value with given probabilities (Shlomo, Antal and Elliot
//! 2015, section 3.3 and Table 3; Shlomo and Young 2008).
//!
//! The positions of the matrix are the counts 0, 1, …, cap, then the residuals 1, …, b of larger counts. A count n
//! above the cap has the residual ((n − 1) mod b) + 1 and the position cap + residual: for b = 5, the count 15 has
//! residual 5. A move from position i to position j adds j − i to the count. A matrix of cap + 1 rows has no residuals,
//! and leaves counts above the cap unchanged.
//!
//! # Guarantee
//! A count moves with the probabilities of its row, each rounded to a multiple of 2^-32.
//!
//! # Caller must ensure
//! The matrix has the properties that the data need: unbiased moves, and moves that preserve the frequencies of the
//! values. `cellveil matrix check` reports both. Table 3 of the paper has neither property.

use super::KeyContext;
use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use super::probability::Probability;
use crate::key::DrawHash;
use crate::ptable::ONE;

/// Maximum number of rows. A manifest stores the whole matrix, and the paper's matrix has only 16 rows.
const MAX_ROWS: usize = 1001;

/// Tolerance for the sum of a row's probabilities: a millionth, in units of 2^-32.
const TOLERANCE: u64 = ONE / 1_000_000;

/// Checks a matrix. The error names the problem and the expected value.
pub(super) fn check(matrix: &[Vec<Probability>], cap: u32, category_keys: bool) -> Result<(), String> {
    let states = cap as usize + 1;
    if !(states..=MAX_ROWS).contains(&matrix.len()) {
        let expected =
            "a row for each count from 0 to the cap, and then for each residual of larger counts, if any; at most 1001";
        return Err(format!("matrix has {} rows with cap = {cap}; expected {expected}", matrix.len()));
    }
    for (at, row) in matrix.iter().enumerate() {
        let wrong = |problem: &str, expected: &str| Err(format!("matrix[{at}] {problem}; expected {expected}"));
        if row.len() != matrix.len() {
            return wrong(&format!("has {} columns", row.len()), "as many as there are rows");
        }
        let sum: u64 = row.iter().map(|chance| chance.weight()).sum();
        if sum.abs_diff(ONE) > TOLERANCE + row.len() as u64 {
            return wrong(
                "does not add up to 1",
                "probabilities that do, to a millionth; 0.0167 may be a printed \"1/60\"",
            );
        }
        if at == 0 && !category_keys && row[0].weight() != ONE {
            return wrong(
                "moves empty cells",
                "1 and then zeros, or zeros = \"category-keys\", which gives each its own draw",
            );
        }
        // The smallest count at a position: the count itself, or the first count above the cap with this residual.
        let residuals = matrix.len() - states;
        let least = (states..).find(|count| at < states || (count - 1) % residuals + states == at);
        let lowest = row.iter().position(|chance| chance.weight() > 0).unwrap_or(at);
        if at >= states && least.is_some_and(|least| least + lowest < at) {
            return wrong("makes a count negative", "no move down by more than the smallest count of the row");
        }
    }
    Ok(())
}

pub(super) fn compile(matrix: &[Vec<Probability>], cap: u32, context: KeyContext<'_>) -> CompiledMethod {
    let mut intervals = Intervals::new();
    let row_zero = matrix[0][0].weight() != ONE;
    for (at, row) in matrix.iter().enumerate().skip(usize::from(!row_zero)) {
        let mut weights: Vec<u64> = row.iter().map(|chance| chance.weight()).collect();
        intervals.weighted_row(-(at as i32), &mut weights);
    }
    let residuals = matrix.len() as u64 - u64::from(cap) - 1;
    let (last, above) = if residuals == 0 {
        intervals.weighted_row(0, &mut [ONE]);
        (u64::from(cap) + 1, Above::Last)
    } else {
        (matrix.len() as u64 - 1, Above::Cycle(residuals))
    };
    let draw = Draw::Hash(DrawHash::new("transition-matrix", context.salt));
    let compiled = CompiledMethod::new(cap.into(), last, above, draw, ONE, Entries::Intervals(intervals));
    CompiledMethod { row_zero, ..compiled }
}
