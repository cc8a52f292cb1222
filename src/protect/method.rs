//! A method as it is written in a specification, a manifest or a query: its kind and its parameters.

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::KeyContext;
use crate::key::DEFAULT_MODULUS;

/// Kinds that the design names and that this version does not have yet.
const LATER: &[&str] = &[
    "random-rounding",
    "threshold-rounding",
    "small-cell",
    "transition-matrix",
    "semi-controlled-rounding",
    "controlled-rounding",
    "suppression",
];
/// Largest threshold: exact in a JavaScript number.
const MAX_THRESHOLD: u64 = 1 << 53;

/// What is wrong with a method.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("method {name:?} {problem}; expected {expected}")]
pub struct MethodError {
    /// The name of the method.
    pub name: String,
    /// What it is now.
    pub problem: String,
    /// What it should be.
    pub expected: String,
}

/// Where the number that selects a p-table's entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lookup {
    /// The cell key, as the field's packages do.
    #[default]
    Key,
    /// A hash of cell key and count.
    Hash,
}

/// What a total is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Totals {
    /// A cell like any other, with its own key and its own noise.
    #[default]
    Own,
    /// The sum of the values shown: additive, with the noise of all parts (ABS 2005). A suppressed part counts as 0.
    Sum,
}

impl Totals {
    /// The word in a specification.
    pub fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Sum => "sum",
        }
    }
}

/// A kind of method with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MethodKind {
    /// True counts.
    None,
    /// Noise from a p-table.
    CellKey {
        /// Path of the p-table.
        ptable: String,
        /// Values below it, after the noise, are suppressed.
        threshold: u64,
        /// See [`Lookup`].
        lookup: Lookup,
    },
}

/// A named method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodSpec {
    /// As in the specification, or `custom` for one given with a query.
    pub name: String,
    /// What it does to a cell.
    pub kind: MethodKind,
    /// What it does to totals.
    pub totals: Totals,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoneFields {
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(default)]
    totals: Totals,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellKeyFields {
    #[serde(rename = "kind")]
    _kind: String,
    ptable: String,
    #[serde(default)]
    threshold: u64,
    #[serde(default)]
    lookup: Lookup,
    #[serde(default)]
    zeros: Option<String>,
    #[serde(default)]
    totals: Totals,
    #[serde(default)]
    additivity: Option<String>,
}

impl MethodSpec {
    /// Reads a method from its JSON object.
    ///
    /// ```
    /// use cellveil::protect::MethodSpec;
    /// let json = serde_json::json!({ "kind": "cell-key", "ptable": "ptable.csv", "treshold": 10 });
    /// let error = MethodSpec::parse("default", &json).unwrap_err();
    /// assert!(error.to_string().contains("unknown field `treshold`"));
    /// ```
    pub fn parse(name: &str, value: &Value) -> Result<Self, MethodError> {
        let error = |problem: String, expected: &str| {
            Err(MethodError { name: name.to_owned(), problem, expected: expected.to_owned() })
        };
        let (kind, totals) = match value.get("kind").and_then(Value::as_str) {
            Some("none") => {
                let NoneFields { totals, .. } = fields(name, value)?;
                (MethodKind::None, totals)
            }
            Some("cell-key") => {
                let found: CellKeyFields = fields(name, value)?;
                match found.zeros.as_deref() {
                    None | Some("none") => {}
                    Some("category-keys") => {
                        return error("has zeros = \"category-keys\"".into(), "\"none\": this version leaves zeros as they are");
                    }
                    Some(other) => return error(format!("has zeros = {other:?}"), "\"none\" or \"category-keys\""),
                }
                match found.additivity.as_deref() {
                    None | Some("none") => {}
                    Some("ipf" | "integer") => {
                        return error("has an additivity".into(), "\"none\": this version restores no additivity");
                    }
                    Some(other) => return error(format!("has additivity = {other:?}"), "\"none\", \"ipf\" or \"integer\""),
                }
                if found.threshold > MAX_THRESHOLD {
                    return error(format!("has threshold = {}", found.threshold), "0 to 2^53");
                }
                let CellKeyFields { ptable, threshold, lookup, totals, .. } = found;
                (MethodKind::CellKey { ptable, threshold, lookup }, totals)
            }
            Some(later) if LATER.contains(&later) => {
                return error(format!("has kind = {later:?}, which this version does not have"), "\"cell-key\" or \"none\"");
            }
            Some(other) => return error(format!("has kind = {other:?}"), "\"cell-key\" or \"none\""),
            None => return error("has no kind".into(), "kind = \"cell-key\" or \"none\""),
        };
        Ok(Self { name: name.to_owned(), kind, totals })
    }

    /// An error about this method.
    pub(super) fn error(&self, problem: impl Into<String>, expected: &str) -> MethodError {
        MethodError { name: self.name.clone(), problem: problem.into(), expected: expected.to_owned() }
    }

    /// The word for the kind in a specification.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            MethodKind::None => "none",
            MethodKind::CellKey { .. } => "cell-key",
        }
    }

    /// The p-table that the method needs.
    pub fn ptable(&self) -> Option<&str> {
        match &self.kind {
            MethodKind::None => None,
            MethodKind::CellKey { ptable, .. } => Some(ptable),
        }
    }

    /// Whether the method suits keys of this kind; asked before any tile or p-table is read.
    pub fn check(&self, context: KeyContext<'_>) -> Result<(), MethodError> {
        let MethodKind::CellKey { lookup, .. } = self.kind else { return Ok(()) };
        if !context.uniform {
            let problem = "takes its noise from a p-table, but the record keys are digits of an identifier";
            return Err(self.error(problem, "keys that are drawn evenly below the modulus"));
        }
        let modulus = context.keys.modulus().get();
        if lookup == Lookup::Hash && modulus < DEFAULT_MODULUS {
            let problem = format!("has lookup = \"hash\" under modulus {modulus}");
            return Err(self.error(problem, "a modulus of 2^32 or more: few keys give few numbers, not a distribution"));
        }
        Ok(())
    }

    /// The method in words, for readers of a table.
    pub fn text(&self) -> String {
        let MethodKind::CellKey { threshold, .. } = self.kind else {
            return "The counts are shown as they are, without protection.".into();
        };
        let mut text = "Each count is changed by a small random amount that depends on the records it counts, so the same \
                        records give the same figure in every table."
            .to_owned();
        if threshold > 0 {
            text += &format!(" Figures that are below {threshold} after this change are suppressed.");
        }
        text += match self.totals {
            Totals::Own => " Totals are changed on their own, so the parts of a table may not add up to them.",
            Totals::Sum => " Totals are the sums of the figures shown.",
        };
        text
    }
}

fn fields<'a, T: Deserialize<'a>>(name: &str, value: &'a Value) -> Result<T, MethodError> {
    T::deserialize(value).map_err(|error| MethodError {
        name: name.to_owned(),
        problem: format!("is not valid: {error}"),
        expected: "the parameters of its kind".into(),
    })
}
