//! Composition: two releases of the same data give a cell two values.
//!
//! **The adversary** has an earlier release of the same views and records with another salt, other keys, another
//! p-table or another method. Each value leaves a set of possible counts (`candidates`), and the true count is in both
//! sets. Every release narrows the intersection. A *sound* second release of the same data gives each cell its old
//! value.
//!
//! **Formula.** The attack compares the non-empty cells whose value is shown in both releases. It counts cells whose
//! values differ although the method can publish the present count with the old value. It also counts cells where only
//! one count can have both values, while each value alone leaves several counts.
//!
//! **Another draw, or another count?** The old counts are missing. But an unchanged count has its old value again if
//! keys, salt and method stay. Consider cells whose old value is possible for the present count. If all values were
//! drawn anew, a share a would agree by chance: the mean probability of the new value given the count. A share e
//! agrees. If (e − a) / (1 − a) is at least a half, the values were retained, and values that differ belong to changed
//! counts. Otherwise the values are second draws. The exception: if more than an eighth of all old values are
//! impossible, most other counts changed too. Then the finding is not tested.
//!
//! **With the truth of the earlier release**, the attack compares the cells with the same count and key. If one of them
//! has another value, salt or method differ. If all agree, they must show it: independent draws would give all these
//! values with a probability of at most 10^-4. Otherwise the finding is not tested. If most cells with other keys have the
//! same count as before, the keys were drawn again: arrivals and departures leave at most a fifth of the counts equal.
//! Then these cells have a second value, too.
//!
//! **What it cannot find**: a new salt in a year in which most counts changed, and a few redrawn cells among many
//! retained cells. If the old p-table is missing, the rows of the new p-table serve for both values. Every sealed cube
//! discloses how far an old value can be from its count.

mod release;

use std::collections::BTreeMap;

use super::belongs::OTHER_RECORDS;
use super::candidates::Candidates;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::{CompiledMethod, Status};

pub(super) use release::places;
pub use release::{OldRelease, OldView};

/// If at least this share of values agrees beyond chance, the release has retained its values.
const RETAINED: f64 = 0.5;
/// Retained values of cells with the same records must be as improbable as this under independent draws.
const BY_CHANCE: f64 = 1e-4;
/// If more than this share of old values is impossible, most counts have changed, so the comparison cannot decide.
const OTHER_DATA: f64 = OTHER_RECORDS;

/// Counts of cells with people that both releases show.
#[derive(Default)]
struct Tally {
    common: u64,
    differ: u64,
    /// Whether the truth of the earlier release is known.
    is_exact: bool,
    /// Cells that may have the same records. With the earlier truth, cells that have the same count and key.
    same: Draws,
    /// With the earlier truth: cells with the same count and another key.
    rekeyed: Draws,
    /// With the earlier truth: cells with another count.
    recounted: u64,
}

/// The two values of cells that may count the same records.
#[derive(Default)]
struct Draws {
    cells: u64,
    /// Cells with different values that noise can explain.
    explained: u64,
    impossible: u64,
    known_from_one: u64,
    known_from_both: u64,
    /// The expected number of agreements if all values were drawn anew, over cells with a possible old value.
    by_chance: f64,
    /// The logarithm of the probability that independent draws give all these values.
    ln_chance: f64,
    example: Option<Example>,
    /// Whether the example is a count that only both values together disclose.
    is_best: bool,
}

/// How a release's values relate to an earlier release.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All values are equal.
    Same,
    /// Values are retained. Different values belong to changed counts.
    Retained,
    /// Unchanged counts have second values.
    Drawn,
    /// Cells have the same counts and other keys, and second values.
    Rekeyed,
    /// Too few counts are unchanged to decide.
    OtherData,
    /// With the earlier truth: too few cells have the same records to decide.
    Unknown,
}

impl Verdict {
    /// Whether cells have second values.
    fn is_second_draw(self) -> bool {
        matches!(self, Self::Drawn | Self::Rekeyed)
    }
}

