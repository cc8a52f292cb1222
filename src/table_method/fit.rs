//! `additivity = "ipf"`: fits noisy cells to noisy totals, from the grand total down, so that all sums hold (iterative
//! proportional fitting: Deming and Stephan 1940; for noisy tables, Shlomo, Antal and Elliot 2015, section 3.3).

mod positive;
mod proportional;
mod units;

use super::TableMethodError;
pub use units::Change;

/// The name of the method in messages.
const KIND: &str = "ipf";

/// Most cells of a table, the totals included.
const MOST_CELLS: usize = 1_000_000;

/// Largest difference between a sum and its total, as a share of the total.
const PRECISION: f64 = 1e-9;

/// A table whose sums hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    sizes: Vec<usize>,
    /// The value of each cell, in records, row-major over the axes. The last place of each axis is its total.
    pub values: Vec<f64>,
    /// The largest difference between a total and the sum of its parts, in records.
    pub discrepancy: f64,
    /// Number of sweeps over margins and inner cells, added up over all margins.
    pub steps: u32,
}

/// Fits a noisy table to its totals, so that all sums hold. `sizes` has the number of places of each axis, the total
/// included; the last place is the total. `values` are the noisy cells and totals, row-major over the axes.
///
/// The fit goes top down. The grand total keeps its value. The margins of one axis are scaled to the grand total, the
/// margins of two axes are fitted to those of one axis, and so on, until the inner cells are fitted to all margins with one
/// axis less. Each fit is iterative proportional fitting: a sweep scales the lines along each axis to their totals, in
/// order of the axes. Lines that fit within the precision stay. The fit ends after a sweep in which all lines stay.
///
/// Negative values count as 0. A total without a positive part becomes 0, and all parts of a total of 0 become 0. Both
/// rules apply again to the result, until nothing changes. Where a total became 0, the positive totals beside it grow,
/// because they are scaled to the total above them. If no inner cell remains positive, the table is 0.
///
/// # Guarantee
/// Each sum differs from its total by at most 10^-9 of the total, and [`Fitted::discrepancy`] is the largest difference.
/// The grand total has the noisy value, unless the table is 0. No value is negative, and a noisy value of 0 or less
/// becomes 0. The fit multiplies each inner cell by one factor for each of its lines, so the odds ratios of positive inner
/// cells stay. The result depends only on the noisy values and therefore discloses no more than they do. The calculation
/// consists of additions, subtractions, multiplications and divisions of 64-bit floating-point numbers in a fixed order.
/// Each machine therefore gives the same bits.
///
/// # Caller must ensure
/// `values` has a value for every cell, so no cell may be suppressed. The axes have a canonical order, because the
/// last bits depend on their order. All values are below 2^53 in size. Every value of a table changes with every
/// other value, so the same cell differs between tables.
///
/// # Errors
/// [`TableMethodError::Infeasible`] if a fit does not converge within 2,000 sweeps. Empty cells can contradict the
/// totals of two or more axes. In three or more axes, noisy margins can contradict each other. Then no table exists, or
/// only tables with further empty cells, which the fit approaches too slowly. [`TableMethodError::TooLarge`] if the table
/// has more than 1,000,000 cells.
///
/// # Panics
/// Panics if the number of values is not the product of the sizes.
///
/// ```
/// use cellveil::table_method::ipf;
/// // Two columns with noise, and the total 8.
/// let fitted = ipf(&[3], &[1, 3, 8])?;
/// assert_eq!(fitted.values, [2.0, 6.0, 8.0]);
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn ipf(sizes: &[usize], values: &[i64]) -> Result<Fitted, TableMethodError> {
    assert_eq!(values.len(), sizes.iter().product::<usize>(), "a value for each cell");
    if values.len() > MOST_CELLS {
        return Err(TableMethodError::TooLarge { method: KIND, cells: values.len(), most: MOST_CELLS });
    }
    let positive = positive::positive(sizes, values);
    let mut fitted: Vec<f64> =
        values.iter().zip(&positive).map(|(&value, &positive)| if positive { value as f64 } else { 0.0 }).collect();
    // An axis with a single place has no total of its own.
    let axes: Vec<usize> = (0..sizes.len()).filter(|&axis| sizes[axis] > 1).collect();
    let mut margins: Vec<Vec<usize>> = vec![vec![]];
    for &axis in &axes {
        let with_axis: Vec<Vec<usize>> = margins.iter().map(|margin| [&margin[..], &[axis]].concat()).collect();
        margins.extend(with_axis);
    }
    margins.sort_by_key(Vec::len); // stable: among margins of as many axes, the order is fixed
    let mut steps = 0;
    for margin in margins.iter().filter(|margin| !margin.is_empty()) {
        // Margins are fitted more precisely than the cells below them, so that margins of a cell agree well enough.
        let below = (margin.len()..axes.len()).fold(PRECISION, |precision, _| (precision / 4.0).max(1e-14));
        steps += proportional::fit(sizes, margin, &mut fitted, below)?;
    }
    let discrepancy = discrepancy(sizes, &fitted);
    Ok(Fitted { sizes: sizes.to_vec(), values: fitted, discrepancy, steps })
}

