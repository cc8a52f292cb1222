//! Overlap: two published groups overlap, and the persons between them are few.
//!
//! **The adversary** has two cells that agree on all axes but one. On this axis, the codes of one cell lie within the
//! codes of the other, such as the ages 0–14 and 0–19; or each cell has codes that the other lacks. The cells come from
//! two levels of a dimension, or from two cubes of the same people (`--with`). No published codes make up the
//! difference.
//!
//! **Formula.** Let v and v' be the values of the smaller and the larger group, and d the number of persons between them.
//! As in `differencing`,
//!
//! > p(d | v, v') ∝ p(d) · Σ_n p(v | n) · p(v' | n + d) for d ≥ 1, and p(0) · Σ_n p(v | n) if v = v', because the same
//! > records have the same value.
//!
//! The prior p(d) is estimated from all pairs of the same two sets of codes with values of about the same size
//! (expectation-maximisation, Laird 1978, as in `prior`). Crossing groups have differences of both signs, and d = 0 has
//! two cases: the same records, or other records of the same number. The adversary claims "nobody between" or "1 to 5
//! persons between" if the probability is at least [`SURE`].
//!
//! **Scores.** Only pairs whose larger group has a value above 0 count. A claim of 1 to 5 counts only if the larger group
//! certainly has more than 5 persons; otherwise its own value says as much. The baseline are the claims from p(d) alone:
//! a claim discloses only what the distribution does not say of any pair (Sánchez, Jebreel and others 2023). So the
//! finding counts the right claims that the baseline does not make.
//! Groups cross with the same records if their counts and keys are equal.
//!
//! **What it cannot find**: differences of three or more groups, groups that differ on two axes, and what further axes say about
//! the same difference. Differences that are published as codes belong to `equality`, `differencing` and `posterior`.

mod pairs;
mod tables;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::candidates::Candidates;
use super::{Evidence, Example, Figure, Finding};
use pairs::{Pair, pairs};
use tables::{Table, own};

pub use tables::{NotTheSame, Other};

/// The default limit is 5 % of the pairs of groups that differ by 0 to 5 persons.
const LIMIT: f64 = 0.05;
/// The least probability of a claim.
const SURE: f64 = 0.8;
/// The adversary claims differences of up to this many persons.
const FEW: i64 = 5;
/// Steps of the estimate of p(d).
const STEPS: usize = 60;
/// Each difference up to this number has an estimate of its own. Larger differences share estimates, in classes whose
/// width grows by a half.
const SINGLE: i64 = 8;
/// Pairs that a class of differences has before any value is seen.
const SMOOTHING: f64 = 0.1;
/// Pairs whose larger value is in one of these bands have one prior.
const BANDS: [i64; 3] = [8, 25, 100];

/// Pairs of one family and band, by their two values.
type Values = BTreeMap<(i64, i64), u64>;

/// The claims, their scores, and the pairs about which a claim could be right.
#[derive(Default)]
struct Tally {
    pairs: u64,
    groups: u64,
    nobody: (u64, u64),
    few: (u64, u64),
    /// Right claims of the baseline.
    alone: u64,
    /// Right claims that the baseline does not make.
    beyond: u64,
    example: Option<(f64, Example)>,
}

/// Claims that nobody, or only few persons, are between two overlapping groups.
pub fn overlap(evidence: &Evidence, others: &[Other]) -> Finding {
    let mut tables = own(evidence);
    let first = tables.len();
    let usable = || others.iter().filter(|other| other.problem.is_none());
    usable().for_each(|other| tables.extend_from_slice(&other.tables));
    let pairs = pairs(&tables, first);
    let candidates = Candidates::new(&evidence.compiled);
    let value = |(table, cell): (usize, usize)| tables[table].values[cell];
    let is_asked = |pair: &&Pair| value(pair.large) > 0 && (pair.is_nested || value(pair.small) > 0);
    let mut strata: BTreeMap<(usize, usize), Vec<&Pair>> = BTreeMap::new();
    for pair in pairs.iter().filter(is_asked) {
        let band = BANDS.partition_point(|&most| most < value(pair.large).max(value(pair.small)));
        strata.entry((pair.family, band)).or_default().push(pair);
    }
    let mut tally = Tally::default();
    for pairs in strata.values() {
        let mut values = Values::new();
        pairs.iter().for_each(|pair| *values.entry((value(pair.small), value(pair.large))).or_default() += 1);
        let is_consistent = !evidence.draws_by_view && !evidence.method.depends_on_table();
        let prior = Prior::new(&values, &candidates, pairs[0].is_nested, is_consistent);
        for pair in pairs {
            tally.count(pair, &tables, &prior, &candidates);
        }
    }
    let names = usable().map(|other| other.name.as_str()).collect::<Vec<_>>().join(", ");
    let with = if names.is_empty() { "No other cube was given.".to_owned() } else { format!("Other cubes: {names}.") };
    finding(tally, &with, blocked(others))
}

