//! Converts interval tables to dense tables and back, and reports what the conversion changes.
//!
//! An interval row is exact with K keys if every bound is a whole number of keys. A row of K keys is exact as intervals
//! if K divides 2^32. Large counts use the last row of an interval table, but the last 250 rows of a dense table in
//! turn. A conversion to a dense table therefore repeats the last row until the last 250 rows are equal. A dense table
//! becomes intervals only if its last 250 rows are equal.
//!
//! Keys keep their order. With modulus K, both shapes look up the whole cell key, so every cell keeps its noise.

mod error;

pub use error::{ConvertError, NoMeanZero, Note};

use super::design::apportion;
use super::export::Shape;
use super::{
    DenseTable, Entry, Flaw, IntervalTable, Lookup, MAX_KEYS, MAX_NOISES, Noise, ONE, Ptable, PtableError, ROW_CYCLE,
};

/// The number of rows that the ONS package expects.
const ONS_ROWS: u32 = 750;
/// The smallest default number of keys: the number that the ONS and Cantabular use.
const USUAL_KEYS: u32 = 256;

/// The result of a conversion.
#[derive(Debug, Clone, PartialEq)]
pub struct Converted {
    /// The table.
    pub table: Ptable,
    /// The changes that the conversion makes or may make.
    pub notes: Vec<Note>,
}

/// Converts a table to the requested shape. A table that already has this shape is returned unchanged.
///
/// `keys` is the number of keys of a dense table made from intervals. The default is the smallest power of two, from
/// 256 to [`MAX_KEYS`], with which every bound is a whole number of keys. Rows that are not exact with the given `keys`
/// are redrawn, as near to the originals as the keys allow. All other rows are exact.
///
/// - Dense to intervals: equal rows at the end become one last row. Adjacent keys with equal noise become one interval.
///   A missing row 0 becomes a row of noise 0.
/// - Intervals to dense: a row 0 that adds nothing is left out. The result has 750 rows. It has more rows if its last
///   250 rows would not be equal otherwise, and fewer rows if [`MAX_NOISES`] requires this.
///
/// ```
/// use cellveil::ptable::convert::convert;
/// use cellveil::ptable::export::Shape;
/// use cellveil::ptable::{Entry, IntervalTable, ONE, Ptable};
/// let quarter = vec![Entry { upper: ONE / 4, noise: -1 }, Entry { upper: ONE, noise: 0 }];
/// let intervals = Ptable::from(IntervalTable::new(&[vec![Entry { upper: ONE, noise: 0 }], quarter])?);
/// let Ptable::Dense(dense) = convert(&intervals, Shape::Dense, None)?.table else { panic!("dense") };
/// assert_eq!((dense.keys(), dense.last_row()), (256, 750));
/// assert_eq!([63, 64].map(|key| dense.noise(750, key)), [Some(-1), Some(0)]);
/// assert_eq!(convert(&dense.into(), Shape::Interval, None)?.table, intervals);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ConvertError`] if a conversion is impossible. The message states what is required.
pub fn convert(table: &Ptable, shape: Shape, keys: Option<u32>) -> Result<Converted, ConvertError> {
    if let Some(keys) = keys.filter(|keys| !(2..=MAX_KEYS).contains(keys)) {
        return Err(ConvertError::Keys(keys));
    }
    let mut converted = match (table, shape) {
        (Ptable::Interval(intervals), Shape::Dense) => to_dense(table, intervals, keys)?,
        (Ptable::Dense(dense), _) if keys.is_some_and(|keys| keys != dense.keys()) => {
            return Err(ConvertError::OwnKeys(dense.keys()));
        }
        (Ptable::Dense(dense), Shape::Interval) => to_intervals(dense)?,
        (Ptable::Interval(_), Shape::Interval) if keys.is_some() => return Err(ConvertError::NoKeys),
        _ => Converted { table: table.clone(), notes: Vec::new() },
    };
    if let Ptable::Dense(dense) = &converted.table
        && dense.last_row() != ONS_ROWS
    {
        converted.notes.push(Note::Rows(dense.last_row()));
    }
    Ok(converted)
}

/// Returns the noises of a row in ascending order, each with a whole number of keys. A mean of zero stays exactly zero.
/// Any other mean, and the variance, stay as near to their original values as the keys allow.
fn redraw(noise: &Noise, keys: u32) -> Result<Vec<(i32, u32)>, NoMeanZero> {
    let (noises, units): (Vec<i32>, Vec<u64>) = noise.weights().iter().copied().unzip();
    let probabilities: Vec<f64> = units.iter().map(|&units| units as f64 / noise.total() as f64).collect();
    let shares = apportion::nearly(&noises, &probabilities, keys.into(), apportion::Held::default());
    // R rounds its bounds to 8 digits, so a mean below this limit counts as zero.
    const ROUNDED: f64 = 1e-6;
    if noise.mean().abs() < ROUNDED && shares.sum != 0 {
        return Err(NoMeanZero { multiple: apportion::multiple(&noises) });
    }
    // Units are at most the number of keys, so they fit 32 bits.
    Ok(noises.into_iter().zip(shares.units.into_iter().map(|units| units as u32)).collect())
}

