//! Unbiased estimates of figures before PRAM, for analysts who know the published matrix.
//!
//! If x are the true numbers of the categories and P is the matrix, the expected numbers after PRAM are xP. So x*P⁻¹ is an
//! unbiased estimate, where x* are the observed numbers (Wooton and Fraser 2005, page 21; Gouweleeuw et al. 1998). A
//! protection method with unbiased noise keeps the estimate unbiased. Units that stayed because of structural zeros bias it.

use thiserror::Error;

use super::need::Need;
use super::table::{Heading, Table};
use crate::base::Quoted;
use crate::cube::{Cube, MatrixBlock, MatrixPart};
use crate::dimension::{Dimension, TOTAL, find_axis};

/// A pivot this small means that the matrix has no inverse, apart from rounding.
const SMALLEST_PIVOT: f64 = 1e-9;

/// The estimates of a query's table, or the files to load first.
#[derive(Debug, Clone, PartialEq)]
pub enum Estimated {
    /// The files to load first.
    Missing(Vec<Need>),
    /// An estimate for each cell, as in [`estimates`].
    Estimates(Vec<f64>),
    /// Why the table has no estimates.
    Impossible(EstimateError),
}

/// Why a table has no estimates. JavaScript errors have the code `no-estimate`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EstimateError {
    /// No step of the cube is PRAM.
    #[error("the cube has no PRAM; expected a cube with the step \"pram\"")]
    NoPram,
    /// The publisher does not state the matrix.
    #[error("the publisher does not state the matrix of PRAM; expected publish = true in the step")]
    NotPublished,
    /// The table selects categories of the changed variable.
    #[error("the table selects categories of {}; expected all of them, without groups or filters", Quoted(.0))]
    Selection(String),
    /// The table has another level of the changed variable.
    #[error("the table has {found}; expected {axis}, whose categories PRAM changed", found = Quoted(.found), axis = Quoted(.axis))]
    Axis {
        /// The axis of the table.
        found: String,
        /// The axis of the matrix.
        axis: String,
    },
    /// The matrix has no inverse.
    #[error("the matrix of {} has no inverse; expected one whose rows differ more", Quoted(.0))]
    Singular(String),
}

/// Returns an estimate for each cell of a table. A cell that is not shown, and a cell whose estimate needs it, has NaN.
///
/// # Errors
/// Fails if the cube has no published matrix of PRAM, or if the table does not have the categories of the matrix.
pub fn estimates(table: &Table, cube: &Cube) -> Result<Vec<f64>, EstimateError> {
    let mut numbers = table.numbers();
    let mut is_pram = false;
    // The last step changed the records last, so it is undone first.
    for step in cube.pretabular.iter().flat_map(|part| part.steps.iter().rev()).filter(|step| step.kind == "pram") {
        is_pram = true;
        undo(step.matrix.as_ref().ok_or(EstimateError::NotPublished)?, table, cube, &mut numbers)?;
    }
    if is_pram { Ok(numbers) } else { Err(EstimateError::NoPram) }
}

