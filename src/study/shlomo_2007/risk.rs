//! Tables 1 and 2: the disclosure risk measures DR1 and DR2.

use super::super::rows::decimals;
use super::super::{Claim, Part, Row, Verdict};
use super::{Data, Kinds, SEED};
use crate::base::SplitMix;
use crate::measure::risk::dr1;
use crate::protect::{Protected, Status};

/// Computes Table 1: DR1.
pub(super) fn swapped(data: &Data) -> Part {
    let mut part =
        Part::new("Table 1, share of records in small cells that were neither swapped nor imputed (DR1)", &["DR1"]);
    // Each record is imputed with probability 0.17, independently of the other records.
    let mut random = SplitMix(SEED + 1);
    let mut not_imputed = |&count: &u64| (0..count).filter(|_| random.below(100) >= 17).count() as u64;
    let unflagged: Vec<u64> = data.counts.iter().map(&mut not_imputed).collect();
    let values = data.counts.iter().map(|&count| count as i64).collect();
    let shown = Protected { values, status: vec![Status::Shown; data.counts.len()], adjustment: None };
    let original = dr1(&data.cells(&shown), Some(&unflagged)).unwrap_or(0.0);
    let ours = decimals(original, 2);
    let verdict = if ours == "0.83" { Verdict::Equal } else { Verdict::Different };
    part.rows.push(Row::new("original", &["0.83"], &[ours], verdict));
    for (label, printed) in [
        ("random swap 10 %", "0.65"),
        ("random swap 20 %", "0.54"),
        ("targeted swap 10 %", "0.49"),
        ("targeted swap 20 %", "0.33"),
    ] {
        part.rows.push(Row::missing(label, &[printed]));
    }
    part.notes = vec![
        "Record swapping is missing in this version, because it changes records before tabulation. The original figure \
         depends on the imputed records. Here records are marked as imputed at random, at the paper's rate of 17 %, so \
         the figure follows from the marks."
            .into(),
        "The formula divides records by \"the number of small cells\", but the caption and the text describe a share \
         of records. Our figure is this share, because records divided by cells could exceed 1."
            .into(),
        format!(
            "The text gives (1 − 2 × swapping rate) as the probability that a small cell is true, and 17 % for \
             imputation. The product of (1 − 2 × swapping rate) and 0.83 is {} for 10 % and {} for 20 %. Subtraction \
             gives 0.63 and 0.43. The paper prints 0.65 and 0.54.",
            decimals(0.8 * 0.83, 2),
            decimals(0.6 * 0.83, 2)
        ),
    ];
    part
}

/// Computes Table 2: DR2.
pub(super) fn zeros(kinds: &Kinds) -> Part {
    let mut part = Part::new("Table 2, share of true zeros among the zeros shown (DR2)", &["DR2"]);
    for (label, printed) in [
        ("random swap 10 %", "0.92"),
        ("targeted swap 10 %", "0.86"),
        ("random swap 20 %", "0.89"),
        ("targeted swap 20 %", "0.81"),
    ] {
        part.rows.push(Row::missing(label, &[printed]));
    }
    // A missing figure makes every comparison fail.
    let all =
        [&kinds.rounded[0], &kinds.rounded[1], &kinds.suppressed].map(|measures| measures.risk.dr2.unwrap_or(f64::NAN));
    let [three, five, suppressed] = all;
    let ordered = five < three && three < suppressed;
    let verdict = if ordered { Verdict::SameOrder } else { Verdict::Different };
    let labels = ["rounding, base 3", "rounding, base 5", "cell suppression"];
    for ((label, printed), found) in labels.into_iter().zip(["0.69", "0.58", "1.00"]).zip(all) {
        part.rows.push(Row::new(label, &[printed], &[decimals(found, 2)], verdict));
    }
    part.claims = vec![
        Claim::new(
            "Rounding reduces DR2 greatly, and base 5 more than base 3 (Table 2). DR2 is below 0.81, the lowest DR2 of \
             swapping.",
            five < three && three < 0.81,
        ),
        Claim::new("Suppression leaves zeros as they are: DR2 is 1 (text after Table 2).", suppressed == 1.0),
    ];
    part.notes = vec![
        "The three rows are compared together: base 5 has the smallest DR2 and suppression the largest.".into(),
        "Every suppression that publishes all zeros has a DR2 of 1, because every zero shown is a true zero.".into(),
        "The caption says \"Table 4 of EA1\", but the paper has no Table 4. We assume that the caption means the table \
         of section 2."
        .into(),
    ];
    part
}
