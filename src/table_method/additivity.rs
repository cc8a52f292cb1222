//! Makes noisy values add up to their noisy totals.

use super::{Change, System, TableMethodError, ipf, round_to_whole_numbers};

/// Number of decimals of fitted values that are fractions.
const DECIMALS: u32 = 3;
/// Fitted values are whole numbers of 2^-`BITS` before they are rounded to whole records.
const BITS: u32 = 20;
/// The name of this step in the hash of its random numbers.
const KIND: &str = "additivity";

/// Values that add up.
#[derive(Debug, Clone, PartialEq)]
pub struct Additive {
    /// The value of each cell, in units of 10^-`decimals`.
    pub values: Vec<i64>,
    /// Number of decimals.
    pub decimals: u32,
    /// Number of cells that moved further than to the two nearest whole numbers.
    pub jumps: u64,
    /// The change by the fit, beyond the noise.
    pub change: Change,
}

/// Fits the noisy values of a table to their totals ([`ipf`]). The result has thousandths, or whole numbers by
/// [`round_to_whole_numbers`], which is controlled rounding of the fitted table to base 1. `system` has the true cells.
///
/// # Guarantee
/// Each total is exactly the sum of its parts. The grand total is the noisy grand total. In each inner
/// cell with a fitted value of at least 0.001, the fraction differs from the fitted value by less than 0.002.
///
/// # Errors
/// [`TableMethodError`] if no fit exists, or if the table is too large.
///
/// ```
/// use cellveil::table_method::{System, additive};
/// // Noisy cells of 1 and 2, and a noisy total of 4.
/// let system = System::table(&[3], vec![1, 3, 4], vec![7, 9, 16]);
/// let fitted = additive(&system, &[1, 2, 4], false, b"")?;
/// assert_eq!((fitted.values, fitted.decimals), (vec![1333, 2667, 4000], 3));
/// let whole = additive(&system, &[1, 2, 4], true, b"")?;
/// assert_eq!(whole.values[0] + whole.values[1], 4);
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn additive(system: &System, noisy: &[i64], whole: bool, salt: &[u8]) -> Result<Additive, TableMethodError> {
    let sizes = system.sizes().ok_or(TableMethodError::NotOneTable { method: KIND })?;
    let fitted = ipf(sizes, noisy)?;
    let signed = |values: Vec<u64>| values.into_iter().map(|value| value as i64).collect::<Vec<i64>>();
    if !whole {
        let values = signed(fitted.exact(10_u32.pow(DECIMALS))?);
        let one = 10_f64.powi(DECIMALS as i32);
        let shown: Vec<f64> = values.iter().map(|&value| value as f64 / one).collect();
        return Ok(Additive { change: fitted.change_of(&shown, noisy), values, decimals: DECIMALS, jumps: 0 });
    }
    let rounded = round_to_whole_numbers(system, &fitted.exact(1 << BITS)?, BITS, KIND, salt)?;
    let shown: Vec<f64> = rounded.values.iter().map(|&value| value as f64).collect();
    let change = fitted.change_of(&shown, noisy);
    Ok(Additive { change, values: rounded.values, decimals: 0, jumps: rounded.jumps })
}