impl Draws {
    /// Returns the share of agreements beyond chance.
    fn retained(&self) -> f64 {
        let possible = (self.cells - self.impossible) as f64;
        let agree = possible - self.explained as f64;
        if possible > self.by_chance { (agree - self.by_chance) / (possible - self.by_chance) } else { 0.0 }
    }

    /// Whether the number of equal values is more than five standard deviations above the number for second draws.
    fn agrees_beyond_chance(&self) -> bool {
        let possible = (self.cells - self.impossible) as f64;
        possible - self.explained as f64 > self.by_chance + 5.0 * self.by_chance.sqrt()
    }

    /// Whether cells with the same records all have their old value, which independent draws would hardly give.
    fn shows_retention(&self) -> bool {
        self.cells > 0 && self.explained + self.impossible == 0 && self.ln_chance <= libm::log(BY_CHANCE)
    }

    /// Adds the cells of other draws.
    fn add(&mut self, other: Self) {
        self.cells += other.cells;
        self.explained += other.explained;
        self.impossible += other.impossible;
        self.known_from_one += other.known_from_one;
        self.known_from_both += other.known_from_both;
        self.by_chance += other.by_chance;
        self.ln_chance += other.ln_chance;
        if self.example.is_none() || other.is_best && !self.is_best {
            (self.example, self.is_best) = (other.example, other.is_best);
        }
    }
}

impl Tally {
    fn verdict(&self) -> Verdict {
        let Self { same, rekeyed, .. } = self;
        if self.common == 0 {
            Verdict::Unknown
        } else if self.differ == 0 {
            Verdict::Same
        } else if self.is_exact {
            if same.explained + same.impossible > 0 {
                Verdict::Drawn
            } else if rekeyed.cells > self.recounted && rekeyed.explained + rekeyed.impossible > 0 {
                Verdict::Rekeyed
            } else if same.shows_retention() {
                Verdict::Retained
            } else {
                Verdict::Unknown
            }
        } else if same.retained() >= RETAINED {
            Verdict::Retained
        } else if same.impossible as f64 > OTHER_DATA * self.common as f64 {
            Verdict::OtherData
        } else {
            Verdict::Drawn
        }
    }

    /// Why the comparison decides nothing, if so.
    fn blocked(&self, verdict: Verdict) -> Option<String> {
        let cells = self.same.cells;
        match verdict {
            Verdict::Same | Verdict::Retained | Verdict::Drawn | Verdict::Rekeyed => None,
            Verdict::Unknown if self.common == 0 => Some("no cell with people is shown in both releases".to_owned()),
            Verdict::Unknown if cells == 0 => Some(
                "no cell has the same records in both releases: the people or their keys are others, or most cells \
                 changed; so nothing shows that keys, salt and method stayed"
                    .to_owned(),
            ),
            Verdict::Unknown => Some(format!(
                "only {cells} cells have the same records in both releases, too few to show that salt and method stayed"
            )),
            Verdict::OtherData if self.same.agrees_beyond_chance() => Some(
                "many old values are impossible for the present counts: too many counts changed to compare the releases \
                 without the truth of the earlier one"
                    .to_owned(),
            ),
            Verdict::OtherData => Some(
                "no more values agree with the earlier release than independent draws would give: nothing can be \
                 concluded, because people, keys or salt are others"
                    .to_owned(),
            ),
        }
    }
}

/// Why unchanged counts do not keep their values of an earlier release, as far as the values show. `None` if they do.
pub(super) fn not_retained(new: &Evidence, old: &OldRelease) -> Option<String> {
    let tally = tally(new, old);
    let verdict = tally.verdict();
    match verdict {
        Verdict::Same | Verdict::Retained => None,
        _ if !tally.is_exact && tally.same.agrees_beyond_chance() => None,
        // Cells with the same records keep their values, whatever the keys of other records are.
        Verdict::Rekeyed if tally.same.shows_retention() => None,
        Verdict::Rekeyed => Some("most changed cells have their old counts and other record keys".to_owned()),
        Verdict::Drawn => Some(
            "too few values are those of the earlier release: keys, salt or method differ, or most counts changed"
                .to_owned(),
        ),
        Verdict::OtherData | Verdict::Unknown => tally.blocked(verdict),
    }
}

