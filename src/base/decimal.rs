//! Writes numbers with a fixed number of decimals.

/// The value of a number of units of 10^-`decimals`, for consumers of floating-point numbers.
pub(crate) fn scaled(units: i64, decimals: u32) -> f64 {
    // Both numbers are exact, so the quotient is the float nearest to the decimal number.
    units as f64 / 10_u64.pow(decimals) as f64
}

/// A number of units of 10^-`decimals` as text, with exactly so many decimals.
pub(crate) fn decimal(units: i64, decimals: u32) -> String {
    if decimals == 0 {
        return units.to_string();
    }
    let one = 10_u64.pow(decimals);
    let (sign, units) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    format!("{sign}{}.{:0width$}", units / one, units % one, width = decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_fixed() {
        let cases = [(12, 0, "12"), (-5, 0, "-5"), (1234, 3, "1.234"), (7, 3, "0.007"), (-70, 3, "-0.070")];
        for (units, decimals, text) in cases {
            assert_eq!(decimal(units, decimals), text);
            assert_eq!(scaled(units, decimals), text.parse::<f64>().unwrap());
        }
    }
}
