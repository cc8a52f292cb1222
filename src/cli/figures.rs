//! Formats numbers for reports.

/// Writes a whole number with thousands separators: `118,212`.
pub(super) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a number with four significant digits. All digits before the decimal point stay.
pub(super) fn short(number: f64) -> String {
    let size = number.abs();
    if size >= 1000.0 {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(size.round() as u128));
    }
    if size < 1e-4 && number != 0.0 {
        return format!("{number:.1e}");
    }
    let decimals = if number == 0.0 { 0 } else { (3.0 - size.log10().floor()).max(0.0) as usize };
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::{grouped, short};

    #[test]
    fn figures_are_grouped_or_short() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (118_212, "118,212"), (12_345_678, "12,345,678")]
        {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u128::MAX).matches(',').count(), 12);
        for (number, text) in [
            (0.0, "0"),
            (0.03125, "0.03125"),
            (0.031_249_99, "0.03125"),
            (-0.5, "-0.5"),
            (12.345_6, "12.35"),
            (999.96, "1000"),
            (3688.2, "3,688"),
            (-12_345.6, "-12,346"),
            (0.000_012_34, "1.2e-5"),
            (1e-4, "0.0001"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
