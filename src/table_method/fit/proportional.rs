//! Iterative proportional fitting of one margin to all margins with one axis less.

use super::TableMethodError;

/// Most sweeps over a margin.
const MOST_SWEEPS: u32 = 2000;

/// Fits the cells of a margin to their totals along each of the margin's axes. `values` has all cells and totals of the
/// table. A cell of the margin has an inner place on each of the margin's axes, and the last place on all other axes.
/// Returns the number of sweeps.
pub(super) fn fit(
    sizes: &[usize],
    margin: &[usize],
    values: &mut [f64],
    precision: f64,
) -> Result<u32, TableMethodError> {
    let cells = cells(sizes, margin);
    let mut table: Vec<f64> = cells.iter().map(|&cell| values[cell]).collect();
    let totals: Vec<Vec<f64>> = margin
        .iter()
        .map(|axis| {
            let others: Vec<usize> = margin.iter().copied().filter(|other| other != axis).collect();
            self::cells(sizes, &others).iter().map(|&cell| values[cell]).collect()
        })
        .collect();
    let mut sums = vec![0.0; totals.iter().map(Vec::len).max().unwrap_or(0)];
    for sweep in 0..MOST_SWEEPS {
        let mut is_done = true;
        let mut inner = table.len();
        for (&axis, totals) in margin.iter().zip(&totals) {
            let size = sizes[axis] - 1;
            inner /= size;
            let sums = &mut sums[..totals.len()];
            add_lines(&table, size, inner, sums);
            if sums.iter().zip(totals).all(|(&sum, &total)| (sum - total).abs() <= precision * total) {
                continue;
            }
            is_done = false;
            // From here on, `sums` are the factors of the lines. A line of 0 keeps its zeros.
            for (sum, &total) in sums.iter_mut().zip(totals) {
                if *sum == 0.0 && total > 0.0 {
                    return Err(TableMethodError::Infeasible); // all cells of a positive line fell to 0
                }
                *sum = if total > 0.0 { total / *sum } else { 0.0 };
            }
            scale_lines(&mut table, size, inner, sums);
        }
        if is_done {
            cells.iter().zip(table).for_each(|(&cell, value)| values[cell] = value);
            return Ok(sweep);
        }
    }
    Err(TableMethodError::Infeasible)
}

/// The positions of a margin's cells, row-major over the margin's axes.
fn cells(sizes: &[usize], margin: &[usize]) -> Vec<usize> {
    let mut cells = vec![0];
    for (axis, &size) in sizes.iter().enumerate() {
        let places = if margin.contains(&axis) { 0..size - 1 } else { size - 1..size };
        cells = cells.iter().flat_map(|&outer| places.clone().map(move |place| outer * size + place)).collect();
    }
    cells
}

/// Adds up each line along an axis with `size` places, in order of the places. `inner` is the number of cells from one
/// place to the next.
fn add_lines(table: &[f64], size: usize, inner: usize, sums: &mut [f64]) {
    for (block, sums) in table.chunks_exact(size * inner).zip(sums.chunks_exact_mut(inner)) {
        sums.fill(0.0);
        for place in block.chunks_exact(inner) {
            sums.iter_mut().zip(place).for_each(|(sum, value)| *sum += value);
        }
    }
}

/// Multiplies each line along an axis by the line's factor.
fn scale_lines(table: &mut [f64], size: usize, inner: usize, factors: &[f64]) {
    for (block, factors) in table.chunks_exact_mut(size * inner).zip(factors.chunks_exact(inner)) {
        for place in block.chunks_exact_mut(inner) {
            place.iter_mut().zip(factors).for_each(|(value, factor)| *value *= factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_has_the_last_place_of_other_axes() {
        assert_eq!(cells(&[3, 4], &[0, 1]), [0, 1, 2, 4, 5, 6]);
        assert_eq!(cells(&[3, 4], &[1]), [8, 9, 10]);
        assert_eq!(cells(&[3, 4], &[0]), [3, 7]);
        assert_eq!(cells(&[3, 4], &[]), [11]);
    }

    #[test]
    fn lines_are_those_of_the_axis() {
        let mut table = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]; // 2 × 3
        let mut sums = vec![0.0; 2];
        add_lines(&table, 3, 1, &mut sums);
        assert_eq!(sums, [6.0, 15.0]);
        let mut sums = vec![0.0; 3];
        add_lines(&table, 2, 3, &mut sums);
        assert_eq!(sums, [5.0, 7.0, 9.0]);
        scale_lines(&mut table, 2, 3, &[1.0, 0.0, 2.0]);
        assert_eq!(table, [1.0, 0.0, 6.0, 4.0, 0.0, 12.0]);
    }
}
