//! The risk R of each row and each column of the two-way table. Shlomo, Antal and Elliot 2015, section 4, want a measure
//! "for the entire table (or row/columns)".

use super::after::{Protected, Zeros};
use super::before::{UNCHANGED, risk};
use crate::measure::{Cells, LineRisk, Risk, Weights};

/// Cells of the two-way table in lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines {
    number: usize,
    /// Number of cells of a line.
    length: usize,
    /// Distance between lines, in cells.
    to_line: usize,
    /// Distance between the cells of a line.
    to_cell: usize,
}

impl Lines {
    /// The rows, then the columns.
    pub fn of(cells: &Cells<'_>) -> [Self; 2] {
        let columns: usize = cells.sizes.iter().skip(cells.rows).product();
        let rows = cells.counts.len().checked_div(columns).unwrap_or(0);
        [
            Self { number: rows, length: columns, to_line: columns, to_cell: 1 },
            Self { number: columns, length: rows, to_line: 1, to_cell: columns },
        ]
    }

    /// R of the lines: before protection, or after protection with expected counts. `None` if each line has a single
    /// cell, or if no line has records. The terms are those of the whole table, computed from the cells of the line.
    /// The expected counts are those of the whole table, because the method's probabilities apply to all of its cells.
    #[inline(never)]
    pub fn risk(self, cells: &Cells<'_>, protected: Option<&Protected>, weights: &Weights) -> Option<LineRisk> {
        let (mut sum, mut largest, mut lines) = (0.0, 0.0f64, 0.0);
        let mut values = vec![(0.0, 1.0); self.length];
        for line in 0..if self.length > 1 { self.number } else { 0 } {
            let (mut population, mut zeros) = (0.0, Zeros::default());
            for (cell, value) in values.iter_mut().enumerate() {
                let at = line * self.to_line + cell * self.to_cell;
                let count = cells.counts[at];
                population += count as f64;
                let shown;
                (value.0, shown) = match protected {
                    None => (count as f64, Some(count as i64)),
                    Some(protected) => (protected.expected(cells, at), cells.shown_at(at)),
                };
                zeros.add(count, shown);
            }
            let multiplier = protected.map_or(UNCHANGED, |protected| protected.multiplier);
            let Some(Risk { r, .. }) = risk(&values, zeros.term(), population, multiplier, weights) else { continue };
            (sum, largest, lines) = (sum + r, largest.max(r), lines + 1.0);
        }
        (lines > 0.0).then(|| LineRisk { mean: sum / lines, largest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Frequencies;
    use crate::measure::risk::before;
    use crate::protect::Status;

    /// R of a line before protection equals R of a table with the line's cells alone. Lines without records are left out.
    #[test]
    fn a_line_is_measured_like_a_table() {
        let counts = [0, 3, 9, 0, 0, 0, 5, 5, 80];
        let values = counts.map(|count| count as i64);
        let cells = Cells {
            sizes: &[3, 3],
            rows: 1,
            counts: &counts,
            values: &values,
            status: &[Status::Shown; 9],
            decimals: 0,
        };
        let weights = Weights::default();
        let r = |counts: [u64; 3]| before(&Frequencies::of(counts), &weights).map_or(f64::NAN, |risk| risk.r);
        let of = |lines: Lines| lines.risk(&cells, None, &weights).expect("lines have records");
        let [rows, columns] = Lines::of(&cells).map(of);
        let (first, last) = (r([0, 3, 9]), r([5, 5, 80]));
        assert!((rows.mean - (first + last) / 2.0).abs() < 1e-12);
        assert!((rows.largest - first.max(last)).abs() < 1e-12);
        let of_columns = [r([0, 0, 5]), r([3, 0, 5]), r([9, 0, 80])];
        assert!((columns.mean - of_columns.iter().sum::<f64>() / 3.0).abs() < 1e-12);
    }

    #[test]
    fn lines_of_one_cell_and_empty_tables_have_no_risk() {
        let of = |sizes: &[usize], counts: &[u64]| {
            let (values, status) = (vec![0; counts.len()], vec![Status::Shown; counts.len()]);
            let cells = Cells { sizes, rows: 1, counts, values: &values, status: &status, decimals: 0 };
            Lines::of(&cells).map(|lines| lines.risk(&cells, None, &Weights::default()).is_some())
        };
        assert_eq!(of(&[3], &[1, 2, 3]), [false, true]);
        assert_eq!(of(&[1, 3], &[1, 2, 3]), [true, false]);
        assert_eq!(of(&[2, 2], &[0; 4]), [false, false]);
        assert_eq!(of(&[0, 3], &[]), [false, false]);
        assert_eq!(of(&[], &[4]), [false, false]);
    }
}
