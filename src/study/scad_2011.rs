//! AlDarmaki and Hodge (2011): random rounding to base 5 with MD5, section 6.2.

use super::chance::{LEVEL, binomial, chi_square, kolmogorov, normal, pearson};
use super::rows::{decimals, grouped, method};
use super::{Claim, Part, Row, Study, Verdict};
use crate::base::SplitMix;
use crate::key::md5_draw;
use crate::table::Error;

/// Number of cells in each of the paper's two experiments.
const CELLS: usize = 10_024;
/// Largest number of records in a cell of figure 2.
const RECORDS: u64 = 2_000_000;
/// The rounding base.
const BASE: u64 = 5;
/// Seed of the identifiers and cells.
const SEED: u64 = 2011;
/// Number of equal intervals from 0 to 1 in the test of figure 2. Each interval contains about 100 draws.
const PARTS: usize = 100;

/// Table 1: remainder, trials, mean adjustment.
const TABLE_1: [(u64, u64, &str); 5] =
    [(0, 1989, "0"), (1, 2111, "-0.03126"), (2, 1983, "0.039838"), (3, 1918, "0.031803"), (4, 2023, "-0.06524")];
/// Mean adjustment in the last row of Table 1.
const ALL: &str = "-0.00579";

/// Figure 1: each row has four cells and their total. The last row has the column totals.
const FIGURE_1: [[u64; 5]; 4] = [
    [1080, 1005, 840, 830, 3760],
    [395, 355, 380, 220, 1350],
    [350, 345, 340, 300, 1335],
    [1820, 1710, 1560, 1345, 6445],
];

pub(super) fn study() -> Result<Study, Error> {
    let (counts, keys) = cells();
    Ok(Study {
        name: "scad-2011",
        paper: "AlDarmaki, H. and M. Hodge (2011). Frequency Tables Disclosure Control for the Abu Dhabi Census 2011. \
                Statistics Centre - Abu Dhabi",
        data: format!(
            "The data are {} cells as in section 6.2. Each cell has T records, with T uniform from 0 to 2 million. The \
             key of a cell is the sum of the last five digits of the records' identifiers. Here 2 million records form \
             a ring, and their last five digits are drawn uniformly from 0 to 99,999. A cell consists of T successive \
             records of the ring, from a random start. The seed is {SEED}. The paper uses the identifiers of the \
             census.",
            grouped(CELLS as u64)
        ),
        parts: vec![rounded(), adjustments(&counts, &keys), evenness(&keys)],
    })
}

/// Draws the counts and keys of all cells.
fn cells() -> (Vec<u64>, Vec<u64>) {
    let mut random = SplitMix(SEED);
    // Cumulative sums of the digits. The key of a cell with consecutive records is the difference of two of these sums.
    let mut before = vec![0];
    let mut sum = 0;
    for _ in 0..RECORDS {
        sum += random.below(100_000) as u64;
        before.push(sum);
    }
    let mut cell = || {
        let records = random.below(RECORDS as usize + 1);
        let start = random.below(RECORDS as usize);
        let end = start + records;
        let key = match end.checked_sub(RECORDS as usize) {
            None => before[end] - before[start],
            Some(wrapped) => sum - before[start] + before[wrapped],
        };
        (records as u64, key)
    };
    (0..CELLS).map(|_| cell()).unzip()
}

/// Checks the example of a rounded table in Figure 1.
fn rounded() -> Part {
    let mut part = Part::new("Figure 1, an example of a table", &[]);
    // Pairs each total with its cells.
    let columns = (0..5).map(|at| [FIGURE_1[0][at], FIGURE_1[1][at], FIGURE_1[2][at], FIGURE_1[3][at]]);
    let mut totals: Vec<(u64, Vec<u64>)> = columns.map(|column| (column[3], column[..3].to_vec())).collect();
    totals.extend(FIGURE_1.iter().map(|row| (row[4], row[..4].to_vec())));
    let off = |(total, cells): &(u64, Vec<u64>)| cells.iter().sum::<u64>().abs_diff(*total);
    let unequal = totals.iter().filter(|total| off(total) > 0).count();
    part.claims = vec![
        Claim::new(
            "All figures are multiples of 5 (section 6).",
            FIGURE_1.iter().flatten().all(|figure| figure % BASE == 0),
        ),
        Claim::new(
            format!(
                "Totals are rounded separately, so a total can differ from the sum of its cells (section 5): {unequal} \
                 of {} totals differ. No total differs by more than rounding allows: 4 for each cell and 4 for the \
                 total.",
                totals.len()
            ),
            unequal > 0 && totals.iter().all(|total| off(total) <= (BASE - 1) * (total.1.len() as u64 + 1)),
        ),
    ];
    part
}

