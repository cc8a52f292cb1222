//! The findings of a check, in words.

use super::{Check, RowCheck, ValueCheck, Verdict};
use crate::base::order::sort_positions;

/// Largest mean, in records, that counts as 0. R `ptable` rounds probabilities to eight decimals, which causes smaller
/// means.
const ROUNDING: f64 = 1e-5;
/// Maximum number of rows or values that a sentence names.
const NAMED: usize = 4;

/// Returns all verdicts. Verdicts that need attention come first. A bias with few keys needs attention only if the
/// caller gave the number of keys.
pub(super) fn verdicts(found: &Check, keys_chosen: bool) -> Vec<Verdict> {
    let mut verdicts = vec![sum(found), mean(found)];
    verdicts.extend(mean_with_keys(found, keys_chosen));
    verdicts.extend([empty_cells(found), gaps(found)]);
    if found.values.is_empty() {
        verdicts.push(Verdict {
            name: "values",
            fine: false,
            says: "noise reaches too far to compute the published values".into(),
        });
    } else {
        verdicts.extend([blocked(found), one_cause(found), zero(found), causes_with_gaps(found), most(found)]);
    }
    let (fine, look): (Vec<_>, Vec<_>) = verdicts.into_iter().partition(|verdict| verdict.fine);
    look.into_iter().chain(fine).collect()
}

fn sum(found: &Check) -> Verdict {
    let units = match found.keys {
        None => "in units of 2^-32".to_owned(),
        Some(keys) => format!("with a noise for each of {keys} keys"),
    };
    Verdict { name: "sum", fine: true, says: format!("every row adds up to exactly 1, {units}") }
}

fn mean(found: &Check) -> Verdict {
    let verdict = |fine, says| Verdict { name: "mean", fine, says };
    let biased = largest_first(found, |row| row.mean);
    match biased.first() {
        None => verdict(true, "every row above 0 has mean 0 exactly".into()),
        Some((_, most)) if most.abs() <= ROUNDING => {
            let within = number(most.abs());
            verdict(
                true,
                format!("every row above 0 has mean 0 to within {within} records, up to the rounding of probabilities"),
            )
        }
        Some(_) => verdict(false, format!("biased: {}", means(&biased))),
    }
}

fn mean_with_keys(found: &Check, keys_chosen: bool) -> Option<Verdict> {
    let keys = found.lookup_keys?;
    let biased = largest_first(found, |row| row.with_keys.map_or(0.0, |with| with.mean));
    let verdict = |fine, says| Some(Verdict { name: "mean-with-keys", fine, says });
    if biased.first().is_none_or(|(_, most)| most.abs() <= ROUNDING) {
        return verdict(true, format!("looked up with {keys} keys, every row above 0 has mean 0"));
    }
    // If rows are also biased with uniform random numbers, the number of keys is not the reason for the bias.
    let even = largest_first(found, |row| row.mean).first().is_none_or(|(_, most)| most.abs() <= ROUNDING);
    let biased = means(&biased);
    if even && !keys_chosen {
        let says = format!("not biased under modulus 2^32 or by hash; with {keys} keys it would be biased: {biased}");
        return verdict(true, says);
    }
    let remedy = if even {
        format!("; under modulus 2^32, or with a table designed for {keys} keys, it is not biased")
    } else {
        String::new()
    };
    verdict(
        false,
        format!("biased if looked up with {keys} keys (lookup = \"key\" under modulus {keys}): {biased}{remedy}"),
    )
}

fn empty_cells(found: &Check) -> Verdict {
    let gain = found.empty_cells_gain;
    let says = if gain > 0.0 {
        format!("row 0 adds {} records to an empty cell on average, if the method uses row 0", number(gain))
    } else {
        "empty cells stay empty".into()
    };
    Verdict { name: "empty-cells", fine: gain == 0.0, says }
}

fn gaps(found: &Check) -> Verdict {
    let with_gaps: Vec<&RowCheck> = found.rows.iter().filter(|row| !row.gaps.is_empty()).collect();
    let says = if with_gaps.is_empty() {
        "every row has all noise between its smallest and largest noise, except noise to values that are never shown"
            .into()
    } else {
        let named = with_gaps.iter().map(|row| format!("{} of {}", runs(&row.gaps, false), name(row)));
        format!(
            "noise that never occurs between smaller and larger noise, although other counts have the result, which excludes causes: {}",
            list(named)
        )
    };
    Verdict { name: "gaps", fine: with_gaps.is_empty(), says }
}

fn blocked(found: &Check) -> Verdict {
    let says = if found.blocked.is_empty() {
        "every value from 0 on can be published".into()
    } else {
        format!("values never shown: {}", runs(&found.blocked, found.blocked_goes_on))
    };
    Verdict { name: "blocked", fine: true, says }
}

