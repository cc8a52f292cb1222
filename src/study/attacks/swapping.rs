//! What record swapping hides from the attacks, and what it costs.

use super::datasets::Dataset;
use super::population::{Draw, Population};
use super::table::{of, paragraph, percent, table};
use crate::audit::{Accuracy, Evidence, Figure, Finding, accuracy, hidden_presence, posterior, profiles};
use crate::study::rows::{decimals, grouped};

/// The swaps that are compared: label, rate, and whether persons at risk come first.
const SWAPS: [(&str, Option<(&str, bool)>); 5] = [
    ("no swap", None),
    ("5 %", Some(("0.05", false))),
    ("10 %", Some(("0.1", false))),
    ("20 %", Some(("0.2", false))),
    ("10 %, at risk first", Some(("0.1", true))),
];
/// The tables have up to this number of variables.
const MOST: usize = 3;

/// A release after a swap, with claims scored against the unchanged persons.
struct Release {
    moved: f64,
    evidence: Evidence,
    findings: Vec<Finding>,
    accuracy: Accuracy,
}

impl Release {
    fn new(persons: &Population, swap: Option<(&str, bool)>) -> Self {
        let swapped = swap.map(|(rate, is_targeted)| persons.swapped(rate, is_targeted));
        let (changed, moved) = swapped.as_ref().map_or((persons, 0.0), |(changed, moved)| (changed, *moved));
        let mut evidence = changed.publish(MOST, "standard", Draw::Cell);
        evidence.score_against(&persons.truth());
        let findings = vec![posterior(&evidence), hidden_presence(&evidence), profiles(&evidence)];
        Self { moved, accuracy: accuracy(&evidence), findings, evidence }
    }

    /// A figure of a finding.
    fn figure(&self, name: &str, at: usize) -> Figure {
        of(&self.findings, name).figures[at].1
    }

    /// The mean absolute difference between a published value and the number of unchanged persons, over cells with
    /// unchanged persons.
    fn difference(&self) -> String {
        let (mut sum, mut cells) = (0_u64, 0_u64);
        for view in &self.evidence.views {
            for (&count, &value) in view.scoring_counts().iter().zip(&view.values).filter(|(count, _)| **count > 0) {
                sum += value.abs_diff(count as i64);
                cells += 1;
            }
        }
        decimals(sum as f64 / cells as f64, 2)
    }
}

/// The part of the page.
pub(super) fn text() -> String {
    let mut text = String::from("## What does record swapping hide?\n\n");
    paragraph(
        &mut text,
        "Persons of the dataset geography swap their areas before any table is made ([pretabular.md](../reference/pretabular.md)). \
         Partners live in the same ward, and agree on sex and on the band of the age. The rate is the share of persons \
         that is selected; about as many partners also move. \"At risk first\" selects persons in cells of 1 or 2 of the table of area, \
         age and sex first. Then all tables of up to three variables are published with the p-table `standard`. A claim is right if it is \
         true of the unchanged persons (`cellveil audit --original`). All tables are counted, also those without the area, which swapping \
         does not change.",
    );
    let persons = Dataset::Geography.population();
    let releases: Vec<Release> = SWAPS.iter().map(|(_, swap)| Release::new(&persons, *swap)).collect();
    let row = |name: &str, figure: &dyn Fn(&Release) -> String| {
        let mut row = vec![name.to_owned()];
        row.extend(releases.iter().map(figure));
        row
    };
    let mut rows = vec![row("persons who moved", &|release| decimals(100.0 * release.moved, 1) + " %")];
    for axes in 2..=MOST {
        rows.push(row(&format!("`posterior`, {axes} variables: right claims of cells of 1 or 2"), &|release| {
            let few = release.accuracy.sizes[axes].few;
            format!("{} of {}", grouped(few.right), grouped(few.cells))
        }));
    }
    rows.push(row("`posterior`: precision of the claims, worst group", &|release| {
        percent(release.figure("posterior", 2))
    }));
    rows.push(row(
        "`hidden-presence`: right proofs, all tables",
        &|release| match release.figure("hidden-presence", 1) {
            Figure::Share { of, all } => format!("{} of {}", grouped(of), grouped(all)),
            figure => percent(figure),
        },
    ));
    rows.push(row("`hidden-presence`: wrong proofs", &|release| match release.figure("hidden-presence", 2) {
        Figure::Count(wrong) => grouped(wrong),
        figure => percent(figure),
    }));
    rows.push(row(
        "`profiles`: persons whose record is rightly claimed",
        &|release| match release.figure("profiles", 0) {
            Figure::Count(persons) => grouped(persons),
            figure => percent(figure),
        },
    ));
    rows.push(row("`profiles`: precision of the claims", &|release| percent(release.figure("profiles", 1))));
    rows.push(row("mean absolute difference of a value from the unchanged count", &Release::difference));
    let names: Vec<&str> = SWAPS.iter().map(|(name, _)| *name).collect();
    table(&mut text, &[&["figure"], names.as_slice()].concat(), 1, &rows);
    text
}
