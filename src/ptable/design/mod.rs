//! Designs p-tables: computes the probabilities of each row from a largest change and a variance.
//!
//! Let D be the largest change, js the largest blocked result, and V the variance. Row i applies to counts of i and has
//! noises v from −min(i, D) to D. A noise is left out if its result i + v is blocked (1 to js). The probabilities of a
//! row add up to one, and the noise has mean zero and variance V. The [shape](Shape) of the row is the distribution of
//! largest entropy (Giessing 2016; Marley and Leaver 2011) or a truncated Laplace distribution (ONS 2024). The last row
//! is symmetric. It applies to all counts from D on, or from D + js + 1 on if results are blocked.
//!
//! # Guarantee
//! Every row of a designed table meets every condition to within 10^-12 (or 10^-12 · D² / 100, if larger). Each row is
//! checked after it is solved. If a row cannot meet the conditions, the error names the row and the variances that the
//! row can have. In whole numbers ([`Designed::table`], [`Designed::dense`]), each row adds up to exactly one, and its
//! mean is exactly zero. Equal designs give equal bits on all machines: the arithmetic is IEEE 754, with exp and log
//! from `libm`.
//!
//! # Caller must ensure
//! The variance protects the data. A design can be possible without protecting the data; [`check`](super::check)
//! reports what a table discloses.
//!
//! Sources: S. Giessing, "Computational issues in the design of transition probabilities and disclosure risk estimation for
//! additive noise", PSD 2016, LNCS 9867, 237–251; J. Marley and V. Leaver, "A method for confidentialising user-defined tables",
//! ISI 2011; B. Fraser and J. Wooton, "A proposed method for confidentialising tabular output to protect against
//! differencing", UNECE/Eurostat 2005; ONS, "Comparison of post-tabular statistical disclosure control methods", 2024.

pub(super) mod apportion;
mod designed;
mod ends;
mod error;
mod near;
mod read;
mod ready;
mod row;
mod shape;
mod tilt;

use serde::Serialize;

pub use apportion::{Apportioned, apportion};
pub use designed::{Dense, Designed, DesignedRow};
pub use error::{DesignError, Infeasible};
pub use ready::{READY, Ready};
use row::{End, Row, near};

/// The largest D. A person can still read rows of this length. Published tables stay far below this limit.
pub const LARGEST_CHANGE: u32 = 200;

/// The least variance that probabilities in units of 2^-32 can represent.
pub const LEAST_VARIANCE: f64 = 1e-6;

/// The shape of the probabilities of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// The distribution of largest entropy with the given mean and variance. This shape makes no further assumption.
    #[default]
    Entropy,
    /// Probabilities that decrease by a constant factor from each noise to the next. Compared with largest entropy at
    /// equal variance, more counts stay unchanged, and large changes are more frequent.
    Laplace,
}

/// One value for all rows, or one value for each row from row 1 on. The last value applies to all further rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PerRow<T> {
    /// One value for every row.
    All(T),
    /// One value for row 1, one value for row 2, and so on.
    Rows(Vec<T>),
}

impl<T: Copy> PerRow<T> {
    fn of(&self, row: u32) -> Option<T> {
        match self {
            Self::All(value) => Some(*value),
            Self::Rows(values) => values.get(row as usize - 1).or(values.last()).copied(),
        }
    }
}

