//! What a protected table risks and what it is still good for, compared with the true one.
//!
//! [`measure`] gives all measures at once; each is a function of its own in [`risk`] or [`utility`], with its formula and its
//! source. `docs/reference/measures.md` lists them with every choice that was made where a paper leaves one.
//!
//! | source | what is taken from it |
//! |---|---|
//! | Shlomo, Antal and Elliot 2015 | the risk R before and after protection, the Hellinger distance |
//! | Shlomo 2007 | DR1, DR2, Hellinger distances of areas and margins, Cramér's V, variances, suppressed cells |
//! | Wooton and Fraser 2005 (ABS 1352.0.55.072) | 100 % cells, information gain |
//! | ONS 2024 | noise, robust eigenvalues |
//!
//! A table without cells has no measure but the number of its cells, its population and what is counted: these are 0.

mod choices;
mod coarse;
mod frequencies;
mod published;
mod read;
pub mod risk;
mod transitions;
pub mod utility;

use serde::Serialize;

pub use choices::{Choices, Multiplier, Suppressed, Weights};
pub use coarse::LEAST_CELLS;
pub use published::{MeasuresJson, PublishedMeasures};
pub(crate) use read::{multiplier as read_multiplier, weights as read_weights};

pub use frequencies::Frequencies;
pub use transitions::{Transitions, multiplier};

use crate::protect::{CompiledMethod, Status};

/// The inner cells of a table, without totals: true and published, row-major over the axes, the row axes first.
#[derive(Debug, Clone, Copy)]
pub struct Cells<'a> {
    /// Number of places of each axis, totals not counted; their product is the number of cells.
    pub sizes: &'a [usize],
    /// How many of the axes, from the first, are rows; the others are columns.
    pub rows: usize,
    /// Numbers of records.
    pub counts: &'a [u64],
    /// Published values; where [`status`](Self::status) does not say that they are shown, they mean nothing.
    pub values: &'a [i64],
    /// Why a value is missing.
    pub status: &'a [Status],
}

/// What is known of a table beside its cells, where it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// The rows of the method that made each value from its count; none where values are sums of several, or the method is
    /// of another kind.
    pub method: Option<&'a CompiledMethod>,
    /// For each cell its records that were neither imputed nor changed before they were counted; none where records do
    /// not say it.
    pub unflagged: Option<&'a [u64]>,
    /// The published total of each row of the two-way table that row and column axes make; none in it where that is suppressed.
    pub row_totals: Option<&'a [Option<i64>]>,
}

impl Cells<'_> {
    /// What is shown of each cell; none where it is suppressed or blocked.
    pub fn shown(&self) -> impl Iterator<Item = Option<i64>> {
        self.values.iter().zip(self.status).map(|(&value, &status)| (status == Status::Shown).then_some(value))
    }
}

/// All measures of a table. What does not apply, or may not be told, is none, `null` in JSON; no number is infinite or not one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measures {
    /// The true table.
    pub table: TableMeasures,
    /// Disclosure risk.
    pub risk: RiskMeasures,
    /// Data utility, and loss of it.
    pub utility: UtilityMeasures,
}

/// The true table in figures.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TableMeasures {
    /// Inner cells, K.
    pub cells: u64,
    /// Records in them, N.
    pub population: Option<u64>,
    /// Empty cells, |A|.
    pub zeros: Option<u64>,
    /// Cells of one record.
    pub ones: Option<u64>,
    /// Cells of two.
    pub twos: Option<u64>,
    /// N/K.
    pub average_cell: Option<f64>,
}

/// Disclosure risk before and after protection.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RiskMeasures {
    /// Of the true table: Shlomo, Antal and Elliot 2015, equation (3).
    pub before: Option<Risk>,
    /// Of the protected table: section 4.2 there.
    pub after: Option<Risk>,
    /// Whether property (e) of that section holds: `after.r` is at most `before.r`. Nothing makes it so.
    pub not_raised: Option<bool>,
    /// Share of the records in cells of one or two that are published as they are: Shlomo 2007, section 4.1.
    pub dr1: Option<f64>,
    /// Share of true zeros among the zeros that are shown: the same section.
    pub dr2: Option<f64>,
    /// Share of cells of one or two records.
    pub small_cells: Option<f64>,
    /// Lines of the table that hold an empty cell, and one or two cells that are not: all cells that differ along one axis only.
    pub attribute_lines: Option<u64>,
    /// Of these, those with one such cell: the 100 % cells of Wooton and Fraser 2005, page 11.
    pub full_cells: Option<u64>,
    /// `attribute_lines` as a share of the lines with a record.
    pub attribute_share: Option<f64>,
}

