//! Dense p-tables: one noise for each row and key.

use super::interval::check_noise;
use super::{Flaw, MAX_KEYS, MAX_NOISES, MAX_ROWS, PtableError, ROW_CYCLE};

/// A p-table in the form of the ONS and Cantabular. It has rows 1 ..= last, and sometimes a row 0. Each row has a noise
/// for each key 0 ..= K − 1.
///
/// ```
/// use cellveil::ptable::DenseTable;
/// // 300 rows of two keys: an odd cell key adds one.
/// let table = DenseTable::new(2, false, [0, 1].repeat(300))?;
/// assert_eq!((table.keys(), table.last_row()), (2, 300));
/// assert_eq!(table.noise(7, 1), Some(1));
/// assert_eq!(table.row_for(301), Some(101)); // 300 mod 250, plus 300 − 249
/// assert_eq!(table.row_for(0), None); // empty cells stay empty
/// # Ok::<(), cellveil::ptable::PtableError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DenseTable {
    keys: u32,
    last_row: u32,
    row_zero: bool,
    /// The noises of all rows, row by row.
    noises: Vec<i16>,
}

impl DenseTable {
    /// Makes a table from noises in row-major order, `keys` noises for each row. The first row is row 0 if `row_zero`,
    /// else row 1.
    ///
    /// # Errors
    /// [`PtableError::Table`]: no keys, incomplete rows, fewer than [`ROW_CYCLE`] rows besides row 0, noise that is too
    /// large or makes a count negative, or a table beyond the limits.
    pub fn new(keys: u32, row_zero: bool, noises: Vec<i16>) -> Result<Self, PtableError> {
        Ok(Self::checked(keys, row_zero, noises)?)
    }

    pub(super) fn checked(keys: u32, row_zero: bool, noises: Vec<i16>) -> Result<Self, Flaw> {
        if keys > MAX_KEYS {
            return Err(Flaw::Limit { what: "keys", limit: MAX_KEYS.into() });
        }
        if noises.len() > MAX_NOISES {
            return Err(Flaw::Limit { what: "noises", limit: MAX_NOISES as u64 });
        }
        if keys == 0 || !noises.len().is_multiple_of(keys as usize) {
            return Err(Flaw::Shape { noises: noises.len(), keys });
        }
        // At most MAX_NOISES rows, so the number of rows fits 32 bits.
        let rows = (noises.len() / keys as usize) as u32;
        let last_row = rows.saturating_sub(u32::from(row_zero));
        if last_row < ROW_CYCLE {
            return Err(Flaw::TooFewRows(last_row));
        }
        if last_row > MAX_ROWS {
            return Err(Flaw::Limit { what: "rows", limit: MAX_ROWS.into() });
        }
        let table = Self { keys, last_row, row_zero, noises };
        for (row, noises) in (table.first_row()..).zip(table.rows()) {
            for &noise in noises {
                check_noise(row, noise.into())?;
            }
        }
        Ok(table)
    }

    /// K, the number of keys. A cell uses the noise at its cell key mod K.
    pub fn keys(&self) -> u32 {
        self.keys
    }

    /// P, the number of the last row, at least [`ROW_CYCLE`].
    pub fn last_row(&self) -> u32 {
        self.last_row
    }

    /// Whether the table has a row for empty cells.
    pub fn has_row_zero(&self) -> bool {
        self.row_zero
    }

    /// The row that a count uses. A count n up to P uses row n. A larger count uses row ((n − 1) mod 250) + P − 249.
    /// This is the rule of the ONS package, extended to any P. Returns `None` for an empty cell if the table has no row
    /// 0; the cell then stays empty.
    pub fn row_for(&self, count: u64) -> Option<u32> {
        match u32::try_from(count) {
            Ok(0) => self.row_zero.then_some(0),
            Ok(count) if count <= self.last_row => Some(count),
            _ => {
                let step = (count - 1) % u64::from(ROW_CYCLE);
                // The step is below 250, so it fits 32 bits.
                Some(step as u32 + self.last_row - (ROW_CYCLE - 1))
            }
        }
    }