/// The parameters of a designed p-table.
///
/// ```
/// use cellveil::ptable::design::Design;
/// let design = Design::new(5, 3.0).blocked(2);
/// let designed = design.rows()?;
/// let row = &designed.rows[1];
/// assert_eq!(row.noise, [-1, 2, 3, 4, 5]);
/// assert!((row.probabilities[0] - 0.734_469_54).abs() < 1e-7); // as in R ptable
/// let table = designed.table();
/// assert_eq!(table.last_row(), 8); // D + js + 1: the symmetric row
/// // Counts of 1 cannot have a variance above 1 · D.
/// let refused = Design::new(5, 6.0).rows().unwrap_err().to_string();
/// assert!(refused.starts_with("row 1: a variance of 6 is more than the 5 that it can have"), "{refused}");
/// # Ok::<(), cellveil::ptable::design::DesignError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Design {
    /// D, the largest change, in records: 1 to [`LARGEST_CHANGE`].
    pub max_change: u32,
    /// V, the variance of the noise, in squared records, at least [`LEAST_VARIANCE`].
    pub variance: f64,
    /// js, from 0 to D − 1. Values from 1 to js are never shown.
    pub blocked: u32,
    /// The least probability that a count stays unchanged, at least 0 and below 1; `None` sets no minimum. Counts from
    /// 1 to js cannot stay unchanged.
    pub stay: Option<PerRow<Option<f64>>>,
    /// Whether probabilities must not decrease from the smallest noise up to noise 0 (`mono = TRUE` in R `ptable`).
    /// Counts from 1 to js have no noise 0, so the condition does not apply to them.
    pub monotone: PerRow<bool>,
    /// The step, which divides D. Noises are multiples of the step, except noises that lower a count to 0.
    pub step: u32,
    /// The shape of the probabilities.
    pub shape: Shape,
    /// Whether a row gets the nearest possible variance and a note if the requested variance is impossible. If this
    /// field is false, such a row is an error.
    pub nearest: bool,
}

/// The limits that apply to the noises of all rows.
#[derive(Debug, Clone, Copy)]
struct Limits {
    max_change: u32,
    blocked: u32,
    step: u32,
}

impl Design {
    /// Makes a design with the shape of largest entropy. The design has no blocked results, no least staying
    /// probability and no monotony.
    pub fn new(max_change: u32, variance: f64) -> Self {
        Self {
            max_change,
            variance,
            blocked: 0,
            stay: None,
            monotone: PerRow::All(false),
            step: 1,
            shape: Shape::Entropy,
            nearest: false,
        }
    }

    /// Blocks results from 1 to `blocked`.
    #[must_use]
    pub fn blocked(self, blocked: u32) -> Self {
        Self { blocked, ..self }
    }

    /// Reads the parameters from JSON, such as `{"maxChange": 5, "variance": 3, "blocked": 2}`. The names are the field
    /// names in camel case.
    ///
    /// # Errors
    /// [`DesignError::Json`], or [`DesignError::Parameter`].
    pub fn from_json(text: &str) -> Result<Self, DesignError> {
        let design = read::design(text).map_err(DesignError::Json)?;
        design.checked()?;
        Ok(design)
    }

    /// The number of the last row, which all larger counts use: D, or D + js + 1 if results are blocked.
    pub fn last_row(&self) -> u32 {
        if self.blocked == 0 { self.max_change } else { self.max_change + self.blocked + 1 }
    }

    /// Designs every row.
    ///
    /// # Errors
    /// [`DesignError::Parameter`], or [`DesignError::Infeasible`] for the first row that cannot meet the conditions.
    pub fn rows(&self) -> Result<Designed, DesignError> {
        self.checked()?;
        let mut rows =
            vec![DesignedRow::new(&Row::new(0, &Limits { max_change: 0, ..self.limits() }, 0.0, false), 0, vec![1.0])];
        let mut notes = Vec::new();
        for count in 1..=self.last_row() {
            let row = self.row(count);
            let (least, most) = self.ends(&row).ok_or_else(|| self.infeasible(count))?;
            let mut variance = self.variance;
            let largest = if self.shape == Shape::Laplace && self.nearest {
                most.variance.min(shape::laplace_largest(&row))
            } else {
                most.variance
            };
            if variance > largest && !near(variance, largest) || variance < least.variance && !least.is(variance) {
                if !self.nearest {
                    return Err(self.infeasible(count));
                }
                variance = variance.max(least.variance).min(largest.max(least.variance));
                notes.push(nearest_note(count, self.variance, variance));
            }
            let p = match self.shape {
                _ if least.is(variance) => least.p,
                Shape::Entropy if most.is(variance) => most.p,
                Shape::Entropy => shape::entropy(&row, variance),
                Shape::Laplace => shape::laplace(&row, variance).ok_or_else(|| self.infeasible(count))?,
            };
            let designed = DesignedRow::new(&row, count, p);
            if !designed.meets(variance, self.max_change) {
                return Err(DesignError::Unsolved { row: count });
            }
            rows.push(designed);
        }
        Ok(Designed { rows, notes })
    }

