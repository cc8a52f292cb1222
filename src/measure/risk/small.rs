//! Measures the risk of small cells (one or two records) and of zeros.

use crate::measure::{Cells, Frequencies, ratio};

/// DR1, the share of records in small cells that are published unchanged. A record is unchanged if the cell's value is
/// its count, and the record has no flag as imputed or changed. `None` if no cell has one or two records. Source:
/// Shlomo 2007, section 4.1. The paper divides by "the number of small cells", but calls DR1 a proportion of records.
/// This function computes the proportion of records.
pub fn dr1(cells: &Cells<'_>, unflagged: Option<&[u64]>) -> Option<f64> {
    let (mut disclosed, mut all) = (0.0, 0.0);
    for (at, &count) in cells.counts.iter().enumerate() {
        if !matches!(count, 1 | 2) {
            continue;
        }
        all += count as f64;
        if cells.is_unchanged(at) {
            // A cell cannot have more unflagged records than records.
            disclosed += unflagged.and_then(|of| of.get(at)).map_or(count, |&unflagged| unflagged.min(count)) as f64;
        }
    }
    ratio(disclosed, all)
}

/// DR2, the share of empty cells among the cells published as 0: |A∩B|/|B|. `None` if no cell is published as 0.
/// Source: Shlomo 2007, section 4.1.
pub fn dr2(cells: &Cells<'_>) -> Option<f64> {
    let (mut empty, mut all) = (0.0, 0.0);
    for (&count, shown) in cells.counts.iter().zip(cells.shown()) {
        if shown == Some(0) {
            all += 1.0;
            empty += f64::from(count == 0);
        }
    }
    ratio(empty, all)
}

/// The share of cells with one or two records. `None` without cells. Source: Shlomo, Antal and Elliot 2015, section 4,
/// "the proportion of small cells".
pub fn small_cells(frequencies: &Frequencies) -> Option<f64> {
    let small = frequencies.of_count(1) + frequencies.of_count(2);
    ratio(small as f64, frequencies.cells() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protect::Status::{self, Blocked, Shown, Suppressed};

    fn table<'a>(counts: &'a [u64], values: &'a [i64], status: &'a [Status]) -> Cells<'a> {
        Cells { sizes: &[], rows: 0, counts, values, status, decimals: 0 }
    }

    /// Small cells contain 8 records. The first, third and last cells are published unchanged and contain 5 of these
    /// records. Of these 5 records, 3 have no flag.
    #[test]
    fn dr1_counts_records_not_cells() {
        let (counts, values) = ([2, 1, 1, 2, 0, 5, 2], [2, 0, 1, 2, 0, 5, 2]);
        let status = [Shown, Shown, Shown, Suppressed, Shown, Shown, Shown];
        let cells = table(&counts, &values, &status);
        assert_eq!(dr1(&cells, None), Some(5.0 / 8.0));
        assert_eq!(dr1(&cells, Some(&[1, 1, 0, 2, 0, 5, 2])), Some(3.0 / 8.0));
    }

    #[test]
    fn dr1_needs_a_small_cell() {
        for counts in [[0, 0], [3, 0]] {
            assert_eq!(dr1(&table(&counts, &[0, 0], &[Shown; 2]), None), None);
        }
        assert_eq!(dr1(&table(&[], &[], &[]), None), None);
    }

    #[test]
    fn dr2_knows_only_zeros_that_are_shown() {
        let status = [Shown, Shown, Shown, Suppressed, Blocked, Shown];
        let cells = table(&[0, 0, 1, 0, 0, 0], &[0, 0, 0, 0, 0, 3], &status);
        assert_eq!(dr2(&cells), Some(2.0 / 3.0));
        assert_eq!(dr2(&table(&[0, 4], &[3, 4], &[Shown; 2])), None);
    }

    #[test]
    fn small_cells_are_ones_and_twos() {
        assert_eq!(small_cells(&Frequencies::of([0, 1, 2, 2, 3])), Some(0.6));
        assert_eq!(small_cells(&Frequencies::of([0])), Some(0.0));
        assert_eq!(small_cells(&Frequencies::of([])), None);
    }
}
