//! The distribution of a record's deviation in `kind = "small-cell"`. "The choice of a distribution for d_ij here has
//! been arbitrary … The method can be fine-tuned by looking at different distributions of d_ij" (ABS 1352.0.55.072,
//! technique 2, page 7).

use super::card::parameter::{DEVIATIONS, TOTAL_VARIANCE, X};
use super::card::{Parameter, Range};
use super::method::{MethodKind, Reader, Totals, found};
use super::probability::Probability;
use super::{CompiledMethod, KeyContext, small_cell};
use crate::base::json::{Node, Value};

/// Largest deviation. A row has an entry for each possible sum of deviations, so their number must be limited.
const MOST: i32 = 10;

/// A distribution of deviations other than 0, with mean 0.
///
/// # Guarantee
/// Each deviation is −1 or positive, so a count plus the deviations of its records is never negative. The probabilities
/// are exact fractions that add up to 1, and the mean is exactly 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviations {
    /// Each deviation, in ascending order, with the numerator of its probability, above 0. The first deviation is −1,
    /// because the mean is 0.
    pub(super) shares: Vec<(i32, u32)>,
    /// The common denominator of the probabilities.
    pub(super) whole: u32,
}

/// The distribution of the paper: −1 with probability 2/3, and 2 with 1/3.
impl Default for Deviations {
    fn default() -> Self {
        Self { shares: vec![(-1, 2), (2, 1)], whole: 3 }
    }
}

/// Reads the parameters of `kind = "small-cell"`.
pub(super) fn small_cell(fields: &mut Reader<'_>) -> Result<MethodKind, String> {
    let x = fields.thousandths(&X)?.ok_or_else(|| X.wrong("missing"))? as u32;
    let deviations = fields.0.maybe(DEVIATIONS.name).map(|node| Deviations::read(&node)).transpose()?;
    let total_variance = fields.maybe(&TOTAL_VARIANCE)?;
    Ok(MethodKind::SmallCell { x, deviations: deviations.unwrap_or_default(), total_variance })
}

impl Reader<'_> {
    /// Reads a number of at least 0.001 with at most three decimals. Returns thousandths.
    pub(super) fn thousandths(&mut self, parameter: &Parameter) -> Result<Option<u64>, String> {
        let Some(node) = self.0.maybe(parameter.name) else { return Ok(None) };
        let most = if let Range::Thousandths(most) = parameter.range { most } else { 0 };
        let thousandths = match *node.value() {
            Value::Whole(number) => number.saturating_mul(1000),
            // The number has at most three decimals if the thousandths, divided by 1000, equal the number.
            Value::Other(number) if number > 0.0 && number < most as f64 => {
                let rounded = (number * 1000.0 + 0.5) as u64;
                if rounded as f64 / 1000.0 == number { rounded } else { 0 }
            }
            _ => 0,
        };
        let valid = (1..=most).contains(&thousandths);
        if valid { Ok(Some(thousandths)) } else { Err(parameter.wrong(&found(node.value()))) }
    }
}

/// Checks that a limit on the variance of the grand total has an effect.
pub(super) fn check(kind: &MethodKind, totals: Totals) -> Result<(), String> {
    match kind {
        MethodKind::SmallCell { total_variance: Some(_), .. } if totals == Totals::Own => Err(
            "total_variance needs totals = \"sum\": a total with noise of its own has at most the variance of a cell; \
                 expected totals = \"sum\" beside it"
                .into(),
        ),
        _ => Ok(()),
    }
}

/// Compiles the rows of the method.
pub(super) fn compile(x: u32, deviations: &Deviations, context: KeyContext<'_>) -> CompiledMethod {
    small_cell::compile(x, deviations, context)
}

