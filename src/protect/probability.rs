//! Reads a probability of a transition matrix: a number or a fraction.

use crate::ptable::ONE;

/// A probability: a number or an exact fraction. Printed matrices are rounded: in Table 3 of Shlomo, Antal and Elliot
/// (2015), 0.0167 is the rounded form of 1/60, and rows with 0.0167 sum to 1.0002.
///
/// ```
/// use cellveil::protect::Probability;
///
/// assert_eq!(Probability::parse_ratio("1/60"), Some(Probability::Ratio(1, 60)));
/// assert_eq!(Probability::Ratio(1, 60).weight(), 71_582_788); // 2^32 / 60 = 71582788.27
/// assert_eq!(Probability::from_number(0.5).map(Probability::weight), Some(1 << 31));
/// assert_eq!(Probability::from_number(1.5), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Probability {
    /// A number from 0 to 1.
    Number(f64),
    /// Numerator and denominator: 0 ≤ numerator ≤ denominator, 1 ≤ denominator ≤ 2^32.
    Ratio(u64, u64),
}

impl Probability {
    /// Accepts a number from 0 to 1. Returns `None` for other numbers.
    #[must_use]
    pub fn from_number(number: f64) -> Option<Self> {
        // Adding 0 turns −0 into 0, so that it is written as 0.
        (0.0..=1.0).contains(&number).then_some(Self::Number(number + 0.0))
    }

    /// Parses a fraction from 0 to 1 such as `1/60`, with digits only and a denominator of at most 2^32. Returns `None`
    /// for other text.
    #[must_use]
    pub fn parse_ratio(text: &str) -> Option<Self> {
        let (numerator, denominator) = text.split_once('/')?;
        let (numerator, denominator) = (natural(numerator)?, natural(denominator)?);
        (denominator > 0 && numerator <= denominator).then_some(Self::Ratio(numerator, denominator))
    }

    /// Parses a decimal number or a fraction: `0.0167`, `1`, `1/60`. Returns `None` for other text and for a value
    /// outside 0 to 1.
    ///
    /// ```
    /// use cellveil::protect::Probability;
    ///
    /// assert_eq!(Probability::parse("0.0167"), Some(Probability::Number(0.0167)));
    /// assert_eq!(Probability::parse("7/60"), Some(Probability::Ratio(7, 60)));
    /// assert_eq!(Probability::parse("7/0"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains('/') { Self::parse_ratio(text) } else { Self::from_number(text.parse().ok()?) }
    }

    /// The probability in units of 2^-32, rounded half up: 0 to 2^32. No floating-point rounding occurs.
    #[must_use]
    pub fn weight(self) -> u64 {
        match self {
            // Multiplying by a power of two is exact. The product is in half units, so `div_ceil(2)` rounds half up.
            Self::Number(number) => ((number * (2 * ONE) as f64) as u64).div_ceil(2),
            Self::Ratio(numerator, denominator) if numerator >= denominator => ONE,
            // The numerator is below 2^32, so a shift by 32 bits does not overflow.
            Self::Ratio(numerator, denominator) => {
                let (scaled, half) = (numerator << 32, denominator.div_ceil(2));
                scaled / denominator + u64::from(scaled % denominator >= half)
            }
        }
    }

    /// The nearest float, for reports.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Number(number) => number,
            Self::Ratio(numerator, denominator) => numerator as f64 / denominator as f64,
        }
    }
}

/// Parses digits as a number of at most 2^32.
fn natural(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= ONE)
}

impl serde::Serialize for Probability {
    /// Writes the original form: a number, or the text `a/b`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Ratio(numerator, denominator) => serializer.collect_str(&format_args!("{numerator}/{denominator}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_half_up() {
        let unit = 1.0 / ONE as f64;
        for (number, weight) in [
            (0.0, 0),
            (f64::MIN_POSITIVE, 0),
            (unit * 0.499_999, 0),
            (unit * 0.5, 1),
            (unit * 1.499_999, 1),
            (unit * 1.5, 2),
            (0.0167, 71_725_954),
            (0.5, 1 << 31),
            (1.0 - unit * 0.5, ONE),
            (1.0, ONE),
        ] {
            assert_eq!(Probability::Number(number).weight(), weight, "{number}");
        }
        for (numerator, denominator, weight) in [
            (0, 1, 0),
            (1, 1, ONE),
            (ONE, ONE, ONE),
            (ONE - 1, ONE, ONE - 1),
            (1, ONE, 1),
            (1, 3, 1_431_655_765),
            (2, 3, 2_863_311_531),
            (1, 60, 71_582_788),
            (ONE - 2, ONE - 1, ONE - 1),
        ] {
            assert_eq!(Probability::Ratio(numerator, denominator).weight(), weight, "{numerator}/{denominator}");
        }
    }

    #[test]
    fn fractions_agree_with_wide_integers() {
        for denominator in (1..200).chain(ONE - 40..=ONE) {
            for numerator in [0, 1, denominator / 3, denominator / 2, denominator - 1, denominator] {
                let (a, b) = (u128::from(numerator), u128::from(denominator));
                let expected = (2 * a * u128::from(ONE) + b) / (2 * b);
                assert_eq!(u128::from(Probability::Ratio(numerator, denominator).weight()), expected);
            }
        }
    }

    #[test]
    fn text_is_a_number_or_a_fraction_from_0_to_1() {
        for text in ["", " 1", "a", "1/", "/2", "1/0", "3/2", "-1/2", "+1/2", "1/2/3", "1.0/2", "1/4294967297"] {
            assert_eq!(Probability::parse(text), None, "{text:?}");
        }
        for text in ["-0.1", "1.0000001", "NaN", "inf", "0,5", "1 /60"] {
            assert_eq!(Probability::parse(text), None, "{text:?}");
        }
        assert_eq!(Probability::parse("0/1"), Some(Probability::Ratio(0, 1)));
        assert_eq!(Probability::parse("1e-3"), Some(Probability::Number(0.001)));
        assert_eq!(Probability::parse("4294967296/4294967296"), Some(Probability::Ratio(ONE, ONE)));
    }

    #[test]
    fn written_as_read() {
        let row = [Probability::Ratio(1, 60), Probability::Number(0.9), Probability::Number(0.0)];
        assert_eq!(serde_json::to_string(&row).ok().as_deref(), Some(r#"["1/60",0.9,0.0]"#));
        assert!(Probability::from_number(-0.0).is_some_and(|zero| zero.value().is_sign_positive()));
    }
}
