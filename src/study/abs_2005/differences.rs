//! Pages 10 and 11: how much the difference of two protected counts discloses about the true difference.

use std::collections::BTreeMap;

use super::super::chance::{LEVEL, binomial, chi_square, pearson};
use super::super::rows::{decimals, grouped, shown};
use super::super::{Claim, Part, Row, Verdict};
use super::{DRAWS, small_cell};
use crate::protect::CompiledMethod;

/// The table of page 10: n, x, the percentage of simulated differences equal to 1, and the percentage equal to 1 or 2.
const PAGE_10: [(u64, u64, u64, u64); 16] = [
    (1, 2, 0, 0),
    (2, 2, 0, 0),
    (3, 2, 18, 28),
    (4, 2, 14, 28),
    (5, 2, 14, 28),
    (5, 4, 12, 18),
    (7, 6, 10, 15),
    (20, 2, 15, 28),
    (20, 4, 10, 20),
    (20, 6, 8, 16),
    (100, 2, 15, 29),
    (100, 4, 10, 20),
    (100, 6, 9, 17),
    (1000, 2, 15, 29),
    (1000, 4, 11, 21),
    (1000, 6, 9, 16),
];

/// Largest true difference that a user considers possible.
const MOST_DIFFERENCE: u64 = 10;
/// Largest value of the lower count that a user considers possible.
const MOST_COUNT: u64 = 20;

/// The table of page 11: differences and their frequencies, for n = 5 and x = 2.
const PAGE_11: [(i64, u64); 22] = [
    (-9, 4),
    (-8, 11),
    (-7, 26),
    (-6, 80),
    (-5, 146),
    (-4, 296),
    (-3, 521),
    (-2, 777),
    (-1, 1145),
    (0, 1302),
    (1, 1411),
    (2, 1434),
    (3, 1030),
    (4, 766),
    (5, 512),
    (6, 304),
    (7, 148),
    (8, 55),
    (9, 20),
    (10, 5),
    (11, 5),
    (13, 2),
];

/// Returns the distribution of the difference of two counts that are perturbed independently.
fn difference(rows: &CompiledMethod, count: u64, other: u64) -> BTreeMap<i64, f64> {
    let mut out = BTreeMap::new();
    for (value, p) in shown(rows, count) {
        for (less, q) in shown(rows, other) {
            *out.entry(value - less).or_default() += p * q;
        }
    }
    out
}

/// Computes the table of page 10.
pub(super) fn table() -> Part {
    let heads = ["P(n1* − n2* = 1)", "P(n1* − n2* = 1 or 2)"];
    let mut part =
        Part::new("Page 10, probability of an observed difference of 1 where the true difference is 1", &heads);
    let level = LEVEL / (2 * PAGE_10.len()) as f64;
    let (mut least_p, mut exact) = (1.0_f64, BTreeMap::new());
    for (n, x, one, both) in PAGE_10 {
        let found = difference(&small_cell(x), n, n - 1);
        let at = |difference: i64| found.get(&difference).copied().unwrap_or(0.0);
        let (first, either) = (at(1), at(1) + at(2));
        exact.insert((n, x), either);
        let mut within = true;
        for (percent, probability) in [(one, first), (both, either)] {
            // If 100 p − 50 to 100 p + 50 of 10,000 draws succeed, the percentage rounds to p.
            let p = binomial(DRAWS, probability, (100 * percent).saturating_sub(50), 100 * percent + 50);
            least_p = least_p.min(p);
            within &= p > level;
        }
        let printed =
            [one, both].map(|percent| if percent == 0 { "0".into() } else { decimals(percent as f64 / 100.0, 2) });
        let ours = [first, either].map(|p| if p == 0.0 { "0".into() } else { decimals(p, 2) });
        let verdict = if within { Verdict::Equal } else { Verdict::Different };
        part.rows.push(Row::new(&format!("n = {}, x = {x}", grouped(n)), &printed, &ours, verdict));
    }
    let falls = |n: u64| [2, 4, 6].map(|x| exact[&(n, x)]).windows(2).all(|pair| pair[0] > pair[1]);
    part.claims = vec![
        Claim::new(
            "A count of 1 or 2 is never published as 1 or 2 where x is 2 or more (pages 7 and 9).",
            [2, 4, 6]
                .iter()
                .all(|&x| [1, 2].iter().all(|&n| shown(&small_cell(x), n).iter().all(|&(value, _)| value % 3 == 0))),
        ),
        Claim::new(
            "For n = 20, 100 and 1,000, a larger x gives a smaller probability of an observed difference of 1 or 2 \
             (table of page 10).",
            [20, 100, 1000].into_iter().all(falls),
        ),
    ];
    let same: f64 = shown(&small_cell(2), 5).iter().map(|(_, p)| p * p).sum();
    part.notes = vec![
        format!(
            "Our figures are exact: the distributions of both counts are convolved. The paper's figures are shares of \
             10,000 draws, with two decimals. A row is equal if chance and rounding explain each printed figure, at a \
             level of 1 % that all 32 figures share (Bonferroni). The least likely figure has p = {}.",
            decimals(least_p, 3)
        ),
        format!(
            "In the paper, the two tables are perturbed independently. With keys, a cell with one additional record \
             has a different key and count, so its draw differs. So the probabilities do not change for a reader \
             without the keys. Two properties differ. A repeated table has the same values, so averages over \
             repeated tables disclose nothing new. Cells with the same records have the same value in both tables, so an observed difference \
             other than 0 proves that the records differ. In independent tables, two values of the same count of 5 \
             differ with probability {} (x = 2).",
            decimals(1.0 - same, 2)
        ),
    ];
    part
}

