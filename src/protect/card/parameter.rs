//! Defines the parameters of all methods: name, range and meaning. [`MethodSpec`](super::super::MethodSpec) checks
//! parameters against these definitions, so a card shows the enforced range.

use std::fmt;

use serde::{Serialize, Serializer};

/// Largest whole number, 2^53. JavaScript represents all whole numbers up to 2^53 exactly.
const MOST: u64 = 1 << 53;
/// Largest rounding base. Each remainder has a compiled row, so the base must be limited.
const MAX_BASE: u64 = 1_000_000;

/// A parameter of a method.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Parameter {
    /// The name in a specification.
    pub name: &'static str,
    /// The allowed values.
    pub range: Range,
    /// The default; `None` for a required parameter.
    pub default: Option<&'static str>,
    /// The parameter's effect.
    pub meaning: &'static str,
}

/// The range of a parameter. Cards and errors show the range as text.
#[derive(Debug, Clone, Copy)]
pub enum Range {
    /// A whole number in a closed range.
    Whole(u64, u64),
    /// A number above 0 with at most three decimals. The field is the maximum in thousandths.
    Thousandths(u64),
    /// One of a list of words. The first word is the default.
    Words(&'static [&'static str]),
    /// A range described in words.
    Described(&'static str),
}

impl fmt::Display for Range {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(least, most) => write!(out, "a whole number from {least} to {most}"),
            Self::Thousandths(most) => {
                write!(out, "a number above 0, up to {}, with at most three decimals", most / 1000)
            }
            Self::Words([only]) => out.write_str(only),
            Self::Words(words) => write!(out, "one of {}", words.join(", ")),
            Self::Described(text) => out.write_str(text),
        }
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Parameter {
    /// Formats the error for an invalid value, with the expected range.
    pub(crate) fn wrong(&self, found: &str) -> String {
        format!("{} is {found}; expected {}", self.name, self.range)
    }
}

const fn required(name: &'static str, range: Range, meaning: &'static str) -> Parameter {
    Parameter { name, range, default: None, meaning }
}

const fn optional(name: &'static str, range: Range, default: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, range, default: Some(default), meaning }
}

pub(crate) const PTABLE: Parameter =
    required("ptable", Range::Described("the path of a p-table"), "the noise for each count and key");
pub(crate) const LOOKUP: Parameter = optional(
    "lookup",
    Range::Words(&["key", "hash"]),
    "key",
    "draw with the cell key itself, or with a hash of cell key, count and salt",
);
pub(crate) const VALUE_THRESHOLD: Parameter =
    optional("threshold", Range::Whole(0, MOST), "0", "values below this after noise are suppressed, including 0");
pub(crate) const COUNT_THRESHOLD: Parameter =
    required("threshold", Range::Whole(0, MOST), "true counts below this are suppressed, including 0");
pub(crate) const ZEROS: Parameter = optional(
    "zeros",
    Range::Words(&["none", "category-keys"]),
    "none",
    "empty cells have no draw, or a draw from row 0 with a key of their categories",
);
pub(crate) const BASE: Parameter = required("base", Range::Whole(2, MAX_BASE), "rounded values are its multiples");
pub(crate) const BELOW: Parameter =
    optional("below", Range::Whole(2, MAX_BASE), "all counts", "only smaller counts are rounded");
pub(crate) const HASH: Parameter = optional(
    "hash",
    Range::Words(&["sha256", "md5"]),
    "sha256",
    "draw with SHA-256 of salt, cell key and count, or with MD5 of the cell key",
);
pub(crate) const X: Parameter = required(
    "x",
    Range::Thousandths(50_000),
    "the expected number of records with a deviation; in counts up to x, all records deviate",
);
pub(crate) const DEVIATIONS: Parameter = optional(
    "deviations",
    Range::Described("a list of pairs: a deviation of -1 or 1 to 10, and its probability; the mean is 0"),
    "[[-1, \"2/3\"], [2, \"1/3\"]]",
    "the deviations of a record, if it deviates, with their probabilities",
);
pub(crate) const TOTAL_VARIANCE: Parameter = optional(
    "total_variance",
    Range::Whole(1, MOST),
    "no limit",
    "only with totals = \"sum\": the largest variance of a grand total; x is smaller in tables of many cells",
);
pub(crate) const CAP: Parameter = required("cap", Range::Whole(1, 1000), "the largest count that has its own row");
pub(crate) const MATRIX: Parameter = required(
    "matrix",
    Range::Described("a list of rows, each a list of probabilities: numbers from 0 to 1, or texts like \"1/60\""),
    "rows: the counts from 0 to the cap, then any residuals of larger counts; the same columns; each row adds up to 1",
);
pub(crate) const CONTROL: Parameter = optional(
    "control",
    Range::Words(&["none", "total"]),
    "none",
    "random numbers of moves, or fixed numbers for the inner cells of a table",
);
pub(crate) const TOTALS: Parameter = optional(
    "totals",
    Range::Words(&["own", "sum"]),
    "own",
    "totals are protected like other cells, or are sums of the shown values (a suppressed value is 0)",
);
pub(crate) const ADDITIVITY: Parameter = optional(
    "additivity",
    Range::Words(&["none", "ipf", "integer"]),
    "none",
    "fit values to their totals, as fractions (ipf) or whole numbers",
);
#[cfg(feature = "tables")]
pub(crate) use of_tables::*;

/// The parameters of table methods only.
#[cfg(feature = "tables")]
mod of_tables {
    use super::{MOST, Parameter, Range, optional, required};

    pub(crate) const SUMS: Parameter = optional(
        "control",
        Range::Words(&["total", "rows", "columns"]),
        "total",
        "the totals that are the sums of their cells: the grand total, or the total of each row or column",
    );
    pub(crate) const SMALL_THRESHOLD: Parameter =
        required("threshold", Range::Whole(1, MOST), "counts from 1 to below this are suppressed");
    pub(crate) const SECONDARY: Parameter = optional(
        "secondary",
        Range::Words(&["optimal", "none"]),
        "optimal",
        "more cells are suppressed, so that nobody can compute the small counts; or only the small counts are",
    );
    pub(crate) const PROTECT_ZEROS: Parameter =
        optional("protect_zeros", Range::Described("true or false"), "false", "counts of 0 are suppressed too");
    pub(crate) const PROTECT_CERTAIN: Parameter = optional(
        "protect_certain",
        Range::Described("true or false"),
        "false",
        "a count that equals its total is suppressed too: it discloses a category that all records of a line share \
         (ABS 2005, the 100 % cell)",
    );
    pub(crate) const INTERVAL: Parameter = optional(
        "interval",
        Range::Thousandths(1_000_000),
        "more than one number",
        "least width of the interval that an outsider can compute for a suppressed count, as a share of the count",
    );
}
pub(crate) const PROTECT_BELOW_AVERAGE: Parameter = optional(
    "protect_below_average",
    Range::Whole(1, MOST),
    "all blocks",
    "like protect_below, for the mean population of a cell of the block's table; with both, a block must reach both",
);
pub(crate) const PROTECT_BELOW: Parameter = optional(
    "protect_below",
    Range::Whole(1, MOST),
    "all blocks",
    "only with areas = \"blocks\": building blocks with at least this population are shown unprotected \
     (ABS 2005, technique 1)",
);