fn to_intervals(dense: &DenseTable) -> Result<Converted, ConvertError> {
    let keys = u64::from(dense.keys());
    if !keys.is_power_of_two() {
        return Err(ConvertError::NoPowerOfTwo(dense.keys()));
    }
    let row = |row| dense.row(row).unwrap_or_default();
    let last = dense.last_row();
    let mut served = last;
    while served > 1 && row(served - 1) == row(last) {
        served -= 1;
    }
    let turn = last - (ROW_CYCLE - 1);
    if served > turn {
        let differs = (turn..last).find(|&other| row(other) != row(last)).unwrap_or(turn);
        return Err(ConvertError::Differs { row: differs, last });
    }
    let unit = ONE / keys;
    let intervals = |noises: &[i16]| {
        let mut upper = 0;
        let runs = noises.chunk_by(|a, b| a == b);
        runs.map(|run| {
            upper += run.len() as u64 * unit;
            Entry { upper, noise: run[0].into() }
        })
        .collect::<Vec<_>>()
    };
    let row_zero = dense.row(0).map_or_else(|| vec![Entry { upper: ONE, noise: 0 }], intervals);
    let rows: Vec<_> = std::iter::once(row_zero).chain((1..=served).map(|number| intervals(row(number)))).collect();
    let table = IntervalTable::new(&rows).map_err(ConvertError::Table)?;
    let mut notes = vec![Note::Lookup { keys: dense.keys() }];
    if row(0).iter().any(|&noise| noise != 0) {
        notes.push(Note::RowZeroLeft { noise: row(0)[0].into() });
    }
    Ok(Converted { table: table.into(), notes })
}

fn to_dense(table: &Ptable, intervals: &IntervalTable, keys: Option<u32>) -> Result<Converted, ConvertError> {
    let row_zero = intervals.row(0).iter().any(|entry| entry.noise != 0);
    let used = u32::from(!row_zero)..=intervals.last_row();
    let keys = match keys {
        Some(keys) => keys,
        None => fewest_keys(intervals, used.clone())?,
    };
    let rows = rows_for(intervals.last_row(), keys, row_zero)?;
    let mut noises: Vec<i16> = Vec::with_capacity((rows + u32::from(row_zero)) as usize * keys as usize);
    let (mut redrawn, mut most, mut variance) = (0, 0.0_f64, 0.0_f64);
    for number in used {
        let row = intervals.row(number);
        if row.iter().all(|entry| is_whole(entry.upper, keys)) {
            let mut lower = 0;
            for entry in row {
                let upper = entry.upper * u64::from(keys) / ONE; // at most 2^48
                noises.extend(std::iter::repeat_n(entry.noise as i16, (upper - lower) as usize));
                lower = upper;
            }
            continue;
        }
        let old = table.noise(number, Lookup::Even);
        let new = redraw(&old, keys).map_err(|error| ConvertError::Row { row: number, keys, error })?;
        redrawn += 1;
        let drawn = Noise::new(new.iter().map(|&(noise, keys)| (noise, keys.into())));
        most = most.max(largest_difference(&old, &drawn));
        variance = variance.max((old.variance() - drawn.variance()).abs());
        for (noise, weight) in new {
            noises.extend(std::iter::repeat_n(noise as i16, weight as usize));
        }
    }
    let last = noises.len() - keys as usize;
    for _ in intervals.last_row()..rows {
        noises.extend_from_within(last..last + keys as usize);
    }
    let mut notes = vec![Note::Lookup { keys }];
    if redrawn > 0 {
        notes.push(Note::Redrawn { rows: redrawn, keys, most, variance });
    }
    if row_zero {
        notes.push(Note::RowZeroUsed { noise: noises[0].into() });
    }
    let dense = DenseTable::new(keys, row_zero, noises).map_err(ConvertError::Table)?;
    Ok(Converted { table: dense.into(), notes })
}

/// Whether a bound is a whole number of keys.
fn is_whole(upper: u64, keys: u32) -> bool {
    (u128::from(upper) * u128::from(keys)).is_multiple_of(ONE.into())
}

/// The smallest power of two, from [`USUAL_KEYS`] on, with which every bound is a whole number of keys.
fn fewest_keys(table: &IntervalTable, rows: std::ops::RangeInclusive<u32>) -> Result<u32, ConvertError> {
    let mut keys = USUAL_KEYS;
    for row in rows {
        for upper in table.row(row).iter().map(|entry| entry.upper) {
            while !is_whole(upper, keys) {
                if keys == MAX_KEYS {
                    return Err(ConvertError::TooFine { row, upper });
                }
                keys *= 2;
            }
        }
    }
    Ok(keys)
}

/// Returns the number of rows of a dense table. The last 250 of these rows all equal the last row of the intervals.
fn rows_for(last: u32, keys: u32, row_zero: bool) -> Result<u32, ConvertError> {
    let fits = |rows: u32| (u64::from(rows) + u64::from(row_zero)) * u64::from(keys) <= MAX_NOISES as u64;
    let needed = last + ROW_CYCLE - 1;
    match [needed.max(ONS_ROWS), needed].into_iter().find(|&rows| fits(rows)) {
        Some(rows) => Ok(rows),
        None => {
            let limit = Flaw::Limit { what: "noises (rows times keys)", limit: MAX_NOISES as u64 };
            Err(ConvertError::Table(PtableError::Table(limit)))
        }
    }
}

/// Returns the largest difference between the old and the new probability of a noise.
fn largest_difference(old: &Noise, new: &Noise) -> f64 {
    let chance = |of: &Noise, noise| of.weight(noise) as f64 / of.total() as f64;
    let both = old.weights().iter().chain(new.weights());
    both.map(|&(noise, _)| (chance(old, noise) - chance(new, noise)).abs()).fold(0.0, f64::max)
}
