//! Exact totals: values that are closer to the truth than the method makes them.
//!
//! **Two tests.** A value is a function of count and key, so the first test computes each value again. A value that
//! differs did not come from the method: for example an unprotected total, or a value rounded later. The second test
//! counts the non-empty cells of each view whose value is the true count. Each cell is exact with the probability that
//! its row gives a noise of 0, independently of the others, so the number is Poisson-binomial. A view fails if chance
//! gives so many exact cells with a probability below 10^-6 divided by the number of views (exact up to 2,048 cells,
//! Bernstein's bound above).
//!
//! **Who uses it.** An adversary cannot make these tests, because the tests need the truth. But an adversary who takes
//! an exact value for the count is right. The tests warn the publisher that sealed values do not come from the method.
//!
//! **What it cannot find**: exact values that the method itself gives (`kind = "none"`, `protect_below`). If `control`
//! fixes the number of moves in a table, the first test does not apply. The second test still holds, because the number
//! of exact cells varies less. An empty cell shown as 0 may be a combination that cannot exist, which no noise changes.

use super::candidates::Candidates;
use super::chance::{LEVEL, poisson_binomial_tail};
use super::{Evidence, Example, Figure, Finding, Published, remedy, words};
use crate::protect::Status;

/// Counts values that the method does not give, and exact values beyond chance. The default limit is 0: a sealed cube
/// holds only the method's values, and chance fails one sound cube in a million.
pub fn exact_totals(evidence: &Evidence) -> Finding {
    let candidates = Candidates::new(&evidence.compiled);
    let (mut others, mut cells, mut excess, mut flagged) = (0, 0, 0, 0);
    let (mut exact, mut with_people, mut expected) = (0, 0, 0.0);
    let mut others_with_people = 0;
    let mut example = None;
    for view in &evidence.views {
        cells += view.values.len() as u64;
        for cell in not_of_the_method(evidence, view) {
            others += 1;
            others_with_people += u64::from(view.counts[cell] > 0 && view.status[cell] == Status::Shown);
            example.get_or_insert_with(|| Example {
                published: format!("{}; the method gives a different result", words::cell(evidence, view, cell)),
                truth: format!("the count is {}", view.counts[cell]),
                steps: Vec::new(),
            });
        }
        let people = (0..view.values.len()).filter(|&cell| view.counts[cell] > 0 && view.status[cell] == Status::Shown);
        let people: Vec<usize> = people.collect();
        let chances: Vec<f64> =
            people.iter().map(|&cell| chance_of_truth(evidence, &candidates, view.counts[cell])).collect();
        let found = people.iter().filter(|&&cell| view.values[cell] == view.counts[cell] as i64).count() as u64;
        let mean: f64 = chances.iter().sum();
        exact += found;
        with_people += people.len() as u64;
        expected += mean;
        if poisson_binomial_tail(&chances, found) < LEVEL / evidence.views.len() as f64 {
            flagged += 1;
            excess += (found as f64 - mean).round() as u64;
            example.get_or_insert_with(|| Example {
                published: format!("view {}: too many values equal the true count", words::view(evidence, view)),
                truth: format!("{found} values equal the true count, and {mean:.1} are expected"),
                steps: Vec::new(),
            });
        }
    }
    let mut says = format!(
        "For {others} of {cells} cells, the method gives a different result. In {flagged} of {} views, more values \
         equal the true count than chance explains.",
        evidence.views.len()
    );
    let are_other_draws = 2 * others_with_people > with_people;
    if are_other_draws {
        says += " Most values of cells with people are other draws: the audit has other keys, another salt or another \
                 method than the build. Then the other attacks do not show what the cube discloses.";
    }
    Finding {
        name: "exact-totals",
        says,
        figures: vec![
            ("values unexplained by method or chance", Figure::Count(others + excess)),
            ("values that differ from the method", Figure::Count(others)),
            ("views with too many true counts", Figure::Share { of: flagged, all: evidence.views.len() as u64 }),
            ("values equal to the true count", Figure::Share { of: exact, all: with_people }),
            ("values equal to the true count, expected", Figure::Number(expected)),
        ],
        limit: 0.0,
        blocked: None,
        example,
        remedy: match are_other_draws {
            true => remedy::OTHER_DRAWS,
            false => "Build the sealed cube again with one method for all views, and change no value afterwards.",
        },
    }
}

/// Returns the cells whose value or status differs from the method's result for their count and key.
fn not_of_the_method<'a>(evidence: &'a Evidence, view: &'a Published) -> impl Iterator<Item = usize> + 'a {
    let given = evidence.compiled.protect(&view.counts, &view.keys);
    // If each view has draws of its own, `compiled` has the draws of no view, so a comparison would prove nothing.
    let applies = !evidence.draws_by_view && !evidence.method.depends_on_table();
    (0..view.values.len()).filter(move |&cell| {
        let (status, value) = (view.status[cell], view.values[cell]);
        let may_be_impossible = view.counts[cell] == 0 && value == 0 && status == evidence.compiled.status(0, 0);
        // A blocked cell shows nothing. `rebuild` checks which cells are blocked.
        let same = status == Status::Blocked
            || status == given.status[cell] && (status != Status::Shown || value == given.values[cell]);
        applies && !same && !may_be_impossible
    })
}

