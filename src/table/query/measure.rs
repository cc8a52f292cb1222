//! Reads the part of a query that requests measures.

use crate::base::json::Node;
use crate::measure::{Divisor, Multiplier, Suppressed, Weights, read_multiplier, read_weights};

/// The choices for computing measures. Every field has a default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measure {
    /// How to weight counts. See [`Weights`].
    pub weights: Weights,
    /// Factors of the entropy terms. See [`Choices::multiplier`](crate::measure::Choices::multiplier).
    pub multiplier: Option<Multiplier>,
    /// The number of cells that share the records behind a published value. See [`Divisor`].
    pub divisor: Divisor,
    /// How suppressed cells count. See [`Suppressed`].
    pub suppressed: Suppressed,
    /// The axis of areas: `dimension` or `dimension:level`. Defaults to the axis with the role `geo`, or else the
    /// first axis.
    pub by: Option<String>,
    /// The target: axes other than the areas' axis, each with its codes. On an axis that is not listed, all codes are
    /// in the target. If the list is empty, the target is the first code of each axis.
    pub target: Vec<(String, Vec<String>)>,
}

pub(super) fn read(node: &Node<'_>) -> Result<Measure, String> {
    let mut fields = node.fields()?;
    let measure = Measure {
        weights: fields.get_or_default("weights", read_weights),
        multiplier: fields.get_or_default("multiplier", |node| read_multiplier(node).map(Some)),
        divisor: fields.get_or_default("divisor", |node| match node.str()? {
            "expected" => Ok(Divisor::Expected),
            "realised" => Ok(Divisor::Realised),
            _ => Err(node.wrong("\"expected\" or \"realised\"")),
        }),
        suppressed: fields.get_or_default("suppressed", |node| match node.str()? {
            "zero" => Ok(Suppressed::Zero),
            "average" => Ok(Suppressed::Average),
            _ => Err(node.wrong("\"zero\" or \"average\"")),
        }),
        by: fields.get_or_default("by", |node| node.string().map(Some)),
        target: fields.get_or_default("target", |target| target.pairs_of(Node::strings)),
    };
    fields.end()?;
    Ok(measure)
}