    /// The noise of a row at a key, in records; `None` outside the table.
    pub fn noise(&self, row: u32, key: u32) -> Option<i32> {
        self.row(row)?.get(key as usize).map(|&noise| noise.into())
    }

    /// The noises of one row, from key 0 to key K − 1; `None` if the table has no such row.
    pub fn row(&self, row: u32) -> Option<&[i16]> {
        let keys = self.keys as usize;
        // Check the row first. On 32-bit targets, the product of a large row number and the keys could overflow.
        if row > self.last_row {
            return None;
        }
        let start = row.checked_sub(self.first_row())? as usize * keys;
        self.noises.get(start..start + keys)
    }

    /// The rows from [`Self::first_row`] to [`Self::last_row`].
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i16]> {
        self.noises.chunks_exact(self.keys as usize)
    }

    /// The number of the first row, 0 or 1.
    pub fn first_row(&self) -> u32 {
        u32::from(!self.row_zero)
    }

    /// The largest absolute noise.
    pub fn largest_change(&self) -> u32 {
        self.noises.iter().map(|noise| u32::from(noise.unsigned_abs())).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_use_the_last_250_rows_in_turn() {
        let ons = DenseTable::new(1, false, vec![0; 750]).unwrap();
        // The rule of the ONS package: ((n − 1) mod 250) + 501.
        for (count, row) in [(1, 1), (750, 750), (751, 501), (1000, 750), (1001, 501), (u64::MAX, 615)] {
            assert_eq!(ons.row_for(count), Some(row), "{count}");
        }
        assert_eq!(ons.row_for(0), None);
        let zero = DenseTable::new(1, true, vec![0; 251]).unwrap();
        for (count, row) in [(0, 0), (250, 250), (251, 1), (500, 250)] {
            assert_eq!(zero.row_for(count), Some(row), "{count}");
        }
    }

    #[test]
    fn noise_is_found_by_row_and_key() {
        let noises: Vec<i16> = (0..251 * 3).collect();
        let table = DenseTable::new(3, true, noises.clone()).unwrap();
        assert_eq!([table.noise(0, 0), table.noise(0, 2), table.noise(250, 2)], [Some(0), Some(2), Some(752)]);
        assert_eq!([table.noise(251, 0), table.noise(0, 3), table.noise(u32::MAX, 0)], [None; 3]);
        assert_eq!(table.largest_change(), 752);
        let table = DenseTable::new(3, false, noises).unwrap();
        assert_eq!([table.noise(0, 0), table.noise(1, 2), table.noise(251, 2)], [None, Some(2), Some(752)]);
        assert_eq!((table.first_row(), table.last_row(), table.rows().len()), (1, 251, 251));
    }

    #[test]
    fn invalid_tables_are_errors() {
        let with = |row: usize, noise: i16| {
            let mut noises = vec![0; 250];
            noises[row - 1] = noise;
            noises
        };
        for (keys, row_zero, noises, flaw) in [
            (0, false, vec![], Flaw::Shape { noises: 0, keys: 0 }),
            (2, false, vec![0; 501], Flaw::Shape { noises: 501, keys: 2 }),
            (2, false, vec![0; 498], Flaw::TooFewRows(249)),
            (1, true, vec![0; 250], Flaw::TooFewRows(249)),
            (1, true, vec![], Flaw::TooFewRows(0)),
            (1, false, with(3, -4), Flaw::NegativeResult { row: 3, noise: -4 }),
            (1, false, with(3, i16::MIN), Flaw::Noise(-32_768)),
            (65_537, false, vec![], Flaw::Limit { what: "keys", limit: 65_536 }),
            (1, false, vec![0; 100_001], Flaw::Limit { what: "rows", limit: 100_000 }),
            (256, false, vec![0; MAX_NOISES + 256], Flaw::Limit { what: "noises", limit: 1 << 24 }),
        ] {
            assert_eq!(DenseTable::new(keys, row_zero, noises), Err(PtableError::Table(flaw)));
        }
    }
}