/// Returns the probability that a shown value equals its count. A suppressed cell has no value.
fn chance_of_truth(evidence: &Evidence, candidates: &Candidates<'_>, count: u64) -> f64 {
    let is_shown = |&&(noise, _): &&(i64, f64)| evidence.compiled.status(count, count as i64 + noise) == Status::Shown;
    let shown: f64 = candidates.noises(count).iter().filter(is_shown).map(|(_, chance)| chance).sum();
    let exact = evidence.compiled.status(count, count as i64) == Status::Shown;
    if exact && shown > 0.0 { (candidates.chance(count, 0) / shown).min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::{D5, Sample, next};

    #[test]
    fn what_the_methods_give_passes() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        for (method, ptable) in [
            (crate::audit::sample::SOUND, D5),
            (r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash", "threshold": 10 }"#, D5),
            (r#"{ "kind": "cell-key", "ptable": "p", "zeros": "category-keys" }"#, D5),
            (r#"{ "kind": "random-rounding", "base": 3 }"#, ""),
            (r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, ""),
            (r#"{ "kind": "small-cell", "x": 2 }"#, ""),
        ] {
            let finding = exact_totals(&sample.clone().method(method, ptable).pairs());
            assert!(finding.passes(), "{method}: {finding:?}");
        }
    }

    #[test]
    fn one_total_left_as_it_is_is_found() {
        for seed in 0..5 {
            let mut evidence = Sample::drawn(&[4, 8, 5], 3000, seed).pairs();
            let view = &mut evidence.views[2];
            let cell = (0..8).find(|&cell| view.values[cell] != view.counts[cell] as i64).expect("noise");
            view.values[cell] = view.counts[cell] as i64;
            let finding = exact_totals(&evidence);
            assert_eq!((finding.passes(), finding.name), (false, "exact-totals"));
            assert_eq!(finding.figures[1].1, Figure::Count(1));
            assert!(finding.example.expect("an example").published.starts_with(&format!("1 = {cell} in view 1: ")));
        }
    }

    /// Every value comes from the method, but all keys give noise 0. Only the second test can find such keys.
    #[test]
    fn a_view_of_true_counts_is_found_by_chance_alone() {
        let mut evidence = Sample::drawn(&[4, 8, 5], 3000, 1).pairs();
        let compiled = evidence.compiled.clone();
        let view = &mut evidence.views[6];
        let mut state = 5;
        for cell in 0..view.values.len() {
            let mut keys = std::iter::repeat_with(|| next(&mut state) % (1 << 32));
            let suits =
                |key: &u64| compiled.protect(&[view.counts[cell]], &[*key]).values[0] == view.counts[cell] as i64;
            if let Some(key) = keys.by_ref().take(if view.counts[cell] > 2 { 1000 } else { 0 }).find(suits) {
                (view.keys[cell], view.values[cell]) = (key, view.counts[cell] as i64);
            }
        }
        let finding = exact_totals(&evidence);
        assert_eq!(finding.figures[1].1, Figure::Count(0));
        assert_eq!(finding.figures[2].1, Figure::Share { of: 1, all: 7 });
        assert!(!finding.passes());
    }

    #[test]
    fn a_rounding_afterwards_is_found() {
        let mut evidence = Sample::drawn(&[4, 8, 5], 3000, 1).pairs();
        evidence.views[4].values.iter_mut().for_each(|value| *value = (*value + 1) / 3 * 3);
        assert!(!exact_totals(&evidence).passes());
    }

    /// An audit with another salt compares values with other draws. A few changed values are no other draws.
    #[test]
    fn other_draws_are_named() {
        let sample = Sample::drawn(&[4, 8, 5], 3000, 1);
        let mut evidence = sample.pairs();
        let salted = Sample { salt: vec![8; 16], ..sample.clone() };
        for (view, other) in evidence.views.iter_mut().zip(salted.pairs().views) {
            view.values = other.values;
        }
        let finding = exact_totals(&evidence);
        assert!(!finding.passes() && finding.says.contains("are other draws"), "{finding:?}");
        assert_eq!(finding.remedy, remedy::OTHER_DRAWS);
        let mut evidence = sample.pairs();
        evidence.views[1].values[0] += 7;
        let finding = exact_totals(&evidence);
        assert!(!finding.passes() && !finding.says.contains("other draws"), "{finding:?}");
        assert!(finding.remedy.starts_with("Build the sealed cube again"));
    }
}
