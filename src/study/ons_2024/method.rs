//! The methods that the paper compares. The p-tables of the ONS are not public, so our own p-tables replace them.

use crate::protect::CompiledMethod;
use crate::ptable::Ptable;
use crate::ptable::design::{Design, PerRow, Shape};
use crate::study::method::rows;

/// The study's name, the salt of its draws.
const NAME: &str = "ons-2024";

/// The methods, in the order of every figure.
pub(super) const METHODS: [&str; 6] = [
    "10-5 rule",
    "256 keys and threshold",
    "4,096 keys and threshold",
    "256 keys",
    "4,096 keys",
    "4,096 keys, high rate",
];

/// Positions of the methods in [`METHODS`].
pub(super) const TEN_FIVE: usize = 0;
pub(super) const FEW_THRESHOLD: usize = 1;
pub(super) const MANY_THRESHOLD: usize = 2;
pub(super) const FEW: usize = 3;
pub(super) const MANY: usize = 4;
pub(super) const HIGH: usize = 5;

/// Makes a p-table with the given number of keys.
fn ptable(design: &Design, keys: u32) -> Ptable {
    let rows = design.rows().expect("the designs of the study have variances that every row can have");
    Ptable::Dense(rows.dense(keys).expect("so many keys come near the variances").table)
}

/// Designs noise of at most 5 with variance 0.6 and 256 keys. 85 in 100 counts stay, and the entropy is the largest
/// possible.
fn few() -> Ptable {
    ptable(&Design { stay: Some(PerRow::All(Some(0.85))), ..Design::new(5, 0.6) }, 256)
}

/// Designs truncated Laplace noise of at most 10 with 4,096 keys.
fn many(variance: f64) -> Ptable {
    ptable(&Design { shape: Shape::Laplace, ..Design::new(10, variance) }, 4096)
}

/// Compiles the methods, in the order of [`METHODS`].
pub(super) fn methods() -> [CompiledMethod; 6] {
    let (few, many, high) = (few(), many(0.45), many(0.9));
    let cell_key = |threshold: u32, ptable: &Ptable| {
        let json = format!(r#"{{"kind":"cell-key","ptable":"ptable.csv","threshold":{threshold}}}"#);
        rows(NAME, &json, Some(ptable))
    };
    [
        rows(NAME, r#"{"kind":"threshold-rounding","threshold":10,"base":5}"#, None),
        cell_key(10, &few),
        cell_key(10, &many),
        cell_key(0, &few),
        cell_key(0, &many),
        cell_key(0, &high),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks our p-tables against section 4 of the paper and this study's `data`.
    #[test]
    fn stand_ins_are_as_the_paper_describes_its_tables() {
        let methods = methods();
        let [few, many, high] = [FEW, MANY, HIGH].map(|at| &methods[at]);
        for count in 1..30 {
            let chances = |rows: &CompiledMethod| -> Vec<(i64, f64)> {
                let (noises, draws) = rows.distribution(count);
                noises.into_iter().map(|(noise, hits)| (noise, hits as f64 / draws as f64)).collect()
            };
            let mean = |rows: &CompiledMethod, of: &dyn Fn(i64) -> i64| {
                chances(rows).iter().map(|&(noise, chance)| of(noise) as f64 * chance).sum::<f64>()
            };
            let rate = |rows| mean(rows, &|noise| i64::from(noise != 0));
            let ones = |rows| mean(rows, &|noise| i64::from(noise.abs() == 1)) / rate(rows);
            let variance = |rows| mean(rows, &|noise| noise * noise);
            assert!(mean(few, &|noise| noise).abs() < 1e-12 && mean(many, &|noise| noise).abs() < 1e-12);
            assert!(rate(few) <= 0.15 && rate(many) > 0.25 && rate(high) > rate(many), "{count}");
            assert!(variance(many) < variance(few) && variance(few) < variance(high), "{count}");
            assert!(count == 1 || ones(many) > ones(few), "{count}");
        }
    }
}
