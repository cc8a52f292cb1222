//! The part of a query that asks for measures of a table.

use crate::base::json::Node;
use crate::measure::{Multiplier, Suppressed, Weights, read_multiplier, read_weights};

/// How a table is to be measured; every field has a default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measure {
    /// See [`Weights`].
    pub weights: Weights,
    /// See [`Choices::multiplier`](crate::measure::Choices::multiplier).
    pub multiplier: Option<Multiplier>,
    /// See [`Suppressed`].
    pub suppressed: Suppressed,
    /// D of the axis of the areas: that of areas where there is one, and otherwise the first, where it is absent.
    pub by: Option<String>,
    /// D of axes other than that of the areas, and the codes on them that the target has; all codes of an axis that is not
    /// listed. Where nothing is listed, the first code of each.
    pub target: Vec<(String, Vec<String>)>,
}

/// Reads what is chosen.
pub(super) fn read(node: &Node<'_>) -> Result<Measure, String> {
    let mut fields = node.fields()?;
    let measure = Measure {
        weights: fields.get_or_default("weights", read_weights),
        multiplier: fields.get_or_default("multiplier", |node| read_multiplier(node).map(Some)),
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