/// The largest difference between a total and the sum of its parts.
fn discrepancy(sizes: &[usize], values: &[f64]) -> f64 {
    let mut largest: f64 = 0.0;
    let mut stride = 1;
    for &size in sizes.iter().rev().filter(|&&size| size > 1) {
        for block in values.chunks_exact(size * stride) {
            for line in 0..stride {
                let sum: f64 = (0..size - 1).map(|place| block[place * stride + line]).sum();
                largest = largest.max((sum - block[(size - 1) * stride + line]).abs());
            }
        }
        stride *= size;
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The noisy table has the odds ratio 1 · 4 / (2 · 3), and the totals ask for rows of 4 and 6 and columns of 5.
    #[test]
    fn odds_ratio_stays() {
        let fitted = ipf(&[3, 3], &[1, 2, 4, 3, 4, 6, 5, 5, 10]).unwrap();
        let cells = [fitted.values[0], fitted.values[1], fitted.values[3], fitted.values[4]];
        // x solves x (6 − 5 + x) / ((4 − x)(5 − x)) = 2 / 3, which is x² + 21 x − 40 = 0.
        let x = (-21.0 + 601f64.sqrt()) / 2.0;
        let expected = [x, 4.0 - x, 5.0 - x, 1.0 + x];
        assert!(cells.iter().zip(expected).all(|(cell, expected)| (cell - expected).abs() < 1e-8), "{cells:?}");
        let ratio = cells[0] * cells[3] / (cells[1] * cells[2]);
        assert!((ratio - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn line_without_positive_cell_becomes_zero() {
        // The first row has the total 4 and no positive cell. The second row takes the whole grand total of 10.
        let fitted = ipf(&[3, 3], &[0, -1, 4, 3, 1, 6, 5, 5, 10]).unwrap();
        assert_eq!(fitted.values[..3], [0.0; 3]);
        assert_eq!(fitted.values[5..], [10.0, 5.0, 5.0, 10.0]);
        assert!(fitted.discrepancy <= 1e-8);
    }

    #[test]
    fn table_without_positive_cell_is_zero() {
        let zero =
            |sizes: &[usize], values: &[i64]| ipf(sizes, values).unwrap().values.iter().all(|&value| value == 0.0);
        assert!(zero(&[3], &[0, -2, 8]));
        assert!(zero(&[3], &[5, 2, -1]));
        // All totals of one axis are 0, so nothing below the grand total remains.
        assert!(zero(&[3, 3], &[1, 1, 2, 1, 1, 2, 0, 0, 4]));
        assert!(zero(&[1], &[-3]));
    }

    #[test]
    fn tables_without_inner_places_stay() {
        assert_eq!(ipf(&[], &[7]).unwrap().values, [7.0]);
        assert_eq!(ipf(&[1, 1], &[7]).unwrap().values, [7.0]);
        assert_eq!(ipf(&[1, 2], &[3, 7]).unwrap().values, [7.0, 7.0]);
    }

    #[test]
    fn contradictions_are_errors() {
        // A diagonal with rows of 4 and 6 and columns of 6 and 4.
        let error = ipf(&[3, 3], &[5, 0, 4, 0, 5, 6, 6, 4, 10]).unwrap_err();
        assert_eq!(error, TableMethodError::Infeasible);
        let message = "the fit does not converge, because empty cells contradict totals; expected fewer dimensions or \
                       coarser codes";
        assert_eq!(error.to_string(), message);
        // The sound twin: the totals of the diagonal agree.
        assert_eq!(ipf(&[3, 3], &[5, 0, 4, 0, 5, 6, 4, 6, 10]).unwrap().values[..5], [4.0, 0.0, 4.0, 0.0, 6.0]);
        let message = "the table has 1000002 cells; ipf takes at most 1000000";
        assert_eq!(ipf(&[1_000_002], &vec![1; 1_000_002]).unwrap_err().to_string(), message);
    }
}
