//! Two releases of the same data: a cell with two values.
//!
//! **The adversary** has an earlier release of the same views, made of the same records with another salt, other keys, another p-table or
//! another method. Each value leaves a set of counts that can be behind it (`causes`), and the truth is in both: they
//! intersect, and with every release more. A *sound* second release of the same data gives each cell the value that it has.
//!
//! **Formula.** Among cells with people whose value is shown in both: those whose values differ although the old value is one that the
//! method can give the count of now; and those whose count is the only one that can become both values, where neither value
//! alone has one cause.
//!
//! **The same data, or a new year?** The old truth is not at hand. Were the data the same, no old value would be impossible for the
//! count of now, and the squares of (old value − count − mean noise)² / variance would be 1 on average. Data count as others where a value
//! is impossible *and* that average is above 2. Then nothing is compared: keys that are kept give sets of records that did not
//! change the value that they had.
//!
//! **What it cannot find**: a new salt in a year in which nearly all cells changed; the few cells that stayed the same are not
//! told apart from those that did not. Where the old method's p-table is not given, the rows of the new one are taken for what
//! follows from both values; how far an old value can be from its count is known of every sealed cube.

use std::collections::BTreeMap;

use super::causes::Causes;
use super::lines::strides;
use super::{Evidence, Example, Figure, Finding, Published, same_axes, words};
use crate::Error;
use crate::cube::{AxisRef, Dimension};
use crate::protect::{Protected, Rows, Status};
use crate::table::Store;

/// Above this average the old values are not those of the counts of now.
const OTHER_DATA: f64 = 2.0;

/// What was published before, over the same dimensions and codes.
#[derive(Debug, Clone)]
pub struct OldRelease {
    /// Its views; only those that are published again are compared.
    pub views: Vec<OldView>,
    /// The rows of its method, where they are known; otherwise those of the new one are taken.
    pub rows: Option<Rows>,
    /// How far a value can be from its count, where that is known and the rows are not.
    pub reach: Option<u64>,
}

/// A view that was published before.
#[derive(Debug, Clone)]
pub struct OldView {
    /// As in [`Published::axes`].
    pub axes: Vec<AxisRef>,
    /// What was shown, where `status` says that it was, the last axis running fastest.
    pub values: Vec<i64>,
    /// Why a value was not shown.
    pub status: Vec<Status>,
}

impl OldRelease {
    /// What an earlier sealed cube publishes of views with these dimensions' codes. All its files are loaded.
    pub(crate) fn of_sealed(sealed: &Store, dimensions: &[Dimension]) -> Result<Self, Error> {
        let cube = sealed.cube();
        let mut views = Vec::new();
        for view in &cube.views {
            // A dimension that has other codes now is another dimension.
            let Some(axes) = same_axes(&cube.dimensions, &view.axes, dimensions) else { continue };
            let (_, Protected { values, status }) = sealed.cells_of(&view.axes, None)?;
            views.push(OldView { axes, values, status });
        }
        // A method without a p-table says all of its rows.
        let rows = sealed.methods().first().and_then(|method| sealed.rows(method).ok());
        Ok(Self { views, rows, reach: cube.baked.map(|baked| baked.largest_change) })
    }
}

/// What a comparison counts.
#[derive(Default)]
struct Tally {
    common: u64,
    differ: u64,
    explained: u64,
    impossible: u64,
    known_from_one: u64,
    known_from_both: u64,
    squares: f64,
    measured: u64,
    example: Option<Example>,
}

/// Compares a release with an earlier one. The default limit is none: a cell of the same records has one value for good.
pub fn composition(new: &Evidence, old: &OldRelease) -> Finding {
    let reach = old.reach.filter(|_| old.rows.is_none());
    let tally = compare(new, &old.views, old.rows.as_ref().unwrap_or(&new.rows), reach);
    let average = if tally.measured == 0 { 0.0 } else { tally.squares / tally.measured as f64 };
    let same_data = tally.impossible == 0 || average <= OTHER_DATA;
    let Tally { common, differ, explained, .. } = tally;
    let says = match (same_data, explained) {
        (true, 0) => format!("The earlier release has the same {common} cells with people, and no other values."),
        (true, _) => format!(
            "Of {common} cells with people that an earlier release has as well, {explained} have another value now, while the data \
             seem to be the same. Two values of one count leave fewer counts that fit both."
        ),
        (false, _) => format!(
            "Of {common} cells with people that an earlier release has as well, {differ} have another value now. The data seem to \
             be others, which the noise does not explain: nothing was compared."
        ),
    };
    finding(tally, says, average, same_data)
}

