//! Pages 13 to 16: what a value tells of a count.

use super::super::rows::decimals;
use super::super::{Claim, Part, Row, Verdict};
use super::{mean_and_variance, rounding, small_cell};
use crate::measure::utility::information_gain;
use crate::protect::CompiledMethod;

/// Our slightly decreasing prior for counts of 0 to 5, in percent.
const DECREASING: [f64; 6] = [20.0, 18.0, 17.0, 16.0, 15.0, 14.0];

/// The gain in percent under a prior for the counts from 0 on.
fn gain(rows: &CompiledMethod, prior: &[f64]) -> f64 {
    let all: f64 = prior.iter().sum();
    let prior: Vec<(u64, f64)> = (0..).zip(prior.iter().map(|weight| weight / all)).collect();
    100.0 * information_gain(rows, &prior).expect("more than one count can be")
}

/// Whether two gains in percent are within one percentage point: "similar results".
fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1.0
}

/// Pages 15 and 16: the expected information gain.
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
        // "Similar": near that of the even prior. As printed, that of small-cell noise does not fall from 33 to 34.
        let similar = near(even, decreasing) && (may_fall || decreasing >= even);
        let verdict = if similar { Verdict::SameOrder } else { Verdict::Different };
        part.rows.push(Row::new(&format!("{label}; decreasing prior"), &[printed], &[percent(decreasing)], verdict));
    }
    // Mean variance over the six counts, which is the information lost as the paper measures it.
    let loss = |rows: &CompiledMethod| (0..6).map(|count| mean_and_variance(rows, count).1).sum::<f64>() / 6.0;
    part.claims = vec![
        Claim::new(
            "Small-cell noise tells more of a count than rounding to base 5, under both priors (page 16).",
            gains[1][0] > gains[0][0] && gains[1][1] > gains[0][1],
        ),
        Claim::new(
            format!(
                "And with less loss (page 16): a mean variance of {} for small-cell noise against {} for rounding.",
                decimals(loss(&small), 2),
                decimals(loss(&five), 2)
            ),
            loss(&small) < loss(&five),
        ),
        Claim::new(
            "The results under the decreasing prior are similar: each within one percentage point of that under the even prior (page 16).",
            gains.iter().all(|&[even, decreasing]| near(even, decreasing)),
        ),
    ];
    let each = gains.map(|gains| gains.map(|percent| decimals(percent, 2)));
    part.notes = vec![
        format!(
            "With two decimals ours are {} and {} for rounding, {} and {} for small-cell noise. The paper's are approximate, from a million \
             simulated values; equal means the same whole percent.",
            each[0][0], each[0][1], each[1][0], each[1][1]
        ),
        "The numbers of the paper's decreasing prior are lost in its text. Ours are 0.20, 0.18, 0.17, 0.16, 0.15 and 0.14, for 0 to 5: a \
         choice of ours, so these rows repeat the paper's finding and not its calculation. It finds \"similar results\": a row has the same \
         order where the gain is within one percentage point of that under the even prior, and for small-cell noise, which is printed \
         with 33 and 34, not below it. That gains rise a little here is a property of the prior that we chose."
            .into(),
        "The paper contradicts itself: counts are said to be 0 to 5 and then 0 to 6, with a probability of 1/6 each and logarithms to base 6. \
         Only the six counts 0 to 5 make a distribution, with an entropy of 1, and give the printed gains."
            .into(),
        "Page 14 gives rounding to base 5 a variance of 4 for every count that is no multiple of 5. It is r(5 − r) for the remainder r: 4 for 1 \
         and 4, but 6 for 2 and 3. With the paper's 4, rounding would have a mean variance of 2.67 over 0 to 5 and lose less than \
         small-cell noise; that it loses more is right with 6."
            .into(),
    ];
    part
}

/// Page 13: how many independent roundings give a count away.
pub(super) fn averaging() -> Part {
    let mut part = Part::new("Page 13, independent roundings to base 5 that are averaged", &["requests"]);
    let five = rounding(5);
    // Half a record either way at 95 %: the nearest whole number is the count then.
    let requests = |variance: f64| (1.959_964 * 1.959_964 * variance / 0.25).ceil();
    let variances = [1, 2, 3, 4].map(|count| mean_and_variance(&five, count).1);
    let mean = variances.iter().sum::<f64>() / 4.0;
    for (label, variance) in [
        ("half a record at 95 %, remainder 1 or 4, and any with the paper's variance of 4", variances[0]),
        ("half a record at 95 %, remainder 2 or 3", variances[1]),
        ("half a record at 95 %, mean variance of the remainders 1 to 4", mean),
    ] {
        part.rows.push(Row::new(label, &[""], &[decimals(requests(variance), 0)], Verdict::Extra));
    }
    part.notes.push(format!(
        "The paper says that the number of trials \"required to get reasonable precision is in the seventies\", and neither what precision that is nor \
         how it was worked out. So nothing is compared with it. Ours is a reading: so many that the mean of the values is within half a record of \
         the count with 95 %. Remainders of 1 and 4 need {}, and so would all with the variance of 4 that page 14 gives them; of 2 and 3 {}; \
         only with the mean variance, 5, is it in the seventies, {}. With keys, all requests give one value.",
        decimals(requests(variances[0]), 0),
        decimals(requests(variances[1]), 0),
        decimals(requests(mean), 0)
    ));
    part
}