/// Finds the observed difference that discloses most about the true difference, for x = 2. Returns this observed
/// difference, the most likely true difference, and its probability. The prior is uniform over a range of true
/// differences and a range of lower counts.
fn likeliest(observed: std::ops::RangeInclusive<i64>) -> (i64, u64, f64) {
    let rows = small_cell(2);
    // P(observed | true difference), up to a common factor.
    let given: Vec<BTreeMap<i64, f64>> = (0..=MOST_DIFFERENCE)
        .map(|true_difference| {
            let mut sum = BTreeMap::new();
            for lower in 0..=MOST_COUNT {
                for (at, p) in difference(&rows, lower + true_difference, lower) {
                    *sum.entry(at).or_default() += p;
                }
            }
            sum
        })
        .collect();
    let mut found = (0, 0, 0.0);
    for at in observed {
        let each: Vec<f64> = given.iter().map(|of| of.get(&at).copied().unwrap_or(0.0)).collect();
        let all: f64 = each.iter().sum();
        for (true_difference, p) in (0..).zip(each) {
            if p / all > found.2 {
                found = (at, true_difference, p / all);
            }
        }
    }
    found
}

/// Computes the distribution of page 11.
pub(super) fn distribution() -> Part {
    let heads = ["observed frequency", "empirical probability"];
    let mut part = Part::new("Page 11, distribution of n1* − n2* for n1 = 5, n2 = 4 and x = 2", &heads);
    let exact = difference(&small_cell(2), 5, 4);
    let level = LEVEL / exact.len() as f64;
    let printed = BTreeMap::from(PAGE_11);
    let mut left_out = true;
    for (&difference, &probability) in &exact {
        let frequency = printed.get(&difference).copied();
        let drawn = frequency.unwrap_or(0);
        let likely = binomial(DRAWS, probability, drawn, drawn) > level;
        let verdict = match (frequency, likely) {
            (Some(_), true) => Verdict::Equal,
            (Some(_), false) => Verdict::Different,
            // The paper's table does not list this difference. A claim below examines these differences.
            (None, _) => Verdict::Extra,
        };
        left_out &= frequency.is_some() || likely;
        let paper =
            frequency.map(|drawn| [grouped(drawn), decimals(drawn as f64 / DRAWS as f64, 4)]).unwrap_or_default();
        let ours = [grouped((DRAWS as f64 * probability + 0.5) as u64), decimals(probability, 4)];
        part.rows.push(Row::new(&difference.to_string(), &paper, &ours, verdict));
    }
    let (statistic, degrees) =
        pearson(exact.iter().map(|(at, p)| (printed.get(at).copied().unwrap_or(0) as f64, DRAWS as f64 * p)));
    let p = chi_square(statistic, degrees);
    let likeliest = likeliest(-2..=4);
    let misprint = binomial(DRAWS, exact[&-8], 411, 411);
    part.claims = vec![
        Claim::new("The frequencies add up to the 10,000 draws.", printed.values().sum::<u64>() == DRAWS),
        Claim::new(
            "So no draw had a difference that the table omits. Chance explains each absent difference, at the level of \
             the rows.",
            left_out && printed.values().sum::<u64>() == DRAWS,
        ),
        Claim::new(
            format!(
                "Taken together, the frequencies fit 10,000 draws from the exact distribution, at a level of 1 %: \
                 chi-square {} with {degrees} degrees of freedom, p = {}.",
                decimals(statistic, 2),
                decimals(p, 3)
            ),
            p > LEVEL,
        ),
        Claim::new(
            format!(
                "No small observed difference, from -2 to 4, discloses the true difference (page 11: \"the user cannot \
                 have much confidence\"). If true differences of 0 to {MOST_DIFFERENCE} and lower counts of 0 to \
                 {MOST_COUNT} are equally likely a priori, no true difference reaches a probability of one half. The \
                 likeliest true difference is {} after an observed difference of {}, with probability {}.",
                likeliest.1,
                likeliest.0,
                decimals(likeliest.2, 2)
            ),
            likeliest.2 < 0.5,
        ),
    ];
    part.notes = vec![
        "A row is equal if chance in 10,000 draws explains the printed frequency, at a level of 1 % that all possible \
         differences share. Differences that the table omits are extra rows."
            .into(),
        "The printed distribution shows the observed differences if the true difference is 1. A user needs the \
         opposite: the true difference, given the observed difference. This depends on the prior. We chose the range \
         and the uniform prior of the last claim. The claim uses only the difference of the two values. It assumes \
         that both tables are perturbed independently, as in the paper."
            .into(),
        format!(
            "The scanned text is damaged in three rows: a first row \"9\" is -9, a frequency \"411\" beside -8 is 11, \
             and a row \"41\" is 11. The printed probabilities 0.0011 and 0.0005 and the sum of 10,000 confirm this. A \
             frequency of 411 would have p {}.",
            if misprint < 1e-9 { "below 10^-9".to_owned() } else { format!("= {misprint:.1e}") }
        ),
    ];
    part
}
