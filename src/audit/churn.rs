//! Churn: complete records of those who came, went or changed between two releases.
//!
//! **The adversary** has two releases of the same views with the same keys, salt and method, and no key. A cell with the
//! same records has the same value in both. So a cell whose value differs has other records. A person who came changes
//! one cell in every view, and the codes of these cells agree with each other. A person with new answers changes cells
//! only in the views with these answers, two in each. So the views with changed cells disclose which dimensions changed.
//!
//! **Formula.** A *move* is a record that came, went, or has new answers in one or more dimensions. A cell with both the
//! old and the new record keeps its value. With a set of moves, a cell that some move touches has the chance
//! Σₙ p(n | old value) · p(new value | n + s), where s is the number of arrivals less departures. If two persons exchange
//! an answer, s is 0 in some cells: these cells have a second draw of the same count. A cell that no move touches keeps
//! its value, unless one of λ unknown moves lies in it: 1 − exp(−λ · π), where π is the product of the shares of the
//! cell's codes. The prior of a move is the product of the shares of its old and new codes. For k new answers, this
//! product is divided by 2^(k−1) and by the number of sets of k dimensions. The adversary searches for the likeliest
//! set of moves: a beam search over dimensions finds the next move, then all moves are improved, and λ is estimated anew.
//!
//! They claim a move if its probability among its alternatives is at least [`SURE`]: no such move, another code or other
//! new answers in one dimension, the opposite, or an exchange of codes with another move. For a changed record, noise can
//! hide which answers are older. If old and new record are likely enough only in either order, the claim has no order.
//!
//! **Scores.** A claim counts persons: the old and the new record of one person are one claim. A claim is right if the
//! truth has such a record. For a changed record, the truth must have the old and the new record, and in this order if
//! the claim has an order. With the truth of the earlier release, the count or the key of each record's cell must also
//! have changed. Without that truth, a claim of a removed record cannot be checked, so it counts as right, and of a
//! changed record only the new record is checked. With unchanged records, a new record must be one of them, because
//! those of the earlier release are not known. The baseline is the share of random records that would be right: Σ π
//! over all right records. A random pair of an old and a new record would be right less often.
//!
//! **What it cannot find**: two persons who exchange an answer if no view joins this answer with two others, because
//! other answers of the two are then interchangeable; and claims that need the counts of `posterior`. A person with
//! hardly any old answer left looks like one who went and another who came, so this person counts twice. In large batches
//! nearly all cells change, so λ explains them and no claim follows. The search ends early in such batches, after a few
//! moves that explain no more than λ does.

mod beam;
mod model;
mod moves;
mod search;
mod space;

use std::collections::BTreeMap;

use super::candidates::Candidates;
use super::composition::{OldRelease, not_retained};
use super::steps::MOST_CELLS;
use super::{Evidence, Example, Figure, Finding, Step, StepCell, Truth};
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::protect::Status;
use model::Model;
use moves::{Kind, Move};
use search::{Chance, WORK, explain, probabilities};
use space::Space;

/// The least probability of a claim.
const SURE: f64 = 0.9;
/// If at least this many changes stay unexplained, the finding says that they hide each other.
const MANY: f64 = 48.0;

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
    let (moves, is_complete) = explain(&mut model, WORK);
    let unknown = model.unknown();
    let claims: Vec<Claim> = moves
        .iter()
        .zip(probabilities(&mut model, &moves))
        .filter_map(|(one, chance)| Claim::new(one, &chance))
        .collect();
    let (now, then) = (space.records(truth), old_truth.map(|truth| space.records(truth)));
    let original = truth.has_original().then(|| space.records(truth.scoring()));
    let truth = Scoring { now, then, original };
    let mut tally = Tally { differ, explained: moves.len(), unknown, is_complete, ..Tally::new() };
    tally.baseline = baseline(space, &truth);
    for claim in &claims {
        tally.count(&evidence.dimensions, space, claim, &truth);
    }
    let says = says(space, &tally);
    finding(tally, says, None)
}

/// Says how many records are claimed, and why the search found no more.
fn says(space: &Space, tally: &Tally) -> String {
    let dimensions = space.traits.len();
    let mut says = format!(
        "Both releases show {} views of {dimensions} dimensions. The cells with different values disclose who came, went or \
         changed: an attacker claims {} complete records of {dimensions} attributes.",
        space.views.len(),
        tally.claims
    );
    if tally.unknown >= MANY {
        says += &format!(" An estimated {:.0} further changes hide each other.", tally.unknown);
    }
    if !tally.is_complete {
        says += " The search ended at its limit of work, so there may be more.";
    }
    says
}

/// A claim that a record came, went or changed.
struct Claim<'a> {
    one: &'a Move,
    chance: f64,
    /// Whether the claim says which of a changed record's answers are older.
    is_ordered: bool,
}

impl<'a> Claim<'a> {
    /// Claims a move that is likely enough. If only its order in time is unlikely, the claim leaves out the order.
    fn new(one: &'a Move, chance: &Chance) -> Option<Self> {
        let is_ordered = chance.exact >= SURE;
        let chance = if is_ordered { chance.exact } else { chance.either };
        (chance >= SURE).then_some(Self { one, chance, is_ordered })
    }
}

/// The records that score claims.
struct Scoring {
    now: Records,
    /// The records of the earlier release, if they are known.
    then: Option<Records>,
    /// The unchanged records now, if they are known.
    original: Option<Records>,
}

impl Scoring {
    /// The records that a claim must have now.
    fn people(&self) -> &Records {
        self.original.as_ref().unwrap_or(&self.now)
    }
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
    /// Whether the search ended before its limit of work.
    is_complete: bool,
    claims: u64,
    scored: u64,
    right: u64,
    baseline: f64,
    example: Option<(f64, Example)>,
}

