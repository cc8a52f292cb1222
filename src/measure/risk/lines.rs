//! Counts lines of a table. A line is a set of cells that differ along one axis only: a row or a column of a two-way
//! table.

use crate::measure::{Cells, ratio};

/// Numbers of lines by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lines {
    /// Lines with at least one record.
    pub populated: u64,
    /// Lines with at least one empty cell and with one or two filled cells.
    pub attribute: u64,
    /// Lines with at least one empty cell and exactly one filled cell. This filled cell contains all records of the
    /// line, so it is a 100 % cell.
    pub full: u64,
}

impl Lines {
    /// `attribute` as a share of `populated`; `None` if no line has a record.
    pub fn attribute_share(&self) -> Option<f64> {
        ratio(self.attribute as f64, self.populated as f64)
    }
}

/// Counts the lines along all axes. An axis with one place has no lines, because each line would be a single cell.
/// Sources: Shlomo, Antal and Elliot 2015, section 4, "columns/rows where only one or two cells were populated and the
/// rest of the cells were zero"; for the 100 % cells Wooton and Fraser 2005 (ABS 1352.0.55.072), page 11.
pub fn lines(cells: &Cells<'_>) -> Lines {
    let mut lines = Lines::default();
    let mut within = 1; // product of the sizes of the axes visited so far
    for &size in cells.sizes.iter().rev() {
        let stride = within;
        within *= size;
        if size < 2 || within == 0 {
            continue;
        }
        let mut filled = vec![0usize; stride];
        for block in cells.counts.chunks_exact(within) {
            filled.fill(0);
            for place in block.chunks_exact(stride) {
                filled.iter_mut().zip(place).for_each(|(filled, &count)| *filled += usize::from(count > 0));
            }
            for &filled in &filled {
                let is_attribute = matches!(filled, 1 | 2) && filled < size;
                lines.populated += u64::from(filled > 0);
                lines.attribute += u64::from(is_attribute);
                lines.full += u64::from(is_attribute && filled == 1);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protect::Status;

    fn lines_of(sizes: &[usize], counts: &[u64]) -> (u64, u64, u64) {
        let values = vec![0; counts.len()];
        let status = vec![Status::Shown; counts.len()];
        let lines = lines(&Cells { sizes, rows: 1, counts, values: &values, status: &status, decimals: 0 });
        (lines.populated, lines.attribute, lines.full)
    }

    #[test]
    fn of_small_tables() {
        for (sizes, counts, expected) in [
            // Page 11 of Wooton and Fraser: males 0 3 0 0, females 3 3 0 0. Both rows are attribute lines, and the row
            // of males has a 100 % cell. The first column has one filled cell, the second has two, and the others are
            // empty.
            (&[2, 4][..], &[0, 3, 0, 0, 3, 3, 0, 0][..], (4, 3, 2)),
            (&[3], &[0, 0, 5], (1, 1, 1)),
            (&[3], &[0, 2, 5], (1, 1, 0)),
            (&[3], &[1, 2, 5], (1, 0, 0)),
            (&[2], &[1, 2], (1, 0, 0)),
            (&[3], &[0, 0, 0], (0, 0, 0)),
            (&[1], &[4], (0, 0, 0)),
            (&[3, 1], &[0, 0, 5], (1, 1, 1)),
            (&[1, 3], &[0, 0, 5], (1, 1, 1)),
            (&[], &[4], (0, 0, 0)),
            (&[0, 3], &[], (0, 0, 0)),
            // One corner of the cube is filled, so one line along each axis has a filled cell.
            (&[2, 2, 2], &[0, 0, 0, 0, 0, 9, 0, 0], (3, 3, 3)),
        ] {
            assert_eq!(lines_of(sizes, counts), expected, "{sizes:?} {counts:?}");
        }
    }
}
