//! A fitted table in whole parts of one, and its change beyond the noise.

use super::Fitted;
use crate::table_method::TableMethodError;

/// Largest number of parts of the grand total. Floating-point numbers below 2^53 distinguish whole numbers.
const MOST_PARTS: f64 = 9_007_199_254_740_992.0;

/// The change of a noisy table by the fit, in records.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Mean |fitted − noisy| of the inner cells.
    pub mean_inner: f64,
    /// Largest |fitted − noisy| of the inner cells.
    pub largest_inner: f64,
    /// Mean |fitted − noisy| of the totals.
    pub mean_totals: f64,
    /// Largest |fitted − noisy| of the totals.
    pub largest_totals: f64,
}

impl Fitted {
    /// The nearest whole number of parts for each cell on its own, ties upward. With 1,000 parts of one, the values are
    /// thousandths.
    ///
    /// # Guarantee
    /// Each value is within half a part of the fitted value. A sum of n parts differs from its total by at most
    /// (n + 1) / 2 parts, plus the table's discrepancy.
    ///
    /// # Errors
    /// [`TableMethodError::Parts`] if the largest value has more than 2^53 parts.
    ///
    /// ```
    /// use cellveil::table_method::ipf;
    /// let fitted = ipf(&[3], &[1, 2, 2])?;
    /// assert_eq!(fitted.rounded(1000)?, [667, 1333, 2000]);
    /// # Ok::<(), cellveil::table_method::TableMethodError>(())
    /// ```
    pub fn rounded(&self, parts: u32) -> Result<Vec<u64>, TableMethodError> {
        let largest = self.values.iter().copied().fold(0.0, f64::max);
        if largest * f64::from(parts) > MOST_PARTS {
            return Err(TableMethodError::Parts { parts });
        }
        Ok(self.values.iter().map(|&value| (value * f64::from(parts) + 0.5) as u64).collect())
    }

    /// Whole numbers of parts for which all sums hold exactly. Inner cells are rounded to the nearest number of parts.
    /// Then single parts are added to positive inner cells, or taken from them, in order of their positions, until the
    /// grand total is exact. All other totals are the sums of their parts.
    ///
    /// Controlled rounding of these numbers to multiples of `parts` then gives whole records. With 1,000,000 parts,
    /// controlled rounding to multiples of 1,000 gives thousandths.
    ///
    /// # Guarantee
    /// Each total is the sum of its parts. The grand total has `parts` times the fitted value, which is a whole number of
    /// records. A cell of 0 stays 0. Rounding and the correction change an inner cell by at most 3 / 2 parts, plus the
    /// cell's share of the table's discrepancy, if no positive cell is below one part.
    ///
    /// # Errors
    /// [`TableMethodError::Parts`] if the largest value has more than 2^53 parts.
    ///
    /// ```
    /// use cellveil::table_method::ipf;
    /// let fitted = ipf(&[4], &[1, 1, 1, 2])?;
    /// assert_eq!(fitted.exact(1000)?, [666, 667, 667, 2000]);
    /// # Ok::<(), cellveil::table_method::TableMethodError>(())
    /// ```
    pub fn exact(&self, parts: u32) -> Result<Vec<u64>, TableMethodError> {
        let mut cells = self.rounded(parts)?;
        let inner = self.inner();
        let positive: Vec<usize> = (0..cells.len()).filter(|&cell| inner[cell] && self.values[cell] > 0.0).collect();
        let sum: i64 = positive.iter().map(|&cell| cells[cell] as i64).sum();
        let mut missing = cells.last().map_or(0, |&total| total as i64) - sum;
        while missing != 0 && !positive.is_empty() {
            let share = (missing / positive.len() as i64).abs().max(1);
            for &cell in &positive {
                let share = share.min(missing.abs());
                let change = if missing > 0 { share } else { -share.min(cells[cell] as i64) };
                cells[cell] = cells[cell].saturating_add_signed(change);
                missing -= change;
            }
        }
        add_totals(&self.sizes, &mut cells);
        Ok(cells)
    }

