//! What is chosen when a table is measured, by names, and what comes of it.

use serde::{Serialize, Serializer};

use super::axis::{Layout, Places};
use super::error::QueryError;
use super::store::Need;
use crate::cube::{Cube, find_axis};
use crate::error::Quoted;
use crate::json::{Node, Value, to_text};
use crate::measure::{Choices, Measures, Multiplier, SAID, Suppressed, Weights};

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

/// Measures as JSON has them, most of them null.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuresJson(Value);

impl Serialize for MeasuresJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// What a sealed cube says of the measures of a view: the figures of [`Measures::coarse`], each a number from 0 to 1 with two decimals.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedMeasures([Option<f64>; SAID.len()]);

/// As a list in their order.
impl Serialize for PublishedMeasures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

impl PublishedMeasures {
    /// Those of a table, where it has enough cells.
    #[cfg(feature = "cli")]
    pub(super) fn of(measures: &Measures) -> Option<Self> {
        measures.coarse().map(Self)
    }

    /// Reads them: nothing else can hide there.
    pub(crate) fn read(node: &Node<'_>) -> Result<Self, String> {
        let figure = |node: &Node<'_>| match *node.value() {
            Value::Null => Some(None),
            Value::Whole(number @ (0 | 1)) => Some(Some(number as f64)),
            Value::Other(number) if (0.0..=1.0).contains(&number) && (number * 100.0).round() / 100.0 == number => {
                Some(Some(number))
            }
            _ => None,
        };
        let figures: Option<Vec<Option<f64>>> = node.list()?.iter().map(figure).collect();
        let figures = figures.and_then(|figures| figures.try_into().ok());
        figures.map(Self).ok_or_else(|| node.wrong("four numbers from 0 to 1 with two decimals, or null"))
    }

    /// All measures of a table of so many cells, none of the others being known.
    pub(super) fn whole(&self, cells: u64) -> MeasuresJson {
        let mut all = as_value(&Measures::untold(cells));
        for ((path, _), figure) in SAID.iter().zip(self.0) {
            let Some(figure) = figure else { continue };
            put(&mut all, path, figure);
        }
        MeasuresJson(all)
    }
}

/// The fields of a risk of which R alone is known.
const RISK: &[u8] = br#"{"r":null,"r_unsplit":null,"r_l2":null,"terms":{"zeros":null,"entropy":null,"entropy_small":null,"entropy_large":null,"size":null}}"#;

/// As JSON has them.
fn as_value(measures: &Measures) -> Value {
    Value::parse(to_text(measures).as_bytes()).unwrap_or(Value::Null) // what is written here can be read
}

/// Puts a figure where it belongs; a risk is made around it.
fn put(value: &mut Value, path: &[&str], figure: f64) {
    let [name, rest @ ..] = path else {
        *value = Value::Other(figure);
        return;
    };
    if *value == Value::Null {
        *value = Value::parse(RISK).unwrap_or(Value::Null); // it can be read
    }
    let Value::Object(fields) = value else { return };
    if let Some((_, inner)) = fields.iter_mut().find(|(field, _)| field == name) {
        put(inner, rest, figure);
    }
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
        let of = |asked: &str| {
            let found = find_axis(&cube.dimensions, asked).ok();
            found.and_then(|found| axes.iter().position(|axis| axis.at == found))
        };
        let areas = match &self.by {
            None => {
                axes.iter().position(|axis| cube.dimensions[axis.at.dimension].role == Some(crate::cube::Role::Geo))
            }
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
        weights: fields.get_or_default("weights", weights),
        multiplier: fields.get_or_default("multiplier", |node| multiplier(node).map(Some)),
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

/// Any number.
fn number(node: &Node<'_>) -> Option<f64> {
    match *node.value() {
        Value::Whole(number) => Some(number as f64),
        Value::Other(number) => Some(number),
        _ => None,
    }
}

/// Reads weights, in the order of the terms.
pub(crate) fn weights(node: &Node<'_>) -> Result<Weights, String> {
    let weights = match node.list()?.iter().map(number).collect::<Vec<_>>()[..] {
        [Some(zeros), Some(small), Some(large), Some(size)] => Weights { zeros, small, large, size }.checked(),
        _ => None,
    };
    weights.ok_or_else(|| {
        node.wrong("four numbers from 0 to 1 that add up to 1: of empty cells, small counts, larger ones, size")
    })
}

fn multiplier(node: &Node<'_>) -> Result<Multiplier, String> {
    let multiplier = match (number(node), node.list()) {
        (Some(both), _) => Some(Multiplier { small: both, large: both }),
        (None, Ok(two)) => match two.iter().map(number).collect::<Vec<_>>()[..] {
            [Some(small), Some(large)] => Some(Multiplier { small, large }),
            _ => None,
        },
        _ => None,
    };
    let expected = "a number from 0 to 1, or two: of small counts and of larger ones";
    multiplier.and_then(Multiplier::checked).ok_or_else(|| node.wrong(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_measures_hold_four_coarse_figures_and_nothing_else() {
        let read = |text: &str| PublishedMeasures::read(&Node::root(&Value::parse(text.as_bytes()).expect("JSON")));
        for sound in ["[0.31,0.1,1,0]", "[null,null,0.99,0.01]"] {
            assert_eq!(to_text(&read(sound).expect(sound)), sound);
        }
        for wrong in [
            "[]",
            "[0.1,0.1,0.1]",
            "[0.1,0.1,0.1,0.1,0.1]",
            "[0.123,0,0,0]",
            "[2,0,0,0]",
            "[-0.5,0,0,0]",
            "[\"0\",0,0,0]",
            "{}",
            "3",
        ] {
            let error = read(wrong).expect_err(wrong);
            assert!(error.contains("expected"), "{wrong}: {error}");
        }
    }

    #[test]
    fn what_is_left_out_comes_back_as_none() {
        let whole = to_text(&PublishedMeasures([Some(0.5), None, Some(1.0), Some(0.02)]).whole(120));
        assert!(whole.starts_with(r#"{"table":{"cells":120,"population":null,"#), "{whole}");
        assert!(
            whole.contains(r#""risk":{"before":{"r":0.5,"r_unsplit":null,"r_l2":null,"terms":{"zeros":null,"#),
            "{whole}"
        );
        assert!(whole.contains(r#""size":null}},"after":null,"#), "{whole}");
        assert!(whole.contains(r#""hellinger_utility":1,"hellinger_proportions":0.02,"#), "{whole}");
    }
}
