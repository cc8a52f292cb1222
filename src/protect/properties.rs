//! Computes the six properties of every method (docs/reference/methods.md).

use serde::Serialize;

use super::Probability;
use super::compiled::{CompiledMethod, Entries, Intervals};
use super::method::{Lookup, MethodKind, MethodSpec, Totals};
use crate::base::FULL;
use crate::ptable::ONE;

/// Tolerance for a mean noise of 0. Printed p-tables and matrices have few decimals, so their means are not exactly 0.
const BIAS_TOLERANCE: f64 = 1e-6;

/// The properties of a method with its parameters. A property is `None` if it depends on a p-table that is not loaded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Properties {
    /// An inner cell has the same value in every table.
    pub consistent: bool,
    /// A total has the same value in every table. A sum of protected values instead depends on the categories of the
    /// table.
    pub consistent_totals: bool,
    /// A total is the sum of the shown values along its axis. A suppressed value counts as 0.
    pub additive: bool,
    /// The mean noise of every count is 0, before suppression.
    pub unbiased: Option<bool>,
    /// Values are whole numbers.
    pub integer: bool,
    /// An empty cell is shown as 0 or suppressed.
    pub keeps_zeros: Option<bool>,
    /// Mean noise of an empty cell in records, before suppression.
    pub gain_of_empty_cells: Option<f64>,
    /// Largest difference between a shown value and its true count, for values that are not sums.
    pub largest_change: Option<u64>,
}

/// The properties of rows of noise, updated row by row.
#[derive(Debug, Clone, Copy)]
struct Noise {
    unbiased: bool,
    keeps_zeros: bool,
    /// Mean noise of an empty cell.
    gain: f64,
    largest: u64,
    /// Weighted sum of the noises of the current row. `draws` is the sum of the weights.
    sum: f64,
    draws: f64,
}

/// The properties of a method without noise.
const STILL: Noise = Noise { unbiased: true, keeps_zeros: true, gain: 0.0, largest: 0, sum: 0.0, draws: 0.0 };

impl MethodSpec {
    /// Computes the properties of the method. Properties that depend on a p-table need the compiled rows.
    ///
    /// ```
    /// use cellveil::protect::{MethodSpec, Parameters};
    /// let given = Parameters::from_json(r#"{ "kind": "random-rounding", "base": 5, "totals": "sum" }"#)?;
    /// let properties = MethodSpec::new("r5", &given)?.properties(None);
    /// assert_eq!((properties.consistent, properties.consistent_totals), (true, false));
    /// assert_eq!((properties.unbiased, properties.largest_change), (Some(true), Some(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn properties(&self, compiled: Option<&CompiledMethod>) -> Properties {
        if let MethodKind::Table(kind) = &self.kind {
            return self.fitted(kind.properties());
        }
        let noise = match &self.kind {
            MethodKind::None => Some(STILL),
            MethodKind::RandomRounding { base, .. } => Some(Noise { largest: u64::from(base - 1), ..STILL }),
            MethodKind::ThresholdRounding { base, .. } => {
                Some(Noise { unbiased: false, largest: u64::from(base / 2), ..STILL })
            }
            // The mean is 0 by construction. The compiled rows are rounded to 2^-32, so their means are not exactly 0.
            MethodKind::SmallCell { .. } => {
                compiled.map(|compiled| Noise { largest: Noise::of(compiled).largest, ..STILL })
            }
            MethodKind::CellKey { .. } => compiled.map(Noise::of),
            MethodKind::TransitionMatrix { matrix, .. } if FULL && !matrix.is_empty() => Some(Noise::of_matrix(matrix)),
            MethodKind::TransitionMatrix { .. } | MethodKind::Table(_) => None,
        };
        let own = self.totals == Totals::Own;
        // If large building blocks are unprotected, the same records can have one value as an area and another as a
        // block.
        let consistent = !self.depends_on_table() && !self.shows_large_blocks();
        let as_it_is = self.kind == MethodKind::None;
        let suppresses = match self.kind {
            MethodKind::CellKey { threshold, .. } | MethodKind::ThresholdRounding { threshold, .. } => threshold > 0,
            _ => false,
        };
        // Properties that need no compiled rows.
        let (unbiased, keeps_zeros) = match &self.kind {
            MethodKind::SmallCell { .. } => (Some(true), Some(true)),
            MethodKind::CellKey { lookup: Lookup::Hash, .. } if !self.category_keys => (None, Some(true)),
            _ => (None, None),
        };
        self.fitted(Properties {
            consistent,
            consistent_totals: as_it_is || (own && consistent),
            additive: as_it_is || !own,
            unbiased: if suppresses && !own {
                Some(false)
            } else {
                noise.map_or(unbiased, |noise| Some(noise.unbiased))
            },
            integer: true,
            keeps_zeros: noise.map_or(keeps_zeros, |noise| Some(noise.keeps_zeros)),
            // If empty cells stay empty, their mean noise is 0. Otherwise the rows determine the mean.
            gain_of_empty_cells: noise.map_or(keeps_zeros.map(|_| 0.0), |noise| Some(noise.gain)),
            largest_change: noise.map(|noise| noise.largest),
        })
    }
}

impl Noise {
    fn of(compiled: &CompiledMethod) -> Self {
        let mut all = STILL;
        let mut of_zeros = compiled.row_zero;
        match &compiled.entries {
            Entries::Direct { keys, noise } => {
                for row in noise.chunks_exact(*keys as usize) {
                    // Without category keys, all empty cells use the first entry.
                    let used = if of_zeros && !compiled.category_keys { 1 } else { row.len() };
                    row[..used].iter().for_each(|&noise| all.add(noise, 1));
                    all.end_row(&mut of_zeros);
                }
            }
            Entries::Intervals(Intervals { starts, bounds, noise, .. }) => {
                for row in starts.windows(2) {
                    let mut before = 0;
                    for at in row[0] as usize..row[1] as usize {
                        all.add(noise[at], bounds[at] - before);
                        before = bounds[at];
                    }
                    all.end_row(&mut of_zeros);
                }
            }
        }
        all
    }

    /// The properties of rows with these probabilities. As in the engine, the largest entry absorbs the remainder to 1.
    fn of_matrix(matrix: &[Vec<Probability>]) -> Self {
        let mut all = STILL;
        let mut of_zeros = true;
        for (at, row) in (0..).zip(matrix) {
            let (mut rest, mut most, mut likely) = (ONE as f64, 0, 0);
            for (to, weight) in (0i32..).zip(row.iter().map(|chance| chance.weight())) {
                rest -= weight as f64;
                if weight > most {
                    (most, likely) = (weight, to - at);
                }
                if weight > 0 {
                    all.add(to - at, weight);
                }
            }
            all.sum += rest * f64::from(likely);
            all.draws += rest;
            all.end_row(&mut of_zeros);
        }
        all
    }

    /// Adds a noise to the current row, with the number of draws that give this noise.
    fn add(&mut self, noise: i32, weight: u64) {
        self.largest = self.largest.max(noise.unsigned_abs().into());
        self.sum += f64::from(noise) * weight as f64;
        self.draws += weight as f64;
    }

    /// Ends a row. `of_zeros` is true if this row applies to empty cells, and becomes false for the next row.
    fn end_row(&mut self, of_zeros: &mut bool) {
        let mean = self.sum / self.draws;
        if *of_zeros {
            (self.keeps_zeros, self.gain) = (self.largest == 0, mean);
        }
        self.unbiased &= mean.abs() <= BIAS_TOLERANCE;
        (self.sum, self.draws, *of_zeros) = (0.0, 0.0, false);
    }
}
