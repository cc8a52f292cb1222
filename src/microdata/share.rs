//! An exact share, such as a rate of 0.1 or a probability of 1/3.

use std::fmt;

/// The largest denominator. Products of a share and two 32-bit numbers then fit into 128 bits.
const MOST: u64 = 1_000_000_000_000;

/// A fraction from 0 up, in lowest terms.
///
/// ```
/// use cellveil::microdata::Share;
/// assert_eq!(Share::parse("0.10"), Share::new(1, 10));
/// assert_eq!(Share::parse("2/6"), Share::new(1, 3));
/// assert_eq!(Share::parse("-1"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    numerator: u64,
    denominator: u64,
}

impl Share {
    /// A fraction. `None` if the denominator is 0, or if a part exceeds 10^12.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        if denominator == 0 || numerator > MOST || denominator > MOST {
            return None;
        }
        let divisor = gcd(numerator, denominator);
        Some(Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// Parses a decimal number or a fraction: `0.1`, `3`, `1/3`. Returns `None` for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = |text: &str| -> Option<u64> {
            (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
        };
        if let Some((numerator, denominator)) = text.split_once('/') {
            return Self::new(digits(numerator)?, digits(denominator)?);
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let scale = 10_u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        let numerator = digits(whole)?.checked_mul(scale)?.checked_add(digits(decimals)?)?;
        let divisor = gcd(numerator, scale);
        Self::new(numerator / divisor, scale / divisor)
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator in lowest terms.
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// Whether the share is at most another share.
    pub fn at_most(self, other: Self) -> bool {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.numerator, other.denominator) <= product(other.numerator, self.denominator)
    }

    /// The nearest float, for reports.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The share of a whole number, rounded half up.
    pub(super) fn of(self, number: u64) -> u64 {
        let product = 2 * u128::from(self.numerator) * u128::from(number) + u128::from(self.denominator);
        (product / (2 * u128::from(self.denominator))) as u64
    }
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.numerator, self.denominator)
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Draws an event of probability `numerator`/`denominator`. `draw` is uniform below 2^64. The error of the
/// probability is below 2^-64. Both numbers are below 2^96, and the denominator is above 0.
pub(super) fn happens(draw: u64, numerator: u128, denominator: u128) -> bool {
    if numerator >= denominator {
        return true;
    }
    let (high, rest) = ((numerator << 32) / denominator, (numerator << 32) % denominator);
    u128::from(draw) < (high << 32) + (rest << 32) / denominator
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_exact_or_refused() {
        let share = |numerator, denominator| Share::new(numerator, denominator);
        for (text, expected) in [
            ("0", share(0, 1)),
            ("1", share(1, 1)),
            ("0.1", share(1, 10)),
            ("0.125", share(1, 8)),
            ("1.5", share(3, 2)),
            ("1/3", share(1, 3)),
            ("5/10", share(1, 2)),
            ("0.333333333333", share(333_333_333_333, 1_000_000_000_000)),
            ("1/0", None),
            (".5", None),
            ("5.", None),
            ("1e-3", None),
            ("-0.5", None),
            ("+1", None),
            ("", None),
            ("1/2/3", None),
            ("0.00000000000001", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(Share::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn an_event_has_its_probability() {
        let half = 1_u64 << 63;
        assert_eq!([half - 1, half].map(|draw| happens(draw, 1, 2)), [true, false]);
        // A third of 2^64 is 6148914691236517205.33.
        let third = 6_148_914_691_236_517_205;
        let wide = 1_u128 << 94;
        assert_eq!([third - 1, third].map(|draw| happens(draw, wide, 3 * wide)), [true, false]);
        assert_eq!([happens(u64::MAX, 5, 5), happens(0, 0, 5)], [true, false]);
    }

    #[test]
    fn a_share_of_a_number_is_rounded_half_up() {
        let tenth = Share::new(1, 10).expect("a valid share");
        assert_eq!([0, 4, 5, 14, 15, 1000].map(|number| tenth.of(number)), [0, 0, 1, 1, 2, 100]);
        assert_eq!(Share::new(1, 1).expect("a valid share").of(u64::MAX / 2), u64::MAX / 2);
        assert!(tenth.at_most(tenth) && !Share::new(1, 2).expect("a valid share").at_most(tenth));
    }
}