/// Returns the cubes and views that could not be compared, with the reasons.
fn blocked(others: &[Other]) -> Option<String> {
    let problem = |other: &Other| match (other.problem, other.skipped) {
        (Some(problem), _) => Some(format!("{}: {problem}", other.name)),
        (None, 0) => None,
        (None, views) => {
            Some(format!("{}: {views} views have dimensions or codes that the truth does not have", other.name))
        }
    };
    let problems: Vec<String> = others.iter().filter_map(problem).collect();
    (!problems.is_empty()).then(|| problems.join("; "))
}

impl Tally {
    fn count(&mut self, pair: &Pair, tables: &[Table], prior: &Prior, candidates: &Candidates<'_>) {
        let cell = |(table, cell): (usize, usize)| (&tables[table], cell);
        let ((small, at), (large, of)) = (cell(pair.small), cell(pair.large));
        let (records, of_records) = (small.records(at), large.records(of));
        let is_same =
            of_records.0 > 0 && if pair.is_nested { records.0 == of_records.0 } else { records == of_records };
        let difference = of_records.0 as i64 - records.0 as i64;
        let is_large = pair.is_nested && candidates.set(large.values[of]).least as i64 > FEW;
        let is_few = is_large && (1..=FEW).contains(&difference);
        self.pairs += 1;
        self.groups += u64::from(is_same || is_few);
        let chances = prior.chances(small.values[at], large.values[of], candidates);
        let (nobody, few) = (chances[0], prior.few(&chances));
        let claims_nobody = nobody >= SURE;
        let claims_few = is_large && few >= SURE;
        self.nobody = (self.nobody.0 + u64::from(claims_nobody && is_same), self.nobody.1 + u64::from(claims_nobody));
        self.few = (self.few.0 + u64::from(claims_few && is_few), self.few.1 + u64::from(claims_few));
        let alone = (prior.shares[0] >= SURE && is_same) || (is_few && prior.few(&prior.shares) >= SURE);
        self.alone += u64::from(alone);
        // A pair has one truth, so a right claim and a right baseline are the same claim.
        let is_beyond = (claims_nobody && is_same || claims_few && is_few) && !alone;
        self.beyond += u64::from(is_beyond);
        let (chance, claim) = if claims_nobody { (nobody, "nobody") } else { (few, "1 to 5 persons") };
        if is_beyond && self.example.as_ref().is_none_or(|(before, _)| chance > *before) {
            let published =
                format!("{}; {}: {claim} between with probability {chance:.3}", words(small, at), words(large, of));
            let truth = format!("the counts are {} and {}", records.0, of_records.0);
            self.example = Some((chance, Example { published, truth, steps: Vec::new() }));
        }
    }
}

/// The distribution of differences in a stratum. The first component is "the same records".
struct Prior {
    /// The differences of each further component: the least and the greatest.
    classes: Vec<(i64, i64)>,
    shares: Vec<f64>,
    is_consistent: bool,
}

