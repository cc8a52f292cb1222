//! Replaces missing values with substitutes.

use crate::base::scaled;
use crate::measure::{Cells, Suppressed};
use crate::protect::Status;

/// The published values as numbers, with substitutes for suppressed and blocked values.
///
/// With [`Suppressed::Zero`], the substitute is 0. With [`Suppressed::Average`], each of the z missing cells in a row
/// of the two-way table has the substitute `(m − s)/z`. Here m is the row's published total, or 1 if the total is
/// suppressed, and s is the sum of the row's shown values. Noise can make the difference `m − s` negative. The
/// difference then counts as 0, because no reader assumes a negative count. Without `row_totals`, missing cells count
/// as 0. Source: Shlomo 2007, section 4.2.
///
/// ```
/// use cellveil::measure::{Cells, Suppressed, utility::published};
/// use cellveil::protect::Status::{Shown, Suppressed as Hidden};
/// // The example of the paper: a total of 500, 400 shown, two cells suppressed.
/// let cells = Cells {
///     sizes: &[1, 3], rows: 1, counts: &[400, 98, 2], values: &[400, 98, 2], status: &[Shown, Hidden, Hidden],
///     decimals: 0,
/// };
/// assert_eq!(published(&cells, Suppressed::Average, Some(&[Some(500)])), [400.0, 50.0, 50.0]);
/// assert_eq!(published(&cells, Suppressed::Zero, None), [400.0, 0.0, 0.0]);
/// ```
pub fn published(cells: &Cells<'_>, suppressed: Suppressed, row_totals: Option<&[Option<i64>]>) -> Vec<f64> {
    let number = |value: i64| scaled(value, cells.decimals);
    let mut values: Vec<f64> = cells.shown().map(|shown| shown.map_or(0.0, number)).collect();
    let (Suppressed::Average, Some(totals)) = (suppressed, row_totals) else { return values };
    let columns = cells.sizes.iter().skip(cells.rows).product::<usize>().max(1);
    for ((row, status), total) in values.chunks_mut(columns).zip(cells.status.chunks(columns)).zip(totals) {
        let missing = status.iter().filter(|&&status| status != Status::Shown).count();
        // Missing values are still 0, so only shown values contribute to the sum.
        let rest = total.map_or(1.0, number) - row.iter().sum::<f64>();
        let each = rest.max(0.0) / missing as f64;
        row.iter_mut().zip(status).filter(|cell| *cell.1 != Status::Shown).for_each(|(value, _)| *value = each);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use Status::{Blocked, Shown, Suppressed as Hidden};

    #[test]
    fn rows_share_what_is_left_of_their_totals() {
        let cells = Cells {
            sizes: &[4, 3],
            rows: 1,
            counts: &[9; 12],
            // The values 77 belong to cells that are not shown, so they must have no effect.
            values: &[5, 77, -3, 77, 77, 77, 6, 6, 77, 1, 2, 3],
            status: &[Shown, Hidden, Shown, Hidden, Blocked, Hidden, Shown, Shown, Hidden, Shown, Shown, Shown],
            decimals: 0,
        };
        let totals = [Some(8), None, Some(10), Some(99)];
        // Row 1: 8 − (5 − 3). Row 2: a total of 1 for three cells. Row 3: 10 − 12 is negative. Row 4: no cell is
        // missing.
        let third = 1.0 / 3.0;
        assert_eq!(
            published(&cells, Suppressed::Average, Some(&totals)),
            [5.0, 6.0, -3.0, third, third, third, 6.0, 6.0, 0.0, 1.0, 2.0, 3.0]
        );
        let zeros = [5.0, 0.0, -3.0, 0.0, 0.0, 0.0, 6.0, 6.0, 0.0, 1.0, 2.0, 3.0];
        assert_eq!(published(&cells, Suppressed::Zero, Some(&totals)), zeros);
        assert_eq!(published(&cells, Suppressed::Average, None), zeros);
    }

    #[test]
    fn a_table_without_columns_has_rows_of_one_cell() {
        let cells =
            Cells { sizes: &[2], rows: 1, counts: &[4, 5], values: &[4, 5], status: &[Hidden, Shown], decimals: 0 };
        assert_eq!(published(&cells, Suppressed::Average, Some(&[Some(4), Some(5)])), [4.0, 5.0]);
    }
}
