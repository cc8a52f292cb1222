//! The figures of the source papers, worked out again: `cellveil study NAME`. A study takes its data from the repository and its
//! draws from fixed seeds, so that it says the same on every machine.

mod abs_2005;
mod chance;
mod count;
mod data;
mod figure;
mod method;
mod ons_2024;
pub mod report;
mod rows;
mod scad_2011;
mod shlomo_2007;
mod shlomo_2015;

pub use count::Counts;

use serde::Serialize;

use crate::error::Error;

/// A paper's figures beside ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Study {
    /// As in `cellveil study NAME`.
    pub name: &'static str,
    /// Authors, year and title of the paper.
    pub paper: &'static str,
    /// On which data ours were worked out, and in what they differ from the paper's.
    pub data: String,
    /// One for each table or figure.
    pub parts: Vec<Part>,
}

/// A table or figure of the paper.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// What the paper calls it, and what it shows.
    pub title: String,
    /// Heads of the figures: each row has one of ours for each, and the paper's where it gives one.
    pub heads: Vec<String>,
    /// Rows in the paper's order.
    pub rows: Vec<Row>,
    /// What the paper claims of them as an order, and whether ours have it.
    pub claims: Vec<Claim>,
    /// What else a reader should know: choices made, contradictions in the paper.
    pub notes: Vec<String>,
}

/// A row of figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// What it is of.
    pub label: String,
    /// The paper's figures, as printed; none where it prints none, as under a picture.
    pub paper: Vec<Option<String>>,
    /// Ours, with as many decimals; none where a method is missing, or the data cannot show it.
    pub ours: Vec<Option<String>>,
    /// How they compare.
    pub verdict: Verdict,
}

/// An order that the paper claims.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Claim {
    /// In a sentence, with its place in the paper.
    pub text: String,
    /// Whether our figures have it; none where they cannot show it.
    pub holds: Option<bool>,
}

/// How our figures compare with the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The same as printed, or within the error of the paper's own simulation at a stated level.
    Equal,
    /// Other data: the orders that the paper claims of this row, and the directions of its changes, are the same. Of a row without a
    /// figure of the paper, as under a picture, these are what its text states.
    SameOrder,
    /// Neither.
    Different,
    /// A method that this version does not have.
    Missing,
    /// A row of our own: the paper has nothing to compare it with.
    Extra,
    /// The data here cannot show it.
    NotShown,
}

impl Verdict {
    /// All, in the order of reports.
    pub const ALL: [Self; 6] =
        [Self::Equal, Self::SameOrder, Self::Different, Self::Missing, Self::Extra, Self::NotShown];
}

/// The names of all studies, in order of years.
pub const NAMES: [&str; 5] = ["abs-2005", "shlomo-2007", "scad-2011", "shlomo-2015", "ons-2024"];

/// Works out a study; none where there is none of that name.
///
/// # Errors
/// Where the data that the studies take along cannot be read.
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