/// Compares what two methods of one keyed cube give the same views.
pub fn composition_of_methods(one: &Evidence, other: &Evidence) -> Finding {
    let view = |view: &Published| OldView {
        axes: view.axes.clone(),
        values: view.values.clone(),
        status: view.status.clone(),
    };
    let views: Vec<OldView> = other.views.iter().map(view).collect();
    let tally = compare(one, &views, &other.rows, None);
    let says = format!(
        "Two methods give {} of {} cells with people two values. Who sees both has fewer counts that fit.",
        tally.explained, tally.common
    );
    finding(tally, says, 1.0, true)
}

fn finding(tally: Tally, says: String, average: f64, same_data: bool) -> Finding {
    let of_common = |of: u64| Figure::Share { of: if same_data { of } else { 0 }, all: tally.common };
    Finding {
        name: "composition",
        says,
        figures: vec![
            ("cells with a second value of the same count", of_common(tally.explained)),
            ("counts known from both values and not from one", of_common(tally.known_from_both)),
            ("counts known from one value", of_common(tally.known_from_one)),
            ("cells with other values", Figure::Share { of: tally.differ, all: tally.common }),
            ("old values impossible for the count of now", Figure::Count(tally.impossible)),
            ("mean square of the old noise, 1 for the same data", Figure::Number(average)),
        ],
        limit: 0.0,
        example: tally.example.filter(|_| same_data),
        remedy: "the record keys, salt, modulus, p-table and method of the earlier release, for as long as the data are the same",
    }
}

