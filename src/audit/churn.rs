//! Churn: complete records of those who came, went or changed between two releases.
//!
//! **The adversary** has two releases of the same views with the same keys, salt and method, and no key. A cell with the
//! same records has the same value in both. So a cell whose value differs has other records. A person who came changes
//! one cell in every view, and the codes of these cells agree with each other. A person with one new answer changes cells
//! only in the views with this answer, two in each.
//!
//! **Formula.** A *move* is a record that came, went, or changed in one dimension. With a set of moves, a cell that some
//! move touches has the chance Σₙ p(n | old value) · p(new value | n + s), where s is the number of arrivals less
//! departures. A cell that no move touches keeps its value, unless one of λ unknown moves lies in it:
//! 1 − exp(−λ · π), where π is the product of the shares of the cell's codes. The prior of a move is the product of the
//! shares of its codes. The adversary searches for the likeliest set of moves: a beam search over dimensions finds the
//! next move, then all moves are improved, and λ is estimated anew. They claim a move if its probability among its
//! alternatives is at least [`SURE`]: no such move, one other code, the opposite, or an exchange of codes with another move.
//!
//! **Scores.** A claim is right if the truth has such a record. With the truth of the earlier release, the count or the
//! key of this record's cell must also have changed. Without that truth, a claim of a removed record cannot be checked,
//! so it counts as right. The baseline is the share of random records that would be right: Σ π over all right records.
//!
//! **What it cannot find**: records with two new answers, and claims that need the counts of `posterior`. In large batches
//! nearly all cells change, so λ explains them and no claim follows.

mod model;
mod search;
mod space;

use std::collections::BTreeMap;

use super::candidates::Candidates;
use super::composition::{OldRelease, not_retained};
use super::{Evidence, Example, Figure, Finding, Truth};
use model::{Kind, Model, Move};
use search::{explain, probabilities};
use space::Space;

/// The least probability of a claim.
const SURE: f64 = 0.9;

/// The counts and keys of complete records.
type Records = BTreeMap<Vec<u32>, (u64, u64)>;

/// Claims records that came, went or changed since an earlier release. The truth of the earlier release may be missing.
pub fn churn(evidence: &Evidence, old: &OldRelease, truth: &Truth, old_truth: Option<&Truth>) -> Finding {
    let space = Space::new(evidence, old);
    let differ = space.differing();
    if let Some(reason) = obstacle(evidence, old, &space) {
        return finding(Tally { differ, ..Tally::new() }, "No record was claimed.".to_owned(), Some(reason));
    }
    claim(evidence, old, &space, differ, truth, old_truth)
}

/// Makes the claims, and scores them.
fn claim(
    evidence: &Evidence,
    old: &OldRelease,
    space: &Space,
    differ: Figure,
    truth: &Truth,
    old_truth: Option<&Truth>,
) -> Finding {
    let (before, after) =
        (Candidates::new(old.compiled.as_ref().unwrap_or(&evidence.compiled)), Candidates::new(&evidence.compiled));
    let mut model = Model::new(space, &before, &after);
    let moves = explain(&mut model);
    let unknown = model.unknown();
    let sure: Vec<(f64, &Move)> =
        probabilities(&mut model, &moves).into_iter().zip(&moves).filter(|&(chance, _)| chance >= SURE).collect();
    let (now, then) = (space.records(truth), old_truth.map(|truth| space.records(truth)));
    let mut tally = Tally { differ, explained: moves.len(), unknown, ..Tally::new() };
    tally.baseline = baseline(space, &now, then.as_ref());
    for (chance, one) in sure {
        tally.count(space, one, chance, &now, then.as_ref());
    }
    let dimensions = space.traits.len();
    let says = format!(
        "Both releases show {} views of {dimensions} dimensions. The cells with different values disclose who came, went or \
         changed: an attacker claims {} complete records of {dimensions} attributes.",
        space.views.len(),
        tally.claims
    );
    finding(tally, says, None)
}

/// Why the releases cannot be compared, if so.
fn obstacle(evidence: &Evidence, old: &OldRelease, space: &Space) -> Option<String> {
    if !evidence.is_consistent() {
        return Some("the method gives the same records different values, so a difference shows no change".to_owned());
    }
    if let Some(reason) = not_retained(evidence, old) {
        return Some(reason);
    }
    if space.traits.len() < 2 || !space.is_joined() {
        return Some("the views that both releases show do not join two or more dimensions to a record".to_owned());
    }
    None
}