fn undo(matrix: &MatrixPart, table: &Table, cube: &Cube, numbers: &mut [f64]) -> Result<(), EstimateError> {
    let own = matrix.axis(&cube.dimensions).expect("the reader of the manifest checked the axis");
    let dimension = &cube.dimensions[own.dimension];
    // Where the changed variable is on an axis or in a filter.
    let found = |name: &str| find_axis(&cube.dimensions, name).ok().filter(|found| found.dimension == own.dimension);
    let selection = || EstimateError::Selection(dimension.name.clone());
    if table.filters.iter().any(|filter| found(&filter.name).is_some()) {
        return Err(selection());
    }
    let on_axis = |(at, heading): (usize, &Heading)| found(&heading.name).map(|found| (at, found.level));
    let Some((at, level)) = table.headings.iter().enumerate().find_map(on_axis) else {
        return Ok(()); // PRAM does not change tables without the variable
    };
    let heading = &table.headings[at];
    if level != own.level {
        let wrong = || EstimateError::Axis { found: heading.name.clone(), axis: matrix.axis.clone() };
        return if keeps_blocks(matrix, dimension, own.level, level) { Ok(()) } else { Err(wrong()) };
    }
    let sizes: Vec<usize> = table.sizes().collect();
    let stride: usize = sizes[at + 1..].iter().product();
    for block in &matrix.blocks {
        let size = block.codes.len();
        let mut places = Vec::with_capacity(size);
        for code in &block.codes {
            let place = heading.codes.iter().position(|category| category.code == *code && code != TOTAL);
            places.push(place.ok_or_else(selection)? * stride);
        }
        let inverse = inverse(block).ok_or_else(|| EstimateError::Singular(matrix.axis.clone()))?;
        let mut observed = vec![0.0; size];
        for first in (0..numbers.len()).filter(|cell| (cell / stride).is_multiple_of(sizes[at])) {
            for from in 0..size {
                observed[from] = numbers[first + places[from]];
            }
            for to in 0..size {
                let mut estimate = 0.0;
                for from in 0..size {
                    estimate += observed[from] * inverse[from * size + to];
                }
                numbers[first + places[to]] = estimate;
            }
        }
    }
    Ok(())
}

/// Whether PRAM moves nobody between the categories of another level, because each block is within one category.
fn keeps_blocks(matrix: &MatrixPart, dimension: &Dimension, own: Option<usize>, other: Option<usize>) -> bool {
    if other.is_none() {
        return false; // PRAM changed groups of these codes
    }
    let categories = dimension.codes_at(own);
    for block in &matrix.blocks {
        let mut only = None;
        for code in 0..dimension.codes.len() as u32 {
            let category = categories.code(dimension.group_of(own, code));
            let group = dimension.group_of(other, code);
            if block.codes.iter().any(|each| each == category) && *only.get_or_insert(group) != group {
                return false;
            }
        }
    }
    true
}

/// The inverse of a block in row-major order, by elimination with the largest pivot of each column. Plain loops make the
/// full core smaller than iterators.
fn inverse(block: &MatrixBlock) -> Option<Vec<f64>> {
    let size = block.rows.len();
    // The block, and to its right the identity, which becomes the inverse.
    let width = 2 * size;
    let mut all = vec![0.0; size * width];
    for row in 0..size {
        for column in 0..size {
            all[row * width + column] = block.rows[row][column];
        }
        all[row * width + size + row] = 1.0;
    }
    for column in 0..size {
        let mut pivot = column;
        for row in column..size {
            if all[row * width + column].abs() > all[pivot * width + column].abs() {
                pivot = row;
            }
        }
        let scale = all[pivot * width + column];
        if scale.abs() < SMALLEST_PIVOT {
            return None;
        }
        for at in 0..width {
            all.swap(pivot * width + at, column * width + at);
            all[column * width + at] /= scale;
        }
        for row in 0..size {
            let factor = if row == column { 0.0 } else { all[row * width + column] };
            for at in 0..width {
                all[row * width + at] -= factor * all[column * width + at];
            }
        }
    }
    let mut inverse = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..size {
            inverse[row * size + column] = all[row * width + size + column];
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let rows = vec![vec![0.7, 0.2, 0.1], vec![0.0, 0.5, 0.5], vec![0.3, 0.3, 0.4]];
        let block = MatrixBlock { codes: vec!["a".into(), "b".into(), "c".into()], rows: rows.clone() };
        let inverse = inverse(&block).unwrap();
        for (at, row) in rows.iter().enumerate() {
            for to in 0..3 {
                let product: f64 = row.iter().zip(inverse.chunks(3)).map(|(entry, row)| entry * row[to]).sum();
                assert!((product - f64::from(u8::from(at == to))).abs() < 1e-12);
            }
        }
        let same = vec![vec![0.5, 0.5], vec![0.5, 0.5]];
        assert_eq!(super::inverse(&MatrixBlock { codes: vec!["a".into(), "b".into()], rows: same }), None);
    }
}
