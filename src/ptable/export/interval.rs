//! Writes interval tables in the formats of R `ptable` and of its export to τ-ARGUS.

use std::fmt::Write as _;

use super::super::{IntervalTable, ONE};

/// Number of decimals of a bound. Ten decimals identify a bound: bounds are at least 2^-32 = 2.3 · 10^-10 apart, and
/// rounding to a multiple of 10^-10 moves a bound by at most 0.5 · 10^-10.
const DECIMALS: usize = 10;
/// 10^[`DECIMALS`].
const SCALE: u64 = 10_000_000_000;

impl IntervalTable {
    /// Writes the table in the format of R `ptable`, `i,j,p,v,p_int_lb,p_int_ub,type`, with ten decimals. Reading the
    /// text gives an equal table.
    ///
    /// ```
    /// use cellveil::ptable::{Entry, IntervalTable, ONE, Ptable};
    /// let table = IntervalTable::new(&[
    ///     vec![Entry { upper: ONE, noise: 0 }],
    ///     vec![Entry { upper: ONE / 3, noise: -1 }, Entry { upper: ONE, noise: 2 }],
    /// ])?;
    /// let text = table.to_csv();
    /// assert_eq!(text.lines().nth(2), Some("1,0,0.3333333333,-1,0.0000000000,0.3333333333,all"));
    /// assert_eq!(Ptable::parse(text.as_bytes(), "example.csv")?, table.into());
    /// # Ok::<(), cellveil::ptable::PtableError>(())
    /// ```
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from("i,j,p,v,p_int_lb,p_int_ub,type\n");
        each_line(self, |Line { row, result, noise, lower, upper }| {
            let [p, from, to] = [upper - lower, lower, upper].map(decimal);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{row},{result},{p},{noise},{from},{to},all");
        });
        text
    }
}

/// Writes `i;j;p;v;p_int_ub` with ten decimals. Like `pt_export` of R `ptable`, every column is padded to its widest
/// value.
pub(super) fn tau_argus(table: &IntervalTable) -> String {
    let digits = |number: i64| number.to_string().len();
    let last = i64::from(table.last_row());
    let (mut result_width, mut noise_width) = (1, 1);
    each_line(table, |line| {
        result_width = result_width.max(digits(line.result));
        noise_width = noise_width.max(digits(line.noise));
    });
    let row_width = digits(last);
    let mut text = String::from("i;j;p;v;p_int_ub\n");
    each_line(table, |Line { row, result, noise, lower, upper }| {
        let [p, to] = [upper - lower, upper].map(decimal);
        let _ = writeln!(text, "{row:>row_width$};{result:>result_width$};{p};{noise:>noise_width$};{to}");
    });
    text
}

/// An interval, as written in one line of a file. Bounds are in units of 10^-10.
struct Line {
    row: i64,
    result: i64,
    noise: i64,
    lower: u64,
    upper: u64,
}

fn each_line(table: &IntervalTable, mut write: impl FnMut(Line)) {
    for (row, entries) in (0_i64..).zip(table.rows()) {
        let mut lower = 0;
        for entry in entries {
            let (upper, noise) = (scaled(entry.upper), i64::from(entry.noise));
            write(Line { row, result: row + noise, noise, lower, upper });
            lower = upper;
        }
    }
}

/// Converts a bound to units of 10^-10, rounded half up.
fn scaled(upper: u64) -> u64 {
    let doubled = 2 * u128::from(upper) * u128::from(SCALE) + u128::from(ONE);
    (doubled / (2 * u128::from(ONE))) as u64 // at most SCALE
}

fn decimal(scaled: u64) -> String {
    format!("{}.{:0DECIMALS$}", scaled / SCALE, scaled % SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptable::{Entry, Ptable};

    #[test]
    fn every_bound_comes_back() {
        let near = |bound: u64| bound.saturating_sub(50)..bound + 50;
        let bounds = [50, ONE / 10, ONE / 3, ONE / 2, ONE - 51].into_iter().flat_map(near).filter(|&upper| upper > 0);
        let noise = [1, 0].into_iter().cycle();
        let mut row: Vec<Entry> = bounds.zip(noise).map(|(upper, noise)| Entry { upper, noise }).collect();
        row.push(Entry { upper: ONE, noise: 0 });
        let table = IntervalTable::new(&[row.clone(), row]).unwrap();
        assert_eq!(Ptable::parse(table.to_csv().as_bytes(), "table").unwrap(), table.into());
    }
}
