//! Proposes intervals of a numeric column, and bands of single years.

use serde_json::Number;

use super::fields::{CutDraft, GroupDraft};
use super::stats::Stats;

/// The shares of the rows, in percent, at which intervals begin.
const SHARES: [usize; 5] = [10, 25, 50, 75, 90];
/// Zero has an interval of its own if at least one row in 20 is zero.
const ZEROS: u64 = 20;

/// A multiple of a step: `count` · `mantissa` · 10^`exponent`.
#[derive(Clone, Copy)]
struct Step {
    mantissa: i64,
    exponent: i32,
}

impl Step {
    /// The largest step of 1, 2 or 5 times a power of ten that is at most `gap`.
    fn below(gap: f64) -> Self {
        let mut step = Self { mantissa: 1, exponent: 12 };
        while step.size() > gap && step.exponent > -6 {
            step = match step.mantissa {
                1 => Self { mantissa: 5, exponent: step.exponent - 1 },
                5 => Self { mantissa: 2, ..step },
                _ => Self { mantissa: 1, ..step },
            };
        }
        step
    }

    fn size(self) -> f64 {
        // Powers of ten up to 10^22 are exact, and so is their quotient's rounding on every machine.
        let power = (0..self.exponent.unsigned_abs()).fold(1.0, |power, _| power * 10.0);
        let mantissa = self.mantissa as f64;
        if self.exponent < 0 { mantissa / power } else { mantissa * power }
    }

    /// A multiple of the step in digits.
    fn text(self, count: i64) -> String {
        let number = count.saturating_mul(self.mantissa);
        if self.exponent >= 0 {
            return (0..self.exponent).fold(number, |number, _| number.saturating_mul(10)).to_string();
        }
        let places = self.exponent.unsigned_abs() as usize;
        let digits = format!("{:0>width$}", number.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let fraction = fraction.trim_end_matches('0');
        let sign = if number < 0 { "-" } else { "" };
        if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
    }
}

/// Intervals that begin at rounded quantiles. `None` if the numbers are too alike. `others` are numbers that the statistics
/// leave out because they look like missing answers, and that are answers here.
pub(super) fn cut(stats: &Stats, others: &[f64]) -> Option<CutDraft> {
    let (least, most) = stats.range?;
    let least = others.iter().copied().fold(least, f64::min);
    let quantiles = stats.quantiles(&SHARES);
    let gaps = quantiles.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0);
    let gap = gaps.fold(f64::INFINITY, f64::min);
    let gap = if gap.is_finite() { gap } else { (most - least) / 4.0 };
    if gap <= 0.0 {
        return None;
    }
    let is_whole = !stats.has_fraction;
    let step = Step::below(if is_whole { gap.max(1.0) } else { gap });
    let size = step.size();
    // Numbers from 0 begin at 0, so that a later delivery with smaller numbers fits.
    let spread = quantiles.last()? - quantiles.first()?;
    let is_extreme = least < quantiles.first()? - 2.0 * spread;
    let first = if least >= 0.0 && (is_extreme || least < most - least) {
        0.0
    } else if is_extreme {
        // The rounded number of one person would stand in the specification. A power of ten tells only its length.
        -((0..19).map(|power| 10_f64.powi(power)).find(|bound| *bound >= -least)? / size).ceil()
    } else {
        (least / size).floor()
    };
    let mut counts = vec![first as i64];
    let mut at: Vec<String> = vec![step.text(first as i64)];
    if is_whole && least >= 0.0 && stats.zeros * ZEROS >= stats.rows && first == 0.0 {
        at.push("1".to_owned());
    }
    for quantile in quantiles {
        let count = (quantile / size).round() as i64;
        let text = step.text(count);
        if counts.last().is_some_and(|last| count > *last)
            && !at.contains(&text)
            && (quantile / size).round() * size <= most
        {
            counts.push(count);
            at.push(text);
        }
    }
    if at.len() < 2 {
        return None;
    }
    let labels = at.iter().enumerate().map(|(index, bound)| match at.get(index + 1) {
        None => format!("{bound} and over"),
        Some(next) if is_whole => match (bound.parse::<i64>(), next.parse::<i64>()) {
            (Ok(bound), Ok(next)) if bound + 1 == next => bound.to_string(),
            (Ok(bound), Ok(next)) => format!("{bound} to {}", next - 1),
            _ => format!("{bound} to below {next}"),
        },
        Some(next) => format!("{bound} to below {next}"),
    });
    let labels = labels.collect();
    let number = |text: &String| match text.parse::<i64>() {
        Ok(whole) => Some(Number::from(whole)),
        Err(_) => Number::from_f64(text.parse().ok()?),
    };
    Some(CutDraft { at: at.iter().map(number).collect::<Option<_>>()?, labels })
}

