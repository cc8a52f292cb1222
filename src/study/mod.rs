//! Computes the figures of the source papers again, and measures the attacks of the audit: `cellveil study NAME`. The data are in the repository, and random
//! draws have fixed seeds. So every machine writes the same report.

mod abs_2005;
pub mod attacks;
mod chance;
mod count;
mod data;
mod figure;
mod method;
mod ons_2024;
pub mod report;
pub mod risk;
mod rows;
mod scad_2011;
mod shlomo_2007;
mod shlomo_2015;

pub use count::Counts;

use serde::Serialize;

use crate::table::Error;

/// A paper's figures beside our figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Study {
    /// The study's name in `cellveil study NAME`.
    pub name: &'static str,
    /// Authors, year and title of the paper.
    pub paper: &'static str,
    /// The data behind our figures, and their differences from the paper's data.
    pub data: String,
    /// One part for each table or figure of the paper.
    pub parts: Vec<Part>,
}

/// A table or figure of the paper.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// The paper's name for the table or figure, and its subject.
    pub title: String,
    /// Headings of the figures. For each heading, a row has one of our figures, and the paper's figure if printed.
    pub heads: Vec<String>,
    /// Rows in the paper's order.
    pub rows: Vec<Row>,
    /// Claims of the paper about these figures, and whether our figures agree.
    pub claims: Vec<Claim>,
    /// Choices made in this study, contradictions in the paper, and other remarks.
    pub notes: Vec<String>,
}

/// One row of figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The subject of the row.
    pub label: String,
    /// The paper's figures as printed. `None` where the paper prints no number, for example beside a chart.
    pub paper: Vec<Option<String>>,
    /// Our figures with the same number of decimals. `None` if the method is missing or the data cannot show the
    /// figure.
    pub ours: Vec<Option<String>>,
    /// How the paper's figures and our figures compare.
    pub verdict: Verdict,
}

/// An order or a direction that the paper claims.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Claim {
    /// The claim as a sentence, with its place in the paper.
    pub text: String,
    /// Whether our figures agree with the claim. `None` if the data can neither confirm nor refute the claim.
    pub holds: Option<bool>,
}

/// How our figures compare with the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Equal to the printed figures, or within the error of the paper's own simulation at a stated level.
    Equal,
    /// The data differ, but the orders and directions that the paper claims for this row are the same. If the paper
    /// shows only a chart, its text states these orders.
    SameOrder,
    /// Neither equal nor in the same order.
    Different,
    /// This version does not have the method.
    Missing,
    /// Our own row: the paper has no such figure.
    Extra,
    /// The study's data cannot show this figure.
    NotShown,
}

impl Verdict {
    /// All verdicts, in the order of reports.
    pub const ALL: [Self; 6] =
        [Self::Equal, Self::SameOrder, Self::Different, Self::Missing, Self::Extra, Self::NotShown];
}

/// The names of all studies, by year of the paper.
pub const NAMES: [&str; 5] = ["abs-2005", "shlomo-2007", "scad-2011", "shlomo-2015", "ons-2024"];

/// Runs a study. Returns `None` if no study has this name.
///
/// # Errors
/// Fails if the study's own data cannot be read.
pub fn run(name: &str) -> Result<Option<Study>, Error> {
    Ok(Some(match name {
        "abs-2005" => abs_2005::study()?,
        "shlomo-2007" => shlomo_2007::study()?,
        "scad-2011" => scad_2011::study()?,
        "shlomo-2015" => shlomo_2015::study()?,
        "ons-2024" => ons_2024::study()?,
        _ => return Ok(None),
    }))
}
