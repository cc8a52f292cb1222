//! P-tables as files that other packages, and [`super::Ptable::parse`], read.

use std::fmt::Write as _;

use super::{IntervalTable, ONE};

/// Decimals of a bound. Ten are enough to give it back: two bounds are at least 2^-32 = 2.3 · 10^-10 apart, and rounding
/// to a multiple of 10^-10 moves one by no more than 0.5 · 10^-10, less than half of that.
const DECIMALS: usize = 10;
/// 10^[`DECIMALS`].
const SCALE: u64 = 10_000_000_000;

impl IntervalTable {
    /// The layout of R `ptable`, `i,j,p,v,p_int_lb,p_int_ub,type`, with ten decimals: reading it gives the same table.
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
        for (row, entries) in (0i64..).zip(self.rows()) {
            let mut lower = 0;
            for entry in entries {
                let (upper, noise) = (scaled(entry.upper), entry.noise);
                let [p, from, to] = [upper - lower, lower, upper].map(decimal);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{row},{},{p},{noise},{from},{to},all", row + i64::from(noise));
                lower = upper;
            }
        }
        text
    }
}

/// A bound in units of 10^-10, rounded half up.
fn scaled(upper: u64) -> u64 {
    let doubled = 2 * u128::from(upper) * u128::from(SCALE) + u128::from(ONE);
    (doubled / (2 * u128::from(ONE))) as u64 // at most SCALE
}

fn decimal(scaled: u64) -> String {
    format!("{}.{:0DECIMALS$}", scaled / SCALE, scaled % SCALE)
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, Ptable};
    use super::*;

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
