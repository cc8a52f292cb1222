//! Measures the disclosure risk and the data utility of a protected table, compared with the true table.
//!
//! [`measure`] computes all measures. Each measure is also a function in [`risk`] or [`utility`], with its formula and
//! source. `docs/reference/measures.md` lists the measures, and our choices where a paper is not explicit.
//!
//! | source | measures |
//! |---|---|
//! | Shlomo, Antal and Elliot 2015 | the risk R before and after protection, the Hellinger distance |
//! | Shlomo 2007 | DR1, DR2, Hellinger distances of areas and margins, Cramér's V, variances, suppressed cells |
//! | Wooton and Fraser 2005 (ABS 1352.0.55.072) | 100 % cells, variances of noise, information gain |
//! | ONS 2024 | noise, robust eigenvalues |
//!
//! For a table without cells, only the numbers of cells and records are reported, and each is 0.

mod choices;
mod coarse;
mod frequencies;
mod published;
mod read;
pub mod risk;
mod swapping;
mod transitions;
pub mod utility;

use std::borrow::Cow;

use serde::Serialize;

pub use choices::{Choices, Divisor, Multiplier, Suppressed, Weights};
pub use coarse::LEAST_CELLS;
pub use published::{MeasuresJson, PublishedMeasures};
pub(crate) use read::{multiplier as read_multiplier, weights as read_weights};

pub use frequencies::Frequencies;
pub use swapping::Swapping;
pub use transitions::Transitions;

use crate::protect::{CompiledMethod, Status};
use risk::SmallCountRisk;
use utility::{NoiseVariance, TotalNoise};

/// The inner cells of a table, true and published, without totals. Cells are in row-major order, row axes first.
#[derive(Debug, Clone, Copy)]
pub struct Cells<'a> {
    /// Number of places of each axis, without totals. The product is the number of cells.
    pub sizes: &'a [usize],
    /// Number of leading axes that are rows. The other axes are columns.
    pub rows: usize,
    /// True numbers of records. If records were changed before they were counted, those of the unchanged records.
    pub counts: &'a [u64],
    /// Published values. Use a value only if its [`status`](Self::status) is shown.
    pub values: &'a [i64],
    /// The status of each value: shown, or the reason why the value is missing.
    pub status: &'a [Status],
    /// Number of decimals of the values: the values are in units of 10^-`decimals`.
    pub decimals: u32,
}

/// Information about a table besides its cells.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// The compiled method that computed each value from its count. `None` if values are sums of other values, or come
    /// from another kind of method.
    pub method: Option<&'a CompiledMethod>,
    /// Whether the probabilities are the shares of this table's cells ([`Transitions::of_table`]), because the method
    /// looks at the whole table and has no random draws.
    pub is_realised: bool,
    /// The values before a fit to the totals, without decimals. The fit uses no other data, so the risk after protection
    /// is that of these values.
    pub unfitted: Option<&'a [i64]>,
    /// For each cell, the number of records that were neither imputed nor changed before tabulation. `None` if the
    /// records have no flags.
    pub unflagged: Option<&'a [u64]>,
    /// The published total of each row of the two-way table (row axes by column axes). A suppressed total is `None`.
    pub row_totals: Option<&'a [Option<i64>]>,
    /// The changed records, if records were changed before they were counted.
    pub changed: Option<Changed<'a>>,
    /// Whether the values are sums of cells to which the method was applied, as those of a step `noise`. The risk after
    /// protection then leaves large values as they are.
    pub are_sums: bool,
    /// The source of the noise in totals. `None` if the noises of the cells are not independent, because the method looks
    /// at the whole table.
    pub totals: Option<TotalNoise<'a>>,
}

/// Records that were changed before they were counted.
#[derive(Debug, Clone, Copy)]
pub struct Changed<'a> {
    /// Numbers of the changed records in the inner cells. The method protected these counts.
    pub counts: &'a [u64],
    /// The share of the records that swapping moved, from 0 to 1. `None` if it is not known. R after protection needs it.
    pub moved: Option<f64>,
}

impl Context<'_> {
    /// The frequencies of the counts that the method protected. `frequencies` are those of the true counts.
    fn protected<'f>(&self, frequencies: &'f Frequencies) -> Cow<'f, Frequencies> {
        match self.changed {
            None => Cow::Borrowed(frequencies),
            Some(changed) => Cow::Owned(Frequencies::of(changed.counts.iter().copied())),
        }
    }

    /// The transition matrix of the changes before tabulation. The outer `None` stands for an unknown matrix.
    ///
    /// The realised matrix of a method that looks at the whole table has rows for the counts of this table only. Its
    /// product with the matrix of swapping needs all counts, so the product is unknown too.
    fn swapping(&self, cells: &Cells<'_>) -> Option<Option<Swapping>> {
        let Some(changed) = self.changed else { return Some(None) };
        let largest = cells.counts.iter().chain(changed.counts).copied().max().unwrap_or(0);
        let swapping = changed.moved.and_then(|moved| Swapping::new(moved, largest));
        swapping.filter(|_| !self.is_realised).map(Some)
    }
}

