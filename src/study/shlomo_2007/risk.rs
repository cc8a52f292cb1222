//! Tables 1 and 2: the disclosure risk measures DR1 and DR2.

use super::super::rows::decimals;
use super::super::{Claim, Part, Row, Verdict};
use super::swap::People;
use super::{Data, Kinds, SIZES, shown};
use crate::measure::Cells;
use crate::measure::risk::dr1;

/// Largest difference of a DR1 that is about 1 − 2 × rate. In the paper, 0.54 differs by 0.04 from 0.6 × 0.83.
const NEAR: f64 = 0.03;

/// The rows of swapping in Tables 1 and 2, in the order of the study.
const SWAPS: [&str; 4] = ["random swap 10 %", "random swap 20 %", "targeted swap 10 %", "targeted swap 20 %"];

/// Judges the rows of swapping. Random swapping must be below the original and fall with the rate. Targeted swapping must be
/// below random swapping at the same rate, and fall with the rate.
fn orders(original: f64, [ten, twenty, targeted_ten, targeted_twenty]: [f64; 4]) -> [Verdict; 4] {
    let of = |holds: bool| if holds { Verdict::SameOrder } else { Verdict::Different };
    let random = of(original > ten && ten > twenty);
    let falls = targeted_ten > targeted_twenty;
    [random, random, of(targeted_ten < ten && falls), of(targeted_twenty < twenty && falls)]
}

/// Computes Table 1: DR1.
pub(super) fn swapped(data: &Data, people: &People, kinds: &Kinds) -> Part {
    let mut part =
        Part::new("Table 1, share of records in small cells that were neither swapped nor imputed (DR1)", &["DR1"]);
    let of = |counts: &[u64], unflagged: &[u64]| {
        let shown = shown(counts);
        let cells = Cells { sizes: &SIZES, rows: 1, counts, values: &shown.values, status: &shown.status, decimals: 0 };
        dr1(&cells, Some(unflagged)).unwrap_or(f64::NAN)
    };
    let original = of(&data.counts, &people.not_imputed());
    let ours = decimals(original, 2);
    let verdict = if ours == "0.83" { Verdict::Equal } else { Verdict::Different };
    part.rows.push(Row::new("original", &["0.83"], &[ours], verdict));
    let found = kinds.swapped.each_ref().map(|swapped| of(&swapped.counts, &swapped.unflagged));
    let [ten, twenty, targeted_ten, targeted_twenty] = found;
    let verdicts = orders(original, found);
    for (((label, printed), found), verdict) in
        SWAPS.into_iter().zip(["0.65", "0.54", "0.49", "0.33"]).zip(found).zip(verdicts)
    {
        part.rows.push(Row::new(label, &[printed], &[decimals(found, 2)], verdict));
    }
    let near = |found: f64, rate: f64| (found - (1.0 - 2.0 * rate) * original).abs() <= NEAR;
    part.claims = vec![
        Claim::new(
            "The probability that a small cell is true is about 1 − 2 × swapping rate, for random swapping (text after Table \
             1). Here: times the share of records that are not imputed, within 0.03.",
            near(ten, 0.1) && near(twenty, 0.2),
        ),
        Claim::new(
            "Targeted swapping has a lower DR1 than random swapping at the same rate (text after Table 1).",
            targeted_ten < ten && targeted_twenty < twenty,
        ),
    ];
    let without = kinds.swapped.each_ref().map(|swapped| decimals(100.0 * swapped.without_partner, 2));
    part.notes = vec![
        "The original figure depends on the imputed records. Here records are marked as imputed at random, at the paper's \
         rate of 17 %, so the figure follows from the marks."
            .into(),
        "Households swap between the areas of one of three authorities. Partners have as many persons of each sex and of \
         three broad ages, and areas of the same class of a hard-to-count index. A row of random swapping has the same order \
         if DR1 is below the original and falls with the rate. A row of targeted swapping has the same order if DR1 is below \
         that of random swapping, and falls with the rate. A household at risk has a person in a cell of 1 or 2, in the table or in the table of area, sex \
         and broad age. In the paper these are other tables, which it does not name."
            .into(),
        format!(
            "The share of selected households without a partner is {}, {}, {} and {} %. In the paper it is about 0.15 %: its \
             authorities have real households, which resemble each other.",
            without[0], without[1], without[2], without[3]
        ),
        format!(
            "Random swapping moves {} and {} % of the persons, but DR1 falls by more than this share. Persons who arrive in an \
             area form new small cells there, because our areas differ in everything but the control variables. Real \
             neighbours resemble each other more. In the sample of the census of 2011, DR1 is 1 − 2 × rate \
             (docs/reference/pretabular.md).",
            decimals(100.0 * kinds.swapped[0].moved, 1),
            decimals(100.0 * kinds.swapped[1].moved, 1)
        ),
        "Targeted swapping selects households at risk first. Few households are at risk, so 10 % select nearly all of them, and \
         20 % add others. The paper makes the risk a control variable, so that more of the small cells remain."
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
    let swaps = kinds.of_swapped.each_ref().map(|measures| measures.risk.dr2.unwrap_or(f64::NAN));
    let verdicts = orders(1.0, swaps);
    for (((label, printed), found), verdict) in
        SWAPS.into_iter().zip(["0.92", "0.89", "0.86", "0.81"]).zip(swaps).zip(verdicts)
    {
        part.rows.push(Row::new(label, &[printed], &[decimals(found, 2)], verdict));
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
            "Rounding reduces DR2 greatly, and base 5 more than base 3 (Table 2). DR2 is below the lowest DR2 of \
             swapping.",
            five < three && swaps.iter().all(|&swap| three < swap),
        ),
        Claim::new("Suppression leaves zeros as they are: DR2 is 1 (text after Table 2).", suppressed == 1.0),
    ];
    part.notes = vec![
        "The rows of swapping are judged as in Table 1. The other three rows are compared together: base 5 has the smallest DR2 and suppression the largest.".into(),
        "Every suppression that publishes all zeros has a DR2 of 1, because every zero shown is a true zero.".into(),
        "The caption says \"Table 4 of EA1\", but the paper has no Table 4. We assume that the caption means the table \
         of section 2."
        .into(),
    ];
    part
}
