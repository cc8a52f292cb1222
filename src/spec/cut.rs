//! Reads `cut`: the intervals that make codes of a numeric column. Numbers are compared exactly, digit by digit.

use std::cmp::Ordering;

use toml::Value;

use super::codes::Code;
use super::error::SpecError;
use super::fields::{Fields, kind};
use crate::base::Quoted;
use crate::dimension::Text;

/// The intervals of a numeric column. Each begins at its bound and ends below the next bound. The last has no end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The lower bounds, ascending, at least one.
    at: Vec<Number>,
}

/// Why a text is in no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoInterval {
    /// The text is not a number in plain notation.
    NotNumber,
    /// The number is below the first bound.
    Below,
}

/// A decimal number of any length.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Number {
    negative: bool,
    /// The digits before the point, without leading zeros.
    whole: String,
    /// The digits after the point, without zeros at the end.
    fraction: String,
}

/// A [`Number`] within a text: its sign, and its digits before and after the point.
type Parts<'a> = (bool, &'a str, &'a str);

impl Cut {
    /// The position of the interval that holds a number in plain notation, like `-3` or `12.5`. `comma` also permits a
    /// decimal comma.
    ///
    /// # Errors
    /// Fails if the text is no such number, or if the number is below the first bound.
    pub fn interval(&self, text: &str, comma: bool) -> Result<usize, NoInterval> {
        let number = parts(text, comma).ok_or(NoInterval::NotNumber)?;
        let above = self.at.partition_point(|bound| compare(bound.parts(), number) != Ordering::Greater);
        above.checked_sub(1).ok_or(NoInterval::Below)
    }

    /// The first bound.
    pub fn first(&self) -> String {
        self.at.first().map(Number::text).unwrap_or_default()
    }
}

impl Number {
    fn new((negative, whole, fraction): Parts<'_>) -> Self {
        Self { negative, whole: whole.to_owned(), fraction: fraction.to_owned() }
    }

    fn parts(&self) -> Parts<'_> {
        (self.negative, &self.whole, &self.fraction)
    }

    fn text(&self) -> String {
        let whole = if self.whole.is_empty() { "0" } else { &self.whole };
        let point = if self.fraction.is_empty() { "" } else { "." };
        format!("{}{whole}{point}{}", if self.negative { "-" } else { "" }, self.fraction)
    }
}

fn parts(text: &str, comma: bool) -> Option<Parts<'_>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let point = digits.find(|letter| letter == '.' || (comma && letter == ','));
    let (whole, fraction) = point.map_or((digits, "0"), |at| (&digits[..at], &digits[at + 1..]));
    let is_sound = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_sound(whole) || !is_sound(fraction) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    // -0 is 0.
    Some((text.starts_with('-') && !(whole.is_empty() && fraction.is_empty()), whole, fraction))
}

