//! Formats figures, limits and texts for the reports that people read.

use serde::Serialize;

use crate::audit::{Figure, Finding};

/// Formats a number with at most four significant digits.
fn digits(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{:.0}", value + 0.0); // adding 0 turns −0 into 0
    }
    if !(1e-3..1e6).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let decimals = (3 - exponent(value)).max(0) as usize;
    trimmed(format!("{value:.decimals$}"))
}

/// Returns the decimal exponent of a number. Reading it from the text gives the same result on every machine.
fn exponent(value: f64) -> i32 {
    format!("{value:e}").rsplit('e').next().and_then(|exponent| exponent.parse().ok()).unwrap_or(0)
}

fn percent(share: f64) -> String {
    format!("{} %", trimmed(format!("{:.2}", share * 100.0)))
}

fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Formats a figure, a share with its numerator and denominator.
pub(in crate::audit) fn figure_words(figure: Figure) -> String {
    match figure {
        Figure::Count(count) => count.to_string(),
        Figure::Share { all: 0, .. } => "0 of 0".into(),
        Figure::Share { of, all } => format!("{of} of {all} ({})", percent(figure.value())),
        Figure::Number(value) => digits(value),
    }
}

/// Formats the limit of a finding like its first figure.
pub(super) fn limit_words(finding: &Finding) -> String {
    limit_of(finding.figures.first().map(|(_, figure)| *figure), finding.limit)
}

/// Formats a limit like the figure that it limits.
pub(in crate::audit) fn limit_of(figure: Option<Figure>, limit: f64) -> String {
    match figure {
        Some(Figure::Share { .. }) => percent(limit),
        _ => digits(limit),
    }
}

/// Returns the name of a release class in a specification.
pub(super) fn class_word(class: &impl Serialize) -> String {
    serde_json::to_value(class).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Replaces line breaks and control characters with spaces.
pub(in crate::audit) fn line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (12.0, "12"),
            (0.05, "0.05"),
            (1234.56, "1235"),
            (2.5e-9, "2.50e-9"),
            (0.123456, "0.1235"),
        ];
        for (value, words) in cases {
            assert_eq!(digits(value), words);
        }
        assert_eq!(figure_words(Figure::Share { of: 1, all: 3 }), "1 of 3 (33.33 %)");
        assert_eq!(figure_words(Figure::Share { of: 0, all: 0 }), "0 of 0");
    }
}
