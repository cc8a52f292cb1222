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
//! impossible, most other counts changed too. Then the finding is not tested. With the truth of the earlier release, the
//! attack compares cells with the same count and key, so it needs none of these estimates.
//!
//! **What it cannot find**: a new salt in a year in which most counts changed, and a few redrawn cells among many
//! retained cells. If the old p-table is missing, the rows of the new p-table serve for both values. Every sealed cube
//! discloses how far an old value can be from its count.

use std::collections::BTreeMap;

use super::candidates::Candidates;
use super::evidence::not_the_same;
use super::lines::strides;
use super::{Evidence, Example, Figure, Finding, Published, same_axes, words};
use crate::dimension::{AxisRef, Dimension};
use crate::protect::{CompiledMethod, Protected, Status};
use crate::table::Error;
use crate::table::Store;

/// If at least this share of values agrees beyond chance, the release has retained its values.
const RETAINED: f64 = 0.5;
/// If more than this share of old values is impossible, most counts have changed, so the comparison cannot decide.
const OTHER_DATA: f64 = 0.125;

/// An earlier release over the same dimensions and codes.
#[derive(Debug, Clone)]
pub struct OldRelease {
    /// The earlier views. Only views that are published again are compared.
    pub views: Vec<OldView>,
    /// The earlier method. If it is `None`, the new method is used.
    pub compiled: Option<CompiledMethod>,
    /// Largest change of a count by the earlier method, if known. It is used only if `compiled` is `None`.
    pub reach: Option<u64>,
}

/// A view that was published before.
#[derive(Debug, Clone)]
pub struct OldView {
    /// The axes, as in [`Published::axes`].
    pub axes: Vec<AxisRef>,
    /// The values, valid where `status` is shown. The last axis varies fastest.
    pub values: Vec<i64>,
    /// The status of each cell: shown, or why its value is missing.
    pub status: Vec<Status>,
    /// The true count and key of each cell, if the truth of the earlier release is known.
    pub records: Option<Vec<(u64, u64)>>,
}

impl OldRelease {
    /// Reads the views of an earlier sealed cube, and their true counts from its keyed cube, if there is one. All files of
    /// the cubes must be loaded. Views with codes other than in `dimensions` are left out.
    ///
    /// # Errors
    /// Fails if a file is not loaded, and if the keyed cube does not have the dimensions of the sealed cube.
    pub(crate) fn of_sealed(sealed: &Store, truth: Option<&Store>, dimensions: &[Dimension]) -> Result<Self, Error> {
        let cube = sealed.cube();
        let mut views = Vec::new();
        for view in &cube.views {
            // A dimension with different codes counts as a different dimension.
            let Some(axes) = same_axes(&cube.dimensions, &view.axes, dimensions) else { continue };
            let (_, Protected { values, status }) = sealed.cells_of(&view.axes, None)?;
            let records = truth.map(|truth| records(sealed, truth, &view.axes)).transpose()?;
            views.push(OldView { axes, values, status, records });
        }
        // A method without a p-table can be compiled from its parameters alone.
        let compiled = sealed.methods().first().and_then(|method| sealed.compiled_method(method).ok());
        Ok(Self { views, compiled, reach: cube.sealed_properties.map(|properties| properties.largest_change) })
    }

    /// Takes published views as an earlier release whose method and true counts are unknown.
    pub(super) fn of_evidence(evidence: &Evidence) -> Self {
        let view = |view: &Published| OldView {
            axes: view.axes.clone(),
            values: view.values.clone(),
            status: view.status.clone(),
            records: None,
        };
        Self { views: evidence.views.iter().map(view).collect(), compiled: None, reach: None }
    }

    /// Whether a view with an axis is published again.
    pub fn shares_a_view(&self, new: &Evidence) -> bool {
        let has = |old: &OldView| new.views.iter().any(|view| places(view, old).is_some());
        self.views.iter().any(|old| !old.axes.is_empty() && has(old))
    }

