//! Defines the limits in a manifest.

use serde::Serialize;

use crate::base::json::{Node, Value};

/// The limits with the fields of `cube.toml`. Dimensions, levels and codes are given by name.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RulesPart {
    /// Maximum number of dimensions of a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_dimensions: Option<u64>,
    /// Whether only standard categories are released.
    #[serde(skip_serializing_if = "is_false")]
    pub nested: bool,
    /// Sets of axes that are never released together, each written as `dimension` or `dimension:level`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<Vec<String>>,
    /// Largest share of cells with one or two records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub small_cells: Option<f64>,
    /// Largest share of empty cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zeros: Option<f64>,
    /// Minimum mean number of records in a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_cell: Option<f64>,
    /// Largest risk R before protection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk_before: Option<f64>,
    /// Largest risk R after protection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk_after: Option<f64>,
    /// Risk R before protection above which a table needs protection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protect_above: Option<f64>,
    /// The weights of R: zeros, small and large counts, size. Empty for the paper's weights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f64>,
    /// Minimum populations of a table.
    #[serde(skip_serializing_if = "ThresholdsPart::is_empty")]
    pub population: ThresholdsPart,
    /// Minimum populations of an area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub areas: Option<AreasPart>,
    /// The only way in which custom areas are built: `exact`, `blocks` or `sums`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_areas: Option<String>,
    /// Units other than the record, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<(String, Conditions)>,
}

/// The conditions of a unit: its records have one of the listed codes in each listed dimension.
pub type Conditions = Vec<(String, Vec<String>)>;

/// Minimum populations by unit.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ThresholdsPart {
    /// Minimums before filters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub whole: Vec<(String, u64)>,
    /// Minimums after filters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filtered: Vec<(String, u64)>,
}

impl ThresholdsPart {
    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.filtered.is_empty()
    }
}

/// Minimum populations of areas.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct AreasPart {
    /// The dimension whose codes are areas.
    pub dimension: String,
    /// The minimum populations of an area, by unit.
    #[serde(flatten)]
    pub least: ThresholdsPart,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl RulesPart {
    /// Reads the limits of a manifest.
    pub(crate) fn read(node: &Node<'_>) -> Result<Option<Self>, String> {
        let mut fields = node.fields()?;
        let part = Self {
            max_dimensions: fields.get_or_default("max_dimensions", |node| node.number().map(Some)),
            nested: fields.get_or_default("nested", Node::bool),
            never: fields.get_or_default("never", |never| never.list_of(Node::strings)),
            small_cells: fields.get_or_default("small_cells", optional_fraction),
            zeros: fields.get_or_default("zeros", optional_fraction),
            average_cell: fields.get_or_default("average_cell", optional_fraction),
            risk_before: fields.get_or_default("risk_before", optional_fraction),
            risk_after: fields.get_or_default("risk_after", optional_fraction),
            protect_above: fields.get_or_default("protect_above", optional_fraction),
            weights: fields.get_or_default("weights", |weights| weights.list_of(fraction)),
            population: fields.get_or_default("population", |node| {
                let mut fields = node.fields()?;
                let part = ThresholdsPart {
                    whole: fields.get_or_default("whole", least),
                    filtered: fields.get_or_default("filtered", least),
                };
                fields.end()?;
                Ok(part)
            }),
            areas: fields.get_or_default("areas", |node| {
                let mut fields = node.fields()?;
                let dimension = fields.get("dimension", Node::string);
                let whole = fields.get_or_default("whole", least);
                let filtered = fields.get_or_default("filtered", least);
                fields.end()?;
                Ok(Some(AreasPart { dimension, least: ThresholdsPart { whole, filtered } }))
            }),
            custom_areas: fields.get_or_default("custom_areas", |node| node.string().map(Some)),
            units: fields.get_or_default("units", |units| units.pairs_of(|unit| unit.pairs_of(Node::strings))),
        };
        fields.end()?;
        Ok(Some(part))
    }
}

fn least(node: &Node<'_>) -> Result<Vec<(String, u64)>, String> {
    node.pairs_of(Node::number)
}

fn fraction(node: &Node<'_>) -> Result<f64, String> {
    match *node.value() {
        Value::Whole(number) => Ok(number as f64),
        Value::Other(number) => Ok(number),
        _ => Err(node.wrong("a number")),
    }
}

fn optional_fraction(node: &Node<'_>) -> Result<Option<f64>, String> {
    fraction(node).map(Some)
}
