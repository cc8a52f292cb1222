//! The risk R of each row and each column of the two-way table. Shlomo, Antal and Elliot 2015, section 4, want a measure
//! "for the entire table (or row/columns)".

use super::after::{Protected, zeros_term};
use super::before::{UNCHANGED, risk};
use crate::measure::{Cells, LineRisks, Weights};

/// R of the rows and of the columns. `None` if each line has a single cell, or if no line has records. The terms are
/// those of the whole table, computed from the cells of the line. The expected counts after protection are those of the
/// whole table, because the method's probabilities apply to all of its cells.
pub(super) fn two_way(cells: &Cells<'_>, protected: Option<&Protected>, weights: &Weights) -> [Option<LineRisks>; 2] {
    let columns: usize = cells.sizes.iter().skip(cells.rows).product();
    let rows = cells.counts.len().checked_div(columns).unwrap_or(0);
    let risk = |places: &[usize], protected: Option<&Protected>| {
        let value = |&at: &usize| (protected.map_or(cells.counts[at] as f64, |of| of.expected(cells, at)), 1.0);
        let shown = |&at: &usize| {
            let count = cells.counts[at];
            (count, protected.map_or(Some(count as i64), |_| cells.shown_at(at)))
        };
        let values: Vec<(f64, f64)> = places.iter().map(value).collect();
        let population: f64 = places.iter().map(|&at| cells.counts[at] as f64).sum();
        let zeros = zeros_term(&mut places.iter().map(shown));
        risk(&values, zeros, population, protected.map_or(UNCHANGED, |of| of.multiplier), weights)
    };
    // The number of lines, the number of cells of a line, and the distances between lines and between cells.
    [(rows, columns, columns, 1), (columns, rows, 1, columns)].map(|(number, length, to_line, to_cell)| {
        let [mut before, mut after] = [(0.0, 0.0f64, 0.0); 2];
        for line in 0..if length > 1 { number } else { 0 } {
            let places: Vec<usize> = (0..length).map(|cell| line * to_line + cell * to_cell).collect();
            for (sum, protected) in [(&mut before, None), (&mut after, protected)] {
                let Some(risk) = risk(&places, protected) else { continue };
                *sum = (sum.0 + risk.r, sum.1.max(risk.r), sum.2 + 1.0);
            }
        }
        let after = protected.map(|_| after);
        (before.2 > 0.0).then(|| LineRisks {
            before_mean: before.0 / before.2,
            before_largest: before.1,
            after_mean: after.map(|after| after.0 / after.2),
            after_largest: after.map(|after| after.1),
        })
    })
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
        let cells = Cells { sizes: &[3, 3], rows: 1, counts: &counts, values: &values, status: &[Status::Shown; 9] };
        let weights = Weights::default();
        let r = |counts: [u64; 3]| before(&Frequencies::of(counts), &weights).map_or(f64::NAN, |risk| risk.r);
        let [rows, columns] = two_way(&cells, None, &weights).map(|lines| lines.expect("lines have records"));
        let (first, last) = (r([0, 3, 9]), r([5, 5, 80]));
        assert!((rows.before_mean - (first + last) / 2.0).abs() < 1e-12);
        assert!((rows.before_largest - first.max(last)).abs() < 1e-12);
        let of_columns = [r([0, 0, 5]), r([3, 0, 5]), r([9, 0, 80])];
        assert!((columns.before_mean - of_columns.iter().sum::<f64>() / 3.0).abs() < 1e-12);
        assert_eq!((rows.after_mean, columns.after_largest), (None, None));
    }

    #[test]
    fn lines_of_one_cell_and_empty_tables_have_no_risk() {
        let of = |sizes: &[usize], counts: &[u64]| {
            let (values, status) = (vec![0; counts.len()], vec![Status::Shown; counts.len()]);
            let cells = Cells { sizes, rows: 1, counts, values: &values, status: &status };
            two_way(&cells, None, &Weights::default()).map(|lines| lines.is_some())
        };
        assert_eq!(of(&[3], &[1, 2, 3]), [false, true]);
        assert_eq!(of(&[1, 3], &[1, 2, 3]), [true, false]);
        assert_eq!(of(&[2, 2], &[0; 4]), [false, false]);
        assert_eq!(of(&[0, 3], &[]), [false, false]);
        assert_eq!(of(&[], &[4]), [false, false]);
    }
}