fn tally(new: &Evidence, old: &OldRelease) -> Tally {
    let reach = old.reach.filter(|_| old.compiled.is_none());
    compare(new, &old.views, old.compiled.as_ref().unwrap_or(&new.compiled), reach)
}

/// Compares a release with an earlier one. The default limit is 0: a cell with the same records must keep its value.
pub fn composition(new: &Evidence, old: &OldRelease) -> Finding {
    let tally = tally(new, old);
    let verdict = tally.verdict();
    let says = says(&tally, verdict);
    finding(tally, says, verdict)
}

fn says(tally: &Tally, verdict: Verdict) -> String {
    let Tally { common, differ, same, rekeyed, .. } = tally;
    let shown = format!("Both releases show {common} cells with people.");
    let fewer = "Two values of one count leave fewer possible counts.";
    let second = |draws: &Draws| draws.explained + draws.impossible;
    match verdict {
        Verdict::Same => format!("{shown} All values are the same."),
        Verdict::Retained if tally.is_exact => format!(
            "{shown} Of these cells, {differ} have a different value now. {} cells have the same records in both \
             releases, and all have their old value. So keys, salt and method were retained for these records.",
            same.cells
        ),
        Verdict::Retained => format!(
            "{shown} Of these cells, {differ} have a different value now. More values stayed the same than a new draw \
             would give. So keys, salt and method were retained, and the counts of the cells with different values have \
             changed."
        ),
        Verdict::Drawn if tally.is_exact => format!(
            "{shown} {} cells have the same records in both releases, and {} of these have a different value now. So \
             salt, p-table or method differ. {fewer}",
            same.cells,
            second(same)
        ),
        Verdict::Drawn => format!(
            "{shown} Of these cells, {} have a different value now, and noise alone can explain the difference. Hardly \
             more values stayed the same than chance explains. So keys, salt, p-table or method differ, or most counts \
             have changed slightly. {fewer}",
            same.explained
        ),
        Verdict::Rekeyed => format!(
            "{shown} {} cells have their old count and other record keys, and {} of these have a different value now. So \
             record keys were drawn again, or records were replaced by others with the same answers. {fewer}",
            rekeyed.cells,
            second(rekeyed)
        ),
        Verdict::OtherData => format!(
            "{shown} Of these cells, {differ} have a different value now. Many old values are impossible for the present \
             counts. So the data differ, and the audit could not compare the releases. The publisher must ensure that \
             keys, salt, p-table and method are those of the earlier release."
        ),
        Verdict::Unknown => format!(
            "{shown} Of these cells, {differ} have a different value now. The audit could not compare the releases. The \
             publisher must ensure that keys, salt, p-table and method are those of the earlier release."
        ),
    }
}

/// Compares the same views of a keyed cube under two methods.
pub fn composition_of_methods(one: &Evidence, other: &Evidence) -> Finding {
    let tally = compare(one, &OldRelease::of_evidence(other).views, &other.compiled, None);
    let says = format!(
        "The two methods give different values for {} of {} cells with people. A reader of both values has fewer \
         possible counts.",
        tally.same.explained, tally.common
    );
    finding(tally, says, Verdict::Drawn)
}