    /// Whether the values are possible for the counts of the earlier truth, up to an eighth of them.
    pub fn fits_its_truth(&self) -> bool {
        let Some(reach) = self.reach else { return true };
        let (mut cells, mut impossible) = (0_u64, 0_u64);
        for view in &self.views {
            let Some(records) = &view.records else { continue };
            for ((value, status), (count, _)) in view.values.iter().zip(&view.status).zip(records) {
                if *status == Status::Shown && *count > 0 {
                    cells += 1;
                    impossible += u64::from(value.abs_diff(*count as i64) > reach);
                }
            }
        }
        impossible as f64 <= OTHER_DATA * cells as f64
    }
}

/// Reads the true counts and keys of a sealed cube's view from its keyed cube.
fn records(sealed: &Store, truth: &Store, axes: &[AxisRef]) -> Result<Vec<(u64, u64)>, Error> {
    let axes =
        same_axes(&sealed.cube().dimensions, axes, &truth.cube().dimensions).ok_or_else(|| not_the_same(sealed))?;
    let (grid, _) = truth.cells_of(&axes, None)?;
    Ok(grid.counts.into_iter().zip(grid.keys).collect())
}

/// Counts of cells with people that both releases show.
#[derive(Default)]
struct Tally {
    common: u64,
    /// Whether the truth of the earlier release is known, and the cells with other records according to this truth.
    is_exact: bool,
    changed: u64,
    differ: u64,
    explained: u64,
    impossible: u64,
    known_from_one: u64,
    known_from_both: u64,
    /// The expected number of agreements if all values were drawn anew, over cells with a possible old value.
    by_chance: f64,
    example: Option<Example>,
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
    /// Too few counts are unchanged to decide.
    OtherData,
}

impl Tally {
    /// Returns the share of agreements beyond chance.
    fn retained(&self) -> f64 {
        let possible = (self.common - self.impossible - self.changed) as f64;
        let agree = possible - self.explained as f64;
        if possible > self.by_chance { (agree - self.by_chance) / (possible - self.by_chance) } else { 0.0 }
    }

    /// Whether more values agree than second draws would, by five standard deviations.
    fn agrees_beyond_chance(&self) -> bool {
        let possible = (self.common - self.impossible - self.changed) as f64;
        possible - self.explained as f64 > self.by_chance + 5.0 * self.by_chance.sqrt()
    }

    fn verdict(&self) -> Verdict {
        if self.differ == 0 {
            Verdict::Same
        } else if self.is_exact {
            if self.explained + self.impossible == 0 { Verdict::Retained } else { Verdict::Drawn }
        } else if self.retained() >= RETAINED {
            Verdict::Retained
        } else if self.impossible as f64 > OTHER_DATA * self.common as f64 {
            Verdict::OtherData
        } else {
            Verdict::Drawn
        }
    }
}

/// Whether unchanged counts keep their values of an earlier release, as far as the values show.
pub(super) fn is_retained(new: &Evidence, old: &OldRelease) -> bool {
    let tally = tally(new, old);
    matches!(tally.verdict(), Verdict::Same | Verdict::Retained) || !tally.is_exact && tally.agrees_beyond_chance()
}

fn tally(new: &Evidence, old: &OldRelease) -> Tally {
    let reach = old.reach.filter(|_| old.compiled.is_none());
    compare(new, &old.views, old.compiled.as_ref().unwrap_or(&new.compiled), reach)
}

/// Compares a release with an earlier one. The default limit is 0: a cell with the same records must keep its value.
pub fn composition(new: &Evidence, old: &OldRelease) -> Finding {
    let tally = tally(new, old);
    let Tally { common, differ, explained, .. } = tally;
    let verdict = tally.verdict();
    let says = match verdict {
        Verdict::Same => format!("Both releases show {common} cells with people. All values are the same."),
        Verdict::Retained => format!(
            "Both releases show {common} cells with people. Of these cells, {differ} have a different value now. More \
             values stayed the same than a new draw would give. So keys, salt and method were retained, and the counts \
             of the cells with different values have changed."
        ),
        Verdict::Drawn => format!(
            "Both releases show {common} cells with people. Of these cells, {explained} have a different value now, \
             and noise alone can explain the difference. Hardly more values stayed the same than chance explains. So \
             keys, salt, p-table or method differ, or most counts have changed slightly. Two values of one count leave \
             fewer possible counts."
        ),
        Verdict::OtherData => format!(
            "Both releases show {common} cells with people. Of these cells, {differ} have a different value now. Many \
             old values are impossible for the present counts. So the data differ, and the audit could not compare the \
             releases. The publisher must ensure that keys, salt, p-table and method are those of the earlier release."
        ),
    };
    finding(tally, says, verdict)
}