/// Claims and their scores.
struct Tally {
    differ: Figure,
    /// Moves of the likeliest explanation.
    explained: usize,
    /// Estimated number of further moves.
    unknown: f64,
    claims: u64,
    scored: u64,
    right: u64,
    baseline: f64,
    example: Option<(f64, Example)>,
}

impl Tally {
    fn new() -> Self {
        let differ = Figure::Share { of: 0, all: 0 };
        Self { differ, explained: 0, unknown: 0.0, claims: 0, scored: 0, right: 0, baseline: 0.0, example: None }
    }

    fn count(&mut self, space: &Space, one: &Move, chance: f64, now: &Records, then: Option<&Records>) {
        self.claims += 1;
        let Some((is_right, truth)) = score(one, now, then) else { return };
        self.scored += 1;
        self.right += u64::from(is_right);
        if is_right && self.example.as_ref().is_none_or(|(before, _)| chance > *before) {
            let published = format!("{} with probability {chance:.3}", words(space, one));
            self.example = Some((chance, Example { published, truth }));
        }
    }
}

/// Whether a claim is right, and the truth in words. `None` if the truth is missing.
fn score(one: &Move, now: &Records, then: Option<&Records>) -> Option<(bool, String)> {
    let at = |records: &Records, record: &[u32]| records.get(record).copied().unwrap_or_default();
    let (after, before) = (one.record.clone(), one.before());
    let is_new = |record: &[u32]| {
        let is = at(now, record);
        is.0 > 0 && then.is_none_or(|then| at(then, record) != is)
    };
    let is_gone = |record: &[u32]| then.map(|then| at(then, record).0 > 0 && at(then, record) != at(now, record));
    let records = |record: &[u32]| match then {
        Some(then) => format!("{} such records now, and {} before", at(now, record).0, at(then, record).0),
        None => format!("{} such records now", at(now, record).0),
    };
    match one.kind {
        Kind::Added => Some((is_new(&after), records(&after))),
        Kind::Removed => Some((is_gone(&before)?, records(&before))),
        Kind::Changed(..) => Some((is_new(&after) && is_gone(&before).unwrap_or(true), records(&after))),
    }
}

/// The probability that a random record is right: each code has its published share.
fn baseline(space: &Space, now: &Records, then: Option<&Records>) -> f64 {
    let chance = |record: &Vec<u32>| -> f64 {
        record.iter().zip(&space.traits).map(|(&class, one)| one.shares[class as usize]).product()
    };
    let is_right = |(record, is): &(&Vec<u32>, &(u64, u64))| then.is_none_or(|then| then.get(*record) != Some(is));
    now.iter().filter(is_right).map(|(record, _)| chance(record)).sum()
}

/// Describes a move in words.
fn words(space: &Space, one: &Move) -> String {
    let names = space.traits.iter().zip(&one.record).map(|(of, &class)| of.names[class as usize].as_str());
    let record = names.collect::<Vec<_>>().join(", ");
    match one.kind {
        Kind::Added => format!("a new record: {record}"),
        Kind::Removed => format!("a removed record: {record}"),
        Kind::Changed(at, before) => {
            format!("a changed record: {record}; before: {}", space.traits[at].names[before as usize])
        }
    }
}

fn finding(tally: Tally, says: String, blocked: Option<String>) -> Finding {
    let unscored = tally.claims - tally.scored;
    Finding {
        name: "churn",
        says,
        figures: vec![
            ("complete records that follow from the differences", Figure::Count(tally.right + unscored)),
            ("claims of complete records", Figure::Count(tally.claims)),
            ("right claims (share of claims with a truth)", Figure::Share { of: tally.right, all: tally.scored }),
            ("claims of removed records without a truth, counted as right", Figure::Count(unscored)),
            ("share of random records that would be right", Figure::Number(tally.baseline)),
            ("changes of the likeliest explanation", Figure::Count(tally.explained as u64)),
            ("estimated further changes", Figure::Number(tally.unknown)),
            ("cells with different values or statuses", tally.differ),
        ],
        limit: 0.0,
        blocked,
        example: tally.example.map(|(_, example)| example),
        remedy: "Collect changes, and publish a new release only after a larger batch of them. Or publish fewer dimensions \
                 together. New keys end this attack, but they give each unchanged count a second value (composition).",
    }
}

#[cfg(test)]
mod tests;