/// The bands of ages in the tables of many censuses.
const AGES: [i64; 8] = [0, 16, 25, 35, 45, 55, 65, 75];

/// Bands of single years of age, from the codes' least to their largest number.
pub(super) fn age_bands(least: i64, most: i64) -> Vec<GroupDraft> {
    bands(&AGES, least, most)
}

/// Bands of about ten of the numbers from `least` to `most`.
pub(super) fn number_bands(least: i64, most: i64) -> Vec<GroupDraft> {
    let width = [5, 10, 20, 25, 50, 100].into_iter().find(|width| (most - least) / width < 12).unwrap_or(1000);
    let first = least.div_euclid(width) * width;
    let starts: Vec<i64> = (0..).map(|band| first + band * width).take_while(|start| *start <= most).collect();
    bands(&starts, least, most)
}

fn bands(starts: &[i64], least: i64, most: i64) -> Vec<GroupDraft> {
    let band = |(at, start): (usize, &i64)| {
        let next = starts.get(at + 1).copied();
        let end = next.map_or(most, |next| next - 1);
        if end < least || *start > most {
            return None;
        }
        let (code, label) = match next {
            Some(_) if *start == end => (start.to_string(), start.to_string()),
            Some(_) => (format!("{start}-{end}"), format!("{start} to {end}")),
            None => (format!("{start}+"), format!("{start} and over")),
        };
        Some(GroupDraft { code, label, of: vec![format!("{start}..{end}")] })
    };
    starts.iter().enumerate().filter_map(band).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn stats(numbers: impl Iterator<Item = String>) -> Stats {
        let mut stats = Stats::new(false);
        numbers.for_each(|number| stats.add(&number, 1));
        stats
    }

    fn proposed(stats: &Stats) -> (Vec<String>, Vec<String>) {
        let cut = cut(stats, &[]).unwrap();
        (cut.at.iter().map(ToString::to_string).collect(), cut.labels)
    }

    #[test]
    fn intervals_begin_at_rounded_quantiles() {
        let (at, labels) = proposed(&stats((0..10_000).map(|number| (number * 7 % 60_013).to_string())));
        // The numbers have steps of 7 up to 60,013, and again up to 9,989. The quantiles are 3,500, 8,750, 25,011, 42,511
        // and 53,011.
        assert_eq!(at, ["0", "5000", "10000", "25000", "45000", "55000"]);
        assert_eq!(labels[0], "0 to 4999");
        let (at, labels) = proposed(&stats((0..1000).map(|number| format!("{}.5", number % 7))));
        assert!(at.len() > 2 && labels[0].contains(" to below "), "{at:?}");
    }

    #[test]
    fn many_zeros_have_an_interval() {
        let numbers = (0..1000).map(|number| if number % 4 == 0 { "0".to_owned() } else { (number * 3).to_string() });
        let (at, labels) = proposed(&stats(numbers));
        assert_eq!((&*at[0], &*at[1], &*labels[0]), ("0", "1", "0"));
    }

    #[test]
    fn multiples_of_steps_are_exact() {
        let step = Step { mantissa: 5, exponent: -2 };
        assert_eq!([step.text(1), step.text(-3), step.text(20)], ["0.05", "-0.15", "1"]);
        assert_eq!(Step { mantissa: 2, exponent: 3 }.text(7), "14000");
    }

    #[test]
    fn bands_cover_the_codes() {
        let bands = age_bands(18, 97);
        assert_eq!(bands.first().map(|band| &*band.code), Some("16-24"));
        assert_eq!(bands.last().map(|band| (&*band.code, &*band.of[0])), Some(("75+", "75..97")));
        assert_eq!(number_bands(1921, 2010).len(), 10);
    }
}
