//! Unbiased estimates of figures before PRAM, for analysts who know the published matrix.
//!
//! If x are the true numbers of the categories and P is the matrix, the expected numbers after PRAM are xP. So x*P⁻¹ is an
//! unbiased estimate, where x* are the observed numbers (Wooton and Fraser 2005, page 21; Gouweleeuw et al. 1998). A
//! protection method with unbiased noise keeps the estimate unbiased. Units that stayed because of structural zeros bias it.

use thiserror::Error;

use super::table::{Heading, Table};
use crate::base::Quoted;
use crate::cube::{Cube, MatrixBlock, MatrixPart};
use crate::dimension::TOTAL;

/// A pivot this small means that the matrix has no inverse, apart from rounding.
const SMALLEST_PIVOT: f64 = 1e-9;

/// Why a table has no estimates.
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
    let steps = cube.pretabular.iter().flat_map(|part| &part.steps).filter(|step| step.kind == "pram");
    let matrices: Vec<&MatrixPart> =
        steps.map(|step| step.matrix.as_ref().ok_or(EstimateError::NotPublished)).collect::<Result<_, _>>()?;
    if matrices.is_empty() {
        return Err(EstimateError::NoPram);
    }
    let mut numbers = table.numbers();
    // The last step changed the records last, so it is undone first.
    for matrix in matrices.into_iter().rev() {
        undo(matrix, table, cube, &mut numbers)?;
    }
    Ok(numbers)
}

fn undo(matrix: &MatrixPart, table: &Table, cube: &Cube, numbers: &mut [f64]) -> Result<(), EstimateError> {
    let dimension_of = |name: &str| name.split_once(':').map_or(name.to_owned(), |(dimension, _)| dimension.to_owned());
    let name = dimension_of(&matrix.axis);
    if table.filters.iter().any(|filter| dimension_of(&filter.name) == name) {
        return Err(EstimateError::Selection(name));
    }
    let Some(at) = table.headings.iter().position(|heading| dimension_of(&heading.name) == name) else {
        return Ok(()); // PRAM does not change tables without the variable
    };
    let heading = &table.headings[at];
    if heading.name != matrix.axis {
        let kept = keeps_blocks(matrix, heading, cube);
        return kept
            .then_some(())
            .ok_or_else(|| EstimateError::Axis { found: heading.name.clone(), axis: matrix.axis.clone() });
    }
    let sizes: Vec<usize> = table.sizes().collect();
    let stride: usize = sizes[at + 1..].iter().product();
    for block in &matrix.blocks {
        let place = |code: &String| heading.codes.iter().position(|category| category.code == *code && code != TOTAL);
        let places: Option<Vec<usize>> = block.codes.iter().map(place).collect();
        let places = places.ok_or_else(|| EstimateError::Selection(name.clone()))?;
        let inverse = inverse(block).ok_or_else(|| EstimateError::Singular(matrix.axis.clone()))?;
        for first in (0..numbers.len()).filter(|cell| (cell / stride).is_multiple_of(sizes[at])) {
            let observed: Vec<f64> = places.iter().map(|place| numbers[first + place * stride]).collect();
            for (to, place) in places.iter().enumerate() {
                numbers[first + place * stride] =
                    observed.iter().zip(&inverse).map(|(number, row)| number * row[to]).sum();
            }
        }
    }
    Ok(())
}

/// Whether PRAM moves nobody between the categories of a heading, because each block is within one category.
fn keeps_blocks(matrix: &MatrixPart, heading: &Heading, cube: &Cube) -> bool {
    let level_of = |name: &str| name.split_once(':').map(|(_, level)| level.to_owned());
    let Some(own) = matrix.axis(&cube.dimensions) else { return false };
    let dimension = &cube.dimensions[own.dimension];
    let Some(level) = level_of(&heading.name) else { return false };
    let Some(level) = dimension.levels.iter().position(|known| known.name == level) else { return false };
    // The groups of the heading that have a code of a category of the block.
    let groups = |code: &String| -> Vec<u32> {
        let category = dimension.codes_at(own.level).position(code);
        let codes =
            (0..dimension.codes.len() as u32).filter(|&code| Some(dimension.group_of(own.level, code)) == category);
        codes.map(|code| dimension.group_of(Some(level), code)).collect()
    };
    matrix.blocks.iter().all(|block| {
        let mut groups = block.codes.iter().flat_map(groups);
        let first = groups.next();
        groups.all(|group| Some(group) == first)
    })
}

/// The inverse of a block, by elimination with the largest pivot of each column.
fn inverse(block: &MatrixBlock) -> Option<Vec<Vec<f64>>> {
    let size = block.rows.len();
    let mut left = block.rows.clone();
    let mut right: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|at| f64::from(u8::from(at == row))).collect()).collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()))?;
        if left[pivot][column].abs() < SMALLEST_PIVOT {
            return None;
        }
        left.swap(column, pivot);
        right.swap(column, pivot);
        let scale = left[column][column];
        left[column].iter_mut().chain(&mut right[column]).for_each(|entry| *entry /= scale);
        let (own_left, own_right) = (left[column].clone(), right[column].clone());
        for row in (0..size).filter(|&row| row != column) {
            let factor = left[row][column];
            left[row].iter_mut().zip(&own_left).for_each(|(entry, own)| *entry -= factor * own);
            right[row].iter_mut().zip(&own_right).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    Some(right)
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
                let product: f64 = row.iter().zip(&inverse).map(|(entry, row)| entry * row[to]).sum();
                assert!((product - f64::from(u8::from(at == to))).abs() < 1e-12);
            }
        }
        let same = vec![vec![0.5, 0.5], vec![0.5, 0.5]];
        assert_eq!(super::inverse(&MatrixBlock { codes: vec!["a".into(), "b".into()], rows: same }), None);
    }
}
