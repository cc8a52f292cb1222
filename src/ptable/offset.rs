//! Offsets the records that row 0 adds to empty cells: cells of named rows lose as many records on average.
//!
//! Noise of empty cells cannot be negative. A row 0 that makes some empty cells positive therefore adds records: the
//! number of empty cells times the mean of row 0. To keep the expected total, other rows have to lose as many records.
//! The author of the p-table names these rows.
//!
//! # Guarantee
//! Let T_n be the number of cells that use row n, and w_n the number of records by which a cell of row n falls. The sum
//! of T_n times the mean of row n over all rows n decreases by the records that row 0 adds. The rounding of
//! probabilities to 2^-32 changes this sum by at most half of T_n · w_n · 2^-32 for each named row. In a named row,
//! some draws that left a count unchanged now lower the count by w_n. All other draws keep their noise. A new result
//! occurs only if the row had no negative noise.
//!
//! # Caller must ensure
//! The numbers of cells come from the tables for which the p-table is made. With other numbers, the total may be
//! biased. Single cells stay biased: on average, an empty cell gains records and a cell of a named row loses records.

use thiserror::Error;

use super::{Entry, IntervalTable, ONE, PtableError};

/// Maximum number of cells. With noise below 2^15 records, in units of 2^-32, every sum then fits 128 bits.
pub const MAX_CELLS: u64 = 1 << 62;

/// A p-table in which named rows offset the records that row 0 adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// The new p-table.
    pub table: IntervalTable,
    /// The number of cells, and the number of empty cells.
    pub cells: (u64, u64),
    /// Expected gain of one empty cell, in units of 2^-32 records.
    pub gain: i64,
    /// The named rows, ascending.
    pub gives: Vec<Give>,
    /// The rounding error: the total gain of the empty cells minus the total loss of the named rows, in units of 2^-32
    /// records.
    pub remains: i128,
}

/// How a named row offsets the gain of empty cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Give {
    /// The row.
    pub row: u32,
    /// The number of cells that use the row.
    pub cells: u64,
    /// The number of records that a cell loses if its noise moves from 0 to −`fall`.
    pub fall: u32,
    /// The probability that moves from noise 0 to noise −`fall`, in units of 2^-32.
    pub moved: u64,
    /// The new mean noise of the row, in units of 2^-32 records.
    pub mean: i64,
}

/// The reason why rows cannot offset the records that row 0 adds.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OffsetError {
    /// Row 0 leaves empty cells empty.
    #[error("row 0 adds nothing; expected a row 0 that makes some empty cells positive")]
    NothingAdded,
    /// No row is named.
    #[error("no row is named; expected the rows to take records from")]
    NoRows,
    /// Row 0 is named.
    #[error("row 0 is the row that adds records; expected rows from 1 to {last}")]
    RowZero {
        /// The last row.
        last: u32,
    },
    /// A named row does not exist.
    #[error("there is no row {row}; expected rows from 1 to {last}")]
    NoSuchRow {
        /// The row.
        row: u32,
        /// The last row.
        last: u32,
    },
    /// A row is named twice.
    #[error("row {0} is named twice; expected each row once")]
    Twice(u32),
    /// No cell is empty.
    #[error("no cell is empty, so row 0 adds nothing; expected empty cells")]
    NoEmptyCells,
    /// No cell uses a named row.
    #[error("no cell uses row {0}; expected rows with cells")]
    NoCells(u32),
    /// There are more than [`MAX_CELLS`] cells.
    #[error("too many cells; expected at most {MAX_CELLS} in total", MAX_CELLS = MAX_CELLS)]
    TooMany,
    /// A row leaves too few counts unchanged, so its cells cannot lose enough records.
    #[error(
        "each cell of row {row} can give at most {most} records, but {needed} are needed (it stays with probability {stays}, \
         and falls by {fall}); expected more rows, or others"
    )]
    TooLittle {
        /// The row.
        row: u32,
        /// The mean number of records that each cell of the named rows has to lose.
        needed: f64,
        /// The largest mean number of records that a cell of the row can lose.
        most: f64,
        /// Probability that a count of the row stays unchanged.
        stays: f64,
        /// The number of records that a changed draw would take from a cell.
        fall: u32,
    },
    /// The result is not a valid p-table.
    #[error(transparent)]
    Table(#[from] PtableError),
}

