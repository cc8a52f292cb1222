//! A method as it is written in a specification, a manifest or a query: its kind and its parameters.

use serde::Serialize;
use thiserror::Error;

use super::KeyContext;
use crate::json::{Node, Value};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lookup {
    /// The cell key, as the field's packages do.
    #[default]
    Key,
    /// A hash of cell key and count.
    Hash,
}

/// What a total is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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

/// The parameters of a method as they are written; which of them a kind takes is [`MethodSpec::new`]'s to say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Parameters {
    /// Which method.
    pub kind: String,
    /// `cell-key`: path of the p-table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptable: Option<String>,
    /// `cell-key`: values below it, after the noise, are suppressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u64>,
    /// `cell-key`: `key` or `hash`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lookup: Option<String>,
    /// `cell-key`: `none` or `category-keys`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zeros: Option<String>,
    /// Any cell method: `own` or `sum`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<String>,
    /// Any method: `none`, `ipf` or `integer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub additivity: Option<String>,
}

impl Parameters {
    /// Reads the parameters of a method from a JSON object.
    ///
    /// # Errors
    /// Which field is wrong, and what was expected.
    ///
    /// ```
    /// use cellveil::protect::Parameters;
    /// let json = r#"{ "kind": "cell-key", "ptable": "ptable.csv", "treshold": 10 }"#;
    /// assert!(Parameters::from_json(json).unwrap_err().starts_with("\"treshold\" is no field"));
    /// ```
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value = Value::parse(text.as_bytes()).map_err(|error| error.to_string())?;
        Self::read(&Node::root(&value))
    }

    pub(crate) fn read(node: &Node<'_>) -> Result<Self, String> {
        let mut fields = node.fields()?;
        let mut word = |name| fields.maybe(name).map(|node| node.string()).transpose();
        let (ptable, lookup, zeros) = (word("ptable")?, word("lookup")?, word("zeros")?);
        let (totals, additivity) = (word("totals")?, word("additivity")?);
        let threshold = fields.maybe("threshold").map(|node| node.number()).transpose()?;
        let kind = fields.get("kind")?.string()?;
        fields.end()?;
        Ok(Self { kind, ptable, threshold, lookup, zeros, totals, additivity })
    }
}

impl MethodSpec {
    /// Checks the parameters of a method.
    ///
    /// ```
    /// use cellveil::protect::{MethodSpec, Parameters};
    /// let parameters = Parameters { kind: "cell-key".into(), ..Parameters::default() };
    /// let error = MethodSpec::new("default", &parameters).unwrap_err();
    /// assert_eq!(error.to_string(), "method \"default\" has no ptable; expected the path of a p-table");
    /// ```
    pub fn new(name: &str, given: &Parameters) -> Result<Self, MethodError> {
        let error = |problem: String, expected: &str| MethodError {
            name: name.to_owned(),
            problem,
            expected: expected.to_owned(),
        };
        // One of a few words, the first being the default.
        let word = |field: &str, value: &Option<String>, words: &[&str]| match value {
            None => Ok(0),
            Some(found) => words
                .iter()
                .position(|word| word == found)
                .ok_or_else(|| error(format!("has {field} = {found:?}"), &format!("one of {}", words.join(", ")))),
        };
        let totals = [Totals::Own, Totals::Sum][word("totals", &given.totals, &["own", "sum"])?];
        if word("additivity", &given.additivity, &["none", "ipf", "integer"])? > 0 {
            return Err(error("has an additivity".into(), "\"none\": this version restores no additivity"));
        }
        let kind = match given.kind.as_str() {
            "none" => {
                let others = [("ptable", given.ptable.is_some()), ("threshold", given.threshold.is_some())];
                let words = [("lookup", given.lookup.is_some()), ("zeros", given.zeros.is_some())];
                if let Some((field, _)) = others.iter().chain(&words).find(|(_, given)| *given) {
                    return Err(error(format!("has a {field}"), "no parameter but totals for kind \"none\""));
                }
                MethodKind::None
            }
            "cell-key" => {
                if word("zeros", &given.zeros, &["none", "category-keys"])? > 0 {
                    let problem = "has zeros = \"category-keys\"".into();
                    return Err(error(problem, "\"none\": this version leaves empty cells as they are"));
                }
                let threshold = given.threshold.unwrap_or(0);
                if threshold > MAX_THRESHOLD {
                    return Err(error(format!("has threshold = {threshold}"), "0 to 2^53"));
                }
                let no_table = || error("has no ptable".into(), "the path of a p-table");
                MethodKind::CellKey {
                    ptable: given.ptable.clone().ok_or_else(no_table)?,
                    threshold,
                    lookup: [Lookup::Key, Lookup::Hash][word("lookup", &given.lookup, &["key", "hash"])?],
                }
            }
            later if LATER.contains(&later) => {
                let problem = format!("has kind = {later:?}, which this version does not have");
                return Err(error(problem, "\"cell-key\" or \"none\""));
            }
            other => return Err(error(format!("has kind = {other:?}"), "\"cell-key\" or \"none\"")),
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
        let mut text =
            "Each count is changed by a small random amount that depends on the records it counts, so the same \
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