fn compare(a: Parts<'_>, b: Parts<'_>) -> Ordering {
    // Without zeros at the end, fractions compare like texts.
    let magnitude = a.1.len().cmp(&b.1.len()).then_with(|| a.1.cmp(b.1)).then_with(|| a.2.cmp(b.2));
    match (a.0, b.0) {
        (false, false) => magnitude,
        (true, true) => magnitude.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

/// Reads `cut` and the codes that it makes: the lower bounds, with the given labels.
pub(super) fn cut(fields: &Fields<'_>) -> Result<Option<(Cut, Vec<Code>)>, SpecError> {
    let expected = "a table like { at = [0, 16, 65], labels = [\"0 to 15\", \"16 to 64\", \"65 and over\"] }";
    let table = match fields.get("cut") {
        None => return Ok(None),
        Some(Value::Table(table)) => table,
        Some(other) => return Err(fields.invalid("cut", kind(other), expected)),
    };
    let fields = Fields::open(format!("{}: cut", fields.at()), table, &["at", "labels"], fields.log());
    let expected = "ascending numbers, the lower bounds of the intervals";
    let mut at: Vec<Number> = Vec::new();
    for (index, item) in fields.list("at", "numbers")?.iter().enumerate() {
        let field = format!("at[{}]", index + 1);
        let text = match item {
            Value::Integer(whole) => whole.to_string(),
            // The shortest text of a float is the number in the file.
            Value::Float(number) => number.to_string(),
            other => return Err(fields.invalid(&field, kind(other), "a number")),
        };
        let number = parts(&text, false).map(Number::new);
        let number = number.ok_or_else(|| fields.invalid(&field, text.clone(), "a finite number"))?;
        if at.last().is_some_and(|last| compare(last.parts(), number.parts()) != Ordering::Less) {
            return Err(fields.invalid(&field, format!("{text}, which is not above the bound before it"), expected));
        }
        at.push(number);
    }
    if at.is_empty() {
        return Err(match fields.get("at") {
            None => fields.missing("at", expected),
            Some(_) => fields.invalid("at", "empty", expected),
        });
    }
    let given = fields.list("labels", "texts")?;
    if !given.is_empty() && given.len() != at.len() {
        let expected = format!("{}, one for each number of at", at.len());
        return Err(fields.invalid("labels", format!("a list of {}", given.len()), expected));
    }
    let mut codes = Vec::with_capacity(at.len());
    for (index, bound) in at.iter().enumerate() {
        let label = match (given.get(index), at.get(index + 1)) {
            (Some(label), _) => fields.as_text(&format!("labels[{}]", index + 1), label)?,
            (None, Some(next)) => Text::from(format!("{} to below {}", bound.text(), next.text()).as_str()),
            (None, None) => Text::from(format!("{} and over", bound.text()).as_str()),
        };
        codes.push(Code { code: bound.text(), label });
    }
    Ok(Some((Cut { at }, codes)))
}

/// Refuses a missing code that is the code of an interval.
pub(super) fn check_missing(fields: &Fields<'_>, codes: &[Code], missing: &str) -> Result<(), SpecError> {
    match codes.iter().any(|code| code.code == missing) {
        true => {
            let found = format!("{}, which is the code of an interval", Quoted(missing));
            Err(fields.invalid("missing.code", found, "another code, like \"X\""))
        }
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(at: &[&str]) -> Cut {
        Cut { at: at.iter().map(|text| Number::new(parts(text, false).unwrap())).collect() }
    }

    #[test]
    fn intervals_begin_at_their_bound() {
        let cut = of(&["-10", "0", "16", "65.5"]);
        for (text, expected) in [
            ("-10", Ok(0)),
            ("-10.0", Ok(0)),
            ("-10.00000000000000000001", Err(NoInterval::Below)),
            ("-11", Err(NoInterval::Below)),
            ("-9.5", Ok(0)),
            ("-0.1", Ok(0)),
            ("-0", Ok(1)),
            ("-0.0", Ok(1)),
            ("0", Ok(1)),
            ("007", Ok(1)),
            ("15.999999999999999999999999999", Ok(1)),
            ("16", Ok(2)),
            ("016.000", Ok(2)),
            ("65.49", Ok(2)),
            ("65.5", Ok(3)),
            ("65.50", Ok(3)),
            ("100", Ok(3)),
            ("99999999999999999999999999999999999999999", Ok(3)),
        ] {
            assert_eq!(cut.interval(text, false), expected, "{text}");
        }
    }

    #[test]
    fn only_plain_notation_is_a_number() {
        let cut = of(&["0"]);
        for text in [
            "", "-", ".", "1.", ".5", "+5", "1e3", "1E3", "NA", "12,5", "1 000", " 1", "1 ", "1.2.3", "--1", "٣", "inf",
        ] {
            assert_eq!(cut.interval(text, false), Err(NoInterval::NotNumber), "{text}");
        }
        assert_eq!(cut.interval("12,5", true), Ok(0));
        assert_eq!(cut.interval("12.5", true), Ok(0));
        for text in ["1.234,5", "1,234.5", ",5", "5,"] {
            assert_eq!(cut.interval(text, true), Err(NoInterval::NotNumber), "{text}");
        }
    }
}
