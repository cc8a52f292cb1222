//! Interval p-tables: each row divides [0, 1) into intervals, and each interval has a noise.

use super::{Flaw, MAX_INTERVALS, MAX_NOISE, MAX_ROWS, PtableError};

/// The upper bound 1, in the units of [`Entry::upper`]: 2^32.
pub const ONE: u64 = 1 << 32;

/// One interval of a row. It starts at the upper bound of the previous entry, or at 0, and ends just below `upper`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The upper bound, in units of 2^-32; [`ONE`] for the last entry of a row.
    pub upper: u64,
    /// The noise, in records, of cells with a random number in this interval.
    pub noise: i32,
}

/// A p-table in the form of R `ptable`. It has rows 0 ..= last, and the intervals of each row fill [0, 1).
///
/// ```
/// use cellveil::ptable::{Entry, IntervalTable, ONE};
/// let table = IntervalTable::new(&[
///     vec![Entry { upper: ONE, noise: 0 }],
///     vec![Entry { upper: ONE / 2, noise: -1 }, Entry { upper: ONE, noise: 1 }],
/// ])?;
/// assert_eq!(table.last_row(), 1);
/// assert_eq!(table.row_for(40), 1); // all larger counts use the last row
/// assert_eq!(table.row(1)[0].noise, -1);
/// # Ok::<(), cellveil::ptable::PtableError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntervalTable {
    /// All entries, one row after another.
    entries: Vec<Entry>,
    /// For each row, the position in `entries` where the row ends.
    ends: Vec<usize>,
}

impl IntervalTable {
    /// Makes a table from its rows, starting with row 0.
    ///
    /// An entry has no width if its upper bound equals the previous bound, or 0 for the first entry. Such entries are
    /// dropped, because no random number falls in them.
    ///
    /// # Errors
    /// [`PtableError::Table`]: fewer than two rows, a row without entries, bounds that decrease or do not end at
    /// [`ONE`], noise that is too large or makes a count negative, or more rows or entries than the limits.
    pub fn new<R: AsRef<[Entry]>>(rows: &[R]) -> Result<Self, PtableError> {
        let mut builder = IntervalBuilder::default();
        for row in rows {
            for &entry in row.as_ref() {
                builder.push(entry)?;
            }
            builder.end_row()?;
        }
        Ok(builder.finish()?)
    }

    /// The rows, from row 0 to [`Self::last_row`]. Bounds increase strictly within a row.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Entry]> {
        (0..self.ends.len()).map(|row| self.slice(row))
    }

    /// The entries of one row.
    ///
    /// # Panics
    /// If `row` is above [`Self::last_row`].
    pub fn row(&self, row: u32) -> &[Entry] {
        self.slice(row as usize)
    }

    /// The number of the last row, at least 1.
    pub fn last_row(&self) -> u32 {
        // The table has 2 to MAX_ROWS + 1 rows, so the number fits 32 bits.
        (self.ends.len() - 1) as u32
    }

    /// The row that a count uses: min(count, last row).
    pub fn row_for(&self, count: u64) -> u32 {
        u32::try_from(count).map_or(self.last_row(), |count| count.min(self.last_row()))
    }

    /// The largest absolute noise.
    pub fn largest_change(&self) -> u32 {
        self.entries.iter().map(|entry| entry.noise.unsigned_abs()).max().unwrap_or(0)
    }

    /// All entries, one row after another.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn slice(&self, row: usize) -> &[Entry] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.entries[start..self.ends[row]]
    }
}

/// Builds an [`IntervalTable`] entry by entry and checks every invariant. All interval tables are built here.
#[derive(Debug, Default)]
pub(super) struct IntervalBuilder {
    entries: Vec<Entry>,
    ends: Vec<usize>,
    /// The upper bound of the last entry in the current row, even if the entry was dropped.
    upper: u64,
    started: bool,
}

