//! What a p-table does to counts, and what a published value gives away: figures of each row, the values that can occur, and
//! the counts behind each of them.
//!
//! Everything is computed from whole numbers and divided once, logarithms are those of `libm`, so that every machine finds the
//! same. Sources: Giessing (2016) for mean, variance, staying probability and results that are blocked; Fraser and Wooton (2005) for
//! tables of keys.
//!
//! Row 0 is taken to be used where there is one, and empty cells to stay empty otherwise.

mod counts;
mod rows;
#[cfg(test)]
mod tests;
mod values;
mod verdicts;

use serde::Serialize;
use thiserror::Error;

use super::export::Shape;
use super::{Credible, MAX_KEYS, Ptable};
use counts::Counts;

/// The number of keys that an interval table is looked up with where none is said: what ONS and Cantabular use.
pub const USUAL_KEYS: u32 = 256;
/// The level of intervals of counts where none is said.
pub const USUAL_LEVEL: f64 = 0.9;

/// Why there is nothing to report.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A number of keys out of range.
    #[error("{0} keys; expected 2 to {MAX_KEYS}", MAX_KEYS = MAX_KEYS)]
    Keys(u32),
    /// A number of keys for a table that has its own.
    #[error("the table has {0} keys of its own; expected no other number")]
    OwnKeys(u32),
    /// A level that is no probability, or nothing.
    #[error("the level is {0}; expected a number above 0, up to 1")]
    Level(f64),
}

/// What was found in a p-table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// Intervals or keys.
    pub shape: Shape,
    /// The first row: 0, or 1 where there is no row for empty cells.
    pub first_row: u32,
    /// The last row.
    pub last_row: u32,
    /// The number of keys of a dense table.
    pub keys: Option<u32>,
    /// The number of keys that intervals are looked up with for [`RowCheck::with_keys`].
    pub lookup_keys: Option<u32>,
    /// What the units of each row add up to, exactly: 2^32, or the number of keys.
    pub units: u64,
    /// The smallest noise of all rows.
    pub smallest: i32,
    /// The largest.
    pub largest: i32,
    /// The largest absolute noise.
    pub largest_change: u32,
    /// How many rows have a distribution that no row before them has.
    pub distinct_rows: u32,
    /// The mean that row 0 adds to an empty cell, 0 where it adds nothing or is not there.
    pub empty_cells_gain: f64,
    /// How rows repeat for large counts.
    pub repeats: Repeats,
    /// The level of the intervals of counts, 0 to 1.
    pub level: f64,
    /// Values above 0 that are never published, from the first to the last of each run. Of those that come again with every period the
    /// first are there.
    pub blocked: Vec<(u64, u64)>,
    /// Whether values are blocked again and again, however large.
    pub blocked_goes_on: bool,
    /// In words, what needs a second look first.
    pub verdicts: Vec<Verdict>,
    /// Figures of the rows, those beside each other with the same distribution together, up to the end of the first period.
    pub rows: Vec<RowCheck>,
    /// What each published value says, up to the end of the first period of values; empty where that is too much to work out.
    pub values: Vec<ValueCheck>,
}

/// From count `from` on the noise of n + `period` is that of n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Repeats {
    /// The first such count above 0.
    pub from: u64,
    /// The period: 1 where one row serves all larger counts.
    pub period: u64,
}

/// One thing to know of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// What it is about: `sum`, `mean`, `mean-with-keys`, `empty-cells`, `gaps`, `blocked`, `one-cause`, `zero`, `causes-with-gaps`,
    /// `most`, or `values` where they were not worked out.
    pub name: &'static str,
    /// Whether nothing needs a second look.
    pub fine: bool,
    /// In words.
    pub says: String,
}

/// The noise of rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RowCheck {
    /// The first row.
    pub first: u32,
    /// The last of the rows beside it with the same distribution.
    pub last: u32,
    /// Mean noise, in records.
    pub mean: f64,
    /// Variance of the noise, in squared records.
    pub variance: f64,
    /// The probability of no change.
    pub stays: f64,
    /// −Σ p log2 p, in bits.
    pub entropy: f64,
    /// The smallest noise.
    pub smallest: i32,
    /// The largest noise.
    pub largest: i32,
    /// Noises between the smallest and the largest that never occur although other counts are published with the value that would
    /// result, from the first to the last of each run.
    pub gaps: Vec<(i32, i32)>,
    /// Those that never occur because no count is ever published with the value that would result.
    pub blocked: Vec<(i32, i32)>,
    /// With the number of keys asked for, where the table is one of intervals.
    pub with_keys: Option<WithKeys>,
}