impl Deviations {
    /// Reads a list of pairs of a deviation and its probability.
    pub(super) fn read(node: &Node<'_>) -> Result<Self, String> {
        let wrong = |problem: &str| DEVIATIONS.wrong(problem);
        let list = node.list().map_err(|_| wrong("not a list"))?;
        let mut fractions: Vec<(i32, u64, u64)> = Vec::with_capacity(list.len());
        for item in list {
            let pair = item.list().unwrap_or_default();
            let [deviation, chance] = pair.as_slice() else { return Err(wrong("a list with an item that is no pair")) };
            let deviation = match *deviation.value() {
                Value::Whole(number) => i32::try_from(number).unwrap_or(i32::MAX),
                Value::Other(-1.0) => -1,
                _ => i32::MAX,
            };
            if !(-1..=MOST).contains(&deviation) || deviation == 0 {
                return Err(wrong("a list with another deviation"));
            }
            if fractions.iter().any(|other| other.0 == deviation) {
                return Err(wrong(&format!("a list with {deviation} twice")));
            }
            let (numerator, denominator) = fraction(chance).ok_or_else(|| {
                wrong("a list with a probability other than a text like \"2/3\" or a number with at most nine decimals")
            })?;
            let later = fractions.iter().position(|other| other.0 > deviation).unwrap_or(fractions.len());
            fractions.insert(later, (deviation, numerator, denominator));
        }
        let whole = fractions.iter().try_fold(1u64, |whole, (.., denominator)| {
            let common = (whole / divisor(whole, *denominator)).checked_mul(*denominator)?;
            (common <= u32::MAX.into()).then_some(common)
        });
        let whole = whole.ok_or_else(|| wrong("a list whose probabilities have no common denominator below 2^32"))?;
        let shares = fractions.iter().map(|&(deviation, numerator, denominator)| {
            // At most `whole`, because the numerator is at most the denominator.
            (deviation, (numerator * (whole / denominator)) as u32)
        });
        let shares: Vec<(i32, u32)> = shares.collect();
        if shares.iter().map(|(_, share)| u64::from(*share)).sum::<u64>() != whole {
            return Err(wrong("a list whose probabilities do not add up to 1"));
        }
        if shares.iter().map(|(deviation, share)| i64::from(*deviation) * i64::from(*share)).sum::<i64>() != 0 {
            return Err(wrong("a list whose mean is not 0"));
        }
        Ok(Self { shares, whole: whole as u32 })
    }

    /// The variance of a deviation, Σ d² P(d), as numerator and denominator.
    pub(super) fn variance(&self) -> (u64, u64) {
        let squares =
            self.shares.iter().map(|(deviation, share)| u64::from(deviation.unsigned_abs()).pow(2) * u64::from(*share));
        (squares.sum(), self.whole.into())
    }
}

/// Reads an exact probability above 0: a fraction in a text, or a number with at most nine decimals.
fn fraction(node: &Node<'_>) -> Option<(u64, u64)> {
    const NINTH: u64 = 1_000_000_000;
    let (numerator, denominator) = match node.value() {
        Value::String(text) => match Probability::parse_ratio(text)? {
            Probability::Ratio(numerator, denominator) => (numerator, denominator),
            Probability::Number(_) => return None,
        },
        Value::Whole(1) => (1, 1),
        // The number has at most nine decimals if its billionths, divided by a billion, equal the number.
        Value::Other(number) if *number > 0.0 && *number < 1.0 => {
            let rounded = (number * NINTH as f64 + 0.5) as u64;
            (rounded as f64 / NINTH as f64 == *number).then_some((rounded, NINTH))?
        }
        _ => return None,
    };
    let common = divisor(numerator, denominator);
    (numerator > 0).then(|| (numerator / common, denominator / common))
}

/// The greatest common divisor of two numbers, of which at least one is not 0.
pub(super) fn divisor(first: u64, second: u64) -> u64 {
    let (mut first, mut second) = (first, second);
    while second > 0 {
        (first, second) = (second, first % second);
    }
    first
}

/// The effect of `kind = "small-cell"` in words.
pub(super) fn text(x: u32, deviations: &Deviations) -> String {
    let all = match x / 1000 {
        0 => String::new(),
        1 => "; a count of 1 always changes".into(),
        most => format!("; in counts up to {most} all records are"),
    };
    // A record is counted once more than its deviation.
    let times = match deviations.shares.last() {
        Some((most, _)) if *deviations != Deviations::default() => format!("up to {} times or not at all", most + 1),
        _ => "three times or not at all".into(),
    };
    let average = thousandths(x);
    format!("In each count some records, {average} on average, are counted {times}, at random{all}.")
}

/// Formats a number of thousandths as a decimal number.
fn thousandths(number: u32) -> String {
    let text = format!("{}.{:03}", number / 1000, number % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
