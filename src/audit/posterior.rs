//! Posterior: an attacker claims small counts that all published values together make likely.
//!
//! **The adversary** has every published value and the method with its p-table, and no key. They run belief propagation
//! over all lines (`belief`) and claim a count, or a small range of counts, where its probability is largest.
//!
//! **Formula.** For each number of dimensions, the cells are ordered by the probability of a count of 1 or 2. The attacker
//! claims as many of the first cells as stay right in at least 90 % of all claims. The truth gives this number, because an
//! attacker may be better or worse at judging their own probabilities than we are. Recall is right claims by cells,
//! precision is right claims by claims. Each group of tables (`groups`) has its own recall. The first figure is the largest
//! recall of a group with at least [`FEWEST`] cells of 1 or 2. Chance matters in a small group, so the figure is the lower
//! end of the 95 % interval (Wilson). If no group has so many cells, the truth must not choose among so few claims: the
//! attacker then claims the cells of all tables whose own probability is at least 90 %.
//!
//! **Baselines.** Two attackers make the same claims with less. One knows a cell's own value and how the counts of its view
//! are distributed, as estimated from the published values. The other knows only the lower tables (`lower`). Only claims
//! beyond both baselines come from the lines.
//!
//! **Source**: belief propagation as in `belief`; claims ranked by confidence, Dick et al. (2023), "Confidence-ranked
//! reconstruction of census microdata from published statistics", PNAS 120(8); the need for a baseline, Sánchez, Jebreel
//! and others (2023), in reply to it.
//!
//! **What it cannot find**: claims that need what the attacker knows about persons, or two releases (`churn`). On graphs
//! with cycles the probabilities are approximate. docs/evidence/attacks.md compares them with the truth.

use std::collections::BTreeMap;

use super::belief;
use super::groups::{self, Cases, FEWEST, groups_of};
use super::lower::small_counts;
use super::prior::Priors;
use super::steps::Cells;
use super::system::System;
use super::{Evidence, Example, Figure, Finding, words};

/// Default limit: 10 % of the cells with a count of 1 or 2, in the worst group of tables.
const LIMIT: f64 = 0.1;
/// The share of right claims that an attacker accepts.
const PRECISION: f64 = 0.9;
/// Cells with a smaller probability are never claimed.
const LEAST: f64 = 0.05;
/// Number of bins of claimed probabilities.
const BINS: usize = 10;

/// Claims about one kind of count, such as "1 or 2".
#[derive(Debug, Clone, Copy, Default)]
pub struct Claims {
    /// Cells whose count is of this kind.
    pub cells: u64,
    /// Cells for which the attacker claims such a count.
    pub claims: u64,
    /// Right claims.
    pub right: u64,
    /// The least probability of a claim.
    pub least: f64,
}

impl Claims {
    fn add(&mut self, other: Self) {
        self.cells += other.cells;
        self.claims += other.claims;
        self.right += other.right;
        self.least = other.least;
    }

    /// Right claims as a share of the cells.
    pub fn recall(self) -> Figure {
        Figure::Share { of: self.right, all: self.cells }
    }

    /// Right claims as a share of the claims.
    pub fn precision(self) -> Figure {
        Figure::Share { of: self.right, all: self.claims }
    }
}

/// Cells with the probability of a claim, and whether the claim is right.
#[derive(Debug, Clone, Default)]
struct Ranking {
    cells: u64,
    chances: Vec<(f32, bool)>,
}

impl Ranking {
    fn count(&mut self, is_so: bool, chance: f64) {
        self.cells += u64::from(is_so);
        if chance >= LEAST {
            self.chances.push((chance as f32, is_so));
        }
    }

    /// The most claims, by falling probability, of which at least [`PRECISION`] are right. Cells with equal probability
    /// are claimed together.
    fn claims(mut self) -> Claims {
        self.chances.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let (mut right, mut best) = (0, Claims { cells: self.cells, ..Claims::default() });
        for (at, &(chance, is_so)) in self.chances.iter().enumerate() {
            right += u64::from(is_so);
            let claims = at as u64 + 1;
            let is_last = self.chances.get(at + 1).is_none_or(|next| next.0 < chance);
            if is_last && right as f64 >= PRECISION * claims as f64 {
                best = Claims { claims, right, least: f64::from(chance), ..best };
            }
        }
        best
    }

