//! Designed rows, and their conversion to tables of whole numbers.

use serde::Serialize;

use super::DesignError;
use super::apportion::{self, Apportioned, Held};
use super::row::Row;
use crate::ptable::{DenseTable, Entry, IntervalTable, MAX_KEYS, MAX_NOISES, ONE, PtableError, ROW_CYCLE};

/// Largest relative difference between the variance of a dense row and the designed variance. A larger difference means
/// too few keys.
const FARTHEST: f64 = 0.05;
/// The number of rows that the ONS package expects of a dense table. Larger counts use the last 250 rows in turn.
const DENSE_ROWS: u32 = 750;

/// A designed p-table: the probability of each noise in each row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Designed {
    /// The rows. Row 0 adds nothing. The last row is symmetric, and all larger counts use it.
    pub rows: Vec<DesignedRow>,
    /// Notes on rows that differ from the requested design, one sentence for each of these rows.
    pub notes: Vec<String>,
}

/// A row of a designed p-table: the probability of each noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DesignedRow {
    /// The count, in records.
    pub count: u32,
    /// The allowed noises, ascending, in records.
    pub noise: Vec<i32>,
    /// The probability of each noise.
    pub probabilities: Vec<f64>,
    /// The variance of the noise, in squared records.
    pub variance: f64,
    /// The probability of noise 0.
    pub stay: f64,
    /// The entropy, in bits.
    pub entropy: f64,
    /// Conditions on whole units besides their number and their mean.
    #[serde(skip)]
    held: Held,
}

impl DesignedRow {
    pub(super) fn new(row: &Row, count: u32, probabilities: Vec<f64>) -> Self {
        let squares = row.noise.iter().zip(&probabilities).map(|(&noise, p)| f64::from(noise).powi(2) * p);
        let bits = probabilities.iter().filter(|p| **p > 0.0).map(|p| -p * libm::log2(*p));
        Self {
            count,
            variance: squares.sum(),
            stay: row.zero.map_or(0.0, |zero| probabilities[zero]),
            // Adding 0 turns −0, the sum for a single outcome, into 0.
            entropy: bits.sum::<f64>() + 0.0,
            held: Held { zero: row.zero, stay: row.stay, monotone: row.monotone },
            noise: row.noise.clone(),
            probabilities,
        }
    }

    /// Whether the probabilities add up to one and have mean zero and the given variance, up to rounding.
    pub(super) fn meets(&self, variance: f64, max_change: u32) -> bool {
        let rounding = 1e-12 * (f64::from(max_change).powi(2) / 100.0).max(1.0);
        let of = |power: i32| {
            self.noise.iter().zip(&self.probabilities).map(|(&noise, p)| f64::from(noise).powi(power) * p).sum::<f64>()
        };
        let small = |miss: f64| miss.abs() <= rounding;
        small(of(0) - 1.0) && small(of(1)) && small(of(2) - variance)
    }

    /// Returns the row in whole units of 1 / `total`. The mean is exactly zero, and the variance is as near as possible
    /// to the designed variance.
    fn apportioned(&self, total: u64) -> Result<Apportioned, DesignError> {
        let few = |found| DesignError::Keys { row: self.count, keys: total, found, wanted: self.variance };
        let shares = apportion::nearly(&self.noise, &self.probabilities, total, self.held);
        if shares.sum != 0 || !shares.held {
            return Err(few(None));
        }
        let found = shares.squares as f64 / total as f64;
        if (found - self.variance).abs() > FARTHEST * self.variance { Err(few(Some(found))) } else { Ok(shares) }
    }
}

/// A dense table, and the distance of its variances from the design.
#[derive(Debug, Clone, PartialEq)]
pub struct Dense {
    /// The table.
    pub table: DenseTable,
    /// For each row from 1 to the symmetric row: the designed variance and the variance of the dense table.
    pub variances: Vec<(f64, f64)>,
    /// Rows for which no proof shows that the variance is as near to the designed variance as the keys allow.
    pub unproved: Vec<u32>,
}

impl Designed {
    /// Returns the interval table, in whole units of 2^-32. In each row, the probabilities add up to exactly one, and
    /// the mean noise is exactly zero.
    pub fn table(&self) -> IntervalTable {
        let row = |row: &DesignedRow| {
            let mut upper = 0;
            let shares = apportion::nearly(&row.noise, &row.probabilities, ONE, row.held);
            let entry = |(&noise, units): (&i32, &u64)| {
                upper += units;
                Entry { upper, noise }
            };
            row.noise.iter().zip(&shares.units).map(entry).collect()
        };
        let rows: Vec<Vec<Entry>> = self.rows.iter().map(row).collect();
        IntervalTable::new(&rows).expect("rows of a design are within the limits of a table")
    }

    /// Returns the dense table for cell keys from 0 to `keys` − 1, in the form of the ONS and Cantabular. In each row,
    /// each noise has a whole number of keys, and noises ascend by key. The mean is exactly zero, and the variance is
    /// as near to the designed variance as the keys allow. The table has 750 rows, as the ONS package expects. It has
    /// more rows if large counts need them, and fewer rows if [`MAX_NOISES`] requires this.
    ///
    /// # Errors
    /// [`DesignError::Parameter`] for a number of keys out of range. [`DesignError::Keys`] if the variance of a row
    /// would differ from the designed variance by more than a twentieth.
    pub fn dense(&self, keys: u32) -> Result<Dense, DesignError> {
        if !(2..=MAX_KEYS).contains(&keys) {
            let expected = format!("a whole number from 2 to {MAX_KEYS}, such as 256 or 4096");
            return Err(DesignError::Parameter { name: "keys", value: keys.to_string(), expected });
        }
        let last = self.rows.len() as u32 - 1;
        let needed = last + ROW_CYCLE - 1;
        let most = (MAX_NOISES as u32) / needed;
        if keys > most {
            let expected =
                format!("at most {most}, so that {needed} rows stay within the limit of {MAX_NOISES} noises");
            return Err(DesignError::Parameter { name: "keys", value: keys.to_string(), expected });
        }
        let usual = DENSE_ROWS.max(needed);
        let rows = if u64::from(usual) * u64::from(keys) <= MAX_NOISES as u64 { usual } else { needed };
        let mut noises: Vec<i16> = Vec::with_capacity(rows as usize * keys as usize);
        let mut variances = Vec::with_capacity(last as usize);
        let mut unproved = Vec::new();
        for row in &self.rows[1..] {
            let units = row.apportioned(keys.into())?;
            let each = row.noise.iter().zip(&units.units);
            noises.extend(each.flat_map(|(&noise, &units)| std::iter::repeat_n(noise as i16, units as usize)));
            if !units.nearest {
                unproved.push(row.count);
            }
            variances.push((row.variance, units.squares as f64 / f64::from(keys)));
        }
        let symmetric = noises[noises.len() - keys as usize..].to_vec();
        (last..rows).for_each(|_| noises.extend_from_slice(&symmetric));
        let table: Result<DenseTable, PtableError> = DenseTable::new(keys, false, noises);
        Ok(Dense { table: table.expect("rows of a design are within the limits of a table"), variances, unproved })
    }
}