/// Compares the same views of a keyed cube under two methods.
pub fn composition_of_methods(one: &Evidence, other: &Evidence) -> Finding {
    let tally = compare(one, &OldRelease::of_evidence(other).views, &other.compiled, None);
    let says = format!(
        "The two methods give different values for {} of {} cells with people. A reader of both values has fewer \
         possible counts.",
        tally.explained, tally.common
    );
    finding(tally, says, Verdict::Drawn)
}

fn finding(tally: Tally, says: String, verdict: Verdict) -> Finding {
    // With too few unchanged counts, the share is 0 of 0, so the finding is not tested.
    let second = |of: u64| match verdict {
        Verdict::Same | Verdict::Drawn => Figure::Share { of, all: tally.common },
        Verdict::Retained => Figure::Share { of: 0, all: tally.common },
        Verdict::OtherData => Figure::Share { of: 0, all: 0 },
    };
    Finding {
        name: "composition",
        says,
        figures: vec![
            ("cells with two values of the same count", second(tally.explained)),
            ("counts known only from both values together", second(tally.known_from_both)),
            ("counts known from one value alone", second(tally.known_from_one)),
            ("cells with different values", Figure::Share { of: tally.differ, all: tally.common }),
            ("old values impossible for the present count", Figure::Count(tally.impossible)),
            ("share of values retained beyond chance", Figure::Number(tally.retained())),
        ],
        limit: 0.0,
        blocked: None,
        example: tally.example.filter(|_| verdict == Verdict::Drawn),
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
    let mut best = false;
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
                if let Some(records) = records {
                    tally.is_exact = true;
                    if records[then] != (count, view.keys[cell]) {
                        (tally.changed, tally.differ) = (tally.changed + 1, tally.differ + u64::from(value != old));
                        continue;
                    }
                }
                let possible = match reach {
                    Some(reach) => old.abs_diff(count as i64) <= reach,
                    None => before.is_possible(count, old),
                };
                tally.impossible += u64::from(!possible);
                if possible {
                    tally.by_chance += candidates.chance(count, value - count as i64);
                }
                let (alone, both) = *known.entry((value, old)).or_insert_with(|| {
                    let alone = candidates.set(value).number == 1 || before.set(old).number == 1;
                    let counts = candidates.counts(value);
                    let shared = counts.iter().filter(|&&(count, _)| before.is_possible(count, old));
                    (alone, !alone && shared.take(2).count() == 1)
                });
                tally.known_from_one += u64::from(alone);
                tally.known_from_both += u64::from(both && possible);
                if value == old {
                    continue;
                }
                tally.differ += 1;
                tally.explained += u64::from(possible);
                if possible && (tally.example.is_none() || both && !best) {
                    best = both;
                    let published = format!("{} now, and {old} before", words::cell(new, view, cell));
                    tally.example = Some(Example { published, truth: format!("the count is {count}") });
                }
            }
        }
    }
    tally
}

/// Returns a map from the cells of a view to the same cells of an older view, with axes in any order. `None` if the
/// axes differ.
pub(super) fn places<'a>(view: &'a Published, old: &OldView) -> Option<impl Fn(usize) -> usize + use<'a>> {
    if old.axes.len() != view.axes.len() || old.values.len() != view.values.len() {
        return None;
    }
    let positions: Option<Vec<usize>> =
        old.axes.iter().map(|axis| view.axes.iter().position(|other| other == axis)).collect();
    let positions = positions?;
    let sizes: Vec<usize> = positions.iter().map(|&at| view.sizes[at]).collect();
    let mut steps = vec![0; positions.len()];
    positions.iter().zip(strides(&sizes)).for_each(|(&at, stride)| steps[at] = stride);
    Some(move |cell| {
        let (mut rest, mut place) = (cell, 0);
        for (size, step) in view.sizes.iter().zip(&steps).rev() {
            place += rest % size * step;
            rest /= size;
        }
        place
    })
}

#[cfg(test)]
mod tests;