    fn limits(&self) -> Limits {
        Limits { max_change: self.max_change, blocked: self.blocked, step: self.step }
    }

    fn row(&self, count: u32) -> Row {
        let stay = self.stay.as_ref().and_then(|stay| stay.of(count)).flatten().unwrap_or(0.0);
        Row::new(count, &self.limits(), stay, self.monotone.of(count).unwrap_or(false))
    }

    /// Returns the least and the largest variance of the row; `None` if no variance above 0 is possible.
    fn ends(&self, row: &Row) -> Option<(End, End)> {
        row.ends().filter(|(_, most)| most.variance > 0.0)
    }

    /// Returns the error for a row. The error contains two ranges of variances: the range for this row, and the range
    /// that is possible for every row.
    fn infeasible(&self, row: u32) -> DesignError {
        let can = |count: u32| {
            let row = self.row(count);
            let (least, most) = self.ends(&row)?;
            let most = if self.shape == Shape::Laplace { shape::laplace_largest(&row) } else { most.variance };
            Some((least.variance, most))
        };
        let all = (1..=self.last_row()).map(can);
        let all_can = all.reduce(|all, row| Some((f64::max(all?.0, row?.0), f64::min(all?.1, row?.1)))).flatten();
        // A least and a largest variance that differ only by rounding count as equal.
        let all_can = all_can.map(|(least, most)| if near(most, least) { (least, least) } else { (least, most) });
        let shape = self.shape == Shape::Laplace;
        DesignError::Infeasible(Infeasible {
            row,
            variance: self.variance,
            row_can: can(row),
            all_can,
            stay: self.row(row).stay,
            shape,
        })
    }

    /// Checks the ranges of the parameters.
    fn checked(&self) -> Result<(), DesignError> {
        let wrong = |name, value: String, expected: String| Err(DesignError::Parameter { name, value, expected });
        let Self { max_change, variance, blocked, step, .. } = self;
        if !(1..=LARGEST_CHANGE).contains(max_change) {
            return wrong("max-change", max_change.to_string(), format!("a whole number from 1 to {LARGEST_CHANGE}"));
        }
        if !(variance.is_finite() && *variance >= LEAST_VARIANCE) {
            return wrong("variance", variance.to_string(), format!("a number from {LEAST_VARIANCE}"));
        }
        if blocked >= max_change {
            let expected = format!(
                "less than the largest change, {max_change}: a count of {} has to pass the blocked results, downwards and upwards",
                max_change + 1
            );
            return wrong("blocked", blocked.to_string(), expected);
        }
        if *step == 0 || max_change % step != 0 {
            return wrong(
                "step",
                step.to_string(),
                format!("a whole number that divides the largest change, {max_change}"),
            );
        }
        let stays: &[Option<f64>] = match &self.stay {
            Some(PerRow::All(stay)) => std::slice::from_ref(stay),
            Some(PerRow::Rows(stays)) => stays,
            None => &[],
        };
        let last = self.last_row() as usize;
        for (at, stay) in stays.iter().enumerate().filter_map(|(at, stay)| Some((at, (*stay)?))) {
            if !(0.0..1.0).contains(&stay) {
                return wrong("stay", stay.to_string(), "a probability of at least 0 and below 1".into());
            }
            if stays.len() > 1 && at < *blocked as usize && stay > 0.0 {
                let expected = "no staying probability for counts whose own value is blocked";
                return wrong("stay", format!("{stay} in row {}", at + 1), expected.into());
            }
        }
        let rows =
            [("stay", stays.len()), ("monotone", if let PerRow::Rows(rows) = &self.monotone { rows.len() } else { 1 })];
        match rows.into_iter().find(|(_, given)| *given > last) {
            Some((name, given)) => {
                wrong(name, format!("given for {given} rows"), format!("at most {last} rows, as in the table"))
            }
            None => Ok(()),
        }
    }
}

fn nearest_note(row: u32, target: f64, nearest: f64) -> String {
    let nearest = if nearest < target { error::down(nearest) } else { error::up(nearest) };
    format!("row {row}: variance {nearest} instead of {target}, the nearest possible")
}
