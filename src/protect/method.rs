//! Reads and checks a method of a specification, a manifest or a query: its kind and parameters.

#[cfg(feature = "audit")]
mod edit;
#[cfg(feature = "make")]
mod replace;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::card::parameter::*;
use super::card::{Card, Parameter, Range, kinds, rare};
use super::table_kind::TableKind;
use super::{Deviations, KeyContext, Probability, Status, transition_matrix};
use super::{additivity, deviations};
use crate::base::json::{Fields, Node, Value};
use crate::base::{FULL, Quoted, did_you_mean};
use crate::key::DEFAULT_MODULUS;

/// Parameters that a sealed cube does not disclose.
const UNDISCLOSED: &[&str] = &["ptable", "matrix"];

/// An error of a method: its name and the problem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("method {}: {problem}", Quoted(name))]
pub struct MethodError {
    /// The name of the method.
    pub name: String,
    /// The problem, and the expected value.
    pub problem: String,
}

impl MethodError {
    /// Creates an error from the problem and the expected value.
    pub fn new(name: &str, problem: impl AsRef<str>, expected: &str) -> Self {
        Self { name: name.to_owned(), problem: [problem.as_ref(), expected].join("; expected ") }
    }
}

/// The source of the number that selects a p-table's entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lookup {
    /// The cell key, as in other software for p-tables.
    #[default]
    Key,
    /// A hash of cell key and count.
    Hash,
}

/// The hash that random rounding applies to a cell key to get a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hash {
    /// SHA-256 of salt, cell key and count.
    #[default]
    Sha256,
    /// MD5 of the cell key as decimal digits (AlDarmaki and Hodge 2011, section 6.2).
    Md5,
}

/// How totals are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Totals {
    /// A cell like any other, with its own key and its own noise.
    #[default]
    Own,
    /// The sum of the shown values (ABS 2005). Such a total is additive and contains the noise of all its parts. A
    /// suppressed part counts as 0.
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
#[derive(Debug, Clone, PartialEq)]
pub enum MethodKind {
    /// True counts, without protection.
    None,
    /// Noise from a p-table.
    CellKey {
        /// Path of the p-table. Empty in a sealed cube, which contains no p-table.
        ptable: String,
        /// Values below the threshold, after the noise, are suppressed.
        threshold: u64,
        /// The source of the draw.
        lookup: Lookup,
    },
    /// Random rounding, up or down to a multiple of a base, without bias.
    RandomRounding {
        /// The base, from 2 to 1,000,000.
        base: u32,
        /// Only counts below this number are rounded.
        below: Option<u32>,
        /// The hash that computes the draw.
        hash: Hash,
    },
    /// Suppression of small counts, and rounding of other counts to the nearest multiple of a base.
    ThresholdRounding {
        /// True counts below the threshold are suppressed.
        threshold: u64,
        /// The base, from 2 to 1,000,000.
        base: u32,
    },
    /// A random deviation for every record, added to the count.
    SmallCell {
        /// The largest count in which every record has a deviation, in thousandths from 1 to 50,000.
        x: u32,
        /// The distribution of a record's deviation.
        deviations: Deviations,
        /// Largest variance of a table's grand total. With this limit, `x` depends on the number of cells.
        total_variance: Option<u64>,
    },
    /// A random move from one value to another, with probabilities from a matrix.
    TransitionMatrix {
        /// The probabilities, with a row for each true position and a column for each published position. Every row
        /// sums to 1. Empty in a sealed cube and in a build without the feature `full`.
        matrix: Vec<Vec<Probability>>,
        /// Positions up to the cap are counts. Later positions are residuals of counts above the cap.
        cap: u32,
        /// Whether the number of inner cells with each move is fixed for a whole table.
        fixed: bool,
    },
    /// A method that looks at the whole table.
    Table(TableKind),
}

/// How noisy values are made to add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Additivity {
    /// Values stay as they are.
    #[default]
    None,
    /// Iterative proportional fitting to the protected totals. Values are fractions.
    Ipf,
    /// The fitted values, rounded to whole numbers that add up.
    Integer,
}

/// A named method.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodSpec {
    /// The name in the specification, or `custom` for a query's own method.
    pub name: String,
    /// The parameters as written.
    pub parameters: Parameters,
    /// The kind of the method, with checked parameters.
    pub kind: MethodKind,
    /// How totals are computed.
    pub totals: Totals,
    /// How noisy values are made to add up.
    pub additivity: Additivity,
    /// Whether the draw of an empty cell uses the key of its categories.
    pub category_keys: bool,
    /// Building blocks with at least this population are shown unprotected.
    pub protect_below: Option<u64>,
    /// Building blocks with at least this mean population of their table's cells are shown unprotected.
    pub protect_below_average: Option<u64>,
}