/// The risk R of a table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Risk {
    /// With the entropy split in small and larger counts.
    pub r: f64,
    /// Equation (3) as printed, one entropy with both its weights.
    pub r_unsplit: f64,
    /// Of the three terms of equation (3), without weights: √(Σ x²)/√3.
    pub r_l2: f64,
    /// What they are made of.
    pub terms: Terms,
}

/// The terms of R, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Terms {
    /// Share of empty cells; (|A|/K)^(|A∪B|/|A∩B|) after protection.
    pub zeros: f64,
    /// 1 − H(F/N)/ln K of all cells.
    pub entropy: f64,
    /// The same of the cells up to 6.
    pub entropy_small: f64,
    /// The same of those above.
    pub entropy_large: f64,
    /// (1 + ½ ln N)/√N.
    pub size: f64,
}

/// Data utility. Changes are in percent of the true figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct UtilityMeasures {
    /// Hellinger distance of the counts: Shlomo, Antal and Elliot 2015, equation (4).
    pub hellinger: Option<f64>,
    /// 1 − HD/√N.
    pub hellinger_utility: Option<f64>,
    /// Hellinger distance of the proportions, HD(P, Q), from 0 to 1.
    pub hellinger_proportions: Option<f64>,
    /// Mean over the areas of their Hellinger distances: Shlomo 2007, section 4.2, HD.
    pub hellinger_areas: Option<f64>,
    /// Hellinger distance of the row totals of the two-way table, as sums of inner cells: HDM there.
    pub hdm_rows: Option<f64>,
    /// Of its column totals.
    pub hdm_columns: Option<f64>,
    /// Cramér's V of the two-way table: RCV there.
    pub cramers_v_change: Option<f64>,
    /// Mean over the areas of the variance of their cells: RDV there.
    pub variance_change: Option<f64>,
    /// Variance between the areas of the share of the target: BVR there.
    pub between_variance_change: Option<f64>,
    /// Σ |published − true|: ONS 2024, section 5.
    pub total_noise: Option<f64>,
    /// The same a cell.
    pub average_noise: Option<f64>,
    /// Share of the cells that are not empty whose value is not their count.
    pub changed_share: Option<f64>,
    /// How far the eigenvalues of the robust covariance are moved, ONS 2024, section 6.
    pub robust_eigenvalues: Option<f64>,
    /// (H(X) − H(X|Y))/H(X), what a value tells of a count drawn from the table: Wooton and Fraser 2005, page 15.
    pub information_gain: Option<f64>,
}

/// All measures of a table.
///
/// # Caller must ensure
/// The lists of `cells` are as long as the product of its sizes, as is `unflagged`; `row_totals` has one for each row of the
/// two-way table. Weights and multipliers are in their ranges. An axis of areas or a target that is not in the table leaves
/// the measures that need it none.
///
/// ```
/// use cellveil::measure::{Cells, Choices, Context, measure};
/// use cellveil::protect::Status;
/// let cells = Cells { sizes: &[5], rows: 1, counts: &[0, 1, 4, 9, 16], values: &[0, 0, 6, 9, 15], status: &[Status::Shown; 5] };
/// let measures = measure(&cells, &Context::default(), &Choices::default());
/// assert_eq!(measures.table.population, Some(30));
/// assert_eq!(measures.risk.dr2, Some(0.5)); // one of the two zeros shown is one
/// assert_eq!(format!("{:.6}", measures.utility.hellinger.unwrap()), "0.780440");
/// assert_eq!(measures.risk.after, None); // it is not known how the values came about
/// ```
pub fn measure(cells: &Cells<'_>, context: &Context<'_>, choices: &Choices) -> Measures {
    let frequencies = Frequencies::of(cells.counts.iter().copied());
    let mut transitions = context.method.map(Transitions::new);
    let risk = risk::measures(cells, context, choices, &frequencies, transitions.as_mut());
    let utility = utility::measures(cells, context, choices, &frequencies, transitions.as_mut());
    Measures { table: TableMeasures::of(&frequencies), risk, utility }
}

impl Measures {
    /// Of a table whose truth may not be told: only the number of its cells is.
    pub fn untold(cells: u64) -> Self {
        let table = TableMeasures { cells, ..TableMeasures::default() };
        Self { table, risk: RiskMeasures::default(), utility: UtilityMeasures::default() }
    }
}

impl TableMeasures {
    /// Those of cells with these counts. A population that no `u64` holds is none.
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

/// None where there is nothing to divide by.
fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}
