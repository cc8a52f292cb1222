//! Checks how a p-table changes counts, and what a published value discloses. The result has figures of each row, the
//! values that can occur, and the possible counts behind each value.
//!
//! Each result is computed in whole numbers, and one division follows. Logarithms come from `libm`. All machines
//! therefore give equal results. Sources: Giessing (2016) for mean, variance, staying probability and blocked results;
//! Fraser and Wooton (2005) for tables of keys.
//!
//! The check assumes that empty cells use row 0 if the table has a row 0. Otherwise, empty cells stay empty.

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

/// The default number of keys for looking up intervals: the number that the ONS and Cantabular use.
pub const USUAL_KEYS: u32 = 256;
/// The default level of the intervals of counts: the least probability of an interval.
pub const USUAL_LEVEL: f64 = 0.9;

/// The reason why a table cannot be checked.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The number of keys is out of range.
    #[error("{0} keys; expected 2 to {MAX_KEYS}", MAX_KEYS = MAX_KEYS)]
    Keys(u32),
    /// The requested number of keys differs from the number of keys of the dense table.
    #[error("the table has {0} keys; expected no other number of keys")]
    OwnKeys(u32),
    /// The level is 0 or not a probability.
    #[error("the level is {0}; expected a number above 0, up to 1")]
    Level(f64),
}

/// The findings on a p-table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// The shape of the table.
    pub shape: Shape,
    /// The first row: 0, or 1 if the table has no row for empty cells.
    pub first_row: u32,
    /// The last row.
    pub last_row: u32,
    /// The number of keys; absent for intervals.
    pub keys: Option<u32>,
    /// The number of keys for looking up intervals, used for [`RowCheck::with_keys`]; absent for a dense table.
    pub lookup_keys: Option<u32>,
    /// The exact sum of each row's units: 2^32, or the number of keys.
    pub units: u64,
    /// The smallest noise of all rows.
    pub smallest: i32,
    /// The largest noise of all rows.
    pub largest: i32,
    /// The largest absolute noise.
    pub largest_change: u32,
    /// The number of different distributions of rows.
    pub distinct_rows: u32,
    /// The mean number of records that row 0 adds to an empty cell; 0 if the table has no row 0.
    pub empty_cells_gain: f64,
    /// How rows repeat for large counts.
    pub repeats: Repeats,
    /// The level of the intervals of counts, above 0 and at most 1.
    pub level: f64,
    /// Values above 0 that are never shown, as the first and last value of each run. For values that recur with the
    /// period, only the first period is listed.
    pub blocked: Vec<(u64, u64)>,
    /// Whether blocked values recur with the period, without an upper limit.
    pub blocked_goes_on: bool,
    /// The findings in words. Findings that need attention come first.
    pub verdicts: Vec<Verdict>,
    /// Figures of the rows up to the end of the first period. Adjacent rows with equal distributions form one entry.
    pub rows: Vec<RowCheck>,
    /// What each published value discloses, up to the end of the first period of values; empty if the computation takes
    /// too long.
    pub values: Vec<ValueCheck>,
}

/// From count `from` on, counts n and n + `period` have equal noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Repeats {
    /// The first count from which noise repeats, at least 1.
    pub from: u64,
    /// The period: 1 if all larger counts use one row.
    pub period: u64,
}

/// One finding on a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The topic: `sum`, `mean`, `mean-with-keys`, `empty-cells`, `gaps`, `blocked`, `one-cause`, `zero`, `causes-with-gaps`,
    /// `most`, or `values` if published values were not computed.
    pub name: &'static str,
    /// True if the finding is good, false if it needs attention.
    pub fine: bool,
    /// The finding in words.
    pub says: String,
}

/// The noise of adjacent rows with equal distributions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RowCheck {
    /// The first row.
    pub first: u32,
    /// The last row.
    pub last: u32,
    /// Mean noise, in records.
    pub mean: f64,
    /// Variance of the noise, in squared records.
    pub variance: f64,
    /// The probability of no change.
    pub stays: f64,
    /// The entropy −Σ p log2 p, in bits.
    pub entropy: f64,
    /// The smallest noise.
    pub smallest: i32,
    /// The largest noise.
    pub largest: i32,
    /// Gaps: noises between the smallest and the largest noise that never occur, although other counts are published as
    /// the resulting value. Each run of such noises is given by its first and last noise.
    pub gaps: Vec<(i32, i32)>,
    /// Noises that never occur because no count is ever published as the resulting value.
    pub blocked: Vec<(i32, i32)>,
    /// Figures for looking up the intervals with [`Check::lookup_keys`]; absent for a dense table.
    pub with_keys: Option<WithKeys>,
}

/// The noise of an interval row if cells look up their noise with a given number of keys.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct WithKeys {
    /// Mean noise, in records.
    pub mean: f64,
    /// Variance of the noise, in squared records.
    pub variance: f64,
}

/// What a published value discloses about the count behind the value. The check assumes that all counts are equally
/// likely in advance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ValueCheck {
    /// The value.
    pub value: u64,
    /// The smallest possible count.
    pub low: u64,
    /// The largest possible count.
    pub high: u64,
    /// The number of possible counts.
    pub number: u64,
    /// The likeliest count; the smallest if several are equally likely.
    pub likeliest: u64,
    /// The probability of the likeliest count.
    pub probability: f64,
    /// The number of impossible counts between likely counts. A count is likely if its probability is at least a
    /// thousandth of the largest probability.
    pub gaps: u64,
    /// The shortest interval of counts at the requested level.
    pub shortest: Credible,
}

/// Checks a table. `keys` is the number of keys for looking up intervals, by default [`USUAL_KEYS`]. `level` is the
/// least probability of the intervals of counts.
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
/// // Of 256 keys, 77 have noise −1, 103 noise 0 and 76 noise 1.
/// assert_eq!(found.rows[1].with_keys.map(|row| row.mean), Some(-1.0 / 256.0));
/// // Empty cells stay empty, so a published 1 is a count of 1 or 2.
/// assert_eq!((found.values[1].low, found.values[1].high), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CheckError`] if `keys` or `level` is out of range.
pub fn check(table: &Ptable, keys: Option<u32>, level: f64) -> Result<Check, CheckError> {
    if let Some(keys) = keys.filter(|keys| !(2..=MAX_KEYS).contains(keys)) {
        return Err(CheckError::Keys(keys));
    }
    // This comparison also refuses NaN.
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