    /// The claims whose probability is at least `least`.
    fn claims_from(&self, least: f64) -> Claims {
        let sure = self.chances.iter().filter(|(chance, _)| f64::from(*chance) >= least);
        sure.fold(Claims { cells: self.cells, least, ..Claims::default() }, |claims, (_, is_so)| Claims {
            claims: claims.claims + 1,
            right: claims.right + u64::from(*is_so),
            ..claims
        })
    }
}

/// Cells by the probability that the attacker computes for a count of 1 or 2.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bin {
    /// Cells whose probability lies in the bin.
    pub cells: u64,
    /// Cells of these whose count is 1 or 2.
    pub right: u64,
    /// Sum of the probabilities.
    pub claimed: f64,
}

/// The claims about cells of views with one number of axes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Size {
    /// Claims of 0.
    pub empty: Claims,
    /// Claims of 1.
    pub one: Claims,
    /// Claims of 1 or 2.
    pub few: Claims,
    /// Claims of 1 or 2 from one value alone.
    pub few_alone: Claims,
    /// Claims of 1 or 2 from the lower tables alone.
    pub few_lower: Claims,
}

/// Claims of 1 or 2 in the group of tables with the largest recall: from all lines, and from the two baselines.
#[derive(Debug, Clone, Copy, Default)]
struct Worst {
    few: Claims,
    few_alone: Claims,
    few_lower: Claims,
    /// Number of axes and dimension of the group, or `None` for all tables together.
    group: Option<(usize, usize)>,
}

impl Worst {
    /// The lower end of the 95 % interval of the recall.
    fn beyond_chance(&self) -> f64 {
        let Claims { cells, right, .. } = self.few;
        Cases { right, cases: cells }.beyond_chance()
    }
}

/// What belief propagation claims, and how often the claims are right.
#[derive(Debug, Clone)]
pub struct Accuracy {
    /// The claims by number of axes, from 0 axes.
    pub sizes: Vec<Size>,
    /// Ten bins of equal width, from a probability of 0 to 1.
    pub bins: [Bin; BINS],
    /// The group that decides about the limit.
    worst: Worst,
    /// The right claim of 1 or 2 with the largest probability: the cell.
    best: Option<Best>,
}

/// The likeliest of the right claims.
#[derive(Debug, Clone, Copy)]
struct Best {
    cell: usize,
    chance: f64,
    /// The probability from the value alone.
    alone: f64,
}

/// Runs the attack and scores its claims against the truth.
pub fn accuracy(evidence: &Evidence) -> Accuracy {
    score(&System::new(evidence))
}

fn score(system: &System<'_>) -> Accuracy {
    let System { evidence, candidates, lines, .. } = system;
    let priors = Priors::new(evidence, candidates);
    let beliefs = belief::of_lines(system, &priors);
    let alone = belief::of_values(system, &priors);
    let lower = small_counts(evidence);

    let most = evidence.views.iter().map(|view| view.axes.len()).max().unwrap_or(0);
    // For each number of axes: claims of 0, of 1, of 1 or 2, and the two baselines.
    let mut rankings = vec![<[Ranking; 5]>::default(); most + 1];
    // For each group of tables: claims of 1 or 2, and the two baselines.
    let mut groups: BTreeMap<(usize, usize), [Ranking; 3]> = BTreeMap::new();
    let (mut bins, mut best): ([Bin; BINS], Option<Best>) = ([Bin::default(); BINS], None);
    for (cell, &lower) in lower.iter().enumerate() {
        let (view, place) = lines.place(cell);
        let published = &evidence.views[view];
        let count = published.scoring_counts()[place];
        let is_few = count == 1 || count == 2;
        let few = beliefs.within(cell, 1..=2);
        let [empty, one, by_lines, by_value, by_margins] = &mut rankings[published.axes.len()];
        empty.count(count == 0, beliefs.within(cell, 0..=0));
        one.count(count == 1, beliefs.within(cell, 1..=1));
        let chances = [few, alone.within(cell, 1..=2), lower];
        let of_size = [by_lines, by_value, by_margins];
        of_size.into_iter().zip(chances).for_each(|(ranking, chance)| ranking.count(is_few, chance));
        for group in groups_of(published) {
            let of_group = groups.entry(group).or_default();
            of_group.iter_mut().zip(chances).for_each(|(ranking, chance)| ranking.count(is_few, chance));
        }
        let bin = &mut bins[((few * BINS as f64) as usize).min(BINS - 1)];
        *bin = Bin { cells: bin.cells + 1, right: bin.right + u64::from(is_few), claimed: bin.claimed + few };
        if is_few && best.is_none_or(|before| few > before.chance) {
            best = Some(Best { cell, chance: few, alone: chances[1] });
        }
    }
    let size = |ranking: &[Ranking; 5]| {
        let [empty, one, few, few_alone, few_lower] = ranking.each_ref().map(|ranking| ranking.clone().claims());
        Size { empty, one, few, few_alone, few_lower }
    };
    let sizes: Vec<Size> = rankings.iter().map(size).collect();
    let worst = worst(&groups, &sizes, &rankings);
    Accuracy { sizes, bins, worst, best }
}

