//! Defines the answer to a query for measures, and resolves the query's choices against the table's axes.

use super::axis::{Layout, Places};
use super::need::Need;
use super::query::Measure;
use super::query_error::QueryError;
use crate::base::Quoted;
use crate::cube::Cube;
use crate::dimension::find_axis;
use crate::measure::{Choices, Measures, MeasuresJson};
use crate::protect::Parameters;

/// The measures, or the files to load first.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// The files to load before the query can be answered.
    Missing(Vec<Need>),
    /// The measures, computed from the true counts.
    Measures(Box<Measures>),
    /// The rounded measures that the publisher of a sealed cube stored. They have the same fields as computed measures.
    Published(MeasuresJson),
}

/// The unchanged records of a table of changed records.
#[derive(Debug, Clone, PartialEq)]
pub struct Unchanged {
    /// The true counts of the same query, with all totals. `None` if they must not be disclosed.
    pub counts: Option<Vec<u64>>,
    /// The share of the records that swapping moved, from 0 to 1. Defaults to the share that the cube states.
    pub moved: Option<f64>,
    /// The method of the step `noise`. The risk after protection applies its probabilities to the counts of the table, as
    /// Shlomo, Antal and Elliot (2015, section 4.2) do with methods that protect the hypercube.
    pub noise: Option<Parameters>,
}

impl Measure {
    /// Resolves the names and codes in the choices to positions.
    ///
    /// # Errors
    /// Fails if a name is not an axis of the table, or if the axis has no such code.
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
        let &Self { weights, multiplier, divisor, suppressed, .. } = self;
        let protect_above = cube.rules.as_ref().and_then(|rules| rules.protect_above.zip(Some(rules.weights)));
        Ok(Choices { weights, multiplier, divisor, protect_above, suppressed, areas, target })
    }
}
