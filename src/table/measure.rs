//! What is chosen when a table is measured, by names, and what comes of it.

use serde::{Serialize, Serializer};

use super::axis::{Layout, Places};
use super::error::QueryError;
use super::store::Need;
use crate::cube::{Cube, find_axis};
use crate::error::Quoted;
use crate::json::{Node, Value, to_text};
use crate::measure::{Choices, Measures, Multiplier, Suppressed, Weights};

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
    Baked(Baked),
}

/// The measures of a view of a sealed cube, as its manifest has them: numbers from 0 to 1 with two decimals, and whether the risk
/// was not raised; without those that are none.
#[derive(Debug, Clone, PartialEq)]
pub struct Baked(Value);

impl Serialize for Baked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Baked {
    /// Those of a table, made coarse.
    #[cfg(feature = "cli")]
    pub(super) fn of(measures: &Measures) -> Self {
        let mut value = as_value(measures);
        value.remove("table");
        remove_nulls(&mut value);
        Self(value)
    }

    /// Reads them: nothing but what a table has measures for, so that nothing else can hide there.
    pub(crate) fn read(node: &Node<'_>) -> Result<Self, String> {
        let all = as_value(&Measures::coarsest(0));
        check(node, &all)?;
        Ok(Self(node.value().clone()))
    }

    /// With those that are none, for a table of so many cells.
    pub(super) fn whole(&self, cells: u64) -> Self {
        let mut all = as_value(&Measures::untold(cells));
        fill(&mut all, &self.0);
        Self(all)
    }
}

/// As JSON has them.
fn as_value(measures: &Measures) -> Value {
    Value::parse(to_text(measures).as_bytes()).unwrap_or(Value::Null) // texts that are written here can be read
}

#[cfg(feature = "cli")]
fn remove_nulls(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.iter_mut().for_each(|(_, value)| remove_nulls(value));
        fields.retain(|(_, value)| *value != Value::Null && !matches!(value, Value::Object(none) if none.is_empty()));
    }
}

/// Whether all fields are among those of a table, and all their values coarse.
fn check(node: &Node<'_>, all: &Value) -> Result<(), String> {
    if !matches!(all, Value::Object(_)) {
        let coarse = match *node.value() {
            Value::Bool(_) | Value::Whole(0 | 1) => true,
            Value::Other(number) => (0.0..=1.0).contains(&number) && (number * 100.0).round() / 100.0 == number,
            _ => false,
        };
        return if coarse { Ok(()) } else { Err(node.wrong("a number from 0 to 1 with two decimals")) };
    }
    node.entries()?.into_iter().try_for_each(|(name, inner)| match all.get(name) {
        Some(known) if name != "table" => check(&inner, known),
        _ => Err(inner.wrong("measures of a table")),
    })
}

/// Puts what is known over what is none.
fn fill(all: &mut Value, known: &Value) {
    let (Value::Object(fields), Value::Object(known)) = (&mut *all, known) else {
        *all = known.clone();
        return;
    };
    for (name, value) in known {
        match fields.iter_mut().find(|(field, _)| field == name) {
            Some((_, all)) => fill(all, value),
            None => fields.push((name.clone(), value.clone())),
        }
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
    fn what_is_baked_holds_coarse_measures_and_nothing_else() {
        let read = |text: &str| Baked::read(&Node::root(&Value::parse(text.as_bytes()).expect("JSON")));
        for sound in [
            "{}",
            r#"{"risk":{"before":{"r":0.31,"terms":{"zeros":1}},"not_raised":true}}"#,
            r#"{"utility":{"hellinger_utility":0.99,"changed_share":0}}"#,
        ] {
            assert!(read(sound).is_ok(), "{sound}");
        }
        for (wrong, field) in [
            (r#"{"risk":{"dr1":0.123}}"#, "risk.dr1"),
            (r#"{"risk":{"dr1":2}}"#, "risk.dr1"),
            (r#"{"risk":{"dr1":-0.5}}"#, "risk.dr1"),
            (r#"{"risk":{"dr1":null}}"#, "risk.dr1"),
            (r#"{"risk":{"secret":0.5}}"#, "risk.secret"),
            (r#"{"risk":{"before":0.5}}"#, "risk.before"),
            (r#"{"table":{"zeros":1}}"#, "table"),
            (r#"{"risk":{"before":{"terms":{"zeros":"5"}}}}"#, "risk.before.terms.zeros"),
        ] {
            let error = read(wrong).expect_err(wrong);
            assert!(error.starts_with(field) && error.contains("expected"), "{wrong}: {error}");
        }
    }

    #[test]
    fn what_is_left_out_comes_back_as_none() {
        let baked = Value::parse(br#"{"risk":{"before":{"r":0.5,"terms":{"zeros":0.25}},"dr2":1}}"#).map(Baked);
        let whole = to_text(&baked.expect("JSON").whole(12));
        assert!(whole.starts_with(r#"{"table":{"cells":12,"population":null,"#), "{whole}");
        assert!(whole.contains(r#""risk":{"before":{"r":0.5,"terms":{"zeros":0.25}},"after":null,"#), "{whole}");
        assert!(whole.contains(r#""dr1":null,"dr2":1,"#), "{whole}");
    }
}