/// The parameters of a method as written. [`MethodSpec::new`] checks them against the kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters(Value);

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Parameters {
    /// Reads the parameters of a method from a JSON object.
    ///
    /// # Errors
    /// A message that describes why the text is not a JSON object.
    ///
    /// ```
    /// use cellveil::protect::{MethodSpec, Parameters};
    /// let parameters = Parameters::from_json(r#"{ "kind": "random-rounding", "bass": 5 }"#)?;
    /// let error = MethodSpec::new("default", &parameters).unwrap_err().to_string();
    /// assert!(error.starts_with("method \"default\": unknown field \"bass\"; expected one of kind, base,"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value = Value::parse(text.as_bytes())?;
        Self::read(&Node::root(&value))
    }

    pub(crate) fn read(node: &Node<'_>) -> Result<Self, String> {
        node.fields()?;
        Ok(Self(node.value().clone()))
    }

    /// The path of the p-table, if any.
    pub fn ptable(&self) -> Option<&str> {
        match self.0.get("ptable") {
            Some(Value::String(path)) => Some(path),
            _ => None,
        }
    }
}

/// Reads the fields of a method. All errors name the field, its value and the expected value.
pub(super) struct Reader<'a>(pub(super) Fields<'a>);

impl<'a> Reader<'a> {
    fn required(&mut self, parameter: &Parameter) -> Result<Node<'a>, String> {
        self.0.maybe(parameter.name).ok_or_else(|| parameter.wrong("missing"))
    }

    /// Whether a field has the second of two allowed words. The first word is the default.
    fn second(&mut self, parameter: &Parameter) -> Result<bool, String> {
        Ok(self.word(parameter)? > 0)
    }

    /// The position of a field's word among the allowed words. The first word is the default.
    pub(super) fn word(&mut self, parameter: &Parameter) -> Result<usize, String> {
        let Some(node) = self.0.maybe(parameter.name) else { return Ok(0) };
        let found = node.str()?;
        let at = match parameter.range {
            Range::Words(words) => words.iter().position(|word| *word == found),
            _ => None,
        };
        at.ok_or_else(|| parameter.wrong(&quoted(found)))
    }

    /// Reads an optional whole number.
    pub(super) fn maybe(&mut self, parameter: &Parameter) -> Result<Option<u64>, String> {
        self.0.maybe(parameter.name).map(|node| whole(&node, parameter)).transpose()
    }

    pub(super) fn number(&mut self, parameter: &Parameter) -> Result<u64, String> {
        whole(&self.required(parameter)?, parameter)
    }

    /// Reads rows of probabilities.
    fn matrix(&mut self, parameter: &Parameter) -> Result<Vec<Vec<Probability>>, String> {
        let node = self.required(parameter)?;
        let probability = |node: Node<'_>| {
            let read = match node.value() {
                Value::Whole(number) => Probability::from_number(*number as f64),
                Value::Other(number) => Probability::from_number(*number),
                Value::String(text) => Probability::parse_ratio(text),
                _ => None,
            };
            read.ok_or_else(|| node.wrong("a probability: a number from 0 to 1, or a text like \"1/60\""))
        };
        let row = |node: Node<'_>| node.list()?.into_iter().map(probability).collect();
        node.list()?.into_iter().map(row).collect()
    }
}

fn wrong(field: &str, found: &str, expected: &str) -> String {
    [field, " is ", found, "; expected ", expected].concat()
}