/// Compares values; an old one is possible for a count within `reach` of it, or by the old rows.
fn compare(new: &Evidence, old: &[OldView], old_rows: &Rows, reach: Option<u64>) -> Tally {
    let (mut causes, mut before) = (Causes::new(&new.rows), Causes::new(old_rows));
    let mut tally = Tally::default();
    // Whether a count is known, by both values.
    let mut known: BTreeMap<(i64, i64), (bool, bool)> = BTreeMap::new();
    let mut best = false;
    for view in &new.views {
        for old in old {
            let Some(place) = places(view, old) else { continue };
            let cells =
                (0..view.values.len()).filter(|&cell| view.counts[cell] > 0 && view.status[cell] == Status::Shown);
            for (cell, then) in cells.map(|cell| (cell, place(cell))).filter(|&(_, at)| old.status[at] == Status::Shown)
            {
                let (count, value, old) = (view.counts[cell], view.values[cell], old.values[then]);
                tally.common += 1;
                let (mean, variance) = before.moments(count);
                if variance > 0.0 {
                    tally.squares += ((old - count as i64) as f64 - mean).powi(2) / variance;
                    tally.measured += 1;
                }
                let possible = match reach {
                    Some(reach) => old.abs_diff(count as i64) <= reach,
                    None => before.is_possible(count, old),
                };
                tally.impossible += u64::from(!possible);
                let (alone, both) = *known.entry((value, old)).or_insert_with(|| {
                    let alone = causes.of(value).number == 1 || before.of(old).number == 1;
                    let (one, other) = (causes.around(value), before.around(old));
                    let mut shared = (one.start.max(other.start)..one.end.min(other.end))
                        .filter(|&count| causes.is_possible(count, value) && before.is_possible(count, old));
                    (alone, !alone && shared.next().is_some() && shared.next().is_none())
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

/// From a cell of a view to the same cell of an older one, whatever the order of its axes; none where they are not the same.
fn places<'a>(view: &'a Published, old: &OldView) -> Option<impl Fn(usize) -> usize + use<'a>> {
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
mod tests {
    use super::super::sample::{D5, SOUND, Sample, next};
    use super::*;

    fn old(evidence: &Evidence) -> OldRelease {
        let view = |view: &Published| OldView {
            axes: view.axes.clone(),
            values: view.values.clone(),
            status: view.status.clone(),
        };
        OldRelease { views: evidence.views.iter().map(view).collect(), rows: None, reach: None }
    }

    #[test]
    fn the_same_release_again_passes() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        let finding = composition(&sample.pairs(), &old(&sample.pairs()));
        assert!(finding.passes() && finding.figures[0].1 == Figure::Share { of: 0, all: 110 }, "{finding:?}");
    }

    #[test]
    fn a_new_salt_is_found() {
        for (method, ptable) in [(SOUND, D5), (r#"{ "kind": "random-rounding", "base": 5 }"#, "")] {
            for seed in 0..5 {
                let sample = Sample::drawn(&[4, 8, 5], 3000, seed).method(method, ptable);
                let salted = Sample { salt: vec![8; 16], ..sample.clone() };
                let finding = composition(&salted.pairs(), &old(&sample.pairs()));
                assert_eq!((finding.passes(), finding.name), (false, "composition"));
                assert_eq!(finding.figures[4].1, Figure::Count(0));
                assert!((0.5..1.5).contains(&finding.figures[5].1.value()), "{finding:?}");
            }
        }
    }

    /// A tenth of the persons left, as many came, and keys are kept for those who stayed.
    #[test]
    fn a_new_year_is_told_apart() {
        for seed in 0..5 {
            let sample = Sample::drawn(&[4, 8, 5], 3000, seed);
            let mut year = sample.clone();
            let newcomers = Sample::drawn(&[4, 8, 5], 350, seed + 100).records;
            year.records.drain(..300);
            year.records.extend(newcomers);
            let finding = composition(&year.pairs(), &old(&sample.pairs()));
            assert!(finding.passes() && finding.example.is_none(), "{finding:?}");
            assert!(finding.says.contains("seem to be others"), "{finding:?}");
        }
    }

    /// 3 leaves 1 to 8 and 13 leaves 8 to 18: of the p-table's rows only 8 has both a noise of −5 and one of 5.
    #[test]
    fn a_count_that_only_both_values_give_away() {
        let sample = Sample::empty(&[1]).add(&[0], 8).method(SOUND, D5);
        let (mut evidence, mut before) = (sample.evidence(&["0"]), old(&sample.evidence(&["0"])));
        let mut causes = Causes::new(&evidence.rows);
        assert_eq!((causes.of(3).most, causes.of(13).least), (8, 8));
        evidence.views[0].values[0] = 3;
        before.views[0].values[0] = 13;
        let finding = composition(&evidence, &before);
        assert_eq!(finding.figures[1].1, Figure::Share { of: 1, all: 1 });
        assert_eq!(finding.figures[2].1, Figure::Share { of: 0, all: 1 });
        let example = finding.example.expect("an example");
        assert_eq!(example.published, "0 = 0 in view 0: published 3 now, and 13 before");
        assert_eq!(example.truth, "the count is 8");
    }

    #[test]
    fn axes_may_have_another_order() {
        let sample = Sample::drawn(&[3, 4, 5], 900, 1);
        let finding = composition(&sample.evidence(&["0 1 2"]), &old(&sample.evidence(&["2 0 1"])));
        let with_people = sample.finest().0.len() as u64;
        assert_eq!(finding.figures[3].1, Figure::Share { of: 0, all: with_people });
        assert!(with_people > 50);
    }

    #[test]
    fn two_methods_give_two_values() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        let other = sample.clone().method(r#"{ "kind": "random-rounding", "base": 3 }"#, "");
        assert!(!composition_of_methods(&sample.pairs(), &other.pairs()).passes());
        let threshold = r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash", "threshold": 20 }"#;
        assert!(composition_of_methods(&sample.pairs(), &sample.clone().method(threshold, D5).pairs()).passes());
    }

    /// Three small cells have one record more than before, and the salt is new: all the others still have two values.
    #[test]
    fn a_few_corrections_do_not_hide_a_new_salt() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        let mut state = 3;
        let mut corrected = Sample { salt: vec![8; 16], ..sample.clone() };
        for _ in 0..3 {
            let at = next(&mut state) as usize % corrected.records.len();
            corrected.records.remove(at);
        }
        assert!(!composition(&corrected.pairs(), &old(&sample.pairs())).passes());
    }
}