/// The group with the largest recall among those with enough cells, by the claims of its number of axes. Without such a
/// group, the sure claims of all tables.
fn worst(groups: &BTreeMap<(usize, usize), [Ranking; 3]>, sizes: &[Size], rankings: &[[Ranking; 5]]) -> Worst {
    let mut worst = Worst::default();
    for (&(axes, dimension), [few, alone, lower]) in groups.iter().filter(|(_, [few, ..])| few.cells >= FEWEST) {
        // Without claims, no probability is large enough.
        let like = |ranking: &Ranking, of_size: Claims| {
            ranking.claims_from(if of_size.claims == 0 { f64::INFINITY } else { of_size.least })
        };
        let size = &sizes[axes];
        let found = Worst {
            few: like(few, size.few),
            few_alone: like(alone, size.few_alone),
            few_lower: like(lower, size.few_lower),
            group: Some((axes, dimension)),
        };
        if worst.group.is_none() || found.beyond_chance() > worst.beyond_chance() {
            worst = found;
        }
    }
    if worst.group.is_none() {
        for [_, _, few, alone, lower] in rankings {
            worst.few.add(few.claims_from(PRECISION));
            worst.few_alone.add(alone.claims_from(PRECISION));
            worst.few_lower.add(lower.claims_from(PRECISION));
        }
    }
    worst
}

/// Claims small counts by belief propagation.
pub fn posterior(evidence: &Evidence) -> Finding {
    claim(&System::new(evidence))
}

/// Claims small counts by belief propagation in a system.
pub(super) fn claim(system: &System<'_>) -> Finding {
    let System { evidence, lines, .. } = system;
    let found = score(system);
    let worst = found.worst;
    let by_size = found.sizes.iter().enumerate().filter(|(_, size)| size.few.cells > 0).map(|(axes, size)| {
        let Claims { cells, claims, right, .. } = size.few;
        format!("{axes} dimensions: {right} of {claims} claims right, {cells} cells")
    });
    let sum = |claims: &dyn Fn(&Size) -> Claims| {
        let mut all = Claims::default();
        found.sizes.iter().for_each(|size| all.add(claims(size)));
        all
    };
    let (one, empty) = (sum(&|size| size.one), sum(&|size| size.empty));
    let has_claim = worst.few.right > 0;
    Finding {
        name: "posterior",
        says: format!(
            "From all published values together, an attacker computes how likely each count is. They claim counts of 1 or 2 \
             in the order of their probability, as long as 90 % of the claims are right. By view size: {}. The worst group: \
             {}.",
            by_size.collect::<Vec<_>>().join("; "),
            groups::words(evidence, worst.group)
        ),
        figures: vec![
            (
                "right claims of 1 or 2, beyond chance (worst group of tables)",
                if worst.few.cells == 0 { worst.few.recall() } else { Figure::Number(worst.beyond_chance()) },
            ),
            ("right claims of 1 or 2 (share of such cells, worst group of tables)", worst.few.recall()),
            ("right claims of 1 or 2 (share of the claims)", worst.few.precision()),
            ("right claims of 1 or 2 from one value alone", worst.few_alone.recall()),
            ("right claims of 1 or 2 from lower tables alone", worst.few_lower.recall()),
            ("right claims of exactly 1 (share of such cells, all views)", one.recall()),
            ("right claims of 0 (share of such cells, all views)", empty.recall()),
        ],
        limit: LIMIT,
        blocked: None,
        example: found.best.filter(|_| has_claim).map(|Best { cell, chance, alone }| {
            let (view, place) = lines.place(cell);
            let published = &evidence.views[view];
            Example {
                published: format!("{}: 1 or 2 with probability {chance:.3}", words::cell(evidence, published, place)),
                truth: format!("the count is {}", published.scoring_counts()[place]),
                steps: Cells { evidence, lines }.likely(cell, alone, chance),
            }
        }),
        remedy: "Publish fewer views (a smaller max_dimensions, never_together), use coarser codes, or use a p-table with \
                 larger noise.",
    }
}

#[cfg(test)]
mod tests;