/// Computes Table 1: trials and mean adjustment by remainder.
fn adjustments(counts: &[u64], keys: &[u64]) -> Part {
    let heads = ["trials", "mean", "z of the paper's mean", "z of our mean"];
    let mut part = Part::new("Table 1, mean adjustment by the remainder of the count", &heads);
    let shown = method(r#"{"kind":"random-rounding","base":5,"hash":"md5"}"#, &[]).protect(counts, keys);
    let (mut trials, mut sums) = ([0_u64; 5], [0_i64; 5]);
    for (&count, &value) in counts.iter().zip(&shown.values) {
        trials[(count % BASE) as usize] += 1;
        sums[(count % BASE) as usize] += value - count as i64;
    }
    // The mean of n adjustments for remainder r has expectation 0 and variance r(5 − r)/n.
    let z = |mean: f64, trials: u64, variance: f64| {
        if variance > 0.0 { mean / (variance / trials as f64).sqrt() } else { 0.0 }
    };
    let level = LEVEL / 20.0; // 20 tests: trials and mean of 5 remainders, in the paper and here
    let (mut whole, mut spread) = (true, (0.0, 0.0));
    for (remainder, printed, text) in TABLE_1 {
        let ours = trials[remainder as usize];
        let means = [text.parse().unwrap_or(f64::NAN), sums[remainder as usize] as f64 / ours as f64];
        let variance = (remainder * (BASE - remainder)) as f64;
        let within = [printed, ours].into_iter().zip(means).all(|(trials, mean)| {
            let likely = binomial(CELLS as u64, 0.2, trials, trials) > level;
            let even = if variance > 0.0 { normal(z(mean, trials, variance)) > level } else { mean == 0.0 };
            likely && even
        });
        let ups = (means[0] + remainder as f64) * printed as f64 / BASE as f64;
        whole &= (ups - ups.round()).abs() < 0.01;
        spread = (spread.0 + variance * printed as f64, spread.1 + variance * ours as f64);
        let scores = [z(means[0], printed, variance), z(means[1], ours, variance)].map(|z| decimals(z, 2));
        let mean = decimals(means[1], text.split_once('.').map_or(0, |(_, decimals)| decimals.len()));
        let verdict = if within { Verdict::Equal } else { Verdict::Different };
        let figures = [ours.to_string(), mean, scores[0].clone(), scores[1].clone()];
        part.rows.push(Row::new(&remainder.to_string(), &[&printed.to_string(), text, "", ""], &figures, verdict));
    }
    let cells = CELLS as f64;
    let means = [ALL.parse().unwrap_or(f64::NAN), sums.iter().sum::<i64>() as f64 / cells];
    let scores = [means[0] * cells / f64::sqrt(spread.0), means[1] * cells / f64::sqrt(spread.1)];
    let verdict = if scores.iter().all(|&z| normal(z) > level) { Verdict::Equal } else { Verdict::Different };
    let figures = [CELLS.to_string(), decimals(means[1], 5), decimals(scores[0], 2), decimals(scores[1], 2)];
    part.rows.push(Row::new("All", &["10024", ALL, "", ""], &figures, verdict));

    // Adjustments are whole numbers, so the printed decimals of a mean determine the sum.
    let sum = |&(_, trials, mean): &(u64, u64, &str)| (trials as f64 * mean.parse().unwrap_or(f64::NAN)).round();
    let together: f64 = TABLE_1.iter().map(sum).sum();
    let even = |trials: &[u64]| pearson(trials.iter().map(|&trials| (trials as f64, cells / 5.0)));
    let [paper, our] = [even(&TABLE_1.map(|(_, trials, _)| trials)), even(&trials)];
    let [p, q] = [paper, our].map(|(statistic, degrees)| chi_square(statistic, degrees));
    part.claims = vec![
        Claim::new(
            "The expected adjustment of each remainder is 0: no mean is further from 0 than chance explains (section \
             6.2).",
            part.rows.iter().all(|row| row.verdict == Verdict::Equal),
        ),
        Claim::new("Each printed mean corresponds to a whole number of roundings up, to all printed decimals.", whole),
        Claim::new(
            "The printed mean of all trials is the mean of the five remainders, weighted by their numbers of trials.",
            decimals(together / cells, 5) == ALL,
        ),
        Claim::new(
            format!(
                "The remainders have equal numbers of trials, at a level of 1 %: chi-square {}, p = {} in the paper; \
                 {}, p = {} here.",
                decimals(paper.0, 2),
                decimals(p, 3),
                decimals(our.0, 2),
                decimals(q, 3)
            ),
            p > LEVEL && q > LEVEL,
        ),
    ];
    part.notes.push(format!(
        "A row is equal if the paper's figures and our figures are within the error of {} trials, at a level of 1 %. \
         All trials and means share this level (Bonferroni). The expectation is {} trials, and a mean of 0 with \
         standard error √(r(5 − r)/trials). z is a mean divided by its standard error. The paper's mean of -0.06524 \
         for remainder 4 is the furthest from 0.",
        grouped(CELLS as u64),
        decimals(cells / 5.0, 1)
    ));
    part
}

/// Tests whether the hashes of Figure 2, as numbers from 0 to 1, have a uniform distribution.
fn evenness(keys: &[u64]) -> Part {
    let mut part = Part::new("Figure 2, MD5 of sums of identifiers", &["figure", "p"]);
    let mut draws: Vec<f64> = keys.iter().map(|&key| f64::from(md5_draw(key)) / 4_294_967_296.0).collect();
    let mut parts = [0_u64; PARTS];
    draws.iter().for_each(|&draw| parts[(draw * PARTS as f64) as usize] += 1);
    let expected = CELLS as f64 / PARTS as f64;
    let (statistic, degrees) = pearson(parts.iter().map(|&found| (found as f64, expected)));
    let even = chi_square(statistic, degrees);
    // Counts pairs of successive draws, each draw rounded down to tenths.
    let mut pairs = [0_u64; 100];
    let tenth = |draw: f64| (draw * 10.0) as usize;
    draws.chunks_exact(2).for_each(|pair| pairs[10 * tenth(pair[0]) + tenth(pair[1])] += 1);
    let (serial, freedom) = pearson(pairs.iter().map(|&found| (found as f64, (CELLS / 2) as f64 / 100.0)));
    let apart = chi_square(serial, freedom);
    draws.sort_by(f64::total_cmp);
    let n = CELLS as f64;
    let distance = draws.iter().enumerate().map(|(at, &draw)| (draw - at as f64 / n).max((at + 1) as f64 / n - draw));
    let distance = distance.fold(0.0, f64::max);
    let far = kolmogorov(distance, CELLS);
    // The longest gap between n uniform numbers exceeds g with probability about 1 − exp(−(n + 1)(1 − g)^n).
    let gap = draws.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
    let dense = 1.0 - libm::exp(-(n + 1.0) * libm::exp(n * libm::log(1.0 - gap)));
    let level = LEVEL / 4.0;
    let tests = [
        (format!("chi-square, {PARTS} equal intervals"), decimals(statistic, 2), even),
        ("largest distance from the uniform distribution (Kolmogorov)".into(), decimals(distance, 5), far),
        ("chi-square, successive pairs in 10 by 10 squares".into(), decimals(serial, 2), apart),
        ("longest gap".into(), decimals(gap, 6), dense),
    ];
    for (label, figure, p) in tests {
        part.rows.push(Row::new(&label, &[""; 2], &[figure, decimals(p, 3)], Verdict::Extra));
    }
    part.claims.push(Claim::new(
        "The distribution of the numbers is dense and uniform (section 6.2): four tests do not reject uniformity, at a \
         shared level of 1 %.",
        [even, far, apart, dense].iter().all(|&p| p > level),
    ));
    part.notes = vec![
        "The paper shows 10,024 points in a chart and prints no figures. We chose the four tests.".into(),
        "The paper divides by \"the maximum value of the MD5 range (2 * 10^6)\". But MD5 has 128 bits, so its range \
         ends at 2^128 − 1. The largest number of records in a cell is 2 million. Our numbers are the first 32 bits of \
         the MD5 of the sum, divided by 2^32. We write the sum in decimal digits. The paper does not specify how it \
         writes the sum."
            .into(),
    ];
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cells_key_is_the_sum_of_its_records() {
        let mut random = SplitMix(SEED);
        let digits: Vec<u64> = (0..RECORDS).map(|_| random.below(100_000) as u64).collect();
        let (counts, keys) = cells();
        for at in 0..50 {
            let (records, start) = (random.below(RECORDS as usize + 1), random.below(RECORDS as usize));
            assert_eq!(counts[at], records as u64);
            assert_eq!(keys[at], digits.iter().cycle().skip(start).take(records).sum::<u64>());
        }
    }
}