/// The noise of a row of intervals looked up with a number of keys.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct WithKeys {
    /// Mean noise, in records.
    pub mean: f64,
    /// Variance of the noise, in squared records.
    pub variance: f64,
}

/// What a published value says of the count behind it, with all counts as likely as each other beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ValueCheck {
    /// The value.
    pub value: u64,
    /// The smallest possible count.
    pub low: u64,
    /// The largest possible count.
    pub high: u64,
    /// How many counts are possible.
    pub number: u64,
    /// The likeliest count, the smallest of equals.
    pub likeliest: u64,
    /// Its probability.
    pub probability: f64,
    /// Impossible counts between likely ones; counts a thousand times less likely than the likeliest are left out on both sides.
    pub gaps: u64,
    /// The shortest interval of counts at the level asked for.
    pub shortest: Credible,
}

/// Looks at a table. `keys` is the number of keys that intervals are looked up with, [`USUAL_KEYS`] where it is not given; `level` that of
/// the intervals of counts.
///
/// ```
/// use cellveil::ptable::Ptable;
/// use cellveil::ptable::check::{USUAL_LEVEL, check};
/// let file = b"i,j,p,v,p_int_lb,p_int_ub,type\n\
///              0,0,1,0,0,1,all\n\
///              1,0,0.3,-1,0,0.3,all\n\
///              1,1,0.4,0,0.3,0.7,all\n\
///              1,2,0.3,1,0.7,1,all\n";
/// let found = check(&Ptable::parse(file, "example.csv")?, None, USUAL_LEVEL)?;
/// assert!((found.rows[1].stays - 0.4).abs() < 1e-9 && found.rows[1].mean == 0.0);
/// // With 256 keys 77 have noise −1, 103 noise 0 and 76 noise 1.
/// assert_eq!(found.rows[1].with_keys.map(|row| row.mean), Some(-1.0 / 256.0));
/// // Empty cells stay empty, so a published 1 is a count of 1 or 2.
/// assert_eq!((found.values[1].low, found.values[1].high), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CheckError`] where `keys` or `level` is out of range.
pub fn check(table: &Ptable, keys: Option<u32>, level: f64) -> Result<Check, CheckError> {
    if let Some(keys) = keys.filter(|keys| !(2..=MAX_KEYS).contains(keys)) {
        return Err(CheckError::Keys(keys));
    }
    // NaN is no such number either.
    if !(level > 0.0 && level <= 1.0) {
        return Err(CheckError::Level(level));
    }
    let own = match table {
        Ptable::Dense(table) => Some(table.keys()),
        Ptable::Interval(_) => None,
    };
    if let Some(own) = own.filter(|&own| keys.is_some_and(|keys| keys != own)) {
        return Err(CheckError::OwnKeys(own));
    }
    let lookup_keys = if own.is_none() { Some(keys.unwrap_or(USUAL_KEYS)) } else { None };
    let counts = Counts::new(table);
    let published = values::Published::new(&counts);
    let rows = rows::rows(table, &counts, &published, lookup_keys);
    let values = values::values(&counts, level);
    let mut found = Check {
        shape: table.shape(),
        first_row: table.first_row(),
        last_row: table.last_row(),
        keys: own,
        lookup_keys,
        units: counts.of(1).total(),
        smallest: counts.smallest,
        largest: counts.largest,
        largest_change: table.largest_change(),
        distinct_rows: counts.distinct_rows,
        empty_cells_gain: counts.of(0).mean(),
        repeats: counts.repeats,
        level,
        blocked: published.blocked(),
        blocked_goes_on: published.blocked_goes_on(),
        verdicts: Vec::new(),
        rows,
        values,
    };
    found.verdicts = verdicts::verdicts(&found, keys.is_some());
    Ok(found)
}