/// Offsets the records that row 0 adds: cells of the rows `from` lose as many records. `cells[n]` is the number of
/// cells of count n; counts above the last row use the last row. Each cell of the rows `from` loses the same mean: the
/// total gain of the empty cells, divided by the number of cells of these rows. Each of these rows moves probability
/// from noise 0 to its negative noise nearest to 0, or to −1 if the row has no negative noise.
///
/// ```
/// use cellveil::ptable::{Entry, IntervalTable, ONE, offset::offset};
/// let table = IntervalTable::new(&[
///     vec![Entry { upper: ONE - ONE / 8, noise: 0 }, Entry { upper: ONE, noise: 1 }],
///     vec![Entry { upper: ONE, noise: 0 }],
/// ])?;
/// // Each of 20 empty cells gains 1/8, in total 2.5 records. Each of 10 cells of one record loses 1/4.
/// let result = offset(&table, &[1], &[20, 10])?;
/// assert_eq!(result.table.row(1), [Entry { upper: ONE / 4, noise: -1 }, Entry { upper: ONE, noise: 0 }]);
/// assert_eq!((result.gives[0].moved, result.remains), (ONE / 4, 0));
/// # Ok::<(), cellveil::ptable::offset::OffsetError>(())
/// ```
///
/// # Errors
/// [`OffsetError`].
pub fn offset(table: &IntervalTable, from: &[u32], cells: &[u64]) -> Result<Offset, OffsetError> {
    let gain = mean(table.row(0));
    if gain == 0 {
        return Err(OffsetError::NothingAdded);
    }
    let from = named(from, table.last_row())?;
    let (all, cells) = by_row(table, cells)?;
    if cells[0] == 0 {
        return Err(OffsetError::NoEmptyCells);
    }
    if let Some(&row) = from.iter().find(|&&row| cells[row as usize] == 0) {
        return Err(OffsetError::NoCells(row));
    }
    let total = i128::from(cells[0]) * i128::from(gain);
    let givers: i128 = from.iter().map(|&row| i128::from(cells[row as usize])).sum();
    let mut rows: Vec<Vec<Entry>> = table.rows().map(<[Entry]>::to_vec).collect();
    let mut remains = total;
    let mut gives = Vec::with_capacity(from.len());
    for row in from {
        let entries = &mut rows[row as usize];
        let fall = entries.iter().filter(|entry| entry.noise < 0).map(|entry| entry.noise.unsigned_abs()).min();
        let fall = fall.unwrap_or(1);
        let cells = cells[row as usize];
        let share = givers * i128::from(fall);
        let moved = (2 * total + share) / (2 * share); // rounded half up
        let stays = stays(entries);
        let too_little = || OffsetError::TooLittle {
            row,
            needed: rounded(total as f64 / givers as f64),
            most: rounded(stays as f64 * f64::from(fall)),
            stays: rounded(stays as f64),
            fall,
        };
        let moved = u64::try_from(moved).ok().filter(|&moved| moved <= stays).ok_or_else(too_little)?;
        *entries = lowered(entries, moved, -(fall as i32));
        remains -= i128::from(cells) * i128::from(moved) * i128::from(fall);
        gives.push(Give { row, cells, fall, moved, mean: mean(entries) });
    }
    Ok(Offset { table: IntervalTable::new(&rows)?, cells: (all, cells[0]), gain, gives, remains })
}

/// Checks the named rows and returns them in ascending order.
fn named(from: &[u32], last: u32) -> Result<Vec<u32>, OffsetError> {
    let mut rows = from.to_vec();
    rows.sort_unstable();
    if let Some(twice) = rows.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(OffsetError::Twice(twice[0]));
    }
    match (rows.first(), rows.last()) {
        (Some(0), _) => Err(OffsetError::RowZero { last }),
        (_, Some(&row)) if row > last => Err(OffsetError::NoSuchRow { row, last }),
        (_, Some(_)) => Ok(rows),
        (_, None) => Err(OffsetError::NoRows),
    }
}

/// Returns the number of all cells, and the number of cells that use each row.
fn by_row(table: &IntervalTable, cells: &[u64]) -> Result<(u64, Vec<u64>), OffsetError> {
    let mut rows = vec![0; table.last_row() as usize + 1];
    let mut all: u64 = 0;
    for (count, &cells) in (0..).zip(cells) {
        all = all.checked_add(cells).filter(|&all| all <= MAX_CELLS).ok_or(OffsetError::TooMany)?;
        rows[table.row_for(count) as usize] += cells;
    }
    Ok((all, rows))
}

/// The width and noise of each interval.
fn widths(row: &[Entry]) -> impl Iterator<Item = (u64, i32)> {
    let lower = std::iter::once(0).chain(row.iter().map(|entry| entry.upper));
    row.iter().zip(lower).map(|(entry, lower)| (entry.upper - lower, entry.noise))
}

/// The mean noise, in units of 2^-32 records; its absolute value is below 2^47.
fn mean(row: &[Entry]) -> i64 {
    widths(row).map(|(width, noise)| width as i64 * i64::from(noise)).sum()
}

/// The probability of noise 0, in units of 2^-32.
fn stays(row: &[Entry]) -> u64 {
    widths(row).filter(|(_, noise)| *noise == 0).map(|(width, _)| width).sum()
}

/// Returns the row after the first `moved` units of noise 0 change to `noise`.
fn lowered(row: &[Entry], moved: u64, noise: i32) -> Vec<Entry> {
    let mut left = moved;
    let mut result: Vec<Entry> = Vec::with_capacity(row.len() + 1);
    for (entry, (width, _)) in row.iter().zip(widths(row)) {
        if entry.noise == 0 && left > 0 {
            let part = width.min(left);
            left -= part;
            let upper = entry.upper - width + part;
            match result.last_mut() {
                Some(before) if before.noise == noise => before.upper = upper,
                _ => result.push(Entry { upper, noise }),
            }
            if part == width {
                continue;
            }
        }
        result.push(*entry);
    }
    result
}

/// Converts units of 2^-32 to a number with nine decimals.
fn rounded(units: f64) -> f64 {
    (units / ONE as f64 * 1e9).round() / 1e9
}
