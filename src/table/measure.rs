//! What is chosen when a table is measured, by names, and what comes of it.

use super::axis::{Layout, Places};
use super::query_error::QueryError;
use super::store::Need;
use crate::base::Quoted;
use crate::base::json::Node;
use crate::cube::Cube;
use crate::dimension::find_axis;
use crate::measure::{Choices, Measures, MeasuresJson, Multiplier, Suppressed, Weights, read_multiplier, read_weights};

/// How a table is to be measured; every field has a default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measure {
    /// See [`Weights`].
    pub weights: Weights,
    /// See [`Choices::multiplier`].
    pub multiplier: Option<Multiplier>,
    /// See [`Suppressed`].
    pub suppressed: Suppressed,
    /// D of the axis of the areas: that of areas where there is one, and otherwise the first, where it is absent.
    pub by: Option<String>,
    /// D of axes other than that of the areas, and the codes on them that the target has; all codes of an axis that is not
    /// listed. Where nothing is listed, the first code of each.
    pub target: Vec<(String, Vec<String>)>,
}

/// What has to be loaded first, or the measures.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// Files to load.
    Missing(Vec<Need>),
    /// The measures.
    Measures(Box<Measures>),
    /// Those that the publisher of a sealed cube worked out and rounded, in the same shape.
    Published(MeasuresJson),
}

impl Measure {
    /// The same with positions instead of names.
    ///
    /// # Errors
    /// A name that is no axis of the table, or no code of it.
    pub(super) fn resolve(&self, cube: &Cube, layout: &Layout) -> Result<Choices, QueryError> {
        let axes = &layout.axes[..layout.shown];
        let wrong = |field: &str, name: &str, expected: &str| {
            Err(QueryError::Shape(format!("measure.{field} has {}; expected {expected}", Quoted(name))))
        };
        let of = |name: &str| {
            let found = find_axis(&cube.dimensions, name).ok();
            found.and_then(|found| axes.iter().position(|axis| axis.at == found))
        };
        let areas = match &self.by {
            None => axes
                .iter()
                .position(|axis| cube.dimensions[axis.at.dimension].role == Some(crate::dimension::Role::Geo)),
            Some(name) => match of(name) {
                None => return wrong("by", name, "one of the table's rows and columns"),
                at => at,
            },
        };
        let by = areas.unwrap_or(0);
        let mut target = None;
        if !self.target.is_empty() {
            let mut places: Vec<Vec<usize>> = axes.iter().map(|axis| (0..axis.places.len()).collect()).collect();
            for (name, codes) in &self.target {
                let Some(at) = of(name).filter(|&at| at != by) else {
                    return wrong("target", name, "rows and columns of the table other than that of the areas");
                };
                places[at].clear();
                for code in codes {
                    let axis = &axes[at];
                    let found = match &axis.places {
                        Places::Groups(groups) => groups.iter().position(|(label, _)| label == code),
                        Places::Codes(shown) => {
                            let list = cube.dimensions[axis.at.dimension].codes_at(axis.at.level);
                            list.position(code).and_then(|code| shown.iter().position(|&shown| shown == code))
                        }
                    };
                    match found {
                        None => return wrong("target", code, "codes that the table has on that axis"),
                        Some(place) if !places[at].contains(&place) => places[at].push(place),
                        Some(_) => {}
                    }
                }
            }
            places.remove(by);
            target = Some(places);
        }
        let (weights, multiplier, suppressed) = (self.weights, self.multiplier, self.suppressed);
        Ok(Choices { weights, multiplier, suppressed, areas, target })
    }
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
