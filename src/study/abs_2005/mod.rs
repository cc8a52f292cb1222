//! Wooton and Fraser (2005): small-cell noise and random rounding, techniques 2 and 3, pages 7 to 16.

mod differences;
mod gain;

use super::rows::{decimals, method, shown};
use super::{Claim, Part, Study};
use crate::protect::CompiledMethod;
use crate::table::Error;

/// Number of draws in each simulation on pages 10 and 11.
const DRAWS: u64 = 10_000;

pub(super) fn study() -> Result<Study, Error> {
    Ok(Study {
        name: "abs-2005",
        paper: "Wooton, J. and B. Fraser (2005). A Review of Confidentiality Protections for Statistical Tables, With \
                Special Reference to the Differencing Problem. Australian Bureau of Statistics, Research Paper \
                1352.0.55.072",
        data: "No data are needed: the paper simulates single cells, and our figures are exact probabilities from the \
               compiled methods `small-cell` and `random-rounding`. The paper gives no figures for its other \
               techniques (blocks, swapping, perturbed weights, record keys)."
            .into(),
        parts: vec![moments(), differences::table(), differences::distribution(), gain::part(), gain::averaging()],
    })
}

fn small_cell(x: u64) -> CompiledMethod {
    method(&format!(r#"{{"kind":"small-cell","x":{x}}}"#), &[])
}

fn rounding(base: u64) -> CompiledMethod {
    method(&format!(r#"{{"kind":"random-rounding","base":{base}}}"#), &[])
}

/// Returns mean and variance of the published value of a count.
fn mean_and_variance(rows: &CompiledMethod, count: u64) -> (f64, f64) {
    let values = shown(rows, count);
    let mean: f64 = values.iter().map(|&(value, p)| value as f64 * p).sum();
    (mean, values.iter().map(|&(value, p)| (value as f64 - mean) * (value as f64 - mean) * p).sum())
}

/// Checks the formulas for mean and variance on page 8.
fn moments() -> Part {
    let mut part = Part::new("Page 8, expected value and variance", &[]);
    let (mut bias, mut off) = (0.0_f64, 0.0_f64);
    for x in [2, 4, 6] {
        let rows = small_cell(x);
        for count in 1..=1000 {
            let (mean, variance) = mean_and_variance(&rows, count);
            bias = bias.max((mean - count as f64).abs());
            off = off.max((variance - 2.0 * count.min(x) as f64).abs());
        }
    }
    part.claims = vec![
        Claim::new("A value is unbiased: E(n*) = n for every n ≥ 1 (pages 8 and 12).", bias < 1e-6),
        Claim::new("The variance is 2n up to x, and 2x above (page 8); at most 4 for x = 2 (page 12).", off < 1e-6),
    ];
    let scale = 1e6;
    part.notes.push(format!(
        "Over n = 1 to 1,000 and x = 2, 4 and 6, the mean differs by at most {} millionths and the variance by at most \
         {} millionths, because probabilities are multiples of 2^-32.",
        decimals(bias * scale, 3),
        decimals(off * scale, 3)
    ));
    part
}