impl IntervalBuilder {
    /// The number of the current row, which receives the next entry.
    pub(super) fn row(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Adds the next interval of the current row.
    pub(super) fn push(&mut self, entry: Entry) -> Result<(), Flaw> {
        let row = self.row();
        if row > MAX_ROWS {
            return Err(Flaw::Limit { what: "rows", limit: MAX_ROWS.into() });
        }
        check_noise(row, entry.noise.into())?;
        if entry.upper < self.upper {
            return Err(Flaw::Decreasing { row, upper: fraction(entry.upper), previous: fraction(self.upper) });
        }
        if entry.upper > ONE {
            return Err(Flaw::End { row, upper: fraction(entry.upper) });
        }
        if entry.upper > self.upper {
            if self.entries.len() == MAX_INTERVALS {
                return Err(Flaw::Limit { what: "intervals", limit: MAX_INTERVALS as u64 });
            }
            self.entries.push(entry);
        }
        self.upper = entry.upper;
        self.started = true;
        Ok(())
    }

    /// Ends the current row.
    pub(super) fn end_row(&mut self) -> Result<(), Flaw> {
        let row = self.row();
        if !self.started {
            return Err(Flaw::EmptyRow(row));
        }
        if self.upper != ONE {
            return Err(Flaw::End { row, upper: fraction(self.upper) });
        }
        self.ends.push(self.entries.len());
        self.upper = 0;
        self.started = false;
        Ok(())
    }

    /// Ends the table.
    pub(super) fn finish(self) -> Result<IntervalTable, Flaw> {
        match self.ends.len() {
            0 => Err(Flaw::NoRows),
            1 => Err(Flaw::OnlyRowZero),
            _ => Ok(IntervalTable { entries: self.entries, ends: self.ends }),
        }
    }
}

/// Checks that a noise is within the limits of both shapes and makes no count negative.
pub(super) fn check_noise(row: u32, noise: i64) -> Result<i32, Flaw> {
    match i32::try_from(noise) {
        Ok(noise) if (-MAX_NOISE..=MAX_NOISE).contains(&noise) => {
            // Only counts of r or more use row r. If the result for count r is 0 or more, so are all other results.
            if i64::from(noise) < -i64::from(row) {
                return Err(Flaw::NegativeResult { row, noise });
            }
            Ok(noise)
        }
        _ => Err(Flaw::Noise(noise)),
    }
}

fn fraction(upper: u64) -> Box<str> {
    format!("{upper}/2^32").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(upper: u64, noise: i32) -> Entry {
        Entry { upper, noise }
    }

    #[test]
    fn entries_without_width_are_dropped() {
        let table = IntervalTable::new(&[
            vec![entry(0, 7), entry(ONE, 0), entry(ONE, 9)],
            vec![entry(5, -1), entry(5, 4), entry(ONE, 1)],
        ])
        .unwrap();
        assert_eq!(table.row(0), [entry(ONE, 0)]);
        assert_eq!(table.row(1), [entry(5, -1), entry(ONE, 1)]);
        assert_eq!(table.rows().len(), 2);
        assert_eq!(table.largest_change(), 1);
        assert_eq!([0, 1, 2, u64::MAX].map(|n| table.row_for(n)), [0, 1, 1, 1]);
    }

    #[test]
    fn invalid_rows_are_errors() {
        let zero = vec![entry(ONE, 0)];
        for (row, flaw) in [
            (vec![], Flaw::EmptyRow(1)),
            (vec![entry(5, 0)], Flaw::End { row: 1, upper: "5/2^32".into() }),
            (vec![entry(ONE + 1, 0)], Flaw::End { row: 1, upper: "4294967297/2^32".into() }),
            (
                vec![entry(5, 0), entry(4, 0), entry(ONE, 0)],
                Flaw::Decreasing { row: 1, upper: "4/2^32".into(), previous: "5/2^32".into() },
            ),
            (vec![entry(ONE, -2)], Flaw::NegativeResult { row: 1, noise: -2 }),
            (vec![entry(ONE, 32_768)], Flaw::Noise(32_768)),
            (vec![entry(ONE, i32::MIN)], Flaw::Noise(i32::MIN.into())),
        ] {
            assert_eq!(IntervalTable::new(&[zero.clone(), row]), Err(PtableError::Table(flaw)));
        }
        assert_eq!(IntervalTable::new(std::slice::from_ref(&zero)), Err(PtableError::Table(Flaw::OnlyRowZero)));
        assert_eq!(IntervalTable::new::<Vec<Entry>>(&[]), Err(PtableError::Table(Flaw::NoRows)));
        let many = vec![zero; MAX_ROWS as usize + 2];
        let limit = Flaw::Limit { what: "rows", limit: MAX_ROWS.into() };
        assert_eq!(IntervalTable::new(&many), Err(PtableError::Table(limit)));
        assert!(IntervalTable::new(&many[1..]).is_ok());
    }
}