impl Cells<'_> {
    /// The published value of each cell; `None` if the value is suppressed or blocked.
    pub fn shown(&self) -> impl Iterator<Item = Option<i64>> {
        (0..self.values.len()).map(|at| self.shown_at(at))
    }

    /// Whether a cell's published value is its count.
    fn is_unchanged(&self, at: usize) -> bool {
        let one = 10_i128.pow(self.decimals);
        self.shown_at(at).is_some_and(|value| i128::from(value) == i128::from(self.counts[at]) * one)
    }

    /// The published value of a cell; `None` if the value is suppressed or blocked.
    fn shown_at(&self, at: usize) -> Option<i64> {
        (self.status[at] == Status::Shown).then_some(self.values[at])
    }
}

/// All measures of a table. A measure that is inapplicable or not disclosed is `None`, or `null` in JSON. All numbers
/// are finite.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measures {
    /// Figures of the true table.
    pub table: TableMeasures,
    /// Disclosure risk.
    pub risk: RiskMeasures,
    /// Data utility and information loss.
    pub utility: UtilityMeasures,
}

/// Figures of the true table.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TableMeasures {
    /// Number of inner cells, K.
    pub cells: u64,
    /// Number of records in the inner cells, N.
    pub population: Option<u64>,
    /// Number of empty cells, |A|.
    pub zeros: Option<u64>,
    /// Number of cells with one record.
    pub ones: Option<u64>,
    /// Number of cells with two records.
    pub twos: Option<u64>,
    /// Mean number of records in a cell, N/K.
    pub average_cell: Option<f64>,
}

/// Disclosure risk before and after protection.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RiskMeasures {
    /// R of the true table: Shlomo, Antal and Elliot 2015, equation (3).
    pub before: Option<Risk>,
    /// R of the protected table: Shlomo, Antal and Elliot 2015, section 4.2.
    pub after: Option<Risk>,
    /// Whether R before protection is above [`Choices::protect_above`]: step 2 of Shlomo, Antal and Elliot 2015, section
    /// 2.3. `None` without this limit. A table below the limit is protected like any other table.
    pub needs_protection: Option<bool>,
    /// R of the rows of the two-way table before protection. `None` if the table has one column.
    pub rows_before: Option<LineRisk>,
    /// R of the rows after protection.
    pub rows_after: Option<LineRisk>,
    /// R of the columns of the two-way table before protection. `None` if the table has one row.
    pub columns_before: Option<LineRisk>,
    /// R of the columns after protection.
    pub columns_after: Option<LineRisk>,
    /// Whether `after.r` is at most `before.r`: property (e) of Shlomo, Antal and Elliot 2015, section 4.2. Their
    /// formula does not guarantee this.
    pub not_raised: Option<bool>,
    /// DR1, the share of records in small cells (one or two records) that are published unchanged: Shlomo 2007, section
    /// 4.1.
    pub dr1: Option<f64>,
    /// DR2, the share of true zeros among the published zeros: Shlomo 2007, section 4.1.
    pub dr2: Option<f64>,
    /// Probabilities with which the method discloses small counts and small differences: Wooton and Fraser 2005, pages 9
    /// and 10.
    pub small_counts: Option<SmallCountRisk>,
    /// Share of the cells that have one or two records.
    pub small_cells: Option<f64>,
    /// Number of lines with at least one empty cell and with one or two filled cells. A line is a set of cells that
    /// differ along one axis only.
    pub attribute_lines: Option<u64>,
    /// Number of lines with at least one empty cell and exactly one filled cell. These filled cells are the 100 % cells
    /// of Wooton and Fraser 2005, page 11.
    pub full_cells: Option<u64>,
    /// `attribute_lines` as a share of the lines with at least one record.
    pub attribute_share: Option<f64>,
}

/// The risk R of the rows, or of the columns, of the two-way table. A line without records has no R and is left out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LineRisk {
    /// Mean R.
    pub mean: f64,
    /// Largest R.
    pub largest: f64,
}

/// The risk R of a table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Risk {
    /// R with separate entropies of small and of larger counts.
    pub r: f64,
    /// R of equation (3) as printed, with one entropy term. The weight of this term is the sum of both entropy weights.
    pub r_unsplit: f64,
    /// Unweighted norm of the three terms of equation (3): √(Σ x²)/√3.
    pub r_l2: f64,
    /// The terms of R.
    pub terms: Terms,
}

/// The terms of R, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Terms {
    /// Before protection, the share of empty cells. After protection, `(|A|/K)^(|A∪B|/|A∩B|)`, where A are the empty
    /// cells and B the cells published as 0.
    pub zeros: f64,
    /// The entropy term `1 − H(F/N)/ln K` of all cells.
    pub entropy: f64,
    /// The entropy term `1 − H(F/N)/ln K` of the cells with counts up to 6.
    pub entropy_small: f64,
    /// The entropy term `1 − H(F/N)/ln K` of the cells with counts above 6.
    pub entropy_large: f64,
    /// The term of the population size, (1 + ½ ln N)/√N.
    pub size: f64,
}