    /// The change of the noisy values by the fit. A negative noisy value counts as negative, not as 0.
    ///
    /// # Panics
    /// Panics if the number of values is not that of the fitted table.
    pub fn change(&self, noisy: &[i64]) -> Change {
        self.change_of(&self.values, noisy)
    }

    /// The change of the noisy values to the values that are shown after the fit.
    ///
    /// # Panics
    /// Panics if the number of values is not that of the fitted table.
    pub fn change_of(&self, shown: &[f64], noisy: &[i64]) -> Change {
        assert_eq!((noisy.len(), shown.len()), (self.values.len(), self.values.len()), "a value for each cell");
        let inner = self.inner();
        let of = |is_inner: bool| {
            let (mut cells, mut sum, mut largest) = (0u32, 0.0, 0.0);
            for cell in (0..noisy.len()).filter(|&cell| inner[cell] == is_inner) {
                let change = (shown[cell] - noisy[cell] as f64).abs();
                (cells, sum, largest) = (cells + 1, sum + change, f64::max(largest, change));
            }
            (if cells == 0 { 0.0 } else { sum / f64::from(cells) }, largest)
        };
        let ((mean_inner, largest_inner), (mean_totals, largest_totals)) = (of(true), of(false));
        Change { mean_inner, largest_inner, mean_totals, largest_totals }
    }

    /// Whether each cell is an inner cell. An axis with a single place has no total of its own.
    fn inner(&self) -> Vec<bool> {
        let mut inner = vec![true];
        for &size in &self.sizes {
            let is_inner = |place: usize| size == 1 || place + 1 < size;
            inner = inner.iter().flat_map(|&outer| (0..size).map(move |place| outer && is_inner(place))).collect();
        }
        inner
    }
}

/// Replaces each total by the sum of its parts, one axis after the other.
fn add_totals(sizes: &[usize], cells: &mut [u64]) {
    let mut stride = 1;
    for &size in sizes.iter().rev() {
        for block in cells.chunks_exact_mut(size * stride).filter(|_| size > 1) {
            let (parts, totals) = block.split_at_mut((size - 1) * stride);
            totals.fill(0);
            for place in parts.chunks_exact(stride) {
                totals.iter_mut().zip(place).for_each(|(total, part)| *total += part);
            }
        }
        stride *= size;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ipf;
    use super::*;

    #[test]
    fn change_separates_inner_cells_and_totals() {
        let fitted = ipf(&[3], &[-1, 3, 6]).unwrap();
        let change = fitted.change(&[-1, 3, 6]);
        assert_eq!(change, Change { mean_inner: 2.0, largest_inner: 3.0, mean_totals: 0.0, largest_totals: 0.0 });
    }

    #[test]
    fn corrections_take_no_more_than_a_cell_has() {
        // Four cells of a quarter each, in halves: each rounds up to 1, and two of four parts are too many.
        let fitted = ipf(&[5], &[1, 1, 1, 1, 1]).unwrap();
        assert_eq!(fitted.rounded(2).unwrap(), [1, 1, 1, 1, 2]);
        assert_eq!(fitted.exact(2).unwrap(), [0, 0, 1, 1, 2]);
        assert_eq!(fitted.exact(1).unwrap(), [1, 0, 0, 0, 1]);
        assert_eq!(ipf(&[2, 2], &[0, 0, 0, 4]).unwrap().exact(9).unwrap(), [0; 4]);
    }

    #[test]
    fn too_many_parts_are_an_error() {
        let fitted = ipf(&[2], &[1 << 40, 1 << 40]).unwrap();
        assert!(fitted.exact(1 << 13).is_ok());
        let message = "a value is too large for a fit in units of 1/16384; expected smaller counts, or no additivity";
        assert_eq!(fitted.exact(1 << 14).unwrap_err().to_string(), message);
    }
}