/// Lists the known kinds for an error.
fn kinds() -> String {
    format!("one of {}", Card::kinds().collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    Quoted(text).to_string()
}

pub(super) fn found(value: &Value) -> String {
    match value {
        Value::Whole(number) => number.to_string(),
        value => value.kind().to_owned(),
    }
}

fn whole(node: &Node<'_>, parameter: &Parameter) -> Result<u64, String> {
    match (node.value(), parameter.range) {
        (Value::Whole(number), Range::Whole(least, most)) if (least..=most).contains(number) => Ok(*number),
        (value, _) => Err(parameter.wrong(&found(value))),
    }
}

impl MethodSpec {
    /// Checks the parameters of a method.
    ///
    /// # Errors
    /// [`MethodError`] if a parameter is missing, out of range, or unknown for the kind.
    ///
    /// ```
    /// use cellveil::protect::{MethodSpec, Parameters};
    /// let parameters = Parameters::from_json(r#"{ "kind": "random-rounding", "base": 1 }"#)?;
    /// let error = MethodSpec::new("default", &parameters).unwrap_err();
    /// assert_eq!(error.to_string(), "method \"default\": base is 1; expected a whole number from 2 to 1000000");
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(name: &str, given: &Parameters) -> Result<Self, MethodError> {
        Self::read(name, given, false).map_err(|problem| MethodError { name: name.to_owned(), problem })
    }

    /// Checks the method of a sealed cube. The p-table or matrix is absent, because the values are already protected.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new), and an error for a parameter that a sealed cube must not disclose.
    pub fn sealed(name: &str, given: &Parameters) -> Result<Self, MethodError> {
        Self::read(name, given, true).map_err(|problem| MethodError { name: name.to_owned(), problem })
    }

    fn read(name: &str, given: &Parameters, sealed: bool) -> Result<Self, String> {
        let mut fields = Reader(Node::root(&given.0).fields()?);
        let word = fields.0.maybe("kind").ok_or_else(|| wrong("kind", "missing", &kinds()))?;
        // Report unknown fields first: a typo often explains a missing field.
        if let Some(card) = Card::ALL.iter().find(|card| word.str() == Ok(card.kind)) {
            let names = card.parameters.iter().map(|parameter| parameter.name);
            fields.0.only(names.filter(|name| !sealed || !UNDISCLOSED.contains(name)))?;
        }
        let mut category_keys = false;
        let kind = match word.str()? {
            "none" => MethodKind::None,
            "cell-key" => {
                category_keys = fields.second(&ZEROS)?;
                MethodKind::CellKey {
                    ptable: if sealed { String::new() } else { fields.required(&PTABLE)?.string()? },
                    threshold: fields.maybe(&VALUE_THRESHOLD)?.unwrap_or(0),
                    lookup: if fields.second(&LOOKUP)? { Lookup::Hash } else { Lookup::Key },
                }
            }
            "random-rounding" => MethodKind::RandomRounding {
                base: fields.number(&BASE)? as u32,
                below: fields.maybe(&BELOW)?.map(|below| below as u32),
                hash: if fields.second(&HASH)? { Hash::Md5 } else { Hash::Sha256 },
            },
            "threshold-rounding" => MethodKind::ThresholdRounding {
                threshold: fields.number(&COUNT_THRESHOLD)?,
                base: fields.number(&BASE)? as u32,
            },
            "small-cell" => deviations::small_cell(&mut fields)?,
            "transition-matrix" => {
                category_keys = fields.second(&ZEROS)?;
                let cap = fields.number(&CAP)? as u32;
                let mut matrix = Vec::new();
                if FULL && !sealed {
                    matrix = fields.matrix(&MATRIX)?;
                    transition_matrix::check(&matrix, cap, category_keys)?;
                }
                MethodKind::TransitionMatrix { matrix, cap, fixed: fields.second(&CONTROL)? }
            }
            other => match TableKind::read(other, &mut fields)? {
                Some(kind) => MethodKind::Table(kind),
                None => {
                    let near = did_you_mean(other, Card::kinds());
                    return Err(wrong("kind", &quoted(other), &(kinds() + &near)));
                }
            },
        };
        let totals = if fields.second(&TOTALS)? { Totals::Sum } else { Totals::Own };
        let additivity = [Additivity::None, Additivity::Ipf, Additivity::Integer][fields.word(&ADDITIVITY)?];
        if additivity != Additivity::None {
            additivity::check(&kind, totals)?;
        }
        deviations::check(&kind, totals)?;
        let protect_below = fields.maybe(&PROTECT_BELOW)?;
        let protect_below_average = fields.maybe(&PROTECT_BELOW_AVERAGE)?;
        let (name, parameters) = (name.to_owned(), given.clone());
        Ok(Self { name, parameters, kind, totals, additivity, category_keys, protect_below, protect_below_average })
    }

    /// An error about this method.
    pub(super) fn error(&self, problem: &str, expected: &str) -> MethodError {
        MethodError::new(&self.name, problem, expected)
    }

    /// The word for the kind in a specification.
    pub fn kind_word(&self) -> &'static str {
        match &self.kind {
            MethodKind::Table(kind) => kind.word(),
            kind => kind.card().kind,
        }
    }

    /// The method without its fit to the totals. `None` for a method without `additivity`.
    pub fn unfitted(&self) -> Option<Self> {
        (self.additivity != Additivity::None).then(|| Self { additivity: Additivity::None, ..self.clone() })
    }

    /// Whether the measures of risk take the probabilities of values from the table itself, because the method looks at
    /// the whole table and has no random draws.
    pub fn has_realised_probabilities(&self) -> bool {
        matches!(&self.kind, MethodKind::Table(kind) if !kind.is_random())
    }

    /// Whether the method looks at the whole table, so it requires a build with the feature `tables`.
    pub fn looks_at_table(&self) -> bool {
        matches!(self.kind, MethodKind::Table(_)) || self.additivity != Additivity::None
    }

    /// The path of the p-table, if the method needs a p-table.
    pub fn ptable(&self) -> Option<&str> {
        match &self.kind {
            MethodKind::CellKey { ptable, .. } if !ptable.is_empty() => Some(ptable),
            _ => None,
        }
    }

    /// Whether the method requires a build with the feature `full`.
    pub(crate) fn needs_full(&self) -> bool {
        let rare = match self.kind {
            MethodKind::RandomRounding { hash, .. } => hash == Hash::Md5,
            MethodKind::SmallCell { .. } | MethodKind::TransitionMatrix { .. } => true,
            _ => false,
        };
        rare || self.category_keys
    }

    /// Whether large building blocks are shown unprotected.
    pub(crate) fn shows_large_blocks(&self) -> bool {
        self.protect_below.is_some() || self.protect_below_average.is_some()
    }

    /// The least population of a building block that is shown unprotected, if its table has this number of inner cells:
    /// "base a decision on the average population per table cell" (ABS 1352.0.55.072, page 5).
    pub(crate) fn shown_from(&self, cells: u64) -> u64 {
        self.protect_below.unwrap_or(0).max(self.protect_below_average.unwrap_or(0).saturating_mul(cells))
    }

    /// The status of an empty cell to which no noise is added.
    pub(crate) fn status_of_empty(&self) -> Status {
        match self.kind {
            MethodKind::CellKey { threshold: 1.., .. } | MethodKind::ThresholdRounding { threshold: 1.., .. } => {
                Status::Suppressed
            }
            _ => Status::Shown,
        }
    }

    /// Whether the noise of a cell depends on the other cells of its table, or on their number.
    pub(crate) fn depends_on_table(&self) -> bool {
        self.is_fixed() || matches!(self.kind, MethodKind::SmallCell { total_variance: Some(_), .. })
    }

    /// Whether the number of moves is fixed for a whole table.
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self.kind, MethodKind::TransitionMatrix { fixed: true, .. })
    }

    /// Whether the draw of a cell is a hash.
    fn is_hashed(&self) -> bool {
        match &self.kind {
            MethodKind::None | MethodKind::ThresholdRounding { .. } => false,
            MethodKind::CellKey { lookup, .. } => *lookup == Lookup::Hash,
            MethodKind::Table(kind) => kind.is_random(),
            _ => true,
        }
    }

    /// Whether the salt enters a draw: of a hash of cell key and count, or of the keys of categories.
    pub fn is_salted(&self) -> bool {
        let is_md5 = matches!(self.kind, MethodKind::RandomRounding { hash: Hash::Md5, .. });
        (self.is_hashed() && !is_md5) || self.category_keys
    }

    /// Checks the method against the cube's keys, before any tile or p-table is read.
    pub fn check(&self, context: KeyContext<'_>) -> Result<(), MethodError> {
        if self.ptable().is_some() && !context.uniform {
            let problem = "its noise comes from a p-table, but the record keys are digits of an identifier";
            return Err(self.error(problem, "keys that are drawn evenly below the modulus"));
        }
        let modulus = context.keys.modulus().get();
        if self.is_hashed() && modulus < DEFAULT_MODULUS {
            let problem = format!("its numbers are hashes of cell keys under modulus {modulus}");
            return Err(
                self.error(&problem, "a modulus of 2^32 or more: few keys give few numbers, not a distribution")
            );
        }
        Ok(())
    }
}

impl MethodKind {
    /// The card of the kind.
    pub fn card(&self) -> &'static Card {
        match self {
            Self::None => &kinds::NONE,
            Self::CellKey { .. } => &kinds::CELL_KEY,
            Self::RandomRounding { .. } => &kinds::RANDOM_ROUNDING,
            Self::ThresholdRounding { .. } => &kinds::THRESHOLD_ROUNDING,
            Self::SmallCell { .. } => &rare::SMALL_CELL,
            Self::TransitionMatrix { .. } => &rare::TRANSITION_MATRIX,
            Self::Table(kind) => kind.card(),
        }
    }
}