/// Data utility. A change is a percentage of the true figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct UtilityMeasures {
    /// Hellinger distance of the counts: Shlomo, Antal and Elliot 2015, equation (4).
    pub hellinger: Option<f64>,
    /// Hellinger utility, 1 − HD/√N.
    pub hellinger_utility: Option<f64>,
    /// Hellinger distance of the proportions, HD(P, Q), from 0 to 1.
    pub hellinger_proportions: Option<f64>,
    /// HD of Shlomo 2007, section 4.2: mean Hellinger distance of the areas.
    pub hellinger_areas: Option<f64>,
    /// HDM of Shlomo 2007, section 4.2: Hellinger distance of the row totals of the two-way table. Each total is a sum
    /// of inner cells.
    pub hdm_rows: Option<f64>,
    /// HDM for the column totals.
    pub hdm_columns: Option<f64>,
    /// RCV of Shlomo 2007, section 4.2: change of Cramér's V of the two-way table.
    pub cramers_v_change: Option<f64>,
    /// RDV of Shlomo 2007, section 4.2: change of the mean variance of cells within an area.
    pub variance_change: Option<f64>,
    /// BVR of Shlomo 2007, section 4.2: change of the variance of the target's share between areas.
    pub between_variance_change: Option<f64>,
    /// Total noise, Σ |published − true|: ONS 2024, section 5.
    pub total_noise: Option<f64>,
    /// Total noise divided by the number of cells.
    pub average_noise: Option<f64>,
    /// Share of the filled cells whose count is not published: the published value is another number or is missing.
    pub changed_share: Option<f64>,
    /// Relative change of the eigenvalues of the robust covariance: ONS 2024, section 6.
    pub robust_eigenvalues: Option<f64>,
    /// Variances of the method's noise in cells and totals: Wooton and Fraser 2005, page 9.
    pub variance: Option<NoiseVariance>,
    /// Information gain, `(H(X) − H(X|Y))/H(X)`: the published value Y of a count X removes this share of the
    /// uncertainty about X. Source: Wooton and Fraser 2005, page 15.
    pub information_gain: Option<f64>,
}

/// Computes all measures of a table.
///
/// # Caller must ensure
/// The lists of `cells` and `unflagged` have one entry for each cell. `row_totals` has one entry for each row of the
/// two-way table. The changed counts have one entry for each cell. Weights and multipliers are in their ranges. If the axis of the areas or the target is not in the
/// table, the measures that need this axis or target are `None`.
///
/// ```
/// use cellveil::measure::{Cells, Choices, Context, measure};
/// use cellveil::protect::Status;
/// let cells =
///     Cells { sizes: &[5], rows: 1, counts: &[0, 1, 4, 9, 16], values: &[0, 0, 6, 9, 15], status: &[Status::Shown; 5],
///         decimals: 0 };
/// let measures = measure(&cells, &Context::default(), &Choices::default());
/// assert_eq!(measures.table.population, Some(30));
/// assert_eq!(measures.risk.dr2, Some(0.5)); // one of the two published zeros is true
/// assert_eq!(format!("{:.6}", measures.utility.hellinger.unwrap()), "0.780440");
/// assert_eq!(measures.risk.after, None); // no method is given
/// ```
pub fn measure(cells: &Cells<'_>, context: &Context<'_>, choices: &Choices) -> Measures {
    let frequencies = Frequencies::of(cells.counts.iter().copied());
    let mut transitions = context.method.map(|method| match context.is_realised {
        true => {
            Transitions::of_table(&Cells { counts: context.changed.map_or(cells.counts, |of| of.counts), ..*cells })
        }
        false => Transitions::new(method),
    });
    let risk = risk::measures(cells, context, choices, &frequencies, transitions.as_mut());
    let utility = utility::measures(cells, context, choices, &frequencies, transitions.as_mut());
    Measures { table: TableMeasures::of(&frequencies), risk, utility }
}

impl Measures {
    /// The measures of a table whose true counts must not be disclosed: only the number of cells.
    pub fn undisclosed(cells: u64) -> Self {
        let table = TableMeasures { cells, ..TableMeasures::default() };
        Self { table, risk: RiskMeasures::default(), utility: UtilityMeasures::default() }
    }
}

impl TableMeasures {
    /// Computes the figures from the frequencies of counts. A population above `u64::MAX` is `None`.
    pub fn of(frequencies: &Frequencies) -> Self {
        let (cells, population) = (frequencies.cells(), frequencies.population());
        Self {
            cells,
            population: u64::try_from(population).ok(),
            zeros: Some(frequencies.of_count(0)),
            ones: Some(frequencies.of_count(1)),
            twos: Some(frequencies.of_count(2)),
            average_cell: ratio(population as f64, cells as f64),
        }
    }
}

/// The ratio; `None` if the denominator is 0.
fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}
