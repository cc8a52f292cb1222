//! Reads the part of a query that requests measures.

use crate::base::json::{Node, Value};
use crate::measure::{Divisor, Multiplier, Suppressed, Weights, read_multiplier, read_weights};
use crate::protect::Parameters;
use crate::table::measure::Unchanged;

/// What a page gets for a query with measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reply {
    /// The measures of the table.
    #[default]
    Measures,
    /// The true counts, with which another cube compares its table.
    TrueCounts,
    /// Unbiased estimates of the figures before PRAM.
    Estimates,
    /// The description of the cube, with the codes of all dimensions.
    Description,
    /// Codes of the dimension `by` that the words of `text` begin.
    Codes,
}

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
    /// The unchanged records, if the cube's records were changed before they were counted.
    pub original: Option<Unchanged>,
    /// The words of a search for codes.
    pub text: String,
    /// What a page gets. The command line has a call for each.
    pub reply: Reply,
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
        original: fields.get_or_default("original", |node| unchanged(node).map(Some)),
        text: fields.get_or_default("text", Node::string),
        reply: fields.get_or_default("reply", |node| match node.str()? {
            "measures" => Ok(Reply::Measures),
            "true-counts" => Ok(Reply::TrueCounts),
            "estimates" => Ok(Reply::Estimates),
            "description" => Ok(Reply::Description),
            "codes" => Ok(Reply::Codes),
            _ => Err(node.wrong("\"measures\", \"true-counts\", \"estimates\", \"description\" or \"codes\"")),
        }),
    };
    fields.end()?;
    Ok(measure)
}

fn unchanged(node: &Node<'_>) -> Result<Unchanged, String> {
    let mut fields = node.fields()?;
    let unchanged = Unchanged {
        counts: fields.get_or_default("counts", |counts| counts.list_of(Node::number).map(Some)),
        moved: fields.get_or_default("moved", |node| match *node.value() {
            Value::Whole(moved @ ..=1) => Ok(Some(moved as f64)),
            Value::Other(moved) if (0.0..=1.0).contains(&moved) => Ok(Some(moved)),
            _ => Err(node.wrong("a share from 0 to 1")),
        }),
        noise: fields.get_or_default("noise", |node| Parameters::read(node).map(Some)),
    };
    fields.end()?;
    Ok(unchanged)
}
