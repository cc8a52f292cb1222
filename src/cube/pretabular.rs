//! Defines the field `pretabular` of a manifest: the steps that changed the records before they were counted, as far as
//! the publisher states them.

use serde::Serialize;

use super::{ManifestError, Release};
use crate::base::Quoted;
use crate::base::json::{Node, Value};
use crate::dimension::{AxisRef, Dimension, Text};

/// The kinds of steps.
const KINDS: [&str; 5] = ["swap", "pram", "weights", "deviations", "noise"];
/// How far the sum of a row may be from 1.
const TOLERANCE: f64 = 1e-9;

/// The field `pretabular` of a manifest.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct PretabularPart {
    /// The steps in order.
    pub steps: Vec<StepPart>,
    /// Why the steps are enough by themselves. Only in a preprotected cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

/// A step before tabulation.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct StepPart {
    /// The kind: `swap`, `pram`, `weights`, `deviations` or `noise`.
    pub kind: String,
    /// The share of records that moved to another category, if the publisher states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<f64>,
    /// The Markov matrix of PRAM, if the publisher states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<MatrixPart>,
}

/// A Markov matrix in blocks. Records stay within a block, and categories without a block stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct MatrixPart {
    /// The axis whose categories change: `dimension` or `dimension:level`.
    pub axis: String,
    /// The blocks.
    pub blocks: Vec<MatrixBlock>,
}

/// A square part of a Markov matrix.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct MatrixBlock {
    /// The codes of the categories.
    pub codes: Vec<String>,
    /// For each category, the probabilities of the moves to all categories of the block.
    pub rows: Vec<Vec<f64>>,
}

impl PretabularPart {
    /// Reads the field.
    pub(super) fn read(node: &Node<'_>) -> Result<Option<Self>, String> {
        let mut fields = node.fields()?;
        let part = Self {
            steps: fields.get("steps", |steps| steps.list_of(step)),
            why: fields.get_or_default("why", super::read::optional_text),
        };
        fields.end()?;
        Ok(Some(part))
    }

    /// The share of records that swapping moved, if the publisher states it. Several steps move records independently.
    pub fn moved(&self) -> Option<f64> {
        let moved = |step: &StepPart| (step.kind == "swap").then_some(step.moved);
        let shares: Vec<f64> = self.steps.iter().filter_map(moved).collect::<Option<_>>()?;
        (!shares.is_empty()).then(|| 1.0 - shares.iter().map(|share| 1.0 - share).product::<f64>())
    }

    /// Checks that a preprotected cube names its steps, and no other cube says why they are enough.
    pub(super) fn check(part: Option<&Self>, release: Release, dimensions: &[Dimension]) -> Result<(), ManifestError> {
        let preprotected = release == Release::Preprotected;
        if preprotected && part.is_none_or(|part| part.steps.is_empty() || part.why.is_none()) {
            let expected = "the steps of a preprotected cube, and why they are enough";
            return Err(ManifestError::field(&"pretabular", &"is missing or incomplete", expected));
        }
        if !preprotected && part.is_some_and(|part| part.why.is_some()) {
            return Err(ManifestError::field(&"pretabular.why", &"is given", "why in a preprotected cube only"));
        }
        part.map_or(Ok(()), |part| part.check_steps(dimensions))
    }

    /// Checks that each matrix has the categories of an axis, and that its rows are distributions.
    fn check_steps(&self, dimensions: &[Dimension]) -> Result<(), ManifestError> {
        let wrong = |problem: &str, expected| Err(ManifestError::field(&"pretabular", &problem, expected));
        for step in &self.steps {
            if step.moved.is_some_and(|moved| !(0.0..=1.0).contains(&moved)) {
                return wrong("has a share moved outside 0 to 1", "a share from 0 to 1");
            }
            let Some(matrix) = &step.matrix else { continue };
            let Some(axis) = matrix.axis(dimensions) else {
                let problem = format!("has a matrix of the axis {}", Quoted(&matrix.axis));
                return wrong(&problem, "a dimension or level of the cube");
            };
            let codes = dimensions[axis.dimension].codes_at(axis.level);
            let mut seen = Vec::new();
            for block in &matrix.blocks {
                let size = block.codes.len();
                let is_row = |row: &Vec<f64>| {
                    let sum: f64 = row.iter().sum();
                    row.len() == size && row.iter().all(|entry| *entry >= 0.0) && (sum - 1.0).abs() <= TOLERANCE
                };
                if block.rows.len() != size || !block.rows.iter().all(is_row) {
                    return wrong("has a matrix with other rows", "square blocks whose rows add up to 1");
                }
                for code in &block.codes {
                    match codes.position(code) {
                        Some(code) if !seen.contains(&code) => seen.push(code),
                        _ => {
                            return wrong(
                                "has a matrix with other categories",
                                "each category of the axis at most once",
                            );
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl MatrixPart {
    /// The axis, or `None` if there is no such axis.
    pub fn axis(&self, dimensions: &[Dimension]) -> Option<AxisRef> {
        let (name, level) = self.axis.split_once(':').map_or((&*self.axis, None), |(name, level)| (name, Some(level)));
        let dimension = dimensions.iter().position(|dimension| dimension.name == name)?;
        let level = match level {
            None => None,
            Some(level) => Some(dimensions[dimension].levels.iter().position(|known| known.name == level)?),
        };
        Some(AxisRef { dimension, level })
    }
}

fn step(node: &Node<'_>) -> Result<StepPart, String> {
    let mut fields = node.fields()?;
    let part = StepPart {
        kind: fields.get("kind", |node| match node.str()? {
            kind if KINDS.contains(&kind) => Ok(kind.to_owned()),
            _ => Err(node.wrong(&format!("one of {}", KINDS.join(", ")))),
        }),
        moved: fields.get_or_default("moved", |node| number(node).map(Some)),
        matrix: fields.get_or_default("matrix", |node| matrix(node).map(Some)),
    };
    fields.end()?;
    Ok(part)
}

fn matrix(node: &Node<'_>) -> Result<MatrixPart, String> {
    let mut fields = node.fields()?;
    let part = MatrixPart {
        axis: fields.get("axis", Node::string),
        blocks: fields.get("blocks", |blocks| blocks.list_of(block)),
    };
    fields.end()?;
    Ok(part)
}

fn block(node: &Node<'_>) -> Result<MatrixBlock, String> {
    let mut fields = node.fields()?;
    let part = MatrixBlock {
        codes: fields.get("codes", Node::strings),
        rows: fields.get("rows", |rows| rows.list_of(|row| row.list_of(number))),
    };
    fields.end()?;
    Ok(part)
}

fn number(node: &Node<'_>) -> Result<f64, String> {
    match node.value() {
        Value::Whole(number) => Ok(*number as f64),
        Value::Other(number) => Ok(*number),
        _ => Err(node.wrong("a number")),
    }
}
