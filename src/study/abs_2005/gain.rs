//! Pages 13 to 16: how much a published value discloses about a count.

use super::super::rows::decimals;
use super::super::{Claim, Part, Row, Verdict};
use super::{mean_and_variance, rounding, small_cell};
use crate::measure::utility::information_gain;
use crate::protect::CompiledMethod;

/// Our slightly decreasing prior for counts of 0 to 5, in percent.
const DECREASING: [f64; 6] = [20.0, 18.0, 17.0, 16.0, 15.0, 14.0];

/// Returns the information gain in percent. `prior` holds weights for the counts from 0 on.
fn gain(rows: &CompiledMethod, prior: &[f64]) -> f64 {
    let all: f64 = prior.iter().sum();
    let prior: Vec<(u64, f64)> = (0..).zip(prior.iter().map(|weight| weight / all)).collect();
    100.0 * information_gain(rows, &prior).expect("more than one count can be")
}

/// Whether two gains are "similar results": at most one percentage point apart.
fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1.0
}

/// Computes the expected information gain of pages 15 and 16.
pub(super) fn part() -> Part {
    let mut part = Part::new("Pages 15 and 16, expected information gain on a count of 0 to 5", &["gain, %"]);
    let (five, small) = (rounding(5), small_cell(2));
    let gains = [&five, &small].map(|rows| [gain(rows, &[1.0; 6]), gain(rows, &DECREASING)]);
    let percent = |gain: f64| decimals(gain, 0);
    for (label, printed, gains) in [("random rounding, base 5", "17", gains[0]), ("small-cell, x = 2", "33", gains[1])]
    {
        let ours = percent(gains[0]);
        let verdict = if ours == printed { Verdict::Equal } else { Verdict::Different };
        part.rows.push(Row::new(&format!("{label}; even prior"), &[printed], &[ours], verdict));
    }
    for (label, printed, [even, decreasing], may_fall) in
        [("random rounding, base 5", "17", gains[0], true), ("small-cell, x = 2", "34", gains[1], false)]
    {
        // The paper calls this gain similar to the gain under the even prior. For small-cell noise it prints a rise,
        // from 33 to 34.
        let similar = near(even, decreasing) && (may_fall || decreasing >= even);
        let verdict = if similar { Verdict::SameOrder } else { Verdict::Different };
        part.rows.push(Row::new(&format!("{label}; decreasing prior"), &[printed], &[percent(decreasing)], verdict));
    }
    // The paper measures information loss by the mean variance over the six counts.
    let loss = |rows: &CompiledMethod| (0..6).map(|count| mean_and_variance(rows, count).1).sum::<f64>() / 6.0;
    part.claims = vec![
        Claim::new(
            "Small-cell noise discloses more of a count than rounding to base 5, under both priors (page 16).",
            gains[1][0] > gains[0][0] && gains[1][1] > gains[0][1],
        ),
        Claim::new(
            format!(
                "Small-cell noise loses less information than rounding (page 16): the mean variance is {} for \
                 small-cell noise and {} for rounding.",
                decimals(loss(&small), 2),
                decimals(loss(&five), 2)
            ),
            loss(&small) < loss(&five),
        ),
        Claim::new(
            "The results under the decreasing prior are similar: each gain is within one percentage point of the gain \
             under the even prior (page 16).",
            gains.iter().all(|&[even, decreasing]| near(even, decreasing)),
        ),
    ];
    let each = gains.map(|gains| gains.map(|percent| decimals(percent, 2)));
    part.notes = vec![
        format!(
            "With two decimals, our gains are {} and {} for rounding, and {} and {} for small-cell noise. The paper's \
             gains are approximate, from a million simulated values. A row is equal if both gains round to the same \
             whole percent.",
            each[0][0], each[0][1], each[1][0], each[1][1]
        ),
        "The numbers of the decreasing prior are missing in the paper's text. We chose 0.20, 0.18, 0.17, 0.16, 0.15 \
         and 0.14 for 0 to 5. So these rows repeat the paper's finding, \"similar results\", but not its calculation. \
         A row has the same order if the gain is within one percentage point of the gain under the even prior. For \
         small-cell noise, the paper prints 33 and 34, so the gain must also be at least the gain under the even \
         prior. The gains rise slightly here because of our prior."
            .into(),
        "The paper contradicts itself: counts are 0 to 5 in one place and 0 to 6 in another, with probabilities of 1/6 \
         and logarithms to base 6. Only the six counts 0 to 5 form a distribution with an entropy of 1 and give the \
         printed gains."
            .into(),
        "Page 14 states that rounding to base 5 has a variance of 4 for every count that is not a multiple of 5. But \
         the variance for remainder r is r(5 − r): 4 for remainders 1 and 4, and 6 for remainders 2 and 3. With the \
         paper's variances, rounding would have a mean variance of 2.67 over counts 0 to 5 and lose less information \
         than small-cell noise. With the correct variances, rounding loses more, as the paper states."
            .into(),
    ];
    part
}

/// Computes the number of independent roundings that disclose a count, as on page 13.
pub(super) fn averaging() -> Part {
    let mut part = Part::new("Page 13, independent roundings to base 5 that are averaged", &["requests"]);
    let five = rounding(5);
    // If the mean is less than half a record from the count, the nearest whole number is the count. The confidence
    // level is 95 %.
    let requests = |variance: f64| (1.959_964 * 1.959_964 * variance / 0.25).ceil();
    let variances = [1, 2, 3, 4].map(|count| mean_and_variance(&five, count).1);
    let mean = variances.iter().sum::<f64>() / 4.0;
    for (label, variance) in [
        ("within half a record at 95 %, remainder 1 or 4; all remainders with the paper's variance of 4", variances[0]),
        ("within half a record at 95 %, remainder 2 or 3", variances[1]),
        ("within half a record at 95 %, mean variance of the remainders 1 to 4", mean),
    ] {
        part.rows.push(Row::new(label, &[""], &[decimals(requests(variance), 0)], Verdict::Extra));
    }
    part.notes.push(format!(
        "The paper states that the number of trials \"required to get reasonable precision is in the seventies\". The \
         paper does not state the precision or the calculation, so we compare no figure. In our reading, the mean of \
         the values is within half a record of the count with 95 % probability. Remainders 1 and 4 need {} requests. \
         With page 14's variance of 4, all remainders would need this number. Remainders 2 and 3 need {}. Only the \
         mean variance, 5, gives a number in the seventies: {}. With keys, all requests give the same value.",
        decimals(requests(variances[0]), 0),
        decimals(requests(variances[1]), 0),
        decimals(requests(mean), 0)
    ));
    part
}