impl Prior {
    fn new(values: &Values, candidates: &Candidates<'_>, is_nested: bool, is_consistent: bool) -> Self {
        let span = |&(small, large): &(i64, i64)| {
            let (a, b) = (candidates.set(small), candidates.set(large));
            (b.most as i64 - a.least as i64, a.most as i64 - b.least as i64)
        };
        let most = values.keys().map(|pair| span(pair).0).max().unwrap_or(0);
        let least = if is_nested { 0 } else { values.keys().map(|pair| span(pair).1).max().unwrap_or(0) };
        let mut classes: Vec<(i64, i64)> = Vec::new();
        for (end, sign) in [(most, 1), (least, -1)] {
            let (mut from, mut width) = (1, 1.0_f64);
            while from <= end {
                let to = from + width as i64 - 1;
                classes.push(if sign > 0 { (from, to) } else { (-to, -from) });
                from = to + 1;
                width = if from > SINGLE { width * 1.5 } else { 1.0 };
            }
        }
        if !is_nested {
            classes.push((0, 0));
        }
        let mut prior =
            Self { shares: vec![1.0 / (classes.len() + 1) as f64; classes.len() + 1], classes, is_consistent };
        for _ in 0..STEPS {
            let mut next = vec![SMOOTHING; prior.shares.len()];
            for (&(small, large), &number) in values {
                let chances = prior.chances(small, large, candidates);
                chances.iter().zip(&mut next).for_each(|(chance, next)| *next += number as f64 * chance);
            }
            let sum: f64 = next.iter().sum();
            prior.shares = next.iter().map(|share| share / sum).collect();
        }
        prior
    }

    /// The probability of each component, given the two values. All are 0 for values that the method never publishes.
    fn chances(&self, small: i64, large: i64, candidates: &Candidates<'_>) -> Vec<f64> {
        let (smalls, larges) = (candidates.counts(small), candidates.counts(large));
        let of = |difference: i64| -> f64 {
            let joint = |&(count, chance): &(u64, f64)| {
                let at = larges.binary_search_by_key(&(count as i64 + difference), |&(count, _)| count as i64);
                at.map_or(0.0, |at| chance * larges[at].1)
            };
            smalls.iter().map(joint).sum()
        };
        let same = match self.is_consistent {
            true if small == large => smalls.iter().map(|&(_, chance)| chance).sum(),
            true => 0.0,
            false => of(0),
        };
        let class = |&(least, most): &(i64, i64)| (least..=most).map(of).sum::<f64>() / (most - least + 1) as f64;
        let likelihoods = std::iter::once(same).chain(self.classes.iter().map(class));
        let joint: Vec<f64> = likelihoods.zip(&self.shares).map(|(chance, share)| chance * share).collect();
        let sum: f64 = joint.iter().sum();
        if sum > 0.0 { joint.into_iter().map(|chance| chance / sum).collect() } else { joint }
    }

    /// The probability of 1 to [`FEW`] persons.
    fn few(&self, chances: &[f64]) -> f64 {
        let classes = self.classes.iter().zip(&chances[1..]);
        classes.filter(|((least, most), _)| *least >= 1 && *most <= FEW).map(|(_, chance)| chance).sum()
    }
}

/// Describes a cell and its value.
fn words(table: &Table, cell: usize) -> String {
    let code = |(axis, stride): (&Rc<tables::Grouping>, &usize)| axis.names[cell / stride % axis.names.len()].clone();
    let codes: Vec<String> = table.axes.iter().zip(&table.strides).map(code).collect();
    format!("{}: published {}", codes.join(", "), table.values[cell])
}

fn finding(tally: Tally, with: &str, blocked: Option<String>) -> Finding {
    let right = tally.nobody.0 + tally.few.0;
    let of_groups = |of: u64| Figure::Share { of, all: tally.groups };
    let share = |(of, all): (u64, u64)| Figure::Share { of, all };
    Finding {
        name: "overlap",
        says: format!(
            "{} pairs of published groups overlap, and their difference is not published. An attacker compares their \
             values and claims that nobody, or 1 to 5 persons, are between them. {right} claims are right. Of these, {} do \
             not follow from the distribution of differences alone. {with}",
            tally.pairs, tally.beyond
        ),
        figures: vec![
            ("right claims about differences of 0 to 5 persons, beyond the baseline", of_groups(tally.beyond)),
            ("right claims that nobody is between (share of such claims)", share(tally.nobody)),
            ("right claims of 1 to 5 persons between (share of such claims)", share(tally.few)),
            ("right claims from the distribution of differences alone (the baseline)", of_groups(tally.alone)),
            ("pairs of overlapping groups", Figure::Count(tally.pairs)),
        ],
        limit: LIMIT,
        blocked,
        example: tally.example.map(|(_, example)| example),
        remedy: "Publish levels that nest: each code of a level is a union of codes of the next finer level. Use \
                 the same groups in all cubes of the same people.",
    }
}

#[cfg(test)]
mod tests;