fn one_cause(found: &Check) -> Verdict {
    let certain: Vec<&ValueCheck> = found.values.iter().filter(|value| value.value > 0 && value.number == 1).collect();
    let says = if certain.is_empty() {
        "every value above 0 has several possible causes".into()
    } else {
        let named = certain.iter().map(|value| format!("{} is a count of {}", value.value, value.low));
        format!(
            "values with only one possible cause, which disclose the count: {}{}",
            list(named),
            goes_on(found, &certain)
        )
    };
    Verdict { name: "one-cause", fine: certain.is_empty(), says }
}

fn zero(found: &Check) -> Verdict {
    let verdict = |fine, says| Verdict { name: "zero", fine, says };
    match found.values.first().filter(|first| first.value == 0) {
        None => verdict(true, "0 is never published".into()),
        Some(zero) if zero.number == 1 => {
            verdict(false, format!("a published 0 is a count of {} for certain", zero.low))
        }
        Some(zero) => verdict(
            true,
            format!(
                "a published 0 can be {} counts from {} to {}, likeliest {} with probability {}",
                zero.number,
                zero.low,
                zero.high,
                zero.likeliest,
                number(zero.probability)
            ),
        ),
    }
}

fn causes_with_gaps(found: &Check) -> Verdict {
    let with_gaps: Vec<&ValueCheck> = found.values.iter().filter(|value| value.gaps > 0).collect();
    let says = if with_gaps.is_empty() {
        "no value has impossible counts between its likely causes".into()
    } else {
        let named = with_gaps.iter().map(|value| {
            format!("{} (from {} to {}, {} of them impossible)", value.value, value.low, value.high, value.gaps)
        });
        format!("values with impossible counts between likely causes: {}{}", list(named), goes_on(found, &with_gaps))
    };
    Verdict { name: "causes-with-gaps", fine: with_gaps.is_empty(), says }
}

fn most(found: &Check) -> Verdict {
    let above = found.values.iter().filter(|value| value.value > 0);
    // If several values have this probability, take the first.
    let most = above.rev().max_by(|a, b| a.probability.total_cmp(&b.probability));
    let says = most.map_or_else(
        || "no value above 0 is published".into(),
        |most| {
            let (value, count, probability) = (most.value, most.likeliest, number(most.probability));
            format!(
                "the value above 0 that discloses most: {value} is a count of {count} with probability {probability}"
            )
        },
    );
    Verdict { name: "most", fine: true, says }
}

/// Returns the rows above 0 that have a mean other than 0, in descending order of the absolute mean.
fn largest_first(found: &Check, mean: impl Fn(&RowCheck) -> f64) -> Vec<(&RowCheck, f64)> {
    let above = found.rows.iter().filter(|row| row.last > 0).map(|row| (row, mean(row)));
    let biased: Vec<_> = above.filter(|&(_, mean)| mean != 0.0).collect();
    let mut order: Vec<u32> = (0..biased.len() as u32).collect();
    let size = |at: u32| biased[at as usize].1.abs();
    sort_positions(&mut order, &|a, b| size(b).total_cmp(&size(a)).then(a.cmp(&b)));
    order.into_iter().map(|at| biased[at as usize]).collect()
}

fn means(biased: &[(&RowCheck, f64)]) -> String {
    let named = biased.iter().filter(|(_, mean)| mean.abs() > ROUNDING);
    list(named.map(|(row, mean)| format!("{} by {} records", name(row), number(*mean))))
}

fn name(row: &RowCheck) -> String {
    if row.first == row.last { format!("row {}", row.first) } else { format!("rows {} to {}", row.first, row.last) }
}

/// Lists the first few items, and the number of further items.
fn list(all: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = all.collect();
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    all.join(", ") + &more
}

/// Returns the words to add to a list of values that recur with the period.
fn goes_on(found: &Check, values: &[&ValueCheck]) -> &'static str {
    let steady = found.repeats.from + u64::from(found.largest.unsigned_abs());
    if values.last().is_some_and(|value| value.value >= steady) { ", and so on" } else { "" }
}

/// Writes runs of numbers, such as `-3 to -1, 4`.
fn runs<N: std::fmt::Display + PartialEq>(runs: &[(N, N)], goes_on: bool) -> String {
    let run = |(first, last): &(N, N)| if first == last { first.to_string() } else { format!("{first} to {last}") };
    let named = list(runs.iter().map(run));
    if goes_on { named + ", and so on" } else { named }
}

/// Writes a number with four decimals, or with two significant digits if its absolute value is below 0.001.
fn number(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-3 {
        return format!("{number:.1e}");
    }
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}