fn finding(tally: Tally, says: String, verdict: Verdict) -> Finding {
    let blocked = tally.blocked(verdict);
    let Tally { common, differ, same: mut draws, rekeyed, .. } = tally;
    let retained = draws.retained();
    if verdict.is_second_draw() {
        draws.add(rekeyed);
    }
    let second = |of: u64| match verdict {
        Verdict::Same | Verdict::Drawn | Verdict::Rekeyed => Figure::Share { of, all: common },
        Verdict::Retained => Figure::Share { of: 0, all: common },
        Verdict::OtherData | Verdict::Unknown => Figure::Share { of: 0, all: 0 },
    };
    Finding {
        name: "composition",
        says,
        figures: vec![
            ("cells with two values of the same count", second(draws.explained)),
            ("counts known only from both values together", second(draws.known_from_both)),
            ("counts known from one value alone", second(draws.known_from_one)),
            ("cells with different values", Figure::Share { of: differ, all: common }),
            ("old values impossible for the present count", Figure::Count(draws.impossible)),
            ("share of values retained beyond chance", Figure::Number(retained)),
        ],
        limit: 0.0,
        blocked,
        example: draws.example.filter(|_| verdict.is_second_draw()),
        remedy: "Use the record keys, salt, modulus, p-table and method of the earlier release, as long as the data \
                 are the same.",
    }
}

/// Compares the values of all cells. An old value is possible for counts within `reach`, or by the old rows if `reach`
/// is `None`.
fn compare(new: &Evidence, old: &[OldView], old_method: &CompiledMethod, reach: Option<u64>) -> Tally {
    let (candidates, before) = (Candidates::new(&new.compiled), Candidates::new(old_method));
    let mut tally = Tally::default();
    // Maps a pair of values to two facts: whether one value alone determines the count, and whether only both values
    // together do.
    let mut known: BTreeMap<(i64, i64), (bool, bool)> = BTreeMap::new();
    for view in &new.views {
        for old in old {
            let Some(place) = places(view, old) else { continue };
            let records = old.records.as_ref();
            let cells =
                (0..view.values.len()).filter(|&cell| view.counts[cell] > 0 && view.status[cell] == Status::Shown);
            for (cell, then) in cells.map(|cell| (cell, place(cell))).filter(|&(_, at)| old.status[at] == Status::Shown)
            {
                let (count, value, old) = (view.counts[cell], view.values[cell], old.values[then]);
                tally.common += 1;
                tally.differ += u64::from(value != old);
                let draws = match records.map(|records| records[then]) {
                    None => &mut tally.same,
                    Some((before, _)) if before != count => {
                        (tally.is_exact, tally.recounted) = (true, tally.recounted + 1);
                        continue;
                    }
                    Some((_, key)) => {
                        tally.is_exact = true;
                        if key == view.keys[cell] { &mut tally.same } else { &mut tally.rekeyed }
                    }
                };
                draws.cells += 1;
                let possible = match reach {
                    Some(reach) => old.abs_diff(count as i64) <= reach,
                    None => before.is_possible(count, old),
                };
                draws.impossible += u64::from(!possible);
                if possible {
                    let chance = candidates.chance(count, value - count as i64);
                    draws.by_chance += chance;
                    // A value that the method never gives shows nothing.
                    draws.ln_chance += if chance > 0.0 { libm::log(chance) } else { 0.0 };
                }
                let (alone, both) = *known.entry((value, old)).or_insert_with(|| {
                    let alone = candidates.set(value).number == 1 || before.set(old).number == 1;
                    let counts = candidates.counts(value);
                    let shared = counts.iter().filter(|&&(count, _)| before.is_possible(count, old));
                    (alone, !alone && shared.take(2).count() == 1)
                });
                draws.known_from_one += u64::from(alone);
                draws.known_from_both += u64::from(both && possible);
                if value == old {
                    continue;
                }
                draws.explained += u64::from(possible);
                if possible && (draws.example.is_none() || both && !draws.is_best) {
                    draws.is_best = both;
                    let published = format!("{} now, and {old} before", words::cell(new, view, cell));
                    draws.example =
                        Some(Example { published, truth: format!("the count is {count}"), steps: Vec::new() });
                }
            }
        }
    }
    tally
}

#[cfg(test)]
mod tests;
