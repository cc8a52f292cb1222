//! Reads the decimal text of a probability or a bound exactly. Published values never depend on floating-point numbers.

/// Maximum number of significant digits. R prints 15 or 17 digits; 25 digits leave room for tables from exact
/// arithmetic.
const MOST_DIGITS: u32 = 25;
/// The number 1 in the units of [`Decimal::atto`], 10^-18.
pub(super) const ATTO: u64 = 1_000_000_000_000_000_000;

/// The number `digits` / 10^`scale`, from 0 to 1 plus a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: u128,
    scale: u32,
    atto: u64,
}

impl Decimal {
    /// Reads texts such as `0.98333333`, `.5`, `1`, `1e-05` and `0,5`. R writes `0,5` with `dec = ","`. Refuses signs,
    /// values above 1 + `tolerance` (in units of 10^-18) and more than 25 significant digits.
    pub(super) fn parse(text: &str, tolerance: u64) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (text, 0),
        };
        let mut digits: u128 = 0;
        // The number of zeros after the last nonzero digit. These zeros become part of `digits` only if a nonzero digit
        // follows.
        let mut zeros: u32 = 0;
        let mut significant: u32 = 0;
        let mut decimals: Option<u32> = None;
        let mut any = false;
        for byte in mantissa.bytes() {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    decimals = decimals.map(|n| n.saturating_add(1));
                    let digit = u128::from(byte - b'0');
                    if digit == 0 && digits == 0 {
                        continue;
                    }
                    if digit == 0 {
                        zeros = zeros.saturating_add(1);
                        continue;
                    }
                    significant = significant.saturating_add(zeros).saturating_add(1);
                    if significant > MOST_DIGITS {
                        return None;
                    }
                    digits = digits * 10u128.pow(zeros + 1) + digit;
                    zeros = 0;
                }
                b'.' | b',' if decimals.is_none() => decimals = Some(0),
                _ => return None,
            }
        }
        if !any {
            return None;
        }
        if digits == 0 {
            return Some(Self { digits: 0, scale: 0, atto: 0 });
        }
        let power = i64::from(exponent) + i64::from(zeros) - i64::from(decimals.unwrap_or(0));
        let (digits, scale) = match u32::try_from(-power) {
            Ok(scale) => (digits, scale),
            // With a positive power of ten, the number is at least 10. This is above every tolerance.
            Err(_) => return None,
        };
        let atto = to_atto(digits, scale)?;
        (atto <= ATTO + tolerance).then_some(Self { digits, scale, atto })
    }

    /// The number in units of 10^-18, rounded down.
    pub(super) fn atto(self) -> u64 {
        self.atto
    }

    /// The number in units of 2^-32, rounded half up: floor(x · 2^32 + 1/2).
    pub(super) fn bound(self) -> u64 {
        // digits < 10^25, so with a scale above 37 the number is below 10^-12. Half a unit is larger: 1.2 · 10^-10.
        if self.scale > 37 {
            return 0;
        }
        // digits ≤ 1.000001 · 10^scale and digits < 10^25, so digits · 2^33 < 10^35. This product and 2 · 10^37 fit 128
        // bits.
        let ten = 10u128.pow(self.scale);
        let rounded = ((self.digits << 33) + ten) / (2 * ten);
        u64::try_from(rounded).expect("a number near 1 has a numerator near 2^32")
    }
}

fn parse_exponent(text: &str) -> Option<i32> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    // R writes exponents of at most three digits. The limit of four digits prevents overflow in later sums.
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: i32 = digits.parse().ok()?;
    Some(if negative { -value } else { value })
}

fn to_atto(digits: u128, scale: u32) -> Option<u64> {
    let atto = match scale.checked_sub(18) {
        None => digits.checked_mul(10u128.pow(18 - scale))?,
        // digits < 10^25 < 10^more, so the quotient is 0.
        Some(more) if more > 25 => 0,
        Some(more) => digits / 10u128.pow(more),
    };
    u64::try_from(atto).ok()
}

/// Formats a number, given in units of 10^-18, for a message.
pub(super) fn atto_text(atto: u64) -> Box<str> {
    let text = format!("{}.{:018}", atto / ATTO, atto % ATTO);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str) -> Option<u64> {
        Decimal::parse(text, ATTO / 1_000_000).map(Decimal::bound)
    }

    #[test]
    fn bounds_are_rounded_half_up_to_2_pow_minus_32() {
        // Computed by hand with exact fractions: floor(x · 2^32 + 1/2).
        for (text, expected) in [
            ("0", 0),
            ("1", 1 << 32),
            ("1.00000000", 1 << 32),
            ("0.5", 1 << 31),
            (".5", 1 << 31),
            ("0,5", 1 << 31),
            ("5e-1", 1 << 31),
            ("50e-2", 1 << 31),
            ("0.05E+1", 1 << 31),
            ("0.500000000000000000000000000000000000000000", 1 << 31),
            ("0.98333333", 4_223_384_493),
            ("0.0374295600000001", 160_758_736),
            ("1e-05", 42_950),
            ("0.33446954", 1_436_535_736),
            ("4.69999999919146e-07", 2_019),
            // Exactly half a unit, 2^-33 (24 significant digits), is rounded up; slightly less is rounded down.
            ("0.000000000116415321826934814453125", 1),
            ("0.000000000116415321826934814453124", 0),
            ("1e-60", 0),
            ("1e-9999", 0),
            ("1.0000005", 4_294_969_443),
        ] {
            assert_eq!(bound(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_numbers_from_0_to_1() {
        for text in [
            "",
            ".",
            "e",
            "1e",
            "1e-",
            "e5",
            "-0.5",
            "-0",
            "+0.5",
            "0.5.5",
            "0.5x",
            " 0.5",
            "NA",
            "NaN",
            "Inf",
            "1.1",
            "2",
            "1e1",
            "1e9999",
            "1e99999999999999999999",
            "0x1",
            "0.12345678901234567890123456",
            "1e-1e-1",
            "９",
        ] {
            assert_eq!(bound(text), None, "{text}");
        }
    }

    #[test]
    fn sums_are_shown_as_decimals() {
        assert_eq!(&*atto_text(ATTO), "1");
        assert_eq!(&*atto_text(0), "0");
        assert_eq!(&*atto_text(900_000_000_000_000_000), "0.9");
    }
}
