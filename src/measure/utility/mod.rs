//! Measures data utility: the distance of published values from counts, and the changes of the table's statistics.
//!
//! F are the counts and G the published values, both as floating-point numbers. G has substitutes for missing values
//! ([`published`]). A published value that subtracts blocks can be negative. Measures with roots or shares (Hellinger
//! distances, Cramér's V, the variance between areas) treat a negative value as 0. Noise and variances use the negative
//! value itself.

mod association;
mod eigenvalues;
mod hellinger;
mod imputation;
mod information;
mod mcd;
mod noise;
mod noise_variance;
mod symmetric;
mod variance;

pub use association::cramers_v;
pub use eigenvalues::robust_eigenvalues;
pub use hellinger::{hellinger, hellinger_areas, hellinger_proportions, hellinger_utility};
pub use imputation::published;
pub use information::information_gain;
pub use mcd::{minimum_covariance_determinant, reweighted_covariance};
pub use noise::{changed_share, total_noise};
pub use noise_variance::{NoiseVariance, TotalNoise};
pub use variance::{Target, between_variance, variance};

use std::ops::Range;

use super::{Cells, Choices, Context, Frequencies, Transitions, UtilityMeasures};

/// Computes all measures of utility.
pub(super) fn measures(
    cells: &Cells<'_>,
    context: &Context<'_>,
    choices: &Choices,
    frequencies: &Frequencies,
    mut transitions: Option<&mut Transitions<'_>>,
) -> UtilityMeasures {
    if cells.counts.is_empty() {
        return UtilityMeasures::default();
    }
    let columns: usize = cells.sizes.iter().skip(cells.rows).product();
    let f: Vec<f64> = cells.counts.iter().map(|&count| count as f64).collect();
    let g = published(cells, choices.suppressed, context.row_totals);
    let areas = Areas::of(cells.sizes, choices.areas.unwrap_or(0));
    let target = areas.and_then(|areas| Target::new(cells.sizes, areas, choices.target.as_deref()));
    let change_between = |target: &Target| {
        let (before, after) = between_variance(&f, &g, target)?;
        percent_change(before, after)
    };
    let noise = total_noise(&f, &g);
    // Three measures describe the method, which protected these counts.
    let of_method = context.protected(frequencies);
    UtilityMeasures {
        hellinger: Some(hellinger(&f, &g)),
        hellinger_utility: hellinger_utility(&f, &g),
        hellinger_proportions: hellinger_proportions(&f, &g),
        hellinger_areas: areas.map(|areas| hellinger_areas(&f, &g, areas)),
        hdm_rows: Some(hellinger(&row_sums(&f, columns), &row_sums(&g, columns))),
        hdm_columns: Some(hellinger(&column_sums(&f, columns), &column_sums(&g, columns))),
        cramers_v_change: cramers_v(&f, columns)
            .zip(cramers_v(&g, columns))
            .and_then(|(before, after)| percent_change(before, after)),
        variance_change: areas.and_then(|areas| percent_change(variance(&f, areas)?, variance(&g, areas)?)),
        between_variance_change: target.as_ref().and_then(change_between),
        total_noise: Some(noise),
        average_noise: Some(noise / f.len() as f64),
        changed_share: changed_share(cells),
        robust_eigenvalues: robust_eigenvalues(&f, &g, columns),
        variance: transitions
            .as_deref_mut()
            .zip(context.totals)
            .map(|(transitions, totals)| noise_variance::noise_variance(cells, &of_method, transitions, totals)),
        information_gain: transitions.and_then(|transitions| {
            let all = of_method.cells() as f64;
            let prior: Vec<_> = of_method.pairs().iter().map(|&(count, cells)| (count, cells as f64 / all)).collect();
            information::gain(transitions, &prior)
        }),
    }
}

/// 100 (after − before)/before; `None` if the result is not finite.
fn percent_change(before: f64, after: f64) -> Option<f64> {
    let change = 100.0 * (after - before) / before;
    change.is_finite().then_some(change)
}

/// The areas of a table: the places of one of its axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Areas {
    /// Number of areas.
    pub number: usize,
    /// The axis of the areas.
    axis: usize,
    /// Distance between neighbouring places of the axis, in cells.
    stride: usize,
}

impl Areas {
    /// The areas along an axis; `None` if the table has no such axis, or no cells.
    pub fn of(sizes: &[usize], axis: usize) -> Option<Self> {
        let number = *sizes.get(axis)?;
        let stride = sizes[axis + 1..].iter().product();
        (number > 0 && stride > 0).then_some(Self { number, axis, stride })
    }

    /// Calls `call` for each run of neighbouring cells of one area. The arguments are the area, the number of earlier
    /// runs of this area, and the range of the cells.
    fn each_run(self, cells: usize, call: &mut dyn FnMut(usize, usize, Range<usize>)) {
        for (run, start) in (0..cells).step_by(self.stride).enumerate() {
            call(run % self.number, run / self.number, start..(start + self.stride).min(cells));
        }
    }
}

/// The row sums of a two-way table.
fn row_sums(values: &[f64], columns: usize) -> Vec<f64> {
    values.chunks(columns.max(1)).map(|row| row.iter().sum()).collect()
}

/// The column sums of a two-way table.
fn column_sums(values: &[f64], columns: usize) -> Vec<f64> {
    let mut sums = vec![0.0; columns];
    for row in values.chunks(columns.max(1)) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    sums
}
