//! Recognises a single value: numbers, dates, and what looks like a missing answer.

/// Words and numbers that look like a missing answer. Negative numbers count only in columns without other negative
/// numbers. 99 and 999 are often ages or codes, so only a codebook can declare them missing.
pub(super) const MISSING: [&str; 12] = ["", "NA", "N/A", "NaN", "NULL", "null", ".", "-9", "-8", "-99", "-98", "-999"];

/// Whether a value looks like a missing answer.
pub(super) fn is_missing(text: &str) -> bool {
    MISSING.contains(&text)
}

/// A number in plain notation, like `-3` or `12.5`, or `12,5` with a decimal comma. The interval of a `cut` accepts the
/// same texts.
pub(super) fn number(text: &str, comma: bool) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let point = digits.find(|letter| letter == '.' || (comma && letter == ','));
    let (whole, fraction) = point.map_or((digits, "0"), |at| (&digits[..at], &digits[at + 1..]));
    let is_sound = |part: &str| !part.is_empty() && part.len() <= 18 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_sound(whole) || !is_sound(fraction) {
        return None;
    }
    if comma { text.replace(',', ".").parse().ok() } else { text.parse().ok() }
}

/// A whole number without leading zeros, as most programs write it.
pub(super) fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = (1..=18).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_padded = digits.len() > 1 && digits.starts_with('0');
    (is_plain && !is_padded && text != "-0").then(|| text.parse().ok()).flatten()
}

/// How a column writes dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dates {
    /// Days, like 2021-03-27 or 27.03.2021, perhaps with a time.
    Days,
    /// Months, like 2021-03.
    Months,
}

/// Whether a text is a date, and of which form.
pub(super) fn date(text: &str) -> Option<Dates> {
    let day = text.split(['T', ' ']).next().unwrap_or(text);
    if day.len() != text.len() && !text.contains(':') {
        return None;
    }
    let separator = day.chars().find(|letter| matches!(letter, '-' | '/' | '.'))?;
    let parts: Vec<&str> = day.split(separator).collect();
    let is_of = |part: &str, least: u32, most: u32| {
        let is_digits = !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_digits && part.parse().is_ok_and(|number: u32| (least..=most).contains(&number))
    };
    let is_year = |part: &str| part.len() == 4 && is_of(part, 1800, 2200);
    match parts[..] {
        [year, month] if separator != '.' && is_year(year) && month.len() == 2 && is_of(month, 1, 12) => {
            Some(Dates::Months)
        }
        [year, month, day] if is_year(year) && is_of(month, 1, 12) && is_of(day, 1, 31) => Some(Dates::Days),
        [day, month, year] if is_year(year) && is_of(day, 1, 31) && is_of(month, 1, 31) => Some(Dates::Days),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        for (text, comma, expected) in [
            ("12.5", false, Some(12.5)),
            ("-3", false, Some(-3.0)),
            ("12,5", true, Some(12.5)),
            ("12,5", false, None),
            ("1.234,5", true, None),
            ("1e3", false, None),
            ("", false, None),
            ("-", false, None),
            ("5.", false, None),
        ] {
            assert_eq!(number(text, comma), expected, "{text}");
        }
        assert_eq!(
            [whole("7"), whole("-7"), whole("007"), whole("0"), whole("7.0")],
            [Some(7), Some(-7), None, Some(0), None]
        );
    }

    #[test]
    fn dates_have_a_year_of_four_digits() {
        for text in ["2021-03-27", "27.03.2021", "3/27/2021", "2021-03-27T10:00:00", "2021/3/7", "2021-03-27 10:00"] {
            assert_eq!(date(text), Some(Dates::Days), "{text}");
        }
        assert_eq!(date("2021-03"), Some(Dates::Months));
        for text in ["2021", "27-03-21", "10.5", "2021.03", "2021-13", "1-2-3", "2021-03-27 A", "a-b"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