impl Tally {
    fn new() -> Self {
        let differ = Figure::Share { of: 0, all: 0 };
        Self {
            differ,
            explained: 0,
            unknown: 0.0,
            is_complete: true,
            claims: 0,
            scored: 0,
            right: 0,
            baseline: 0.0,
            example: None,
        }
    }

    fn count(&mut self, dimensions: &[Dimension], space: &Space, claim: &Claim, truth: &Scoring) {
        self.claims += 1;
        let Some((is_right, truth)) = score(claim, truth) else { return };
        self.scored += 1;
        self.right += u64::from(is_right);
        if is_right && self.example.as_ref().is_none_or(|(before, _)| claim.chance > *before) {
            let published = format!("{} with probability {:.3}", words(space, claim), claim.chance);
            let steps = steps(dimensions, space, claim);
            self.example = Some((claim.chance, Example { published, truth, steps }));
        }
    }
}

/// Whether a claim is right, and the truth in words. `None` if the truth is missing. A changed record without an order in time is
/// right in either order.
fn score(claim: &Claim, truth: &Scoring) -> Option<(bool, String)> {
    let at = |records: &Records, record: &[u32]| records.get(record).copied().unwrap_or_default();
    let Scoring { now, then, .. } = truth;
    let Move { kind, record: after, before } = claim.one;
    let is_new = |record: &[u32]| {
        let has_changed = |then| at(then, record) != at(now, record);
        at(truth.people(), record).0 > 0 && then.as_ref().is_none_or(has_changed)
    };
    let is_gone =
        |record: &[u32]| then.as_ref().map(|then| at(then, record).0 > 0 && at(then, record) != at(now, record));
    let records = |record: &[u32]| match then {
        Some(then) => format!("{} such records now, and {} before", at(truth.people(), record).0, at(then, record).0),
        None => format!("{} such records now", at(truth.people(), record).0),
    };
    let is_changed = |before: &[u32], after: &[u32]| is_new(after) && is_gone(before).unwrap_or(true);
    match kind {
        Kind::Added => Some((is_new(after), records(after))),
        Kind::Removed => Some((is_gone(before)?, records(before))),
        Kind::Changed => {
            let is_right = is_changed(before, after) || !claim.is_ordered && is_changed(after, before);
            Some((is_right, records(after)))
        }
    }
}

/// The probability that a random record is right: each code has its published share.
fn baseline(space: &Space, truth: &Scoring) -> f64 {
    let chance = |record: &Vec<u32>| -> f64 {
        record.iter().zip(&space.traits).map(|(&class, one)| one.shares[class as usize]).product()
    };
    let has_changed =
        |record: &Vec<u32>| truth.then.as_ref().is_none_or(|then| then.get(record) != truth.now.get(record));
    truth.people().keys().filter(|record| has_changed(record)).map(chance).sum()
}

/// Describes a claim in words.
fn words(space: &Space, claim: &Claim) -> String {
    let one = claim.one;
    let name = |at: usize, record: &[u32]| space.traits[at].names[record[at] as usize].as_str();
    let names = |of: &[usize], record: &[u32]| of.iter().map(|&at| name(at, record)).collect::<Vec<_>>().join(", ");
    let record = names(&(0..one.record.len()).collect::<Vec<_>>(), &one.record);
    let before = names(&one.changes().collect::<Vec<_>>(), &one.before);
    match one.kind {
        Kind::Added => format!("a new record: {record}"),
        Kind::Removed => format!("a removed record: {record}"),
        Kind::Changed if claim.is_ordered => format!("a changed record: {record}; before: {before}"),
        Kind::Changed => format!("a changed record: {record}; in the other release: {before}"),
    }
}

/// How the attacker reaches a claim: the changed cells, the records that agree with all of them, and the probability.
fn steps(dimensions: &[Dimension], space: &Space, claim: &Claim) -> Vec<Step> {
    let Move { record, before, .. } = claim.one;
    let (mut changed, mut values, mut more) = (Vec::new(), Vec::new(), 0);
    for view in &space.views {
        let mut records = vec![record, before];
        records.dedup_by_key(|record| view.cell(record));
        for record in records {
            let (was, now) = space.pairs[space.pair_of[view.cell(record)] as usize];
            if was == now {
                continue;
            }
            if changed.len() == MOST_CELLS {
                more += 1;
                continue;
            }
            let code = |(axis, (of, _, codes)): (&AxisRef, &(usize, usize, Vec<u32>))| {
                let list = dimensions[axis.dimension].codes_at(axis.level);
                list.code(codes[record[*of] as usize]).to_owned()
            };
            changed.push(StepCell {
                axes: view.refs.iter().map(|&axis| axis_name(dimensions, axis)).collect(),
                codes: view.refs.iter().zip(&view.axes).map(code).collect(),
                value: (now.1 == Status::Shown).then_some(now.0),
            });
            values.push(if was.1 == Status::Shown { was.0.to_string() } else { "hidden".to_owned() });
        }
    }
    let further = match more {
        0 => String::new(),
        1 => " One more cell changed.".to_owned(),
        more => format!(" {more} more cells changed."),
    };
    let says =
        format!("These values differ from the earlier release. Before, they were {}.{further}", values.join(", "));
    vec![
        Step::new(says).with(changed),
        Step::new(format!("One record explains all these changes together: {}.", words(space, claim))),
        Step::new(format!(
            "Several records could explain the changes. This record has a probability of {:.3}.",
            claim.chance
        )),
    ]
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
mod moving;
#[cfg(test)]
mod tests;
