//! Precision, recall and calibration of the claims of `posterior` on four datasets.

use super::datasets::Dataset;
use super::population::Draw;
use super::table::{paragraph, percent, table};
use crate::audit::{Accuracy, Bin, Claims, accuracy};
use crate::study::rows::{decimals, grouped};

/// Bins with fewer cells have no share to compare.
const FEWEST: u64 = 100;
/// A larger difference between claim and truth is reported, in points.
const CALIBRATED: f64 = 5.0;

/// The text above the four datasets.
pub(super) fn introduction() -> String {
    let mut text = String::from("## How right are the claims?\n\n");
    paragraph(
        &mut text,
        "[`posterior`](../reference/audit.md#posterior) claims counts of 1 or 2 by falling probability, as long as 90 \
         % of the claims are right. *Precision* is the share of claims that are right. *Recall* is the share of cells \
         with such a count that have a right claim. Each number of variables has its own row, because a share over all \
         rows would hide the rows at risk. Two baselines make the same claims with less information: \"one value\" \
         knows the cell's own value and how counts are distributed, and \"lower tables\" knows only the tables with \
         fewer variables. Claims beyond both baselines come from the sums.",
    );
    paragraph(
        &mut text,
        "A second table per dataset compares probabilities with the truth. If an attacker says \"1 or 2 with 65 %\" \
         for many cells, about 65 % of these cells should have 1 or 2. The difference is right minus claimed, in \
         points. If the difference is positive, the attack is right more often than it says.",
    );
    paragraph(
        &mut text,
        "Nothing is tuned on any dataset. The weight of each sum follows from the graph of the sums alone (edges of a tree by \
         edges of the graph). So each dataset tests the attack on data that its authors did not use.",
    );
    text
}

/// The part of a dataset.
pub(super) fn text(dataset: Dataset) -> String {
    let mut text = format!("### Dataset: {}\n\n", dataset.name());
    paragraph(&mut text, dataset.about());
    let population = dataset.population();
    let (mut rows, mut of_larger) = (Vec::new(), Vec::new());
    let [smaller, larger] = dataset.sizes();
    for (most, ptable) in [(smaller, "standard"), (larger, "light"), (larger, "standard"), (larger, "strong")] {
        let evidence = population.publish(most, ptable, Draw::Cell);
        let found = accuracy(&evidence);
        for (axes, size) in found.sizes.iter().enumerate().filter(|(_, size)| size.few.cells > 0) {
            let views = evidence.views.iter().filter(|view| view.axes.len() == axes);
            let cells: usize = views.map(|view| view.counts.len()).sum();
            let claims = |claims: Claims| {
                let share = if claims.claims == 0 { "–".into() } else { percent(claims.precision()) };
                format!("{} of {} ({share})", grouped(claims.right), grouped(claims.claims))
            };
            rows.push(vec![
                format!("{most}"),
                ptable.into(),
                axes.to_string(),
                grouped(cells as u64),
                grouped(size.few.cells),
                claims(size.few),
                percent(size.few.recall()),
                percent(size.few_alone.recall()),
                percent(size.few_lower.recall()),
                claims(size.one),
                claims(size.empty),
            ]);
        }
        if most == larger {
            of_larger.push((ptable, found));
        }
    }
    let heads = [
        "tables of up to",
        "p-table",
        "variables",
        "cells",
        "cells of 1 or 2",
        "right claims of 1 or 2 (precision)",
        "recall",
        "recall, one value",
        "recall, lower tables",
        "right claims of exactly 1",
        "right claims of 0",
    ];
    table(&mut text, &heads, 2, &rows);
    for (ptable, found) in &of_larger {
        calibration(&mut text, ptable, found, larger);
    }
    text
}

/// Right minus claimed, in points.
fn difference(bin: &Bin) -> f64 {
    100.0 * (bin.right as f64 - bin.claimed) / bin.cells as f64
}

/// The largest difference over the bins with enough cells, and the number of its bin.
fn worst_bin(found: &Accuracy) -> (f64, usize) {
    let bins = found.bins.iter().enumerate().filter(|(_, bin)| bin.cells >= FEWEST);
    let differences = bins.map(|(at, bin)| (difference(bin), at));
    differences.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs())).unwrap_or((0.0, 0))
}

/// Compares claims with the truth. The table of all bins is for the p-table `standard`.
fn calibration(text: &mut String, ptable: &str, found: &Accuracy, most: usize) {
    let rows = (0..).zip(&found.bins).filter(|(_, bin)| bin.cells > 0).map(|(at, bin)| {
        let share = |sum: f64| decimals(100.0 * sum / bin.cells as f64, 1) + " %";
        let difference = decimals(difference(bin), 1);
        vec![name(at), grouped(bin.cells), share(bin.claimed), share(bin.right as f64), difference]
    });
    if ptable == "standard" {
        paragraph(text, &format!("Claimed and right, p-table `{ptable}`, tables of up to {most} variables:"));
        table(text, &["claimed", "cells", "mean claim", "right", "difference, points"], 1, &rows.collect::<Vec<_>>());
    }
    let (worst, at) = worst_bin(found);
    let direction = if worst > 0.0 { "more often" } else { "less often" };
    let verdict = if worst.abs() > CALIBRATED { "more than" } else { "within" };
    let top = &found.bins[found.bins.len() - 1];
    let end = if top.cells >= FEWEST {
        format!("In the top bin, the difference is {} points.", decimals(difference(top), 1))
    } else {
        format!("The top bin has only {} cells.", grouped(top.cells))
    };
    paragraph(
        text,
        &format!(
            "P-table `{ptable}`: over bins with at least {FEWEST} cells, the largest difference is {} points, at {}. These \
             claims are right {direction} than they say. This is {verdict} {CALIBRATED} points. {end}",
            decimals(worst.abs(), 1),
            name(at)
        ),
    );
}

fn name(bin: usize) -> String {
    format!("{} to {} %", 10 * bin, 10 * (bin + 1))
}
