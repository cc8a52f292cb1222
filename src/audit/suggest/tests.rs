use super::*;
use crate::audit::sample::Sample;
use crate::cube::PublishedViews;

/// Audits a choice of views of a sample, and searches for a choice that passes.
struct Case {
    sample: Sample,
    planned: Planned,
    evidence: Evidence,
}

impl Case {
    fn new(sample: Sample, choice: ViewChoice) -> Self {
        let sets = PublishedViews::new(&choice, &sample.dimensions).expect("few views").views;
        let name = |set: &Vec<AxisRef>| -> String {
            set.iter().map(|&axis| axis_name(&sample.dimensions, axis)).collect::<Vec<_>>().join(" ")
        };
        let names: Vec<String> = sets.iter().map(name).collect();
        let evidence = sample.evidence(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let planned = Planned { dimensions: sample.dimensions.clone(), choice, of_cube: sets.clone(), sets };
        Self { sample, planned, evidence }
    }

    fn run(&self, limits: &[(String, f64)]) -> Suggestion {
        let (counts, keys) = self.sample.finest();
        let finest = Finest { counts: &counts, keys: &keys };
        let search = Search { evidence: &self.evidence, finest, planned: &self.planned, limits, seed: 1 };
        search.run(&Report::about("sample", crate::cube::Release::Keyed, 1))
    }

    /// Returns the suggested views. The suggested choice gives exactly these views, and they pass an audit of their
    /// own.
    fn suggested(&self, found: &Suggestion) -> Vec<Vec<AxisRef>> {
        let (choice, report) = found.suggested.as_ref().expect("a suggestion");
        assert!(report.passes());
        let again = Self::new(self.sample.clone(), choice.clone());
        assert_eq!(again.evidence.view_names(), report.views);
        assert!(again.run(&[]).passes_already());
        again.planned.sets
    }
}

fn up_to(most: usize) -> ViewChoice {
    ViewChoice { max_dimensions: Some(most), ..ViewChoice::default() }
}

/// Dimension 4 follows from dimension 3.
fn planted() -> Sample {
    let mut sample = Sample::drawn(&[4, 5, 3, 8, 5], 3000, 5);
    sample.records.iter_mut().for_each(|(codes, _)| codes[4] = codes[3] % 5);
    sample
}

#[test]
fn a_variable_that_follows_from_another_is_named_and_restricted() {
    let case = Case::new(planted(), up_to(2));
    let found = case.run(&[]);
    assert!(!found.passes_already() && found.requested.exceeding().contains(&"equality"));
    // The two variables share the only faulty table.
    let mut worst: Vec<&str> = found.variables[..2].iter().map(|share| share.variable.as_str()).collect();
    worst.sort_unstable();
    assert_eq!(worst, ["3", "4"]);
    assert_eq!((found.variables[0].size, found.variables[0].finding), (2, "equality"));
    let sets = case.suggested(&found);
    // One of the two variables is published alone. All other pairs stay.
    assert_eq!(found.sizes, [(1, 1), (5, 5), (10, 6)]);
    assert_eq!(found.restrictions.len(), 1);
    let Restriction { variable, most, requested } = &found.restrictions[0];
    assert!(["3", "4"].contains(&&**variable) && (*most, *requested) == (1, 2));
    assert_eq!(sets.len(), 12);
}

#[test]
fn a_sound_choice_stays() {
    let case = Case::new(Sample::drawn(&[4, 5, 3, 8, 5], 3000, 5), up_to(2));
    let found = case.run(&[]);
    assert!(found.passes_already() && found.variables.is_empty() && found.restrictions.is_empty());
    assert_eq!(found.suggested.as_ref().map(|(choice, _)| choice), Some(&up_to(2)));
    assert_eq!(found.sizes, [(1, 1), (5, 5), (10, 10)]);
}

/// The publisher's choices stay: other levels, sets that are never together, and listed views.
#[test]
fn requested_restrictions_stay() {
    let mut sample = planted();
    sample.level(3, "half", &[0, 0, 0, 0, 1, 1, 1, 1]);
    let axis = |dimension, level| AxisRef { dimension, level };
    let choice = ViewChoice {
        max_dimensions: Some(2),
        axes: Some(vec![axis(0, None), axis(1, None), axis(3, None), axis(3, Some(0)), axis(4, None)]),
        never_together: vec![vec![0, 1]],
        views: vec![vec![axis(0, None), axis(2, None)]],
        in_parts: false,
    };
    let case = Case::new(sample, choice.clone());
    let found = case.run(&[]);
    assert!(!found.passes_already());
    let sets = case.suggested(&found);
    assert!(sets.iter().all(|set| case.planned.sets.contains(set)) && sets.len() < case.planned.sets.len());
    assert!(sets.contains(&vec![axis(0, None), axis(2, None)]));
    assert_eq!(found.suggested.expect("a suggestion").0.never_together, choice.never_together);
}

#[test]
fn nothing_is_suggested_if_nothing_passes() {
    // The true counts of every table are known.
    let case = Case::new(Sample::drawn(&[4, 5], 300, 5).method(r#"{ "kind": "none" }"#, ""), up_to(2));
    let found = case.run(&[]);
    assert!(found.suggested.is_none() && found.restrictions.is_empty() && found.variables.is_empty());
    assert_eq!(found.sizes, [(1, 0), (2, 0), (1, 0)]);
    let text = found.to_markdown("");
    assert!(
        text.starts_with("# Suggestion for sample: no views pass\n") && text.contains("\nFewer views do not help,")
    );
    let value: serde_json::Value = serde_json::from_str(&found.to_json("")).expect("JSON");
    assert!(value["section"].is_null() && value["suggested"].is_null());
}

/// The limits of the specification decide whether the requested views pass.
#[test]
fn limits_of_the_specification_decide() {
    let case = Case::new(planted(), up_to(2));
    let generous = case.run(&[("equality".into(), 1.0), ("posterior".into(), 1.0), ("hidden_presence".into(), 1.0)]);
    assert!(generous.passes_already(), "{:?}", generous.requested.exceeding());
}

/// Every assignment of sizes has a notation with exactly these views.
#[test]
fn notations_have_exactly_the_views() {
    let mut sample = Sample::empty(&[4, 3, 2, 5]);
    sample.level(0, "half", &[0, 0, 1, 1]);
    let dimensions = sample.dimensions.clone();
    for choice in [
        up_to(3),
        ViewChoice { never_together: vec![vec![0, 1], vec![1, 2, 3]], ..up_to(3) },
        ViewChoice {
            axes: Some(vec![AxisRef { dimension: 0, level: Some(0) }, AxisRef { dimension: 2, level: None }]),
            ..up_to(2)
        },
        ViewChoice { views: vec![(0..4).map(|dimension| AxisRef { dimension, level: None }).collect()], ..up_to(1) },
        ViewChoice {
            views: vec![(1..4).map(|dimension| AxisRef { dimension, level: None }).collect()],
            ..ViewChoice::default()
        },
    ] {
        let sets = PublishedViews::new(&choice, &dimensions).expect("few views").views;
        let planned = Planned { dimensions: dimensions.clone(), choice, of_cube: sets.clone(), sets };
        let variables: BTreeSet<AxisRef> = planned.sets.iter().flatten().copied().collect();
        let variables: Vec<AxisRef> = variables.into_iter().collect();
        for code in 0..4_usize.pow(variables.len() as u32) {
            let most = (0..variables.len() as u32).map(|at| code / 4_usize.pow(at) % 4).collect();
            let sizes = Sizes { variables: variables.clone(), most };
            let kept: Vec<&[AxisRef]> = planned.sets.iter().map(Vec::as_slice).filter(|set| sizes.allow(set)).collect();
            let written = notation::choice(&planned, &sizes, &kept);
            let again = PublishedViews::new(&written, &dimensions).expect("few views").views;
            assert_eq!(again, kept, "{sizes:?} {written:?}");
        }
    }
}

/// A single table of a size tells more than the limit of a variable. The text says so.
#[test]
fn a_single_table_that_remains_is_named() {
    let mut found = Case::new(planted(), up_to(2)).run(&[]);
    assert!(found.suggested.is_some() && !found.passes_already());
    let single = "a single table remains";
    found.sizes = vec![(1, 1), (5, 4), (10, 1)];
    let text = found.to_markdown("");
    assert!(text.contains("Of the 10 requested tables of 2 dimensions, a single table remains."), "{text}");
    found.sizes = vec![(1, 1), (1, 1), (10, 3)];
    assert!(!found.to_markdown("").contains(single));
}
